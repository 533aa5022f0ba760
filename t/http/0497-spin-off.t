#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A typed spin-off, cisão (doc/calculations.md 1.7): a share of the old paper's cost moves to the new one, in detail,
# past days, consolidated, explanations, tax, export and import.  Every figure is worked out by hand beside it.
# Today is 20 November 2026.

use strict;
use warnings;
use utf8;
use Test::More;
use Lastro::Market qw(closes rates succession);
use Lastro::Redo qw(redo_detail redo_history);
use Lastro::TaxCases qw(redo_declaration redo_year);
use Lastro::Tenants qw(account);
use Lastro::Test;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $now = '2026-11-20T15:00:00Z';
my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
closes($t, b3 => $_, '2025-12-30' => '11.00', '2026-11-19' => '12.00') for qw(VELH3 FILH3 NASC3);
closes($t, us => $_, '2026-11-19' => '120.00') for qw(GEX GEV);
rates($t, '2025-02-03' => '5.0000', '2025-06-10' => '6.0000', '2026-11-19' => '5.5000');
$t->sql("update ptax set buy = sell - 0.01");
succession($t, 'MUDA3', 'OUTR3', '2025-06-02', [1, 1]);
$t->start_pool(workers => 1, env => { LASTRO_NOW => $now });

sub sent {
	my ($how, $path, $body, $status) = @_;
	my $r = $how eq 'get' || $how eq 'delete_' ? $t->$how($path, key => $key) : $t->$how($path, $body, key => $key);

	die "$how $path: " . $r->status . ' ' . $r->body if $status ? $r->status != $status : $r->status !~ /^2/;
	return $r->json;
}

sub row {
	my ($symbol, $kind, $day, $quantity, $price, %more) = @_;

	return { symbol => $symbol, asset_type => 'stock', kind => $kind, trade_date => $day, quantity => $quantity, price => $price, %more };
}
sub credit { my ($symbol, $day, $quantity, %more) = @_; return row($symbol, 'adjust', $day, $quantity, undef, event_kind => 'incorporation', %more) }

my $n = 0;
sub portfolio {
	my (@rows) = @_;
	my $id = sent(post => '/v1/portfolios', { name => 'Carteira ' . ++$n })->{id};

	sent(post => "/v1/portfolios/$id/transactions", [$_]) for @rows;	# keeps the order of insertion
	return $id;
}

