/* SPDX-License-Identifier: Apache-2.0 */
/*
 * objects_graph.c: derives the objects, their keys and names, and their relations, in SQL over the
 * market's tables.
 *
 * Identity comes from equal keys alone.  A company is its tax id (without one, its CVM code); a fund
 * the tax id of its class, else its ticker; a paper of the exchange is its ISINs under a ticker of one
 * issuer, so that a ticker taken over by another issuer is another paper.  A paper renamed under the
 * same ISIN stays itself; under a new ISIN it is another one, related by "succeeded_by".
 */
#include "config.h"

#include "load/objects_compute.h"

/* Letters and digits: enough for keys of the exchange and of CVM, which are ASCII. */
#define NORMAL(x) "upper(regexp_replace(" x ", '[^A-Za-z0-9]', '', 'g'))"

/* ---- papers of the exchange ---- */

/* A symbol used by one issuer; node is that pair. */
static const char lives[] =
	"create temp table life on commit drop as"
	" select i.symbol, i.asset_type, coalesce(substr(x.isin, 3, 4), i.issuer_code, '') as issuer,"
	"        coalesce(x.isin, i.isin) as isin, x.first_day, x.last_day, i.symbol || '/' || coalesce(substr(x.isin, 3, 4), i.issuer_code, '') as node"
	"   from instrument i left join instrument_isin x on x.venue = i.venue and x.symbol = i.symbol"
	"  where i.venue = 'b3' and i.asset_type in ('stock', 'bdr', 'fii', 'etf')";

/* Nodes that share an ISIN are one paper. */
static const char papers[] =
	"create temp table paper on commit drop as"
	" with recursive linked as (select distinct a.node as a, b.node as b from life a join life b on b.isin = a.isin),"
	" reach(root, node) as (select distinct node, node from life"
	"                        union select r.root, k.b from reach r join linked k on k.a = r.node)"
	" select p.node, p.root, min(l.symbol) as symbol, min(l.issuer) as issuer, min(l.asset_type) as asset_type,"
	"        min(l.first_day) as first_day, max(l.last_day) as last_day"
	"   from (select node, min(root) as root from reach group by node) p join life l on l.node = p.node"
	"  group by p.node, p.root";

/*
 * Units of funds (…11) are the fund; its rights and receipts are papers of their own.  A paper is its
 * living ticker; of two papers with one ticker, it is the living one's.
 */
static const char paper_ids[] =
	"create temp table paper_id on commit drop as"
	" with head as ("
	"  select distinct on (p.root) p.root, p.symbol, p.issuer, p.asset_type, p.first_day,"
	"         case when p.asset_type in ('fii', 'etf') and p.symbol ~ '11B?$' then 'fund' else 'equity_security' end as kind,"
	"         coalesce(i.issuer_tax_id, s.tax_id) as tax_id, p.last_day, p.issuer = i.issuer_code as own"
	"    from paper p join instrument i on i.venue = 'b3' and i.symbol = p.symbol"
	"    left join issuer s on s.code = p.issuer"
	"   order by p.root, own desc nulls last, p.last_day desc nulls last, p.symbol),"
	" placed as (select h.*, row_number() over (partition by h.kind, h.symbol order by h.own desc nulls last, h.last_day desc nulls last, h.issuer) as place,"
	"                   count(*) over (partition by h.kind, h.tax_id) as sharing from head h)"
	" select root, kind, asset_type, issuer, symbol, tax_id,"
	"        case when kind = 'fund' and length(tax_id) = 14 and sharing = 1 then 'fund:' || tax_id"
	"             else kind || ':' || symbol || case when place > 1 then '.' || issuer else '' end end as id"
	"   from placed";

