/* SPDX-License-Identifier: Apache-2.0 */
/*
 * traverse.c: objects reached along one to three relations.  GET /v1/objects/traverse
 *
 * Positions count from the first object of the path, 0.  Lists the objects of one position, ordered by
 * the number of distinct objects of another position that they are connected with; all steps are of one
 * day.
 */
#include "config.h"

#include "market/objects/object_parts.h"

#include "db/db_json.h"
#include "http/cursor.h"
#include "http/page.h"
#include "http/request.h"

#define STEPS_MAX 3
#define LIMIT_DEFAULT 100
#define LIMIT_MAX 1000

/* A relation from both of its ends. */
#define EDGES                                                                                                       \
	"(select r.subject_no as a, r.object_no as b, r.verb, true as out, r.since, r.until from object_relation r" \
	" union all select r.object_no, r.subject_no, r.verb, false, r.since, r.until from object_relation r)"

/*
 * $1 the first object, $2 the day; $3 listed, $4 counted; $5 the end, $6 its kind; then verb and
 * direction of each step.
 */
#define STEP(e, verb, out)                                                                         \
	" " e ".verb = " verb " and " e ".out = " out " and " e ".since <= $2 and " e ".until > $2"
#define FIRST " from " EDGES " e1"
#define SECOND " join " EDGES " e2 on e2.a = e1.b and" STEP("e2", "$9", "$10")
#define THIRD " join " EDGES " e3 on e3.a = e2.b and" STEP("e3", "$11", "$12")
#define FROM_FIRST " where e1.a = (select no from object where id = $1) and" STEP("e1", "$7", "$8")
#define END_IS(e)                                                                                  \
	" and ($5 = '' or " e ".b = (select no from object where id = $5))"                        \
	" and ($6 = '' or (select z.kind from object z where z.no = " e ".b) = $6)"

#define AT_1(n) "case " n "::int8 when 0 then e1.a else e1.b end"
#define AT_2(n) "case " n "::int8 when 0 then e1.a when 1 then e1.b else e2.b end"
#define AT_3(n) "case " n "::int8 when 0 then e1.a when 1 then e1.b when 2 then e2.b else e3.b end"

/* The walk stops at one path more than the limit, and the answer is a refusal. */
#define PATHS_MAX 500000
#define PATHS_LIMIT "500001"
#define LIST(at, paths, count, id, limit)                                                          \
	"select o.id, o.kind, nullif(o.subkind, '') as subkind, o.name, x.reached as count,"       \
	" x.paths"                                                                                 \
	"  from (select p.no, count(distinct p.counted) as reached,"                               \
	"               (sum(count(*)) over ())::int8 as paths"                                    \
	"          from (select " at("$3") " as no, " at(                                          \
		"$4") " as counted" paths " limit " PATHS_LIMIT                                    \
		      ") p group by p.no) x join object o on o.no = x.no"                          \
		      " where x.reached < " count " or (x.reached = " count " and o.id > " id ")"  \
		      " order by x.reached desc, o.id limit " limit
#define COUNT(at, paths)                                                                           \
	"select count(distinct p.no) from (select " at(                                            \
		"$3") " as no" paths " and $4::int8 >= 0 limit " PATHS_LIMIT ") p"

#define PATHS_1 FIRST FROM_FIRST END_IS("e1")
#define PATHS_2 FIRST SECOND FROM_FIRST END_IS("e2")
#define PATHS_3 FIRST SECOND THIRD FROM_FIRST END_IS("e3")

static struct db_stmt lists[STEPS_MAX] = {
	DB_STMT_TEXT("traverse.one", LIST(AT_1, PATHS_1, "$9", "$10", "$11")),
	DB_STMT_TEXT("traverse.two", LIST(AT_2, PATHS_2, "$11", "$12", "$13")),
	DB_STMT_TEXT("traverse.three", LIST(AT_3, PATHS_3, "$13", "$14", "$15")),
};
DB_LISTED(lists, lists, ARRAY_SIZE(lists));
enum { C_ID, C_KIND, C_SUBKIND, C_NAME, C_COUNT, C_PATHS };

