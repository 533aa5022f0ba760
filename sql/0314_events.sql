-- SPDX-License-Identifier: Apache-2.0
-- Market series and their anomalous days, events and their threads.  The same for everybody.
--
-- What other modules read (joins in SQL may name these columns):
--   data_series     one row a series that the service knows by a code of its own
--   market_event    one row an event; event_id never changes, event_key is what its file calls it
--   event_thread    one row a thread of events
--   anomaly         one row an anomalous day of a series, |score| >= 3

-- ---- series ----

-- Series that have a page.
create table data_series (
	code      text collate "C" primary key check (code ~ '^[A-Z0-9_]{1,20}$'),
	title     text not null,
	kind      text not null check (kind in ('index', 'commodity', 'currency', 'indicator')),
	unit      text not null,
	frequency text not null check (frequency in ('daily', 'monthly')),
	source    text not null,
	place     int8 not null unique,			-- in lists
	market    boolean not null,			-- among the seven whose anomalies are shown when none is named
	local     boolean not null default false,	-- judged against the four factors
	origin    text not null check (origin in ('quote', 'ptax', 'sgs')),
	venue     text collate "C",			-- of a quote
	symbol    text collate "C",			-- of a quote, or the currency of ptax
	sgs_code  int8,					-- of the central bank
	check ((origin = 'quote') = (venue is not null)),
	check ((origin = 'sgs') = (sgs_code is not null)),
	check ((origin = 'sgs') = (symbol is null))
);

insert into data_series (code, title, kind, unit, frequency, source, place, market, local, origin, venue, symbol, sgs_code) values
	('IBOV',   'Ibovespa',                          'index',     'pontos',          'daily',   'B3',            1, true,  true,  'quote', 'index', 'IBOV',   null),
	('IFIX',   'Índice de fundos imobiliários',     'index',     'pontos',          'daily',   'B3',            2, true,  true,  'quote', 'index', 'IFIX',   null),
	('USDBRL', 'Dólar comercial, PTAX de venda',    'currency',  'R$ por US$',      'daily',   'Banco Central', 3, true,  false, 'ptax',  null,    'USD',    null),
	('BRENT',  'Petróleo Brent, contrato futuro',   'commodity', 'US$ por barril',  'daily',   'ICE',           4, true,  false, 'quote', 'index', 'BRENT',  null),
	('VIX',    'Volatilidade implícita do S&P 500', 'index',     'pontos',          'daily',   'Cboe',          5, true,  false, 'quote', 'index', 'VIX',    null),
	('SP500',  'S&P 500',                           'index',     'pontos',          'daily',   'S&P',           6, true,  false, 'quote', 'index', 'SP500',  null),
	('NASDAQ', 'Nasdaq Composite',                  'index',     'pontos',          'daily',   'Nasdaq',        7, true,  false, 'quote', 'index', 'NASDAQ', null),
	('SELIC',  'Taxa Selic, ao dia',                'indicator', '% ao dia',        'daily',   'Banco Central', 8, false, false, 'sgs',   null,    null,     11),
	('SELIC_META', 'Meta da taxa Selic',            'indicator', '% ao ano',        'daily',   'Banco Central', 9, false, false, 'sgs',   null,    null,     432),
	('CDI',    'CDI, ao dia',                       'indicator', '% ao dia',        'daily',   'Banco Central', 10, false, false, 'sgs',  null,    null,     12),
	('IPCA',   'IPCA, no mês',                      'indicator', '% ao mês',        'monthly', 'Banco Central', 11, false, false, 'sgs',  null,    null,     433),
	('IGPM',   'IGP-M, no mês',                     'indicator', '% ao mês',        'monthly', 'Banco Central', 12, false, false, 'sgs',  null,    null,     189);

-- The newest returns of a series, so that a new day is judged without its old closes
-- (src/market/events/window.h): 12 bytes a session, 44 a common session.
create table anomaly_window (
	series_code text collate "C" primary key,
	venue       text collate "C" not null,
	symbol      text collate "C" not null,
	made_from   text not null,			-- digest of the splits that its closes were multiplied by
	returns     bytea not null,
	commons     bytea not null
);
create index anomaly_window_symbol on anomaly_window (venue, symbol);

