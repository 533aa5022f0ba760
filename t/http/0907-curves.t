#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Curves of a day (ANBIMA's zero curves, B3's reference curves), and the spread of a debenture over that of its index.
# Spreads are by hand from the rows below; all vertices that ANBIMA prints of a real day are computed anew, where the shared
# folder is here.  Today is 12 October 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Desk;
use Lastro::Test qw(shared_dir slurp spew);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my %now = (env => { LASTRO_NOW => '2026-10-12T15:00:00Z' });
$ENV{LASTRO_NOW} = $now{env}{LASTRO_NOW};
my $t = Lastro::Test->new;
my $dir = $t->dir;

sub load { return $t->lastro_json(\%now, 'load', @_) }
sub counts { my ($r) = @_; return join ' ', map { $r->{$_} } qw(read written unchanged ignored refused) }
sub file { my ($name, @lines) = @_; spew("$dir/$name", Encode::encode('cp1252', join '', map { "$_\r\n" } @lines)); return "$dir/$name" }
sub refused { my ($source, $file) = @_; return Encode::decode('UTF-8', $t->lastro(\%now, 'load', $source, $file)->{err}) }

# ---- ANBIMA's zero curves ----

my @head = ('09/10/2026;Beta 1;Beta 2;Beta 3;Beta 4;Lambda 1;Lambda 2');
my $nominal = 'PREFIXADOS;1,35E-01;0;0;0;1;2';
my $real = 'IPCA;0,06;0,01;2,0E-02;0,01;1;2';
my @vertices = ('', 'ETTJ Inflação Implicita (IPCA)', 'Vertices;ETTJ IPCA;ETTJ PREF;Inflação Implícita', '252;7,4575;13,5000;5,6230');
my $zero = file('CZ-down.csv', @head, $nominal, $real, @vertices);
is counts(load('zero-curves', $zero)), '2 2 0 0 0', 'the parameters of a day';
is counts(load('zero-curves', $zero)), '2 0 2 0 0', 'and again nothing';
is $t->sql("select curve, day, beta1, lambda2 from zero_curve order by 1"), "ettj_ipca\t2026-10-09\t0.06\t2\nettj_nominal\t2026-10-09\t0.135\t2", 'E notation is read';
for ([['09/10/2026;Taxa'], 'não é a página da ETTJ'], [[''], 'não é a página da ETTJ|está vazi'], [[@head, $real, $nominal], 'linha 2: esperava-se PREFIXADOS'],
	[[@head, $nominal], 'falta a linha IPCA'], [[@head, $nominal, 'IPCA;0,06;0,01;NaN;0,01;1;2'], 'linha 3: parâmetro 3 inválido: NaN'],
	[[@head, $nominal, 'IPCA;0,06;0,01;0;0,01;0;2'], 'parâmetro 5 inválido'], [[@head, $nominal, 'IPCA;0,06;0,01;0;0,01;1;-2'], 'parâmetro 6 inválido'],
	[[@head, $nominal, 'IPCA;1e309;0,01;0;0,01;1;2'], 'parâmetro 1 inválido'], [[@head, $nominal, 'IPCA;0x1p3;0,01;0;0,01;1;2'], 'parâmetro 1 inválido'],
	[[@head, $nominal, 'IPCA;' . '1' x 300 . ';0,01;0;0,01;1;2'], 'parâmetro 1 inválido'], [[@head, $nominal, 'IPCA;0,06;0,01;0;0,01;1'], 'parâmetro 6 inválido'],
	[[@head, $nominal, "$real;7"], 'mais que seis'],
	# A page cut inside its last number, and a table that does not follow: the rate at 252 days is 7.4576 %.
	[[@head, $nominal, 'IPCA;0,06;0,01;2,0E-02;0,01;1;1'], 'acaba antes da tabela Vertices'], [[@head, $nominal, 'IPCA;0,06;0,01;2,0E-02;0,01;1;1', @vertices], 'a taxa 7,4575 não é a dos parâmetros'],
	[[@head, 'PREFIXADOS;1,3E-01;0;0;0;1;2', $real, @vertices], 'a taxa 13,5000 não é'], [[@head, $nominal, $real, @vertices[0 .. 2], '252;7,4573;13,5000;'], 'a taxa 7,4573 não é'],
	[[@head, $nominal, $real, @vertices[0 .. 2], '252;7,4575;'], 'não tem taxas das duas'], [[@head, $nominal, $real, @vertices[0 .. 2], 'x;7,4575;13,5'], 'vértice inválido']) {
	my ($lines, $why) = @$_;
	like refused('zero-curves', file('wrong.csv', @$lines)), qr/$why/, "refused: $why";
}
is $t->sql('select count(*) from zero_curve'), 2, 'of a refused file nothing is kept';

# ---- B3's reference curves ----

