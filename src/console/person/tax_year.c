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

static struct money left_of(const struct tax_darf *d)
{
	return (struct money){ d->amount.m.e8 - d->paid.e8 };
}

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

static const char *darf_name(void *pool, const struct tax_darf *d)
{
	return pool_printf(pool, "%s-%s", d->code, tax_month_plain(pool, d->period));
}

/* The one that the address names, else the oldest unpaid; d NULL: none. */
static struct due chosen(void *pool, const struct tax_view *v, const struct dues *dues,
			 const char *asked)
{
	for (size_t i = 0; asked && i < v->year.n_darf; i++)
		if (str_eq(darf_name(pool, &v->year.darf[i]), asked))
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

static size_t questions_of(const struct tax_gaps *l, struct month month)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++)
		n += l->items[i].has_month && l->items[i].month.n == month.n &&
		     tax_answerable(l->v, &l->items[i]);
	return n;
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
	html_open(h, "p");
	html_attr(h, "class", "first");
	html_text(h, text);
	html_close(h, "p");
}

static void write_open_month(struct html *h, const struct tax_gaps *l, struct month month)
{
	const struct tax_view *v = l->v;
	size_t n = questions_of(l, month);
	void *pool = h->ctx->pool;

	write_line(h, n == 1 ? pool_printf(pool, "Falta 1 resposta para fechar %s.",
					   tax_month_name(month))
		      : n    ? pool_printf(pool, "Faltam %zu respostas para fechar %s.", n,
					   tax_month_name(month))
			     : pool_printf(pool, "O imposto de %s não é conhecido. %s",
					   tax_month_name(month), reason_of(l, month)));
	html_open(h, "p");
	html_attr(h, "class", "acts");
	html_open(h, "a");
	html_attr(h, "class", "btn go");
	html_attr(h, "href", pool_printf(pool, "%s/missing?year=%d", v->base, v->asked));
	html_text(h, n ? "Responder" : "Ver o que falta");
	html_close(h, "a");
	html_close(h, "p");
}

static void write_unpaid(struct html *h, const struct dues *dues)
{
	const struct tax_darf *first = dues->items[0].d;
	struct money sum = { 0 };
	void *pool = h->ctx->pool;
	size_t late = 0;

	for (size_t i = 0; i < dues->n; i++)
		if (dues->items[i].d->status == DARF_OVERDUE) {
			late++;
			sum.e8 += left_of(dues->items[i].d).e8;
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
						  shown_brl(pool, left_of(d)),
						  tax_month_name(d->period)));
	}
}

/* The day until which tax of a finished month is due. */
static struct day next_due(struct day today)
{
	struct day day = tax_due_day((struct month){ day_month(today).n - 1 });

	return day_before(day, today) ? tax_due_day(day_month(today)) : day;
}

