/* SPDX-License-Identifier: Apache-2.0 */
/* tax_standing.c: the first lines of a year's tax: what is to be paid and until when, which answers are missing, which losses were stated. */
#include "config.h"

#include "console/person/tax_pages.h"
#include "core/number_text.h"

/* ---- unpaid ---- */

static void add_due(void *pool, const struct tax_view *v, const struct tax_darf *d,
		    struct tax_dues *out)
{
	struct tax_view *of = pool_memdup(pool, v, sizeof(*v));
	size_t at = out->n++;

	of->asked = month_year(d->period);
	for (; at && day_before(d->due_on, out->items[at - 1].d->due_on); at--)
		out->items[at] = out->items[at - 1];
	out->items[at] = (struct tax_due){ of, d };
}

void tax_dues_find(void *pool, struct day today, const struct tax_view *v, struct tax_dues *out)
{
	const struct tax_year *y = &v->year;

	*out = (struct tax_dues){ .items = pool_array(pool, struct tax_due, y->n_all_darf) };
	for (size_t i = 0; i < y->n_all_darf; i++) {
		const struct tax_darf *d = &y->all_darf[i];

		if (v->of.scope != TAX_PORTFOLIO && d->amount.known &&
		    (d->status == DARF_OVERDUE || d->status == DARF_OPEN) &&
		    (v->asked == day_year(today) || month_year(d->period) == v->asked))
			add_due(pool, v, d, out);
	}
}

/* ---- the first line ---- */

bool tax_first_open(const struct tax_year *y, struct month *out)
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

const char *tax_gaps_path(const struct tax_view *v, const struct tax_gaps *l, struct month month)
{
	size_t before, page;
	const struct tax_gap *first = tax_gaps_first(l, month, &before);

	if (!first)
		return pool_printf(l->pool, "%s/missing?year=%d", v->base, v->asked);
	page = before / TAX_GAPS_SHOWN + 1;
	return pool_printf(l->pool, "%s/missing?year=%d%s#%s", v->base, v->asked,
			   page > 1 ? pool_printf(l->pool, "&page=%zu", page) : "",
			   month_iso(l->pool, first->month));
}

void tax_waits_write(struct html *h, const struct tax_view *v, const struct tax_gaps *l,
		     struct month month)
{
	size_t n = tax_gaps_of(l, month);
	void *pool = h->ctx->pool;

	write_line(h, n == 1 ? pool_printf(pool, "Falta 1 resposta para fechar %s.",
					   tax_month_name(month))
		      : n    ? pool_printf(pool, "Faltam %zu respostas para fechar %s.", n,
					   tax_month_name(month))
			     : pool_printf(pool, "O imposto de %s não é conhecido. %s",
					   tax_month_name(month), reason_of(l, month)));
	if (n && may_need_losses(&v->year, month))
		html_p(h, "Se houver ganho, faltará saber também os prejuízos de antes.");
	write_answer_button(h, tax_gaps_path(v, l, month), n ? "Responder" : "Ver o que falta");
}

static void write_unpaid(struct html *h, const struct tax_view *v, const struct tax_dues *dues)
{
	const struct tax_darf *first = dues->items[0].d;
	struct money sum = { 0 };
	void *pool = h->ctx->pool;
	struct month open;
	size_t late = 0;

	for (size_t i = 0; i < dues->n; i++)
		if (dues->items[i].d->status == DARF_OVERDUE) {
			late++;
			sum.e8 += tax_darf_left(dues->items[i].d).e8;
		}
	if (late)
		write_line(h,
			   pool_printf(pool,
				       "Em atraso%s: %s, fora multa e juros. O mais antigo, de %s, "
				       "venceu em %s.",
				       tax_first_open(&v->year, &open) ? ", ao menos" : "",
				       shown_brl(pool, sum),
				       tax_month_in(pool, first->period, v->asked),
				       date_text(pool, first->due_on)));
	for (size_t i = 0; i < dues->n; i++) {
		const struct tax_darf *d = dues->items[i].d;

		if (d->status == DARF_OPEN)
			write_line(h, pool_printf(pool, "A pagar até %s: %s, de %s.",
						  date_text(pool, d->due_on),
						  shown_brl(pool, tax_darf_left(d)),
						  tax_month_in(pool, d->period, v->asked)));
	}
}

