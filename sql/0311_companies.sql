-- SPDX-License-Identifier: Apache-2.0
-- Companies: register, tickers, filed documents, statements.  The same for everybody: no workspace, no row security.
--
-- What other modules read (through companies/companies.h; joins in SQL may name these columns):
--   company            one row a company, whatever happened to its name or registration; id never changes
--   company_code       every CVM code, also a cancelled one, leads to its company
--   company_name       names of the past
--   company_ticker     every ticker, also a dead one, leads to its company
--   company_document   one row a filing; (company_id, filed_at desc, id desc) is the order of its pages
--   statement_measure  the figures of a (company, scope, reference date) as they were known from
--                      known_on on: a restatement is one more row; "present" marks what is known now.
--                      A cut at a day takes the last row with known_on <= that day
--   share_capital      shares issued and in treasury, a row a filing
-- statement_filing, statement_part and statement_line are what statements were made of.

-- ---- companies ----

-- One row a company.
create table company (
	id            int8 primary key,			-- the CVM code that it was first known by
	cvm_code      int8 not null unique,		-- of the registration that counts now
	tax_id        text collate "C" unique check (length(tax_id) = 14),	-- null: a foreign issuer without one
	name          text not null,
	trading_name  text,
	sector        text,				-- as the register says it
	sector_key    text collate "C",			-- folded, for the filter
	status        text not null check (status in ('active', 'suspended', 'cancelled', 'unknown')),
	listed        boolean not null,			-- shares trade on the exchange now
	registered_on date,
	cancelled_on  date,
	cancel_reason text,
	issuer_state  text,				-- operating, in judicial recovery …: as the register says it
	control       text,
	category      text check (category in ('A', 'B')),	-- A may list shares, B debt only
	fiscal_year_end int8 check (fiscal_year_end between 101 and 1231),	-- month * 100 + day; null: not filed
	words         tsvector not null,		-- folded words of its names, tickers, and codes
	quoted        boolean not null default false,	-- a paper of it was quoted lately: lastro compute objects
	-- Listed, as it is answered: what the register says, or an active company of which a paper is quoted, since its
	-- forms may not know the ticker.
	trades        boolean not null generated always as (listed or (quoted and status = 'active')) stored
);
create index company_words on company using gin (words);
create index company_page on company (name collate portuguese, id);
create index company_sector on company (sector_key, name collate portuguese, id);
create index company_state on company (status, trades);

-- Registrations: a tax id whose registration was cancelled and granted again has several.
create table company_code (
	cvm_code      int8 primary key check (cvm_code > 0),
	company_id    int8 not null references company,
	name          text not null,
	trading_name  text,
	folded        text not null,			-- both names, folded
	sector        text,
	sector_key    text collate "C",
	status        text not null check (status in ('active', 'suspended', 'cancelled', 'unknown')),
	on_exchange   boolean not null,			-- registered for the exchange's market (TP_MERC)
	registered_on date,
	cancelled_on  date,
	cancel_reason text,
	issuer_state  text,
	control       text,
	category      text check (category in ('A', 'B')),
	source        text not null check (source in ('register', 'form', 'document', 'statement'))
);
create index company_code_company on company_code (company_id);

-- Names of the past.
create table company_name (
	company_id int8 not null references company,
	name       text not null,
	folded     text not null,
	until      date,				-- the day on which the next name began; null: not said
	primary key (company_id, name)
);

-- Papers of a company on the exchange.
create table company_ticker (
	ticker     text collate "C" not null check (length(ticker) between 5 and 12),
	company_id int8 not null references company,
	security   text,				-- as filed: Ações Ordinárias, Units …
	class      text,				-- of preferred shares: PNA …
	composition text,				-- of a unit, prose: 1 ON / 2 PN
	segment    text,				-- of listing: Novo Mercado …
	since      date,
	until      date,				-- no longer traded since; null: it trades
	filed_for  date not null,			-- reference date of the form that says so
	primary key (ticker, company_id)
);
create index company_ticker_company on company_ticker (company_id);
create index company_ticker_living on company_ticker (company_id, ticker) where until is null;

-- The newest registration form of a company that was loaded: an older file does not undo a newer one.
create table company_form (
	company_id     int8 primary key references company,
	reference_date date not null,
	version        int8 not null,
	fiscal_year_end int8 check (fiscal_year_end between 101 and 1231)
);

-- ---- documents ----

-- What was filed: one row a version.
create table company_document (
	id             int8 primary key,
	company_id     int8 not null references company,
	source         text collate "C" not null check (source in ('ipe', 'dfp', 'itr', 'fca')),
	file_year      int8 not null,			-- of the file that it is in
	doc_key        text collate "C" not null,	-- protocol, or numbers out of its address
	version        int8 not null,
	seq            int8 not null default 1,		-- among rows equal in the three above
	cvm_code       int8 not null,			-- as filed
	kind           text not null check (kind in ('material_fact', 'market_communication', 'financial_report',
	                   'shareholder_notice', 'shareholder_meeting', 'periodic_report', 'management_report',
	                   'debt_instrument', 'governing_document', 'other')),
	category       text not null,
	type           text,
	species        text,
	subject        text,
	reference_date date,				-- typed by the filer; null: no date
	filed_at       date not null,			-- first filing of the document, over its versions
	version_filed_at date not null,			-- this version's
	presentation   text,
	protocol       text,
	download_url   text,
	first_id       int8,				-- version that the document began with; null: this one
	present_id     int8,				-- its newest version; null: this one
	first_version  int8,				-- what a page shows of them: looked up row by row it
	first_protocol text,				-- took a third of the page's time
	first_url      text,
	present_version  int8,
	present_filed_at date,
	present_protocol text,
	present_url      text,
	constraint company_document_key unique (source, doc_key, version, seq),
	check ((first_id is null) = (first_version is null)),
	check ((present_id is null) = (present_version is null))
);
create index company_document_page on company_document (company_id, filed_at desc, id desc) include (reference_date);
create index company_document_kind on company_document (company_id, kind, filed_at desc, id desc) include (reference_date);
create index company_document_category on company_document (company_id, category, filed_at desc, id desc)
	include (reference_date);
