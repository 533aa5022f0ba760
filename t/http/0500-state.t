#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Stored figures equal those derived from the ledger at every moment, after any write, load or loss.  `at` of today
# reads the ledger and never the stored figures.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use Test::More;
use Lastro::Market qw(closes rates event provent succession bump);
use Lastro::Tenants qw(account);
use Lastro::Test;

my $seed = $ENV{LASTRO_TEST_SEED} // 20261121;
srand $seed;
note "LASTRO_TEST_SEED=$seed";

my $t = Lastro::Test->new;
my $ana = account($t);
my $key = $ana->{user_key};
my @symbols = qw(PETR4 VALE3 ITUB4 MGLU3 OLDC3 NEWC3 KNRI11);

closes($t, b3 => $_, '2026-11-18' => 20 + length, '2026-11-19' => 21 + length) for @symbols;
closes($t, us => 'VOO', '2026-11-18' => '700', '2026-11-19' => '707');
rates($t, map { $_ => '5.' . (1000 + int rand 4000) } map { sprintf '2026-%02d-05', $_ } 1 .. 11);
provent($t, 'PETR4', 'dividend', ex => "2026-0$_-11", record => "2026-0$_-10", pay => "2026-0$_-20", gross => '0.50') for 2 .. 9;
provent($t, 'ITUB4', 'jcp', ex => '2026-11-21', record => '2026-11-20', pay => '2026-12-01', gross => '1.00');
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

my $id = $t->post('/v1/portfolios', { name => 'Guardada' }, key => $key)->json->{id};
my $path = "/v1/portfolios/$id";

sub body {
	my ($query) = @_;
	my $r = $t->get("$path?include=closed,monthly$query", key => $key);

	return $r->status == 200 ? $r->body : $r->status . ' ' . $r->body;
}

# Reads twice: the second reading uses the figures stored by the first.
sub agree {
	my ($what) = @_;
	my $direct = body('&at=2026-11-20');

	is body(''), $direct, "$what: the stored figures equal the ledger's";
	is body(''), $direct, "$what: and again";
	is verify()->{right}, 1, "$what: and byte for byte";
}

