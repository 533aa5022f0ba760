/* SPDX-License-Identifier: Apache-2.0 */
/*
 * xray.c: the concentration of a portfolio (doc/calculations.md 8).
 *
 * Limits are compared with the exact amounts (value x 100 against limit x base), so that 10.00 % is not
 * above 10 % and 10.004 % is, whatever is shown.
 */
#include "config.h"

#include "calc/views/xray.h"

#include "core/order.h"
#include "core/pool.h"

#include <stdlib.h>

/* Beyond it a product by 10,000 would overflow; far more than all the money that exists. */
#define SUM_MAX ((wide)1 << 110)

#define NO_SECTOR "Sem classificação"
#define FII_SECTOR "Fundos Imobiliários"

/* ---- grouping ---- */

static int by_value(const void *a, const void *b)
{
	const struct xray_share *x = a, *y = b;
	int c = wide_order(y->value.e8, x->value.e8);

	return c ? c : strcmp(x->name, y->name);
}

/* Exchange papers only; an ETF spans many sectors and has none. */
static const char *sector_of(const struct open_position *s)
{
	if (s->type == ASSET_FII)
		return FII_SECTOR;
	if (s->type == ASSET_STOCK || s->type == ASSET_BDR)
		return s->sector ? s->sector : NO_SECTOR;
	return s->type == ASSET_ETF ? NO_SECTOR : NULL;
}

static bool is_fixed_income(const struct open_position *s)
{
	return s->type == ASSET_TESOURO || s->type == ASSET_RENDA_FIXA ||
	       s->type == ASSET_DEBENTURE;
}

const char *xray_group(void *pool, enum xray_by by, const struct open_position *s)
{
	if (!open_position_counts(s))
		return NULL;
	switch (by) {
	case XRAY_BY_CLASS:
		return asset_type_names[s->type];
	case XRAY_BY_SECTOR:
		return sector_of(s);
	case XRAY_BY_INDEXER:
		return is_fixed_income(s) ? indexer_group_names[open_position_indexer(pool, s)]
					  : NULL;
	case XRAY_BY_CURRENCY:
		break;
	}
	return currency_names[s->currency];
}

static struct xray_shares gather(void *pool, const struct open_position *open_positions, size_t n,
				 enum xray_by by)
{
	struct xray_shares out = { pool_array(pool, struct xray_share, n), 0 };
	size_t merged = 0;

	for (size_t i = 0; i < n; i++) {
		const char *name = xray_group(pool, by, &open_positions[i]);

		if (name)
			out.items[out.n++] =
				(struct xray_share){ name, open_positions[i].value, 0 };
	}
	if (out.n == 0)
		return out;
	qsort(out.items, out.n, sizeof(out.items[0]), order_text);
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

static void share_out(void *pool, struct xray_shares *s, struct money base)
{
	struct money *values = pool_array(pool, struct money, s->n);
	int64_t *pct_e2 = pool_array(pool, int64_t, s->n);

	for (size_t i = 0; i < s->n; i++)
		values[i] = s->items[i].value;
	largest_remainder(pool, values, s->n, base, 10000, pct_e2);
	for (size_t i = 0; i < s->n; i++)
		s->items[i].pct_e2 = pct_e2[i];
}

static void round_each(struct xray_shares *s, struct money base)
{
	for (size_t i = 0; i < s->n; i++)
		s->items[i].pct_e2 = rounded_e2(s->items[i].value, base);
}

/* ---- largest positions ---- */

static int by_open_position_value(const void *a, const void *b)
{
	const struct open_position *x = *(const struct open_position *const *)a;
	const struct open_position *y = *(const struct open_position *const *)b;
	int order = wide_order(y->value.e8, x->value.e8);

	order = order ? order : strcmp(x->symbol, y->symbol);
	return order ? order : (int)x->type - (int)y->type;
}

static void rank(void *pool, const struct open_position *open_positions, size_t n, struct xray *x)
{
	const struct open_position **list = pool_array(pool, const struct open_position *, n);
	size_t counted = 0;

	for (size_t i = 0; i < n; i++)
		if (open_position_counts(&open_positions[i]))
			list[counted++] = &open_positions[i];
	order_sort(list, counted, sizeof(*list), by_open_position_value);
	for (; x->n_top < counted && x->n_top < XRAY_TOP; x->n_top++)
		x->top[x->n_top] =
			(struct xray_position){ list[x->n_top],
						rounded_e2(list[x->n_top]->value, x->patrimonio) };
}

/* ---- flags ---- */

static struct xray_shares no_parts(void *pool, size_t n)
{
	return (struct xray_shares){ pool_array(pool, struct xray_share, n), 0 };
}

/* At most nine positions can exceed a tenth: all of them are among the largest ten. */
static struct xray_shares positions(void *pool, const struct xray *x)
{
	struct xray_shares out = no_parts(pool, x->n_top);

	for (size_t i = 0; i < x->n_top; i++) {
		const struct open_position *s = x->top[i].open_position;

		if (x->of_issuers && s->type == ASSET_TESOURO)
			continue;
		out.items[out.n++] = (struct xray_share){ s->symbol, s->value, 0 };
	}
	return out;
}

static struct xray_shares sectors(void *pool, const struct xray *x)
{
	struct xray_shares out = no_parts(pool, x->by_sector.n);

