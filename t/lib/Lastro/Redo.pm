# SPDX-License-Identifier: Apache-2.0
package Lastro::Redo;

# Recomputes an explanation from its inputs and operations only, and compares each result with the step's.  Uses
# another language and arithmetic than the service: exact decimals are Math::BigInt on a grid of places, the rest is
# Math::BigFloat with 45 digits, the root is found by bisection.
#
# redo_detail(), redo_history(), redo_xray(), redo_costs(), redo_look_through() and redo_plan() take an answer, read the explanation
# of every number in it and, recursively, of every figure those depend on, and return the differences.

use strict;
use warnings;

use Digest::MD5 qw(md5);
use Exporter qw(import);
use List::Util qw(max min);
use Math::BigFloat ();
use Math::BigInt ();
use Time::Local qw(timegm);

our @EXPORT_OK = qw(redo_steps redo_figure redo_detail redo_history redo_xray redo_costs redo_look_through redo_plan);

my $DIGITS = 45;
Math::BigFloat->div_scale($DIGITS);

# ---- decimals: [integer, places], or a Math::BigFloat where a result is not exact ----

sub decimal {
	my ($text) = @_;
	my ($sign, $whole, $places) = $text =~ /^(-?)(\d+)(?:\.(\d+))?$/ or die "not a decimal: $text\n";

	$places //= '';
	return [Math::BigInt->new("$sign$whole$places"), length $places];
}

sub on_grid { my ($d, $places) = @_; return $places == $d->[1] ? $d->[0]->copy : $d->[0]->copy->blsft($places - $d->[1], 10) }
sub is_real { return ref $_[0] ne 'ARRAY' }
# Omits an exponent of 0: Math::BigFloat compares "882e-0" as less than 861.
sub real { my ($v) = @_; return is_real($v) ? $v->copy : Math::BigFloat->new($v->[0]->bstr . ($v->[1] ? "e-$v->[1]" : '')) }

# Not numify(), which takes a thousand times as long.
sub number { my ($v) = @_; return is_real($v) ? 0 + $v->bsstr : 0 + ($v->[0]->bstr . "e-$v->[1]") }

# num / den on a grid, truncated or rounded half away from zero.
sub quotient {
	my ($num, $den, $mode) = @_;
	my $negative = $num->is_neg != $den->is_neg;
	my ($q, $r) = $num->copy->babs->bdiv($den->copy->babs);

	$q->binc if $mode eq 'half_away' && $r->bmul(2)->bacmp($den) >= 0;
	return $negative ? $q->bneg : $q;
}

# Rounds a real number to an exact one; truncation allows for the lost digits by adding 1e-12.
sub settle {
	my ($v, $round) = @_;

	return $v unless $round;
	my $scaled = real($v)->bmul("1e$round->{places}");
	my $sign = $scaled->is_neg ? -1 : 1;

	$scaled->babs;
	$scaled->badd($round->{mode} eq 'truncate' ? '1e-12' : '0.5');
	return [Math::BigInt->new($scaled->bfloor->bstr)->bmul($sign), $round->{places}];
}

sub settle_exact {
	my ($num, $den, $from, $round) = @_;	# num / den / 10^from on the grid of $round
	my $up = $round->{places} - $from;

	return [quotient($up >= 0 ? $num->copy->blsft($up, 10) : $num, $up >= 0 ? $den : $den->copy->blsft(-$up, 10), $round->{mode}),
		$round->{places}];
}

# Powers, on a grid of 63 places, seven of its parts: blog() and bexp() of Math::BigFloat take ten times as long.
my $FINE = 63;
my $ONE = Math::BigInt->new(10)->bpow($FINE);

sub fine { my ($v) = @_; return is_real($v) ? Math::BigInt->new(real($v)->bmul("1e$FINE")->bfloor->bstr) : on_grid($v, $FINE) }

# e to a power, by its series at a 65,536th part, squared sixteen times.
sub exponential {
	my ($y) = @_;
	my $x = $y->copy->babs->brsft(16);
	my ($sum, $term, $n) = ($ONE->copy, $ONE->copy, 0);

	$sum->badd($term) until scalar($term->bmul($x)->brsft($FINE, 10)->bdiv(++$n))->is_zero;
	$sum->bmul($sum)->brsft($FINE, 10) for 1 .. 16;
	return $y->is_neg ? scalar $ONE->copy->bmul($ONE)->bdiv($sum) : $sum;
}

