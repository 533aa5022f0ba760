/* SPDX-License-Identifier: Apache-2.0 */
/* cases_figures.c: sections 8, 9 and 10. */
#include "config.h"

#include "cases/cases.h"

#include <stdlib.h>

#include "calc/views/views.h"

/* ---- positions ---- */

static enum indexer indexer_of(const char *name)
{
	int i = enum_find(indexer_names, name);

	return i < 0 ? INDEXER_OTHER : (enum indexer)i;
}

static const struct accrual_terms *read_terms(void *pool, struct json_object *in)
{
	struct accrual_terms *t = pool_zero(pool, struct accrual_terms);

	if (!in_field(in, "indexer"))
		return NULL;
	t->indexer = indexer_of(in_text(in, "indexer"));
	t->has_pct = in_number(in, "pct", 8, &t->pct.e8);
	t->has_spread = in_number(in, "spread", 8, &t->spread.e8);
	t->has_rate = in_number(in, "rate", 8, &t->rate.e8);
	t->paper = in_text(in, "paper");
	t->issuer = in_text(in, "issuer");
	t->exempt = in_true(in, "exempt", accrual_exempt(t->paper));
	return t;
}

static struct open_position read_open_position(void *pool, struct json_object *in)
{
	struct open_position s = {
		.symbol = in_text(in, "symbol"),
		.ticker = in_text(in, "symbol"),
		.name = in_text(in, "name"),
		.type = (enum asset_type)in_enum(in, "asset_type", asset_type_names, -1),
		.currency = in_currency(in),
		.sector = in_text(in, "sector"),
		.terms = read_terms(pool, in),
	};

	s.value_known = in_number(in, "market_value", MONEY_PLACES, &s.value.e8);
	return s;
}

/* Open positions only, as in a portfolio. */
static struct open_position *read_open_positions(void *pool, struct json_object *list, size_t *n)
{
	struct open_position *out = pool_array(pool, struct open_position, in_length(list));

	*n = 0;
	for (size_t i = 0; i < in_length(list); i++) {
		struct json_object *item = json_object_array_get_idx(list, i);

		if (in_qty(item, "qty").e8 > 0)
			out[(*n)++] = read_open_position(pool, item);
	}
	return out;
}

static void out_e2(struct json_object *o, const char *key, int64_t e2)
{
	out_value(o, key, e2, 2, 2);
}

static void out_list(struct json_object *o, const char *key, const char *const *texts, size_t n)
{
	struct json_object *array = out_array(o, key);

	for (size_t i = 0; i < n; i++)
		json_object_array_add(array, json_object_new_string(texts[i]));
}

static struct json_object *out_item(struct json_object *array)
{
	struct json_object *item = json_object_new_object();

	json_object_array_add(array, item);
	return item;
}

/* ---- xray ---- */

static void put_shares(struct json_object *o, const char *key, const char *name,
		       const struct xray_shares *s)
{
	struct json_object *array = out_array(o, key);

	for (size_t i = 0; i < s->n; i++) {
		struct json_object *item = out_item(array);

		out_text(item, name, s->items[i].name);
		out_money(item, "value_brl", s->items[i].value);
		out_e2(item, "pct", s->items[i].pct_e2);
	}
}

static struct json_object *xray(void *pool, struct json_object *in)
{
	size_t n;
	struct open_position *open_positions =
		read_open_positions(pool, in_field(in, "holdings"), &n);
	struct json_object *o, *top, *meta;
	struct xray x;

	if (xray_compute(pool, open_positions, n, &x) != CALC_OK)
		return NULL;
	o = json_object_new_object();
	put_shares(o, "by_class", "class", &x.by_class);
	put_shares(o, "by_sector", "sector", &x.by_sector);
	put_shares(o, "by_indexer", "indexer", &x.by_indexer);
	put_shares(o, "by_currency", "currency", &x.by_currency);
	top = out_array(o, "top_positions");
	for (size_t i = 0; i < x.n_top; i++) {
		struct json_object *item = out_item(top);

		out_text(item, "symbol", x.top[i].open_position->symbol);
		out_text(item, "class", asset_type_names[x.top[i].open_position->type]);
		out_money(item, "value_brl", x.top[i].open_position->value);
		out_e2(item, "pct", x.top[i].pct_e2);
	}
	out_list(o, "flags", x.flags, x.n_flags);
	meta = out_object(o, "meta");
	out_money(meta, "patrimonio_brl", x.patrimonio);
	out_money(meta, "rf_total_brl", x.rf_total);
	out_text(meta, "reference", in_text(in, "as_of"));
	out_count(meta, "positions_considered", x.considered);
	out_count(meta, "unpriced_ignored", x.ignored);
	return o;
}

/* ---- costs ---- */

static int by_fee(const void *a, const void *b)
{
	const struct percent *x = a;
	const struct percent *y = b;

	return x->e8 < y->e8 ? -1 : x->e8 > y->e8;
}

