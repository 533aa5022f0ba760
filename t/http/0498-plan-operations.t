#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Targets, plan and what-if as Functions and Actions: a person's by an assistant, an office's of its clients; the tax of a
# plan's sales (doc/calculations.md 21.3 to 21.5).  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use Lastro::Market qw(closes rates);
use Lastro::Office;
use Lastro::OpenApi;
use Lastro::Tenants qw(account key);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $ana = account($t);
my ($key, $bia) = ($ana->{user_key}, account($t)->{user_key});
my $reader = key($t, $ana, scopes => ['account:read']);
my $office = Lastro::Office->new($t, 'Escritorio');
my $other = Lastro::Office->new($t, 'Vizinho');
my %who = map { $_ => $office->member($_) } qw(owner advisor assistant);
my $stranger = $other->member('owner', name => 'Estranha');

closes($t, b3 => 'PETR4', '2026-11-18' => '30.00', '2026-11-19' => '33.00');
closes($t, b3 => 'KNRI11', '2026-11-18' => '100.00', '2026-11-19' => '110.00');
closes($t, us => 'VOO', '2026-11-19' => '500.00');
rates($t, '2026-11-18' => '5.0000', '2026-11-19' => '5.0000');
$t->start_pool(workers => 2, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub row {
	my ($symbol, $type, $kind, $day, $quantity, $price) = @_;

	return { symbol => $symbol, asset_type => $type, kind => $kind, trade_date => $day, quantity => $quantity, price => $price };
}

sub portfolio {
	my ($name, @rows) = @_;
	my $id = $t->post('/v1/portfolios', { name => $name }, key => $key)->json->{id};
	my $r = $t->post("/v1/portfolios/$id/transactions", \@rows, key => $key);

	die $r->body unless $r->status == 201;
	return $id;
}

sub get { my ($path) = @_; my $r = $t->get($path, key => $key); die $r->body unless $r->status == 200; return $r->json }
# With numbers as an assistant's answers have them.
sub plain { my ($where) = @_; return JSON::PP->new->utf8->decode($t->get($where, key => $key)->body) }
sub code { my ($r) = @_; return $r->status . ' ' . ($r->json->{details}{code} // '') }

# 2,000 PETR4 at 20.00, now 33.00: 66,000; 10 KNRI11 at 110.00: 1,100.  67,100 in all.
my @rows = (row('PETR4', 'stock', 'buy', '2026-01-05', 2000, 20), row('KNRI11', 'fii', 'buy', '2026-01-05', 10, 90));
my $id = portfolio('Principal', @rows);
my $path = "/v1/portfolios/$id";
my %half = (slices => [{ name => 'Bolsa', pct => '50.00', types => ['stock'], inside => [{ symbol => 'PETR4', asset_type => 'stock', pct => 100 }] },
	{ name => 'Imóveis', pct => '50.00', assets => [{ symbol => 'KNRI11', asset_type => 'fii' }] }]);

# ---- a person's, by an assistant ----

sub tool {
	my ($name, $arguments, $who) = @_;
	my $r = $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => $name, arguments => $arguments } }, key => $who // $key);

	return JSON::PP->new->utf8->decode($r->body)->{result};
}
sub fault {
	my ($r) = @_;
	my $details = $r->{isError} ? JSON::PP->new->decode($r->{content}[0]{text})->{details} : {};

	return join ' ', $details->{code} // 'done', map { "$_->{pointer} $_->{rule}" } @{ $details->{errors} // [] };
}
my %of = (subject => { entity_id => $id });
sub run { my ($function, $input, $who, %more) = @_; return tool('execute_function', { function => "wallet.portfolio.$function", %of, input => $input // {}, %more }, $who) }
sub set { my ($tool, $targets, $who, %more) = @_; return tool("${tool}_action", { action => 'wallet.portfolio_targets.set', %of, input => { targets => $targets }, %more }, $who) }
sub as_said {
	my ($function, $input, $name) = @_;
	my $spec = tool('get_function', { function => "wallet.portfolio.$function" })->{structuredContent};
	my $answer = run($function, $input)->{structuredContent}{data};

	is_deeply [Lastro::OpenApi->of_schema($spec->{output_schema})->check($spec->{output_schema}, Lastro::OpenApi::decode(JSON::PP->new->utf8->canonical->encode($answer)), '')], [], $name;
	return $answer;
}
sub versions { return $t->sql("select count(*) from portfolio_targets where portfolio_id = '$id'") }

# none() - what is answered where there are no targets: why, and what sets them.
sub none { my ($r) = @_; return [@{ $r->{structuredContent} }{qw(data meta)}] }
my $none = [undef, { reason => 'targets_not_found', next => { action => 'wallet.portfolio_targets.set', subject => { entity_id => $id } } }];
is_deeply none(run('targets')), $none, 'no targets yet, and what sets them';
is_deeply none(run('plan')), $none, 'so no plan';
is as_said(plan => {}, 'which the schema allows'), undef, 'that is null';
is fault(set(execute => undef)), 'invalid_input /input/targets targets_not_found', 'nor anything to withdraw';
my $seen = set(preview => \%half)->{structuredContent};
is_deeply [map { "$_->{pointer} " . scalar @{ $_->{to}{slices} } } @{ $seen->{changes} }], ['/targets 2'], 'targets are previewed' or diag explain $seen;
is versions(), 0, 'which writes nothing';
my $audit = $t->sql('select count(*) from audit');
my $done = set(execute => \%half)->{structuredContent};
is_deeply [$done->{result}{version}, $done->{audit_event}{kind}], [1, 'targets.updated'], 'and written' or diag explain $done;
is $t->sql('select count(*) from audit') - $audit, 1, 'with one row in the trail';
is_deeply as_said(targets => {}, 'the targets, as the schema says'), plain("$path/targets"), 'as HTTP has them';
is_deeply none(run('targets', {}, undef, at => '2026-11-19')), $none, 'yesterday there were none';
is run('targets', {}, undef, at => '2026-11-20')->{structuredContent}{data}{version}, 1, 'today there are';
is_deeply as_said(plan => {}, 'the state, as the schema says'), plain("$path/plan"), 'as HTTP has it';
is_deeply as_said(plan => { contribution => '2000.00' }, 'a contribution, as the schema says'), plain("$path/plan?contribution=2000.00"), 'likewise';
is_deeply as_said(plan => { contribution => 2000.5 }, 'as a number, too'), plain("$path/plan?contribution=2000.5"), 'which is the same';

my %copy = %{ JSON::PP::decode_json(JSON::PP::encode_json(\%half)) };
sub changed { my ($change) = @_; my $c = JSON::PP::decode_json(JSON::PP::encode_json(\%half)); $change->($c->{slices}, $c); return $c }
for my $case (['targets_not_100', '/input/targets/slices', 'a sum of 99.99', sub { $_[0][0]{pct} = '49.99' }],
	['choice', '/input/targets/slices/0/types', 'options are no target', sub { $_[0][0]{types} = ['stock', 'option'] }],
	['enum', '/input/targets/slices/0/types/0', 'a type of nothing', sub { $_[0][0]{types} = ['gold'] }],
	['repeated', '/input/targets/slices/1/name', 'two of one name', sub { $_[0][1]{name} = 'Bolsa' }],
	['unknown_member', '/input/targets/other', 'what no document has', sub { $_[1]{other} = 1 }]) {
	is fault(set(execute => changed($case->[3]))), "invalid_input $case->[1] $case->[0]", "refused: $case->[2]";
}
is fault(run('plan', { contribution => $_ })), 'invalid_input /input/contribution value', "an amount of $_" for '0', '1.234', -1, 'dez';
is fault(run('plan', {}, $bia)), 'subject_not_found', 'another\'s plan cannot be read';
is fault(set(execute => \%half, $bia)), 'subject_not_found', 'nor its targets written';
is fault(set(execute => \%half, $reader)), 'scope_missing', 'nor with a key that only reads';
is versions(), 1, 'nothing of it was written';

# ---- what if, as a Function ----

my $sale = row('PETR4', 'stock', 'sell', '2026-11-20', 700, 33);
sub quiet { return $t->sql("select (select count(*) from ledger), (select count(*) from audit), (select sum(ledger_version) from portfolio), (select count(*) from asset), (select count(*) from portfolio_targets)") }
my $before = quiet();
my $what = as_said(what_if => { transactions => [$sale] }, 'a sale that is not made, as the schema says');
my $http = JSON::PP->new->utf8->decode($t->post("$path/what-if", [$sale], key => $key)->body);
delete $_->{transactions}[0]{id} for $what, $http;
is_deeply [map { [map { $_->{symbol} } @{ $what->{$_}{holdings} }] } qw(before after)], [(['PETR4']) x 2], 'of the holdings those that change otherwise than by their weight';
is $what->{reweighted}, @{ $http->{after}{holdings} } - 1, 'and how many do not';
for my $w ($what, $http) { @{ $w->{$_}{holdings} } = grep { $_->{symbol} eq 'PETR4' } @{ $w->{$_}{holdings} } for qw(before after) }
is_deeply $what, $http, 'as HTTP has it otherwise';
is fault(run('what_if', { transactions => [$sale] }, $reader)), 'done', 'the scope to read is enough';
is fault(run('what_if', { transactions => [] })), 'invalid_input /input/transactions min_items', 'no row';
is fault(run('what_if', { transactions => [{ %$sale, quantity => -1 }] })), 'invalid_input /input/transactions/0/quantity exclusive_minimum', 'a wrong one';
is fault(run('what_if', { transactions => [$sale] }, $bia)), 'subject_not_found', 'another\'s cannot be tried';
my $direct = $t->post('/v1/wallet/functions/wallet.portfolio.what_if/execute', { %of, input => { transactions => [$sale] } }, key => $key);
is $direct->status, 404, 'the wallet\'s Functions are an assistant\'s';

# ---- the tax of the sales ----

# Half of 67,100 is 33,550: PETR4 -32,450 is 983 units of 33.00: 32,439.00, gain 983 x 13 = 12,779.00, of which 15 %: 1,916.85.
my $plan = get("$path/plan?sell=true");
is_deeply [map { "$_->{symbol} $_->{quantity} $_->{cost}" } @{ $plan->{slices}[0]{buy} }], ['PETR4 -983 -32439.00'], 'what is sold';
is_deeply $plan->{tax}{before}{months}, [], 'before there is no tax this month';
my ($month) = @{ $plan->{tax}{after}{months} };
is_deeply [@$month{qw(month share_sales exempt)}, $month->{common}{tax}], ['2026-11', '32439.00', JSON::PP::false, '1916.85'], 'then there is';
is_deeply [map { "$_->{code} $_->{period} $_->{due_on}" } @{ $plan->{tax}{after}{darf} }], ['6015 2026-11 2026-12-30'], 'to be paid by then';
my $if = $t->post("$path/what-if", [row('PETR4', 'stock', 'sell', '2026-11-20', 983, 33)], key => $key)->json;
is_deeply [$plan->{tax}{before}, $plan->{tax}{after}], [$if->{before}{tax}[0], $if->{after}{tax}[0]], 'as the same sale, tried';
is_deeply as_said(plan => { sell => JSON::PP::true }, 'with sales, as the schema says'), plain("$path/plan?sell=true"), 'as the Function has it';
is $t->get("$path/plan?sell=true", key => $reader)->json->{tax}{after}{months}[0]{common}{tax}, '1916.85', 'who may read may ask';
my $tag = $t->get("$path/plan?sell=true", key => $key)->header('ETag');
is $t->get("$path/plan?sell=true", key => $key, headers => { 'If-None-Match' => $tag })->status, 304, 'the same plan is not sent again';
ok !exists get("$path/plan?contribution=10")->{tax}, 'where nothing may be sold there is none';
is get("$path/plan?sell=true&contribution=64900")->{tax}, undef, 'where nothing is sold it is null';
is quiet(), $before, 'and nothing of it stays';
is code($t->get("$path/plan?sell=maybe", key => $key)), '400 invalid_parameter', 'neither yes nor no';

# All together, 500 more PETR4: 82,500 and 1,100; a tenth is 8,360: -74,140 is 2,246 units, of both portfolios: 2,246 x 13 = 29,198 x 15 % = 4,379.70.
my $second = portfolio('Outra', row('PETR4', 'stock', 'buy', '2026-02-05', 500, 20));
$t->put('/v1/portfolio/targets', { slices => [{ name => 'Bolsa', pct => 10, types => ['stock'], inside => [{ symbol => 'PETR4', asset_type => 'stock', pct => 100 }] },
	{ name => 'Imóveis', pct => 90, types => ['fii'] }] }, key => $key);
$before = quiet();
my $all = get('/v1/portfolio/plan?sell=true');
is_deeply [map { "$_->{symbol} $_->{quantity}" } @{ $all->{slices}[0]{buy} }], ['PETR4 -2246'], 'more than one portfolio has';
is_deeply [$all->{tax}{after}{months}[0]{share_sales}, $all->{tax}{after}{months}[0]{common}{tax}], ['74118.00', '4379.70'], 'is taxed as one';
is quiet(), $before, 'and nothing of it stays, either';
isnt $t->get("$path/plan?sell=true", key => $key)->header('ETag'), $tag, 'rows of another portfolio change the tax, and so its tag';

# The same as Functions, of no subject.
sub joint { my ($function, $input, $who) = @_; return tool('execute_function', { function => "wallet.$function", input => $input // {} }, $who) }
sub joint_said {
	my ($function, $input, $name) = @_;
	my $spec = tool('get_function', { function => "wallet.$function" })->{structuredContent};
	my $answer = joint($function, $input)->{structuredContent}{data};

	is_deeply [Lastro::OpenApi->of_schema($spec->{output_schema})->check($spec->{output_schema}, Lastro::OpenApi::decode(JSON::PP->new->utf8->canonical->encode($answer)), '')], [], $name;
	return $answer;
}
is_deeply joint_said('targets.get', {}, 'the joint targets, as the schema says'), plain('/v1/portfolio/targets'), 'as HTTP has them';
is_deeply joint_said('plan.get', { contribution => '2000' }, 'the joint plan'), plain('/v1/portfolio/plan?contribution=2000'), 'likewise';
is_deeply joint_said('plan.get', { sell => JSON::PP::true }, 'with sales'), plain('/v1/portfolio/plan?sell=true'), 'and their tax';
my $why = joint_said('plan.explain', { field => 'plan.slices.buy', slice => 'Imóveis', contribution => '2000' }, 'an amount of it, explained');
is_deeply $why->{figure}{value}, (map { $_->{amount} } grep { $_->{name} eq 'Imóveis' } @{ plain('/v1/portfolio/plan?contribution=2000')->{slices} })[0], 'as the plan has it';
is fault(joint('plan.explain', { field => 'patrimonio' })), 'invalid_input /input/field value', 'a figure of one portfolio';
is_deeply none(joint($_, {}, $bia)), [undef, { reason => 'targets_not_found', next => { action => 'wallet.targets.set' } }], "$_: another account has none" for qw(targets.get plan.get);
is fault(joint('plan.explain', { field => 'plan.total' }, $bia)), 'invalid_input /input targets_not_found', 'nor anything to explain';
is quiet(), $before, 'and nothing of it stays';

# 2 VOO of 500 dollars at 5.00: sold in dollars; a fund has no unit: half of it is sold by its value.
my $abroad = portfolio('Fora', row('VOO', 'us', 'buy', '2026-01-05', 2, 400), row('CDB X', 'renda_fixa', 'buy', '2026-01-05', 4, 1000));
$t->put("/v1/portfolios/$abroad/targets", { slices => [{ name => 'Nada', pct => 100, types => ['stock'] }, { name => 'Dólar', pct => 0, assets => [{ symbol => 'VOO', asset_type => 'us' }] },
	{ name => 'Renda fixa', pct => 0, assets => [{ symbol => 'CDB X', asset_type => 'renda_fixa' }] }] }, key => $key);
my $out = get("/v1/portfolios/$abroad/plan?sell=true");
is_deeply [map { my $s = $_; map { "$_->{symbol} " . ($_->{quantity} // '-') . " $_->{cost}" } @{ $s->{buy} // [] } } @{ $out->{slices} }], ['VOO -2 -5000.00', 'CDB X - -4000.00'], 'all that is there is sold';
is_deeply $out->{tax}{after}{exterior}, $t->post("/v1/portfolios/$abroad/what-if", [row('VOO', 'us', 'sell', '2026-11-20', 2, 500), row('CDB X', 'renda_fixa', 'sell', '2026-11-20', 4, 1000)],
	key => $key)->json->{after}{tax}[0]{exterior}, 'at its price in dollars';

# ---- withdrawn ----

$done = set(execute => undef)->{structuredContent};
is_deeply [$done->{result}, $done->{audit_event}{kind}], [undef, 'targets.updated'], 'targets are withdrawn';
is code($t->get("$path/targets", key => $key)), '404 targets_not_found', 'and gone';

# ---- an office's ----

sub action { my ($name, $input, %o) = @_; my $r = $office->action("advisor.$name", $input, as => $who{owner}, %o); is $r->status, 200, $name or diag $r->body; return $r->json->{result} }
sub function { my ($name, $input, %o) = @_; return $office->function("advisor.$name", $input, as => $who{owner}, %o) }
sub data { my ($r, $name) = @_; is $r->status, 200, $name or diag $r->body; is_deeply [$office->faults($r, as => $who{owner})], [], '… as its schema says'; return $r->json->{data} }
sub rule { return join ' ', grep { defined } @{ Lastro::Office::rule($_[0]) } }

my (%client, %theirs);
for my $name (qw(Dora Elis Fabio Gil)) {
	$client{$name} = action('client.create', { name => $name })->{id};
	$theirs{$name} = action('client_portfolio.create', { client_id => $client{$name}, name => 'Dela' })->{id};
	action('client_portfolio_transaction.add', { portfolio_id => $theirs{$name}, transactions => \@rows });
}
action('client_assignment.set', { client_id => $client{Dora}, member_ids => [map { $who{$_}{id} } qw(advisor assistant)] });
is rule(function('client_plan.get', {}, subject => $theirs{Dora})), '409 invalid_input targets_not_found', 'a client without targets has no plan';
action('client_targets.set', { portfolio_id => $theirs{Dora}, targets => \%half });
my $of_client = data(function('client_plan.get', { sell => JSON::PP::true }, subject => $theirs{Dora}), 'a client\'s plan');
is_deeply [$of_client->{slices}, $of_client->{tax}], [$plan->{slices}, $plan->{tax}], 'the same as a person\'s with the same rows, with its tax';
is data(function('client_plan.get', { contribution => '2000' }, subject => $theirs{Dora}, as => $who{assistant}), 'an assistant reads it')->{slices}[1]{amount}, '2000.00', 'an amount';
is rule($office->action('advisor.client_targets.set', { portfolio_id => $theirs{Dora}, targets => \%half }, as => $who{assistant})), '403 scope_missing', 'and writes none';
is $office->action('advisor.client_targets.set', { portfolio_id => $theirs{Dora}, targets => \%half }, as => $who{advisor})->status, 200, 'an advisor does';
is $office->action('advisor.client_targets.set', { portfolio_id => $theirs{Elis}, targets => \%half }, as => $who{advisor})->status, 404, 'not of a client of others';
is function('client_plan.get', {}, subject => $theirs{Elis}, as => $who{assistant})->status, 404, 'who is not read, either';
is $other->function('advisor.client_plan.get', {}, as => $stranger, subject => $theirs{Dora})->status, 404, 'another office sees nothing';
is $other->action('advisor.client_targets.set', { portfolio_id => $theirs{Dora}, targets => \%half }, as => $stranger)->status, 404, 'nor writes';
is rule($office->action('advisor.client_targets.set', { portfolio_id => $theirs{Dora}, targets => changed(sub { $_[0][0]{pct} = 51 }) }, as => $who{owner})), '400 invalid_input targets_not_100', 'a sum of 101';
is function('client_portfolio.explain', { field => 'plan.slices.buy', slice => 'Bolsa', sell => JSON::PP::true }, subject => $theirs{Dora})->json->{data}{figure}{value}, '-32450.00', 'its amounts are explained';

# Dora is 98.36 - 50 = 48.36 off; Elis, of 90 to 10, 8.36; Fabio, of 95 to 5, 3.36: 25 % of 5.00 allow 1.25 of the second; Gil has no targets.
sub aims { my ($stock) = @_; return { slices => [{ name => 'Bolsa', pct => $stock, types => ['stock'] }, { name => 'Imóveis', pct => 100 - $stock, types => ['fii'] }] } }
action('client_targets.set', { portfolio_id => $theirs{Elis}, targets => aims(90) });
action('client_targets.set', { portfolio_id => $theirs{Fabio}, targets => aims(95) });
my $r = function('targets.out', {});
is_deeply [map { join ' ', $_->{name}, $_->{drift_pp}, map { "$_->{name} $_->{drift_pp} $_->{missing}" } @{ $_->{slices} } } @{ data($r, 'who is out') }],
	['Dora 48.36 Bolsa 48.36 -32450.00 Imóveis -48.36 32450.00', 'Elis 8.36 Bolsa 8.36 -5610.00 Imóveis -8.36 5610.00', 'Fabio -3.36 Imóveis -3.36 2255.00'], 'the furthest first';
is_deeply [map { $_->{portfolio_id} } @{ $r->json->{data}[0]{slices} }], [($theirs{Dora}) x 2], 'with the portfolio';
# Four clients; Gil has no targets.
sub counted { my ($r) = @_; my $n = $r->json->{meta}{clients}; return join ' ', map { "$_ $n->{$_}" } grep { exists $n->{$_} } qw(with_targets without_targets out within without_value) }
is counted($r), 'with_targets 3 without_targets 1 out 3 within 0 without_value 0', 'and how many there are of each';
is counted(function('targets.out', { limit => 2 })), 'with_targets 3 without_targets 1 out 3 within 0 without_value 0', 'on every page';
is counted(function('targets.out', {}, as => $who{assistant})), 'with_targets 1 without_targets 0 out 1 within 0 without_value 0', 'of the clients that the member sees';
my @pages = function('targets.out', { limit => 2 })->json;
push @pages, function('targets.out', { limit => 2, cursor => $pages[0]{meta}{next_cursor} })->json;
is_deeply [map { [$_->{meta}{count}, map { $_->{name} } @{ $_->{data} }] } @pages], [[2, 'Dora', 'Elis'], [1, 'Fabio']], 'page by page';
is $pages[1]{meta}{next_cursor}, undef, 'to the last';
is rule(function('targets.out', { limit => 2, cursor => 'x' })), '400 invalid_input cursor', 'an edited cursor';
is_deeply [map { $_->{name} } @{ data(function('targets.out', {}, as => $who{assistant}), 'an assistant sees') }], ['Dora'], 'the own clients';
is_deeply $other->function('advisor.targets.out', {}, as => $stranger)->json->{data}, [], 'another office none of them';
action('client_targets.set', { portfolio_id => $theirs{Dora}, targets => undef });
is_deeply [map { $_->{name} } @{ data(function('targets.out', {}), 'without targets') }], ['Elis', 'Fabio'], 'nobody is out';

# An empty list tells why it is empty.  98.36 is within 98 +/- 5, and 1.64 within 2 +/- 0.50.
action('client_targets.set', { portfolio_id => $theirs{$_}, targets => aims(98) }) for qw(Elis Fabio);
$r = function('targets.out', {});
is_deeply data($r, 'all are within'), [], 'nobody is out';
is counted($r), 'with_targets 2 without_targets 2 out 0 within 2 without_value 0', 'because two are within, and two have no targets';
is counted(function('plans.get', { contribution => '2000' })), 'with_targets 2 without_targets 2', 'plans tell it, too';
$client{Ines} = action('client.create', { name => 'Ines' })->{id};
action('client_targets.set', { portfolio_id => action('client_portfolio.create', { client_id => $client{Ines}, name => 'Vazia' })->{id}, targets => aims(98) });
is counted(function('targets.out', {})), 'with_targets 3 without_targets 2 out 0 within 2 without_value 1', 'a portfolio without a value is neither';
action('client_targets.set', { portfolio_id => $theirs{$_}, targets => undef }) for qw(Elis Fabio);
$r = function('plans.get', { contribution => '2000' }, as => $who{assistant});
is_deeply data($r, 'plans of nobody'), [], 'no plan';
is counted($r), 'with_targets 0 without_targets 1', 'because the one client has no targets';

# ---- what no slice has ----

# Of 67,100.00 only the 1,100.00 of KNRI11 are in a slice: 66,000 / 67,100 = 98.3606 % are not.
my $said = '98,36% da carteira está fora das metas, em nenhuma fatia: o maior é PETR4, da classe Ações, com 98,36%.';
my %of_class = (targets => { slices => [{ name => 'Imóveis', pct => 100, types => ['fii'] }] });
is_deeply $office->preview('advisor.client_targets.set', { portfolio_id => $theirs{Gil}, %of_class }, as => $who{owner})->json->{warnings}, [$said], 'a preview of targets says what they leave out';
is_deeply $office->preview('advisor.client_targets.set', { portfolio_id => $theirs{Gil}, targets => \%half }, as => $who{owner})->json->{warnings}, [], 'nothing of targets that leave out nothing';
action('client_targets.set', { portfolio_id => $theirs{Gil}, %of_class });
my $gil = data(function('client_plan.get', { contribution => '2000' }, subject => $theirs{Gil}), 'a plan of a class');
is_deeply [$gil->{warnings}, map { [@$_{qw(amount buy)}, [map { "$_->{symbol} $_->{asset_type} $_->{value} $_->{share_pct}" } @{ $_->{held} }]] } @{ $gil->{slices} }],
	[[$said], ['2000.00', undef, ['KNRI11 fii 1100.00 100.00']]], 'says it too, and what the class holds: nobody named a paper to buy';
is_deeply [map { $_->{held} } @{ $of_client->{slices} }], [undef, undef], 'a slice with named papers lists them elsewhere';

$t->finish;
done_testing;
