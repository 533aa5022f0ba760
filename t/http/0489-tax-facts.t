#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Facts that only the tax needs: facts of assets and payments are validated when written, and survive export and import;
# an ambiguous figure is refused; a capital return on the day of a succession is not part of its cash; an unchanged answer
# is a 304 before it is computed.

use strict;
use warnings;
use utf8;

use Encode qw(encode);
use JSON::PP ();
use Lastro::Market qw(bump succession);
use Lastro::TaxCases qw(taxpayer redo_year redo_declaration);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

sub row { my ($symbol, $kind, $day, $q, $price, %o) = @_; return { portfolio => 'A', symbol => $symbol, kind => $kind, trade_date => $day,
	quantity => $q, price => $price, %o } }

my $me = taxpayer({
	as_of => '2026-11-22',
	portfolios => [{ id => 'A', name => 'Corretora' }],
	assets => [(map { { symbol => $_, asset_type => 'stock' } } qw(ABCD3 OLDS3 NEWS3)), { symbol => 'BTC', asset_type => 'crypto', custody => 'br' },
		{ symbol => 'ABCDA100', asset_type => 'option', option => { kind => 'call', strike => '10.00', expiry => '2026-01-16', underlying => 'ABCD3', close => '12.00' } }],
	rows => [
		row(qw(ABCD3 buy 2025-02-03 1000 20.00)), row(qw(OLDS3 buy 2025-02-03 100 10.00)), row(qw(BTC buy 2025-02-03 1 100000.00)),
		# In one month: shares above 20,000.00, and tokens above 35,000.00.
		row(qw(ABCD3 sell 2025-03-10 900 40.00)), row(qw(BTC sell 2025-03-11 0.5 90000.00)),
		row(qw(ABCDA100 buy 2026-01-05 100 1.50)), row(qw(ABCD3 buy 2026-01-16 100 10.00), event_kind => 'exercise', option => 'ABCDA100'),
	],
});
my ($t, $key) = @$me{qw(t key)};
my $at = "/v1/portfolios/$me->{ids}{A}";

