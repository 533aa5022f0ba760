/* SPDX-License-Identifier: Apache-2.0 */
/*
 * debenture_moves.c: price_move of a debenture, over a number of business days.
 *
 * Compares the price in percent of the par that the contract accrues to, since a coupon moves only the
 * unit price.  ANBIMA's price takes precedence over that of trades; when neither has both ends, the
 * newest of either at each end. When par is known at one end or at none, compares the unit price,
 * adding back payments in between.  A day without a price takes an earlier one, up to four business
 * days back; over more than five days there is no finding (doc/calculations.md 12).
 */
#include "config.h"

#include "desk/findings.h"

#include <inttypes.h>

#include "core/calendar.h"
#include "core/text.h"
#include "db/db.h"

#define BACK_DAYS 4 /* business days by which the earlier price may be older */
#define STALE_DAYS 5

enum basis { BASIS_PAR, BASIS_TRADED_PAR, BASIS_MIXED_PAR, BASIS_PRICE, BASES };

static DB_STMT(
	newest, "debenture_moves.newest",
	"select w.code, m.day, m.pct_par, t.day, t.pct_par, greatest(m.day, t.day),"
	"       case when m.day >= t.day or t.day is null then m.pct_par else t.pct_par end,"
	"       q.day, q.close, q.segment"
	"  from (select distinct u.code from unnest($1::text[]) u(code)) w"
	"  left join lateral (select x.day, x.pct_par from debenture_mark x"
	"                      where x.code = w.code and x.pct_par is not null"
	"                      order by x.day desc limit 1) m on true"
	"  left join lateral (select x.day, x.pct_par from debenture_trade x where x.code = w.code"
	"                      order by x.day desc limit 1) t on true"
	"  left join lateral (select x.day, x.close, x.segment from quote x"
	"                      where x.venue = 'debenture' and x.symbol = w.code"
	"                      order by x.day desc limit 1) q on true"
	" order by w.code collate \"C\" limit 200000");
enum { N_CODE, N_FIRST, N_SEGMENT = N_FIRST + 2 * BASES }; /* N_FIRST: a day, a value a basis */

static DB_STMT(
	earlier, "debenture_moves.earlier",
	"select w.n, b.day, b.value, b.traded,"
	"       (select coalesce(sum(p.gross), 0) from distribution p"
	"         where w.basis = 3 and p.venue = 'debenture' and p.symbol = w.code"
	"           and p.ex_day > b.day and p.ex_day <= w.day)"
	"  from unnest($1::text[], $2::int8[], $3::date[], $4::date[], $5::date[])"
	"       with ordinality w (code, basis, day, until, since, n)"
	" cross join lateral ((select m.day, m.pct_par as value, false as traded from debenture_mark m"
	"                       where w.basis = 0 and m.code = w.code and m.pct_par is not null"
	"                         and m.day between w.since and w.until order by m.day desc limit 1)"
	"       union all (select t.day, t.pct_par, true from debenture_trade t"
	"                   where w.basis = 1 and t.code = w.code"
	"                     and t.day between w.since and w.until order by t.day desc limit 1)"
	"       union all (select a.day, a.pct_par, a.traded from"
	"                    (select m.day, m.pct_par, false as traded from debenture_mark m"
	"                      where w.basis = 2 and m.code = w.code and m.pct_par is not null"
	"                        and m.day between w.since and w.until"
	"                      union all select t.day, t.pct_par, true from debenture_trade t"
	"                      where w.basis = 2 and t.code = w.code"
	"                        and t.day between w.since and w.until) a"
	"                   order by a.day desc, a.traded limit 1)"
	"       union all (select q.day, q.close, false from quote q"
	"                   where w.basis = 3 and q.venue = 'debenture' and q.symbol = w.code"
	"                     and q.day between w.since and w.until order by q.day desc limit 1)) b"
	" order by w.n limit 2000000");
enum { E_N, E_DAY, E_VALUE, E_TRADED, E_PAID };

/* Both ends of a rule's sessions, on one basis. */
struct span {
	const struct watching *by;
	const char *code, *source, *source_then; /* source_then: only with BASIS_MIXED_PAR */
	enum basis basis;
	struct day day, then;
	bool has_then;
	wide now_e12, before_e12, paid_e12;
};

