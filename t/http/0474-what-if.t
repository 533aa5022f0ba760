#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# What transactions would change (doc/calculations.md 21.4): figures by hand; over random ledgers and batches each figure of
# "after" is what the same POST then gives, and nothing stays; refusals; writes beside simulations.
# Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use Lastro::Holder;
use Lastro::Market qw(closes event provent rates succession);
use Lastro::Tenants qw(account key organization);
use Lastro::Test qw(wait_for);
use Test::More;
use Time::HiRes qw(time);
use POSIX ();

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $seed = $ENV{LASTRO_TEST_SEED} // 20261128;
my $ledgers = $ENV{LASTRO_TEST_LEDGERS} // 15;
srand $seed;
note "LASTRO_TEST_SEED=$seed LASTRO_TEST_LEDGERS=$ledgers";

my $t = Lastro::Test->new;
my $ana = account($t);
my $key = $ana->{user_key};
my $bia = account($t);
my $reader = key($t, $ana, scopes => ['account:read']);
my $json = JSON::PP->new->canonical->allow_nonref;

# ---- a market ----

my %market = (stock => [30, qw(PETR4 VALE3 VELH3 NOVA3)], fii => [100, 'KNRI11'], etf => [110, 'BOVA11'], us => [500, 'VOO'], crypto => [300000, 'BTC'],
	option => [2, 'PETRA400'], renda_fixa => [1000, 'CDB X']);