/* The newest symbol of a paper names it, unless another issuer has taken that symbol over. */
#define OWN "d.issuer = coalesce(nullif(i.issuer_code, ''), d.issuer)"
static const char stage_papers[] =
	"insert into staged_object (id, kind, subkind, name, anchor_type, anchor_value)"
	" select distinct on (d.id) d.id, d.kind,"
	"        case d.asset_type when 'fii' then case when d.kind = 'fund' then 'fii' end"
	"                          when 'etf' then case when d.kind = 'fund' then 'etf' end when 'bdr' then 'bdr' end,"
	"        left(coalesce(nullif(f.name, ''), case when " OWN " then nullif(i.name, '') end,"
	"             case when d.kind = 'fund' and " OWN " then i.short_name end,"
	"             case when " OWN
	" then i.short_name end || ' ' || case substr(i.symbol, 5) when '3' then 'ON' when '4' then 'PN'"
	"             when '5' then 'PNA' when '6' then 'PNB' when '7' then 'PNC' when '8' then 'PND' when '11' then 'UNIT'"
	"             else i.symbol end, (select s.name || ' ' || i.symbol from issuer s where s.code = d.issuer), i.symbol), 300),"
	"        case when d.id = 'fund:' || d.tax_id then 'cnpj' else 'ticker' end,"
	"        case when d.id = 'fund:' || d.tax_id then d.tax_id else d.symbol end"
	"   from paper_id d join paper p on p.root = d.root join instrument i on i.venue = 'b3' and i.symbol = p.symbol"
	"   left join fund f on d.id = 'fund:' || f.tax_id"
	"  order by d.id, p.last_day desc nulls last, p.symbol";

static const char stage_paper_names[] =
	"insert into staged_name select d.id, left(x.name, 300) from paper_id d join paper p on p.root = d.root"
	"  join instrument i on i.venue = 'b3' and i.symbol = p.symbol"
	"  cross join lateral (values (i.name), (case when d.kind = 'fund' then i.short_name end),"
	"   (i.short_name || ' ' || case substr(i.symbol, 5) when '3' then 'ON' when '4' then 'PN' when '5' then 'PNA'"
	"    when '6' then 'PNB' when '7' then 'PNC' when '8' then 'PND'"
	"    when '11' then case when d.kind <> 'fund' then 'UNIT' end end)) x(name)"
	" where x.name <> '' and " OWN;

/* A ticker's period begins where another holder, or another ticker of the paper, ended. */
static const char paper_tickers[] =
	"create temp table paper_ticker on commit drop as"
	" select h.id, h.symbol,"
	"        case when h.first_day > least(min(h.first_day) over (partition by h.symbol), min(h.first_day) over (partition by h.root))"
	"             then h.first_day else '-infinity'::date end as since,"
	"        coalesce(least(min(h.first_day) over (partition by h.symbol order by h.first_day"
	"                        range between interval '1 day' following and unbounded following),"
	"                       min(h.first_day) over (partition by h.root order by h.first_day"
	"                        range between interval '1 day' following and unbounded following)), 'infinity'::date) as until"
	"   from (select d.id, d.root, p.symbol, p.first_day from paper_id d join paper p on p.root = d.root) h";

static const char stage_paper_keys[] = "insert into staged_key select id, 'ticker', symbol, " NORMAL(
	"symbol") ", since, until from paper_ticker"
		  " union all select distinct d.id, 'isin', l.isin, " NORMAL(
			  "l.isin") ", '-infinity'::date, 'infinity'::date"
				    "   from paper_id d join paper p on p.root = d.root join life l on l.node = p.node where l.isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'"
				    " union all select distinct id, 'cnpj', tax_id, tax_id, '-infinity'::date, 'infinity'::date from paper_id"
				    "  where id = 'fund:' || tax_id";

/*
 * Tickers that only the register of companies lists, quoted or not; if two companies had it, the last
 * holder's.
 */
#define COMPANY_ID "coalesce('company:' || c.tax_id, 'company:cvm-' || c.cvm_code)"
static const char register_papers[] =
	"create temp table register_paper on commit drop as"
	" select distinct on (t.ticker) t.ticker, 'equity_security:' || t.ticker as id, " COMPANY_ID
	" as issuer, t.since, t.until,"
	"        left(coalesce(nullif(c.trading_name, ''), c.name) || ' ' || case substr(t.ticker, 5) when '3' then 'ON'"
	"             when '4' then 'PN' when '5' then 'PNA' when '6' then 'PNB' when '7' then 'PNC' when '8' then 'PND'"
	"             when '11' then 'UNIT' else t.ticker end, 300) as name"
	"   from company_ticker t join company c on c.id = t.company_id"
	"  where t.ticker ~ '^[A-Z0-9]+$' and not exists (select from instrument i where i.venue = 'b3' and i.symbol = t.ticker)"
	"    and not exists (select from staged_object s where s.id = 'equity_security:' || t.ticker)"
	"  order by t.ticker, t.until is null desc, t.filed_for desc, t.company_id";

