-- Funds: registers, fees, monthly portfolios; terms of debentures.  The same for everybody: no workspace, no row security.
-- A fund is the tax id of its class, 14 characters; quotas are quotes of venue 'fund', names are instruments.

set local search_path = lastro, pg_temp;

-- ---- as the files say it ----

-- cad_fi.csv, the register until RCVM 175: of a fund that registered again, the row that counts.
create table fund_legacy (
	tax_id               text collate "C" primary key check (length(tax_id) = 14),
	name                 text,
	active               boolean not null,
	registered           date,
	fee                  numeric(12, 8) check (fee <> 'NaN' and fee between 0 and 100),	-- percent a year
	is_fic               boolean,
	anbima_class         text,
	administrator_tax_id text,
	administrator        text
);

-- registro_fundo.csv.  The file repeats some ids; the row that counts is here.
create table fund_register (
	id                   int8 primary key,
	tax_id               text collate "C" not null check (length(tax_id) = 14),
	name                 text,
	active               boolean not null,
	registered           date,
	administrator_tax_id text,
	administrator        text
);

-- registro_classe.csv
create table fund_class (
	id           int8 primary key,
	fund_id      int8,				-- of fund_register
	tax_id       text collate "C" not null check (length(tax_id) = 14),
	name         text,
	active       boolean not null,
	registered   date,
	is_fic       boolean,
	anbima_class text
);

-- registro_subclasse.csv
create table fund_subclass (
	class_id int8 not null,
	id       text collate "C" not null check (length(id) between 1 and 60),
	name     text,
	active   boolean not null,
	primary key (class_id, id)
);

-- extrato_fi*.csv
create table fund_fee (
	tax_id       text collate "C" not null check (length(tax_id) = 14),
	day          date not null,
	name         text,
	fee          numeric(12, 8) check (fee <> 'NaN' and fee between 0 and 100),		-- administration
	custody_fee  numeric(12, 8) check (custody_fee <> 'NaN' and custody_fee between 0 and 100),
	is_fic       boolean,
	anbima_class text,
	primary key (tax_id, day)
);

-- ---- prepared from these by every load of one of them ----

create table fund (
	tax_id               text collate "C" primary key,
	name                 text,
	active               boolean not null,
	fee                  numeric(12, 8),
	is_fic               boolean not null,
	anbima_class         text,
	administrator_tax_id text,
	administrator        text,
	peer_rank            int8			-- place by fee among its peers, from 1; null: not one of them
);
-- A median is two entries of this index, and the number of peers is its last.
create index fund_peer on fund (anbima_class, is_fic, peer_rank) include (fee) where peer_rank is not null;

-- ---- monthly portfolios (cda_fi) ----

-- Positions that are disclosed: rows of one asset of one kind are one.
create table fund_holding (
	day      date not null,				-- the month's last, as filed
	tax_id   text collate "C" not null check (length(tax_id) = 14),
	block    int8 not null check (block between 1 and 8),
	tp_aplic text collate "C" not null,
	code     text collate "C" not null default '',	-- ticker, paper, SELIC code; '' none
	target   text collate "C" not null default '',	-- block 2: the fund whose quotas these are
	value    numeric(28, 8) not null check (value <> 'NaN')
);
create index fund_holding_fund on fund_holding (day, tax_id);

create table fund_portfolio (
	tax_id text collate "C" not null check (length(tax_id) = 14),
	day    date not null,
	pl     numeric(28, 8) check (pl <> 'NaN'),	-- net worth
	assets int8 not null default 0,			-- rows of fund_holding
	primary key (tax_id, day)
);
create index fund_portfolio_day on fund_portfolio (day);

-- ---- debentures ----

-- Rates are in the money of doc/calculations.md 4: percent a year over 252 business days.  What a source does
-- not say, or says on another basis, is null: never a zero.
create table debenture (
	code          text collate "C" primary key check (length(code) between 1 and 20),
	issuer_name   text,
	issuer_tax_id text collate "C",
	isin          text collate "C",
	series        text,
	indexer       text check (indexer in ('cdi', 'selic', 'prefixado', 'ipca', 'igpm', 'outro')),
	index_text    text,				-- the index as the source prints it
	pct           numeric(24, 8) check (pct <> 'NaN' and pct >= 0),		-- percent of the index
	spread        numeric(24, 8) check (spread <> 'NaN'),			-- over cdi or selic
	rate          numeric(24, 8) check (rate <> 'NaN'),			-- prefixed, or over an index of prices
	index_day     int8 check (index_day between 1 and 31),			-- anniversary of the index of prices
	issued        date,
	maturity      date,
	next_event    date,				-- next repricing, else maturity (ANBIMA)
	incentivised  boolean,				-- law 12.431
	standard      boolean,				-- calculated by the depository's own criterion
	source        text not null check (source in ('anbima', 'snd'))	-- of the terms
);
create index debenture_issuer on debenture (issuer_tax_id);

-- What ANBIMA says of a paper on a day, beside its unit price (which is in quote).
create table debenture_mark (
	code     text collate "C" not null,
	day      date not null,
	rate     numeric(24, 8) check (rate <> 'NaN'),		-- indicative: spread, percent of DI or yield, by the index
	pct_par  numeric(24, 8) check (pct_par <> 'NaN'),
	duration numeric(24, 8) check (duration <> 'NaN'),	-- business days
	primary key (code, day)
);

grant select on fund_legacy, fund_register, fund_class, fund_subclass, fund_fee, fund, fund_holding, fund_portfolio,
	debenture, debenture_mark
	to lastro_worker;
