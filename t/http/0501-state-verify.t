#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# lastro compute state: derives the stored figures of every portfolio again, and with --verify compares them with the
# ledger: any changed byte or figure is found, its portfolio, holding and part are named, and nothing is written.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use Test::More;
use Lastro::Market qw(closes rates event provent);
use Lastro::Tenants qw(account);
use Lastro::Test;

my %now = (LASTRO_NOW => '2026-11-20T15:00:00Z');
my $t = Lastro::Test->new;
my @people = map { account($t) } 1 .. 2;
my $key = $people[0]{user_key};

closes($t, b3 => 'PETR4', '2026-11-18' => 30, '2026-11-19' => 31);
closes($t, us => 'VOO', '2026-11-18' => 700, '2026-11-19' => 707);
rates($t, '2026-01-05' => '5.10', '2026-03-02' => '5.20', '2026-11-19' => '5.30');
provent($t, 'PETR4', 'dividend', ex => '2026-02-11', record => '2026-02-10', pay => '2026-02-20', gross => '0.50');
event($t, 'PETR4', '2026-04-15', 'split', [2, 1]);
$t->start_pool(workers => 1, env => \%now);

my @rows = (
	{ symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 100, price => '30.5', fees => 2 },
	{ symbol => 'PETR4', asset_type => 'stock', kind => 'sell', trade_date => '2026-11-10', quantity => 30, price => '17.25' },
	{ symbol => 'VOO', asset_type => 'us', kind => 'buy', trade_date => '2026-03-02', quantity => 3, price => '650' },
);

my $named = 0;

sub portfolio {
	my ($person) = @_;
	my $id = $t->post('/v1/portfolios', { name => 'Conferida ' . ++$named }, key => $person->{user_key})->json->{id};

	is $t->post("/v1/portfolios/$id/transactions", \@rows, key => $person->{user_key})->status, 201, 'a ledger';
	return $id;
}

