#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The same figure by every code path: list, detail (cached and at=), consolidated, both histories, x-ray, costs and
# look-through of one portfolio, compared digit by digit over random ledgers of every type.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use List::Util qw(shuffle);
use Test::More;
use Lastro::Market qw(closes rates event provent succession series fund fund_month);
use Lastro::Tenants qw(account);
use Lastro::Demo qw(demonstration);

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $seed = $ENV{LASTRO_TEST_SEED} // 20261123;
my $ledgers = $ENV{LASTRO_TEST_LEDGERS} // 24;
srand $seed;
note "LASTRO_TEST_SEED=$seed LASTRO_TEST_LEDGERS=$ledgers";

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my $today = '2026-11-20';

# ---- a market with every type ----

my @days = map { my $m = $_; map { sprintf '2026-%02d-%02d', $m, $_ } 3, 13, 24 } 1 .. 10;
my ($feeder, $master) = qw(11222333000181 60701190000104);
my %market = (
	stock => ['b3', 30, qw(PETR4 VALE3 VELH3 NOVA3)], fii => ['b3', 100, 'KNRI11'], etf => ['b3', 110, 'BOVA11'], bdr => ['b3', 60, 'AAPL34'],
	us => ['us', 500, 'VOO'], crypto => ['crypto', 300000, 'BTC'], fund => ['fund', 3, $feeder],
	tesouro => ['tesouro', 13000, 'Tesouro Selic 2029'], debenture => ['debenture', 1000, 'DEBA11'], option => ['b3', 2, 'PETRA400'],
);
for my $type (sort keys %market) {
	my ($venue, $price, @symbols) = @{ $market{$type} };

	for my $symbol (@symbols) {
		closes($t, $venue => $symbol, map { $_ => sprintf '%.2f', $price * (0.8 + rand 0.4) }
			@days, '2026-11-18', $symbol eq 'BOVA11' ? () : '2026-11-19');
	}
}
$t->sql("insert into instrument (venue, symbol, asset_type, option_kind, strike, expiry) values ('b3', 'PETRA400', 'option', 'call', 40, '2027-01-15')");
rates($t, map { $_ => '5.' . (1000 + int rand 4000) } (map { sprintf '2026-%02d-05', $_ } 1 .. 11), '2026-11-18', '2026-11-19');
event($t, 'VALE3', '2026-05-04', 'split', [2, 1]);
event($t, 'PETR4', '2026-06-08', 'bonus', [21, 20], unit_cost => '12.50');
succession($t, 'VELH3', 'NOVA3', '2026-07-06', [1, 2]);
provent($t, 'PETR4', 'dividend', ex => "2026-0$_-12", record => "2026-0$_-11", pay => "2026-0$_-25", gross => '0.4321') for 2 .. 9;
provent($t, 'KNRI11', 'yield', ex => "2026-0$_-02", record => "2026-0$_-01", pay => "2026-0$_-14", gross => '1.01') for 2 .. 9;
$t->sql("insert into series (code, day, value) select 4389, d, 14.90 from generate_series(date '2026-01-02', date '2026-11-19', '1 day') d
	where extract(isodow from d) < 6");
series($t, 433, map { sprintf('2026-%02d-01', $_) => '0.4' . $_ % 10 } 1 .. 10);
fund($t, $feeder, name => 'FIC Um', fee => '1.20', class => 'Ações', administrator => 'Banco');
fund_month($t, $feeder, '2026-10-31', '1000.00', [2, 'Cotas de Fundos', '500.00', undef, $master], [4, 'Ações', '400.00', 'PETR4']);
fund_month($t, $master, '2026-09-30', '2000.00', [4, 'Ações', '900.00', 'VALE3']);
closes($t, index => 'IBOV', map { $_ => 100000 + int rand 9999 } '2025-12-30', @days, '2026-11-16');
$t->start_pool(workers => 1, env => { LASTRO_NOW => "${today}T15:00:00Z" });

# ---- ledgers ----

sub made {
	my ($r) = @_;

	die $r->status . ' ' . $r->body unless $r->status =~ /^20[01]$/;
	return $r->json;
}

sub a_row {
	my ($symbol, $type, $price, $held) = @_;
	my $fine = $type eq 'crypto' ? 1000 : 1;
	my $what = int rand 20;
	my %row = (symbol => $symbol, asset_type => $type, trade_date => sprintf('2026-%02d-%02d', 1 + int rand 10, 1 + int rand 28),
		quantity => (1 + int rand 200) / $fine, price => sprintf('%.2f', $price * (0.7 + rand 0.6)), fees => int(rand 300) / 100);

	return { %row, kind => 'buy', price => undef } if $what == 0 && !int rand 3;
	return { %row, kind => 'sell' } if $what > 13;
	return { %row, kind => 'split', quantity => 1, ratio => 3, price => undef, fees => 0 } if $what == 13 && $type eq 'stock' && !int rand 4;
	return { %row, kind => 'buy' };
}

# Shares exchanged inside a paper, credits and debits without a counterpart (1.7), and rows that the
# succession of VELH3 absorbs.
sub incorporations {
	my ($symbol, $price) = @_;
	my ($month, $day, $what) = (2 + int rand 8, 1 + int rand 10, int rand 6);
	my $row = sub { my ($quantity, $apart, %more) = @_;
		return { symbol => $symbol, asset_type => 'stock', kind => 'adjust', event_kind => 'incorporation', fees => 0, price => undef,
			trade_date => sprintf('2026-%02d-%02d', $month, $day + $apart), quantity => $quantity, %more } };

	return $row->(50 + int rand 200, 0) if $what == 0;
	return ($row->(-900, 0), $row->(225, int rand 16)) if $what == 1;
	return ($row->(75, 0), $row->(-300, int rand 17)) if $what == 2;
	return $row->(-100000, 0) if $what == 3;
	return $row->(30, 0, price => sprintf('%.2f', $price)) if $what == 4;
	return { %{ $row->(-900, 0) }, trade_date => '2026-07-08' };
}

sub spin_off {
	my ($path, $from, $said) = @_;
	my ($asset) = grep { $_->{symbol} eq $from } @{ get("$path/assets")->{data} };

	return made($t->put("$path/assets/$asset->{id}/succession", $said, key => $key));
}

# A spin-off moves a share of one stock's cost to another, credited within the days of the event or not.
my $spun = 0;
sub spin_offs {
	my ($path, @rows) = @_;
	my %stock = map { $_->{symbol} => 1 } grep { $_->{asset_type} eq 'stock' } @rows;

	for my $row (grep { $_->{event_kind} && $_->{quantity} > 0 } @rows) {
		my ($from) = shuffle grep { $_ ne $row->{symbol} } sort keys %stock;

		next unless $from;
		spin_off($path, $from, { kind => 'spin_off', to => { symbol => $row->{symbol}, asset_type => 'stock' }, cost_share_pct => sprintf('%.4f', 0.0001 + rand 99),
			date => $row->{trade_date} =~ s/..$/sprintf '%02d', 1 + int rand 20/er });
		$spun++;
	}
	return;
}

my $n = 0;
sub a_ledger {
	my $path = '/v1/portfolios/' . made($t->post('/v1/portfolios', { name => 'Carteira ' . ++$n }, key => $key))->{id};
	my @rows;

	made($t->patch($path, { exclude_from_consolidated => \1 }, key => $key));
	for my $type (sort keys %market) {
		my (undef, $price, @symbols) = @{ $market{$type} };

		for my $symbol (@symbols) {
			next if int rand 3;
			push @rows, map { a_row($symbol, $type, $price) } 1 .. 1 + int rand 4;
			push @rows, { symbol => $symbol, asset_type => $type, kind => 'buy', trade_date => '2025-12-03', quantity => 900, price => $price };
			push @rows, incorporations($symbol, $price) if $type eq 'stock' && !int rand 2;
		}
	}
	if (!int rand 3) {
		made($t->post("$path/assets", { symbol => 'CDB UM', asset_type => 'renda_fixa',
			meta => { fixed_income => { indexer => 'cdi', pct => 85 + int rand 30, maturity => '2028-01-05', paper => 'CDB' } } }, key => $key));
		push @rows, { symbol => 'CDB UM', asset_type => 'renda_fixa', kind => 'buy', trade_date => '2026-02-03', quantity => 10, price => 1000 };
	}
	made($t->post("$path/transactions", \@rows, key => $key)) if @rows;
	spin_offs($path, @rows) if @rows;
	made($t->post("$path/assets", { symbol => 'ONDA3', asset_type => 'stock' }, key => $key)) if !int rand 4;
	made($t->post("$path/income", { symbol => $rows[0]{symbol}, asset_type => $rows[0]{asset_type}, kind => 'dividend',
		pay_date => '2026-04-1' . int rand 9, amount => (1 + int rand 9999) / 100 }, key => $key)) if @rows && !int rand 3;
	return ($path, @rows);
}

# ---- the code paths ----

sub get { return made($t->get($_[0], key => $key)) }
sub told { my ($v) = @_; return ref $v ? JSON::PP->new->canonical->allow_blessed->convert_blessed->encode([$v]) : $v // 'null' }

my (@wrong, $compared);
sub same {
	my ($what, $got, $want) = @_;

	$compared++;
	push @wrong, "$what: " . told($got) . ' for ' . told($want) if told($got) ne told($want);
	return;
}

sub months {
	my ($d, $h) = @_;
	my %of = map { $_->{month} => $_ } @{ $h->{data} };

	for my $figure (qw(income realized)) {
		my $map = $d->{"${figure}_by_month"};

		same("$figure of $_", $of{$_}{$figure}, $map->{$_} // '0.00') for sort keys %of;
		same("$figure in no month", join(' ', grep { !$of{$_} } sort keys %$map), '');
	}
	same('equity of the last month', @{ $h->{data} } ? $h->{data}[-1]{equity} : '0.00', $d->{patrimonio});
	return;
}

sub consolidated {
	my ($d, $h, $path) = @_;

	made($t->patch($path, { exclude_from_consolidated => \0 }, key => $key));
	my ($c, $all) = (get('/v1/portfolio'), get('/v1/portfolio/history'));
	made($t->patch($path, { exclude_from_consolidated => \1 }, key => $key));

	same("consolidated $_", $c->{$_}, $d->{$_}) for qw(patrimonio invested unrealized_pl unrealized_pct realized_pl income_received
		day_change_brl day_change_pct xirr kind_mix any_unpriced any_cost_unknown);
	same("by_carteira $_", $c->{by_carteira}[0]{$_}, $d->{$_}) for qw(id name patrimonio unrealized_pct open_positions watchlist_entries);
	same("consolidated history $_", $all->{$_}, $h->{$_}) for 'data';
	same("consolidated history meta $_", $all->{meta}{$_}, $h->{meta}{$_}) for qw(twr twr_partial periods benchmarks risk as_of count);
	my %of = map { ("$_->{symbol} $_->{asset_type}" => $_) } @{ $c->{positions} };
	my @open = grep { !$_->{closed} && !$_->{is_watchlist} } @{ $d->{holdings} };

	same('positions', scalar(keys %of), scalar @open);
	for my $p (@open) {
		same("position $p->{symbol} $_", $of{"$p->{symbol} $p->{asset_type}"}{$_}, $p->{$_}) for qw(qty weight_pct market_value unrealized_pct);
	}
	return;
}

sub figures {
	my ($d, $path) = @_;
	my ($x, $costs, $look) = map { get("$path/$_") } qw(xray costs look-through);
	my %worth = map { ("$_->{symbol} $_->{asset_type}" => $_->{market_value}) } @{ $d->{holdings} };
	# A renamed paper counts under its present name.
	my %today = (%worth, map { ("$_->{renamed_to} $_->{asset_type}" => $_->{market_value}) } grep { $_->{renamed_to} } @{ $d->{holdings} });

	same("$_->[0] patrimonio", $_->[1]{meta}{patrimonio_brl}, $d->{patrimonio}) for [xray => $x], [costs => $costs], [look => $look];
	for my $road ($x, $costs) {
		same('considered and ignored', $road->{meta}{positions_considered} + $road->{meta}{unpriced_ignored}, $d->{open_positions});
		same('reference', $road->{meta}{reference}, $d->{as_of});
	}
	same("top $_->{symbol}", $_->{value_brl}, $worth{"$_->{symbol} $_->{class}"}) for @{ $x->{top_positions} };
	same("costs of $_->{symbol}", $_->{value_brl}, $worth{"$_->{symbol} $_->{class}"}) for @{ $costs->{items} };
	same("fund $_->{fund_cnpj}", $_->{position_value_brl}, $worth{"$_->{fund_cnpj} fund"}) for @{ $look->{funds_opened} };
	same("exposure $_->{symbol}", $_->{direct_value_brl}, $today{"$_->{symbol} $_->{kind}"} // '0.00') for @{ $look->{exposures} };
	return;
}

sub roads {
	my ($path, $name) = @_;
	my $d = get("$path?include=closed,monthly");
	my $h = get("$path/history");
	my ($listed) = grep { $_->{id} eq $d->{id} } @{ get('/v1/portfolios')->{data} };

	@wrong = ();
	same("list $_", $listed->{$_}, $d->{$_}) for qw(name ledger_assets created_at visibility exclude_from_consolidated);
	same('at=today', get("$path?include=closed,monthly&at=$today"), $d);
	same('returns.xirr', $d->{returns}{xirr}, $d->{xirr});
	same('twr', $h->{meta}{twr}, $d->{returns}{twr});
	same('since start', $h->{meta}{periods}{since_start}{$_}, $d->{returns}{twr} && $d->{returns}{twr}{$_}) for qw(cumulative annualized);
	same('explain', $h->{meta}{returns_explain}, $d->{returns}{explain});
	months($d, $h);
	figures($d, $path);
	consolidated($d, $h, $path);
	return if !@wrong;
	diag "$name: $_" for @wrong > 10 ? @wrong[0 .. 9] : @wrong;
	return 1;
}

# The rows with days in another order, which also reorders the papers: all figures must be the same.
sub shuffled {
	my ($path, @rows) = @_;
	my %of;

	push @{ $of{ $_->{trade_date} } }, $_ for @rows;
	my @again = map { @{ $of{$_} } } shuffle sort keys %of;
	my $other = '/v1/portfolios/' . made($t->post('/v1/portfolios', { name => 'De novo ' . ++$n }, key => $key))->{id};
	made($t->post("$other/assets", { symbol => 'CDB UM', asset_type => 'renda_fixa', meta => $_->{meta} }, key => $key))
		for grep { $_->{symbol} eq 'CDB UM' } @{ get($path)->{holdings} };
	made($t->post("$other/assets", { symbol => 'ONDA3', asset_type => 'stock' }, key => $key))
		if grep { $_->{symbol} eq 'ONDA3' } @{ get($path)->{holdings} };
	made($t->post("$other/transactions", \@again, key => $key));
	spin_off($other, $_->{symbol}, $_->{meta}{succession}) for grep { $_->{meta}{succession} } @{ get("$path/assets")->{data} };
	my ($one, $two) = map { get("$_?include=closed,monthly") } $path, $other;
	my @histories = map { get("$_/history") } $path, $other;

	made($t->delete_($other, key => $key));
	for my $d ($one, $two) {
		delete @$d{qw(id name created_at ledger_version exclude_from_consolidated)};
		delete $_->{asset_id} for @{ $d->{holdings} };
	}
	@wrong = ();
	same($_, $two->{$_}, $one->{$_}) for sort keys %$one;
	same("history $_", $histories[1]{$_}, $histories[0]{$_}) for qw(data meta);
	diag $_ for @wrong;
	return !@wrong;
}

my ($bad, @kept) = 0;
my ($asked, $alike) = (0, 0);
for my $i (1 .. $ledgers) {
	my ($path, @rows) = a_ledger();

	$bad++ if roads($path, "ledger $i");
	if (@rows && !keys %{ get($path)->{income_by_month} }) {
		$asked++;
		$alike += shuffled($path, @rows);
	}
	if ($i % 20) {
		made($t->delete_($path, key => $key));
	} else {
		push @kept, $path;
	}
}
is $bad, 0, "every figure of $ledgers ledgers is the same by every road";
cmp_ok $spun, '>', $ledgers / 10, "with $spun spin-offs";
cmp_ok $compared, '>', 80 * $ledgers, "in $compared comparisons";
is $alike, $asked, 'rows of different days in another order are the same portfolio';
cmp_ok $asked, '>', $ledgers / 20, "which was asked $asked times";

# ---- several as one: displayed values are each portfolio's, sums use exact values ----

made($t->patch($_, { exclude_from_consolidated => \0 }, key => $key)) for @kept;
my ($c, $all) = (get('/v1/portfolio'), get('/v1/portfolio/history'));
my %of = map { $_->{id} => $_ } @{ $c->{by_carteira} };
my %sum;
@wrong = ();
same('carteiras', $c->{carteiras}, scalar @kept);
for my $d (map { get($_) } @kept) {
	same("carteira $_", $of{ $d->{id} }{$_}, $d->{$_}) for qw(name patrimonio unrealized_pct open_positions watchlist_entries);
	$sum{$_} += $d->{$_} for qw(patrimonio invested unrealized_pl realized_pl income_received day_change_brl);
}
same('equity of the last month', $all->{data}[-1]{equity}, $c->{patrimonio});
is_deeply \@wrong, [], 'in the consolidated view each equals its own';
is_deeply [grep { abs($c->{$_} - $sum{$_}) > 0.005 * (1 + @kept) + 1e-6 } sort keys %sum], [], 'and the sums are theirs';
$t->finish;

# ---- the demonstration ----

($t, my %env) = demonstration();
$key = $env{USER_KEY};
$t->start_pool(workers => 1, env => { LASTRO_NOW => "${today}T15:00:00Z" });
my @demo = map { "/v1/portfolios/$_->{id}" } @{ get('/v1/portfolios')->{data} };
made($t->patch($_, { exclude_from_consolidated => \1 }, key => $key)) for @demo;
is scalar(grep { roads($_, "demonstration $_") } @demo), 0, 'the same holds for each of its ' . @demo . ' portfolios';

$t->finish;
done_testing;
