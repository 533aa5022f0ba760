#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The office's clients: visibility, stored data, suitability profile, the total value of their portfolios, and past
# days (at).

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Holder;
use Lastro::Market qw(closes bump);
use Lastro::Office;
use Lastro::OfficeTable qw(table_ok bare);
use Lastro::Test qw(wait_for);
use POSIX ();
use Test::More;

my $t = Lastro::Test->new;
my $office = Lastro::Office->new($t, 'Escritorio');
my $other = Lastro::Office->new($t, 'Vizinho');
my %who = map { $_ => $office->member($_) } qw(owner admin advisor assistant);
my $colleague = $office->member('advisor', name => 'Colega');
my $stranger = $other->member('owner', name => 'Estranha');
my $none = '0192f0c1-2a3b-7c4d-8e5f-0a1b2c3d4e5f';
my ($true, $false) = (JSON::PP::true(), JSON::PP::false());
my $ws = $office->{workspace};
my $begun = 0;

sub at {
	my ($now) = @_;

	$t->stop_pool if $begun++;
	$t->start_pool(workers => 1, env => { LASTRO_NOW => $now =~ /T/ ? $now : "${now}T15:00:00Z" });
}
sub done { my ($r, $name) = @_; is $r->status, 200, $name or diag $r->body; is_deeply [$office->faults($r, as => $who{owner})], [], '… as its schema says'; return $r->json }
sub refused { my ($r, @rest) = @_; my $name = pop @rest; is_deeply(Lastro::Office::rule($r), \@rest, $name) or diag $r->body }
sub snapshot {
	return $t->sql("select md5(string_agg(x::text, ',' order by x::text)) from (select to_jsonb(c) as x from client c
		union all select to_jsonb(a) from client_assignment a union all select to_jsonb(p) from client_profile p
		union all select to_jsonb(p) from portfolio p union all select to_jsonb(d) from portfolio_directory d
		union all select to_jsonb(l) from ledger l union all select to_jsonb(a) from audit a
		union all select to_jsonb(h) from audit_head h union all select to_jsonb(i) from idempotency i) y");
}
sub create { my ($as, %f) = @_; return $office->action('advisor.client.create', \%f, as => $as) }
sub made { my ($as, %f) = @_; my $r = create($as, %f); die $r->body unless $r->status == 200; return $r->json->{result} }
sub update { my ($id, %f) = @_; return $office->action('advisor.client.update', { client_id => $id, %f }, as => $who{owner}) }
sub get { my ($id, %o) = @_; return $office->function('advisor.client.get', {}, as => $who{owner}, subject => $id, %o) }
sub names { my ($as, %input) = @_; return join ' ', map { $_->{name} } @{ $office->function('advisor.clients.list', \%input, as => $as)->json->{data} } }

# Answers with the points 2+3+1+3+1+2+3+2+2+0 = 19 of 32, which is 59 (v-15-01).
my %moderate = (finalidade => 'renda', prazo => 'ate_10_anos', risco => 'moderado', perda => 'esperar', receitas => 'ate_20_mil',
	patrimonio => 'menor_parte', liquidez => 'em_5_anos', conhecimento => 'renda_variavel', experiencia => 'regulares', formacao => 'nao');
my @order = qw(finalidade prazo risco perda receitas patrimonio liquidez conhecimento experiencia formacao);
sub answers { my %a = (%moderate, @_); return [map { { q => $_, a => $a{$_} } } grep { defined $a{$_} } @order] }

# ---- each operation: required role and refusals ----

at('2026-11-20');
my $family = $office->action('advisor.family.create', { name => 'Andrade' }, as => $who{advisor})->json->{result}{id};
my $strange_family = $other->action('advisor.family.create', { name => 'Dias' }, as => $stranger)->json->{result}{id};
my $strange = $other->action('advisor.client.create', { name => 'Dario' }, as => $stranger)->json->{result}{id};
my $ana = made($who{advisor}, name => 'Ana Prado', tax_id => '529.982.247-25', email => 'ana@example.com', family_id => $family)->{id};
my $doomed = made($who{advisor}, name => 'Zuleica')->{id};
for my $client ($ana, $doomed) {
	$office->action('advisor.client_assignment.set', { client_id => $client, member_ids => [map { $who{$_}{id} } qw(advisor assistant)] }, as => $who{owner});
}

