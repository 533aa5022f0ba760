# SPDX-License-Identifier: Apache-2.0
package Lastro::Recorder;

# A Lastro::Test that records requests and their answers in groups, and compares them with the recorded ones in
# t/recorded/GROUP.txt.  LASTRO_RECORD=1 rewrites the files.  The files have the beginning and a hash of long answers;
# LASTRO_RECORD_WHOLE=DIR writes whole answers there instead, to compare two runs.
#
#	my $t = Lastro::Recorder->new;
#	$t->known($secret, 'ana');			# the name shown for a key
#	$t->group('ledger', sub { $t->get('/v1/portfolios', key => $secret) });
#	$t->unrecorded(sub { ... });			# requests that only prepare something
#
# Compares status, headers and body byte for byte.  Masks values that differ at each run: ids (by their order of first
# appearance in the group), keys, tags, cursors, tokens, hashes.  Omits the headers in %dropped, and $alike, which every
# read has.
# JSON is broken into lines between its tokens, which stay as sent.  Only unusual headers are shown; a usual one that
# is missing is shown as "(none)".
# A refusal is one line: the request, the status, and the other members of the problem.
#
#	=== 4 POST /v1/portfolios as ana > {"name":"A"} = 409 portfolio_name_taken "TITLE" "DETAIL" MORE OF details | UNUSUAL HEADER

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
my $newline = bytes('⏎');
my @usual = ('x-content-type-options: nosniff', 'x-request-id: <request_id>');
my @usual_of_answers = (@usual, 'cache-control: private, no-cache', 'content-type: application/json');
my @usual_of_refusals = (@usual, 'cache-control: no-store', 'content-type: application/problem+json');
my %dropped = map { $_ => 1 } qw(date server-timing content-length status ratelimit ratelimit-policy);

sub new {
	my ($class, @more) = @_;
	my $self = $class->SUPER::new(@more);

	$self->{known} = {};
	$self->{seen} = [];
	return $self;
}

sub known { my ($self, %name) = @_; $self->{known}{$_} = $name{$_} for keys %name; return }

# seen() - every recorded request: [method, path, status, sent body, code].
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

# characters() - decodes a line that was read from a file; a line of characters stays.
sub characters { return utf8::is_utf8($_[0]) ? $_[0] : Encode::decode('UTF-8', $_[0]) }