static const char stage_register_papers[] =
	"insert into staged_object (id, kind, name, anchor_type, anchor_value)"
	" select id, 'equity_security', name, 'ticker', ticker from register_paper";

static const char stage_register_keys[] =
	"insert into staged_key select id, 'ticker', ticker, ticker, coalesce(since, '-infinity'),"
	"        case when until > coalesce(since, '-infinity') then until else 'infinity'::date end from register_paper";

/* Other venues: the symbol is the key. */
static const char stage_others[] =
	"insert into staged_object (id, kind, subkind, name, anchor_type, anchor_value)"
	" select case i.venue when 'us' then 'equity_security:US.' when 'crypto' then 'crypto_asset:' when 'index' then 'index:'"
	"        else 'instrument:tesouro-' end"
	"        || case when i.venue = 'tesouro' then trim(both '-' from lower(regexp_replace(i.symbol, '[^A-Za-z0-9]+', '-', 'g')))"
	"                else i.symbol end,"
	"        case i.venue when 'us' then 'equity_security' when 'crypto' then 'crypto_asset' when 'index' then 'index'"
	"        else 'instrument' end,"
	"        case when i.venue = 'tesouro' then 'tesouro' end, left(coalesce(nullif(i.name, ''), i.symbol), 300), 'ticker', i.symbol"
	"   from instrument i where i.venue in ('us', 'crypto', 'index', 'tesouro') and i.symbol !~ '[/[:space:]]' or i.venue = 'tesouro'";

static const char stage_other_keys[] =
	"insert into staged_key (id, type, value, normal)"
	" select id, case when kind = 'instrument' then 'code' else 'ticker' end, anchor_value, " NORMAL(
		"anchor_value") "   from staged_object where kind in ('crypto_asset', 'index', 'instrument') or id like 'equity_security:US.%'";

/* Indices with known components only; named as by the exchange. */
static const char stage_indices[] =
	"insert into staged_object (id, kind, name, anchor_type, anchor_value)"
	" select 'index:' || m.code, 'index', coalesce(t.title, m.code), 'ticker', m.code"
	"   from (select distinct code from index_member) m"
	"   left join (values ('IBOV', 'Índice Bovespa'), ('IBXX', 'Índice Brasil 100 (IBrX 100)'), ('IBXL', 'Índice Brasil 50 (IBrX 50)'),"
	"    ('IBRA', 'Índice Brasil Amplo'), ('SMLL', 'Índice Small Cap'), ('MLCX', 'Índice MidLarge Cap'),"
	"    ('IDIV', 'Índice Dividendos'), ('IFIX', 'Índice de Fundos de Investimentos Imobiliários'), ('IFNC', 'Índice Financeiro'),"
	"    ('IMOB', 'Índice Imobiliário'), ('ICON', 'Índice de Consumo'), ('IEEX', 'Índice de Energia Elétrica'),"
	"    ('IMAT', 'Índice de Materiais Básicos'), ('INDX', 'Índice do Setor Industrial'), ('UTIL', 'Índice Utilidade Pública'),"
	"    ('ISEE', 'Índice de Sustentabilidade Empresarial'), ('ICO2', 'Índice Carbono Eficiente'),"
	"    ('IGCX', 'Índice de Governança Corporativa Diferenciada'), ('IGNM', 'Índice de Governança Corporativa Novo Mercado'),"
	"    ('IGCT', 'Índice de Governança Corporativa Trade'), ('ITAG', 'Índice de Ações com Tag Along Diferenciado'),"
	"    ('IVBX', 'Índice Valor'), ('BDRX', 'Índice de BDRs Não Patrocinados')) t(code, title) on t.code = m.code"
	"  where not exists (select from staged_object s where s.id = 'index:' || m.code)";

static const char stage_debentures[] =
	"insert into staged_object (id, kind, subkind, name, anchor_type, anchor_value)"
	" select 'instrument:' || d.code, 'instrument', 'debenture',"
	"        left(concat_ws(' ', d.issuer_name, 'debênture', d.code), 300), 'code', d.code"
	"   from debenture d where d.code !~ '[/[:space:]]'";

