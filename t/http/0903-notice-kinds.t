#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# What a person may ask to be told of: a price that is reached, payments announced and paid, a DARF, results of a company,
# and the summary of the week: once each, to its person alone, and with amounts only where they were asked for.
# 0899 has how notices are sent.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use JSON::PP ();
use Lastro::Market qw(bump closes provent rates);
use Lastro::Office;
use Lastro::Tenants qw(account);
use Lastro::Test qw(slurp spew);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
my ($true, $false) = (JSON::PP::true, JSON::PP::false);
my $now = '2026-11-20T15:00:00Z';
my $opens = 'Abra a carteira para ver o valor.';
my $subscriptions = '/v1/notifications/subscriptions';
closes($t, b3 => 'PETR4', '2026-11-13' => '29', '2026-11-18' => '29.50', '2026-11-19' => '30');
closes($t, b3 => 'ITSA4', '2026-11-13' => '10', '2026-11-19' => '10');
closes($t, b3 => 'MGLU3', '2026-11-19' => '9.5');
closes($t, us => 'VOO', '2026-11-19' => '600');
closes($t, index => 'IBOV', '2026-11-19' => '129999.99');
my ($ana, $bia, $caio) = map { account($t) } 1 .. 3;
my %key = (ana => $ana->{user_key}, bia => $bia->{user_key}, caio => $caio->{user_key});
$t->sql("update account set email = 'ana\@example.com' where id = '$ana->{id}'");
$t->start_pool(workers => 1, env => { LASTRO_NOW => $now });

# 900 of 1,000 bought at 20 are sold at 30 in October: 9,000 of gain on sales of 27,000, above the limit of 20,000: 15 %, 1,350.00, due
# on the last business day of November, Monday the 30th.
sub row { my ($symbol, $kind, $day, $n, $price) = @_; return { symbol => $symbol, asset_type => 'stock', kind => $kind, trade_date => $day, quantity => $n, price => $price } }
my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $key{ana})->json->{id};
is $t->post("/v1/portfolios/$id/transactions", [row('PETR4', 'buy', '2026-01-08', 1000, 20), row('PETR4', 'sell', '2026-10-06', 900, 30), row('ITSA4', 'buy', '2026-01-08', 200, 9)], key => $key{ana})->status, 201, 'a portfolio';
# Another person's, with other papers; and a client's, in an office that Caio belongs to.
my $theirs = $t->post('/v1/portfolios', { name => 'Outra' }, key => $key{bia})->json->{id};
is $t->post("/v1/portfolios/$theirs/transactions", [row('MGLU3', 'buy', '2026-01-08', 10, 9)], key => $key{bia})->status, 201, 'another person\'s';
# What only a simulation holds is not held.
my $simulation = $t->post('/v1/portfolios', { name => 'Simulada' }, key => $key{bia})->json->{id};
is $t->post("/v1/portfolios/$simulation/transactions", [row('PETR4', 'buy', '2026-01-08', 1000, 20), row('PETR4', 'sell', '2026-10-06', 900, 30)], key => $key{bia})->status, 201, 'a simulation';
is $t->patch("/v1/portfolios/$simulation", { exclude_from_consolidated => $true }, key => $key{bia})->status, 200, 'is left out of the total';
my $office = Lastro::Office->new($t, 'Casa');
my $owner = $office->member('owner');
my $email = $t->sql("select email from account where id = '$caio->{id}'");
$t->lastro_ok('member', 'add', '--org', $office->{id}, '--account', $email, '--role', 'admin');
my $client = $office->action('advisor.client.create', { name => 'Carlos' }, as => $owner)->json->{result}{id};
my $wallet = $office->action('advisor.client_portfolio.create', { client_id => $client, name => 'Dele' }, as => $owner)->json->{result}{id};
is $office->action('advisor.client_portfolio_transaction.add', { portfolio_id => $wallet, %{ row('PETR4', 'buy', '2026-01-08', 1000, 20) } }, as => $owner)->status, 200, 'a client\'s';

