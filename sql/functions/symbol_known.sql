-- Whether a register has a symbol: the listing, a loaded file, the exchange's renames, the list of debentures. Typed
-- ledger rows do not count.
-- No search_path is set, so that the planner can inline it.
create or replace function symbol_known(p_venue text, p_symbol text) returns boolean
language sql stable as $$
	select exists (select from lastro.instrument i where i.venue = p_venue and i.symbol = p_symbol)
	    or exists (select from lastro.last_close c where c.venue = p_venue and c.symbol = p_symbol)
	    or exists (select from lastro.succession s where s.venue = p_venue and s.from_symbol = p_symbol)
	    or p_venue = 'debenture' and exists (select from lastro.debenture d where d.code = p_symbol)
$$;

revoke execute on function symbol_known from public, lastro_worker;