sub assets { my ($id) = @_; return { map { $_->{symbol} => $_->{id} } @{ sent(get => "/v1/portfolios/$id/assets")->{data} } } }
sub path { my ($id, $symbol) = @_; return "/v1/portfolios/$id/assets/" . assets($id)->{$symbol} . '/succession' }
sub spin {
	my ($id, $from, $to, $day, $share, $type) = @_;
	return sent(put => path($id, $from), { kind => 'spin_off', to => { symbol => $to, asset_type => $type // 'stock' }, date => $day, cost_share_pct => $share });
}
sub detail { my ($id, $query) = @_; return sent(get => "/v1/portfolios/$id?include=closed,monthly" . ($query // '')) }
sub costs { my ($d) = @_; return { map { $_->{symbol} => $_->{invested_cost} } @{ $d->{holdings} } } }
sub results { my ($d) = @_; return { map { $_->{symbol} => $_->{realized_pl} } @{ $d->{holdings} } } }
sub codes { my ($id) = @_; return [map { "$_->{code} $_->{symbol}" } grep { $_->{code} =~ /^cost|succ|uncov/ } @{ sent(get => "/v1/portfolios/$id/issues")->{data} }] }

# The stored figures equal a fold of today, and every number is explained.
sub whole {
	my ($id, $what) = @_;
	my $d = detail($id);

	is_deeply detail($id, '&at=2026-11-20'), $d, "$what: the stored figures equal the fold";
	is_deeply [redo_detail($t, $key, $d)], [], "$what: every number is recomputed";
	is_deeply [redo_history($t, $key, $id, sent(get => "/v1/portfolios/$id/history"))], [], "$what: also of the history";
	return $d;
}

# ---- a share of the cost moves; a missing share is requested, and its remedy is sent ----

my $id = portfolio(row('VELH3', 'buy', '2025-03-03', 100, 10), credit('FILH3', '2025-06-16', 50));
is_deeply costs(detail($id)), { VELH3 => '1000.00', FILH3 => undef }, 'without a share the cost is not known';
my ($issue) = grep { $_->{code} eq 'cost_share_missing' } @{ sent(get => "/v1/portfolios/$id/issues")->{data} };
my ($action) = @{ $issue->{mend}{actions} };
is_deeply [scalar @{ $issue->{mend}{actions} }, @$action{qw(method path fill body)}], [1, 'PUT', path($id, 'VELH3'), ['/cost_share_pct'],
	{ kind => 'spin_off', to => { symbol => 'FILH3', asset_type => 'stock' }, date => '2025-06-16', cost_share_pct => undef }], 'the mend types the share';
my $said = sent(put => $action->{path}, { %{ $action->{body} }, cost_share_pct => 30 });
is_deeply $said, { asset_id => assets($id)->{VELH3}, symbol => 'VELH3', kind => 'spin_off', to => { symbol => 'FILH3', asset_type => 'stock' }, date => '2025-06-16',
	cost_share_pct => 30, superseded_by => undef }, 'and is read again';
is_deeply codes($id), [], 'which mends it';
is_deeply costs(whole($id, 'the mend')), { VELH3 => '700.00', FILH3 => '300.00' }, '30 % of 1,000.00 moves';

spin($id, 'VELH3', ' filh3', '2025-06-10', '30.0000');
is_deeply costs(whole($id, 'credited days later')), { VELH3 => '700.00', FILH3 => '300.00' }, 'it waits for the credit, six days later';
is_deeply sent(get => path($id, 'VELH3'))->{date}, '2025-06-10', 'unchanged';
is_deeply costs(detail($id, '&at=2025-06-09')), { VELH3 => '1000.00' }, 'the day before nothing moved';
is costs(detail($id, '&at=2025-06-12'))->{VELH3}, '700.00', 'between the day and the credit it has left';
is costs(detail($id, '&at=2025-06-16'))->{FILH3}, '300.00', 'and has come with the credit';

# 40 of 100 leave with 280.00: 480 - 280; 20 of 50 with 120.00: 140 - 120.
sent(post => "/v1/portfolios/$id/transactions", [row('VELH3', 'sell', '2025-08-04', 40, 12), row('FILH3', 'sell', '2026-02-02', 20, 7)]);
my $d = whole($id, 'sold in part');
is_deeply [costs($d), results($d)], [{ VELH3 => '420.00', FILH3 => '180.00' }, { VELH3 => '200.00', FILH3 => '20.00' }], 'both have their results';
# A purchase before the day: 30 % of 3,000.00 moves; 2,100 x 40/200 = 420, 900 x 20/50 = 360.
sent(post => "/v1/portfolios/$id/transactions", [row('VELH3', 'buy', '2025-04-01', 100, 20)]);
$d = whole($id, 'bought before');
is_deeply [costs($d), results($d)], [{ VELH3 => '1680.00', FILH3 => '540.00' }, { VELH3 => '60.00', FILH3 => '-220.00' }], 'changes both';
# On the day itself: it was not held at the opening.
sent(post => "/v1/portfolios/$id/transactions", [row('VELH3', 'buy', '2025-06-10', 10, 5)]);
is costs(detail($id))->{FILH3}, '540.00', 'a purchase of the day is not in the share';
is costs(detail($id))->{VELH3}, '1740.48', '2,150 over 210: 2,150 - 2,150 x 40/210 = 1,740.476';
my $first = $id;

# ---- refusals ----

for my $bad ([{ cost_share_pct => 0 }, '/cost_share_pct'], [{ cost_share_pct => '100.0001' }, '/cost_share_pct'], [{ cost_share_pct => '33.33333' }, '/cost_share_pct'],
		[{ cost_share_pct => undef }, '/cost_share_pct'], [{ ratio => 2, cost_share_pct => 30 }, '/ratio'], [{ kind => 'merger' }, '/kind'], [{ date => '2025-13-01' }, '/date'],
		[{ to => { symbol => 'VELH3', asset_type => 'stock' }, cost_share_pct => 30 }, '/to/symbol'], [{ to => { symbol => 'FILH3' } }, '/to/asset_type']) {
	my %body = (kind => 'spin_off', to => { symbol => 'FILH3', asset_type => 'stock' }, date => '2025-06-10', cost_share_pct => 30, %{ $bad->[0] });
	my $r = $t->put(path($id, 'VELH3'), \%body, key => $key);
	my %at = map { $_->{pointer} => 1 } @{ $r->json->{details}{errors} };

	is_deeply [$r->status, $at{ $bad->[1] }], [400, 1], "refused: $bad->[1]" or diag $r->body;
}
is sent(get => path($id, 'FILH3'), undef, 404)->{details}{code}, 'succession_not_found', 'the other one has no statement';
is $t->get("/v1/portfolios/$id/assets/01930000-0000-7000-8000-000000000001/succession", key => $key)->code, 'asset_not_found', 'an unknown one neither';

# ---- to the last place; two brokers; removed ----

# 3 x 333.33 + 0.01 = 1,000.00; 33.3333 % of it are 333.333, and 666.667 stay.
$id = portfolio(row('VELH3', 'buy', '2025-03-03', 3, '333.33', fees => '0.01'), credit('FILH3', '2025-06-10', 2));
spin($id, 'VELH3', 'FILH3', '2025-06-10', '33.3333');
is_deeply costs(whole($id, 'a third')), { VELH3 => '666.67', FILH3 => '333.33' }, 'four places of a per cent';
sent(post => "/v1/portfolios/$id/transactions", [row('FILH3', 'sell', '2025-06-11', 1, 200)]);
is_deeply results(detail($id)), { VELH3 => '0.00', FILH3 => '33.33' }, '200 - 166.6665';

$id = portfolio(row('VELH3', 'buy', '2025-03-03', 100, 10), credit('NASC3', '2025-05-07', 30), credit('NASC3', '2025-05-09', 20), credit('FILH3', '2025-09-01', 5));
spin($id, 'VELH3', 'NASC3', '2025-05-05', 25);
is_deeply costs(whole($id, 'two brokers')), { VELH3 => '750.00', NASC3 => '250.00', FILH3 => undef }, 'the second credit of the event changes no cost';
is_deeply codes($id), ['cost_share_missing FILH3'], 'another event has its own';
is sent(delete_ => path($id, 'VELH3'))->{id}, assets($id)->{VELH3}, 'it is removed';
is_deeply costs(whole($id, 'taken back')), { VELH3 => '1000.00', NASC3 => undef, FILH3 => undef }, 'and all is as before';
is $t->delete_(path($id, 'VELH3'), key => $key)->code, 'succession_not_found', 'once';

# ---- unknown shares, and papers that give nothing ----

$id = portfolio(row('VELH3', 'buy', '2025-03-03', 100, undef), credit('FILH3', '2025-06-10', 50));
spin($id, 'VELH3', 'FILH3', '2025-06-10', 30);
is_deeply costs(whole($id, 'unknown')), { VELH3 => undef, FILH3 => undef }, 'of an unknown cost no part is known';
is_deeply codes($id), ['cost_unknown VELH3'], 'to be corrected';
is_deeply [map { $_->{cost_basis_known} ? 1 : 0 } @{ detail($id)->{holdings} }], [0, 0], 'neither is reliable';

$id = portfolio(row('VELH3', 'buy', '2025-07-01', 100, 10), credit('FILH3', '2025-06-10', 50));
spin($id, 'VELH3', 'FILH3', '2025-06-10', 30);
is_deeply costs(whole($id, 'nothing held')), { VELH3 => '1000.00', FILH3 => undef }, 'an unheld paper gives nothing: never a cost of zero';
is_deeply codes($id), ['cost_share_missing FILH3'], 'and the issue remains';

$id = portfolio(row('VELH3', 'buy', '2025-03-03', 100, 10), credit('FILH3', '2025-06-10', 50));
spin($id, 'VELH3', 'FILH3', '2025-06-12', 30);
is_deeply costs(whole($id, 'credited before')), { VELH3 => '700.00', FILH3 => undef }, 'a credit before the day has none of it';

# ---- a cycle; a chain; a single holding at the end ----

# 20 % of 1,000 to the second; 50 % of its 200 back.
$id = portfolio(row('VELH3', 'buy', '2025-03-03', 100, 10), credit('FILH3', '2025-05-05', 10), credit('VELH3', '2025-08-04', 5));
spin($id, 'VELH3', 'FILH3', '2025-05-05', 20);
spin($id, 'FILH3', 'VELH3', '2025-08-04', 50);
is_deeply costs(whole($id, 'a circle')), { VELH3 => '900.00', FILH3 => '100.00' }, 'a circle comes to an end';
# On one day both give shares of their costs at the opening; the received costs wait for a later credit.
spin($id, 'FILH3', 'VELH3', '2025-05-05', 50);
is costs(whole($id, 'a circle of one day'))->{FILH3}, '200.00', 'on one day nothing is returned';

$id = portfolio(row('VELH3', 'buy', '2025-03-03', 100, 10), credit('FILH3', '2025-05-05', 10), credit('NASC3', '2025-08-04', 5));
spin($id, 'VELH3', 'FILH3', '2025-05-05', 20);
spin($id, 'FILH3', 'NASC3', '2025-08-04', 50);
is_deeply costs(whole($id, 'a chain')), { VELH3 => '800.00', FILH3 => '100.00', NASC3 => '100.00' }, 'a part of a part';
sent(put => path($id, 'NASC3'), { kind => 'succession', to => { symbol => 'VELH3', asset_type => 'stock' }, date => '2026-02-02', ratio => 2 });
is_deeply costs(whole($id, 'merged back')), { VELH3 => '900.00', FILH3 => '100.00' }, 'a merger back gives one holding';
is_deeply sent(get => path($id, 'NASC3')), { asset_id => assets($id)->{NASC3}, symbol => 'NASC3', kind => 'succession', to => { symbol => 'VELH3', asset_type => 'stock' },
	date => '2026-02-02', ratio => 2, cash_per_share => undef, superseded_by => undef }, 'the succession has the same address';

# ---- the reference data replaces it ----

$id = portfolio(row('MUDA3', 'buy', '2025-03-03', 100, 10), credit('FILH3', '2025-06-10', 50));
my $over = spin($id, 'MUDA3', 'FILH3', '2025-06-10', 30);
is_deeply $over->{superseded_by}, { symbol => 'OUTR3', date => '2025-06-02', ratio => 1 }, 'a succession of the market replaces it, with a message';
is_deeply costs(whole($id, 'superseded')), { MUDA3 => '1000.00', FILH3 => undef }, 'and is the one that counts';

# ---- abroad: each currency has its cost ----

my @abroad = ({ %{ row('GEX', 'buy', '2025-02-03', 10, 100) }, asset_type => 'us' }, { %{ credit('GEV', '2025-06-11', 2) }, asset_type => 'us' });
$id = portfolio(@abroad);
spin($id, 'GEX', 'GEV', '2025-06-10', 40, 'us');
$d = whole($id, 'abroad');
# 1,000 dollars at 5.00 are 5,000; the day's rate of 6.00 is not used.
is_deeply [costs($d), map { $_->{native}{invested_cost} } sort { $a->{symbol} cmp $b->{symbol} } @{ $d->{holdings} }],
	[{ GEX => '3000.00', GEV => '2000.00' }, '400.00', '600.00'], 'in both currencies';

# ---- exported and imported ----

my $sheet = $t->get("/v1/portfolios/$first/export?format=csv", key => $key)->body;
my $again = sent(post => '/v1/portfolios', { name => 'De volta' })->{id};
is $t->upload("/v1/portfolios/$again/imports", 'carteira.csv', $sheet, key => $key)->status, 201, 'the import is undone';
is_deeply [costs(detail($again)), results(detail($again))], [costs(detail($first)), results(detail($first))], 'with its spin-off';
like $t->get("/v1/portfolios/$first/export?format=json", key => $key)->body, qr/"cost_share_pct": "30.0000"/, 'the document has it';
like $t->get("/v1/portfolios/$first/export?format=beancount", key => $key)->body, qr/cisao: "30,0000% do custo passa para FILH3 em 10\/06\/2025"/, 'and the ledger of text tells it';

# ---- consolidated ----

sent(patch => "/v1/portfolios/$_->{id}", { exclude_from_consolidated => \1 }) for grep { $_->{id} ne $first } @{ sent(get => '/v1/portfolios')->{data} };
is sent(get => '/v1/portfolio')->{invested}, detail($first)->{invested}, 'consolidated as alone';

# ---- tax ----

# The two portfolios have one stock: 200 that cost 3,000, of which 30 % moves to 100.
my ($one, $two) = (portfolio(row('VELH3', 'buy', '2025-03-03', 100, 10), credit('FILH3', '2025-06-10', 50), row('FILH3', 'sell', '2026-02-02', 20, 2000)),
	portfolio(row('VELH3', 'buy', '2025-03-04', 100, 20), credit('FILH3', '2025-06-12', 50)));
sent(patch => "/v1/portfolios/$first", { exclude_from_consolidated => \1 });
spin($one, 'VELH3', 'FILH3', '2025-06-09', 30);
my $me = { t => $t, key => $key };
my $declared = sent(get => '/v1/portfolio/tax/declaration?year=2025');
is_deeply { map { $_->{symbol} => [@$_{qw(previous current)}] } @{ $declared->{bens} } }, { VELH3 => ['0.00', '2100.00'], FILH3 => ['0.00', '900.00'] }, 'the declaration has both costs';
is_deeply [redo_declaration($me, $declared)], [], 'and every figure of it is redone';
# 20 x 2,000 - 20 x 9 = 39,820.00; above R$ 20,000 of sales it is taxed.
my $year = sent(get => '/v1/portfolio/tax?year=2026');
my ($month) = grep { $_->{month} eq '2026-02' } @{ $year->{months} };
is $month->{common}{result}, '39820.00', 'a sale of the new paper has its cost';
is_deeply [redo_year($me, $year)], [], 'and every figure of the year is redone';
is_deeply [costs(detail($one)), costs(detail($two))], [{ VELH3 => '700.00', FILH3 => '180.00' }, { VELH3 => '2000.00', FILH3 => undef }], 'each portfolio has its own statement';
spin($two, 'VELH3', 'FILH3', '2025-06-10', 40);
$declared = sent(get => '/v1/portfolio/tax/declaration?year=2025');
is_deeply { map { $_->{symbol} => $_->{current} } @{ $declared->{bens} } }, { VELH3 => undef, FILH3 => undef }, 'contradicting portfolios make it unknown';
is_deeply [redo_declaration($me, $declared)], [], 'with its reasons';
spin($two, 'VELH3', 'FILH3', '2025-06-10', 30);
is_deeply { map { $_->{symbol} => $_->{current} } @{ sent(get => '/v1/portfolio/tax/declaration?year=2025')->{bens} } }, { VELH3 => '2100.00', FILH3 => '900.00' }, 'where they agree it is one event';

is $t->lastro({ env => { LASTRO_NOW => $now } }, 'compute', 'state', '--verify')->{status}, 0, 'all stored figures equal a fold';
is $t->log_count('worker started'), 1, 'and the worker is the same';

$t->finish;
done_testing;
