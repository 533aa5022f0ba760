#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Issuers of the real files (the shared folder's samples): three companies by hand, then every figure of credit.issuer.get,
# of the board's limits and of credit.issuer.peers by a second program, which reads the raw rows and knows nothing of the
# first one.  Twice: of the real files alone, and again with what the samples lack and this test makes: filing days, a cash flow
# with depreciation, tickers, documents.  Today is 12 October 2026.

use strict;
use warnings;
use utf8;

use Encode ();
use JSON::PP ();
use Lastro::Companies qw(csv file documents document_row forms form_row security_row %columns);
use Lastro::Desk;
use Lastro::Test qw(shared_dir slurp);
use Math::BigRat ();
use Test::More;
use Unicode::Normalize qw(NFD);

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $shared = shared_dir();
plan skip_all => 'no shared folder' unless $shared && -d "$shared/data/cvm_dfp" && -d "$shared/data/credit/snd";
my $data = "$shared/data";

$ENV{LASTRO_NOW} = '2026-10-12T15:00:00Z';
my $t = Lastro::Test->new;
my $dir = $t->dir;

sub load { return $t->lastro_json('load', @_) }
my $register = "$data/cvm_cad_cia_aberta/cad_cia_aberta.csv";
my $contracts = "$data/debentures_com_br/caracteristicas_normalised.csv";
# In the order of loading: of a statement that two files have, the last one counts.
my @filed = map { "$data/cvm_dfp/dfp_cia_aberta_$_.csv" } qw(DRE_con_2022 DRE_con_2023_earlier_snapshot_crlf DRE_con_2023 BPA_con_2023 BPP_con_2023);
my @trades = ("$data/credit/snd/negocios_normalised.csv", "$data/debentures_com_br/precos_negociacao_normalised_20rows.csv");
my %marks = ('2026-06-03' => "$data/anbima_debentures/db260603_rebuilt.txt", '2026-06-12' => "$data/anbima_debentures/db260612_rebuilt.txt", '2026-10-09' => "$data/credit/anbima/db261009_excerpt.txt");

is load('company-register', $register)->{refused}, 0, 'the register';
is load('dfp', $_)->{refused}, 0, s{.*/}{}r for @filed;
is load('debentures', $contracts)->{refused}, 0, 'contracts';
load('debenture-prices', $_) for @trades;
load('anbima-debentures', $marks{$_}) for sort keys %marks;
$t->lastro_ok('compute', 'objects');
my $desk = Lastro::Desk->new($t, 'Mesa');
$t->start_pool(env => { LASTRO_NOW => $ENV{LASTRO_NOW} });

# ---- by hand ----

sub issuer { my ($id) = @_; my $r = $desk->function('credit.issuer.get', { object_id => $id })->json; $r->{data}{next} = $r->{meta}{next_cursor}; return $r->{data} }
sub peers { my ($id, $at) = @_; my %m = map { ($_->{measure} => $_->{value}) } @{ $desk->data('credit.issuer.peers', { object_id => $id, at => $at })->{measures} }; return [@m{qw(net_margin interest_coverage debt_to_equity return_on_equity revenue_growth_12m ebitda_margin net_debt_to_ebitda)}] }
my @shown = qw(reference_date version revenue_ttm ebit_ttm net_income_ttm interest_ttm interest_source cash short_term_debt gross_debt net_debt equity interest_coverage cash_to_short_term_debt ebitda_ttm);

# SAO MARTINHO, MIL, ÚLTIMO of 2023-03-31: 3.01 6627566, 3.05 2076549, 3.06.02 -1257431 (no line of it is about juros or encargos), 3.11 1015744;
# 1.01.01 273408, 1.01.02 2804873; 2.01.04 1714218, 2.02.01 7951436, 2.03 5912363.  No cash flow: no EBITDA.
# Cash 273408 + 2804873 = 3078281; debt 1714218 + 7951436 = 9665654; net debt 9665654 - 3078281 = 6587373.
# 2076549 / 1257431 = 1.65142; 3078281 / 1714218 = 1.79574.
my $martinho = 'company:51466860000156';
my $i = issuer($martinho);
is_deeply [@{ $i->{statements} }{@shown}], ['2023-03-31', 1, qw(6627566000.00 2076549000.00 1015744000.00 1257431000.00 financial_expenses 3078281000.00 1714218000.00 9665654000.00 6587373000.00 5912363000.00 1.6514 1.7957), undef], 'SAO MARTINHO: its statements';
is_deeply $i->{statements}{reasons}, { ebitda_ttm => 'no_statement', net_debt_to_ebitda => 'no_statement' }, 'SAO MARTINHO: and why it has no EBITDA';
is_deeply [@{ $i->{register} }{qw(cvm_code name status listed registered_on)}], [20516, 'SÃO MARTINHO SA', 'active', JSON::PP::true, '2007-02-07'], 'SAO MARTINHO: its registration';
# 1015744 / 6627566 = 15.3260 %; 9665654 / 5912363 = 1.63482; 1015744 / 5912363 = 17.1800 %; of a year before 3.01 is 5719953: 907613 / 5719953 = 15.8675 %.
is_deeply [map { defined $_ ? sprintf '%.4f', $_ : undef } @{ peers($martinho, '2023-09-01') }], [qw(15.3260 1.6514 1.6348 17.1800 15.8675), undef, undef], 'SAO MARTINHO: its ratios';