static const char stage_debenture_keys[] =
	"insert into staged_key (id, type, value, normal)"
	" select 'instrument:' || d.code, 'code', d.code, " NORMAL(
		"d.code") " from debenture d where d.code !~ '[/[:space:]]'"
			  " union all select 'instrument:' || d.code, 'isin', d.isin, d.isin from debenture d"
			  "  where d.isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'";

/* ---- funds ---- */

static const char stage_funds[] =
	"insert into staged_object (id, kind, subkind, name, anchor_type, anchor_value)"
	" select 'fund:' || f.tax_id, 'fund',"
	"        case when f.name ~* '\\m(FIDC|DIREITOS CREDIT[ÓO]RIOS)\\M' then 'fidc'"
	"             when f.name ~* '\\m(FIP|INVESTIMENTO EM PARTICIPA[ÇC][ÕO]ES)\\M' then 'fip'"
	"             when f.name ~* '\\m(FII|IMOBILI[ÁA]RIO)\\M' then 'fii'"
	"             when f.name ~* '\\m(ETF|FUNDO DE [ÍI]NDICE)\\M' then 'etf' end,"
	"        left(coalesce(nullif(f.name, ''), 'Fundo ' || f.tax_id), 300), 'cnpj', f.tax_id"
	"   from fund f where not exists (select from staged_object s where s.id = 'fund:' || f.tax_id)";

static const char stage_fund_keys[] =
	"insert into staged_key (id, type, value, normal) select 'fund:' || tax_id, 'cnpj', tax_id, tax_id from fund";

static const char stage_fund_names[] =
	"insert into staged_name select 'fund:' || tax_id, left(name, 300) from fund where name <> ''"
	" union select 'fund:' || c.tax_id, left(c.name, 300) from fund_class c join fund f on f.tax_id = c.tax_id where c.name <> ''"
	" union select 'fund:' || o.tax_id, left(o.name, 300) from fund_legacy o join fund f on f.tax_id = o.tax_id where o.name <> ''";

/* A reporting receivables fund that is in no register, by its newest name. */
static const char stage_reporting[] =
	"insert into staged_object (id, kind, subkind, name, anchor_type, anchor_value)"
	" select distinct on (r.tax_id) 'fund:' || r.tax_id, 'fund', 'fidc', left(coalesce(nullif(r.name, ''), 'Fundo ' || r.tax_id), 300),"
	"        'cnpj', r.tax_id"
	"   from receivables_report r"
	"  where not exists (select from staged_object s where s.id = 'fund:' || r.tax_id)"
	"  order by r.tax_id, r.day desc";

static const char stage_reporting_keys[] =
	"insert into staged_key (id, type, value, normal)"
	" select distinct 'fund:' || r.tax_id, 'cnpj', r.tax_id, r.tax_id from receivables_report r";

static const char stage_reporting_names[] =
	"insert into staged_name select distinct 'fund:' || r.tax_id, left(r.name, 300) from receivables_report r where r.name <> ''";

/* A fund of several classes is their parent; a fund of one class is that class. */
static const char stage_umbrellas[] =
	"insert into staged_object (id, kind, subkind, name, anchor_type, anchor_value)"
	" select distinct on (r.tax_id) 'fund:' || r.tax_id, 'fund', null, left(coalesce(nullif(r.name, ''), 'Fundo ' || r.tax_id), 300),"
	"        'cnpj', r.tax_id"
	"   from fund_register r where not exists (select from fund f where f.tax_id = r.tax_id)"
	"    and not exists (select from staged_object s where s.id = 'fund:' || r.tax_id)"
	"  order by r.tax_id, r.active desc, r.id desc";

static const char stage_umbrella_keys[] =
	"insert into staged_key (id, type, value, normal)"
	" select distinct 'fund:' || r.tax_id, 'cnpj', r.tax_id, r.tax_id from fund_register r";

static const char stage_subclasses[] =
	"insert into staged_object (id, kind, subkind, name, anchor_type, anchor_value)"
	" select 'fund_share_class:' || c.tax_id || '.' || s.id, 'fund_share_class', null,"
	"        left(coalesce(nullif(s.name, ''), c.name || ' ' || s.id), 300), 'code', c.tax_id || ':' || s.id"
	"   from fund_subclass s join fund_class c on c.id = s.class_id where s.id !~ '[/[:space:]]'";

