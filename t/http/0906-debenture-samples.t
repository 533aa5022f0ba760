#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Real files of debentures (the shared folder's samples): three papers by hand, each figure from the raw row above it, then
# every figure of every paper by a second program, which reads the raw files and knows nothing of the first one.
# Today is 12 October 2026.

use strict;
use warnings;
use utf8;

use Encode ();
use Lastro::Desk;
use Lastro::Test qw(shared_dir slurp spew);
use Math::BigRat ();
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $shared = shared_dir();
plan skip_all => 'no shared folder' unless $shared && -d "$shared/data/credit/snd";
my $data = "$shared/data";

$ENV{LASTRO_NOW} = '2026-10-12T15:00:00Z';
my $today = '2026-10-12';
my $t = Lastro::Test->new;

my $contracts = "$data/debentures_com_br/caracteristicas_normalised.csv";
my $agenda = "$data/credit/snd/agenda_normalised_20261008.csv";
my @trades = ("$data/credit/snd/negocios_normalised.csv", "$data/debentures_com_br/precos_negociacao_normalised_20rows.csv");
my %marks = ('2026-06-03' => "$data/anbima_debentures/db260603_rebuilt.txt", '2026-06-12' => "$data/anbima_debentures/db260612_rebuilt.txt", '2026-10-09' => "$data/credit/anbima/db261009_excerpt.txt");

sub load { return $t->lastro_json('load', @_) }
sub counts { my ($r) = @_; return join ' ', map { $r->{$_} } qw(read written unchanged ignored refused) }
is counts(load('debentures', $contracts)), '400 400 0 0 0', 'contracts';
is counts(load('debentures', $contracts)), '400 0 400 0 0', 'and again nothing';
is counts(load('debenture-agenda', $agenda)), '13 13 0 0 0', 'an agenda';
is counts(load('debenture-agenda', $agenda)), '13 0 13 0 0', 'and again nothing';
# The curves of 30 September under the days of the marks, since no curve of those days is at hand; a DI curve of two vertices.
my $cz = Encode::decode('cp1252', slurp("$data/credit/anbima/cz_2026-09-30_excerpt.csv"));
my %curve = map { my @f = map { tr/,/./r } split /;/; ($f[0] => [@f[1 .. 6]]) } grep { /\A(?:PREFIXADOS|IPCA);/ } split /\r?\n/, $cz;
my %di = (252 => 0.1365, 1260 => 0.1410);
for my $day (sort keys %marks) {
	my ($y, $m, $d) = split /-/, $day;
	spew($t->dir . "/cz$day.csv", Encode::encode('cp1252', $cz =~ s{\A[\d/]+}{$d/$m/$y}r));
	is counts(load('zero-curves', $t->dir . "/cz$day.csv")), '2 2 0 0 0', "the curves of $day";
	spew($t->dir . "/taxa$day.txt", join '', map { sprintf "00704400101%s%s%sT1PRE  DI x pre       %05d%05d+%014.0fF%05d\r\n", $y, $m, $d, $_ * 365 / 252, $_, $di{$_} * 1e9, $_ } sort { $a <=> $b } keys %di);
	is counts(load('reference-curves', $t->dir . "/taxa$day.txt")), '2 2 0 0 0', 'and of the DI';
}
load('debenture-prices', $_) for @trades;
load('anbima-debentures', $marks{$_}) for sort keys %marks;
my $offerings = "$data/cvm_oferta/oferta_resolucao_160_debentures_repaired.csv";
is load('offerings', $offerings)->{refused}, 0, 'offerings';
$t->lastro_ok('compute', 'objects');
my $desk = Lastro::Desk->new($t, 'Mesa');
$t->start_pool(env => { LASTRO_NOW => $ENV{LASTRO_NOW} });
sub get { return $desk->data('credit.debenture.get', { code => $_[0], from => '2026-01-01' }) }

# ---- by hand ----

# "AALM12","AURA ALMAS MINERACAO S.A.","UNI","002","-","Registrado","BRAALMDBS017","AUT/DEB/PRI/2024/652","16/10/2024",…,"02/10/2024","02/10/2030",…,"18/10/2024","16/10/2024",…,"Real",
# "Simples","1000000",…,"000001000000",…,"R$","1000","R$","1000","06/08/2026","DI",…,"100",…,"0006","MES","02/10/2027",…,"1,6","252","0006","MES","02/04/2025",…,"ITAU UNIBANCO S.A.",
# "OLIVEIRA TRUST DTVM S/A","ITAU CV S/A","ITAU UNIBANCO HOLDING S.A","08213823000107","N","","S"
my $d = get('AALM12');
is_deeply [@{ $d->{terms} }{qw(issue guarantee trustee paying_bank registrar lead spread_pct rate_kind issued maturity placed_from yields_from incentivised early_redemption)}],
	['002', 'Real', 'OLIVEIRA TRUST DTVM S/A', 'ITAU UNIBANCO S.A.', 'ITAU CV S/A', 'ITAU UNIBANCO HOLDING S.A', '1.6', 'spread', '2024-10-02', '2030-10-02', '2024-10-16', '2024-10-18', JSON::PP::false, JSON::PP::true], 'AALM12: its contract';
