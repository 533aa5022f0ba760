/* SPDX-License-Identifier: Apache-2.0 */
/* tax_darf.c: a DARF: a card with what the Receita's form asks, its fine and interest, and its payment; or a row of a list. */
#include "config.h"

#include "console/person/tax_pages.h"
#include "console/person/tax_statements.h"
#include "core/number_text.h"

struct money tax_darf_left(const struct tax_darf *d)
{
	return (struct money){ d->amount.m.e8 - d->paid.e8 };
}

const char *tax_darf_name(void *pool, const struct tax_darf *d)
{
	return pool_printf(pool, "%s-%s", d->code, month_iso(pool, d->period));
}

struct tax_state tax_darf_state(const struct tax_darf *d)
{
	static const char *const classes[] = {
		[DARF_PAID] = "ok",   [DARF_PROVISIONAL] = "warn", [DARF_OVERDUE] = "bad",
		[DARF_OPEN] = "warn", [DARF_UNKNOWN] = "warn",
	};

	return (struct tax_state){ classes[d->status], tax_darf_said(d->status) };
}

void tax_tag(struct html *h, struct tax_state s)
{
	tax_text(h, "span", pool_printf(h->ctx->pool, "tag %s", s.class), s.text);
}

static void explain_darf(struct html *h, const struct tax_view *v, const struct tax_darf *d)
{
	void *pool = h->ctx->pool;

	tax_explains_as(
		h, v, "",
		pool_printf(pool, "&month=%s&code=%s", month_iso(pool, d->period), d->code));
}

/* @name: what it is, as its button says it. */
static void open_copied(struct html *h, const char *label, const char *name, const char *text)
{
	html_div(h, NULL);
	tax_text(h, "dt", "lab", label);
	html_open(h, "dd");
	html_open(h, "span");
	html_attr(h, "data-copy", text);
	html_attr(h, "data-name", pool_printf(h->ctx->pool, "%s %s", name, text));
}

static void close_copied(struct html *h)
{
	html_close(h, "span");
	html_close(h, "dd");
	html_close(h, "div");
}

static void write_copied(struct html *h, const char *label, const char *name, const char *text)
{
	open_copied(h, label, name, text);
	html_text(h, text);
	close_copied(h);
}

static void write_part(struct html *h, const struct tax_view *v, const struct tax_darf *d,
		       const char *text, const char *name, struct tax_figure f)
{
	if (!f.known || !f.m.e8)
		return;
	explain_darf(h, v, d);
	html_open_of(h, "p", "dim");
	html_text(h, text);
	shown_money(h, name, true, f.m);
	html_close(h, "p");
	shown_explained(h, NULL);
}

/* The difference of two figures of the card. */
static void write_plain(struct html *h, const char *text, const char *name, struct money m)
{
	html_open_of(h, "p", "dim");
	html_text(h, text);
	shown_money(h, name, true, m);
	html_close(h, "p");
}

static bool is_partly_paid(const struct tax_darf *d)
{
	return d->amount.known && d->paid.e8 > 0 && tax_darf_left(d).e8 > 0;
}

/* Paid beyond the amount; 0 for none. */
static struct money paid_over(const struct tax_darf *d)
{
	struct money over = { 0 };

	if (d->amount.known && d->paid.e8 > d->amount.m.e8)
		over.e8 = d->paid.e8 - d->amount.m.e8;
	return over;
}

/* What the Receita's form asks, as it takes it: of one that is paid in part, what is left. */
static void write_copy(struct html *h, const struct tax_view *v, const struct tax_darf *d)
{
	void *pool = h->ctx->pool;

	html_open(h, "dl");
	write_copied(h, "Código da receita", "código", d->code);
	write_copied(h, "Período de apuração", "período", date_text(pool, month_last(d->period)));
	write_copied(h, "Vencimento", "vencimento", date_text(pool, d->due_on));
	if (is_partly_paid(d)) {
		open_copied(h, "Valor principal que falta", "valor",
			    decimal_text(pool, tax_darf_left(d).e8, MONEY_PLACES, 2, false));
		shown_money(h, "darf.left", true, tax_darf_left(d));
	} else {
		explain_darf(h, v, d);
		open_copied(h, "Valor principal", "valor",
			    decimal_text(pool, d->amount.m.e8, MONEY_PLACES, 2, false));
		shown_money(h, "darf.amount", true, d->amount.m);
	}
	close_copied(h);
	html_close(h, "dl");
	shown_explained(h, NULL);
	if (is_partly_paid(d))
		write_part(h, v, d, "O imposto do período: ", "darf.amount", d->amount);
	if (is_partly_paid(d) && tax_darf_left(d).e8 < TAX_DARF_MINIMUM.e8)
		html_p(h,
		       "Um DARF de menos de R$ 10,00 não se emite: pague o que falta junto com o "
		       "próximo do código %s, e informe aqui o dia.",
		       d->code);
}

/* In hundredths, as the Receita writes them. */
static void write_pct(struct html *h, const char *label, const char *name, bool known,
		      struct percent pct)
{
	shown_term(h, label);
	if (known)
		shown_decimal(h, name, pct.e8, MONEY_PLACES, 2);
	else
		shown_percent(h, name, false, pct);
	shown_term_end(h);
}

