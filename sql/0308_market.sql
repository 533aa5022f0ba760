-- SPDX-License-Identifier: Apache-2.0
-- Market data: reference, closes, rates, and what was loaded.  The same for everybody: no workspace, no row security.
-- Loaders write; the worker's role may select.
--
-- Text keys compare by bytes (collate "C"): symbols are codes, and the order is the one C sees.

-- Versions of public data, by family; a load bumps the ones it touches.  They are told to the worker as one array, in
-- this order: enum market_family of src/identity/caller.h.
create table market_version (
	family   text primary key,
	position int4 not null unique check (position >= 0),
	version  int8 not null default 0
);

insert into market_version (family, position) values
	('reference', 0), ('closes', 1), ('rate', 2), ('companies', 3), ('offerings', 4), ('objects', 5), ('events', 6),
	('agenda', 7), ('news', 8), ('series', 9);

-- ---- reference ----

-- Who issues papers, by the exchange's code.
create table issuer (
	code     text collate "C" primary key check (length(code) between 1 and 12),	-- PETR; what the ISIN carries
	tax_id   text,
	name     text,
	cvm_code text,
	sector   text,				-- the first of the exchange's three levels
	subsector text,
	segment  text,
	-- By which the exchange asks for its cash dividends, as its own pages say it: "AMBEV S/A".
	trading_name text check (length(trading_name) between 1 and 60)
);
create index issuer_tax_id on issuer (tax_id);

-- A paper, or whatever else has a price: the listing.
create table instrument (
	venue         text collate "C" not null check (venue in ('b3', 'us', 'crypto', 'tesouro', 'fund', 'debenture', 'index')),
	symbol        text collate "C" not null check (length(symbol) between 1 and 80),
	asset_type    text not null check (asset_type in ('stock', 'fii', 'etf', 'bdr', 'index', 'tesouro', 'crypto',
	                                   'option', 'debenture', 'fund', 'us')),
	name          text,				-- long name, typed or of the company's page
	short_name    text,				-- as the exchange prints it
	isin          text collate "C",			-- the newest
	issuer_code   text collate "C",
	issuer_tax_id text,				-- where the issuer's code does not lead to it
	sector        text,
	currency      text not null default 'BRL' check (currency in ('BRL', 'USD')),
	option_kind   text check (option_kind in ('call', 'put')),
	strike        numeric(24, 12) check (strike <> 'NaN'),
	expiry        date,
	typed         boolean not null default false,	-- its type was typed and is not derived again
	primary key (venue, symbol)
);
create index instrument_issuer on instrument (issuer_code);

-- Which ISIN traded under which symbol, and when: resolves events, derives renames.
create table instrument_isin (
	isin      text collate "C" not null,
	venue     text collate "C" not null,
	symbol    text collate "C" not null,
	first_day date,					-- trades seen; null: known from a list only
	last_day  date,
	primary key (isin, venue, symbol)
);
create index instrument_isin_symbol on instrument_isin (venue, symbol);

-- A paper becomes another: rename (ratio 1), merger (doc/calculations.md 1.7).
create table succession (
	venue          text collate "C" not null,
	from_symbol    text collate "C" not null,
	to_symbol      text collate "C" not null check (to_symbol <> from_symbol),
	day            date not null,
	ratio_n        int8 not null check (ratio_n > 0),	-- new shares per old: n/d
	ratio_d        int8 not null check (ratio_d > 0),
	cash_per_share numeric(24, 12) check (cash_per_share <> 'NaN' and cash_per_share >= 0),
	source         text not null check (source in ('typed', 'isin')),
	primary key (venue, from_symbol),
	constraint succession_ratio check (ratio_n <= 10000000::numeric * ratio_d
		and ratio_d <= 10000000::numeric * ratio_n)
);

-- Splits, groupings and bonuses: what multiplies a quantity on the ex day.  What no source means, an event that
-- changes nothing or everything, is refused here whoever writes it.
create table corporate_event (
	venue      text collate "C" not null,
	symbol     text collate "C" not null,
	ex_day     date not null,
	label      text collate "C" not null,		-- DESDOBRAMENTO, GRUPAMENTO, BONIFICACAO
	kind       text not null check (kind in ('split', 'bonus')),
	ratio_n    int8 not null check (ratio_n > 0),
	ratio_d    int8 not null check (ratio_d > 0),
	unit_cost  numeric(24, 12) check (unit_cost <> 'NaN' and unit_cost >= 0),	-- of a bonus share
	record_day date,				-- last day with the right
	approved   date,
	isin       text collate "C",
	source     text not null check (source in ('typed', 'b3')),
	primary key (venue, symbol, ex_day, label),
	constraint corporate_event_bonus check (kind <> 'bonus' or ratio_n > ratio_d),
	constraint corporate_event_ratio check (ratio_n <= 10000000::numeric * ratio_d
		and ratio_d <= 10000000::numeric * ratio_n),
	constraint corporate_event_day check (ex_day between '1900-01-01' and '2199-12-31')
);
create index corporate_event_ex on corporate_event (ex_day, venue, symbol);

