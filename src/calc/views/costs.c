/* SPDX-License-Identifier: Apache-2.0 */
/*
 * costs.c: the yearly costs of holding the positions (doc/calculations.md 9).
 *
 * An item's cost is rounded to the cent once, from the exact value and rate; sums are of shown amounts.
 */
#include "config.h"

#include "calc/views/costs.h"

#include "core/order.h"
#include "core/pool.h"

#include <stdlib.h>

#define PERCENT ((wide)100)
#define FLAG_EXCESS_E8 (100 * E8) /* a fund is flagged from this excess on (9.5) */
#define FLAG_PCT_E8 (90 * E8)	  /* paper is flagged below this percentage of CDI */
#define CENT_E8 ((wide)1000000)

#define EXEMPT_NOTE "Isenção de custódia até R$ 10.000,00 aplicada ao total do título na carteira."
#define CONVERSION_NOTE                                                                            \
	"Custódia zero se mantido até a data de conversão; em venda antecipada a taxa é "      \
	"regressiva (0,50%, 0,20% ou 0,10% a.a. conforme o prazo)."

const char *const cost_kind_names[] = {
	[COST_FUND_FEE] = "fund_admin_fee",
	[COST_CUSTODY] = "tesouro_custody",
	[COST_CDI_GAP] = "rf_cdi_gap",
	NULL,
};

#define PRODUCTS (PRODUCT_OTHER + 1)

struct estimate {
	void *pool;
	const struct open_position *open_positions;
	const struct fund_cost *funds; /* parallel to open positions */
	const struct percent *cdi_12m;
	struct money held[PRODUCTS]; /* of each product */
	struct cost_unknown *unknown;
	size_t n_unknown;
	bool range;
};

/* ---- items ---- */

static const struct fund_cost *fund_of(const struct estimate *w, const struct open_position *s)
{
	return &w->funds[s - w->open_positions];
}

/* value x rate / 100 to the cent, with one rounding. */
static struct money yearly(struct estimate *w, struct money value, wide rate_e8)
{
	wide cents = dec_mul_div_half_away(value.e8, rate_e8, PERCENT * E8 * CENT_E8, &w->range);

	return (struct money){ cents * CENT_E8 };
}

static struct cost_item fund_item(struct estimate *w, const struct open_position *s)
{
	const struct fund_cost *f = fund_of(w, s);
	struct cost_item item = {
		.open_position = s,
		.kind = COST_FUND_FEE,
		.annual_pct = f->fee,
		.annual = yearly(w, s->value, f->fee.e8),
		.recipient = f->administrator ? f->administrator : "Administrador do fundo",
	};

	if (!f->peer_class || f->peers < COST_PEERS_MIN)
		return item;
	item.benchmark = pool_printf(w->pool, "Mediana da classe %s", f->peer_class);
	item.benchmark_pct = f->median;
	item.peers = f->peers;
	if (f->fee.e8 > f->median.e8)
		item.excess = yearly(w, s->value, f->fee.e8 - f->median.e8);
	return item;
}

enum cost_product cost_product(void *pool, const struct open_position *s)
{
	const char *title = text_fold(pool, s->symbol);

	if (strstr(title, "selic"))
		return PRODUCT_SELIC;
	if (strstr(title, "reserva"))
		return PRODUCT_RESERVA;
	if (strstr(title, "renda+") || strstr(title, "educa+"))
		return PRODUCT_CONVERTED;
	return PRODUCT_OTHER;
}

/* The exemption applies to the product as a whole, and each bond gets its share by value. */
static void custody_exempt(struct estimate *w, struct cost_item *item, struct money held)
{
	wide taxed = held.e8 > COST_EXEMPT_E8 ? held.e8 - COST_EXEMPT_E8 : 0;
	struct money part = { dec_mul_div_half_away(item->open_position->value.e8, taxed, held.e8,
						    &w->range) };

	item->annual_pct.e8 = dec_mul_div_half_away(COST_CUSTODY_PCT_E8, taxed, held.e8, &w->range);
	item->annual = yearly(w, part, COST_CUSTODY_PCT_E8);
	item->note = EXEMPT_NOTE;
}

