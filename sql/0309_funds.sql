-- SPDX-License-Identifier: Apache-2.0
-- Funds: registers, fees, monthly portfolios, reports of receivables funds.  The same for everybody.
-- A fund is the tax id of its class, 14 characters; quotas are quotes of venue 'fund', names are instruments.

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
	administrator        text,
	-- A manager that is a company; one that is a person is left out.
	manager_tax_id       text collate "C" check (length(manager_tax_id) = 14),
	manager              text
);

-- registro_fundo.csv.  The file repeats some ids; the row that counts is here.
create table fund_register (
	id                   int8 primary key,
	tax_id               text collate "C" not null check (length(tax_id) = 14),
	name                 text,
	active               boolean not null,
	registered           date,
	administrator_tax_id text,
	administrator        text,
	manager_tax_id       text collate "C" check (length(manager_tax_id) = 14),	-- as above
	manager              text
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

-- inf_diario_fi*.csv, beside the quota, which is a quote.
create table fund_day (
	symbol    text collate "C" not null check (length(symbol) between 14 and 75),	-- as in quote: class, or class:sub-class
	day       date not null,
	net_worth numeric(28, 8) check (net_worth <> 'NaN'),
	holders   int8 check (holders >= 0),
	primary key (symbol, day)
);

-- ---- prepared from these by every load of one of them ----

-- One row a fund, of whichever register.
create table fund (
	tax_id               text collate "C" primary key,
	name                 text,
	active               boolean not null,
	fee                  numeric(12, 8),
	is_fic               boolean not null,
	anbima_class         text,
	administrator_tax_id text,
	administrator        text,
	peer_rank            int8,			-- place by fee among its peers, from 1; null: not one of them
	manager_tax_id       text collate "C",
	manager              text
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

-- One row a fund and month.
create table fund_portfolio (
	tax_id text collate "C" not null check (length(tax_id) = 14),
	day    date not null,
	pl     numeric(28, 8) check (pl <> 'NaN'),	-- net worth
	assets int8 not null default 0,			-- rows of fund_holding
	primary key (tax_id, day)
);
create index fund_portfolio_day on fund_portfolio (day);

-- ---- receivables funds ----

-- A receivables fund's monthly report (inf_mensal_fidc), one row a fund and month.
create table receivables_report (
	tax_id         text collate "C" not null check (length(tax_id) = 14),
	day            date not null,				-- the month's last, as filed
	name           text,
	net_worth      numeric(28, 8) check (net_worth <> 'NaN'),
	net_worth_mean numeric(28, 8) check (net_worth_mean <> 'NaN'),
	senior         numeric(28, 8) check (senior <> 'NaN'),		-- quotas of the senior class, at their value
	subordinate    numeric(28, 8) check (subordinate <> 'NaN'),	-- of mezzanine and subordinate ones
	holders        int8 check (holders >= 0),
	mezzanine      numeric(28, 8) check (mezzanine <> 'NaN'),	-- of the two that are subordinate
	junior         numeric(28, 8) check (junior <> 'NaN'),
	classes_sum    numeric(28, 8) check (classes_sum <> 'NaN'),	-- of all live classes
	classes_difference numeric(28, 8) check (classes_difference <> 'NaN'),	-- from net worth, percent
	classes_differ boolean not null default false,		-- by more than filings round: shown, and marked
	subordination  numeric(28, 8) check (subordination <> 'NaN'),	-- below the senior layer, percent
	mezzanine_subordination numeric(28, 8) check (mezzanine_subordination <> 'NaN'),
	subordination_reason text check (subordination_reason in ('no_classes', 'no_net_worth', 'class_value_unknown',
	               'classes_contradict_net_worth', 'single_class', 'unknown_class', 'no_senior_class')),
	primary key (tax_id, day),
	constraint receivables_report_reason check (subordination is null or subordination_reason is null)
);

-- A class of one, by its layer: every row of one label is kept, and the subordination follows from them.
create table receivables_class (
	tax_id   text collate "C" not null check (length(tax_id) = 14),
	day      date not null,
	class    text collate "C" not null check (length(class) between 1 and 200),	-- class and series, as filed
	quantity numeric(28, 8) check (quantity <> 'NaN'),
	quota    numeric(28, 12) check (quota <> 'NaN'),
	holders  int8 check (holders >= 0),
	occurrence int8 not null default 1 check (occurrence >= 1),	-- among rows of one label
	layer    text not null default 'unknown' check (layer in ('senior', 'mezzanine', 'junior', 'unknown')),
	primary key (tax_id, day, class, occurrence)
);

grant select on fund_legacy, fund_register, fund_class, fund_subclass, fund_fee, fund_day, fund, fund_holding,
	fund_portfolio, receivables_report, receivables_class to lastro_worker;
grant select, insert, update, delete on fund_legacy, fund_register, fund_class, fund_subclass, fund_fee, fund_day, fund,
	fund_holding, fund_portfolio, receivables_report, receivables_class to lastro_loader;