table_ok($office, who => \%who, other => $other, snapshot => \&snapshot, table => {
	'advisor.clients.list' => { reach => 'assistant', input => {}, ids => { family_id => $strange_family, member_id => $stranger->{id} } },
	'advisor.client.get' => { reach => 'assistant', input => {}, subject => $ana, strange => $strange, at => 1 },
	'advisor.client.history' => { reach => 'assistant', input => {}, subject => $ana, strange => $strange, at => 1 },
	'advisor.client.create' => { reach => 'advisor', action => 1, input => { name => 'Bruno Reis', family_id => $family }, ids => { family_id => $strange_family } },
	'advisor.client.update' => { reach => 'advisor', action => 1, input => { client_id => $ana, family_id => $family, phone => '11 5555-0100' },
		ids => { client_id => $strange, family_id => $strange_family } },
	'advisor.client.delete' => { reach => 'advisor', action => 1, confirm => 1, input => { client_id => $doomed }, ids => { client_id => $strange } },
	'advisor.client_profile.update' => { reach => 'advisor', action => 1, input => { client_id => $ana, answers => answers() }, ids => { client_id => $strange } },
});

# ---- visibility ----

my $carla = made($colleague, name => 'Carla Dias')->{id};
my $diva = made($who{owner}, name => 'Diva Élis', tax_id => '12.abc.345/01de-35')->{id};
is names($who{owner}), 'Ana Prado Bruno Reis Carla Dias Diva Élis', 'an owner sees all, by name';
is names($who{admin}), names($who{owner}), 'an admin too';
is names($who{advisor}), 'Ana Prado', 'an advisor those assigned';
is names($who{assistant}), 'Ana Prado', 'an assistant the same';
is names($colleague), 'Carla Dias', 'a client of an advisor\'s making is assigned to the advisor';
is_deeply get($carla)->json->{data}{member_ids}, [$colleague->{id}], 'as reported';
is_deeply get($diva)->json->{data}{member_ids}, [], 'an owner\'s cannot be given';
for my $id ($carla, $none) {
	my @as = (as => $who{advisor});
	my $which = $id eq $none ? 'no client' : 'a colleague\'s client';

	refused($office->function('advisor.client.get', {}, @as, subject => $id), 404, 'subject_not_found', undef, "$which: get");
	refused($office->function('advisor.client.history', {}, @as, subject => $id), 404, 'subject_not_found', undef, "$which: history");
	refused($office->action('advisor.client.update', { client_id => $id, name => 'X' }, @as), 404, 'subject_not_found', undef, "$which: update");
	refused($office->action('advisor.client.delete', { client_id => $id }, @as, confirmed => $true), 404, 'subject_not_found', undef, "$which: delete");
	refused($office->action('advisor.client_profile.update', { client_id => $id, answers => answers() }, @as), 404, 'subject_not_found', undef, "$which: profile");
}
is $t->sql("select name from client where id = '$carla'"), 'Carla Dias', 'and it is as it was';

# ---- the list ----