# {status, differences, counts}
sub compute {
	my $r = $t->lastro({ env => \%now }, 'compute', 'state', '--json', @_);
	my @lines = map { JSON::PP::decode_json($_) } split /\n/, $r->{out};
	my $counts = pop @lines;

	return { %{ $counts // {} }, status => $r->{status}, differences => \@lines, err => $r->{err} };
}

sub all_kept {
	return $t->sql(q(select md5(coalesce(string_agg(s::text || s.xmin, '' order by portfolio_id), '')) from portfolio_state s))
		. $t->sql(q(select md5(coalesce(string_agg(s::text || s.xmin, '' order by portfolio_id, asset_id), '')) from asset_state s));
}

my @ids = map { portfolio($people[$_ % 2]) } 1 .. 3;

# ---- derived, and correct ----

$t->sql('delete from portfolio_state');
my $r = compute('--verify');
is_deeply [@$r{qw(status portfolios missing right wrong)}], [0, 3, 3, 0, 0], 'portfolios without stored figures are missing, not wrong';
is $t->sql('select count(*) from portfolio_state'), 0, 'and verifying makes nothing';
$r = compute();
is_deeply [@$r{qw(status portfolios made)}], [0, 3, 3], 'all of it is made';
$r = compute('--verify');
is_deeply [@$r{qw(status portfolios right old missing wrong failed)}], [0, 3, 3, 0, 0, 0, 0], 'and equals the ledgers\'';
my $before = $t->get("/v1/portfolios/$ids[1]?include=closed,monthly", key => $key)->body;
is $t->get("/v1/portfolios/$ids[1]?include=closed,monthly&at=2026-11-20", key => $key)->body, $before, 'as the detail shows it';

# ---- stamps ----

$t->sql("update portfolio set ledger_version = ledger_version + 1 where id = '$ids[0]'");
$t->sql("update portfolio_state set code_stamp = 'another' where portfolio_id = '$ids[1]'");
my $kept = all_kept();
$r = compute('--verify');
is_deeply [@$r{qw(status right old wrong)}], [0, 1, 2, 0], 'an older stamp or another program: old, not wrong';
is all_kept(), $kept, 'nothing is written';
$t->sql(q(update symbol_version set version = version + 1 where symbol = 'PETR4'));
$t->sql(q(update market_version set version = version + 1));
is compute('--verify')->{old}, 3, 'a paper that changed since: old';
$r = compute('--portfolio', $ids[0]);
is_deeply [@$r{qw(status portfolios made)}], [0, 1, 1], 'one portfolio alone';
is_deeply [@{ compute('--verify') }{qw(right old)}], [1, 2], 'is made, the others not';
compute();

# ---- a figure ----

$t->sql("update portfolio_state set head = overlay(head placing set_byte(substr(head, length(head) - 3, 1), 0,
	get_byte(head, length(head) - 4) # 2) from length(head) - 3) where portfolio_id = '$ids[2]'");
$kept = all_kept();
$r = compute('--verify');
is_deeply [@$r{qw(status right wrong)}], [1, 2, 1], 'a byte of a sum: wrong, and the exit says so';
is_deeply [@{ $r->{differences}[0] }{qw(portfolio_id part)}], [$ids[2], 'head'], 'its portfolio and part';
is all_kept(), $kept, 'and it is left unchanged';
my $text = $t->lastro({ env => \%now }, 'compute', 'state', '--verify');
like $text->{out}, qr/^\Q$ids[2]\E \(carteira\) head: o que est.+ guardado difere/m, 'for people, a line a part';
is compute('--verify', '--portfolio', $ids[0])->{status}, 0, 'another portfolio alone is right';
compute();
is compute('--verify')->{right}, 3, 'derived again it is correct';

$t->sql("update ledger set price = 31.5 where price = 30.5 and portfolio_id = '$ids[0]'");
$r = compute('--verify');
is_deeply [map { join ' ', grep { defined } @$_{qw(portfolio_id symbol part)} } @{ $r->{differences} }], ["$ids[0] head", "$ids[0] PETR4 tail"],
	'a ledger that changed behind its version: the sums of its portfolio, and the asset that changed' or note explain $r->{differences};
compute();

# ---- the rows besides the head ----

for my $case (
	['a tail that is lost', 'tails', "delete from asset_state where ctid = (select max(ctid) from asset_state)"],
	['a tail of rubbish', 'tail', "update asset_state set tail = '\\x02' where ctid = (select max(ctid) from asset_state)"],
	['a head cut short', 'head', "update portfolio_state set head = substr(head, 1, length(head) - 1) where portfolio_id = '$ids[0]'"],
	['too many days', 'until', "update portfolio_state set until = '2199-12-30' where portfolio_id = '$ids[0]'"],
	['too early days', 'first_day', "update portfolio_state set first_day = '2026-11-01' where portfolio_id = '$ids[0]'"],
) {
	my ($what, $part, $sql) = @$case;

	compute();
	$t->sql($sql);
	$r = compute('--verify');
	is_deeply [$r->{status}, $r->{wrong}, scalar grep { $_->{part} eq $part } @{ $r->{differences} }], [1, 1, 1], "$what: seen"
		or note explain $r->{differences};
}

# ---- any byte ----

compute();
my $bytes = $t->sql("select length(head) from portfolio_state where portfolio_id = '$ids[0]'");
my $step = $bytes / 60;
my @many = map { portfolio($people[0]) } 1 .. 60;
compute();
for my $i (0 .. $#many) {
	my $at = int($i * $step);
	$t->sql("update portfolio_state set head = set_byte(head, $at, get_byte(head, $at) # 1) where portfolio_id = '$many[$i]'");
}
$r = compute('--verify');
is_deeply [@$r{qw(status right wrong failed)}], [1, 3, 60, 0], "one changed bit in any of $bytes bytes of a head is found";
compute();
$bytes = $t->sql("select min(length(tail)) from asset_state");
$t->sql("with n as (select asset_id, row_number() over () % $bytes as at from asset_state where portfolio_id = any('{" . join(',', @many) . "}'))
	update asset_state s set tail = set_byte(tail, n.at::int, get_byte(tail, n.at::int) # 1) from n where n.asset_id = s.asset_id");
$r = compute('--verify');
is_deeply [@$r{qw(status right wrong failed)}], [1, 3, 60, 0], 'and of any tail';

# ---- an unreadable ledger ----

compute();
$t->sql("update ledger set quantity = 90000000000, price = 900000000 where portfolio_id = '$ids[1]' and kind = 'buy'");
$r = compute('--verify');
is_deeply [@$r{qw(status failed right)}], [1, 1, 62], 'a ledger out of range is reported, the others continue';
like $r->{err}, qr/^\Q$ids[1]\E: /m, 'which one';

is $t->lastro('compute', 'state', '--portfolio', '01900000-0000-7000-8000-00000000ffff')->{status}, 1, 'no such portfolio';
is $t->lastro('compute', 'state', '--portfolio', 'x')->{status}, 1, 'no id at all';
is $t->lastro('compute', 'state', 'x')->{status}, 2, 'no arguments';

$t->finish;
done_testing;
