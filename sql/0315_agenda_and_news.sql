-- SPDX-License-Identifier: Apache-2.0
-- What is to come, and editions of the news.  The same for everybody.  Secret addresses of the agenda are in 0303.

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

-- What the market waits for.
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

-- The news of a day; a correction is another version.
create table news_edition (
	day          date not null,
	version      int8 not null check (version > 0),
	published_at timestamptz not null,
	body         text not null,			-- the answer as it is shown
	primary key (day, version)
);

grant select on earnings_release, earnings_forecast, macro_event, news_edition to lastro_worker;
grant select, insert, update, delete on earnings_release, earnings_forecast, macro_event, news_edition to lastro_loader;