for my $type (grep { $_ ne 'renda_fixa' } sort keys %market) {
	my ($price, @symbols) = @{ $market{$type} };

	closes($t, $type eq 'us' || $type eq 'crypto' ? $type : 'b3', $_, '2026-11-18' => $price, '2026-11-19' => $price * 1.1) for @symbols;
}
$t->sql("insert into instrument (venue, symbol, asset_type, option_kind, strike, expiry) values ('b3', 'PETRA400', 'option', 'call', 40, '2027-01-15')");
rates($t, map { $_ => '5.' . (1000 + int rand 4000) } (map { sprintf '2026-%02d-05', $_ } 1 .. 11), '2026-11-18', '2026-11-19');
event($t, 'VALE3', '2026-05-04', 'split', [2, 1]);
succession($t, 'VELH3', 'NOVA3', '2026-07-06', [1, 2]);
provent($t, 'PETR4', 'dividend', ex => "2026-0$_-12", record => "2026-0$_-11", pay => "2026-0$_-25", gross => '0.4321') for 2 .. 9;
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub code { my ($r) = @_; return $r->status . ' ' . ($r->json->{details}{code} // '') }
sub get { my ($path) = @_; my $r = $t->get($path, key => $key); die $r->body unless $r->status == 200; return $r->json }

sub row {
	my ($symbol, $type, $kind, $day, $quantity, $price) = @_;

	return { symbol => $symbol, asset_type => $type, kind => $kind, trade_date => $day, quantity => $quantity, price => $price };
}

sub portfolio {
	my ($name, @rows) = @_;
	my $id = $t->post('/v1/portfolios', { name => $name }, key => $key)->json->{id};
	my $r = @rows && $t->post("/v1/portfolios/$id/transactions", \@rows, key => $key);

	die $r->body unless !@rows || $r->status == 201;
	return "/v1/portfolios/$id";
}

sub what_if { my ($path, @rows) = @_; return $t->post("$path/what-if", \@rows, key => $key) }

# ---- nothing stays: every table as it was ----

sub digest { return $t->digest }

# ---- by hand ----

# 1,000 PETR4 at 20.00, now 33.00, of which 700 are sold today at 33.00: 23,100.00 of sales, above 20,000: gain 700 x 13 = 9,100.00, of which 15 % are due: 1,365.00
# without what was withheld at the source, which is not stated.
my $path = portfolio('Principal', row('PETR4', 'stock', 'buy', '2026-01-05', 1000, 20), row('KNRI11', 'fii', 'buy', '2026-01-05', 10, 90));
$t->put("$path/targets", { slices => [{ name => 'Bolsa', pct => 100, types => ['stock', 'fii'] }] }, key => $key);
my $before = digest();
my $r = what_if($path, row('PETR4', 'stock', 'sell', '2026-11-20', 700, 33));
is $r->status, 200, 'a sale that is not made' or diag $r->body;
is $r->header('ETag'), undef, 'which has no version';
my $w = $r->json;
is_deeply [map { $w->{$_}{totals}{patrimonio} } qw(before after)], ['34100.00', '11000.00'], 'what there is, before and after: 1000 x 33 + 10 x 110, then 300 x 33';
is_deeply [map { $w->{$_}{totals}{realized_pl} } qw(before after)], ['0.00', '9100.00'], 'what is gained';
is_deeply [map { [map { "$_->{symbol} " . ($_->{qty} + 0) } @{ $w->{$_}{holdings} }] } qw(before after)], [['PETR4 1000', 'KNRI11 10'], ['PETR4 300', 'KNRI11 10']], 'the holdings that differ: the other by its weight';
is $w->{reweighted}, 1, 'which has nothing else that differs';
is_deeply [map { [map { "$_->{class} $_->{pct}" } @{ $w->{$_}{by_class} }] } qw(before after)], [['stock 96.77', 'fii 3.23'], ['stock 90.00', 'fii 10.00']], 'the classes';
is_deeply [map { $w->{$_}{targets}{total} } qw(before after)], ['34100.00', '11000.00'], 'the targets';
is_deeply $w->{before}{tax}[0]{months}, [], 'no month of tax before';
my ($month) = @{ $w->{after}{tax}[0]{months} };
is_deeply [@$month{qw(month share_sales exempt)}, $month->{common}{tax}], ['2026-11', '23100.00', JSON::PP::false, '1365.00'], 'the month of tax';
is_deeply [map { "$_->{code} $_->{period} $_->{due_on}" } @{ $w->{after}{tax}[0]{darf} }], ['6015 2026-11 2026-12-30'], 'and its DARF, with its day';
is $w->{transactions}[0]{symbol}, 'PETR4', 'the rows as they would be';
is digest(), $before, 'and nothing of it stays: all ' . ($before =~ tr/\n//) . ' tables are as they were';

# ---- who may, and what is refused ----

is $t->post("$path/what-if", [row('PETR4', 'stock', 'buy', '2026-11-20', 1, 33)], key => $reader)->status, 200, 'it is a read: the scope to read is enough';
is code($t->post("$path/what-if", [row('PETR4', 'stock', 'buy', '2026-11-20', 1, 33)], key => $bia->{user_key})), '404 portfolio_not_found', 'a stranger has nothing';
my $org = organization($t, $ana, $bia)->{id};
my $shared = $t->post('/v1/portfolios', { name => 'Da casa' }, key => $key, workspace => $org)->json->{id};
SKIP: {
	skip 'no shared workspace', 1 unless $shared;
	$t->put("/v1/portfolios/$shared/audience", { audience => 'members', members => [{ account_id => $bia->{id}, access => 'read' }] }, key => $key, workspace => $org);
	is code($t->post("/v1/portfolios/$shared/what-if", [row('PETR4', 'stock', 'buy', '2026-11-20', 1, 33)], key => $bia->{user_key}, workspace => $org)),
		'403 wallet_resource_forbidden', 'who may read and not edit is refused';
}
is code(what_if($path, (row('PETR4', 'stock', 'buy', '2026-11-20', 1, 33)) x 101)), '400 invalid_body', 'a hundred and one rows';
is code($t->post("$path/what-if", [], key => $key)), '400 invalid_body', 'none';
$r = what_if($path, row('PETR4', 'fii', 'buy', '2026-11-20', -1, 33));
is code($r), '400 invalid_body', 'a wrong row';
is $r->json->{details}{errors}[0]{pointer}, '/0/quantity', 'is named';
is code($t->post("$path/what-if?x=1", [row('PETR4', 'stock', 'buy', '2026-11-20', 1, 33)], key => $key)), '400 invalid_parameter', 'an unknown parameter';
{
	my ($id) = $path =~ /([^\/]+)$/;

	my $other = Lastro::Holder->new($t, "select pg_advisory_xact_lock(hashtextextended('what_if $id', 0))");
	my $begun = time;
	$r = what_if($path, row('PETR4', 'stock', 'buy', '2026-11-20', 1, 33));
	is code($r), '429 what_if_busy', 'one at a time';
	cmp_ok time - $begun, '>=', 0.06, 'after three more tries, at least 10, 20 and 30 ms apart: the other of two tabs has ended by then';
	is $r->header('Retry-After'), 1, 'which says when';
	$other->end;
}

# ---- random ledgers and batches ----

my @types = sort keys %market;
sub a_row {
	my $type = $types[rand @types];
	my ($price, @symbols) = @{ $market{$type} };
	my $fine = $type eq 'crypto' ? 1000 : 1;
	my $row = row($symbols[rand @symbols], $type, rand() < 0.3 ? 'sell' : 'buy', sprintf('2026-%02d-%02d', 1 + int rand 11, 1 + int rand 20), (1 + int rand 200) / $fine,
		sprintf '%.2f', $price * (0.7 + rand 0.6));

	$row->{fees} = int(rand 300) / 100;
	$row->{price} = undef if $row->{kind} eq 'buy' && !int rand 15;
	return $row;
}

sub by_symbol { my ($list) = @_; return { map { ("$_->{symbol} $_->{asset_type}" => $_) } @$list } }
# Ids of what was not there are made anew.
sub plain { my ($x) = @_; my %h = %$x; delete @h{qw(asset_id)}; return $json->encode(\%h) }

sub compared {
	my ($path, $simulation, $w, $was) = @_;
	my $now = get($path);
	my $xray = get("$path/xray");
	my ($old, $new) = map { by_symbol($_->{holdings}) } $was, $now;
	my ($gone, $come) = map { by_symbol($w->{$_}{holdings}) } qw(before after);
	my @wrong;

	for my $name (sort keys %{ $w->{after}{totals} }) {
		push @wrong, "totals.$name" if $json->encode($w->{after}{totals}{$name}) ne $json->encode($now->{$name});
		push @wrong, "before: totals.$name" if $json->encode($w->{before}{totals}{$name}) ne $json->encode($was->{$name});
	}
	for my $symbol (sort keys %$new) {
		my $is = $come->{$symbol} // $old->{$symbol};

		push @wrong, "holding $symbol" if !$is || plain($is) ne plain($new->{$symbol});
	}
	push @wrong, map { "before: holding $_" } grep { $old->{$_} && plain($gone->{$_}) ne plain($old->{$_}) } sort keys %$gone;
	$json->encode($w->{after}{$_}) eq $json->encode($xray->{$_}) or push @wrong, $_ for qw(by_class by_currency);
	if ($w->{after}{targets}) {
		push @wrong, 'targets' if $json->encode($w->{after}{targets}) ne $json->encode(get("$path/plan"));
	}
	for my $y (@{ $w->{after}{tax} }) {
		my $tax = get(($simulation ? $path : '/v1/portfolio') . "/tax?year=$y->{year}");
		my %month = map { $_->{month} => $_ } @{ $tax->{months} };
		my %darf = map { ("$_->{code} $_->{period}" => $_) } @{ $tax->{darf} };

		push @wrong, map { "tax of $_->{month}" } grep { $json->encode($_) ne $json->encode($month{ $_->{month} }) } @{ $y->{months} };
		push @wrong, map { "DARF of $_->{period}" } grep { $json->encode($_) ne $json->encode($darf{"$_->{code} $_->{period}"}) } @{ $y->{darf} };
		push @wrong, 'exterior' if $json->encode($y->{exterior}) ne $json->encode($tax->{exterior});
	}
	return @wrong;
}

my ($done, $refused, @wrong, @stays) = (0, 0);
for my $n (1 .. $ledgers) {
	my $path = portfolio("Aleatória $n", map { a_row() } 1 .. 5 + int rand 30);
	my $simulation = $n % 5;
	my @batch = map { a_row() } 1 .. 1 + int rand 8;

	$t->patch($path, { exclude_from_consolidated => \1 }, key => $key) if $simulation;
	$t->put("$path/targets", { slices => [{ name => 'Bolsa', pct => 60, types => ['stock'] }, { name => 'Resto', pct => 40, types => ['fii', 'us'] }] }, key => $key) if $n % 2;
	my $was = get($path);
	my $before = digest();
	my $r = what_if($path, @batch);
	# A busy machine may not get through in half a second.
	for (my $again = 0; $r->status == 504 && $again < 5; $again++) { $r = what_if($path, @batch) }

	my $after = digest();
	my %left = map { $_ => 1 } split /\n/, $before;

	push @stays, map { "ledger $n: $_" } grep { !$left{$_} } split /\n/, $after;
	my $post = $t->post("$path/transactions", \@batch, key => $key);

	if ($r->status != 200) {
		push @wrong, "ledger $n: " . code($r) . ' and then ' . code($post) if code($r) ne code($post);
		$refused++;
		next;
	}
	push @wrong, map { "ledger $n: $_" } $post->status == 201 ? compared($path, $simulation, $r->json, $was) : code($post);
	push @wrong, "ledger $n: warnings" if $json->encode($r->json->{warnings}) ne $json->encode($post->json->{meta}{warnings} // []);
	$done++;
}
cmp_ok $done, '>', $ledgers / 2, "$done of $ledgers batches are simulated, $refused refused as the write is";
is_deeply \@wrong, [], 'every figure is what the same POST then gives';
is_deeply \@stays, [], 'and nothing of it stays';

# ---- writes beside simulations ----

$t->stop_pool;
$t->start_pool(workers => 12, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
my @children;
for (1 .. 4) {
	my $pid = fork // die "fork: $!";

	if (!$pid) {
		what_if($path, row('PETR4', 'stock', 'buy', '2026-11-20', 1, 33)) for 1 .. 5;
		POSIX::_exit(0);
	}
	push @children, $pid;
}
# A write waits for one simulation; one that meets several of a slow machine is told when to come again, and nothing of it is kept.
my ($written, @refused);
for my $n (1 .. 8) {
	my $r;

	wait_for {
		$r = $t->post("$path/transactions", row('PETR4', 'stock', 'buy', '2026-11-19', 1, 33), key => $key);
		push @refused, code($r) . ' ' . ($r->header('Retry-After') // 'never') if $r->status != 201;
		$r->status == 201;
	};
	$written += $r->status == 201;
}
waitpid $_, 0 for @children;
note scalar @refused, ' refused at first';
is $written, 8, 'writes beside simulations end';
is_deeply [grep { !/^(?:503 ledger_busy|429 busy_account) \d+\z/ } @refused], [], 'one that is refused is told when to come again';
is get($path)->{holdings}[0]{qty} + 0, 1008, 'and each is there once';

$t->finish;
done_testing;
