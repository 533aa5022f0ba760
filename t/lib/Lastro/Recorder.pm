# SPDX-License-Identifier: Apache-2.0
package Lastro::Recorder;

# A Lastro::Test whose requests are written down with their answers, in groups, and compared with what was written
# down before: t/recorded/GROUP.txt.  LASTRO_RECORD=1 writes the files anew.  Of long answers the files have the
# beginning and a hash; with LASTRO_RECORD_WHOLE=DIR everything is written there instead, to compare two runs.
#
#	my $t = Lastro::Recorder->new;
#	$t->known($secret, 'ana');			# how a key is shown
#	$t->group('ledger', sub { $t->get('/v1/portfolios', key => $secret) });
#	$t->unrecorded(sub { ... });			# requests that only prepare something
#
# Compared byte for byte: status, headers, body.  Masked, because they differ at each run or are nobody's business:
# ids (by their order of first appearance in the group), keys, tags, cursors, tokens, hashes, the headers in %dropped, and $alike, which
# every read says.
# JSON is shown broken into lines between its tokens, which stay as they were sent.

use strict;
use warnings;
use utf8;

use parent 'Lastro::Test';

use Digest::SHA qw(sha256_hex);
use Encode ();
use Lastro::Test qw(top_srcdir slurp spew);
use Test::More;

my $WIDTH = 150;
my $LONG = 160;		# lines
my $alike = 'vary: Accept-Encoding';
my %dropped = map { $_ => 1 } qw(date server-timing content-length status ratelimit ratelimit-policy);

sub new {
	my ($class, @more) = @_;
	my $self = $class->SUPER::new(@more);

	$self->{known} = {};
	$self->{seen} = [];
	return $self;
}

sub known { my ($self, %name) = @_; $self->{known}{$_} = $name{$_} for keys %name; return }

# seen() - every recorded request: [method, path, status, body that was sent].
sub seen { return @{ $_[0]{seen} } }

sub unrecorded {
	my ($self, $run) = @_;

	local $self->{group};
	return $run->();
}

