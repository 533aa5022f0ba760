/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cohort_facts.c: the values of a measure, object by object.
 *
 * The database selects the observations visible at a data version, on a date, and by their filing day
 * if requested, and sums them; calc/names computes values from that.  Per object it is a walk along the
 * primary key of object_observation, whatever the reducer.
 */
#include "config.h"

#include "market/objects/cohort.h"

/* $1 measure, $2 since, $3 at, $4 filed, $5 version, $6 kind, $7 $8 subkinds from and to. */
#define MEASURE                                                                                    \
	"$1::int4" /* its number: a subquery would prevent object_plausible() from being inlined */
#define FROM_OBJECTS "  from object o"
#define UNIT                                                                                       \
	", (select y.unit from object_unit y where y.measure_no = " MEASURE                        \
	" and y.object_no = o.no)"
#define OF_COHORT                                                                                  \
	" where o.kind = $6 and o.subkind >= $7 and o.subkind <= $8"                               \
	" order by o.no limit 3000000"
#define VISIBLE                                                                                    \
	" from object_observation x where x.measure_no = " MEASURE " and x.object_no = o.no"       \
	" and x.version <= $5 and x.superseded > $5"                                               \
	" and (not $4 or (x.filed_at > '-infinity' and x.filed_at <= $3))"
#define NEWEST " order by x.base_date desc, x.filed_at desc, x.revision desc, x.version desc"
#define PLAUSIBLE                                                                                  \
	" from object_plausible(" MEASURE ", o.no, $3::date,"                                      \
	" case when $4 then '0001-01-01' else '-infinity' end::date,"                              \
	" case when $4 then $3::date else 'infinity'::date end, $5::int8) x"
#define WINDOW                                                                                     \
	" count(*) as n, sum(y.value) as sum, min(y.value) as min, max(y.value) as max,"           \
	" min(y.base_date) as first, max(y.base_date) as last"

/* $9 the other end's day, $10 whether there is one: inside, where a generic plan can skip the walk. */
static DB_STMT(ends, "cohort.ends",
	       "select o.no, o.id, t.value, t.base_date, f.value, f.base_date" UNIT FROM_OBJECTS
	       " cross join lateral (select x.value, x.base_date" VISIBLE
	       "                       and x.base_date >= $2 and x.base_date <= $3" NEWEST
	       " limit 1) t"
	       "  left join lateral (select x.value, x.base_date" VISIBLE
	       "                       and $10 and x.base_date <= least($9::date, $3)" NEWEST
	       " limit 1) f on true" OF_COHORT);
static DB_STMT(
	ends_plausible, "cohort.ends_plausible",
	"select o.no, o.id, t.value, t.base_date, f.value, f.base_date" UNIT FROM_OBJECTS
	" cross join lateral (select x.value, x.base_date" PLAUSIBLE
	"                      where x.base_date >= $2 order by x.base_date desc limit 1) t"
	"  left join lateral (select x.value, x.base_date" PLAUSIBLE
	"                      where $10 and x.base_date <= $9::date order by x.base_date desc limit 1) f on true" OF_COHORT);
enum { E_NO, E_ID, E_TO, E_TO_DAY, E_FROM, E_FROM_DAY, E_UNIT };

static DB_STMT(window, "cohort.window",
	       "select o.no, o.id, w.n, w.sum, w.min, w.max, w.first, w.last" UNIT FROM_OBJECTS
	       " cross join lateral (select" WINDOW
	       " from (select distinct on (x.base_date) x.base_date, x.value" VISIBLE
	       "                       and x.base_date >= $2 and x.base_date <= $3" NEWEST
	       ") y having count(*) > 0) w" OF_COHORT);
static DB_STMT(window_plausible, "cohort.window_plausible",
	       "select o.no, o.id, w.n, w.sum, w.min, w.max, w.first, w.last" UNIT FROM_OBJECTS
	       " cross join lateral (select" WINDOW " from (select x.base_date, x.value" PLAUSIBLE
	       "                      where x.base_date >= $2) y having count(*) > 0) w" OF_COHORT);
