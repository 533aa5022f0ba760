/* SPDX-License-Identifier: Apache-2.0 */
/*
 * object_stage.c: writes staged objects to the tables.
 *
 * Only differences are written, so that a repeated run writes nothing.  Names are split into words
 * here, by calc/names, exactly as those of a query; only names that the tables do not have yet are
 * processed.
 */
#include "config.h"

#include "load/object_stage.h"

#include "calc/names/names.h"
#include "load/spill.h"

#define BATCH "5000"

static const char *const make[] = {
	"create temp table staged_object (id text collate \"C\", kind text collate \"C\", subkind text collate \"C\","
	" name text, anchor_type text, anchor_value text, line int8, status text collate \"C\", standing int4 default 1,"
	" traded int8 default 0) on commit drop",
	"create temp table staged_key (id text collate \"C\", type text collate \"C\", value text collate \"C\","
	" normal text collate \"C\", since date default '-infinity', until date default 'infinity') on commit drop",
	"create temp table staged_name (id text collate \"C\", name text) on commit drop",
	"create temp table staged_relation (subject_id text collate \"C\", verb text collate \"C\","
	" object_id text collate \"C\", since date default '-infinity', until date default 'infinity', line int8)"
	" on commit drop",
	"create temp table staged_observation (measure_no int8, object_id text collate \"C\", base_date date,"
	" filed_at date default '-infinity', revision int8 default 0, value numeric, source text, unit text collate \"C\", line int8)"
	" on commit drop",
	"create temp table staged_unit (measure_no int4, object_no int4, unit text collate \"C\") on commit drop",
	"create temp table new_name (object_no int4, name text) on commit drop",
	"create temp table told_name (name text, folded text collate \"C\", words text collate \"C\", n_words int8)"
	" on commit drop",
	"create temp table word_change (word text collate \"C\", names int4) on commit drop",
};

void object_stage_open(struct load *l)
{
	for (size_t i = 0; i < ARRAY_SIZE(make); i++)
		(void)load_sql(l, make[i]);
}

/* ---- objects ---- */

/* Computed objects do not overwrite typed ones; typed ones overwrite computed ones. */
static const char *const save_objects[] = {
	[OBJECT_COMPUTED] =
		"insert into object as o (no, id, kind, subkind, name, anchor_type, anchor_value, source)"
		" select (select coalesce(max(no), 0) from object) + row_number() over (order by s.id), s.id, s.kind,"
		"        coalesce(s.subkind, ''), s.name, s.anchor_type, s.anchor_value, 'computed'"
		"   from (select distinct on (id) * from staged_object order by id, kind, subkind, name) s"
		"  where not exists (select from object x where x.id = s.id and x.source = 'typed')"
		"    and not exists (select from object x where x.id = s.id and (x.kind, x.subkind, x.name, x.anchor_type, x.anchor_value)"
		"                    = (s.kind, coalesce(s.subkind, ''), s.name, s.anchor_type, s.anchor_value))"
		" on conflict (id) do update set kind = excluded.kind, subkind = excluded.subkind, name = excluded.name,"
		" anchor_type = excluded.anchor_type, anchor_value = excluded.anchor_value",
	[OBJECT_TYPED] =
		"insert into object as o (no, id, kind, subkind, name, anchor_type, anchor_value, source)"
		" select (select coalesce(max(no), 0) from object) + row_number() over (order by s.id), s.id, s.kind,"
		"        coalesce(s.subkind, ''), s.name, s.anchor_type, s.anchor_value, 'typed'"
		"   from (select distinct on (id) * from staged_object order by id, kind, subkind, name) s"
		"  where not exists (select from object x where x.id = s.id and x.source = 'typed' and (x.kind, x.subkind, x.name)"
		"                    = (s.kind, coalesce(s.subkind, ''), s.name))"
		" on conflict (id) do update set kind = excluded.kind, subkind = excluded.subkind, name = excluded.name,"
		" source = 'typed'",
};

/* Where each stands, also of typed ones: no file that is typed says it. */
static const char stand[] =
	"update object o set (status, standing, traded) = (s.status, s.standing, s.traded)"
	"  from (select distinct on (id) id, status, standing, traded from staged_object order by id, standing desc, traded desc) s"
	" where s.id = o.id and (o.status, o.standing, o.traded) is distinct from (s.status, s.standing, s.traded)";

/* The names of deleted objects leave the vocabulary first. */
static const char *const remove_objects[] = {
	"insert into word_change select unnest(string_to_array(n.words, ' ')), -1 from object_name n"
	" join object o on o.no = n.object_no"
	" where o.source = 'computed' and n.words <> '' and not exists (select from staged_object s where s.id = o.id)",
	"delete from object o where o.source = 'computed' and not exists (select from staged_object s where s.id = o.id)",
};

