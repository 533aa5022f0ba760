/* SPDX-License-Identifier: Apache-2.0 */
/*
 * object_lines.c: objects, relations, observations and further names that no public file has, as JSON
 * Lines (doc/load.md).
 *
 * A line is one of {"object": …}, {"relation": …}, {"observation": …}, {"name": …}; a wrong one is
 * refused and the others are loaded.  Identity is never guessed: a tax id, ISIN or CVM code of another object refuses
 * the line and names that object.
 */
#include "config.h"

#include "load/run.h"

#include <stdlib.h>

#include <json-c/json.h>

#include "calc/names/names.h"
#include "core/buf.h"
#include "http/json_read.h"
#include "load/spill.h"
#include "load/field.h"
#include "load/object_stage.h"

#define NAME_MAX 300
#define ID_MAX 120
#define VALUE_MAX (E12 * E12 * 1000) /* 10^15 on the grid of 12 places */

static DB_STMT(measures, "objects.measures", "select id, no, unit from object_measure order by id");
enum { M_ID, M_NO, M_UNIT };

struct lines {
	struct load *l;
	void *pool; /* of the line */
	const struct db_rows *measures;
	struct copy *objects, *keys, *names, *relations, *observations, *aliases;
	struct json_object *it;
	int64_t line;
	bool refused;
};

static void refuse(struct lines *s, const char *reason, ...) PRINTF_LIKE(2, 3);

static void refuse(struct lines *s, const char *reason, ...)
{
	va_list ap;

	va_start(ap, reason);
	if (!s->refused)
		load_refuse(s->l, s->line, "%s", pool_vprintf(s->pool, reason, ap));
	va_end(ap);
	s->refused = true;
}

/* NULL when absent or null; a value of another type refuses the line. */
static const char *member(struct lines *s, struct json_object *o, const char *name, size_t max)
{
	struct json_object *v = NULL;
	const char *text;

	if (!json_object_object_get_ex(o, name, &v) || !v)
		return NULL;
	if (!json_object_is_type(v, json_type_string)) {
		refuse(s, "%s: não é um texto", name);
		return NULL;
	}
	text = json_object_get_string(v);
	if (!*text || text_length(text) > max || !text_one_line(text)) {
		refuse(s, "%s: de 1 a %zu letras em uma linha", name, max);
		return NULL;
	}
	return text;
}

static const char *required(struct lines *s, struct json_object *o, const char *name, size_t max)
{
	const char *text = member(s, o, name, max);

	if (!text)
		refuse(s, "falta %s", name);
	return text;
}

static const char *choice(struct lines *s, struct json_object *o, const char *name,
			  const char *const *choices)
{
	const char *text = required(s, o, name, 40);

	if (text && enum_find(choices, text) < 0)
		refuse(s, "%s desconhecido: %s", name, text);
	return text;
}

/* Absent and null are unknown; anything else must be a day. */
static bool day_member(struct lines *s, struct json_object *o, const char *name, struct day *out)
{
	struct json_object *v = NULL;

	if (!json_object_object_get_ex(o, name, &v) || !v)
		return false;
	if (json_object_is_type(v, json_type_string) &&
	    day_parse(slice_of(json_object_get_string(v)), out))
		return true;
	refuse(s, "%s: não é uma data AAAA-MM-DD", name);
	return false;
}

static void only(struct lines *s, struct json_object *o, const char *const *names)
{
	json_object_object_foreach(o, key, value)
	{
		(void)value;
		if (enum_find(names, key) < 0)
			refuse(s, "campo desconhecido: %.40s", key);
	}
}

static struct json_object *array_of(struct lines *s, struct json_object *o, const char *name)
{
	struct json_object *v = NULL;

	if (!json_object_object_get_ex(o, name, &v) || !v)
		return NULL;
	if (!json_object_is_type(v, json_type_array) || json_object_array_length(v) > 100) {
		refuse(s, "%s: uma lista de até 100", name);
		return NULL;
	}
	return v;
}

