#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Plans of an office's clients: who is out of the targets, a client's plan and targets, one amount or a list of amounts; as a
# Function, as pages and as sheets (doc/calculations.md 21.2, 21.3).  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Browser;
use Lastro::Console qw(told_text);
use Lastro::Market qw(closes rates);
use Lastro::Office;
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
closes($t, b3 => 'PETR4', '2026-11-18' => '30.00', '2026-11-19' => '33.00');
closes($t, b3 => 'KNRI11', '2026-11-18' => '100.00', '2026-11-19' => '110.00');
closes($t, us => 'VOO', '2026-11-19' => '500.00');
rates($t, '2026-11-18' => '5.0000', '2026-11-19' => '5.0000');
my $office = Lastro::Office->new($t, 'Escritório');
my %who = map { $_ => $office->member($_) } qw(owner advisor assistant);
my $other = Lastro::Office->new($t, 'Vizinho');
my $stranger = $other->member('owner');
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->enter($who{owner}{email});
my $at = "/offices/$office->{id}";

sub action { my ($name, $input) = @_; my $r = $office->action("advisor.$name", $input, as => $who{owner}); is $r->status, 200, $name or diag $r->body; return $r->json->{result} }
sub function { my ($name, $input, %o) = @_; return $office->function("advisor.$name", $input, as => $who{owner}, %o) }
sub data { my ($r, $name) = @_; is $r->status, 200, $name or diag $r->body; is_deeply [$office->faults($r, as => $who{owner})], [], '… as its schema says'; return $r->json->{data} }
sub rules { my ($r) = @_; return join ' ', $r->status, map { "$_->{pointer} $_->{rule}" } @{ $r->json->{details}{errors} // [] } }
sub row { my ($symbol, $type, $quantity) = @_; return { symbol => $symbol, asset_type => $type, kind => 'buy', trade_date => '2026-01-05', quantity => $quantity, price => 20 } }
# One space between all words.
sub flat { my ($html) = @_; return told_text($html) =~ s/[\s\x{a0}]+/ /gr }
sub text { my ($r) = @_; return flat(Encode::decode('UTF-8', $r->body)) }
sub sheet { my ($r) = @_; is $r->header('Content-Type'), 'text/csv; charset=utf-8', 'a sheet' or diag $r->body; return [map { s/\r//r } split /\n/, Encode::decode('UTF-8', $r->body)] }
# What a plan must leave as it was; a list that was sent is kept for an hour.
sub quiet { return $t->sql('select (select count(*) from ledger), (select count(*) from audit), (select count(*) from portfolio_targets), (select sum(ledger_version) from portfolio)') }

# Dora has 100 PETR4 at 33.00 = 3,300 and 10 KNRI11 at 110.00 = 1,100 of targets 50 and 50; Elis has 10 KNRI11 and wants nothing but VOO, which she has
# not; Fabio has no targets.
my %targets = (Dora => { slices => [{ name => 'Bolsa', pct => 50, types => ['stock'], inside => [{ symbol => 'PETR4', asset_type => 'stock', pct => 100 }] },
		{ name => 'Imóveis', pct => 50, assets => [{ symbol => 'KNRI11', asset_type => 'fii' }] }] },
	Elis => { slices => [{ name => 'Dólar', pct => 100, assets => [{ symbol => 'VOO', asset_type => 'us' }] }] });
my (%client, %theirs);
for my $name (qw(Dora Elis Fabio)) {
	$client{$name} = action('client.create', { name => $name, $name eq 'Dora' ? (tax_id => '529.982.247-25') : () })->{id};
	$theirs{$name} = action('client_portfolio.create', { client_id => $client{$name}, name => "De $name" })->{id};
	action('client_portfolio_transaction.add', { portfolio_id => $theirs{$name}, transactions => [$name eq 'Dora' ? row('PETR4', 'stock', 100) : (), row('KNRI11', 'fii', 10)] });
	action('client_targets.set', { portfolio_id => $theirs{$name}, targets => $targets{$name} }) if $targets{$name};
}
action('client_assignment.set', { client_id => $client{Dora}, member_ids => [$who{assistant}{id}] });

# ---- as a Function ----

# Dora's 1,100: Imóveis are at 1,100 / 50 = 22 reais a point, Bolsa at 66; raised together they would meet at 44: all goes to KNRI11, 10 units of 110.00.
# Elis's 2,600: a unit of VOO is 0.000001 of 2,500.00: 1.04 of them cost 2,600.00.
my $before = quiet();
my @list = ({ tax_id => '52998224725', contribution => '1100.00' }, { id => $theirs{Elis}, contribution => 2600 });
my $plans = data(function('plans.get', { plans => \@list }), 'a list of amounts');
sub bought { my ($p) = @_; return map { my $s = $_; map { "$_->{symbol} $_->{quantity} $_->{cost}" } grep { $_->{amount} != 0 } @{ $s->{buy} // [] } } @{ $p->{plan}{slices} } }
is_deeply [map { join ' ', $_->{client}, $_->{portfolio}, bought($_) } @$plans], ['Dora De Dora KNRI11 10 1100.00', 'Elis De Elis VOO 1.04 2600.00'], 'in its order, what each buys';
is_deeply [map { $_->{plan} } @$plans], [map { function('client_plan.get', { contribution => $_->[1] }, subject => $theirs{ $_->[0] })->json->{data} } ['Dora', '1100'], ['Elis', '2600']],
	'as the plan of each alone';
is_deeply [map { $_->{client} } @{ data(function('plans.get', { plans => [reverse @list] }), 'the other way round') }], ['Elis', 'Dora'], 'in the list\'s order';
my $all = data(function('plans.get', { contribution => '1100.00' }), 'one amount');
is_deeply [sort map { $_->{client} } @$all], ['Dora', 'Elis'], 'of all who have targets';
my $page = function('plans.get', { contribution => '1100.00', limit => 1 })->json;
my $next = function('plans.get', { contribution => '1100.00', limit => 1, cursor => $page->{meta}{next_cursor} })->json;
is_deeply [map { $_->{portfolio_id} } @{ $page->{data} }, @{ $next->{data} }], [map { $_->{portfolio_id} } @$all], 'page by page';
is $next->{meta}{next_cursor}, undef, 'to the last';
is_deeply [map { $_->{client} } @{ data(function('plans.get', { contribution => 1 }, as => $who{assistant}), 'an assistant') }], ['Dora'], 'sees the own clients';

for ([[{ id => $theirs{Fabio}, contribution => 1 }], '409 /input/plans/0/id targets_not_found', 'no targets'],
	[[{ id => $client{Fabio}, contribution => 1 }, { tax_id => '11144477735', contribution => 1 }], '409 /input/plans/0/id targets_not_found /input/plans/1/tax_id targets_not_found', 'a client without targets, and nobody'],
	[[$list[0], { id => $client{Dora}, contribution => 5 }], '409 /input/plans/1/id repeated', 'the same portfolio twice'],
	[[{ tax_id => '52998224726', contribution => 1 }], '400 /input/plans/0/tax_id tax_id', 'a wrong check digit'],
	[[{ id => $theirs{Dora}, contribution => 0 }, { id => $theirs{Elis}, contribution => '1.001' }], '400 /input/plans/0/contribution value /input/plans/1/contribution value', 'amounts that are none'],
	[[{ id => 'x', contribution => 1 }], '400 /input/plans/0/id format', 'an id of nothing'],
	[[({ id => $theirs{Dora}, contribution => 1 }) x 101], '400 /input/plans max_items', 'a hundred and one']) {
	is rules(function('plans.get', { plans => $_->[0] })), $_->[1], "refused: $_->[2]";
}
is rules(function('plans.get', { plans => \@list, contribution => 1 })), '400 /input one_of', 'both at once';
is rules(function('plans.get', { plans => [{ id => $theirs{Elis}, contribution => 1 }] }, as => $who{assistant})), '409 /input/plans/0/id targets_not_found', 'a client of others is as none';
is rules($other->function('advisor.plans.get', { plans => [$list[1]] }, as => $stranger)), '409 /input/plans/0/id targets_not_found', 'as one of another office';
is_deeply $other->function('advisor.plans.get', { contribution => 1 }, as => $stranger)->json->{data}, [], 'which sees none of them';
is quiet(), $before, 'and nothing is written';

# A client with targets in two portfolios must name one; a simulation does not count, but may be named.
my $second = action('client_portfolio.create', { client_id => $client{Dora}, name => 'Outra' })->{id};
action('client_targets.set', { portfolio_id => $second, targets => $targets{Elis} });
is rules(function('plans.get', { plans => [$list[0]] })), '409 /input/plans/0/tax_id targets_not_found', 'two portfolios with targets';
$t->sql("update portfolio set exclude_from_consolidated = true where id = '$second'");
is_deeply [map { $_->{portfolio} } @{ data(function('plans.get', { plans => [$list[0], { id => $second, contribution => 5 }] }), 'a simulation') }], ['De Dora', 'Outra'], 'is named by its own id';

is data(function('client_targets.get', {}, subject => $theirs{Elis}), 'a client\'s targets')->{slices}[0]{name}, 'Dólar', 'are read';
is data(function('client_targets.get', {}, subject => $theirs{Fabio}), 'none'), undef, 'are null';

# ---- who is out, as a page and as a sheet ----

# Dora: 75.00 and 25.00 of 50; Elis: 0.00 of 100.
my $html = $c->page("$at/targets");
is_deeply [Lastro::Console::between($html, 'Clientes fora das metas') =~ m{/clients/[^"]*"[^>]*>(?:<bdi>)?(Dora|Elis)}g], ['Elis', 'Dora', 'Dora'], 'the furthest first';
like $html, qr{<a href="\Q$at\E/portfolios/$theirs{Elis}/plan">}, 'with a way to the plan';
is_deeply sheet($b->open("$at/targets?format=csv")), ['cliente;carteira;meta;valor;parcela;alvo;distancia;falta', 'Elis;De Elis;Dólar;0,00;0,00;100,00;-100,00;1100,00',
	'Dora;De Dora;Bolsa;3300,00;75,00;50,00;25,00;-1100,00', 'Dora;De Dora;Imóveis;1100,00;25,00;50,00;-25,00;1100,00'], 'as a sheet';
like $c->page("$at/clients/$client{Dora}"), qr{href="\Q$at\E/targets"}, 'in the navigation of the office';

# ---- a client's plan ----

my $plan = "$at/portfolios/$theirs{Dora}/plan";
like $c->page("$at/portfolios/$theirs{Dora}"), qr{<a href="\Q$plan\E">Plano e metas</a>}, 'the portfolio leads to it';
like text($b->open($plan)), qr{Fora da faixa: Bolsa 25,00 pontos acima e Imóveis 25,00 pontos abaixo}, 'how far it is';
$html = $c->page("$plan?contribution=1.100,00");
like flat(Lastro::Console::between($html, 'O que comprar')), qr{KNRI11\s+R\$\s*1\.100,00\s+10\s+R\$\s*110,00\s+R\$\s*1\.100,00}, 'where an amount goes' or diag flat($html);
like $html, qr{<a href="\Q$plan\E\?contribution=1100\.00&amp;format=csv">}, 'a sheet of it';
unlike $html, qr{/trades}, 'which leads to no trades';
is sheet($b->open("$plan?contribution=1100.00&format=csv"))->[3], 'Imóveis;;;1100,00;25,00;50,00;-25,00;sim;1100,00;1100,00;;;;0,00;', 'as the sheet has it';
is $b->open("$plan?contribution=dez")->status, 400, 'an amount that is none';
like text($b->open("$at/portfolios/$theirs{Fabio}/plan")), qr{Ainda não há metas.*Definir as metas}s, 'without targets there is a way to them';
is $b->open("$at/portfolios/$second" =~ s/$second/019a0000-0000-7000-8000-000000000000/r . '/plan')->status, 404, 'a portfolio of nothing';
is $b->open("$plan?x=1")->status, 400, 'an unknown parameter';

# ---- its targets, by a form ----

my $versions = sub { return $t->sql("select count(*) from portfolio_targets where portfolio_id = '$theirs{Fabio}'") };
my ($edit) = map { Lastro::Browser::unescape($_) } $b->open("$at/portfolios/$theirs{Fabio}/plan")->body =~ m{href="([^"]*client_targets\.set[^"]*)"};
my $form = $b->open($edit);
my %which = (which => qr{/actions/});
my $more = $b->submit($form, \%which, name0 => 'Bolsa', pct0 => '60,00', classe0_stock => 'on', add => 'on');
like $more->body, qr{name="name3"}, 'one more slice';
like $more->body, qr{name="name0"[^>]*value="Bolsa"}, 'what was typed is kept';
unlike text($more), qr/portfolio_id|JSON/, 'and no name of a member is seen';
my $bad = $b->shown($more, \%which, name1 => 'Imóveis', pct1 => '39,99', papers1 => 'KNRI11', step => 'preview');
is $bad->status, 400, 'a sum of 99.99' or diag $bad->body;
like text($bad), qr{99,99|somem 100}, 'is refused by its sum';
like $bad->body, qr{name="pct1"[^>]*value="39,99"}, 'and kept';
$bad = $b->shown($more, \%which, name1 => 'Imóveis', pct1 => '40', papers1 => 'NADA SEI', step => 'preview');
is $bad->status, 400, 'a paper of unknown class';
like text($bad), qr{classe entre parênteses}, 'says how to write it';
is $versions->(), 0, 'nothing is written';
my $preview = $b->shown($more, \%which, name1 => 'Imóveis', pct1 => '40', papers1 => 'KNRI11', step => 'preview');
is $preview->status, 200, 'a preview' or diag $preview->body;
like text($preview), qr{Nada foi gravado ainda.*Bolsa, 60,00% ?: Ações.*Imóveis, 40,00% ?: KNRI11}s, 'in words' or diag text($preview);
unlike $preview->body, qr/&quot;slices&quot;/, 'not as JSON';
is $versions->(), 0, 'which writes nothing';
my $done = $b->submit($preview, \%which, step => 'execute');
is $done->status . ' ' . $done->header('location'), "303 $at/portfolios/$theirs{Fabio}/plan", 'executed' or diag $done->body;
is $b->submit($preview, \%which, step => 'execute')->status, 303, 'pressed twice';
is $versions->(), 1, 'it is written once';
is $t->sql("select count(*) from audit where kind = 'client_targets.set' and subject_id = '$theirs{Fabio}'"), 1, 'with one row in the trail';
$form = $b->open($edit);
like $form->body, qr{name="pct1"[^>]*value="40,00"}, 'the form has what there is';
$preview = $b->shown($form, \%which, withdraw => 'on', step => 'preview');
is $b->submit($preview, \%which, step => 'execute')->status, 303, 'withdrawn' or diag $preview->body;
is function('client_targets.get', {}, subject => $theirs{Fabio})->json->{data}, undef, 'there are none';

# ---- amounts ----

my $foreign = $other->action('advisor.client.create', { name => 'Alheio' }, as => $stranger)->json->{result}{id};
$before = quiet();
$form = $b->open("$at/plans");
my %send = (which => qr{/plans$});
my $list = "cliente;aporte\n529.982.247-25;1.100,00\n\n$client{Elis};2600\n";
for (['pasted', amounts => $list], ['sent', file => ['aportes.csv', Encode::encode('UTF-8', "\x{feff}$list")]], ['with points', amounts => "529.982.247-25,1100.00\n$theirs{Elis},2600.00\n"]) {
	my ($how, @fields) = @$_;
	my $r = $b->submit($form, \%send, @fields);
	my $to = $r->header('location') // diag $r->body;
	my $shown = $b->arrive($r);

	is $shown->status, 200, "a list is $how" or diag $shown->body;
	my $table = flat(Lastro::Console::between(Encode::decode('UTF-8', $shown->body), 'O plano de cada cliente'));
	like $table, qr{Dora.*1\.100,00.*Imóveis.*KNRI11\s+R\$\s*1\.100,00\s+10.*Elis.*2\.600,00.*VOO\s+R\$\s*2\.600,00\s+1,04}s, 'the plan of each' or diag $table;
	my $csv = sheet($b->open("$to&format=csv"));
	is_deeply [$csv->[0], (grep { /KNRI11|VOO/ } @$csv)[0, 1]], ['cliente;carteira;meta;ativo;classe;valor;parcela;alvo;distancia;fora;falta;aporte;quantidade;preco;custo;sobra;motivo',
		'Dora;De Dora;Imóveis;KNRI11;FIIs;;;;;;;1100,00;10;110;1100,00;;', 'Elis;De Elis;Dólar;VOO;Exterior (EUA);;;;;;;2600,00;1,04;2500;2600,00;;'], 'as a sheet' or diag explain $csv;
}
like text($b->open("$at/plans?contribution=1.100,00")), qr{Dora.*KNRI11\s+R\$\s*1\.100,00\s+10}s, 'one amount for each';
is scalar(grep { /^(?:Dora|Elis);/ } @{ sheet($b->open("$at/plans?contribution=1.100,00&format=csv")) }), 7, 'as a sheet: Dora\'s two slices with a paper each, Elis\'s with one, and what she has outside';
is $b->open("$at/plans?contribution=0")->status, 400, 'an amount of nothing';
is $b->open("$at/plans?held=019a0000-0000-7000-8000-000000000000")->status, 410, 'a list that is not kept';

for (["x;1\n$client{Dora};dez\n", 'Linha 1, coluna 1: veio “x”; esperado: o id', 'Linha 2, coluna 2: veio “dez”; esperado: um valor em reais'],
	["$client{Dora};1.234\n", 'Linha 1, coluna 2: veio “1.234”; esperado: um valor em reais'],
	["$client{Dora};-5\n", 'Linha 1, coluna 2: veio “-5”'],
	["$client{Dora};5;6\n", 'Linha 1, coluna 3: veio “6”; esperado: nada'],
	["$client{Dora}\n", 'Linha 1, coluna 2: não veio nada'],
	["cliente;aporte\n", 'A lista não tem linhas'],
	["$client{Dora};1\n" x 101, 'A lista tem 101 linhas; cabem 100.'],
	["cliente;aporte\n$client{Dora};1\n$foreign;5\n", 'Linha 3, coluna 1: veio “' . $foreign],
	["$client{Dora};1\n529.982.247-25;2\n", 'Linha 2, coluna 1: veio “529.982.247-25”; esperado: cada carteira uma só vez'],
	["$client{Dora};1\n=cmd|' /C calc'!A0;<script>alert(1)</script>\n", 'Linha 2, coluna 1: veio “=cmd', 'Linha 2, coluna 2: veio “<script>']) {
	my ($sent, @wanted) = @$_;
	my $r = $b->arrive($b->submit($form, \%send, amounts => $sent));

	ok $r->status >= 400 && $r->status < 500, 'refused' or diag $r->body;
	like text($r), qr{$_|\Q$_\E}, "where: $_" or diag text($r) for @wanted;
	unlike $r->body, qr{<script>alert}, 'as text';
}
my $r = $b->submit($form, \%send, file => ['a.csv', '9' x 70000]);
like text($r), qr{A lista passa de 64 KB}, 'a file that is too large';
$r = $b->submit($form, \%send, amounts => '9' x 70000);
is $r->status, 400, 'and pasted';
$r = $b->submit($form, \%send);
is $r->status, 400, 'neither a file nor a list';
$r = $b->submit($form, \%send, amounts => $list, file => ['a.csv', $list]);
is $r->status, 400, 'both';
$r = $b->arrive($b->submit($form, \%send, file => ['a.csv', "\x00\xff\xfe" . ("\x01;" x 500)]));
ok $r->status >= 400 && $r->status < 500, 'bytes of nothing' or diag $r->status;
is quiet(), $before, 'nothing is written';

# Another's session has none of it.
my ($s) = $c->enter($stranger->{email});
is $s->open("$at/$_")->status, 404, "$_: another office's member" for 'targets', 'plans?contribution=1', "portfolios/$theirs{Dora}/plan";

$t->finish;
done_testing;
