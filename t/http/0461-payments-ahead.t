#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# What fixed income pays by contract, in the agenda and of a paper of the market; and that the interest of these papers is
# in no sum of income unless somebody typed it, which every answer says.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;

use Encode ();
use JSON::PP ();
use Lastro::Market qw(closes provent);
use Lastro::Tenants qw(account);
use Lastro::Test qw(spew);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my %now = (env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
my $ana = account($t);
my $key = $ana->{user_key};
my ($F, $B, $C, $R) = ('Tesouro Prefixado com Juros Semestrais 2031', 'Tesouro IPCA+ com Juros Semestrais 2032', 'Tesouro IPCA+ com Juros Semestrais 2035',
	'Tesouro Renda+ Aposentadoria Extra 2045');

# ---- the Treasury's file ----

my $head = 'Tipo Titulo;Data Vencimento;Data Base;Taxa Compra Manha;Taxa Venda Manha;PU Compra Manha;PU Venda Manha;PU Base Manha';
sub bonds {
	spew($t->dir . '/tesouro.csv', join '', map { Encode::encode('cp1252', "$_\r\n") } $head, @_);
	return $t->lastro_json(\%now, 'load', 'tesouro', $t->dir . '/tesouro.csv');
}
sub rate { return $t->sql("select day, buy, sell from treasury_rate where symbol = '$_[0]'") }
my ($f, $b) = ('Tesouro Prefixado com Juros Semestrais;01/01/2031', 'Tesouro IPCA+ com Juros Semestrais;15/08/2032');
is bonds("$f;18/11/2026;13,10;13,22;900,00;898,00;898,00", "$f;19/11/2026;13,15;13,27;899,00;897,00;897,00", "$b;19/11/2026;7,30;;4100,00;4090,00;4090,00",
	'Tesouro IPCA+ com Juros Semestrais;15/05/2035;19/11/2026;7,1;7,22;4000,00;3990,00;3990,00', 'Tesouro Renda+ Aposentadoria Extra;15/12/2064;19/11/2026;6,9;muito;500,00;490,00;490,00')->{written}, 5, 'five prices';
is rate($F), "2026-11-19\t13.15000000\t13.27000000", 'the rates of the newest day';
is rate($B), "2026-11-19\t7.30000000\t", 'an empty one is none';
is rate($R), "2026-11-19\t6.90000000\t", 'nor is one that is no number';
bonds("$f;17/11/2026;12,00;12,12;910,00;905,00;905,00");
is rate($F), "2026-11-19\t13.15000000\t13.27000000", 'an older file changes nothing';
bonds("$f;19/11/2026;13,16;13,28;899,00;897,00;897,00");
is rate($F), "2026-11-19\t13.16000000\t13.28000000", 'the same day, as it is told now';

$t->sql(q{insert into debenture (code, issuer_name, issuer_tax_id, indexer, index_text, rate, rate_kind, maturity, source)
	values ('ONDA11', 'ONDA ENERGIA S.A.', '11222333000181', 'ipca', 'IPCA + 6,25%', 6.25, 'real', '2034-01-15', 'anbima'),
	('MUDA11', 'MUDA S.A.', '11222333000181', 'cdi', 'DI + 1%', null, 'spread', '2027-01-20', 'anbima'),
	('PAGA11', 'PAGA S.A.', '11222333000181', 'cdi', 'DI + 1%', null, 'spread', '2030-01-20', 'anbima')});
$t->sql(q{insert into instrument (venue, symbol, asset_type, name) values ('debenture', 'ONDA11', 'debenture', 'ONDA ENERGIA S.A.'), ('debenture', 'MUDA11', 'debenture', 'MUDA S.A.'),
	('debenture', 'PAGA11', 'debenture', 'PAGA S.A.'), ('b3', 'PETR4', 'stock', 'PETROBRAS PN')});
$t->sql(q{insert into debenture_event (code, day, event, event_text, pays_on, pct, rows_differ, seen_on) values
	('ONDA11', '2026-12-15', 'interest', 'Juros', '2026-12-16', 6.25, false, '2026-11-19'), ('ONDA11', '2026-12-15', 'amortisation', 'Amortização', '2026-12-16', null, true, '2026-11-19'),
	('ONDA11', '2027-06-15', 'interest', 'Juros', '2027-06-15', 6.25, false, '2026-11-19'), ('ONDA11', '2026-12-20', 'interest', 'Juros', null, 6.25, false, '2026-10-01')});
provent($t, 'PETR4', 'dividend', record => '2026-02-10', ex => '2026-02-11', pay => '2026-02-20', gross => '0.60');
$t->sql(q{insert into distribution (venue, symbol, label, kind, ex_day, record_day, pay_day, gross, source) values ('debenture', 'PAGA11', 'Juros', 'interest', '2026-07-15', '2026-07-14', '2026-07-15', 30, 'typed')});
closes($t, $_->[0] => $_->[1], '2026-11-19' => 900) for ['debenture', 'ONDA11'], ['b3', 'PETR4'];

$t->start_pool(workers => 1, %now);
sub ok_json { my ($r) = @_; die $r->body if $r->status >= 300; return JSON::PP->new->utf8->decode($r->body) }
my $p = ok_json($t->post('/v1/portfolios', { name => 'Principal' }, key => $key))->{id};
sub asset { my ($symbol, $meta) = @_; ok_json($t->post("/v1/portfolios/$p/assets", { symbol => $symbol, asset_type => 'renda_fixa', meta => $meta }, key => $key)); return }
asset('CDB1', { fixed_income => { indexer => 'cdi', pct => 110, maturity => '2026-12-15', paper => 'CDB', issuer => 'Banco Azul' } });
asset('CRI1', { paper => 'CRI' });
sub row { my ($symbol, $type, $qty, $price, $kind, $day) = @_; return { symbol => $symbol, asset_type => $type, kind => $kind // 'buy', trade_date => $day // '2026-01-05', quantity => $qty, price => $price } }
ok_json($t->post("/v1/portfolios/$p/transactions", [row($F, 'tesouro', '2.5', 880), row('TESOURO IPCA + com juros semestrais 2032', 'tesouro', 1, 4000), row($C, 'tesouro', 1, 3900), row($R, 'tesouro', 1, 480),
	row('Tesouro Azul 2045', 'tesouro', 1, 100), row('ONDA11', 'debenture', 10, 1000), row('MUDA11', 'debenture', 5, 1000), row('PAGA11', 'debenture', 4, 1000), row('MUDA11', 'debenture', 5, 1000, 'sell', '2026-03-02'),
	row('CDB1', 'renda_fixa', 1, 1000), row('CRI1', 'renda_fixa', 1, 1000), row('PETR4', 'stock', 100, 20)], key => $key));

# ---- the agenda ----

sub agenda { return ok_json($t->get("/v1/news/agenda?portfolio=$p&days=$_[0]", key => $key)) }
sub ahead { my ($a) = @_; return [map { my $i = $_; join ' ', map { $_ // '-' } @$i{qw(date day symbol)}, $i->{payment}{kind}, $i->{quantity}, $i->{amount_brl} } @{ $a->{renda_fixa} }] }
my $all = agenda(90);
is_deeply ahead($all), [
	'2026-12-15 terça-feira CDB1 maturity 1 -',
	'2026-12-16 quarta-feira ONDA11 amortization 10 -', '2026-12-16 quarta-feira ONDA11 interest 10 -',
	# 1 January is a Friday and a holiday; 2.5 × 48.80885 = 122.022125.
	"2027-01-04 segunda-feira $F interest 2.5 122.02",
	"2027-02-15 segunda-feira $B interest 1 -",
], 'coupons, an announced interest and amortisation, and a maturity, by the day of payment; no paper that was sold';
my %of = map { ("$_->{symbol} $_->{payment}{kind}" => $_->{payment}) } @{ $all->{renda_fixa} };
is_deeply $of{"$F interest"}, { kind => 'interest', due_on => '2027-01-01', pays_on => '2027-01-04', status => 'scheduled', pct => 4.880885, pct_of => 'do valor nominal de R$ 1.000,00', per_unit => 48.80885,
	amount_reason => undef, source => 'regra do título', told_on => undef }, 'a prefixed bond: 1,000 × (1.10^(1/2) - 1)';
is_deeply [@{ $of{"$B interest"} }{qw(due_on pays_on status pct pct_of per_unit)}, $of{"$B interest"}{amount_reason} =~ /VNA/ ? 1 : 0],
	['2027-02-15', '2027-02-15', 'scheduled', 2.956301, 'do valor nominal atualizado (VNA)', undef, 1], 'a bond over the IPCA: the percentage, and why there is no amount';
is_deeply [@{ $of{'ONDA11 interest'} }{qw(due_on pct per_unit source told_on)}, $of{'ONDA11 interest'}{amount_reason} ne '' ? 1 : 0], ['2026-12-15', 6.25, undef, 'debentures.com.br', '2026-11-19', 1], 'a debenture, as its newest agenda tells';
is_deeply [@{ $of{'ONDA11 amortization'} }{qw(pct pct_of)}, $of{'ONDA11 amortization'}{amount_reason} =~ /mais de um modo/ ? 1 : 0], [undef, undef, 1], 'two rows that disagree have no percentage';
is_deeply { map { $_->{symbol} => ($_->{reason} =~ /(tipo|vencimento|agenda)/)[0] } @{ $all->{meta}{left_out} } }, { 'Tesouro Azul 2045' => 'tipo', PAGA11 => 'agenda', CRI1 => 'vencimento' }, 'of which papers payments may be missing';
is_deeply [map { $_->{payment}{kind} . $_->{symbol} } @{ agenda(26)->{renda_fixa} }], ['maturityCDB1', 'amortizationONDA11', 'interestONDA11'], 'the last day of the window is in it';
is scalar @{ agenda(24)->{renda_fixa} // [] }, 0, 'none of before it';
ok !exists ok_json($t->get('/v1/news/agenda', key => $key))->{renda_fixa}, 'without a portfolio there are none';
my $ics = Encode::decode('UTF-8', $t->get("/v1/news/agenda?portfolio=$p&days=90", key => $key, headers => { Accept => 'text/calendar' })->body) =~ s/\r\n //gr;
like $ics, qr/DTSTART;VALUE=DATE:20270104\r\nDTEND;VALUE=DATE:20270105\r\nTRANSP:TRANSPARENT\r\nSUMMARY:\Q$F\E: Juros\r\nDESCRIPTION:Você tem 2\\,5: valor bruto esperado R\$ 122\\,02\.\r\n/, 'and in the calendar';

# ---- income: what is in no sum ----

my $sums = ok_json($t->get("/v1/portfolios/$p/income/summary", key => $key));
sub left { my ($o) = @_; return { map { $_->{symbol} => join ' ', $_->{held} ? 'held' : 'sold', $_->{entered} } @{ $o->{left_out} } } }
my %left = ($F => 'held 0', $B => 'held 0', $C => 'held 0', ONDA11 => 'held 0', MUDA11 => 'sold 0', CRI1 => 'held 0');
is_deeply left($sums), \%left, 'bonds with coupons, debentures and a CRI, also a sold one; no CDB, no Renda+ before its year, no debenture of which the calendar has the payments';
# 100 × 0.60, and 4 × 30 of the debenture whose payments the calendar has.
is $sums->{since_start}, 180, 'and nothing of them is in a sum';
my ($line) = grep { $_->{symbol} eq $B } @{ $sums->{left_out} };
is_deeply [@{ $line->{action} }{qw(action subject input fill)}], ['wallet.portfolio_income.add', { entity_id => $p }, { symbol => $B, asset_type => 'tesouro', kind => 'interest' }, ['/pay_date', '/amount']], 'with the Action that types one';
is_deeply left(ok_json($t->get($_, key => $key))->{meta}), \%left, "$_ says it, too" for "/v1/portfolios/$p/income/received", '/v1/income';
is_deeply left(ok_json($t->get('/v1/income/summary', key => $key))), \%left, 'and the sums of all portfolios';

sub tool {
	my ($name, $arguments) = @_;
	my $r = $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => $name, arguments => $arguments } }, key => $key);
	my $result = JSON::PP->new->utf8->decode($r->body)->{result};

	die $r->body if $result->{isError};
	return $result->{structuredContent};
}
is_deeply left(tool('execute_function', { function => 'wallet.income.list' })->{data}{summary}), \%left, 'and the Function';
my %done = %{ $line->{action} };
my $fill = delete $done{fill};
@{ $done{input} }{map { m{/(.*)} } @$fill} = ('2026-08-17', 118.25);
tool('execute_action', { %done, idempotency_key => 'cupom-1', confirmed => JSON::PP::true });
$sums = ok_json($t->get("/v1/portfolios/$p/income/summary", key => $key));
is_deeply [$sums->{since_start}, left($sums)->{$B}], [298.25, 'held 1'], 'filled in and executed as it is, it counts: 180.00 + 118.25';

# ---- a paper of the market ----

sub paper { return (@{ tool('execute_function', { function => 'wallet.paper.get', input => { symbol => $_[0] } })->{data} })[0] }
my $paper = paper($F);
is_deeply $paper->{day_rate}, { date => '2026-11-19', buy_pct => 13.16, sell_pct => 13.28 }, 'a bond has the rates of the day';
# From January 2027 to January 2031 nine coupons, and the face value.
is_deeply [map { "$_->{kind} $_->{pays_on} $_->{per_unit}" } @{ $paper->{scheduled} }[0, 1, 8, 9]], ['interest 2027-01-04 48.80885', 'interest 2027-07-01 48.80885', 'interest 2031-01-02 48.80885', 'maturity 2031-01-02 1000'], 'and its coupons';
is_deeply [scalar @{ $paper->{scheduled} }, $paper->{scheduled_reason}], [10, undef], 'all of them';
is scalar @{ paper($R)->{scheduled} }, 12, 'of a bond that pays for twenty years the next twelve';
$paper = paper('MUDA11');
is_deeply [map { "$_->{kind} $_->{due_on} $_->{source}" } @{ $paper->{scheduled} }], ['maturity 2027-01-20 contrato'], 'a debenture without an agenda: its maturity,';
like $paper->{scheduled_reason}, qr/agenda/, 'and that its payments are not known';
is_deeply [@{ paper('PETR4') }{qw(day_rate scheduled_reason)}, paper('PETR4')->{scheduled}], [undef, undef, []], 'a share has none';

done_testing;