/* ---- {"object": …} ---- */

struct key {
	const char *type, *value, *normal;
	bool has_since, has_until;
	struct day since, until;
};

#define KEYS_MAX 100

/* Check digits must be correct, in a form that has them. */
static void check_key(struct lines *s, struct key *k)
{
	bool right;
	enum object_key_form form = object_key_form(k->normal, &right);
	bool wants_cnpj = str_eq(k->type, "cnpj"), wants_cpf = str_eq(k->type, "cpf");
	bool wants_isin = str_eq(k->type, "isin");

	if (!*k->normal || strlen(k->normal) > 80)
		refuse(s, "chave sem letras nem algarismos, ou longa demais: %.80s", k->value);
	else if ((wants_cnpj && (form != KEY_FORM_CNPJ || !right)) ||
		 (wants_cpf && (form != KEY_FORM_CPF || !right)) ||
		 (wants_isin && (form != KEY_FORM_ISIN || !right)))
		refuse(s, "%s com dígito verificador errado: %.80s", k->type, k->value);
	else if (wants_cnpj || wants_cpf || wants_isin)
		k->value = k->normal;
}

static void read_key(struct lines *s, struct json_object *o, struct key *k)
{
	static const char *const names[] = { "type", "value", "since", "until", NULL };

	*k = (struct key){ 0 };
	if (!json_object_is_type(o, json_type_object)) {
		refuse(s, "keys: uma lista de objetos");
		return;
	}
	only(s, o, names);
	k->type = choice(s, o, "type", object_key_types);
	k->value = required(s, o, "value", 80);
	k->has_since = day_member(s, o, "since", &k->since);
	k->has_until = day_member(s, o, "until", &k->until);
	if (s->refused)
		return;
	if (k->has_since && k->has_until && !day_before(k->since, k->until))
		refuse(s, "until não é depois de since");
	k->normal = object_key_normal(s->pool, k->value);
	check_key(s, k);
}

static void put_names(struct lines *s, const char *id, const char *name,
		      struct json_object *aliases)
{
	size_t n = aliases ? json_object_array_length(aliases) : 0;

	copy_row(s->names, 2);
	copy_string(s->names, id);
	copy_string(s->names, name);
	for (size_t i = 0; i < n; i++) {
		copy_row(s->names, 2);
		copy_string(s->names, id);
		copy_string(s->names,
			    json_object_get_string(json_object_array_get_idx(aliases, i)));
	}
}

static void check_aliases(struct lines *s, struct json_object *aliases)
{
	for (size_t i = 0; aliases && i < json_object_array_length(aliases); i++) {
		struct json_object *a = json_object_array_get_idx(aliases, i);
		const char *text = json_object_get_string(a);

		if (!json_object_is_type(a, json_type_string) || !*text ||
		    text_length(text) > NAME_MAX || !text_one_line(text))
			refuse(s, "aliases: nomes de 1 a %d letras", NAME_MAX);
	}
}

static bool id_is_good(const char *id, const char *kind)
{
	size_t n = strlen(kind);

	if (!text_starts(id, kind) || id[n] != ':' || !id[n + 1] || strlen(id) - n - 1 > 100)
		return false;
	for (; *id; id++)
		if (*id <= ' ' || *id > '~' || *id == '/' || *id == '|')
			return false;
	return true;
}

