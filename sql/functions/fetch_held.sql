-- The symbols for lastro fetch --all beyond public files: those that some portfolio holds and a register knows; and
-- of unregistered ones, a few of each account that were not requested in the last thirty days, interleaved by
-- account, at most p_most in all.  Does not reveal the holders: the loader, for which this function exists, reads no
-- tenant table.
create or replace function fetch_held(p_now timestamptz, p_account_most int8, p_most int8)
returns table (asset_type text, symbol text, known boolean)
language plpgsql stable security definer set search_path = lastro, pg_temp as $$
begin
	return query
	with held as materialized (
		select a.asset_type, a.symbol, a.workspace_id, min(a.created_at) as since
		  from asset a
		 where a.asset_type in ('stock', 'us', 'crypto', 'debenture')
		 group by 1, 2, 3),
	judged as materialized (
		select s.asset_type, s.symbol,
		       symbol_known(case s.asset_type when 'stock' then 'b3' else s.asset_type end, s.symbol)
		       or s.asset_type = 'stock' and exists (select from issuer i where i.code = left(s.symbol, 4)) as known
		  from (select distinct h.asset_type, h.symbol from held h) s),
	-- The exchange's register has all of its shares, and the list of debentures all of them: unregistered symbols
	-- are requested only for other types, and only with a valid form.
	strange as (
		select h.asset_type, h.symbol, h.workspace_id, h.since, q.asked_at
		  from held h
		  join judged j on j.asset_type = h.asset_type and j.symbol = h.symbol
		  left join symbol_asked q on q.asset_type = h.asset_type and q.symbol = h.symbol
		                          and q.asked_at > p_now - interval '30 days'
		 where not j.known and h.asset_type in ('us', 'crypto') and h.symbol ~ '^[A-Z0-9][A-Z0-9.-]{0,16}$'),
	-- An account's turns: its symbols requested recently count.
	turns as (
		select s.asset_type, s.symbol, s.asked_at,
		       count(s.asked_at) over (partition by s.workspace_id)
		       + row_number() over (partition by s.workspace_id, s.asked_at is null order by s.since, s.asset_type, s.symbol) as turn
		  from strange s),
	asked as (
		select t.asset_type, t.symbol, min(t.turn) as turn
		  from turns t
		 where t.asked_at is null and t.turn <= p_account_most
		 group by 1, 2
		 order by 3, 1, 2
		 limit p_most)
	select j.asset_type, j.symbol, true from judged j where j.known
	union all
	select a.asset_type, a.symbol, false from asked a
	order by 1, 2;
end
$$;

revoke execute on function fetch_held from public, lastro_worker;
grant execute on function fetch_held to lastro_loader;
