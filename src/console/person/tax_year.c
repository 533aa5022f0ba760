/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_year.c: the income tax of a year.
 *
 * GET /tax, GET /portfolios/{id}/tax: whether there is something to pay, and until when; the DARF to pay; the twelve
 * months; losses; assets abroad.
 */
#include "config.h"

#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/tax_pages.h"
#include "core/number_text.h"
#include "http/request.h"

/* ---- unpaid ---- */

/* A DARF, in the year that it belongs to. */
struct due {
	const struct tax_view *v;
	const struct tax_darf *d;
};

struct dues {
	struct due *items; /* unpaid, ascending by due_on */
	size_t n;
	struct tax_view before; /* the year before, whose last DARF are due in this one */
};

static void add_dues(void *pool, const struct tax_view *v, struct dues *out)
{
	out->items = pool_resize(pool, out->items, struct due, out->n + v->year.n_darf + 1);
	for (size_t i = 0; i < v->year.n_darf; i++) {
		const struct tax_darf *d = &v->year.darf[i];
		size_t at = out->n;

		if (!d->amount.known || (d->status != DARF_OVERDUE && d->status != DARF_OPEN))
			continue;
		for (; at && day_before(d->due_on, out->items[at - 1].d->due_on); at--)
			out->items[at] = out->items[at - 1];
		out->items[at] = (struct due){ v, d };
		out->n++;
	}
}

static void find_dues(struct ctx *ctx, const struct tax_view *v, struct dues *out)
{
	out->items = pool_array(ctx->pool, struct due, 1);
	out->n = 0;
	if (v->asked == day_year(ctx->today) && v->asked > TAX_FIRST_YEAR) {
		out->before = *v;
		out->before.asked--;
		tax_compute(ctx, &v->of, out->before.asked, &out->before.year);
		add_dues(ctx->pool, &out->before, out);
	}
	add_dues(ctx->pool, v, out);
}

/* The one that the address names, else the oldest unpaid; d NULL: none. */
static struct due chosen(void *pool, const struct tax_view *v, const struct dues *dues,
			 const char *asked)
{
	for (size_t i = 0; asked && i < v->year.n_darf; i++)
		if (str_eq(tax_darf_name(pool, &v->year.darf[i]), asked))
			return (struct due){ v, &v->year.darf[i] };
	return dues->n ? dues->items[0] : (struct due){ v, NULL };
}

/* ---- the first line ---- */

/* The first month whose tax is not known; false: all are. */
static bool first_open(const struct tax_year *y, struct month *out)
{
	bool any = false;

	for (size_t i = 0; i < y->n_months; i++)
		if (!y->months[i].due.known && (!any || y->months[i].month.n < out->n)) {
			*out = y->months[i].month;
			any = true;
		}
	for (size_t i = 0; i < y->n_gains; i++)
		if (!y->gains[i].tax.known && (!any || y->gains[i].month.n < out->n)) {
			*out = y->gains[i].month;
			any = true;
		}
	return any;
}

static const char *reason_of(const struct tax_gaps *l, struct month month)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->items[i].has_month && l->items[i].month.n == month.n)
			return tax_reason_said(l->items[i].why);
	return "Falta um dado de um mês anterior.";
}

static void write_line(struct html *h, const char *text)
{
	tax_text(h, "p", "first", text);
}

static void write_answer_button(struct html *h, const char *path, const char *text)
{
	html_open_of(h, "p", "acts");
	html_open_of(h, "a", "btn go");
	html_attr(h, "href", path);
	html_text(h, text);
	html_close(h, "a");
	html_close(h, "p");
}

/* Whether the month's losses brought are unknown, and needed only for a gain that is not known yet. */
static bool may_need_losses(const struct tax_year *y, struct month month)
{
	for (size_t i = 0; i < y->n_months; i++)
		for (int b = 0; b < TAX_BASKETS && y->months[i].month.n == month.n; b++) {
			const struct tax_basket_month *m = &y->months[i].basket[b];

			if (!m->result.known && !m->loss_brought.known)
				return true;
		}
	return false;
}