static struct db_stmt counts[STEPS_MAX] = {
	DB_STMT_TEXT("traverse.count_one", COUNT(AT_1, PATHS_1)),
	DB_STMT_TEXT("traverse.count_two", COUNT(AT_2, PATHS_2)),
	DB_STMT_TEXT("traverse.count_three", COUNT(AT_3, PATHS_3)),
};
DB_LISTED(counts, counts, ARRAY_SIZE(counts));

static DB_STMT(by_id, "traverse.object", "select id, kind, name from object where id = $1");

struct walk {
	const char *from, *from_kind, *from_name;
	const char *verbs[STEPS_MAX];
	bool out[STEPS_MAX];
	size_t n;
	long return_at, count_at, limit;
	const char *end_id, *end_kind; /* "" for any */
	struct day at;
	bool total;
	int64_t after_count;
	const char *after_id;
};

#define PATH_FORM "de um a três verbo:direção separados por vírgula, como administers:out,holds:out"

static void take_path(struct ctx *ctx, struct walk *w)
{
	const char *text = query_text(ctx, "path");
	struct slice rest = slice_of(text), one, verb, direction;
	bool more = true;

	if (!text)
		fail_parameter(ctx, "path", "", PATH_FORM);
	while (more) {
		int v, d;

		more = slice_cut(rest, ',', &one, &rest);
		(void)slice_cut(one, ':', &verb, &direction);
		v = enum_find(object_verbs, slice_text(ctx->pool, verb));
		d = enum_find(object_directions, slice_text(ctx->pool, direction));
		if (v < 0 || d < 0 || w->n == STEPS_MAX)
			fail_parameter(ctx, "path", text, PATH_FORM);
		w->verbs[w->n] = object_verbs[v];
		w->out[w->n++] = d == 0;
	}
}

static void take_cursor(struct ctx *ctx, struct walk *w)
{
	const char *fields[3];
	wide count;

	w->after_count = INT64_MAX;
	w->after_id = "";
	if (!cursor_take(ctx, fields, 3))
		return;
	if (dec_parse(slice_of(fields[0]), 0, INT64_MAX, &count) != DEC_OK ||
	    !day_parse(slice_of(fields[2]), &w->at)) /* the day that was today on the first page */
		fail(ctx, 400, "invalid_cursor", "O cursor não é desta listagem.");
	w->after_count = (int64_t)count;
	w->after_id = fields[1];
}

static void take(struct ctx *ctx, struct walk *w)
{
	int kind;

	*w = (struct walk){ .from = query_text(ctx, "from"), .at = ctx->today };
	if (!w->from || text_length(w->from) > QUERY_LETTERS)
		fail_parameter(ctx, "from", w->from ? w->from : "",
			       "um id de objeto, ticker, CNPJ, ISIN ou código");
	take_path(ctx, w);
	w->return_at = query_int(ctx, "return_at", 1, (long)w->n, (long)w->n);
	w->count_at = query_int(ctx, "count_at", 0, (long)w->n,
				w->return_at < (long)w->n ? (long)w->n : (long)w->n - 1);
	w->end_id = query_text(ctx, "end_id");
	w->end_id = w->end_id ? w->end_id : "";
	kind = query_choice(ctx, "end_kind", object_kinds);
	w->end_kind = kind < 0 ? "" : object_kinds[kind];
	(void)query_day(ctx, "at", &w->at); /* absent: today stays */
	w->total = query_bool(ctx, "total", false);
	w->limit = query_int(ctx, "limit", 1, LIMIT_MAX, LIMIT_DEFAULT);
	take_cursor(ctx, w);
	query_done(ctx);
}

