# SPDX-License-Identifier: Apache-2.0
package Lastro::Cases;

# Runs a worked case over HTTP: writes its market data to the database, posts its rows to a new portfolio, and
# reads the detail on the case's day.  run() returns ($got, $expected) for comparison, or dies with a reason that
# begins with "skip: " when the case cannot be expressed over HTTP.

use strict;
use warnings;

use Exporter qw(import);
use JSON::PP ();
use List::Util qw(max maxstr sum0);
use Math::BigFloat ();

use Lastro::Companies qw(statements);
use Lastro::ImportCases qw(%import_functions);
use Lastro::Market qw(closes series index_numbers rates live_rate event succession provent sector listed_option fund fund_month bump);
use Lastro::Redo qw(redo_detail redo_history redo_xray redo_costs);
use Lastro::TaxCases qw(%tax_functions);
use Lastro::TaxId qw(cnpj);
use Lastro::Tenants qw(account);
use Lastro::Test;

our @EXPORT_OK = qw(run_case function_built);

my %function = (ledger_fold => \&ledger_fold, option_expiry => \&option_expiry, income_derive => \&income_derive, position_value => \&position_value,
	portfolio_totals => \&portfolio_totals, fx_ptax => \&fx_ptax, fx_choose => \&fx_choose, xirr => \&xirr, portfolio_history => \&portfolio_history, portfolio_moved => \&portfolio_moved,
	accrual_value => \&accrual_value, business_days => \&business_days, twr => \&twr, returns_explain => \&returns_explain,
	xray => \&xray, costs => \&costs, look_through => \&look_through, suitability => \&suitability,
	fin_measures => \&fin_measures, %import_functions, %tax_functions);
my %venue = (us => 'us', crypto => 'crypto', tesouro => 'tesouro', debenture => 'debenture', fund => 'fund');

sub function_built { return exists $function{$_[0]} }

sub run_case {
	my ($case) = @_;

	return $function{$case->{function}}->($case->{inputs}, $case->{expected});
}

sub skip { die "skip: $_[0]\n" }

# only() - skips a case with members that are not carried into the ledger.
sub only {
	my ($inputs, @known) = @_;
	my %known = map { $_ => 1 } @known;
	my @other = sort grep { !$known{$_} && !/^_/ } keys %$inputs;

	skip("the input $other[0] has no place in a ledger") if @other;
}

