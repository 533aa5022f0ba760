#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# lastro compute objects: derives objects, keys with periods, relations and measures from the market's tables; a second
# run writes nothing; a typed object keeps its id; similar names are only listed.

use strict;
use warnings;
use utf8;
use Encode ();
use Test::More;
use Lastro::Objects qw(object load_lines);
use Lastro::TaxId qw(cnpj);
use Lastro::Test;

my $t = Lastro::Test->new;
my ($petro, $fundo, $admin, $classe) = map { cnpj("0${_}3334440001") } 1 .. 4;

sub told { my ($sql) = @_; utf8::encode($sql); return Encode::decode('UTF-8', $t->sql($sql)) }
sub compute { my $r = $t->lastro_json('compute', 'objects', @_); return join ' ', map { $r->{$_} } qw(objects keys names relations observations) }

# Two years of one paper: 10, then 12 after a year, then a split that halves the price.
told(<<"SQL");
insert into issuer (code, tax_id, name, sector) values ('PETR', '$petro', 'PETROBRAS', 'Petróleo e Gás');
insert into company (id, cvm_code, tax_id, name, trading_name, status, listed, words) values (9512, 9512, '$petro', 'PETRÓLEO BRASILEIRO S.A.', 'PETROBRAS', 'active', true, '');
insert into company_code (cvm_code, company_id, name, folded, status, on_exchange, source) values (9512, 9512, 'PETRÓLEO BRASILEIRO S.A.', 'petroleo brasileiro s.a.', 'active', true, 'register');
insert into statement_measure (company_id, scope, reference_date, version, form, filed_at, known_on, present, equity) values
	(9512, 'consolidated', '2025-12-31', 1, 'DFP', '2026-03-01', '2026-03-01', false, 100), (9512, 'consolidated', '2025-12-31', 2, 'DFP', '2026-03-01', '2026-06-01', true, 90);
insert into instrument (venue, symbol, asset_type, short_name, isin, issuer_code, sector) values ('b3', 'PETR4', 'stock', 'PETROBRAS', 'BRPETRACNPR6', 'PETR', 'Petróleo e Gás'),
	('b3', 'RENA3', 'stock', 'RENOMEADA', 'BRRENAACNOR1', 'RENA', null), ('b3', 'REND3', 'stock', 'RENOMEADA', 'BRRENAACNOR1', 'RENA', null),
	('b3', 'RECI3', 'stock', 'RECICLADA', 'BRNOVAACNOR2', 'NOVA', null), ('b3', 'FUND11', 'fii', 'FII FUNDO', 'BRFUNDCTF001', 'FUND', null);
insert into instrument (venue, symbol, asset_type, name) values ('index', 'IBOV', 'index', 'Índice Bovespa'), ('tesouro', 'Tesouro Selic 2029', 'tesouro', 'Tesouro Selic 2029'),
	('fund', '$classe', 'fund', 'CLASSE FIM');
update instrument set issuer_tax_id = '$fundo' where symbol = 'FUND11';
insert into instrument_isin values ('BRPETRACNPR6', 'b3', 'PETR4', '2024-01-02', '2026-02-27'), ('BRRENAACNOR1', 'b3', 'RENA3', '2024-01-02', '2024-06-28'),
	('BRRENAACNOR1', 'b3', 'REND3', '2024-07-01', '2026-02-27'), ('BRVELHACNOR3', 'b3', 'RECI3', '2010-01-04', '2012-05-02'), ('BRNOVAACNOR2', 'b3', 'RECI3', '2020-01-02', '2026-02-27');
insert into quote (venue, symbol, day, segment, close, turnover)
	select 'b3', 'PETR4', d, 'cash', case when d < '2025-01-31' then 10 when d < '2025-12-01' then 12 else 6 end, 1000
	  from generate_series(date '2024-01-02', date '2026-02-27', interval '1 day') d where extract(isodow from d) < 6;