void tax_darf_late(struct html *h, const struct tax_view *v, const struct tax_darf *d)
{
	const struct tax_late *l = &d->late;

	explain_darf(h, v, d);
	shown_list(h);
	write_pct(h, "Multa, em %", "darf.late.fine_pct", true, l->fine_pct);
	tax_figure_term(h, "Multa", "darf.late.fine", tax_is(l->fine));
	write_pct(h, "Juros, em %", "darf.late.interest_pct", l->rate_known, l->interest_pct);
	tax_figure_term(h, "Juros", "darf.late.interest",
			(struct tax_figure){ l->rate_known, l->interest });
	tax_figure_term(h, "Total hoje", "darf.late.total",
			(struct tax_figure){ l->rate_known, l->total });
	shown_list_end(h);
	shown_explained(h, NULL);
	if (!l->rate_known)
		tax_why(h, TAX_WHY(TAX_RATE_MISSING));
	html_p(h,
	       "Para pagamento em %s. É uma estimativa: quem decide é o Sicalc, o programa da Receita que emite o DARF.",
	       date_text(h->ctx->pool, v->year.as_of));
}

/* "I paid": with what was typed and refused, or with what is left and today. */
static void write_paid(struct html *h, const struct tax_darf *d, const struct entry *typed,
		       const char *back)
{
	const struct tax_statement *s = tax_statement_of(TAX_PAID);
	struct ctx *ctx = h->ctx;
	void *pool = ctx->pool;
	struct html_field amount = { .name = "amount",
				     .label = s->members[2].label,
				     .type = "text",
				     .value = decimal_text(pool, tax_darf_left(d).e8, MONEY_PLACES,
							   2, false),
				     .autocomplete = "off",
				     .inputmode = "decimal",
				     .max_length = 24 };
	struct html_field day = { .name = "paid_on",
				  .label = s->members[3].label,
				  .type = "date",
				  .value = day_iso(pool, ctx->today),
				  .autocomplete = "off" };

	tax_statement_open(h, s->name, NULL, back);
	html_hidden(h, "code", d->code);
	html_hidden(h, "period", month_text(pool, d->period));
	if (typed) {
		entry_field(ctx, h, typed, amount);
		entry_field(ctx, h, typed, day);
	} else {
		html_field(h, &amount);
		html_field(h, &day);
	}
	html_button(h, "Já paguei");
	if (typed)
		entry_sure(h);
	html_form_end(h);
}

void tax_darf_card(struct html *h, const struct tax_view *v, const struct tax_darf *d,
		   const struct entry *typed)
{
	void *pool = h->ctx->pool;

	html_open_of(h, "section", "card darf span8");
	html_open(h, "header");
	html_element(h, "h2",
		     pool_printf(pool, "DARF de %s de %d", tax_month_name(d->period),
				 month_year(d->period)));
	tax_tag(h, tax_darf_state(d));
	html_close(h, "header");
	if (d->amount.known)
		write_copy(h, v, d);
	else
		tax_why(h, d->reasons);
	write_part(h, v, d, "Inclui, de meses antes, ", "darf.includes_earlier",
		   d->includes_earlier);
	write_part(h, v, d, "Já pago: ", "darf.paid", tax_is(d->paid));
	if (paid_over(d).e8)
		write_plain(h, "Pago a mais, a restituir ou compensar na Receita (PER/DCOMP): ",
			    "darf.over", paid_over(d));
	write_part(h, v, d, "Do que foi retido não se sabe se já foi usado, e não se deduziu: ",
		   "darf.in_doubt", tax_is(d->in_doubt));
	if (tax_bonus_doubt(pool, v, d))
		html_p(h, "%s", tax_bonus_doubt(pool, v, d));
	if (tax_unstated_doubt(pool, v, d))
		html_p_link(h,
			    pool_printf(pool, "%s/missing?year=%d#" TAX_UNSTATED, v->base,
					month_year(d->period)),
			    tax_unstated_doubt(pool, v, d));
	if (d->is_late)
		tax_darf_late(h, v, d);
	if (d->status == DARF_PROVISIONAL)
		html_p(h, "O mês ainda não acabou: o valor pode mudar.");
	else if (v->of.scope == TAX_ACCOUNT && d->status != DARF_PAID && d->amount.known)
		write_paid(h, d, typed, pool_printf(pool, "%s?year=%d", v->base, v->page));
	html_close(h, "section");
}

void tax_darf_row(struct html *h, const struct tax_view *v, const struct tax_darf *d)
{
	void *pool = h->ctx->pool;

	tax_row_begin(h);
	html_open_of(h, "a", "over");
	html_attr(
		h, "href",
		pool_printf(pool, "%s?year=%d&darf=%s", v->base, v->asked, tax_darf_name(pool, d)));
	html_text(h, pool_printf(pool, "%s · %s", d->code,
				 tax_month_in(pool, d->period, day_year(h->ctx->today))));
	html_close(h, "a");
	html_element(h, "small",
		     pool_printf(pool, "%s em %s%s",
				 day_before(d->due_on, h->ctx->today) ? "venceu" : "vence",
				 date_text(pool, d->due_on),
				 paid_over(d).e8     ? pool_printf(pool, "; %s a mais",
								   shown_brl(pool, paid_over(d)))
				 : is_partly_paid(d) ? "; pago em parte"
						     : ""));
	html_close(h, "div");
	tax_tag(h, tax_darf_state(d));
	html_open_of(h, "span", "n");
	if (is_partly_paid(d)) {
		shown_money(h, "darf.left", true, tax_darf_left(d));
	} else {
		explain_darf(h, v, d);
		shown_money(h, "darf.amount", d->amount.known, d->amount.m);
	}
	html_close(h, "span");
	html_close(h, "li");
	shown_explained(h, NULL);
}
