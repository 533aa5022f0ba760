-- SPDX-License-Identifier: Apache-2.0
-- What the rate of a debenture is: a spread over DI, a percent of it, a whole rate, or one over an index of prices.  They
-- are told apart by the index, never by the number, and never compared; so each is a measure of its own.
--
-- And what is traded over the counter, as a percentage of the price that the contract accrues to: coupons and
-- amortisations do not move it.

set local search_path = lastro, pg_temp;

alter table debenture
	add column rate_kind text check (rate_kind in ('spread', 'percent_of_index', 'fixed', 'real'));
update debenture set rate_kind =
	case when indexer in ('cdi', 'selic') and pct <> 100 and spread <> 0 then null
	     when indexer in ('cdi', 'selic') and spread <> 0 then 'spread'
	     when indexer in ('cdi', 'selic') and pct is not null then 'percent_of_index'
	     when indexer = 'prefixado' then 'fixed'
	     when indexer in ('ipca', 'igpm') then 'real' end;

-- Of the index that was printed beside the rate of that day.
alter table debenture_mark
	add column rate_kind text check (rate_kind in ('spread', 'percent_of_index', 'fixed', 'real'));
update debenture_mark m set rate_kind = d.rate_kind from debenture d where d.code = m.code;

create table debenture_trade (
	code    text collate "C" not null,
	day     date not null,
	pct_par numeric(24, 8) not null check (pct_par <> 'NaN'),	-- mean price over the contract's
	primary key (code, day)
);
grant select on debenture_trade to lastro_worker;

delete from object_observation where measure_no = 13;
update object_measure set id = 'debenture_spread', title = 'Spread indicativo da debênture sobre o DI' where no = 13;
insert into object_measure (no, id, title, unit, kinds, frequency, source, lo, hi, amount) values
	(35, 'debenture_percent_of_index', 'Taxa indicativa da debênture em percentual do DI', '% do índice', '{instrument}', 'daily', 'ANBIMA', 0, null, false),
	(36, 'debenture_fixed_rate', 'Taxa indicativa da debênture prefixada', '% a.a.', '{instrument}', 'daily', 'ANBIMA', null, null, false),
	(37, 'debenture_real_rate', 'Taxa real indicativa da debênture sobre o índice de preços', '% a.a.', '{instrument}', 'daily', 'ANBIMA', null, null, false),
	(38, 'debenture_par', 'Preço da debênture em percentual do par', '% do par', '{instrument}', 'daily', 'ANBIMA', 0, null, false);
-- The next "compute objects" takes the days in again.
delete from object_taken t using load_log g where g.id = t.load_id and g.source = 'anbima-debentures';
