#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# lastro load cotahist: a session is loaded completely, once, with its derived rows; truncated files, HTML pages and bad
# rows are distinguished.

use strict;
use warnings;
use utf8;
use Encode ();
use IO::Compress::Gzip qw(gzip);
use IO::Compress::Zip qw(zip);
use Test::More;
use Lastro::Cotahist qw(cotahist quote);
use Lastro::Test qw(spew);

my $t = Lastro::Test->new;
my $dir = $t->dir;

sub row { return quote(@_) }
sub file { my ($name, @rows) = @_; return cotahist("$dir/$name", @rows) }
sub load { return $t->lastro_json('load', 'cotahist', @_) }
sub counts { my ($r) = @_; return join ' ', map { "$_=$r->{$_}" } qw(read written unchanged ignored refused) }
sub refused_like {
	my ($pattern, $name, @arguments) = @_;
	my $before = $t->sql('select count(*) from quote') . '/' . $t->sql('select count(*) from load_log');
	my $r = $t->lastro('load', 'cotahist', @arguments);

	is $r->{status}, 1, "$name: exit status 1";
	like Encode::decode('UTF-8', $r->{err}), $pattern, "$name: and why";
	is $t->sql('select count(*) from quote') . '/' . $t->sql('select count(*) from load_log'), $before, "$name: nothing is written";
}

my @first = (
	row('20250102', 'LUZA3', 10.50, distribution => 100),
	row('20250102', 'KNOB11', 99.10, name => 'FII MACANETA', paper => 'CI  ER', group => '12', isin => 'BRKNOBCTF004'),
	row('20250102', 'LUZA3F', 10.40, market => '020', group => '96'),
	row('20250102', 'RARO4F', 3.21, market => '020', group => '96', isin => 'BRRAROACNPR2', paper => 'PN'),
	row('20250102', 'LUZAA105', 0.35, market => '070', group => '78', strike => 10.50, expiry => '20250117'),
	row('20250102', 'FNAM11', 0.18, paper => 'CI', group => '14', factor => 1000, isin => 'BRFNAMCTF009', name => 'FINAM'),
	row('20250102', 'LUZA3T', 10.60, market => '030', group => '62'),
	row('20250102', 'VELH3', 7.00, isin => 'BRVELHACNOR1', name => 'VELHA'),
);
my $one = file('COTAHIST_D02012025.TXT', @first);

# ---- a session ----

is counts(load($one)), 'read=8 written=6 unchanged=0 ignored=2 refused=0',
	'round lots, options and the odd lot without a round one are kept; a forward and a covered odd lot are not';
is counts(load($one)), 'read=8 written=0 unchanged=6 ignored=2 refused=0', 'the same file again writes nothing';
is $t->sql(q(select symbol, segment, close, factor from quote order by symbol collate "C")), join("\n",
	"FNAM11\tcash\t0.000180000000\t1000", "KNOB11\tcash\t99.100000000000\t1", "LUZA3\tcash\t10.500000000000\t1",
	"LUZAA105\toption\t0.350000000000\t1", "RARO4\todd\t3.210000000000\t1", "VELH3\tcash\t7.000000000000\t1"),
	'prices are for one unit; the odd lot goes under the whole ticker';
is $t->sql(q(select asset_type, short_name, issuer_code, option_kind, strike, expiry from instrument where symbol in ('LUZAA105', 'KNOB11') order by 1)),
	"fii\tFII MACANETA\tKNOB\t\t\t\noption\tCASA LUZ\tLUZA\tcall\t10.500000000000\t2025-01-17", 'instruments: the kind of a paper, an option with its terms';
is $t->sql(q(select isin, symbol, first_day, last_day from instrument_isin where symbol = 'LUZA3')), "BRLUZAACNOR4\tLUZA3\t2025-01-02\t2025-01-02",
	'an ISIN belongs to the share, not to its options';
is $t->sql(q(select version from market_version where family = 'closes')), 1, 'one load is one version of closes; a load of nothing new is none';
is $t->sql(q(select first_day, last_day, rows_read, written, unchanged from load_log order by loaded_at, written desc)),
	"2025-01-02\t2025-01-02\t8\t6\t0\n2025-01-02\t2025-01-02\t8\t0\t6", 'both loads are on record';

# ---- the next ones ----

my @second = (
	row('20250103', 'LUZA3', 10.80),
	row('20250103', 'NOVA3', 7.20, isin => 'BRVELHACNOR1', name => 'NOVA'),
	row('20250203', 'LUZA3', 5.30, distribution => 101),
);
my $zip = "$dir/COTAHIST_M012025.ZIP";
my $plain = file('COTAHIST_M012025.TXT', @second);
zip($plain => $zip, Name => 'pasta/COTAHIST_m012025.txt') or die;
is counts(load($zip)), 'read=3 written=3 unchanged=0 ignored=0 refused=0', 'a zip is opened in place, with any case of the name inside';
is $t->sql(q(select last_day, last, prev_day, prev from last_close where symbol = 'LUZA3')),
	"2025-02-03\t5.300000000000\t2025-01-03\t10.800000000000", 'the two newest closes';
is $t->sql(q(select month, day, close from month_close where symbol = 'LUZA3' order by 1)),
	"2025-01-01\t2025-01-03\t10.800000000000\n2025-02-01\t2025-02-03\t5.300000000000", 'month ends';
is $t->sql(q(select places, encode(days, 'hex'), encode(closes, 'hex') from close_series where symbol = 'LUZA3' and year = 2025)),
	"1\t000100020021\t000000000000006900000000" . '0000006c' . '0000000000000035', 'the year in two arrays: days after 1 January, tenths of a real';
