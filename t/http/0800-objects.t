#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Objects: accepted and refused lines of the loader, resolution over HTTP with the worked cases, one object,
# suggestions; tickers by date.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use Test::More;
use Lastro::Objects qw(object relation observation load_lines write_lines);
use Lastro::Tenants qw(account);
use Lastro::Test qw(shared_dir slurp);

my $t = Lastro::Test->new;
my $ana = account($t);
my $key = $ana->{user_key};

sub url { my ($path, @query) = @_; my @q; while (my ($k, $v) = splice @query, 0, 2) { utf8::encode($v); $v =~ s/([^A-Za-z0-9._~-])/sprintf '%%%02X', ord $1/ge; push @q, "$k=$v" } return $path . (@q ? '?' . join('&', @q) : '') }
sub get { my ($path, @query) = @_; return $t->get(url("/v1/objects/$path", @query), key => $key) }
sub best { return join ' ', map { ($_->{best_id} // 'null') . "/$_->{reason}" } @{ get('resolve', q => @_)->json->{meta}{queries} } }
sub ids { return join ' ', map { $_->{id} } @{ get(@_)->json->{data} } }

# ---- the loader ----

my $r = load_lines($t,
	object('company:petro', name => 'PETRÓLEO BRASILEIRO S.A. PETROBRAS', aliases => ['PETROBRAS'], keys => [[cnpj => '33.000.167/0001-01'], [cvm_code => '9512']]),
	object('equity_security:PETR4', name => 'PETROBRAS PN', keys => [[ticker => 'PETR4'], [isin => 'BRPETRACNPR6']]),
	object('company:novo', name => 'EMPRESA DE LETRAS LTDA', keys => [[cnpj => '12.ABC.345/01DE-35']]),
	relation('company:petro', issued => 'equity_security:PETR4'),
	observation('equity_security:PETR4', close => '2026-11-19', '31.5', filed_at => '2026-11-19'));
is "$r->{read} $r->{written} $r->{refused}", '5 5 0', 'lines of all three forms are accepted';
$r = load_lines($t, object('company:petro', name => 'PETRÓLEO BRASILEIRO S.A. PETROBRAS', aliases => ['PETROBRAS'], keys => [[cnpj => '33.000.167/0001-01'], [cvm_code => '9512']]));
is "$r->{written} $r->{unchanged}", '0 1', 'and again nothing is written';

my @bad = (
	'not json', '[]', '{"thing": {}}', '{"object": {}, "relation": {}}',
	object('company:x', name => ''), object('company:x', name => "a\nb"), object('fund:x', name => 'A', kind => 'company'),
	object('company:a/b', name => 'A'), object('company:x', name => 'A', subkind => 'fii'), object('company:x', name => 'A', kind => 'firm'),
	object('company:x', name => 'A', keys => [[cnpj => '33.000.167/0001-02']]), object('company:x', name => 'A', keys => [[isin => 'BRPETRACNPR7']]),
	object('company:x', name => 'A', keys => [[ticker => '%%%']]), object('company:x', name => 'A', colour => 'blue'),
	object('company:x', name => 'A', keys => [[ticker => 'A', '2026-01-01', '2026-01-01']]),
	object('company:other', name => 'Another', keys => [[cnpj => '33000167000101']]),
	relation('company:petro', likes => 'company:novo'), relation('company:petro', issued => 'company:petro'), relation('company:petro', issued => 'company:none'),
	observation('company:petro', close => '2026-01-01', 1), observation('company:petro', equity => '2026-02-30', 1), observation('company:petro', equity => '2026-01-01', 'many'),
	observation('company:petro', equity => '2026-01-01', 1, unit => 'USD'), observation('company:none', equity => '2026-01-01', 1),
);
$r = load_lines($t, @bad, object('company:good', name => 'Boa'));
my @typed = (
	# an object of another type is not a missing object
	[object('company:x', name => 'A', subkind => 7), 'subkind: não é um texto'], [object('company:x', name => ['A']), 'name: não é um texto'],
	[object('company:x', name => 'A', keys => [[cvm_code => { n => 1 }]]), 'value: não é um texto'], [object('company:x', name => 'A', aliases => 'B'), 'aliases: uma lista de até 100'],
	[object('company:x', name => 'A', aliases => [undef]), 'aliases: nomes de 1 a 300 letras'], [object('company:x', name => 'A', aliases => [1]), 'aliases: nomes de 1 a 300 letras'],
	['{"object":{"id":"company:x","kind":"company","name":"A","keys":[7]}}', 'keys: uma lista de objetos'],
	['{"object":{"id":"company:x","kind":"company","name":"A","keys":{}}}', 'keys: uma lista de até 100'],
	['{"object":{"id":"company:x","kind":"company","name":"A","keys":[{"type":"ticker","value":"A","since":20200101}]}}', 'since: não é uma data AAAA-MM-DD'],
	['{"relation":{"subject":"company:petro","verb":"issued","object":"company:novo","until":false}}', 'until: não é uma data AAAA-MM-DD'],
	[observation('company:petro', equity => '2026-01-01', 1, source => 1), 'source: não é um texto'], [observation('company:petro', equity => '2026-01-01', 1, revision => [1]), 'revision: não é um número'],
	[observation('company:petro', equity => '2026-01-01', 1, revision => ''), 'revision: não é um número'], [observation('company:petro', equity => '2026-01-01', 1, revision => 1.5), 'revision: inteiro de 0 a 1000000'],
	[observation('company:petro', equity => '2026-01-01', 1, filed_at => { day => 1 }), 'filed_at: não é uma data AAAA-MM-DD'],
	['{"observation":{"object":"company:petro","measure":"equity","unit":"BRL","base_date":"2026-01-01","value":true}}', 'value: não é um número'],
	# texts that would be truncated, or violate a constraint, are refused before
	['{"object":{"id":"company:x","kind":"company","name":"A\\u0000B"}}', undef], ['{"object":{"id":"company:a\\u000bb","kind":"company","name":"A"}}', undef],
	['{"object":{"id":"company:a\\u00a0b","kind":"company","name":"A"}}', undef], ['{"object":{"id":"company:a\\u2003b","kind":"company","name":"A"}}', undef],
	['{"object":{"id":"company:x","kind":"company","name":"A","name":"B"}}', undef], ['{"object":{"id":"company:' . 'é' x 60 . '","kind":"company","name":"A"}}', undef],
);
{
	my $all = load_lines($t, map { $_->[0] } @typed);
	my %said = map { $_->{line} => $_->{reason} } @{ $all->{refusals} };
	is "$all->{read} $all->{refused} $all->{written}", @typed . ' ' . @typed . ' 0', 'members of another type refuse their line' or diag explain $all;
	for (0 .. 19) {	# the number of shown refusals
		is $said{ $_ + 1 }, $typed[$_][1], "line " . ($_ + 1) . ": and its reason names the member" if $typed[$_][1] && defined $said{ $_ + 1 };
	}
}
is "$r->{read} $r->{refused} $r->{written}", (@bad + 1) . ' ' . @bad . ' 1', 'bad lines are refused one by one, good ones are loaded';
$r = load_lines($t, object('company:other', name => 'Another', keys => [[cnpj => '33000167000101']]));
like $r->{refusals}[0]{reason}, qr/já é de company:petro/, 'a tax id of another object names that object';
is $t->sql(q(select count(*) from object where id in ('company:x', 'company:other'))), '0', 'and nothing of them is there';

my $strict = $t->lastro('load', '--strict', 'objects', write_lines($t, $bad[0]));
is $strict->{status}, 1, 'strict: one bad line refuses the file';

# ---- by date ----

load_lines($t,
	object('equity_security:velho', name => 'VELHA ON', keys => [[ticker => 'ABCD3', undef, '2015-06-01'], [ticker => 'XYZW3', '2015-06-01']]),
	object('equity_security:novo', name => 'NOVA ON', keys => [[ticker => 'ABCD3', '2018-01-01']]),
	object('equity_security:morto', name => 'MORTA ON', keys => [[ticker => 'MORT3', undef, '2012-01-01']]),
	object('fund:a', name => 'Homônimo Fundo de Investimento', subkind => 'fii'), object('fund:b', name => 'Fundo de Investimento Homônimo'),
	object('service_provider:bb', name => 'BB GESTÃO DE RECURSOS', keys => [[cnpj => '30.822.936/0001-69']]),
	relation('service_provider:bb', administers => 'fund:a', since => '2020-01-01', until => '2024-01-01'), relation('service_provider:bb', administers => 'fund:b'));
$t->start_pool(env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

is best('ABCD3'), 'equity_security:novo/exact_key', 'a recycled ticker is its holder of today';
is best('ABCD3', at => '2014-01-01'), 'equity_security:velho/exact_key', 'at: its holder then';
is best('ABCD3', at => '2016-01-01'), 'null/no_match', 'between the two it was unused';
is best('XYZW3'), 'equity_security:velho/exact_key', 'the renamed paper by its new ticker';
is best('MORT3'), 'equity_security:morto/exact_key', 'a dead ticker still resolves';
is best('MORT3', at => '2013-01-01'), 'null/no_match', 'but not on a day on which it was dead';

# ---- verdicts ----

is best('homonimo'), 'null/fuzzy_needs_confirmation', 'a part of a name is not an identity';
is best('homonimo investimento fundo'), 'null/ambiguous_name', 'homonyms identify nothing';
is best('homonimo investimento fundo', subkind => 'fii'), 'fund:a/exact_name', 'a subkind distinguishes them';
is best('homonimo investimento fundo', kind => 'company'), 'null/no_match', 'another kind has none';
is best('petrobraz'), 'null/fuzzy_needs_confirmation', 'a typing error is never identity';
is get('resolve', q => 'petrobraz')->json->{data}[0]{id}, 'company:petro', 'but finds the object';
is get('resolve', q => 'petrobraz')->json->{data}[0]{features}{corrected}{to}, 'petrobras', 'and shows the resolved object';
is best('33000167000101|33.000.167/0001-01|9512|brpetracnpr6|12.abc.345/01de-35'),
	'company:petro/exact_key company:petro/exact_key company:petro/exact_key equity_security:PETR4/exact_key company:novo/exact_key', 'keys in any spelling';
my $wrong = get('resolve', q => '33000167000102|00000000000191|BRPETRACNPR7|PETR9')->json->{meta}{queries};
is join(' ', map { ($_->{key_form} // '-') . '/' . ($_->{check_digit} // '-') . "/$_->{reason}" } @$wrong),
	'cnpj/wrong/no_match cnpj/right/no_match isin/wrong/no_match -/-/no_match', 'a wrong check digit differs from an unknown id';

# ---- refusals ----

for (['', 'q'], ['?q=', 'q'], ['?q=a||b', 'q'], ['?q=' . join('|', ('a') x 21), 'q'], ['?q=' . 'a' x 201, 'q'], ['?q=a&limit=0', 'limit'], ['?q=a&limit=51', 'limit'],
	['?q=a&kind=firm', 'kind'], ['?q=a&kind=company&subkind=fii', 'subkind'], ['?q=a&at=2026-02-30', 'at'], ['?q=a&colour=blue', 'colour']) {
	my $x = $t->get('/v1/objects/resolve' . $_->[0] =~ s/\|/%7C/gr, key => $key);
	is $x->status . ' ' . ($x->json->{details}{parameter} // ''), "400 $_->[1]", "resolve$_->[0] is refused" =~ s/a{30,}/a…/r;
}
is $t->get('/v1/objects/resolve?q=a')->status, 401, 'without a credential nothing is answered';

# ---- one object, measures, suggestions ----

my $one = get('service_provider:bb')->json;
is "$one->{kind} $one->{keys}[0]{type} $one->{keys}[0]{value}", 'service_provider cnpj 30822936000169', 'an object with its keys';
is_deeply $one->{relations}, [{ verb => 'administers', direction => 'out', count => 1 }], 'relations of today are counted';
is get('equity_security:PETR4')->json->{measures}[0]{last}, '31.5', 'the last observation of each measure';
is get('equity_security:velho')->json->{keys}[0]{until}, '2015-06-01', 'keys carry their periods';
is get('company:nobody')->status . get('company:nobody')->json->{details}{code}, '404object_not_found', 'an unknown id is 404';
my ($close) = grep { $_->{id} eq 'close' } @{ get('measures')->json->{data} };
is "$close->{unit} $close->{frequency} @{ $close->{kinds} }", 'BRL daily equity_security fund index crypto_asset', 'the catalogue of measures';
is ids('suggest', q => 'petr'), 'equity_security:PETR4 company:petro', 'keys that begin so, then names';
is ids('suggest', q => 'empresa de le'), 'company:novo', 'the beginning of a name';
is ids('suggest', q => 'letras emp'), 'company:novo', 'words before the last one, in any order';
is ids('suggest', q => 'p') =~ s/ .*//r, 'equity_security:PETR4', 'one letter is a beginning, too';
is ids('suggest', q => 'petr', kind => 'company'), 'company:petro', 'of one kind';
is get('suggest', q => 'petr', limit => 21)->status, 400, 'at most 20';

# ---- section 14 of the worked cases ----

SKIP: {
	my $shared = shared_dir();
	skip 'no folder of cases', 1 unless $shared && -e "$shared/cases/14-resolve.json";
	for my $case (@{ JSON::PP->new->utf8->decode(slurp("$shared/cases/14-resolve.json"))->{cases} }) {
		my $own = Lastro::Test->new;
		my %id = map { $_->{id} => "$_->{kind}:" . ($_->{id} =~ s/^\w+://r) } @{ $case->{inputs}{objects} };
		my $plain = sub { my ($v) = @_; return $v =~ m{^\d\d\.\d{3}\.\d{3}/} ? $v =~ s/\D//gr : $v };	# tax ids are shown without punctuation
		load_lines($own, map { my $o = $_; object($id{ $o->{id} }, name => $o->{name}, $o->{aliases} ? (aliases => $o->{aliases}) : (),
			$o->{subkind} ? (subkind => $o->{subkind}) : (), keys => [map { [$_->{type}, $_->{value}] } @{ $o->{keys} }]) } @{ $case->{inputs}{objects} });
		$own->start_pool(env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
		my $got = $own->get(url('/v1/objects/resolve', q => $case->{inputs}{q}), key => account($own)->{user_key})->json;
		my @want = @{ $case->{expected}{data} };

		is scalar @{ $got->{data} }, scalar @want, "$case->{id}: as many candidates";
		for my $i (0 .. $#want) {
			my ($w, $g) = ($want[$i], $got->{data}[$i]);
			is join('|', map { $_ // 'null' } @$g{qw(query id kind subkind name match_kind matched_key_type matched_key_value confidence)}),
				join('|', map { $_ // 'null' } $w->{query}, $id{ $w->{id} }, @$w{qw(kind subkind name match_kind matched_key_type)},
					$plain->($w->{matched_key_value}), $w->{confidence}), "$case->{id}: candidate $i";
			cmp_ok abs($g->{score} - $w->{score}), '<=', 0.0001, "$case->{id}: its score";
		}
		is_deeply [map { [$_->{q}, $_->{best_id}, "$_->{candidates}", $_->{reason}] } @{ $got->{meta}{queries} }],
			[map { [$_->{q}, $_->{best_id} && $id{ $_->{best_id} }, "$_->{candidates}", $_->{reason}] } @{ $case->{expected}{meta}{queries} }], "$case->{id}: verdicts";
	}
}

done_testing();
