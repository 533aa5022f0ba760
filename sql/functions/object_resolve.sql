-- Candidates of up to 20 queries in one call (doc/calculations.md 14; what they are worth, calc/objects says).  Arrays run
-- parallel, a row a query: its normal key, its sorted words, those of them that may look a name up (no fund words, no
-- type words), and the kind and subkind that its names are restricted to ('' for none).
-- p_kind, p_subkind: what was asked for, keys included ('' for any).  p_on: the day whose keys count; p_strict: only
-- those in force then, else the last holder of a dead key too.
create or replace function object_resolve(p_keys text[], p_words text[], p_search text[], p_kinds text[], p_subkinds text[],
                               p_kind text, p_subkind text, p_on date, p_strict boolean, p_limit int4)
returns table (
	n             int4,	-- of the query, from 1
	stage         int4,	-- 0: matched_value is a word that no name holds; 1 key, 2 the same words, 3 perhaps
	id            text,
	kind          text,
	subkind       text,
	name          text,
	anchor_type   text,
	anchor_value  text,
	matched_type  text,
	matched_value text,
	since         date,
	until         date
)
language plpgsql stable set search_path = lastro, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
	room   constant int4 := greatest(60, p_limit + 10);	-- names a query, of which calc keeps the best
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
begin
	for q in 1 .. cardinality(p_keys) loop
		k := p_kinds[q];
		s := p_subkinds[q];
		if p_keys[q] <> '' then
			return query
			select q, 1, h.id, h.kind, nullif(h.subkind, ''), h.name, h.anchor_type, h.anchor_value,
			       h.type, h.value, h.since, h.until
			  from (select o.id, o.kind, o.subkind, o.name, o.anchor_type, o.anchor_value, x.type, x.value, x.since, x.until,
			               rank() over (order by x.since <= p_on and x.until > p_on desc,
			                            case when not (x.since <= p_on and x.until > p_on) then x.until end desc) as place
			          from object_key x join object o on o.no = x.object_no
			         where x.normal = p_keys[q]
			           and (p_kind = '' or o.kind = p_kind) and (p_subkind = '' or o.subkind = p_subkind)
			           and (not p_strict or (x.since <= p_on and x.until > p_on))) h
			 where h.place = 1
			 order by h.id limit 51;
			get diagnostics n_found = row_count;
			-- A key that is one word which no name holds is no name: most keys are.
			continue when n_found > 0 and p_words[q] !~ ' ' and not exists (select from object_word w where w.word = p_words[q]);
		end if;
		continue when p_words[q] = '';
		return query
		select q, 2, o.id, o.kind, nullif(o.subkind, ''), o.name, o.anchor_type, o.anchor_value,
		       'name', x.name, null::date, null::date
		  from object_name x join object o on o.no = x.object_no
		 where x.words = p_words[q] and (k = '' or x.kind = k) and (s = '' or x.subkind = s)
		 order by o.id limit 51;

		-- What each word may stand for: itself where names hold it, else words a letter away.
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
		select q, 3, o.id, o.kind, nullif(o.subkind, ''), o.name, o.anchor_type, o.anchor_value,
		       'name', y.name, null::date, null::date
		  from (select x.object_no, x.name, x.n_words
		          from (select z.object_no, z.name, z.n_words from object_name z
		                 where z.vector @@ every and (k = '' or z.kind = k) and (s = '' or z.subkind = s)
		                 limit 500) x
		         order by x.n_words, x.object_no, x.name limit room) y
		  join object o on o.no = y.object_no;
		get diagnostics n_found = row_count;
		continue when n_found >= room or cardinality(groups) = 1;

		-- Names that hold some of the words: the rare ones alone, or all but one.
		some_of := (select string_agg(x.query, ' | ')
		           from (select groups[i] as query, sum(sizes[i]) over (order by sizes[i], i) as so_far
		                   from generate_subscripts(groups, 1) i) x
		          where x.so_far <= 500);
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
		select q, 3, o.id, o.kind, nullif(o.subkind, ''), o.name, o.anchor_type, o.anchor_value,
		       'name', y.name, null::date, null::date
		  from (select x.object_no, x.name
		          from (select z.object_no, z.name, z.n_words, z.vector from object_name z
		                 where z.vector @@ wider and not z.vector @@ every
		                   and (k = '' or z.kind = k) and (s = '' or z.subkind = s)
		                 limit 500) x
		         order by ts_rank(x.vector, any_of) desc, x.n_words, x.object_no, x.name
		         limit room - n_found) y
		  join object o on o.no = y.object_no;
	end loop;
end
$$;

revoke execute on function object_resolve from public, lastro_worker;
grant execute on function object_resolve to lastro_worker;
