#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The database plans of the wallet's requests: in the worker's role, with generic plans, over many portfolios, no
# request scans a whole tenant table, and the ledger is read from its covering index alone.

use strict;
use warnings;
use Test::More;
use Lastro::Tenants qw(account);
use Lastro::Test qw(slurp);

my $t = Lastro::Test->new;
my $ana = account($t);
my $key = $ana->{user_key};
my $log = $t->{cluster}{log};

# Plans are logged by the server; only this test's database logs any.
my $logs_plans = eval { $t->sql("load 'auto_explain'"); 1 };
plan skip_all => 'auto_explain is not installed' unless $logs_plans;
$t->sql("alter role lastro_worker in database $t->{database} set $_")
	for 'plan_cache_mode = force_generic_plan', q(session_preload_libraries = 'auto_explain'), 'auto_explain.log_min_duration = 0',
	'auto_explain.log_nested_statements = on';

# 100 portfolios of 20 assets, 500 rows and 100 credits each, among 5,000.
my ($account, $workspace) = @$ana{qw(id workspace)};
# Hint bits are set, and pages become all-visible, only after the commits are on disk.
$ENV{PGOPTIONS} = '-c synchronous_commit=on';
$t->sql("create temporary table p as select md5('p' || g)::uuid as id, g from generate_series(1, 5000) g;
	insert into portfolio_directory select id, '$workspace', '$account' from p;
	insert into portfolio (workspace_id, id, controller_id, name_scope, name, name_key, created_at)
		select '$workspace', id, '$account', '$account', 'c' || g, 'c' || g, '2020-01-01' from p;
	insert into asset (workspace_id, portfolio_id, id, symbol, asset_type, created_at)
		select '$workspace', id, md5(id::text || a)::uuid, 'AAA' || a, 'stock', '2020-01-01' from p, generate_series(1, 20) a where g <= 100;
	insert into ledger (workspace_id, portfolio_id, id, asset_id, kind, trade_date, quantity, price, created_at)
		select '$workspace', id, md5(id::text || 'l' || i)::uuid, md5(id::text || 1 + i % 20)::uuid, 'buy', date '2020-01-01' + i, 10, 1, '2020-01-01'
		from generate_series(1, 500) i, p where g <= 100 order by i;
	insert into income (workspace_id, portfolio_id, id, asset_id, kind, pay_date, amount, created_at)
		select '$workspace', id, md5(id::text || 'i' || i)::uuid, md5(id::text || 1 + i % 20)::uuid, 'dividend', date '2020-01-01' + i, 1, '2020-01-01'
		from generate_series(1, 100) i, p where g <= 100 order by i;
	insert into import (workspace_id, portfolio_id, id, source, first_day, last_day, coverage, first_statement, summary, warnings, created_at)
		select '$workspace', id, md5(id::text || 'f' || i)::uuid, 'movimentacao', '2020-01-01', '2020-01-31', array[daterange('2020-01-01', '2020-01-31', '[]')], '2020-01-01', '{}', '[]', '2020-02-01'
		from p, generate_series(1, 10) i where g <= 500");
$t->sql('checkpoint');	# the cluster commits asynchronously, and vacuum trusts only flushed commits
$t->{cluster}->sql($t->{database}, "vacuum analyze lastro.$_") for qw(portfolio portfolio_directory asset ledger income import import_row);
delete $ENV{PGOPTIONS};
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

my $path = '/v1/portfolios/' . $t->sql(q(select md5('p50')::uuid));
my $tx = $t->sql(q(select md5(md5('p50')::uuid::text || 'l7')::uuid));
my $asset = $t->sql(q(select md5(md5('p50')::uuid::text || 3)::uuid));

# plans() - the plans that the database logged during a request.
sub plans {
	my ($method, $target, $body) = @_;
	my $before = -s $log;
	my $r = $t->request($method, $target, key => $key, ($body ? (json => $body) : ()));
	my $all;

	is int($r->status / 100), 2, "$method $target" or diag $r->body;
	# The last statement of the request is its commit or later; plans are logged before its answer.
	$all = substr slurp($log), $before;
	return $all;
}

my $row = { symbol => 'AAA3', asset_type => 'stock', kind => 'sell', trade_date => '2026-01-05', quantity => 1, price => 1 };
for my $case (
	['GET', '/v1/portfolios?limit=10'],
	['GET', $path],
	['GET', "$path?include=transactions,monthly,closed"],
	['GET', "$path?at=2020-06-30"],
	['GET', "$path/transactions?total=true"],
	['GET', "$path/transactions?symbol=AAA3&kind=buy&from=2020-02-01&to=2020-12-31"],
	['GET', "$path/assets"],
	['GET', "$path/income"],
	['GET', "$path/income?symbol=AAA3"],
	['POST', "$path/transactions", $row],
	['POST', "$path/transactions", [$row, { %$row, symbol => 'BBB3' }]],
	['PATCH', "$path/transactions/$tx", { quantity => 2 }],
	['POST', "$path/income", { symbol => 'AAA3', asset_type => 'stock', kind => 'dividend', pay_date => '2026-01-05', amount => 1 }],
	['PATCH', "$path/assets/$asset", { name => 'x' }],
	['DELETE', "$path/transactions/$tx"],
	['DELETE', "$path/assets/$asset"],
	['PATCH', $path, { name => 'nova' }],
) {
	my ($method, $target) = @$case;
	my $plans = plans(@$case);
	my @scans = $plans =~ /Seq Scan on ((?:portfolio|asset|ledger|income|import|import_row)\b[^\n]*)/g;

	like $plans, qr/Query Text/, 'its plans are known';
	is_deeply \@scans, [], 'none reads a whole tenant table' or diag $plans;
	like $plans, qr/Index Only Scan using ledger_fold on ledger\b/, 'the fold reads the covering index alone'
		if $target eq $path && $method eq 'GET';
}

done_testing;