static void object_line(struct lines *s, struct json_object *o)
{
	static const char *const names[] = { "id",   "kind",	"subkind", "name",
					     "keys", "aliases", NULL };
	struct json_object *keys = array_of(s, o, "keys"), *aliases = array_of(s, o, "aliases");
	const char *id = required(s, o, "id", ID_MAX), *kind = choice(s, o, "kind", object_kinds);
	const char *subkind = member(s, o, "subkind", 40), *name = required(s, o, "name", NAME_MAX);
	size_t n = keys ? json_object_array_length(keys) : 0;
	struct key list[KEYS_MAX];

	only(s, o, names);
	check_aliases(s, aliases);
	for (size_t i = 0; i < n; i++)
		read_key(s, json_object_array_get_idx(keys, i), &list[i]);
	if (!s->refused && !object_subkind_fits(kind, subkind))
		refuse(s, "%s não é subtipo de %s", subkind, kind);
	if (!s->refused && !id_is_good(id, kind))
		refuse(s, "o id é %s:chave, em ASCII, sem brancos nem barras: %s", kind, id);
	if (s->refused)
		return;
	copy_row(s->objects, 7);
	copy_string(s->objects, id);
	copy_string(s->objects, kind);
	copy_string(s->objects, subkind);
	copy_string(s->objects, name);
	copy_string(s->objects, n ? list[0].type : "code");
	copy_string(s->objects, n ? list[0].value : strchr(id, ':') + 1);
	copy_int(s->objects, s->line);
	put_names(s, id, name, aliases);
	for (size_t i = 0; i < n; i++) {
		copy_row(s->keys, 6);
		copy_string(s->keys, id);
		copy_string(s->keys, list[i].type);
		copy_string(s->keys, list[i].value);
		copy_string(s->keys, list[i].normal);
		copy_day_if(s->keys, list[i].has_since, list[i].since);
		copy_day_if(s->keys, list[i].has_until, list[i].until);
	}
}

/* ---- {"relation": …} ---- */

static void relation_line(struct lines *s, struct json_object *o)
{
	static const char *const names[] = { "subject", "verb", "object", "since", "until", NULL };
	const char *subject = required(s, o, "subject", ID_MAX);
	const char *verb = choice(s, o, "verb", object_verbs);
	const char *object = required(s, o, "object", ID_MAX);
	struct day since, until;
	bool has_since = day_member(s, o, "since", &since);
	bool has_until = day_member(s, o, "until", &until);

	only(s, o, names);
	if (!s->refused && str_eq(subject, object))
		refuse(s, "%s com ele mesmo", subject);
	if (!s->refused && has_since && has_until && !day_before(since, until))
		refuse(s, "until não é depois de since");
	if (s->refused)
		return;
	copy_row(s->relations, 6);
	copy_string(s->relations, subject);
	copy_string(s->relations, verb);
	copy_string(s->relations, object);
	copy_day_if(s->relations, has_since, since);
	copy_day_if(s->relations, has_until, until);
	copy_int(s->relations, s->line);
}

/* ---- {"observation": …} ---- */

