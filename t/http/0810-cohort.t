#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Cohorts as known on a day, pages while observations are being loaded, and traversals.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use Test::More;
use Lastro::Objects qw(object relation observation load_lines);
use Lastro::Tenants qw(account);
use Lastro::Test qw(shared_dir slurp);

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my $of = $t;

sub url { my ($path, @query) = @_; my @q; while (my ($k, $v) = splice @query, 0, 2) { utf8::encode($v); $v =~ s/([^A-Za-z0-9._~-])/sprintf '%%%02X', ord $1/ge; push @q, "$k=$v" } return $path . (@q ? '?' . join('&', @q) : '') }
sub get { my ($path, @query) = @_; return $t->get(url("/v1/objects/$path", @query), key => $key) }
sub cohort { return get('cohort', @_)->json }
# values() - "id=value" in the order of the answer, ids without the kind.
sub values_of { return join ' ', map { ($_->{id} =~ s/^\w+://r) . "=$_->{value}" } @{ $_[0]{data} } }
sub refused { my ($want, @query) = @_; my $r = get(@query); return is $r->status . ' ' . ($r->json->{details}{parameter} // $r->json->{details}{code} // ''), $want, "@query is refused" }

# ---- restatements, in every order ----

# The filings of one company by quarter.
my @filings = (['2025-03-31', 100, '2025-05-10'], ['2025-03-31', 110, '2025-08-01'], ['2025-03-31', 105, '2025-08-01', 1],
	['2025-06-30', 120, '2025-08-10'], ['2025-06-30', 90, '2026-02-01'], ['2025-09-30', 130, undef]);
my @orders = ([0 .. 5], [5, 4, 3, 2, 1, 0], [2, 0, 4, 1, 5, 3], [3, 5, 1, 4, 0, 2], [1, 2, 0, 5, 3, 4]);
my @companies = map { "company:c$_" } 0 .. $#orders;

load_lines($t, map { object($_, name => "Empresa $_") } @companies);
for my $step (0 .. $#filings) {
	load_lines($t, map { my $f = $filings[$orders[$_][$step]]; observation($companies[$_], equity => $f->[0], $f->[1],
		$f->[2] ? (filed_at => $f->[2]) : (), $f->[3] ? (revision => $f->[3]) : ()) } 0 .. $#orders);
}
$t->start_pool(env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

my @known = (
	# at, availability, what was known
	['2026-11-20', 'unknown', '130'],	# the newest base date, with any filing day
	['2026-11-20', 'filed', '90'],		# without unfiled observations
	['2026-01-31', 'filed', '120'],		# before the restatement of June
	['2025-08-05', 'filed', '105'],		# of two filings on one day the later revision
	['2025-07-31', 'filed', '100'],
	['2025-08-05', 'unknown', '90'],	# by base date alone: the last filing of June, with any day
	['2025-05-09', 'filed', ''],
);
for (@known) {
	my ($at, $availability, $want) = @$_;
	is values_of(cohort(kind => 'company', measure => 'equity', at => $at, availability => $availability, limit => 10)),
		join(' ', map { $want eq '' ? () : "c$_=$want" } 0 .. $#orders), "at $at, $availability: the same in any order of loading";
}
is values_of(cohort(kind => 'company', measure => 'equity', reduce => 'sum', since => '2025-01-01', availability => 'filed')),
	join(' ', map { "c$_=195" } 0 .. $#orders), 'a window counts each base date once, by its last filing';

# A correction of the same filing replaces it.
load_lines($t, observation('company:c0', equity => '2025-09-30', 131));
is values_of(cohort(kind => 'company', measure => 'equity', limit => 1)), 'c0=131', 'a corrected value counts';
is $t->sql(q(select count(*) from object_observation where superseded < 9223372036854775807)), '1', 'and the replaced value is stored';

# ---- reducers, cuts, plausibility ----

load_lines($t,
	object('fund:a', name => 'A', subkind => 'fii'), object('fund:b', name => 'B', subkind => 'fii'), object('fund:c', name => 'C'),
	(map { observation('fund:a', net_worth => "2026-0$_-28", $_ * 10) } 1 .. 4), observation('fund:b', net_worth => '2026-01-28', -40),
	observation('fund:b', net_worth => '2026-04-28', 20), observation('fund:c', net_worth => '2026-04-28', 5),
	(map { observation('fund:a', occupancy => "2026-0$_-28", (undef, 90, 950, 92, 94)[$_]) } 1 .. 4), observation('fund:b', occupancy => '2026-04-28', 80),
	(map { observation('fund:c', turnover => "2026-0$_-10", (undef, 1000, 1100, 900, 1200000, 1050, 980, 1)[$_]) } 1 .. 7));
my @f = (kind => 'fund', at => '2026-10-01');
is values_of(cohort(@f, measure => 'net_worth')), 'a=40 b=20 c=5', 'last, the largest first';
is values_of(cohort(@f, measure => 'net_worth', order => 'asc')), 'c=5 b=20 a=40', 'or the smallest';
# Of 5, 20, 40: a quarter of the way is between 5 and 20, three quarters between 20 and 40.
for my $order (qw(asc desc)) {
	my $all = cohort(@f, measure => 'net_worth', order => $order);
	is_deeply { map { ($_->{id} => $_->{below_pct}) } @{ $all->{data} } }, { 'fund:a' => '66.67', 'fund:b' => '33.33', 'fund:c' => '0.00' }, "$order: what part is below each";
	is_deeply [map { $_ + 0 } @{ $all->{meta}{distribution} }{qw(rows lower_quartile median upper_quartile)}], [3, 12.5, 20, 30], 'and the quartiles';
}
is cohort(@f, measure => 'net_worth', where => 'net_worth:gt:1000')->{meta}{distribution}, undef, 'of nobody there is none';
# Four of 130 and one of 131, a page at a time: none of the four is below another.
for (['desc', 'c0=80.00 c1=0.00 c2=0.00 c3=0.00 c4=0.00'], ['asc', 'c1=0.00 c2=0.00 c3=0.00 c4=0.00 c0=80.00']) {
	my ($order, $want) = @$_;
	my ($cursor, @told);
	do {
		my $page = cohort(kind => 'company', measure => 'equity', order => $order, limit => 2, ($cursor ? (cursor => $cursor) : ()));
		push @told, map { ($_->{id} =~ s/^\w+://r) . "=$_->{below_pct}" } @{ $page->{data} };
		is_deeply [map { $_ + 0 } @{ $page->{meta}{distribution} }{qw(rows lower_quartile median upper_quartile)}], [5, 130, 130, 130], 'of all pages';
		$cursor = $page->{meta}{next_cursor};
	} while ($cursor);
	is "@told", $want, "$order: equal ones have the same part below";
}
is values_of(cohort(@f, measure => 'net_worth', subkind => 'fii')), 'a=40 b=20', 'of a subkind';
is cohort(@f, measure => 'net_worth', subkind => 'fii')->{meta}{cohort_size}, '2', 'the denominator is of the subkind';
is values_of(cohort(@f, measure => 'net_worth', since => '2026-05-01')), '', 'last has a floor when since is given';
is values_of(cohort(@f, measure => 'net_worth', reduce => 'delta', since_from => '2026-01-31')), 'b=60 a=30', 'delta leaves out objects without one end';
is values_of(cohort(@f, measure => 'net_worth', reduce => 'pct_change', since_from => '2026-01-31')), 'a=300 b=150', 'percent over the size of a negative base';
is values_of(cohort(@f, measure => 'net_worth', reduce => 'avg', since => '2026-02-01')), 'a=30 b=20 c=5', 'a mean';
is values_of(cohort(@f, measure => 'net_worth', reduce => 'min', since => '2026-01-01')), 'a=10 c=5 b=-40', 'the least';
is values_of(cohort(@f, measure => 'net_worth', reduce => 'max', since => '2026-01-01')), 'a=40 b=20 c=5', 'the most';
is values_of(cohort(@f, measure => 'net_worth', reduce => 'count', since => '2026-01-01')), 'a=4 b=2 c=1', 'how many';
my $row = cohort(@f, measure => 'net_worth', reduce => 'count', since => '2026-01-01')->{data}[0];
is "$row->{unit} $row->{as_of_from} $row->{as_of} $row->{observations}", 'observações 2026-01-28 2026-04-28 4', 'a window says where it begins and ends';
is values_of(cohort(@f, measure => 'net_worth', where => 'occupancy:ge:90')), 'a=40', 'a cut by another measure';
is values_of(cohort(@f, measure => 'net_worth', where => 'net_worth:lt:30', where => 'net_worth:gt:-50:min', since => '2026-01-01')), 'b=20 c=5', 'several cuts, each with its reducer';
my $cut = cohort(@f, measure => 'net_worth', where => 'occupancy:ge:90')->{data}[0]{where}[0];
is "$cut->{measure} $cut->{op} $cut->{value} $cut->{as_of}", 'occupancy ge 94 2026-04-28', 'a row carries the value that it was cut by';
is values_of(cohort(@f, measure => 'occupancy', reduce => 'max', since => '2026-01-01')), 'a=950 b=80', 'an implausible value counts';
is values_of(cohort(@f, measure => 'occupancy', reduce => 'max', since => '2026-01-01', exclude_out_of_prior => 'true')), 'a=94 b=80', 'unless it is left out: beyond the bounds of the measure';
{
	load_lines($t, object('equity_security:x', name => 'X'), map { observation('equity_security:x', turnover => "2026-0$_-10", (undef, 1000, 1100, 900, 1200000, 1050, 980, 1)[$_]) } 1 .. 7);
	my @x = (kind => 'equity_security', measure => 'turnover', since => '2026-01-01');
	is values_of(cohort(@x, reduce => 'sum')), 'x=1205031', 'filed in thousands and in units';
	# The median of the others is 990 for the first five, 1000 for the outliers: 1200000 is above 300 times it, 1 below a 300th.
	is values_of(cohort(@x, reduce => 'sum', exclude_out_of_prior => 'true')), 'x=5030', 'of another scale than the others: left out';
	is values_of(cohort(@x, reduce => 'count', exclude_out_of_prior => 'true')), 'x=5', 'both of them';
	is values_of(cohort(@x, at => '2026-05-30', reduce => 'sum', exclude_out_of_prior => 'true')), 'x=1204050', 'fewer than six are not judged';
}

# ---- comparable values ----

{
	my @unit = (kind => 'equity_security', measure => 'close', at => '2026-06-01');
	my $r = load_lines($t, (map { object("equity_security:u$_", name => "U$_") } 1 .. 5),
		(map { observation("equity_security:u$_", close => '2026-05-04', $_ * 10) } 1 .. 3), (map { observation("equity_security:u$_", turnover => '2026-05-04', 500) } 1 .. 3),
		(map { observation("equity_security:u$_", close => '2026-05-04', $_ * 100, unit => 'USD') } 4, 5), observation('equity_security:u4', close => '2026-05-05', 800, unit => 'USD'),
		(map { observation("equity_security:u$_", turnover => '2026-05-04', 900 + $_, unit => 'USD') } 4, 5));
	is "$r->{written} $r->{refused}", '16 0', 'values of an object are in its own unit';
	$r = cohort(@unit, total => 'true');
	is values_of($r) . " $r->{meta}{total} $r->{meta}{unit}", 'u3=30 u2=20 u1=10 3 BRL', 'a cohort is of the unit that most have: no dollars among reais';
	is_deeply $r->{meta}{other_units}, { USD => 2 }, 'and the others are counted';
	$r = cohort(@unit, unit => 'USD', where => 'turnover:gt:904');
	is values_of($r) . " $r->{data}[0]{unit} $r->{data}[0]{where}[0]{unit}", 'u5=500 USD USD', 'unit asks for another, and a cut compares in theirs';
	is_deeply $r->{meta}{other_units}, { BRL => 3 }, 'of which those in reais are the others';
	is values_of(cohort(@unit, reduce => 'max', since => '2026-05-01', unit => 'USD')), 'u4=800 u5=500', 'a window is of one unit, too';
	$r = cohort(@unit, reduce => 'pct_change', since_from => '2026-05-04');
	is join(' ', map { "$_->{id}=$_->{value}$_->{unit}" } @{ $r->{data} }), 'equity_security:u4=100%', 'a change in percent is of no unit';
	is_deeply $r->{meta}{other_units}, {}, 'and has no others';
	is values_of(cohort(@unit, unit => 'EUR')), '', 'no object has the unit';
	is join(' ', map { $_->{unit} } grep { $_->{id} eq 'close' } @{ $t->get('/v1/objects/equity_security:u4', key => $key)->json->{measures} }), 'USD', 'the object says its unit';
	$r = load_lines($t, observation('equity_security:u4', close => '2026-05-06', 1), observation('equity_security:u1', close => '2026-05-06', 1, unit => 'USD'), observation('equity_security:u1', close => '2026-05-06', 11));
	is "$r->{written} $r->{refused} $r->{refusals}[0]{reason}", '1 2 outra unidade: close de equity_security:u4 é em USD', 'one object has one unit for a measure';
	my @days = map { sprintf '%d-%02d-%02d', 1980 + int($_ / 336), int($_ / 28) % 12 + 1, $_ % 28 + 1 } 0 .. 10_001;
	$r = load_lines($t, map { observation('equity_security:u4', close => $_, 1) } @days);
	is "$r->{written} $r->{refused}", '0 10002', 'however many lines of a file are in another';
	is values_of(cohort(@unit, unit => 'USD')), 'u4=800 u5=500', 'and its unit stays';
	refused('400 unit', 'cohort', @unit, unit => 'x' x 41);
	load_lines($t, object('company:u', name => 'U'));
	is load_lines($t, observation('company:u', equity => '2026-03-31', 1, unit => 'reais'))->{refused}, 1, 'money is in a currency';
}

# ---- pages while observations are loaded ----

load_lines($t, (map { object("index:i$_", name => "I$_") } 10 .. 39), map { observation("index:i$_", close => '2026-06-01', 100 + int($_ / 3)) } 10 .. 39);
my @page = (kind => 'index', measure => 'close', limit => 7, total => 'true');
my $whole = values_of(cohort(kind => 'index', measure => 'close'));
my $p = cohort(@page);
is $p->{meta}{total}, '30', 'the total is of all pages';
my ($read, $round) = (values_of($p), 0);
while (my $cursor = $p->{meta}{next_cursor}) {
	# Between pages: values are corrected, a new day and a new object are loaded.
	$round++;
	load_lines($t, (map { observation("index:i$_", close => '2026-06-01', 500 + $_ + $round) } 10 + $round .. 14 + $round),
		observation('index:i39', close => '2026-06-02', 1 + $round), object("index:new$round", name => 'N'), observation("index:new$round", close => '2026-06-01', 105));
	$p = cohort(@page, cursor => $cursor);
	$read .= ' ' . values_of($p);
}
is $read, $whole, 'pages neither repeat nor lose a row while observations are loaded';
isnt values_of(cohort(kind => 'index', measure => 'close')), $whole, 'a new query sees the new rows';
is get('cohort', @page, order => 'asc', cursor => cohort(@page)->{meta}{next_cursor})->status, 400, 'a cursor of another order is refused';

# ---- refusals ----

refused('400 kind', 'cohort', measure => 'close');
refused('400 measure', 'cohort', kind => 'fund');
refused('400 measure', 'cohort', kind => 'fund', measure => 'beauty');
refused('400 measure', 'cohort', kind => 'company', measure => 'close');
refused('400 since', 'cohort', kind => 'fund', measure => 'close', reduce => 'avg');
refused('400 since_from', 'cohort', kind => 'fund', measure => 'close', reduce => 'delta');
refused('400 since', 'cohort', kind => 'fund', measure => 'close', where => 'close:gt:1:sum');
refused('400 since', 'cohort', kind => 'fund', measure => 'close', at => '2026-01-01', since => '2026-01-02');
refused('400 where', 'cohort', kind => 'fund', measure => 'close', where => $_) for 'close', 'close:gt', 'close:near:1', 'close:gt:one', 'close:gt:1:median', 'close:gt:1:min:2', 'beauty:gt:1';
refused('400 where', 'cohort', kind => 'fund', measure => 'close', map { (where => 'close:gt:1') } 1 .. 9);
refused('400 expand', 'cohort', kind => 'fund', measure => 'close', expand => 'likes:in');
refused('400 cursor', 'cohort', kind => 'fund', measure => 'close', cursor => 'x');

# ---- traversals ----

load_lines($t, object('service_provider:p', name => 'P', keys => [[cnpj => '30822936000169']]), object('service_provider:q', name => 'Q'),
	(map { object("fund:f$_", name => "F$_") } 1 .. 4), (map { object("equity_security:s$_", name => "S$_", keys => [[ticker => "SSSS$_"]]) } 1 .. 3),
	(map { relation('service_provider:p', administers => "fund:f$_") } 1 .. 3), relation('service_provider:q', administers => 'fund:f4'),
	relation('service_provider:p', administers => 'fund:f4', until => '2025-01-01'),
	relation('fund:f1', holds => 'equity_security:s1'), relation('fund:f1', holds => 'equity_security:s2'), relation('fund:f2', holds => 'equity_security:s1'),
	relation('fund:f3', holds => 'equity_security:s1', since => '2026-06-01'), relation('fund:f3', holds => 'equity_security:s3', until => '2026-06-01'), relation('fund:f4', holds => 'equity_security:s3'));
sub reached { return join ' ', map { ($_->{id} =~ s/^\w+://r) . "=$_->{count}" } @{ get('traverse', @_)->json->{data} } }
my @holdings = (from => '30.822.936/0001-69', path => 'administers:out,holds:out');
is reached(@holdings), 's1=3 s2=1', 'holdings of an administrator\'s funds, by number of funds';
is reached(@holdings, at => '2026-01-01'), 's1=2 s2=1 s3=1', 'on a past day, all steps';
is reached(@holdings, at => '2024-06-01'), 's1=2 s3=2 s2=1', 'when another fund was its, too';
is reached(@holdings, return_at => 1), 'f1=2 f2=1 f3=1', 'the funds by how many papers they hold';
is reached(@holdings, return_at => 1, count_at => 0), 'f1=1 f2=1 f3=1', 'by another position';
is reached(@holdings, end_id => 'equity_security:s2', return_at => 1), 'f1=1', 'ending at one object';
is reached(@holdings, end_kind => 'fund'), '', 'ending at a kind that is not reached';
is reached(from => 'SSSS1', path => 'holds:in,administers:in'), 'p=3', 'inwards';
is reached(from => 'SSSS2', path => 'holds:in,holds:out,holds:in'), 'f1=2 f2=1 f3=1', 'three steps: by the papers in between';
my $first = get('traverse', @holdings, limit => 1, total => 'true')->json;
is "$first->{meta}{total} $first->{meta}{subject}{id} $first->{data}[0]{as_of}", '2 service_provider:p 2026-11-20', 'total, subject and day';
is reached(@holdings, limit => 1, total => 'true', cursor => $first->{meta}{next_cursor}), 's2=1', 'the next page';
refused('400 path', 'traverse', from => 'SSSS1', path => $_) for 'holds', 'likes:in', 'holds:up', 'holds:in,holds:in,holds:in,holds:in', 'holds:in,,holds:in';
refused('400 return_at', 'traverse', from => 'SSSS1', path => 'holds:in', return_at => 2);
refused('404 object_not_found', 'traverse', from => 'NADA3', path => 'holds:in');
my $expanded = cohort(kind => 'fund', measure => 'net_worth', at => '2026-11-20', expand => 'administers:in', limit => 1)->{data}[0];
is $expanded->{expand}, undef, 'no relation: expand is null';
load_lines($t, relation('service_provider:q', administers => 'fund:a', since => '2024-01-01'), relation('service_provider:p', administers => 'fund:a', since => '2025-01-01'));
$expanded = cohort(kind => 'fund', measure => 'net_worth', expand => 'administers:in', limit => 1)->{data}[0]{expand};
is "$expanded->{id} $expanded->{since} $expanded->{count}", 'service_provider:p 2025-01-01 2', 'the newest object linked, and how many there are';

# ---- limits of a query ----

# Inserts directly: 800 objects whose daily closes since 1900 may be more than 25 million; 28,000 whose nine measures are
# over 250,000; 80 funds that hold 80 papers each, with 512,000 paths of three steps.
$t->sql(q(insert into object (no, id, kind, name, anchor_type, anchor_value, source)
	select 100000 + i, 'crypto_asset:m' || i, 'crypto_asset', 'M', 'code', 'M', 'typed' from generate_series(1, 28000) i
	union all select 200000 + i, case when i <= 80 then 'fund:w' else 'equity_security:w' end || i, case when i <= 80 then 'fund' else 'equity_security' end, 'W', 'code', 'W', 'typed'
	  from generate_series(1, 160) i;
	insert into object_relation (subject_no, verb, object_no, source) select 200000 + f, 'holds', 200080 + p, 'typed' from generate_series(1, 80) f, generate_series(1, 80) p));
my @many = (kind => 'crypto_asset', measure => 'close');
is get('cohort', @many)->status, 200, '28,000 objects by one measure';
refused('422 cohort_too_large', 'cohort', @many, map { (where => "close:gt:$_") } 1 .. 8);
refused('422 cohort_too_large', 'cohort', @many, exclude_out_of_prior => 'true');
refused('422 cohort_too_large', 'cohort', @many, reduce => 'avg', since => '2020-01-01');
is get('cohort', @many, reduce => 'avg', since => '2026-01-01')->status, 200, 'but not a window of less than a year';
like get('cohort', @many, reduce => 'avg', since => '2020-01-01')->json->{detail}, qr/ 48664000 observações; cabem 25000000\./, 'and the refusal says how much it is';
refused('422 traversal_too_large', 'traverse', from => 'fund:w1', path => 'holds:out,holds:in,holds:out');
is get('traverse', from => 'fund:w1', path => 'holds:out,holds:in', total => 'true')->json->{meta}{total}, '80', 'of two steps there are 6,400, which are walked';

# ---- section 13 of the worked cases ----

SKIP: {
	my $shared = shared_dir();
	skip 'no folder of cases', 1 unless $shared && -e "$shared/cases/13-cohort.json";
	for my $case (@{ JSON::PP->new->utf8->decode(slurp("$shared/cases/13-cohort.json"))->{cases} }) {
		my $own = Lastro::Test->new;
		my ($in, $want) = @$case{qw(inputs expected)};
		load_lines($own, map { my $o = $_; (object("company:$o->{id}", name => $o->{id}),
			map { observation("company:$o->{id}", equity => $_->{date}, $_->{value}, filed_at => $_->{filed_at}) } @{ $o->{obs} }) } @{ $in->{objects} });
		$own->start_pool(env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
		my $got = $own->get(url('/v1/objects/cohort', kind => 'company', measure => 'equity',
			map { defined $in->{$_} ? ($_ => $in->{$_}) : () } qw(reduce at since since_from availability)), key => account($own)->{user_key})->json;
		is_deeply [map { [$_->{id} =~ s/^company://r, 0 + $_->{value}, $_->{as_of}, $_->{as_of_from}, 0 + $_->{observations}] } @{ $got->{data} }],
			[map { [@$_{qw(id value as_of as_of_from observations)}] } @{ $want->{rows} }], "$case->{id}: $case->{title}";
		is $got->{meta}{cohort_size}, $want->{meta}{cohort_size}, "$case->{id}: the denominator";
	}
}

done_testing();