/* ---- keys ---- */

static const char remove_keys[] =
	"delete from object_key k using object o where o.no = k.object_no and k.source = 'computed'"
	" and not exists (select from staged_key s where s.id = o.id and s.normal = k.normal and s.type = k.type"
	"                 and s.since = k.since and s.until = k.until and s.value = k.value)";

/* The members that an answer by key shows of its object, copied into the key's row. */
#define KEY_SHOWS "id, kind, subkind, name, anchor_type, anchor_value, status"

static const char show_objects[] =
	"update object_key k set (" KEY_SHOWS
	") = (o.id, o.kind, o.subkind, o.name, o.anchor_type, o.anchor_value, o.status)"
	"  from object o where o.no = k.object_no and (k.kind, k.subkind, k.name, k.anchor_type, k.anchor_value, k.status)"
	"       is distinct from (o.kind, o.subkind, o.name, o.anchor_type, o.anchor_value, o.status)";

static const char *const save_keys[] = {
	[OBJECT_COMPUTED] =
		"insert into object_key (object_no, type, value, normal, since, until, source, " KEY_SHOWS
		", is_word)"
		" select distinct on (s.normal, s.type, o.no, s.since) o.no, s.type, s.value, s.normal, s.since, s.until, 'computed',"
		"        o.id, o.kind, o.subkind, o.name, o.anchor_type, o.anchor_value, o.status,"
		"        exists (select from object_word w where w.word = lower(s.normal))"
		"   from staged_key s join object o on o.id = s.id"
		"  order by s.normal, s.type, o.no, s.since, s.until desc, s.value"
		" on conflict do nothing",
	[OBJECT_TYPED] =
		"insert into object_key as k (object_no, type, value, normal, since, until, source, " KEY_SHOWS
		", is_word)"
		" select distinct on (s.normal, s.type, o.no, s.since) o.no, s.type, s.value, s.normal, s.since, s.until, 'typed',"
		"        o.id, o.kind, o.subkind, o.name, o.anchor_type, o.anchor_value, o.status,"
		"        exists (select from object_word w where w.word = lower(s.normal))"
		"   from staged_key s join object o on o.id = s.id"
		"  order by s.normal, s.type, o.no, s.since, s.until desc, s.value"
		" on conflict (normal, type, object_no, since) do update"
		" set value = excluded.value, until = excluded.until, source = 'typed'"
		" where (k.value, k.until, k.source) is distinct from (excluded.value, excluded.until, excluded.source)",
};

/* ---- names ---- */

static const char *const remove_names[] = {
	"insert into word_change select unnest(string_to_array(n.words, ' ')), -1 from object_name n"
	" join object o on o.no = n.object_no"
	" where n.source = 'computed' and n.words <> ''"
	"   and not exists (select from staged_name s where s.id = o.id and s.name = n.name)",
	"delete from object_name n using object o where o.no = n.object_no and n.source = 'computed'"
	" and not exists (select from staged_name s where s.id = o.id and s.name = n.name)",
};

static const char find_new[] =
	"insert into new_name select distinct o.no, s.name from staged_name s join object o on o.id = s.id"
	" where not exists (select from object_name n where n.object_no = o.no and n.name = s.name)";

/* A typed name stays when a computed object is computed again without it. */
static const char keep_names[] =
	"update object_name n set source = 'typed' from staged_name s join object o on o.id = s.id"
	" where n.object_no = o.no and n.name = s.name and n.source <> 'typed'";

static const char *const save_names[] = {
	"insert into object_name (object_no, name, folded, words, n_words, vector, kind, subkind, source, standing)"
	" select n.object_no, n.name, t.folded, t.words, t.n_words::int4,"
	"        array_to_tsvector(string_to_array(nullif(t.words, ''), ' ')), o.kind, o.subkind, o.source, o.standing"
	"   from new_name n join told_name t on t.name = n.name join object o on o.no = n.object_no"
	"  where t.words <> ''",
	"insert into word_change select unnest(string_to_array(t.words, ' ')), 1 from new_name n"
	" join told_name t on t.name = n.name where t.words <> ''",
	"update object_name n set kind = o.kind, subkind = o.subkind, standing = o.standing from object o"
	" where o.no = n.object_no and (n.kind, n.subkind, n.standing) is distinct from (o.kind, o.subkind, o.standing)",
};

