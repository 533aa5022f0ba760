# SPDX-License-Identifier: Apache-2.0
package Lastro::Market;

# Writes market data directly to the database, for tests that do not need the source files.  Each call increments
# the versions, as a load does.
#
#	closes($t, b3 => 'PETR4', '2026-11-18' => '16.00', '2026-11-19' => '16.50');
#	rates($t, '2026-11-19' => '5.25');

use strict;
use warnings;

use Exporter qw(import);

our @EXPORT_OK = qw(closes all_closes series index_numbers rates live_rate event succession provent sector listed_option fund fund_month bump);

sub bump {
	my ($t) = @_;

	$t->sql('update market_version set version = version + 1');
}

# stamp() - marks the reference data of a symbol as changed, which invalidates everything derived from it.
sub stamp {
	my ($t, $venue, @symbols) = @_;

	bump($t);
	$t->sql("insert into symbol_version (venue, symbol, version)
		select '$venue', '$_', version from market_version where family = 'reference'
		on conflict (venue, symbol) do update set version = excluded.version") for @symbols;
}

sub closes {
	my ($t, $venue, $symbol, %close) = @_;

	all_closes($t, $venue, $symbol => \%close);
}

# all_closes() - those of many symbols of a venue at once: symbol => { day => close }.
sub all_closes {
	my ($t, $venue, %of) = @_;
	my $of = join ', ', map { "'$_'" } sort keys %of;
	my (@quotes, @last);

	for my $symbol (sort keys %of) {
		my $close = $of{$symbol};
		my @days = sort keys %$close;
		my ($last, $prev) = @days[-1, @days > 1 ? -2 : -1];

		push @quotes, map { "('$venue', '$symbol', '$_', 'cash', $close->{$_})" } @days;
		push @last, "('$venue', '$symbol', '$last', $close->{$last}, " . (@days > 1 ? "'$prev', $close->{$prev})" : 'null, null)');
	}
	while (my @some = splice @quotes, 0, 1500) {
		$t->sql('insert into quote (venue, symbol, day, segment, close) values ' . join ', ', @some);
	}
	$t->sql('insert into last_close (venue, symbol, last_day, last, prev_day, prev) values ' . join ', ', @last);
	$t->sql("insert into close_series (venue, symbol, year, places, days, closes)
		select '$venue', symbol, extract(year from day)::int8, 8,
			string_agg(int2send((day - date_trunc('year', day)::date)::int2), '' order by day),
			string_agg(int8send((close * 100000000)::int8), '' order by day)
		from quote where venue = '$venue' and symbol in ($of) group by 2, 3
		on conflict (venue, symbol, year) do update set days = excluded.days, closes = excluded.closes");
	bump($t);
}

sub rates {
	my ($t, %rate) = @_;

	$t->sql("insert into ptax (currency, day, sell) values ('USD', '$_', $rate{$_})") for sort keys %rate;
	stamp($t, 'fx', 'USD');
}

# series() - rates of a series of the central bank, by its code.
sub series {
	my ($t, $code, %value) = @_;

	$t->sql("insert into series (code, day, value) values " . join ', ', map { "($code, '$_', $value{$_})" } sort keys %value)
		if %value;
	bump($t);
}

# index_numbers() - index numbers of ipca or igpm, by month.
sub index_numbers {
	my ($t, $code, %number) = @_;

	$t->sql("insert into index_number (code, month, number) values " . join ', ', map { "('$code', '$_-01', $number{$_})" } sort keys %number)
		if %number;
	bump($t);
}

# Encodes characters; leaves bytes unchanged.
sub told {
	my ($t, $text) = @_;

	utf8::encode($text) if utf8::is_utf8($text);
	return $t->sql($text);
}

# sector() - sets the sector of an exchange instrument that no load has created.
sub sector {
	my ($t, $symbol, $type, $sector) = @_;

	told($t, "insert into instrument (venue, symbol, asset_type, sector) values ('b3', '$symbol', '$type', '$sector')");
	bump($t);
}

# listed_option() - an option as the exchange's daily file lists it.
sub listed_option {
	my ($t, $symbol, $expiry) = @_;

	told($t, "insert into instrument (venue, symbol, asset_type, option_kind, strike, expiry)
		values ('b3', '$symbol', 'option', 'call', 1, '$expiry')");
	bump($t);
}

# fund() - a registered fund: name, fee, class, administrator; recomputes the ranks of its class, as a load does.
sub fund {
	my ($t, $tax_id, %o) = @_;
	my ($name, $fee, $class, $administrator) = map { defined $o{$_} ? "'$o{$_}'" : 'null' } qw(name fee class administrator);

	told($t, "insert into fund (tax_id, name, active, fee, is_fic, anbima_class, administrator)
		values ('$tax_id', $name, true, $fee, false, $class, $administrator)");
	told($t, "update fund f set peer_rank = r.n from (select tax_id, row_number() over (order by fee, tax_id) as n from fund
		where anbima_class = $class and fee > 0 and fee <= 20) r where f.tax_id = r.tax_id") if defined $o{class};
	bump($t);
}

# fund_month() - a fund's disclosed portfolio: net worth (or undef), then rows of [block, TP_APLIC, value, code, fund].
sub fund_month {
	my ($t, $tax_id, $day, $pl, @rows) = @_;
	my $worth = $pl // 'null';

	told($t, "insert into fund_portfolio (tax_id, day, pl, assets) values ('$tax_id', '$day', $worth, " . @rows . ')');
	told($t, sprintf "insert into fund_holding (day, tax_id, block, tp_aplic, value, code, target)
		values ('$day', '$tax_id', %d, '%s', %s, '%s', '%s')", @$_[0 .. 2], $_->[3] // '', $_->[4] // '') for @rows;
	bump($t);
}

sub live_rate {
	my ($t, $rate, $at, $change) = @_;

	$change //= 'null';
	$t->sql("insert into usdt (pair, rate, at, change_pct) values ('USDTBRL', $rate, '$at', $change)
		on conflict (pair) do update set rate = excluded.rate, at = excluded.at, change_pct = excluded.change_pct");
	bump($t);
}

# event() - an event of an exchange paper: kind split or bonus, ratio as [n, d] = new per old (a bonus of 10 % is
# [11, 10]), option unit_cost.
sub event {
	my ($t, $symbol, $day, $kind, $ratio, %o) = @_;
	my $cost = $o{unit_cost} // 'null';

	$t->sql("insert into corporate_event (venue, symbol, ex_day, label, kind, ratio_n, ratio_d, unit_cost, source)
		values ('b3', '$symbol', '$day', upper('$kind'), '$kind', $ratio->[0], $ratio->[1], $cost, 'typed')");
	stamp($t, 'b3', $symbol);
}

sub succession {
	my ($t, $from, $to, $day, $ratio, %o) = @_;
	my $cash = $o{cash} // 'null';
	my $venue = $o{venue} // 'b3';

	$t->sql("insert into succession (venue, from_symbol, to_symbol, day, ratio_n, ratio_d, cash_per_share, source)
		values ('$venue', '$from', '$to', '$day', $ratio->[0], $ratio->[1], $cash, 'typed')");
	stamp($t, $venue, $from, $to);
}

# provent() - a distribution; options venue (b3), record, ex, pay (days), gross, tax.
sub provent {
	my ($t, $symbol, $kind, %o) = @_;
	my ($venue, $tax) = ($o{venue} // 'b3', $o{tax} // 'null');
	my ($record, $pay, $approved) = map { $o{$_} ? "'$o{$_}'" : 'null' } qw(record pay approved);

	$t->sql("insert into distribution (venue, symbol, label, kind, ex_day, record_day, pay_day, gross, tax_pct, approved, source)
		values ('$venue', '$symbol', upper('$kind'), '$kind', '$o{ex}', $record, $pay, $o{gross}, $tax, $approved, 'typed')");
	stamp($t, $venue, $symbol);
}

1;