-- Cash that is paid per share.  A distribution without a payment date is known but not income yet.
create table distribution (
	venue       text collate "C" not null,
	symbol      text collate "C" not null,
	label       text collate "C" not null,		-- as the source prints it
	kind        text check (kind in ('dividend', 'jcp', 'yield', 'interest', 'amortization', 'capital_return')),
							-- null: a label that is not understood, kept
	ex_day      date not null,
	record_day  date,
	pay_day     date,
	gross       numeric(24, 12) not null check (gross <> 'NaN' and gross >= 0),	-- per share
	approved    date,
	seq         int8 not null default 1,		-- among rows equal in all of the above
	related_to  text,
	tax_pct     numeric(12, 8) check (tax_pct <> 'NaN' and tax_pct between 0 and 100),
	old_profits boolean not null default false,	-- periods up to 2025, approved by 2025-12-31
	isin        text collate "C",
	source      text not null check (source in ('typed', 'b3')),
	constraint distribution_key unique nulls not distinct (venue, symbol, ex_day, label, gross, approved, seq)
);
create index distribution_paid on distribution (venue, symbol, pay_day);
create index distribution_ex on distribution (ex_day, venue, symbol);

-- Rights to subscribe.
create table subscription_event (
	venue        text collate "C" not null,
	symbol       text collate "C" not null,
	label        text collate "C" not null,
	ex_day       date not null,
	record_day   date,
	percentage   numeric(24, 12) check (percentage <> 'NaN'),
	price        numeric(24, 12) check (price <> 'NaN'),
	first_day    date,				-- of trading in the right
	last_day     date,
	pay_day      date,
	approved     date,
	isin         text collate "C",
	source       text not null check (source in ('typed', 'b3')),
	primary key (venue, symbol, ex_day, label)
);
create index subscription_event_ex on subscription_event (ex_day, venue, symbol);

-- What became of a payment that was announced, where the source's own list does not say so.
create table dividend_status (
	ticker text collate "C" not null,
	ex_day date not null,
	kind   text not null check (kind in ('dividend', 'jcp', 'yield', 'amortization', 'subscription', 'split')),
	status text not null check (status in ('declared', 'confirmed', 'cancelled', 'forecast')),
	url    text,
	primary key (ticker, ex_day, kind)
);

-- Days without business, or without a session.
create table holiday (
	calendar text collate "C" not null check (calendar in ('anbima', 'b3')),
	day      date not null,
	name     text,
	primary key (calendar, day)
);

-- What a symbol's derived state was made from: market_version 'reference' of its last change.
create table symbol_version (
	venue   text collate "C" not null,
	symbol  text collate "C" not null,
	version int8 not null,
	primary key (venue, symbol)
);

-- ---- closes ----

-- Prices of a day.
create table quote (
	venue        text collate "C" not null,
	symbol       text collate "C" not null,
	day          date not null,
	segment      text not null,			-- cash, odd (fallback), option, exercise; index, spot
	open         numeric(24, 12),
	high         numeric(24, 12),
	low          numeric(24, 12),
	close        numeric(24, 12) not null check (close <> 'NaN'),	-- per unit, factor applied
	volume       numeric(28, 8),			-- units
	turnover     numeric(28, 8),			-- money
	trades       int8,
	factor       int8 not null default 1,		-- units that the printed price was for
	distribution_number int8,			-- B3's DISMES: it moves when the paper passes an event
	primary key (venue, symbol, day),
	constraint quote_close_positive check (close > 0)
);

-- Days of a venue that have quotes: the sessions of the past.
create table session (
	venue text collate "C" not null,
	day   date not null,
	primary key (venue, day)
);

-- Prepared from quote by every load; "lastro compute prices" rebuilds and compares.
create table last_close (
	venue    text collate "C" not null,
	symbol   text collate "C" not null,
	last_day date not null,
	last     numeric(24, 12) not null,
	prev_day date,
	prev     numeric(24, 12),
	primary key (venue, symbol)
);

