-- SPDX-License-Identifier: Apache-2.0
-- Objects: anything with a name in the market, its keys, names, relations and observed measures.  The same
-- for everybody: no workspace, no row security.  "lastro compute objects" and "lastro load objects" write.
--
-- A row says who brought it: 'computed' rows are made anew from what the loaders brought, 'typed' ones came as
-- JSON Lines and stay until the same key is typed again.  A period is [since, until); an end that nobody said
-- is infinite.

-- One row a thing.
create table object (
	no           int4 primary key,			-- inside only: short in indexes; the id is what is shown
	id           text collate "C" not null unique check (id ~ '^[a-z_]+:[^/[:space:]]{1,100}$'),
	kind         text collate "C" not null check (kind in ('company', 'equity_security', 'fund', 'service_provider',
	                 'instrument', 'index', 'crypto_asset', 'commodity', 'country', 'indicator', 'data_series', 'offering',
	                 'fund_share_class', 'market_event', 'role', 'sector', 'securitization', 'norm', 'person')),
	subkind      text collate "C" not null default '' check (subkind in ('', 'fii', 'fidc', 'fip', 'etf', 'debenture',
	                 'bdr', 'coe', 'tesouro')),
	name         text not null check (length(name) between 1 and 300),
	anchor_type  text collate "C" not null,		-- the key that the id was made of
	anchor_value text collate "C" not null,
	source       text not null check (source in ('computed', 'typed'))
);
create index object_kind on object (kind, subkind, no);

-- Equal keys of two objects are two rows: a ticker that was recycled, and its periods.
create table object_key (
	object_no int4 not null references object on delete cascade,
	type      text collate "C" not null check (type in ('ticker', 'cnpj', 'cpf', 'isin', 'cvm_code', 'code')),
	value     text collate "C" not null,		-- as it is printed
	normal    text collate "C" not null check (normal ~ '^[A-Z0-9]{1,80}$'),	-- as it is compared
	since     date not null default '-infinity',
	until     date not null default 'infinity' check (until > since),
	source    text not null check (source in ('computed', 'typed')),
	-- What an answer shows of its object, and whether it is a word of somebody's name: an exact key is then one probe
	-- of one index.  What writes objects and names keeps both (load/object_stage).
	id        text collate "C" not null,
	kind      text collate "C" not null,
	subkind   text collate "C" not null,
	name      text not null,
	anchor_type  text collate "C" not null,
	anchor_value text collate "C" not null,
	is_word   boolean not null default false,
	primary key (normal, type, object_no, since)
);
create index object_key_object on object_key (object_no);

-- Name and aliases, also those of the past.  kind and subkind are the object's, so that a name is filtered
-- without looking the object up.
create table object_name (
	object_no int4 not null references object on delete cascade,
	name      text not null check (length(name) between 1 and 300),
	folded    text collate "C" not null,		-- its words in their order, for prefixes
	words     text collate "C" not null,		-- sorted, each once: equal for equal names (doc/calculations.md 14)
	n_words   int4 not null,
	vector    tsvector not null,			-- of the words
	kind      text collate "C" not null,
	subkind   text collate "C" not null,
	source    text not null check (source in ('computed', 'typed')),
	primary key (object_no, name)
);
create index object_name_words on object_name (words);
create index object_name_folded on object_name (folded, object_no);
create index object_name_vector on object_name using gin (vector) with (fastupdate = off);

-- Words of all names.
create table object_word (
	word    text collate "C" primary key,
	names   int4 not null,				-- that hold it
	generic boolean not null default false		-- in so many that it finds nothing
);

-- The words with their one-letter deletions: two words a letter apart share one of these.
create table object_variant (
	variant text collate "C" not null,
	word    text collate "C" not null,
	primary key (variant, word)
);

-- Who does what to whom.
create table object_relation (
	subject_no int4 not null references object on delete cascade,
	verb       text collate "C" not null check (verb in ('issued', 'administers', 'manages', 'holds', 'component_of',
	               'belongs_to_sector', 'controls', 'succeeded_by', 'offers', 'distributes', 'share_class_of',
	               'guarantees')),
	object_no  int4 not null references object on delete cascade check (object_no <> subject_no),
	since      date not null default '-infinity',
	until      date not null default 'infinity' check (until > since),
	source     text not null check (source in ('computed', 'typed')),
	primary key (subject_no, verb, object_no, since) include (until)
);
create index object_relation_object on object_relation (object_no, verb, subject_no, since) include (until);

