#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Texts for people contain no technical jargon: titles and details of problems, texts of the specifications, --help,
# pages, the OpenAPI document.

use strict;
use warnings;
use utf8;

use Encode qw(decode);
use File::Find ();
use JSON::PP ();
use Lastro::Test qw(slurp top_srcdir);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

# Programmers' words, and Portuguese ones derived from them.  Names of the API (ledger_version, input_schema)
# do not count, since underscores and dots belong to them.
my $word = qr/(?<![\w.\/\-<"'`=])(?:
	raz[ãõ](?:o|es)(?!\ social) | cadeias? | juntas | coortes? | livro-raz\w+ | fold(?:s|ed)? | tenants? | keyset | upsert | rollback | deadlock
	| timeouts? | snapshots? | parsers? | parsing | tuplas? | constraints? | triggers? | backend | frontend | endpoints? | hash(?:es)? | stubs? | mocks?
	| materializa\w+ | canônic\w+ | serializa\w+ | heurístic\w+ | normaliza\w+ | engines? | dedup\w* | pipelines? | fallbacks? | runtime | seeds? | flags?
	| workers? | buffers? | strings? | arrays? | floats? | booleanos? | ledgers? | payloads? | queries | commits? | índice\ parcial
	| corporate_events\ = | pontos?\ flutuantes? | ponteiros?\ nulos? | chaves?\ naturais | deriva(?:da|do)s?\ d
)(?![\w.\/:])/xi;

my %allowed = map { $_ => 1 } ('Function', 'Action');

my @texts;
sub text { my ($where, $text) = @_; push @texts, [$where, $text] if defined $text && $text ne ''; return }

# jargon() - the forbidden words in a text, except in quoted names.
sub jargon {
	my ($text) = @_;

	$text =~ s/`[^`]*`//g;
	return grep { !$allowed{$_} } $text =~ /($word)/g;
}

is_deeply [jargon('no livro, corporate_events = ledger; as cadeias do razão')], ['corporate_events =', 'ledger', 'cadeias', 'razão'], 'the test sees';
is_deeply [jargon('a razão social em ledger_version e `ledger`, de thread_slug')], [], 'and leaves names alone';

# ---- texts of the program ----

# Portuguese texts, recognised by their letters or their short words, without SQL.
sub is_portuguese { my ($t) = @_; return $t !~ /\b(?:select|insert into|update|delete from|coalesce|on conflict|where|returning)\b/ && ($t =~ /[ãçéíóúêõáàâô]/i || $t =~ /(?:^|\s)(?:de|da|do|das|dos|para|com|que|uma?|em|sem|por)\s/) }

File::Find::find({ no_chdir => 1, wanted => sub {
	return unless /\.[ch]$/;
	my $source = decode('UTF-8', slurp($_)) =~ s{/\*.*?\*/}{}gsr;

	while ($source =~ /((?:"(?:[^"\\\n]|\\.)*"\s*)+)/g) {
		my $t = join '', $1 =~ /"((?:[^"\\\n]|\\.)*)"/g;
		text($_, $t) if is_portuguese($t);
	}
} }, top_srcdir() . '/src');

# members() - title, summary, description and reasons of a specification.
sub members {
	my ($where, $value) = @_;

	return map { members($where, $_) } @$value if ref $value eq 'ARRAY';
	return unless ref $value eq 'HASH';
	for my $name (sort keys %$value) {
		text($where, $value->{$name}) if $name =~ /^(?:title|summary|description|reason|effects|meaning|mend)$/ && !ref $value->{$name};
		members($where, $value->{$name});
	}
	return;
}
members($_, JSON::PP->new->utf8->decode(slurp($_))) for glob top_srcdir() . '/src/*/schemas/*.json';
cmp_ok scalar @texts, '>', 2000, scalar(@texts) . ' texts of the sources';

# ---- texts of the running service ----

my $t = Lastro::Test->new;
my $help = decode('UTF-8', $t->lastro_ok('--help'));
text('lastro --help', $help);
my %command;
$command{$1}++ while $help =~ /^  ([a-z]+(?: [a-z]+)?)\b/mg;
for my $command (sort keys %command) {
	my $r = $t->lastro((split / /, $command), '--help');

	text("lastro $command --help", decode('UTF-8', $r->{out})) if $r->{status} == 0;
}
$t->start_pool(workers => 1, env => { LASTRO_BASE_URL => 'https://lastro.example' });
my $doc = JSON::PP->new->utf8->decode($t->get('/v1/openapi.json')->body);
delete $doc->{components}{examples};
members('openapi', $doc);
my %code;
sub codes {
	my ($v) = @_;

	$code{$_}++ for ref $v eq 'HASH' && ref $v->{enum} eq 'ARRAY' ? grep { defined && /^[a-z]+(?:_[a-z]+)+$/ } @{ $v->{enum} } : ();
	codes($_) for ref $v eq 'HASH' ? values %$v : ref $v eq 'ARRAY' ? @$v : ();
	return;
}
codes($doc);
my $problems = 0;
for my $code (sort keys %code) {
	my $r = $t->get("/problems/$code", headers => { Accept => 'application/json' });

	next unless $r->status == 200;
	$problems++;
	members("/problems/$code", $r->json);
}
cmp_ok $problems, '>', 60, "$problems problems";
my @pages = ('/', '/login', '/sign-up', '/docs', ($t->get('/docs')->body =~ m{href="(/docs/[a-z-]+)"}g));
for my $page (@pages) {
	my $r = $t->get($page);

	next unless $r->status == 200;
	my $shown = decode('UTF-8', $r->body) =~ s/<style.*?<\/style>//gsr =~ s/<code>.*?<\/code>//gsr =~ s/<[^>]*>/ /gr;
	text($page, $shown);
}
my %found;
for my $one (@texts) {
	$found{"$_ in $one->[0]: " . substr $one->[1] =~ s/\s+/ /gr, 0, 160}++ for jargon($one->[1]);
}
ok !%found, scalar(@texts) . ' texts have no word of the trade' or diag join "\n", sort keys %found;

done_testing;