static const char stage_subclass_keys[] =
	"insert into staged_key (id, type, value, normal)"
	" select id, 'code', anchor_value, " NORMAL(
		"anchor_value") " from staged_object where kind = 'fund_share_class'";

/* ---- companies, and service providers of funds ---- */

static const char stage_companies[] =
	"insert into staged_object (id, kind, name, anchor_type, anchor_value)"
	" select coalesce('company:' || c.tax_id, 'company:cvm-' || c.cvm_code), 'company', left(c.name, 300),"
	"        case when c.tax_id is null then 'cvm_code' else 'cnpj' end, coalesce(c.tax_id, c.cvm_code::text)"
	"   from company c";

static const char stage_company_keys[] =
	"insert into staged_key (id, type, value, normal)"
	" select 'company:' || c.tax_id, 'cnpj', c.tax_id, c.tax_id from company c where c.tax_id is not null"
	" union all select coalesce('company:' || c.tax_id, 'company:cvm-' || c.cvm_code), 'cvm_code', k.cvm_code::text, k.cvm_code::text"
	"   from company c join company_code k on k.company_id = c.id";

static const char stage_company_names[] =
	"insert into staged_name"
	" select coalesce('company:' || c.tax_id, 'company:cvm-' || c.cvm_code), left(x.name, 300) from company c"
	"  cross join lateral (select c.name union select c.trading_name"
	"                union select n.name from company_name n where n.company_id = c.id"
	"                union select k.name from company_code k where k.company_id = c.id"
	"                union select k.trading_name from company_code k where k.company_id = c.id) x(name)"
	" where x.name <> ''";

/* Issuers of papers or offerings that are in no register: a tax id that is not a fund's. */
static const char stage_issuers[] =
	"insert into staged_object (id, kind, name, anchor_type, anchor_value)"
	" select distinct on (x.tax_id) 'company:' || x.tax_id, 'company', left(x.name, 300), 'cnpj', x.tax_id"
	"   from (select tax_id, name, 1 as place from issuer"
	"         union all select issuer_tax_id, issuer_name, 2 from debenture"
	"         union all select issuer_tax_id, issuer_name, 3 from offering) x"
	"  where length(x.tax_id) = 14 and x.name <> '' and not exists (select from staged_object s where s.id = 'company:' || x.tax_id)"
	"    and not exists (select from staged_object s where s.id = 'fund:' || x.tax_id)"
	"  order by x.tax_id, x.place, x.name";

static const char stage_issuer_keys[] =
	"insert into staged_key (id, type, value, normal)"
	" select s.id, 'cnpj', s.anchor_value, s.anchor_value from staged_object s where s.kind = 'company' and s.anchor_type = 'cnpj'"
	" union select 'company:' || i.tax_id, 'code', i.code, i.code from issuer i"
	"  join staged_object s on s.id = 'company:' || i.tax_id where i.code ~ '^[A-Z0-9]+$'";

static const char stage_issuer_names[] =
	"insert into staged_name select s.id, left(i.name, 300) from issuer i join staged_object s on s.id = 'company:' || i.tax_id"
	" where i.name <> ''";

/* Service providers of funds: the company of that tax id, if there is one. */
static const char providers[] =
	"create temp table provider on commit drop as"
	" select distinct on (x.tax_id) x.tax_id, x.name,"
	"        coalesce((select s.id from staged_object s where s.id = 'company:' || x.tax_id), 'service_provider:' || x.tax_id) as id"
	"   from (select administrator_tax_id as tax_id, administrator as name from fund"
	"         union all select manager_tax_id, manager from fund) x"
	"  where length(x.tax_id) in (11, 14) and x.name <> '' order by x.tax_id, x.name";

static const char stage_providers[] =
	"insert into staged_object (id, kind, name, anchor_type, anchor_value)"
	" select p.id, 'service_provider', left(p.name, 300), case when length(p.tax_id) = 14 then 'cnpj' else 'cpf' end, p.tax_id"
	"   from provider p where p.id like 'service_provider:%'";

static const char stage_provider_keys[] =
	"insert into staged_key (id, type, value, normal)"
	" select id, anchor_type, anchor_value, anchor_value from staged_object where kind = 'service_provider'";

/* ---- sectors, series, offerings ---- */

