-- Market series and their anomalous days, events and their threads, the agenda, editions of the news.
-- The same for everybody: no workspace, no row security.  Loaders (the owner's role) write; the worker may select.
--
-- What other modules read (joins in SQL may name these columns):
--   data_series     one row a series that the service knows by a code of its own
--   market_event    one row an event; event_id never changes, event_key is what its file calls it
--   event_thread    one row a thread of events
--   anomaly         one row an anomalous day of a series, |score| >= 3

set local search_path = lastro, pg_temp;

-- ---- series ----

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

-- The oldest day whose close was added or changed since anomalies were computed.
create table close_change (
	venue     text collate "C" not null,
	symbol    text collate "C" not null,
	first_day date not null,
	primary key (venue, symbol)
);

-- The newest returns of a series, so that a new day is judged without its old closes
-- (src/events/window.h): 12 bytes a session, 44 a common session.
create table anomaly_window (
	series_code text collate "C" primary key,
	venue       text collate "C" not null,
	symbol      text collate "C" not null,
	made_from   text not null,			-- digest of the splits that its closes were multiplied by
	returns     bytea not null,
	commons     bytea not null
);
create index anomaly_window_symbol on anomaly_window (venue, symbol);

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

-- ---- agenda ----

-- When a company means to publish its results, out of a calendar.
create table earnings_release (
	ticker         text collate "C" not null check (length(ticker) between 4 and 12),
	reference_date date not null,			-- end of the period
	day            date not null,
	name           text not null,
	cancelled      boolean not null default false,
	primary key (ticker, reference_date)
);
create index earnings_release_day on earnings_release (day, ticker);

-- When it will, by its own past: made by "lastro compute agenda".
create table earnings_forecast (
	company_id     int8 not null references company on delete cascade,
	reference_date date not null,
	day            date not null,
	past           int8 not null check (past > 0),	-- releases of its own that say so
	primary key (company_id, reference_date)
);
create index earnings_forecast_day on earnings_forecast (day, company_id);

create table macro_event (
	event_key text collate "C" primary key check (length(event_key) between 1 and 100),
	day       date not null,			-- in São Paulo
	at        timestamptz,				-- null: the whole day
	what      text not null,
	why       text not null,
	tag       text not null,
	cancelled boolean not null default false
);
create index macro_event_day on macro_event (day, event_key);

create index corporate_event_ex on corporate_event (ex_day, venue, symbol);

-- What became of a payment that was announced, where the source's own list does not say so.
create table dividend_status (
	ticker text collate "C" not null,
	ex_day date not null,
	kind   text not null check (kind in ('dividend', 'jcp', 'yield', 'amortization', 'subscription', 'split')),
	status text not null check (status in ('declared', 'confirmed', 'cancelled', 'forecast')),
	url    text,
	primary key (ticker, ex_day, kind)
);

-- Secret addresses of the agenda: a credential of their own, read by functions only.
create table agenda_feed (
	id           uuid primary key,
	account_id   uuid not null references account on delete cascade,
	name         text not null check (length(name) between 1 and 80),
	hash         bytea not null unique check (length(hash) = 32),
	portfolio_id uuid,				-- that it is narrowed to
	days         int8 not null check (days between 1 and 90),
	created_at   timestamptz not null,
	expires_at   timestamptz,			-- with the key that made it; null: never
	key_id       uuid,				-- that made it, and ends it; null: a person with a session
	revoked_at   timestamptz
);
create index agenda_feed_account on agenda_feed (account_id, id) where revoked_at is null;

-- ---- news ----

create table news_edition (
	day          date not null,
	version      int8 not null check (version > 0),
	published_at timestamptz not null,
	body         text not null,			-- the answer as it is shown
	primary key (day, version)
);

grant select on data_series, anomaly_window, anomaly, event_thread, market_event, event_evidence, anomaly_link,
	earnings_release, earnings_forecast, macro_event, dividend_status, news_edition to lastro_worker;