void tax_waits_write(struct html *h, const struct tax_gaps *l, struct month month)
{
	size_t n = tax_gaps_of(l, month);
	void *pool = h->ctx->pool;

	write_line(h, n == 1 ? pool_printf(pool, "Falta 1 resposta para fechar %s.",
					   tax_month_name(month))
		      : n    ? pool_printf(pool, "Faltam %zu respostas para fechar %s.", n,
					   tax_month_name(month))
			     : pool_printf(pool, "O imposto de %s não é conhecido. %s",
					   tax_month_name(month), reason_of(l, month)));
	if (n && may_need_losses(&l->v->year, month))
		html_p(h, "Se houver ganho, faltará saber também os prejuízos de antes.");
	write_answer_button(h, tax_gaps_path(l, month), n ? "Responder" : "Ver o que falta");
}

static void write_unpaid(struct html *h, const struct tax_view *v, const struct dues *dues)
{
	const struct tax_darf *first = dues->items[0].d;
	struct money sum = { 0 };
	void *pool = h->ctx->pool;
	size_t late = 0;

	for (size_t i = 0; i < dues->n; i++)
		if (dues->items[i].d->status == DARF_OVERDUE) {
			late++;
			sum.e8 += tax_darf_left(dues->items[i].d).e8;
		}
	if (late)
		write_line(h,
			   pool_printf(
				   pool,
				   "Em atraso: %s, fora multa e juros. O mais antigo venceu em %s.",
				   shown_brl(pool, sum), date_text(pool, first->due_on)));
	for (size_t i = 0; i < dues->n; i++) {
		const struct tax_darf *d = dues->items[i].d;

		if (d->status == DARF_OPEN)
			write_line(h, pool_printf(pool, "A pagar até %s: %s, de %s.",
						  date_text(pool, d->due_on),
						  shown_brl(pool, tax_darf_left(d)),
						  tax_month_in(pool, d->period, v->asked)));
	}
}

/* The day until which tax of a finished month is due. */
static struct day next_due(struct day today)
{
	struct day day = tax_due_day((struct month){ day_month(today).n - 1 });

	return day_before(day, today) ? tax_due_day(day_month(today)) : day;
}

/* What is paid with the annual declaration, which no DARF has; NULL: nothing. */
static const char *with_declaration(void *pool, const struct tax_year *y)
{
	const struct tax_exterior *x = y->exterior;

	if (!x || (x->due.known && !x->due.m.e8))
		return NULL;
	if (!x->due.known)
		return pool_printf(pool,
				   "Ainda não se sabe o imposto do exterior, que se paga com a "
				   "declaração de %d.",
				   y->year + 1);
	return pool_printf(pool, "A pagar com a declaração de %d%s: %s, do exterior.", y->year + 1,
			   y->closed ? "" : ", até aqui", shown_brl(pool, x->due.m));
}

/* @rest: of the year, to be paid otherwise. */
static void write_nothing(struct html *h, const struct tax_view *v, const char *rest)
{
	const char *what = rest ? "Nenhum DARF" : "Nada";
	void *pool = h->ctx->pool;
	const char *text = v->asked == day_year(h->ctx->today)
				   ? pool_printf(pool, "%s a pagar até %s.", what,
						 date_text(pool, next_due(h->ctx->today)))
				   : pool_printf(pool, "%s a pagar de %d.", what, v->asked);

	write_line(h, rest ? pool_printf(pool, "%s %s", rest, text) : text);
}

static void write_standing(struct html *h, const struct tax_view *v, const struct dues *dues,
			   const struct tax_gaps *gaps)
{
	void *pool = h->ctx->pool;
	const char *rest = with_declaration(pool, &v->year);
	bool open;
	struct month month;

	if (dues->n)
		write_unpaid(h, v, dues);
	open = first_open(&v->year, &month);
	if (open)
		tax_waits_write(h, gaps, month);
	if (!open && !dues->n)
		write_nothing(h, v, rest);
	else if (rest)
		write_line(h, rest);
	if (!open && rest && !v->year.exterior->due.known)
		write_answer_button(h, pool_printf(pool, "%s/missing?year=%d", v->base, v->asked),
				    "Ver o que falta");
	for (size_t i = 0; i < v->year.n_darf; i++) {
		const struct tax_darf *d = &v->year.darf[i];

		if (d->status == DARF_PROVISIONAL && d->amount.known)
			html_p(h, "De %s, até aqui: %s, que vence em %s.",
			       tax_month_name(d->period), shown_brl(pool, d->amount.m),
			       date_text(pool, d->due_on));
	}
	if (!v->year.closed)
		html_p(h, "O ano está aberto: os valores são provisórios, até %s.",
		       date_text(pool, v->year.as_of));
}