sub ask { my ($body, $who) = @_; return $t->post($subscriptions, { channel => 'email', %$body }, key => $key{ $who // 'ana' }) }
sub find { my ($at) = @_; return $t->lastro_json({ env => { LASTRO_NOW => $at } }, 'compute', 'notices')->{queued} }
# told() - what was queued for a person of a kind since the last call: [title, body] each.
my %known;
sub told {
	my ($kind, $who) = @_;
	my @all = grep { $_->{kind} eq $kind && !$known{ $_->{id} }++ } @{ $t->get('/v1/notifications?limit=100', key => $key{ $who // 'ana' })->json->{data} };

	return [sort { "@$a" cmp "@$b" } map { [@$_{qw(title body)}] } @all];
}
sub quiet { my ($at, $what) = @_; is find($at), 0, $what }

# ---- subscriptions ----

my $r = ask({ kind => 'price_reached', symbol => 'petr4 ', direction => 'above', price => '30.00' });
is $r->status, 201, 'a price is waited for' or diag $r->body;
my $at_30 = $r->json;
is_deeply [@$at_30{qw(kind days channel url amounts symbol asset_type direction price currency reached_on)}],
	['price_reached', 0, 'email', undef, $false, 'PETR4', undef, 'above', 30, 'BRL', undef], 'of the paper, in its own spelling';
my $before = $t->sql('select count(*) from notice');
for my $bad (
	[{ kind => 'price_reached', symbol => 'XPTO3', direction => 'above', price => 1 } => 'symbol', qr/^o código de um ativo de que há preço de fechamento/],
	[{ kind => 'price_reached', symbol => 'PETR4', asset_type => 'us', direction => 'above', price => 1 } => 'symbol', qr/dessa classe/],
	[{ kind => 'price_reached', direction => 'above', price => 1 } => 'symbol'],
	[{ kind => 'price_reached', symbol => 'PETR4', price => 1 } => 'direction'],
	[{ kind => 'price_reached', symbol => 'PETR4', direction => 'at', price => 1 } => 'direction'],
	[{ kind => 'price_reached', symbol => 'PETR4', direction => 'above' } => 'price'],
	[{ kind => 'price_reached', symbol => 'PETR4', direction => 'above', price => 0 } => 'price'],
	[{ kind => 'price_reached', symbol => 'PETR4', direction => 'above', price => -1 } => 'price'],
	[{ kind => 'price_reached', symbol => 'PETR4', direction => 'above', price => 1, days => 3 } => 'days', qr/não tem este campo/],
	[{ kind => 'price_reached', symbol => 'PETR4', direction => 'above', price => 1, amounts => $true } => 'amounts', qr/não tem este campo/],
	[{ kind => 'weekly_summary', days => 3 } => 'days', qr/não tem este campo/], [{ kind => 'weekly_summary', symbol => 'PETR4' } => 'symbol', qr/não tem este campo/],
	[{ kind => 'income_due', amounts => $true } => 'amounts', qr/não tem este campo/], [{ kind => 'price_stale', price => 3 } => 'price', qr/não tem este campo/],
	[{ kind => 'results_published', direction => 'above' } => 'direction', qr/não tem este campo/], [{ kind => 'results_published', asset_type => 'stock' } => 'asset_type', qr/não tem este campo/],
	[{ kind => 'darf_due', amounts => 'sim' } => 'amounts'], [{ kind => 'darf_due', days => 91 } => 'days'],
) {
	my ($body, $field, $says) = @$bad;
	my $refused = ask($body);

	is_deeply [$refused->status, map { $_->{pointer} } @{ $refused->json->{details}{errors} // [] }], [400, "/$field"], 'refused: ' . JSON::PP->new->canonical->encode($body);
	like $refused->json->{details}{errors}[0]{expected}, $says, '  in words' if $says;
}
is $t->sql('select count(*) from notice'), $before, 'none of them is stored';
is ask({ kind => 'price_reached', symbol => 'PETR4', direction => 'above', price => 30 })->code, 'notice_exists', 'the same price once';
is ask({ kind => 'price_reached', symbol => 'PETR4', direction => $_->[0], price => $_->[1] })->status, 201, "$_->[0] $_->[1]" for ['above', '30.01'], ['below', '30'], ['below', '29.99'];
is ask({ kind => 'price_reached', symbol => 'VOO', asset_type => 'us', direction => 'below', price => '600.5' })->json->{currency}, 'USD', 'of a paper abroad in dollars';
is ask({ kind => 'price_reached', symbol => 'IBOV', direction => 'above', price => 130000 })->json->{currency}, undef, 'of an index in points';

# ---- a price that is reached ----

is find($now), 3, 'three are reached';
is_deeply told('price_reached'), [
	['PETR4 fechou a R$ 30,00', 'PETR4 fechou a R$ 30,00 em 19/11/2026. O preço pedido era de R$ 30,00 ou mais. Este aviso está feito; na página Avisos ele pode ser armado de novo.'],
	['PETR4 fechou a R$ 30,00', 'PETR4 fechou a R$ 30,00 em 19/11/2026. O preço pedido era de R$ 30,00 ou menos. Este aviso está feito; na página Avisos ele pode ser armado de novo.'],
	['VOO fechou a US$ 600,00', 'VOO fechou a US$ 600,00 em 19/11/2026. O preço pedido era de US$ 600,50 ou menos. Este aviso está feito; na página Avisos ele pode ser armado de novo.'],
], 'exactly at the price, which both sides include; a cent beyond is not reached';
sub listed { return { map { $_->{id} => $_ } @{ $t->get($subscriptions, key => $key{ana})->json->{data} } } }
is_deeply [sort map { ($_->{symbol} // '') . ' ' . ($_->{direction} // '') . ' ' . $_->{reached_on} } grep { $_->{reached_on} } values %{ listed() }],
	['PETR4 above 2026-11-19', 'PETR4 below 2026-11-19', 'VOO below 2026-11-19'], 'and they say on which day';
quiet($now, 'not again');

sub close_of { my ($day, $price) = @_; $t->sql("update last_close set prev_day = last_day, prev = last, last_day = '$day', last = $price where symbol = 'PETR4'") }
close_of('2026-11-20', '30.01');
is find('2026-11-21T15:00:00Z'), 1, 'the next close reaches the next price';
like told('price_reached')->[0][1], qr/^PETR4 fechou a R\$ 30,01 em 20\/11\/2026\. O preço pedido era de R\$ 30,01 ou mais/, 'which is told, and the done one is not told again';

my $arm = "$subscriptions/$at_30->{id}/arm";
is $t->post($arm, undef, key => $key{bia})->code, 'notice_not_found', 'another person arms nothing';
is $t->post("$subscriptions/00000000-0000-7000-8000-000000000000/arm", undef, key => $key{ana})->status, 404, 'nor is one armed that is not there';
$r = $t->post($arm, undef, key => $key{ana});
is_deeply [$r->status, @{ $r->json }{qw(id symbol reached_on)}], [200, $at_30->{id}, 'PETR4', undef], 'it is armed again' or diag $r->body;
is $t->sql("select count(*) from audit where kind = 'notice.armed'"), 1, 'which the trail has';
is find('2026-11-21T15:00:01Z'), 1, 'and the close of a later day than the told one counts';
like told('price_reached')->[0][1], qr/^PETR4 fechou a R\$ 30,01 em 20\/11/, 'that of the 20th';
is $t->post($arm, undef, key => $key{ana})->status, 200, 'armed once more';
quiet('2026-11-21T15:00:02Z', 'the same close is not told twice');
close_of('2026-11-23', '29.98');
is find('2026-11-23T23:00:00Z'), 1, 'below the price it waits; another one is reached';
is told('price_reached')->[0][0], 'PETR4 fechou a R$ 29,98', 'from above';
is $t->request('DELETE', "$subscriptions/$at_30->{id}", key => $key{ana})->status, 200, 'it is ended';
close_of('2026-11-24', '31');
quiet('2026-11-24T23:00:00Z', 'and is not told any more');
$t->request('DELETE', "$subscriptions/$_", key => $key{ana}) for keys %{ listed() };
close_of('2026-11-19', '30');

# ---- payments, announced and paid ----

# Of 200: an interest on capital of 0.10 paid on the 19th, before anybody asked (20.00 less 17.5 %: 16.50); a dividend of 0.05 paid on the
# 20th (10.00); an interest of 0.20, announced on the 16th, which comes on the 25th (40.00 less 7.00: 33.00).
provent($t, ITSA4 => 'jcp', record => '2026-11-02', ex => '2026-11-03', pay => '2026-11-19', gross => '0.10', approved => '2026-10-20');
provent($t, ITSA4 => 'dividend', record => '2026-11-04', ex => '2026-11-05', pay => '2026-11-20', gross => '0.05');
provent($t, ITSA4 => 'jcp', record => '2026-11-17', ex => '2026-11-18', pay => '2026-11-25', gross => '0.20', approved => '2026-11-16');
# And a yield of 0.40, also paid on the 20th, which the person has already typed: no notice repeats a row of the ledger.
provent($t, ITSA4 => 'yield', record => '2026-11-09', ex => '2026-11-10', pay => '2026-11-20', gross => '0.40');
is $t->post("/v1/portfolios/$id/income", { symbol => 'ITSA4', asset_type => 'stock', kind => 'yield', pay_date => '2026-11-20', amount => '80.00' }, key => $key{ana})->status, 201, 'an income is typed';
my %with = map { $_ => ask({ kind => $_, amounts => $true })->json->{id} } qw(income_announced income_received);
is ask({ kind => $_, channel => 'webhook', url => 'https://a.example/avisos' })->status, 201, "and $_ without amounts" for keys %with;
for my $who (qw(bia caio)) { is ask({ kind => $_, $_ eq 'results_published' ? () : (amounts => $true) }, $who)->status, 201, "$who asks for $_" for qw(income_announced income_received darf_due results_published) }
find($now);
is_deeply told('income_announced'), [], 'what was announced before the subscription is not told';
my $paid = 'ITSA4 pagou em 20/11/2026 dividendo de R$ 0,05 por unidade, pela data com de 04/11/2026.';
is_deeply told('income_received'), [['Provento pago: ITSA4', "$paid $opens"], ['Provento pago: ITSA4', "$paid Pelo que havia na carteira: R\$ 10,00, líquidos; confira o crédito na corretora."]],
	'of the day of the subscription: with the amount where it was asked for, and without; not of the day before';
quiet($now, 'not again');
quiet('2026-11-25T02:59:59Z', 'the day of the next one begins in São Paulo');
is find('2026-11-25T03:00:00Z'), 2, 'then it is told';
is_deeply [map { $_->[1] =~ s/.*\. (?=Abra|Pelo)//r } @{ told('income_received') }], [$opens, 'Pelo que havia na carteira: R$ 33,00, líquidos; confira o crédito na corretora.'], 'after the tax';

# 100 of PETR4 are held: 50.00.
provent($t, PETR4 => 'dividend', record => '2026-12-01', ex => '2026-12-02', pay => '2026-12-15', gross => '0.5', approved => '2026-11-24');
$t->sql("insert into distribution (venue, symbol, label, kind, ex_day, record_day, pay_day, gross, approved, source)
	values ('b3', 'PETR4', 'SECOND', 'dividend', '2026-12-02', '2026-12-01', '2026-12-28', 0.5, '2026-11-24', 'typed')");
provent($t, PETR4 => 'dividend', ex => '2026-12-03', pay => '2026-12-20', gross => '0.7', approved => '2026-11-24');
provent($t, PETR4 => 'jcp', record => '2026-12-01', ex => '2026-12-02', gross => '1.25', approved => '2026-11-24');
provent($t, VALE3 => 'dividend', record => '2026-12-01', ex => '2026-12-02', pay => '2026-12-15', gross => '0.3', approved => '2026-11-24');
is find('2026-11-25T15:00:00Z'), 6, 'three are announced, to two subscriptions';
my $said = 'PETR4 anunciou dividendo de R$ 0,50 por unidade, pela data com de 01/12/2026.';
my $jcp = 'PETR4 anunciou juros sobre capital próprio de R$ 1,25 por unidade, pela data com de 01/12/2026. O dia do pagamento ainda não foi dito.';
is_deeply told('income_announced'), [map { ['Provento anunciado: PETR4', $_] }
	"$said Paga em 15/12/2026. A receber, pelo que há na carteira: R\$ 50,00, líquidos.", "$said Paga em 15/12/2026. $opens",
	"$said Paga em 28/12/2026. A receber, pelo que há na carteira: R\$ 50,00, líquidos.", "$said Paga em 28/12/2026. $opens",
	# 125.00 less 17.5 %, 21.88.
	"$jcp A receber, pelo que há na carteira: R\$ 103,12, líquidos.", "$jcp $opens"], 'with a record day, of what is held; two that differ in the day of payment alone are two';
quiet('2026-11-26T15:00:00Z', 'not again');
is_deeply [map { @{ told($_, 'bia') }, @{ told($_, 'caio') } } keys %with], [], 'another person, and a member of an office whose client has it, are told nothing';
provent($t, MGLU3 => 'dividend', record => '2026-12-01', ex => '2026-12-02', pay => '2026-12-15', gross => '0.3', approved => '2026-11-25');
is find('2026-11-26T15:00:01Z'), 1, 'what only she holds';
is_deeply told('income_announced', 'bia'), [['Provento anunciado: MGLU3', 'MGLU3 anunciou dividendo de R$ 0,30 por unidade, pela data com de 01/12/2026. Paga em 15/12/2026. A receber, pelo que há na carteira: R$ 3,00, líquidos.']], 'is told to her';
provent($t, ITSA4 => 'dividend', record => '2026-11-24', ex => '2026-11-25', pay => '2026-11-27', gross => '0.01', approved => '2026-11-20');
find('2026-11-26T15:00:02Z');
told('income_announced');
is $t->request('DELETE', "$subscriptions/$with{$_}", key => $key{ana})->status, 200, "$_ is ended" for keys %with;
is find('2026-11-27T15:00:00Z'), 1, 'then one subscription is left';
is_deeply [map { $_->[1] } @{ told('income_received') }], ["ITSA4 pagou em 27/11/2026 dividendo de R\$ 0,01 por unidade, pela data com de 24/11/2026. $opens"], 'the one without amounts';
$t->request('DELETE', "$subscriptions/$_", key => $key{ana}) for keys %{ listed() };

# ---- a DARF ----

is ask({ kind => 'darf_due' })->json->{days}, 7, 'seven days before, unless it says another number';
is ask({ kind => 'darf_due', days => 10, amounts => $true, channel => 'webhook', url => 'https://a.example/darf' })->json->{amounts}, $true, 'and ten, with the amount';
quiet('2026-11-20T02:59:59Z', 'eleven days before, nothing');
is find($now), 1, 'ten days before';
my $darf = 'O DARF de código 6015, de outubro de 2026, vence em 30/11/2026.';
is_deeply told('darf_due'), [['DARF de outubro vence em 30/11/2026', "$darf A pagar: R\$ 1.350,00. Confira a apuração antes de pagar."]], '15 % of 9,000';
quiet('2026-11-22T15:00:00Z', 'eight days before, to the other not yet');
is find('2026-11-23T15:00:00Z'), 1, 'seven days before';
is_deeply told('darf_due'), [['DARF de outubro vence em 30/11/2026', "$darf $opens Confira a apuração antes de pagar."]], 'without the amount';
is $t->post("/v1/portfolios/$id/transactions", row('PETR4', 'sell', '2026-10-07', 10, 30), key => $key{ana})->status, 201, 'the amount changes';
quiet('2026-11-24T15:00:00Z', 'which is not told again');
is_deeply [@{ told('darf_due', 'bia') }, @{ told('darf_due', 'caio') }], [], 'nor to others';
$t->sql("delete from notification where kind = 'darf_due'");
# 900 and 10: 9,100 of gain, 1,365.00; 1,000.00 are paid.
is $t->put('/v1/portfolio/tax/inputs', { paid => [{ code => '6015', period => '2026-10', paid_on => '2026-11-18', amount => '1000.00' }] }, key => $key{ana})->status, 200, 'a part is paid';
find('2026-11-24T15:00:01Z');
like join(' ', map { $_->[1] } @{ told('darf_due') }), qr/A pagar: R\$ 365,00\./, 'and the rest is to be paid';
$t->sql("delete from notification where kind = 'darf_due'");
is $t->put('/v1/portfolio/tax/inputs', { paid => [{ code => '6015', period => '2026-10', paid_on => '2026-11-18', amount => '1365.00' }] }, key => $key{ana})->status, 200, 'all of it is paid';
quiet('2026-11-24T15:00:02Z', 'and a paid one is not told');

$t->request('DELETE', "$subscriptions/$_", key => $key{ana}) for keys %{ listed() };

# ---- results of a company ----

$t->sql(<<'SQL');
insert into company (id, cvm_code, name, trading_name, status, listed, words) values
	(1, 9512, 'PETROLEO BRASILEIRO S.A.', 'PETROBRAS', 'active', true, ''), (2, 4170, 'VALE S.A.', 'VALE', 'active', true, '');
insert into company_ticker (ticker, company_id, filed_for) values ('PETR4', 1, '2026-01-01'), ('PETR3', 1, '2026-01-01'), ('VALE3', 2, '2026-01-01');
SQL
my $filed = 0;
sub filed {
	my ($company, $source, $period, $day, $key) = @_;

	$filed++;
	$t->sql("insert into company_document (id, company_id, source, file_year, doc_key, version, cvm_code, kind, category, reference_date, filed_at, version_filed_at)
		values ($filed, $company, '$source', 2026, '$key', $filed, 1, 'financial_report', 'ITR', '$period', '$day', '$day')");
	bump($t);
}
# The second quarter, whose statements were filed before anybody asked; a new version of them is no new result.
filed(1, 'itr', '2026-06-30', '2026-08-06', 'a');
is ask({ kind => 'results_published' })->status, 201, 'results are asked for';
filed(1, 'itr', '2026-06-30', '2026-11-20', 'b');
filed(2, 'itr', '2026-09-30', '2026-11-20', 'c');
filed(1, 'ipe', '2026-09-30', '2026-11-20', 'd');
filed(1, 'itr', '2026-09-30', '2026-11-19', 'e');
quiet($now, 'nothing of what was filed the day before, of a period that was filed, of another company or of another kind');
filed(1, 'dfp', '2026-10-31', '2026-11-20', 'f');
is find($now), 1, 'what is filed on the day of the subscription';
is_deeply told('results_published'), [['Resultado publicado: PETR4', 'PETROBRAS entregou à CVM em 20/11/2026 o resultado do período encerrado em 31/10/2026. A carteira "Principal" tem PETR4.']], 'is told, by the company\'s name';
filed(1, 'dfp', '2026-10-31', '2026-11-23', 'g');
quiet('2026-11-23T15:00:00Z', 'once of the period');
is_deeply [@{ told('results_published', 'bia') }, @{ told('results_published', 'caio') }], [], 'to no one else';
filed(1, 'itr', '2026-11-30', '2026-12-21', 'h');
quiet('2027-01-21T15:00:00Z', 'nor 31 days after the filing');
is find('2027-01-20T15:00:00Z'), 1, 'thirty days after, it still is';
$t->request('DELETE', "$subscriptions/$_", key => $key{ana}) for keys %{ listed() };
told('results_published');

# ---- the week ----

# From the 16th to the 22nd: 90 of PETR4 went from 29 to 30, 90.00 (10 were sold in October), 200 of ITSA4 stayed at 10; 16.50, 10.00
# and 80.00 were received.  On Monday PETR4 is still at 30: 2,700 and 2,000.
$t->sql("delete from notification; delete from distribution where pay_day is null or pay_day >= '2026-12-01' or pay_day = '2026-11-27'");
Lastro::Market::stamp($t, b3 => 'PETR4', 'ITSA4');
is $t->put('/v1/portfolio/tax/inputs', {}, key => $key{ana})->status, 200, 'nothing is paid';
is ask({ kind => 'weekly_summary', amounts => $true })->status, 201, 'a summary is asked for';
is ask({ kind => 'weekly_summary', channel => 'webhook', url => 'https://a.example/semana' })->status, 201, 'and one without amounts';
is ask({ kind => 'weekly_summary', amounts => $true }, $_)->status, 201, "$_ asks, too" for qw(bia caio);
quiet($now, 'the week of the subscription has none');
quiet('2026-11-23T02:59:59Z', 'until Sunday ends in São Paulo');
is find('2026-11-23T03:00:00Z'), 3, 'on Monday to those who have a portfolio';
my $coming = "Nos próximos sete dias:\n- 30/11/2026: vence o DARF de código 6015, de outubro de 2026%s\n- 25/11/2026: ITSA4 paga juros sobre capital próprio%s\n";
my $week = told('weekly_summary');
my ($full, $bare) = map { $_->[1] } sort { ($b->[1] =~ /R\$/) <=> ($a->[1] =~ /R\$/) } @$week;
is_deeply [map { $_->[0] } @$week], [('A semana da carteira, até 22/11/2026') x 2], 'of the week that ended';
my $attention = qr/(?:Pede|Pedem) atenção: \d+ assuntos?[^\n]*\.\z/;
like $full, qr/\AA semana de 16\/11\/2026 a 22\/11\/2026\.\nPatrimônio hoje: R\$ 4\.700,00\.\nNa semana, o valor mudou R\$ 90,00, sem contar aportes e retiradas\.\nProventos da semana: R\$ 106,50\.\n\Q@{[sprintf $coming, ' (R$ 1.365,00)', ' (R$ 33,00)']}\E$attention/, 'with amounts';
like $bare, qr/\AA semana de 16\/11\/2026 a 22\/11\/2026\.\nPatrimônio, o que a semana fez dele e proventos: abra a carteira para ver o valor\.\n\Q@{[sprintf $coming, '', '']}\E$attention/, 'and without';
unlike $bare, qr/R\$|\d,\d\d/, 'which has no amount';
my $asks = $t->get('/v1/portfolio/attention', key => $key{ana})->json->{meta};
like $bare, qr/: $asks->{count} assuntos?/, 'what asks for attention is counted as its list does';
like told('weekly_summary', 'bia')->[0][1], qr/^Patrimônio hoje: R\$ 95,00\.$/m, 'each has their own: ten at 9.50';
is_deeply told('weekly_summary', 'caio'), [], 'a client of an office is in no summary of its members';
quiet("2026-11-$_", 'once in the week') for '23T15:00:00Z', '25T15:00:00Z', '30T02:59:59Z';
is find('2026-12-02T12:00:00Z'), 3, 'in the next one by its first run, also on Wednesday';
like join(' ', map { $_->[1] } @{ told('weekly_summary') }), qr/A semana de 23\/11\/2026 a 29\/11\/2026\./, 'of the whole week before';

# ---- amounts ----

is $t->sql(q{select count(*) from notification m join notice n on n.workspace_id = m.workspace_id and n.id = m.notice_id
	where not n.amounts and n.kind = 'weekly_summary' and m.body ~ 'R\$'}), 0, 'none is queued without them';

# ---- who is told nothing ----

$t->sql("delete from notification; delete from notice where account_id <> '$ana->{id}'");
my $next = '2026-12-07T12:00:00Z';
is ask({ kind => 'price_reached', symbol => 'PETR4', direction => 'below', price => 100 })->status, 201, 'a price';
is ask({ kind => 'price_stale' })->status, 201, 'and old prices';
for my $case (
	['an account that waits to be deleted' => "insert into account_deletion values ('$ana->{id}', '2026-12-07', '2026-12-14')", 'delete from account_deletion'],
	['a disabled one' => "update account set disabled_at = '2026-12-07' where id = '$ana->{id}'", "update account set disabled_at = null where id = '$ana->{id}'"],
	['one whose wallet is suspended' => "update workspace set wallet = 'suspended' where id = '$ana->{workspace}'", "update workspace set wallet = 'installed' where id = '$ana->{workspace}'"],
) {
	my ($who, $stops, $goes) = @$case;

	$t->sql($stops);
	quiet($next, "$who is told nothing");
	$t->sql($goes);
}
# Two summaries, the price, and two old prices: of the 19th, 18 days.
is find($next), 5, 'and then all of it';

# ---- sent ----

my $box = $t->dir . '/mail';
my $sendmail = $t->dir . '/sendmail';
mkdir $box;
spew($sendmail, "#!/bin/sh\ncat >'$box/'\$\$\n");
chmod 0755, $sendmail;
$t->sql("update notice set channel = 'email', url = null, secret = null, kind = 'darf_due', amounts = false where channel = 'webhook'; update notification set channel = 'email'");
$t->sql("insert into account_deletion values ('$ana->{id}', '2026-12-07', '2026-12-14')");
my @deliver = ({ env => { LASTRO_NOW => $next } }, 'deliver', '--json', '--from', 'Lastro <nao-responda@example.com>', '--sendmail', $sendmail);
is_deeply [@{ JSON::PP->new->utf8->decode($t->lastro(@deliver)->{out}) }{qw(delivered dead)}, glob "$box/*"], [0, 4],
	'what was queued is not sent to an account that waits to be deleted: one notice of each subscription is tried in a run';
$t->sql("delete from account_deletion; update notification set status = 'pending', attempts = 0, next_at = '$next', ended_at = null");
is_deeply [@{ JSON::PP->new->utf8->decode($t->lastro(@deliver)->{out}) }{qw(delivered dead)}], [5, 0], 'else it is';
my @mails = map { Encode::decode('UTF-8', slurp($_)) } glob "$box/*";
is scalar(grep { /Patrimônio hoje: R\$ 4\.700,00\./ } @mails), 1, 'the mail with amounts has them';
is scalar(grep { /abra a carteira para ver o valor/ && !/R\$/ } @mails), 1, 'and the one without has none';

# ---- a DARF whose amount is not known, or not final ----

# Dora sells 3,000 bought at 9 for 10 in November: 3,000 of gain on 30,000, 450.00, due on the last business day of December, the 30th.
my $dora = account($t);
$key{dora} = $dora->{user_key};
my $hers = $t->post('/v1/portfolios', { name => 'Dela' }, key => $key{dora})->json->{id};
is $t->post("/v1/portfolios/$hers/transactions", [row('MGLU3', 'buy', '2026-01-08', 3000, 9), row('MGLU3', 'sell', '2026-11-10', 3000, 10)], key => $key{dora})->status, 201, 'a month that is not over';
is ask({ kind => 'darf_due', amounts => $true, days => 90 }, 'dora')->status, 201, 'she asks ninety days before';
find($now);
is_deeply told('darf_due', 'dora'), [], 'is not told';
find('2026-12-01T15:00:00Z');
is_deeply [map { $_->[1] =~ /(de novembro.*R\$ [\d.,]+)\. /g } @{ told('darf_due', 'dora') }], ['de novembro de 2026, vence em 30/12/2026. A pagar: R$ 450,00'], 'once it is over, it is';
# In October she sells what she never bought, so that nobody knows what is brought to November.
is $t->post("/v1/portfolios/$hers/transactions", row('PETR4', 'sell', '2026-10-06', 1000, 30), key => $key{dora})->status, 201, 'a month that waits for answers';
$t->sql("delete from notification where kind = 'darf_due'");
find('2026-12-01T15:00:01Z');
is_deeply told('darf_due', 'dora'), [], 'nor is what is not known';

# ---- the tax from abroad, which is paid with the declaration ----

# Ten of VOO at 600 and R$ 5.00; four sold at 700 and R$ 5.50: 15,400 less 12,000 is 3,400, 15 %: 510.00, due on the last business day of May.
rates($t, '2026-02-03' => '5.00', '2026-06-02' => '5.50');
is $t->post("/v1/portfolios/$theirs/transactions", [map { { %$_, asset_type => 'us' } } row('VOO', 'buy', '2026-02-03', 10, 600), row('VOO', 'sell', '2026-06-02', 4, 700)], key => $key{bia})->status, 201, 'a sale abroad';
is ask({ kind => 'darf_due', amounts => $true }, 'bia')->status, 201, 'she asks for DARFs again';
find('2027-05-23T15:00:00Z');
is_deeply told('darf_due', 'bia'), [], 'eight days before, nothing';
find($_) for '2027-05-24T15:00:00Z', '2027-05-25T15:00:00Z';
is_deeply told('darf_due', 'bia'), [['Imposto do exterior de 2026 vence em 31/05/2027',
	'O imposto do exterior de 2026, que se paga com a declaração (código 0211), vence em 31/05/2027. A pagar: R$ 510,00. Confira a apuração antes de pagar.']], 'seven days before, once';

$t->finish;
done_testing;
