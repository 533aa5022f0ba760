-- SPDX-License-Identifier: Apache-2.0
-- Two roles for what faces the network: lastro_loader brings public files in and writes the tables of the market,
-- lastro_sender sends what waits and reaches it through functions only.  Neither reads a table of a tenant, an account or a
-- credential; both were the owner's work before, who passes every policy.

set local search_path = lastro, pg_temp;

-- Two databases of one cluster may migrate at once: roles and their settings are the cluster's.
do $$
declare
	r text;
begin
	foreach r in array array['lastro_loader', 'lastro_sender'] loop
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

grant usage on schema lastro to lastro_loader, lastro_sender;

-- What is the same for everybody.  A new table of the market is granted in its own migration; t/http/0132 compares.
grant select, insert, update, delete on
	market_version, issuer, instrument, instrument_isin, succession, corporate_event, distribution, dividend_status,
	subscription_event, holiday, symbol_version, quote, session, last_close, month_close, close_series, close_change, series,
	ptax, usdt, load_log, fetched, index_number, index_member,
	fund, fund_class, fund_day, fund_fee, fund_holding, fund_legacy, fund_portfolio, fund_register, fund_subclass,
	debenture, debenture_mark, debenture_trade,
	company, company_code, company_document, company_form, company_name, company_ticker, share_capital,
	statement_filing, statement_line, statement_measure, statement_part,
	object, object_key, object_measure, object_name, object_observation, object_relation, object_taken, object_variant, object_word,
	data_series, anomaly, anomaly_link, anomaly_window, market_event, macro_event, event_evidence, event_thread,
	earnings_forecast, earnings_release, news_edition, offering, rating, receivables_class, receivables_report
	to lastro_loader;

-- A symbol of no register that somebody holds was asked for: it is not asked for again for a while.
create table symbol_asked (
	asset_type text        collate "C" not null check (asset_type in ('crypto', 'us')),
	symbol     text        collate "C" not null check (length(symbol) between 1 and 80),
	asked_at   timestamptz not null,
	primary key (asset_type, symbol)
);
create index symbol_asked_age on symbol_asked (asked_at);
grant select, insert, update, delete on symbol_asked to lastro_loader;

-- As whom the last run of each came, for lastro doctor to warn of the owner.
alter table fetched add column role text collate "C";
alter table delivery_backlog add column role text collate "C";
