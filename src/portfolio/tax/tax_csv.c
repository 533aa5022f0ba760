/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_csv.c: the year and the declaration as spreadsheets, in the words of the pages.
 *
 * For a Brazilian Excel, as the export: a byte order mark, semicolons, decimal comma, days and CNPJ as people write them.
 */
#include "config.h"

#include "portfolio/tax/tax_answers.h"

#include "core/csv_write.h"
#include "core/number_text.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

static void put_empty(struct csv_writer *s, int n)
{
	while (n-- > 0)
		csv_put_text(s, NULL);
}

static void put_figure(struct csv_writer *s, struct tax_figure f)
{
	csv_put_cell(s,
		     f.known ? decimal_text(s->out->pool, f.m.e8, MONEY_PLACES, 2, false) : NULL);
}

static void put_month(struct csv_writer *s, struct month m)
{
	csv_put_text(s, month_text(s->out->pool, m));
}

static void put_tax_id(struct csv_writer *s, const char *id)
{
	csv_put_text(s, id ? tax_id_text(s->out->pool, id) : NULL);
}

static void put_reasons(struct csv_writer *s, tax_reasons set)
{
	void *pool = s->out->pool;
	const char *all = NULL;

	for (int i = 1; i < TAX_REASONS; i++)
		if (set & TAX_WHY(i))
			all = pool_printf(pool, "%s%s%s", all ? all : "", all ? " " : "",
					  tax_reason_said((enum tax_reason)i));
	csv_put_text(s, all);
}

static void header(struct csv_writer *s, void *pool, const char *const *names)
{
	buf_init(s->out, pool, 1024);
	buf_printf(s->out, BYTE_ORDER_MARK);
	for (; *names; names++)
		csv_put_cell(s, *names);
	csv_end_line(s);
}

static struct slice finish(struct csv_writer *s, const char *const *names)
{
	const char *text;
	int n = 0;

	while (names[n])
		n++;
	csv_put_text(s, "Aviso");
	put_empty(s, n - 2);
	csv_put_text(s, TAX_CAVEAT);
	csv_end_line(s);
	text = buf_text(s->out);
	return slice_of(text);
}

/* ---- the year ---- */

static const char *const year_columns[] = { "Apuração",
					    "Mês",
					    "Código",
					    "Resultado",
					    "Prejuízo usado",
					    "Base",
					    "Imposto",
					    "Vencimento",
					    "Situação",
					    "Motivos",
					    "Retido em dúvida",
					    "Multa",
					    "Juros",
					    "Total com atraso",
					    "Imposto do exterior que se abate",
					    "Devido",
					    "Pago",
					    NULL };

/* The columns after the reasons that a line without a DARF leaves empty. */
enum { OF_DARF = 4, OF_ABROAD = 2, AFTER_REASONS = OF_DARF + OF_ABROAD + 1 };

static void put_basket(struct csv_writer *s, const struct tax_month *m, int which)
{
	const struct tax_basket_month *b = &m->basket[which];

	csv_put_text(s, tax_basket_said(which));
	put_month(s, m->month);
	csv_put_text(s, NULL);
	put_figure(s, b->result);
	put_figure(s, b->loss_used);
	put_figure(s, b->base);
	put_figure(s, b->tax);
	csv_put_text(s, NULL);
	csv_put_text(s, which == BASKET_COMMON && m->exempt ? "isento" : NULL);
	put_reasons(s, b->reasons);
	put_empty(s, AFTER_REASONS);
	csv_end_line(s);
}

static void put_gain(struct csv_writer *s, const struct tax_gain *g)
{
	csv_put_text(s, g->foreign ? "Ganho de capital, exterior" : "Ganho de capital, cripto");
	put_month(s, g->month);
	csv_put_text(s, tax_gain_code(g));
	put_figure(s, g->gain);
	csv_put_text(s, NULL);
	put_figure(s, g->gain);
	put_figure(s, g->tax);
	csv_put_text(s, NULL);
	csv_put_text(s, g->exempt ? "isento" : NULL);
	put_reasons(s, g->reasons);
	put_empty(s, AFTER_REASONS);
	csv_end_line(s);
}

/* What a payment today costs, where it is late: fine, interest, total. */
static void put_late(struct csv_writer *s, bool is_late, const struct tax_late *late)
{
	const bool rated = is_late && late->rate_known;

	put_figure(s, (struct tax_figure){ is_late, late->fine });
	put_figure(s, (struct tax_figure){ rated, late->interest });
	put_figure(s, (struct tax_figure){ rated, late->total });
}