struct spans {
	struct span *list; /* of one rule: those of its paper in sequence, the best basis first */
	size_t n;
};

/* ---- reading ---- */

static const char *code_of(const struct findings *f, const struct watching *w)
{
	const struct named *o = names_find(&f->names, w->object);

	return o && watching_is(w, "price_move") ? o->code : NULL;
}

static const char *par_source(bool traded)
{
	return paper_source(traded ? "traded" : NULL);
}

static const char *source_of(const struct db_rows *r, size_t i, enum basis basis)
{
	const int mark = N_FIRST + 2 * BASIS_PAR, mixed = N_FIRST + 2 * BASIS_MIXED_PAR;

	if (basis == BASIS_PRICE)
		return paper_source(db_get_text(r, i, N_SEGMENT));
	if (basis == BASIS_MIXED_PAR)
		return par_source(db_is_null(r, i, mark) ||
				  day_before(db_get_day(r, i, mark), db_get_day(r, i, mixed)));
	return par_source(basis == BASIS_TRADED_PAR);
}

static void add_spans(struct spans *s, const struct watching *w, const char *code,
		      const struct db_rows *r, size_t i)
{
	struct day last = DAY_FAR_PAST;

	for (int k = 0; k < BASES; k++)
		if (!db_is_null(r, i, N_FIRST + 2 * k)) {
			struct day d = db_get_day(r, i, N_FIRST + 2 * k);

			last = day_before(last, d) ? d : last;
		}
	for (int k = 0; k < BASES; k++) {
		struct span *x = &s->list[s->n];

		if (db_is_null(r, i, N_FIRST + 2 * k))
			continue;
		*x = (struct span){ .by = w,
				    .code = code,
				    .source = source_of(r, i, (enum basis)k),
				    .basis = (enum basis)k,
				    .day = db_get_day(r, i, N_FIRST + 2 * k),
				    .now_e12 = db_get_decimal(r, i, N_FIRST + 2 * k + 1, 12) };
		/* A matured one is not judged today. */
		if (business_days(x->day, last) <= STALE_DAYS && !day_before(x->day, w->since))
			s->n++;
	}
}

static struct spans read_newest(struct findings *f)
{
	const char **codes = pool_array(f->ctx->pool, const char *, f->n_watching);
	struct spans s = { pool_array(f->ctx->pool, struct span, f->n_watching * BASES), 0 };
	const struct db_rows *r;
	size_t n = 0;

	for (size_t i = 0; i < f->n_watching; i++)
		if (code_of(f, &f->watching[i]))
			codes[n++] = code_of(f, &f->watching[i]);
	if (!n)
		return s;
	r = db_query(f->ctx, &newest, DB_ARGS(db_texts(codes, n)));
	for (size_t i = 0; i < f->n_watching; i++) {
		const char *code = code_of(f, &f->watching[i]);
		size_t at = code ? db_find(r, N_CODE, slice_of(code)) : SIZE_MAX;

		if (at != SIZE_MAX)
			add_spans(&s, &f->watching[i], code, r, at);
	}
	return s;
}

static void read_earlier(struct findings *f, struct spans *s)
{
	const char **codes = pool_array(f->ctx->pool, const char *, s->n);
	int64_t *bases = pool_array(f->ctx->pool, int64_t, s->n);
	struct day *days = pool_array(f->ctx->pool, struct day, s->n);
	struct day *until = pool_array(f->ctx->pool, struct day, s->n);
	struct day *since = pool_array(f->ctx->pool, struct day, s->n);
	const struct db_rows *r;

	for (size_t i = 0; i < s->n; i++) {
		codes[i] = s->list[i].code;
		bases[i] = s->list[i].basis;
		days[i] = s->list[i].day;
		until[i] = business_day_before(days[i], s->list[i].by->sessions);
		since[i] = business_day_before(until[i], BACK_DAYS);
	}
	r = db_query(f->ctx, &earlier,
		     DB_ARGS(db_texts(codes, s->n), db_ints(bases, s->n), db_days(days, s->n),
			     db_days(until, s->n), db_days(since, s->n)));
	for (size_t i = 0; i < db_count(r); i++) {
		struct span *x = &s->list[db_get_int(r, i, E_N) - 1];

		x->has_then = true;
		x->then = db_get_day(r, i, E_DAY);
		x->before_e12 = db_get_decimal(r, i, E_VALUE, 12);
		if (x->basis == BASIS_MIXED_PAR)
			x->source_then = par_source(db_get_bool(r, i, E_TRADED));
		x->paid_e12 = db_get_decimal(r, i, E_PAID, 12);
	}
}