/* An id, or the only object that has this key on the day. */
static void find_first(struct ctx *ctx, struct walk *w)
{
	struct resolve_ask ask = { .queries = &w->from, .n = 1, .at = w->at, .limit = 10 };
	const struct db_rows *r = db_query(ctx, &by_id, DB_ARGS(db_text(w->from)));
	struct resolved found;

	if (db_count(r)) {
		w->from_kind = db_get_text(r, 0, 1);
		w->from_name = db_get_text(r, 0, 2);
		return;
	}
	ask.has_at = !day_same(w->at, ctx->today);
	objects_find(ctx, &ask, &found);
	if (found.verdict.reason == REASON_AMBIGUOUS_KEY)
		fail_parameter(ctx, "from", w->from,
			       pool_printf(ctx->pool,
					   "uma chave de um só objeto; esta é de %s e de %s",
					   found.list[0].id, found.list[1].id));
	if (found.verdict.reason != REASON_EXACT_KEY)
		fail(ctx, 404, "object_not_found", "Não há objeto com o id ou a chave %s.",
		     w->from);
	w->from = found.list[0].id;
	w->from_kind = found.list[0].kind;
	w->from_name = found.list[0].name;
}

static size_t common_args(const struct walk *w, struct db_arg *args)
{
	size_t n = 0;

	args[n++] = db_text(w->from);
	args[n++] = db_day(w->at);
	args[n++] = db_int(w->return_at);
	args[n++] = db_int(w->count_at);
	args[n++] = db_text(w->end_id);
	args[n++] = db_text(w->end_kind);
	for (size_t i = 0; i < w->n; i++) {
		args[n++] = db_text(w->verbs[i]);
		args[n++] = db_bool(w->out[i]);
	}
	return n;
}

static const char *next_cursor(struct ctx *ctx, const struct walk *w, const struct db_rows *r,
			       size_t last)
{
	const char *fields[3] = { pool_printf(ctx->pool, "%lld",
					      (long long)db_get_int(r, last, C_COUNT)),
				  db_get_text(r, last, C_ID), day_iso(ctx->pool, w->at) };

	return cursor_make(ctx, fields, 3);
}

static void show(struct json *j, const struct walk *w, const struct db_rows *r, size_t i)
{
	json_open(j, NULL);
	db_json_columns(j, r, i, C_ID, C_COUNT);
	json_day(j, "as_of", w->at);
	json_close(j);
}

void objects_traverse(struct ctx *ctx)
{
	struct db_arg args[6 + 2 * STEPS_MAX + 3];
	struct db_rows *r[2] = { NULL, NULL };
	size_t n, shown;
	struct walk w;
	struct json *j;

	take(ctx, &w);
	find_first(ctx, &w);
	n = common_args(&w, args);
	args[n] = db_int(w.after_count);
	args[n + 1] = db_text(w.after_id);
	args[n + 2] = db_int(w.limit + 1);
	db_send(ctx, &lists[w.n - 1], args, n + 3);
	if (w.total)
		db_send(ctx, &counts[w.n - 1], args, n);
	db_wait(ctx, r, w.total ? 2 : 1);
	if (db_count(r[0]) && db_get_int(r[0], 0, C_PATHS) > PATHS_MAX)
		fail(ctx, 422, "traversal_too_large",
		     "Há mais de %d caminhos a partir de %s. Peça menos passos, ou outro começo.",
		     PATHS_MAX, w.from);
	shown = db_count(r[0]) > (size_t)w.limit ? (size_t)w.limit : db_count(r[0]);
	j = page_open(ctx);
	for (size_t i = 0; i < shown; i++)
		show(j, &w, r[0], i);
	object_meta_open(ctx, db_count(r[0]) > shown ? next_cursor(ctx, &w, r[0], shown - 1) : NULL,
			 shown, w.total ? db_get_int(r[1], 0, 0) : -1);
	json_open(j, "subject");
	json_text(j, "id", w.from);
	json_text(j, "kind", w.from_kind);
	json_text(j, "name", w.from_name);
	json_close(j);
	object_meta_close(ctx);
}