static struct cost_item custody_item(struct estimate *w, const struct open_position *s)
{
	enum cost_product product = cost_product(w->pool, s);
	struct cost_item item = { .open_position = s, .kind = COST_CUSTODY, .recipient = "B3" };

	switch (product) {
	case PRODUCT_SELIC:
	case PRODUCT_RESERVA:
		custody_exempt(w, &item, w->held[product]);
		break;
	case PRODUCT_CONVERTED:
		item.note = CONVERSION_NOTE;
		break;
	case PRODUCT_OTHER:
		item.annual_pct.e8 = COST_CUSTODY_PCT_E8;
		item.annual = yearly(w, s->value, COST_CUSTODY_PCT_E8);
		break;
	}
	return item;
}

static wide contracted_e8(const struct accrual_terms *t)
{
	return t->has_pct ? t->pct.e8 : PERCENT * E8;
}

static struct cost_item gap_item(struct estimate *w, const struct open_position *s)
{
	const struct accrual_terms *t = s->terms;
	/* Percent of a percent: 14.4321 % x (100 - 85) / 100. */
	wide gap = dec_mul_div_half_away(w->cdi_12m->e8, PERCENT * E8 - t->pct.e8, PERCENT * E8,
					 &w->range);
	struct money annual = yearly(w, s->value, gap);

	return (struct cost_item){
		.open_position = s,
		.kind = COST_CDI_GAP,
		.annual_pct = { gap },
		.annual = annual,
		.recipient = t->issuer ? t->issuer : "Emissor/distribuidor",
		.benchmark = "100% do CDI",
		.excess = annual,
		.note = pool_printf(w->pool, "Contratado a %s%% do CDI; CDI de 12 meses de %s%%.",
				    percent_text(w->pool, t->pct, 2),
				    percent_text(w->pool, *w->cdi_12m, 2)),
	};
}

/* ---- not estimated ---- */

static const char *why_no_gap(const struct estimate *w, const struct open_position *s)
{
	const struct accrual_terms *t = s->terms;

	if (!t || (t->has_pct && t->pct.e8 <= 0))
		return "taxa contratada não informada";
	if (t->exempt) /* its percentage is already net of tax */
		return "título isento de imposto: comparação com 100% do CDI não se aplica";
	if (t->indexer != INDEXER_CDI || (t->has_spread && t->spread.e8 != 0) ||
	    (t->has_rate && t->rate.e8 != 0))
		return "indexador diferente de percentual do CDI: sem diferença de taxa comparável";
	if (contracted_e8(t) >= PERCENT * E8)
		return "contratado a 100% do CDI ou mais: sem diferença a estimar";
	return w->cdi_12m ? NULL : "CDI de 12 meses indisponível";
}

/* NULL: it can be estimated. */
static const char *why_unknown(const struct estimate *w, const struct open_position *s)
{
	switch (s->type) {
	case ASSET_STOCK:
	case ASSET_DEBENTURE:
		return "sem custo recorrente público por posição";
	case ASSET_BDR:
		return "custos do depositário sem base pública estruturada";
	case ASSET_FII:
		return "taxas do fundo já descontadas da cota; sem base estruturada";
	case ASSET_ETF:
		return "taxa de administração já descontada da cota; sem base estruturada";
	case ASSET_CRYPTO:
		return "custódia depende da corretora; sem base pública";
	case ASSET_US:
		return "custos da corretora no exterior sem base pública";
	case ASSET_OPTION:
	case ASSET_INDEX: /* is never held */
		return "sem custo recorrente";
	case ASSET_FUND:
		return fund_of(w, s)->fee_known ? NULL
						: "taxa de administração não informada no cadastro";
	case ASSET_RENDA_FIXA:
		return why_no_gap(w, s);
	case ASSET_TESOURO:
		break;
	}
	return NULL;
}