/* The result of the register's query: the median of the fees in ]0, 20]. */
static void read_peers(void *pool, struct json_object *list, struct fund_cost *f)
{
	struct percent *fees = pool_array(pool, struct percent, in_length(list));
	size_t n = 0;

	for (size_t i = 0; i < in_length(list); i++) {
		struct json_object *fee = json_object_array_get_idx(list, i);
		bool rounded;

		if (fee && dec_parse_rounded(slice_of(json_object_get_string(fee)), 8, 1000 * E8,
					     &fees[n].e8, &rounded) == DEC_OK)
			n += fees[n].e8 > 0 && fees[n].e8 <= 20 * E8;
	}
	f->peers = n;
	if (!n)
		return;
	qsort(fees, n, sizeof(*fees), by_fee);
	f->median.e8 = (fees[(n - 1) / 2].e8 + fees[n / 2].e8) / 2;
}

static struct fund_cost *read_funds(void *pool, struct json_object *list, size_t n)
{
	struct fund_cost *out = pool_array(pool, struct fund_cost, n);
	size_t at = 0;

	for (size_t i = 0; i < in_length(list); i++) {
		struct json_object *item = json_object_array_get_idx(list, i);

		if (in_qty(item, "qty").e8 <= 0)
			continue;
		out[at].fee_known = in_number(item, "admin_fee_pct", 8, &out[at].fee.e8);
		out[at].administrator = in_text(item, "administrator");
		out[at].peer_class = in_text(item, "peer_class");
		read_peers(pool, in_field(item, "peer_fees"), &out[at++]);
	}
	return out;
}

static void put_item(struct json_object *o, const struct cost_item *i)
{
	struct json_object *b;

	out_text(o, "symbol", i->open_position->symbol);
	out_text(o, "class", asset_type_names[i->open_position->type]);
	out_text(o, "name", i->open_position->name);
	out_money(o, "value_brl", i->open_position->value);
	out_text(o, "cost_kind", cost_kind_names[i->kind]);
	out_percent(o, "annual_cost_pct", i->annual_pct);
	out_money(o, "annual_cost_brl", i->annual);
	out_text(o, "recipient", i->recipient);
	out_text(o, "note", i->note);
	out_null(o, "benchmark");
	out_null(o, "excess_cost_brl");
	if (!i->benchmark)
		return;
	out_money(o, "excess_cost_brl", i->excess);
	b = out_object(o, "benchmark");
	out_text(b, "label", i->benchmark);
	out_percent(b, "value_pct", i->benchmark_pct);
	if (i->kind == COST_FUND_FEE)
		out_count(b, "peers", i->peers);
}

static void put_unknown(struct json_object *o, const struct cost_unknown *u)
{
	out_text(o, "class", asset_type_names[u->type]);
	out_text(o, "reason", u->reason);
	out_count(o, "positions", u->positions);
	out_list(o, "symbols", u->symbols, u->n_symbols);
}

static void put_cost_sums(struct json_object *o, const struct costs *c)
{
	struct json_object *array = out_array(o, "by_recipient");
	struct json_object *totals = out_object(o, "totals");

	for (size_t i = 0; i < c->n_recipients; i++) {
		struct json_object *item = out_item(array);

		out_text(item, "recipient", c->recipients[i].name);
		out_money(item, "annual_cost_brl", c->recipients[i].annual);
	}
	out_money(totals, "annual_cost_brl", c->annual);
	out_money(totals, "above_reference_brl", c->excess);
	out_null(totals, "pct_of_patrimonio");
	if (c->pct_known)
		out_percent(totals, "pct_of_patrimonio", c->pct);
	out_list(o, "flags", c->flags, c->n_flags);
}

static struct json_object *costs(void *pool, struct json_object *in)
{
	size_t n;
	struct json_object *list = in_field(in, "holdings"), *o, *array, *meta;
	struct open_position *open_positions = read_open_positions(pool, list, &n);
	struct percent cdi;
	bool has_cdi = in_number(in, "cdi_12m_pct", 8, &cdi.e8);
	struct costs c;

	if (costs_compute(pool, open_positions, read_funds(pool, list, n), n, has_cdi ? &cdi : NULL,
			  &c) != CALC_OK)
		return NULL;
	o = json_object_new_object();
	array = out_array(o, "items");
	for (size_t i = 0; i < c.n_items; i++)
		put_item(out_item(array), &c.items[i]);
	array = out_array(o, "not_estimated");
	for (size_t i = 0; i < c.n_unknown; i++)
		put_unknown(out_item(array), &c.unknown[i]);
	put_cost_sums(o, &c);
	meta = out_object(o, "meta");
	out_money(meta, "patrimonio_brl", c.patrimonio);
	out_text(meta, "reference", in_text(in, "as_of"));
	out_count(meta, "positions_considered", c.considered);
	out_count(meta, "unpriced_ignored", c.ignored);
	out_null(meta, "cdi_12m_pct");
	if (has_cdi)
		out_percent(meta, "cdi_12m_pct", cdi);
	out_text(meta, "caveat", COST_CAVEAT);
	return o;
}

/* ---- look_through ---- */

