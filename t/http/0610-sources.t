#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The other sources of lastro load, each with a small file in its official format: read values, stored values, refused
# rows, and a second load that writes nothing.

use strict;
use warnings;
use utf8;
use Encode ();
use Test::More;
use Lastro::Test qw(spew top_srcdir);

my $t = Lastro::Test->new;
my $dir = $t->dir;
my $files = top_srcdir() . '/t/fixtures/load';
my %now = (env => { LASTRO_NOW => '2025-01-03T15:59:52Z' });	# the third candle is incomplete

sub load { return $t->lastro_json(\%now, 'load', @_) }
sub counts { my ($r) = @_; return join ' ', map { $r->{$_} } qw(read written unchanged ignored refused) }

# twice(counts of the first load, name, arguments …): loads twice; the second load writes nothing.
sub twice {
	my ($want, $name, @arguments) = @_;
	my $first = load(@arguments);
	my ($read, $written, $unchanged, @rest) = split / /, $want;

	is counts($first), $want, $name;
	is counts(load(@arguments)), join(' ', $read, 0, $written + $unchanged, @rest), "$name: and again nothing";
	return $first;
}

sub refusals { return map { "$_->{line}: $_->{reason}" } @{ $_[0]{refusals} } }

sub refused_like {
	my ($pattern, $name, @arguments) = @_;
	my $r = $t->lastro(\%now, 'load', @arguments);

	is $r->{status}, 1, "$name: exit status 1";
	like Encode::decode('UTF-8', $r->{err}), $pattern, "$name: and why";
}

# ---- the central bank ----

my $r = twice('4 2 0 1 1', 'sgs, JSON: an empty value is absent, the 31st of February is no day', 'sgs', "$files/sgs_12.json");
is_deeply [refusals($r)], ['4: data inválida: 31/02/2025'], 'sgs: the row and the reason';
is $t->sql('select day, value from series where code = 12 order by 1'), "2025-01-02\t0.045513000000\n2025-01-03\t0.045513000000", 'sgs: the code is in the name of the file';
twice('2 2 0 0 0', 'sgs, CSV with quotes and commas', 'sgs', "$files/sgs_433.csv");
twice('2 2 0 0 0', 'sgs, the code on the command line', 'sgs', '--code', '7', "$files/sgs_433.csv");
is $t->sql('select value from series where code = 7 order by day limit 1'), '0.160000000000', 'sgs: that code';
spew("$dir/serie.json", '[]');
refused_like(qr/código da série/, 'sgs without a code', 'sgs', "$dir/serie.json");
spew("$dir/sgs_1.json", '{"error":"Value(s) not found"}');
refused_like(qr/não é a lista/, 'sgs, an error in place of the list', 'sgs', "$dir/sgs_1.json");
spew("$dir/sgs_2.json", '[{"data":"02/01/2025","valor":NaN}]');
refused_like(qr/não é JSON/, 'sgs, what is no JSON', 'sgs', "$dir/sgs_2.json");

# The published change of December 2024 was 0.52 %; the file's numbers say 0.519999...
$t->sql("insert into series (code, day, value) values (433, '2024-12-01', 0.52)");
$r = twice('8 4 0 0 4', 'index-numbers: a code in any spelling, a month as YYYY-MM, MM/YYYY or a day of it', 'index-numbers', "$files/index_numbers.csv");
is_deeply [refusals($r)], ['6: mês inválido: 2025-13', '7: o índice não é ipca nem igpm: inpc', '8: número-índice inválido: -1', '9: número-índice inválido: '],
	'index-numbers: rows and reasons';
is $t->sql('select code, month, number from index_number order by 1, 2'), join("\n", "igpm\t2024-11-01\t1169.861000000000", "igpm\t2024-12-01\t1180.808000000000",
	"ipca\t2024-11-01\t7061.520000000000", "ipca\t2024-12-01\t7098.240000000000"), 'index-numbers: as they are';