/* ---- findings ---- */

static const char *const basis_names[] = { "par", "traded_par", "mixed_par", "unit_price" };

/* In points of par, or in percent of the earlier price; on 8 places. */
static bool change_of(const struct span *x, wide *out)
{
	if (x->basis == BASIS_PRICE)
		return credit_ratio((x->now_e12 + x->paid_e12 - x->before_e12) * 100, x->before_e12,
				    out);
	*out = (x->now_e12 - x->before_e12) / (E12 / E8);
	return true;
}

static const char *evidence_of(struct findings *f, const struct span *x, wide change)
{
	struct json *j = finding_evidence(f, x->source);

	json_text(j, "symbol", x->code);
	json_text(j, "basis", basis_names[x->basis]);
	json_day(j, "date", x->day);
	json_day(j, "previous_date", x->then);
	if (x->basis == BASIS_PRICE) {
		json_price(j, "unit_price", (struct price){ x->now_e12 });
		json_price(j, "previous_unit_price", (struct price){ x->before_e12 });
		json_price(j, "previous_as_traded", (struct price){ x->before_e12 });
		json_price(j, "paid_between", (struct price){ x->paid_e12 });
		json_decimal(j, "change_pct", change, 8, 4, false);
		json_decimal(j, "threshold_pct", x->by->threshold, 8, 8, true);
	} else {
		json_decimal(j, "par_pct", x->now_e12, 12, 4, false);
		json_decimal(j, "previous_par_pct", x->before_e12, 12, 4, false);
		json_decimal(j, "change_points", change, 8, 4, false);
		json_decimal(j, "threshold_points", x->by->threshold, 8, 8, true);
		if (x->source_then)
			json_text(j, "previous_source", x->source_then);
	}
	json_int(j, "sessions", x->by->sessions);
	json_close(j);
	return json_written(j);
}

static void see_span(struct findings *f, const struct span *x)
{
	const struct watching *w = x->by;
	struct finding *found;
	wide change;

	if (!change_of(x, &change))
		return;
	found = finding_add(f, w);
	if ((change < 0 ? -change : change) < w->threshold)
		found->level = "calm";
	found->date = x->day;
	found->about = pool_printf(f->ctx->pool, "price/%s/%s/%" PRId64, x->code,
				   day_iso(f->ctx->pool, x->day), w->sessions);
	found->fact = pool_printf(
		f->ctx->pool, "%s=%s%s%s/%s", found->about,
		price_text(f->ctx->pool, (struct price){ x->now_e12 }), x->paid_e12 ? "+" : "",
		x->paid_e12 ? price_text(f->ctx->pool, (struct price){ x->paid_e12 }) : "",
		price_text(f->ctx->pool, (struct price){ x->before_e12 }));
	found->title = pool_printf(f->ctx->pool, "%s: %s mudou %s%s em %" PRId64 " %s",
				   watched_name(f, w), x->code, finding_said(f, change, 2),
				   x->basis == BASIS_PRICE ? "%" : " pontos do par", w->sessions,
				   w->sessions == 1 ? "dia útil" : "dias úteis");
	found->evidence = evidence_of(f, x, change);
}

void findings_debenture_prices(struct findings *f)
{
	struct spans s = read_newest(f);
	const struct watching *told = NULL;

	if (!s.n)
		return;
	read_earlier(f, &s);
	for (size_t i = 0; i < s.n; i++)
		if (s.list[i].has_then && s.list[i].by != told) {
			see_span(f, &s.list[i]);
			told = s.list[i].by;
		}
}