enum { W_NO, W_ID, W_N, W_SUM, W_MIN, W_MAX, W_FIRST, W_LAST, W_UNIT };

static DB_STMT(
	about, "cohort.about",
	"select (select count(*) from object o where o.kind = $1 and o.subkind >= $2 and o.subkind <= $3)");

static DB_STMT(version, "cohort.version",
	       "select version from market_version where family = 'objects'");

static DB_STMT(units, "cohort.units",
	       "select m.unit, $2 = any (m.kinds), m.no,"
	       "       case m.frequency when 'daily' then 252 when 'quarterly' then 4 else 12 end"
	       "  from unnest($1::text[]) with ordinality u(id, n)"
	       "  left join object_measure m on m.id = u.id order by u.n limit 9");
enum { U_UNIT, U_FITS, U_NO, U_A_YEAR };

static const char *subkind_from(const struct cohort_ask *ask)
{
	return ask->subkind ? ask->subkind : "";
}

static const char *subkind_to(const struct cohort_ask *ask)
{
	return ask->subkind ? ask->subkind : "~";
}

static void send(struct ctx *ctx, const struct cohort_ask *ask, int64_t at_version, int64_t measure,
		 enum cohort_reduce reduce)
{
	const struct db_arg args[] = { db_int(measure),
				       db_day(ask->since),
				       db_day(ask->at),
				       db_bool(ask->filed),
				       db_int(at_version),
				       db_text(ask->kind),
				       db_text(subkind_from(ask)),
				       db_text(subkind_to(ask)),
				       db_day(ask->since_from),
				       db_bool(reduce != REDUCE_LAST) };

	if (cohort_has_window(reduce))
		db_send(ctx, ask->exclude ? &window_plausible : &window, args, 8);
	else
		db_send(ctx, ask->exclude ? &ends_plausible : &ends, args, 10);
}

static struct cohort_facts ends_of(const struct db_rows *r, size_t i)
{
	struct cohort_facts f = { .has_to = true,
				  .to = db_get_decimal(r, i, E_TO, 12),
				  .to_day = db_get_day(r, i, E_TO_DAY),
				  .has_from = !db_is_null(r, i, E_FROM) };

	if (f.has_from) {
		f.from = db_get_decimal(r, i, E_FROM, 12);
		f.from_day = db_get_day(r, i, E_FROM_DAY);
	}
	return f;
}

static struct cohort_facts window_of(const struct db_rows *r, size_t i)
{
	return (struct cohort_facts){ .n = db_get_int(r, i, W_N),
				      .sum = db_get_decimal(r, i, W_SUM, 12),
				      .min = db_get_decimal(r, i, W_MIN, 12),
				      .max = db_get_decimal(r, i, W_MAX, 12),
				      .from_day = db_get_day(r, i, W_FIRST),
				      .to_day = db_get_day(r, i, W_LAST) };
}

/* @out->unit: the measure's, for objects that have no unit of their own. */
static void take(struct ctx *ctx, const struct db_rows *r, enum cohort_reduce reduce,
		 struct cohort_column *out)
{
	bool windowed = cohort_has_window(reduce);
	int unit = windowed ? W_UNIT : E_UNIT;

	out->list = pool_array(ctx->pool, struct cohort_member, db_count(r));
	out->n = 0;
	for (size_t i = 0; i < db_count(r); i++) {
		struct cohort_facts f = windowed ? window_of(r, i) : ends_of(r, i);
		struct cohort_member *m = &out->list[out->n];
		bool left_out = true;

		if (cohort_value_of(reduce, &f, &left_out, &m->value) != CALC_OK)
			fail(ctx, 422, "observation_out_of_range",
			     "Os valores de %s saem da escala.", db_get_text(r, i, E_ID));
		if (left_out)
			continue;
		m->no = db_get_int(r, i, E_NO);
		m->id = db_get_text(r, i, E_ID);
		m->unit = db_is_null(r, i, unit) ? out->unit : db_get_text(r, i, unit);
		out->n++;
	}
}

/* ---- comparable units ---- */