spew("$dir/base.csv", "code,month,number\nipca,2024-12,100\n");
refused_like(qr/IPCA de 2024-12: os números-índice dão -98,58%, e a variação publicada é 0,52%/, 'index-numbers of another base', 'index-numbers', "$dir/base.csv");
is $t->sql("select number from index_number where code = 'ipca' and month = '2024-12-01'"), '7098.240000000000', 'index-numbers: and nothing of that file is in';
spew("$dir/no_month.csv", "code,number\nipca,1\n");
refused_like(qr/falta a coluna month/, 'index-numbers without a column', 'index-numbers', "$dir/no_month.csv");

twice('2 2 0 0 0', 'ptax', 'ptax', "$files/ptax.json");
twice('3 1 0 2 0', 'ptax: of several bulletins the closing one', 'ptax', "$files/ptax_bulletins.json");
is $t->sql('select currency, day, buy, sell from ptax order by 2 desc limit 2'),
	"USD\t2025-01-06\t6.430000000000\t6.440000000000\nUSD\t2025-01-03\t6.155100000000\t6.155700000000", 'ptax: both rates, by day';

# ---- calendars ----

twice('4 4 0 0 0', 'holidays, JSON that names its calendar', 'holidays', "$files/calendar.json");
twice('3 3 0 0 0', 'holidays, a date a line', 'holidays', "$files/ANBIMA.txt");
twice('3 3 0 0 0', 'holidays, .cal with its weekdays', 'holidays', "$files/B3.cal");
is $t->sql('select calendar, count(*), min(day) from holiday group by 1 order by 1'), "anbima\t3\t2025-01-01\nb3\t7\t2024-12-24", 'holidays: two calendars';
spew("$dir/x.xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1");
refused_like(qr/forma de texto/, 'holidays, the old binary workbook', 'holidays', "$dir/x.xls");

# ---- companies: JSON inside JSON, ISIN and tax id ----

twice('3 3 0 0 0', 'company-details, encoded twice', 'company-details', "$files/company_details_twice_encoded.json");
is $t->sql(q(select i.symbol, i.asset_type, i.isin, u.tax_id from instrument i join issuer u on u.code = i.issuer_code order by 1)),
	"CLUZ3\tstock\tBRCLUZACNOR1\t33000167000101\nCLUZ4\tstock\tBRCLUZACNPR8\t33000167000101", 'company-details: tickers, ISINs, tax id';

$r = twice('10 7 0 2 1', 'companies: a warrant of the same event and a reduction of capital are no rows', 'companies', "$files/companies.json");
is_deeply [refusals($r)], ['9: BONIFICACAO: último dia com direito inválido: 31/02/2022'], 'companies: the row and the reason';
is $t->sql('select symbol, kind, ex_day, ratio_n, ratio_d from corporate_event order by ex_day'),
	"CLUZ3\tsplit\t2020-01-13\t1\t30\nCLUZ3\tsplit\t2025-01-13\t2\t1", 'companies: 0,03333333333 of a grouping is 1/30, 100 of a split is 2; the ex day is the next session';
is $t->sql('select label, kind, ex_day, pay_day, gross, seq, old_profits from distribution order by label, pay_day'), join("\n",
	"DIVIDENDO\tdividend\t2025-01-02\t2025-02-20\t0.500000000000\t1\tt", "DIVIDENDO\tdividend\t2025-01-02\t2025-08-20\t0.500000000000\t2\tt",
	"JRS CAP PROPRIO\tjcp\t2024-12-26\t2025-01-15\t0.369740000000\t1\tt", "PREMIO RARO\t\t2025-01-02\t\t1.000000000000\t1\tt"),
	'companies: ex days pass the closed days of the exchange, instalments are numbered, unknown labels are kept';
is $t->sql('select percentage, price, first_day, last_day, pay_day from subscription_event'), "10.000000000000\t9.500000000000\t2025-01-13\t2025-01-31\t2025-02-07", 'companies: a subscription';

$r = twice('5 1 3 0 1', 'cash-dividends: the same provents, known from the other list', 'cash-dividends', "$files/GetListedCashDividends_CLUZ.json");
is $t->sql('select symbol, gross, pay_day from distribution where record_day < \'2010-01-01\''), "CLUZ4\t0.000170000000\t", 'cash-dividends: quoted for 1,000 shares';
is $t->sql('select count(*) from distribution where pay_day is not null'), 3, 'cash-dividends: payment dates stay';
spew("$dir/lista.json", '{"results":[]}');
refused_like(qr/--issuer/, 'cash-dividends of nobody', 'cash-dividends', "$dir/lista.json");

