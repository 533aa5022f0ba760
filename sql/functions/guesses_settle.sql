-- Types of assets that an import guessed, once the listing has their tickers (doc/calculations.md 16.5): each becomes the
-- listing's; how many were another.  The ledgers follow: a paper that the portfolio has under the right type already takes
-- the rows of the guessed one.  Portfolios are locked first, as every writer of a ledger does, and what was derived from
-- them is of another version then.  Called by a load, whose role writes no table of a tenant by itself.
create or replace function guesses_settle(p_now timestamptz) returns int8
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	w     uuid;
	k     record;		-- the known ones of a workspace, an array each
	n     int8 := 0;
	other int8;
begin
	for w in
		select distinct a.workspace_id
		  from asset a
		  join instrument i on i.venue = 'b3' and i.symbol = a.symbol
		 where a.type_guessed
		 order by 1
	loop
		perform 1
		   from portfolio p
		  where p.workspace_id = w
		    and p.id in (select a.portfolio_id from asset a join instrument i on i.venue = 'b3' and i.symbol = a.symbol
		                  where a.workspace_id = w and a.type_guessed)
		  order by p.id
		    for update;
		select array_agg(a.portfolio_id order by a.portfolio_id, a.id) as portfolio, array_agg(a.id order by a.portfolio_id, a.id) as id,
		       array_agg(a.asset_type order by a.portfolio_id, a.id) as was, array_agg(i.asset_type order by a.portfolio_id, a.id) as type
		  into k
		  from asset a
		  join instrument i on i.venue = 'b3' and i.symbol = a.symbol
		 where a.workspace_id = w and a.type_guessed;
		update ledger l
		   set asset_id = b.id
		  from unnest(k.portfolio, k.id, k.type) u (portfolio_id, id, type)
		  join asset g on g.workspace_id = w and g.portfolio_id = u.portfolio_id and g.id = u.id
		  join asset b on b.workspace_id = w and b.portfolio_id = u.portfolio_id and b.symbol = g.symbol and b.asset_type = u.type
		              and b.id <> g.id
		 where l.workspace_id = w and l.portfolio_id = u.portfolio_id and l.asset_id = g.id;
		update income n
		   set asset_id = b.id
		  from unnest(k.portfolio, k.id, k.type) u (portfolio_id, id, type)
		  join asset g on g.workspace_id = w and g.portfolio_id = u.portfolio_id and g.id = u.id
		  join asset b on b.workspace_id = w and b.portfolio_id = u.portfolio_id and b.symbol = g.symbol and b.asset_type = u.type
		              and b.id <> g.id
		 where n.workspace_id = w and n.portfolio_id = u.portfolio_id and n.asset_id = g.id;
		delete from asset d
		 using unnest(k.portfolio, k.id, k.type) u (portfolio_id, id, type)
		 where d.workspace_id = w and d.portfolio_id = u.portfolio_id and d.id = u.id
		   and exists (select from asset b
		                where b.workspace_id = w and b.portfolio_id = u.portfolio_id and b.symbol = d.symbol
		                  and b.asset_type = u.type and b.id <> u.id);
		update asset a
		   set asset_type = u.type, type_guessed = false
		  from unnest(k.portfolio, k.id, k.type) u (portfolio_id, id, type)
		 where a.workspace_id = w and a.portfolio_id = u.portfolio_id and a.id = u.id;
		update portfolio p
		   set ledger_version = greatest(p.ledger_version + 1, version_floor())
		 where p.workspace_id = w
		   and p.id in (select u.portfolio from unnest(k.portfolio, k.was, k.type) u (portfolio, was, type) where u.was <> u.type);
		perform audit_operator(w, gen_random_uuid(), p_now, 'asset.type_settled', 'load', u.id, null,
		                       jsonb_build_object('asset_type', u.was), jsonb_build_object('asset_type', u.type))
		   from unnest(k.id, k.was, k.type) u (id, was, type)
		  where u.was <> u.type;
		get diagnostics other = row_count;
		n := n + other;
	end loop;
	return n;
end
$$;

revoke execute on function guesses_settle from public, lastro_worker;
grant execute on function guesses_settle to lastro_loader;
