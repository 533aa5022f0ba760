/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reference_curves.c: B3's reference curves of one day, TaxaSwap (doc/load.md): fixed width, one vertex a line.
 *
 * Of some thirty curves three are kept: DI against fixed, DI against IPCA, and the clean dollar coupon.
 */
#include "config.h"

#include "load/run.h"

#include "load/field.h"

#define BATCH ((size_t)4000)
#define WIDTH 72
#define PLACES 7

static DB_STMT(
	upsert, "reference_curve.upsert",
	"insert into reference_curve as r (curve, day, calendar_days, business_days, rate)"
	" select distinct on (u.curve, u.day, u.calendar_days) u.curve, u.day, u.calendar_days,"
	"        u.business_days, u.rate"
	"   from unnest($1::text[], $2::date[], $3::int8[], $4::int8[], $5::numeric[]) with ordinality"
	"        u(curve, day, calendar_days, business_days, rate, n)"
	"  order by u.curve, u.day, u.calendar_days, u.n desc"
	" on conflict (curve, day, calendar_days) do update"
	" set business_days = excluded.business_days, rate = excluded.rate"
	" where (r.business_days, r.rate) is distinct from (excluded.business_days, excluded.rate)");

struct vertices {
	struct load *l;
	const char *curves[BATCH];
	struct day days[BATCH];
	int64_t calendar[BATCH], business[BATCH];
	wide rates[BATCH];
	size_t n;
};

static void flush(struct vertices *v)
{
	if (!v->n)
		return;
	load_counted(v->l, (int64_t)v->n,
		     db_exec(v->l->ctx, &upsert,
			     DB_ARGS(db_texts(v->curves, v->n), db_days(v->days, v->n),
				     db_ints(v->calendar, v->n), db_ints(v->business, v->n),
				     db_array(DB_DECIMAL_ARRAY, v->rates, NULL, v->n, PLACES))),
		     FAMILY_REFERENCE);
	v->n = 0;
}

/* Columns @from to @to of the line, counted from 1 as its documentation does. */
static struct slice columns(struct slice line, size_t from, size_t to)
{
	return (struct slice){ line.p + from - 1, to - from + 1 };
}

/* Our name of the curve, or NULL. */
static const char *curve_of(struct slice code)
{
	static const struct {
		const char *code, *curve;
	} kept[] = { { "PRE", "di_pre" }, { "DIC", "di_ipca" }, { "DOC", "dollar_coupon" } };

	for (size_t i = 0; i < ARRAY_SIZE(kept); i++)
		if (slice_eq(slice_trim(code), kept[i].code))
			return kept[i].curve;
	return NULL;
}

/* NULL when valid, else why not. */
static const char *read_vertex(struct vertices *v, struct slice line)
{
	struct slice sign = columns(line, 52, 52);
	int64_t rate;

	if (!day_parse_compact(columns(line, 12, 19), &v->days[v->n]))
		return "data inválida";
	if (field_int(columns(line, 42, 46), &v->calendar[v->n]) != FIELD_OK ||
	    v->calendar[v->n] < 1 || v->calendar[v->n] > 40000)
		return "dias corridos inválidos";
	if (field_int(columns(line, 47, 51), &v->business[v->n]) != FIELD_OK ||
	    v->business[v->n] < 1 || v->business[v->n] > 30000)
		return "dias úteis inválidos";
	if (field_int(columns(line, 53, 66), &rate) != FIELD_OK ||
	    (!slice_eq(sign, "+") && !slice_eq(sign, "-")))
		return "taxa inválida";
	v->rates[v->n] = slice_eq(sign, "-") ? -(wide)rate : rate;
	if (v->rates[v->n] <= -(wide)100 * 10000000)
		return "taxa de -100% ou menos";
	return NULL;
}

void load_reference_curves(struct load *l)
{
	struct vertices *v = pool_zero(l->pool, struct vertices);
	struct slice line;

	v->l = l;
	while (reader_line(l->in, &line)) {
		int64_t n = reader_line_number(l->in);
		const char *wrong;

		if (!slice_trim(line).n)
			continue;
		if (line.n != WIDTH || !slice_eq(columns(line, 20, 21), "T1")) {
			if (n == 1)
				load_fail(
					l,
					"não é o arquivo TaxaSwap da B3: a linha tem %d caracteres, com T1 na coluna 20.",
					WIDTH);
			l->res->read++;
			load_refuse(l, n, "a linha não tem %d caracteres, com T1 na coluna 20",
				    WIDTH);
			continue;
		}
		l->res->read++;
		v->curves[v->n] = curve_of(columns(line, 22, 26));
		if (!v->curves[v->n]) {
			l->res->ignored++;
			continue;
		}
		wrong = read_vertex(v, line);
		if (wrong) {
			load_refuse(l, n, "%s", wrong);
			continue;
		}
		load_day(l, v->days[v->n]);
		if (++v->n == BATCH)
			flush(v);
	}
	flush(v);
}
