/* SPDX-License-Identifier: Apache-2.0 */
/*
 * detail_json.c: a computed portfolio as PortfolioDetail.
 *
 * Beyond the contract: `ledger_version` (for If-Match), `controller_id` and the reader's access,
 * `as_of`, `ledger_assets`, and `applied_events`, the reference events that the ledger lacks and the
 * fold applied, each with the row that would make it explicit.
 */
#include "config.h"

#include "portfolio/show/detail_json.h"

#include "portfolio/store/returns_load.h"
#include "portfolio/show/history_json.h"

#define RATE_PLACES 6

static void render_returns(void *pool, struct json *j, const struct portfolio *p,
			   const struct twr *twr)
{
	json_rate_or_null(j, "xirr", p->xirr_known, p->xirr, RATE_PLACES);
	json_open(j, "returns");
	json_rate_or_null(j, "xirr", p->xirr_known, p->xirr, RATE_PLACES);
	twr_render(j, "twr", twr);
	json_text(j, "explain", returns_sentence(pool, p, twr));
	json_close(j);
}

static void render_fx(struct json *j, const struct fx *fx)
{
	if (!json_open_if(j, "fx", fx->source != FX_NONE))
		return;
	json_price(j, "usd_brl", fx->rate);
	if (fx->source == FX_USDT)
		json_timestamp(j, "as_of", fx->at_ms);
	else
		json_day(j, "as_of", fx->day);
	json_text(j, "source", fx->source == FX_USDT ? "usdt" : "bcb");
	json_percent_or_null(j, "change_pct", fx->change_known, fx->change);
	json_close(j);
}

void totals_render(struct json *j, const struct portfolio *p)
{
	json_money(j, "patrimonio", p->patrimonio);
	json_money(j, "invested", p->invested);
	json_money(j, "unrealized_pl", p->unrealized_pl);
	json_percent(j, "unrealized_pct", p->unrealized_pct);
	json_money(j, "realized_pl", p->realized_pl);
	json_money(j, "income_received", p->income_received);
	json_money(j, "day_change_brl", p->day_change);
	json_percent(j, "day_change_pct", p->day_change_pct);
	months_render(j, "realized_by_month", &p->realized_by_month);
	months_render(j, "income_by_month", &p->income_by_month);
	json_money(j, "total_pl", p->total_pl);
}

/* ---- applied events ---- */

static const struct reference_event *
reference_of(const struct market *m, const struct ledger_asset *a, const struct applied_event *e)
{
	const struct market_symbol *s = a ? market_find(m, e->symbol, a->type) : NULL;

	for (size_t i = 0; s && i < s->n_events; i++) {
		if (day_same(s->events[i].ex_day, e->ex_day) && s->events[i].kind == e->kind)
			return &s->events[i];
	}
	return NULL;
}

static void render_ratio(struct json *j, struct ratio r)
{
	json_decimal(j, "ratio", dec_div_half_away((wide)r.n * E12, r.d), PRICE_PLACES,
		     PRICE_PLACES, true);
}

void event_row_render(struct json *j, const char *name, const struct loaded *in,
		      const struct applied_event *e)
{
	const struct ledger_asset *a = ledger_traded(&in->ledger, e->symbol);
	const struct reference_event *ref = reference_of(in->market, a, e);

	json_open(j, name);
	json_text(j, "symbol", e->symbol);
	if (a)
		json_text(j, "asset_type", asset_type_names[a->type]);
	json_text(j, "kind", row_kind_names[e->kind == EVENT_SPLIT ? ROW_SPLIT : ROW_ADJUST]);
	json_text(j, "event_kind", event_kind_names[e->kind]);
	json_day(j, "trade_date", e->ex_day);
	json_qty(j, "quantity", e->qty);
	if (e->kind == EVENT_SPLIT)
		render_ratio(j, e->ratio);
	else if (ref && ref->unit_cost_known)
		json_price(j, "price", ref->unit_cost);
	json_close(j);
}

static void render_applied(struct json *j, const struct loaded *in, const struct portfolio *p)
{
	json_array(j, "applied_events");
	for (size_t i = 0; i < p->n_applied; i++) {
		const struct applied_event *e = &p->applied[i];

		json_open(j, NULL);
		json_text(j, "code", "corporate_event_applied");
		json_text(j, "symbol", e->symbol);
		json_day(j, "ex_date", e->ex_day);
		json_text(j, "kind", event_kind_names[e->kind]);
		render_ratio(j, e->ratio);
		json_qty(j, "quantity", e->qty);
		event_row_render(j, "row", in, e);
		json_close(j);
	}
	json_array_end(j);
}

/* ---- the whole ---- */

static bool shown(const struct holding *h, unsigned layers)
{
	return h->state != HOLDING_CLOSED || (layers & LAYER_CLOSED);
}

static void render_head(struct json *j, const struct loaded *in, const struct portfolio *p,
			const struct render_want *want)
{
	size_t rows = p->open_positions + p->watchlist_entries;

	if (want->layers & LAYER_CLOSED)
		rows += p->closed_positions;
	json_uuid(j, "id", in->id);
	json_text(j, "name", in->name);
	if (!want->client)
		json_text(j, "visibility", in->visibility);
	json_timestamp(j, "created_at", in->created_ms);
	json_boolean(j, "exclude_from_consolidated", in->exclude_from_consolidated);
	if (!want->client)
		json_int(j, "ledger_version", in->ledger_version);
	if (want->access) {
		json_uuid(j, "controller_id", in->controller);
		json_text(j, "access", want->access);
	}
	json_day(j, "as_of", want->as_of);
	json_int(j, "ledger_assets", (int64_t)in->ledger.n_assets);
	json_int(j, "holdings_count", (int64_t)rows);
	json_int(j, "open_positions", (int64_t)p->open_positions);
	json_int(j, "closed_positions", (int64_t)p->closed_positions);
	json_int(j, "watchlist_entries", (int64_t)p->watchlist_entries);
	json_int(j, "merged_assets", (int64_t)p->merged_assets);
}

void detail_render(void *pool, struct json *j, const char *name, const struct loaded *in,
		   const struct portfolio *p, const struct render_want *want)
{
	json_open(j, name);
	render_head(j, in, p, want);
	totals_render(j, p);
	render_returns(pool, j, p, &want->twr);
	json_text(j, "kind_mix", p->kind_mix);
	json_boolean(j, "is_watchlist", p->is_watchlist);
	json_boolean(j, "any_unpriced", p->any_unpriced);
	json_boolean(j, "any_cost_unknown", p->any_cost_unknown);
	render_fx(j, &p->fx);
	json_array(j, "holdings");
	for (size_t i = 0; i < p->n_holdings; i++) {
		if (shown(&p->holdings[i], want->layers))
			holding_render(pool, j, &p->holdings[i], want);
	}
	json_array_end(j);
	render_applied(j, in, p);
	json_close(j);
}
