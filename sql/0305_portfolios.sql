-- SPDX-License-Identifier: Apache-2.0
-- The wallet: portfolios, assets, the ledger, income, imports, suitability, what a person states for the income tax.
-- Tenant tables.  A client's portfolio lies in the office's workspace beside the members' own and is told from them by
-- client_id; its directory row has the kind 'client', so that the wallet's routes do not find it.

-- A ledger with its name; ledger_version moves with every write to it.
create table portfolio (
	workspace_id              uuid        not null,
	id                        uuid        not null,
	controller_id             uuid        not null,		-- who administers it
	name_scope                uuid        not null,		-- names are unique in it: the account, or a client
	name                      text        not null check (length(name) between 1 and 60),
	name_key                  text        not null,		-- folded, for uniqueness
	visibility                text        not null default 'private' check (visibility in ('private', 'unlisted', 'public')),
	audience                  text        not null default 'private' check (audience in ('private', 'workspace', 'members')),
	exclude_from_consolidated boolean     not null default false,
	ledger_version            int8        not null default 1,
	created_at                timestamptz not null,
	client_id                 uuid,				-- null: a member's own
	primary key (workspace_id, id),
	constraint portfolio_name_unique unique (workspace_id, name_scope, name_key),
	foreign key (workspace_id, client_id) references client on delete cascade,
	constraint portfolio_of_client check (client_id is null or (visibility = 'private' and audience = 'private'
	                                                             and name_scope = client_id))
);
create index portfolio_list on portfolio (workspace_id, created_at, id);
create index portfolio_client on portfolio (workspace_id, client_id, created_at, id) where client_id is not null;

-- Whom its controller lets in.
create table portfolio_member (
	workspace_id uuid not null,
	portfolio_id uuid not null,
	account_id   uuid not null,
	access       text not null check (access in ('read', 'edit')),
	primary key (workspace_id, portfolio_id, account_id),
	foreign key (workspace_id, portfolio_id) references portfolio on delete cascade
);

-- A statement that was read in; its rows are in import_row.
create table import (
	workspace_id uuid        not null,
	portfolio_id uuid        not null,
	id           uuid        not null,
	filename     text        check (length(filename) <= 255),
	source       text        not null check (source in ('negociacao', 'movimentacao', 'manual')),
	first_day    date,
	last_day     date,
	summary      jsonb       not null,
	warnings     jsonb       not null,
	created_at   timestamptz not null,
	coverage     daterange[] not null default '{}',	-- covered by movement files: its period, or those that an export tells
	first_statement date,	-- first day of the earliest statement of the exchange: its own, or of those; null: none
	primary key (workspace_id, portfolio_id, id),
	foreign key (workspace_id, portfolio_id) references portfolio on delete cascade
);

-- A paper of a portfolio.
create table asset (
	workspace_id uuid        not null,
	portfolio_id uuid        not null,
	id           uuid        not null,
	symbol       text        not null check (length(symbol) between 1 and 80),
	asset_type   text        not null check (asset_type in ('stock', 'fii', 'etf', 'bdr', 'index', 'tesouro', 'crypto',
	                                         'option', 'renda_fixa', 'debenture', 'fund', 'us')),
	currency     text        not null default 'BRL' check (currency in ('BRL', 'USD')),
	name         text        check (length(name) <= 200),
	meta         jsonb,
	import_id    uuid,					-- the import that made it
	created_at   timestamptz not null,
	type_guessed boolean     not null default false,	-- from the form of its ticker, by an import; looked at again
							-- whenever the listing learns the ticker (doc/calculations.md 16.5)
	type_import  uuid,					-- an import that said the type where it was a guess, and that
	type_was     text,					-- guess: its undo gives it back
	constraint asset_symbol_unique unique (workspace_id, portfolio_id, symbol, asset_type),
	foreign key (workspace_id, portfolio_id) references portfolio on delete cascade,
	constraint asset_type_said check ((type_import is null) = (type_was is null))
);

-- Made after the table: of two indexes that promise the same, as they do before the table's first statistics, PostgreSQL
-- takes the younger, and the foreign key of an import's every row would read all assets of the portfolio through the other.
alter table asset add constraint asset_pkey primary key (workspace_id, portfolio_id, id);
create index asset_type_guessed on asset (symbol) where type_guessed;