# 1,000,000 x 1,000 = 1,000,000,000.00
is_deeply [@{ $d->{outstanding} }{qw(quantity_in_market nominal_updated nominal_date value_brl)}], [1000000, 1000, '2026-08-06', '1000000000.00'], 'AALM12: outstanding';
# 02/04/2027,02/04/2027,…,Juros,DIDI,"1,6000" and 02/10/2027,04/10/2027,…,Amortização,…,"14,2857"
is_deeply [map { join ' ', @$_{qw(day event pays_on pct)} } grep { $_->{day} lt '2028' } @{ $d->{schedule}{next} }],
	['2027-04-02 interest 2027-04-02 1.6', '2027-10-02 amortisation 2027-10-04 14.2857', '2027-10-02 interest 2027-10-04 1.6'], 'AALM12: the next payments';
# db261009: AALM12@…@0,734@…@1021,174407@101,8264@533,98; 2026-10-06,AALM12,9144,8,1019.174819,1019.195203,1019.215587,101.8
is_deeply [map { [@$_{qw(date rate_pct mark_par_pct traded_par_pct duration_days unit_price)}] } @{ $d->{history} }[0, 1]],
	[['2026-10-09', '0.734', '101.8264', undef, '533.98', '1021.174407'], ['2026-10-06', undef, undef, '101.8', undef, '1019.195203']], 'AALM12: its last two days';

# "ACRC21",…,"002","001",…,"Real","Simples","550000",…,"000000550000",…,"R$","1000","R$","1195,913104","06/08/2026","IPCA",…,"15",…,"0006","MES","15/07/2026",…,"7,415","252",…,"S","","N"
$d = get('ACRC21');
is_deeply [@{ $d->{terms} }{qw(indexer rate_kind rate_pct spread_pct index_day incentivised early_redemption trustee paying_bank)}],
	['ipca', 'real', '7.415', undef, 15, JSON::PP::true, JSON::PP::false, 'OLIVEIRA TRUST DTVM S/A', undef], 'ACRC21: its contract';
