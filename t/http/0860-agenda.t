#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The agenda: payments by ex date, macro events, releases of results, which are estimates until the company announces
# them; for all, for a portfolio with amounts, and as a calendar.

use strict;
use warnings;
use utf8;
use Encode ();
use Test::More;
use Lastro::Market qw(provent);
use Lastro::Tenants qw(account);
use Lastro::Test qw(spew run_command);

my $t = Lastro::Test->new;
my %now = (env => { LASTRO_NOW => '2026-03-10T15:00:00Z' });
my $dir = $t->dir;

sub counts { my ($r) = @_; return join ' ', map { $r->{$_} } qw(read written unchanged ignored refused) }
sub load {
	my ($source, @lines) = @_;

	spew("$dir/$source.csv", join '', map { Encode::encode('UTF-8', "$_\n") } @lines);
	return $t->lastro_json(\%now, 'load', $source, "$dir/$source.csv");
}

# ---- loading ----

my @macro = ('key,when,what,why,tag,status',
	'copom-03,2026-03-18T21:30:00Z,Decisão do Copom,"Define a meta; muda o CDI, e os títulos",juros,',
	'ipca-02,2026-03-10,IPCA de fevereiro,Inflação oficial,inflação,previsto', 'pib,2026-04-09,PIB,Contas nacionais,atividade,cancelado',
	'longe,2026-06-09,Longe,x,x,', 'ontem,2026-03-09,Ontem,x,x,', 'ruim,amanhã,x,x,x,', 'ruim2,2026-03-11,,x,x,', 'ruim3,2026-03-11,x,x,x,talvez');
is counts(load('macro-calendar', @macro)), '8 5 0 0 3', 'macro calendar';
is counts(load('macro-calendar', @macro)), '8 0 5 0 3', 'and again nothing';
my @results = ('ticker,reference_date,date,name,status', 'PETR4,2025-12-31,2026-03-20,PETROBRAS,', 'VALE3,2025-12-31,2026-03-25,VALE,cancelado',
	'WEGE3,2025-12-31,2026-03-27,WEG,', 'X,2025-12-31,2026-03-20,X,', 'ITUB4,2026-03-31,2026-03-20,ITAU,');
is counts(load('earnings-calendar', @results)), '5 3 0 0 2', 'a release before the end of its period is refused';
$t->sql(<<'SQL');
insert into instrument (venue, symbol, asset_type, name) values ('b3', 'PETR4', 'stock', 'Petrobras PN'), ('b3', 'VALE3', 'stock', 'Vale ON');
insert into distribution (venue, symbol, label, kind, ex_day, record_day, pay_day, gross, source) values
	('b3', 'PETR4', 'DIVIDENDO', 'dividend', '2026-03-10', '2026-03-09', '2026-05-20', 0.5, 'b3'),
	('b3', 'PETR4', 'JRS CAP PROPRIO', 'jcp', '2026-04-09', '2026-04-08', null, 0.123456, 'b3'),
	('b3', 'VALE3', 'DIVIDENDO', 'dividend', '2026-03-12', '2026-03-11', '2026-03-02', 1.25, 'b3'),
	('b3', 'VALE3', 'RENDIMENTO', 'yield', '2026-06-08', null, '2026-06-30', 1, 'b3'),
	('b3', 'VALE3', 'JRS CAP PROPRIO', 'jcp', '2026-06-09', null, null, 1, 'b3'),
	('b3', 'PETR4', 'RARO', null, '2026-03-12', null, null, 1, 'b3'),
	('b3', 'PETR4', 'DIVIDENDO', 'dividend', '2026-03-09', '2026-03-06', '2026-05-20', 9, 'b3');
insert into corporate_event (venue, symbol, ex_day, label, kind, ratio_n, ratio_d, source) values ('b3', 'WEGE3', '2026-03-16', 'DESDOBRAMENTO', 'split', 2, 1, 'b3');
insert into subscription_event (venue, symbol, label, ex_day, price, source) values ('b3', 'VALE3', 'SUBSCRICAO', '2026-03-17', 9.5, 'b3');
update market_version set version = version + 1 where family = 'reference';
SQL
is counts(load('dividend-status', 'ticker,ex_date,kind,status,url', 'VALE3,2026-03-12,dividend,cancelled,https://example.com/f', 'VALE3,2026-03-12,festa,cancelled,',
	'VALE3,2026-03-12,dividend,talvez,', 'VALE3,2026-03-12,dividend,cancelled,ftp://x')), '4 1 0 0 3', 'the state of a payment';