static tax_reasons why_late(bool is_late, const struct tax_late *late)
{
	return is_late && !late->rate_known ? TAX_WHY(TAX_RATE_MISSING) : 0;
}

static void put_darf(struct csv_writer *s, const struct tax_darf *d)
{
	csv_put_text(s, "DARF");
	put_month(s, d->period);
	csv_put_text(s, d->code);
	put_empty(s, 3);
	put_figure(s, d->amount);
	csv_put_text(s, date_text(s->out->pool, d->due_on));
	csv_put_text(s, tax_darf_said(d->status));
	put_reasons(s, d->reasons | why_late(d->is_late, &d->late));
	put_figure(s, (struct tax_figure){ d->in_doubt.e8 != 0, d->in_doubt });
	put_late(s, d->is_late, &d->late);
	put_empty(s, OF_ABROAD);
	put_figure(s, tax_is(d->paid));
	csv_end_line(s);
}

static void put_exterior(struct csv_writer *s, const struct tax_exterior *x)
{
	csv_put_text(s, "Exterior, no ano");
	csv_put_text(s, pool_printf(s->out->pool, "%d", x->year));
	csv_put_text(s, TAX_RETURN_CODE);
	put_figure(s, x->total);
	put_figure(s, x->loss_used);
	put_figure(s, x->base);
	put_figure(s, x->tax);
	csv_put_text(s, date_text(s->out->pool, tax_declared_by(x->year)));
	csv_put_text(s, tax_exterior_is_paid(x) ? "pago"
			: x->is_late		? tax_darf_said(DARF_OVERDUE)
						: "com a declaração");
	put_reasons(s, x->reasons | why_late(x->is_late, &x->late));
	put_empty(s, 1); /* in doubt */
	put_late(s, x->is_late, &x->late);
	put_figure(s, x->credit);
	put_figure(s, x->due);
	put_figure(s, tax_is(x->paid));
	csv_end_line(s);
}

struct slice tax_year_csv(void *pool, const struct tax_year *y)
{
	struct buf text;
	struct csv_writer s = { .out = &text, .separator = ';' };

	header(&s, pool, year_columns);
	for (size_t i = 0; i < y->n_months; i++)
		for (int b = 0; b < TAX_BASKETS; b++)
			put_basket(&s, &y->months[i], b);
	for (size_t i = 0; i < y->n_gains; i++)
		put_gain(&s, &y->gains[i]);
	if (y->exterior)
		put_exterior(&s, y->exterior);
	for (size_t i = 0; i < y->n_darf; i++)
		put_darf(&s, &y->darf[i]);
	return finish(&s, year_columns);
}

/* ---- the declaration ---- */

static const char *const declaration_columns[] = {
	"Ficha",	 "Grupo",   "Código", "Ativo ou linha",
	"Mês",		 "Pagador", "CNPJ",   "Anterior",
	"Atual",	 "Valor",   "Retido", "Imposto pago no exterior",
	"Discriminação", "Motivos", NULL
};

/* A line: what it is, and its amounts; the caller has none of them: {0}. */
struct sheet_line {
	const char *sheet, *group, *code, *name;
	const struct month *month;
	const char *payer, *tax_id;
	struct tax_figure previous, current, amount, withheld, foreign_tax;
	const char *text;
	tax_reasons reasons;
};

static void put_line(struct csv_writer *s, const struct sheet_line *l)
{
	csv_put_text(s, l->sheet);
	csv_put_text(s, l->group);
	csv_put_text(s, l->code);
	csv_put_text(s, l->name);
	csv_put_text(s, l->month ? month_text(s->out->pool, *l->month) : NULL);
	csv_put_text(s, l->payer);
	put_tax_id(s, l->tax_id);
	put_figure(s, l->previous);
	put_figure(s, l->current);
	put_figure(s, l->amount);
	put_figure(s, l->withheld);
	put_figure(s, l->foreign_tax);
	csv_put_text(s, l->text);
	put_reasons(s, l->reasons);
	csv_end_line(s);
}