-- An anomalous day of a series.
create table anomaly (
	series_code text collate "C" not null,
	day         date not null,
	after_day   date not null,			-- the session before: what happened since then may explain it
	market      boolean not null,			-- of data_series.market
	score       numeric(24, 12) not null check (score <> 'NaN'),	-- effective, cut to 12 places, never rounded up
	strength    numeric(24, 12) not null generated always as (abs(score)) stored,
	return_pct  numeric(24, 8) not null check (return_pct <> 'NaN'),
	head        text not null,			-- the members of its JSON but explained_by
	event_id    int8,				-- the strongest of its links
	body        text,				-- its JSON, as pages show it; null: to be made
	primary key (series_code, day)
) with (toast_tuple_target = 8160);	-- a page copies thousands of bodies: they stay in the row, as they are
create index anomaly_page on anomaly (day desc, strength desc, series_code desc) where market;
create index anomaly_day on anomaly (day desc, strength desc, series_code desc);
create index anomaly_event on anomaly (event_id) where event_id is not null;
create index anomaly_unmade on anomaly (series_code, day) where body is null;

-- ---- events ----

-- Events that are one story.
create table event_thread (
	slug        text collate "C" primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
	kind        text not null check (kind in ('monetary_policy', 'fiscal', 'inflation', 'activity', 'politics', 'geopolitics',
	                'commodities', 'earnings', 'corporate_action', 'regulation', 'credit', 'market_structure', 'other')),
	title       text not null,
	status      text not null check (status in ('open', 'resolved', 'stale')),
	started_at  date not null,
	resolved_at date,
	entities    text[] not null default '{}',
	check ((status = 'resolved') = (resolved_at is not null)),
	check (resolved_at >= started_at)
);

-- What happened in the market.
create table market_event (
	event_id    int8 primary key check (event_id > 0),
	event_key   text collate "C" not null unique check (length(event_key) between 1 and 200),
	type        text not null check (type in ('rumour', 'official_act', 'confirmation', 'analysis', 'data_release')),
	day         date not null,
	layer       text not null check (layer in ('global', 'domestic', 'sector', 'company')),
	category    text not null check (category in ('monetary_policy', 'fiscal', 'inflation', 'activity', 'politics', 'geopolitics',
	                'commodities', 'earnings', 'corporate_action', 'regulation', 'credit', 'market_structure', 'other')),
	title       text not null,
	summary     text not null,
	entities    text[] not null default '{}',
	tickers     text[] not null default '{}',
	channels    text[] not null default '{}',
	detectors   text[] not null default '{}',
	score       numeric(7, 4) not null check (score between 0 and 1),
	thread_slug text collate "C" references event_thread,
	from_text   text,				-- what the event changed, before and after
	to_text     text,
	rule        text,				-- that made a candidate of loaded data; null: loaded or typed
	body        text,				-- its JSON inside lists; null: to be made
	check ((from_text is null) = (to_text is null))
);
create index market_event_page on market_event (day desc, event_id desc);
create index market_event_thread on market_event (thread_slug, day, event_id) where thread_slug is not null;
create index market_event_tickers on market_event using gin (tickers);
create index market_event_unmade on market_event (event_id) where body is null;

-- What an event rests on.
create table event_evidence (
	event_id int8 not null references market_event on delete cascade,
	kind     text not null check (length(kind) between 1 and 40),
	ref      text collate "C" not null check (length(ref) between 1 and 200),
	url      text not null,
	title    text not null,
	primary key (event_id, kind, ref)
);

-- Which events may explain an anomaly, by which rule, how strongly (src/calc/events/link.h).
create table anomaly_link (
	series_code text collate "C" not null,
	day         date not null,
	event_id    int8 not null references market_event on delete cascade,
	rule        text not null,
	strength    numeric(5, 4) not null check (strength > 0 and strength <= 1),
	primary key (series_code, day, event_id),
	foreign key (series_code, day) references anomaly on delete cascade
);
create index anomaly_link_event on anomaly_link (event_id);
create index anomaly_link_day on anomaly_link (day);

grant select on data_series, anomaly_window, anomaly, event_thread, market_event, event_evidence, anomaly_link to lastro_worker;
grant select, insert, update, delete on data_series, anomaly_window, anomaly, event_thread, market_event,
	event_evidence, anomaly_link to lastro_loader;
