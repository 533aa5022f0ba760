-- The company of a CVM code, a tax id or a ticker; the other two are null.  A ticker of two companies belongs to the
-- one named by the exchange's own data, else to the one where it is active, else to the newest.  A ticker unknown to
-- the registration forms is found by the issuer in its ISIN: by that issuer's tax id, its CVM code, another ticker
-- of the same issuer in the forms, or the tax id of its debentures; a renamed one by its successor.
create or replace function company_find(p_code int8, p_tax_id text, p_ticker text) returns int8
language plpgsql stable set search_path = lastro, pg_temp as $$
declare
	v_symbol text := p_ticker;
	v_found  int8;
begin
	if p_code is not null then
		return (select k.company_id from company_code k where k.cvm_code = p_code);
	elsif p_tax_id is not null then
		return (select c.id from company c where c.tax_id = p_tax_id);
	end if;
	for hop in 1..5 loop
		select t.company_id into v_found
		  from company_ticker t
		  join company c on c.id = t.company_id
		  left join instrument i on i.venue = 'b3' and i.symbol = t.ticker
		  left join issuer s on s.code = i.issuer_code
		 where t.ticker = v_symbol
		 order by coalesce(c.tax_id = coalesce(i.issuer_tax_id, s.tax_id), false) desc, t.until is null desc,
		          t.filed_for desc, t.company_id
		 limit 1;
		if v_found is null then
			select x.id into v_found
			  from instrument i
			  left join issuer s on s.code = i.issuer_code
			  cross join lateral (
			       select 1, c.id from company c where c.tax_id = coalesce(i.issuer_tax_id, s.tax_id)
			        union all
			       select 2, k.company_id from company_code k
			        where s.cvm_code ~ '^[0-9]{1,6}$' and k.cvm_code = s.cvm_code::int8
			        union all
			       select 3, t.company_id from instrument y
			         join company_ticker t on t.ticker = y.symbol
			        where y.venue = 'b3' and y.issuer_code = i.issuer_code and y.asset_type = 'stock'
			        group by t.company_id
			        union all
			       -- Characters 3 to 6 of an ISIN are its issuer's code; one that names two tax ids names nobody.
			       select 4, min(c.id) from debenture d
			         join company c on c.tax_id = d.issuer_tax_id
			        where substr(d.isin, 3, 4) = i.issuer_code
			       having count(distinct d.issuer_tax_id) = 1) x (place, id)
			 where i.venue = 'b3' and i.symbol = v_symbol and i.asset_type <> 'option'
			 order by x.place, x.id
			 limit 1;
		end if;
		exit when v_found is not null;
		select n.to_symbol into v_symbol from succession n where n.venue = 'b3' and n.from_symbol = v_symbol;
		exit when v_symbol is null;
	end loop;
	return v_found;
end
$$;

revoke execute on function company_find from public, lastro_worker;
grant execute on function company_find to lastro_worker;
grant execute on function company_find to lastro_loader;