# vertex() - a line of 72 characters.
sub vertex { my ($curve, $calendar, $business, $rate) = @_;
	return sprintf '007044001' . '01' . '20261009' . 'T1' . '%-5s%-15s%05d%05d%s%014d%s%05d', $curve, "DI X $curve", $calendar, $business, $rate < 0 ? '-' : '+', abs $rate, 'F', $calendar }
my @lines = (vertex(PRE => 365, 252, 136500000), vertex(PRE => 730, 504, 140000000), vertex(DIC => 365, 252, -5000000), vertex(DOC => 360, 248, 59800000), vertex(APR => 365, 252, 1));
is length $lines[0], 72, 'a line as documented';
my $swap = file('TaxaSwap.txt', @lines);
is counts(load('reference-curves', $swap)), '5 4 0 1 0', 'three curves of a day, others are not kept';
is counts(load('reference-curves', $swap)), '5 0 4 1 0', 'and again nothing';
is $t->sql("select curve, calendar_days, business_days, rate from reference_curve order by 1, 2"),
	"di_ipca\t365\t252\t-0.50000000\ndi_pre\t365\t252\t13.65000000\ndi_pre\t730\t504\t14.00000000\ndollar_coupon\t360\t248\t5.98000000", 'seven decimals, and a sign';
like refused('reference-curves', file('other.txt', 'a;b;c')), qr/não é o arquivo TaxaSwap/, 'another file';
(my $bad_day = $lines[0]) =~ s/20261009/20261309/;
(my $bad_rate = $lines[0]) =~ s/\+\d{14}/+0000x136500000/;
(my $bad_sign = $lines[0]) =~ s/\+/ /;
my $r = load('reference-curves', file('odd.txt', $lines[0], "$lines[1] ", $bad_day, $bad_rate, $bad_sign, vertex(PRE => 0, 252, 1), vertex(PRE => 365, 0, 1), vertex(PRE => 365, 252, -1_000_000_000)));
is counts($r), '8 0 1 0 7', 'lines that are refused';
is_deeply [map { "$_->{line}: $_->{reason}" } @{ $r->{refusals} }], ['2: a linha não tem 72 caracteres, com T1 na coluna 20', '3: data inválida', '4: taxa inválida', '5: taxa inválida',
	'6: dias corridos inválidos', '7: dias úteis inválidos', '8: taxa de -100% ou menos'], 'each with its reason';

# ---- spreads ----

my @columns = ('Código', 'Nome', 'Repac./ Venc.', 'Índice/ Correção', 'Taxa de Compra', 'Taxa de Venda', 'Taxa Indicativa', 'Desvio Padrão', 'Intervalo Indicativo Mínimo',
	'Intervalo Indicativo Máximo', 'PU', '% PU Par / % VNE', 'Duration', '% Reune', 'Referência NTN-B');
sub mark { my ($code, $index, $rate, $duration) = @_; return join '@', $code, 'EMISSOR S.A.', '15/10/2030', $index, '--', '--', $rate, '--', '--', '--', '1.000,000000', '100,00', $duration, '', '' }
load('anbima-debentures', file('db261009.txt', 'ANBIMA', '', join('@', @columns), mark('DIMA11', 'DI + 1,6%', '1,2500', '700,00'), mark('PCTA11', '115% do DI', '115,0000', '252,00'),
	mark('PCTB11', '115% do DI', '115,0000', '378,00'), mark('PCTC11', '115% do DI', '115,0000', '505,00'), mark('PCTD11', '115% do DI', '115,0000', '100,00'), mark('FIXA11', 'PREFIXADO 14%', '15,1000', '378,00'),
	mark('REAL11', 'IPCA + 6%', '8,0000', '252,00'), mark('IGPM11', 'IGP-M + 6%', '8,0000', '252,00'), mark('CURT11', 'IPCA + 6%', '8,0000', '19,99'), mark('VINT11', 'IPCA + 6%', '8,0000', '20,00'),
	mark('SEMD11', 'IPCA + 6%', '8,0000', 'N/D'), mark('SEMT11', 'IPCA + 6%', '--', '252,00')));