-- What was bought, sold, and happened to a holding: every figure is made of these rows.
create table ledger (
	workspace_id uuid           not null,
	portfolio_id uuid           not null,
	id           uuid           not null,			-- ascending: the order of insertion
	asset_id     uuid           not null,
	kind         text           not null check (kind in ('buy', 'sell', 'split', 'adjust')),
	event_kind   text           check (event_kind in ('split', 'bonus', 'incorporation', 'subscription', 'fraction',
	                                                   'exercise')),
	trade_date   date           not null,
	quantity     numeric(20, 8) not null check (quantity <> 'NaN'),
	price        numeric(24, 12) check (price <> 'NaN' and price >= 0),
	fees         numeric(24, 8) not null default 0 check (fees <> 'NaN'),
	ratio        numeric(20, 12) check (ratio <> 'NaN' and ratio > 0),
	currency     text           not null default 'BRL' check (currency in ('BRL', 'USD')),
	note         text           check (length(note) <= 500),
	source       text           check (source in ('negociacao', 'movimentacao', 'manual')),	-- null: typed
	import_id    uuid,
	settlement   boolean        not null default false,	-- a settlement that a negociacao file may retire
	retired_by   uuid,					-- the import whose trades cover it: out of every figure
	created_at   timestamptz    not null,
	updated_at   timestamptz,
	external_id  text           check (length(external_id) between 1 and 200),	-- of a row that another system synchronises
	-- What the fold reads of a row, in one value: its parts one behind the other, each as its type sends it.  The
	-- server and the worker take a column longer than its bytes; of six columns they took twice as long as of one.
	-- store/ledger_rows.c reads it: the first half of the id (its millisecond and counter, since rows of one day in an
	-- old and a new ticker keep their order of insertion, doc/calculations.md 1.2), asset, day, "kind/event/", quantity,
	-- fees, the ratio of a split, the price if known.
	packed       bytea          not null generated always as (
		substring(uuid_send(id) from 1 for 8) || uuid_send(asset_id) || date_send(trade_date)
		|| (kind || '/' || coalesce(event_kind, '') || '/')::bytea
		|| numeric_send(quantity) || numeric_send(fees)
		|| coalesce(numeric_send(ratio), '') || coalesce(numeric_send(price), '')) stored,
	option_symbol text          check (length(option_symbol) between 1 and 60),	-- what was exercised (doc/tax.md 20)
	-- Where it was traded or is kept, as a statement prints it or a person says it (doc/calculations.md 16.4): no part
	-- of what makes two rows the same, and where there is one the declaration names it (doc/tax.md 20.9).
	institution  text           check (length(institution) between 1 and 120),
	primary key (workspace_id, portfolio_id, id),
	foreign key (workspace_id, portfolio_id, asset_id) references asset on delete cascade,
	check ((kind = 'split') = (ratio is not null)),
	check (kind = 'adjust' or quantity > 0 or kind = 'split'),
	check (kind = 'adjust' or fees >= 0),
	constraint ledger_option_of_exercise check (option_symbol is null or event_kind = 'exercise')
);
create index ledger_list on ledger (workspace_id, portfolio_id, trade_date, id) where retired_by is null;
create index ledger_import on ledger (workspace_id, portfolio_id, import_id) where import_id is not null;
create index ledger_retired on ledger (workspace_id, portfolio_id, retired_by) where retired_by is not null;
-- Few rows have a note: with them apart, the rows come from ledger_fold alone and no page of the table is visited.
create index ledger_note on ledger (workspace_id, portfolio_id, asset_id, trade_date, id) include (note)
	where note is not null and retired_by is null;
create unique index ledger_external_unique on ledger (workspace_id, portfolio_id, external_id) where external_id is not null;
create index ledger_fold on ledger (workspace_id, portfolio_id, asset_id, trade_date, id)
	include (kind, event_kind, quantity, price, fees, ratio, retired_by, packed);
-- Few rows are exercises: the tax looks for their options apart from the rows, which ledger_fold gives alone.
create index ledger_exercise on ledger (workspace_id, portfolio_id, id) include (option_symbol)
	where event_kind = 'exercise' and retired_by is null;
-- The declaration reads the few institutions of many rows, and no page of the table.
create index ledger_institution on ledger (workspace_id, portfolio_id, asset_id, institution, trade_date)
	where institution is not null and retired_by is null;

