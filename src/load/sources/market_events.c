/* SPDX-License-Identifier: Apache-2.0 */
/*
 * market_events.c: events of the market, their evidence and threads, as JSON Lines (doc/load.md).
 *
 * A line is a thread, an event or a piece of evidence, as its schema says.  Events are identified by
 * event_key, evidence by event, kind and id: a file may be loaded again, whole or changed.  Lines may
 * come in any order, since the whole file is loaded at once.
 */
#include "config.h"

#include "load/run.h"

#include "core/order.h"
#include "market/events/event_answers.h"
#include "http/json_read.h"
#include "load/shape.h"
#include "http/tree.h"

#define LINES_MAX ((size_t)200000)

/* Lines as JSON, the last of each key; the schema has validated their members. */
#define LINES(key)                                                                                     \
	"(select distinct on (x.j ->> '" key "') x.j, x.n"                                             \
	"   from (select u.line::json as j, u.n from unnest($1::text[]) with ordinality u(line, n)) x" \
	"  order by x.j ->> '" key "', x.n desc)"
#define WORDS(name) " array(select json_array_elements_text(coalesce(s.j -> '" name "', '[]')))"

static DB_STMT(
	save_threads, "market_events.threads",
	"insert into event_thread as t (slug, kind, title, status, started_at, resolved_at, entities)"
	" select s.j ->> 'slug', s.j ->> 'kind', s.j ->> 'title', s.j ->> 'status',"
	"        (s.j ->> 'started_at')::date, (s.j ->> 'resolved_at')::date," WORDS("entities") "   from " LINES(
		"slug") " s"
			" on conflict (slug) do update set kind = excluded.kind, title = excluded.title, status = excluded.status,"
			"    started_at = excluded.started_at, resolved_at = excluded.resolved_at, entities = excluded.entities"
			" where (t.kind, t.title, t.status, t.started_at, t.resolved_at, t.entities)"
			"    is distinct from (excluded.kind, excluded.title, excluded.status, excluded.started_at,"
			"        excluded.resolved_at, excluded.entities)");

static DB_STMT(known_threads, "market_events.known_threads",
	       "select slug from event_thread where slug = any($1::text[])");

static DB_STMT(known_events, "market_events.known_events",
	       "select event_key from market_event where event_key = any($1::text[])");

static DB_STMT(
	save_events, "market_events.events",
	"insert into market_event as e (event_id, event_key, type, day, layer, category, title, summary, entities,"
	"       tickers, channels, detectors, score, thread_slug, from_text, to_text)"
	" select coalesce(m.event_id, b.last + row_number() over (partition by m.event_id is null order by s.n)),"
	"        s.j ->> 'event_key', s.j ->> 'type', (s.j ->> 'day')::date, s.j ->> 'layer', s.j ->> 'category',"
	"        s.j ->> 'title', s.j ->> 'summary'," WORDS("entities") "," WORDS("tickers") "," WORDS("transmission_channels") "," WORDS(
		"detectors") ", (s.j ->> 'score')::numeric,"
			     "        s.j ->> 'thread_slug', s.j #>> '{details,from}', s.j #>> '{details,to}'"
			     "   from (select coalesce(max(event_id), 0) as last from market_event) b, " LINES(
				     "event_key") " s"
						  "   left join market_event m on m.event_key = s.j ->> 'event_key'"
						  " on conflict (event_key) do update set type = excluded.type, day = excluded.day, layer = excluded.layer,"
						  "    category = excluded.category, title = excluded.title, summary = excluded.summary,"
						  "    entities = excluded.entities, tickers = excluded.tickers, channels = excluded.channels,"
						  "    detectors = excluded.detectors, score = excluded.score, thread_slug = excluded.thread_slug,"
						  "    from_text = excluded.from_text, to_text = excluded.to_text, rule = null, body = null"
						  " where (e.type, e.day, e.layer, e.category, e.title, e.summary, e.entities, e.tickers, e.channels, e.detectors,"
						  "        e.score, e.thread_slug, e.from_text, e.to_text)"
						  "    is distinct from (excluded.type, excluded.day, excluded.layer, excluded.category, excluded.title,"
						  "        excluded.summary, excluded.entities, excluded.tickers, excluded.channels, excluded.detectors,"
						  "        excluded.score, excluded.thread_slug, excluded.from_text, excluded.to_text)");