static void write_standing(struct html *h, const struct tax_view *v, const struct dues *dues,
			   const struct tax_gaps *gaps)
{
	void *pool = h->ctx->pool;
	struct month month;

	if (dues->n)
		write_unpaid(h, dues);
	if (first_open(&v->year, &month))
		write_open_month(h, gaps, month);
	else if (!dues->n && v->asked == day_year(h->ctx->today))
		write_line(h, pool_printf(pool, "Nada a pagar até %s.",
					  date_text(pool, next_due(h->ctx->today))));
	else if (!dues->n)
		write_line(h, pool_printf(pool, "Nada a pagar de %d.", v->asked));
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

/* ---- DARF ---- */

struct state {
	const char *class, *text;
};

static struct state darf_state(const struct tax_darf *d)
{
	static const struct state states[] = {
		[DARF_PAID] = { "ok", "pago" },
		[DARF_PROVISIONAL] = { "warn", "até aqui" },
		[DARF_OVERDUE] = { "bad", "em atraso" },
		[DARF_OPEN] = { "warn", "a pagar" },
		[DARF_UNKNOWN] = { "warn", "falta resposta" },
	};

	return states[d->status];
}

static void write_tag(struct html *h, struct state s)
{
	html_open(h, "span");
	html_attr(h, "class", pool_printf(h->ctx->pool, "tag %s", s.class));
	html_text(h, s.text);
	html_close(h, "span");
}

static void explain_darf(struct html *h, const struct due *due)
{
	void *pool = h->ctx->pool;

	tax_explains_as(h, due->v, "",
			pool_printf(pool, "&month=%s&code=%s",
				    tax_month_plain(pool, due->d->period), due->d->code));
}

/* @name: what it is, as its button says it. */
static void open_copied(struct html *h, const char *label, const char *name, const char *text)
{
	html_div(h, NULL);
	html_open(h, "dt");
	html_attr(h, "class", "lab");
	html_text(h, label);
	html_close(h, "dt");
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

/* What the Receita's form asks, as it takes it. */
static void write_copy(struct html *h, const struct due *due)
{
	void *pool = h->ctx->pool;
	const struct tax_darf *d = due->d;

	html_open(h, "dl");
	write_copied(h, "Código da receita", "código", d->code);
	write_copied(h, "Período de apuração", "período", date_text(pool, month_last(d->period)));
	write_copied(h, "Vencimento", "vencimento", date_text(pool, d->due_on));
	explain_darf(h, due);
	open_copied(h, "Valor principal", "valor",
		    decimal_text(pool, d->amount.m.e8, MONEY_PLACES, 2, false));
	shown_money(h, "darf.amount", true, d->amount.m);
	close_copied(h);
	html_close(h, "dl");
	shown_explained(h, NULL);
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

static void write_late(struct html *h, const struct due *due)
{
	const struct tax_late *l = &due->d->late;

	explain_darf(h, due);
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
	html_p(h, "Para pagamento em %s. É uma estimativa; o Sicalc decide.",
	       date_text(h->ctx->pool, due->v->year.as_of));
}

static void write_part(struct html *h, const struct due *due, const char *text, const char *name,
		       struct tax_figure f)
{
	if (!f.known || !f.m.e8)
		return;
	explain_darf(h, due);
	html_open(h, "p");
	html_attr(h, "class", "dim");
	html_text(h, text);
	shown_money(h, name, true, f.m);
	html_text(h, ".");
	html_close(h, "p");
	shown_explained(h, NULL);
}

static void write_darf(struct html *h, const struct due *due)
{
	const struct tax_darf *d = due->d;
	void *pool = h->ctx->pool;

	html_open(h, "section");
	html_attr(h, "class", "card darf span8");
	html_open(h, "header");
	html_element(h, "h2",
		     pool_printf(pool, "DARF de %s de %d", tax_month_name(d->period),
				 month_year(d->period)));
	write_tag(h, darf_state(d));
	html_close(h, "header");
	if (d->amount.known)
		write_copy(h, due);
	else
		tax_why(h, d->reasons);
	write_part(h, due, "Inclui, de meses antes, ", "darf.includes_earlier",
		   d->includes_earlier);
	write_part(h, due, "Já pago: ", "darf.paid", tax_is(d->paid));
	write_part(h, due, "Do que foi retido não se sabe se já foi usado, e não se deduziu: ",
		   "darf.in_doubt", tax_is(d->in_doubt));
	if (d->is_late)
		write_late(h, due);
	if (due->v->of.scope == TAX_ACCOUNT && d->status != DARF_PAID && d->amount.known)
		tax_paid_write(
			h, d, left_of(d),
			pool_printf(pool, "%s?year=%d", due->v->base, day_year(h->ctx->today)));
	html_close(h, "section");
}

static void write_darf_row(struct html *h, const struct due *due)
{
	const struct tax_darf *d = due->d;
	void *pool = h->ctx->pool;

	html_open(h, "li");
	html_div(h, "who");
	html_open(h, "a");
	html_attr(h, "class", "over");
	html_attr(h, "href",
		  pool_printf(pool, "%s?year=%d&darf=%s", due->v->base, due->v->asked,
			      darf_name(pool, d)));
	html_text(h, pool_printf(pool, "%s · %s", d->code, tax_month_name(d->period)));
	html_close(h, "a");
	html_element(h, "small",
		     pool_printf(pool, "%s em %s",
				 day_before(d->due_on, h->ctx->today) ? "venceu" : "vence",
				 date_text(pool, d->due_on)));
	html_close(h, "div");
	write_tag(h, darf_state(d));
	html_open(h, "span");
	html_attr(h, "class", "n");
	explain_darf(h, due);
	shown_money(h, "darf.amount", d->amount.known, d->amount.m);
	html_close(h, "span");
	html_close(h, "li");
	shown_explained(h, NULL);
}

static void write_darfs(struct html *h, const struct tax_view *v, const struct dues *dues,
			bool beside)
{
	const struct tax_year *y = &v->year;

	html_open(h, "section");
	html_attr(h, "class", beside ? "card span4" : "card");
	html_open(h, "header");
	html_element(h, "h2", "DARF do ano");
	html_close(h, "header");
	html_open(h, "ul");
	html_attr(h, "class", "rows");
	for (size_t i = 0; i < dues->n; i++)
		if (dues->items[i].v != v)
			write_darf_row(h, &dues->items[i]);
	for (size_t i = 0; i < y->n_darf; i++)
		write_darf_row(h, &(struct due){ v, &y->darf[i] });
	html_close(h, "ul");
	if (!y->n_darf)
		html_p(h, "Nenhum DARF no ano.");
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

/* ---- the twelve months ---- */

struct tile {
	struct state state;
	int rank; /* the worst is shown */
	struct tax_figure amount;
	struct buf why;
	size_t n_why;
};

/* At most two phrases. */
static void add_why(struct tile *t, const char *before, struct money m)
{
	if (t->n_why++ >= 2)
		return;
	buf_printf(&t->why, "%s%s%s", t->n_why > 1 ? "; " : "", before,
		   shown_brl(t->why.pool, (struct money){ m.e8 < 0 ? -m.e8 : m.e8 }));
}

static void rank(struct tile *t, int rank, struct state state)
{
	if (rank > t->rank) {
		t->rank = rank;
		t->state = state;
	}
}

static void add_result(struct tile *t, const char *what, struct tax_figure result)
{
	if (result.known && result.m.e8)
		add_why(t,
			pool_printf(t->why.pool, "%s: %s de ", what,
				    result.m.e8 < 0 ? "prejuízo" : "ganho"),
			result.m);
}

static void add_exchange(struct tile *t, const struct tax_month *m)
{
	rank(t, 1, (struct state){ "ok", m->exempt_known && m->exempt ? "isento" : "sem imposto" });
	if (!m->due.known)
		rank(t, 5, (struct state){ "warn", "falta resposta" });
	else if (m->due.m.e8)
		rank(t, 2, (struct state){ "warn", "espera" });
	if (m->exempt_known && m->exempt && m->share_sales.known)
		add_why(t, "ações: vendeu ", m->share_sales.m);
	add_result(t, "bolsa", m->basket[BASKET_COMMON].result);
	add_result(t, "day trade", m->basket[BASKET_DAY_TRADE].result);
	add_result(t, "FII", m->basket[BASKET_FII].result);
}

static void add_gain(struct tile *t, const struct tax_gain *g)
{
	const char *what = g->foreign ? "exterior" : "cripto";

	rank(t, 1, (struct state){ "ok", g->exempt_known && g->exempt ? "isento" : "sem imposto" });
	if (!g->tax.known)
		rank(t, 5, (struct state){ "warn", "falta resposta" });
	else if (g->tax.m.e8)
		rank(t, 2, (struct state){ "warn", "espera" });
	if (g->exempt_known && g->exempt && g->sales.known)
		add_why(t, pool_printf(t->why.pool, "%s: vendeu ", what), g->sales.m);
	else
		add_result(t, what, g->gain);
}

static void add_darf(struct tile *t, const struct tax_darf *d)
{
	static const int ranks[] = { [DARF_PAID] = 3,
				     [DARF_PROVISIONAL] = 4,
				     [DARF_OPEN] = 6,
				     [DARF_UNKNOWN] = 7,
				     [DARF_OVERDUE] = 8 };

	rank(t, ranks[d->status], darf_state(d));
	t->amount.known &= d->amount.known;
	t->amount.m.e8 += d->amount.m.e8;
	if (d->includes_earlier.known && d->includes_earlier.m.e8)
		add_why(t, "de meses antes: ", d->includes_earlier.m);
}

static struct tile tile_of(void *pool, const struct tax_view *v, struct month month)
{
	struct tile t = { .amount = tax_is((struct money){ 0 }) };
	const struct tax_year *y = &v->year;
	struct money due = { 0 };
	bool darf = false;

	buf_init(&t.why, pool, 64);
	for (size_t i = 0; i < y->n_months; i++)
		if (y->months[i].month.n == month.n) {
			add_exchange(&t, &y->months[i]);
			t.amount.known &= y->months[i].due.known;
			due.e8 += y->months[i].due.m.e8;
		}
	for (size_t i = 0; i < y->n_gains; i++)
		if (y->gains[i].month.n == month.n) {
			add_gain(&t, &y->gains[i]);
			t.amount.known &= y->gains[i].tax.known;
			due.e8 += y->gains[i].tax.m.e8;
		}
	for (size_t i = 0; i < y->n_darf; i++)
		if (y->darf[i].period.n == month.n) {
			add_darf(&t, &y->darf[i]);
			darf = true;
		}
	if (!darf)
		t.amount.m = due;
	return t;
}

static void write_tile(struct html *h, const struct tax_view *v, struct month month)
{
	void *pool = h->ctx->pool;
	struct tile t = tile_of(pool, v, month);
	const char *name = tax_month_name(month);

	html_open(h, "li");
	if (!t.rank) {
		html_div(h, "tile off");
		html_element(h, "span", pool_printf(pool, "%c%s", *name - 'a' + 'A', name + 1));
		html_element(h, "b", "—");
		html_open(h, "span");
		html_attr(h, "class", "small");
		html_text(h,
			  day_month(h->ctx->today).n < month.n ? "ainda não chegou" : "sem vendas");
		html_close(h, "span");
		html_close(h, "div");
		html_close(h, "li");
		return;
	}
	html_open(h, "a");
	html_attr(h, "class", pool_printf(pool, "tile %s", t.state.class));
	html_attr(h, "href",
		  pool_printf(pool, "%s/month?month=%s", v->base, tax_month_plain(pool, month)));
	html_open(h, "span");
	html_attr(h, "class", "who");
	html_text(h, pool_printf(pool, "%c%s", *name - 'a' + 'A', name + 1));
	html_close(h, "span");
	html_open(h, "b");
	shown_money(h, "month.amount", t.amount.known, t.amount.m);
	html_close(h, "b");
	write_tag(h, t.state);
	html_open(h, "span");
	html_attr(h, "class", "small dim");
	html_text(h, buf_text(&t.why));
	html_close(h, "span");
	html_close(h, "a");
	html_close(h, "li");
}

static void write_months(struct html *h, const struct tax_view *v)
{
	html_open(h, "section");
	html_attr(h, "class", "card");
	html_open(h, "header");
	html_element(h, "h2", "Os doze meses");
	html_close(h, "header");
	html_open(h, "ol");
	html_attr(h, "class", "year");
	for (int m = 1; m <= 12; m++)
		write_tile(h, v, month_of(v->asked, m));
	html_close(h, "ol");
	html_close(h, "section");
}

/* ---- losses ---- */

static void write_losses(struct html *h, const struct tax_view *v)
{
	static const char *const headings[] = { "Cesta", "Prejuízo trazido", "Prejuízo a levar",
						"Retido que resta" };
	const struct tax_year *y = &v->year;
	void *pool = h->ctx->pool;

	html_open(h, "section");
	html_attr(h, "class", "card span6");
	html_open(h, "header");
	html_element(h, "h2", "Prejuízos a compensar");
	if (v->of.scope == TAX_ACCOUNT)
		html_link(h, pool_printf(pool, "/tax/inputs?year=%d", v->asked),
			  "Informar os de antes");
	html_close(h, "header");
	tax_explains(h, v, NULL);
	html_flip(h, headings, ARRAY_SIZE(headings));
	layout_table(h, "Prejuízos e retenções", headings, ARRAY_SIZE(headings), 1);
	for (int b = 0; b < TAX_BASKETS; b++) {
		html_row(h);
		html_cell(h, tax_basket_said(b));
		tax_figure_cell(h, pool_printf(pool, "carry_in.%s", tax_basket_names[b]),
				y->carry_in[b]);
		tax_figure_cell(h, pool_printf(pool, "carry_out.%s", tax_basket_names[b]),
				y->carry_out[b]);
		tax_figure_cell(h, pool_printf(pool, "withheld_left.%s", tax_basket_names[b]),
				y->withheld_left[b]);
		html_row_end(h);
	}
	html_table_end(h);
	shown_explained(h, NULL);
	html_open(h, "p");
	html_attr(h, "class", "foot");
	html_text(h, "Cada cesta só compensa a própria.");
	html_close(h, "p");
	html_close(h, "section");
}

/* ---- abroad ---- */

static void write_exterior(struct html *h, const struct tax_view *v)
{
	const struct tax_exterior *x = v->year.exterior;

	if (!x)
		return;
	html_open(h, "section");
	html_attr(h, "class", "card span6");
	html_open(h, "header");
	html_element(h, "h2", "Exterior, no ano");
	html_open(h, "span");
	html_attr(h, "class", "tag");
	html_text(h, "com a declaração, sem DARF");
	html_close(h, "span");
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
	html_open(h, "section");
	html_attr(h, "class", "card");
	html_open(h, "header");
	html_element(h, "h2", "Avisos");
	html_close(h, "header");
	html_open(h, "ul");
	html_attr(h, "class", "rows");
	for (size_t i = 0; i < w->n && i < WARNINGS; i++) {
		const struct tax_warning *one = &w->items[i];

		html_open(h, "li");
		html_div(h, "who");
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
		write_darf(h, &card);
	write_darfs(h, &v, &dues, card.d != NULL);
	write_months(h, &v);
	write_losses(h, &v);
	write_exterior(h, &v);
	write_warnings(h, &v.year.warnings);
	html_close(h, "div");
	tax_sheet(h, &v, "", "O ano em planilha");
	tax_page_end(h);
}
