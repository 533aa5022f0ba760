/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cohort.c: objects of a kind by a measure.  GET /v1/objects/cohort
 *
 * A cursor carries the data version of its first page, so that pages neither repeat nor lose a row
 * while observations are being loaded: superseded observations can still be read.
 */
#include "config.h"

#include "market/objects/cohort.h"

#include "core/order.h"
#include "db/db_json.h"
#include "http/cursor.h"
#include "http/page.h"

static DB_STMT(
	people, "cohort.objects",
	"select o.kind, nullif(o.subkind, '') as subkind, o.name from unnest($1::int8[]) with ordinality u(no, n)"
	"  join object o on o.no = u.no::int4 order by u.n limit 1000");

/* The newest object linked on the day, and the number of linked objects. */
#define EXPAND(here, there)                                                                                     \
	"select u.n, e.id, e.kind, e.subkind, e.name, e.since, e.until, e.total"                                \
	"  from unnest($1::int8[]) with ordinality u(no, n)"                                                    \
	" cross join lateral (select y.id, y.kind, nullif(y.subkind, '') as subkind, y.name, r.since, r.until," \
	"                            count(*) over () as total"                                                 \
	"                       from object_relation r join object y on y.no = r." there                        \
	"                      where r." here                                                                   \
	" = u.no::int4 and r.verb = $2 and r.since <= $3 and r.until > $3"                                      \
	"                      order by r.since desc, y.id limit 1) e"                                          \
	" order by u.n limit 1000"

static DB_STMT(expand_out, "cohort.expand_out", EXPAND("subject_no", "object_no"));
static DB_STMT(expand_in, "cohort.expand_in", EXPAND("object_no", "subject_no"));
enum { X_N, X_ID, X_KIND, X_SUBKIND, X_NAME, X_SINCE, X_UNTIL, X_TOTAL };

/* A row of the answer: a member and the values that it was filtered by. */
struct row {
	struct cohort_member *member;
	const struct cohort_member *cuts[WHERE_MAX];
};

static int order_rows(const void *a, const void *b, bool descending)
{
	const struct cohort_member *x = ((const struct row *)a)->member;
	const struct cohort_member *y = ((const struct row *)b)->member;

	return cohort_order(descending, x->value.e12, x->id, y->value.e12, y->id);
}

static int largest_first(const void *a, const void *b)
{
	return order_rows(a, b, true);
}

static int smallest_first(const void *a, const void *b)
{
	return order_rows(a, b, false);
}

/* Columns ascend by no, so that each is walked once; @at is the position in each. */
static bool passes(const struct cohort_ask *ask, const struct cohort *c, size_t *at,
		   struct row *row)
{
	for (size_t w = 0; w < ask->n_where; w++) {
		const struct cohort_column *column = &c->where[w];

		while (at[w] < column->n && column->list[at[w]].no < row->member->no)
			at[w]++;
		if (at[w] == column->n || column->list[at[w]].no != row->member->no ||
		    !cohort_passes(ask->where[w].op, column->list[at[w]].value.e12,
				   ask->where[w].bound))
			return false;
		row->cuts[w] = &column->list[at[w]];
	}
	return true;
}

static struct row *cut_and_sort(struct ctx *ctx, const struct cohort_ask *ask,
				const struct cohort *c, size_t *n)
{
	struct row *rows = pool_array(ctx->pool, struct row, c->main.n);
	size_t at[WHERE_MAX] = { 0 };

	*n = 0;
	for (size_t i = 0; i < c->main.n; i++) {
		rows[*n] = (struct row){ .member = &c->main.list[i] };
		*n += passes(ask, c, at, &rows[*n]);
	}
	order_sort(rows, *n, sizeof(*rows), ask->descending ? largest_first : smallest_first);
	return rows;
}

static size_t first_of_page(const struct cohort_ask *ask, const struct row *rows, size_t n)
{
	size_t i = 0;

	while (ask->has_cursor && i < n &&
	       cohort_order(ask->descending, rows[i].member->value.e12, rows[i].member->id,
			    ask->after, ask->after_id) <= 0)
		i++;
	return i;
}

/* ---- beside the others ---- */

/* The @quarters quartile of the rows, between the two nearest in proportion. */
static wide quartile(const struct cohort_ask *ask, const struct row *rows, size_t n,
		     size_t quarters)
{
	size_t at = quarters * (n - 1), low = at / 4, high = low + (at % 4 > 0);
	wide x = rows[ask->descending ? n - 1 - low : low].member->value.e12;
	wide y = rows[ask->descending ? n - 1 - high : high].member->value.e12;

	return x + dec_div_half_away((y - x) * (wide)(at % 4), 4);
}

static void show_distribution(struct json *j, const struct cohort_ask *ask, const struct row *rows,
			      size_t n)
{
	static const char *const names[] = { "lower_quartile", "median", "upper_quartile" };

	if (!json_open_if(j, "distribution", n > 0))
		return;
	json_int(j, "rows", (int64_t)n);
	for (size_t q = 0; q < ARRAY_SIZE(names); q++)
		json_decimal(j, names[q], quartile(ask, rows, n, q + 1), 12, 6, true);
	json_close(j);
}

/* Rows of one value: from @first to before @end. */
struct tie {
	size_t first, end;
};

/* The rows that equal row @at, of which @last is the tie of an earlier row or empty. */
static struct tie tie_of(const struct row *rows, size_t n, size_t at, struct tie last)
{
	const wide value = rows[at].member->value.e12;
	struct tie t = { at, at + 1 };