#define SECTOR_ID(x)                                                                               \
	"'sector:' || trim(both '-' from regexp_replace(translate(lower(" x                        \
	"), 'áàâãéêíóôõúüç', 'aaaaeeiooouuc'), '[^a-z0-9]+', '-', 'g'))"

static const char stage_sectors[] =
	"insert into staged_object (id, kind, name, anchor_type, anchor_value)"
	" select distinct on (" SECTOR_ID("x.sector") ") " SECTOR_ID(
		"x.sector") ", 'sector', left(x.sector, 300), 'code',"
			    "        substr(" SECTOR_ID(
				    "x.sector") ", 8)"
						"   from (select sector from issuer union select sector from company union select sector from instrument) x"
						"  where " SECTOR_ID("x.sector") " <> 'sector:' order by " SECTOR_ID(
							"x.sector") ", x.sector";

static const char stage_series[] =
	"insert into staged_object (id, kind, name, anchor_type, anchor_value)"
	" select 'data_series:sgs.' || s.code, 'data_series',"
	"        coalesce(t.title, 'Série ' || s.code || ' do Banco Central'), 'code', 'SGS.' || s.code"
	"   from (with recursive c(code) as (select min(code) from series"
	"                                    union all select (select min(code) from series x where x.code > c.code) from c"
	"                                     where c.code is not null)"
	"         select code from c where code is not null) s"
	"   left join (values (1, 'Dólar comercial, venda'), (11, 'Taxa Selic diária'), (12, 'Taxa DI (CDI) diária'),"
	"    (188, 'INPC mensal'), (189, 'IGP-M mensal'), (226, 'Taxa referencial (TR)'), (432, 'Meta da taxa Selic'),"
	"    (433, 'IPCA mensal'), (1178, 'Taxa Selic anualizada'), (4389, 'CDI anualizado'), (4390, 'Selic acumulada no mês'),"
	"    (4391, 'CDI acumulado no mês')) t(code, title) on t.code = s.code";

static const char stage_offerings[] =
	"insert into staged_object (id, kind, name, anchor_type, anchor_value)"
	" select 'offering:' || o.id, 'offering',"
	"        left(concat_ws(' ', 'Oferta', o.issuer_name, o.asset_text, to_char(o.registered_on, 'YYYY')), 300), 'code', o.id"
	"   from offering o where o.id !~ '[/[:space:]]'";

static const char stage_plain_keys[] =
	"insert into staged_key (id, type, value, normal)"
	" select id, anchor_type, anchor_value, " NORMAL(
		"anchor_value") " from staged_object"
				"  where kind in ('sector', 'data_series', 'offering')";

/* An object without another name has its displayed one. */
static const char stage_names[] = "insert into staged_name select id, name from staged_object";

/* ---- typed objects keep their id ---- */

static const char merged[] =
	"create temp table merged on commit drop as"
	" select distinct on (s.id) s.id as was, o.id as is"
	"   from staged_key s join object_key k on k.normal = s.normal and k.type = s.type"
	"   join object o on o.no = k.object_no and o.source = 'typed'"
	"  where s.type in ('cnpj', 'cpf', 'isin', 'cvm_code') and o.id <> s.id order by s.id, o.id";
static const char merge_objects[] = "delete from staged_object s using merged m where m.was = s.id";
static const char merge_keys[] =
	"update staged_key s set id = m.is from merged m where m.was = s.id";
static const char merge_names[] =
	"update staged_name s set id = m.is from merged m where m.was = s.id";

/* ---- relations ---- */

/* The object of an issuer's tax id. */
static const char relate_issued[] =
	"insert into staged_relation (subject_id, verb, object_id)"
	" select distinct 'company:' || x.tax_id, 'issued', x.id"
	"   from (select d.id, d.tax_id from paper_id d"
	"         union select d.id, coalesce(c.tax_id, 'cvm-' || c.cvm_code) from paper_id d join paper_ticker t on t.id = d.id"
	"           join company_ticker k on k.ticker = t.symbol join company c on c.id = k.company_id"
	"         union select 'instrument:' || code, issuer_tax_id from debenture) x"
	"  where x.tax_id is not null and x.id <> 'fund:' || x.tax_id";

static const char relate_register_papers[] =
	"insert into staged_relation (subject_id, verb, object_id) select issuer, 'issued', id from register_paper";