sub number { return Math::BigFloat->new("$_[0]") }
sub plain { my ($n) = @_; my $s = $n->bstr; $s =~ s/(\.\d*?)0+$/$1/; $s =~ s/\.$//; return $s }
sub cents { my ($n) = @_; skip('an amount finer than a cent') unless number($n * 100)->is_int; return plain(number($n)) }

# A decimal ratio as [n, d] (doc/calculations.md 1.5).
sub fraction {
	my ($text) = @_;
	my ($whole, $places) = "$text" =~ /^(\d+)(?:\.(\d+?))?0*$/ or skip("the ratio $text");
	my $digits = length($places // '');
	my ($n, $d) = ($whole . ($places // ''), '1' . '0' x $digits);

	return [$n + 0, $d + 0] if $digits <= 5;
	my ($x, @h, @k) = (number($text));
	my ($h1, $h0, $k1, $k0) = (1, 0, 0, 1);
	my $within = number("5e-" . ($digits + 1));
	my $least = number('5e-13');

	$within = $least if $within < $least;
	my $rest = $x->copy;
	for (1 .. 40) {
		my $a = $rest->copy->bfloor;
		($h1, $h0) = ($a * $h1 + $h0, $h1);
		($k1, $k0) = ($a * $k1 + $k0, $k1);
		last if $k1 > 10000;
		return ["$h1", "$k1"] if ($x - number($h1)->bdiv($k1, 30))->babs <= $within;
		$rest = $rest - $a;
		last if $rest->is_zero;
		$rest = number(1)->bdiv($rest, 40);
	}
	return [$n, $d];
}

# ---- a portfolio for a case ----

sub portfolio {
	my ($now) = @_;
	my $t = Lastro::Test->new;
	my $self = bless { t => $t, key => account($t)->{user_key}, now => $now }, __PACKAGE__;

	return $self;
}

# The market is loaded first: a worker caches data shared by requests.
sub start {
	my ($self) = @_;
	my $now = $self->{now};

	$now .= 'T15:00:00Z' if length $now == 10;
	$self->{t}->start_pool(workers => 1, env => { LASTRO_NOW => $now });
	$self->{id} = $self->post('/v1/portfolios', { name => 'Caso' })->{id};
	return $self;
}

sub post {
	my ($self, $path, $body) = @_;
	my $r = $self->{t}->post($path, $body, key => $self->{key});

	die "POST $path: " . ($r ? $r->body : 'no answer') . "\n" unless $r && $r->status == 201;
	return $r->json;
}

sub write {
	my ($self, @rows) = @_;

	return unless @rows;
	$self->post("/v1/portfolios/$self->{id}/transactions", \@rows);
}

sub watch {
	my ($self, $symbol, $type, $currency) = @_;

	return $self->post("/v1/portfolios/$self->{id}/assets", { symbol => $symbol, asset_type => $type,
		($currency ? (currency => $currency) : ()) })->{id};
}

sub detail {
	my ($self, $query) = @_;
	my $r = $self->{t}->get("/v1/portfolios/$self->{id}?include=closed,monthly" . ($query ? "&$query" : ''), key => $self->{key});

	die "the detail: " . ($r ? $r->body : 'no answer') . "\n" unless $r && $r->status == 200;
	redone(redo_detail($self->{t}, $self->{key}, $r->json, $query ? split /=/, $query : ()));
	return $r->json;
}

# Redoes the explanation of every shown figure, which must give the same figure.
sub redone { my @wrong = @_; die map { "not redone: $_\n" } @wrong[0 .. ($#wrong > 5 ? 5 : $#wrong)] if @wrong }

sub holding {
	my ($detail, $symbol) = @_;
	my ($h) = grep { $_->{symbol} eq $symbol || ($_->{renamed_to} // '') eq $symbol } @{ $detail->{holdings} };

	die "no holding $symbol\n" unless $h;
	return $h;
}

# A row of a case in the API's form.
sub row {
	my ($in, $symbol, $type, $currency) = @_;
	my %row = map { $_ => $in->{$_} } grep { defined $in->{$_} } qw(kind trade_date quantity price fees ratio event_kind note);

	return { %row, symbol => $in->{symbol} // $symbol, asset_type => $type, currency => $currency };
}

sub load_rates {
	my ($t, $fx) = @_;

	return unless $fx;
	my %rate = ref $fx eq 'HASH' ? %$fx : map { $_->{date} => $_->{rate} // $_->{price} } @$fx;
	rates($t, %rate);
}

sub load_reference {
	my ($t, $in, $type) = @_;

	succession($t, $_->{from}, $_->{to}, $_->{date}, fraction($_->{ratio} // 1), venue => $venue{$type} // 'b3',
		cash => $_->{cash_per_share}) for @{ $in->{successions} // [] };
	event($t, $_->{symbol} // $in->{symbol}, $_->{ex_date} // $_->{date}, $_->{kind} // 'split', fraction($_->{ratio}),
		unit_cost => $_->{unit_cost}) for @{ $in->{events} // $in->{splits} // [] };
	load_rates($t, $in->{fx});
}

# ---- the functions ----

# Writes the ledger of ledger_fold and income_derive; returns the portfolio and the query parameter of its day.
sub ledger_of {
	my ($in, $load) = @_;
	my $type = $in->{asset_type} // 'stock';
	my $currency = $in->{currency} // 'BRL';
	# The case only needs a class without day trades; the API refuses a US asset in reais.
	$type = 'crypto' if $type eq 'us' && $currency eq 'BRL';
	my @rows = @{ $in->{rows} // [] };
	my $as_of = $in->{as_of} // maxstr(map { $_->{trade_date} } @rows) // '2026-11-20';
	my $self = portfolio(maxstr($as_of, map { $_->{trade_date} } @rows));

	skip('no symbol') unless ($in->{symbol} // '') =~ /^[A-Z0-9]{3,20}$/;
	load_reference($self->{t}, $in, $type);
	$load->($self->{t}) if $load;
	$self->start;
	$self->{asset} = $self->watch($in->{symbol}, $type, $currency);
	$self->write(map { row($_, $in->{symbol}, $type, $currency) } @rows);
	return ($self, "at=$as_of");
}

sub position {
	my ($h, $p) = @_;
	my %p = map { $_ => $p->{$_} } grep { exists $p->{$_} }
		qw(qty invested_cost avg_price cost_basis_known realized_pl realized_by_month added_at tx_count closed is_watchlist merged_from);

	$p{short_qty} = $h->{meta}{short_qty} // '0' if $p == $h;
	return \%p;
}

# Compare only what the answer shows: the detail has no list of uncovered sales, a native block no dates.
sub shown {
	my ($want, $got) = @_;

	return { map { $_ => $want->{$_} } grep { exists $got->{$_} } keys %$want };
}

sub ledger_fold {
	my ($in, $want) = @_;

	only($in, qw(symbol asset_type currency as_of rows successions fx capital_returns events expiry));
	my ($self, $cut) = ledger_of($in, sub {
		listed_option($_[0], $in->{symbol}, $in->{expiry}) if $in->{expiry};
	});
	$self->post("/v1/portfolios/$self->{id}/income", { asset_id => $self->{asset}, kind => 'capital_return', pay_date => $_->{date},
		amount => cents(number($_->{amount})) }) for @{ $in->{capital_returns} // [] };
	my $h = holding($self->detail($cut), $in->{symbol});
	my $got = position($h, $h);
	return ($got, shown($want, $got)) unless $want->{brl};
	my $native = position($h, $h->{native} // {});
	return ({ brl => $got, native => $native },
		{ brl => shown($want->{brl}, $got), native => shown($want->{native}, $native) });
}

sub draft_day {
	my ($issue) = @_;
	my $body = $issue->{mend}{actions}[0]{body};

	return (ref $body eq 'ARRAY' ? $body->[0] : $body)->{trade_date};
}

# The day of the row that would make the expiry explicit; uses one portfolio per option.
sub option_expiry {
	my ($in, $want) = @_;
	my $self = portfolio('2026-11-20');
	my @expiries;

	$self->start;
	for my $option (@{ $in->{options} }) {
		my $id = $self->post('/v1/portfolios', { name => "Caso $option->{symbol} $option->{first}" })->{id};

		$self->post("/v1/portfolios/$id/transactions", { symbol => $option->{symbol}, asset_type => 'option', kind => 'buy',
			trade_date => $option->{first}, quantity => 100, price => 1 });
		my $issues = $self->{t}->get("/v1/portfolios/$id/issues", key => $self->{key})->json;
		my ($expired) = grep { $_->{code} eq 'option_expired' } @{ $issues->{data} };
		push @expiries, $expired ? draft_day($expired) : undef;
	}
	return ({ expiries => \@expiries }, $want);
}

sub income_derive {
	my ($in, $want) = @_;
	my $type = $in->{asset_type} // 'stock';

	only($in, qw(symbol asset_type currency as_of rows successions fx calendar imported coverage events));
	my ($self, $cut) = ledger_of($in, sub {
		my ($t) = @_;

		for my $p (@{ $in->{calendar} // [] }) {
			next unless $p->{pay_date};
			skip('a provent without dates') unless $p->{record_date} || $p->{ex_date};
			skip('profits of earlier periods') if $p->{old_profits};
			provent($t, $in->{symbol}, $p->{kind}, venue => $venue{$type} // 'b3', record => $p->{record_date},
				ex => $p->{ex_date} // $p->{record_date}, pay => $p->{pay_date}, gross => $p->{gross_per_share}, tax => $p->{tax_pct});
		}
	});
	# The rows that an import writes; another test covers the files themselves.
	my $t = $self->{t};
	my ($workspace) = $t->sql("select workspace_id from portfolio where id = '$self->{id}'");
	my $n = 0;
	for my $c (@{ $in->{coverage} // [] }) {
		$t->sql(sprintf "insert into import (workspace_id, portfolio_id, id, source, first_day, last_day, coverage, first_statement, summary, warnings, created_at)
			values ('$workspace', '$self->{id}', '01900000-0000-7000-9000-%012x', 'movimentacao', '$c->{from}', '$c->{to}',
				array[daterange('$c->{from}', '$c->{to}', '[]')], '$c->{from}', '{}', '[]', '2026-01-01')", ++$n);
	}
	for my $i (@{ $in->{imported} // [] }) {
		my $currency = $in->{currency} // 'BRL';

		$t->sql(sprintf "insert into income (workspace_id, portfolio_id, id, asset_id, kind, pay_date, amount, currency, source, created_at)
			values ('$workspace', '$self->{id}', '01900000-0000-7000-9000-%012x', '$self->{asset}', '$i->{kind}', '$i->{pay_date}', $i->{amount}, '$currency', 'movimentacao', '2026-01-01')", ++$n);
	}
	my $h = holding($self->detail($cut), $in->{symbol});
	my $got = { map { $_ => $h->{$_} } qw(income_received income_by_month) };
	return ($got, shown($want, $got));
}

sub days_before {
	my ($day, $n) = @_;
	my ($y, $m, $d) = split /-/, $day;
	my @t = gmtime(POSIX::mktime(0, 0, 12, $d, $m - 1, $y - 1900) - $n * 86400);

	return POSIX::strftime('%Y-%m-%d', @t);
}

sub weekday { my ($y, $m, $d) = split /-/, $_[0]; return (gmtime POSIX::mktime(0, 0, 12, $d, $m - 1, $y - 1900))[6] % 6 }

# The case gives an accrued value without terms: uses a prefixed rate that gives it from the value of the previous
# business day, if any, and an adjustment that sets the cost.
sub accrued_position {
	my ($in, $want) = @_;
	my ($type, $symbol) = ($in->{asset_type}, { tesouro => 'Tesouro Selic 2029', debenture => 'CASO11' }->{ $in->{asset_type} });

	only($in, qw(asset_type as_of qty invested_cost prices accrual_value accrual_unit_value accrual_prev_value));
	my $self = portfolio($in->{as_of});
	my $before = $in->{accrual_prev_value};
	my $rate = ((number($in->{accrual_value})->bdiv($before // $in->{accrual_value}, 30))->bpow(252) - 1)->bmul(100)->bfround(-4);
	my $factor = sprintf '%.9f', (1 + plain($rate) / 100)**(1 / 252);
	my $price = number($in->{accrual_unit_value})->bdiv($factor, 30)->bfround(-12);
	my $bought = days_before($in->{as_of}, 1);
	# A case without the previous value expects no change, but a ledger always has a previous day.
	my %known = map { $_ => $want->{$_} } grep { $before || !/change/ } keys %$want;

	closes($self->{t}, $type, $symbol, map { $_->{date} => $_->{price} } @{ $in->{prices} });
	$self->start;
	$self->post("/v1/portfolios/$self->{id}/assets", { symbol => $symbol, asset_type => $type,
		meta => { fixed_income => { indexer => 'prefixado', rate => plain($rate) } } });
	my $paid = number($in->{qty}) * $price;
	$self->write(row({ kind => 'buy', trade_date => $bought, quantity => $in->{qty}, price => plain($price) }, $symbol, $type, 'BRL'),
		row({ kind => 'adjust', trade_date => $in->{as_of}, quantity => 0, fees => plain((number($in->{invested_cost}) - $paid)->bfround(-8)) }, $symbol, $type, 'BRL'));
	return (holding($self->detail, $symbol), \%known);
}

# Builds the position from one early purchase, whose fees are the cost, and the rows of the quote's day.
sub position_value {
	my ($in, $want) = @_;
	my ($type, $currency) = ($in->{asset_type}, $in->{currency} // 'BRL');

	return accrued_position($in, $want) if $in->{accrual_value};
	only($in, qw(symbol asset_type currency as_of qty invested_cost prices qty_prev_close day_rows fx native cost_basis_known splits events));
	skip('nothing is held') unless number($in->{qty}) > 0;
	my $symbol = $in->{symbol} // { fund => '33000167000101', tesouro => 'Tesouro Selic 2029' }->{$type} // 'CASO3';
	my @prices = sort { $a->{date} cmp $b->{date} } grep { $_->{date} le $in->{as_of} } @{ $in->{prices} // [] };
	my @first = (days_before($prices[0]{date} // $in->{as_of}, 60));
	my $self = portfolio($in->{as_of});
	my $t = $self->{t};
	my @day = map { { trade_date => $prices[-1]{date}, %$_ } } @{ $in->{day_rows} // [] };
	my $cost = $currency eq 'BRL' ? $in->{invested_cost} : $in->{native}{invested_cost};
	skip('sales of the day move the cost') if grep { $_->{kind} ne 'buy' } @day;
	skip('the prices are of a split') if @{ $in->{splits} // $in->{events} // [] };
	my $bought = sum0(map { number($_->{quantity}) } @day);
	my $paid = sum0(map { number($_->{quantity}) * number($_->{price}) } @day);

	closes($t, $venue{$type} // 'b3', $symbol, map { $_->{date} => $_->{price} } @prices) if @prices;
	if ($in->{fx}) {
		live_rate($t, $in->{fx}{usd_brl}, "$in->{as_of}T14:59:00Z", $in->{fx}{change_pct});
		rates($t, $first[0] => number($in->{invested_cost})->bdiv(number($cost), 30)->bfround(-12)->bstr);
	}
	$self->start;
	$self->write(row({ kind => 'buy', trade_date => $first[0], quantity => plain(number($in->{qty}) - $bought),
		(defined $cost ? (price => 0, fees => plain(number($cost) - $paid)) : ()) }, $symbol, $type, $currency),
		map { row($_, $symbol, $type, $currency) } @day);
	my $h = holding($self->detail, $symbol);
	return ($h, $want);
}

# Buys every holding at its cost; makes a month's result by a purchase and a sale on one day.
sub portfolio_totals {
	my ($in, $want) = @_;
	my ($last, $prev) = ('2026-11-20', '2026-11-19');
	my $self = portfolio($last);
	my (@rows, @income, @watched);

	for my $h (@{ $in->{holdings} }) {
		my ($symbol, $type, $qty) = ($h->{symbol}, $h->{asset_type}, number($h->{qty}));
		my @row = ($symbol, $type, 'BRL');

		skip('a foreign asset without its ledger') if $type eq 'us';
		for my $month (sort keys %{ $h->{realized_by_month} // {} }) {
			my $result = number($h->{realized_by_month}{$month});
			my $loss = $result < 0 ? -$result : number(0);
			my $gain = $result > 0 ? $result : number(0);

			push @rows, row({ kind => 'buy', trade_date => "$month-01", quantity => 1, price => plain($loss) }, @row),
				row({ kind => 'sell', trade_date => "$month-01", quantity => 1, price => plain($gain) }, @row);
		}
		push @income, map { [@row[0, 1], $_, $h->{income_by_month}{$_}] } sort keys %{ $h->{income_by_month} // {} };
		if (!$h->{tx_count}) {
			push @watched, [@row[0, 1]];
		} elsif ($qty > 0) {
			my $cost = defined $h->{invested_cost} ? number($h->{invested_cost}) : undef;

			push @rows, row({ kind => 'buy', trade_date => '2026-10-01', quantity => plain($qty),
				(defined $cost ? (price => 0, fees => plain($cost)) : ()) }, @row);
			skip('an accrued value without its terms') if $type eq 'renda_fixa' && $h->{priced};
			next unless $h->{priced};
			my $value = number($h->{market_value});
			my %close = ($last => plain(($value / $qty)->bfround(-12)));
			$close{$prev} = plain((($value - $h->{day_change_brl}) / $qty)->bfround(-12)) if defined $h->{day_change_brl};
			closes($self->{t}, $venue{$type} // 'b3', $symbol, %close);
		}
	}
	$self->start;
	$self->watch(@$_) for @watched;
	$self->write(@rows);
	$self->post("/v1/portfolios/$self->{id}/income", { symbol => $_->[0], asset_type => $_->[1], kind => 'dividend',
		pay_date => "$_->[2]-15", amount => cents(number($_->[3])) }) for @income;
	my $got = $self->detail;
	$got->{weights} = { map { $_->{symbol} => $_->{weight_pct} } grep { defined $_->{weight_pct} } @{ $got->{holdings} } };
	return ($got, $want);
}

# Counts business days by the value of a prefixed paper; a weekday is a holiday when the value is unchanged on
# the next day.  Holidays on weekends cannot be detected.
sub business_days {
	my ($in, $want) = @_;
	my $bought = '2022-12-26';
	my $rate = 1000;		# percent a year, about one percent a day

	only($in, qw(years intervals));
	my @weekdays = grep { weekday($_) } map { my $year = $_; grep { /^$year/ } map { days_before("$year-01-01", -$_) } 0 .. 365 }
		@{ $in->{years} };
	my $last = days_before(maxstr(map({ $_->[1] } @{ $in->{intervals} }), @weekdays), -1);
	my $self = portfolio($last)->start;
	$self->post("/v1/portfolios/$self->{id}/assets", { symbol => 'CDB CASO', asset_type => 'renda_fixa',
		meta => { fixed_income => { indexer => 'prefixado', rate => "$rate", maturity => '2040-01-02' } } });
	$self->write(row({ kind => 'buy', trade_date => $bought, quantity => 1, price => 1000 }, 'CDB CASO', 'renda_fixa', 'BRL'));
	my %counted;
	my $until = sub {
		my ($day) = @_;

		return $counted{$day} //= do {
			my $r = $self->{t}->get("/v1/portfolios/$self->{id}?at=$day", key => $self->{key});
			die "the detail of $day: " . $r->body . "\n" unless $r->status == 200;
			my $days = log(holding($r->json, 'CDB CASO')->{price} / 1000) / log(1 + $rate / 100) * 252;
			die "$day: $days business days\n" if abs($days - sprintf '%.0f', $days) > 1e-3;
			sprintf '%.0f', $days;
		};
	};
	my %got = (du => [map { $until->($_->[1]) - $until->($_->[0]) } @{ $in->{intervals} }],
		holidays => [grep { $until->($_) == $until->(days_before($_, -1)) } @weekdays]);

	$self->detail("at=$_->[1]") for @{ $in->{intervals} };
	return (\%got, { %$want, holidays => [grep { weekday($_) } @{ $want->{holidays} }] });
}

# Reads a day's official rate from the cost of one dollar bought on it, and the rate's day from the explanation.
sub fx_ptax {
	my ($in, $want) = @_;
	my @days = @{ $in->{dates} };

	only($in, qw(series dates));
	my $self = portfolio(maxstr(@days, keys %{ $in->{series} }));
	load_rates($self->{t}, $in->{series});
	$self->start;
	$self->write(map { row({ kind => 'buy', trade_date => $days[$_], quantity => 1, price => 1 }, chr(65 + $_) . 'AAA', 'us', 'USD') } 0 .. $#days);
	my $detail = $self->detail;
	my @rates = map {
		my $symbol = chr(65 + $_) . 'AAA';
		my $cost = holding($detail, $symbol)->{avg_price};
		my $r = $self->{t}->get("/v1/portfolios/$self->{id}/explain?field=avg_price&symbol=$symbol", key => $self->{key})->json;
		my ($input) = grep { $_->{kind} eq 'exchange_rate' } @{ $r->{inputs} // [] };

		{ date => $days[$_], rate => $cost, rate_date => defined $cost ? $input->{date} : undef };
	} 0 .. $#days;
	return ({ rates => \@rates }, $want);
}

sub accrual_value {
	my ($in, $want) = @_;
	my ($type, $symbol) = ($in->{asset_type} // 'renda_fixa', 'CDB CASO');
	my $data = $in->{data} // {};

	only($in, qw(asset_type terms as_of rows data));
	my $self = portfolio($in->{as_of});
	# The projection of a month is loaded as a published change.
	series($self->{t}, { selic => 1178, ipca => 433, igpm => 189 }->{ $in->{terms}{indexer} } // 4389,
		%{ $data->{rates} // {} }, map { ("$_-01" => $data->{projection}{$_}) } keys %{ $data->{projection} // {} });
	index_numbers($self->{t}, $in->{terms}{indexer}, %{ $data->{index} }) if $data->{index};
	$self->start;
	$self->post("/v1/portfolios/$self->{id}/assets", { symbol => $symbol, asset_type => $type,
		meta => { fixed_income => { %{ $in->{terms} }, map { $_ => $in->{terms}{$_} + 0 } grep { /_day$/ } keys %{ $in->{terms} } } } });
	$self->write(map { row($_, $symbol, $type, 'BRL') } @{ $in->{rows} });
	my $h = holding($self->detail, $symbol);
	my %got = (accrued_value => $h->{valuation} eq 'accrual' ? $h->{market_value} : undef,
		unit_value => $h->{valuation} eq 'accrual' ? $h->{price} : undef, qty => $h->{qty});
	return (\%got, shown($want, \%got));
}

# ---- x-ray, costs, look-through ----

# Replaces the check digits of a case's tax id by valid ones; returns any other text unchanged.
sub tax_id {
	my ($text) = @_;

	return $text unless ($text // '') =~ /^(\d{12})\d\d$/;
	my @digits = split //, $1;
	for (1, 2) {
		my @weight = ((6, 5)[2 - $_ .. 1], 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2);
		my $rest = sum0(map { $digits[$_] * $weight[$_] } 0 .. $#digits) % 11;

		push @digits, $rest < 2 ? 0 : 11 - $rest;
	}
	return join '', @digits;
}

# Applies tax_id() to every text of an expectation.
sub shown_ids {
	my ($value) = @_;

	return { map { $_ => shown_ids($value->{$_}) } keys %$value } if ref $value eq 'HASH';
	return [map { shown_ids($_) } @$value] if ref $value eq 'ARRAY';
	return ref $value ? $value : tax_id($value);
}

# Buys each position on the case's day at its unit value, which is also a contracted paper's value on that day; one
# without a value is bought without a price.
sub positions {
	my ($self, $day, @holdings) = @_;
	my $t = $self->{t};
	my (@rows, @assets);

	rates($t, $day => 1) if grep { ($_->{currency} // 'BRL') ne 'BRL' } @holdings;
	for my $h (@holdings) {
		my ($symbol, $type) = (tax_id($h->{symbol}), $h->{asset_type});
		my %terms = map { $_ => $h->{$_} } grep { defined $h->{$_} } qw(indexer pct spread rate paper issuer);
		my $unit = defined $h->{market_value} ? plain((number($h->{market_value}) / number($h->{qty}))->bfround(-12)) : undef;

		skip('a position that is not open') unless number($h->{qty}) > 0;
		sector($t, $symbol, $type, $h->{sector}) if defined $h->{sector};
		closes($t, $venue{$type} // 'b3', $symbol, $day => $unit) if defined $unit && $type ne 'renda_fixa';
		push @rows, row({ kind => 'buy', trade_date => $day, quantity => $h->{qty},
			(defined $unit ? (price => $unit) : ()) }, $symbol, $type, $h->{currency} // 'BRL');
		push @assets, { symbol => $symbol, asset_type => $type, currency => $h->{currency} // 'BRL',
			(defined $h->{name} ? (name => $h->{name}) : ()), (%terms ? (meta => { fixed_income => \%terms }) : ()) };
	}
	$self->start;
	$self->post("/v1/portfolios/$self->{id}/assets", $_) for @assets;
	$self->write(@rows);
}

my %explained = (xray => \&redo_xray, costs => \&redo_costs);

sub figures {
	my ($self, $what) = @_;
	my $r = $self->{t}->get("/v1/portfolios/$self->{id}/$what", key => $self->{key});

	die "$what: " . ($r ? $r->body : 'no answer') . "\n" unless $r && $r->status == 200;
	redone($explained{$what}->(@$self{qw(t key id)}, $r->json)) if $explained{$what};
	return respelled($r->json);
}

# respelled() - restores the cases' spelling of a title, since the service normalises it.
sub respelled {
	my ($x) = @_;

	return { map { $_ => respelled($x->{$_}) } keys %$x } if ref $x eq 'HASH';
	return [map { respelled($_) } @$x] if ref $x eq 'ARRAY';
	return defined $x && !ref $x ? $x =~ s/^Tesouro Renda\+/Tesouro RendA+/r : $x;
}

sub xray {
	my ($in, $want) = @_;
	my $self = portfolio($in->{as_of});

	only($in, qw(as_of holdings));
	positions($self, $in->{as_of}, @{ $in->{holdings} });
	return (figures($self, 'xray'), shown_ids($want));
}

# The peers of a fund are funds of its class; the CDI of twelve months comes from daily rates (249 business days).
my %cdi_of = ('2026-11-20 14.4321' => { '2025-11-19' => '14.61', '2026-06-30' => '14.63', '2026-11-19' => '14.63' });

sub costs {
	my ($in, $want) = @_;
	my $self = portfolio($in->{as_of});
	my $n = 0;

	only($in, qw(as_of holdings cdi_12m_pct));
	if (defined $in->{cdi_12m_pct}) {
		series($self->{t}, 4389, %{ $cdi_of{"$in->{as_of} $in->{cdi_12m_pct}"} // skip('a CDI of twelve months without its days') });
	}
	for my $h (grep { $_->{asset_type} eq 'fund' } @{ $in->{holdings} }) {
		my $class = $h->{peer_class};

		fund($self->{t}, tax_id($h->{symbol}), name => $h->{name}, fee => $h->{admin_fee_pct}, administrator => $h->{administrator}, class => $class);
		fund($self->{t}, sprintf('%014d', ++$n), fee => $_, class => $class) for @{ $h->{peer_fees} // [] };
	}
	positions($self, $in->{as_of}, @{ $in->{holdings} });
	return (figures($self, 'costs'), shown_ids($want));
}

sub look_through {
	my ($in, $want) = @_;
	my $self = portfolio('2026-11-20');

	only($in, qw(holdings portfolios));
	for my $fund (sort keys %{ $in->{portfolios} }) {
		my $p = $in->{portfolios}{$fund};

		fund_month($self->{t}, tax_id($fund), $p->{comptc_date}, $p->{pl}, map { [($_->{fund_cnpj} ? 2 : 4), $_->{tp_aplic},
			$_->{value}, $_->{code}, tax_id($_->{fund_cnpj})] } @{ $p->{assets} });
	}
	positions($self, '2026-11-20', @{ $in->{holdings} });
	return (figures($self, 'look-through'), shown_ids($want));
}

sub fx_choose {
	my ($in, $want) = @_;

	only($in, qw(now usdt bcb today));
	my $self = portfolio($in->{now});
	live_rate($self->{t}, $in->{usdt}{rate}, $in->{usdt}{at}, $in->{usdt}{change_24h_pct}) if $in->{usdt};
	load_rates($self->{t}, $in->{bcb});
	$self->start;
	$self->write(row({ kind => 'buy', trade_date => '2020-01-02', quantity => 1, price => 1 }, 'VOO', 'us', 'USD'));
	return ($self->detail, $want);
}

# A portfolio of its assets with their prices.
sub with_assets {
	my ($in) = @_;
	my $self = portfolio($in->{as_of});

	closes($self->{t}, $venue{ $_->{asset_type} } // 'b3', $_->{symbol}, map { $_->{date} => $_->{price} } @{ $_->{prices} })
		for grep { @{ $_->{prices} } } @{ $in->{assets} };
	$self->start;
	for my $a (@{ $in->{assets} }) {
		$self->post("/v1/portfolios/$self->{id}/assets", { symbol => $a->{symbol}, asset_type => $a->{asset_type},
			meta => { fixed_income => { map { $_ => $a->{terms}{$_} } grep { $_ ne 'issue_date' } keys %{ $a->{terms} } } } }) if $a->{terms};
		$self->write(map { row($_, $a->{symbol}, $a->{asset_type}, 'BRL') } @{ $a->{rows} });
		$self->post("/v1/portfolios/$self->{id}/income", { symbol => $a->{symbol}, asset_type => $a->{asset_type},
			kind => 'dividend', pay_date => $_->{date}, amount => $_->{amount} }) for @{ $a->{income} };
	}
	return $self;
}

sub portfolio_history {
	my ($in, $want) = @_;

	only($in, qw(as_of assets));
	my $self = with_assets($in);
	my $r = $self->{t}->get("/v1/portfolios/$self->{id}/history", key => $self->{key});
	die 'the history: ' . $r->body . "\n" unless $r->status == 200;
	redone(redo_history($self->{t}, $self->{key}, $self->{id}, $r->json));
	$self->detail;
	return ({ data => $r->json->{data}, twr => $r->json->{meta}{twr}, twr_partial => $r->json->{meta}{twr_partial} }, $want);
}

sub portfolio_moved {
	my ($in, $want) = @_;

	only($in, qw(as_of month assets));
	my $self = with_assets($in);
	my $r = $self->{t}->get("/v1/portfolios/$self->{id}/moved?month=$in->{month}", key => $self->{key});
	die 'what moved the month: ' . $r->body . "\n" unless $r->status == 200;
	return ($r->json, $want);
}

# The first purchase is one share; further outflows add to its cost, inflows are income, and the terminal value is
# the share's close; without one the share is sold for nothing at the end.
sub xirr {
	my ($in, $want) = @_;

	only($in, qw(flows terminal as_of));
	my @flows = sort { $a->{date} cmp $b->{date} } grep { number($_->{amount}) != 0 } @{ $in->{flows} };
	skip('no flow') unless @flows;
	skip('money comes back before any was put in') unless number($flows[0]{amount}) < 0;
	my $as_of = $in->{as_of} // $flows[-1]{date};
	my $terminal = number($in->{terminal} // 0);
	skip('a negative terminal value') if $terminal < 0;
	my $self = portfolio(maxstr($as_of, $flows[-1]{date}));
	my @asset = ('XIRR3', 'stock', 'BRL');
	my $first = shift @flows;
	my @rows = row({ kind => 'buy', trade_date => $first->{date}, quantity => 1, price => plain(-number($first->{amount})) }, @asset);

	closes($self->{t}, b3 => 'XIRR3', $as_of => plain($terminal)) if $terminal > 0;
	$self->start;
	push @rows, map { row({ kind => 'adjust', trade_date => $_->{date}, quantity => 0, fees => plain(-number($_->{amount})) }, @asset) }
		grep { number($_->{amount}) < 0 } @flows;
	push @rows, row({ kind => 'sell', trade_date => $as_of, quantity => 1, price => 0 }, @asset) unless $terminal > 0;
	$self->write(@rows);
	$self->post("/v1/portfolios/$self->{id}/income", { symbol => 'XIRR3', asset_type => 'stock', kind => 'dividend',
		pay_date => $_->{date}, amount => cents(number($_->{amount})) }) for grep { number($_->{amount}) > 0 } @flows;
	return ($self->detail("at=$as_of"), $want);
}

# Each purchase is one share of a new paper.  The oldest paper is worth the equity minus the others, which are valued
# at cost.
sub twr {
	my ($in, $want) = @_;
	my (@held, @rows, %close, @income, $n);

	only($in, qw(points));
	my @points = @{ $in->{points} };
	for my $p (@points) {
		my $day = { trade_date => $p->{date}, quantity => 1 };

		if (number($p->{buys} // 0) > 0) {
			push @held, { symbol => sprintf('TWR%s3', chr(65 + $n++)), cost => number($p->{buys}) };
			push @rows, row({ %$day, kind => 'buy', price => cents($held[-1]{cost}) }, $held[-1]{symbol}, 'stock', 'BRL');
		}
		my $of_first = sub { number($_[0]) - sum0(map { $_->{cost} } @held[1 .. $#held]) };
		push @income, { symbol => $held[0]{symbol}, asset_type => 'stock', kind => 'dividend', pay_date => $p->{date},
			amount => cents(number($p->{income})) } if $p->{income};
		if (number($p->{sells} // 0) > 0) {
			skip('not all is sold') if number($p->{equity}) != 0;
			push @rows, row({ %$day, kind => 'sell', price => cents($_ == $held[0] ? $of_first->($p->{sells}) : $_->{cost}) },
				$_->{symbol}, 'stock', 'BRL') for @held;
			@held = ();
		}
		$close{ $_->{symbol} }{ $p->{date} } = cents($_ == $held[0] ? $of_first->($p->{equity}) : $_->{cost}) for @held;
	}
	my $self = portfolio($points[-1]{date});
	closes($self->{t}, b3 => $_, %{ $close{$_} }) for sort keys %close;
	$self->start;
	$self->write(@rows);
	$self->post("/v1/portfolios/$self->{id}/income", $_) for @income;
	return ({ twr => $self->detail->{returns}{twr} }, $want);
}

# A share rises once, before or after a second purchase; the number of shares of that purchase is chosen so that the
# XIRR is the case's.
sub returns_explain {
	my ($in, $want) = @_;
	my ($x, $twr) = @$in{qw(xirr twr)};
	my ($end, $price) = ('2026-11-20', 1000);

	only($in, qw(xirr twr));
	skip('a measure that is not known') unless defined $x && $twr && defined $twr->{annualized};
	my $days = sprintf '%.0f', 365 * log(1 + $twr->{cumulative}) / log(1 + $twr->{annualized});
	my ($begin, $more) = (days_before($end, $days), days_before($end, my $left = int($days / 2)));
	my $last = sprintf '%.2f', $price * (1 + $twr->{annualized})**($days / 365);
	my $then = $x < $twr->{annualized} ? $last : $price;
	my ($whole, $half) = map { $last / (1 + $x)**($_ / 365) } $days, $left;
	my $bought = ($price - $whole) / ($whole - $then * $whole / $half);
	my @asset = ('RISE3', 'stock', 'BRL');
	my $self = portfolio($end);
	closes($self->{t}, b3 => 'RISE3', $begin => $price, days_before($more, 1) => $then, $more => $then, $end => $last);
	$self->start;
	$self->write(row({ kind => 'buy', trade_date => $begin, quantity => 1, price => $price }, @asset),
		row({ kind => 'buy', trade_date => $more, quantity => sprintf('%.8f', $bought), price => $then }, @asset));
	my $returns = $self->detail->{returns};
	die "the ledger's rates are $returns->{xirr} and $returns->{twr}{annualized}\n"
		if abs($returns->{xirr} - $x) > 1e-5 || abs($returns->{twr}{annualized} - $twr->{annualized}) > 1e-5;
	return ($returns, $want);
}

# ---- statements ----

sub fin_measures {
	my ($in, $want) = @_;
	my $t = Lastro::Test->new;
	my (%of, $tax_id);

	only($in, qw(ref_date at filings));
	$tax_id = cnpj('013334440001');
	for my $f (@{ $in->{filings} }) {
		my $form = $f->{doc} // ($f->{ref_date} =~ /-12-31$/ ? 'DFP' : 'ITR');

		push @{ $of{$form} }, { code => 1001, tax_id => $tax_id, name => 'CASO S.A.', date => $f->{ref_date}, version => $f->{version} // 1, filed => $f->{filed_at}, scale => $f->{scale} // 'MIL',
			lines => [map { [$_->{account}, $_->{desc}, $_->{start}, $_->{end}, $_->{value}, ($_->{order} // '') eq 'PENULTIMO' ? 'P' : undef] } @{ $f->{rows} }] };
	}
	$t->lastro_ok('load', lc $_, statements($t->dir, $_, 2026, @{ $of{$_} })) for sort keys %of;
	my $key = account($t)->{user_key};
	$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
	my $r = $t->get("/v1/companies/1001/financials?from=$in->{ref_date}&to=$in->{ref_date}" . ($in->{at} ? "&at=$in->{at}" : ''), key => $key);

	die 'GET financials: ' . $r->body . "\n" unless $r->status == 200;
	return ($r->json->{data}[0], $want);
}

# ---- suitability ----

# The points of each option of the service's questionnaire, in order; 32 in all.
my %weights = (finalidade => [0 .. 4], prazo => [0 .. 4], risco => [0, 1, 3, 4], perda => [0, 1, 3, 4], receitas => [0 .. 2],
	patrimonio => [0 .. 3], liquidez => [0 .. 4], conhecimento => [0 .. 3], experiencia => [0 .. 3], formacao => [0, 1]);

# weighing() - finds options of these questions, by index, whose points add up to $points; or returns nothing.
sub weighing {
	my ($points, @questions) = @_;

	return $points == 0 ? [] : () unless @questions;
	my ($q, @rest) = @questions;
	for my $i (reverse grep { $weights{$q}[$_] <= $points } 0 .. $#{ $weights{$q} }) {
		my ($others) = weighing($points - $weights{$q}[$i], @rest);
		return [$i, @$others] if $others;
	}
	return;
}

sub suitability {
	my ($in, $want) = @_;
	my ($points, $max) = map { my $key = $_; sum0(map { $_->{$key} } @{ $in->{answers} }) } qw(points max);

	only($in, 'answers');
	skip("a questionnaire of $max points") unless $max == 32;
	my $self = portfolio('2026-11-20')->start;
	my @questions = @{ $self->{t}->get('/v1/suitability/questionnaire', key => $self->{key})->json->{questions} };
	my ($chosen) = weighing($points, map { $_->{q} } @questions);
	my $r = $self->{t}->request('PUT', '/v1/suitability', key => $self->{key}, json => { answers =>
		[map { { q => $questions[$_]{q}, a => $questions[$_]{options}[$chosen->[$_]]{a} } } 0 .. $#questions] });

	die 'PUT /v1/suitability: ' . $r->body . "\n" unless $r->status == 200;
	return ($r->json->{profile}, $want);
}

1;
