-- SPDX-License-Identifier: Apache-2.0
-- Index numbers of IPCA and IGP-M.  No public file has them: they come in by hand (doc/load.md) and go before the
-- published changes of the same months.

set local search_path = lastro, pg_temp;

create table index_number (
	code   text collate "C" not null check (code in ('igpm', 'ipca')),
	month  date not null check (extract(day from month) = 1),
	number numeric(24, 12) not null check (number <> 'NaN' and number > 0),
	primary key (code, month)
);

grant select on index_number to lastro_worker;