insert into quote (venue, symbol, day, segment, close) values ('fund', '$classe', '2025-01-31', 'cash', 1.5), ('fund', '$classe', '2026-01-30', 'cash', 1.8), ('fund', '$classe', '2026-02-27', 'cash', 1.9);
insert into month_close select distinct on (venue, symbol, date_trunc('month', day)) venue, symbol, date_trunc('month', day)::date, day, close from quote order by venue, symbol, date_trunc('month', day), day desc;
insert into corporate_event (venue, symbol, ex_day, label, kind, ratio_n, ratio_d, source) values ('b3', 'PETR4', '2025-11-29', 'DESDOBRAMENTO', 'split', 2, 1, 'typed');
insert into distribution (venue, symbol, label, kind, ex_day, gross, source) values ('b3', 'PETR4', 'DIVIDENDO', 'dividend', '2025-05-05', 1.2, 'typed'), ('b3', 'PETR4', 'DIVIDENDO', 'dividend', '2024-05-06', 5, 'typed');
insert into fund (tax_id, name, active, is_fic, administrator_tax_id, administrator) values ('$fundo', 'FUNDO DE TIJOLO FII', true, false, '$admin', 'ADMINISTRADORA S.A.'),
	('$classe', 'CLASSE FIM', true, false, '$admin', 'ADMINISTRADORA S.A.');
insert into fund_portfolio values ('$classe', '2026-01-31', 1000, 1), ('$classe', '2026-02-28', 1100, 0);
insert into fund_holding (day, tax_id, block, tp_aplic, code, value) values ('2026-01-31', '$classe', 4, 'x', 'PETR4', 500);
insert into debenture (code, issuer_name, issuer_tax_id, source) values ('PETR17', 'PETROBRAS', '$petro', 'snd');
insert into debenture_mark values ('PETR17', '2026-02-27', 6.5, 100, 800);
insert into series values (12, '2026-01-02', 0.05);
SQL

# A ticker that is only in the register.
told("insert into company_ticker (ticker, company_id, since, filed_for) values ('XYZW3', 9512, '2025-01-02', '2026-01-01'), ('PETR4', 9512, null, '2026-01-01')");

# Papers quoted elsewhere, and values that are not money.
told(<<'SQL');
insert into instrument (venue, symbol, asset_type, name, currency) values ('us', 'AAPL', 'us', 'Apple', 'USD'), ('crypto', 'BTCBRL', 'crypto', 'Bitcoin', 'BRL'), ('crypto', 'ETH', 'crypto', 'Ether', 'USD');
insert into quote (venue, symbol, day, segment, close, turnover) values ('us', 'AAPL', '2026-02-27', 'cash', 300, 5), ('crypto', 'BTCBRL', '2026-02-27', 'spot', 7, null),
	('crypto', 'ETH', '2026-02-27', 'spot', 8, null), ('index', 'IBOV', '2026-02-27', 'cash', 150000, null);
SQL

my $first = compute('--rebuild');
like $first, qr/^\d\d /, 'objects are made';
is compute(), '0 0 0 0 0', 'and again nothing is written';

is told(q(select string_agg(o.id || ' ' || m.id || '=' || u.unit, ', ' order by o.id, m.no) from object_unit u join object o on o.no = u.object_no join object_measure m on m.no = u.measure_no)),
	'crypto_asset:ETH close=USD, data_series:sgs.12 series_value=% ao dia, equity_security:US.AAPL close=USD, equity_security:US.AAPL turnover=USD, index:IBOV close=points',
	'a quote in dollars says so, an index is in points, a series in its own unit';

# ---- objects and keys ----

is told(q(select string_agg(id, ' ' order by id) from object where kind not in ('sector', 'indicator') and id <> 'data_series:USDBRL')), join(' ', sort "company:$petro", 'data_series:sgs.12', 'equity_security:PETR4', 'equity_security:RECI3',
	'equity_security:RECI3.VELH', 'equity_security:REND3', 'equity_security:XYZW3', 'equity_security:US.AAPL', 'crypto_asset:BTCBRL', 'crypto_asset:ETH', "fund:$fundo", "fund:$classe", 'index:IBOV', 'instrument:PETR17', 'instrument:tesouro-tesouro-selic-2029', "service_provider:$admin"), 'which';
