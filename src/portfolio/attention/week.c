/* SPDX-License-Identifier: Apache-2.0 */
/* week.c: what a week did to all portfolios of the caller, and what comes, of the figures that other views have. */
#include "config.h"

#include "portfolio/portfolio.h"

#include "portfolio/attention/attention.h"
#include "portfolio/show/portfolio_view.h"
#include "portfolio/store/consolidation.h"

#define COMING_DAYS 7

/* The last day of the history on or before @day; NULL: there is none. */
static const struct history_day *end_of(const struct history *h, struct day day)
{
	size_t n = days_until(h->days, h->n_days, sizeof(*h->days), day);

	return n ? &h->days[n - 1] : NULL;
}

static void find_change(struct ctx *ctx, struct day monday, struct wallet_week *out)
{
	const struct history_day *before, *end;
	struct history_view v;

	consolidated_history_view(ctx, &v);
	before = end_of(&v.history, day_plus(monday, -8));
	end = end_of(&v.history, day_plus(monday, -1));
	out->change_known = before && end;
	if (out->change_known)
		out->change.e8 = end->equity.e8 - before->equity.e8 -
				 (end->contributed.e8 - before->contributed.e8);
}

static void find_coming(struct ctx *ctx, struct day monday, struct wallet_week *out)
{
	const struct day until = day_plus(ctx->today, COMING_DAYS);
	struct wallet_payments p;
	struct wallet_tax_dues dues;

	wallet_payments(ctx, day_plus(monday, -7), day_plus(monday, -1), &p);
	out->received = p.received;
	out->coming = p.announced;
	while (out->n_coming < p.n_announced && p.announced[out->n_coming].dated &&
	       !day_before(until, p.announced[out->n_coming].pay_day))
		out->n_coming++;
	dues = wallet_tax_dues(ctx, ctx->today, until);
	out->dues = dues.items;
	out->n_dues = dues.n;
}

static void count_attention(struct ctx *ctx, const struct consolidation *t, struct wallet_week *out)
{
	struct attention a;

	attention_view(ctx, t, &a);
	out->attention = a.n;
	for (size_t i = 0; i < a.n; i++)
		out->urgent += a.items[i].urgency == ATTENTION_URGENT;
}

void wallet_week(struct ctx *ctx, struct day monday, struct wallet_week *out)
{
	struct consolidation t;

	consolidation_load(ctx, &(struct consolidation_want){ .as_of = ctx->today }, &t);
	*out = (struct wallet_week){ .portfolios = t.n, .value = t.all.whole.patrimonio };
	if (!t.n)
		return;
	find_change(ctx, monday, out);
	find_coming(ctx, monday, out);
	count_attention(ctx, &t, out);
}
