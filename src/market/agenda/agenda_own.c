/* SPDX-License-Identifier: Apache-2.0 */
/*
 * agenda_own.c: a portfolio's part of the agenda: its holdings' events, expected payments, and the DARF
 * of its person.
 */
#include "config.h"

#include "market/agenda/agenda_items.h"

#include "core/order.h"
#include "identity/caller.h"
#include "core/pool.h"
#include "portfolio/portfolio.h"

bool agenda_is_cash(const struct right_item *r)
{
	return !str_eq(r->kind, "split") && !str_eq(r->kind, "subscription");
}

static const struct wallet_holding *holding_of(const struct wallet_holdings *h, const char *ticker)
{
	return order_seek(&ticker, h->list, h->n, sizeof(*h->list), order_text);
}

/* Money that is actually paid is rounded to cents. */
static void expect(struct ctx *ctx, struct right_item *r, struct qty held)
{
	bool range = false;

	r->held = held;
	r->expected = money_round_cents(money_gross(held, r->per_share, &range));
	if (range)
		fail(ctx, 422, "ledger_out_of_range", "O provento de %s sai da escala.", r->ticker);
	r->expected_known = true;
}

static bool names(const char *tickers, const char *own, const struct wallet_holdings *h)
{
	for (size_t i = 0; i < h->n; i++) {
		size_t n = strlen(h->list[i].ticker);

		if (str_eq(h->list[i].ticker, own))
			return true;
		for (const char *p = tickers; p && (p = strchr(p, ',')) != NULL; p++)
			if (strncmp(p + 1, h->list[i].ticker, n) == 0 && p[1 + n] == ',')
				return true;
	}
	return false;
}

bool agenda_pays(struct ctx *ctx, const struct agenda *a, const struct ahead_payment *p,
		 struct money *out)
{
	const struct wallet_fixed *f = &a->fixed[p->paper];
	bool range = false;

	if (!p->of.amount_known)
		return false;
	*out = money_round_cents(money_gross(f->qty, p->of.amount, &range));
	if (range)
		fail(ctx, 422, "ledger_out_of_range", "O que %s paga sai da escala.", f->symbol);
	return true;
}

static void find_ahead(struct ctx *ctx, struct agenda *a)
{
	struct ahead_paper *papers = pool_array(ctx->pool, struct ahead_paper, a->n_fixed);

	for (size_t i = 0; i < a->n_fixed; i++)
		papers[i] = (struct ahead_paper){ a->fixed[i].type, a->fixed[i].market_symbol,
						  a->fixed[i].matures, a->fixed[i].maturity };
	payments_ahead(ctx, papers, a->n_fixed, a->from, a->to, AHEAD_MOST, &a->ahead);
}

void agenda_narrow(struct ctx *ctx, const char *portfolio, struct agenda *a)
{
	const struct wallet_holdings h = wallet_holdings(ctx, portfolio);
	size_t n = 0;

	a->ledger = h.version;
	for (size_t i = 0; i < a->n_rights; i++) {
		struct right_item *r = &a->rights[i];
		const struct wallet_holding *held = holding_of(&h, r->ticker);

		if (!held)
			continue;
		r->held = held->qty;
		if (agenda_is_cash(r))
			expect(ctx, r, held->qty);
		a->rights[n++] = *r;
	}
	a->n_rights = n;
	n = 0;
	for (size_t i = 0; i < a->n_releases; i++)
		if (names(a->releases[i].tickers, a->releases[i].ticker, &h))
			a->releases[n++] = a->releases[i];
	a->n_releases = n;
	a->expiries = h.expiries; /* by day */
	while (a->n_expiries < h.n_expiries && !day_before(a->to, h.expiries[a->n_expiries].day))
		a->n_expiries++;
	a->fixed = h.fixed;
	a->n_fixed = h.n_fixed;
	find_ahead(ctx, a);
}

void agenda_remind(struct ctx *ctx, struct agenda *a)
{
	struct wallet_tax_dues dues;

	/* The tax is the caller's, not that of whose portfolio it is. */
	if (!caller_is_person(ctx->caller) || caller_reads_another(ctx->caller))
		return;
	dues = wallet_tax_dues(ctx, a->from, a->to);
	a->dues = dues.items;
	a->n_dues = dues.n;
	a->ledger = pool_printf(ctx->pool, "%s %s", a->ledger, dues.versions);
}