static struct disclosed read_disclosed(void *pool, const char *fund, struct json_object *in)
{
	struct json_object *list = in_field(in, "assets");
	struct disclosed_asset *assets = pool_array(pool, struct disclosed_asset, in_length(list));
	struct disclosed d = { .fund = fund, .assets = assets, .n = in_length(list) };

	(void)in_day(in, "comptc_date", &d.day);
	d.pl_known = in_number(in, "pl", MONEY_PLACES, &d.pl.e8);
	for (size_t i = 0; i < d.n; i++) {
		struct json_object *item = json_object_array_get_idx(list, i);

		assets[i].kind = disclosed_kind_of(pool, in_text(item, "tp_aplic"));
		assets[i].value = in_money(item, "value");
		assets[i].code =
			in_text(item, assets[i].kind == DISCLOSED_QUOTA ? "fund_cnpj" : "code");
	}
	return d;
}

/* Ascending by fund. */
static struct disclosed *read_portfolios(void *pool, struct json_object *map, size_t *n)
{
	struct disclosed *out;

	*n = 0;
	out = pool_array(pool, struct disclosed, (size_t)json_object_object_length(map));
	json_object_object_foreach(map, fund, value)
	{
		size_t k = (*n)++;

		for (; k > 0 && strcmp(fund, out[k - 1].fund) < 0; k--)
			out[k] = out[k - 1];
		out[k] = read_disclosed(pool, fund, value);
	}
	return out;
}

static void put_exposure(struct json_object *o, const struct exposure *e)
{
	struct json_object *via = out_array(o, "via");

	out_text(o, "symbol", e->symbol);
	out_text(o, "kind", asset_type_names[e->type]);
	out_money(o, "direct_value_brl", e->direct);
	out_money(o, "indirect_value_brl", e->indirect);
	out_money(o, "total_value_brl", e->total);
	out_null(o, "pct_of_portfolio");
	if (e->pct_known)
		out_e2(o, "pct_of_portfolio", e->pct_e2);
	for (size_t i = 0; i < e->n_via; i++) {
		struct json_object *item = out_item(via);

		out_text(item, "fund_cnpj", e->via[i].fund->symbol);
		out_text(item, "fund_name", e->via[i].fund->name);
		out_money(item, "value_brl", e->via[i].value);
	}
}

static void put_funds(struct json_object *o, const struct look_through *l)
{
	struct json_object *opened = out_array(o, "funds_opened");
	struct json_object *unopened = out_array(o, "not_opened");

	for (size_t i = 0; i < l->n_opened; i++) {
		struct json_object *item = out_item(opened);

		out_text(item, "fund_cnpj", l->opened[i].open_position->symbol);
		out_text(item, "fund_name", l->opened[i].open_position->name);
		out_money(item, "position_value_brl", l->opened[i].open_position->value);
		out_day(item, "comptc_date", l->opened[i].day);
		out_e2(item, "coverage_pct", l->opened[i].coverage_e2);
		out_text(item, "method", l->opened[i].by_pl ? "pl" : "disclosed_sum");
	}
	for (size_t i = 0; i < l->n_unopened; i++) {
		struct json_object *item = out_item(unopened);
		const struct open_position *s = l->unopened[i].open_position;

		out_text(item, "symbol", s->symbol);
		out_text(item, "fund_name", s->name);
		out_null(item, "position_value_brl");
		if (s->value_known)
			out_money(item, "position_value_brl", s->value);
		out_text(item, "reason", l->unopened[i].reason);
	}
}

static struct json_object *look_through(void *pool, struct json_object *in)
{
	struct look_through_input input = { .shown = LOOK_THROUGH_SHOWN };
	struct json_object *o, *array, *meta;
	struct look_through l;
	wide limit;

	if (in_number(in, "_limit", 0, &limit))
		input.shown = (size_t)limit;
	input.open_positions =
		read_open_positions(pool, in_field(in, "holdings"), &input.n_open_positions);
	input.funds = read_portfolios(pool, in_field(in, "portfolios"), &input.n_funds);
	if (look_through_compute(pool, &input, &l) != CALC_OK)
		return NULL;
	o = json_object_new_object();
	array = out_array(o, "exposures");
	for (size_t i = 0; i < l.n_exposures; i++)
		put_exposure(out_item(array), &l.exposures[i]);
	put_funds(o, &l);
	meta = out_object(o, "meta");
	out_money(meta, "patrimonio_brl", l.patrimonio);
	array = out_array(meta, "comptc_dates");
	for (size_t i = 0; i < l.n_days; i++) {
		char text[DAY_TEXT_SIZE];

		day_format(l.days[i], text);
		json_object_array_add(array, json_object_new_string(text));
	}
	if (l.truncated)
		out_count(meta, "exposures_truncated", l.truncated);
	if (!l.has_funds)
		out_text(meta, "note", LOOK_THROUGH_NO_FUNDS);
	out_text(meta, "caveat", LOOK_THROUGH_CAVEAT);
	return o;
}

const struct case_function figures_functions[] = {
	{ "xray", xray },
	{ "costs", costs },
	{ "look_through", look_through },
	{ NULL, NULL },
};
