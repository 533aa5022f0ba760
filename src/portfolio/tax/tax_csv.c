/* SPDX-License-Identifier: Apache-2.0 */
/* tax_csv.c: the year and the declaration as spreadsheets: semicolons, decimal comma, one line a figure. */
#include "config.h"

#include "portfolio/tax/tax_answers.h"

#include <string.h>

#include "calc/import/import.h"
#include "core/buf.h"

struct lines {
	struct buf b;
	bool first;
};

/* Writes a cell unchanged. */
static void put_raw(struct lines *s, const char *text)
{
	if (!s->first)
		buf_printf(&s->b, ";");
	s->first = false;
	if (!text)
		return;
	if (!strpbrk(text, ";\"\t\r\n")) {
		buf_printf(&s->b, "%s", text);
		return;
	}
	buf_printf(&s->b, "\"");
	for (; *text; text++)
		buf_printf(&s->b, *text == '"' ? "\"\"" : "%c", *text);
	buf_printf(&s->b, "\"");
}

/* A text: prefixed with an apostrophe when a spreadsheet would take it for a formula, as in the export. */
static void put(struct lines *s, const char *text)
{
	put_raw(s, import_guarded(s->b.pool, text));
}

static void line(struct lines *s)
{
	buf_printf(&s->b, "\r\n");
	s->first = true;
}

static void put_figure(struct lines *s, struct tax_figure f)
{
	char text[DEC_TEXT_SIZE], *point;

	dec_format(text, f.m.e8, MONEY_PLACES, 2, false);
	point = strchr(text, '.');
	if (point)
		*point = ',';
	put_raw(s, f.known ? text : NULL);
}

static void put_month(struct lines *s, struct month m)
{
	char text[MONTH_TEXT_SIZE];

	month_format(m, text);
	put(s, text);
}

static void put_reasons(struct lines *s, void *pool, tax_reasons set)
{
	const char *all = NULL;

	for (int i = 1; i < TAX_REASONS; i++)
		if (set & TAX_WHY(i))
			all = all ? pool_printf(pool, "%s, %s", all, tax_reason_names[i])
				  : tax_reason_names[i];
	put(s, all);
}

static void header(struct lines *s, void *pool, const char *const *names)
{
	buf_init(&s->b, pool, 1024);
	s->first = true;
	for (; *names; names++)
		put(s, *names);
	line(s);
}

static struct slice finish(struct lines *s, const char *const *names)
{
	const char *text;

	for (int i = 0; names[i + 1]; i++)
		put(s, i ? NULL : "aviso");
	put(s, TAX_CAVEAT);
	line(s);
	text = buf_text(&s->b);
	return slice_of(text);
}

static const char *const year_columns[] = {
	"quadro",    "mes",	"codigo",     "resultado",	  "compensado",
	"base",	     "imposto", "vencimento", "situacao",	  "motivos",
	"em_duvida", "multa",	"juros",      "total_com_atraso", NULL
};

/* Members that only some DARFs have. */
static void put_no_darf(struct lines *s)
{
	for (int i = 0; i < 4; i++)
		put(s, NULL);
}

static void put_basket(struct lines *s, void *pool, const struct tax_month *m, int which)
{
	const struct tax_basket_month *b = &m->basket[which];

	put(s, tax_basket_names[which]);
	put_month(s, m->month);
	put(s, NULL);
	put_figure(s, b->result);
	put_figure(s, b->loss_used);
	put_figure(s, b->base);
	put_figure(s, b->tax);
	put(s, NULL);
	put(s, which == BASKET_COMMON && m->exempt ? "exempt" : NULL);
	put_reasons(s, pool, b->reasons);
	put_no_darf(s);
	line(s);
}

static void put_darf(struct lines *s, void *pool, const struct tax_darf *d)
{
	char day[DAY_TEXT_SIZE];

	day_format(d->due_on, day);
	put(s, "darf");
	put_month(s, d->period);
	put(s, d->code);
	put(s, NULL);
	put(s, NULL);
	put(s, NULL);
	put_figure(s, d->amount);
	put(s, day);
	put(s, darf_status_names[d->status]);
	put_reasons(s, pool,
		    d->reasons |
			    (d->is_late && !d->late.rate_known ? TAX_WHY(TAX_RATE_MISSING) : 0));
	put_figure(s, (struct tax_figure){ d->in_doubt.e8 != 0, d->in_doubt });
	put_figure(s, (struct tax_figure){ d->is_late, d->late.fine });
	put_figure(s, (struct tax_figure){ d->is_late && d->late.rate_known, d->late.interest });
	put_figure(s, (struct tax_figure){ d->is_late && d->late.rate_known, d->late.total });
	line(s);
}

static void put_exterior(struct lines *s, void *pool, const struct tax_exterior *x)
{
	char text[DEC_TEXT_SIZE];

	dec_format(text, x->year, 0, 0, false);
	put(s, "exterior");
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
	line(s);
}

struct slice tax_year_csv(void *pool, const struct tax_year *y)
{
	struct lines s;

	header(&s, pool, year_columns);
	for (size_t i = 0; i < y->n_months; i++)
		for (int b = 0; b < TAX_BASKETS; b++)
			put_basket(&s, pool, &y->months[i], b);
	for (size_t i = 0; i < y->n_gains; i++) {
		const struct tax_gain *g = &y->gains[i];

		put(&s, g->foreign ? "gcap_foreign" : "gcap_crypto");
		put_month(&s, g->month);
		put(&s, tax_gain_code(g));
		put_figure(&s, g->gain);
		put(&s, NULL);
		put_figure(&s, g->gain);
		put_figure(&s, g->tax);
		put(&s, NULL);
		put(&s, g->exempt ? "exempt" : NULL);
		put_reasons(&s, pool, g->reasons);
		put_no_darf(&s);
		line(&s);
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

static void put_good(struct lines *s, void *pool, const struct tax_good *g)
{
	put(s, "bens");
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
	line(s);
}

static void put_lines(struct lines *s, void *pool, const char *name, const struct tax_lines *all)
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
		line(s);
	}
}

/* Lines of an asset with one amount. */
static void put_amount(struct lines *s, void *pool, const char *name, const char *symbol,
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
	line(s);
}

struct slice tax_declaration_csv(void *pool, const struct tax_declaration *d)
{
	const struct tax_exterior *x = d->sheets->exterior;
	struct lines s;

	header(&s, pool, declaration_columns);
	for (size_t i = 0; i < d->n_goods; i++)
		put_good(&s, pool, &d->goods[i]);
	put_lines(&s, pool, "isentos", &d->exempt);
	put_lines(&s, pool, "exclusiva", &d->exclusive);
	for (size_t i = 0; i < d->n_taxable; i++)
		put_amount(&s, pool, "tributaveis", d->taxable[i].symbol, d->taxable[i].amount,
			   d->taxable[i].reasons);
	for (size_t i = 0; x && i < x->n; i++)
		put_amount(&s, pool, "exterior", x->items[i].symbol, x->items[i].amount,
			   x->items[i].reasons);
	return finish(&s, declaration_columns);
}
