/* SPDX-License-Identifier: Apache-2.0 */
/* fixed_income_view.c: reads and judges all fixed income of a person. */
#include "config.h"

#include "portfolio/show/fixed_income_view.h"

#include "core/order.h"
#include "db/db.h"
#include "portfolio/store/paper_kind.h"

/* The newest of each paper. */
static DB_STMT(day_rates, "fixed_income.day_rates",
	       "select x.n, r.day, r.buy, r.sell, null::numeric as indicative, null::text as kind"
	       "  from unnest($1::text[], $2::text[]) with ordinality x(bond, debenture, n)"
	       "  join treasury_rate r on r.symbol = x.bond"
	       " union all"
	       " select x.n, m.day, null, null, m.rate, m.rate_kind"
	       "  from unnest($1::text[], $2::text[]) with ordinality x(bond, debenture, n)"
	       " cross join lateral (select y.day, y.rate, y.rate_kind from debenture_mark y"
	       "                      where y.code = x.debenture and y.rate is not null"
	       "                      order by y.day desc limit 1) m"
	       " order by 1");
enum { R_N, R_DAY, R_BUY, R_SELL, R_INDICATIVE, R_KIND };

/* ---- the papers ---- */

static bool typed_terms(const struct ledger_asset *a)
{
	return a->meta && strstr(a->meta, "\"fixed_income\"");
}

static struct fixed_holding holding_of(void *pool, const struct valued *v, const struct holding *h)
{
	const struct ledger_asset *a = h->asset;
	struct fixed_holding f = { .portfolio = v, .of = h, .paper = paper_kind(pool, a) };

	if (a->terms)
		f.rate = accrual_rate_said(pool, a->terms);
	f.published = a->type == ASSET_DEBENTURE && a->contract && !typed_terms(a);
	f.issuer = a->type == ASSET_TESOURO ? "Tesouro Nacional"
		   : a->terms		    ? a->terms->issuer
					    : NULL;
	f.guarantee = guarantee_of(a->type, f.paper, &f.guarantee_reason);
	return f;
}

static void collect(struct ctx *ctx, const struct consolidation *t, struct fixed_income_view *v)
{
	size_t room = 0;

	for (size_t i = 0; i < t->n; i++)
		room += t->list[i].portfolio.n_holdings;
	v->list = pool_array(ctx->pool, struct fixed_holding, room);
	for (size_t i = 0; i < t->n; i++)
		for (size_t k = 0; k < t->list[i].portfolio.n_holdings; k++) {
			const struct holding *h = &t->list[i].portfolio.holdings[k];

			if (h->state == HOLDING_OPEN && asset_is_fixed_income(h->asset->type))
				v->list[v->n++] = holding_of(ctx->pool, &t->list[i], h);
		}
}

/* ---- what the market says ---- */

static const char *market_symbol(const struct ledger_asset *a)
{
	return a->quoted_as ? a->quoted_as : a->symbol;
}

static void find_ahead(struct ctx *ctx, struct fixed_income_view *v)
{
	struct ahead_paper *papers = pool_array(ctx->pool, struct ahead_paper, v->n);
	struct payments_ahead *ahead = pool_zero(ctx->pool, struct payments_ahead);

	for (size_t i = 0; i < v->n; i++) {
		const struct ledger_asset *a = v->list[i].of->asset;

		papers[i] = (struct ahead_paper){ .type = a->type,
						  .symbol = market_symbol(a),
						  .matures = a->terms && a->terms->has_maturity };
		if (papers[i].matures)
			papers[i].maturity = a->terms->maturity;
	}
	payments_ahead(ctx, papers, v->n, ctx->today, DAY_FAR_FUTURE, 1, ahead);
	for (size_t i = 0; i < v->n; i++) {
		v->list[i].next_unknown = ahead->unknown[i];
		v->list[i].matures = ahead->matures[i];
		v->list[i].maturity = ahead->maturities[i];
	}
	for (size_t i = ahead->n; i-- > 0;)
		v->list[ahead->items[i].paper].next = &ahead->items[i];
}