sub keys_of { return told("select string_agg(k.type || '=' || k.value || '[' || k.since || ',' || k.until || ')', ' ' order by k.type, k.since) from object_key k join object o on o.no = k.object_no where o.id = '$_[0]'") }
is keys_of("company:$petro"), "cnpj=$petro\[-infinity,infinity) code=PETR[-infinity,infinity) cvm_code=9512[-infinity,infinity)", 'a company by tax id, CVM code and issuer code';
is keys_of('equity_security:REND3'), 'isin=BRRENAACNOR1[-infinity,infinity) ticker=RENA3[-infinity,2024-07-01) ticker=REND3[2024-07-01,infinity)', 'one ISIN under two tickers is one paper, each ticker in its time';
is keys_of('equity_security:RECI3.VELH') . ' ' . keys_of('equity_security:RECI3'),
	'isin=BRVELHACNOR3[-infinity,infinity) ticker=RECI3[-infinity,2020-01-02) isin=BRNOVAACNOR2[-infinity,infinity) ticker=RECI3[2020-01-02,infinity)', 'a ticker of two issuers is two papers, each in its time';
is keys_of('equity_security:XYZW3') . ' ' . told("select name from object where id = 'equity_security:XYZW3'"), 'ticker=XYZW3[2025-01-02,infinity) PETROBRAS ON', 'a ticker that the register lists is a paper, quoted or not';
is keys_of("fund:$fundo"), "cnpj=$fundo\[-infinity,infinity) isin=BRFUNDCTF001[-infinity,infinity) ticker=FUND11[-infinity,infinity)", 'a listed fund is its tax id, with its ticker';
is told("select name || '/' || subkind from object where id = 'fund:$fundo'"), 'FUNDO DE TIJOLO FII/fii', 'by the name of its register';
is told("select string_agg(n.name, ';' order by n.name collate \"C\") from object_name n join object o on o.no = n.object_no where id = 'company:$petro'"), 'PETROBRAS;PETRÓLEO BRASILEIRO S.A.', 'names and trading names';

is told(q(select string_agg(name, ' / ' order by id) from object where id like 'equity_security:RECI3%')), 'RECICLADA ON / RECI3', 'of which the old one is not called like the living one';

# ---- the lookup by key ----

