#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A write is interrupted at each of its statements, including those after its answer: the connection is cut before the
# statement, or after PostgreSQL executed it and before the worker knows, or the worker is killed.  The ledger is then as
# before or as after, and the stored figures equal the ledger's.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use Test::More;
use Lastro::Market qw(closes rates event provent succession);
use Lastro::Proxy;
use Lastro::Tenants qw(account);
use Lastro::Test qw(wait_for);

my %now = (LASTRO_NOW => '2026-11-20T15:00:00Z');
my $t = Lastro::Test->new;
my $ana = account($t);
my $key = $ana->{user_key};
my $proxy = Lastro::Proxy->new($t);

closes($t, b3 => $_, '2026-11-18' => 20 + length, '2026-11-19' => 21 + length) for qw(PETR4 VALE3 NEWC3);
closes($t, us => 'VOO', '2026-11-18' => 700, '2026-11-19' => 707);
rates($t, map { sprintf('2026-%02d-05', $_) => "5.${_}1" } 1 .. 9);
provent($t, 'PETR4', 'dividend', ex => '2026-04-11', record => '2026-04-10', pay => '2026-04-20', gross => '0.50');
event($t, 'PETR4', '2026-05-15', 'split', [2, 1]);
succession($t, 'OLDC3', 'NEWC3', '2026-06-16', [1, 4]);
$t->start_pool(workers => 1, env => \%now);

my $id = $t->post('/v1/portfolios', { name => 'Cortada' }, key => $key)->json->{id};
my $path = "/v1/portfolios/$id";

sub row {
	my ($symbol, $day, %o) = @_;

	return { symbol => $symbol, asset_type => $symbol eq 'VOO' ? 'us' : 'stock', kind => 'buy', trade_date => $day,
		quantity => 10, price => '20', %o };
}

$t->post("$path/transactions", [row('PETR4', '2026-02-05'), row('PETR4', '2026-11-10', kind => 'sell', quantity => 3),
	row('OLDC3', '2026-03-05', quantity => 40), row('VOO', '2026-03-05', quantity => 2)], key => $key);

# The content of the ledger without ids.
sub content {
	return $t->sql("select string_agg(x, ';' order by x) from (
		select 'r ' || a.symbol || l.trade_date || l.kind || l.quantity || coalesce(l.price, 0) as x
			from ledger l join asset a on a.workspace_id = l.workspace_id and a.id = l.asset_id where l.portfolio_id = '$id' and l.retired_by is null
		union all select 'a ' || symbol from asset where portfolio_id = '$id'
		union all select 'i ' || pay_date || amount from income where portfolio_id = '$id'
		union all select 'p ' || name from portfolio where id = '$id') s");
}

sub body {
	my ($query) = @_;
	my $r = $t->get("$path?include=closed,monthly$query", key => $key);

	return $r->status . ' ' . $r->body;
}

sub wrong {
	my $r = $t->lastro({ env => \%now }, 'compute', 'state', '--verify', '--json');
	my @lines = split /\n/, $r->{out};

	note $_ for @lines[0 .. $#lines - 1];
	return JSON::PP::decode_json($lines[-1])->{wrong};
}

sub done_or_die {
	my ($r) = @_;

	die 'not undone: ' . ($r ? $r->body : 'nothing') unless $r && $r->status < 300;
	return $r;
}

sub add { return $t->post("$path/transactions", $_[0], key => $key) }
sub drop { return $t->delete_("$path/$_[0]", key => $key) }
sub id_of { return $t->sql("select $_[0] limit 1") }
sub last_row { return id_of("l.id from ledger l where portfolio_id = '$id' and retired_by is null order by l.id desc") }
sub asset { return id_of("id from asset where portfolio_id = '$id' and symbol = '$_[0]'") }
sub import_id { return id_of("import_id from ledger where portfolio_id = '$id' and retired_by is null and import_id is not null") }

my $csv = "ticker,operacao,data,quantidade,preco\n" . join '', map { "VALE3,compra,0$_/02/2026,10,1$_\n" } 1 .. 9;
sub bring { return $t->request('POST', "$path/imports?filename=a.csv", body => $csv, type => 'text/csv', key => $key) }

# The writes, and how each is undone if it was executed.
my @writes = (
	['a new paper is bought', sub { add(row('VALE3', '2026-10-05')) }, sub { drop('assets/' . asset('VALE3')) }],
	['a backdated sale', sub { add(row('PETR4', '2026-03-05', kind => 'sell', quantity => 2)) }, sub { drop('transactions/' . last_row()) }],
	['a paper of a family', sub { add(row('NEWC3', '2026-10-05')) }, sub { drop('assets/' . asset('NEWC3')) }],
	['an import', \&bring, sub { my $r = drop('imports/' . import_id()); drop('assets/' . asset('VALE3')); $r }],
	['an import undone', sub { drop('imports/' . import_id()) }, \&bring, \&bring],
	['an asset deleted', sub { drop('assets/' . asset('VALE3')) }, \&bring],
	['a credit', sub { $t->post("$path/income", { symbol => 'PETR4', asset_type => 'stock', kind => 'jcp', pay_date => '2026-05-11', amount => '7.50' }, key => $key) },
		sub { drop('income/' . id_of("id from income where portfolio_id = '$id'")) }],
);

my ($fired, $kept_back) = (0, 0);

# Waits until a worker has finished its work after its last answer; runs no statement.
sub idle {
	wait_for { $t->get('/problems/database_unavailable') } 60;
}

# Interrupts one write at its n-th statement; false when it has fewer statements.
sub break_off {
	my ($write, $mode, $n, $before, $after) = @_;
	my ($what, $do, $undo) = @$write;
	my $name = "$what, $mode at $n";
	my ($r, $was_fired, $now);

	body('');	# stored, so that the write updates it
	idle();
	$proxy->arm($mode, $n);
	$r = $do->();
	idle();
	$was_fired = $proxy->disarm;
	$now = content();
	$fired += $was_fired;
	$kept_back += $now eq $before;
	ok $now eq $after || ($was_fired && $now eq $before && !($r && $r->status < 300)),
		"$name: all of it or nothing, and nothing only where no answer says otherwise" or diag "$before\n$now\n$after";
	is wrong(), 0, "$name: the stored figures are correct or known to be stale";
	my $direct = body('&at=2026-11-20');
	is body(''), $direct, "$name: read as the ledger says";
	if ($now ne $before) {
		done_or_die($undo->());
		is content(), $before, "$name: and is undone";
	}
	return $was_fired;
}

# Killing a worker leaves PostgreSQL in the same state as cutting its connection; a new worker must come up.
my %modes = ('a backdated sale' => [qw(cut deaf kill)], 'an import' => [qw(cut deaf kill)],
	'an asset deleted' => [qw(cut deaf)]);

for my $write (@writes) {
	my ($what, $do, $undo, $first) = @$write;
	my ($before, $after);

	done_or_die($first->()) if $first;
	$before = content();
	done_or_die($do->());
	$after = content();
	isnt $after, $before, "$what: changes the ledger";
	done_or_die($undo->());
	for my $mode (@{ $modes{$what} // ['cut'] }) {
		my $n = 1;

		$n++ while break_off($write, $mode, $n, $before, $after);
		cmp_ok $n, '>', 6, "$what, $mode: at each of " . ($n - 1) . ' statements';
	}
}
cmp_ok $kept_back, '>', $fired / 8, "of $fired breaks $kept_back left the ledger as it was";

$t->finish;
done_testing;
