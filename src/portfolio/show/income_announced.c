/* SPDX-License-Identifier: Apache-2.0 */
/*
 * income_announced.c: payments that are announced and not received yet.
 *
 * The ledger is derived as of the last day that there is, so that quantity and tax are those of doc/calculations.md 2.2 and
 * 2.3.  A payment without a day is given that day.
 */
#include "config.h"

#include "portfolio/show/income_view.h"

#include "core/clock.h"
#include "core/order.h"
#include "db/db.h"

#define UNDATED_FOR 90 /* days from the ex day on which a payment without a day may still come */
#define LAST day_plus(DAY_FAR_FUTURE, -1)

/* As market.distributions. */
static DB_STMT(undated, "income_view.undated",
	       "select symbol, kind, record_day, ex_day, gross, tax_pct, old_profits"
	       "  from distribution"
	       " where venue = 'b3' and symbol = any($1::text[]) and kind is not null"
	       "   and pay_day is null and ex_day >= $2"
	       " order by symbol, ex_day, label, gross, seq");
enum { U_SYMBOL, U_KIND, U_RECORD, U_EX, U_GROSS, U_TAX, U_OLD };

struct announcing {
	struct ctx *ctx;
	struct income_view *v;
	struct market market; /* with the payments without a day */
};

/* ---- the market with the payments that have no day ---- */

static struct distribution undated_of(const struct db_rows *r, size_t i)
{
	struct distribution d = {
		.kind = (enum income_kind)enum_find(income_kind_names, db_get_text(r, i, U_KIND)),
		.record_known = !db_is_null(r, i, U_RECORD),
		.ex_known = true,
		.pay_known = true,
		.ex_day = db_get_day(r, i, U_EX),
		.pay_day = LAST,
		.gross = { db_get_decimal(r, i, U_GROSS, PRICE_PLACES) },
		.tax_known = !db_is_null(r, i, U_TAX),
		.old_profits = db_get_bool(r, i, U_OLD),
	};

	if (d.record_known)
		d.record_day = db_get_day(r, i, U_RECORD);
	if (d.tax_known)
		d.tax = (struct percent){ db_get_decimal(r, i, U_TAX, MONEY_PLACES) };
	return d;
}

static struct market_symbol with_undated(void *pool, const struct market_symbol *old,
					 const struct db_rows *r, size_t from, size_t end)
{
	struct distribution *list =
		pool_array(pool, struct distribution, old->n_distributions + end - from);
	struct market_symbol s = *old;

	for (size_t i = 0; i < old->n_distributions; i++)
		list[i] = old->distributions[i];
	while (from < end)
		list[s.n_distributions++] = undated_of(r, from++);
	s.distributions = list;
	return s;
}

static void find_market(struct announcing *a, const struct market *m)
{
	struct ctx *ctx = a->ctx;
	const char **names = pool_array(ctx->pool, const char *, m->n_symbols);
	struct market_symbol *list = pool_array(ctx->pool, struct market_symbol, m->n_symbols);
	const struct db_rows *r;
	size_t next = 0;

	for (size_t i = 0; i < m->n_symbols; i++)
		names[i] = m->symbols[i].symbol;
	r = db_query(
		ctx, &undated,
		DB_ARGS(db_texts(names, m->n_symbols), db_day(day_plus(ctx->today, -UNDATED_FOR))));
	for (size_t i = 0; i < m->n_symbols; i++) {
		const struct market_symbol *s = &m->symbols[i];
		size_t from = next, end;

		while (from < db_count(r) && strcmp(db_get_text(r, from, U_SYMBOL), s->symbol) < 0)
			from++;
		for (end = from;
		     end < db_count(r) && str_eq(db_get_text(r, end, U_SYMBOL), s->symbol);)
			end++;
		next = from; /* another type of the same symbol has the same ones */
		list[i] = s->type == ASSET_US || from == end
				  ? *s
				  : with_undated(ctx->pool, s, r, from, end);
	}
	a->market = *m;
	a->market.symbols = list;
}

/* ---- the payments ---- */

const char *income_name(const struct valued *v, const struct derived_holding *h)
{
	const struct market_symbol *m;

	if (h->head->name)
		return h->head->name;
	m = market_of(v->in.market, h->current, h->current_type, h->n_tickers > 1);
	return m ? m->name : NULL;
}

/* Whether a payment without a day may be among the rows: one of its kind since the ex day. */
static bool may_be_received(const struct derived_holding *h, const struct distribution *d)
{
	for (size_t i = 0; i < h->n_entries; i++)
		if (!h->entries[i].from_calendar && h->entries[i].kind == d->kind &&
		    !day_before(h->entries[i].pay_day, d->ex_day))
			return true;
	return false;
}

static struct income_payment coming(const struct valued *v, const struct derived_holding *h,
				    const struct income_entry *e)
{
	return (struct income_payment){
		.portfolio = v,
		.asset = h->head,
		.name = income_name(v, h),
		.kind = e->kind,
		.dated = day_before(e->pay_day, LAST),
		.day = e->pay_day,
		.counts = true,
		.gross_known = true,
		.gross = e->gross,
		.tax = e->tax,
		.net = e->native_net,
		.brl_known = h->head->currency == CURRENCY_BRL,
		.brl = e->native_net,
		.distribution = e->origin.distribution,
		.right = e->origin.right,
		.held = e->origin.entitled,
	};
}

static void add_coming(struct announcing *a, const struct valued *v,
		       const struct derived_holding *h)
{
	struct income_payments *out = &a->v->announced;

	for (size_t i = 0; i < h->n_entries; i++) {
		const struct income_entry *e = &h->entries[i];
		struct income_payment p;

		if (!e->from_calendar || !day_before(a->ctx->today, e->pay_day))
			continue;
		p = coming(v, h, e);
		if (!p.dated && may_be_received(h, p.distribution))
			continue;
		out->items[out->n++] = p;
		if (!p.brl_known)
			continue;
		a->v->announced_gross.e8 += p.gross.e8;
		a->v->announced_net.e8 += p.net.e8;
	}
}

static int by_day(const void *a, const void *b)
{
	const struct income_payment *x = a, *y = b;
	int c = wide_order(x->day.n, y->day.n);

	c = c ? c : strcmp(x->asset->symbol, y->asset->symbol);
	return c ? c : (x->portfolio > y->portfolio) - (x->portfolio < y->portfolio);
}

void income_announce(struct ctx *ctx, struct income_view *v)
{
	struct announcing a = { .ctx = ctx, .v = v };
	struct derived *all = pool_array(ctx->pool, struct derived, v->n);
	size_t room = 0;

	if (!v->n)
		return;
	find_market(&a, v->list[0].in.market);
	for (size_t i = 0; i < v->n; i++) {
		int64_t start = clock_monotonic_us();

		load_judge(
			ctx, v->list[i].in.name,
			ledger_derive(ctx->pool, &v->list[i].in.ledger, &a.market, LAST, &all[i]));
		ctx->calc_us += clock_monotonic_us() - start;
		for (size_t k = 0; k < all[i].n; k++)
			room += all[i].holdings[k].n_entries;
	}
	v->announced.items = pool_array(ctx->pool, struct income_payment, room);
	for (size_t i = 0; i < v->n; i++)
		for (size_t k = 0; k < all[i].n; k++)
			add_coming(&a, &v->list[i], &all[i].holdings[k]);
	order_sort(v->announced.items, v->announced.n, sizeof(*v->announced.items), by_day);
}