/* Counts and percentages have the same unit for any object; NULL for the values' own. */
static const char *unit_made(enum cohort_reduce reduce)
{
	if (reduce == REDUCE_PCT_CHANGE)
		return "%";
	return reduce == REDUCE_COUNT ? "observações" : NULL;
}

static struct cohort_unit *count_units(struct ctx *ctx, const struct cohort_column *c, size_t *n)
{
	struct cohort_unit *list = pool_array(ctx->pool, struct cohort_unit, c->n);

	*n = 0;
	for (size_t i = 0; i < c->n; i++) {
		size_t k = 0;

		while (k < *n && !str_eq(list[k].unit, c->list[i].unit))
			k++;
		if (k == *n)
			list[(*n)++] = (struct cohort_unit){ .unit = c->list[i].unit };
		list[k].members++;
	}
	return list;
}

/* The most frequent unit; of several, the measure's own, else the first in order. */
static const char *most_common(const struct cohort_column *c, const struct cohort_unit *list,
			       size_t n)
{
	const struct cohort_unit *best = NULL;

	for (size_t i = 0; i < n; i++) {
		if (!best || list[i].members > best->members ||
		    (list[i].members == best->members && !str_eq(best->unit, c->unit) &&
		     (str_eq(list[i].unit, c->unit) || strcmp(list[i].unit, best->unit) < 0)))
			best = &list[i];
	}
	return best ? best->unit : c->unit;
}

/* Keeps in @c those of one unit, the requested or the most frequent, and counts the others in @others. */
static void of_one_unit(struct ctx *ctx, struct cohort_column *c, const char *asked,
			struct cohort_units *others)
{
	size_t n, kept = 0;
	struct cohort_unit *list = count_units(ctx, c, &n);
	const char *unit = asked ? asked : most_common(c, list, n);

	*others = (struct cohort_units){ .list = list };
	for (size_t i = 0; i < n; i++)
		if (!str_eq(list[i].unit, unit))
			list[others->n++] = list[i];
	for (size_t i = 0; i < c->n; i++)
		if (str_eq(c->list[i].unit, unit))
			c->list[kept++] = c->list[i];
	c->n = kept;
	c->unit = unit;
}

/* Both ascend by no. */
static void only_of(struct cohort_column *c, const struct cohort_column *main)
{
	size_t at = 0, kept = 0;

	for (size_t i = 0; i < c->n; i++) {
		while (at < main->n && main->list[at].no < c->list[i].no)
			at++;
		if (at < main->n && main->list[at].no == c->list[i].no)
			c->list[kept++] = c->list[i];
	}
	c->n = kept;
}

/* For a filter, the most frequent unit of the remaining objects: its bound is one number. */
static void compare_alike(struct ctx *ctx, const struct cohort_ask *ask, struct cohort *out)
{
	struct cohort_units cut;

	if (ask->unit || !unit_made(ask->reduce))
		of_one_unit(ctx, &out->main, ask->unit, &out->other_units);
	for (size_t i = 0; i < ask->n_where; i++) {
		only_of(&out->where[i], &out->main);
		if (unit_made(ask->where[i].reduce))
			out->where[i].unit = unit_made(ask->where[i].reduce);
		else
			of_one_unit(ctx, &out->where[i], NULL, &cut);
	}
	if (unit_made(ask->reduce))
		out->main.unit = unit_made(ask->reduce);
}

static void check_measure(struct ctx *ctx, const struct cohort_ask *ask, const struct db_rows *r,
			  size_t i)
{
	const char *parameter = i ? "where" : "measure";
	const char *measure = i ? ask->where[i - 1].measure : ask->measure;

	if (db_is_null(r, i, U_UNIT))
		fail_parameter(ctx, parameter, measure, "uma medida de /v1/objects/measures");
	if (!db_get_bool(r, i, U_FITS))
		fail_parameter(ctx, parameter, measure, "uma medida que o tipo pedido em kind tem");
}

/* ---- limits ---- */

