#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# negociacao and movimentacao in both orders, without market data: the same ledger, names, types and detail; and
# undoing the second restores the result of the first.

use strict;
use warnings;
use utf8;
use Encode qw(decode);
use Lastro::Tenants qw(account);
use Lastro::Test qw(shared_dir slurp);
use Lastro::Xlsx qw(workbook);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};

$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

my $made = 0;

sub portfolio {
	return $t->post('/v1/portfolios', { name => 'Carteira ' . ++$made }, key => $key)->json->{id};
}

sub import_file {
	my ($id, $file) = @_;
	my $r = $t->upload("/v1/portfolios/$id/imports", $file->{name}, $file->{bytes}, key => $key);

	return $r->json->{import_id} // die $r->body;
}

sub undo {
	my ($id, $import) = @_;

	return $t->delete_("/v1/portfolios/$id/imports/$import", key => $key)->status;
}

# The content of a portfolio without ids.
sub holds {
	my ($id) = @_;
	my $in = "x.portfolio_id = '$id'";
	my $join = 'join asset a on a.workspace_id = x.workspace_id and a.portfolio_id = x.portfolio_id and a.id = x.asset_id';

	return join "\n--\n",
		$t->sql("select symbol, asset_type, currency, name, meta from asset x where $in order by 1, 2"),
		$t->sql("select a.symbol, x.kind, event_kind, trade_date, quantity, price, fees, ratio, x.currency,
			note, source, settlement, retired_by is not null
			from ledger x $join where $in order by 1, 4, 2, 5, 6, 11, 13"),
		$t->sql("select a.symbol, kind, pay_date, amount, x.currency, note, source
			from income x $join where $in order by 1, 3, 2, 4");
}

# The rows with ids.
sub rows_of {
	my ($id) = @_;

	return join "\n--\n", map { $t->sql("select * from $_ where portfolio_id = '$id' order by 1, 2, 3, 4") }
		qw(asset ledger income import import_row);
}

sub bare {
	my ($v) = @_;

	return [map { bare($_) } @$v] if ref $v eq 'ARRAY';
	return $v if ref $v ne 'HASH';
	return { map { $_ => bare($v->{$_}) } grep { !/^(?:id|\w+_id|created_at|updated_at|version|ledger_version)$/ } keys %$v };
}

sub detail {
	my ($id) = @_;
	my $r = $t->get("/v1/portfolios/$id?include=closed,monthly,transactions", key => $key);

	die $r->body if $r->status != 200;
	delete $r->json->{name};
	return bare($r->json);
}

sub pair {
	my ($name, $trades, $moves) = @_;

	$key = account($t)->{user_key}; # the number of portfolios per account is limited
	my ($one, $other) = (portfolio(), portfolio());

	import_file($one, $moves);
	my @before = (rows_of($one));
	my @second = (import_file($one, $trades));
	import_file($other, $trades);
	push @before, rows_of($other);
	push @second, import_file($other, $moves);

	is holds($other), holds($one), "$name: both orders hold the same";
	is_deeply detail($other), detail($one), "$name: and show the same";
	is undo($one, $second[0]), 200, "$name: undo of trades that came second";
	is rows_of($one), $before[0], "$name: restores the former rows";
	is undo($other, $second[1]), 200, "$name: undo of movements that came second";
	is rows_of($other), $before[1], "$name: restores the former rows";
}

# ---- units, an ETF and a fund without a listing ----

my @move = ('Entrada/Saída', 'Data', 'Movimentação', 'Produto', 'Instituição', 'Quantidade', 'Preço unitário',
	'Valor da Operação');
my @trade = ('Data do Negócio', 'Tipo de Movimentação', 'Mercado', 'Prazo/Vencimento', 'Instituição',
	'Código de Negociação', 'Quantidade', 'Preço', 'Valor');

sub n { return { n => $_[0] } }

my $taee = 'TAEE11     -    TRANSMISSORA ALIANÇA  DE ENERGIA S.A.';
my $moves = { name => 'movimentacao.xlsx', bytes => workbook([[@move],
	['Credito', '16/04/2026', 'Juros Sobre Capital Próprio', 'KLBN11 - KLABIN S/A', 'X', n(10), n('0.2'), n(2)],
	['Credito', '15/04/2026', 'Rendimento', 'MXRF11 - MAXI RENDA FII', 'X', n(50), n('0.1'), n(5)],
	['Credito', '10/04/2026', 'Dividendo', 'IVVB11 - ISHARES S&P 500 FDO DE INDICE', 'X', n(2), n(1), n(2)],
	['Credito', '06/03/2026', 'Transferência - Liquidação', $taee, 'X', n(10), n(35), n(350)],
	['Credito', '05/03/2026', 'Transferência - Liquidação', 'KLBN11 - KLABIN S/A', 'X', n(10), n(20), n(200)],
	['Credito', '05/03/2026', 'Transferência - Liquidação', 'MXRF11 - MAXI RENDA FII', 'X', n(50), n(10), n(500)]]) };
my $trades = { name => 'negociacao.xlsx', bytes => workbook([[@trade],
	['04/03/2026', 'Compra', 'Mercado à Vista', '-', 'X', 'TAEE11', n(10), n(35), n(350)],
	['03/03/2026', 'Compra', 'Mercado à Vista', '-', 'X', 'KLBN11', n(10), n(20), n(200)],
	['03/03/2026', 'Compra', 'Mercado à Vista', '-', 'X', 'IVVB11', n(2), n(300), n(600)],
	['03/03/2026', 'Compra', 'Renda Fixa', '-', 'X', 'FIXA11', n(2), n(15), n(30)]]) };

pair('own files', $trades, $moves);

# ---- names ----

sub name_of {
	my ($id, $symbol) = @_;

	return decode 'UTF-8', $t->sql("select coalesce(name, 'none') from asset
		where portfolio_id = '$id' and symbol = '$symbol'");
}

my $id = portfolio();
import_file($id, $trades);
is name_of($id, 'TAEE11'), 'none', 'trades print no name';
my $named = import_file($id, $moves);
is name_of($id, 'TAEE11'), 'TRANSMISSORA ALIANÇA DE ENERGIA S.A.', 'movements that come later give it';
my $asset = $t->sql("select id from asset where portfolio_id = '$id' and symbol = 'KLBN11'");
is $t->patch("/v1/portfolios/$id/assets/$asset", { name => 'Minha Klabin' }, key => $key)->status, 200,
	'a name that the person gives';
is undo($id, $named), 200, 'undo of the movements';
is name_of($id, 'TAEE11'), 'none', 'takes their name away';
is name_of($id, 'KLBN11'), 'Minha Klabin', 'and leaves the person\'s';
$id = portfolio();
$named = import_file($id, $moves);
import_file($id, $trades);
is undo($id, $named), 200, 'undo of movements that came first';
is name_of($id, 'TAEE11'), 'none', 'leaves the result of the trades alone';

# ---- real statements ----

SKIP: {
	my $dir = (shared_dir() // '') . '/data/b3_investidor';
	skip 'the shared statements are absent', 1 unless -d $dir;
	opendir my $d, $dir or die "$dir: $!";
	my @files = sort grep { /^(?:negociacao|movimentacao)-/ } readdir $d;
	my %read = map { $_ => { name => $_, bytes => slurp("$dir/$_") } } @files;

	for my $trades (grep { /^n/ } @files) {
		pair("$trades, $_", $read{$trades}, $read{$_}) for grep { /^m/ } @files;
	}
}

done_testing;
