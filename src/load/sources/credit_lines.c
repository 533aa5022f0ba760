/* SPDX-License-Identifier: Apache-2.0 */
/*
 * credit_lines.c: data of a credit desk that no public file has, as JSON Lines (doc/load.md): ratings,
 * which are public, and terms extracted from regulations, which one desk reviews.
 *
 * A term is identified by its object, its kind and its name.  A changed one is a new version and
 * returns to the queue; the approved version stays in force until it is reviewed again.
 */
#include "config.h"

#include "load/run.h"

#include "core/clock.h"
#include "http/json_read.h"
#include "load/shape.h"
#include "http/tree.h"

#define LINES_MAX ((size_t)200000)

static DB_STMT(known, "credit_lines.known",
	       "select id from object where id = any ($1::text[])"
	       " order by id limit 200000");

static DB_STMT(
	save_ratings, "credit_lines.ratings",
	"insert into rating as r (object_id, agency, scale, rated_on, rating, outlook, watch, source_url)"
	" select distinct on (x.j ->> 'object_id', x.j ->> 'agency', x.j ->> 'scale', x.j ->> 'rated_on')"
	"        x.j ->> 'object_id', x.j ->> 'agency', x.j ->> 'scale', (x.j ->> 'rated_on')::date,"
	"        x.j ->> 'rating', x.j ->> 'outlook', coalesce((x.j ->> 'watch')::bool, false),"
	"        x.j ->> 'source_url'"
	"   from (select u.line::json as j, u.n from unnest($1::text[]) with ordinality u(line, n)) x"
	"  order by x.j ->> 'object_id', x.j ->> 'agency', x.j ->> 'scale', x.j ->> 'rated_on', x.n desc"
	" on conflict (object_id, agency, scale, rated_on) do update set rating = excluded.rating,"
	"    outlook = excluded.outlook, watch = excluded.watch, source_url = excluded.source_url"
	" where (r.rating, r.outlook, r.watch, r.source_url)"
	"    is distinct from (excluded.rating, excluded.outlook, excluded.watch, excluded.source_url)");

static DB_STMT(desk, "credit_lines.desk",
	       "select w.id from lastro.workspace w where w.organization_id = $1");
static DB_STMT(is_desk, "credit_lines.is_desk",
	       "select kind from lastro.office where workspace_id = $1");

/* The last line of each term, with its members as columns. */
#define TERMS(lines, ids)                                                                           \
	"(select distinct on (x.j ->> 'object_id', x.j ->> 'term', coalesce(x.j ->> 'name', ''))"   \
	"        x.id, x.j ->> 'object_id' as object_id, x.j ->> 'term' as term,"                   \
	"        coalesce(x.j ->> 'name', '') as name, x.j ->> 'document' as document,"             \
	"        (x.j ->> 'document_date')::date as document_date, (x.j ->> 'page')::int8 as page," \
	"        x.j ->> 'quote' as quote, round((x.j ->> 'value')::numeric, 8) as value,"          \
	"        x.j ->> 'unit' as unit, round((x.j ->> 'confidence')::numeric, 8) as confidence"   \
	"   from (select u.line::json as j, u.id, u.n from unnest(" lines "::text[], " ids          \
	"::uuid[]) with ordinality u(line, id, n)) x"                                               \
	"  order by x.j ->> 'object_id', x.j ->> 'term', coalesce(x.j ->> 'name', ''), x.n desc) s"
#define SAME_TERM "t.object_id = s.object_id and t.term = s.term and t.name = s.name"
/* TERMS rounds to eight places, which its text therefore has: to_char() is not immutable. */
#define QUEUE_KEY "s.confidence::text || ' ' || $4::text"

static DB_STMT(
	advance, "credit_lines.advance",
	"update regulation_term t set version = t.version + 1, status = 'pending',"
	"       queue_key = " QUEUE_KEY ", loaded_at = $5"
	"  from " TERMS(
		"$2",
		"$3") " join regulation_term_version v on v.workspace_id = $1"
		      " where t.workspace_id = $1 and " SAME_TERM
		      "   and v.term_id = t.id and v.version = t.version"
		      "   and (t.status = 'withdrawn'"
		      "        or (v.document, v.document_date, v.page, v.quote, v.value, v.unit, v.confidence)"
		      "           is distinct from"
		      "           (s.document, s.document_date, s.page, s.quote, s.value, s.unit, s.confidence))");

static DB_STMT(
	add_terms, "credit_lines.add_terms",
	"insert into regulation_term (workspace_id, id, object_id, term, name, version, status, queue_key,"
	"                             loaded_at)"
	" select o.workspace_id, s.id, s.object_id, s.term, s.name, 1, 'pending', " QUEUE_KEY ", $5"
	"   from office o, " TERMS(
		"$2",
		"$3") "  where o.workspace_id = $1 on conflict on constraint regulation_term_once do nothing");

