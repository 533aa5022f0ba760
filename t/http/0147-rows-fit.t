#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# What a row of a ledger and of a portfolio may never hold, whoever writes it: each is one constraint that calls a
# function (sql/0023), and says what twelve and four said before it.

use strict;
use warnings;
use utf8;

use Lastro::Cluster;
use Lastro::Tenants qw(account);
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my $ana = account($t);

$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $ana->{user_key})->json->{id};
for my $row ({ kind => 'buy', quantity => 10, price => 10 }, { kind => 'sell', quantity => 1, price => 11 },
	{ kind => 'split', ratio => 2 }, { kind => 'adjust', quantity => -1, price => 0 }) {
	is $t->post("/v1/portfolios/$id/transactions", { symbol => 'PETR4', asset_type => 'stock', trade_date => '2026-01-05', %$row },
		key => $ana->{user_key})->status, 201, "a row: $row->{kind}";
}

# What the owner's own hand gets: the constraint that refuses, or "written".
sub outcome {
	my ($table, $set, $where) = @_;

	return $t->sql(<<"SQL");
create or replace function pg_temp.outcome() returns text language plpgsql as \$f\$
declare
	name text;
begin
	update $table set $set where $where;
	raise exception 'undone';
exception
	when check_violation then
		get stacked diagnostics name = constraint_name;
		return name;
	when raise_exception then
		return 'written';
end
\$f\$;
select pg_temp.outcome();
SQL
}

my %ledger = (
	buy => [
		["kind = 'gift'", 0], ["event_kind = 'gift'", 0], ["event_kind = 'bonus'", 1], ["event_kind = null", 1],
		["quantity = 'NaN'", 0], ['quantity = 0', 0], ['quantity = -1', 0], ['quantity = 0.00000001', 1],
		["price = 'NaN'", 0], ['price = -0.01', 0], ['price = 0', 1], ['price = null', 1],
		["fees = 'NaN'", 0], ['fees = -0.01', 0], ['fees = 0.01', 1], ['ratio = 2', 0],
		["currency = 'EUR'", 0], ["currency = 'USD'", 1], ["note = repeat('é', 501)", 0], ["note = repeat('é', 500)", 1], ['note = null', 1],
		["source = 'carta'", 0], ["source = 'manual'", 1], ["source = 'negociacao'", 1], ["source = 'movimentacao'", 1],
		["kind = 'split'", 0],
	],
	sell => [['quantity = 0', 0], ['fees = -1', 0], ['ratio = 1', 0]],
	split => [['ratio = null', 0], ['ratio = 0', 0], ['ratio = -2', 0], ["ratio = 'NaN'", 0], ['ratio = 0.5', 1], ['quantity = 0', 1], ['fees = -1', 0]],
	adjust => [['quantity = -5', 1], ['quantity = 0', 1], ['fees = -1', 1], ["quantity = 'NaN'", 0], ["fees = 'NaN'", 0], ['ratio = 2', 0]],
);
for my $kind (sort keys %ledger) {
	is outcome('ledger', $_->[0], "portfolio_id = '$id' and kind = '$kind'"), $_->[1] ? 'written' : 'ledger_row', "$kind: $_->[0]"
		for @{ $ledger{$kind} };
}
is outcome('portfolio', $_->[0], "id = '$id'"), $_->[1] ? 'written' : 'portfolio_row', $_->[0] for
	["name = ''", 0], ["name = repeat('é', 61)", 0], ["name = repeat('é', 60)", 1], ["visibility = 'open'", 0], ["visibility = 'public'", 1],
	["visibility = 'unlisted'", 1], ["audience = 'all'", 0], ["audience = 'workspace'", 1], ["audience = 'members'", 1];

# A client's is private, and has its name among the client's.
is $t->sql(<<'SQL'), 't f f f', 'of a client';
select string_agg(left(portfolio_row_fits('a', v, a, '11111111-1111-1111-1111-111111111111', s::uuid)::text, 1), ' ' order by n)
  from (values (1, 'private', 'private', '11111111-1111-1111-1111-111111111111'),
               (2, 'public', 'private', '11111111-1111-1111-1111-111111111111'),
               (3, 'private', 'workspace', '11111111-1111-1111-1111-111111111111'),
               (4, 'private', 'private', '22222222-2222-2222-2222-222222222222')) x (n, v, a, s)
SQL

is $t->sql(<<'SQL'), "ledger: ledger_row\nportfolio: portfolio_row", 'and no constraint stands beside';
select conrelid::regclass || ': ' || string_agg(conname, ' ' order by conname)
  from pg_constraint where contype = 'c' and conrelid in ('ledger'::regclass, 'portfolio'::regclass)
 group by conrelid order by 1
SQL

done_testing;