	if (at >= last.first && at < last.end)
		return last;
	while (t.first > 0 && rows[t.first - 1].member->value.e12 == value)
		t.first--;
	while (t.end < n && rows[t.end].member->value.e12 == value)
		t.end++;
	return t;
}

/* ---- rendering ---- */

static void show_cuts(struct json *j, const struct cohort_ask *ask, const struct cohort *c,
		      const struct row *row)
{
	json_array(j, "where");
	for (size_t w = 0; w < ask->n_where; w++) {
		json_open(j, NULL);
		json_text(j, "measure", ask->where[w].measure);
		json_text(j, "op", cohort_ops[ask->where[w].op]);
		json_decimal(j, "value", row->cuts[w]->value.e12, 12, 6, true);
		json_text(j, "unit", c->where[w].unit);
		json_text(j, "reduce", cohort_reduces[ask->where[w].reduce]);
		json_day(j, "as_of", row->cuts[w]->value.as_of);
		json_close(j);
	}
	json_array_end(j);
}

static void show_expand(struct json *j, const struct db_rows *r, size_t i)
{
	json_open(j, "expand");
	db_json_columns(j, r, i, X_ID, X_NAME);
	json_end(j, "since", r, i, X_SINCE);
	json_end(j, "until", r, i, X_UNTIL);
	json_int(j, "count", db_get_int(r, i, X_TOTAL));
	json_close(j);
}

static void show_value(struct json *j, const struct cohort_value *v, const char *unit)
{
	json_decimal(j, "value", v->e12, 12, 6, true);
	json_text(j, "unit", unit);
	json_int(j, "observations", v->observations);
	json_day(j, "as_of", v->as_of);
	json_day_or_null(j, "as_of_from", v->has_from, v->as_of_from);
}

/* The rows of the page, @n of @all from @from on. */
static void show(struct ctx *ctx, const struct cohort_ask *ask, const struct cohort *c,
		 const struct row *whole, size_t all, size_t from, size_t n)
{
	const struct row *rows = whole + from;
	struct tie tie = { 0, 0 };
	int64_t *nos = pool_array(ctx->pool, int64_t, n + 1);
	struct db_rows *r[2] = { NULL, NULL };
	struct json *j = page_open(ctx);
	size_t x = 0;

	for (size_t i = 0; i < n; i++)
		nos[i] = rows[i].member->no;
	db_send(ctx, &people, DB_ARGS(db_ints(nos, n)));
	if (ask->expand_verb)
		db_send(ctx, ask->expand_out ? &expand_out : &expand_in,
			DB_ARGS(db_ints(nos, n), db_text(ask->expand_verb), db_day(ask->at)));
	db_wait(ctx, r, ask->expand_verb ? 2 : 1);
	for (size_t i = 0; i < n; i++) {
		json_open(j, NULL);
		json_text(j, "id", rows[i].member->id);
		db_json_row(j, r[0], i);
		show_value(j, &rows[i].member->value, c->main.unit);
		tie = tie_of(whole, all, from + i, tie);
		json_decimal(j, "below_pct",
			     dec_div_half_away(
				     10000 * (wide)(ask->descending ? all - tie.end : tie.first),
				     (wide)all),
			     2, 2, false);
		show_cuts(j, ask, c, &rows[i]);
		if (r[1] && x < db_count(r[1]) && db_get_int(r[1], x, X_N) == (int64_t)i + 1)
			show_expand(j, r[1], x++);
		else
			json_null(j, "expand");
		json_close(j);
	}
}

static void show_other_units(struct json *j, const struct cohort_units *units)
{
	json_open(j, "other_units");
	for (size_t i = 0; i < units->n; i++)
		json_int(j, units->list[i].unit, units->list[i].members);
	json_close(j);
}

static const char *next_cursor(struct ctx *ctx, const struct cohort_ask *ask,
			       const struct cohort *c, const struct row *last)
{
	char value[DEC_TEXT_SIZE];
	const char *fields[4] = { pool_printf(ctx->pool, "%lld", (long long)c->version), value,
				  last->member->id, day_iso(ctx->pool, ask->at) };

	(void)dec_format(value, last->member->value.e12, 12, 12, false);
	return cursor_make(ctx, fields, 4);
}

void objects_cohort(struct ctx *ctx)
{
	struct cohort_ask ask;
	struct cohort c;
	size_t n, from, shown;
	struct row *rows;
	struct json *j;

	cohort_take(ctx, &ask);
	cohort_load(ctx, &ask, &c);
	rows = cut_and_sort(ctx, &ask, &c, &n);
	from = first_of_page(&ask, rows, n);
	shown = n - from > (size_t)ask.limit ? (size_t)ask.limit : n - from;
	show(ctx, &ask, &c, rows, n, from, shown);
	object_meta_open(
		ctx, from + shown < n ? next_cursor(ctx, &ask, &c, &rows[from + shown - 1]) : NULL,
		shown, ask.total ? (int64_t)n : -1);
	j = &ctx->res->json;
	json_int(j, "cohort_size", c.size);
	json_text(j, "measure", ask.measure);
	json_text(j, "unit", c.main.unit);
	show_other_units(j, &c.other_units);
	show_distribution(j, &ask, rows, n);
	json_text(j, "reduce", cohort_reduces[ask.reduce]);
	json_day(j, "at", ask.at);
	json_text(j, "availability", ask.filed ? "filed" : "unknown");
	json_int(j, "data_version", c.version);
	object_meta_close(ctx);
}
