/* SPDX-License-Identifier: Apache-2.0 */
/* explain_xray.c: the concentration of the portfolio (doc/calculations.md 8). */
#include "config.h"

#include "calc/explain/explain_shares.h"

#include "core/pool.h"

static struct term item_figure(struct explaining *x, const char *field, const char *item,
			       struct money m)
{
	return figure_term(&x->e, &(struct explain_input){ .field = field, .item = item }, m.e8,
			   MONEY_PLACES);
}

/* ---- groups ---- */

static const struct xray_shares *shares_of(const struct xray *x, enum xray_by by)
{
	switch (by) {
	case XRAY_BY_CLASS:
		return &x->by_class;
	case XRAY_BY_SECTOR:
		return &x->by_sector;
	case XRAY_BY_INDEXER:
		return &x->by_indexer;
	case XRAY_BY_CURRENCY:
		break;
	}
	return &x->by_currency;
}

static const char *const value_fields[] = {
	[XRAY_BY_CLASS] = "xray.by_class.value_brl",
	[XRAY_BY_SECTOR] = "xray.by_sector.value_brl",
	[XRAY_BY_INDEXER] = "xray.by_indexer.value_brl",
	[XRAY_BY_CURRENCY] = "xray.by_currency.value_brl",
};

static void write_group_value(struct explaining *x, enum xray_by by)
{
	const struct explain_subject *s = x->subject;
	const struct xray_shares *shares = shares_of(s->xray, by);
	struct term *list = pool_array(x->e.pool, struct term, s->n_open_positions);
	const struct xray_share *at = xray_share_named(shares, x->ask->item);
	size_t n = 0;

	if (!at)
		return;
	for (size_t i = 0; i < s->n_open_positions; i++) {
		const char *name = xray_group(x->e.pool, by, &s->open_positions[i]);

		if (name && str_eq(name, x->ask->item))
			list[n++] = share_value(x, &s->open_positions[i]);
	}
	figure_exact(x->f, SHOWN_MONEY,
		     explain_sum(&x->e, list, n, note_of("Soma das posições do grupo.")),
		     at->value.e8, MONEY_PLACES);
}

static struct term whole_of(struct explaining *x, enum xray_by by)
{
	const struct xray *xray = x->subject->xray;

	if (by == XRAY_BY_INDEXER)
		return figure_term(&x->e,
				   &(struct explain_input){ .field = "xray.meta.rf_total_brl" },
				   xray->rf_total.e8, MONEY_PLACES);
	return figure_term(&x->e, &(struct explain_input){ .field = "xray.meta.patrimonio_brl" },
			   xray->patrimonio.e8, MONEY_PLACES);
}

static struct term plain_share(struct explaining *x, struct term part, struct term whole)
{
	return explain_proportion(&x->e, part, hundred(&x->e), whole, ROUND_HALF_AWAY, 2,
				  note_of("Percentual da carteira."));
}

static void write_group_pct(struct explaining *x, enum xray_by by)
{
	const struct xray_shares *shares = shares_of(x->subject->xray, by);
	struct term *list = pool_array(x->e.pool, struct term, shares->n);
	const struct xray_share *at = xray_share_named(shares, x->ask->item);
	struct term t;

	if (!at)
		return;
	for (size_t i = 0; i < shares->n; i++)
		list[i] = item_figure(x, value_fields[by], shares->items[i].name,
				      shares->items[i].value);
	if (by == XRAY_BY_SECTOR)
		t = plain_share(x, list[at - shares->items], whole_of(x, by));
	else
		t = explain_apportion(
			&x->e, (size_t)(at - shares->items), whole_of(x, by), list, shares->n,
			at->pct_e2,
			note_of("Percentuais que somam 100: cada um cortado em 2 casas, e os centésimos "
				"que faltam vão aos maiores restos."));
	figure_exact(x->f, SHOWN_SHARE, t, at->pct_e2, 2);
}

#define GROUP_WRITERS(name, by)                                                                    \
	static void write_##name##_value(struct explaining *x)                                     \
	{                                                                                          \
		write_group_value(x, by);                                                          \
	}                                                                                          \
	static void write_##name##_pct(struct explaining *x)                                       \
	{                                                                                          \
		write_group_pct(x, by);                                                            \
	}

GROUP_WRITERS(class, XRAY_BY_CLASS)
GROUP_WRITERS(sector, XRAY_BY_SECTOR)
GROUP_WRITERS(indexer, XRAY_BY_INDEXER)
GROUP_WRITERS(currency, XRAY_BY_CURRENCY)

/* ---- top positions ---- */

static const struct xray_position *top_of(const struct explaining *x, const struct holding *h)
{
	const struct xray *xray = x->subject->xray;
	const struct open_position *s = share_open_position(x, h);

	for (size_t i = 0; i < xray->n_top; i++)
		if (xray->top[i].open_position == s)
			return &xray->top[i];
	return NULL;
}

static void write_top_value(struct explaining *x)
{
	const struct xray_position *top = top_of(x, x->ask->holding);

	if (top)
		figure_exact(x->f, SHOWN_MONEY, share_value(x, top->open_position),
			     top->open_position->value.e8, MONEY_PLACES);
}

static void write_top_pct(struct explaining *x)
{
	const struct xray_position *top = top_of(x, x->ask->holding);
	struct term value;

	if (!top)
		return;
	value = share_value(x, top->open_position);
	figure_exact(x->f, SHOWN_SHARE, plain_share(x, value, whole_of(x, XRAY_BY_CLASS)),
		     top->pct_e2, 2);
}

/* ---- totals ---- */

static void write_xray_value(struct explaining *x)
{
	figure_exact(x->f, SHOWN_MONEY, shares_considered(x), x->subject->xray->patrimonio.e8,
		     MONEY_PLACES);
}

static void write_xray_fixed(struct explaining *x)
{
	const struct xray_shares *shares = &x->subject->xray->by_indexer;
	struct term *list = pool_array(x->e.pool, struct term, shares->n);

	for (size_t i = 0; i < shares->n; i++)
		list[i] = item_figure(x, value_fields[XRAY_BY_INDEXER], shares->items[i].name,
				      shares->items[i].value);
	figure_exact(x->f, SHOWN_MONEY,
		     explain_sum(&x->e, list, shares->n, note_of("Soma da renda fixa.")),
		     x->subject->xray->rf_total.e8, MONEY_PLACES);
}

#define ITEM (NEEDS_XRAY | NEEDS_ITEM)
#define TOP (NEEDS_XRAY | NEEDS_HOLDING)

const struct other_figure xray_figures[] = {
	{ { "xray.by_class.value_brl", ITEM }, write_class_value },
	{ { "xray.by_class.pct", ITEM }, write_class_pct },
	{ { "xray.by_sector.value_brl", ITEM }, write_sector_value },
	{ { "xray.by_sector.pct", ITEM }, write_sector_pct },
	{ { "xray.by_indexer.value_brl", ITEM }, write_indexer_value },
	{ { "xray.by_indexer.pct", ITEM }, write_indexer_pct },
	{ { "xray.by_currency.value_brl", ITEM }, write_currency_value },
	{ { "xray.by_currency.pct", ITEM }, write_currency_pct },
	{ { "xray.top_positions.value_brl", TOP }, write_top_value },
	{ { "xray.top_positions.pct", TOP }, write_top_pct },
	{ { "xray.meta.patrimonio_brl", NEEDS_XRAY }, write_xray_value },
	{ { "xray.meta.rf_total_brl", NEEDS_XRAY }, write_xray_fixed },
	{ .field = { .name = NULL } },
};
