#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# One taxpayer with several portfolios (doc/tax.md 20.1): a fact or event given in one portfolio applies to the common
# stock, and does not replace what the others give or take from the reference data.

use strict;
use warnings;
use utf8;
use Lastro::Market qw(event);
use Lastro::Tenants qw(account);
use Lastro::TaxCases qw(redo_declaration redo_year);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my $me = { t => $t, key => $key };
event($t, 'BONU3', '2025-06-02', 'bonus', [11, 10], unit_cost => '5.00');
event($t, 'SPLT3', '2025-06-02', 'split', [2, 1]);
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-22T15:00:00Z' });

sub json { my ($r, $what) = @_; like $r->status, qr/^2/, $what or diag $r->body; return $r->json }
my ($one, $two) = map { json($t->post('/v1/portfolios', { name => $_ }, key => $key), $_)->{id} } qw(Um Dois);
sub trade {
	my ($p, $symbol, $kind, $day, $quantity, $price, %o) = @_;

	return json($t->post("/v1/portfolios/$p/transactions", { symbol => $symbol, asset_type => 'stock', kind => $kind, trade_date => $day,
		quantity => $quantity, (defined $price ? (price => $price) : ()), %o }, key => $key), "$symbol $kind $day");
}
sub meta {
	my ($p, $symbol, $meta) = @_;
	my ($asset) = map { $_->{id} } grep { $_->{symbol} eq $symbol } @{ $t->get("/v1/portfolios/$p/assets", key => $key)->json->{data} };

	json($t->patch("/v1/portfolios/$p/assets/$asset", { meta => $meta }, key => $key), "$symbol: its facts");
}
sub year { return json($t->get("/v1/portfolio/tax?year=$_[0]", key => $key), "the year $_[0]") }
sub declaration { return json($t->get("/v1/portfolio/tax/declaration?year=$_[0]", key => $key), "the declaration of $_[0]") }
# good() - [quantity, cost at its end] of a symbol.
sub good { my ($d, $symbol) = @_; return [map { $_->{quantity}, $_->{current} } grep { $_->{symbol} eq $symbol } @{ $d->{bens} }] }

# ---- events of the reference data ----