static void put_good(struct csv_writer *s, const struct tax_good *g)
{
	put_line(s, &(struct sheet_line){ .sheet = "Bens e Direitos",
					  .group = g->code.group,
					  .code = g->code.code,
					  .name = g->symbol,
					  .tax_id = g->tax_id,
					  .previous = g->previous,
					  .current = g->current,
					  .text = g->discrimination,
					  .reasons = g->reasons });
}

static void put_lines(struct csv_writer *s, const char *name, const struct tax_lines *all)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct tax_line *l = &all->items[i];
		const char *symbols = NULL;

		for (size_t k = 0; k < l->n_symbols; k++)
			symbols = symbols ? pool_printf(s->out->pool, "%s, %s", symbols,
							l->symbols[k])
					  : l->symbols[k];
		put_line(s, &(struct sheet_line){
				    .sheet = name,
				    .code = l->code,
				    .name = symbols,
				    .payer = l->payer_name,
				    .tax_id = l->payer_tax_id,
				    .amount = l->amount,
				    .withheld = l->has_withheld ? l->withheld
								: (struct tax_figure){ false },
				    .reasons = l->reasons });
	}
}

static void put_of_month(struct csv_writer *s, const struct tax_month *m, const char *what,
			 struct tax_figure amount, tax_reasons reasons)
{
	put_line(s, &(struct sheet_line){ .sheet = "Renda variável",
					  .name = what,
					  .month = &m->month,
					  .amount = amount,
					  .reasons = reasons });
}

static void put_of_basket(struct csv_writer *s, const struct tax_month *m, int which)
{
	const struct tax_basket_month *b = &m->basket[which];
	const char *name = tax_basket_said(which);
	const struct {
		const char *what;
		struct tax_figure f;
	} figures[] = {
		{ "resultado", b->result },
		{ "prejuízo trazido", b->loss_brought },
		{ "prejuízo usado", b->loss_used },
		{ "base", b->base },
		{ "imposto", b->tax },
		{ "retido na fonte", m->withheld[which] },
	};
	void *pool = s->out->pool;
	struct tax_figure sum;
	bool any = false;

	for (int k = 0; k < TAX_MARKETS; k++)
		if (tax_market_sum(m, (enum tax_basket)which, (enum tax_market)k, &sum)) {
			any = true;
			put_of_month(s, m,
				     pool_printf(pool, "%s: %s", name,
						 tax_market_said((enum tax_market)k)),
				     sum, 0);
		}
	for (size_t i = 0; (any || m->withheld[which].m.e8) && i < ARRAY_SIZE(figures); i++)
		put_of_month(s, m, pool_printf(pool, "%s: %s", name, figures[i].what), figures[i].f,
			     i ? 0 : b->reasons);
}

static void put_exchange(struct csv_writer *s, const struct tax_year *y)
{
	for (size_t i = 0; i < y->n_months; i++) {
		const struct tax_month *m = &y->months[i];

		for (int b = 0; b < TAX_BASKETS; b++)
			put_of_basket(s, m, b);
		put_of_month(s, m, "Imposto a pagar", m->due, tax_month_why_due(m));
		put_of_month(s, m, "Imposto pago", tax_is(tax_paid_of(y, m->month)), 0);
	}
}

struct slice tax_declaration_csv(void *pool, const struct tax_declaration *d)
{
	const struct tax_exterior *x = d->sheets->exterior;
	struct buf text;
	struct csv_writer s = { .out = &text, .separator = ';' };

	header(&s, pool, declaration_columns);
	for (size_t i = 0; i < d->n_goods; i++)
		put_good(&s, &d->goods[i]);
	put_lines(&s, "Rendimentos isentos", &d->exempt);
	put_lines(&s, "Tributação exclusiva", &d->exclusive);
	for (size_t i = 0; i < d->n_taxable; i++)
		put_line(&s, &(struct sheet_line){ .sheet = "Rendimentos tributáveis",
						   .name = d->taxable[i].symbol,
						   .month = &d->taxable[i].month,
						   .amount = d->taxable[i].amount,
						   .foreign_tax = d->taxable[i].foreign_tax,
						   .reasons = d->taxable[i].reasons });
	for (size_t i = 0; x && i < x->n; i++)
		put_line(&s, &(struct sheet_line){ .sheet = "Exterior",
						   .name = x->items[i].symbol,
						   .amount = x->items[i].amount,
						   .foreign_tax = x->items[i].foreign_tax,
						   .reasons = x->items[i].reasons });
	put_exchange(&s, d->sheets);
	return finish(&s, declaration_columns);
}