# 550,000 x 1,195.913104 = 657,752,207.20
is_deeply [@{ $d->{outstanding} }{qw(nominal_at_issue nominal_updated value_brl)}], [1000, '1195.913104', '657752207.20'], 'ACRC21: outstanding';
is_deeply [map { join ' ', map { $_ // '-' } @$_{qw(day event pct)} } @{ $d->{schedule}{next} }], ['2027-01-15 amortisation 1.8926', '2027-01-15 interest 7.415'], 'ACRC21: the next payments';
is_deeply [$d->{history}[0]{rate_kind}, $d->{history}[0]{rate_pct}, $d->{par}{par_pct}], ['real', '7.6067', '98.7739'], 'ACRC21: its rate is real, and no spread';

# "APPT11",…,"370000",…,"000000370000",…,"R$","1000","R$","0","06/08/2026","IPCA",…: 370,000 units worth nothing, until 15/12/2043.
$d = get('APPT11');
is_deeply [@{ $d->{outstanding} }{qw(quantity_in_market nominal_updated value_brl reasons)}], [370000, undef, undef, { nominal_updated => 'zero_with_units_in_market', value_brl => 'zero_with_units_in_market' }], 'APPT11: contradicted';
# APPT11@…@N/D@N/D@N/D on 3 June; …@9,4@…@1044,369908@97,1384@1571,26 on the 12th.
is_deeply [map { [@$_{qw(date rate_pct mark_par_pct unit_price duration_days)}] } @{ $d->{history} }], [['2026-06-12', '9.4', '97.1384', '1044.369908', '1571.26'], ['2026-06-03', (undef) x 4]], 'APPT11: a day without a price';

# ---- the second program ----

# cells() - a line of CSV with quotes.
sub cells {
	my ($line) = @_;
	my @out;

	while ($line =~ /\G(?:"((?:[^"]|"")*)"|([^,]*))(,|\z)/g) {
		push @out, defined $1 ? $1 =~ s/""/"/gr : $2;
		last if $3 eq '';
	}
	return @out;
}
sub table {
	my ($file) = @_;
	my ($head, @lines) = split /\r?\n/, Encode::decode('UTF-8', slurp($file));
	my @names = map { s/\s+/ /gr } cells($head);

	return map { my %row; my @cells = cells($_); @row{@names} = @cells[0 .. $#names]; \%row } @lines;
}
sub text { my ($s) = @_; return !defined $s || $s =~ /\A-?\z/ ? undef : $s }
sub day { my ($s) = @_; return ($s // '') =~ m{\A(\d+)/(\d+)/(\d{4})\z} ? sprintf '%04d-%02d-%02d', $3, $2, $1 : ($s // '') =~ /\A\d{4}-\d\d-\d\d\z/ ? $s : undef }
# number() - with a decimal comma, or a point; undef when it is none.
sub number { my ($s) = @_; $s =~ tr/,/./ if defined $s; return ($s // '') =~ /\A\d+(?:\.\d+)?\z/ ? Math::BigRat->new($s) : undef }
sub plain { my ($x) = @_; return defined $x ? ref $x ? $x->copy->numify : $x : undef }
my %bool = (S => 1, N => 0);

my (%agenda, %price);
push @{ $agenda{ $_->{Ativo} } }, $_ for table($agenda);
for my $file (@trades) {
	for my $row (table($file)) {
		my ($code, $day) = ($row->{codigo} // $row->{codigo_ativo}, day($row->{data} // $row->{data_referencia}));
		@{ $price{$code}{$day} }{qw(traded mean)} = (number($row->{pct_pu_curva} // $row->{pu_da_curva}), number($row->{pu_medio}));
	}
}
for my $day (keys %marks) {
	for my $line (grep { /\A[A-Z0-9]+@/ } split /\r?\n/, Encode::decode('cp1252', slurp($marks{$day}))) {
		my @f = split /@/, $line, -1;
		@{ $price{ $f[0] }{$day} }{qw(rate pu par duration marked index)} = (map({ my $s = $f[$_] =~ s/^-(?=\d)//r; my $n = number($s); defined $n && $f[$_] =~ /^-\d/ ? -$n : $n } 6, 10, 11, 12), 1, $f[3]);
	}
}

# spread_of() - of a mark: the curve, and the spread over it; by the definition, not as the program writes it.
sub spread_of {
	my ($x) = @_;
	my ($rate, $t) = map { defined $_ ? $_->numify : undef } @$x{qw(rate duration)};
	my $curve = $x->{index} =~ /\ADI \+/ ? 'contract' : $x->{index} =~ /% do DI/ ? 'di_pre' : $x->{index} =~ /\AIPCA/ ? 'ettj_ipca' : $x->{index} =~ /\APREFIXADO/ ? 'ettj_nominal' : return;

	return ($curve, $rate) if $curve eq 'contract' || !defined $rate;
	return ($curve, undef) unless $t && $t >= 20;
	$t /= 252;
	if ($curve eq 'di_pre') {
		return ($curve, undef) if $t > 5;
		my $di = exp(($t <= 1 ? $t * log(1.1365) : log(1.1365) + ($t - 1) / 4 * (5 * log(1.1410) - log(1.1365))) / $t);
		return ($curve, 100 * ((1 + ($di**(1 / 252) - 1) * $rate / 100)**252 / $di - 1));
	}
	my ($b1, $b2, $b3, $b4, $l1, $l2) = @{ $curve{ $curve eq 'ettj_ipca' ? 'IPCA' : 'PREFIXADOS' } };
	my ($e1, $e2) = (exp(-$l1 * $t), exp(-$l2 * $t));
	my ($m1, $m2) = ((1 - $e1) / ($l1 * $t), (1 - $e2) / ($l2 * $t));
	return ($curve, $rate - 100 * ($b1 + $b2 * $m1 + $b3 * ($m1 - $e1) + $b4 * ($m2 - $e2)));
}
my %spread_on;

# Offerings have no quotes around their cells.
my %offered;
{
	my ($head, @lines) = split /\r?\n/, Encode::decode('cp1252', slurp($offerings));
	my @names = split /;/, $head;
	for my $line (@lines) {
		my %row; @row{@names} = split /;/, $line, -1;
		push @{ $offered{ $row{CNPJ_Emissor} =~ s/\D//gr }{ $row{Emissao} =~ s/^0+//r } }, \%row;
	}
}

my %kind = (DI => 'cdi', IPCA => 'ipca', 'PRÉ' => 'prefixado');
my ($papers, $figures, $placed) = (0, 0, 0);
for my $row (table($contracts)) {
	my $code = $row->{'Codigo do Ativo'};
	my $j = get($code);
	my ($terms, $out) = @$j{qw(terms outstanding)};
	my %want = (isin => text($row->{ISIN}), series => text($row->{Serie}), index_text => text($row->{indice}), issued => day($row->{'Data de Emissao'}), issue => text($row->{Emissao}),
		situation => text($row->{Situacao}), cvm_registration => text($row->{'Registro CVM da Emissao'}), registered => day($row->{'Data de Registro CVM da Emissao'}), guarantee => text($row->{'Garantia/Especie'}),
		class => text($row->{Classe}), trustee => text($row->{'Agente Fiduciario'}), paying_bank => text($row->{'Banco Mandatario'}), registrar => text($row->{'Instituicao Depositaria'}),
		lead => text($row->{'Coordenador Lider'}), placed_from => day($row->{'Data do Inicio da Distribuicao'}), yields_from => day($row->{'Data do Inicio da Rentabilidade'}),
		next_repricing => day($row->{'Data da Proxima Repactuacao'}), left_reason => text($row->{'Motivo de Saida'}), left_on => undef);
	# The column of the new maturity has it where nobody left.
	$want{maturity} = day($row->{'Data de Saida / Novo Vencimento'}) // day($row->{'Data de Vencimento'});
	$want{indexer} = $kind{ $row->{indice} } // 'outro';
	my $rate = number($row->{'Juros Criterio Novo - Taxa'});
	if (!$rate || $rate == 0) {
		$rate = $row->{'Juros Criterio Antigo do SND'} =~ /\A([\d.]+)% a\.a 252 dias\z/ ? number($1) : undef;
	} elsif ($row->{'Juros Criterio Novo - Prazo'} eq '360') {
		$rate = undef;
	}
	my $pct = number($row->{'Percentual Multiplicador/Rentabilidade'});
	my $floats = $row->{indice} eq 'DI';
	my $said = $rate || ($pct && $pct != 100);
	@want{qw(pct_of_index spread_pct rate_pct)} = $floats ? $said ? ($pct, $rate // 0, undef) : () : (undef, undef, $rate);
	for my $name (sort keys %want) {
		my ($got, $wanted) = ($terms->{$name}, plain($want{$name}));
		$figures++;
		is $got, $wanted, "$code: $name" if defined $got != defined $wanted || (defined $got && $got ne $wanted && !(ref $want{$name} && $got == $wanted));
	}
	for my $flag ([incentivised => 'Deb. Incent. (Lei 12.431)'], [early_redemption => 'Resgate Antecipado']) {
		$figures++;
		is $terms->{ $flag->[0] } ? 1 : 0, $bool{ $row->{ $flag->[1] } }, "$code: $flag->[0]" if ($terms->{ $flag->[0] } ? 1 : 0) != $bool{ $row->{ $flag->[1] } };
	}

	my %n = (quantity_issued => number($row->{'Quantidade Emitida'}), quantity_in_market => number($row->{'Quantidade em Mercado'}), quantity_in_treasury => number($row->{'Quantidade em Tesouraria'}),
		quantity_redeemed => number($row->{'Quantidade Resgatada'}), quantity_cancelled => number($row->{'Quantidade Cancelada'}), nominal_at_issue => number($row->{'Valor Nominal na Emissao'}),
		nominal_updated => number($row->{'Valor Nominal Atual'}));
	my $parts = Math::BigRat->new(0);
	$parts += $_ for grep { defined } @n{qw(quantity_in_market quantity_in_treasury quantity_redeemed quantity_cancelled)};
	$n{value_brl} = defined $n{quantity_in_market} && defined $n{nominal_updated} ? $n{quantity_in_market} * $n{nominal_updated} : undef;
	@n{qw(nominal_updated value_brl)} = () if defined $n{nominal_updated} && $n{nominal_updated} == 0 && defined $n{quantity_in_market} && $n{quantity_in_market} > 0 && $want{maturity} gt $today;
	@n{qw(quantity_in_market value_brl)} = () if defined $n{quantity_issued} && $parts > $n{quantity_issued};
	for my $name (sort keys %n) {
		my $got = defined $out->{$name} ? Math::BigRat->new("$out->{$name}") : undef;
		my $wanted = $n{$name};
		$figures++;
		# Half a centavo at most, of a product.
		is $got, $wanted, "$code: $name" if defined $got != defined $wanted || (defined $got && abs($got - $wanted) > ($name eq 'value_brl' ? Math::BigRat->new('1/200') : 0));
	}
	is $out->{nominal_date}, day($row->{'Data Ult. VNA'}), "$code: nominal_date" if ($out->{nominal_date} // '') ne (day($row->{'Data Ult. VNA'}) // '');

	my $s = $j->{schedule};
	my @rule = (text($row->{'Tipo de Amortizacao'}), plain(number($row->{'Amortizacao - Taxa'})), plain(number($row->{'Amortizacao - Cada'})), day($row->{'Amortizacao - Carencia'}),
		plain(number($row->{'Juros Criterio Novo - Cada'})), day($row->{'Juros Criterio Novo - Carencia'}), text($row->{'Juros Criterio Novo - Unidade'}));
	my @got = (@{ $s->{amortisation} }{qw(rule pct every from)}, @{ $s->{interest} }{qw(every from unit)});
	$figures += @got;
	is_deeply \@got, \@rule, "$code: how it pays" if join('|', map { $_ // '-' } @got) ne join('|', map { $_ // '-' } @rule);

	my @pays = sort map { join '|', day($_->{'Data do Evento'}), day($_->{'Data do Pagamento'}), lc substr($_->{Evento}, 0, 4), $_->{Evento} eq 'Vencimento' ? '-' : 0 + number($_->{'Taxa/Percentual'})->numify } @{ $agenda{$code} // [] };
	my @told = sort map { join '|', $_->{day}, $_->{pays_on}, lc substr($_->{event_text}, 0, 4), defined $_->{pct} ? 0 + $_->{pct} : '-' } @{ $s->{next} };
	$figures += 4 * @told;
	is_deeply \@told, \@pays, "$code: what it announces" if "@told" ne "@pays";

	my $letters = sub { join '|', map { ($_ // '') =~ s/\s+/ /gr =~ s/^ | \z//gr } @_ };
	my @filed = sort map { $letters->(@$_{qw(Regime_distribuicao Destinacao_recursos Titulo_classificado_como_sustentavel Titulo_incentivado Agente_fiduciario Avaliador_Risco)}) } @{ $offered{ $row->{CNPJ} }{ $row->{Emissao} =~ s/^0+//r } // [] };
	my @shown = sort map { my $x = $_; $letters->(@$x{qw(placement proceeds)}, (map { defined $x->{$_} ? $x->{$_} ? 'S' : 'N' : '' } qw(sustainable incentivised)), @$x{qw(trustee rater)}) } @{ $j->{offerings} };
	$placed += @filed;
	$figures += 6 * @filed;
	is_deeply \@shown, \@filed, "$code: its offerings" if "@shown" ne "@filed";

	my %of = %{ $price{$code} // {} };
	my %days = map { ($_->{date} => $_) } @{ $j->{history} };
	is join(' ', sort keys %days), join(' ', sort keys %of), "$code: its days" if join(' ', sort keys %days) ne join(' ', sort keys %of);
	for my $day (sort keys %of) {
		my $x = $of{$day};
		my $pu = $x->{pu} && $x->{pu} != 0 ? $x->{pu} : $x->{mean};
		my @is = map { defined $_ ? 0 + $_ : '-' } @{ $days{$day} }{qw(rate_pct mark_par_pct duration_days traded_par_pct unit_price)};
		my @was = map { defined $_ ? $_->numify : '-' } $x->{rate}, $x->{par}, $x->{duration}, $x->{traded}, $pu;
		$figures += @is;
		is "@is", "@was", "$code: $day" if "@is" ne "@was";
		next unless $x->{marked};
		my ($curve, $spread) = spread_of($x);
		my $got = $days{$day}{curve_spread};
		$figures += 2;
		$spread_on{$curve}++ if defined $spread;
		is $got->{curve}, $curve, "$code: $day: its curve" if ($got->{curve} // '') ne ($curve // '');
		is $got->{spread_pct}, $spread, "$code: $day: its spread"
			if defined $got->{spread_pct} != defined $spread || (defined $spread && abs($got->{spread_pct} - $spread) > 0.0000015);
	}
	$papers++;
}
is $papers, 400, 'all papers of the sample';
cmp_ok $spread_on{$_} // 0, '>', 0, "spreads over $_: " . ($spread_on{$_} // 0) for qw(contract ettj_ipca ettj_nominal);	# of the DI's percentages none is among the papers
cmp_ok $placed, '>', 20, "offerings of their issues: $placed";
cmp_ok $figures, '>', 15000, "each figure of them: $figures";

$t->finish;
done_testing;