static DB_STMT(
	add_versions, "credit_lines.add_versions",
	"insert into regulation_term_version (workspace_id, term_id, version, document, document_date, page,"
	"                                     quote, value, unit, confidence, loaded_at)"
	" select t.workspace_id, t.id, t.version, s.document, s.document_date, s.page, s.quote, s.value,"
	"        s.unit, s.confidence, $4"
	"   from regulation_term t join " TERMS(
		"$2",
		"$3") " on " SAME_TERM
		      "  where t.workspace_id = $1 and not exists (select from regulation_term_version v"
		      "        where v.workspace_id = $1 and v.term_id = t.id and v.version = t.version)");

/* ---- lines ---- */

struct lines {
	const char **texts, **objects;
	int64_t *numbers;
	size_t n;
};

static const char *read_line(struct load *l, const struct schema *s, struct slice text,
			     const char **object)
{
	const char *reason = NULL;
	size_t at = 0;
	struct json_object *o = json_parse(l->pool, text, &at, &reason);

	if (!o)
		return pool_printf(l->pool, "não é JSON: byte %zu, %s", at,
				   reason ? reason : "null");
	reason = shape_wrong(l, s, o);
	*object = tree_text(tree_member(o, "object_id"));
	return reason;
}

/* Lines about unknown objects are refused, since no page would show them. */
static void drop_unknown(struct load *l, struct lines *s)
{
	const struct db_rows *r = db_query(l->ctx, &known, DB_ARGS(db_texts(s->objects, s->n)));
	size_t kept = 0;

	for (size_t i = 0; i < s->n; i++) {
		if (db_find(r, 0, slice_of(s->objects[i])) == SIZE_MAX) {
			load_refuse(l, s->numbers[i], "objeto desconhecido: %.120s", s->objects[i]);
			continue;
		}
		s->texts[kept] = s->texts[i];
		s->objects[kept] = s->objects[i];
		s->numbers[kept++] = s->numbers[i];
	}
	s->n = kept;
}

static struct lines read_lines(struct load *l, const char *shape)
{
	const struct schema *schema = shape_compile(l, shape);
	struct lines s = { pool_array(l->pool, const char *, LINES_MAX),
			   pool_array(l->pool, const char *, LINES_MAX),
			   pool_array(l->pool, int64_t, LINES_MAX), 0 };
	struct slice line;

	while (reader_line(l->in, &line)) {
		const char *wrong, *object = NULL;

		line = slice_trim(line);
		if (!line.n)
			continue;
		l->res->read++;
		wrong = read_line(l, schema, line, &object);
		if (wrong) {
			load_refuse(l, reader_line_number(l->in), "%s", wrong);
			continue;
		}
		if (s.n == LINES_MAX)
			load_fail(l, "mais de %zu linhas.", LINES_MAX);
		s.texts[s.n] = slice_text(l->pool, line);
		s.objects[s.n] = object;
		s.numbers[s.n++] = reader_line_number(l->in);
	}
	drop_unknown(l, &s);
	return s;
}

void load_ratings(struct load *l)
{
	struct lines s = read_lines(l, "credit-rating");
	int64_t written = db_exec(l->ctx, &save_ratings, DB_ARGS(db_texts(s.texts, s.n)));

	load_counted(l, (int64_t)s.n, written, FAMILY_OBJECTS);
}

static struct db_arg workspace_of(struct load *l)
{
	const struct db_rows *r;
	struct uuid id;

	if (!l->opt->org || !uuid_parse(slice_of(l->opt->org), &id))
		load_fail(l, "diga --org, o id da mesa de crédito.");
	r = db_query(l->ctx, &desk, DB_ARGS(db_uuid(id)));
	if (db_count(r)) {
		id = db_get_uuid(r, 0, 0);
		r = db_query(l->ctx, &is_desk, DB_ARGS(db_uuid(id)));
	}
	if (!db_count(r) || !str_eq(db_get_text(r, 0, 0), "desk"))
		load_fail(l, "a organização %s não é uma mesa de crédito.", l->opt->org);
	return db_uuid(id);
}

void load_regulation_terms(struct load *l)
{
	struct db_arg workspace = workspace_of(l), texts, ids;
	struct lines s = read_lines(l, "regulation-term");
	struct uuid *made = pool_array(l->pool, struct uuid, s.n);
	char now[TIMESTAMP_TEXT_SIZE];
	struct db_rows *r[3];
	int64_t written;

	for (size_t i = 0; i < s.n; i++)
		made[i] = uuid_new();
	timestamp_format(l->ctx->now_ms, now);
	texts = db_texts(s.texts, s.n);
	ids = db_uuids(made, s.n);
	db_send(l->ctx, &advance,
		DB_ARGS(workspace, texts, ids, db_text(now), db_timestamp(l->ctx->now_ms)));
	db_send(l->ctx, &add_terms,
		DB_ARGS(workspace, texts, ids, db_text(now), db_timestamp(l->ctx->now_ms)));
	db_send(l->ctx, &add_versions,
		DB_ARGS(workspace, texts, ids, db_timestamp(l->ctx->now_ms)));
	db_wait(l->ctx, r, 3);
	written = db_touched(r[2]);
	l->res->written += written;
	l->res->unchanged += (int64_t)s.n - written;
}