load('anbima-debentures', file('db261008.txt', 'ANBIMA', '', join('@', @columns), mark('REAL11', 'IPCA + 6%', '8,1000', '253,00'), mark('PCTA11', '115% do DI', '115,0000', '253,00')));
$t->lastro_ok('compute', 'objects');
my $desk = Lastro::Desk->new($t, 'Mesa');
$t->start_pool(env => { LASTRO_NOW => $ENV{LASTRO_NOW} });
sub history { my ($code) = @_; return { map { $_->{date} => $_ } @{ $desk->data('credit.debenture.get', { code => $code, from => '2026-10-01' })->{history} } } }
sub spread { my ($code, $day) = @_; my $h = history($code)->{ $day // '2026-10-09' }; return [@{ $h->{curve_spread} }{qw(curve curve_rate_pct spread_pct reason)}] }

is_deeply spread('DIMA11'), ['contract', undef, 1.25, undef], 'DI + x: the contract says the spread';
# 13.65 % at 252 days is a vertex.  115 % of the DI: ln 1.1365 = 0.127953364; a day, e to a 252nd of it: 1.000507880; 1.15 of
# what it adds: 1.000584062; 252 times its ln: 0.147140767; e to what that is more than 0.127953364: 1.019372664.
is_deeply spread('PCTA11'), ['di_pre', 13.65, 1.937266, undef], '% of the DI: at a vertex of its curve, the spread over the DI that pays the same';
# Between: the factor grows evenly a business day.  (1.1365 x (1.14 ^ 2 / 1.1365) ^ (1/2)) ^ (252/378) - 1.
my $pct = spread('PCTB11');
cmp_ok abs($pct->[1] - 100 * ((sqrt(1.1365) * 1.14)**(2 / 3) - 1)), '<', 0.000001, 'between two vertices: a flat forward rate';
is_deeply spread('PCTC11'), ['di_pre', undef, undef, 'beyond_curve'], 'beyond the last vertex: none';
is spread('PCTD11')->[1], 13.65, 'before the first one its rate';
is_deeply spread('FIXA11'), ['ettj_nominal', 13.5, 1.6, undef], 'prefixed: 15.1 less 13.5';
# At 252 days: 0.06 + (0.01 + 0.02)(1 - 1/e) - 0.02/e + 0.01((1 - 1/e^2)/2 - 1/e^2) = 0.06 + 0.018963617 - 0.007357589 +
# 0.002969971 = 0.074575999
is_deeply spread('REAL11'), ['ettj_ipca', 7.4576, 0.5424, undef], 'IPCA: 8 less 7.4576';
is_deeply spread('IGPM11'), [undef, undef, undef, 'no_curve_of_index'], 'IGP-M has no curve';
is spread('CURT11')->[3], 'short_duration', 'below 20 business days: none';
is spread('VINT11')->[3], undef, 'from 20 on there is one';
is_deeply spread('SEMD11'), ['ettj_ipca', undef, undef, 'no_duration'], 'without duration: none';
is spread('SEMT11')->[3], 'no_rate', 'without rate: none';
is_deeply spread('REAL11', '2026-10-08'), ['ettj_ipca', undef, undef, 'no_curve_of_day'], 'a day without curve has none, not that of another day';
is spread('PCTA11', '2026-10-08')->[3], 'no_curve_of_day', 'likewise';

is $desk->data('credit.debenture.get', { code => 'REAL11', from => '2026-10-01', to => '2026-10-08' })->{curve_spread}{date}, '2026-10-09', 'the newest day, whatever days are asked for';

# ---- to screen by ----

sub measured { my ($code) = @_; return $t->sql("select o.value from object_observation o join object b on b.no = o.object_no join object_measure m on m.no = o.measure_no where m.id = 'debenture_curve_spread' and b.id = 'instrument:$code'") }
is measured('REAL11') + 0, 0.5424, 'the spread is a measure';
is measured('IGPM11'), '', 'where there is one';
# The curve of the day before comes later.
load('zero-curves', file('late.csv', map { s{^09/10}{08/10}r } @head, $nominal, $real, @vertices));
$t->lastro_ok('compute', 'objects');
is scalar(my @both = split /\n/, measured('REAL11')), 2, 'and comes when its curve comes';

# ---- a real day ----

SKIP: {
	my $sample = (shared_dir() // '') . '/data/credit/anbima/cz_2026-09-30_excerpt.csv';
	skip 'no shared folder', 2 unless -f $sample;
	is counts(load('zero-curves', $sample)), '2 2 0 0 0', 'a real page';
	my @want;
	for (split /\r?\n/, Encode::decode('cp1252', slurp($sample))) {
		my ($days, $ipca, $pre) = map { tr/.//dr =~ tr/,/./r } (split /;/, $_, -1)[0, 1, 2] if /^[\d.]+;\d+,\d+;/;
		next unless $days;
		push @want, ["IPCA$days", $days, 'real', 'ipca', $ipca];
		push @want, ["PRE$days", $days, 'fixed', 'prefixado', $pre] if length $pre;
	}
	$t->sql(join ';', map { my ($code, $days, $kind, $index) = @$_;
		"insert into debenture (code, indexer, rate_kind, source) values ('$code', '$index', '$kind', 'anbima');"
		. "insert into debenture_mark (code, day, rate, rate_kind, duration) values ('$code', '2026-09-30', 1, '$kind', $days)" } @want);
	my %rate = map { split /\t/ } split /\n/, $t->sql("select code, trunc(curve_rate, 4) from debenture_spread where day = '2026-09-30'");
	is_deeply [grep { $rate{ $_->[0] } != $_->[4] } @want], [], 'all ' . @want . ' printed vertices, which the page truncates';
}

done_testing;