# The calendar grows: the ex day moves, and the event stays a single one.
spew("$dir/more.txt", "2025-01-13\n");
load('holidays', '--calendar', 'b3', "$dir/more.txt");
load('companies', "$files/companies.json");
is $t->sql(q(select ex_day from corporate_event where record_day = '2025-01-10')), '2025-01-14', 'an ex day that moved replaces the old one';

# ---- crypto ----

twice('3 2 0 1 0', 'klines: the candle that is not over is left out', 'klines', "$files/USDTBRL_1d.json");
is $t->sql(q(select symbol, day, close, turnover from quote where venue = 'crypto' order by day)),
	"USDT\t2025-01-01\t6.150000000000\t6150.00000000\nUSDT\t2025-01-02\t6.273000000000\t5600.00000000", 'klines: a pair in reais is a price of its first half';
is $t->sql('select rate, at, change_pct from usdt'), "6.273000000000\t2025-01-02 23:59:59.999+00\t2.00000000", 'klines: the live pair, with the change between two candles';
twice('2 2 0 0 0', 'klines, CSV in microseconds', 'klines', "$files/BTCBRL-1d-2025-01.csv");
is $t->sql(q(select min(day), max(close) from quote where symbol = 'BTC')), "2025-01-01\t590000.000000000000", 'klines: days';
spew("$dir/USDTBRL_err.json", '{"code":-1121,"msg":"Invalid symbol."}');
refused_like(qr/Invalid symbol/, 'klines, an error of the service', 'klines', "$dir/USDTBRL_err.json");

my $versions = $t->sql(q(select version from market_version where family <> 'rate' order by family));
twice('1 1 0 0 0', 'usdt', 'usdt', "$files/usdt.json");
is $t->sql('select rate, at, change_pct from usdt'), "6.198000000000\t2025-01-03 15:59:50.123+00\t0.19400000", 'usdt: rate, moment and change of 24 hours';
is $t->sql(q(select version from market_version where family <> 'rate' order by family)), $versions, 'usdt: the live rate outdates nothing else';
is counts(load('klines', "$files/USDTBRL_1d.json")), '3 0 2 1 0', 'an older candle';
is $t->sql('select rate from usdt'), '6.198000000000', 'does not undo the newer rate';

# ---- prices as CSV ----

twice('2 2 0 0 0', 'ohlc, Stooq', 'ohlc', '--symbol', 'ACMX', '--type', 'us', "$files/stooq.csv");
is $t->sql(q(select asset_type, currency from instrument where symbol = 'ACMX')), "us\tUSD", 'ohlc: the symbol becomes known';
twice('3 2 0 1 0', 'ohlc, Yahoo: a row of null', 'ohlc', '--symbol', 'CLUZ4.SA', "$files/yahoo.csv");
is $t->sql(q(select venue, day, close, volume from quote where symbol = 'CLUZ4' order by day desc limit 1)), "b3\t2025-01-06\t10.500000000000\t1100.00000000",
	'ohlc: Close, not Adj Close';
is counts(load('ohlc', '--symbol', 'CLUZ4.SA', "$files/yahoo_2017.csv")), '3 1 2 0 0', 'ohlc, Yahoo of 2017, descending, columns in another order';
twice('2 2 0 0 0', 'ohlc, yfinance names its symbol', 'ohlc', "$files/yfinance.csv");
is $t->sql(q(select symbol, close from quote where venue = 'index' order by day limit 1)), "VIX\t17.930000310000", 'ohlc: an index, rounded to 8 places';
refused_like(qr/--symbol/, 'ohlc without a symbol', 'ohlc', "$files/stooq.csv");
spew("$dir/no_close.csv", "Date,Open\n2025-01-02,1\n");
refused_like(qr/falta a coluna close/, 'ohlc without its column', 'ohlc', '--symbol', 'X', "$dir/no_close.csv");

# ---- our own formats ----