-- What was received.
create table income (
	workspace_id uuid           not null,
	portfolio_id uuid           not null,
	id           uuid           not null,
	asset_id     uuid           not null,
	kind         text           not null check (kind in ('dividend', 'jcp', 'yield', 'interest', 'amortization', 'capital_return')),
	pay_date     date           not null,
	amount       numeric(24, 8) not null check (amount <> 'NaN' and amount >= 0),	-- net
	currency     text           not null default 'BRL' check (currency in ('BRL', 'USD')),
	note         text           check (length(note) <= 500),
	source       text           check (source in ('negociacao', 'movimentacao', 'manual')),
	import_id    uuid,
	created_at   timestamptz    not null,
	updated_at   timestamptz,
	-- What the tax asks of a payment beyond what was credited (doc/tax.md 20.9).
	gross        numeric(24, 8) check (gross <> 'NaN' and gross >= amount),
	record_date  date           check (record_date <= pay_date),	-- that gave the right to it
	approved_on  date           check (approved_on <= pay_date),
	old_profits  boolean        not null default false,		-- of profits up to 2025
	primary key (workspace_id, portfolio_id, id),
	foreign key (workspace_id, portfolio_id, asset_id) references asset on delete cascade
);
create index income_list on income (workspace_id, portfolio_id, pay_date, id);
create index income_asset on income (workspace_id, portfolio_id, asset_id, pay_date, id);
create index income_import on income (workspace_id, portfolio_id, import_id) where import_id is not null;
create index income_tax_facts on income (workspace_id, portfolio_id, id) include (gross, record_date, approved_on, old_profits)
	where gross is not null or record_date is not null or approved_on is not null or old_profits;

-- What became of a row of a statement.
create table import_row (
	workspace_id uuid not null,
	portfolio_id uuid not null,
	import_id    uuid not null,
	row_index    int8 not null,
	status       text not null check (status in ('imported', 'ignored', 'duplicate', 'error')),
	kind         text,
	label        text,
	reason       text,
	external_id  text,
	raw          jsonb,
	ledger_id    uuid,
	income_id    uuid,
	line         int8,				-- of the sheet
	code         text,				-- of an error
	primary key (workspace_id, portfolio_id, import_id, row_index),
	foreign key (workspace_id, portfolio_id, import_id) references import on delete cascade
);
create index import_row_status on import_row (workspace_id, portfolio_id, import_id, status, row_index);

-- A person's own suitability profile, of the wallet in this workspace; rows are only added.
create table suitability (
	workspace_id  uuid        not null,
	account_id    uuid        not null,
	id            uuid        not null,		-- ascending
	questionnaire int8        not null check (questionnaire > 0),
	level         text        not null check (level in ('Conservador', 'Moderado', 'Arrojado')),
	score         int8        not null check (score between 0 and 100),
	answers       jsonb       not null,
	answered_at   timestamptz not null,
	primary key (workspace_id, account_id, id)
);
create index suitability_latest on suitability (workspace_id, account_id, answered_at, id);

-- What a person states for the income tax: losses carried, withholdings, payments, portfolios left out; one document an
-- account (doc/tax.md 20.1).
create table tax_inputs (
	workspace_id uuid        not null,
	account_id   uuid        not null,
	version      int8        not null check (version > 0),
	document     jsonb       not null,
	updated_at   timestamptz not null,
	primary key (workspace_id, account_id)
);

-- What the code reads without judging it again is judged by the table, too: lastro workspace import refuses a stranger's
-- rows by the checks of their tables.  Not valid: rows that an upgrade to 0.2.0 found were not judged.
alter table asset add constraint asset_meta_object
	check (jsonb_typeof(meta) = 'object' and length(meta::text) <= 16384) not valid;
alter table tax_inputs add constraint tax_inputs_document_object check (jsonb_typeof(document) = 'object') not valid;

do $$
declare
	t text;
begin
	foreach t in array array['portfolio_member', 'suitability', 'tax_inputs'] loop
		execute format('alter table %I enable row level security', t);
		execute format('create policy tenant on %I using (workspace_id = nullif(current_setting(''lastro.workspace'', true), '''')::uuid)', t);
	end loop;
end
$$;

-- What hangs on a portfolio is seen in its workspace; and by who reads another workspace's public one (foreign_set)
-- no other portfolio of it.  A range, and not "or": both ends are conditions of the index, asked once a scan.
do $$
declare
	t text;
begin
	foreach t in array array['portfolio', 'import', 'asset', 'ledger', 'income', 'import_row'] loop
		execute format('alter table %I enable row level security', t);
		execute format('create policy tenant on %I using (workspace_id = coalesce(nullif(current_setting(''lastro.foreign_workspace'', true), ''''),'
			'	nullif(current_setting(''lastro.workspace'', true), ''''))::uuid'
			' and %2$I >= coalesce(nullif(current_setting(''lastro.foreign_portfolio'', true), ''''), ''00000000-0000-0000-0000-000000000000'')::uuid'
			' and %2$I <= coalesce(nullif(current_setting(''lastro.foreign_portfolio'', true), ''''), ''ffffffff-ffff-ffff-ffff-ffffffffffff'')::uuid)',
			t, case when t = 'portfolio' then 'id' else 'portfolio_id' end);
	end loop;
end
$$;

grant select, insert on suitability to lastro_worker;
grant select, insert, update on tax_inputs to lastro_worker;
grant select, insert, update, delete on portfolio, portfolio_member, import, asset, ledger, income, import_row to lastro_worker;
