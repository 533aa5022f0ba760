/* SPDX-License-Identifier: Apache-2.0 */
/* tax_csv.c: the year and the declaration as spreadsheets: semicolons, decimal comma, one line a figure, in the words of the pages. */
#include "config.h"

#include "portfolio/tax/tax_answers.h"

#include "core/csv_write.h"
#include "core/number_text.h"

/* A text: behind an apostrophe where a spreadsheet would take it for a formula, as in the export. */
static void put(struct csv_writer *s, const char *text)
{
	csv_put_cell(s, csv_guarded(s->out->pool, text));
}

static void put_figure(struct csv_writer *s, struct tax_figure f)
{
	csv_put_cell(s,
		     f.known ? decimal_text(s->out->pool, f.m.e8, MONEY_PLACES, 2, false) : NULL);
}

static void put_month(struct csv_writer *s, struct month m)
{
	char text[MONTH_TEXT_SIZE];

	month_format(m, text);
	put(s, text);
}

static void put_reasons(struct csv_writer *s, void *pool, tax_reasons set)
{
	const char *all = NULL;

	for (int i = 1; i < TAX_REASONS; i++)
		if (set & TAX_WHY(i))
			all = pool_printf(pool, "%s%s%s", all ? all : "", all ? " " : "",
					  tax_reason_said((enum tax_reason)i));
	put(s, all);
}

static void header(struct csv_writer *s, void *pool, const char *const *names)
{
	buf_init(s->out, pool, 1024);
	for (; *names; names++)
		put(s, *names);
	csv_end_line(s);
}

static struct slice finish(struct csv_writer *s, const char *const *names)
{
	const char *text;

	for (int i = 0; names[i + 1]; i++)
		put(s, i ? NULL : "aviso");
	put(s, TAX_CAVEAT);
	csv_end_line(s);
	text = buf_text(s->out);
	return slice_of(text);
}

static const char *const year_columns[] = {
	"quadro",    "mes",	"codigo",     "resultado",	  "compensado",
	"base",	     "imposto", "vencimento", "situacao",	  "motivos",
	"em_duvida", "multa",	"juros",      "total_com_atraso", NULL
};

/* What only a DARF has, and only some have. */
static void put_no_darf(struct csv_writer *s)
{
	for (int i = 0; i < 4; i++)
		put(s, NULL);
}

static void put_basket(struct csv_writer *s, void *pool, const struct tax_month *m, int which)
{
	const struct tax_basket_month *b = &m->basket[which];

	put(s, tax_basket_said(which));
	put_month(s, m->month);
	put(s, NULL);
	put_figure(s, b->result);
	put_figure(s, b->loss_used);
	put_figure(s, b->base);
	put_figure(s, b->tax);
	put(s, NULL);
	put(s, which == BASKET_COMMON && m->exempt ? "isento" : NULL);
	put_reasons(s, pool, b->reasons);
	put_no_darf(s);
	csv_end_line(s);
}

static void put_darf(struct csv_writer *s, void *pool, const struct tax_darf *d)
{
	put(s, "DARF");
	put_month(s, d->period);
	put(s, d->code);
	put(s, NULL);
	put(s, NULL);
	put(s, NULL);
	put_figure(s, d->amount);
	put(s, day_iso(pool, d->due_on));
	put(s, tax_darf_said(d->status));
	put_reasons(s, pool,
		    d->reasons |
			    (d->is_late && !d->late.rate_known ? TAX_WHY(TAX_RATE_MISSING) : 0));
	put_figure(s, (struct tax_figure){ d->in_doubt.e8 != 0, d->in_doubt });
	put_figure(s, (struct tax_figure){ d->is_late, d->late.fine });
	put_figure(s, (struct tax_figure){ d->is_late && d->late.rate_known, d->late.interest });
	put_figure(s, (struct tax_figure){ d->is_late && d->late.rate_known, d->late.total });
	csv_end_line(s);
}

static void put_exterior(struct csv_writer *s, void *pool, const struct tax_exterior *x)
{
	char text[DEC_TEXT_SIZE];

	dec_format(text, x->year, 0, 0, false);
	put(s, "Exterior, no ano");
	put(s, text);
	put(s, NULL);
	put_figure(s, x->total);
	put_figure(s, x->loss_used);
	put_figure(s, x->base);
	put_figure(s, x->due);
	put(s, NULL);
	put(s, NULL);
	put_reasons(s, pool, x->reasons);
	put_no_darf(s);
	csv_end_line(s);
}