# The companies and their filings.
$t->sql(<<'SQL');
insert into company (id, cvm_code, name, status, listed, words) values (1, 1, 'PETROBRAS', 'active', true, ''), (2, 2, 'SABESP', 'active', true, ''), (3, 3, 'NOVATA', 'active', true, '');
insert into company_ticker (ticker, company_id, filed_for) values ('PETR3', 1, '2020-01-01'), ('PETR4', 1, '2020-01-01'), ('SBSP3', 2, '2020-01-01'), ('NOVA3', 3, '2020-01-01');
insert into company_document (id, company_id, source, file_year, doc_key, version, cvm_code, kind, category, subject, reference_date, filed_at, version_filed_at) values
	(1, 2, 'dfp', 2024, 'a', 1, 2, 'periodic_report', 'DFP', '', '2023-12-31', '2024-03-20', '2024-03-20'),
	(2, 2, 'dfp', 2025, 'b', 1, 2, 'periodic_report', 'DFP', '', '2024-12-31', '2025-03-26', '2025-03-26'),
	(3, 2, 'itr', 2025, 'c', 1, 2, 'periodic_report', 'ITR', '', '2025-09-30', '2025-11-10', '2025-11-10'),
	(4, 2, 'dfp', 2025, 'd', 1, 2, 'periodic_report', 'DFP', '', '2022-12-31', '2023-03-22', '2023-03-22');
SQL
my $made = $t->lastro_json(\%now, 'compute', 'agenda');
is "$made->{companies} $made->{changed}", "1 $made->{forecasts}", 'forecasts from a company\'s filings';
is $t->lastro_json(\%now, 'compute', 'agenda')->{changed}, 0, 'and again the same';