is $t->sql(q(select from_symbol, to_symbol, day, ratio_n, ratio_d, source from succession)), "VELH3\tNOVA3\t2025-01-03\t1\t1\tisin",
	'the same ISIN under a new ticker is a rename';
is $t->sql(q(select count(*) from symbol_version where symbol in ('VELH3', 'NOVA3') and version = (select version from market_version where family = 'reference'))),
	2, 'and stamps both symbols';

gzip($plain => "$plain.gz") or die;
is counts(load("$plain.gz")), 'read=3 written=0 unchanged=3 ignored=0 refused=0', 'so is a .gz';
{
	my $r = $t->lastro({ in => $plain }, 'load', 'cotahist', '-', '--json');
	is $r->{status}, 0, 'and standard input';
	like $r->{out}, qr/"unchanged":3/, 'which says the same';
}

# A file of old sessions: newer data stays, first and last days move correctly.
is counts(load(file('OLD.TXT', row('20241230', 'LUZA3', 9.90, name => 'NOME VELHO'), row('20250103', 'RARO4F', 3.30, market => '020', isin => 'BRRAROACNPR2', paper => 'PN'),
	row('20250106', 'VELH3', 7.10, isin => 'BRVELHACNOR1', name => 'VELHA')))), 'read=3 written=3 unchanged=0 ignored=0 refused=0', 'sessions in any order of loading';
is $t->sql(q(select short_name from instrument where symbol = 'LUZA3')), 'CASA LUZ', 'an older name does not undo a newer one';
is $t->sql(q(select last_day, prev_day from last_close where symbol = 'LUZA3')), "2025-02-03\t2025-01-03", 'an older close does not';
is $t->sql(q(select count(*) from succession)), 0, 'a rename is none when the old ticker traded on';

is counts(load(file('FIX.TXT', row('20250103', 'LUZA3', 10.85), row('20250103', 'RARO4', 3.40, isin => 'BRRAROACNPR2', paper => 'PN')))),
	'read=2 written=2 unchanged=0 ignored=0 refused=0', 'a corrected close, and a round lot in place of an odd one';
is $t->sql(q(select close, segment from quote where day = '2025-01-03' and symbol in ('LUZA3', 'RARO4') order by symbol)),
	"10.850000000000\tcash\n3.400000000000\tcash", 'both replace the former rows';
is $t->sql(q(select close from month_close where symbol = 'LUZA3' and month = '2025-01-01')), '10.850000000000', 'and their derived rows';
is $t->lastro('compute', 'prices', '--verify')->{status}, 0, 'the rows derived by loads equal those derived from the quotes';
$t->sql(q(update month_close set close = close + 1 where symbol = 'LUZA3'; delete from last_close where symbol = 'KNOB11'));
is $t->lastro('compute', 'prices', '--verify')->{status}, 1, 'compute prices --verify finds differences';
is_deeply [@{ $t->lastro_json('compute', 'prices') }{qw(last_close_wrong month_close_wrong close_series_wrong)}], [1, 3, 0], 'compute prices counts it';
is $t->lastro('compute', 'prices', '--verify')->{status}, 0, 'and mends it';

# ---- errors ----

my @bad = (row('20250107', 'LUZA3', 11.00), row('20250231', 'LUZA3', 11.00), substr(row('20250107', 'LUZA4', 11.00), 0, 200), row('20250107', 'LUZA5', 0));
my $r = load(file('BAD.TXT', @bad));
is counts($r), 'read=4 written=1 unchanged=0 ignored=0 refused=3', 'bad rows do not stop a file';
is_deeply [map { "$_->{line}: $_->{reason}" } @{ $r->{refusals} }],
	['3: a data do pregão não existe', '4: a linha não tem 245 colunas', '5: o último preço é zero'], 'each with its line and reason';
refused_like(qr/3 linhas recusadas.*linha 3: a data do pregão não existe/s, 'strict', '--strict', file('BAD2.TXT', map { s/20250107/20250108/r } @bad));

my $cut = file('CUT.TXT', row('20250109', 'LUZA3', 11.10), { lines => 9 });
refused_like(qr/diz 9 linhas e o arquivo tem 3/, 'a cut file when strict', '--strict', $cut);
is_deeply load($cut)->{warnings}, ['O registro final diz 9 linhas e o arquivo tem 3: pode estar cortado.'], 'a cut file is loaded with a warning';
is_deeply load(file('OPEN.TXT', row('20250110', 'LUZA3', 11.20), { no_trailer => 1 }))->{warnings},
	['Falta o registro final (99): o arquivo pode estar cortado.'], 'without its trailer too';

spew("$dir/page.TXT", "\r\n<!DOCTYPE html><html><body>Arquivo n\xe3o encontrado</body></html>");
refused_like(qr/página HTML/, 'a page of HTML', "$dir/page.TXT");
spew("$dir/empty.TXT", '');
refused_like(qr/vazio/, 'an empty file', "$dir/empty.TXT");
spew("$dir/other.TXT", "Date,Open,High,Low,Close,Volume\n");
refused_like(qr/não é um COTAHIST/, 'another kind of file', "$dir/other.TXT");
refused_like(qr/não se consegue abrir/, 'a file that is not there', "$dir/none.TXT");
spew("$dir/short.ZIP", substr(Lastro::Test::slurp($zip), 0, 150));
refused_like(qr/não se consegue ler|nenhum membro/, 'a zip that was cut', "$dir/short.ZIP");
zip(\'x' => "$dir/wrong.ZIP", Name => 'leia-me.pdf') or die;
refused_like(qr/nenhum membro/, 'a zip without such a file', "$dir/wrong.ZIP");
is $t->lastro('load', 'cotaist', $one)->{status}, 2, 'an unknown source is a wrong command line';
like $t->lastro_ok('load', '--help'), qr/cotahist .*B3/, 'the help lists the sources';

done_testing;
