-- Completions of a partly typed name: keys with this prefix, then names with it, then names with all words before the
-- last one and a word beginning like it; of equal ones what is on the exchange, then what is traded most, and what is
-- cancelled last.  p_key: normalised key so far; p_folded: the words so far in their order;
-- p_kind '' for any.  The work is bounded for any input.
create or replace function object_suggest(p_key text, p_folded text, p_kind text, p_limit int4)
returns table (
	place         int4,	-- 1 a key, 2 the beginning of a name, 3 words of it
	id            text,
	kind          text,
	subkind       text,
	name          text,
	matched_type  text,
	matched_value text,
	status        text
)
language plpgsql stable set search_path = lastro, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
	v       text[] := string_to_array(nullif(p_folded, ''), ' ');
	last_   text := v[cardinality(v)];
	likes   text;
	query   text;
	asked   tsquery;
	n_found int4 := 0;
	more    int4;
begin
	if p_key <> '' then
		return query
		select 1, o.id, o.kind, nullif(o.subkind, ''), o.name, x.type, x.value, o.status
		  from (select k.object_no, k.type, k.value, k.normal from object_key k
		         where k.normal >= p_key and k.normal < p_key || '~' collate "C" order by k.normal, k.object_no limit 200) x
		  join object o on o.no = x.object_no
		 where p_kind = '' or o.kind = p_kind
		 order by x.normal, o.standing desc, o.traded desc, o.id limit p_limit;
		get diagnostics n_found = row_count;
	end if;
	if n_found >= p_limit or p_folded = '' then
		return;
	end if;
	return query
	select 2, o.id, o.kind, nullif(o.subkind, ''), o.name, 'name', y.name, o.status
	  from (select x.object_no, x.name, x.folded, x.standing
	          from (select n.object_no, n.name, n.folded, n.standing from object_name n
	                 where n.folded >= p_folded and n.folded < p_folded || chr(1114109) collate "C" and (p_kind = '' or n.kind = p_kind)
	                 order by n.folded, n.object_no limit 100) x
	         order by x.standing desc, x.folded, x.object_no limit p_limit - n_found) y
	  join object o on o.no = y.object_no
	 order by y.standing desc, y.folded, o.traded desc, o.id;
	get diagnostics more = row_count;
	n_found := n_found + more;
	if n_found >= p_limit or length(last_) < 3 then
		return;
	end if;
	likes := (select string_agg(quote_literal(x.word), ' | ')
	            from (select y.word, y.names
	                    from (select w.word, w.names, w.generic from object_word w
	                           where w.word >= last_ and w.word < last_ || chr(1114109) collate "C"
	                           order by w.word limit 200) y
	                   where not y.generic
	                   order by y.names, y.word limit 12) x);
	query := (select string_agg(quote_literal(w.word), ' & ')
	            from unnest(v[1:cardinality(v) - 1]) u(word) join object_word w on w.word = u.word and not w.generic);
	if likes is null then
		return;
	end if;
	query := concat_ws(' & ', query, '(' || likes || ')');
	asked := query::tsquery;
	return query
	select 3, o.id, o.kind, nullif(o.subkind, ''), o.name, 'name', x.name, o.status
	  from (select y.object_no, y.name, y.n_words
	          from (select n.object_no, n.name, n.n_words, n.standing from object_name n
	                 where n.vector @@ asked and (p_kind = '' or n.kind = p_kind) limit 300) y
	         order by y.standing desc, y.n_words, y.object_no, y.name limit p_limit) x
	  join object o on o.no = x.object_no
	 order by o.standing desc, x.n_words, o.traded desc, o.id limit p_limit;
end
$$;

revoke execute on function object_suggest from public, lastro_worker;
grant execute on function object_suggest to lastro_worker;
