/* SPDX-License-Identifier: Apache-2.0 */
/* plan_csv.c: the plan as a spreadsheet: semicolons, decimal comma. */
#include "config.h"

#include "portfolio/plan/plan_view.h"

#include "core/csv_write.h"
#include "core/number_text.h"

static const char *const columns[] = { "meta",	     "ativo",	  "classe", "valor", "parcela",
				       "alvo",	     "distancia", "fora",   "falta", "aporte",
				       "quantidade", "preco",	  "custo",  "sobra", "motivo" };

static const char *const reason_words[] = { [PLAN_BUYS] = NULL,
					    [PLAN_NO_VALUE] = "sem valor",
					    [PLAN_NO_PRICE] = "sem preço",
					    [PLAN_NO_UNIT] = "sem unidade" };

/* Whose each line is, before it: of many plans the client and the portfolio. */
struct lead {
	const char *texts[2];
	size_t n;
};

static void put_number(struct csv_writer *s, bool known, wide v, int places, int shown, bool trim)
{
	csv_put_cell(s, known ? decimal_text(s->out->pool, v, places, shown, trim) : NULL);
}

static void put_money(struct csv_writer *s, bool known, struct money m)
{
	put_number(s, known, m.e8, MONEY_PLACES, 2, false);
}

static void put_none(struct csv_writer *s, int n)
{
	while (n--)
		csv_put_cell(s, NULL);
}

static void put_lead(struct csv_writer *s, const struct lead *l)
{
	for (size_t i = 0; i < l->n; i++)
		csv_put_text(s, l->texts[i]);
}

static void put_paper(struct csv_writer *s, const char *symbol, enum asset_type type)
{
	csv_put_text(s, symbol);
	csv_put_cell(s, asset_type_titles[type]);
}

static void put_share(struct csv_writer *s, const struct plan_share *x)
{
	bool valued = !x->without_value, shared = valued && x->share_known;

	put_money(s, valued, x->value);
	put_number(s, shared, x->share.e8, 8, 2, false);
	put_number(s, true, x->pct, 2, 2, false);
	put_number(s, shared, x->drift.e8, 8, 2, false);
	csv_put_cell(s, !shared ? NULL : x->out ? "sim" : "não");
	put_money(s, valued, x->missing);
}

static void put_buy(struct csv_writer *s, const struct plan_buy *b)
{
	const struct plan_position *p = b->asset->position;
	bool priced = b->qty_known && p;

	put_money(s, true, b->amount);
	put_number(s, b->qty_known, b->qty.e8, QTY_PLACES, 8, true);
	put_number(s, priced, priced ? p->price.e12 : 0, PRICE_PLACES, 8, true);
	put_money(s, b->cost_known, b->cost);
	csv_put_cell(s, NULL);
	csv_put_cell(s, reason_words[b->reason]);
}

static void put_members(struct csv_writer *s, const struct lead *l,
			const struct plan_slice_state *of, const struct plan_slice_buys *buys)
{
	for (size_t i = 0; i < of->n_members; i++) {
		put_lead(s, l);
		csv_put_text(s, of->slice->name);
		put_paper(s, of->members[i].symbol, of->members[i].type);
		if (of->slice->n_inside)
			put_share(s, &of->members[i]);
		else
			put_none(s, 6);
		if (buys && buys->buys)
			put_buy(s, &buys->buys[i]);
		else
			put_none(s, 6);
		csv_end_line(s);
	}
}

static void put_slice(struct csv_writer *s, const struct lead *l, const struct plan_slice_state *of,
		      const struct plan_slice_buys *buys)
{
	put_lead(s, l);
	csv_put_text(s, of->slice->name);
	put_none(s, 2);
	put_share(s, &of->whole);
	put_money(s, buys, buys ? buys->amount : (struct money){ 0 });
	put_none(s, 3);
	put_money(s, buys && buys->buys, buys ? buys->left : (struct money){ 0 });
	csv_put_cell(s, NULL);
	csv_end_line(s);
	if (of->slice->n_inside || (buys && buys->buys))
		put_members(s, l, of, buys);
}

static void put_left_out(struct csv_writer *s, const struct lead *l, const struct plan_state *state)
{
	for (size_t i = 0; i < state->n_outside; i++) {
		const struct plan_share *x = &state->outside[i];

		put_lead(s, l);
		csv_put_cell(s, NULL);
		put_paper(s, x->symbol, x->type);
		put_money(s, true, x->value);
		put_number(s, x->share_known, x->share.e8, 8, 2, false);
		put_none(s, 9);
		csv_put_cell(s, "sem meta");
		csv_end_line(s);
	}
	for (size_t i = 0; i < state->n_without_value; i++) {
		put_lead(s, l);
		csv_put_cell(s, NULL);
		put_paper(s, state->without_value[i]->symbol, state->without_value[i]->type);
		put_none(s, 11);
		csv_put_cell(s, reason_words[PLAN_NO_VALUE]);
		csv_end_line(s);
	}
}

static void put_headings(struct csv_writer *s, const struct lead *l)
{
	put_lead(s, l);
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++)
		csv_put_cell(s, columns[i]);
	csv_end_line(s);
}

static void put_view(struct csv_writer *s, const struct lead *l, const struct plan_view *v)
{
	for (size_t i = 0; i < v->state.n; i++)
		put_slice(s, l, &v->state.slices[i], v->ask.moves ? &v->moves.slices[i] : NULL);
	put_left_out(s, l, &v->state);
}

struct slice plan_csv(void *pool, const struct plan_view *v)
{
	const struct lead none = { .n = 0 };
	struct buf b;
	struct csv_writer s = { .out = &b, .separator = ';' };

	buf_init(&b, pool, 4096);
	put_headings(&s, &none);
	put_view(&s, &none, v);
	return slice_of(buf_text(&b));
}

struct slice plan_csv_many(void *pool, const struct plan_sheet_part *parts, size_t n)
{
	const struct lead titles = { { "cliente", "carteira" }, 2 };
	struct buf b;
	struct csv_writer s = { .out = &b, .separator = ';' };

	buf_init(&b, pool, 4096);
	put_headings(&s, &titles);
	for (size_t i = 0; i < n; i++)
		put_view(&s, &(struct lead){ { parts[i].client, parts[i].view->name }, 2 },
			 parts[i].view);
	return slice_of(buf_text(&b));
}