static const char relate_offers[] =
	"insert into staged_relation (subject_id, verb, object_id)"
	" select 'company:' || issuer_tax_id, 'offers', 'offering:' || id from offering where issuer_tax_id is not null"
	" union select 'fund:' || issuer_tax_id, 'offers', 'offering:' || id from offering where issuer_tax_id is not null"
	" union select 'company:' || leader_tax_id, 'distributes', 'offering:' || id from offering where leader_tax_id is not null"
	" union select 'service_provider:' || leader_tax_id, 'distributes', 'offering:' || id from offering"
	"  where leader_tax_id is not null";

static const char relate_administers[] =
	"insert into staged_relation (subject_id, verb, object_id)"
	" select p.id, 'administers', 'fund:' || f.tax_id from fund f join provider p on p.tax_id = f.administrator_tax_id";

static const char relate_manages[] =
	"insert into staged_relation (subject_id, verb, object_id)"
	" select p.id, 'manages', 'fund:' || f.tax_id from fund f join provider p on p.tax_id = f.manager_tax_id";

/*
 * Consecutive lists of an index with a paper form one period, which ends on the day of the next list
 * without it.
 */
static const char relate_components[] =
	"insert into staged_relation (subject_id, verb, object_id, since, until)"
	" with list as (select code, day, row_number() over w as place, lead(day) over w as next"
	"                 from (select distinct code, day from index_member) x window w as (partition by code order by day)),"
	" member as (select distinct l.code, t.id, l.day, l.next, l.place from index_member m"
	"              join list l on l.code = m.code and l.day = m.day"
	"              join paper_ticker t on t.symbol = m.symbol and t.since <= m.day and t.until > m.day),"
	" run as (select m.*, m.place - row_number() over (partition by m.code, m.id order by m.place) as run from member m)"
	" select id, 'component_of', 'index:' || code, min(day), coalesce(max(next) filter (where last), 'infinity')"
	"   from (select r.*, r.day = max(r.day) over (partition by r.code, r.id, r.run) as last from run r) r"
	"  group by code, id, run";

static const char relate_classes[] =
	"insert into staged_relation (subject_id, verb, object_id)"
	" select 'fund_share_class:' || c.tax_id || '.' || s.id, 'share_class_of', 'fund:' || c.tax_id"
	"   from fund_subclass s join fund_class c on c.id = s.class_id where s.id !~ '[/[:space:]]'"
	" union select 'fund:' || c.tax_id, 'share_class_of', 'fund:' || r.tax_id"
	"   from fund_class c join fund_register r on r.id = c.fund_id where r.tax_id <> c.tax_id";

static const char relate_sectors[] =
	"insert into staged_relation (subject_id, verb, object_id)"
	" select 'company:' || tax_id, 'belongs_to_sector', " SECTOR_ID(
		"sector") " from issuer where tax_id is not null and sector <> ''"
			  " union select coalesce('company:' || tax_id, 'company:cvm-' || cvm_code), 'belongs_to_sector', " SECTOR_ID(
				  "sector") "   from company c where sector <> '' and not exists (select from issuer i where i.tax_id = c.tax_id and i.sector <> '')"
					    " union select t.id, 'belongs_to_sector', " SECTOR_ID(
						    "i.sector") " from paper_ticker t join instrument i"
								"     on i.venue = 'b3' and i.symbol = t.symbol where i.sector <> ''";

static const char relate_successions[] =
	"insert into staged_relation (subject_id, verb, object_id, since)"
	" select distinct a.id, 'succeeded_by', b.id, s.day from succession s"
	"   join paper_ticker a on a.symbol = s.from_symbol and a.since < s.day"
	"   join paper_ticker b on b.symbol = s.to_symbol and b.until > s.day"
	"  where s.venue = 'b3' and a.id <> b.id";