# The natural logarithm: a step of Halley's method triples the fifteen digits of the first guess.
sub logarithm {
	my ($a) = @_;
	my $guess = fine(decimal(sprintf '%.15f', log(0 + ($a->bstr . "e-$FINE"))));
	my $e = exponential($guess);

	return $guess + ($a - $e) * 2 * $ONE / ($a + $e);
}

sub is_date { return !ref $_[0] && $_[0] =~ /^\d{4}-\d\d-\d\d$/ }

# ---- operations ----

my %operation = (
	take => sub { return $_[0][0] },
	negate => sub { my ($a) = @{ $_[0] }; return is_real($a) ? real($a)->bneg : [$a->[0]->copy->bneg, $a->[1]] },
	add => sub { return total(1, @{ $_[0] }) },
	subtract => sub { return total(-1, @{ $_[0] }) },
	count => sub { return [Math::BigInt->new(scalar @{ $_[0] }), 0] },
	min => sub { my ($a, $b) = @{ $_[0] }; return real($a)->bcmp(real($b)) <= 0 ? $a : $b },
	round => sub {
		my ($of, $round) = @_;
		my ($a) = @$of;

		return is_real($a) ? settle($a, $round) : settle_exact($a->[0], Math::BigInt->bone, $a->[1], $round);
	},
	multiply => sub {
		my ($of, $round) = @_;
		my ($a, $b) = @$of;

		return settle(real($a)->bmul(real($b))->bround($DIGITS), $round) if is_real($a) || is_real($b);
		my $product = $a->[0]->copy->bmul($b->[0]);
		my $places = $a->[1] + $b->[1];
		return $round ? settle_exact($product, Math::BigInt->bone, $places, $round) : [$product, $places];
	},
	divide => sub {
		my ($of, $round) = @_;
		my ($a, $b) = @$of;

		return settle(scalar(real($a)->bdiv(real($b), $DIGITS)), $round) if !$round || is_real($a) || is_real($b);
		return settle_exact($a->[0], $b->[0], $a->[1] - $b->[1], $round);
	},
	proportion => sub {
		my ($of, $round) = @_;
		my ($a, $b, $c) = @$of;

		return settle(scalar(real($a)->bmul(real($b))->bdiv(real($c), $DIGITS)), $round) if is_real($a) || is_real($b) || is_real($c);
		return settle_exact($a->[0]->copy->bmul($b->[0]), $c->[0], $a->[1] + $b->[1] - $c->[1], $round);
	},
	power => sub {
		my ($of, $round) = @_;
		my ($a, $b, $c) = map { fine($_) } @$of;

		return settle(real($of->[0]), $round) if $a->is_zero;
		my $power = exponential(logarithm($a)->bmul($b)->bdiv($c));
		return settle(Math::BigFloat->new($power->bstr . "e-$FINE")->bround($DIGITS), $round);
	},
	# Rounds down to two places, then gives the missing hundredths to the largest remainders, ties to the earlier part.
	apportion => sub {
		my ($of) = @_;
		my ($which, $whole, @values) = @$of;
		my $places = max map { $_->[1] } $whole, @values;
		my $base = on_grid($whole, $places);
		my @shares = map { my ($floor, $rest) = on_grid($_, $places)->bmul(10000)->bdiv($base); [$floor, $rest] } @values;
		my $missing = 10000;

		$missing -= $_->[0]->numify for @shares;
		my @order = sort { $shares[$b][1]->bcmp($shares[$a][1]) || $a <=> $b } 0 .. $#shares;
		$shares[$_][0]->binc for @order[0 .. $missing - 1];
		return [$shares[$which->[0]->numify - 1][0], 2];
	},
	compound => sub {
		my ($of) = @_;
		my ($a, $b, $c) = @$of;
		my $one = Math::BigInt->new(10)->bpow(16);
		my ($product, $factor) = (on_grid($a, 16), on_grid($b, 16));

		for (1 .. $c->[0]->numify) { ($product) = $product->bmul($factor)->bdiv($one) }
		return [$product, 16];
	},
);

# Caches costly operations, since ten figures of a paper depend on the same factors.
my %done;

sub told { my ($v) = @_; return is_real($v) ? $v->bstr : $v->[0]->bstr . "/$v->[1]" }

for my $op (qw(power compound)) {
	my $run = $operation{$op};

	$operation{$op} = sub {
		my ($of, $round) = @_;

		return $done{ join ' ', $op, (map { told($_) } @$of), $round ? @$round{qw(places mode)} : () } //= $run->($of, $round);
	};
}