# Compares by the command.
sub verify {
	my $r = $t->lastro({ env => { LASTRO_NOW => '2026-11-20T15:00:00Z' } }, 'compute', 'state', '--verify', '--json');
	my @lines = split /\n/, $r->{out};

	note $_ for @lines[0 .. $#lines - 1], $r->{err} || ();
	return JSON::PP::decode_json($lines[-1]);
}

# Whether the stored figures belong to the present ledger.
sub kept {
	return $t->sql("select count(*) from portfolio p join portfolio_state s on s.workspace_id = p.workspace_id and s.portfolio_id = p.id
		and s.ledger_version = p.ledger_version where p.id = '$id'");
}

sub row {
	my ($symbol) = @_;
	my $type = $symbol eq 'VOO' ? 'us' : $symbol eq 'KNRI11' ? 'fii' : 'stock';
	my $day = sprintf '2026-%02d-%02d', 1 + int rand 10, 1 + int rand 28;
	my $what = int rand 10;

	return { symbol => $symbol, asset_type => $type, kind => 'split', trade_date => $day, quantity => 1, ratio => 2 } if $what == 9;
	return { symbol => $symbol, asset_type => $type, kind => $what < 6 ? 'buy' : 'sell', trade_date => $day,
		quantity => 1 + int rand 100, price => $what == 5 ? undef : 1 + int rand 50, fees => int rand 3 };
}

my @ids;
my @edits = (
	add => sub { push @ids, $t->post("$path/transactions", row($symbols[rand 7]), key => $key)->json->{id} },
	add => sub { push @ids, $t->post("$path/transactions", row('VOO'), key => $key)->json->{id} },
	many => sub { $t->post("$path/transactions", [map { row($symbols[rand 7]) } 1 .. 5], key => $key) },
	change => sub { $t->patch("$path/transactions/$ids[rand @ids]", { quantity => 1 + int rand 90 }, key => $key) if @ids },
	drop => sub { $t->delete_("$path/transactions/" . splice(@ids, rand @ids, 1), key => $key) if @ids },
	credit => sub { $t->post("$path/income", { symbol => $symbols[rand 4], asset_type => 'stock', kind => 'dividend',
		pay_date => '2026-05-' . (10 + int rand 19), amount => 1 + int rand 50 }, key => $key) },
	watch => sub { $t->post("$path/assets", { symbol => 'WATC' . int(rand 9), asset_type => 'stock' }, key => $key) },
	forget => sub {
		my $assets = $t->get("$path/assets", key => $key)->json;
		my @list = @{ ref $assets eq 'HASH' ? $assets->{data} : $assets };
		$t->delete_("$path/assets/" . $list[rand @list]{id}, key => $key) if @list > 4;
	},
	rename => sub { $t->patch($path, { name => 'Guardada ' . int rand 1e6 }, key => $key) },
);

body('');
my $warm = 0;
for my $i (1 .. ($ENV{LASTRO_EDITS} // 60)) {
	my $n = 2 * int rand @edits / 2;

	$edits[$n + 1]->();
	$warm += kept();
	agree("$i $edits[$n]");
}
cmp_ok $warm, '>', 0.75 * ($ENV{LASTRO_EDITS} // 60), 'most writes update the stored figures';

# ---- events around a ledger ----

event($t, 'PETR4', '2026-04-15', 'split', [2, 1]);
agree('a split that came late');
succession($t, 'OLDC3', 'NEWC3', '2026-03-16', [1, 4]);
agree('a succession that came late');
$t->post("$path/transactions", row('OLDC3'), key => $key);
agree('a write to a paper of a family');
bump($t);
agree('a load that touched none of its papers');
my $csv = "ticker,operacao,data,quantidade,preco\n" . join '', map { "PETR4,compra,0$_/02/2026,10,1$_\n" } 1 .. 9;
my $import = $t->request('POST', "$path/imports?filename=a.csv", body => $csv, type => 'text/csv', key => $key)->json->{import_id};
agree('an import');
my $undone = $t->delete_("$path/imports/$import", key => $key);
is $undone->status, 200, 'undone' or diag $undone->body;
agree('an undone import');

# ---- two papers of one company: R$ 60,000 in a month are taxed, R$ 30,000 are not ----

$t->sql("insert into instrument (venue, symbol, asset_type, issuer_tax_id) values
	('b3', 'SIST3', 'stock', '11222333000181'), ('b3', 'SIST4', 'stock', '11222333000181')");
provent($t, $_, 'dividend', ex => '2026-03-11', record => '2026-03-10', pay => '2026-03-20', gross => '300') for qw(SIST3 SIST4);
sub sister { return { symbol => $_[0], asset_type => 'stock', kind => 'buy', trade_date => '2026-02-02', quantity => 100, price => 10 } }
sub received { my ($h) = grep { $_->{symbol} eq 'SIST3' } @{ $t->get($path, key => $key)->json->{holdings} }; return $h->{income_received} }
$t->post("$path/transactions", sister('SIST3'), key => $key);
is received(), '30000.00', 'one paper of the company: no tax';
$t->post("$path/transactions", sister('SIST4'), key => $key);
is received(), '27000.00', 'two of them: 10 % of each';
agree('two papers of a company');
my $sister = $t->sql("select id from asset where portfolio_id = '$id' and symbol = 'SIST4'");
is $t->delete_("$path/assets/$sister", key => $key)->status, 200, 'one goes';
is received(), '30000.00', 'and the other one has no tax again';
agree('one of two papers of a company deleted');

# ---- stored figures may be lost, damaged or another program's ----

# Without the worker's knowledge, which caches the head as long as its connection exists.
sub damage {
	my ($sql) = @_;

	$t->sql($sql);
	$t->sql("select pg_terminate_backend(pid, 10000) from pg_stat_activity
		 where datname = current_database() and usename = 'lastro_worker'");
}

damage('delete from portfolio_state');
agree('all of it dropped');
is kept(), 1, 'and made again';
damage(q(update portfolio_state set head = substr(head, 1, length(head) - 3)));
agree('a head cut short');
damage(q(update portfolio_state set head = '\x01ffffffffffffff'));
agree('a head of rubbish');
damage(q(update asset_state set tail = '\x02'));
agree('tails of rubbish');
damage(q(delete from asset_state));
agree('no tails');
my ($right, $told) = (body('&at=2026-11-20'), 0);
my $bytes = $t->sql('select length(head) from portfolio_state');
my @flipped = map { int($_ * ($bytes - 1) / 24) } 0 .. 24;
for my $at (@flipped) {
	damage("update portfolio_state set head = set_byte(head, $at, get_byte(head, $at) # 4)");
	$told++ if body('') eq $right;
}
is $told, @flipped, "one bit of a head of $bytes bytes, anywhere: derived again, never answered";
damage('update asset_state set tail = set_byte(tail, length(tail) / 2, get_byte(tail, length(tail) / 2) # 4)');
agree('one bit of each tail');
damage(q(update portfolio_state set code_stamp = 'another'));
agree('of another computation');
is $t->sql('select code_stamp <> $$another$$ from portfolio_state'), 't', 'which derived it again';

# ---- they are used ----

body('');
my $before = body('');
$t->sql('alter table ledger disable trigger all; delete from ledger');
is body(''), $before, 'while its stamp holds the ledger is not read at all';

$t->finish;
done_testing;