static bool take_percent(const struct db_rows *r, size_t i, int column, struct percent *out)
{
	if (db_is_null(r, i, column))
		return false;
	*out = (struct percent){ db_get_decimal(r, i, column, MONEY_PLACES) };
	return true;
}

/* What the rate of a bond is, by its name. */
static const char *bond_rate_kind(const char *name)
{
	if (text_starts(name, "Tesouro Prefixado"))
		return rate_kind_names[RATE_KIND_FIXED];
	return rate_kind_names[text_starts(name, "Tesouro Selic") ? RATE_KIND_SPREAD
								  : RATE_KIND_REAL];
}

static void find_rates(struct ctx *ctx, struct fixed_income_view *v)
{
	const char **bonds = pool_array(ctx->pool, const char *, v->n);
	const char **debentures = pool_array(ctx->pool, const char *, v->n);
	const struct db_rows *r;

	for (size_t i = 0; i < v->n; i++) {
		const struct ledger_asset *a = v->list[i].of->asset;

		bonds[i] = a->type == ASSET_TESOURO ? market_symbol(a) : "";
		debentures[i] = a->type == ASSET_DEBENTURE ? a->symbol : "";
	}
	r = db_query(ctx, &day_rates, DB_ARGS(db_texts(bonds, v->n), db_texts(debentures, v->n)));
	for (size_t i = 0; i < db_count(r); i++) {
		size_t at = (size_t)db_get_int(r, i, R_N) - 1;
		struct day_rate *d = &v->list[at].day_rate;

		*d = (struct day_rate){ .known = true, .day = db_get_day(r, i, R_DAY) };
		d->buy_known = take_percent(r, i, R_BUY, &d->buy);
		d->sell_known = take_percent(r, i, R_SELL, &d->sell);
		d->indicative_known = take_percent(r, i, R_INDICATIVE, &d->indicative);
		d->kind = *bonds[at] ? bond_rate_kind(bonds[at]) : db_get_text(r, i, R_KIND);
	}
}

/* ---- sums, and the order ---- */

static void sum(struct ctx *ctx, struct fixed_income_view *v)
{
	struct guaranteed *list = pool_array(ctx->pool, struct guaranteed, v->n);
	bool range = false;

	for (size_t i = 0; i < v->n; i++) {
		const struct holding *h = v->list[i].of;

		list[i] = (struct guaranteed){ .issuer = v->list[i].issuer,
					       .guarantee = v->list[i].guarantee,
					       .value_known = h->value_known,
					       .value = h->market_value,
					       .at_cost = h->valuation == VALUATION_COST };
		if (h->value_known)
			v->value = money_add_shown(v->value, h->market_value, &range);
		else
			v->without_value++;
	}
	if (range || guarantee_sum(ctx->pool, list, v->n, &v->sums) != CALC_OK)
		fail(ctx, 422, "ledger_out_of_range", "Uma soma da renda fixa sai da escala.");
}

static int by_maturity(const void *a, const void *b)
{
	const struct fixed_holding *x = a, *y = b;
	int c = (int)y->matures - (int)x->matures;

	if (!c && x->matures)
		c = wide_order(x->maturity.n, y->maturity.n);
	c = c ? c : strcmp(x->of->asset->symbol, y->of->asset->symbol);
	return c ? c : (x->portfolio > y->portfolio) - (x->portfolio < y->portfolio);
}

void fixed_income_view(struct ctx *ctx, struct fixed_income_view *out)
{
	struct consolidation *t = pool_zero(ctx->pool, struct consolidation);

	consolidation_load(ctx, &(struct consolidation_want){ .as_of = ctx->today }, t);
	*out = (struct fixed_income_view){ .n = 0 };
	collect(ctx, t, out);
	if (!out->n)
		return;
	find_ahead(ctx, out);
	find_rates(ctx, out);
	sum(ctx, out);
	order_sort(out->list, out->n, sizeof(*out->list), by_maturity);
}