my ($ana, $eva) = (account($t), account($t));
my $key = $ana->{user_key};
$t->start_pool(%now);
sub get { return $t->get("/v1/news/agenda$_[0]", key => $key, @_[1 .. $#_]) }
sub items { my ($list, @fields) = @_; return [map { my $x = $_; join ' ', map { $x->{$_} // '-' } @fields } @$list] }

# ---- the contract's lists ----

my $a = get('')->json;
is_deeply [sort keys %$a], [qw(macro mercado meta resultados)], 'three lists';
is_deeply $a->{meta}, { from => '2026-03-10', to => '2026-04-09', truncated => [] }, 'of a window, whole';
is_deeply items($a->{mercado}, qw(date day ticker kind perShare status paymentDate)), [
	'2026-03-10 terça-feira PETR4 dividend 0.5 confirmed 2026-05-20', '2026-03-12 quinta-feira VALE3 dividend 1.25 cancelled -',
	'2026-03-16 segunda-feira WEGE3 split 2 declared -', '2026-03-17 terça-feira VALE3 subscription 9.5 declared -',
	'2026-04-09 quinta-feira PETR4 jcp 0.123456 declared -'], 'rights in [today, today + 30], by ex date; a payment before its ex date is none';
ok !(grep { defined $_->{paymentDate} && $_->{paymentDate} lt $_->{date} } @{ $a->{mercado} }), 'no ex date after a payment';
is $a->{mercado}[0]{name}, 'Petrobras PN', 'with the name of the paper';
is_deeply items($a->{macro}, qw(when what tag status)), ['2026-03-10 IPCA de fevereiro inflação confirmed',
	'2026-03-18T21:30:00.000Z Decisão do Copom juros confirmed', '2026-04-09 PIB atividade cancelled'], 'macro: a cancelled item stays, marked';
is_deeply items($a->{resultados}, qw(date ticker name status referenceDate publishDate)), ['2026-03-20 PETR4 PETROBRAS forecast 2025-12-31 2026-03-20',
	'2026-03-23 SBSP3 SABESP forecast 2025-12-31 2026-03-23', '2026-03-25 VALE3 VALE cancelled 2025-12-31 2026-03-25',
	'2026-03-27 WEGE3 WEG forecast 2025-12-31 2026-03-27'],
	'results: of a calendar, else by the median of the same quarter (80, 81 and 85 days; the 81st is a Sunday); nobody has confirmed';

# ---- edges of the window ----

sub mercado { return join ' ', map { $_->{date} } @{ get($_[0])->json->{mercado} } }
is mercado('?days=1'), '2026-03-10', 'one day';
is mercado('?days=2'), '2026-03-10 2026-03-12', 'two';
is mercado('?days=29'), '2026-03-10 2026-03-12 2026-03-16 2026-03-17', 'the 30th day is in by default, and not in 29';
is mercado('?days=90'), '2026-03-10 2026-03-12 2026-03-16 2026-03-17 2026-04-09 2026-06-08', 'ninety';
is get("?$_")->status, 400, "$_ is refused" for 'days=0', 'days=91', 'days=x', 'x=1', 'days=1&days=2';
my $etag = get('')->header('etag');
is get('', headers => { 'If-None-Match' => $etag })->status, 304, 'unchanged: 304';
$t->sql('alter table macro_event rename to macro_event_gone');
is get('', headers => { 'If-None-Match' => $etag })->status, 304, 'without computing: the calendar is not read';
is $t->get('/v1/news/agenda', key => $eva->{user_key}, headers => { 'If-None-Match' => $etag })->status, 304, 'the same for every caller';
$t->sql('alter table macro_event_gone rename to macro_event');
is get('', headers => { 'If-None-Match' => $etag, Accept => 'text/calendar' })->status, 200, 'a calendar is another form of it';
is get('')->header('cache-control'), 'public, no-cache', 'answers common to all callers may be cached';

# ---- a filing confirms ----

sub sbsp { my ($x) = grep { $_->{ticker} eq 'SBSP3' } @{ get('')->json->{resultados} }; return $x }
$t->sql(q(insert into company_document (id, company_id, source, file_year, doc_key, version, cvm_code, kind, category, subject, reference_date, filed_at, version_filed_at, protocol, download_url)
	values (10, 2, 'ipe', 2026, 'n', 1, 2, 'market_communication', 'Comunicado ao Mercado', 'Data de divulgação dos Resultados do 4T25', '2026-03-24', '2026-03-09', '2026-03-09', 'P10', 'https://example.com/10')));
$t->sql(q(update market_version set version = version + 1 where family = 'companies'));
is join(' ', @{ sbsp() }{qw(date status)}), '2026-03-24 confirmed', 'a notice of the company confirms, and says the day';
is join(' ', @{ sbsp()->{document} }{qw(protocol download_url filed_at)}), 'P10 https://example.com/10 2026-03-09', 'with the document';
isnt get('')->header('etag'), $etag, 'and the ETag is another';
$t->sql(q(insert into company_document (id, company_id, source, file_year, doc_key, version, cvm_code, kind, category, subject, reference_date, filed_at, version_filed_at)
	values (11, 2, 'dfp', 2026, 'm', 1, 2, 'periodic_report', 'DFP', '', '2025-12-31', '2026-03-09', '2026-03-09')));
$t->sql(q(update market_version set version = version + 1 where family = 'companies'));
is sbsp(), undef, 'a release filed yesterday is no longer expected';

# ---- a portfolio ----

my $p = $t->post('/v1/portfolios', { name => 'Principal' }, key => $key)->json->{id};
sub buy { return { symbol => $_[0], asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => $_[1], price => '10' } }
is $t->post("/v1/portfolios/$p/transactions", [buy('PETR4', '137'), buy('XPTO3', '5')], key => $key)->status, 201, 'a portfolio of PETR4';
my $mine = get("?portfolio=$p")->json;
is_deeply items($mine->{mercado}, qw(date ticker kind)), ['2026-03-10 PETR4 dividend', '2026-04-09 PETR4 jcp'], 'only the held papers';
is_deeply [map { "$_->{expected}{qty} $_->{expected}{amount_brl}" } @{ $mine->{mercado} }], ['137 68.50', '137 16.91'], 'and the expected payments, in cents';
is_deeply items($mine->{resultados}, qw(ticker status)), ['PETR4 forecast'], 'results of the held companies';
is scalar @{ $mine->{macro} }, 3, 'macro events concern everybody';
$etag = get("?portfolio=$p")->header('etag');
$t->post("/v1/portfolios/$p/transactions", [buy('VALE3', '1')], key => $key);
my $after = get("?portfolio=$p", headers => { 'If-None-Match' => $etag });
is $after->status, 200, 'a trade makes another answer';
is_deeply [map { exists $_->{expected} ? 1 : 0 } grep { $_->{kind} eq 'subscription' } @{ $after->json->{mercado} }], [0], 'a subscription right is not a payment';
like get("?portfolio=$p")->header('cache-control'), qr/private/, 'and is private';
is get("?portfolio=$p", key => $eva->{user_key})->status, 404, 'another account\'s portfolio is not found';
is get("?portfolio=$_")->json->{details}{code}, 'portfolio_not_found', "$_ neither" for 'x', '01900000-0000-7000-8000-000000000099';
my $market_only = $t->lastro_json('key', 'create', '--account', $ana->{id}, '--name', 'm', '--scopes', 'market:read')->{key};
is get('', key => $market_only)->status, 200, 'a key for the market reads the agenda';
is get("?portfolio=$p", key => $market_only)->json->{details}{code}, 'scope_missing', 'and no portfolio';

# ---- iCalendar ----

my $ics = get('', headers => { Accept => 'text/calendar' });
like $ics->header('content-type'), qr{^text/calendar; charset=utf-8}, 'Accept asks for a calendar';
isnt $ics->header('etag'), get('')->header('etag'), 'which has a separate tag';
is $t->get('/v1/news/agenda.ics', key => $key)->body, $ics->body, '.ics is the same';
my $text = $ics->body;
ok !(grep { length > 75 } split /\r\n/, $text), 'no line has more than 75 octets';
ok $text =~ /\r\n\z/ && $text !~ /[^\r]\n/, 'lines end with CRLF';
(my $unfolded = $text) =~ s/\r\n[ \t]//g;
ok Encode::decode('UTF-8', $unfolded, Encode::FB_CROAK | Encode::LEAVE_SRC), 'no letter is broken by a fold';
is scalar(() = $unfolded =~ /^BEGIN:VEVENT\r$/mg), @{ $a->{mercado} } + @{ $a->{macro} } + 3, 'an event an item';
like $unfolded, qr/^DTSTART;VALUE=DATE:20260312\r$/m, 'whole days';
like $unfolded, qr/^DTSTART:20260318T213000Z\r$/m, 'a moment in UTC';
like $unfolded, qr/^STATUS:CANCELLED\r$/m, 'cancelled';
like $unfolded, qr/^STATUS:TENTATIVE\r$/m, 'a guess is tentative';
like Encode::decode('UTF-8', $unfolded), qr/^DESCRIPTION:Define a meta\\; muda o CDI\\, e os títulos\r$/m, 'escaped';
like Encode::decode('UTF-8', $t->get("/v1/news/agenda.ics?portfolio=$p", key => $key)->body =~ s/\r\n //gr), qr/valor bruto esperado R\$ 68\\,50/, 'and the amount of a portfolio';

# A second parser, if available: python3-icalendar, or ical.js on NODE_PATH.
my %parser = (
	python3 => "import icalendar,sys\nc=icalendar.Calendar.from_ical(open(sys.argv[1],'rb').read())\nfor e in c.walk('VEVENT'):\n print(e['SUMMARY'])\n",
	node => "const I=require('ical.js').default||require('ical.js');const c=new I.Component(I.parse(require('fs').readFileSync(process.argv[2],'utf8')));"
		. "for(const e of c.getAllSubcomponents('vevent'))console.log(e.getFirstPropertyValue('summary'))",
);
my @there = grep { run_command({}, @$_)->{status} == 0 } ['python3', '-c', 'import icalendar'], ['node', '-e', 'require("ical.js")'];
SKIP: {
	skip 'no parser of iCalendar is installed', 2 if !@there;
	my $by = $there[0][0];

	spew("$dir/a.ics", $text);
	spew("$dir/read.cjs", $parser{$by});	# Python ignores the extension
	my @read = split /\n/, run_command({}, $by, "$dir/read.cjs", "$dir/a.ics")->{out};
	is scalar @read, scalar(() = $unfolded =~ /^BEGIN:VEVENT/mg), 'another program reads as many events';
	is $read[0], 'PETR4: data ex de Dividendo (confirmado)', 'and their texts';
}

# ---- a truncated list is marked ----

$t->sql("insert into distribution (venue, symbol, label, kind, ex_day, gross, source) select 'b3', 'LONG' || n, 'D', 'dividend', '2026-03-11', 1, 'b3' from generate_series(1, 5000) n;
	update market_version set version = version + 1 where family = 'reference'");
my $long = get('')->json;
is_deeply [scalar @{ $long->{mercado} }, $long->{meta}{truncated}], [5000, ['mercado']], '5,000 rights, and that there are more';
like $t->get('/v1/news/agenda.ics', key => $key)->body, qr/^X-WR-CALDESC:A lista/m, 'in a calendar too';

# ---- the ends of months and years, and a changed clock ----

for my $case (['2026-12-31T15:00:00Z', 1, '2026-12-31 2027-01-01'], ['2028-02-28T15:00:00Z', 1, '2028-02-28 2028-02-29'], ['2018-11-03T15:00:00Z', 1, '2018-11-03 2018-11-04'],
	['2027-01-01T02:59:59Z', 1, '2026-12-31 2027-01-01'], ['2027-01-01T03:00:00Z', 1, '2027-01-01']) {
	my ($moment, $days, $want) = @$case;
	my $other = Lastro::Test->new;
	my $bia = account($other);

	$other->sql("insert into distribution (venue, symbol, label, kind, ex_day, gross, source) select 'b3', 'PETR4', 'D', 'dividend', d::date, 1, 'b3'
		from unnest('{2026-12-30,2026-12-31,2027-01-01,2027-01-03,2028-02-27,2028-02-28,2028-02-29,2028-03-01,2018-11-02,2018-11-03,2018-11-04,2018-11-05}'::text[]) d");
	$other->start_pool(env => { LASTRO_NOW => $moment });
	is join(' ', map { $_->{date} } @{ $other->get("/v1/news/agenda?days=$days", key => $bia->{user_key})->json->{mercado} }), $want, "$moment and $days day";
}

done_testing();
