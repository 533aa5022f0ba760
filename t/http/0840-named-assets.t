#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A transaction, an asset or an income may name its paper by an ISIN, a tax id or the exact name: the answer shows the
# resolved paper; a similar name is refused with its candidates.

use strict;
use warnings;
use utf8;
use Encode ();
use Test::More;
use Lastro::Objects qw(object load_lines);
use Lastro::Tenants qw(account);
use Lastro::Test;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};

load_lines($t,
	object('company:33000167000101', name => 'PETRÓLEO BRASILEIRO S.A. PETROBRAS', aliases => ['PETROBRAS'], keys => [[cnpj => '33000167000101']]),
	object('equity_security:PETR4', name => 'PETROBRAS PN', keys => [[ticker => 'PETR4'], [isin => 'BRPETRACNPR6']]),
	object('equity_security:PETR3', name => 'PETROBRAS ON', keys => [[ticker => 'PETR3']]),
	object('equity_security:velha', name => 'RENOMEADA ON', keys => [[ticker => 'VELH3', undef, '2024-01-01'], [ticker => 'NOVA3', '2024-01-01']]),
	object('fund:30822936000169', name => 'VERDE SCENA FIC FIM', keys => [[cnpj => '30822936000169']]),
	object('fund:a', name => 'GÊMEO FIM'), object('fund:b', name => 'GÊMEO FIM'),
	object('instrument:VALE29', name => 'VALE S.A. DEBÊNTURE 9ª EMISSÃO', subkind => 'debenture', keys => [[code => 'VALE29']]));