trade($one, qw(BONU3 buy 2025-02-03 100 10.00));
trade($two, qw(BONU3 buy 2025-02-04 200 13.00));
# 10 % of 300, at 5.00 each.
is_deeply good(declaration(2025), 'BONU3'), ['330', '3750.00'], 'a bonus without rows';
my $typed = trade($one, qw(BONU3 adjust 2025-06-03 10 5.00), event_kind => 'bonus');
my $d = declaration(2025);
is_deeply good($d, 'BONU3'), ['330', '3750.00'], 'typed in one portfolio, it is paid to the other anyway';
is_deeply [map { $_->{amount} } grep { ($_->{code} // '') eq '18' } @{ $d->{isentos} }], ['150.00'], 'and declared whole';
is_deeply [redo_declaration($me, $d)], [], 'every figure is redone';
trade($two, qw(BONU3 adjust 2025-06-05 20 5.00), event_kind => 'bonus');
is_deeply good(declaration(2025), 'BONU3'), ['330', '3750.00'], 'typed in both it is each one\'s own';

trade($one, qw(SPLT3 buy 2025-02-03 200 5.00));	# in shares after the split
meta($one, 'SPLT3', { corporate_events => 'ledger' });
trade($two, qw(SPLT3 buy 2025-02-04 100 12.00));
is_deeply good(declaration(2025), 'SPLT3'), ['400', '2200.00'], 'a split that one portfolio declines is the other\'s';
meta($two, 'SPLT3', { corporate_events => 'ledger' });
is_deeply good(declaration(2025), 'SPLT3'), ['300', '2200.00'], 'declined by both, it has no effect';

# ---- facts of an option, each alone ----

my %option = (asset_type => 'option');
trade($_, qw(ABCDA100 buy 2026-01-05 100 1.50), %option) for $one, $two;
meta($one, 'ABCDA100', { option => { kind => 'call', strike => '10.00', expiry => '2026-01-16' } });
my $january = sub { my ($m) = grep { $_->{month} eq '2026-01' } @{ year(2026)->{months} }; return $m };
is $january->()->{common}{result}, undef, 'the result of it is unknown';
meta($two, 'ABCDA100', { option => { close => '9.00' } });
is $january->()->{common}{result}, '-300.00', 'the strike of one portfolio and the close of the other: it expired';
meta($two, 'ABCDA100', { option => { close => '12.00' } });
is $january->()->{common}{result}, undef, 'above it: not known';
meta($two, 'ABCDA100', { option => { outcome => 'expired' } });
is $january->()->{common}{result}, '-300.00', 'the other says that it expired';
meta($one, 'ABCDA100', { option => { outcome => 'expired' } });
meta($two, 'ABCDA100', { option => { kind => 'call', strike => '10.00', expiry => '2026-01-16' } });
is $january->()->{common}{result}, '-300.00', 'and the other way round';
is_deeply [redo_year($me, year(2026))], [], 'every figure is redone';

# ---- a transfer that takes two days ----

# custody() - the portfolios of a symbol in the declaration.
sub custody { my ($d, $symbol) = @_; return map { $_->{discrimination} =~ /CUSTÓDIA: ([^.]*)\./ } grep { $_->{symbol} eq $symbol } @{ $d->{bens} } }
sub sent { my ($symbol, $out, $in, $price, %o) = @_; return (trade($one, $symbol, adjust => $out, -100), trade($two, $symbol, adjust => $in, 100, $price, %o)) }
trade($one, $_, qw(buy 2025-02-03 100 10.00)) for qw(MOVA3 MOVB3 MOVC3 MOVD3 MOVE3);
sent(qw(MOVA3 2025-03-06 2025-03-07 30.00));
is_deeply good(declaration(2025), 'MOVA3'), ['100', '1000.00'], 'sent on Thursday, received on Friday: the cost is as it was';
is_deeply [custody(declaration(2025), 'MOVA3')], ['DOIS'], 'and the other portfolio has it';
sent(qw(MOVB3 2025-03-07 2025-03-11 30.00), fees => '1.50');
is_deeply good(declaration(2025), 'MOVB3'), ['100', '1001.50'], 'over a weekend, and with the cost of sending it';
sent(qw(MOVC3 2025-03-07 2025-03-12 30.00));
is_deeply good(declaration(2025), 'MOVC3'), ['100', '3000.00'], 'three business days are no transfer: as the row says';
sent(qw(MOVD3 2025-03-11 2025-03-10 30.00));
is_deeply good(declaration(2025), 'MOVD3'), ['100', '2000.00'], 'it cannot arrive before it was sent: 1000 and 3000, less the half of them';
sent(qw(MOVE3 2025-12-30 2026-01-02 30.00));
is_deeply good(declaration(2025), 'MOVE3'), ['100', '1000.00'], 'it stays over the end of a year';
is_deeply [custody(declaration(2025), 'MOVE3')], ['DOIS'], 'and on its way it is the receiver\'s';
is_deeply good(declaration(2026), 'MOVE3'), ['100', '1000.00'], 'it cannot arrive twice';

my $three = json($t->post('/v1/portfolios', { name => 'Três' }, key => $key), 'a third portfolio')->{id};
trade($_, qw(MOVF3 buy 2025-02-03 100 10.00)) for $one, $three;
trade($one, qw(MOVF3 adjust 2025-03-06 -100));	# to another person
trade($three, qw(MOVF3 adjust 2025-03-07 -100));
trade($two, qw(MOVF3 adjust 2025-03-07 100 30.00));
is_deeply good(declaration(2025), 'MOVF3'), ['100', '1000.00'], 'an arrival matches a sending of its own day first: the other one left';

event($t, 'MOVG3', '2025-03-07', 'split', [2, 1]);
trade($one, qw(MOVG3 buy 2025-02-03 100 10.00));
sent(qw(MOVG3 2025-03-06 2025-03-07 30.00));
is_deeply good(declaration(2025), 'MOVG3'), ['100', '3000.00'], 'across a split equal quantities are not the same';
is_deeply [redo_declaration($me, declaration(2025))], [], 'every figure is redone';

# ---- custody (20.9) ----

trade($one, qw(CUST3 buy 2025-02-03 100 10.00));
is_deeply [custody(declaration(2025), 'CUST3')], ['UM'], 'no row says where: the name of the portfolio';
my $bought = trade($one, qw(CUST3 buy 2025-02-04 100 10.00), institution => 'XP Investimentos');
trade($two, qw(CUST3 buy 2025-02-05 100 10.00), institution => $_) for 'Ágora', 'Banco Inter', 'xp investimentos';
trade($two, qw(CUST3 buy 2026-02-05 100 10.00), institution => 'Nu Invest');
# 5 purchases of 100 at 10.00 up to 2025-12-31; in bytes, Á sorts after every ASCII letter.
is_deeply [map { $_->{discrimination} } grep { $_->{symbol} eq 'CUST3' } @{ declaration(2025)->{bens} }],
	['500 AÇÕES CUST3. CUSTO MÉDIO R$ 10,00, TOTAL R$ 5.000,00. CUSTÓDIA: BANCO INTER, XP INVESTIMENTOS, ÁGORA.'],
	'the institutions that rows up to the end of the year say, each once, by the alphabet';
is_deeply [custody(declaration(2026), 'CUST3')], ['BANCO INTER, NU INVEST, XP INVESTIMENTOS, ÁGORA'], '… and a year later the new one';
json($t->patch("/v1/portfolios/$one/transactions/$bought->{id}", { institution => 'Rico' }, key => $key), 'one is corrected');
is_deeply [custody(declaration(2025), 'CUST3')], ['BANCO INTER, RICO, XP INVESTIMENTOS, ÁGORA'], '… and the text follows';
trade($two, qw(CUST3 sell 2026-03-05 600 10.00));
is_deeply [custody(declaration(2026), 'CUST3')], [], 'none of a sold one';

# ---- the contract of a paper (20.9) ----

trade($one, 'CDBX', qw(buy 2025-02-03 2 1000.00), asset_type => 'renda_fixa', institution => 'Banco Azul S.A.');
meta($one, 'CDBX', { fixed_income => { indexer => 'cdi', pct => '110.5', maturity => '2029-11-19', paper => 'CDB', issuer => 'Banco Ébano' } });
is_deeply [map { $_->{discrimination} } grep { $_->{symbol} eq 'CDBX' } @{ declaration(2025)->{bens} }],
	['2 TÍTULOS CDBX (CDB, EMISSOR BANCO ÉBANO, 110,5% DO CDI, VENCIMENTO 19/11/2029). CUSTO MÉDIO R$ 1.000,00, TOTAL R$ 2.000,00. CUSTÓDIA: BANCO AZUL S.A.'],
	'who issued it, at which rate, until when; and one point at the end';

# ---- income of a token ----

{
	my $me = { t => $t, key => account($t)->{user_key} };
	$key = $me->{key};
	my $p = json($t->post('/v1/portfolios', { name => 'Tokens' }, key => $key), 'an account of its own')->{id};
	my $year = sub { return year(2025)->{exterior} };

	trade($p, qw(TOKEN buy 2025-02-03 10 100.00), asset_type => 'crypto');
	json($t->post("/v1/portfolios/$p/income", { symbol => 'TOKEN', asset_type => 'crypto', kind => 'dividend', pay_date => '2025-05-05', amount => '90.00', gross_amount => '100.00' }, key => $key), 'a payment');
	is_deeply [map { [@$_{qw(symbol income reasons)}] } @{ $year->()->{items} }], [['TOKEN', undef, ['custody_unknown']]], 'custody unknown: null';
	is $year->()->{due}, undef, 'and the sheet with it';
	is_deeply declaration(2025)->{exclusiva}, [], 'it is nowhere else either';
	meta($p, 'TOKEN', { custody => 'foreign' });
	is_deeply [map { [@$_{qw(symbol income foreign_tax reasons)}] } @{ $year->()->{items} }], [['TOKEN', '100.00', '10.00', []]], 'abroad: in the sheet, gross';
	is_deeply [@{ $year->() }{qw(base tax credit due)}], ['100.00', '15.00', '10.00', '5.00'], '15 %, less the tax paid there';
	is_deeply declaration(2025)->{exclusiva}, [], 'and in no other';
	is_deeply [redo_year($me, year(2025))], [], 'every figure is redone';
	meta($p, 'TOKEN', { custody => 'br' });
	is $year->(), undef, 'here: not in the sheet';
	is_deeply [map { [@$_{qw(code amount reasons)}] } @{ declaration(2025)->{exclusiva} }], [[undef, '90.00', ['code_unconfirmed', 'missing_tax_id']]], 'but among those whose line is not confirmed'
		or diag explain(declaration(2025)->{exclusiva});
}

done_testing;
