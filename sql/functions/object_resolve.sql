-- Candidates by name for up to 20 queries in one call (doc/calculations.md 14; calc/names scores them).  The arrays
-- are parallel, an element per query: its sorted words, those that may look a name up (no fund words, no type words),
-- and the kind and subkind that names are restricted to ('' for none).  Keys are looked up separately before.
create or replace function object_resolve(p_words text[], p_search text[], p_kinds text[], p_subkinds text[], p_limit int4)
returns table (
	id            text,
	kind          text,
	subkind       text,
	name          text,
	anchor_type   text,
	anchor_value  text,
	matched_type  text,
	matched_value text,
	since         date,
	until         date,
	status        text,
	standing      int4,	-- 0 no longer living, 1, 2 on the exchange
	traded        int8,	-- BRL, of its papers
	n             int4,	-- of the query, from 1
	stage         int4	-- 0: matched_value is a word that no name holds; 2 the same words, 3 perhaps
)
language plpgsql stable set search_path = lastro, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
	room   constant int4 := p_limit + 10;	-- names a query, of which calc keeps the best
	v      text[];		-- words that may look up
	g      record;
	alternatives text;
	groups text[];		-- tsquery of each word: itself, or what it may have meant
	sizes  int4[];		-- names that hold one of these
	some_of   text;		-- tsquery of names that hold only some of the words
	every   tsquery;
	wider   tsquery;	-- some_of, and any of the words: parsed once, not a row
	any_of  tsquery;
	k      text;
	s      text;
	n_found int4;
	budget int4;		-- names that are looked at beyond those that hold every word
begin
	for q in 1 .. cardinality(p_words) loop
		k := p_kinds[q];
		s := p_subkinds[q];
		continue when p_words[q] = '';
		return query
		select o.id, o.kind, nullif(o.subkind, ''), o.name, o.anchor_type, o.anchor_value,
		       'name', x.name, null::date, null::date, o.status, o.standing, o.traded, q, 2
		  from object_name x join object o on o.no = x.object_no
		 where x.words = p_words[q] and (k = '' or x.kind = k) and (s = '' or x.subkind = s)
		 order by o.standing desc, o.traded desc, o.id limit 51;

		-- The words that each word may stand for: itself if names contain it, else words one letter away.
		v := string_to_array(nullif(p_search[q], ''), ' ');
		groups := '{}';
		sizes := '{}';
		for g in
			select u.word as asked, w.word is not null as known, coalesce(w.generic, false) as generic, w.names
			  from unnest(v[1:16]) with ordinality u(word, i) left join object_word w on w.word = u.word
			 order by u.i
		loop
			if g.known then
				if not g.generic then
					groups := groups || quote_literal(g.asked);
					sizes := sizes || g.names;
				end if;
				continue;
			end if;
			n := q;
			stage := 0;
			id := null; kind := null; subkind := null; name := null; anchor_type := null; anchor_value := null;
			matched_type := 'word'; matched_value := g.asked; since := null; until := null;
			status := null; standing := null; traded := null;
			return next;
			continue when length(g.asked) not between 4 and 40 or g.asked ~ '[0-9]';
			select string_agg(quote_literal(y.word), ' | '), sum(y.names)::int4 into alternatives, n_found
			  from (select z.word, z.names
			          from (select distinct d.word from object_variant d where d.variant = any (object_deletions(g.asked))) d
			          join object_word z on z.word = d.word
			         where not z.generic and abs(length(z.word) - length(g.asked)) <= 1
			         order by z.names desc, z.word limit 20) y;
			if alternatives is not null then
				groups := groups || ('(' || alternatives || ')');
				sizes := sizes || n_found;
			end if;
		end loop;
		continue when groups = '{}';

		every := array_to_string(groups, ' & ')::tsquery;
		return query
		select o.id, o.kind, nullif(o.subkind, ''), o.name, o.anchor_type, o.anchor_value,
		       'name', y.name, null::date, null::date, o.status, o.standing, o.traded, q, 3
		  from (select x.object_no, x.name, x.n_words
		          from (select z.object_no, z.name, z.n_words, z.standing from object_name z
		                 where z.vector @@ every and (k = '' or z.kind = k) and (s = '' or z.subkind = s)
		                 limit 300) x
		         order by x.n_words - 3 * x.standing, x.object_no, x.name limit room) y
		  join object o on o.no = y.object_no;
		get diagnostics n_found = row_count;
		continue when n_found >= room or cardinality(groups) = 1;

		-- Names with some of the words: only the rare ones, or all but one.  When some names have every word,
		-- these only fill the list.
		budget := case when n_found = 0 then 400 else 100 end;
		some_of := (select string_agg(x.query, ' | ')
		           from (select groups[i] as query, sum(sizes[i]) over (order by sizes[i], i) as so_far
		                   from generate_subscripts(groups, 1) i) x
		          where x.so_far <= budget);
		if cardinality(groups) between 3 and 6 then
			some_of := concat_ws(' | ', some_of, (
				select string_agg('(' || (select string_agg(groups[j], ' & ') from generate_subscripts(groups, 1) j
				                           where j <> i) || ')', ' | ')
				  from generate_subscripts(groups, 1) i));
		end if;
		continue when some_of is null;
		wider := some_of::tsquery;
		any_of := array_to_string(groups, ' | ')::tsquery;
		return query
		select o.id, o.kind, nullif(o.subkind, ''), o.name, o.anchor_type, o.anchor_value,
		       'name', y.name, null::date, null::date, o.status, o.standing, o.traded, q, 3
		  from (select x.object_no, x.name
		          from (select z.object_no, z.name, z.n_words, z.vector, z.standing from object_name z
		                 where z.vector @@ wider and not z.vector @@ every
		                   and (k = '' or z.kind = k) and (s = '' or z.subkind = s)
		                 limit budget) x
		         order by ts_rank(x.vector, any_of) desc, x.n_words - 3 * x.standing, x.object_no, x.name
		         limit room - n_found) y
		  join object o on o.no = y.object_no;
	end loop;
end
$$;

revoke execute on function object_resolve from public, lastro_worker;
grant execute on function object_resolve to lastro_worker;
