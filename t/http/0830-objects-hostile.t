#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Hostile queries: bounded time, a clear answer, and no text of them in SQL.

use strict;
use warnings;
use utf8;
use Test::More;
use Time::HiRes qw(time);
use Lastro::Objects qw(object load_lines);
use Lastro::Tenants qw(account);
use Lastro::Test;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};

# Words in so many names that they find nothing, and words of three hundred characters.
load_lines($t, object('company:vale', name => 'VALE S.A.'), (map { object("fund:n$_", name => "Comum Alfa Beta Gama Delta Fundo " . join '', map { chr(97 + ($_ % 26)) } $_, $_ / 26, $_ / 676) } 1 .. 3000),
	map { object("fund:d$_", name => "Especie Dupla $_") } 1 .. 300);
$t->start_pool(env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub encoded { my ($s) = @_; utf8::encode($s) if utf8::is_utf8($s); return $s =~ s/([^A-Za-z0-9._~-])/sprintf '%%%02X', ord $1/ger }
sub ask { my ($path, $q) = @_; return $t->get("/v1/objects/$path?q=" . encoded($q), key => $key) }

sub bounded {
	my ($name, $q, $want) = @_;
	for my $path (qw(resolve suggest)) {
		next if $path eq 'suggest' && (length $q > 200 || $q =~ /\|/);
		my $start = time;
		my $r = ask($path, $q);
		my $took = time - $start;
		is $r->status, 200, "$path: $name: an answer";
		cmp_ok $took, '<', 3, "$path: $name: soon";
		is_deeply [map { "$_->{reason}" } @{ $r->json->{meta}{queries} }], $want, "$path: $name: and what it says" if $path eq 'resolve' && $want;
	}
}

bounded('only articles and legal forms', 's.a. de da do dos ltda me cia', ['no_match']);
bounded('only fund words', 'fundo de investimento em cotas de fundos de investimento', ['no_match']);
bounded('signs of LIKE', '%_%', ['no_match']);
bounded('signs of regular expressions', '(((((.*)+)+)+)+$ [a-z]{1000} \\', ['no_match']);
bounded('quotes, and the end of a statement', q('; drop table object; -- "x" $$), ['no_match']);
bounded('signs of a text search', q{vale & ! ( : * <-> 'x'}, ['fuzzy_needs_confirmation']);
bounded('from right to left', "\x{202E}elav\x{202C} شركة فالي \x{5E9}\x{5DC}\x{5D5}\x{5DD}", ['no_match']);
bounded('signs of four bytes', "\x{1F4B0}\x{1F680}\x{1F600} vale", ['exact_name']);
bounded('marks upon marks', 'v' . "\x{301}" x 150 . 'ale', ['exact_name']);
bounded('one letter 200 times', 'a' x 200, ['no_match']);
bounded('a hundred words', join(' ', map { chr(97 + $_ % 26) } 1 .. 100), ['no_match']);
bounded('words of three thousand names', 'comum alfa beta gama delta', ['no_match']);
bounded('words of three hundred names', 'dupla especie', ['fuzzy_needs_confirmation']);
bounded('the same with typing errors', 'duplla especcie', ['fuzzy_needs_confirmation']);
bounded('the common ones with typing errors', 'comun alfaa betta gamma dellta', undef);
bounded('twenty names of two hundred letters', join('|', map { substr("empresa numero $_ " . 'comum alfa beta gama delta participacoes industria ' x 5, 0, 200) } 1 .. 20), undef);
bounded('twenty names of typing errors', join('|', map { "xcomun$_ yalfaa zbetta gamma dellta" } 1 .. 20), undef);
is ask(resolve => 'a' x 201)->status, 400, '201 letters are too many';
is $t->get("/v1/objects/resolve?q=a%00b", key => $key)->status, 400, 'a NUL is refused';
is $t->get("/v1/objects/resolve?q=%ff%fe", key => $key)->status, 400, 'invalid UTF-8 is refused';
is $t->get('/v1/objects/' . encoded($_), key => $key)->status, 404, 'an id of nobody: ' . substr $_, 0, 20 for "company:'; --", 'x' x 500, "company:\x{1F4B0}", '..';
is scalar @{ ask(resolve => join '|', ('dupla especie') x 20)->json->{data} }, 200, 'at most 200 candidates in all';
is $t->sql('select count(*) from object'), '3301', 'all objects are still there';

done_testing();