static void stage_name(struct load *l, struct copy *to, const char *name)
{
	void *pool = pool_new(l->pool, "name");
	struct object_words w;
	const char *folded = text_words(pool, name);

	object_words_of(pool, name, &w);
	copy_row(to, 4);
	copy_text(to, name, strlen(name));
	copy_text(to, folded, strlen(folded));
	copy_text(to, w.joined, strlen(w.joined));
	copy_int(to, (int64_t)w.n);
	pool_free(pool);
}

/* A COPY occupies the connection: a batch is read, then written. */
static void stage_names(struct load *l)
{
	int rows;

	(void)load_sql(l, "declare untold no scroll cursor for select distinct name from new_name");
	do {
		PGresult *res = PQexec(load_raw(l), "fetch " BATCH " from untold");
		struct copy *to;

		if (PQresultStatus(res) != PGRES_TUPLES_OK)
			db_raw_fail(l->ctx, res);
		rows = PQntuples(res);
		to = copy_to(l, "told_name (name, folded, words, n_words)");
		for (int i = 0; i < rows; i++)
			stage_name(l, to, PQgetvalue(res, i, 0));
		copy_end(to);
		PQclear(res);
	} while (rows);
	(void)load_sql(l, "close untold");
}

/*
 * A word in one of two hundred names finds nothing; with fewer than a thousand names, no word is that
 * frequent.
 */
static const char *const vocabulary[] = {
	("insert into object_word as w (word, names) select c.word, sum(c.names)::int4 from word_change c"
	 "  where c.word <> '' group by c.word having sum(c.names) <> 0"
	 " on conflict (word) do update set names = w.names + excluded.names"),
	"delete from object_variant v using object_word w where v.word = w.word and w.names <= 0",
	"delete from object_word where names <= 0",
	("insert into object_variant select d, c.word from (select distinct word from word_change) c"
	 " join object_word w on w.word = c.word, unnest(object_deletions(c.word)) d"
	 " where length(c.word) between 4 and 40 on conflict do nothing"),
	("update object_word w set generic = not w.generic"
	 " where w.generic <> (w.names >= greatest(1000, (select count(*) from object_name) / 200))"),
	("update object_key k set is_word = not k.is_word from (select distinct word from word_change) c"
	 " where k.normal = upper(c.word) and k.is_word <> exists (select from object_word w where w.word = c.word)"),
};

static int64_t apply_names(struct load *l, enum object_source source)
{
	int64_t n = 0;

	if (source == OBJECT_COMPUTED) {
		(void)load_sql(l, remove_names[0]);
		n += load_sql(l, remove_names[1]);
	}
	(void)load_sql(l, find_new);
	(void)load_sql(l, "analyze new_name");
	stage_names(l);
	(void)load_sql(l, "analyze told_name");
	n += load_sql(l, save_names[0]);
	if (source == OBJECT_TYPED)
		n += load_sql(l, keep_names);
	(void)load_sql(l, save_names[1]);
	n += load_sql(l, save_names[2]);
	for (size_t i = 0; i < ARRAY_SIZE(vocabulary); i++)
		(void)load_sql(l, vocabulary[i]);
	return n;
}

/* ---- relations ---- */

static const char *const relations[] = {
	"create temp table wanted_relation on commit drop as"
	" select distinct on (a.no, s.verb, b.no, s.since) a.no as subject_no, s.verb, b.no as object_no, s.since, s.until"
	"   from staged_relation s join object a on a.id = s.subject_id join object b on b.id = s.object_id"
	"  where a.no <> b.no and s.until > s.since"
	"  order by a.no, s.verb, b.no, s.since, s.until desc",
	"analyze wanted_relation",
};

static const char remove_relations[] =
	"delete from object_relation r where r.source = 'computed' and not exists (select from wanted_relation w"
	" where (w.subject_no, w.verb, w.object_no, w.since, w.until) = (r.subject_no, r.verb, r.object_no, r.since, r.until))";

static const char *const save_relations[] = {
	[OBJECT_COMPUTED] =
		"insert into object_relation (subject_no, verb, object_no, since, until, source)"
		" select subject_no, verb, object_no, since, until, 'computed' from wanted_relation on conflict do nothing",
	[OBJECT_TYPED] =
		"insert into object_relation as r (subject_no, verb, object_no, since, until, source)"
		" select subject_no, verb, object_no, since, until, 'typed' from wanted_relation"
		" on conflict (subject_no, verb, object_no, since) do update set until = excluded.until, source = 'typed'"
		" where (r.until, r.source) is distinct from (excluded.until, excluded.source)",
};