struct slice tax_year_csv(void *pool, const struct tax_year *y)
{
	struct buf text;
	struct csv_writer s = { &text, ';', false, false };

	header(&s, pool, year_columns);
	for (size_t i = 0; i < y->n_months; i++)
		for (int b = 0; b < TAX_BASKETS; b++)
			put_basket(&s, pool, &y->months[i], b);
	for (size_t i = 0; i < y->n_gains; i++) {
		const struct tax_gain *g = &y->gains[i];

		put(&s, g->foreign ? "Ganho de capital, exterior" : "Ganho de capital, cripto");
		put_month(&s, g->month);
		put(&s, tax_gain_code(g));
		put_figure(&s, g->gain);
		put(&s, NULL);
		put_figure(&s, g->gain);
		put_figure(&s, g->tax);
		put(&s, NULL);
		put(&s, g->exempt ? "isento" : NULL);
		put_reasons(&s, pool, g->reasons);
		put_no_darf(&s);
		csv_end_line(&s);
	}
	if (y->exterior)
		put_exterior(&s, pool, y->exterior);
	for (size_t i = 0; i < y->n_darf; i++)
		put_darf(&s, pool, &y->darf[i]);
	return finish(&s, year_columns);
}

static const char *const declaration_columns[] = { "ficha",   "grupo", "codigo",   "ativo",
						   "pagador", "cnpj",  "anterior", "atual",
						   "valor",   "texto", "motivos",  NULL };

static void put_good(struct csv_writer *s, void *pool, const struct tax_good *g)
{
	put(s, "Bens e Direitos");
	put(s, g->code.group);
	put(s, g->code.code);
	put(s, g->symbol);
	put(s, NULL);
	put(s, g->tax_id);
	put_figure(s, g->previous);
	put_figure(s, g->current);
	put(s, NULL);
	put(s, g->discrimination);
	put_reasons(s, pool, g->reasons);
	csv_end_line(s);
}

static void put_lines(struct csv_writer *s, void *pool, const char *name,
		      const struct tax_lines *all)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct tax_line *l = &all->items[i];
		const char *symbols = NULL;

		for (size_t k = 0; k < l->n_symbols; k++)
			symbols = symbols ? pool_printf(pool, "%s, %s", symbols, l->symbols[k])
					  : l->symbols[k];
		put(s, name);
		put(s, NULL);
		put(s, l->code);
		put(s, symbols);
		put(s, l->payer_name);
		put(s, l->payer_tax_id);
		put(s, NULL);
		put(s, NULL);
		put_figure(s, l->amount);
		put(s, NULL);
		put_reasons(s, pool, l->reasons);
		csv_end_line(s);
	}
}

/* Lines of an asset with one amount. */
static void put_amount(struct csv_writer *s, void *pool, const char *name, const char *symbol,
		       struct tax_figure amount, tax_reasons reasons)
{
	put(s, name);
	put(s, NULL);
	put(s, NULL);
	put(s, symbol);
	for (int i = 0; i < 4; i++)
		put(s, NULL);
	put_figure(s, amount);
	put(s, NULL);
	put_reasons(s, pool, reasons);
	csv_end_line(s);
}

struct slice tax_declaration_csv(void *pool, const struct tax_declaration *d)
{
	const struct tax_exterior *x = d->sheets->exterior;
	struct buf text;
	struct csv_writer s = { &text, ';', false, false };

	header(&s, pool, declaration_columns);
	for (size_t i = 0; i < d->n_goods; i++)
		put_good(&s, pool, &d->goods[i]);
	put_lines(&s, pool, "Rendimentos isentos", &d->exempt);
	put_lines(&s, pool, "Tributação exclusiva", &d->exclusive);
	for (size_t i = 0; i < d->n_taxable; i++)
		put_amount(&s, pool, "Rendimentos tributáveis", d->taxable[i].symbol,
			   d->taxable[i].amount, d->taxable[i].reasons);
	for (size_t i = 0; x && i < x->n; i++)
		put_amount(&s, pool, "Exterior", x->items[i].symbol, x->items[i].amount,
			   x->items[i].reasons);
	return finish(&s, declaration_columns);
}