# differences() - the request's line, then the lines that differ.
sub differences {
	my ($before, $after) = @_;
	my @was = split /\n/, $before;
	my @is = split /\n/, $after;
	my $from = 0;

	$from++ while $from < @was && $from < @is && $was[$from] eq $is[$from];
	pop @was, pop @is while @was > $from && @is > $from && $was[-1] eq $is[-1];
	my @lines = ((map { "- $_" } @was[$from .. $#was]), (map { "+ $_" } @is[$from .. $#is]));
	@lines = (@lines[0 .. 39], '…') if @lines > 40;
	return join "\n", map { characters($_) } $from ? $is[0] : (), @lines;
}

# ---- requests ----

# request() - as in Lastro::Test; body_kept => 0 omits a long body that another test checks.
sub request {
	my ($self, $method, $target, %o) = @_;
	my $kept = delete $o{body_kept} // 1;
	my $r = $self->SUPER::request($method, $target, %o);

	return $r unless $self->{group};
	my ($path) = split /\?/, $target;
	push @{ $self->{seen} }, [$method, $path, $r ? $r->status : 0, $o{json}, $r && $r->code];
	push @{ $self->{group}{entries} }, shortened($self->entry($method, $target, $r, $kept, %o));
	return $r;
}

sub entry {
	my ($self, $method, $target, $r, $kept, %o) = @_;
	my $n = @{ $self->{group}{entries} } + 1;
	my %headers = %{ $o{headers} // {} };
	my $as = defined $o{key} ? ' as ' . ($self->{known}{ $o{key} } // '<key>') : '';
	my $mask = sub { my ($text) = @_; return $self->masked(bytes($text)) };
	my $title = $mask->("=== $n $method $target$as");

	$headers{'x-service-workspace'} = $o{workspace} if defined $o{workspace};
	my @asked = map { my $name = $_; map { $mask->("> $name: $_") } ref $headers{$name} ? @{ $headers{$name} } : $headers{$name} } sort keys %headers;
	my $sent = exists $o{json} || defined $o{body} ? sent(%o) : '';
	my @lines = ($title, @asked, map { "> $_" } split /\n/, $mask->(shown($sent)));
	return join "\n", @lines, 'no answer', '', '' unless $r;
	my @unusual = map { $mask->($_) } unusual($r);
	my $body = $kept ? $r->body : '(' . ($r->header('content-type') // '') . ', not kept)';
	my $refusal = refusal($r->status, $mask->($target) =~ s/\?.*//sr, $mask->($body));
	return join "\n", @lines, $r->status, @unusual, $body eq '' ? () : ('', $mask->(shown($body)) =~ s/\r/\\r/gr), '', '' if !$refusal;
	return join(' ', $title, @asked, $sent eq '' ? () : '> ' . $mask->($sent) =~ s/\n/$newline/gr, "= $refusal", map { "| $_" } @unusual) . "\n";
}

# unusual() - the headers that differ from those of most answers.
sub unusual {
	my ($r) = @_;
	my @shown = grep { $_ ne $alike } map { "$_->[0]: $_->[1]" =~ s/^(x-request-id): .*$/$1: <request_id>/r } grep { !$dropped{ $_->[0] } } @{ $r->{all} };

	for my $usual ($r->status >= 400 ? @usual_of_refusals : @usual_of_answers) {
		my ($name) = $usual =~ /^([^:]+: )/;
		my @of = grep { index($_, $name) == 0 } @shown;

		@shown = grep { $_ ne $usual } @shown if @of == 1;
		push @shown, "$name(none)" if !@of;
	}
	return sort @shown;
}

# refusal() - a problem in short; undef if the body does not have the usual form of problems.
sub refusal {
	my ($status, $path, $body) = @_;
	my $string = qr/"(?:[^"\\]|\\.)*"/;

	return undef unless $body =~ m[^\{"type":"/problems/(\w+)","title":($string),"status":$status,"detail":($string),"instance":"\Q$path\E",
		"details":\{"code":"\1","request_id":"<request_id>"(?:,(.*))?\}\}$]xs;
	return "$status $1 $2 $3" . (defined $4 ? " $4" : '');
}

# shortened() - the beginning of a long answer, and the hash of the whole.
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

	return ref $o{json} ? JSON::PP->new->utf8->canonical->encode($o{json}) : $o{json} if exists $o{json};
	return "(multipart: $1)" if ($o{type} // '') =~ /multipart/ && $body =~ /filename="([^"]*)"/;
	return ($o{type} // 'no type') . "\n" . ($body =~ /[^\t\n\r\x20-\x7e\x80-\xff]/ || length $body > 4000 ? '(' . 'bytes)' : $body);
}

# ---- notation ----

# shown() - breaks long JSON into lines between its tokens; returns anything else unchanged.
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
	$text =~ s/, resource_metadata="[^"]*"//g;	# only where tokens are issued; t/http/0110-keys.t tests it

	$text =~ s{(/static/)[0-9a-f]{16}}{$1<hash>}g;
	$text =~ s/(__Host-lastro_browser=)[\w-]+/$1<browser>/ga;
	$text =~ s/(name="csrf" value=")[\w-]+/$1<csrf>/ga;
	$text =~ s/lst_([a-z]+)_[0-9A-Za-z]+/<key $1>/g;
	$text =~ s/"(request_id|next_cursor|token|hash|prev_hash|cursor)":"[^"]{16,}"/"$1":"<$1>"/g;
	$text =~ s/"(schema_version)":\d+/"$1":<$1>/g;
	$text =~ s/\bcursor=[^&>;\s"]{16,}/cursor=<cursor>/g;
	$text =~ s/[\w-]{60,}$cut/<text>$cut/ga;
	$text =~ s/\b(?:[0-9a-f]{8}-[0-9a-f]{4}[-0-9a-f]{0,26}|01[0-9a-f]{1,6}-?)$cut/<id>$cut/g;	# an id begins with the time, so its beginning changes too
	$text =~ s/^((?:etag|> If-(?:None-)?Match): .*)$/tags_masked($1)/mge;
	$text =~ s/\b([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b/'<id ' . ($ids->{$1} \/\/= 1 + keys %$ids) . '>'/ge;
	return $text;
}

sub tags_masked { my ($line) = @_; $line =~ s/"[^"]{6,}"/"<tag>"/g; return $line }

1;
