-- SPDX-License-Identifier: Apache-2.0
-- The rates of Treasury bonds on the last day of the file that was loaded.  The same for everybody.

set local search_path = lastro, pg_temp;

-- Per cent a year: of a prefixed bond the whole rate, of others the rate over their index.
create table treasury_rate (
	symbol text collate "C" primary key check (length(symbol) between 1 and 120),
	day    date not null,
	buy    numeric(24, 8) check (buy <> 'NaN'),	-- at which the investor buys (Taxa Compra Manha)
	sell   numeric(24, 8) check (sell <> 'NaN')	-- at which the investor sells (Taxa Venda Manha)
);

grant select on treasury_rate to lastro_worker;
grant select, insert, update, delete on treasury_rate to lastro_loader;