/* A quote may be in another currency, or in points; a series in any unit. */
static bool unit_fits(const char *measure, const char *unit, const char *own)
{
	bool currency = strlen(unit) == 3 && strspn(unit, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 3;

	return str_eq(unit, own) || str_eq(measure, "series_value") ||
	       (str_eq(measure, "close") && (currency || str_eq(unit, "points"))) ||
	       (str_eq(measure, "turnover") && currency);
}

static size_t measure_row(struct lines *s, struct json_object *o)
{
	const char *measure = required(s, o, "measure", 40), *unit = member(s, o, "unit", 40);

	for (size_t i = 0; measure && i < db_count(s->measures); i++) {
		if (!str_eq(measure, db_get_text(s->measures, i, M_ID)))
			continue;
		if (!unit || !unit_fits(measure, unit, db_get_text(s->measures, i, M_UNIT)))
			refuse(s, "a unidade de %s é %s", measure,
			       db_get_text(s->measures, i, M_UNIT));
		return i;
	}
	if (measure)
		refuse(s, "medida desconhecida: %s", measure);
	return 0;
}

/* A number, or a text with one; empty when absent or null. */
static struct slice number_member(struct lines *s, struct json_object *o, const char *name)
{
	struct slice text = field_json(o, name);
	struct json_object *v = NULL;

	if (!text.n && json_object_object_get_ex(o, name, &v) && v)
		refuse(s, "%s: não é um número", name);
	return text;
}

static wide value_of(struct lines *s, struct json_object *o)
{
	struct slice text = number_member(s, o, "value");
	wide v = 0;

	if (!text.n)
		refuse(s, "falta value");
	else if (dec_parse(text, 12, VALUE_MAX, &v) != DEC_OK)
		refuse(s, "value não é um número de até 12 casas: %.*s", SHOWN(text));
	return v;
}

static void observation_line(struct lines *s, struct json_object *o)
{
	static const char *const names[] = { "object",	  "measure",  "unit",
					     "base_date", "filed_at", "value",
					     "revision",  "source",   NULL };
	const char *object = required(s, o, "object", ID_MAX);
	size_t m = measure_row(s, o);
	const char *source = member(s, o, "source", 80);
	struct slice revision = number_member(s, o, "revision");
	struct day base, filed;
	bool has_base = day_member(s, o, "base_date", &base);
	bool has_filed = day_member(s, o, "filed_at", &filed);
	wide v = value_of(s, o), rev = 0;

	only(s, o, names);
	if (!has_base)
		refuse(s, "falta base_date");
	if (revision.n && (dec_parse(revision, 0, 1000000, &rev) != DEC_OK || rev < 0))
		refuse(s, "revision: inteiro de 0 a 1000000");
	if (s->refused)
		return;
	copy_row(s->observations, 9);
	copy_int(s->observations, db_get_int(s->measures, m, M_NO));
	copy_string(s->observations, object);
	copy_day(s->observations, base);
	copy_day_if(s->observations, has_filed, filed);
	copy_int(s->observations, (int64_t)rev);
	copy_decimal(s->observations, v, 12);
	copy_string(s->observations, source ? source : "digitada");
	copy_string(s->observations, member(s, o, "unit", 40));
	copy_int(s->observations, s->line);
}

/* ---- {"name": …} ---- */

/* Where it was read (file and column, or "common") and when: required, so that no name comes from nowhere. */
static void name_line(struct lines *s, struct json_object *o)
{
	static const char *const names[] = { "key", "name", "source", "date", NULL };
	const char *name = required(s, o, "name", NAME_MAX);
	struct json_object *key = NULL;
	struct key k = { 0 };
	struct day said;

	only(s, o, names);
	(void)required(s, o, "source", 80); /* checked, not kept */
	if (!day_member(s, o, "date", &said))
		refuse(s, "falta date");
	if (!json_object_object_get_ex(o, "key", &key) || !key)
		refuse(s, "falta key");
	else if (!json_object_is_type(key, json_type_object))
		refuse(s, "key: um objeto com type e value");
	else
		read_key(s, key, &k);
	if (s->refused)
		return;
	copy_row(s->aliases, 4);
	copy_string(s->aliases, k.type);
	copy_string(s->aliases, k.normal);
	copy_string(s->aliases, name);
	copy_int(s->aliases, s->line);
}

/* ---- a file ---- */

static void read_line(struct lines *s, struct slice text)
{
	static const struct {
		const char *name;
		void (*read)(struct lines *s, struct json_object *o);
	} forms[] = {
		{ "object", object_line },
		{ "relation", relation_line },
		{ "observation", observation_line },
		{ "name", name_line },
	};
	const char *reason = NULL;
	size_t at = 0;
	struct json_object *tree = json_parse(s->pool, text, &at, &reason);

	if (!tree || !json_object_is_type(tree, json_type_object) ||
	    json_object_object_length(tree) != 1) {
		refuse(s, "não é um objeto JSON com um só campo%s%s", reason ? ": " : "",
		       reason ? reason : "");
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(forms); i++) {
		struct json_object *o = NULL;

		if (!json_object_object_get_ex(tree, forms[i].name, &o))
			continue;
		if (json_object_is_type(o, json_type_object))
			forms[i].read(s, o);
		else
			refuse(s, "%s não é um objeto", forms[i].name);
		return;
	}
	refuse(s, "o campo é object, relation, observation ou name");
}

/* Lines about objects that are neither in the file nor in the tables. */
static const char orphans[] =
	"select r.line, case when a.no is null then r.subject_id else r.object_id end from staged_relation r"
	"  left join object a on a.id = r.subject_id left join object b on b.id = r.object_id"
	" where a.no is null or b.no is null"
	" union all"
	" select r.line, r.object_id from staged_observation r left join object o on o.id = r.object_id"
	" where o.no is null"
	" union all"
	" select r.line, r.object_id from staged_observation r join object o on o.id = r.object_id"
	"  join object_measure m on m.no = r.measure_no where not o.kind = any (m.kinds)"
	" order by 1 limit 10000";

/* Values of a measure have one unit per object: the existing one, else that of the first line. */
static const char other_units[] =
	"select s.line, m.id || ' de ' || s.object_id || ' é em ' || s.has from"
	" (select r.line, r.measure_no, r.object_id, r.unit, coalesce(u.unit, (select x.unit from object_measure x"
	"          where x.no = r.measure_no and exists (select from object_observation v where v.measure_no = x.no and v.object_no = o.no)),"
	"         first_value(r.unit) over (partition by r.measure_no, r.object_id order by r.line)) as has"
	"    from staged_observation r join object o on o.id = r.object_id"
	"    left join object_unit u on u.measure_no = r.measure_no and u.object_no = o.no) s"
	"  join object_measure m on m.no = s.measure_no where s.unit <> s.has order by 1 limit 10000";

/* Two objects are merged only by being loaded as one: a key of another object refuses the line. */
static const char taken[] =
	"select distinct on (s.line) s.line, k.type || ' ' || k.value || ' já é de ' || k.owner || ': use esse id'"
	"  from staged_key k0 join staged_object s on s.id = k0.id"
	"  join lateral (select k0.type, k0.value, o.id as owner from object_key x join object o on o.no = x.object_no"
	"                 where x.normal = k0.normal and x.type = k0.type and o.id <> k0.id"
	"                union all"
	"                select k0.type, k0.value, t.id from staged_key y join staged_object t on t.id = y.id"
	"                 where y.normal = k0.normal and y.type = k0.type and t.id <> k0.id and t.line < s.line) k on true"
	" where k0.type in ('cnpj', 'cpf', 'isin', 'cvm_code')"
	" order by s.line, k.owner, k.value limit 10000";

/* The rows have a line and the reason for its refusal. */
static PGresult *refuse_rows(struct load *l, const char *sql, const char *what)
{
	PGresult *res = load_rows(l, sql);

	for (int i = 0; i < PQntuples(res); i++)
		load_refuse(l, (int64_t)strtoll(PQgetvalue(res, i, 0), NULL, 10), "%s%.200s", what,
			    PQgetvalue(res, i, 1));
	return res;
}

/* "1,2,3": the lines of these rows, numbers that the server wrote. */
static const char *line_list(struct load *l, const PGresult *res)
{
	struct buf out;

	buf_init(&out, l->pool, 64);
	for (int i = 0; i < PQntuples(res); i++) {
		buf_str(&out, i ? "," : "");
		buf_str(&out, PQgetvalue(res, i, 0));
	}
	return buf_text(&out);
}

/* Refuses the rows of @sql, which has a limit, and runs @remove on their lines, until none is left. */
static void refuse_all(struct load *l, const char *sql, const char *what,
		       void (*remove)(struct load *l, const char *lines))
{
	bool any;

	do {
		PGresult *res = refuse_rows(l, sql, what);

		any = PQntuples(res) > 0;
		if (any)
			remove(l, line_list(l, res));
		PQclear(res);
	} while (any);
}

static void remove_objects(struct load *l, const char *lines)
{
	(void)load_sql(l, pool_printf(l->pool,
				      "create temp table gone on commit drop as"
				      " select id from staged_object where line = any ('{%s}')",
				      lines));
	(void)load_sql(l, "delete from staged_key where id in (select id from gone)");
	(void)load_sql(l, "delete from staged_name where id in (select id from gone)");
	(void)load_sql(l, "delete from staged_object where id in (select id from gone)");
	(void)load_sql(l, "drop table gone");
}

static void remove_observations(struct load *l, const char *lines)
{
	(void)load_sql(l, pool_printf(l->pool,
				      "delete from staged_observation where line = any ('{%s}')",
				      lines));
}

static void refuse_taken(struct load *l)
{
	(void)load_sql(l, "analyze staged_key");
	(void)load_sql(l, "analyze staged_object");
	refuse_all(l, taken, "", remove_objects);
}

static void refuse_orphans(struct load *l)
{
	PQclear(refuse_rows(l, orphans,
			    "objeto desconhecido, ou de um tipo que não tem a medida: "));
	(void)load_sql(l, "delete from staged_observation r where not exists (select from object o"
			  " join object_measure m on m.no = r.measure_no"
			  " where o.id = r.object_id and o.kind = any (m.kinds))");
}

static void refuse_units(struct load *l)
{
	refuse_all(l, other_units, "outra unidade: ", remove_observations);
	(void)load_sql(l, "insert into staged_unit select s.measure_no, o.no, s.unit"
			  "  from staged_observation s join object o on o.id = s.object_id");
}

/* The holder of each key, the latest; a name of nobody whom the tables have counts as ignored. */
static const char place_aliases[] =
	"insert into staged_name (id, name) select distinct h.id, a.name from staged_alias a"
	" cross join lateral (select k.id from object_key k where k.normal = a.normal and k.type = a.type"
	"                      order by k.until desc, k.since desc, k.id limit 1) h";
static const char strange_aliases[] =
	"select from staged_alias a where not exists (select from object_key k where k.normal = a.normal and k.type = a.type)";

static void take_aliases(struct lines *s)
{
	(void)load_sql(
		s->l,
		"create temp table staged_alias (type text collate \"C\", normal text collate \"C\","
		" name text, line int8) on commit drop");
	copy_replay(s->aliases, "staged_alias (type, normal, name, line)");
	(void)load_sql(s->l, place_aliases);
	s->l->res->ignored += load_sql(s->l, strange_aliases);
}

static void replay(struct lines *s)
{
	copy_replay(s->objects,
		    "staged_object (id, kind, subkind, name, anchor_type, anchor_value, line)");
	copy_replay(s->keys, "staged_key (id, type, value, normal, since, until)");
	copy_replay(s->names, "staged_name (id, name)");
	copy_replay(s->relations,
		    "staged_relation (subject_id, verb, object_id, since, until, line)");
	copy_replay(s->observations, "staged_observation (measure_no, object_id, base_date, "
				     "filed_at, revision, value, source, unit, line)");
}

void load_objects(struct load *l)
{
	struct lines s = { .l = l,
			   .objects = copy_spill(l),
			   .keys = copy_spill(l),
			   .names = copy_spill(l),
			   .relations = copy_spill(l),
			   .observations = copy_spill(l),
			   .aliases = copy_spill(l) };
	struct object_changes changes = { 0 };
	struct load_result *res = l->res;
	struct slice line;
	int64_t good;

	s.measures = db_query(l->ctx, &measures, DB_NO_ARGS);
	while (reader_line(l->in, &line)) {
		line = slice_trim(line);
		if (!line.n)
			continue;
		res->read++;
		s.line = reader_line_number(l->in);
		s.refused = false;
		s.pool = pool_new(l->pool, "line");
		read_line(&s, line);
		pool_free(s.pool);
	}
	object_stage_open(l);
	replay(&s);
	take_aliases(&s);
	refuse_taken(l);
	object_apply_graph(l, OBJECT_TYPED, &changes);
	refuse_orphans(l);
	refuse_units(l);
	object_apply_observations(l, &changes);
	good = res->read - res->refused - res->ignored;
	if (object_changed(l, &changes))
		res->written = good;
	else
		res->unchanged = good;
}
