/* SPDX-License-Identifier: Apache-2.0 */
/* moves_rows.c: where an amount goes, as the rows of a table: a slice, then what to buy or to sell in it. */
#include "config.h"

#include "console/person/plan_parts.h"

#include "console/figure_text.h"

static void write_nothing(struct html *h)
{
	html_cell_open(h, "n nil");
	html_close(h, "td");
}

/* The amount is explained; what else stands in a row follows from it. */
static void write_slice_row(struct html *h, const struct plan_view *v, const char *name,
			    const struct plan_slice_buys *b)
{
	plan_explains(h, v, PLAN_BUY, name, NULL);
	html_row(h);
	html_cell_open(h, NULL);
	html_element(h, "b", name);
	html_close(h, "td");
	shown_money_cell(h, "amount", true, b->amount);
	write_nothing(h);
	write_nothing(h);
	write_nothing(h);
	if (b->buys)
		shown_money_cell(h, "left", true, b->left);
	else
		write_nothing(h);
	html_row_end(h);
}

static const char *reason_said(enum plan_reason r)
{
	switch (r) {
	case PLAN_NO_VALUE:
		return "sem valor hoje: fica fora";
	case PLAN_NO_PRICE:
		return "sem preço hoje: só o valor";
	case PLAN_NO_UNIT:
		return "compra-se por valor";
	case PLAN_BUYS:
		break;
	}
	return NULL;
}

static void write_buy_row(struct html *h, const struct plan_view *v, const char *slice,
			  const struct plan_buy *b)
{
	const struct plan_position *p = b->asset->position;

	html_row(h);
	shown_names_cell(h, b->asset->symbol, reason_said(b->reason), NULL);
	plan_explains(h, v, PLAN_BUY, slice, b->asset);
	shown_money_cell(h, "amount", true, b->amount);
	if (b->qty_known && p) {
		shown_cell(h);
		shown_qty(h, "quantity", b->qty);
		shown_cell_end(h);
		shown_price_cell(h, "price", true, p->price);
	} else {
		write_nothing(h);
		write_nothing(h);
	}
	if (b->cost_known)
		shown_money_cell(h, "cost", true, b->cost);
	else
		write_nothing(h);
	write_nothing(h);
	html_row_end(h);
}

void plan_moves_rows(struct html *h, const struct plan_view *v)
{
	const struct plan_moves *m = &v->moves;

	for (size_t i = 0; i < m->n; i++) {
		const struct plan_slice_buys *b = &m->slices[i];

		if (!b->amount.e8 && !v->ask.sell)
			continue;
		write_slice_row(h, v, v->state.slices[i].slice->name, b);
		for (size_t k = 0; k < b->n; k++)
			if (b->buys[k].amount.e8 || b->buys[k].qty.e8)
				write_buy_row(h, v, v->state.slices[i].slice->name, &b->buys[k]);
	}
	shown_explained(h, NULL);
}