sub group {
	my ($self, $name, $run) = @_;

	local $self->{group} = { ids => {}, entries => [] };
	$run->();
	my $whole = $ENV{LASTRO_RECORD_WHOLE};
	my $path = ($whole // top_srcdir() . '/t/recorded') . "/$name.txt";
	my @entries = @{ $self->{group}{entries} };
	return spew($path, join '', @entries) if $whole || $ENV{LASTRO_RECORD};
	my @before = -e $path ? split /^(?==== )/m, slurp($path) : ();
	my @differ = grep { ($entries[$_] // '') ne ($before[$_] // '') } 0 .. (@entries > @before ? $#entries : $#before);

	ok !@differ, "$name: " . @entries . ' answers as they were written down' or diag join "\n", @differ . ' differ:',
		map { differences($before[$_] // '', $entries[$_] // '') } @differ > 8 ? @differ[0 .. 7] : @differ;
	return;
}

# characters() - a line as characters, whether it was read from a file or just made.
sub characters { return utf8::is_utf8($_[0]) ? $_[0] : Encode::decode('UTF-8', $_[0]) }

# differences() - the lines that differ, after the request that they answer.
sub differences {
	my ($before, $after) = @_;
	my @was = split /\n/, $before;
	my @is = split /\n/, $after;
	my ($from, $title) = (0, characters($is[0] // $was[0]));

	$from++ while $from < @was && $from < @is && $was[$from] eq $is[$from];
	pop @was, pop @is while @was > $from && @is > $from && $was[-1] eq $is[-1];
	my @lines = ((map { "- $_" } @was[$from .. $#was]), (map { "+ $_" } @is[$from .. $#is]));
	@lines = (@lines[0 .. 39], '…') if @lines > 40;
	return join "\n", $title, map { characters($_) } @lines;
}

# ---- asking ----

# request() - as Lastro::Test, and body_kept => 0 where another test holds the body and it is long.
sub request {
	my ($self, $method, $target, %o) = @_;
	my $kept = delete $o{body_kept} // 1;
	my $r = $self->SUPER::request($method, $target, %o);

	return $r unless $self->{group};
	my ($path) = split /\?/, $target;
	push @{ $self->{seen} }, [$method, $path, $r ? $r->status : 0, $o{json}, $r && $r->code];
	push @{ $self->{group}{entries} }, shortened($self->masked($self->entry($method, $target, $r, $kept, %o)));
	return $r;
}

sub entry {
	my ($self, $method, $target, $r, $kept, %o) = @_;
	my $n = @{ $self->{group}{entries} } + 1;
	my %headers = %{ $o{headers} // {} };
	my $as = defined $o{key} ? ' as ' . ($self->{known}{ $o{key} } // '<key>') : '';
	my @lines = ("=== $n $method $target$as");

	$headers{'x-service-workspace'} = $o{workspace} if defined $o{workspace};
	push @lines, map { my $name = $_; map { "> $name: $_" } ref $headers{$name} ? @{ $headers{$name} } : $headers{$name} } sort keys %headers;
	push @lines, map { "> $_" } split /\n/, sent(%o) if exists $o{json} || defined $o{body};
	return bytes(join("\n", @lines) . "\nno answer\n\n") unless $r;
	push @lines, $r->status, grep { $_ ne $alike } map { "$_->[0]: $_->[1]" } sort { "@$a" cmp "@$b" } grep { !$dropped{ $_->[0] } } @{ $r->{all} };
	my $body = $kept ? shown($r->body) =~ s/\r/\\r/gr : '(' . ($r->header('content-type') // '') . ', not kept)';
	return bytes(join("\n", @lines) . "\n") . ($body eq '' ? "\n" : "\n$body\n\n");
}

# shortened() - of a long answer its beginning, and the hash of all of it.
sub shortened {
	my ($entry) = @_;
	my @lines = split /\n/, $entry, -1;

	return $entry if @lines <= $LONG || $ENV{LASTRO_RECORD_WHOLE};
	return join "\n", @lines[0 .. $LONG / 2], sprintf("(%d lines more; all of it: %s)", @lines - $LONG / 2 - 1, sha256_hex($entry)), '', '';
}

sub bytes { my ($text) = @_; utf8::encode($text) if utf8::is_utf8($text); return $text }

sub sent {
	my (%o) = @_;
	my $body = $o{body};

	return shown(ref $o{json} ? JSON::PP->new->utf8->canonical->encode($o{json}) : bytes($o{json})) if exists $o{json};
	return "(multipart: $1)" if ($o{type} // '') =~ /multipart/ && $body =~ /filename="([^"]*)"/;
	return ($o{type} // 'no type') . "\n" . ($body =~ /[^\t\n\r\x20-\x7e\x80-\xff]/ || length $body > 4000 ? '(' . 'bytes)' : $body);
}

# ---- showing ----

# shown() - JSON broken into lines between tokens where it is long, the tokens untouched; anything else as it is.
sub shown {
	my ($body) = @_;
	my @tokens = $body =~ /"(?:[^"\\]|\\.)*"|[\[\]{}:,]|[^"\[\]{}:,]+/g;

	return $body unless $body =~ /^[\[{]/ && join('', @tokens) eq $body;
	my ($out, $at) = ('', 0);
	my @stack = ([]);
	for my $token (@tokens) {
		if ($token =~ /^[\[{]$/) {
			push @stack, [$token];
		} elsif ($token =~ /^[\]}]$/) {
			my $inner = pop @stack;
			push @{ $stack[-1] }, [@$inner, $token];
		} else {
			push @{ $stack[-1] }, $token;
		}
	}
	return @stack == 1 ? join '', map { laid_out($_, 0) } @{ $stack[0] } : $body;
}

sub flat { my ($node) = @_; return ref $node ? join '', map { flat($_) } @$node : $node }

sub laid_out {
	my ($node, $depth) = @_;
	my $flat = flat($node);

	return $flat if !ref $node || length($flat) + $depth <= $WIDTH;
	my ($open, @inner) = @$node;
	my $close = pop @inner;
	my $indent = "\n" . ' ' x ($depth + 1);
	my $out = $open . $indent;
	for my $part (@inner) {
		$out .= laid_out($part, $depth + 1);
		$out .= $indent if $part eq ',';
	}
	return $out . "\n" . ' ' x $depth . $close;
}

# ---- masking ----

sub masked {
	my ($self, $text) = @_;
	my $ids = $self->{group}{ids};
	my $cut = bytes('…');
	$text =~ s/, resource_metadata="[^"]*"//g;	# there where tokens are issued: t/http/0110-keys.t

	$text =~ s/\b(nonce-|nonce=")[\w+\/=-]{16,}/$1<nonce>/ga;
	$text =~ s/(__Host-lastro_browser=)[\w-]+/$1<browser>/ga;
	$text =~ s/(name="csrf" value=")[\w-]+/$1<csrf>/ga;
	$text =~ s{(<style[^>]*>).*?(</style>)}{$1$2}gs;	# how a page looks is no answer
	$text =~ s/lst_([a-z]+)_[0-9A-Za-z]+/<key $1>/g;
	$text =~ s/"(request_id|next_cursor|token|hash|prev_hash|cursor)":"[^"]{16,}"/"$1":"<$1>"/g;
	$text =~ s/^(x-request-id): .*$/$1: <request_id>/mg;
	$text =~ s/"(schema_version)":\d+/"$1":<$1>/g;
	$text =~ s/\bcursor=[^&>;\s"]{16,}/cursor=<cursor>/g;
	$text =~ s/[\w-]{60,}$cut/<text>$cut/ga;
	$text =~ s/\b[0-9a-f]{8}-[0-9a-f]{4}[-0-9a-f]{0,26}$cut/<id>$cut/g;
	$text =~ s/^((?:etag|> If-(?:None-)?Match): .*)$/tags_masked($1)/mge;
	$text =~ s/\b([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b/'<id ' . ($ids->{$1} \/\/= 1 + keys %$ids) . '>'/ge;
	return $text;
}

sub tags_masked { my ($line) = @_; $line =~ s/"[^"]{6,}"/"<tag>"/g; return $line }

1;