/* An unknown end. */
static const char *const ends[] = {
	"update staged_key set since = coalesce(since, '-infinity'), until = coalesce(until, 'infinity')"
	" where since is null or until is null",
	"update staged_relation set since = coalesce(since, '-infinity'), until = coalesce(until, 'infinity')"
	" where since is null or until is null",
	"analyze staged_object",
	"analyze staged_key",
	"analyze staged_name",
	"analyze staged_relation",
};

void object_apply_graph(struct load *l, enum object_source source, struct object_changes *out)
{
	for (size_t i = 0; i < ARRAY_SIZE(ends); i++)
		(void)load_sql(l, ends[i]);
	if (source == OBJECT_COMPUTED) {
		(void)load_sql(l, remove_objects[0]);
		out->objects += load_sql(l, remove_objects[1]);
		out->keys += load_sql(l, remove_keys);
	}
	out->objects += load_sql(l, save_objects[source]);
	if (source == OBJECT_COMPUTED)
		out->objects += load_sql(l, stand);
	(void)load_sql(l, show_objects);
	out->keys += load_sql(l, save_keys[source]);
	out->names += apply_names(l, source);
	for (size_t i = 0; i < ARRAY_SIZE(relations); i++)
		(void)load_sql(l, relations[i]);
	if (source == OBJECT_COMPUTED)
		out->relations += load_sql(l, remove_relations);
	out->relations += load_sql(l, save_relations[source]);
}

/* ---- observations ---- */

static const char *const observations[] = {
	"create temp table changed_observation on commit drop as"
	" select s.measure_no::int4 as measure_no, o.no as object_no, s.base_date, s.filed_at, s.revision::int4 as revision,"
	"        s.value, s.source"
	"   from (select distinct on (measure_no, object_id, base_date, filed_at, revision)"
	"                measure_no, object_id, base_date, filed_at, revision, round(value, 12) as value, source"
	"           from staged_observation where value is not null"
	"          order by measure_no, object_id, base_date, filed_at, revision, value) s"
	"   join object o on o.id = s.object_id"
	"   left join object_observation x"
	"     on x.measure_no = s.measure_no and x.object_no = o.no and x.base_date = s.base_date"
	"    and x.filed_at = s.filed_at and x.revision = s.revision and x.superseded = 9223372036854775807"
	"  where x.value is distinct from s.value",
	"analyze changed_observation",
	"update object_observation x set superseded = v.version + 1"
	"  from changed_observation c, market_version v"
	" where v.family = 'objects' and x.measure_no = c.measure_no and x.object_no = c.object_no"
	"   and x.base_date = c.base_date and x.filed_at = c.filed_at and x.revision = c.revision"
	"   and x.superseded = 9223372036854775807",
};

static const char save_observations[] =
	"insert into object_observation (measure_no, object_no, base_date, filed_at, revision, value, source, version)"
	" select c.measure_no, c.object_no, c.base_date, c.filed_at, c.revision, c.value, c.source, v.version + 1"
	"   from changed_observation c, market_version v where v.family = 'objects'"
	"  order by c.measure_no, c.object_no, c.base_date";

/* An observation's unit is written when it differs from an existing one, or replaces it. */
static const char save_units[] =
	"insert into object_unit as u (measure_no, object_no, unit)"
	" select distinct on (s.measure_no, s.object_no) s.measure_no, s.object_no, s.unit from staged_unit s"
	"   join object_measure m on m.no = s.measure_no"
	"  where s.unit <> m.unit or exists (select from object_unit x"
	"         where x.measure_no = s.measure_no and x.object_no = s.object_no)"
	"  order by s.measure_no, s.object_no, s.unit"
	" on conflict (measure_no, object_no) do update set unit = excluded.unit where u.unit <> excluded.unit";

void object_apply_observations(struct load *l, struct object_changes *out)
{
	out->units += load_sql(l, save_units);
	(void)load_sql(
		l, "update staged_observation set filed_at = '-infinity' where filed_at is null");
	(void)load_sql(l, "analyze staged_observation");
	for (size_t i = 0; i < ARRAY_SIZE(observations); i++)
		(void)load_sql(l, observations[i]);
	out->observations += load_sql(l, save_observations);
}

/* ---- the version ---- */

static DB_STMT(bump, "objects.bump",
	       "update market_version set version = version + 1 where family = 'objects'");

bool object_changed(struct load *l, const struct object_changes *c)
{
	if (!c->objects && !c->keys && !c->names && !c->relations && !c->observations && !c->units)
		return false;
	load_cooked(l);
	(void)db_exec(l->ctx, &bump, DB_NO_ARGS);
	return true;
}
