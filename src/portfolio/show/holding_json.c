/* SPDX-License-Identifier: Apache-2.0 */
/*
 * holding_json.c: one position as PortfolioHolding.
 *
 * Every field of the contract is always present; the flag beside a value makes it null, never a magic
 * number.  doc/calculations.md 0.2 sets the places, through the writer's types.
 */
#include "config.h"

#include "portfolio/show/detail_json.h"

#include "calc/views/views.h"

#include "portfolio/store/asset_meta.h"
#include "portfolio/store/cached_rows.h"

void months_render(struct json *j, const char *name, const struct months *m)
{
	char month[MONTH_TEXT_SIZE];

	json_open(j, name);
	for (size_t i = 0; i < m->n; i++) {
		month_format(m->items[i].month, month);
		json_money(j, month, m->items[i].amount);
	}
	json_close(j);
}

static void render_cost(struct json *j, const struct holding *h, const struct position *p)
{
	struct money cost = { h->state == HOLDING_CLOSED ? 0 : p->cost.e8 };
	bool known = h->state == HOLDING_CLOSED || (h->state == HOLDING_OPEN && p->cost_known);

	json_money_or_null(j, "invested_cost", known, cost);
}

static void render_realized(struct json *j, const struct holding *h, const struct position *p)
{
	json_money_or_null(j, "realized_pl", h->state != HOLDING_WATCHLIST && p->realized_known,
			   p->realized);
}

/* The mean cost from the end of each month on in which it changed. */
static void render_means(void *pool, struct json *j, const struct derived_holding *d,
			 struct day as_of)
{
	struct mean_month *means = pool_array(pool, struct mean_month, d->n_steps);
	size_t n = history_means(d, as_of, means);
	char month[MONTH_TEXT_SIZE];

	json_open(j, "avg_price_by_month");
	for (size_t i = 0; i < n; i++) {
		month_format(means[i].month, month);
		json_price_or_null(j, month, means[i].known, means[i].mean);
	}
	json_close(j);
	pool_free(means);
}

static void render_result(struct json *j, const struct holding *h, const struct derived_holding *d,
			  struct day as_of)
{
	struct holding_result r;
	bool known = h->state != HOLDING_WATCHLIST && holding_result(h, d, as_of, &r) == CALC_OK;

	if (!json_open_if(j, "result", known))
		return;
	json_money_or_null(j, "price", r.open_known, r.price);
	json_money_or_null(j, "dollar", r.dollar_known, r.dollar);
	json_money_or_null(j, "total", r.total_known, r.total);
	json_money(j, "income_12m", r.income_12m);
	json_percent_or_null(j, "yield_on_cost_pct", r.on_cost_known, r.on_cost);
	json_percent_or_null(j, "yield_on_value_pct", r.on_value_known, r.on_value);
	json_close(j);
}

/* What needs more of the holding than its head. */
static void render_tail(void *pool, struct json *j, const struct holding *h,
			const struct render_want *want)
{
	const struct derived_holding *d = want->derived[h->asset - want->assets];

	if (want->layers & LAYER_MONTHLY)
		render_means(pool, j, d, want->as_of);
	if (want->layers & LAYER_RESULT)
		render_result(j, h, d, want->as_of);
}

static void render_native(struct json *j, const struct holding *h)
{
	if (!json_open_if(j, "native", h->has_native))
		return;
	json_text(j, "currency", currency_names[h->asset->currency]);
	json_price_or_null(j, "avg_price", h->native_mean_known, h->native_mean);
	render_cost(j, h, &h->native);
	json_price_or_null(j, "price", h->native_price_known, h->price_native);
	json_percent_or_null(j, "change_pct", h->native_change_known, h->native_change);
	json_money_or_null(j, "market_value", h->native_value_known, h->native_value);
	json_money_or_null(j, "unrealized_pl", h->native_pl_known, h->native_pl);
	json_percent_or_null(j, "unrealized_pct", h->native_pct_known, h->native_pct);
	render_realized(j, h, &h->native);
	json_boolean(j, "cost_basis_known", h->native.basis_known);
	json_money(j, "income_received", h->native_income);
	json_close(j);
}