/* ---- DARF of the year ---- */

static bool has_code(const struct tax_year *y, const char *code)
{
	for (size_t i = 0; i < y->n_darf; i++)
		if (str_eq(y->darf[i].code, code))
			return true;
	return false;
}

static void write_darfs(struct html *h, const struct tax_view *v, const struct dues *dues,
			bool beside)
{
	const struct tax_year *y = &v->year;
	size_t earlier = 0;

	for (size_t i = 0; i < dues->n; i++)
		earlier += dues->items[i].v != v;
	layout_card(h, beside ? "card span4" : "card",
		    earlier ? pool_printf(h->ctx->pool, "DARF de %d e %d", v->asked - 1, v->asked)
			    : "DARF do ano");
	for (int i = 0; i < TAX_CODES; i++) /* each has one */
		if (has_code(y, y->under_minimum[i].code))
			tax_text(h, "p", "dim small",
				 pool_printf(h->ctx->pool, "Código %s: %s.",
					     y->under_minimum[i].code,
					     tax_code_said(y->under_minimum[i].code)));
	tax_rows(h);
	for (size_t i = 0; i < dues->n; i++)
		if (dues->items[i].v != v)
			tax_darf_row(h, dues->items[i].v, dues->items[i].d);
	for (size_t i = 0; i < y->n_darf; i++)
		tax_darf_row(h, v, &y->darf[i]);
	html_close(h, "ul");
	if (!y->n_darf)
		html_p(h, earlier ? "De %d, nenhum DARF." : "Nenhum DARF no ano.", v->asked);
	for (int i = 0; i < TAX_CODES; i++) {
		if (!y->under_minimum[i].amount.e8)
			continue;
		tax_explains_as(h, v, "",
				pool_printf(h->ctx->pool, "&code=%s", y->under_minimum[i].code));
		html_open(h, "p");
		html_text(h,
			  pool_printf(h->ctx->pool, "Espera o mínimo de R$\u00a010,00, código %s: ",
				      y->under_minimum[i].code));
		shown_money(h, "under_minimum", true, y->under_minimum[i].amount);
		html_close(h, "p");
		shown_explained(h, NULL);
	}
	html_close(h, "section");
}

/* ---- losses ---- */

static void write_losses(struct html *h, const struct tax_view *v)
{
	const struct tax_year *y = &v->year;
	void *pool = h->ctx->pool;

	html_open_of(h, "section", "card span6");
	html_open(h, "header");
	html_element(h, "h2", "Prejuízos a compensar");
	if (v->of.scope == TAX_ACCOUNT)
		html_link(h, pool_printf(pool, "/tax/inputs?year=%d", v->asked),
			  "Informar os de antes");
	html_close(h, "header");
	tax_explains(h, v, NULL);
	layout_table(
		h, "Prejuízos e retenções", 1,
		HEADINGS("Cesta", "Trazido", "Criado", "Usado", "A levar", "Retido que resta"));
	for (int b = 0; b < TAX_BASKETS; b++) {
		const struct {
			const char *name;
			struct tax_figure f;
		} columns[] = {
			{ "carry_in", y->carry_in[b] },
			{ "carry_created", y->carry_created[b] },
			{ "carry_used", y->carry_used[b] },
			{ "carry_out", y->carry_out[b] },
			{ "withheld_left", y->withheld_left[b] },
		};

		html_row(h);
		html_cell(h, tax_basket_said(b));
		for (size_t i = 0; i < ARRAY_SIZE(columns); i++)
			tax_figure_cell(
				h, pool_printf(pool, "%s.%s", columns[i].name, tax_basket_names[b]),
				columns[i].f);
		html_row_end(h);
	}
	html_table_end(h);
	shown_explained(h, NULL);
	tax_text(h, "p", "foot", "Cada cesta só compensa a própria.");
	html_close(h, "section");
}

