-- SPDX-License-Identifier: Apache-2.0
-- Made-up objects: :objects of them, with names of three to six words out of about 64,000, a ticker and a tax id each;
-- and relations and observations of 20,000 of them.  Names are ASCII, so that SQL splits them into the same words as
-- calc/objects.
set search_path = lastro, public;

create or replace function pg_temp.syllable(n int) returns text language sql immutable as $$
	select (array['ba','ca','da','fa','ga','la','ma','na','pa','ra','sa','ta','va','be','ce','de','fe','ge','le','me','ne','pe','re','se','te',
		've','bi','ci','di','fi','li','mi','ni','pi','ri','si','ti','vi','bo','co','do','fo','lo','mo','no','po','ro','so','to','vo'])[1 + n % 50]
$$;
create temp table vocabulary as
	select n, pg_temp.syllable(n) || pg_temp.syllable(n / 50) || pg_temp.syllable(n / 2500 * 7 + n % 13)
		|| case when n % 3 = 0 then pg_temp.syllable(n / 17) else '' end as word from generate_series(0, 63999) n;
create unique index on vocabulary (n);
analyze vocabulary;
-- A few words are in many names, as in real names; one of sixteen contains "fund".  In float8: numeric power() takes minutes.
create temp table said as
	select i, v.word
	  from (select i, (64000 * power((hashint8(i::int8 * 7919 + k * 104729) & 2147483647) / 2147483648.0::float8, 1.6::float8))::int4 % 64000 as n
	          from generate_series(1, :objects) i join generate_series(1, 6) k on k <= 3 + i % 4) x
	  join vocabulary v on v.n = x.n;
create temp table made as select i, array_agg(distinct word collate "C") as words from said group by i;
drop table said;
analyze made;

-- The indexes of names are created afterwards; maintained row by row they would take most of the time.
drop index object_name_words, object_name_folded, object_name_vector;
insert into object (no, id, kind, subkind, name, anchor_type, anchor_value, source)
	select i, (case when i % 16 = 0 then 'fund' when i % 2 = 0 then 'company' else 'instrument' end) || ':B' || i,
		case when i % 16 = 0 then 'fund' when i % 2 = 0 then 'company' else 'instrument' end,
		case when i % 16 = 0 and i <= 16 * :observed then 'fii' else '' end, array_to_string(words, ' '), 'code', 'B' || i, 'typed'
	  from made;
insert into object_key (object_no, type, value, normal, source, id, kind, subkind, name, anchor_type, anchor_value)
	select o.no, x.type, x.value, x.value, 'typed', o.id, o.kind, o.subkind, o.name, o.anchor_type, o.anchor_value
	  from object o cross join lateral (values ('code', 'B' || o.no), ('cnpj', lpad(o.no::text, 14, '0'))) x(type, value) order by o.no;
insert into object_name (object_no, name, folded, words, n_words, vector, kind, subkind, source)
	select i, array_to_string(words, ' '), array_to_string(words, ' '), array_to_string(words, ' '), cardinality(words), array_to_tsvector(words),
		case when i % 16 = 0 then 'fund' when i % 2 = 0 then 'company' else 'instrument' end,
		case when i % 16 = 0 and i <= 16 * :observed then 'fii' else '' end, 'typed' from made;
create index object_name_words on object_name (words);
create index object_name_folded on object_name (folded, object_no);
create index object_name_vector on object_name using gin (vector) with (fastupdate = off);
insert into object_word (word, names, generic)
	select w, count(*), count(*) >= greatest(1000, :objects / 200) from made, unnest(words) w group by w;
insert into object_variant select d, w.word from object_word w, unnest(object_deletions(w.word)) d on conflict do nothing;

-- A cohort: the funds of subkind fii (20,000), with 250 observations each; three levels of relations that reach 100,000.
insert into object_observation (measure_no, object_no, base_date, filed_at, value, source, version)
	select 9, 16 * o, date '2025-01-01' + d, date '2025-01-01' + d, (hashint8(o * 1000 + d) % 1000000)::numeric / 7, 'bench', 1
	  from generate_series(1, least(:observed, :objects / 16)) o, generate_series(1, 250) d order by 2, 3;
-- Four ratios of 5,000 companies, three years of quarters each.
insert into object_observation (measure_no, object_no, base_date, filed_at, value, source, version)
	select m, 16 * o + 2, (date '2023-12-31' + q * interval '3 months')::date, (date '2024-02-14' + q * interval '3 months')::date,
		(hashint8(o * 100000 + m * 100 + q) % 4000)::numeric / 100, 'bench', 1
	  from generate_series(1, least(5000, :objects / 16 - 1)) o, unnest(array[42, 43, 44, 47]) m, generate_series(0, 11) q order by 1, 2, 3;
insert into object_relation (subject_no, verb, object_no, source)
	select 1, 'administers', 1 + n, 'typed' from generate_series(1, 100) n
	union all select 2 + (n % 100), 'holds', 1000 + n, 'typed' from generate_series(1, 5000) n
	union all select 1001 + (n % 5000), 'issued', 10000 + n, 'typed' from generate_series(1, 100000) n;
update market_version set version = 1 where family = 'objects';

-- The queries, 200 of each kind.
create table bench_query as
	select row_number() over ()::int as n, m.i as object_no, o.id, 'B' || m.i as key, array_to_string(m.words, ' ') as words,
		array_to_string(array(select w from unnest(array_append(m.words[2:], overlay(m.words[1] placing 'x' from 3 for 1))) w order by w collate "C"), ' ') as typo,
		m.words[1] || ' ' || m.words[cardinality(m.words)] as part, left(m.words[1], 4) as prefix
	  from made m join object o on o.no = m.i where m.i % (:objects / 200) = 0;
create unique index on bench_query (n);
grant select on bench_query to lastro_worker;
create table bench_call as
	select c.n, array_agg('X' || q.n) as keys, array_agg(case when q.n % 2 = 0 then q.typo else q.part end) as words,
		array_agg(''::text) as none
	  from generate_series(1, 50) c(n) join bench_query q on q.n % 50 = c.n - 1 or (q.n + 7) % 50 = c.n - 1 or (q.n + 13) % 50 = c.n - 1
	    or (q.n + 21) % 50 = c.n - 1 or (q.n + 34) % 50 = c.n - 1
	 group by c.n;
create unique index on bench_call (n);
grant select on bench_call to lastro_worker;
