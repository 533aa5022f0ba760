# SPDX-License-Identifier: Apache-2.0
package Lastro::FastCGI;

# A FastCGI 1.0 client that talks to a worker's socket directly, without a web server.  One request a connection, as
# nginx does without keep_conn.

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

# fastcgi_params() - encodes pairs in order; a name may occur twice, as with a repeated header.
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

# Reads the worker's standard output; undef when the connection broke.
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

# fastcgi_exchange() - sends one request over a connection; undef when the connection broke.
sub fastcgi_exchange {
	my ($socket, $params, $body) = @_;
	local $SIG{PIPE} = 'IGNORE';
	my $out;

	# The worker may answer before it has read everything; then writing fails, but the answer can be read.
	send_all($socket, fastcgi_bytes($params, $body));
	$out = read_answer($socket);
	return defined $out ? Lastro::Response->parse($out) : undef;
}

# fastcgi_bytes() - the bytes that a web server sends for one request.
sub fastcgi_bytes {
	my ($params, $body) = @_;

	return record(BEGIN_REQUEST, pack 'nCx5', 1, 0) . stream(PARAMS, fastcgi_params(@$params)) .
		stream(STDIN_DATA, $body // '');
}

# fastcgi_request() - connects and sends one request; undef when the connection failed or broke.
sub fastcgi_request {
	my ($path, $params, $body) = @_;
	my $socket = fastcgi_connect($path) or return undef;

	return fastcgi_exchange($socket, $params, $body);
}

# fastcgi_answer() - reads the answer on a connection whose request the caller has written.
sub fastcgi_answer {
	my ($socket) = @_;
	my $out = read_answer($socket);

	return defined $out ? Lastro::Response->parse($out) : undef;
}

1;