-- What is observed of objects.
create table object_measure (
	no        int4 primary key,
	id        text collate "C" not null unique check (id ~ '^[a-z][a-z0-9_]{1,39}$'),
	title     text not null,
	unit      text not null,
	kinds     text[] not null,			-- that it applies to
	frequency text not null check (frequency in ('daily', 'monthly', 'quarterly', 'irregular')),
	source    text not null,
	lo        numeric,				-- beyond these it is implausible; null: no bound
	hi        numeric,
	amount    boolean not null			-- money, judged for a wrong scale (doc/calculations.md 13)
);

insert into object_measure (no, id, title, unit, kinds, frequency, source, lo, hi, amount) values
	(1, 'close', 'Fechamento', 'BRL', '{equity_security,fund,index,crypto_asset}', 'daily', 'B3', 0, null, false),
	(2, 'turnover', 'Volume financeiro negociado', 'BRL', '{equity_security,fund}', 'daily', 'B3', 0, null, true),
	(3, 'return_1m', 'Retorno do preço em 1 mês', '%', '{equity_security,fund,index,crypto_asset}', 'monthly', 'B3', -100, null, false),
	(4, 'return_12m', 'Retorno do preço em 12 meses', '%', '{equity_security,fund,index,crypto_asset}', 'monthly', 'B3', -100, null, false),
	(5, 'volatility_12m', 'Volatilidade anualizada de 252 pregões', '% a.a.', '{equity_security,fund,index,crypto_asset}', 'monthly', 'B3', 0, null, false),
	(6, 'dividend_yield_12m', 'Proventos de 12 meses sobre o preço', '%', '{equity_security,fund}', 'monthly', 'B3', 0, null, false),
	(7, 'fund_quota', 'Cota do fundo', 'BRL', '{fund,fund_share_class}', 'daily', 'CVM', 0, null, false),
	(8, 'fund_return_12m', 'Retorno da cota em 12 meses', '%', '{fund,fund_share_class}', 'monthly', 'CVM', -100, null, false),
	(9, 'net_worth', 'Patrimônio líquido', 'BRL', '{fund,fund_share_class}', 'daily', 'CVM', null, null, true),
	(10, 'holders', 'Cotistas', 'cotistas', '{fund,fund_share_class}', 'daily', 'CVM', 0, null, false),
	(11, 'admin_fee', 'Taxa de administração', '% a.a.', '{fund}', 'irregular', 'CVM', 0, 100, false),
	(12, 'debenture_price', 'Preço unitário da debênture', 'BRL', '{instrument}', 'daily', 'ANBIMA', 0, null, false),
	(13, 'debenture_spread', 'Spread indicativo da debênture sobre o DI', '% a.a.', '{instrument}', 'daily', 'ANBIMA', null, null, false),
	(14, 'debenture_duration', 'Prazo médio da debênture', 'dias úteis', '{instrument}', 'daily', 'ANBIMA', 0, null, false),
	(15, 'series_value', 'Valor da série', 'da série', '{data_series}', 'irregular', 'BCB', null, null, false),
	(16, 'treasury_price', 'Preço do título público', 'BRL', '{instrument}', 'daily', 'Tesouro', 0, null, false),
	(17, 'return_6m', 'Retorno do preço em 6 meses', '%', '{equity_security,fund,index,crypto_asset}', 'monthly', 'B3', -100, null, false),
	(18, 'volatility_3m', 'Volatilidade anualizada de 63 pregões', '% a.a.', '{equity_security,fund,index,crypto_asset}', 'monthly', 'B3', 0, null, false),
	(19, 'fund_return_1m', 'Retorno da cota em 1 mês', '%', '{fund,fund_share_class}', 'monthly', 'CVM', -100, null, false),
	(21, 'revenue_ttm', 'Receita em 12 meses', 'BRL', '{company}', 'quarterly', 'CVM', null, null, true),
	(22, 'ebit_ttm', 'EBIT em 12 meses', 'BRL', '{company}', 'quarterly', 'CVM', null, null, true),
	(23, 'ebitda_ttm', 'EBITDA em 12 meses', 'BRL', '{company}', 'quarterly', 'CVM', null, null, true),
	(24, 'net_income_ttm', 'Lucro líquido em 12 meses', 'BRL', '{company}', 'quarterly', 'CVM', null, null, true),
	(25, 'operating_cash_flow_ttm', 'Fluxo de caixa operacional em 12 meses', 'BRL', '{company}', 'quarterly', 'CVM', null, null, true),
	(26, 'free_cash_flow_ttm', 'Fluxo de caixa livre em 12 meses', 'BRL', '{company}', 'quarterly', 'CVM', null, null, true),
	(27, 'capex_ttm', 'Investimento em 12 meses', 'BRL', '{company}', 'quarterly', 'CVM', null, null, true),
	(28, 'total_assets', 'Ativo total', 'BRL', '{company}', 'quarterly', 'CVM', 0, null, true),
	(29, 'cash', 'Caixa e aplicações', 'BRL', '{company}', 'quarterly', 'CVM', 0, null, true),
	(30, 'gross_debt', 'Dívida bruta', 'BRL', '{company}', 'quarterly', 'CVM', 0, null, true),
	(31, 'net_debt', 'Dívida líquida', 'BRL', '{company}', 'quarterly', 'CVM', null, null, true),
	(32, 'equity', 'Patrimônio líquido contábil', 'BRL', '{company}', 'quarterly', 'CVM', null, null, true),
	(33, 'occupancy', 'Ocupação', '%', '{fund}', 'monthly', 'digitada', 0, 100, false),
	(34, 'rating_score', 'Nota de crédito em escala', 'pontos', '{company,fund,instrument,securitization}', 'irregular', 'digitada', null, null, false),
	(35, 'debenture_percent_of_index', 'Taxa indicativa da debênture em percentual do DI', '% do índice', '{instrument}', 'daily', 'ANBIMA', 0, null, false),
	(36, 'debenture_fixed_rate', 'Taxa indicativa da debênture prefixada', '% a.a.', '{instrument}', 'daily', 'ANBIMA', null, null, false),
	(37, 'debenture_real_rate', 'Taxa real indicativa da debênture sobre o índice de preços', '% a.a.', '{instrument}', 'daily', 'ANBIMA', null, null, false),
	(38, 'debenture_par', 'Preço da debênture em percentual do par', '% do par', '{instrument}', 'daily', 'ANBIMA', 0, null, false),
	(39, 'subordination', 'Subordinação da classe sênior', '%', '{fund}', 'monthly', 'CVM', 0, 100, false),
	(40, 'mezzanine_subordination', 'Subordinação da classe mezanino', '%', '{fund}', 'monthly', 'CVM', 0, 100, false);

