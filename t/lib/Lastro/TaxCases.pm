# SPDX-License-Identifier: Apache-2.0
package Lastro::TaxCases;

# Runs the worked cases of the income tax (doc/tax.md 20) in portfolios of a new account: posts the rows, writes facts to
# the assets' meta and both sides of PTAX to the database, and puts the person's statements.

use strict;
use warnings;

use Exporter qw(import);
use JSON::PP ();

use Lastro::Market qw(bump provent succession);
use Lastro::Redo qw(redo_figure);
use Lastro::Tenants qw(account);
use Lastro::Test;

our @EXPORT_OK = qw(%tax_functions taxpayer redo_year redo_declaration);

our %tax_functions = (tax_month => \&tax_month, tax_year => \&tax_year, tax_declaration => \&tax_declaration);

my @facts = qw(tax_class tax_id etf_kind fund_kind paper incentive custody origin foreign_kind option);

sub ok_or_die { my ($r) = @_; die $r->status . ' ' . $r->body . "\n" unless $r->status =~ /^2/; return $r->json }

# The difference of two amounts, in cents.
sub less { my ($gross, $tax) = @_; return sprintf '%.2f', (int($gross * 100 + 0.5) - int($tax * 100 + 0.5)) / 100 }

# taxpayer() - creates an account with the portfolios, assets, rows and rates of @inputs, as of its day; {t, key, ids}.
sub taxpayer {
	my ($inputs) = @_;

	my $t = Lastro::Test->new;
	my $key = account($t)->{user_key};
	my %name = map { $_->{id} => $_->{name} } @{ $inputs->{portfolios} // [] };
	my (%id, %asset);

	$name{ $_->{portfolio} } //= "Carteira $_->{portfolio}" for @{ $inputs->{rows} };
	for my $day (sort keys %{ $inputs->{fx} // {} }) {
		my $rate = $inputs->{fx}{$day};
		$t->sql("insert into ptax (currency, day, buy, sell) values ('USD', '$day', $rate->{buy}, $rate->{sell})");
	}
	bump($t, 'closes') if $inputs->{fx};
	succession($t, $_->{from}, $_->{to}, $_->{date}, [$_->{ratio} // 1, 1], venue => 'b3', cash => $_->{cash_per_share}) for @{ $inputs->{successions} // [] };
	# The calendar only gives the date; the amount is the row's.
	provent($t, $_->{symbol}, $_->{kind}, ex => $_->{record_date}, record => $_->{record_date}, pay => $_->{pay_date}, gross => 1) for @{ $inputs->{calendar} // [] };
	$t->start_pool(workers => 1, env => { LASTRO_NOW => "$inputs->{as_of}T15:00:00Z" });
	$id{$_} = ok_or_die($t->post('/v1/portfolios', { name => $name{$_} }, key => $key))->{id} for sort keys %name;
	for my $one (@{ $inputs->{assets} }) {
		my %meta = map { $_ => $one->{$_} } grep { defined $one->{$_} } @facts;

		for my $p (sort keys %id) {
			next unless grep { $_->{symbol} eq $one->{symbol} && $_->{portfolio} eq $p } @{ $inputs->{rows} };
			ok_or_die($t->post("/v1/portfolios/$id{$p}/assets", { symbol => $one->{symbol}, asset_type => $one->{asset_type},
				$one->{name} ? (name => $one->{name}) : (), %meta ? (meta => \%meta) : () }, key => $key));
		}
		$asset{ $one->{symbol} } = $one;
	}
	# Posts one at a time, to keep the order of insertion.
	for my $row (@{ $inputs->{rows} }) {
		my %sent = (%$row, asset_type => $asset{ $row->{symbol} }{asset_type});
		my $p = delete $sent{portfolio};

		ok_or_die($t->post("/v1/portfolios/$id{$p}/transactions", \%sent, key => $key));
	}
	for my $in (@{ $inputs->{income} // [] }) {
		my $p = $in->{portfolio} // (sort keys %id)[0];

		ok_or_die($t->post("/v1/portfolios/$id{$p}/income", { symbol => $in->{symbol}, asset_type => $in->{asset_type},
			kind => $in->{kind}, pay_date => $in->{pay_date}, amount => $in->{net} // less($in->{gross}, $in->{tax}),
			(map { $in->{ $_->[0] } ? ($_->[1] => $in->{ $_->[0] }) : () } [gross => 'gross_amount'], [record_date => 'record_date'], [approved => 'approved_on']),
			$in->{profits_to_2025} ? (profits_to_2025 => JSON::PP::true()) : () }, key => $key));
	}
	ok_or_die($t->put('/v1/portfolio/tax/inputs', $inputs->{inputs}, key => $key)) if $inputs->{inputs};
	return { t => $t, key => $key, ids => \%id };
}

# redo_year() - recomputes the explanations of a year's figures and of those they depend on; returns the differences.
sub redo_year {
	my ($me, $year) = @_;
	my @figures;

	for my $m (@{ $year->{months} }) {
		push @figures, map { [$m->{$_}, "months.$_", $m->{month}] } qw(share_sales exempt_gain due);
		for my $basket (qw(common day_trade fii)) {
			push @figures, map { [$m->{$basket}{$_}, "months.$basket.$_", $m->{month}] } qw(result loss_brought loss_used base tax loss_carried);
			push @figures, map { [$m->{$_}{$basket}, "months.$_.$basket", $m->{month}] } qw(withheld withheld_used withheld_estimate);
		}
	}
	for my $basket (qw(common day_trade fii)) { push @figures, map { [$year->{$_}{$basket}, "$_.$basket"] } qw(carry_in carry_created carry_used carry_out withheld_left) }
	push @figures, map { my $g = $_; map { [$g->{$_}, "gcap.$_", $g->{month}, code => $g->{code}] } qw(sales gain tax) } @{ $year->{gcap} };
	push @figures, map { [$year->{exterior}{$_}, "exterior.$_"] } qw(total loss_brought loss_used base tax foreign_tax credit due paid loss_carried)
		if $year->{exterior};
	push @figures, map { [$year->{exterior}{late}{$_}, "darf.late.$_", "$year->{year}-12", code => '0211'] } qw(fine_pct fine interest_pct interest total) if $year->{exterior} && $year->{exterior}{late};
	for my $d (@{ $year->{darf} }) {
		push @figures, map { [$d->{$_}, "darf.$_", $d->{period}, code => $d->{code}] } qw(amount includes_earlier paid), grep { exists $d->{$_} } 'in_doubt';
		push @figures, map { [$d->{late}{$_}, "darf.late.$_", $d->{period}, code => $d->{code}] } qw(fine_pct fine interest_pct interest total) if $d->{late};
	}
	push @figures, map { [$year->{under_minimum}{$_}, 'under_minimum', undef, code => $_] } sort keys %{ $year->{under_minimum} };
	return redone($me, $year->{year}, @figures);
}

# redo_declaration() - the same for the figures of a declaration.
sub redo_declaration {
	my ($me, $d) = @_;
	my (@figures, %nth);

	for my $good (@{ $d->{bens} }) {
		my $item = ++$nth{ $good->{symbol} };

		push @figures, map { [$good->{$_}, "bens.$_", undef, symbol => $good->{symbol}, item => $item] } qw(previous current);
	}
	for my $sheet (qw(isentos exclusiva)) {
		for my $line (@{ $d->{$sheet} }) {
			my %by = ($line->{code} ? (code => $line->{code}) : (), @{ $line->{symbols} } ? (symbol => $line->{symbols}[0]) : ());

			# A line without a code is addressed by its symbol, like any other of that symbol.
			my $at = 0;
			$at += (!$line->{code} || ($_->{code} // '') eq $line->{code}) && (!@{ $line->{symbols} } || grep { $_ eq $line->{symbols}[0] } @{ $_->{symbols} })
				for before($line, $d->{$sheet});
			push @figures, map { [$line->{$_}, "$sheet.$_", undef, %by, item => $at + 1] } grep { $_ eq 'amount' } keys %$line;
			push @figures, map { [$line->{$_}, "$sheet.$_", undef, %by] } grep { /^(?:ledger_amount|withheld)$/ } keys %$line;
		}
	}
	# A token in two custodies gives two items of one symbol.
	my %nth_of;
	push @figures, map { my ($x, $item) = ($_, ++$nth_of{"$_->{month} $_->{symbol}"}); map { [$x->{$_}, "tributaveis.$_", $x->{month}, symbol => $x->{symbol}, item => $item] }
		qw(amount foreign_tax) } @{ $d->{tributaveis} };
	push @figures, map { my ($x, $item) = ($_, ++$nth_of{ $_->{symbol} }); map { [$x->{$_}, "exterior.$_", undef, symbol => $x->{symbol}, item => $item] }
		qw(rendimento_ou_perda imposto_pago_exterior) } @{ $d->{exterior} };
	return redone($me, $d->{year}, @figures);
}

sub before { my ($one, $list) = @_; my @before; for (@$list) { last if $_ == $one; push @before, $_ } return @before }

# Figures are [value, field, month or undef, further parameters].
sub redone {
	my ($me, $year, @figures) = @_;
	my (@wrong, %seen);

	for my $f (@figures) {
		my ($value, $field, $month, %by) = @$f;
		my $wrong = redo_figure($me->{t}, $me->{key}, "/v1/portfolio/tax/explain?year=$year&field=$field" .
			join('', map { "&$_=$by{$_}" } sort keys %by) . ($month ? "&month=$month" : ''), $value, \%seen);

		push @wrong, $wrong if $wrong;
	}
	return @wrong;
}

# A month of operations given without rows: each gets a separate asset, bought in the year before for proceeds minus
# result, or at an unknown cost.  Skips cases with an amount below the minimum of a DARF, which cannot be stated.
sub tax_month {
	my ($inputs, $want) = @_;
	my ($year, $month) = $inputs->{month} =~ /^(\d+)-(\d+)/;
	my %type = (share => 'stock', unit => 'stock', etf => 'etf', fii => 'fii');
	my (@assets, @rows);

	die "skip: $_ of a month cannot be said by a ledger\n" for grep { $inputs->{$_} } qw(carry withheld under_minimum);
	for my $op (@{ $inputs->{operations} }) {
		my $symbol = sprintf('ABC%c%s', ord('A') + @assets, { unit => 11, etf => 11, fii => 11 }->{ $op->{tax_class} } // 3);
		my %row = (portfolio => 'A', symbol => $symbol, quantity => '1', fees => '0');

		die "skip: a $op->{kind} of class $op->{tax_class}\n" unless $type{ $op->{tax_class} } && $op->{kind} eq 'common';
		push @assets, { symbol => $symbol, asset_type => $type{ $op->{tax_class} }, $op->{tax_class} eq 'etf' ? (etf_kind => 'rv') : () };
		push @rows, { %row, kind => 'buy', trade_date => ($year - 1) . '-12-01', price => less($op->{gross_sale}, $op->{result}) } if defined $op->{result};
		push @rows, { %row, kind => 'sell', trade_date => "$inputs->{month}-12", price => $op->{gross_sale} };
	}
	my $me = taxpayer({ as_of => "$inputs->{month}-28", assets => \@assets, rows => \@rows });
	my $got = ok_or_die($me->{t}->get("/v1/portfolio/tax?year=$year", key => $me->{key}));
	my @wrong = redo_year($me, $got);

	die map { "not redone: $_\n" } @wrong if @wrong;
	return ({ %{ $got->{months}[0] }, withheld_left => $got->{withheld_left}, darf => $got->{darf}[0],
		under_minimum => $got->{under_minimum}{6015} // '0.00' }, $want);
}

sub tax_year {
	my ($inputs, $want) = @_;
	my $me = taxpayer($inputs);
	my $year = ok_or_die($me->{t}->get("/v1/portfolio/tax?year=$inputs->{year}", key => $me->{key}));
	my @wrong = redo_year($me, $year);

	die map { "not redone: $_\n" } @wrong if @wrong;
	return ($year, $want);
}
sub tax_declaration {
	my ($inputs, $want) = @_;
	my $me = taxpayer($inputs);
	my $d = ok_or_die($me->{t}->get("/v1/portfolio/tax/declaration?year=$inputs->{year}", key => $me->{key}));
	my @wrong = redo_declaration($me, $d);

	die map { "not redone: $_\n" } @wrong if @wrong;
	return ($d, $want);
}

1;