/* @unstated: whether what was not stated is said, too; false: it was not, or says nothing. */
static bool write_doubt(struct html *h, const struct tax_view *v, const struct tax_darf *d,
			bool unstated)
{
	void *pool = h->ctx->pool;
	const char *path = pool_printf(pool, "%s/missing?year=%d", v->base, month_year(d->period));
	const char *texts[] = { tax_bonus_doubt(pool, v, d),
				unstated ? tax_unstated_doubt(pool, v, d) : NULL };

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		if (!texts[i])
			continue;
		html_open_of(h, "p", "first");
		html_text(h, texts[i]);
		html_text(h, " ");
		html_link(h, i ? pool_printf(pool, "%s#" TAX_UNSTATED, path) : path,
			  i ? "Informar" : "Informar o valor");
		html_close(h, "p");
	}
	return texts[1] != NULL;
}

/* Names the oldest open DARF of an earlier year; the page of this year lists the unpaid ones itself. */
static void write_earlier(struct html *h, const struct tax_view *v)
{
	const struct tax_year *y = &v->year;
	bool now = v->asked == day_year(h->ctx->today);
	const struct tax_darf *d = NULL;
	void *pool = h->ctx->pool;
	const char *month;
	int year;

	for (size_t i = 0; i < y->n_all_darf; i++) {
		const struct tax_darf *one = &y->all_darf[i];

		if (month_year(one->period) < v->asked &&
		    (one->status == DARF_UNKNOWN || (one->status == DARF_OVERDUE && !now)) &&
		    (!d || one->period.n < d->period.n))
			d = one;
	}
	if (!d)
		return;
	year = month_year(d->period);
	month = tax_month_in(pool, d->period, v->asked);
	html_open_of(h, "p", "first");
	if (d->amount.known) {
		html_text(h, pool_printf(pool, "Há um DARF de %s em aberto: %s, que venceu em %s. ",
					 month, shown_brl(pool, tax_darf_left(d)),
					 date_text(pool, d->due_on)));
		html_link(h,
			  pool_printf(pool, "%s?year=%d&darf=%s", v->base, year,
				      tax_darf_name(pool, d)),
			  "Ver o DARF");
	} else {
		html_text(h, pool_printf(pool,
					 "O imposto de %s não está fechado, e pode haver DARF em "
					 "aberto: venceria em %s. ",
					 month, date_text(pool, d->due_on)));
		html_link(h,
			  pool_printf(pool, "%s/missing?year=%d#%s", v->base, year,
				      month_iso(pool, d->period)),
			  "Ver o que falta");
	}
	html_close(h, "p");
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
	struct day by;

	if (!x || (x->due.known && !tax_exterior_left(x).e8))
		return NULL;
	if (!x->due.known)
		return pool_printf(pool,
				   "Ainda não se sabe o imposto do exterior, que se paga com a "
				   "declaração de %d.",
				   y->year + 1);
	by = tax_declared_by(y->year);
	return pool_printf(
		pool, "A pagar com a declaração de %d%s: %s, do exterior, código %s, até %s.%s",
		y->year + 1, y->closed ? "" : ", até aqui", shown_brl(pool, tax_exterior_left(x)),
		TAX_RETURN_CODE, date_text(pool, by),
		day_before(by, y->as_of) ? " O prazo já passou: o programa da Receita dá o DARF, "
					   "com multa e juros."
					 : "");
}

/* Of last year, which on the page of this year would be missed; NULL: nothing. */
static const char *last_declared(struct ctx *ctx, const struct tax_view *v)
{
	const int last = v->asked - 1;
	struct tax_year year;

	if (v->asked != day_year(ctx->today) || last < TAX_FIRST_YEAR)
		return NULL;
	tax_compute(ctx, &v->of, last, &year);
	return with_declaration(ctx->pool, &year);
}

static void write_last_declared(struct html *h, const struct tax_view *v, const char *text)
{
	const int last = v->asked - 1;

	html_open_of(h, "p", "first");
	html_text(h, pool_printf(h->ctx->pool, "De %d: %s ", last, text));
	html_link(h, pool_printf(h->ctx->pool, "%s?year=%d", v->base, last),
		  pool_printf(h->ctx->pool, "Ver %d", last));
	html_close(h, "p");
}

