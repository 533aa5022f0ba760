/* SPDX-License-Identifier: Apache-2.0 */
/*
 * issues_weight.c: what depends on an issue, in reais.
 *
 * An issue about rows that may be wrong weighs what they amount to; any other weighs the position whose figures
 * it makes unreliable.  Unknown where rows have no price, the position no value, or no asset is named.
 */
#include "config.h"

#include "calc/views/issues_list.h"

#include <stdlib.h>

#include "core/order.h"
#include "core/pool.h"

const char *const issue_weight_names[] = { NULL, "position", "rows", NULL };

static int by_asset(const void *x, const void *y)
{
	const struct ledger_asset *a = (*(const struct holding *const *)x)->asset;
	const struct ledger_asset *b = (*(const struct holding *const *)y)->asset;

	return (a > b) - (a < b);
}

/* The holdings, ascending by their asset. */
struct holdings {
	const struct holding **list;
	size_t n;
};

static struct holdings sorted(void *pool, const struct portfolio *p)
{
	struct holdings out = { pool_array(pool, const struct holding *, p->n_holdings),
				p->n_holdings };

	for (size_t i = 0; i < out.n; i++)
		out.list[i] = &p->holdings[i];
	order_sort(out.list, out.n, sizeof(const struct holding *), by_asset);
	return out;
}

static const struct holding *holding_of(const struct holdings *h, const struct ledger_asset *a)
{
	const struct holding key = { .asset = a }, *wanted = &key, **found;

	if (!a)
		return NULL;
	found = order_find(&wanted, h->list, h->n, sizeof(const struct holding *), by_asset);
	return found ? *found : NULL;
}

/* The rows of the issue that may be wrong; @qty: how much of each. */
static bool row_counts(const struct issue *i, const struct issue_row *r, struct qty *qty)
{
	*qty = r->row->qty;
	if (qty->e8 < 0)
		qty->e8 = -qty->e8;
	if (i->code == ISSUE_SOLD_MORE_THAN_HELD)
		*qty = r->uncovered; /* stands on the last sale of its day */
	return qty->e8 != 0 && r->row->price_known;
}

static void add(struct issue *i, const struct ledger_asset *a, struct qty qty, struct price price,
		const struct holding *h)
{
	bool range = false;
	struct money m = i->weight;

	/* A foreign price at today's rate, like the holding's value. */
	if (a->currency == CURRENCY_USD && !(h && h->fx_known))
		return;
	m = money_add(m,
		      market_value_of(qty, price, a->currency == CURRENCY_USD ? &h->fx_rate : NULL,
				      &range),
		      &range);
	if (range || m.e8 <= 0)
		return;
	i->weight = m;
	i->weighed = WEIGHT_ROWS;
}

static void weigh_rows(struct issue *i, const struct holding *h)
{
	struct qty qty;

	if (i->code == ISSUE_DUPLICATE_ROWS) { /* those that repeat another one */
		for (size_t k = 0; k < i->n_drafts; k++) {
			const struct ledger_row *r = &i->drafts[k];

			if (r->price_known)
				add(i, i->asset, (struct qty){ llabs(r->qty.e8) }, r->price, h);
		}
		return;
	}
	/* The second row of a transfer is in the other portfolio. */
	for (size_t k = 0; k < (i->code == ISSUE_TRANSFER_MAYBE ? 1 : i->n_rows); k++)
		if (row_counts(i, &i->rows[k], &qty))
			add(i, i->rows[k].asset, qty, i->rows[k].row->price, h);
}

static void weigh(struct issue *i, const struct holding *h)
{
	switch (i->code) {
	case ISSUE_SOLD_MORE_THAN_HELD:
	case ISSUE_PRICE_OFF_QUOTE:
	case ISSUE_TRANSFER_MAYBE:
	case ISSUE_DUPLICATE_ROWS:
		weigh_rows(i, h);
		return;
	case ISSUE_COST_UNKNOWN:
	case ISSUE_SUCCESSOR_MISSING:
	case ISSUE_COST_SHARE_MISSING:
	case ISSUE_UNKNOWN_TICKER:
	case ISSUE_NO_EXCHANGE_RATE:
	case ISSUE_GAP_BEFORE_FIRST_EXPORT:
	case ISSUE_RESULT_UNKNOWN:
	case ISSUE_PRICE_MISSING:
	case ISSUE_PRICE_STALE:
	case ISSUE_PRICE_ABSURD:
	case ISSUE_OPTION_EXPIRED:
	case ISSUE_OPTION_EXPIRY_UNKNOWN:
	case ISSUE_FIXED_INCOME_WITHOUT_TERMS:
	case ISSUE_TYPE_GUESSED:
	case ISSUE_CORPORATE_EVENT_APPLIED:
		break;
	}
	if (!h || h->state != HOLDING_OPEN || !h->value_known || h->market_value.e8 <= 0)
		return;
	i->weight = h->market_value;
	i->weighed = WEIGHT_POSITION;
}

void issues_weigh(struct issue_list *l)
{
	struct holdings all = sorted(l->pool, l->in->portfolio);

	for (size_t k = 0; k < l->n; k++)
		weigh(&l->items[k], holding_of(&all, l->items[k].asset));
}
