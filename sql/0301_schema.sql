-- SPDX-License-Identifier: Apache-2.0
-- The schema itself, the three roles beside its owner, what is recorded of migrations, and the one collation of our own.
--
-- lastro_worker answers requests: of tenants it sees the rows of the transaction's workspace (row security), of accounts
-- and credentials nothing but through the security definer functions of sql/functions, and it reads the market.
-- lastro_loader brings public files in and writes the market; lastro_sender sends what waits and reaches it through
-- functions only.  Neither of the two reads a table of a tenant, an account or a credential.
--
-- Kinds of tables.  A tenant's has row security, and workspace_id first in every key; foreign keys stay among tenants'.
-- The market's is the same for everybody.  All others are of the directory: who may ask, and where what is asked lies.

create schema if not exists lastro;

-- Two databases of one cluster may migrate at once: roles and their settings are the cluster's.
do $$
declare
	r text;
begin
	foreach r in array array['lastro_worker', 'lastro_loader', 'lastro_sender'] loop
		begin
			if not exists (select from pg_roles where rolname = r) then
				execute format('create role %I login', r);
			end if;
		exception
			when duplicate_object or unique_violation then null;
			when insufficient_privilege then
				raise exception using errcode = 'insufficient_privilege',
					message = format('%s may not create the role %s; as a superuser run: create role %s login',
					                 current_user, r, r);
		end;
	end loop;
end
$$;

do $$
declare
	setting text;
begin
	if (select rolconfig @> array['jit=off', 'plan_cache_mode=auto'] from pg_roles where rolname = 'lastro_worker') then
		return;		-- made by another database's migration
	end if;
	foreach setting in array array[
		'search_path = lastro, pg_temp',
		'client_connection_check_interval = ''2s''',
		'idle_in_transaction_session_timeout = ''60s''',
		'max_parallel_workers_per_gather = 0',
		'plan_cache_mode = auto',		-- a statement on a distributed table has no generic plan
		'jit = off'] loop
		execute 'alter role lastro_worker set ' || setting;
	end loop;
exception
	when insufficient_privilege then
		raise exception using errcode = 'insufficient_privilege',
			message = format('%s may not alter the role lastro_worker;'
			                 ' migrate as a superuser or a role with CREATEROLE', current_user);
	when internal_error then null;	-- "tuple concurrently updated": the other one sets the same
end
$$;

-- A session whose program was killed while it waited for a lock ends, and lets go of what it holds.
do $$
begin
	if (select bool_and(coalesce(rolconfig @> array['client_connection_check_interval=2s'], false)) from pg_roles
	     where rolname in ('lastro_loader', 'lastro_sender')) then
		return;		-- set by another database's migration
	end if;
	alter role lastro_loader set client_connection_check_interval = '2s';
	alter role lastro_sender set client_connection_check_interval = '2s';
exception
	when insufficient_privilege then
		raise exception using errcode = 'insufficient_privilege',
			message = format('%s may not alter the roles lastro_loader and lastro_sender;'
			                 ' migrate as a superuser or a role with CREATEROLE', current_user);
	when internal_error then null;	-- "tuple concurrently updated": the other one sets the same
end
$$;

grant usage on schema lastro to lastro_worker, lastro_loader, lastro_sender;

-- The files of this directory as they were applied.
create table schema_migration (
	number     int         primary key,
	name       text        not null,
	checksum   text        not null,
	applied_at timestamptz not null
);

-- The functions' files as they were applied: one whose checksum differs is applied again.
create table schema_function (
	name       text        primary key,
	checksum   text        not null,
	applied_at timestamptz not null
);

grant select on schema_migration, schema_function to lastro_worker;

-- Names of companies and objects stand in the order of a Portuguese dictionary: "Água" with the A's, capitals and marks
-- only where nothing else differs.  Names that tenants write stay in the order of bytes, which no library's version moves.
create collation portuguese (provider = icu, locale = 'pt-BR');
