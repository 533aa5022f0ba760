# SPDX-License-Identifier: Apache-2.0
package Lastro::FastCGI;

# The web server's side of FastCGI 1.0, straight over the worker's socket: no web server is needed to ask
# a worker something.  One request a connection, as nginx does without keep_conn.

use strict;
use warnings;

use Errno;
use Exporter qw(import);
use IO::Socket::UNIX;
use Lastro::Response;

our @EXPORT_OK = qw(fastcgi_answer fastcgi_bytes fastcgi_connect fastcgi_exchange fastcgi_params
	fastcgi_request);

use constant { BEGIN_REQUEST => 1, END_REQUEST => 3, PARAMS => 4, STDIN_DATA => 5, STDOUT_DATA => 6 };

sub record {
	my ($type, $content) = @_;

	return pack('CCnnCC', 1, $type, 1, length $content, 0, 0) . $content;
}

# A stream in records of at most 32 kB, ended by an empty one.
sub stream {
	my ($type, $content) = @_;
	my $out = '';

	for (my $at = 0; $at < length $content; $at += 32768) {
		$out .= record($type, substr $content, $at, 32768);
	}
	return $out . record($type, '');
}

sub size {
	my ($n) = @_;

	return $n < 128 ? chr $n : pack 'N', $n | 0x80000000;
}

# fastcgi_params() - pairs in order; a name may come twice, as with a header sent twice.
sub fastcgi_params {
	my (@pairs) = @_;
	my $out = '';

	while (my ($name, $value) = splice @pairs, 0, 2) {
		$out .= size(length $name) . size(length $value) . $name . $value;
	}
	return $out;
}

sub fastcgi_connect {
	my ($path) = @_;

	return IO::Socket::UNIX->new(Peer => $path);
}

sub send_all {
	my ($socket, $bytes) = @_;
	my $at = 0;

	while ($at < length $bytes) {
		my $n = syswrite $socket, $bytes, length($bytes) - $at, $at;
		next if !defined $n && $!{EINTR};
		return 0 unless defined $n;
		$at += $n;
	}
	return 1;
}

# What the worker wrote to its standard output, or undef when it broke off.
sub read_answer {
	my ($socket) = @_;
	my ($in, $out) = ('', '');

	while (1) {
		my $n = sysread $socket, $in, 65536, length $in;
		next if !defined $n && $!{EINTR};
		return undef unless $n;
		while (length $in >= 8) {
			my (undef, $type, undef, $length, $padding) = unpack 'CCnnC', $in;
			last if length $in < 8 + $length + $padding;
			my $content = substr $in, 8, $length;
			substr($in, 0, 8 + $length + $padding) = '';
			$out .= $content if $type == STDOUT_DATA;
			return $out if $type == END_REQUEST;
		}
	}
}

# fastcgi_exchange() - one request over a connection; undef when the worker broke off.
sub fastcgi_exchange {
	my ($socket, $params, $body) = @_;
	local $SIG{PIPE} = 'IGNORE';
	my $out;

	# The worker may answer before it has read all; then writing fails and the answer is there.
	send_all($socket, fastcgi_bytes($params, $body));
	$out = read_answer($socket);
	return defined $out ? Lastro::Response->parse($out) : undef;
}

# fastcgi_bytes() - all that a web server writes for one request.
sub fastcgi_bytes {
	my ($params, $body) = @_;

	return record(BEGIN_REQUEST, pack 'nCx5', 1, 0) . stream(PARAMS, fastcgi_params(@$params)) .
		stream(STDIN_DATA, $body // '');
}

# fastcgi_request() - undef when no connection was made or the worker broke off.
sub fastcgi_request {
	my ($path, $params, $body) = @_;
	my $socket = fastcgi_connect($path) or return undef;

	return fastcgi_exchange($socket, $params, $body);
}

# fastcgi_answer() - what comes over a connection that was written to by other means.
sub fastcgi_answer {
	my ($socket) = @_;
	my $out = read_answer($socket);

	return defined $out ? Lastro::Response->parse($out) : undef;
}

1;
