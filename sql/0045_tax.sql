-- SPDX-License-Identifier: Apache-2.0
-- Income tax (doc/tax.md 20): the exercise of an option as a row, and what a person states.

set local search_path = lastro, pg_temp;

alter table ledger drop constraint ledger_event_kind_check;
alter table ledger add constraint ledger_event_kind_check
	check (event_kind in ('split', 'bonus', 'incorporation', 'subscription', 'fraction', 'exercise'));
alter table ledger add column option_symbol text check (length(option_symbol) between 1 and 60);
alter table ledger add constraint ledger_option_of_exercise check (option_symbol is null or event_kind = 'exercise');
-- Few rows are exercises: the tax looks for their options apart from the rows, which ledger_fold gives alone.
create index ledger_exercise on ledger (workspace_id, portfolio_id, id) include (option_symbol)
	where event_kind = 'exercise' and retired_by is null;

-- Losses carried, withholdings, payments and portfolios left out, one document an account (20.1).
create table tax_inputs (
	workspace_id uuid        not null,
	account_id   uuid        not null,
	version      int8        not null check (version > 0),
	document     jsonb       not null,
	updated_at   timestamptz not null,
	primary key (workspace_id, account_id)
);
alter table tax_inputs enable row level security;
create policy tenant on tax_inputs using (workspace_id = nullif(current_setting('lastro.workspace', true), '')::uuid);
grant select, insert, update on tax_inputs to lastro_worker;