for my $case (['a name, without accents', { q => 'ELIS' }, 'Diva Élis'], ['a part of one', { q => 'r' }, 'Ana Prado Bruno Reis Carla Dias'],
	['a CPF', { q => '529.982.247-25' }, 'Ana Prado'], ['its beginning', { q => '5299' }, 'Ana Prado'], ['a CNPJ with letters', { q => '12abc' }, ''],
	['with three digits', { q => '12.ABC.3' }, 'Diva Élis'], ['not the end of one', { q => '24725' }, ''], ['no wildcard', { q => '%' }, ''], ['nor another', { q => '_' }, ''],
	['a family', { family_id => $family }, 'Ana Prado Bruno Reis'], ['a family and a name', { family_id => $family, q => 'reis' }, 'Bruno Reis'],
	['a member', { member_id => $colleague->{id} }, 'Carla Dias'], ['a member and a family', { member_id => $colleague->{id}, family_id => $family }, '']) {
	is names($who{owner}, %{ $case->[1] }), $case->[2], "the list by $case->[0]";
}
is names($who{advisor}, member_id => $colleague->{id}), '', 'naming a colleague shows no more';
my $listed = $office->function('advisor.clients.list', { q => 'ana p' }, as => $who{owner})->json->{data}[0];
is_deeply [@$listed{qw(id tax_id email phone)}, $listed->{family}, $listed->{profile}{level}, $listed->{profile}{score}],
	[$ana, '52998224725', 'ana@example.com', '11 5555-0100', { id => $family, name => 'Andrade' }, 'Moderado', 59], 'the members of a line';
ok !exists $listed->{notes}, 'without the notes';