-- The last close of each month.
create table month_close (
	venue  text collate "C" not null,
	symbol text collate "C" not null,
	month  date not null check (extract(day from month) = 1),
	day    date not null,
	close  numeric(24, 12) not null,
	primary key (venue, symbol, month)
);

-- A symbol's year in two parallel arrays, big-endian: days as int2 after 1 January, closes as int8 on a
-- grid of `places`.  Options have none: they live for months and are read from quote.
create table close_series (
	venue  text collate "C" not null,
	symbol text collate "C" not null,
	year   int8 not null,
	places int8 not null,
	days   bytea not null,
	closes bytea not null,
	primary key (venue, symbol, year),
	check (length(closes) = 4 * length(days))
);

alter table close_series alter column days set storage external, alter column closes set storage external;

-- The oldest day whose close was added or changed since anomalies were computed.
create table close_change (
	venue     text collate "C" not null,
	symbol    text collate "C" not null,
	first_day date not null,
	primary key (venue, symbol)
);

-- ---- rates and indices ----

-- Of the central bank.
create table series (
	code  int8 not null,				-- of the central bank's SGS
	day   date not null,
	value numeric(28, 12) not null check (value <> 'NaN'),
	primary key (code, day)
);

-- Of the central bank, too: what a foreign currency costs.
create table ptax (
	currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
	day      date not null,
	buy      numeric(24, 12) check (buy <> 'NaN' and buy > 0),
	sell     numeric(24, 12) not null check (sell <> 'NaN' and sell > 0),
	primary key (currency, day)
);

-- The live rate, with a version of its own.
create table usdt (
	pair       text primary key check (pair = 'USDTBRL'),
	rate       numeric(24, 12) not null check (rate <> 'NaN' and rate > 0),
	at         timestamptz not null,
	change_pct numeric(24, 8) check (change_pct <> 'NaN')	-- 24 hours
);

-- Index numbers of IPCA and IGP-M.  No public file has them: they come in by hand (doc/load.md) and go before the
-- published changes of the same months.
create table index_number (
	code   text collate "C" not null check (code in ('igpm', 'ipca')),
	month  date not null check (extract(day from month) = 1),
	number numeric(24, 12) not null check (number <> 'NaN' and number > 0),
	primary key (code, month)
);

-- GetStockIndex: papers of every index, as the exchange listed them on a day.
create table index_member (
	code   text collate "C" not null check (code ~ '^[A-Z0-9]{2,12}$'),	-- of the index
	day    date not null,
	symbol text collate "C" not null check (symbol ~ '^[A-Z0-9]{4,12}$'),
	primary key (code, day, symbol)
);
create index index_member_day on index_member (day);

-- ---- what was loaded ----

-- One row a load.
create table load_log (
	id        uuid primary key,
	source    text not null,
	file      text not null,
	loaded_at timestamptz not null,
	rows_read int8 not null,
	written   int8 not null,
	unchanged int8 not null,
	ignored   int8 not null,
	refused   int8 not null,
	first_day date,
	last_day  date
);
create index load_log_newest on load_log (source, loaded_at);
create index load_log_newest_day on load_log (source, last_day) where last_day is not null;

-- Official files that are in: asked for again with these, an unchanged one is not sent.
create table fetched (
	url           text primary key,
	source        text not null,
	etag          text,
	last_modified text,
	bytes         int8 not null,
	loaded_at     timestamptz not null,
	role          text collate "C"		-- as whom the run came: lastro doctor warns of the owner
);

-- A symbol of no register that somebody holds was asked for: it is not asked for again for a while.
create table symbol_asked (
	asset_type text        collate "C" not null check (asset_type in ('crypto', 'us')),
	symbol     text        collate "C" not null check (length(symbol) between 1 and 80),
	asked_at   timestamptz not null,
	primary key (asset_type, symbol)
);
create index symbol_asked_age on symbol_asked (asked_at);

grant select on market_version, issuer, instrument, instrument_isin, succession, corporate_event, distribution,
	subscription_event, dividend_status, holiday, symbol_version, quote, session, last_close, month_close,
	close_series, series, ptax, usdt, index_number, index_member, load_log, fetched to lastro_worker;
grant select, insert, update, delete on market_version, issuer, instrument, instrument_isin, succession,
	corporate_event, distribution, subscription_event, dividend_status, holiday, symbol_version, quote, session,
	last_close, month_close, close_series, series, ptax, usdt, index_number, index_member, load_log, fetched to lastro_loader;

-- Nothing that is answered.
grant select, insert, update, delete on close_change, symbol_asked to lastro_loader;
