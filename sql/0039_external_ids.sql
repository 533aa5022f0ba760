-- SPDX-License-Identifier: Apache-2.0
-- Rows that another system synchronises carry its id of them, once in a portfolio.

set local search_path = lastro, pg_temp;

alter table ledger add column external_id text check (length(external_id) between 1 and 200);
create unique index ledger_external_unique on ledger (workspace_id, portfolio_id, external_id) where external_id is not null;

-- A name is unique in its account, in whichever workspaces the account's portfolios lie: what two workspaces must
-- agree on stands where neither is a tenant.  Of names taken twice before, the oldest portfolio's counts.
alter table portfolio_directory add column name_key text;
update portfolio_directory d
   set name_key = p.name_key
  from (select p.workspace_id, p.id, p.name_key,
               row_number() over (partition by p.controller_id, p.name_key order by p.created_at, p.id) as nth
          from portfolio p
         where p.client_id is null) p
 where p.workspace_id = d.workspace_id and p.id = d.portfolio_id and d.kind = 'wallet' and p.nth = 1;
create unique index portfolio_name_in_account on portfolio_directory (controller_id, name_key)
	where kind = 'wallet' and name_key is not null;

drop function if exists portfolio_register(uuid, uuid);	-- it takes the name's key now