-- Values of a measure are of one unit an object, which need not be the measure's: a quote of New York is in dollars, an
-- index is in points.  Here is what differs from object_measure.unit.
create table object_unit (
	measure_no int4 not null references object_measure,
	object_no  int4 not null references object on delete cascade,
	unit       text collate "C" not null check (length(unit) between 1 and 40),
	primary key (measure_no, object_no)
);
create index object_unit_object on object_unit (object_no);

-- What a measure of an object was on a day, as one filing said it.  A restatement is another row by its filing;
-- a correction of the same filing supersedes the row, which stays for who reads at an older version.
create table object_observation (
	measure_no int4 not null references object_measure,
	object_no  int4 not null references object on delete cascade,
	base_date  date not null,
	filed_at   date not null default '-infinity',	-- -infinity: not known, invisible to availability=filed
	revision   int4 not null default 0,		-- among filings of one day, ascending
	value      numeric(38, 12) not null check (value <> 'NaN' and abs(value) < 1e24),
	source     text collate "C" not null,
	version    int8 not null,			-- market_version 'objects' that it came with
	superseded int8 not null default 9223372036854775807,	-- the version it went with
	primary key (measure_no, object_no, base_date, filed_at, revision, version) include (value, superseded)
);

-- Loads that "compute objects" has taken in.
create table object_taken (
	load_id uuid primary key
);

grant select on object, object_key, object_name, object_word, object_variant, object_relation, object_measure,
	object_unit, object_observation, object_taken to lastro_worker;
grant select, insert, update, delete on object, object_key, object_name, object_word, object_variant, object_relation,
	object_measure, object_unit, object_observation, object_taken to lastro_loader;
