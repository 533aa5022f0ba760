/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_assets.c: the assets of a taxpayer's portfolios, joined by symbol and type, tokens by custody too.
 */
#include "config.h"

#include "portfolio/tax/tax_join.h"

#include <string.h>

#include "core/encode.h"
#include "core/pool.h"
#include "db/db.h"

static DB_STMT(listed, "tax.listed",
	       "select symbol, option_kind, strike, expiry from instrument"
	       " where venue = 'b3' and symbol = any($1::text[])"
	       "   and asset_type = 'option'"
	       " order by symbol");
enum { L_SYMBOL, L_KIND, L_STRIKE, L_EXPIRY };

/* ---- assets ---- */

/* That of a register; a fund's own is its symbol. */
static const char *tax_id_of(const struct tax_joining *g, const char *symbol, enum asset_type type)
{
	const struct market_symbol *m = market_find(g->market, symbol, type);
	char normal[15];

	if ((type == ASSET_FUND && tax_id_normal(symbol, normal)) ||
	    (m && m->tax_id && tax_id_normal(m->tax_id, normal)))
		return pool_strdup(g->ctx->pool, normal);
	return NULL;
}

static void take_market(struct tax_asset *a, const struct market_symbol *m)
{
	a->events = m->events;
	a->n_events = m->n_events;
	a->distributions = m->distributions;
	a->n_distributions = m->n_distributions;
}

static struct tax_asset asset_of(struct tax_joining *g, const struct ledger_asset *a)
{
	const struct market_symbol *m = market_find(g->market, a->symbol, a->type);
	struct tax_asset out = {
		.symbol = a->symbol,
		.name = a->name ? a->name
			: m	? m->name
				: NULL,
		.type = a->type,
		.currency = a->currency,
		.terms = a->terms,
	};

	if (m)
		take_market(&out, m);
	if (m && m->expires) {
		out.option.terms.listed = true;
		out.option.terms.listing = m->expiry;
	}
	if (a->expiry_stated) {
		out.option.terms.stated = true;
		out.option.terms.statement = a->expiry;
	}
	tax_facts_of(g->ctx->pool, a->meta, a->contract, &out);
	return out;
}

/* Each fact of an option separately: one portfolio may have its strike, another its outcome. */
static void fill_option(struct tax_option *to, const struct tax_option *from)
{
	if (!to->kind_known && from->kind_known) {
		to->kind_known = true;
		to->call = from->call;
	}
	if (!to->strike_known && from->strike_known) {
		to->strike_known = true;
		to->strike = from->strike;
	}
	if (!to->close_known && from->close_known) {
		to->close_known = true;
		to->close = from->close;
	}
	if (!to->terms.stated && from->terms.stated) {
		to->terms.stated = true;
		to->terms.statement = from->terms.statement;
	}
	if (to->outcome == OUTCOME_UNKNOWN)
		to->outcome = from->outcome;
}

/* A fact of one portfolio about an asset that another does not have. */
static void fill_facts(struct tax_asset *to, const struct tax_asset *from)
{
	if (to->typed == TAX_NONE)
		to->typed = from->typed;
	if (to->etf == ETF_UNKNOWN)
		to->etf = from->etf;
	if (to->fund == FUND_PLAIN)
		to->fund = from->fund;
	if (to->origin == ORIGIN_UNKNOWN)
		to->origin = from->origin;
	if (!to->paper)
		to->paper = from->paper;
	if (!to->terms)
		to->terms = from->terms;
	if (!to->tax_id)
		to->tax_id = from->tax_id;
	if (!to->name)
		to->name = from->name;
	if (!to->incentive_known) {
		to->incentive_known = from->incentive_known;
		to->incentive = from->incentive;
	}
	to->foreign_share |= from->foreign_share;
	fill_option(&to->option, &from->option);
}

/* The rows of this portfolio replace the events of the reference data; those of others do not. */
static void decline(struct tax_joining *g, size_t asset, size_t portfolio)
{
	struct tax_asset *x = &g->assets[asset];
	bool *declined = pool_array(g->ctx->pool, bool, g->n);

	if (x->declined)
		memcpy(declined, x->declined, g->n * sizeof(*declined));
	declined[portfolio] = true;
	x->declined = declined;
}

static size_t place_of(struct tax_joining *g, const struct ledger_asset *a)
{
	struct tax_asset one = asset_of(g, a);

	size_t slot = fnv1a(FNV1A_START, one.symbol, strlen(one.symbol)) % g->n_slots;

	for (; g->slots[slot]; slot = (slot + 1) % g->n_slots) {
		struct tax_asset *x = &g->assets[g->slots[slot] - 1];

		if (x->type != one.type || !str_eq(x->symbol, one.symbol) ||
		    (one.type == ASSET_CRYPTO && x->custody != one.custody))
			continue;
		fill_facts(x, &one);
		return g->slots[slot] - 1;
	}
	g->assets[g->n_assets++] = one;
	g->slots[slot] = g->n_assets;
	return g->n_assets - 1;
}

size_t tax_join_asset(struct tax_joining *g, const struct ledger_asset *a, size_t portfolio)
{
	size_t place = place_of(g, a);

	if (a->decline_events)
		decline(g, place, portfolio);
	return place;
}