sub get { my ($path) = @_; return $t->get($path, key => $key) }
sub pointers { my ($r) = @_; return [$r->status, map { $_->{pointer} } @{ $r->json->{details}{errors} // [] }] }

# ---- facts of an asset ----

for my $case ([{ tax_class => 'shares' }, '/meta/tax_class'], [{ etf_kind => 'x' }, '/meta/etf_kind'], [{ fund_kind => 1 }, '/meta/fund_kind'],
	[{ custody => 'us' }, '/meta/custody'], [{ origin => 'usd' }, '/meta/origin'], [{ incentive => 'sim' }, '/meta/incentive'],
	[{ tax_id => '11.111.111/1111-11' }, '/meta/tax_id'], [{ tax_id => '529.982.247-25' }, '/meta/tax_id'], [{ option => 'call' }, '/meta/option'], [{ option => { kind => 'buy' } }, '/meta/option/kind'],
	[{ option => { strike => -1 } }, '/meta/option/strike'], [{ option => { expiry => '2026-02-30' } }, '/meta/option/expiry'],
	[{ option => { outcome => 'perhaps' } }, '/meta/option/outcome']) {
	is_deeply pointers($t->post("$at/assets", { symbol => 'VALE3', asset_type => 'stock', meta => $case->[0] }, key => $key)), [400, $case->[1]], "refused at $case->[1]";
}
is $t->post("$at/assets", { symbol => 'VALE3', asset_type => 'stock', meta => { tax_class => 'unit', custody => undef, mine => 'x', option => { kind => 'put', strike => '1.50' } } }, key => $key)->status,
	201, 'facts that are words, and a member of the person';

# ---- nothing is stated of a month to come ----

for my $case (['2026-12', 400], ['2026-11', 200]) {	# today is in November
	my ($month, $status) = @$case;
	my %lists = (carry => { common => '1' }, withheld => { basket => 'common', amount => '0' }, paid => { code => '6015', amount => '1', paid_on => "$month-02" });

	for my $list (sort keys %lists) {
		my $name = $list eq 'paid' ? 'period' : 'month';
		my $r = $t->put('/v1/portfolio/tax/inputs', { $list => [{ %{ $lists{$list} }, $name => $month }] }, key => $key);

		is_deeply pointers($r), [$status, $status == 400 ? "/$list/0/$name" : ()], "$list of $month" or diag $r->body;
		is_deeply [@{ $r->json->{details}{errors}[0] }{qw(received expected)}], [$month, 'um mês até o atual, 11/2026'], '… says what came and what is expected' if $status == 400;
	}
}
is $t->put('/v1/portfolio/tax/inputs', {}, key => $key)->status, 200, 'and all of it is taken back';

# ---- facts of a payment ----

sub pay { my (%o) = @_; return $t->post("$at/income", { symbol => 'ABCD3', asset_type => 'stock', kind => 'jcp', pay_date => '2025-08-29', amount => '85.00', %o }, key => $key) }

is_deeply pointers(pay(gross_amount => '84.99')), [400, '/gross_amount'], 'a gross amount below the credited one is refused';
is_deeply pointers(pay(record_date => '2025-08-30')), [400, '/record_date'], 'so is a right after its payment';
is_deeply pointers(pay(approved_on => '2025-08-30')), [400, '/approved_on'], 'and an approval after it';
is_deeply pointers(pay(profits_to_2025 => 'sim')), [400, '/profits_to_2025'], 'an invalid truth value';
my $paid = pay(gross_amount => '100.00', record_date => '2024-12-10', approved_on => '2024-12-01', profits_to_2025 => JSON::PP::true());
is $paid->status, 201, 'a payment with all of it' or diag $paid->body;
my %facts = (gross_amount => '100.00', record_date => '2024-12-10', approved_on => '2024-12-01', profits_to_2025 => JSON::PP::true());
is_deeply { map { $_ => $paid->json->{$_} } keys %facts }, \%facts, 'shown as it was sent';
is_deeply { map { $_ => get("$at/income/" . $paid->json->{id})->json->{$_} } keys %facts }, \%facts, 'and read again';
my $bare = pay(pay_date => '2025-09-29')->json;
ok !exists $bare->{$_}, "without it no $_" for sort keys %facts;
my $declaration = get('/v1/portfolio/tax/declaration?year=2025')->json;
my ($jcp) = grep { ($_->{code} // '') eq '10' } @{ $declaration->{exclusiva} };
is_deeply [@$jcp{qw(amount reasons)}], ['170.00', ['missing_tax_id', 'jcp_across_years']], 'two of 85.00, one of which had its right the year before' or diag explain $jcp;
is_deeply [redo_declaration($me, $declaration)], [], 'every figure of the declaration is redone';

# ---- out and back ----

my $plain = sub {	# an export without the other portfolio's ids
	my ($path) = @_;
	my $all = get("$path/export?format=json")->json;
	my %asset = map { $_->{id} => $_->{symbol} } @{ $all->{assets} };

	return [map { my $one = $_; $one->{asset_id} = $asset{ $one->{asset_id} }; delete @$one{qw(id external_id)}; $one }
		sort { "$a->{symbol}$a->{trade_date}$a->{kind}" cmp "$b->{symbol}$b->{trade_date}$b->{kind}" } @{ $all->{transactions} }],
		[map { my $one = $_; $one->{asset_id} = $asset{ $one->{asset_id} }; delete $one->{id}; $one } sort { $a->{pay_date} cmp $b->{pay_date} } @{ $all->{income} }];
};
my ($rows, $income) = $plain->($at);
is_deeply [grep { $_ } map { $_->{option} } @$rows], ['ABCDA100'], 'the export names the option of the exercise';
is_deeply { map { $_ => $income->[0]{$_} } keys %facts }, { %facts, gross_amount => $income->[0]{gross_amount} }, 'and the facts of the payment';
for my $dialect (qw(br rfc4180)) {
	my $csv = get("$at/export?dialect=$dialect")->body;
	my $copy = $t->post('/v1/portfolios', { name => "Volta $dialect" }, key => $key)->json->{id};

	like $csv, qr/opcao.provento_bruto.registro_em.aprovado_em.lucros_ate_2025\r\n/, "$dialect: columns for them";
	my $r = $t->upload("/v1/portfolios/$copy/imports", 'export.csv', $csv, key => $key);
	is_deeply [$r->status, $r->json->{rows_with_error}], [201, 0], '… removed' or diag $r->body;
	is_deeply [$plain->("/v1/portfolios/$copy")], [$rows, $income], '… as it was';
	is $t->delete_("/v1/portfolios/$copy", key => $key)->status, 200, '… and removed';
}
my $wrong = "ticker;operacao;data;quantidade;preco;evento;opcao;provento_bruto;registro_em;lucros_ate_2025\r\n" . join '', map { "$_\r\n" }
	'ABCD3;compra;2025-02-03;1;1,00;;ABCDA100;;;', 'ABCD3;provento;2025-02-03;;1,00;dividend;;0,50;;', 'ABCD3;provento;2025-02-04;;1,00;dividend;;;2025-02-05;',
	'ABCD3;provento;2025-02-05;;1,00;dividend;;;;talvez', 'ABCD3;provento;2025-02-06;;1,00;dividend;;x;;';
my $r = $t->upload("$at/imports?dry_run=true", 'errada.csv', encode('UTF-8', $wrong), key => $key);
my @refused = map { $_->{reason} // '' } @{ $r->json->{details}{rows} };
is scalar(grep { /opção inválida|menor que o creditado|data de registro inválida|é sim ou não|provento bruto/ } @refused), 5, 'invalid facts are refused with their row' or diag explain $r->json;

# ---- ambiguous figures ----

$r = get('/v1/portfolio/tax?year=2025');
my $year = $r->json;
# (900 * 40 - 900 * 20) * 15 %; tokens at a loss owe nothing: 0.5 of 100000 for 45000.  A second sale above its cost does.
is $t->post("$at/transactions", { symbol => 'BTC', asset_type => 'crypto', kind => 'sell', trade_date => '2025-03-12', quantity => '0.4', price => '200000.00' }, key => $key)->status, 201, 'tokens with a gain';
$year = get('/v1/portfolio/tax?year=2025')->json;
# 0.4 * 200000 - 0.4 * 100000 = 40000, of which 15 %; losses of the month do not lower it.
is_deeply [sort map { "$_->{code} $_->{amount}" } grep { $_->{period} eq '2025-03' } @{ $year->{darf} }], ['4600 6000.00', '6015 2700.00'], 'two DARF of one month';
my $ask = '/v1/portfolio/tax/explain?year=2025&field=darf.amount&month=2025-03';
is_deeply pointers(get($ask)), [400], 'the choice is required';
like get($ask)->json->{detail}, qr/"item".*1 a 2/, 'as the refusal says';
is_deeply [map { get("$ask&code=$_")->json->{figure}{value} } qw(6015 4600)], ['2700.00', '6000.00'], 'by its code';
is_deeply [map { get("$ask&item=$_")->json->{figure}{value} } 1, 2], [map { $_->{amount} } grep { $_->{period} eq '2025-03' } @{ $year->{darf} }], 'or by its place';
is get("$ask&item=3")->status, 404, 'there is no third';
my ($own) = grep { $_->{kind} eq 'figure' } @{ get("$ask&code=4600")->json->{inputs} };
is get($own->{href})->json->{figure}{value}, '6000.00', 'its inputs have the same code';
is_deeply pointers(get('/v1/portfolio/tax/explain?year=2025&field=months.due&month=2025-03&code=6015')), [400], 'a code that chooses nothing is refused';
is_deeply [redo_year($me, $year)], [], 'every figure of the year is redone, each of its code';

# ---- capital that comes back on the day of a succession ----

# 100 at 10.00 become NEWS3 with 1.00 a share in cash; the same day 150.00 of capital come back: 1000 - 100 - 150.
succession($t, 'OLDS3', 'NEWS3', '2025-06-02', [1, 1], cash => '1.00');
is $t->post("$at/income", { symbol => 'NEWS3', asset_type => 'stock', kind => 'capital_return', pay_date => '2025-06-02', amount => '150.00' }, key => $key)->status, 201, 'capital is returned';
$declaration = get('/v1/portfolio/tax/declaration?year=2025')->json;
is_deeply [map { $_->{current} } grep { $_->{symbol} eq 'NEWS3' } @{ $declaration->{bens} }], ['750.00'], 'both lower the cost';
is_deeply [redo_declaration($me, $declaration)], [], 'as its steps say';

# ---- unchanged ----

for my $path ('/v1/portfolio/tax?year=2025', '/v1/portfolio/tax/declaration?year=2025', $ask . '&code=6015') {
	$r = get($path);
	my $tag = $r->header('ETag');
	is $t->get($path, key => $key, headers => { 'If-None-Match' => $tag })->status, 304, "$path: unchanged";
	my $line = ($t->requests)[-1];
	is $line->{calc_ms}, 0, '… before anything is computed' or diag explain $line;
}

# ---- the tax id of who pays, from the register of companies ----

{
	my $good = sub { my ($symbol) = @_; my ($one) = grep { $_->{symbol} eq $symbol } @{ get('/v1/portfolio/tax/declaration?year=2025')->json->{bens} }; return [$one->{tax_id}, scalar grep { $_ eq 'missing_tax_id' } @{ $one->{reasons} }] };
	my ($asset) = grep { $_->{symbol} eq 'ABCD3' } @{ get("$at/assets")->json->{data} };

	is $t->post("$at/transactions", { symbol => 'DUOS3', asset_type => 'stock', kind => 'buy', trade_date => '2025-02-03', quantity => 100, price => 10 }, key => $key)->status, 201, 'a paper of two companies';
	is_deeply $good->('ABCD3'), [undef, 1], 'of a ticker that no register has it is missing';
	$t->sql("insert into company (id, cvm_code, tax_id, name, status, listed, words) values (71, 71, '33000167000101', 'ABCD', 'active', true, ''), (72, 72, '00000000000191', 'Outra', 'active', true, '')");
	$t->sql("insert into company_ticker (ticker, company_id, filed_for) values ('ABCD3', 71, '2020-01-01'), ('DUOS3', 71, '2020-01-01'), ('DUOS3', 72, '2020-01-01')");
	bump($t);
	is_deeply $good->('ABCD3'), ['33000167000101', 0], 'that of its company';
	is_deeply $good->('DUOS3'), [undef, 1], 'of a ticker of two it is not known which';
	my ($jcp) = grep { ($_->{code} // '') eq '10' } @{ get('/v1/portfolio/tax/declaration?year=2025')->json->{exclusiva} };
	is_deeply [@$jcp{qw(payer_tax_id reasons)}], ['33000167000101', ['jcp_across_years']], 'and of who paid' or diag explain $jcp;
	# One that left the ticker is no payer of it.
	$t->sql("update company_ticker set until = '2021-01-01' where ticker = 'DUOS3' and company_id = 72");
	bump($t);
	is_deeply $good->('DUOS3'), ['33000167000101', 0], 'but of the one that trades now';
	is $t->patch("$at/assets/$asset->{id}", { facts => { tax_id => '00.000.000/0001-91' } }, key => $key)->status, 200, 'the person says another';
	is_deeply $good->('ABCD3'), ['00000000000191', 0], 'which wins';
}

done_testing;