/* Positions come by symbol, so the first examples are alphabetical. */
static void add_unknown(struct estimate *w, const struct open_position *s, const char *reason)
{
	struct cost_unknown *u = w->unknown;

	for (; u < w->unknown + w->n_unknown; u++)
		if (u->type == s->type && str_eq(u->reason, reason))
			break;
	if (u == w->unknown + w->n_unknown)
		w->unknown[w->n_unknown++] =
			(struct cost_unknown){ .type = s->type, .reason = reason };
	u->positions++;
	if (u->n_symbols < COST_EXAMPLES)
		u->symbols[u->n_symbols++] = s->symbol;
}

static int by_positions(const void *a, const void *b)
{
	const struct cost_unknown *x = a, *y = b;
	int order = wide_order(y->positions, x->positions);

	order = order ? order : strcmp(asset_type_names[x->type], asset_type_names[y->type]);
	return order ? order : strcmp(x->reason, y->reason);
}

/* ---- sums ---- */

static int by_annual(const void *a, const void *b)
{
	const struct cost_recipient *x = a, *y = b;
	int c = wide_order(y->annual.e8, x->annual.e8);

	return c ? c : strcmp(x->name, y->name);
}

static void sum_recipients(struct estimate *w, struct costs *c)
{
	size_t merged = 0;

	c->recipients = pool_array(w->pool, struct cost_recipient, c->n_items);
	for (size_t i = 0; i < c->n_items; i++)
		c->recipients[i] =
			(struct cost_recipient){ c->items[i].recipient, c->items[i].annual };
	if (!c->n_items)
		return;
	qsort(c->recipients, c->n_items, sizeof(*c->recipients), order_text);
	for (size_t i = 1; i < c->n_items; i++) {
		struct cost_recipient *to = &c->recipients[merged];

		if (str_eq(to->name, c->recipients[i].name))
			to->annual = money_add(to->annual, c->recipients[i].annual, &w->range);
		else
			c->recipients[++merged] = c->recipients[i];
	}
	c->n_recipients = merged + 1;
	qsort(c->recipients, c->n_recipients, sizeof(*c->recipients), by_annual);
}

static void sum_items(struct estimate *w, struct costs *c)
{
	for (size_t i = 0; i < c->n_items; i++) {
		c->annual = money_add(c->annual, c->items[i].annual, &w->range);
		if (c->items[i].kind == COST_CDI_GAP)
			c->gap = money_add(c->gap, c->items[i].annual, &w->range);
		if (c->items[i].benchmark)
			c->excess = money_add(c->excess, c->items[i].excess, &w->range);
	}
	c->pct_known = c->patrimonio.e8 > 0;
	if (c->pct_known)
		c->pct = percent_of(c->annual, c->patrimonio, &w->range);
	sum_recipients(w, c);
}

/* ---- flags ---- */

/* Above one and a half times the median, and an unrounded excess of at least R$ 100 a year. */
static bool is_dear(struct estimate *w, const struct cost_item *item)
{
	wide over = item->annual_pct.e8 - item->benchmark_pct.e8;

	return item->benchmark && item->annual_pct.e8 * 2 > item->benchmark_pct.e8 * 3 &&
	       dec_mul_div_trunc(item->open_position->value.e8, over, PERCENT * E8, &w->range) >=
		       FLAG_EXCESS_E8;
}

