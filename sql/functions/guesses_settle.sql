-- Sets asset types that an import guessed to those of the listing, once it has their tickers (doc/calculations.md
-- 16.5); returns how many differed.  Ledger rows follow: when the portfolio already has the paper under the right
-- type, that asset takes the rows of the guessed one.  Portfolios are locked first, as every writer of a ledger does,
-- and derived figures become stale by the new version.  Over all workspaces, one after another: only for the loader,
-- whose role writes no tenant table itself.
create or replace function guesses_settle(p_now timestamptz) returns int8
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	least constant int8 := version_floor();
	w       uuid;
	symbols text[];		-- guessed and listed, with
	types   text[];		-- what the listing says
	k       record;		-- those of a workspace, an array each
	u       record;
	n       int8 := 0;
begin
	select array_agg(i.symbol), array_agg(i.asset_type) into symbols, types
	  from instrument i
	 where i.venue = 'b3' and i.symbol = any (array(select distinct a.symbol from asset a where a.type_guessed));
	for w in select distinct a.workspace_id from asset a where a.type_guessed and a.symbol = any (symbols) order by 1 loop
		perform 1
		   from portfolio p
		  where p.workspace_id = w
		    and p.id in (select a.portfolio_id from asset a where a.workspace_id = w and a.type_guessed and a.symbol = any (symbols))
		  order by p.id
		    for update;
		select array_agg(a.portfolio_id) as portfolio, array_agg(a.id) as id, array_agg(a.asset_type) as was, array_agg(t.type) as type
		  into k
		  from asset a
		  join unnest(symbols, types) t (symbol, type) on t.symbol = a.symbol
		 where a.workspace_id = w and a.type_guessed;
		update ledger l
		   set asset_id = b.id
		  from unnest(k.portfolio, k.id, k.type) x (portfolio_id, id, type)
		  join asset g on g.workspace_id = w and g.portfolio_id = x.portfolio_id and g.id = x.id
		  join asset b on b.workspace_id = w and b.portfolio_id = x.portfolio_id and b.symbol = g.symbol and b.asset_type = x.type
		              and b.id <> g.id
		 where l.workspace_id = w and l.portfolio_id = x.portfolio_id and l.asset_id = g.id;
		update income n
		   set asset_id = b.id
		  from unnest(k.portfolio, k.id, k.type) x (portfolio_id, id, type)
		  join asset g on g.workspace_id = w and g.portfolio_id = x.portfolio_id and g.id = x.id
		  join asset b on b.workspace_id = w and b.portfolio_id = x.portfolio_id and b.symbol = g.symbol and b.asset_type = x.type
		              and b.id <> g.id
		 where n.workspace_id = w and n.portfolio_id = x.portfolio_id and n.asset_id = g.id;
		delete from asset d
		 using unnest(k.portfolio, k.id, k.type) x (portfolio_id, id, type)
		 where d.workspace_id = w and d.portfolio_id = x.portfolio_id and d.id = x.id
		   and exists (select from asset b
		                where b.workspace_id = w and b.portfolio_id = x.portfolio_id and b.symbol = d.symbol
		                  and b.asset_type = x.type and b.id <> x.id);
		update asset a
		   set asset_type = x.type, type_guessed = false
		  from unnest(k.portfolio, k.id, k.type) x (portfolio_id, id, type)
		 where a.workspace_id = w and a.portfolio_id = x.portfolio_id and a.id = x.id;
		update portfolio p
		   set ledger_version = greatest(p.ledger_version + 1, least)
		 where p.workspace_id = w
		   and p.id in (select x.portfolio from unnest(k.portfolio, k.was, k.type) x (portfolio, was, type) where x.was <> x.type);
		for u in select x.id, x.was, x.type from unnest(k.id, k.was, k.type) x (id, was, type) where x.was <> x.type order by x.id loop
			perform audit_operator(w, gen_random_uuid(), p_now, 'asset.type_settled', 'load', u.id, null,
			                       jsonb_build_object('asset_type', u.was), jsonb_build_object('asset_type', u.type));
			n := n + 1;
		end loop;
	end loop;
	return n;
end
$$;

revoke execute on function guesses_settle from public, lastro_worker;
grant execute on function guesses_settle to lastro_loader;