# PETTENATI, UNIDADE, 2023-06-30: 3.01 841157202, 3.05 86911890, 3.06.02 -36037191, 3.11 68607305; 1.01.01 110907549, 1.01.02 0; 2.01.04 91608178, 2.02.01 122076565,
# 2.03 430112349.  Debt 91608178 + 122076565 = 213684743, less 110907549 = 102777194; 86911890 / 36037191 = 2.41173; 110907549 / 91608178 = 1.21067.
my $pettenati = 'company:88613658000110';
$i = issuer($pettenati);
is_deeply [@{ $i->{statements} }{@shown}], ['2023-06-30', 1, qw(841157202.00 86911890.00 68607305.00 36037191.00 financial_expenses 110907549.00 91608178.00 213684743.00 102777194.00 430112349.00 2.4117 1.2107), undef], 'PETTENATI: its statements';
# 68607305 / 841157202 = 8.1563 %; 213684743 / 430112349 = 0.49681; 68607305 / 430112349 = 15.9510 %; 3.01 was 844013027: -2855825 / 844013027 = -0.3384 %.
is_deeply [map { defined $_ ? sprintf '%.4f', $_ : undef } @{ peers($pettenati, '2023-09-01') }], [qw(8.1563 2.4117 0.4968 15.9510 -0.3384), undef, undef], 'PETTENATI: its ratios';

# CERRADINHO, MIL, 2023-03-31: 3.01 2476559, 3.05 434422, 3.06.02 -511932, 3.11 242803; 1.01.01 1219772, 1.01.02 3605; 2.01.04 383885, 2.02.01 2476128, 2.03 1328785.
# Cash 1223377; debt 2860013, less cash 1636636; 434422 / 511932 = 0.84859; 1223377 / 383885 = 3.18683.
# Its 3.06.02 of 2022-03-31 is +124568 as ÚLTIMO, and -266450 as PENÚLTIMO of the next: this period's column counts, so there was no interest to cover.
my $cerrado = 'company:08322396000103';
$i = issuer($cerrado);
is_deeply [@{ $i->{statements} }{@shown}], ['2023-03-31', 1, qw(2476559000.00 434422000.00 242803000.00 511932000.00 financial_expenses 1223377000.00 383885000.00 2860013000.00 1636636000.00 1328785000.00 0.8486 3.1868), undef], 'CERRADINHO: its statements';
# 242803 / 2476559 = 9.8040 %; 2860013 / 1328785 = 2.15235; 242803 / 1328785 = 18.2726 %; 3.01 was 2622623: -146064 / 2622623 = -5.5694 %.
is_deeply [map { defined $_ ? sprintf '%.4f', $_ : undef } @{ peers($cerrado, '2023-09-01') }], [qw(9.8040 0.8486 2.1524 18.2726 -5.5694), undef, undef], 'CERRADINHO: its ratios';
# 513615 / 2622623 = 19.5840 %.
is_deeply [map { defined $_ ? sprintf '%.4f', $_ : undef } @{ peers($cerrado, '2022-12-31') }[0, 1]], ['19.5840', undef], 'CERRADINHO: a year before, without coverage';

# ---- raw rows ----

