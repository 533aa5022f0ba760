-- SPDX-License-Identifier: Apache-2.0
-- Debentures and ratings: terms, what is said of a paper on a day, what is traded.  The same for everybody.

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
	source        text not null check (source in ('anbima', 'snd')),	-- of the terms
	-- What its rate is: a spread over DI, a percent of it, a whole rate, or one over an index of prices.  They are
	-- told apart by the index, never by the number, and never compared; so each is a measure of its own.
	rate_kind     text check (rate_kind in ('spread', 'percent_of_index', 'fixed', 'real'))
);
create index debenture_issuer on debenture (issuer_tax_id);

-- What ANBIMA says of a paper on a day, beside its unit price (which is in quote).
create table debenture_mark (
	code     text collate "C" not null,
	day      date not null,
	rate     numeric(24, 8) check (rate <> 'NaN'),		-- indicative: spread, percent of DI or yield, by the index
	pct_par  numeric(24, 8) check (pct_par <> 'NaN'),
	duration numeric(24, 8) check (duration <> 'NaN'),	-- business days
	rate_kind text check (rate_kind in ('spread', 'percent_of_index', 'fixed', 'real')),	-- by the index beside the rate
	primary key (code, day)
);

-- What is traded over the counter, as a percentage of the price that the contract accrues to: coupons and
-- amortisations do not move it.
create table debenture_trade (
	code    text collate "C" not null,
	day     date not null,
	pct_par numeric(24, 8) not null check (pct_par <> 'NaN'),	-- mean price over the contract's
	primary key (code, day)
);

-- A rating as an agency gave it; the one before it, of the same agency and scale, is what it changed.
create table rating (
	object_id  text collate "C" not null check (length(object_id) <= 120),
	agency     text collate "C" not null check (length(agency) between 1 and 60),
	scale      text collate "C" not null check (scale in ('national', 'global')),
	rated_on   date not null,
	rating     text not null check (length(rating) between 1 and 20),
	outlook    text check (outlook in ('positive', 'stable', 'negative', 'developing')),
	watch      boolean not null default false,
	source_url text check (length(source_url) <= 500),
	primary key (object_id, agency, scale, rated_on)
);

grant select on debenture, debenture_mark, debenture_trade, rating to lastro_worker;
grant select, insert, update, delete on debenture, debenture_mark, debenture_trade, rating to lastro_loader;