create index company_document_year on company_document (source, file_year);
create index company_document_refiled on company_document (company_id, category, reference_date)
	where version > 1 or first_id is not null or present_id is not null;

-- ---- statements ----

-- A document of statements.  No version is ever forgotten.
create table statement_filing (
	company_id     int8 not null references company,
	form           text collate "C" not null check (form in ('DFP', 'ITR')),
	reference_date date not null,
	version        int8 not null check (version > 0),
	filed_at       date,				-- null: the index was not loaded
	document_id    text,
	url            text,
	primary key (company_id, form, reference_date, version)
);

-- One statement of a filing, in one scope.  It is replaced whole.
create table statement_part (
	id             int8 primary key,
	company_id     int8 not null,
	form           text collate "C" not null,
	reference_date date not null,
	version        int8 not null,
	scope          text collate "C" not null check (scope in ('consolidated', 'parent')),
	statement      text collate "C" not null check (statement in
	                   ('BPA', 'BPP', 'DRE', 'DRA', 'DVA', 'DFC_MD', 'DFC_MI', 'DMPL')),
	lines          int8 not null,
	digest         bytea not null check (length(digest) = 16),	-- of its lines, in any order
	unique (company_id, scope, reference_date, form, version, statement),
	foreign key (company_id, form, reference_date, version) references statement_filing
);

-- Values are in units of the currency (BRL), whatever scale was filed; accounts 3.99 are per share.
create table statement_line (
	part_id      int8 not null,			-- of statement_part: checked by the loader
	account      text collate "C" not null,
	description  text not null,
	last         boolean not null,			-- ÚLTIMO; else PENÚLTIMO, the comparison
	period_start date,				-- null: a balance
	period_end   date not null,
	"column"     text not null default '',		-- of DMPL
	value        numeric(38, 10) not null check (value <> 'NaN'),
	fixed        boolean not null,			-- of the standard plan
	item         text collate "C",			-- what a figure makes of it (calc/credit/statements.h); null: nothing
	constraint statement_line_key unique nulls not distinct (part_id, account, last, period_start, period_end, "column")
);
create index statement_line_item on statement_line (part_id) where item is not null;

-- Made by every load of statements, and by "lastro compute statements"; never the only place of a figure.
create table statement_measure (
	company_id     int8 not null references company,
	scope          text collate "C" not null check (scope in ('consolidated', 'parent')),
	reference_date date not null,
	known_on       date,				-- filing that made the figures so; null: its day is not known
	form           text collate "C" not null check (form in ('DFP', 'ITR')),
	version        int8 not null,			-- of the date's document, then
	filed_at       date,				-- of the date's first version; null: not known
	present        boolean not null,		-- as known now
	revenue_ttm    numeric(28, 2),
	ebit_ttm       numeric(28, 2),
	ebitda_ttm     numeric(28, 2),
	net_income_ttm numeric(28, 2),
	operating_cash_flow_ttm numeric(28, 2),
	free_cash_flow_ttm numeric(28, 2),
	capex_ttm      numeric(28, 2),
	total_assets   numeric(28, 2),
	cash           numeric(28, 2),
	gross_debt     numeric(28, 2),
	net_debt       numeric(28, 2),
	equity         numeric(28, 2),
	interest_expense_ttm numeric(28, 2),
	interest_source text collate "C" check (interest_source in ('interest_lines', 'financial_expenses')),
	reasons        text collate "C",		-- a JSON object, figure to reason; null: all are known, or not computed since
	constraint statement_measure_key unique nulls not distinct (company_id, scope, reference_date, known_on)
);
create index statement_measure_present on statement_measure (scope, reference_date, company_id) where present;

-- Shares issued and in treasury.
create table share_capital (
	company_id       int8 not null references company,
	form             text collate "C" not null check (form in ('DFP', 'ITR')),
	reference_date   date not null,
	version          int8 not null,
	common           int8 not null,			-- shares, paid in
	preferred        int8 not null,
	total            int8 not null,
	treasury_common  int8 not null,
	treasury_preferred int8 not null,
	treasury_total   int8 not null,
	primary key (company_id, form, reference_date, version)
);

grant select on company, company_code, company_name, company_ticker, company_form, company_document, statement_filing,
	statement_part, statement_line, statement_measure, share_capital to lastro_worker;
grant select, insert, update, delete on company, company_code, company_name, company_ticker, company_form,
	company_document, statement_filing, statement_part, statement_line, statement_measure, share_capital to lastro_loader;
