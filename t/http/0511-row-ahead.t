#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A row more of a paper at hand: what is read of the paper was read before the row was written.  What is kept of it is
# what reading the row would give, and where the ledger moved in between the request begins again.

use strict;
use warnings;
use IO::Handle;
use JSON::PP ();
use Lastro::Cluster;
use Lastro::Market qw(closes);
use Lastro::Tenants qw(account);
use Lastro::Test qw(wait_for);
use Test::More;

my %now = (LASTRO_NOW => '2026-11-20T15:00:00Z');
my $t = Lastro::Test->new;
my $key = account($t)->{user_key};

closes($t, b3 => 'PETR4', '2026-11-19' => 21);
closes($t, crypto => 'BTC', '2026-11-19' => 40);
$t->start_pool(workers => 1, env => { %now, LASTRO_DEADLINE_MS => 60000 });
my $id = $t->post('/v1/portfolios', { name => 'Antes' }, key => $key)->json->{id};

sub row { return { symbol => $_[0], asset_type => $_[0] eq 'BTC' ? 'crypto' : 'stock', kind => $_[1], trade_date => $_[2],
	quantity => $_[3], price => $_[4] } }
sub add { return $t->post("/v1/portfolios/$id/transactions", row(@_), key => $key) }
sub detail { return $t->get("/v1/portfolios/$id?include=closed,monthly" . ($_[0] // ''), key => $key) }
sub at_hand { detail() for 1 .. 2 }
sub holding { my ($h) = grep { $_->{symbol} eq $_[0] } @{ detail()->json->{holdings} }; return $h }
sub verified { return JSON::PP::decode_json((split /\n/, $t->lastro({ env => \%now }, qw(compute state --verify --json))->{out})[-1]) }

sub agree {
	my ($what) = @_;
	my $kept = $t->sql("select count(*) from portfolio p join portfolio_state s on s.portfolio_id = p.id
		and s.ledger_version = p.ledger_version where p.id = '$id'");

	is $kept, 1, "$what: it is kept with the row";
	is detail()->body, detail('&at=2026-11-20')->body, "$what: and is what the ledger says";
	is verified()->{wrong}, 0, "$what: byte for byte";
}

# A row that another program wrote with this id, of the next version of the ledger; nothing is kept for it.
sub by_another {
	my ($row_id, $symbol, $kind, $day, $qty, $price) = @_;

	$t->sql("insert into ledger (workspace_id, portfolio_id, id, asset_id, kind, trade_date, quantity, price, created_at)
		 select workspace_id, portfolio_id, '$row_id', id, '$kind', '$day', $qty, $price, now() from asset
		  where portfolio_id = '$id' and symbol = '$symbol';
		 update portfolio set ledger_version = ledger_version + 1 where id = '$id'");
}

# ---- within a day by id, whoever came first (1.2; crypto is not matched, 1.4) ----

add('BTC', 'buy', '2026-01-05', 100, 10);
by_another('ffffffff-ffff-7fff-bfff-ffffffffffff', 'BTC', 'buy', '2026-02-02', 100, 20);
at_hand();
is add('BTC', 'sell', '2026-02-02', 100, 30)->status, 201, 'a sale goes before a purchase with a later id';
is holding('BTC')->{realized_pl}, '2000.00', 'and costs 100 x 10, of which 3000 - 1000 remains';
agree('a row before another of its day');
by_another('00000000-0000-7000-8000-000000000000', 'BTC', 'buy', '2026-03-02', 100, 40);
at_hand();
add('BTC', 'sell', '2026-03-02', 100, 50);
is holding('BTC')->{realized_pl}, '4000.00', 'behind one with an earlier id it costs the mean: 5000 - (2000 + 4000) / 2 more';
agree('a row behind another of its day');

# ---- rows of every kind, of days before, between and after ----

add('PETR4', 'buy', '2026-05-05', 100, 10);
for (['a purchase before all', 'buy', '2026-04-04', 50, 9], ['a purchase without a price', 'buy', '2026-04-20', 5, undef],
	['a sale above what was held', 'sell', '2026-04-01', 10, 12], ['a split', 'split', '2026-05-05', 1, undef],
	['a correction', 'adjust', '2026-05-05', -3, undef], ['a sale of the day', 'sell', '2026-05-05', 20, '11.5'],
	['a purchase of today', 'buy', '2026-11-20', 7, 20]) {
	my ($what, @row) = @$_;
	my $body = { %{ row('PETR4', @row) }, $row[0] eq 'split' ? (ratio => 2) : (), note => $what };

	at_hand();
	my $r = $t->post("/v1/portfolios/$id/transactions", $body, key => $key);
	is $r->status, 201, $what or diag $r->body;
	agree($what);
}

# ---- refused: nothing of it stays, and the next one is as if it had not been ----

add('BBAS3', 'buy', '2026-01-05', '90000000000', 1);
at_hand();
my $was = detail()->body;
my $r = $t->post("/v1/portfolios/$id/transactions", { %{ row('BBAS3', 'split', '2026-02-03', 1) }, ratio => '1000' }, key => $key);
is_deeply [$r->status, $r->code], [422, 'ledger_out_of_range'], 'a row that no reader could be shown is refused';
is detail()->body, $was, 'and nothing of it is kept';
at_hand();
add('BTC', 'buy', '2026-06-01', 1, 41);
agree('the one after it');

# ---- the ledger moves between the reading and the writing ----

open my $other, '|-', Lastro::Cluster::bin('psql'), '-XAtq', '-d', $t->conninfo_owner or die "psql: $!";
$other->autoflush(1);
at_hand();
my $rows = $t->sql("select count(*) from ledger where portfolio_id = '$id'");
print $other <<"SQL";
set search_path = lastro;
begin;
update portfolio set ledger_version = ledger_version + 1 where id = '$id';
delete from ledger where portfolio_id = '$id' and trade_date = '2026-11-20';
SQL
ok wait_for { $t->sql("select count(*) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'") },
	'another has the portfolio, and takes a row away';
print $other <<"SQL";
do \$\$
begin
	while not exists (select from pg_locks l where not l.granted and pg_backend_pid() = any (pg_blocking_pids(l.pid))) loop
		perform pg_sleep(0.01);
	end loop;
end
\$\$;
commit;
SQL
is add('PETR4', 'sell', '2026-11-20', 1, 22)->status, 201, 'a row that was read for before that is written';
close $other;
is $t->sql("select count(*) from ledger where portfolio_id = '$id'"), $rows, 'once, and the other one is gone';
is detail()->body, detail('&at=2026-11-20')->body, 'what is kept is of the ledger as both left it';
is verified()->{wrong}, 0, 'byte for byte';
is $t->log_count('worker started'), 1, 'all by one worker';

done_testing;