	for (size_t i = 0; i < x->by_sector.n; i++)
		if (!str_eq(x->by_sector.items[i].name, NO_SECTOR))
			out.items[out.n++] = x->by_sector.items[i];
	return out;
}

static struct xray_shares titled(void *pool, const struct xray_shares *from,
				 const char *const *names, const char *const *titles)
{
	struct xray_shares out = no_parts(pool, from->n);

	for (size_t i = 0; i < from->n; i++) {
		out.items[out.n] = from->items[i];
		out.items[out.n++].name = titles[enum_find(names, from->items[i].name)];
	}
	return out;
}

static struct xray_shares classes(void *pool, const struct xray *x)
{
	return titled(pool, &x->by_class, asset_type_names, asset_type_titles);
}

static struct xray_shares indexers(void *pool, const struct xray *x)
{
	return titled(pool, &x->by_indexer, indexer_group_names, indexer_group_titles);
}

static struct xray_shares foreign(void *pool, const struct xray *x)
{
	struct xray_shares out = no_parts(pool, 1);

	out.items[out.n++] = (struct xray_share){ .name = "Ativos em moeda estrangeira" };
	for (size_t i = 0; i < x->by_currency.n; i++)
		if (!str_eq(x->by_currency.items[i].name, currency_names[CURRENCY_BRL]))
			out.items[0].value.e8 += x->by_currency.items[i].value.e8;
	return out;
}

/*
 * One row a flag, in the order of the answer: "{opening}{name} {verb} {p}% {of} (limite de atenção:
 * {limit}%)." for each part above the limit.
 */
static const struct flag {
	int limit; /* percent of the base */
	const char *opening, *verb, *of;
	bool of_fixed_income; /* the base: fixed income alone, else the portfolio */
	struct xray_shares (*parts)(void *pool, const struct xray *x);
} flags[] = {
	{ 10, "", "representa", "da carteira", false, positions },
	{ 25, "O setor ", "representa", "da carteira", false, sectors },
	{ 60, "A classe ", "representa", "da carteira", false, classes },
	{ 70, "O indexador ", "representa", "da renda fixa", true, indexers },
	{ 30, "", "representam", "da carteira", false, foreign },
};

static const char *tenths(void *pool, struct money part, struct money base)
{
	/* To the tenth in one rounding; percent_text() then drops zeros only. */
	wide e1 = dec_div_half_away(part.e8 * 1000, base.e8);

	return percent_text(pool, (struct percent){ e1 * (E8 / 10) }, 1);
}

static void raise_flag(void *pool, struct xray *x, const struct flag *f,
		       const struct xray_shares *parts)
{
	struct money base = f->of_fixed_income ? x->rf_total : x->patrimonio;
	wide times;

	for (size_t i = 0; i < parts->n; i++) {
		const struct xray_share *part = &parts->items[i];

		if (part->value.e8 * 100 <= base.e8 * f->limit)
			continue;
		x->flags[x->n_flags++] = pool_printf(
			pool, "%s%s %s %s%% %s (limite de atenção: %d%%).", f->opening, part->name,
			f->verb, tenths(pool, part->value, base), f->of, f->limit);
		times = part->value.e8 * 100 * 1000 / (base.e8 * f->limit);
		if (times > x->worst)
			x->worst = times;
	}
}

static void find_flags(void *pool, struct xray *x)
{
	struct xray_shares parts[ARRAY_SIZE(flags)];
	size_t n = 0;

	for (size_t i = 0; i < ARRAY_SIZE(flags); i++) {
		parts[i] = flags[i].parts(pool, x);
		n += parts[i].n;
	}
	x->flags = pool_array(pool, const char *, n);
	for (size_t i = 0; i < ARRAY_SIZE(flags); i++)
		raise_flag(pool, x, &flags[i], &parts[i]);
}

static enum calc_err compute(void *pool, const struct open_position *open_positions, size_t n,
			     bool of_issuers, struct xray *out)
{
	struct xray x = { .of_issuers = of_issuers };
	bool range = false;

	x.patrimonio = open_positions_value(open_positions, n, &x.considered, &x.ignored, &range);
	if (range || x.patrimonio.e8 > SUM_MAX)
		return CALC_RANGE;
	x.by_class = gather(pool, open_positions, n, XRAY_BY_CLASS);
	x.by_sector = gather(pool, open_positions, n, XRAY_BY_SECTOR);
	x.by_indexer = gather(pool, open_positions, n, XRAY_BY_INDEXER);
	x.by_currency = gather(pool, open_positions, n, XRAY_BY_CURRENCY);
	for (size_t i = 0; i < x.by_indexer.n; i++)
		x.rf_total.e8 += x.by_indexer.items[i].value.e8;
	if (x.considered) {
		share_out(pool, &x.by_class, x.patrimonio);
		share_out(pool, &x.by_currency, x.patrimonio);
		round_each(&x.by_sector, x.patrimonio);
	}
	if (x.by_indexer.n)
		share_out(pool, &x.by_indexer, x.rf_total);
	rank(pool, open_positions, n, &x);
	find_flags(pool, &x);
	*out = x;
	return CALC_OK;
}

enum calc_err xray_compute(void *pool, const struct open_position *open_positions, size_t n,
			   struct xray *out)
{
	return compute(pool, open_positions, n, false, out);
}

enum calc_err xray_of_issuers(void *pool, const struct open_position *open_positions, size_t n,
			      struct xray *out)
{
	return compute(pool, open_positions, n, true, out);
}
