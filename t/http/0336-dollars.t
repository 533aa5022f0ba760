#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# An asset of type us is always in dollars: every way to write a currency or a type refuses reais, and leaves nothing
# behind.  One row per way; each is also tried in dollars, to show that the way itself works.

use strict;
use warnings;
use utf8;
use Encode qw(encode_utf8);
use JSON::PP ();
use Lastro::Market qw(closes rates);
use Lastro::Office;
use Lastro::Tenants qw(account);
use Lastro::Test qw(spew);
use Lastro::Xlsx qw(workbook opendocument);
use MIME::Base64 qw(encode_base64);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my %now = (env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
my $key = account($t)->{user_key};
my $office = Lastro::Office->new($t, 'Escritório');
my $owner = $office->member('owner');

closes($t, us => 'AAPL', '2026-11-19' => '240.00');
rates($t, '2026-01-05' => '5.00', '2026-11-19' => '5.00');
$t->start_pool(workers => 1, %now);

my $path = '/v1/portfolios/' . (my $id = $t->post('/v1/portfolios', { name => 'Exterior' }, key => $key)->json->{id});
my $client = $office->action('advisor.client.create', { name => 'Ana' }, as => $owner)->json->{result}{id};
my $theirs = $office->action('advisor.client_portfolio.create', { client_id => $client, name => 'Dela' }, as => $owner)->json->{result}{id};

# The answer: [refused, where or why], from a Problem, from an import's rows, from a tool.
sub problem { my ($r) = @_; return $r->status < 300 ? 'done' : join ' ', $r->code, map { "$_->{pointer} $_->{rule}" } @{ $r->json->{details}{errors} // [] } }
sub rows_of {
	my ($r) = @_;
	my $j = $r->json;
	my @rows = @{ $j->{rows} // $j->{result}{rows} // $j->{details}{rows} // [] };

	return $r->status < 300 && !@rows ? 'done' : join ' ', ($r->status < 300 ? () : $r->code), map { "$_->{line} $_->{status}" } @rows;
}
sub tool {
	my ($name, $input, %o) = @_;
	my $r = $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => 'execute_action',
		arguments => { action => $name, subject => { entity_id => $id }, input => $input } } }, key => $key);
	my $result = JSON::PP->new->utf8->decode($r->body)->{result};

	return 'done' unless $result->{isError};
	my $details = JSON::PP->new->decode($result->{content}[0]{text})->{details};
	return join ' ', $details->{code}, map { "$_->{pointer} $_->{rule}" } @{ $details->{errors} // [] };
}
sub office {
	my ($name, $input) = @_;

	return problem($office->action("advisor.$name", $input, as => $owner));
}
sub command {
	my ($bytes, $name) = @_;
	my $r = $t->lastro(\%now, 'import', $id, do { my $file = $t->dir . "/$name"; spew($file, $bytes); $file });

	return $r->{status} ? 'refused ' . ($r->{err} =~ /US\b.*|us \x{e9}.*|tipo us/ ? 'us' : $r->{out} . $r->{err}) : 'done';
}

my $symbol = 'AAAA';
my %buy = (asset_type => 'us', kind => 'buy', trade_date => '2026-01-05', quantity => 1, price => 100);
my @header = ('ticker', 'operacao', 'data', 'quantidade', 'preco', 'tipo', 'moeda');
my $sheet = sub { my ($currency, $price) = @_; return [[@header], [$symbol, 'compra', '2026-01-05', '1', $price // '100', 'us', $currency]] };
my $csv = sub { return encode_utf8(join '', map { join(';', map { $_ // '' } @$_) . "\r\n" } @{ $sheet->(@_) }) };
my $import = sub { my ($bytes, $name) = @_; return rows_of($t->upload("$path/imports?dry_run=true", $name, $bytes, key => $key)) };
my $of = sub { return (symbol => $symbol, currency => $_[0]) };

# Existing assets, one in dollars and one in reais.
my $held = $t->post("$path/transactions", { %buy, symbol => 'AAPL' }, key => $key)->json;
my $stock = $t->post("$path/assets", { symbol => 'PETR4', asset_type => 'stock' }, key => $key)->json->{id};
my $without = 'import_without_rows 2 error';

# the way, how it is tried with a currency, its answer in reais
for my $road (
	['POST an asset', sub { problem($t->post("$path/assets", { asset_type => 'us', $of->(@_) }, key => $key)) }, 'invalid_body /currency enum'],
	['POST a transaction', sub { problem($t->post("$path/transactions", { %buy, $of->(@_) }, key => $key)) }, 'invalid_body /currency enum'],
	['POST transactions', sub { problem($t->post("$path/transactions", [{ %buy, $of->('USD') }, { %buy, $of->(@_), trade_date => '2026-01-06' }], key => $key)) }, 'invalid_body /1/currency enum'],
	['POST a transaction of an asset that is there, by its symbol', sub { problem($t->post("$path/transactions", { %buy, symbol => 'AAPL', currency => $_[0] }, key => $key)) }, 'invalid_body /currency enum'],
	['POST a transaction of an asset that is there, by its id', sub {
		problem($t->post("$path/transactions", { (map { $_ => $buy{$_} } grep { $_ ne 'asset_type' } keys %buy), asset_id => $held->{asset_id}, currency => $_[0] }, key => $key)) }, 'invalid_body /currency asset_currency'],
	['POST income', sub { problem($t->post("$path/income", { asset_type => 'us', $of->(@_), kind => 'dividend', pay_date => '2026-01-05', amount => '1.00' }, key => $key)) }, 'invalid_body /currency enum'],
	['POST income of an asset that is there, by its id', sub { problem($t->post("$path/income", { asset_id => $held->{asset_id}, currency => $_[0], kind => 'dividend', pay_date => '2026-01-05', amount => '1.00' }, key => $key)) }, 'invalid_body /currency asset_currency'],
	['CSV', sub { $import->($csv->(@_), 'a.csv') }, $without, '2 imported'],
	['CSV whose price says reais', sub { $import->($csv->(undef, $_[0] eq 'BRL' ? 'R$ 100,00' : 'US$ 100,00'), 'a.csv') }, $without, '2 imported'],
	['XLSX', sub { $import->(workbook($sheet->(@_)), 'a.xlsx') }, $without, '2 imported'],
	['ODS', sub { $import->(opendocument($sheet->(@_)), 'a.ods') }, $without, '2 imported'],
	['lastro import', sub { command($csv->(@_), 'a.csv') =~ s/^refused .*/refused/sr }, 'refused'],
	['MCP: a transaction', sub { tool('wallet.portfolio_transaction.add', { %buy, $of->(@_) }) }, 'invalid_input /input/currency enum'],
	['MCP: an import', sub { tool('wallet.portfolio.import', { content => Encode::decode('UTF-8', $csv->(@_)) }) }, 'invalid_input /input/content import_without_rows'],
	['Action: an asset', sub { office('client_portfolio_asset.add', { portfolio_id => $theirs, asset_type => 'us', $of->(@_) }) }, 'invalid_input /input/currency enum'],
	['Action: a transaction', sub { office('client_portfolio_transaction.add', { portfolio_id => $theirs, %buy, $of->(@_) }) }, 'invalid_input /input/currency enum'],
	['Action: an import', sub { office('client_portfolio.import', { portfolio_id => $theirs, content_base64 => encode_base64($csv->(@_)), filename => 'a.csv' }) }, 'invalid_input /input/content_base64 import_without_rows'],
	['instruments of our own', sub { my $f = $t->dir . '/i.csv'; spew($f, "symbol,asset_type,currency\n$symbol,us,$_[0]\n"); $t->lastro_json(\%now, 'load', 'instruments', $f)->{refused} ? 'refused' : 'done' }, 'refused'],
	['prices as CSV', sub { my $f = $t->dir . '/p.csv'; spew($f, "Date,Close\n2026-01-05,100\n"); $t->lastro(\%now, 'load', 'ohlc', '--symbol', $symbol, '--type', 'us', '--currency', $_[0], $f)->{status} ? 'refused' : 'done' }, 'refused'],
) {
	my ($name, $try, $refusal, $done) = @$road;

	$symbol++;	# a new paper, independent of earlier tries
	my $reais = $try->('BRL');
	is $reais, $refusal, "$name: reais are refused";
	is $t->sql("select count(*) from asset where symbol = '$symbol'"), 0, "$name: and leave nothing" unless $name =~ /POST transactions/;
	is $try->('USD'), $done // 'done', "$name: dollars are not";
}

# Ways that name the type or the currency of an existing asset.
my ($aapl) = map { $_->{id} } grep { $_->{symbol} eq 'AAPL' } @{ $t->get("$path/assets?limit=200", key => $key)->json->{data} };
is problem($t->patch("$path/assets/$stock", { asset_type => 'us' }, key => $key)), 'invalid_body /asset_type currency', 'PATCH asset_type: what is in reais becomes no us';
is problem($t->patch("$path/assets/$aapl", { asset_type => 'stock' }, key => $key)), 'invalid_body /asset_type currency', 'the reverse is refused too';
like problem($t->patch("$path/assets/$aapl", { currency => 'BRL' }, key => $key)), qr/^invalid_body/, 'PATCH an asset: no currency';
like problem($t->patch("$path/transactions/$held->{id}", { currency => 'BRL' }, key => $key)), qr/^invalid_body/, 'PATCH a transaction: not reais';

# Remedies for a position sheet name no us in reais, and assets in dollars are not compared.
my @share = ('Produto', 'Instituição', 'Conta', 'Código de Negociação', 'CNPJ da Empresa', 'Código ISIN / Distribuição', 'Tipo',
	'Escriturador', 'Quantidade', 'Quantidade Disponível', 'Quantidade Indisponível', 'Motivo', 'Preço de Fechamento', 'Valor Atualizado');
my @line = ('AAPL - APPLE INC', 'C', '1', 'AAPL', '', '', 'ON', 'B', { n => 7 }, { n => 7 }, '-', '-', { n => 1 }, { n => 7 });
my $r = $t->upload("$path/reconcile", 'posicao-2026-11-20-10-11-12.xlsx', workbook([[@share], [@line]], name => 'Acoes',
	more => [['BDR', [[@share], [map { ref $_ ? $_ : s/AAPL/AAPL34/r } @line]]]]), key => $key);
is $r->status, 200, 'a position sheet is compared' or diag $r->body;
my @bodies = map { ref $_ eq 'ARRAY' ? @$_ : $_ } grep { $_ } map { $_->{body} } map { @{ $_->{actions} } } map { @{ $_->{mends} // [] } } @{ $r->json->{assets} };
ok @bodies > 0, 'with requests that would mend it';
is_deeply [grep { ($_->{asset_type} // '') eq 'us' && ($_->{currency} // 'USD') ne 'USD' } @bodies], [], 'none of them in reais for us';
for my $body (grep { $_->{symbol} } @bodies) {
	is problem($t->post("$path/transactions", $body, key => $key)), 'done', "that of $body->{symbol} is accepted unchanged";
}

is $t->sql(q(select count(*) from asset a where (a.asset_type = 'us') <> (a.currency = 'USD'))), 0, 'no asset of either kind is in the other currency';
is $t->sql(q(select count(*) from asset a join ledger l on l.workspace_id = a.workspace_id and l.portfolio_id = a.portfolio_id and l.asset_id = a.id where l.currency <> a.currency)), 0, 'no row either';
is $t->sql(q(select count(*) from asset a join income l on l.workspace_id = a.workspace_id and l.portfolio_id = a.portfolio_id and l.asset_id = a.id where l.currency <> a.currency)), 0, 'no payment either';
is $t->sql(q(select count(*) from instrument where asset_type = 'us' and currency <> 'USD')), 0, 'no paper of the listing either';
my ($h) = grep { $_->{symbol} eq 'AAPL' } @{ $t->get($path, key => $key)->json->{holdings} };
is $h->{price}, '1200', 'and a quote of 240 dollars is 1,200 reais';
done_testing;
