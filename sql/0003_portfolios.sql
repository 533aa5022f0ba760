-- The wallet: portfolios, assets, the ledger, income, imports, suitability.
-- A client's portfolio lies in the office's workspace beside the members' own and is told from them by
-- client_id; its directory row has the kind 'client', so that the wallet's routes do not find it.

set local search_path = lastro, pg_temp;

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

create table portfolio_member (
	workspace_id uuid not null,
	portfolio_id uuid not null,
	account_id   uuid not null,
	access       text not null check (access in ('read', 'edit')),
	primary key (workspace_id, portfolio_id, account_id),
	foreign key (workspace_id, portfolio_id) references portfolio on delete cascade
);

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
	primary key (workspace_id, portfolio_id, id),
	foreign key (workspace_id, portfolio_id) references portfolio on delete cascade
);

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
	constraint asset_symbol_unique unique (workspace_id, portfolio_id, symbol, asset_type),
	foreign key (workspace_id, portfolio_id) references portfolio on delete cascade
);
-- Made last: of two indexes that promise the same, as they do before the table's first statistics, PostgreSQL takes the
-- younger, and the foreign key of an import's every row would read all assets of the portfolio through the other.
alter table asset add primary key (workspace_id, portfolio_id, id);

create table ledger (
	workspace_id uuid           not null,
	portfolio_id uuid           not null,
	id           uuid           not null,			-- ascending: the order of insertion
	asset_id     uuid           not null,
	kind         text           not null check (kind in ('buy', 'sell', 'split', 'adjust')),
	event_kind   text           check (event_kind in ('split', 'bonus', 'incorporation', 'subscription', 'fraction')),
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
	-- What the fold reads of a row, in one value: its parts one behind the other, each as its type sends it.  The
	-- server and the worker take a column longer than its bytes; of six columns they took twice as long as of one.
	-- wallet/ledger_rows.c reads it: asset, day, "kind/event/", quantity, fees, the ratio of a split, the price if known.
	packed       bytea          not null generated always as (
		uuid_send(asset_id) || date_send(trade_date)
		|| (kind || '/' || coalesce(event_kind, '') || '/')::bytea
		|| numeric_send(quantity) || numeric_send(fees)
		|| coalesce(numeric_send(ratio), '') || coalesce(numeric_send(price), '')) stored,
	primary key (workspace_id, portfolio_id, id),
	foreign key (workspace_id, portfolio_id, asset_id) references asset on delete cascade,
	check ((kind = 'split') = (ratio is not null)),
	check (kind = 'adjust' or quantity > 0 or kind = 'split'),
	check (kind = 'adjust' or fees >= 0)
);
-- The fold reads this index alone, in its order.  Not partial: what hangs on a deleted asset is found by
-- it too, and a foreign key's own query has no predicate to match.
create index ledger_fold on ledger (workspace_id, portfolio_id, asset_id, trade_date, id)
	include (kind, event_kind, quantity, price, fees, ratio, retired_by, packed);
create index ledger_list on ledger (workspace_id, portfolio_id, trade_date, id) where retired_by is null;
create index ledger_import on ledger (workspace_id, portfolio_id, import_id) where import_id is not null;
create index ledger_retired on ledger (workspace_id, portfolio_id, retired_by) where retired_by is not null;
-- Few rows have a note: with them apart, the rows come from ledger_fold alone and no page of the table is visited.
create index ledger_note on ledger (workspace_id, portfolio_id, asset_id, trade_date, id) include (note)
	where note is not null and retired_by is null;

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
	primary key (workspace_id, portfolio_id, id),
	foreign key (workspace_id, portfolio_id, asset_id) references asset on delete cascade
);
create index income_list on income (workspace_id, portfolio_id, pay_date, id);
create index income_asset on income (workspace_id, portfolio_id, asset_id, pay_date, id);
create index income_import on income (workspace_id, portfolio_id, import_id) where import_id is not null;

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

do $$
declare
	t text;
begin
	foreach t in array array['portfolio_member', 'suitability'] loop
		execute format('alter table %I enable row level security', t);
		execute format('create policy tenant on %I using (workspace_id = nullif(current_setting(''lastro.workspace'', true), '''')::uuid)', t);
	end loop;
end
$$;

-- For this migration and the next, which drops it.
-- What hangs on a portfolio is seen in its workspace; and by who reads another workspace's public one (foreign_set)
-- no other portfolio of it.  A range, and not "or": both ends are conditions of the index, asked once a scan.
create function fence_portfolios(p_tables text[]) returns void
language plpgsql as $$
declare
	t text;
begin
	foreach t in array p_tables loop
		execute format('alter table %I enable row level security', t);
		execute format('create policy tenant on %I using (workspace_id = coalesce(nullif(current_setting(''lastro.foreign_workspace'', true), ''''),'
			'	nullif(current_setting(''lastro.workspace'', true), ''''))::uuid'
			' and %2$I >= coalesce(nullif(current_setting(''lastro.foreign_portfolio'', true), ''''), ''00000000-0000-0000-0000-000000000000'')::uuid'
			' and %2$I <= coalesce(nullif(current_setting(''lastro.foreign_portfolio'', true), ''''), ''ffffffff-ffff-ffff-ffff-ffffffffffff'')::uuid)',
			t, case when t = 'portfolio' then 'id' else 'portfolio_id' end);
	end loop;
end
$$;
revoke execute on function fence_portfolios from public, lastro_worker;

select fence_portfolios(array['portfolio', 'import', 'asset', 'ledger', 'income', 'import_row']);

grant select, insert on suitability to lastro_worker;
grant select, insert, update, delete on portfolio, portfolio_member, import, asset, ledger, income, import_row to lastro_worker;