sub rows {
	my ($file) = @_;
	my ($head, @lines) = split /\r?\n/, Encode::decode('cp1252', slurp($file));
	my @names = split /;/, $head;

	return map { my %row; @row{@names} = split /;/, $_, -1; \%row } @lines;
}
sub text { my ($s) = @_; $s = ($s // '') =~ s/\A\s+|\s+\z//gr; return $s eq '' ? undef : $s }
sub folded { my ($s) = @_; return lc NFD($s // '') =~ s/\p{Mn}//gr }
sub digits { my ($s) = @_; return $s =~ s/\D//gr }
sub rat { return Math::BigRat->new($_[0]) }

# rounded() - half away from zero, as text without zeros at its end.
sub rounded {
	my ($x, $places) = @_;
	my $whole = (rat($x)->babs * rat(10)**$places + rat('1/2'))->bfloor->bstr;

	$whole = '0' x ($places + 1 - length $whole) . $whole if length $whole <= $places;
	my $text = $places ? substr($whole, 0, -$places) . '.' . substr($whole, -$places) : $whole;
	$text =~ s/\.?0+\z// if $places;
	return rat($x) < 0 && $text ne '0' ? "-$text" : $text;
}
sub plain { my ($x) = @_; return !defined $x ? undef : "$x" =~ /\A-?\d+\.\d+\z/ ? "$x" =~ s/\.?0+\z//r : "$x" }

# The registrations of a tax id; the one that stands before others, then the newest, then the highest code.
my %company;
{
	my %code;
	for my $row (rows($register)) {
		my $before = $code{ 0 + $row->{CD_CVM} };
		$row->{on_exchange} = ($before && $before->{on_exchange}) || $row->{TP_MERC} eq 'BOLSA';
		$code{ 0 + $row->{CD_CVM} } = $row;
	}
	for my $row (values %code) {
		my $tax_id = digits($row->{CNPJ_CIA});
		my $id = $tax_id =~ /[1-9]/ ? $tax_id : 'cvm-' . (0 + $row->{CD_CVM});
		my $rank = sub { my ($r) = @_; return join ' ', $r->{SIT} eq 'ATIVO' ? 1 : 0, $r->{DT_REG} || '0000-00-00', sprintf '%06d', $r->{CD_CVM} };
		$company{$id} = $row if !$company{$id} || $rank->($row) gt $rank->($company{$id});
	}
}

# $statement{tax id}{date}{version}{DRE} = [rows], and the day on which a version was filed.
my (%statement, %filed_on);
my %kind_of = (1 => 'BPA', 2 => 'BPP', 3 => 'DRE', 6 => 'DFC', 7 => 'DVA');
sub take {
	my ($file) = @_;
	my %seen;

	for my $row (rows($file)) {
		my ($tax_id, $kind) = (digits($row->{CNPJ_CIA}), $kind_of{ substr $row->{CD_CONTA}, 0, 1 });
		my $of = $statement{$tax_id}{ $row->{DT_REFER} }{ $row->{VERSAO} } //= {};
		$of->{$kind} = [] unless $seen{"$tax_id $row->{DT_REFER} $row->{VERSAO} $kind"}++;
		push @{ $of->{$kind} }, { last => $row->{ORDEM_EXERC} eq 'ÚLTIMO' ? 1 : 0, start => $row->{DT_INI_EXERC}, end => $row->{DT_FIM_EXERC}, account => $row->{CD_CONTA}, text => folded($row->{DS_CONTA}),
			value => rat($row->{VL_CONTA}) * ($row->{ESCALA_MOEDA} eq 'MIL' && $row->{CD_CONTA} !~ /\A3\.99/ ? 1000 : 1) };
	}
	return;
}
take($_) for @filed;

# ---- doc/calculations.md 12 ----

sub plus_day { my ($d, $n) = @_; require Time::Local; my ($y, $m, $x) = split /-/, $d; my @t = gmtime(Time::Local::timegm_modern(0, 0, 12, $x, $m - 1, $y) + 86400 * $n); return sprintf '%04d-%02d-%02d', $t[5] + 1900, $t[4] + 1, $t[3] }
# back() - the end of a month, some months before: by the day after it, so that February has its own end.
sub back { my ($d, $months) = @_; my ($y, $m, $x) = split /-/, plus_day($d, 1); my $n = $y * 12 + $m - 1 - $months; return plus_day(sprintf('%04d-%02d-%02d', int($n / 12), $n % 12 + 1, $x), -1) }

# visible() - of a company, the [date, version] that were filed by $at; all of them without it.
sub visible {
	my ($tax_id, $at) = @_;
	return map { my $date = $_; map { [$date, $_] } grep { my $on = $filed_on{$tax_id}{$date}{$_}; !defined $at || (defined $on && $on le $at) } keys %{ $statement{$tax_id}{$date} } } keys %{ $statement{$tax_id} // {} };
}
# block() - the lines of a statement over a period: this period's column, then the latest filing, then the highest version.
sub block {
	my ($tax_id, $at, $kind, $start, $end) = @_;
	my @found;

	for my $document (visible($tax_id, $at)) {
		my ($date, $version) = @$document;
		for my $last (0, 1) {
			my @lines = grep { $_->{last} == $last && $_->{end} eq $end && ($_->{start} // '') eq ($start // '') } @{ $statement{$tax_id}{$date}{$version}{$kind} // [] };
			push @found, [join(' ', $last, $filed_on{$tax_id}{$date}{$version} // $date, sprintf '%03d', $version), \@lines] if @lines;
		}
	}
	my ($best) = sort { $b->[0] cmp $a->[0] } @found;
	return $best && $best->[1];
}
# starts() - of the periods of a statement that end on a day, the longest first.
sub starts {
	my ($tax_id, $at, $kind, $end) = @_;
	my %start = map { ($_->{start} => 1) } grep { $_->{end} eq $end && $_->{start} gt back($end, 12) } map { @{ $statement{$tax_id}{ $_->[0] }{ $_->[1] }{$kind} // [] } } visible($tax_id, $at);
	return sort keys %start;
}
sub only { my ($account, $pattern) = @_; return sub { my @l = grep { $_->{account} eq $account && $_->{text} =~ $pattern } @{ $_[0] }; return @l ? $l[-1]{value} : undef } }
sub sum_of { my ($account, $pattern) = @_; return sub { my @l = grep { $_->{account} =~ $account && $_->{text} =~ $pattern } @{ $_[0] }; my $s = rat(0); $s += $_->{value} for @l; return @l ? $s : undef } }

# twelve() - a flow over the twelve months up to $end, or why there is none.
sub twelve {
	my ($tax_id, $at, $kind, $end, $take) = @_;
	my @starts = starts($tax_id, $at, $kind, $end) or return (undef, 'no_statement');
	my $of = sub { my ($start, $to) = @_; my $b = block($tax_id, $at, $kind, $start, $to); return $b && $take->($b) };
	my $longest = $of->($starts[0], $end);

	return $longest if defined $longest && $starts[0] eq plus_day(back($end, 12), 1);
	for my $start (@starts) {
		my ($year_end, $then) = (plus_day($start, -1), plus_day(back(plus_day($start, -1), 12), 1));
		my @part = ($of->($start, $end), $of->($then, $year_end), $of->($then, back($end, 12)));
		return $part[0] + $part[1] - $part[2] if 3 == grep { defined } @part;
	}
	my $sum = rat(0);
	for my $q (0 .. 3) {
		my ($to, $from) = (back($end, 3 * $q), back($end, 3 * $q + 3));
		my $v = $of->(plus_day($from, 1), $to);
		for my $start (grep { !defined $v && $_ le $from } starts($tax_id, $at, $kind, $to)) {
			my ($whole, $less) = ($of->($start, $to), $of->($start, $from));
			$v = $whole - $less if defined $whole && defined $less;
		}
		return (undef, defined $longest ? 'period_incomplete' : 'no_account') unless defined $v;
		$sum += $v;
	}
	return $sum;
}
sub balance {
	my ($tax_id, $at, $kind, $end, $account, $pattern) = @_;
	my $b = block($tax_id, $at, $kind, undef, $end) or return (undef, 'no_statement');
	my $v = only($account, $pattern)->($b);

	return defined $v ? $v : (undef, 'no_account');
}
sub quotient { my ($x, $y) = @_; return defined $x && defined $y && $y > 0 ? $x / $y : undef }

# figures() - of a company and a date, as known at a day: the figures and why some are none.
sub figures {
	my ($tax_id, $at, $end) = @_;
	my (%v, %why);
	my $set = sub { my ($name, $value, $reason) = @_; $v{$name} = $value; $why{$name} = $reason unless defined $value };
	my $of = sub { return twelve($tax_id, $at, 'DRE', $end, @_) };
	my @parts = ([$of->(only('3.05', qr/\Aresultado antes do resultado financeiro e dos tributos\z/))], [twelve($tax_id, $at, 'DVA', $end, only('7.04.01', qr/\Adepreciacao/))]);

	$set->(revenue_ttm => $of->(only('3.01', qr/\Areceita/)));
	$set->(ebit_ttm => @{ $parts[0] });
	$set->(net_income_ttm => $of->(sum_of(qr/\A3\.\d+\z/, qr/\Alucro(?: ou |\/)prejuizo(?: liquido)?(?: consolidado)? do periodo\z/)));
	$parts[1] = [twelve($tax_id, $at, 'DFC', $end, sum_of(qr/\A6\.01\.01\.\d+\z/, qr/deprecia/))] unless defined $parts[1][0];
	my ($without) = grep { !defined $_->[0] } @parts;
	$set->(ebitda_ttm => $without ? @$without : $parts[0][0] + (defined $parts[1][0] ? $parts[1][0] : 0));
	my @interest = $of->(sum_of(qr/\A3\.06\.02\.\d+\z/, qr/juros|encargos/));
	$v{interest_source} = 'interest_lines';
	if (!defined $interest[0]) {
		@interest = $of->(only('3.06.02', qr/\Adespesas financeiras/));
		$v{interest_source} = defined $interest[0] ? 'financial_expenses' : undef;
	}
	$set->(interest_ttm => defined $interest[0] ? -$interest[0] : @interest);
	my @cash = map { [balance($tax_id, $at, 'BPA', $end, @$_)] } ['1.01.01', qr/\Acaixa e equiv/], ['1.01.02', qr/\Aaplicacoes fin/];
	my @debt = map { [balance($tax_id, $at, 'BPP', $end, $_, qr/\Aemprestimos e fin/)] } '2.01.04', '2.02.01';
	my $add = sub { my ($x, $y) = @_; return !defined $x->[0] ? @$x : !defined $y->[0] ? @$y : $x->[0] + $y->[0] };
	$set->(cash => $add->(@cash));
	$set->(short_term_debt => @{ $debt[0] });
	$set->(gross_debt => $add->(@debt));
	$set->(equity => balance($tax_id, $at, 'BPP', $end, '2.03', qr/\Apatrimonio liquido/));
	$set->(net_debt => !defined $v{gross_debt} ? (undef, $why{gross_debt}) : !defined $v{cash} ? (undef, $why{cash}) : $v{gross_debt} - $v{cash});
	for (['net_debt_to_ebitda', 'net_debt', 'ebitda_ttm', 'ebitda'], ['interest_coverage', 'ebit_ttm', 'interest_ttm', 'interest'], ['cash_to_short_term_debt', 'cash', 'short_term_debt', 'debt']) {
		my ($name, $x, $y, $word) = @$_;
		$set->($name => quotient(@v{ $x, $y }) // (undef, $why{$x} // $why{$y} // "${word}_not_positive"));
	}
	return (\%v, \%why);
}
sub dates { my ($tax_id, $at) = @_; my %d = map { ($_->[0] => 1) } visible($tax_id, $at); return sort keys %d }
sub newest_version { my ($tax_id, $at, $date) = @_; return (sort { $b <=> $a } map { $_->[1] } grep { $_->[0] eq $date } visible($tax_id, $at))[0] }

# ---- contracts and prices of debentures ----

sub cells { my ($line) = @_; my @out; while ($line =~ /\G(?:"((?:[^"]|"")*)"|([^,]*))(,|\z)/g) { push @out, defined $1 ? $1 =~ s/""/"/gr : $2; last if $3 eq '' } return @out }
sub table { my ($file) = @_; my ($head, @lines) = split /\r?\n/, Encode::decode('UTF-8', slurp($file)); my @names = map { s/\s+/ /gr } cells($head); return map { my %row; my @c = cells($_); @row{@names} = @c[0 .. $#names]; \%row } @lines }
sub day { my ($s) = @_; return ($s // '') =~ m{\A(\d+)/(\d+)/(\d{4})\z} ? sprintf '%04d-%02d-%02d', $3, $2, $1 : ($s // '') =~ /\A\d{4}-\d\d-\d\d\z/ ? $s : undef }
sub number { my ($s) = @_; $s = ($s // '') =~ tr/,/./r; return $s =~ /\A\d+(?:\.\d+)?\z/ ? rat($s) : undef }
my (%price, %issued);
for my $row (map { table($_) } @trades) {
	my ($code, $on, $mean) = ($row->{codigo} // $row->{codigo_ativo}, day($row->{data} // $row->{data_referencia}), number($row->{pu_medio}));
	$price{$code}{$on} = $mean if $mean;
}
for my $on (sort keys %marks) {
	for my $line (grep { /\A[A-Z0-9]+@/ } split /\r?\n/, Encode::decode('cp1252', slurp($marks{$on}))) {
		my @f = split /@/, $line, -1;
		my $pu = number($f[10]);
		$price{ $f[0] }{$on} = $pu if $pu;
	}
}
my %kind = (DI => 'cdi', IPCA => 'ipca', 'PRÉ' => 'prefixado');
for my $row (table($contracts)) {
	my ($index, $pct, $rate) = ($row->{indice}, number($row->{'Percentual Multiplicador/Rentabilidade'}), number($row->{'Juros Criterio Novo - Taxa'}));
	if (!$rate || $rate == 0) {
		$rate = $row->{'Juros Criterio Antigo do SND'} =~ /\A([\d.]+)% a\.a 252 dias\z/ ? number($1) : undef;
	} elsif ($row->{'Juros Criterio Novo - Prazo'} eq '360') {
		$rate = undef;
	}
	my $said = $rate || ($pct && $pct != 100);
	my ($on) = reverse sort keys %{ $price{ $row->{'Codigo do Ativo'} } // {} };
	my %of = (code => $row->{'Codigo do Ativo'}, series => $row->{Serie} =~ /\A-?\z/ ? undef : $row->{Serie}, indexer => $kind{$index} // 'outro', maturity => day($row->{'Data de Saida / Novo Vencimento'}) // day($row->{'Data de Vencimento'}),
		price_date => $on, unit_price => $on ? $price{ $row->{'Codigo do Ativo'} }{$on} : undef);
	@of{qw(pct_of_index spread_pct rate_pct)} = $index eq 'DI' ? $said ? ($pct, $rate // rat(0), undef) : () : (undef, undef, $rate);
	push @{ $issued{ digits($row->{CNPJ}) } }, \%of;
}

# ---- comparing ----

my ($figures, $differ, $companies) = (0, 0, 0);
# same() - one figure; says which when it differs.
sub same {
	my ($got, $want, $name) = @_;

	$figures++;
	return if (defined $got ? "=$got" : '') eq (defined $want ? "=$want" : '');
	$differ++;
	return is $got, $want, $name;
}
sub truth { return defined $_[0] ? $_[0] ? 'yes' : 'no' : undef }

my %status = (ATIVO => 'active', CANCELADA => 'cancelled');
my (%ticker, %document);
sub check_register {
	my ($tax_id, $got) = @_;
	my $row = $company{$tax_id};
	my %want = (cvm_code => 0 + $row->{CD_CVM}, tax_id => $tax_id, name => text($row->{DENOM_SOCIAL}), trading_name => text($row->{DENOM_COMERC}), sector => text($row->{SETOR_ATIV}),
		status => $status{ $row->{SIT} } // ($row->{SIT} =~ /\ASUSPENS/ ? 'suspended' : 'unknown'), issuer_state => text($row->{SIT_EMISSOR}), registered_on => text($row->{DT_REG}), cancelled_on => text($row->{DT_CANCEL}));

	same($got->{$_}, $want{$_}, "$tax_id: register, $_") for sort keys %want;
	# A paper of the exchange and of category A, or one that it lists in its form.
	same(truth($got->{listed}), truth(!!($row->{SIT} eq 'ATIVO' && (($row->{on_exchange} && $row->{CATEG_REG} ne 'Categoria B') || $ticker{$tax_id}))), "$tax_id: register, listed");
	return;
}

my @amounts = qw(revenue_ttm ebitda_ttm ebit_ttm net_income_ttm interest_ttm cash short_term_debt gross_debt net_debt equity);
my @ratios = qw(net_debt_to_ebitda interest_coverage cash_to_short_term_debt);
sub check_statements {
	my ($tax_id, $got) = @_;
	my ($date) = reverse dates($tax_id);

	return same($got, undef, "$tax_id: no statements") unless $date;
	my ($v, $why) = figures($tax_id, undef, $date);
	my ($first) = map { $filed_on{$tax_id}{$date}{$_} } grep { $filed_on{$tax_id}{$date}{$_} } sort { $a <=> $b } keys %{ $filed_on{$tax_id}{$date} // {} };
	my %want = (source => 'CVM', form => 'DFP', scope => 'consolidated', version => newest_version($tax_id, undef, $date), reference_date => $date, filed_at => $first, interest_source => $v->{interest_source});
	same($got->{$_}, $want{$_}, "$tax_id: $_") for sort keys %want;
	same(plain($got->{$_}), defined $v->{$_} ? rounded($v->{$_}, 2) : undef, "$tax_id: $_") for @amounts;
	same(plain($got->{$_}), defined $v->{$_} ? rounded($v->{$_}, 4) : undef, "$tax_id: $_") for @ratios;
	same($got->{reasons}{$_}, $why->{$_}, "$tax_id: why no $_") for @amounts, @ratios;
	same(join(' ', sort keys %{ $got->{reasons} }), join(' ', sort keys %$why), "$tax_id: no other reason");
	return;
}

sub check_debentures {
	my ($tax_id, $got) = @_;
	my @want = sort { ($a->{maturity} // '9') cmp ($b->{maturity} // '9') || $a->{code} cmp $b->{code} } @{ $issued{$tax_id} // [] };

	same(join(' ', map { $_->{code} } @$got), join(' ', map { $_->{code} } @want), "$tax_id: debentures, by maturity");
	for my $i (0 .. $#want) {
		my ($x, $y) = ($got->[$i], $want[$i]);
		same($x->{$_}, $y->{$_}, "$y->{code}: $_") for qw(series indexer maturity price_date);
		same(plain($x->{$_}), defined $y->{$_} ? rounded($y->{$_}, 8) : undef, "$y->{code}: $_") for qw(pct_of_index spread_pct rate_pct unit_price);
	}
	return;
}

sub check_documents {
	my ($tax_id, $first) = @_;
	my @want = sort { $b->[0] cmp $a->[0] } @{ $document{$tax_id} // [] };
	my ($got, $cursor, $all) = ($first, undef, 0);
	my @all;

	for (my $page = $first; $page; $page = $cursor ? do { my $r = $desk->function('credit.issuer.get', { object_id => "company:$tax_id", cursor => $cursor })->json; $cursor = $r->{meta}{next_cursor}; $r->{data} } : undef) {
		same($page->{documents_total}, scalar @want, "$tax_id: documents");
		push @all, map { [@$_{qw(filed_at kind category subject reference_date url)}] } @{ $page->{documents} };
		$cursor = $first->{next} if $page == $first;
	}
	same(scalar @all, scalar @want, "$tax_id: documents in all pages");
	for my $i (0 .. $#want) {
		same($all[$i][$_], $want[$i][$_], "$tax_id: document $i, member $_") for 0 .. $#{ $want[$i] };
	}
	return;
}

my %limit = (leverage_above => 3.5, coverage_below => 1.5);
my %measured = (leverage_above => 'net_debt_to_ebitda', coverage_below => 'interest_coverage');
my %rule;
# judged() - a figure against the limit: [value, headroom in % of the limit, level, reason].
sub judged {
	my ($kind, $v) = @_;
	my ($x, $limit) = (defined $v->{ $measured{$kind} } ? rat(rounded($v->{ $measured{$kind} }, 8)) : undef, rat($limit{$kind}));

	if (!defined $x) {
		my $broken = $kind eq 'leverage_above' && defined $v->{net_debt} && $v->{net_debt} > 0 && defined $v->{ebitda_ttm} && $v->{ebitda_ttm} <= 0;
		my $calm = $kind eq 'leverage_above' && !$broken && defined $v->{net_debt} && $v->{net_debt} <= 0;
		return [undef, undef, $broken ? 'breach' : $calm ? 'calm' : undef, $broken ? 'ebitda_not_positive' : $calm ? 'no_net_debt' : 'figure_missing'];
	}
	my $left = ($kind eq 'leverage_above' ? $limit - $x : $x - $limit) / $limit * 100;
	return [rounded($x, 4), rounded($left, 4), $left < 0 ? 'breach' : $left <= 10 ? 'early' : 'calm', undef];
}

sub check_covenants {
	my ($tax_id, $got) = @_;
	my ($date) = reverse dates($tax_id);
	my ($v) = $date ? figures($tax_id, undef, $date) : {};

	same(join(' ', map { $_->{kind} } @$got), 'leverage_above coverage_below', "$tax_id: two limits, of the list");
	for my $row (@$got) {
		my $want = $date ? judged($row->{kind}, $v) : [undef, undef, undef, 'no_statements'];
		my @is = map { plain($_) } @$row{qw(value headroom_pct level reason)};
		same($is[$_], $want->[$_], "$tax_id: $row->{kind}, " . (qw(value headroom level reason))[$_]) for 0 .. 3;
		same($row->{rule_id}, $rule{ $row->{kind} }, "$tax_id: $row->{kind}, its rule");
		same(plain($row->{threshold}), $limit{ $row->{kind} }, "$tax_id: $row->{kind}, its limit");
		same($row->{reference_date}, $date, "$tax_id: $row->{kind}, its day");
		same($row->{$_}, undef, "$tax_id: $row->{kind}, $_") for qw(term_id object_id);
		same($row->{unit}, 'ratio', "$tax_id: $row->{kind}, its unit");
	}
	return;
}

# The board: of each limit the figure, and the one of the statement before.
sub check_board {
	my ($kind, $list, $members) = @_;
	my %row = map { ($_->{object}{id} => $_->{nearest_threshold}) } @{ $desk->data('credit.watchlist.board', {}, subject => $list) };

	for my $tax_id (@$members) {
		my ($date, $before) = reverse dates($tax_id);
		my ($v) = figures($tax_id, undef, $date);
		my $want = judged($kind, $v);
		my $got = $row{"company:$tax_id"};
		if (!defined $want->[0] && $want->[3] ne 'ebitda_not_positive') {
			same($got, undef, "$tax_id: no $kind on the board");
			next;
		}
		my ($w) = $before ? figures($tax_id, undef, $before) : {};
		# Only of the same lines: interest is not compared with all expenses.
		my $then = $before && ($kind eq 'leverage_above' || ($w->{interest_source} // '') eq $v->{interest_source}) ? $w->{ $measured{$kind} } : undef;
		my $was_broken = $kind eq 'leverage_above' && $before && judged($kind, $w)->[3] && judged($kind, $w)->[3] eq 'ebitda_not_positive';
		$then = defined $then ? rounded($then, 4) : undef;
		my $change = defined $then && defined $want->[0] ? rat($want->[0]) <=> rat($then) : undef;
		my $trend = defined $change ? $change == 0 ? 'same' : ($change > 0) == ($kind eq 'leverage_above') ? 'worse' : 'better'
			: defined $then ? 'worse' : $was_broken && defined $want->[0] ? 'better' : undef;
		my @is = map { plain($_) } @$got{qw(value headroom_pct level reason kind reference_date previous_value previous_date trend)};
		my @want = (@$want, $kind, $date, $then, $before, $trend);
		same($is[$_], $want[$_], "$tax_id: $kind on the board, " . (qw(value headroom level reason kind date previous previous_date trend))[$_]) for 0 .. $#want;
	}
	return;
}

# ---- doc/market-rules.md, Beside its sector ----

my @measures = qw(net_margin ebitda_margin net_debt_to_ebitda interest_coverage debt_to_equity return_on_equity revenue_growth_12m);
# Whether filing days are known: without them everything is known on every day.
my $dated = 0;
# measures() - of the newest statement of up to 540 days before, as known at a day.
sub measures {
	my ($tax_id, $at) = @_;
	my $known = $dated ? $at : undef;
	my ($date) = reverse grep { $_ le $at && $_ gt plus_day($at, -540) } dates($tax_id, $known);
	return undef unless $date;
	my ($v) = figures($tax_id, $known, $date);
	my $year_before = (grep { $_ eq back($date, 12) } dates($tax_id, $known))[0];
	my $before = $year_before ? (figures($tax_id, $known, $year_before))[0]{revenue_ttm} : undef;
	my $times = sub { my ($x) = @_; return defined $x ? $x * 100 : undef };
	my %m = (date => $date, revenue => $v->{revenue_ttm}, net_margin => $times->(quotient(@$v{qw(net_income_ttm revenue_ttm)})), ebitda_margin => $times->(quotient(@$v{qw(ebitda_ttm revenue_ttm)})),
		net_debt_to_ebitda => $v->{net_debt_to_ebitda}, interest_coverage => $v->{interest_coverage}, debt_to_equity => quotient(@$v{qw(gross_debt equity)}), return_on_equity => $times->(quotient(@$v{qw(net_income_ttm equity)})),
		revenue_growth_12m => defined $v->{revenue_ttm} && defined $before ? $times->(quotient($v->{revenue_ttm} - $before, $before)) : undef);
	return \%m;
}
sub quartile {
	my ($p, @sorted) = @_;
	return undef unless @sorted;
	my $at = (@sorted - 1) * $p;
	my $i = int $at;
	return $sorted[$i] + ($at - $i) * (($sorted[$i + 1] // $sorted[$i]) - $sorted[$i]);
}
# near() - a quartile, whose program computes with floating point: within half a unit of its last place, and a little.
sub near {
	my ($got, $want, $name) = @_;
	my $ok = defined $got == defined $want && (!defined $want || abs($got - $want) <= 0.51e-6 * (1 + abs($want) * 1e-9));
	return same($ok ? 1 : $got // '-', 1, $name);
}
sub check_peers {
	my ($tax_id, $at) = @_;
	my $got = $desk->data('credit.issuer.peers', { object_id => "company:$tax_id", at => $at });
	my $sector = folded($company{$tax_id}{SETOR_ATIV});
	my @members = grep { $_ eq $tax_id || ($company{$_}{SIT} eq 'ATIVO' && folded($company{$_}{SETOR_ATIV}) eq $sector) } keys %company;
	my %m = map { ($_ => scalar measures($_, $at)) } @members;
	my $here = "$tax_id on $at";

	same($got->{sector}, text($company{$tax_id}{SETOR_ATIV}), "$here: sector");
	same($got->{companies_count}, scalar @members, "$here: companies of the sector");
	same(join(' ', map { $_->{measure} } @{ $got->{measures} }), "@measures", "$here: measures");
	for my $row (@{ $got->{measures} }) {
		my $id = $row->{measure};
		my $own = $m{$tax_id} && $m{$tax_id}{$id};
		my @all = sort { $a <=> $b } map { rounded($_->{$id}, 8) } grep { $_ && defined $_->{$id} } values %m;
		same(plain($row->{value}), defined $own ? rounded($own, 8) : undef, "$here: $id");
		same($row->{base_date}, defined $own ? $m{$tax_id}{date} : undef, "$here: $id, its date");
		same($row->{source}, defined $own ? 'CVM DFP' : undef, "$here: $id, its source");
		same($row->{filed_at}, defined $own && $dated ? $filed_on{$tax_id}{ $m{$tax_id}{date} }{ newest_version($tax_id, $at, $m{$tax_id}{date}) } : undef, "$here: $id, its filing");
		same($row->{companies}, scalar @all, "$here: $id, companies");
		near($row->{ (qw(lower_quartile median upper_quartile))[$_] }, quartile((0.25, 0.5, 0.75)[$_], @all), "$here: $id, quartile $_") for 0 .. 2;
		same($row->{companies_below}, defined $own ? scalar(grep { $_ < rounded($own, 8) } @all) : undef, "$here: $id, companies below");
	}
	my @order = sort { ($b eq $tax_id) <=> ($a eq $tax_id) || (defined $m{$b} && defined $m{$b}{revenue}) <=> (defined $m{$a} && defined $m{$a}{revenue})
		|| (defined $m{$a} && defined $m{$a}{revenue} ? $m{$b}{revenue} <=> $m{$a}{revenue} : 0) || $a cmp $b } @members;
	splice @order, 30;
	same(join(' ', map { $_->{object_id} } @{ $got->{companies} }), join(' ', map { "company:$_" } @order), "$here: who");
	for my $i (0 .. $#order) {
		my ($row, $x) = ($got->{companies}[$i], $m{ $order[$i] } // {});
		same($row->{base_date}, (grep { defined } @$x{ revenue => @measures }) ? $x->{date} : undef, "$here: $order[$i], date");
		same(plain($row->{revenue_brl}), defined $x->{revenue} ? rounded($x->{revenue}, 2) : undef, "$here: $order[$i], revenue");
		same(plain($row->{$_}), defined $x->{$_} ? rounded($x->{$_}, 8) : undef, "$here: $order[$i], $_") for @measures;
	}
	return;
}

my @issuers = sort keys %statement;
is scalar @issuers, 14, 'companies with statements';
my @others = grep { $company{$_} && !$statement{$_} } sort keys %issued;
cmp_ok scalar @others, '>', 40, 'issuers of debentures without: ' . @others;
my %list;
for my $kind (sort keys %limit) {
	$list{$kind} = $desk->done('credit.watchlist.create', { name => $kind })->{id};
	$desk->done('credit.watchlist_item.add', { watchlist_id => $list{$kind}, object_id => "company:$_" }) for @issuers;
}
$rule{$_} = $desk->done('credit.alert_rule.set', { watchlist_id => $list{$_}, kind => $_, threshold => $limit{$_} })->{id} for qw(leverage_above coverage_below);

sub check_all {
	my ($name, @at) = @_;
	my ($before, $broken) = ($figures, $differ);

	for my $tax_id (@issuers, @others) {
		my $got = issuer("company:$tax_id");
		check_register($tax_id, $got->{register});
		check_statements($tax_id, $got->{statements});
		check_debentures($tax_id, $got->{debentures});
		check_documents($tax_id, $got);
		same(join(' ', @{ $got->{tickers} }), join(' ', sort @{ $ticker{$tax_id} // [] }), "$tax_id: tickers");
		check_covenants($tax_id, $got->{covenants}) if $statement{$tax_id};
		same($got->{$_}, undef, "$tax_id: $_") for qw(price par rate fund_report);
		same(scalar @{ $got->{$_} }, 0, "$tax_id: $_") for qw(receivables_funds ratings open_alerts);
		$companies++;
	}
	# A debenture has its issuer's statements and register.
	for my $paper (map { @{ $issued{$_} // [] } } @issuers) {
		my ($tax_id) = grep { my $x = $_; grep { $_ == $paper } @{ $issued{$x} // [] } } @issuers;
		my $got = issuer("instrument:$paper->{code}");
		check_register($tax_id, $got->{register});
		check_statements($tax_id, $got->{statements});
		check_debentures($tax_id, $got->{debentures});
	}
	check_board($_, $list{$_}, \@issuers) for sort keys %limit;
	for my $at (@at) {
		check_peers($_, $at) for @issuers;
	}
	is $differ - $broken, 0, "$name: " . ($figures - $before) . ' figures, all of them agree';
	return;
}

check_all('the real files', '2022-12-31', '2023-09-01', '2024-06-30');

# ---- with what the samples lack ----

# Made here, in CVM's form: a cash flow with depreciation of a twentieth of the revenue.  CERRADINHO's of 2023 makes its EBITDA
# negative; RAÍZEN ENERGIA filed one of 2022 alone, CTC none: their newest statements have no EBITDA, whatever the older ones had.
my ($cerradinho, $energia, $ctc, $jalles, $raizen) = qw(08322396000103 08070508000178 06981381000113 02635522000195 33453598000123);
my %name = map { (digits($_->{CNPJ_CIA}) => $_) } map { rows($_) } @filed;
my (%cash_flow, %index);
for my $tax_id (@issuers) {
	for my $date (sort keys %{ $statement{$tax_id} }) {
		my ($version) = sort { $b <=> $a } keys %{ $statement{$tax_id}{$date} };
		my %head = (%{ $name{$tax_id} }, DT_REFER => $date, GRUPO_DFP => 'DF Consolidado - Demonstração do Fluxo de Caixa (Método Indireto)', ST_CONTA_FIXA => 'N');
		my $year = substr $date, 0, 4;
		for my $v (sort { $a <=> $b } grep { $statement{$tax_id}{$date}{$_}{DRE} } keys %{ $statement{$tax_id}{$date} }) {
			next if $tax_id eq $ctc || ($tax_id eq $energia && $year == 2023);
			my %of = map { ("$_->{last} $_->{account}" => $_) } @{ $statement{$tax_id}{$date}{$v}{DRE} };
			for my $last (1, 0) {
				my ($revenue, $ebit) = map { $of{"$last $_"} } '3.01', '3.05';
				my $value = $tax_id eq $cerradinho && $year == 2023 && $last ? -$ebit->{value} - 1000 : ($revenue->{value} / 20)->bfloor;
				push @{ $cash_flow{$year} }, { %head, VERSAO => $v, ORDEM_EXERC => $last ? 'ÚLTIMO' : 'PENÚLTIMO', DT_INI_EXERC => $revenue->{start}, DT_FIM_EXERC => $revenue->{end}, ESCALA_MOEDA => 'UNIDADE',
					CD_CONTA => '6.01.01.02', DS_CONTA => 'Depreciação e amortização', VL_CONTA => "$value.0000000000" };
			}
		}
		# Each version was filed 15 days after the one before, the first 95 days after its date.  The files have the lines of the newest alone.
		for my $v (1 .. $version) {
			$filed_on{$tax_id}{$date}{$v} = plus_day($date, 80 + 15 * $v);
			push @{ $index{$year} }, { %head, VERSAO => $v, CATEG_DOC => 'DFP', ID_DOC => join('', digits($date), $head{CD_CVM}, $v), DT_RECEB => $filed_on{$tax_id}{$date}{$v}, LINK_DOC => "http://www.rad.cvm.gov.br/$v" };
			# A document too; every version has the day of the first.
			unshift @{ $document{$tax_id} }, [$filed_on{$tax_id}{$date}{1}, 'periodic_report', 'DFP', undef, $date, "http://www.rad.cvm.gov.br/$v"];
		}
	}
}
for my $year (2022, 2023) {
	my $file = file("$dir/dfp_cia_aberta_DFC_MI_con_$year.csv", csv($columns{flow}, @{ $cash_flow{$year} }));
	is load('dfp', $file)->{refused}, 0, "a cash flow of $year";
	take($file);
	is load('dfp', file("$dir/dfp_cia_aberta_$year.csv", csv($columns{index}, @{ $index{$year} })))->{refused}, 0, "an index of $year";
}
$dated = 1;

# Forms with tickers, one of which no longer trades.
%ticker = ($jalles => ['JALL3'], $raizen => ['RAIZ4'], '88613658000110' => ['PTNT4', 'PTNT3']);
my @forms = map { form_row($company{$_}{CD_CVM}, $_, $company{$_}{DENOM_SOCIAL}, '2026-01-01', Mes_Encerramento_Exercicio_Social => 3) } sort keys %ticker;
is load('company-forms', forms($dir, 2026, \@forms, [map { my $id = $_; map { security_row($id, '2026-01-01', $_) } @{ $ticker{$id} }, () } sort keys %ticker]))->{refused}, 0, 'forms';

# Documents of one, on two pages, and of another, one of them filed twice: both versions have the day of the first.
my @papers;
for my $n (1 .. 23) {
	my ($on, $reference) = (plus_day('2026-03-01', $n), plus_day('2026-02-01', $n));
	my $row = document_row($company{$jalles}{CD_CVM}, $jalles, 'JALLES', $n % 2 ? 'Fato Relevante' : 'Assembleia', $reference, $on, "009$n", Assunto => "Assunto $n");
	push @papers, $row;
	push @{ $document{$jalles} }, [$on, $n % 2 ? 'material_fact' : 'shareholder_meeting', $row->{Categoria}, "Assunto $n", $reference, $row->{Link_Download}];
}
for my $version (1, 2) {
	my $row = document_row($company{$raizen}{CD_CVM}, $raizen, 'RAÍZEN', 'Aviso aos Debenturistas', '2026-01-31', "2026-02-0$version", '8001', Assunto => 'Aviso', Versao => $version);
	push @papers, $row;
	unshift @{ $document{$raizen} }, ['2026-02-01', 'debt_instrument', $row->{Categoria}, 'Aviso', '2026-01-31', $row->{Link_Download}];
}
is load('company-documents', documents($dir, 2026, @papers))->{refused}, 0, 'documents';
$t->lastro_ok('compute', 'objects');
check_all('with filing days, depreciation, tickers and documents', '2022-12-31', '2023-07-01', '2023-09-01', '2024-06-30');

note "$figures figures of $companies answers";
$t->finish;
done_testing;
