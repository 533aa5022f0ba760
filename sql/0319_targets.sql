-- SPDX-License-Identifier: Apache-2.0
-- What a person wants a portfolio to be, or all of them together: one document each, kept with its history
-- (doc/calculations.md 21.1).  A document that was deleted is the latest one, and null.

set local search_path = lastro, pg_temp;

create table portfolio_targets (
	workspace_id uuid        not null,
	portfolio_id uuid        not null,
	version      int8        not null check (version > 0),
	document     jsonb       check (jsonb_typeof(document) = 'object'),
	since        timestamptz not null,
	primary key (workspace_id, portfolio_id, version)
);

alter table portfolio_targets add constraint portfolio_targets_portfolio
	foreign key (workspace_id, portfolio_id) references portfolio on delete cascade;

create table wallet_targets (
	workspace_id uuid        not null,
	account_id   uuid        not null,
	version      int8        not null check (version > 0),
	document     jsonb       check (jsonb_typeof(document) = 'object'),
	since        timestamptz not null,
	primary key (workspace_id, account_id, version)
);

alter table wallet_targets enable row level security;

create policy tenant on wallet_targets using (workspace_id = nullif(current_setting('lastro.workspace', true), '')::uuid);

alter table portfolio_targets enable row level security;

-- As what else hangs on a portfolio (0305_portfolios.sql).
create policy tenant on portfolio_targets using (
	workspace_id = coalesce(nullif(current_setting('lastro.foreign_workspace', true), ''),
	                        nullif(current_setting('lastro.workspace', true), ''))::uuid
	and portfolio_id >= coalesce(nullif(current_setting('lastro.foreign_portfolio', true), ''), '00000000-0000-0000-0000-000000000000')::uuid
	and portfolio_id <= coalesce(nullif(current_setting('lastro.foreign_portfolio', true), ''), 'ffffffff-ffff-ffff-ffff-ffffffffffff')::uuid);

grant select, insert on portfolio_targets, wallet_targets to lastro_worker;