/* ---- papers without rows ---- */

static size_t asset_named(const struct tax_joining *g, const char *symbol)
{
	size_t i = 0;

	while (i < g->n_assets && !str_eq(g->assets[i].symbol, symbol))
		i++;
	return i;
}

/* The old and the new ticker are the same asset of the table, so both have what is typed of it. */
static void own_successor(struct tax_joining *g, size_t from, size_t to)
{
	size_t n = g->n_own;

	for (size_t i = 0; i < n; i++) {
		if (g->own[i].asset != from)
			continue;
		g->own = pool_resize(g->ctx->pool, g->own, struct tax_own_asset, g->n_own + 1);
		g->own[g->n_own] = g->own[i];
		g->own[g->n_own++].asset = to;
	}
}

/*
 * The successor's type: as the person typed it (shares may become BDRs); with the reference data, and
 * abroad, the old type.
 */
static enum asset_type type_of_successor(const struct tax_joining *g, const struct succession *s,
					 enum asset_type old)
{
	for (size_t i = 0; i < g->n; i++)
		for (size_t k = 0; k < g->list[i]->ledger.n_assets; k++) {
			const struct ledger_asset *a = &g->list[i]->ledger.assets[k];
			const struct succession *typed = a->succession;

			if (typed && str_eq(typed->from, s->from) && str_eq(typed->to, s->to) &&
			    day_same(typed->day, s->day) && a->succession_type != ASSET_US)
				return a->succession_type;
		}
	return old;
}

/* After a rename the facts of the company stay; another company's paper has the market's facts. */
static struct tax_asset successor_of(struct tax_joining *g, const struct tax_asset *old,
				     const struct succession *s)
{
	enum asset_type type = type_of_successor(g, s, old->type);
	const struct market_symbol *m = market_find(g->market, s->to, type);
	bool renamed = s->ratio.n == s->ratio.d && !s->has_cash;
	struct tax_asset out = *old;

	if (type != old->type)
		out = (struct tax_asset){ .type = type, .currency = old->currency };
	out.symbol = s->to;
	out.name = m ? m->name : NULL;
	out.events = NULL;
	out.n_events = 0;
	out.distributions = NULL;
	out.n_distributions = 0;
	if (m)
		take_market(&out, m);
	renamed = renamed && type == old->type;
	if (!renamed) /* what was typed is of another company */
		out.tax_id = NULL;
	if (!out.tax_id)
		out.tax_id = tax_id_of(g, s->to, type);
	if (!out.tax_id && renamed)
		out.tax_id = tax_id_of(g, s->from, type);
	return out;
}

/*
 * Rows are often all typed under the old ticker; the declaration names the ticker of 31 December
 * (20.9), whose asset then has no rows.
 */
static void add_successors(struct tax_joining *g)
{
	for (size_t i = 0; i < g->successions.n; i++) {
		const struct succession *s = &g->successions.items[i];
		size_t from = asset_named(g, s->from), to = g->n_assets;

		if (from == g->n_assets || asset_named(g, s->to) < g->n_assets ||
		    day_before(g->ctx->today, s->day))
			continue;
		g->assets = pool_resize(g->ctx->pool, g->assets, struct tax_asset, to + 1);
		g->assets[to] = successor_of(g, &g->assets[from], s);
		g->n_assets++;
		own_successor(g, from, to);
	}
}

/* ---- what registers say ---- */

/* Of those of which no portfolio states one. */
static void take_tax_ids(struct tax_joining *g)
{
	for (size_t i = 0; i < g->n_assets; i++)
		if (!g->assets[i].tax_id)
			g->assets[i].tax_id = tax_id_of(g, g->assets[i].symbol, g->assets[i].type);
}

static void take_listed(struct tax_joining *g)
{
	const char **symbols = pool_array(g->ctx->pool, const char *, g->n_assets);
	struct db_rows *r;
	size_t n = 0;

	for (size_t i = 0; i < g->n_assets; i++)
		if (g->assets[i].type == ASSET_OPTION)
			symbols[n++] = g->assets[i].symbol;
	if (!n)
		return;
	r = db_query(g->ctx, &listed, DB_ARGS(db_texts(symbols, n)));
	for (size_t i = 0; i < g->n_assets; i++) {
		struct tax_option *o = &g->assets[i].option;
		size_t at = g->assets[i].type == ASSET_OPTION
				    ? db_find(r, L_SYMBOL, slice_of(g->assets[i].symbol))
				    : SIZE_MAX;

		if (at == SIZE_MAX)
			continue;
		if (!o->kind_known && !db_is_null(r, at, L_KIND)) {
			o->kind_known = true;
			o->call = str_eq(db_get_text(r, at, L_KIND), "call");
		}
		if (!o->strike_known && !db_is_null(r, at, L_STRIKE)) {
			o->strike_known = true;
			o->strike.e12 = db_get_decimal(r, at, L_STRIKE, PRICE_PLACES);
		}
	}
}

void tax_join_rest(struct tax_joining *g)
{
	add_successors(g);
	take_tax_ids(g);
	take_listed(g);
}