sub total {
	my ($sign, $first, @rest) = @_;

	if (grep { is_real($_) } $first, @rest) {
		my $sum = real($first);
		$sign > 0 ? $sum->badd(real($_)) : $sum->bsub(real($_)) for @rest;
		return $sum->bround($DIGITS);
	}
	my $places = max map { $_->[1] } $first, @rest;
	my $sum = on_grid($first, $places);
	$sign > 0 ? $sum->badd(on_grid($_, $places)) : $sum->bsub(on_grid($_, $places)) for @rest;
	return [$sum, $places];
}

sub days { my ($y, $m, $d) = split /-/, $_[0]; return timegm(0, 0, 0, $d, $m - 1, $y) / 86400 }

# The rate as doc/calculations.md 6.1 defines it: one change of sign over 401 points, bisected.
sub root {
	my (@flows) = @_;	# [date, number]
	my $first = days($flows[0][0]);
	my %sum;

	$sum{(days($_->[0]) - $first) / 365} += $_->[1] for @flows;
	my @t = sort { $a <=> $b } keys %sum;
	my $f = sub {
		my ($x) = @_;
		my $sum = 0;
		my $shift = $x < 0 ? $t[-1] : 0;

		$sum += $sum{$_} * exp(-$x * ($_ - $shift)) for @t;
		return $sum;
	};
	my ($low, $high) = (log(1e-6), log(101));
	my ($before, @found) = ($f->($low));

	for my $i (1 .. 400) {
		my ($x0, $x1) = map { $low + ($high - $low) * $_ / 400 } $i - 1, $i;
		my $here = $f->($x1);

		push @found, [$x0, $x1, $before] if $here == 0 || ($before < 0) != ($here < 0);
		$before = $here;
	}
	die 'the flows have ' . @found . " rates\n" unless @found == 1;
	my ($x0, $x1, $sign) = @{ $found[0] };
	for (1 .. 100) {
		my $mid = ($x0 + $x1) / 2;

		($f->($mid) < 0) == ($sign < 0) ? ($x0 = $mid) : ($x1 = $mid);
	}
	return Math::BigFloat->new(sprintf '%.15f', exp(($x0 + $x1) / 2) - 1);
}

# The maximum drawdown of dated levels: depth, start, trough and recovery.  Levels within a relative 1e-12 count as equal.
sub fall {
	my (@levels) = @_;	# [date, number]
	my $same = 1 - Math::BigFloat->new('1e-12');
	my $top = $levels[0];
	my ($depth, $start, $trough, $lost) = (Math::BigFloat->bzero);

	for (@levels) {
		$top = [$_->[0], $_->[1] > $top->[1] ? $_->[1] : $top->[1]] if $_->[1] >= $top->[1] * $same;
		my $down = $_->[1] / $top->[1] - 1;
		($depth, $start, $trough, $lost) = ($down, $top->[0], $_->[0], $top->[1]) if $down < $depth - (1 - $same);
	}
	my ($back) = grep { defined $trough && $_->[0] gt $trough && $_->[1] >= $lost * $same } @levels;
	return ($depth, $start, $trough, $back && $back->[0]);
}

# Operations that also use the dates of their operands.
my %dated = (
	root => sub { return root(map { [$_->[0], $_->[1]->numify] } @_) },
	drawdown => sub { return (fall(@_))[0] },
	drawdown_start => sub { return (fall(@_))[1] },
	drawdown_trough => sub { return (fall(@_))[2] },
	drawdown_recovery => sub { return (fall(@_))[3] },
);

# ---- one explanation ----