/* Evidence on lines of its own, and that within events. */
static DB_STMT(
	save_evidence, "market_events.evidence",
	"with w as ("
	"insert into event_evidence as v (event_id, kind, ref, url, title)"
	" select distinct on (m.event_id, s.j ->> 'kind', s.j ->> 'id') m.event_id, s.j ->> 'kind', s.j ->> 'id',"
	"        s.j ->> 'url', s.j ->> 'title'"
	"   from (select x.j ->> 'event_key' as event_key, x.j, x.n"
	"           from (select u.line::json as j, u.n from unnest($1::text[]) with ordinality u(line, n)) x"
	"         union all"
	"        select x.j ->> 'event_key', r.j, x.n"
	"          from (select u.line::json as j, u.n from unnest($2::text[]) with ordinality u(line, n)) x"
	"         cross join lateral json_array_elements(coalesce(x.j -> 'source_refs', '[]')) r(j)) s"
	"   join market_event m on m.event_key = s.event_key"
	"  order by m.event_id, s.j ->> 'kind', s.j ->> 'id', s.n desc"
	" on conflict (event_id, kind, ref) do update set url = excluded.url, title = excluded.title"
	" where (v.url, v.title) is distinct from (excluded.url, excluded.title)"
	" returning v.event_id)"
	"update market_event e set body = null from (select distinct event_id from w) w where e.event_id = w.event_id");

enum record { RECORD_THREAD, RECORD_EVENT, RECORD_EVIDENCE, RECORDS };
static const char *const records[] = { "thread", "event", "evidence", NULL };
static const char *const shapes[] = { "market-thread", "market-event", "market-evidence" };

struct row {
	const char *line;
	const char *key;   /* slug, or event_key */
	const char *needs; /* of an event: its thread, or NULL; of evidence: its event */
	int64_t number;
};

struct rows {
	struct row *rows;
	size_t n, size;
};

struct file {
	struct load *l;
	const struct schema *schemas[RECORDS];
	struct rows of[RECORDS];
};

/* ---- lines ---- */

static void add(struct file *f, enum record kind, struct row row)
{
	struct rows *r = &f->of[kind];

	if (r->n == LINES_MAX)
		load_fail(f->l, "mais de %zu linhas de um tipo.", LINES_MAX);
	pool_grow(f->l->pool, r->rows, struct row, r->n, r->size, 256);
	r->rows[r->n++] = row;
}

static const char *read_line(struct file *f, struct slice text)
{
	struct load *l = f->l;
	struct row row = { .line = slice_text(l->pool, text), .number = reader_line_number(l->in) };
	const char *reason = NULL, *wrong, *record;
	struct json_object *o;
	size_t at = 0;
	struct day day;
	int kind;

	o = json_parse(l->pool, text, &at, &reason);
	if (!o)
		return pool_printf(l->pool, "não é JSON: byte %zu, %s", at,
				   reason ? reason : "null");
	record = tree_text(tree_member(o, "record"));
	kind = record ? enum_find(records, record) : -1;
	if (kind < 0)
		return "record não é thread, event ou evidence";
	wrong = shape_wrong(l, f->schemas[kind], o);
	if (wrong)
		return wrong;
	row.key = tree_text(tree_member(o, kind == RECORD_THREAD ? "slug" : "event_key"));
	row.needs = kind == RECORD_EVENT      ? tree_text(tree_member(o, "thread_slug"))
		    : kind == RECORD_EVIDENCE ? row.key
					      : NULL;
	if (kind == RECORD_EVENT && day_parse(slice_of(tree_text(tree_member(o, "day"))), &day))
		load_day(l, day);
	add(f, (enum record)kind, row);
	return NULL;
}

