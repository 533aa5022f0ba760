#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A person's suitability profile: the questionnaire without points, all answers or none, all profiles
# stored.

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Console;
use Lastro::OpenApi;
use Lastro::Tenants qw(account key organization);
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my ($me, $other) = (account($t), account($t));
my $office = organization($t, $me, $other);
my $doc;

sub pool { my ($now) = @_; $t->stop_pool if $t->{master}; $t->start_pool(workers => 1, env => { LASTRO_NOW => $now }) }
sub described { my ($operation, $r, $name) = @_; is_deeply [$doc->wrong($operation, $r)], [], "$name, as the document says" }
sub profile { my (%o) = @_; return $t->get('/v1/suitability', key => $me->{user_key}, %o)->json->{profile} }
sub put { my ($body, %o) = @_; return $t->request('PUT', '/v1/suitability', json => $body, key => $me->{user_key}, %o) }
sub faults { my ($r) = @_; return [$r->status, $r->code, map { "$_->{pointer} $_->{rule}" } @{ $r->json->{details}{errors} // [] }] }

pool('2026-11-20T15:00:00Z');
$doc = Lastro::OpenApi->new($t->get('/v1/openapi.json')->body);

# ---- the questionnaire ----

my $r = $t->get('/v1/suitability/questionnaire', key => $me->{platform_key});
is $r->status, 200, 'the questionnaire';
described('getSuitabilityQuestionnaire', $r, 'the questionnaire');
my @questions = @{ $r->json->{questions} };
is $r->json->{version}, '1', 'has a version';
cmp_ok scalar @questions, '>=', 8, 'and eight questions or more';
is_deeply [map { join ' ', sort keys %$_ } @questions, map { @{ $_->{options} } } @questions], [('options q text theme') x @questions, map { ('a text') x @{ $_->{options} } } @questions],
	'and not what an answer weighs';
my %theme = map { $_->{theme} => 1 } @questions;
ok $theme{$_}, "it asks for: $_" for 'Objetivos', 'Preferência de risco', 'Tolerância a perdas', 'Situação financeira', 'Necessidade de recursos', 'Conhecimento', 'Experiência';
is_deeply [grep { @{ $_->{options} } < 2 } @questions], [], 'each question has a choice';
is scalar(keys %{ { map { $_->{q} => 1 } @questions } }), scalar @questions, 'and an external id';
is $t->get('/v1/suitability/questionnaire')->status, 401, 'for those with a credential';

# ---- answers ----

is profile(), undef, 'no profile before answers';
my @least = map { { q => $_->{q}, a => $_->{options}[0]{a} } } @questions;
my @most = map { { q => $_->{q}, a => $_->{options}[-1]{a} } } @questions;
$r = put({ answers => \@least, version => 1 });
is $r->status, 200, 'the answers' or diag $r->body;
described('putSuitability', $r, 'the profile');
is_deeply [@{ $r->json->{profile} }{qw(level score updatedAt)}], ['Conservador', '0', '2026-11-20T15:00:00.000Z'], 'the least of everything is 0';
is_deeply [map { [@$_{qw(q a)}] } @{ $r->json->{profile}{answers} }], [map { [@$_{qw(q a)}] } @least], 'with the answers';
is $r->json->{profile}{answers}[0]{question}, $questions[0]{text}, 'in words too';
is_deeply profile(), $r->json->{profile}, 'is the profile';
described('getSuitability', $t->get('/v1/suitability', key => $me->{user_key}), 'it');
pool('2026-12-01T15:00:00Z');
is_deeply [@{ put({ answers => \@most })->json->{profile} }{qw(level score)}], ['Arrojado', '100'], 'the most of everything is 100';
is_deeply [@{ profile() }{qw(score updatedAt)}], ['100', '2026-12-01T15:00:00.000Z'], 'the latest counts';
is $t->sql("select string_agg(score::text, ' ' order by id) from suitability"), '0 100', 'and all stay';
is $t->sql("select count(*) from audit where kind = 'suitability.updated' and account_id = '$me->{id}'"), '2', 'each recorded in the trail';

# ---- refusals ----

my @short = @least[1 .. $#least];
for my $case (['no answers', {}, '/answers required'], ['an empty list', { answers => [] }, map { '/answers required' } @questions],
	['one missing', { answers => \@short }, '/answers required'], ['another version', { answers => \@least, version => 2 }, '/version maximum'],
	['an unknown question', { answers => [@least, { q => 'sorte', a => 'sim' }] }, '/answers/' . @least . '/q enum'],
	['an unknown option', { answers => [@short, { q => $least[0]{q}, a => 'talvez' }] }, "/answers/$#least/a enum"],
	['a question twice', { answers => [@least, $most[0]] }, '/answers/' . @least . ' unique'], ['no option', { answers => [@short, { q => $least[0]{q} }] }, "/answers/$#least/a required"],
	['no object', { answers => [@short, 'x'] }, "/answers/$#least type", '/answers required'], ['more', { answers => \@least, level => 'Arrojado' }, '/level unknown_member']) {
	my ($name, $body, @faults) = @$case;

	is_deeply faults(put($body)), [400, 'invalid_body', @faults], $name or diag put($body)->body;
}
is $t->sql("select count(*) from suitability"), '2', 'and nothing of it is stored';

# ---- access ----

is_deeply faults($t->get('/v1/suitability', key => $me->{platform_key})), [403, 'user_key_required'], 'a platform key has no profile';
is_deeply faults(put({ answers => \@least }, key => key($t, $me, scopes => ['account:read']))), [403, 'scope_missing'], 'a reader writes none';
is_deeply $t->get('/v1/suitability', key => $other->{user_key})->json, { profile => undef }, 'another person has another';
my %there = (headers => { 'x-service-workspace' => $office->{id} });
is profile(%there), undef, 'an organization\'s wallet has its own';
is put({ answers => \@least }, %there)->status, 200, 'one is made there';
is_deeply [map { $_->{score} } profile(), profile(%there)], ['100', '0'], 'and they are two';
is $t->get('/v1/suitability', key => $other->{user_key}, %there)->json->{profile}, undef, 'a colleague\'s is not mine';
$t->sql("update workspace set wallet = 'suspended' where id = '$me->{workspace}'");
is_deeply faults(put({ answers => \@least })), [403, 'wallet_suspended'], 'not while the wallet is suspended';
is profile()->{score}, '100', 'but it is read';

# ---- the page ----

$t->stop_pool;
my $c = Lastro::Console->new($t, now => '2026-12-02T15:00:00Z');
my ($rui) = $c->person('rui@example.com');
sub page { return $c->page('/account/profile') }
my $page = page();
like $page, qr{Você ainda não respondeu: são dez perguntas}, 'says that there is none yet';
is scalar(@questions), 10, 'ten';
is scalar(() = $page =~ /<fieldset id=/g), 10, 'it asks them all';
is scalar(() = $page =~ /type="radio"/g), scalar(map { @{ $_->{options} } } @questions), 'with every option';
unlike $page, qr{\bchecked\b}, 'of which none is chosen';

my %chosen = (finalidade => 'crescer', prazo => 'ate_5_anos', risco => 'moderado', perda => 'esperar', receitas => 'ate_20_mil', patrimonio => 'menor_parte',
	liquidez => 'em_3_anos', conhecimento => 'renda_variavel', experiencia => 'regulares');
$r = $rui->submit($rui->open('/account/profile'), %chosen);
is $r->status, 400, 'without an answer it is refused';
$page = $c->held($r, 'refused');
like $page, qr{O perfil não foi gravado\. Confira o que está marcado\.}, 'which is said';
like $page, qr{<li><a href="#formacao">Falta preencher: a resposta de “Sua formação ou seu trabalho[^<]*”\.</a></li>}, 'with the question';
is scalar(() = $page =~ /\bchecked\b/g), 9, 'and the others stay chosen';
is_deeply [$c->json('/v1/suitability'), $t->sql('select count(*) from suitability')], [{ profile => undef }, '3'], 'nothing is stored';

$r = $rui->submit($rui->open('/account/profile'), %chosen, formacao => 'nao');
is_deeply [$r->status, $r->header('location')], [303, '/account/profile'], 'with all of them it is stored' or diag $r->body;
# 3 + 2 + 1 + 3 + 1 + 2 + 2 + 2 + 2 + 0 = 18 of 4 + 4 + 4 + 4 + 2 + 3 + 4 + 3 + 3 + 1 = 32: 56.25, rounded half up 56.
like page(), qr{Moderado: 56 pontos de 100, pelas respostas de 02/12/2026\.}, 'and told';
is_deeply { map { @$_{qw(q a)} } @{ $c->json('/v1/suitability')->{profile}{answers} } }, { %chosen, formacao => 'nao' }, 'as it was answered';
$r = $rui->submit($rui->open('/account/profile'), finalidade => 'preservar');
like page(), qr{Moderado: 47 pontos}, 'one answer is changed: 15 of 32 are 46.875';
like $c->page('/account'), qr{<a href="/account/profile">Perfil de investidor</a>}, 'the page of the account leads there';
is $rui->post_form('/account/profile', { csrf => 'x', %chosen, formacao => 'sim' })->status, 403, 'a form from elsewhere is refused';
is $rui->submit($rui->open('/account/profile'), finalidade => 'sorte')->status, 400, 'an unknown option, too';
like page(), qr{Moderado: 47 pontos}, 'and nothing of them is stored';

done_testing;
