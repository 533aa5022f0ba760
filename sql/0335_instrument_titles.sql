-- SPDX-License-Identifier: Apache-2.0
-- How brokerage notes name a paper: NOMRES and the class in ESPECI of the exchange's quotes, on the days on which
-- it traded under them.

set local search_path = lastro, pg_temp;

create table instrument_title (
	venue     text collate "C" not null,
	title     text collate "C" not null,				-- 'KLABIN S/A'
	class     text collate "C" not null,				-- 'PN', 'UNT', 'DRN A'
	symbol    text collate "C" not null,
	first_day date not null,
	last_day  date not null,
	primary key (venue, title, class, symbol)
);

grant select on instrument_title to lastro_worker;
grant select, insert, update, delete on instrument_title to lastro_loader;