sub same {
	my ($got, $said, $exact) = @_;

	return ($got // '') eq $said if is_date($said);
	return near($got, $said, 1e-9) unless $exact && !is_real($got);
	my $other = decimal($said);
	my $places = max($got->[1], $other->[1]);
	return on_grid($got, $places)->bcmp(on_grid($other, $places)) == 0;
}

sub near {
	my ($got, $said, $within) = @_;
	my $size = max(1, abs $said);

	return abs(number($got) - $said) <= $within * $size;
}

sub shown { my ($v) = @_; return !defined $v ? 'null' : is_date($v) ? $v : real($v)->bstr }

sub operands {
	my ($of) = @_;

	return map {
		my ($from, $member, $to) = /^i(\d+)\.(\w+)\.\.i(\d+)\.\w+$/;
		defined $to ? map { "i$_.$member" } $from .. $to : $_;
	} @$of;
}

# redo_steps() - recomputes the steps of an explanation; returns the last result, and dies at a step with another result.
sub redo_steps {
	my ($explained) = @_;
	my (%value, %date, $last);

	for my $in (@{ $explained->{inputs} }) {
		for my $member (keys %{ $in->{values} }) {
			$value{"$in->{id}.$member"} = decimal($in->{values}{$member});
			$date{"$in->{id}.$member"} = $in->{date};
		}
	}
	for my $step (@{ $explained->{steps} }) {
		my @of = operands($step->{of});
		my ($unknown) = grep { !exists $value{$_} } @of;

		die "$step->{id} rests on $unknown, which nobody told\n" if defined $unknown;
		$last = $dated{ $step->{op} } ? $dated{ $step->{op} }->(map { [$date{$_}, real($value{$_})] } @of)
			: ($operation{ $step->{op} } // die "$step->{id}: $step->{op} is no operation\n")->([@value{@of}], $step->{round});
		die "$step->{id} ($step->{op}: $step->{text}) says $step->{result}, redone it is " . shown($last) . "\n"
			unless same($last, $step->{result}, $step->{exact});
		die "$step->{id} has no sentence\n" unless length($step->{text} // '');
		$value{ $step->{id} } = $last;
	}
	return $last;
}

# ---- through HTTP ----

sub encoded { my ($s) = @_; utf8::encode($s) if utf8::is_utf8($s); return $s =~ s/([^A-Za-z0-9_.~-])/sprintf '%%%02X', ord $1/ger }

sub address {
	my ($id, %ask) = @_;

	return ($id eq 'all' ? '/v1/portfolio/plan' : "/v1/portfolios/$id") . '/explain?' . join '&', map { "$_=" . encoded($ask{$_}) } grep { defined $ask{$_} } sort keys %ask;
}

# Explanations parsed and recomputed before, by the digest of their bytes.
my (%page, %result);

# Reads all pages of one explanation; returns it whole, and the pages' digests.
sub whole {
	my ($t, $key, $path) = @_;
	my ($all, $cursor, $digests);

	do {
		my $r = $t->get($path . ($cursor ? "&cursor=$cursor" : ''), key => $key);

		die "GET $path: " . ($r ? $r->status . ' ' . $r->body : 'no answer') . "\n" unless $r && $r->status == 200;
		my $digest = md5($r->body);
		my $page = $page{$digest} //= $r->json;
		$all //= { %$page, inputs => [], steps => [] };
		push @{ $all->{$_} }, @{ $page->{$_} // [] } for qw(inputs steps);
		$digests .= $digest;
		$cursor = $page->{meta}{next_cursor};
	} while ($cursor);
	return ($all, $digests);
}

# redone() - recomputes an explanation and those it depends on: {wrong, result, figure}; $seen caches by path.
sub redone {
	my ($t, $key, $path, $seen) = @_;

	return $seen->{$path} if $seen->{$path};
	my $kept = $seen->{$path} = { wrong => '' };
	my ($explained, $digests) = eval { whole($t, $key, $path) };

	$kept->{wrong} = $@, return $kept unless $explained;
	$kept->{figure} = $explained->{figure};
	return $kept unless defined $explained->{figure}{value};
	my $result = $result{$digests} //= [scalar eval { redo_steps($explained) }, $@];
	$kept->{result} = $result->[0];
	$kept->{wrong} = "$path: $result->[1]", return $kept unless defined $kept->{result};
	for my $under (grep { $_->{kind} eq 'figure' } @{ $explained->{inputs} }) {
		my $of = redone($t, $key, $under->{href}, $seen);

		$kept->{wrong} ||= $of->{wrong};
		$kept->{wrong} ||= "$path: $under->{href} is said to be $under->{values}{value}, redone it is " .
			shown($of->{result})
			unless defined $of->{result} && near($of->{result}, $under->{values}{value}, 1e-8);
	}
	return $kept;
}

# redo_figure() - the fault in the explanation of a figure that is shown as $value; '' for none.
sub redo_figure {
	my ($t, $key, $path, $value, $seen) = @_;
	my $kept = redone($t, $key, $path, $seen);

	return $kept->{wrong} if $kept->{wrong};
	return '' if !defined $value && !defined $kept->{result} && length($kept->{figure}{reason} // '');
	my $differs = "$path: shown is " . ($value // 'null') . ', redone it is ' . shown($kept->{result});
	return $differs unless defined $value && defined $kept->{result};
	return $kept->{result} eq $value ? '' : $differs if is_date($kept->{result});
	my $places = $kept->{figure}{places};
	my $rounded = settle(is_real($kept->{result}) ? $kept->{result} : real($kept->{result}), { places => $places, mode => 'half_away' });
	my $within = is_real($kept->{result}) ? 10**-$places * 1.001 : 1e-12;

	return abs(real($rounded)->bsub(Math::BigFloat->new($value))->numify) <= $within ? '' : $differs;
}

my @TOTALS = qw(patrimonio invested unrealized_pl unrealized_pct realized_pl income_received day_change_brl day_change_pct total_pl xirr);
my @HOLDING = qw(qty avg_price invested_cost price change_pct market_value unrealized_pl unrealized_pct realized_pl income_received
	weight_pct day_change_brl price_native fx_rate);
my @NATIVE = qw(avg_price invested_cost price change_pct market_value unrealized_pl unrealized_pct realized_pl income_received);

sub redo_all {
	my ($t, $key, $id, $seen, @figures) = @_;	# [value, ask...]
	my @wrong;

	for my $f (@figures) {
		my ($value, %ask) = @$f;
		my $wrong = redo_figure($t, $key, address($id, %ask), $value, $seen);

		push @wrong, $wrong if $wrong;
	}
	return @wrong;
}

sub twr_figures { my ($twr, %more) = @_; return map { [$twr ? $twr->{$_} : undef, field => "returns.twr.$_", %more] } qw(cumulative annualized months) }

# The figures over all months: spans, volatility, drawdown, and the benchmarks.
sub measure_figures {
	my ($meta) = @_;
	my ($risk, $fall) = ($meta->{risk}, $meta->{risk}{max_drawdown} // {});

	return ((map { my $span = $_; map { [$meta->{periods}{$span}{$_}, field => "history.meta.periods.$span.$_"] } qw(cumulative annualized result) }
			sort keys %{ $meta->{periods} }),
		(map { [$risk->{$_}, field => "history.meta.risk.$_"] } qw(volatility months)),
		(map { [$fall->{$_}, field => "history.meta.risk.max_drawdown.$_"] } qw(value start trough recovery)),
		map { my $index = $_; map { [$meta->{benchmarks}{$index}{$_}, field => "history.meta.benchmarks.$index.$_"] }
			qw(final_value xirr index_change) } sort keys %{ $meta->{benchmarks} });
}

# redo_history() - every number of the months, and the figures over all months.
sub redo_history {
	my ($t, $key, $id, $history) = @_;
	my @figures = (twr_figures($history->{meta}{twr}), measure_figures($history->{meta}));

	for my $m (@{ $history->{data} }) {
		push @figures, map { [$m->{$_}, field => "history.$_", month => $m->{month}] } qw(equity contributed income realized return_pct);
	}
	for my $d (@{ $history->{meta}{daily} // [] }) {
		push @figures, map { [$d->{$_}, field => "history.meta.daily.$_", day => $d->{date}] } qw(equity contributed);
	}
	return redo_all($t, $key, $id, {}, @figures);
}

# redo_xray() - every number of an x-ray.
sub redo_xray {
	my ($t, $key, $id, $xray) = @_;
	my @figures;

	for my $by (qw(class sector indexer currency)) {
		push @figures, map { my $i = $_; map { [$i->{$_}, field => "xray.by_$by.$_", item => $i->{$by}] } qw(value_brl pct) } @{ $xray->{"by_$by"} };
	}
	push @figures, map { my $i = $_; map { [$i->{$_}, field => "xray.top_positions.$_", symbol => $i->{symbol}, asset_type => $i->{class}] }
		qw(value_brl pct) } @{ $xray->{top_positions} };
	push @figures, map { [$xray->{meta}{$_}, field => "xray.meta.$_"] } qw(patrimonio_brl rf_total_brl);
	return redo_all($t, $key, $id, {}, @figures);
}

# redo_costs() - every number of the costs.
sub redo_costs {
	my ($t, $key, $id, $costs) = @_;
	my @figures;

	for my $i (@{ $costs->{items} }) {
		my %of = (symbol => $i->{symbol}, asset_type => $i->{class});

		push @figures, map { [$i->{$_}, field => "costs.items.$_", %of] } qw(value_brl annual_cost_pct annual_cost_brl excess_cost_brl);
		push @figures, [$i->{benchmark} ? $i->{benchmark}{value_pct} : undef, field => 'costs.items.benchmark.value_pct', %of];
	}
	push @figures, map { [$_->{annual_cost_brl}, field => 'costs.by_recipient.annual_cost_brl', item => $_->{recipient}] } @{ $costs->{by_recipient} };
	push @figures, map { [$costs->{totals}{$_}, field => "costs.totals.$_"] } qw(annual_cost_brl fees_brl cdi_gap_brl above_reference_brl pct_of_patrimonio);
	push @figures, map { [$costs->{meta}{$_}, field => "costs.meta.$_"] } qw(patrimonio_brl cdi_12m_pct);
	return redo_all($t, $key, $id, {}, @figures);
}

# redo_look_through() - every number of the look-through.
sub redo_look_through {
	my ($t, $key, $id, $l) = @_;
	my @figures;

	for my $e (@{ $l->{exposures} }) {
		my $item = "$e->{kind}:$e->{symbol}";

		push @figures, map { [$e->{$_}, field => "look_through.exposures.$_", item => $item] }
			qw(direct_value_brl indirect_value_brl total_value_brl pct_of_portfolio);
		push @figures, map { [$_->{value_brl}, field => 'look_through.exposures.via.value_brl', item => $item, symbol => $_->{fund_cnpj}] } @{ $e->{via} };
	}
	for my $f (@{ $l->{funds_opened} }) {
		push @figures, map { [$f->{$_}, field => "look_through.funds_opened.$_", symbol => $f->{fund_cnpj}] } qw(position_value_brl coverage_pct);
	}
	push @figures, map { [$_->{position_value_brl}, field => 'look_through.not_opened.position_value_brl', symbol => $_->{symbol}] } @{ $l->{not_opened} };
	push @figures, [$l->{meta}{patrimonio_brl}, field => 'look_through.meta.patrimonio_brl'];
	return redo_all($t, $key, $id, {}, @figures);
}

# redo_plan() - of a portfolio, or of "all" together: the values, the shares and, with the amount that was asked for, what each is to receive.
sub redo_plan {
	my ($t, $key, $id, $plan, %more) = @_;
	my @figures = [$plan->{total}, field => 'plan.total'];

	push @figures, [$plan->{level}, field => 'plan.level', %more] if %more;
	for my $s (@{ $plan->{slices} }) {
		my %of = (slice => $s->{name});

		push @figures, [$s->{value}, field => 'plan.slices.value', %of], [$s->{share_pct}, field => 'plan.slices.share_pct', %of];
		push @figures, map { [$_->{share_pct}, field => 'plan.slices.share_pct', %of, symbol => $_->{symbol}, asset_type => $_->{asset_type}] } @{ $s->{inside} };
		next unless %more;
		push @figures, [$s->{amount}, field => 'plan.slices.buy', %of, %more];
		push @figures, map { [$_->{amount}, field => 'plan.slices.buy', %of, symbol => $_->{symbol}, asset_type => $_->{asset_type}, %more] } @{ $s->{buy} // [] };
	}
	return redo_all($t, $key, $id, {}, @figures);
}

# redo_detail() - every number of a detail; returns the differences.
sub redo_detail {
	my ($t, $key, $detail, %more) = @_;
	my $id = $detail->{id};
	my @figures = map { [$detail->{$_}, field => $_, %more] } @TOTALS;

	push @figures, [$detail->{returns}{xirr}, field => 'returns.xirr', %more];
	push @figures, twr_figures($detail->{returns}{twr}, %more);
	for my $map (qw(realized_by_month income_by_month)) {
		push @figures, map { [$detail->{$map}{$_}, field => $map, month => $_, %more] } sort keys %{ $detail->{$map} };
	}
	push @figures, map { [$detail->{fx}{$_}, field => "fx.$_", %more] } qw(usd_brl change_pct) if $detail->{fx};
	for my $h (@{ $detail->{holdings} }) {
		my %of = (symbol => $h->{symbol}, asset_type => $h->{asset_type}, %more);

		push @figures, map { [$h->{$_}, field => $_, %of] } @HOLDING;
		push @figures, map { [$h->{native}{$_}, field => "native.$_", %of] } @NATIVE if $h->{native};
		push @figures, map { [$h->{result}{$_}, field => "result.$_", %of] } sort keys %{ $h->{result} // {} };
		for my $map (qw(realized_by_month income_by_month avg_price_by_month)) {
			push @figures, map { [$h->{$map}{$_}, field => $map, month => $_, %of] } sort keys %{ $h->{$map} // {} };
		}
	}
	return redo_all($t, $key, $id, {}, @figures);
}

1;