/* @rest: of the year, to be paid otherwise; @last: something of last year is */
static void write_nothing(struct html *h, const struct tax_view *v, const char *rest, bool last)
{
	const char *what = rest || last ? "Nenhum DARF" : "Nada";
	void *pool = h->ctx->pool;
	const char *text = v->asked == day_year(h->ctx->today)
				   ? pool_printf(pool, "%s a pagar até %s.", what,
						 date_text(pool, next_due(h->ctx->today)))
				   : pool_printf(pool, "%s a pagar de %d.", what, v->asked);

	write_line(h, rest ? pool_printf(pool, "%s %s", rest, text) : text);
}

/* The tax is the person's: of one portfolio nothing is to be paid. */
static void write_alone(struct html *h, const struct tax_view *v)
{
	html_open_of(h, "p", "first");
	html_text(h, "É o que só esta carteira daria, sem o que foi informado ao imposto. O que "
		     "há a pagar é da pessoa: ");
	html_link(h, pool_printf(h->ctx->pool, "/tax?year=%d", v->asked), "ver o meu imposto");
	html_close(h, "p");
}

/* ---- stated losses ---- */

/* The month whose stated losses of the basket count last, until the end of the year; NULL: none. */
static const struct tax_month *last_stated(const struct tax_year *y, int basket)
{
	const struct tax_month *last = NULL;

	for (size_t i = 0; i < y->n_all_months; i++)
		if (y->all_months[i].basket[basket].stated)
			last = &y->all_months[i];
	return last;
}

/* A statement replaces what the rows give: both are said. */
static void write_stated(struct html *h, const struct tax_view *v)
{
	void *pool = h->ctx->pool;

	for (int b = 0; b < TAX_BASKETS; b++) {
		const struct tax_month *m = last_stated(&v->year, b);
		const struct tax_basket_month *x = m ? &m->basket[b] : NULL;

		if (!x || !x->computed.known || x->computed.m.e8 == x->loss_carried.m.e8)
			continue;
		html_open(h, "p");
		html_text(h,
			  pool_printf(pool,
				      "Prejuízo ao fim de %s (%s): vale o que você informou, %s; "
				      "pelos lançamentos seria %s. ",
				      tax_month_in(pool, m->month, v->asked), tax_basket_said(b),
				      shown_brl(pool, x->loss_carried.m),
				      shown_brl(pool, x->computed.m)));
		html_link(h, pool_printf(pool, "%s/inputs?year=%d", v->base, v->asked),
			  "Mudar ou retirar o que informei");
		html_close(h, "p");
	}
}

void tax_standing(struct html *h, const struct tax_view *v, const struct tax_dues *dues,
		  const struct tax_gaps *gaps)
{
	void *pool = h->ctx->pool;
	bool open, alone = v->of.scope == TAX_PORTFOLIO, said = false;
	const char *rest = with_declaration(pool, &v->year),
		   *last = alone ? NULL : last_declared(h->ctx, v);
	struct month month;

	if (alone) {
		write_alone(h, v);
		rest = NULL;
	}
	if (dues->n)
		write_unpaid(h, v, dues);
	for (size_t i = 0; i < dues->n; i++)
		said |= write_doubt(h, v, dues->items[i].d, !said);
	open = tax_first_open(&v->year, &month);
	if (open)
		tax_waits_write(h, v, gaps, month);
	if (!open && !dues->n && !alone)
		write_nothing(h, v, rest, last != NULL);
	else if (rest)
		write_line(h, rest);
	if (!open && rest && !v->year.exterior->due.known)
		write_answer_button(h, pool_printf(pool, "%s/missing?year=%d", v->base, v->asked),
				    "Ver o que falta");
	if (!alone)
		write_earlier(h, v);
	if (last)
		write_last_declared(h, v, last);
	for (size_t i = 0; i < v->year.n_darf; i++) {
		const struct tax_darf *d = &v->year.darf[i];

		if (d->status == DARF_PROVISIONAL && d->amount.known && !alone)
			html_p(h, "De %s, até aqui: %s, que vence em %s.",
			       tax_month_name(d->period), shown_brl(pool, d->amount.m),
			       date_text(pool, d->due_on));
		if (d->status == DARF_PROVISIONAL)
			said |= write_doubt(h, v, d, !said);
	}
	write_stated(h, v);
	if (!v->year.closed)
		html_p(h, "O ano está aberto: os valores são provisórios, até %s.",
		       date_text(pool, v->year.as_of));
}