/* ---- abroad ---- */

static void write_exterior(struct html *h, const struct tax_view *v)
{
	const struct tax_exterior *x = v->year.exterior;

	if (!x)
		return;
	html_open_of(h, "section", "card span6");
	html_open(h, "header");
	html_element(h, "h2", "Exterior, no ano");
	tax_text(h, "span", "tag", "com a declaração, sem DARF");
	html_close(h, "header");
	tax_explains(h, v, NULL);
	shown_list(h);
	tax_figure_term(h, "Resultado", "exterior.total", x->total);
	tax_figure_term(h, "Prejuízo trazido", "exterior.loss_brought", x->loss_brought);
	tax_figure_term(h, "Prejuízo usado", "exterior.loss_used", x->loss_used);
	tax_figure_term(h, "Base", "exterior.base", x->base);
	tax_figure_term(h, "Imposto, 15%", "exterior.tax", x->tax);
	tax_figure_term(h, "Pago no exterior", "exterior.foreign_tax", x->foreign_tax);
	tax_figure_term(h, "Que se abate", "exterior.credit", x->credit);
	tax_figure_term(h, "Devido", "exterior.due", x->due);
	tax_figure_term(h, "Prejuízo a levar", "exterior.loss_carried", x->loss_carried);
	shown_list_end(h);
	shown_explained(h, NULL);
	tax_why(h, x->reasons);
	tax_text(
		h, "p", "foot",
		"Em reais pela PTAX de fechamento do Banco Central de cada dia: compras, vendas e "
		"rendimentos pela taxa de venda; o imposto pago lá fora, pela de compra. O mês e o "
		"lançamento mostram a taxa.");
	html_close(h, "section");
}

/* ---- warnings ---- */

#define WARNINGS 60

static const char *warning_text(void *pool, const struct tax_warning *w)
{
	const char *said = tax_warning_said(w->code);

	if (!w->out)
		return said;
	return pool_printf(pool, "%s Saída em %s, entrada em %s.", said,
			   date_text(pool, w->out->row.day), date_text(pool, w->in->row.day));
}

static void write_warnings(struct html *h, const struct tax_warnings *w)
{
	void *pool = h->ctx->pool;

	if (!w->n)
		return;
	layout_card(h, "card", "Avisos");
	tax_rows(h);
	for (size_t i = 0; i < w->n && i < WARNINGS; i++) {
		const struct tax_warning *one = &w->items[i];

		tax_row_begin(h);
		html_text(h, warning_text(pool, one));
		html_open(h, "small");
		html_text(h, tax_month_title(pool, one->month));
		if (one->symbol) {
			html_text(h, " · ");
			html_element(h, "bdi", one->symbol);
		}
		html_close(h, "small");
		html_close(h, "div");
		html_close(h, "li");
	}
	html_close(h, "ul");
	html_close(h, "section");
}

void tax_year_page(struct ctx *ctx)
{
	const char *asked = query_field(ctx, "darf");
	bool sheet = tax_sheet_asked(ctx);
	struct tax_gaps gaps;
	struct tax_view v;
	struct dues dues;
	struct due card;
	struct html *h;

	tax_view(ctx, &v);
	if (sheet) {
		tax_sheet_respond(ctx, "imposto", &v, tax_year_csv(ctx->pool, &v.year));
		return;
	}
	find_dues(ctx, &v, &dues);
	gaps = tax_gaps_year(ctx, &v);
	card = chosen(ctx->pool, &v, &dues, asked);
	h = tax_page(ctx, &v, pool_printf(ctx->pool, "Imposto de renda de %d", v.asked), "");
	write_standing(h, &v, &dues, &gaps);
	html_div(h, "grid");
	if (card.d)
		tax_darf_card(h, card.v, card.d);
	write_darfs(h, &v, &dues, card.d != NULL);
	tax_tiles(h, &v);
	write_losses(h, &v);
	write_exterior(h, &v);
	write_warnings(h, &v.year.warnings);
	html_close(h, "div");
	tax_sheet(h, &v, "", "O ano em planilha");
	tax_page_end(h);
}
