#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# lastro compute state --verify compares cached history prefixes, of one portfolio and of several as one, and the cached
# rows of large ledgers with the ledgers: wrong ones are named, stale ones are ignored.

use strict;
use warnings;
use utf8;
use Compress::Zlib ();
use JSON::PP ();
use Test::More;
use Lastro::Market qw(closes rates series provent event succession bump);
use Lastro::Office;
use Lastro::Tenants qw(account);
use Lastro::Test;

my ($today, $morrow) = ('2026-11-20T15:00:00Z', '2026-11-21T15:00:00Z');
my $now = $today;
my $t = Lastro::Test->new;
my $ana = account($t);
my $key = $ana->{user_key};
my $office = Lastro::Office->new($t, 'Escritorio');
my $owner = $office->member('owner');
my @days = map { my $m = $_; map { sprintf '2026-%02d-%02d', $m, $_ } 4, 12, 19, 27 } 1 .. 10;

closes($t, b3 => $_, map({ $_ => 10 + length($_ . $_) % 7 + substr($_, 5, 2) / 4 } @days), '2026-11-18' => 21, '2026-11-19' => 22)
	for qw(PETR4 VALE3 OLDC3 NEWC3);
closes($t, us => 'VOO', map({ $_ => 600 + substr($_, 5, 2) } @days), '2026-11-18' => 640, '2026-11-19' => 641);
closes($t, index => 'IBOV', '2025-12-30' => 100000, map({ $_ => 100000 + 100 * substr $_, 8, 2 } @days), '2026-11-18' => 101000);
rates($t, '2026-03-02' => '5.20', map { (sprintf('2026-%02d-05', $_) => "5.$_") } 1 .. 11);
series($t, 433, map { (sprintf('2026-%02d-01', $_) => '0.4') } 1 .. 10);
provent($t, 'PETR4', 'dividend', ex => '2026-02-11', record => '2026-02-10', pay => '2026-02-20', gross => '0.50');

sub pool { $t->start_pool(workers => 1, env => { LASTRO_NOW => $now }) }
pool();

sub portfolio { return $t->post('/v1/portfolios', { name => $_[0] }, key => $key)->json->{id} }
my ($large, $small) = map { portfolio($_) } qw(Grande Pequena);
$t->upload("/v1/portfolios/$large/imports", 'a.csv', join('', "ticker,operacao,data,quantidade,preco\r\n", map {
	sprintf "%s,%s,2026-%02d-%02d,%d,9.50\r\n", (qw(PETR4 VALE3 OLDC3))[$_ % 3], $_ % 7 == 6 ? 'venda' : 'compra', 1 + $_ / 60, 1 + $_ % 28, 1 + $_ % 50
} 0 .. 559), key => $key);
$t->post("/v1/portfolios/$large/assets", { symbol => 'NEWC3', asset_type => 'stock' }, key => $key);
is $t->post("/v1/portfolios/$small/transactions", [
	{ symbol => 'VOO', asset_type => 'us', kind => 'buy', trade_date => '2026-03-02', quantity => 3, price => 650 },
	{ symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 100, price => '12.5', fees => 2 },
	{ symbol => 'PETR4', asset_type => 'stock', kind => 'sell', trade_date => '2026-08-10', quantity => 30, price => '11.25' },
], key => $key)->status, 201, 'a ledger';