/* ---- missing references ---- */

/* Drops the rows whose @needs is neither among @rows of the file nor in the database. */
static void drop_orphans(struct file *f, enum record kind, struct db_stmt *known, const char *what)
{
	struct rows *r = &f->of[kind];
	const char **wanted = pool_array(f->l->pool, const char *, r->n);
	const struct rows *own = &f->of[kind == RECORD_EVENT ? RECORD_THREAD : RECORD_EVENT];
	const char **there;
	const struct db_rows *found;
	size_t n = 0, kept = 0, n_there;

	for (size_t i = 0; i < r->n; i++)
		if (r->rows[i].needs)
			wanted[n++] = r->rows[i].needs;
	if (!n)
		return;
	found = db_query(f->l->ctx, known, DB_ARGS(db_texts(wanted, n)));
	n_there = db_count(found) + own->n;
	there = pool_array(f->l->pool, const char *, n_there);
	for (size_t i = 0; i < db_count(found); i++)
		there[i] = db_get_text(found, i, 0);
	for (size_t i = 0; i < own->n; i++)
		there[db_count(found) + i] = own->rows[i].key;
	order_sort(there, n_there, sizeof(*there), order_text);
	for (size_t i = 0; i < r->n; i++) {
		const char **need = &r->rows[i].needs;

		if (*need && !order_find(need, there, n_there, sizeof(*there), order_text))
			load_refuse(f->l, r->rows[i].number, "%s desconhecido: %.100s", what,
				    *need);
		else
			r->rows[kept++] = r->rows[i];
	}
	r->n = kept;
}

/* ---- saving ---- */

static struct db_arg lines(struct file *f, enum record kind)
{
	const struct rows *r = &f->of[kind];
	const char **texts = pool_array(f->l->pool, const char *, r->n);

	for (size_t i = 0; i < r->n; i++)
		texts[i] = r->rows[i].line;
	return db_texts(texts, r->n);
}

static void save(struct file *f)
{
	struct load *l = f->l;
	struct db_arg events;
	int64_t threads, saved, evidence;

	threads = db_exec(l->ctx, &save_threads, DB_ARGS(lines(f, RECORD_THREAD)));
	load_counted(l, (int64_t)f->of[RECORD_THREAD].n, threads, FAMILY_EVENTS);
	drop_orphans(f, RECORD_EVENT, &known_threads, "thread_slug");
	events = lines(f, RECORD_EVENT);
	saved = db_exec(l->ctx, &save_events, DB_ARGS(events));
	drop_orphans(f, RECORD_EVIDENCE, &known_events, "event_key");
	evidence = db_exec(l->ctx, &save_evidence, DB_ARGS(lines(f, RECORD_EVIDENCE), events));
	load_counted(l, (int64_t)f->of[RECORD_EVENT].n, saved, FAMILY_EVENTS);
	load_counted(l, (int64_t)f->of[RECORD_EVIDENCE].n,
		     evidence < (int64_t)f->of[RECORD_EVIDENCE].n
			     ? evidence
			     : (int64_t)f->of[RECORD_EVIDENCE].n,
		     FAMILY_EVENTS);
	l->touched[FAMILY_EVENTS] |= evidence > 0;
	if (l->touched[FAMILY_EVENTS])
		events_link(l->ctx, DAY_FAR_PAST, DAY_FAR_FUTURE);
}

void load_market_events(struct load *l)
{
	struct file f = { .l = l };
	struct slice line;

	for (int k = 0; k < RECORDS; k++)
		f.schemas[k] = shape_compile(l, shapes[k]);
	while (reader_line(l->in, &line)) {
		const char *wrong;

		line = slice_trim(line);
		if (!line.n)
			continue;
		l->res->read++;
		wrong = read_line(&f, line);
		if (wrong)
			load_refuse(l, reader_line_number(l->in), "%s", wrong);
	}
	save(&f);
}
