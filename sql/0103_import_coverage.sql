-- SPDX-License-Identifier: Apache-2.0
-- What the statements of a ledger read of an import are columns; they were members of its stored answer.

set local search_path = lastro, pg_temp;

alter table import
	add column coverage daterange[] not null default '{}',	-- covered by movement files: its period, or those that an export tells
	add column first_statement date;	-- the first day of the earliest statement of the exchange: its own, or of those; null: none

-- Of what another installation wrote, only days are taken: @@ and @? are not true of anything else.
update import i
   set coverage = array(select daterange(i.first_day, i.last_day, '[]') where i.source = 'movimentacao' and i.first_day <= i.last_day
                        union all
                        select daterange((c ->> 'from')::date, (c ->> 'to')::date, '[]')
                          from jsonb_path_query(i.summary, '$.coverage[*]') c
                         where i.source = 'manual' and c @@ '$.from.datetime() <= $.to.datetime()'),
       first_statement = case when i.source <> 'manual' then i.first_day
                              when i.summary @? '$.first_statement.datetime()' then (i.summary ->> 'first_statement')::date end;
update import i
   set first_statement = least(i.first_statement, (select min(lower(c)) from unnest(i.coverage) c))
 where i.coverage <> '{}';