static const char *item_flag(struct estimate *w, const struct cost_item *item)
{
	const struct open_position *s = item->open_position;

	switch (item->kind) {
	case COST_FUND_FEE:
		if (!is_dear(w, item))
			return NULL;
		return pool_printf(
			w->pool,
			"%s: taxa de administração de %s%% a.a., acima da mediana de %s%% a.a. de "
			"%zu fundos comparáveis.",
			s->name ? s->name : s->symbol, percent_text(w->pool, item->annual_pct, 2),
			percent_text(w->pool, item->benchmark_pct, 2), item->peers);
	case COST_CDI_GAP:
		if (s->terms->pct.e8 >= FLAG_PCT_E8)
			return NULL;
		return pool_printf(w->pool, "%s: contratado a %s%% do CDI, abaixo de 90%%.",
				   s->symbol, percent_text(w->pool, s->terms->pct, 1));
	case COST_CUSTODY:
		break;
	}
	return NULL;
}

static void find_flags(struct estimate *w, struct costs *c)
{
	c->flags = pool_array(w->pool, const char *, c->n_items + 1);
	if (c->annual.e8 * PERCENT > c->patrimonio.e8)
		c->flags[c->n_flags++] = pool_printf(
			w->pool, "Custo recorrente estimado de %s por ano, %s%% do patrimônio.",
			brl_text(w->pool, c->annual), percent_text(w->pool, c->pct, 1));
	for (size_t i = 0; i < c->n_items; i++) {
		const char *sentence = item_flag(w, &c->items[i]);

		if (sentence)
			c->flags[c->n_flags++] = sentence;
	}
}

/* ---- the whole ---- */

static int by_symbol(const void *a, const void *b)
{
	const struct open_position *x = *(const struct open_position *const *)a;
	const struct open_position *y = *(const struct open_position *const *)b;
	int order = strcmp(x->symbol, y->symbol);

	return order ? order : (int)x->type - (int)y->type;
}

static int by_cost(const void *a, const void *b)
{
	const struct cost_item *x = a, *y = b;
	int c = wide_order(y->annual.e8, x->annual.e8);

	return c ? c : by_symbol(&x->open_position, &y->open_position);
}

static void find_items(struct estimate *w, const struct open_position *const *list, struct costs *c)
{
	for (size_t i = 0; i < c->considered; i++) {
		const struct open_position *s = list[i];
		const char *reason = why_unknown(w, s);

		if (reason)
			add_unknown(w, s, reason);
		else if (s->type == ASSET_FUND)
			c->items[c->n_items++] = fund_item(w, s);
		else if (s->type == ASSET_TESOURO)
			c->items[c->n_items++] = custody_item(w, s);
		else
			c->items[c->n_items++] = gap_item(w, s);
	}
	c->unknown = w->unknown;
	c->n_unknown = w->n_unknown;
	order_sort(c->items, c->n_items, sizeof(*c->items), by_cost);
	order_sort(c->unknown, c->n_unknown, sizeof(*c->unknown), by_positions);
}

enum calc_err costs_compute(void *pool, const struct open_position *open_positions,
			    const struct fund_cost *funds, size_t n, const struct percent *cdi_12m,
			    struct costs *out)
{
	const struct open_position **list = pool_array(pool, const struct open_position *, n);
	struct estimate w = {
		.pool = pool, .open_positions = open_positions, .funds = funds, .cdi_12m = cdi_12m
	};
	struct costs c = { 0 };
	size_t counted = 0;

	c.patrimonio = open_positions_value(open_positions, n, &c.considered, &c.ignored, &w.range);
	if (w.range)
		return CALC_RANGE;
	for (size_t i = 0; i < n; i++) {
		if (!open_position_counts(&open_positions[i]))
			continue;
		list[counted++] = &open_positions[i];
		if (open_positions[i].type == ASSET_TESOURO)
			w.held[cost_product(pool, &open_positions[i])].e8 +=
				open_positions[i].value.e8;
	}
	order_sort(list, counted, sizeof(*list), by_symbol);
	c.items = pool_array(pool, struct cost_item, counted);
	w.unknown = pool_array(pool, struct cost_unknown, counted);
	find_items(&w, list, &c);
	sum_items(&w, &c);
	find_flags(&w, &c);
	if (w.range)
		return CALC_RANGE;
	*out = c;
	return CALC_OK;
}