#define OBJECTS_MAX 250000	    /* times measures */
#define PLAUSIBLE_OBJECTS_MAX 25000 /* likewise: all observations of each are judged */
#define OBSERVATIONS_MAX 25000000   /* in the windows, by the measure's frequency */

static int64_t in_window(const struct cohort_ask *ask, const struct db_rows *r, size_t i,
			 enum cohort_reduce reduce)
{
	int64_t days = ask->at.n - ask->since.n + 1;

	return cohort_has_window(reduce) ? days * db_get_int(r, i, U_A_YEAR) / 365 + 1 : 1;
}

/* Estimated before reading: a statement cancelled at the deadline has already cost everything. */
static void check_size(struct ctx *ctx, const struct cohort_ask *ask, const struct db_rows *r,
		       int64_t size)
{
	int64_t most = ask->exclude ? PLAUSIBLE_OBJECTS_MAX : OBJECTS_MAX;
	int64_t measures = (int64_t)ask->n_where + 1;
	int64_t observations = size * in_window(ask, r, 0, ask->reduce);

	for (size_t i = 0; i < ask->n_where; i++)
		observations += size * in_window(ask, r, i + 1, ask->where[i].reduce);
	if (size * measures > most)
		fail(ctx, 422, "cohort_too_large",
		     "São %lld objetos e %lld medidas; cabem %lld objetos por medida. Restrinja o conjunto"
		     " com subkind, peça menos cortes%s.",
		     (long long)size, (long long)measures, (long long)(most / measures),
		     ask->exclude ? " ou deixe de lado exclude_out_of_prior" : "");
	if (observations > OBSERVATIONS_MAX)
		fail(ctx, 422, "cohort_too_large",
		     "As janelas podem ter %lld observações; cabem %d. Restrinja o conjunto com subkind"
		     " ou encurte a janela.",
		     (long long)observations, OBSERVATIONS_MAX);
}

/* The version comes from the cursor, or is queried first: everything else is read at it. */
static void ask_about(struct ctx *ctx, const struct cohort_ask *ask, struct cohort *out,
		      int64_t *measure_no)
{
	const char *measures[WHERE_MAX + 1] = { ask->measure };
	struct db_rows *r[3];

	for (size_t i = 0; i < ask->n_where; i++)
		measures[i + 1] = ask->where[i].measure;
	db_send(ctx, &version, DB_NO_ARGS);
	db_send(ctx, &about,
		DB_ARGS(db_text(ask->kind), db_text(subkind_from(ask)), db_text(subkind_to(ask))));
	db_send(ctx, &units, DB_ARGS(db_texts(measures, ask->n_where + 1), db_text(ask->kind)));
	db_wait(ctx, r, ARRAY_SIZE(r));
	out->version = ask->has_cursor ? ask->version : db_get_int(r[0], 0, 0);
	out->size = db_get_int(r[1], 0, 0);
	for (size_t i = 0; i <= ask->n_where; i++) {
		check_measure(ctx, ask, r[2], i);
		measure_no[i] = db_get_int(r[2], i, U_NO);
	}
	check_size(ctx, ask, r[2], out->size);
	out->main.unit = db_get_text(r[2], 0, U_UNIT);
	for (size_t i = 0; i < ask->n_where; i++)
		out->where[i].unit = db_get_text(r[2], i + 1, U_UNIT);
}

void cohort_load(struct ctx *ctx, const struct cohort_ask *ask, struct cohort *out)
{
	struct db_rows *r[WHERE_MAX + 1];
	int64_t measures[WHERE_MAX + 1] = { 0 };

	*out = (struct cohort){ 0 };
	ask_about(ctx, ask, out, measures);
	send(ctx, ask, out->version, measures[0], ask->reduce);
	for (size_t i = 0; i < ask->n_where; i++)
		send(ctx, ask, out->version, measures[i + 1], ask->where[i].reduce);
	db_wait(ctx, r, ask->n_where + 1);
	take(ctx, r[0], ask->reduce, &out->main);
	for (size_t i = 0; i < ask->n_where; i++)
		take(ctx, r[i + 1], ask->where[i].reduce, &out->where[i]);
	compare_alike(ctx, ask, out);
}