for my $input ({}, { family_id => $family }) {
	my ($cursor, @all);

	do {
		my $page = $office->function('advisor.clients.list', { %$input, limit => 1, $cursor ? (cursor => $cursor) : () }, as => $who{owner})->json;
		push @all, $page->{data}[0];
		$cursor = $page->{meta}{next_cursor};
		# A client is added behind the cursor.
		$t->sql("insert into client (workspace_id, id, name, name_key, family_id, created_by, created_at)
			values ('$ws', gen_random_uuid(), 'Aaa', 'aaa', '$family', '$who{owner}{account}', '2026-11-20')") if $cursor && @all == 1;
	} while ($cursor && @all < 20);
	is_deeply [map { $_->{name} } @all], [$input->{family_id} ? ('Ana Prado', 'Bruno Reis') : ('Ana Prado', 'Bruno Reis', 'Carla Dias', 'Diva Élis')], 'pages lose no client while others are added';
	$t->sql("delete from client where name = 'Aaa'");
}
my $cursor = $office->function('advisor.clients.list', { limit => 1 }, as => $who{owner})->json->{meta}{next_cursor};
refused($office->function('advisor.clients.list', { limit => 1, q => 'a', cursor => $cursor }, as => $who{owner}), 400, 'invalid_input', 'cursor', 'a cursor of another input');
is $office->function('advisor.clients.list', { limit => 2, cursor => $cursor }, as => $who{owner})->status, 200, 'the limit may change';

# ---- stored data ----

my $r = create($who{owner}, name => "  Élio  Sá ", tax_id => '33.000.167/0001-01', email => 'elio@example.com', phone => ' 21 5555 ', notes => "Uma linha\noutra");
my $elio = done($r, 'a client with all fields')->{result};
is_deeply [@$elio{qw(name tax_id email phone notes family profile portfolios updated_at)}],
	['Élio  Sá', '33000167000101', 'elio@example.com', '21 5555', "Uma linha\noutra", undef, undef, '0', undef], 'trimmed, its tax id bare';
is $t->sql("select kind, actor_ok from (select a.kind, a.account_id = '$who{owner}{account}' as actor_ok from audit a where a.id = '" . $r->json->{audit_event}{id} . "') x"),
	"client.created\tt", 'and recorded in the trail';
is $t->sql("select (input->>'name') || (input->>'tax_id') || (input->>'email') || (input->>'phone') || (input->>'notes') from audit where id = '" . $r->json->{audit_event}{id} . "'"),
	'[omitido]' x 5, 'without the name';
is $t->sql("select count(*) from audit where concat(input, changes, detail) ~* 'elio|Élio|33000167|prado|52998224725|529\\.982|21 5555'"), '0', 'nowhere in it';

for my $case (['a CPF with a wrong digit', '529.982.247-24'], ['a CNPJ with a wrong digit', '33.000.167/0001-02'], ['a CNPJ with letters and a wrong digit', '12ABC34501DE36'],
	['letters where digits must be', '12ABC34501DEAB'], ['one digit repeated', '11111111111'], ['neither', '123.456.789.0']) {
	refused(create($who{owner}, name => 'X', tax_id => $case->[1]), 400, 'invalid_input', 'tax_id', $case->[0]);
}
for my $case (['no name', { name => undef }, 'type'], ['a blank name', { name => '  ' }, 'min_length'], ['a name of two lines', { name => "a\nb" }, 'format'],
	['a name of 121', { name => 'a' x 121 }, 'max_length'], ['no address', { email => 'ana' }, 'format'], ['notes of 4,001', { notes => 'a' x 4001 }, 'max_length'],
	['a family that is no id', { family_id => 'andrade' }, 'format']) {
	refused(create($who{owner}, name => 'X', %{ $case->[1] }), 400, 'invalid_input', $case->[2], $case->[0]);
}
# Errors of the schema and errors that a schema cannot express, all at once.
$r = create($who{owner}, name => "a\nb", phone => ' ', tax_id => '52998224726', email => 'ana', family_id => 7, nonsense => 1);
is_deeply [$r->status, map { "$_->{pointer} $_->{rule}" } sort { $a->{pointer} cmp $b->{pointer} } @{ $r->json->{details}{errors} }],
	[400, '/input/email format', '/input/family_id type', '/input/name format', '/input/nonsense unknown_member', '/input/phone min_length', '/input/tax_id tax_id'],
	'every error of a request is told';

for my $as ($who{owner}, $colleague) {
	refused(create($as, name => 'Outra', tax_id => '52998224725'), 409, 'invalid_input', 'tax_id_taken', 'a taken tax id');
	refused($office->preview('advisor.client.create', { name => 'Outra', tax_id => '529.982.247-25' }, as => $as), 409, 'invalid_input', 'tax_id_taken', 'in a preview too');
}
refused(update($diva, tax_id => '529.982.247-25'), 409, 'invalid_input', 'tax_id_taken', 'by a change neither');
done(update($diva, tax_id => '12.ABC.345/01DE-35'), 'its own again is not a conflict');
is $other->action('advisor.client.create', { name => 'Ana', tax_id => '52998224725' }, as => $stranger)->status, 200, 'another office may know the same person';

$r = $office->preview('advisor.client.update', { client_id => $elio->{id}, name => 'Élio Souza', email => undef, family_id => $family }, as => $who{owner})->json;
is_deeply [$r->{target}{type}, $r->{target}{name}, [sort { $a->{pointer} cmp $b->{pointer} } @{ $r->{changes} }]], ['advisor.client', 'Élio  Sá', [
	{ pointer => '/email', from => 'elio@example.com', to => undef }, { pointer => '/family_id', from => undef, to => $family },
	{ pointer => '/name', from => 'Élio  Sá', to => 'Élio Souza' }]], 'a preview of a change' or diag explain $r;
my $changed = done(update($elio->{id}, name => 'Élio Souza', email => undef, family_id => $family), 'the change')->{result};
is_deeply [@$changed{qw(name tax_id email phone notes updated_at)}, $changed->{family}{name}],
	['Élio Souza', '33000167000101', undef, '21 5555', "Uma linha\noutra", '2026-11-20T15:00:00.000Z', 'Andrade'], 'changes only the sent members';
is names($who{owner}, q => 'souza'), 'Élio Souza', 'and is found by it';
refused(update($elio->{id}, name => undef), 400, 'invalid_input', 'type', 'a name cannot be removed');
refused(update($elio->{id}), 400, 'invalid_input', 'min_properties', 'a change of nothing');
done(update($elio->{id}, family_id => undef, notes => undef, tax_id => undef), 'optional members can be emptied');
is_deeply [@{ get($elio->{id})->json->{data} }{qw(family notes tax_id)}], [undef, undef, undef], 'and is';
is_deeply [done(create($who{owner}, name => 'Filha', tax_id => undef), 'null is absent')->{result}{tax_id}, create($who{owner}, name => 'Filho')->status], [undef, 200], 'two clients without a tax id';

# ---- the questionnaire ----

sub profile { my ($id, $answers, %more) = @_; return $office->action('advisor.client_profile.update', { client_id => $id, answers => $answers, %more }, as => $who{owner}) }
sub faults_of { my ($r) = @_; return [map { "$_->{pointer} $_->{rule}" } @{ $r->json->{details}{errors} }] }
my $asked = $t->get('/v1/suitability/questionnaire', key => $who{assistant}{key});
is_deeply [$asked->status, map { $_->{q} } @{ $asked->json->{questions} }], [200, @order], 'its questions are read with a member key';
is_deeply $office->function('advisor.questionnaire.get', {}, as => $who{assistant})->json->{data}, $asked->json, 'and as a Function';
is profile($carla, $office->spec('actions', 'advisor.client_profile.update', as => $who{owner})->{examples}[0]{input}{answers})->status, 200, 'the example of the specification answers it';
$t->sql("delete from client_profile where client_id = '$carla'");
is get($carla)->json->{data}{profile}, undef, 'no profile without answers';
my $p = done(profile($carla, answers(), version => 1), 'the whole questionnaire')->{result}{profile};
is_deeply [@$p{qw(level score questionnaire updatedAt)}], ['Moderado', '59', '1', '2026-11-20T15:00:00.000Z'], '19 points of 32';
is_deeply [map { "$_->{q} $_->{a}" } @{ $p->{answers} }], [map { "$_ $moderate{$_}" } @order], 'with its answers';
is_deeply get($carla)->json->{data}{profile}, $p, 'as the client shows it';
my %bold = (finalidade => 'multiplicar', prazo => 'mais_de_10_anos', risco => 'muito_alto', perda => 'comprar');
my %timid = (finalidade => 'preservar', prazo => 'ate_6_meses', risco => 'certo', perda => 'vender_tudo');
# 4+4+4+4 + 1+2+3+2+2+0 = 26 of 32, 81.25; 0 + 10 of 32, 31.25
is_deeply [@{ profile($carla, answers(%bold))->json->{result}{profile} }{qw(level score)}], ['Arrojado', '81'], 'able to bear losses';
is_deeply [@{ profile($carla, [reverse @{ answers(%timid) }])->json->{result}{profile} }{qw(level score)}], ['Conservador', '31'], 'unable to bear losses; in any order';
is $t->sql("select string_agg(score::text, ' ' order by id) from client_profile where client_id = '$carla'"), '59 81 31', 'each answer stays';
is_deeply [sort map { "$_->{pointer} " . (ref $_->{to} ? '' : $_->{to}) } @{ $office->preview('advisor.client_profile.update', { client_id => $carla, answers => answers() }, as => $who{owner})->json->{changes} }],
	['/answers ', '/level Moderado', '/score 59'], 'a preview shows the result';
refused(profile($carla, answers(prazo => undef)), 400, 'invalid_input', 'required', 'an answer is missing');
refused(profile($carla, []), 400, 'invalid_input', 'min_items', 'no answers');
refused(profile($carla, answers(), version => 2), 400, 'invalid_input', 'const', 'an unanswered questionnaire');
is_deeply faults_of(profile($carla, [@{ answers(prazo => undef, risco => 'nenhum') }, { q => 'sorte', a => 'sim' }, { q => 'perda', a => 'comprar' }])),
	['/input/answers/1/a enum', '/input/answers/9/q enum', '/input/answers/10 unique', '/input/answers required'], 'every fault at once';
is_deeply faults_of(profile($carla, [{ q => 'prazo' }])), ['/input/answers/0/a required'], 'a question without an answer';
is $t->sql("select count(*) from client_profile where client_id = '$carla'"), '3', 'none of these is a profile';

# ---- portfolios, their total, and each past day ----

# Rows are entered on their dates; the answers of each day are compared at the end.
my $gil = made($who{owner}, name => 'Gil Novo')->{id};
my @portfolios;
sub portfolio {
	my ($name, %more) = @_;
	my $r = $office->action('advisor.client_portfolio.create', { client_id => $gil, name => $name, %more }, as => $who{owner});

	die $r->body unless $r->status == 200;
	push @portfolios, $r->json->{result}{id};
	return $portfolios[-1];
}
sub row {
	my ($portfolio, $symbol, $kind, $day, $quantity, $price) = @_;
	my $r = $office->action('advisor.client_portfolio_transaction.add', { portfolio_id => $portfolio, symbol => $symbol, asset_type => 'stock',
		kind => $kind, trade_date => $day, quantity => $quantity, price => $price }, as => $who{owner});

	die $r->body unless $r->status == 200;
}
my %close;
sub close_of {
	my ($symbol, $day, $price) = @_;

	$close{$symbol}{$day} = $price;
	$t->sql("delete from $_ where symbol = '$symbol'") for qw(quote last_close close_series);
	closes($t, b3 => $symbol, %{ $close{$symbol} });
}
my ($first, $second);
my @story = (
	['2026-11-23', sub { close_of('PETR4', $_[0], '30.50'); $first = portfolio('Longo prazo'); row($first, 'PETR4', 'buy', $_[0], 100, 30) }],
	['2026-11-24', sub { close_of('PETR4', $_[0], '31.00'); profile($gil, answers()) }],
	['2026-12-01', sub { close_of('VALE3', $_[0], '61.00'); close_of('PETR4', $_[0], '29.00'); $second = portfolio('Renda'); row($second, 'VALE3', 'buy', $_[0], 10, 60) }],
	['2026-12-02', sub { row(portfolio('Teste', exclude_from_consolidated => $true), 'PETR4', 'buy', $_[0], 9999, 1); profile($gil, answers(%bold));
		$office->action('advisor.client_assignment.set', { client_id => $gil, member_ids => [$who{advisor}{id}] }, as => $who{owner}) }],
	['2027-01-04', sub { close_of('PETR4', $_[0], '35.00'); close_of('VALE3', $_[0], '58.00'); row($first, 'PETR4', 'sell', $_[0], 40, 35) }],
);
my %then;
for my $step (@story) {
	my ($day, $enter) = @$step;

	at($day);
	$enter->($day);
	$then{$day} = [map { done($office->function("advisor.client.$_", {}, as => $who{owner}, subject => $gil), "$day: $_")->{data} } qw(get history)];
}
my %totals = map { $_ => $then{$_}[0]{totals} } keys %then;
is_deeply [map { "$totals{$_}{carteiras} $totals{$_}{patrimonio} $totals{$_}{invested} $totals{$_}{realized_pl}" } sort keys %then],
	['1 3050.00 3000.00 0.00', '1 3100.00 3000.00 0.00', '2 3510.00 3600.00 0.00', '2 3510.00 3600.00 0.00', '2 2680.00 2400.00 200.00'],
	'what the portfolios are worth together, simulations left out';
is_deeply [map { ($then{$_}[0]{profile} // {})->{level} } sort keys %then], [undef, 'Moderado', 'Moderado', 'Arrojado', 'Arrojado'], 'and the profile of the day';
is_deeply [map { $then{$_}[0]{portfolios} } sort keys %then], [1, 1, 2, 3, 3], 'and how many portfolios there were';
is_deeply [map { scalar @{ $_->{months} } } map { $then{$_}[1] } sort keys %then], [1, 1, 2, 2, 3], 'months come as they pass';
is $then{'2027-01-04'}[1]{months}[2]{equity}, '2680.00', 'the last one is today\'s';
is $then{'2027-01-04'}[1]{months}[2]{realized}, '200.00', 'with its result';

for my $day (sort keys %then) {
	my @again = map { done($office->function("advisor.client.$_", {}, as => $who{owner}, subject => $gil, at => $day), "at $day: $_")->{data} } qw(get history);

	is_deeply $again[0], $then{$day}[0], "the client at $day is the client of that day" or diag explain [$again[0], $then{$day}[0]];
	is_deeply $again[1], $then{$day}[1], 'so is the history' or diag explain [$again[1], $then{$day}[1]];
}
is get($gil, at => '2026-11-20')->json->{data}{totals}{has_portfolio}, $false, 'on its first day it had nothing';
refused(get($gil, at => '2026-11-19'), 404, 'subject_not_found', undef, 'and on the day before it was not there');
is_deeply bare(get($gil, at => '2026-11-19')), bare(get($none, at => '2026-11-19')), 'like one that never was';
refused($office->function('advisor.client.history', {}, as => $who{owner}, subject => $gil, at => '2026-11-19'), 404, 'subject_not_found', undef, 'it had no history either');
at('2026-11-21T02:59:59Z');
is get($gil, at => '2026-11-20')->status, 200, 'a day ends at midnight in São Paulo';

# The wallet does not show them.
at('2027-01-04');
my $key = $who{owner}{user_key};
refused($t->get("/v1/portfolios/$first", key => $key, headers => { 'x-service-workspace' => $office->{id} }), 404, 'portfolio_not_found', undef, 'the wallet\'s routes do not find a client\'s portfolio');
is_deeply $t->get('/v1/portfolio', key => $key, headers => { 'x-service-workspace' => $office->{id} })->json->{carteiras}, '0', 'they are not counted either';

# ---- deleting a client ----

$r = $office->preview('advisor.client.delete', { client_id => $gil }, as => $who{owner})->json;
is_deeply $r->{warnings}, ['Com o cliente se apagam 3 carteiras e 4 lançamentos, sem volta.'], 'a preview shows the losses';
is $t->sql("select count(*) from portfolio where client_id = '$gil'"), '3', 'and loses nothing';
is_deeply done($office->action('advisor.client.delete', { client_id => $gil }, as => $who{owner}, confirmed => $true), 'a client is deleted')->{result},
	{ id => $gil, deleted => $true, portfolios => '3' }, 'with its portfolios';
my $ids = join ', ', map { "'$_'" } @portfolios;
is $t->sql("select (select count(*) from portfolio where id in ($ids)) || ' ' || (select count(*) from ledger where portfolio_id in ($ids)) || ' ' ||
	(select count(*) from portfolio_directory where portfolio_id in ($ids)) || ' ' || (select count(*) from client_profile where client_id = '$gil') || ' ' ||
	(select count(*) from client_assignment where client_id = '$gil')"), '0 0 0 0 0', 'nothing of it is left';
refused(get($gil), 404, 'subject_not_found', undef, 'it is not found');
refused($office->action('advisor.client.delete', { client_id => $gil }, as => $who{owner}, confirmed => $true), 404, 'subject_not_found', undef, 'it cannot be deleted twice');

# One request deletes a client while another creates a portfolio for it.
my $fugitive = made($who{owner}, name => 'Fugaz')->{id};
my $deleter = Lastro::Holder->new($t, "delete from client where id = '$fugitive'");
my $child = fork // die "fork: $!";
if (!$child) {
	my $r = $office->action('advisor.client_portfolio.create', { client_id => $fugitive, name => 'Tarde' }, as => $who{owner});
	POSIX::_exit($r->status == 404 && $r->code eq 'subject_not_found' ? 0 : 1);
}
ok wait_for { $t->waits }, 'the portfolio waits for it';
$deleter->end('commit');
waitpid $child, 0;
is $? >> 8, 0, 'and finds no client any more';
is $t->sql('select count(*) from audit_faults()'), '0', 'the chain is whole';

done_testing;
