/* SPDX-License-Identifier: Apache-2.0 */
/*
 * xray.c: where a portfolio is concentrated (calculations.md 8).
 *
 * Limits are compared on the exact amounts (value x 100 against limit x base), so that 10.00 % is
 * not above 10 % and 10.004 % is, whatever is shown.
 */
#include "config.h"

#include "calc/views/xray.h"

#include "calc/base/number_text.h"
#include "core/pool.h"

#include <stdlib.h>

/* Beyond it a product by 10,000 would leave the integer; far above all the money there is. */
#define SUM_MAX ((wide)1 << 110)

#define NO_SECTOR "Sem classificação"
#define FII_SECTOR "Fundos Imobiliários"

enum {
	LIMIT_POSITION = 10,
	LIMIT_SECTOR = 25,
	LIMIT_CLASS = 60,
	LIMIT_INDEXER = 70,
	LIMIT_FOREIGN = 30
};

/* ---- grouping ---- */

static int by_name(const void *a, const void *b)
{
	const struct xray_share *x = a;
	const struct xray_share *y = b;

	return strcmp(x->name, y->name);
}

static int by_value(const void *a, const void *b)
{
	const struct xray_share *x = a;
	const struct xray_share *y = b;

	if (x->value.e8 != y->value.e8)
		return x->value.e8 > y->value.e8 ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* Exchange papers only; an ETF holds many sectors and has none. */
static const char *sector_of(const struct stake *s)
{
	if (s->type == ASSET_FII)
		return FII_SECTOR;
	if (s->type == ASSET_STOCK || s->type == ASSET_BDR)
		return s->sector ? s->sector : NO_SECTOR;
	return s->type == ASSET_ETF ? NO_SECTOR : NULL;
}

static bool is_fixed_income(const struct stake *s)
{
	return s->type == ASSET_TESOURO || s->type == ASSET_RENDA_FIXA ||
	       s->type == ASSET_DEBENTURE;
}

const char *xray_group(void *pool, enum xray_by by, const struct stake *s)
{
	if (!stake_counts(s))
		return NULL;
	switch (by) {
	case XRAY_BY_CLASS:
		return asset_type_names[s->type];
	case XRAY_BY_SECTOR:
		return sector_of(s);
	case XRAY_BY_INDEXER:
		return is_fixed_income(s) ? indexer_group_names[stake_indexer(pool, s)] : NULL;
	case XRAY_BY_CURRENCY:
		break;
	}
	return currency_names[s->currency];
}

static struct xray_shares gather(void *pool, const struct stake *stakes, size_t n, enum xray_by by)
{
	struct xray_shares out = { pool_array(pool, struct xray_share, n), 0 };
	size_t merged = 0;

	for (size_t i = 0; i < n; i++) {
		const char *name = xray_group(pool, by, &stakes[i]);

		if (name)
			out.items[out.n++] = (struct xray_share){ name, stakes[i].value, 0 };
	}
	if (out.n == 0)
		return out;
	qsort(out.items, out.n, sizeof(out.items[0]), by_name);
	for (size_t i = 1; i < out.n; i++) {
		if (str_eq(out.items[merged].name, out.items[i].name))
			out.items[merged].value.e8 += out.items[i].value.e8;
		else
			out.items[++merged] = out.items[i];
	}
	out.n = merged + 1;
	qsort(out.items, out.n, sizeof(out.items[0]), by_value);
	return out;
}

/* ---- percentages ---- */

static int64_t rounded_e2(struct money part, struct money base)
{
	return (int64_t)dec_div_half_away(part.e8 * 10000, base.e8);
}

/* Floor every share, then the missing hundredths to the largest remainders, ties to the earlier. */
static void share_out(void *pool, struct xray_shares *s, struct money base)
{
	wide *rest = pool_array(pool, wide, s->n);
	int64_t missing = 10000;

	for (size_t i = 0; i < s->n; i++) {
		s->items[i].pct_e2 = (int64_t)(s->items[i].value.e8 * 10000 / base.e8);
		rest[i] = s->items[i].value.e8 * 10000 % base.e8;
		missing -= s->items[i].pct_e2;
	}
	for (; missing > 0; missing--) {
		size_t most = 0;

		for (size_t i = 1; i < s->n; i++)
			if (rest[i] > rest[most])
				most = i;
		s->items[most].pct_e2++;
		rest[most] = -1;
	}
}

static void round_each(struct xray_shares *s, struct money base)
{
	for (size_t i = 0; i < s->n; i++)
		s->items[i].pct_e2 = rounded_e2(s->items[i].value, base);
}

/* ---- largest positions ---- */

static int by_stake_value(const void *a, const void *b)
{
	const struct stake *x = *(const struct stake *const *)a;
	const struct stake *y = *(const struct stake *const *)b;
	int order;

	if (x->value.e8 != y->value.e8)
		return x->value.e8 > y->value.e8 ? -1 : 1;
	order = strcmp(x->symbol, y->symbol);
	return order ? order : (int)x->type - (int)y->type;
}

static void rank(void *pool, const struct stake *stakes, size_t n, struct xray *x)
{
	const struct stake **list = pool_array(pool, const struct stake *, n);
	size_t counted = 0;

	for (size_t i = 0; i < n; i++)
		if (stake_counts(&stakes[i]))
			list[counted++] = &stakes[i];
	if (counted)
		qsort(list, counted, sizeof(*list), by_stake_value);
	for (; x->n_top < counted && x->n_top < XRAY_TOP; x->n_top++)
		x->top[x->n_top] =
			(struct xray_position){ list[x->n_top],
						rounded_e2(list[x->n_top]->value, x->patrimonio) };
}

/* ---- flags ---- */

static bool above(struct money part, struct money base, int limit)
{
	return part.e8 * 100 > base.e8 * limit;
}

static const char *tenths(void *pool, struct money part, struct money base)
{
	/* To the tenth in one rounding; percent_text() then drops zeros only. */
	wide e1 = dec_div_half_away(part.e8 * 1000, base.e8);

	return percent_text(pool, (struct percent){ e1 * (E8 / 10) }, 1);
}

static void flag(struct xray *x, const char *sentence)
{
	x->flags[x->n_flags++] = sentence;
}

/* Fewer than ten positions can be above a tenth: all of them are among the largest ten. */
static void flag_positions(void *pool, struct xray *x)
{
	for (size_t i = 0; i < x->n_top; i++) {
		const struct stake *s = x->top[i].stake;

		if (above(s->value, x->patrimonio, LIMIT_POSITION))
			flag(x, pool_printf(pool,
					    "%s representa %s%% da carteira (limite de atenção: "
					    "10%%).",
					    s->symbol, tenths(pool, s->value, x->patrimonio)));
	}
}

static void flag_sectors(void *pool, struct xray *x)
{
	for (size_t i = 0; i < x->by_sector.n; i++) {
		const struct xray_share *s = &x->by_sector.items[i];

		if (!str_eq(s->name, NO_SECTOR) && above(s->value, x->patrimonio, LIMIT_SECTOR))
			flag(x, pool_printf(pool,
					    "O setor %s representa %s%% da carteira (limite de "
					    "atenção: 25%%).",
					    s->name, tenths(pool, s->value, x->patrimonio)));
	}
}

static void flag_classes(void *pool, struct xray *x)
{
	for (size_t i = 0; i < x->by_class.n; i++) {
		const struct xray_share *s = &x->by_class.items[i];

		if (above(s->value, x->patrimonio, LIMIT_CLASS))
			flag(x, pool_printf(pool,
					    "A classe %s representa %s%% da carteira (limite de "
					    "atenção: 60%%).",
					    asset_type_titles[enum_find(asset_type_names, s->name)],
					    tenths(pool, s->value, x->patrimonio)));
	}
}

static void flag_indexers(void *pool, struct xray *x)
{
	for (size_t i = 0; i < x->by_indexer.n; i++) {
		const struct xray_share *s = &x->by_indexer.items[i];

		if (above(s->value, x->rf_total, LIMIT_INDEXER))
			flag(x,
			     pool_printf(
				     pool,
				     "O indexador %s representa %s%% da renda fixa (limite de "
				     "atenção: 70%%).",
				     indexer_group_titles[enum_find(indexer_group_names, s->name)],
				     tenths(pool, s->value, x->rf_total)));
	}
}

static void flag_currency(void *pool, struct xray *x)
{
	struct money foreign = { 0 };

	for (size_t i = 0; i < x->by_currency.n; i++)
		if (!str_eq(x->by_currency.items[i].name, currency_names[CURRENCY_BRL]))
			foreign.e8 += x->by_currency.items[i].value.e8;
	if (above(foreign, x->patrimonio, LIMIT_FOREIGN))
		flag(x, pool_printf(pool,
				    "Ativos em moeda estrangeira representam %s%% da carteira "
				    "(limite de atenção: 30%%).",
				    tenths(pool, foreign, x->patrimonio)));
}

static void find_flags(void *pool, struct xray *x)
{
	x->flags = pool_array(pool, const char *,
			      x->n_top + x->by_sector.n + x->by_class.n + x->by_indexer.n + 1);
	flag_positions(pool, x);
	flag_sectors(pool, x);
	flag_classes(pool, x);
	flag_indexers(pool, x);
	flag_currency(pool, x);
}

enum calc_err xray_compute(void *pool, const struct stake *stakes, size_t n, struct xray *out)
{
	struct xray x = { 0 };
	bool range = false;

	x.patrimonio = stakes_value(stakes, n, &x.considered, &x.ignored, &range);
	if (range || x.patrimonio.e8 > SUM_MAX)
		return CALC_RANGE;
	x.by_class = gather(pool, stakes, n, XRAY_BY_CLASS);
	x.by_sector = gather(pool, stakes, n, XRAY_BY_SECTOR);
	x.by_indexer = gather(pool, stakes, n, XRAY_BY_INDEXER);
	x.by_currency = gather(pool, stakes, n, XRAY_BY_CURRENCY);
	for (size_t i = 0; i < x.by_indexer.n; i++)
		x.rf_total.e8 += x.by_indexer.items[i].value.e8;
	if (x.considered) {
		share_out(pool, &x.by_class, x.patrimonio);
		share_out(pool, &x.by_currency, x.patrimonio);
		round_each(&x.by_sector, x.patrimonio);
	}
	if (x.by_indexer.n)
		share_out(pool, &x.by_indexer, x.rf_total);
	rank(pool, stakes, n, &x);
	find_flags(pool, &x);
	*out = x;
	return CALC_OK;
}