$r = twice('5 3 0 0 2', 'instruments', 'instruments', "$files/instruments.csv");
is_deeply [refusals($r)], ['5: o tipo não é um dos que têm cotação (stock, fii, etf, bdr, us, option …): BADX3,share,Tipo errado,,,,,,,',
	'6: CNPJ inválido: BADY3,stock,CNPJ errado,,33.000.167/0001-02,,,,,'], 'instruments: rows and reasons';
is Encode::decode('UTF-8', $t->sql(q(select venue, symbol, name, currency, strike, expiry, typed from instrument where typed order by symbol))), join("\n",
	"us\tACMX\tAcme Corporation\tUSD\t\t\tt", "b3\tCLUZA100\t\tBRL\t10.500000000000\t2025-01-17\tt", "b3\tKNOB11\tFundo Maçaneta\tBRL\t\t\tt"),
	'instruments: what was typed';
refused_like(qr/linha 5: o tipo/, 'instruments when strict', 'instruments', '--strict', "$files/instruments.csv");

$r = twice('6 4 0 0 2', 'events', 'events', "$files/events.csv");
is_deeply [refusals($r)], ['6: o ratio de uma bonificação é maior que 1 (5 % é 1.05): CLUZ3;stock;bonificacao;2023-06-02;;;0,1;;;',
	'7: o evento não é split, grouping, bonus, dividend, jcp, yield, interest, amortization nem capital_return: CLUZ3;stock;festa;2023-06-02;;;;;;'], 'events: rows and reasons';
is $t->sql(q(select venue, symbol, kind, ex_day, ratio_n, ratio_d, unit_cost from corporate_event where source = 'typed' order by symbol)),
	"us\tACMX\tsplit\t2025-01-06\t3\t1\t\nb3\tCLUZ3\tbonus\t2023-05-02\t11\t10\t11.700000000000", 'events: a split abroad, a bonus with its cost';
is $t->sql(q(select venue, symbol, kind, ex_day, pay_day, gross, tax_pct from distribution where source = 'typed' order by symbol)),
	"us\tACMX\tdividend\t2025-01-03\t2025-01-15\t0.260000000000\t30.00000000\nb3\tKNOB11\tyield\t2025-01-02\t2025-01-14\t1.100000000000\t", 'events: provents';
is $t->sql(q(select count(*) from symbol_version where symbol in ('ACMX', 'KNOB11', 'CLUZ3'))), 3, 'events: stamp their symbols';

spew("$dir/typed.csv", "symbol,event,ex_date,pay_date,amount\nCLUZ3,jcp,2024-12-26,2025-01-16,0.36974\n");
twice('1 1 0 0 0', 'events: a provent that the exchange lists too', 'events', "$dir/typed.csv");
load('companies', "$files/companies.json");
load('cash-dividends', "$files/GetListedCashDividends_CLUZ.json");
is $t->sql(q(select pay_day, gross, source from distribution where symbol = 'CLUZ3' and kind = 'jcp')), "2025-01-16\t0.369740000000\ttyped", 'is one provent, as it was typed';

$r = twice('2 1 0 0 1', 'successions', 'successions', "$files/successions.csv");
is $t->sql('select from_symbol, to_symbol, day, ratio_n, ratio_d, cash_per_share, source from succession'),
	"VELH3\tCLUZ3\t2025-01-03\t1\t4\t1.500000000000\ttyped", 'successions: a merger, ratio and cash';
spew("$dir/circle.csv", "from,to,date\nCLUZ3,VELH3,2025-02-03\n");
refused_like(qr/voltam a ele mesmo/, 'successions in a circle', 'successions', "$dir/circle.csv");
is $t->sql('select count(*) from succession'), 1, 'successions: and nothing of them stays';
spew("$dir/quotes.csv", "from,to,date\n\"VELH4\",\"CLUZ4,2025-01-03\n\xff\xfe,X,2025-01-03\n");
is_deeply [refusals(load('successions', "$dir/quotes.csv"))], ['2: aspas que não fecham ou células demais', '3: não é UTF-8 (byte 0): ÿþ'], 'quotes that do not close, invalid text';

is $t->lastro('compute', 'prices', '--verify')->{status}, 0, 'the rows derived by all loads equal those derived from the quotes';
is $t->lastro('db', 'check')->{status}, 0, 'every statement prepares';
done_testing;
