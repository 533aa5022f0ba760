/* SPDX-License-Identifier: Apache-2.0 */
/*
 * payments.c: payments that are announced for, or were paid to, what all portfolios of the caller hold, for reminders.
 *
 * They are those of the income view; what several portfolios get of one payment is added.
 */
#include "config.h"

#include "portfolio/portfolio.h"

#include "core/order.h"
#include "db/db.h"
#include "portfolio/show/income_view.h"

#define APPROVED_FOR 400 /* days before today of whose ex days approvals are read */

/* Of the companies' own calendar; typed payments have none. */
static DB_STMT(
	approvals, "payments.approvals",
	"select symbol, kind, ex_day, gross, min(approved)"
	"  from distribution"
	" where venue = 'b3' and symbol = any($1::text[]) and kind is not null and ex_day >= $2"
	"   and approved is not null"
	" group by symbol, kind, ex_day, gross"
	" order by symbol, kind, ex_day, gross limit 100000");
enum { A_SYMBOL, A_KIND, A_EX, A_GROSS, A_APPROVED };

static struct wallet_payment payment_of(const struct income_payment *p)
{
	const struct distribution *d = p->distribution;

	return (struct wallet_payment){
		.ticker = d->symbol ? d->symbol : p->asset->symbol,
		.kind = income_kind_names[p->kind],
		.each = d->gross,
		.record_known = d->record_known,
		.record_day = d->record_day,
		.dated = p->dated,
		.ex_day = d->ex_day,
		.pay_day = p->day,
		.known_on = d->record_known ? d->record_day : d->ex_day,
		.dollars = p->asset->currency == CURRENCY_USD,
		.net = p->net,
	};
}

/* Payments that differ in the day of payment alone stand together. */
static int by_subject(const void *a, const void *b)
{
	const struct wallet_payment *x = a, *y = b;
	int c = strcmp(x->ticker, y->ticker);

	c = c ? c : strcmp(x->kind, y->kind);
	c = c ? c : wide_order(x->ex_day.n, y->ex_day.n);
	c = c ? c : wide_order(x->each.e12, y->each.e12);
	return c;
}

static int by_payment(const void *a, const void *b)
{
	const struct wallet_payment *x = a, *y = b;
	int c = by_subject(a, b);

	return c ? c : wide_order(x->pay_day.n, y->pay_day.n);
}

static int by_day(const void *a, const void *b)
{
	const struct wallet_payment *x = a, *y = b;
	int c = wide_order(x->pay_day.n, y->pay_day.n);

	return c ? c : by_payment(a, b);
}

/* Adds what the portfolios get of each, and orders them by day; the number that is left. */
static size_t join(struct wallet_payment *list, size_t n)
{
	size_t kept = 0;

	order_sort(list, n, sizeof(*list), by_payment);
	for (size_t i = 0; i < n; i++) {
		if (kept && by_payment(&list[kept - 1], &list[i]) == 0) {
			list[kept - 1].net.e8 += list[i].net.e8;
			continue;
		}
		if (kept && by_subject(&list[kept - 1], &list[i]) == 0)
			list[i].among = list[kept - 1].among + 1;
		list[kept++] = list[i];
	}
	order_sort(list, kept, sizeof(*list), by_day);
	return kept;
}

static void find_approvals(struct ctx *ctx, struct wallet_payment *list, size_t n)
{
	const char **tickers = pool_array(ctx->pool, const char *, n);
	struct wallet_payment *approved;
	const struct db_rows *r;

	for (size_t i = 0; i < n; i++)
		tickers[i] = list[i].ticker;
	if (!n)
		return;
	r = db_query(ctx, &approvals,
		     DB_ARGS(db_texts(tickers, n), db_day(day_plus(ctx->today, -APPROVED_FOR))));
	approved = pool_array(ctx->pool, struct wallet_payment, db_count(r));
	for (size_t i = 0; i < db_count(r); i++)
		approved[i] = (struct wallet_payment){
			.ticker = db_get_text(r, i, A_SYMBOL),
			.kind = db_get_text(r, i, A_KIND),
			.each = { db_get_decimal(r, i, A_GROSS, PRICE_PLACES) },
			.ex_day = db_get_day(r, i, A_EX),
			.known_on = db_get_day(r, i, A_APPROVED),
		};
	order_sort(approved, db_count(r), sizeof(*approved), by_subject);
	for (size_t i = 0; i < n; i++) {
		const struct wallet_payment *found =
			order_find(&list[i], approved, db_count(r), sizeof(*approved), by_subject);

		if (found)
			list[i].known_on = found->known_on;
	}
}

static void take_announced(struct ctx *ctx, const struct income_view *v,
			   struct wallet_payments *out)
{
	struct wallet_payment *list = pool_array(ctx->pool, struct wallet_payment, v->announced.n);

	for (size_t i = 0; i < v->announced.n; i++)
		list[i] = payment_of(&v->announced.items[i]);
	out->n_announced = join(list, v->announced.n);
	find_approvals(ctx, list, out->n_announced);
	out->announced = list;
}

static void take_paid(struct ctx *ctx, const struct income_view *v, struct day from, struct day to,
		      struct wallet_payments *out)
{
	struct wallet_payment *list = pool_array(ctx->pool, struct wallet_payment, v->received.n);
	size_t n = 0;

	for (size_t i = 0; i < v->received.n; i++) {
		const struct income_payment *p = &v->received.items[i];

		if (day_before(p->day, from) || day_before(to, p->day))
			continue;
		if (p->counts && p->brl_known)
			out->received.e8 += p->brl.e8;
		if (p->source == INCOME_CALENDAR && p->distribution)
			list[n++] = payment_of(p);
	}
	out->n_paid = join(list, n);
	out->paid = list;
}

void wallet_payments(struct ctx *ctx, struct day from, struct day to, struct wallet_payments *out)
{
	struct income_view v;

	*out = (struct wallet_payments){ .n_paid = 0 };
	income_view_all(ctx, &v);
	take_announced(ctx, &v, out);
	take_paid(ctx, &v, from, to, out);
}
