/* SPDX-License-Identifier: Apache-2.0 */
/* cohort_ask.c: the parameters of a cohort. */
#include "config.h"

#include "market/objects/cohort.h"

#include "http/cursor.h"
#include "http/request.h"

#define LIMIT_DEFAULT 100
#define LIMIT_MAX 1000
#define UNIT_LETTERS 40
#define BOUND_MAX (E12 * E12 * 1000)

static const char *const orders[] = { "desc", "asc", NULL };
static const char *const availabilities[] = { "unknown", "filed", NULL };

#define WHERE_FORM                                                                                 \
	"medida:operador:valor, com :redução se não for a última; operadores gt ge lt le eq ne"

static void take_where(struct ctx *ctx, const char *text, struct cohort_where *w)
{
	struct slice rest = slice_of(text), part[4] = { { 0 } };
	bool more = true;
	size_t n = 0;
	int op, reduce;

	while (more) {
		if (n == ARRAY_SIZE(part))
			fail_parameter(ctx, "where", text, WHERE_FORM);
		more = slice_cut(rest, ':', &part[n], &rest);
		n++;
	}
	op = n > 2 ? enum_find(cohort_ops, slice_text(ctx->pool, part[1])) : -1;
	reduce = n > 3 ? enum_find(cohort_reduces, slice_text(ctx->pool, part[3])) : REDUCE_LAST;
	if (op < 0 || reduce < 0 || !part[0].n ||
	    dec_parse(part[2], 12, BOUND_MAX, &w->bound) != DEC_OK)
		fail_parameter(ctx, "where", text, WHERE_FORM);
	w->measure = slice_text(ctx->pool, part[0]);
	w->op = (enum cohort_op)op;
	w->reduce = (enum cohort_reduce)reduce;
}

static void take_expand(struct ctx *ctx, struct cohort_ask *ask)
{
	const char *text = query_text(ctx, "expand");
	struct slice verb, direction;
	int v, d;

	if (!text)
		return;
	(void)slice_cut(slice_of(text), ':', &verb, &direction);
	v = enum_find(object_verbs, slice_text(ctx->pool, verb));
	d = enum_find(object_directions, slice_text(ctx->pool, direction));
	if (v < 0 || d < 0)
		fail_parameter(ctx, "expand", text, "verbo:direção, como issued:in");
	ask->expand_verb = object_verbs[v];
	ask->expand_out = d == 0;
}

static bool any(const struct cohort_ask *ask, bool (*fits)(enum cohort_reduce r))
{
	for (size_t i = 0; i < ask->n_where; i++)
		if (fits(ask->where[i].reduce))
			return true;
	return fits(ask->reduce);
}

static bool of_window(enum cohort_reduce r)
{
	return cohort_has_window(r);
}

static bool of_two_ends(enum cohort_reduce r)
{
	return r == REDUCE_DELTA || r == REDUCE_PCT_CHANGE;
}

static void refuse_after(struct ctx *ctx, const char *name, struct day d, struct day at)
{
	if (!day_before(at, d))
		return;
	fail_parameter(ctx, name, day_iso(ctx->pool, d), "uma data até at");
}

static void take_days(struct ctx *ctx, struct cohort_ask *ask)
{
	bool since, from;

	ask->at = ctx->today;
	ask->since = DAY_FAR_PAST;
	ask->since_from = DAY_FAR_PAST;
	(void)query_day(ctx, "at", &ask->at); /* absent: today stays */
	since = query_day(ctx, "since", &ask->since);
	from = query_day(ctx, "since_from", &ask->since_from);
	refuse_after(ctx, "since", ask->since, ask->at);
	refuse_after(ctx, "since_from", ask->since_from, ask->at);
	if (!since && any(ask, of_window))
		fail_parameter(ctx, "since", "",
			       "o começo da janela, que min, max, avg, sum e count pedem");
	if (!from && any(ask, of_two_ends))
		fail_parameter(ctx, "since_from", "",
			       "a data de partida, que delta e pct_change pedem");
}

static void take_cursor(struct ctx *ctx, struct cohort_ask *ask)
{
	const char *fields[4];
	wide version;

	ask->has_cursor = cursor_take(ctx, fields, 4);
	if (!ask->has_cursor)
		return;
	if (dec_parse(slice_of(fields[0]), 0, INT64_MAX, &version) != DEC_OK ||
	    dec_parse(slice_of(fields[1]), 12, (wide)1 << 126, &ask->after) != DEC_OK ||
	    !day_parse(slice_of(fields[3]),
		       &ask->at)) /* the day that was today on the first page */
		fail(ctx, 400, "invalid_cursor", "O cursor não é desta listagem.");
	ask->version = (int64_t)version;
	ask->after_id = fields[2];
}

void cohort_take(struct ctx *ctx, struct cohort_ask *ask)
{
	const char *wheres[WHERE_MAX];
	int reduce;

	*ask = (struct cohort_ask){ 0 };
	object_take_kind(ctx, &ask->kind, &ask->subkind);
	if (!ask->kind)
		fail_parameter(ctx, "kind", "", "o tipo dos objetos, como company ou fund");
	ask->measure = query_text(ctx, "measure");
	if (!ask->measure)
		fail_parameter(ctx, "measure", "", "uma medida de /v1/objects/measures");
	ask->unit = query_text(ctx, "unit");
	if (ask->unit && text_length(ask->unit) > UNIT_LETTERS)
		fail_parameter(ctx, "unit", ask->unit, "uma unidade, como BRL, USD ou points");
	reduce = query_choice(ctx, "reduce", cohort_reduces);
	ask->reduce = reduce < 0 ? REDUCE_LAST : (enum cohort_reduce)reduce;
	ask->descending = query_choice(ctx, "order", orders) != 1;
	ask->n_where = query_repeated(ctx, "where", wheres, WHERE_MAX);
	for (size_t i = 0; i < ask->n_where; i++)
		take_where(ctx, wheres[i], &ask->where[i]);
	take_expand(ctx, ask);
	take_days(ctx, ask);
	ask->filed = query_choice(ctx, "availability", availabilities) == 1;
	ask->exclude = query_bool(ctx, "exclude_out_of_prior", false);
	ask->total = query_bool(ctx, "total", false);
	ask->limit = query_int(ctx, "limit", 1, LIMIT_MAX, LIMIT_DEFAULT);
	take_cursor(ctx, ask);
	query_done(ctx);
}