/* Consecutive months in which a fund disclosed an asset form one period. */
static const char relate_holdings[] =
	"insert into staged_relation (subject_id, verb, object_id, since, until)"
	" with month as (select tax_id, day, row_number() over w as place, lead(day) over w as next"
	"                  from fund_portfolio window w as (partition by tax_id order by day)),"
	" held as (select distinct h.tax_id, h.day, coalesce(t.id, 'instrument:' || d.code, 'fund:' || nullif(h.target, '')) as id"
	"            from fund_holding h left join debenture d on d.code = h.code and h.code <> ''"
	"            left join paper_ticker t on t.symbol = h.code and t.since <= h.day and t.until > h.day and h.code <> ''),"
	" run as (select h.tax_id, h.id, m.day, m.next, m.place - row_number() over (partition by h.tax_id, h.id order by m.place) as run"
	"           from held h join month m on m.tax_id = h.tax_id and m.day = h.day where h.id is not null)"
	" select 'fund:' || tax_id, 'holds', id, min(day), coalesce(max(next) filter (where last), 'infinity')"
	"   from (select r.*, r.day = max(r.day) over (partition by r.tax_id, r.id, r.run) as last from run r) r"
	"  group by tax_id, id, run";

/* ---- where objects stand ---- */

/* Money traded in the 60 days up to the exchange's newest, and whether there was a quote in them. */
static const char traded_papers[] =
	"create temp table traded_paper on commit drop as"
	" select d.id, sum(q.turnover)::int8 as traded, count(q.n) > 0 as quoted"
	"   from paper_id d join paper p on p.root = d.root"
	"   left join lateral (select 1 as n, round(q.turnover) as turnover from quote q where q.venue = 'b3' and q.symbol = p.symbol"
	"                        and q.day >= (select max(s.day) from session s where s.venue = 'b3') - 60) q on true"
	"  group by d.id";

static const char stand_papers[] =
	"update staged_object s set standing = case when t.quoted then 2 else 1 end, traded = coalesce(t.traded, 0)"
	"  from traded_paper t where t.id = s.id";

static const char stand_funds[] =
	"update staged_object s set status = case when f.active then 'active' else 'inactive' end,"
	"       standing = case when f.active then s.standing else 0 end"
	"  from fund f where s.id = 'fund:' || f.tax_id";

/* As /v1/companies says it; what is traded of a company is traded of its papers. */
static const char stand_companies[] =
	"update staged_object s set status = c.status, traded = coalesce(t.traded, 0),"
	"       standing = case when c.trades then 2 when c.status = 'cancelled' then 0 else 1 end"
	"  from company c left join (select r.subject_id, sum(p.traded)::int8 as traded from staged_relation r"
	"                              join traded_paper p on p.id = r.object_id where r.verb = 'issued' group by r.subject_id) t"
	"    on t.subject_id = " COMPANY_ID " where s.id = " COMPANY_ID;

static const char merge_subjects[] =
	"update staged_relation s set subject_id = m.is from merged m where m.was = s.subject_id";
static const char merge_relations[] =
	"update staged_relation s set object_id = m.is from merged m where m.was = s.object_id";

const char *const objects_graph_sql[] = {
	lives,
	papers,
	"analyze paper",
	paper_ids,
	"analyze paper_id",
	stage_papers,
	stage_paper_names,
	paper_tickers,
	"analyze paper_ticker",
	stage_paper_keys,
	register_papers,
	stage_register_papers,
	stage_register_keys,
	stage_others,
	stage_indices,
	stage_other_keys,
	stage_debentures,
	stage_debenture_keys,
	stage_funds,
	stage_fund_keys,
	stage_fund_names,
	stage_umbrellas,
	stage_umbrella_keys,
	stage_reporting,
	stage_reporting_keys,
	stage_reporting_names,
	stage_subclasses,
	stage_subclass_keys,
	stage_companies,
	"analyze staged_object",
	stage_issuers,
	stage_company_keys,
	stage_issuer_keys,
	stage_company_names,
	stage_issuer_names,
	"analyze staged_object",
	providers,
	stage_providers,
	stage_provider_keys,
	stage_sectors,
	stage_series,
	stage_offerings,
	stage_plain_keys,
	stage_names,
	"analyze staged_key",
	relate_issued,
	relate_register_papers,
	relate_offers,
	relate_administers,
	relate_manages,
	relate_components,
	relate_classes,
	relate_sectors,
	relate_successions,
	relate_holdings,
	traded_papers,
	"analyze traded_paper",
	stand_papers,
	stand_funds,
	stand_companies,
	merged,
	merge_objects,
	merge_keys,
	merge_names,
	merge_subjects,
	merge_relations,
	NULL,
};