my $client = $t->sql("select md5('bruno')::uuid");
$t->sql("insert into client (workspace_id, id, name, name_key, created_by, created_at)
	values ('$office->{workspace}', '$client', 'Bruno', 'bruno', '$owner->{account}', '2026-01-03')");
my $theirs = $office->action('advisor.client_portfolio.create', { client_id => $client, name => 'Dele' }, as => $owner)->json->{result}{id};
is $office->action('advisor.client_portfolio_transaction.add', { portfolio_id => $theirs, symbol => 'VALE3', asset_type => 'stock', kind => 'buy',
	trade_date => '2026-03-02', quantity => 10, price => 12 }, as => $owner)->status, 200, "a client's";

# ask() - sends the requests that fill all caches.
sub ask {
	for my $path ((map { "/v1/portfolios/$_/history" } $large, $small), '/v1/portfolio/history', "/v1/portfolios/$large?include=transactions") {
		is $t->get($path, key => $key)->status, 200, $path =~ s/[0-9a-f-]{36}/…/r;
	}
	is $office->function('advisor.client.history', {}, subject => $client, as => $owner)->status, 200, "the client's history";
	is $office->function('advisor.client_portfolio.history', {}, subject => $theirs, as => $owner)->status, 200, 'and of its portfolio';
	$t->get('/problems/route_not_found'); # waits for the single worker's work after its answer
}

sub verify {
	my $r = $t->lastro({ env => { LASTRO_NOW => $now } }, 'compute', 'state', '--verify', '--json', @_);
	my @lines = map { JSON::PP::decode_json($_) } split /\n/, $r->{out};
	my $counts = pop @lines;

	return { %{ $counts // {} }, status => $r->{status}, differences => \@lines, err => $r->{err} };
}

sub counts {
	my ($r) = @_;

	return join ' ', map { "$_ " . ($r->{$_} // '-') } qw(status wrong joint_wrong failed histories transactions);
}

my @tables = qw(portfolio_history consolidated_history portfolio_rows asset_rows portfolio_state asset_state);

sub all_kept {
	return join ' ', map { $t->sql("select md5(coalesce(string_agg(x::text || x.xmin, '' order by x::text), '')) from $_ x") } @tables;
}

# with() - changes cached rows, verifies, and restores them.
sub with {
	my ($sql, @arguments) = @_;

	$t->sql("create table saved_$_ as select * from $_") for @tables;
	$t->sql($sql);
	my $kept = all_kept();
	my $r = verify(@arguments);
	is all_kept(), $kept, 'nothing is written';
	$t->sql("delete from $_") for reverse @tables;
	$t->sql("insert into $_ select * from saved_$_; drop table saved_$_") for @tables;
	return $r;
}

# damaged() - tests one change: its subject, its holding if it is of one, and its part.
sub damaged {
	my ($what, $sql, $counts, $of, $id, $part, $symbol) = @_;
	my $r = with($sql);
	my ($d) = grep { $_->{part} eq $part } @{ $r->{differences} };

	is counts($r), $counts, $what;
	is_deeply [$d->{$of}, scalar @{ $r->{differences} }], [$id, 1], '… with its portfolio, and nothing else' or note explain $r->{differences};
	is $d->{symbol}, $symbol, '… and its holding';
}

# ---- undamaged ----

is counts(verify()), 'status 0 wrong 0 joint_wrong 0 failed 0 histories 0 transactions 0', 'nothing of them is stored yet';
ask();
is join(' ', map { $t->sql("select count(*) from $_") } @tables[0 .. 2]), '3 2 1', 'three pasts, two of several as one, one list';
my $kept = all_kept();
my $sound = 'status 0 wrong 0 joint_wrong 0 failed 0 histories 5 transactions 1';
my $r = verify();
is counts($r), $sound, 'all of it is compared, and right' or note explain $r;
is $r->{right}, 3, 'beside the figures';
is all_kept(), $kept, 'nothing is written';
is counts(verify('--portfolio', $large)), 'status 0 wrong 0 joint_wrong 0 failed 0 histories 1 transactions 1', 'one portfolio alone has its own';

# ---- history prefixes ----

# The eight bytes before the checksum are the IBOV's result for the same flows: changes one bit under a valid checksum.
sub bit {
	my ($table, $where) = @_;
	my $prefix = pack 'H*', $t->sql("select encode(prefix, 'hex') from $table $where");
	my $packed = substr $prefix, 0, -4;

	substr($packed, -8, 1) ^= "\x01";
	return "update $table set prefix = decode('" . unpack('H*', $packed . pack('V', Compress::Zlib::crc32($packed))) . "', 'hex') $where";
}
my $cut = 'prefix = substr(prefix, 1, length(prefix) - 1)';
my ($wrong, $joint) = map { "status 1 $_ failed 0 histories 5 transactions 1" } 'wrong 1 joint_wrong 0', 'wrong 0 joint_wrong 1';
for my $case (
	['of a portfolio', portfolio_history => "where portfolio_id = '$small'", $wrong, portfolio_id => $small],
	['of an account', consolidated_history => "where subject_id = '$ana->{id}'", $joint, joint_of => $ana->{id}],
	['of a client', consolidated_history => "where subject_id = '$client'", $joint, joint_of => $client],
) {
	my ($what, $table, $where, @said) = @$case;

	damaged("a past $what that decodes but is wrong", bit($table, $where), @said, 'history');
	damaged("a past $what that does not decode", "update $table set $cut $where", @said, 'history');
}
$r = with("update portfolio_history set prefix = (select prefix from portfolio_history where portfolio_id = '$small') where portfolio_id = '$large'");
is_deeply [counts($r), scalar grep { $_->{portfolio_id} eq $large && $_->{part} eq 'history' } @{ $r->{differences} }], [$wrong, 1],
	"another one's past, whole" or note explain $r->{differences};
my $length = $t->sql("select length(prefix) from portfolio_history where portfolio_id = '$large'");
for my $i (0 .. 7) {
	my $at = int($i * $length / 8);
	is with("update portfolio_history set prefix = set_byte(prefix, $at, get_byte(prefix, $at) # 1) where portfolio_id = '$large'")->{wrong}, 1,
		"one bit of byte $at of $length is seen";
}
my $text = do {
	$t->sql(bit(consolidated_history => "where subject_id = '$client'"));
	$t->lastro({ env => { LASTRO_NOW => $now } }, 'compute', 'state', '--verify')->{out};
};
like $text, qr/^\Q$client\E \(consolidada\) history: o que est.+ guardado difere/m, 'for people, a line a part';
like $text, qr/^soma diferente +1$/m, 'and the counts';
$t->sql('delete from consolidated_history');
ask();

# ---- rows ----

# asset_rows() - id and symbol of an asset of the large portfolio, and its cached bytes.
sub asset_rows { return split /\|/, $t->sql("select r.asset_id || '|' || a.symbol || '|' || encode(r.rows, 'hex') from asset_rows r
	join asset a on a.workspace_id = r.workspace_id and a.id = r.asset_id where a.symbol = 'VALE3'") }
my ($asset, $symbol, $hex) = asset_rows();
my $bytes = pack 'H*', $hex;

sub put {
	my ($rows) = @_;

	return "update asset_rows set rows = decode('" . unpack('H*', $rows) . "', 'hex') where asset_id = '$asset'";
}

# summed() - appends the checksum of the bytes and their paper.
sub summed {
	my ($rest) = @_;

	return pack('V', Compress::Zlib::crc32($rest, Compress::Zlib::crc32(pack 'H*', $asset =~ tr/-//dr))) . $rest;
}
is summed(substr $bytes, 4), $bytes, 'the sum is known here';

my $changed = $bytes =~ s/"price":9\.5,/"price":9.6,/r;
isnt $changed, $bytes, 'a price';
damaged('rows that decode but are wrong', put(summed(substr $changed, 4)), $wrong, portfolio_id => $large, 'transactions', 'VALE3');
damaged('rows that do not', put($changed), $wrong, portfolio_id => $large, 'transactions', 'VALE3');
damaged('rows of a paper that is not there', put(summed("\0\1" . "\7" x 16 . substr $bytes, 6)), $wrong, portfolio_id => $large, 'transactions', 'VALE3');
damaged('a row that is missing', put(summed(substr($bytes, 4) =~ s/,\{[^{}]*\}\]$/]/r)), $wrong, portfolio_id => $large, 'transactions', 'VALE3');
damaged('the rows of an asset that are lost', "delete from asset_rows where asset_id = '$asset'", $wrong, portfolio_id => $large, 'transactions', 'VALE3');
$r = with('delete from asset_rows');
is_deeply [$r->{wrong}, sort map { "$_->{symbol} $_->{part}" } @{ $r->{differences} }], [1, map { "$_ transactions" } qw(NEWC3 OLDC3 PETR4 VALE3)],
	'all of them lost: each is named';

$t->sql("update ledger set note = 'outra' where id = (select max(id::text)::uuid from ledger where asset_id = '$asset')");
$r = verify();
is_deeply [counts($r), map { "$_->{symbol} $_->{part}" } @{ $r->{differences} }], [$wrong, 'VALE3 transactions'], 'a note that changed behind its version';
$t->sql('update ledger set note = null');

# ---- stale rows are not errors ----

for my $case (
	['portfolio_history', 'histories 2 transactions 1', "code_stamp = 'another'", 'day = day - 1', 'closes_version = closes_version - 1', "ledger_stamp = '\\x00'",
		'reference_version = reference_version - 1'],
	['consolidated_history', 'histories 3 transactions 1', "code_stamp = 'another'", 'day = day - 1', 'closes_version = closes_version - 1', "ledger_stamp = '\\x00'",
		'reference_version = reference_version - 1'],
	['portfolio_rows', 'histories 5 transactions 0', "code_stamp = 'another'", 'day = day + 1', 'ledger_version = ledger_version - 1'],
) {
	my ($table, $counts, @stamps) = @$case;
	my $harm = $table eq 'portfolio_rows' ? "update asset_rows set rows = ''" : "update $table set $cut";

	for my $stamp (@stamps) {
		is counts(with("$harm; update $table set $stamp")), "status 0 wrong 0 joint_wrong 0 failed 0 $counts", "$table, $stamp: is not compared";
	}
}

# ---- without stored figures ----

is counts(with('delete from portfolio_state')), $sound, 'without stored figures they are compared anyway';
$r = with('delete from portfolio_state; ' . bit(portfolio_history => "where portfolio_id = '$small'"));
is_deeply [@$r{qw(status missing wrong)}], [1, 2, 1], 'and a wrong one is found';
succession($t, 'OLDC3', 'PETR4', '2026-03-16', [1, 1]);
is counts(verify()), 'status 0 wrong 0 joint_wrong 0 failed 0 histories 0 transactions 1',
	'reference data moved: no past stands; rows do, though a holding is of others now';
ask();
is counts(verify()), $sound, 'all of them again';
like $t->get("/v1/portfolios/$large", key => $key)->body, qr/"merged_from":\["OLDC3"\]/, 'with rows of two papers in one list';
event($t, 'VALE3', '2026-04-15', 'split', [2, 1]);
bump($t);
ask();
is counts(verify()), $sound, 'and after a split';

# ---- the next day, with figures of the day before ----

$t->stop_pool;
$now = $morrow;
is counts(verify()), 'status 0 wrong 0 joint_wrong 0 failed 0 histories 0 transactions 1', 'pasts end at midnight, rows do not';
pool();
ask();
is $t->sql("select count(*) from portfolio_state where first_day = '2026-11-20'"), 3, 'the figures are still those of the day before';
is counts(verify()), $sound, 'and the pasts of the day are right';

# ---- an unreadable ledger ----

$t->sql("update ledger set quantity = 90000000000, price = 900000000 where portfolio_id = '$large' and kind = 'buy'");
$r = verify();
is_deeply [@$r{qw(status failed)}], [1, 2], 'a ledger that leaves the grid fails, alone and in the joint past; the others go on';
like $r->{err}, qr/^\Q$ana->{id}\E: /m, 'the prefix of several as one';

$t->finish;
done_testing;