# The name of the object changes, and its ticker becomes a word of another's name, and ceases to be one.
sub untrue_copies { return told('select count(*) from object_key k join object o on o.no = k.object_no where (k.id, k.kind, k.subkind, k.name, k.anchor_type, k.anchor_value, k.is_word)
	is distinct from (o.id, o.kind, o.subkind, o.name, o.anchor_type, o.anchor_value, exists (select from object_word w where w.word = lower(k.normal)))') }
sub words_among_keys { return told("select string_agg(distinct normal, ' ' order by normal) from object_key where is_word and type = 'ticker'") }
is untrue_copies() . words_among_keys(), '0RECI3', 'a key shows its object, and whether it is a word of a name';
load_lines($t, object('company:apart', name => 'Casa das RENA3 e FUND11', keys => [[code => 'CASA']]));
is untrue_copies() . words_among_keys(), '0FUND11 RECI3 RENA3', 'a name that comes makes a word of a ticker';
load_lines($t, object('company:apart', name => 'Casa da Praça', keys => [[code => 'CASA']]));
is told("select name from object_key where normal = 'CASA'"), 'Casa da Praça', 'an object that is renamed is shown by its new name';
told("update instrument set name = 'PETR4' where symbol = 'RECI3'");
compute('--rebuild');
is untrue_copies() . words_among_keys(), '0FUND11 PETR4 RECI3 RENA3', 'in all its rows; a paper that is called like a ticker';
told("update instrument set name = 'RECICLADA' where symbol = 'RECI3'");
compute('--rebuild');
is untrue_copies() . words_among_keys(), '0FUND11 RECI3 RENA3', 'and not any more';

# ---- relations ----

sub related { return told(q(select string_agg(a.id || ' ' || r.verb || ' ' || b.id || case when r.until < 'infinity' then ' until ' || r.until else '' end, '; ' order by r.verb, a.id, b.id)
	from object_relation r join object a on a.no = r.subject_no join object b on b.no = r.object_no where r.verb = ') . "$_[0]'") }
is related('issued'), "company:$petro issued equity_security:PETR4; company:$petro issued equity_security:XYZW3; company:$petro issued instrument:PETR17", 'issuers';
is related('administers'), join('; ', map { "service_provider:$admin administers fund:$_" } sort $fundo, $classe), 'administrators';
is related('holds'), "fund:$classe holds equity_security:PETR4 until 2026-02-28", 'a fund\'s holding, until the month in which it ended';
is related('belongs_to_sector'), "company:$petro belongs_to_sector sector:petroleo-e-gas; equity_security:PETR4 belongs_to_sector sector:petroleo-e-gas", 'sectors';

# ---- measures ----

sub measure { my ($id, $measure, $day) = @_; return told("select string_agg(trim_scale(v.value) || coalesce(nullif(':' || v.filed_at, ':-infinity'), ''), ' ' order by v.filed_at, v.revision)
	from object_observation v join object o on o.no = v.object_no join object_measure m on m.no = v.measure_no where o.id = '$id' and m.id = '$measure' and v.base_date = '$day'") }
is measure('equity_security:PETR4', close => '2025-03-03'), '12:2025-03-03', 'a close is known on its day';
# 12 at the end of November and 6 after a split of 2 for 1 is no loss: 12 against 12.
is measure('equity_security:PETR4', return_1m => '2025-12-31'), '0:2025-12-31', 'a return spans a split';
is measure('equity_security:PETR4', return_12m => '2025-01-31'), '20:2025-01-31', '10 a year before, 12 now';
# 1.20 a share before the split is 0.60 now; 0.60 on 6.
is measure('equity_security:PETR4', dividend_yield_12m => '2026-01-30'), '10:2026-01-30', 'a yield of the year, in shares of today';
is measure('equity_security:PETR4', return_1m => '2026-02-27'), '', 'a month that is not over has no figure';
is measure("fund:$classe", fund_quota => '2026-02-27'), '1.9', 'a quota with an unknown filing day';
is measure("fund:$classe", fund_return_12m => '2026-01-30'), '20', 'its return of twelve months';
is measure("fund:$classe", net_worth => '2026-01-31'), '1000', 'net worth';
is measure("company:$petro", equity => '2025-12-31'), '100:2026-03-01 90:2026-06-01', 'a statement and its restatement, each from the day of its filing';
is measure('instrument:PETR17', debenture_duration => '2026-02-27'), '800:2026-02-27', 'a debenture';
is measure('data_series:sgs.12', series_value => '2026-01-02'), '0.05', 'a series';
like measure('equity_security:PETR4', volatility_12m => '2026-01-30'), qr/^0:/, 'a price that moves by its split alone does not move';

# ---- changes ----

told("update quote set close = 6.5 where symbol = 'PETR4' and day = '2026-02-27'; insert into load_log values (gen_random_uuid(), 'cotahist', 'x', '2026-03-01', 1, 1, 0, 0, 0, '2026-02-27', '2026-02-27')");
is compute(), '0 0 0 0 1', 'a load that corrects one close writes one observation';
is told("select string_agg(trim_scale(value) || '/' || (superseded < 9223372036854775807), ' ' order by version) from object_observation v join object o on o.no = v.object_no where o.id = 'equity_security:PETR4' and measure_no = 1 and base_date = '2026-02-27'"),
	'6/true 6.5/false', 'and keeps the replaced value';
load_lines($t, object('service_provider:minha', name => 'Administradora de Verdade', keys => [[cnpj => cnpj('053334440001')]]));
told("update fund set administrator_tax_id = '" . cnpj('053334440001') . "', administrator = 'OUTRA' where tax_id = '$classe'");
compute();
is told(q(select string_agg(id, ' ' order by id) from object where kind = 'service_provider')), "service_provider:$admin service_provider:minha", 'a typed object keeps its id, found by its tax id';
is related('administers'), "service_provider:$admin administers fund:$fundo; service_provider:minha administers fund:$classe", 'and its relations';
told("delete from fund where tax_id = '$fundo'; update instrument set issuer_tax_id = null where symbol = 'FUND11'");
compute();
is told("select count(*) from object where id = 'fund:$fundo'") . told("select count(*) from object where id = 'fund:FUND11'"), '01', 'missing ones are deleted';

# ---- similar names ----

load_lines($t, object('company:alike', name => 'Brasileiro Petróleo'));
my $doubtful = $t->lastro_json('objects', 'doubtful')->{data};
is_deeply [map { "$_->{kind} $_->{words}" } @$doubtful], ['company brasileiro petroleo'], 'names that are the same in any order are listed, and stay two';
is compute('--rebuild') =~ /^0 0 \d+ 0 0$/ ? 'same' : 'other', 'same', 'a rebuild splits names again and changes nothing else';

done_testing();