/* The stored object, with the liability of a written option. */
static void render_meta(void *pool, struct json *j, const struct holding *h, bool public_reader)
{
	const char *meta = h->asset->meta;

	if (meta && public_reader)
		meta = asset_meta_public(pool, meta);
	if (!meta)
		meta = "{}";
	if (h->brl.short_qty.e8 != 0)
		meta = asset_meta_short(pool, meta, h->brl.short_qty);
	json_raw(j, "meta", meta);
}

/* From the cache, or else from the ledger. */
static void render_transactions(void *pool, struct json *j, const struct holding *h,
				const struct render_want *want)
{
	const struct rendered_rows rows = { h->asset, h->merged, h->n_merged };

	if (want->cached_rows)
		json_slice(j, "transactions", want->cached_rows[h->asset - want->assets]);
	else
		cached_rows_render(pool, j, "transactions", &rows, want->as_of);
}

static void render_valuation(void *pool, struct json *j, const struct holding *h)
{
	json_price_or_null(j, "price", h->price_known, h->price);
	json_percent_or_null(j, "change_pct", h->change_known, h->change_pct);
	json_money_or_null(j, "market_value", h->value_known, h->market_value);
	json_money_or_null(j, "unrealized_pl", h->pl_known, h->unrealized_pl);
	json_percent_or_null(j, "unrealized_pct", h->pct_known, h->unrealized_pct);
	json_text(j, "unrealized_pct_reason", pct_reason_names[h->pct_reason]);
	json_text(j, "valuation", valuation_names[h->valuation]);
	json_text(j, "valuation_reason", unpriced_text(pool, h));
	if (h->price_known && h->valuation != VALUATION_ACCRUAL) { /* also for watched assets */
		json_day(j, "price_date", h->quote_day);
		json_text(j, "price_source", h->stated ? "manual" : "quote");
	} else {
		json_null(j, "price_date");
		json_null(j, "price_source");
	}
}

static void render_names(struct json *j, const struct holding *h)
{
	json_text(j, "renamed_to", h->renamed_to);
	if (h->n_merged == 0) {
		json_null(j, "merged_from");
		return;
	}
	json_texts(j, "merged_from", h->merged_from, h->n_merged);
}

void holding_render(void *pool, struct json *j, const struct holding *h,
		    const struct render_want *want)
{
	const struct position *p = &h->brl;

	json_open(j, NULL);
	json_text(j, "symbol", h->asset->symbol);
	json_text(j, "asset_type", asset_type_names[h->asset->type]);
	json_text(j, "name", holding_name(h) ? holding_name(h) : h->asset->symbol);
	json_qty(j, "qty", p->qty);
	json_price_or_null(j, "avg_price", h->mean_known, h->mean);
	render_cost(j, h, p);
	json_boolean(j, "cost_basis_known", p->basis_known);
	render_valuation(pool, j, h);
	render_realized(j, h, p);
	if (want->layers & LAYER_MONTHLY)
		months_render(j, "realized_by_month", &p->realized_by_month);
	json_money(j, "income_received", h->income.received);
	if (want->layers & LAYER_MONTHLY)
		months_render(j, "income_by_month", &h->income.by_month);
	json_percent_or_null(j, "weight_pct", h->weight_known, h->weight_pct);
	json_money_or_null(j, "day_change_brl", h->day_known, h->day_change);
	json_day_or_null(j, "added_at", p->has_rows, p->added);
	json_day_or_null(j, "held_since", h->state == HOLDING_OPEN && p->opening.known,
			 p->opening.day);
	json_int(j, "tx_count", (int64_t)p->tx_count);
	json_boolean(j, "closed", h->state == HOLDING_CLOSED);
	json_boolean(j, "is_watchlist", h->state == HOLDING_WATCHLIST);
	json_boolean(j, "priced", h->priced);
	render_names(j, h);
	json_text(j, "currency", currency_names[h->asset->currency]);
	json_price_or_null(j, "price_native", h->native_price_known, h->price_native);
	json_price_or_null(j, "fx_rate", h->fx_known, h->fx_rate);
	render_native(j, h);
	json_uuid(j, "asset_id", h->asset->id);
	if (h->asset->terms && accrual_rate_kind(h->asset->terms))
		json_text(j, "rate_kind", rate_kind_names[accrual_rate_kind(h->asset->terms)]);
	render_meta(pool, j, h, want->public_reader);
	if (want->derived)
		render_tail(pool, j, h, want);
	if (want->layers & LAYER_TRANSACTIONS)
		render_transactions(pool, j, h, want);
	json_close(j);
}
