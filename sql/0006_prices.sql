-- Terms of debentures, the three levels of the exchange's classification, and what was fetched.
-- Market data: the same for everybody, no row security; loaders write, the worker's role may select.

set local search_path = lastro, pg_temp;

-- Rates are in the money of calculations.md 4: percent a year over 252 business days.  What a source does
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

-- issuer.sector is the first level.
alter table issuer add column subsector text, add column segment text;

-- Official files that are in: asked for again with these, an unchanged one is not sent.
create table fetched (
	url           text primary key,
	source        text not null,
	etag          text,
	last_modified text,
	bytes         int8 not null,
	loaded_at     timestamptz not null
);

grant select on debenture, debenture_mark, fetched to lastro_worker;