$t->start_pool(env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

my $id = post('/v1/portfolios', { name => 'Principal' })->json->{id};
sub add { my ($symbol, $type) = @_; return post("/v1/portfolios/$id/transactions", { symbol => $symbol, asset_type => $type, kind => 'buy', trade_date => '2026-03-10', quantity => 1, price => 10 }) }
sub post { my ($path, $json) = @_; return $t->request('POST', $path, key => $key, json => $json) }
sub taken { my $r = add(@_)->json; my $f = $r->{taken_for}; return join ' ', $r->{symbol} // $r->{details}{errors}[0]{rule}, $f ? ($f->{id}, $f->{match_kind}) : () }

is taken('PETR4', 'stock'), 'PETR4', 'a symbol is not resolved, and the answer does not mention it';
is taken('QQQQ3', 'stock'), 'QQQQ3', 'an unknown one too';
is taken('BRPETRACNPR6', 'stock'), 'PETR4 equity_security:PETR4 exact_key', 'an ISIN';
is taken('petrobras pn', 'stock'), 'PETR4 equity_security:PETR4 exact_name', 'the exact name, in any case';
is taken('ON Petrobrás', 'stock'), 'PETR3 equity_security:PETR3 exact_name', 'in any order, with any accents';
is taken('Renomeada ON', 'stock'), 'NOVA3 equity_security:velha exact_name', 'by the ticker that is in force';
is taken('Verde Scena FIC FIM', 'fund'), '30822936000169 fund:30822936000169 exact_name', 'a fund by its name is its tax id';
is taken('30.822.936/0001-69', 'fund'), '30822936000169', 'a tax id with its signs is a symbol already';
is taken('vale debênture 9ª emissão', 'debenture'), 'VALE29 instrument:VALE29 exact_name', 'a debenture by its name';
my $again = $t->get("/v1/portfolios/$id/assets", key => $key)->json->{data};
is scalar(grep { $_->{symbol} eq 'PETR4' } @$again), 1, 'all of them are rows of the one asset';

sub refusal { my $e = add(@_)->json->{details}{errors}[0]; return "$e->{pointer} $e->{rule} $e->{expected}" }
is refusal('petrobraz pn', 'stock'), '/symbol not_exact o código; parecidos: PETR4 (PETROBRAS PN), PETR3 (PETROBRAS ON)', 'a typing error is refused with its candidates';
like refusal('petrobras s.a.', 'stock'), qr/not_exact .*PETR/, 'the name of the company is not a paper';
like refusal('gêmeo fim', 'fund'), qr/^\/symbol format /, 'homonyms identify nothing';
like refusal('BRPETRACNPR7', 'stock'), qr/^\/symbol format /, 'a mistyped ISIN is not a ticker either';
like refusal('nada que exista', 'stock'), qr/^\/symbol format código de negociação/, 'an unresolvable text gets the form of a symbol';
is add('x' x 201, 'fund')->status, 400, 'and there is an end to a name';

my $many = post("/v1/portfolios/$id/transactions", [map { { symbol => $_, asset_type => 'stock', kind => 'buy', trade_date => '2026-03-11', quantity => 1, price => 10 } }
	'petrobras pn', 'PETR3', 'BRPETRACNPR6', 'petrobras pn'])->json;
is join(' ', map { $_->{symbol} } @{ $many->{data} }), 'PETR4 PETR3 PETR4 PETR4', 'a list, each row by its own';
my $bad = post("/v1/portfolios/$id/transactions", [map { { symbol => $_, asset_type => 'stock', kind => 'buy', trade_date => '2026-03-11', quantity => 1, price => 10 } }
	'petrobras pn', 'petrobraz on', 'nada disso']);
is $bad->status . ' ' . join(' ', map { "$_->{pointer}=$_->{rule}" } @{ $bad->json->{details}{errors} }), '400 /1/symbol=not_exact /2/symbol=format', 'every error at once, and nothing is written';
is post("/v1/portfolios/$id/assets", { symbol => 'Renomeada ON', asset_type => 'stock' })->status, 409, 'an asset that is there by its symbol is there by its name';
is post("/v1/portfolios/$id/income", { symbol => 'petrobras pn', asset_type => 'stock', kind => 'dividend', pay_date => '2026-05-10', amount => 3 })->json->{taken_for}{id},
	'equity_security:PETR4', 'a credit too';

# A wrong code goes to the asset of a name: the answer says which paper that is.
my $wrong = post("/v1/portfolios/$id/assets", { symbol => 'ERRO3', asset_type => 'stock' })->json->{id};
my $right = $t->patch("/v1/portfolios/$id/assets/$wrong", { symbol => 'petrobras pn', asset_type => 'stock' }, key => $key);
isnt $right->json->{id}, $wrong, 'all of it goes to another asset';
is $right->json->{taken_for}{typed}, 'petrobras pn', 'which the answer names';

# ---- a sheet ----

sub sheet { my ($rows, $query) = @_; my $body = Encode::encode('UTF-8', "ticker,tipo,operacao,data,quantidade,preco\n" . join '', map { "$_\n" } @$rows);
	return $t->upload("/v1/portfolios/$id/imports" . ($query // ''), 'a.csv', $body, key => $key) }
my @rows = ('petrobras pn,ação,compra,2026-04-01,10,30', 'BRPETRACNPR6,ação,compra,2026-04-02,10,31', 'Verde Scena FIC FIM,fundo,compra,2026-04-03,10,1.5', 'PETR3,ação,compra,2026-04-04,1,33');
my $s = sheet([@rows, 'petrobraz pn,ação,compra,2026-04-05,1,33']);
is $s->status, 201, 'a sheet with names is accepted' or diag $s->body;
is $s->json->{imported}, '4', 'its rows except the merely similar one';
like join(' ', @{ $s->json->{warnings} }), qr/"petrobras pn" foi tomado por PETR4 \(PETROBRAS PN\)/, 'and shows the resolved paper of each';
my $import = $s->json->{import_id};
like $t->get("/v1/portfolios/$id/imports/$import/rows?status=error", key => $key)->json->{data}[0]{reason}, qr/parecidos: PETR4 \(PETROBRAS PN\), PETR3/, 'the other one has its candidates';
is sheet(\@rows)->json->{duplicates_skipped}, '4', 'the same sheet again is the same rows';

done_testing();
