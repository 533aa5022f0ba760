/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_withheld.c: tax withheld by brokers as steps: stated, used, left, and estimated (doc/tax.md
 * 20.5).
 *
 * The remainder runs through the months of a calendar year, so it is the sum of what each of them added
 * and used.
 */
#include "config.h"

#include "calc/tax/tax_nodes.h"
#include "core/pool.h"

static const char *const tax_fields[TAX_BASKETS] = { "months.common.tax", "months.day_trade.tax",
						     "months.fii.tax" };
static const char *const withheld_fields[TAX_BASKETS] = { "months.withheld.common",
							  "months.withheld.day_trade",
							  "months.withheld.fii" };
static const char *const used_fields[TAX_BASKETS] = { "months.withheld_used.common",
						      "months.withheld_used.day_trade",
						      "months.withheld_used.fii" };
static const char *const estimate_fields[TAX_BASKETS] = { "months.withheld_estimate.common",
							  "months.withheld_estimate.day_trade",
							  "months.withheld_estimate.fii" };

void explain_tax_of_baskets(struct tax_explaining *t, const struct tax_month *m,
			    struct term tax[TAX_BASKETS])
{
	for (int b = 0; b < TAX_BASKETS; b++)
		tax[b] = explain_tax_figure(t, tax_fields[b], NULL, m->month, m->basket[b].tax.m);
}

/* ---- deductible amounts ---- */

/*
 * The last month before @end that made the balance of the basket uncertain, or the December before its
 * year.
 */
static struct month doubted_in(const struct tax_explaining *t, int basket, struct month end)
{
	struct month found = month_of(month_year((struct month){ end.n - 1 }), 1);

	found.n--;
	for (size_t i = 0; i < t->year->n_all_months; i++) {
		const struct tax_month *m = &t->year->all_months[i];

		if (m->month.n > found.n && m->month.n < end.n && !m->withheld_used[basket].known)
			found = m->month;
	}
	return found;
}

/* Withheld in the months after @after up to @last, less what those before @end used. */
static struct term between(struct tax_explaining *t, int basket, struct month after,
			   struct month last, struct month end)
{
	const struct tax_year *y = t->year;
	struct term *in = pool_array(t->e->pool, struct term, 12);
	struct term *out = pool_array(t->e->pool, struct term, 12);
	size_t n_in = 0, n_out = 0;
	struct term sum;

	for (size_t i = 0; i < y->n_all_months; i++) {
		const struct tax_month *m = &y->all_months[i];

		if (m->month.n <= after.n || m->month.n > last.n)
			continue;
		if (m->withheld[basket].m.e8)
			in[n_in++] = explain_tax_figure(t, withheld_fields[basket], NULL, m->month,
							m->withheld[basket].m);
		if (m->withheld_used[basket].m.e8 && m->month.n < end.n)
			out[n_out++] = explain_tax_figure(t, used_fields[basket], NULL, m->month,
							  m->withheld_used[basket].m);
	}
	if (!n_in)
		return explain_constant(t->e, 0, 2, "Nada retido no ano");
	sum = explain_sum(t->e, in, n_in, note_of("Retido no ano, até aqui"));
	if (!n_out)
		return sum;
	return explain_sub(t->e, sum, explain_sum(t->e, out, n_out, note_of("Já deduzido no ano")),
			   note_of("Retido e ainda não deduzido no ano"));
}

/* The deductible amount in @last, or (@end after it) the remainder after it. */
static struct term balance(struct tax_explaining *t, int basket, struct month last,
			   struct month end)
{
	return between(t, basket, doubted_in(t, basket, end), last, end);
}

struct term explain_tax_in_doubt(struct tax_explaining *t, const struct tax_month *m)
{
	struct term list[TAX_BASKETS], sum;
	size_t n = 0;

	for (int b = 0; b < TAX_BASKETS; b++) {
		struct month before = { month_of(month_year(m->month), 1).n - 1 };
		struct month last = doubted_in(t, b, m->month);

		if (m->may_lower[b] && m->doubted[b].e8)
			list[n++] = between(t, b, before, last, (struct month){ last.n + 1 });
	}
	sum = explain_sum(t->e, list, n,
			  note_of("Retido que um mês de imposto desconhecido pode ter "
				  "usado, e que não foi deduzido"));
	return explain_min(t->e, sum, explain_tax_figure(t, "months.due", NULL, m->month, m->due.m),
			   note_of("Em dúvida: até o devido no mês"));
}

struct term explain_tax_after_withheld(struct tax_explaining *t, const struct tax_month *m,
				       int basket, struct term against, struct term *used)
{
	if (!m->withheld_used[basket].m.e8) {
		*used = explain_constant(t->e, 0, 2, "Nada retido a deduzir");
		return against;
	}
	*used = explain_min(t->e, balance(t, basket, m->month, m->month), against,
			    note_of("Retenção deduzida: até o imposto"));
	return explain_sub(t->e, against, *used, note_of("Imposto menos a retenção"));
}

/* ---- figures ---- */

static const struct tax_month *found(struct tax_explaining *t, int basket)
{
	const struct tax_month *m = explain_tax_month(t, t->month);

	if (!m)
		return NULL;
	t->out->found = true;
	t->out->reasons = tax_month_why(m, (enum tax_basket)basket);
	return m;
}

void explain_tax_withheld(struct tax_explaining *t, int basket)
{
	const struct tax_inputs *in = &t->ledger->inputs;
	const struct tax_month *m = found(t, basket);
	struct term *list = pool_array(t->e->pool, struct term, in->n_withheld + 1);
	size_t n = 0;

	if (!m)
		return;
	t->out->figure = m->withheld[basket];
	if (!t->out->figure.known)
		return;
	for (size_t i = 0; i < in->n_withheld; i++)
		if (in->withheld[i].month.n == m->month.n &&
		    in->withheld[i].basket == (enum tax_basket)basket)
			list[n++] = explain_tax_stated(t, "Retido, informado pela pessoa",
						       in->withheld[i].amount);
	if (n)
		t->out->term = explain_sum(t->e, list, n, note_of("Retido no mês"));
	else if (m->withheld[basket].m.e8)
		t->out->term = explain_tax_figure(t, estimate_fields[basket], NULL, m->month,
						  m->withheld[basket].m);
	else
		t->out->term = explain_constant(t->e, 0, 2, "Nada informado como retido no mês");
}

void explain_tax_withheld_used(struct tax_explaining *t, int basket)
{
	const struct tax_month *m = found(t, basket);
	struct term tax[TAX_BASKETS], against, day, used;

	if (!m)
		return;
	t->out->figure = m->withheld_used[basket];
	if (!t->out->figure.known)
		return;
	if (!m->withheld_used[basket].m.e8) {
		t->out->term = explain_constant(t->e, 0, 2, "Nada retido a deduzir");
		return;
	}
	explain_tax_of_baskets(t, m, tax);
	against = tax[basket];
	if (basket == BASKET_COMMON) {
		day = explain_tax_after_withheld(t, m, BASKET_DAY_TRADE, tax[BASKET_DAY_TRADE],
						 &used);
		against = explain_add(t->e, tax[BASKET_COMMON], day,
				      note_of("Operações comuns mais o que sobra de day trade"));
	}
	(void)explain_tax_after_withheld(t, m, basket, against,
					 &used); /* the used part is wanted */
	t->out->term = used;
}

void explain_tax_withheld_left(struct tax_explaining *t, int basket)
{
	const struct tax_year *y = t->year;
	struct month last = y->all_months[y->n_all_months - 1].month;

	t->out->found = true;
	t->out->figure = y->withheld_left[basket];
	t->out->reasons = TAX_WHY(TAX_WITHHELD_UNKNOWN);
	if (t->out->figure.known)
		t->out->term = balance(t, basket, last, (struct month){ last.n + 1 });
}

/* ---- estimates ---- */

static struct term sale_rate(struct tax_explaining *t)
{
	return explain_constant(t->e, 5, 5, "0,005 % das vendas (Lei 11.033/2004, art. 2, § 1)");
}

/* The operations of the requested month, which are ordered by day. */
struct month_span {
	const struct tax_operation *items;
	size_t n;
};

static struct month_span span_of(const struct tax_explaining *t)
{
	const struct tax_operations *all = &t->year->operations;
	struct month_span s = { all->items, 0 };
	size_t end = all->n;

	while (end > 0 && day_month(all->items[end - 1].day).n > t->month.n)
		end--;
	for (size_t i = end; i > 0 && day_month(all->items[i - 1].day).n == t->month.n; i--) {
		s.items = &all->items[i - 1];
		s.n++;
	}
	return s;
}

static size_t of_sales(struct tax_explaining *t, struct month_span s, int basket, struct term *list)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++) {
		const struct tax_operation *op = &s.items[i];
		struct term gross;

		if (op->nature != TAX_SALE || !op->gross_known || op->gross.e8 <= 0 ||
		    op->basket != (enum tax_basket)basket || op->cls == TAX_OPTION)
			continue;
		gross = explain_value(t->e, explain_tax_operation(t, op), "gross_sale",
				      op->gross.e8, MONEY_PLACES);
		list[n++] = explain_mul(t->e, gross, sale_rate(t), ROUND_HALF_AWAY, MONEY_PLACES,
					(struct note){ .text = "Retido na venda de {name} em {day}",
						       .day = op->day,
						       .name = op->symbol });
	}
	return n;
}

/* The gain from the day trades of one portfolio on one day; a term of 0 when it is not positive. */
static struct term of_day(struct tax_explaining *t, struct month_span s, int basket, struct day day,
			  size_t portfolio)
{
	struct term *list = pool_array(t->e->pool, struct term, s.n);
	struct term sum;
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++) {
		const struct tax_operation *op = &s.items[i];

		if (day_same(op->day, day) && op->day_trade && op->portfolio == portfolio &&
		    op->basket == (enum tax_basket)basket && op->result_known)
			list[n++] = explain_tax_result(t, op);
	}
	sum = explain_sum(t->e, list, n, note_on("Day trades da carteira em {day}", day));
	if (!n || explain_node(t->e, sum)->v <= 0)
		return (struct term){ 0 };
	return explain_mul(
		t->e, sum,
		explain_constant(t->e, 1, 2, "1 % do ganho do dia (Lei 11.033/2004, art. 2, § 1)"),
		ROUND_HALF_AWAY, MONEY_PLACES, note_on("Retido nos day trades de {day}", day));
}

/* Premiums received less those paid, for options without a day trade that day. */
static struct term of_premiums(struct tax_explaining *t, struct month_span s, struct day day)
{
	const struct tax_ledger *l = t->ledger;
	struct term net = t->e->zero;
	bool any = false;

	for (size_t i = 0; i < l->n_rows; i++) {
		const struct ledger_row *row = &l->rows[i].row;
		struct explain_input in = { .kind = INPUT_TRANSACTION,
					    .symbol = l->assets[l->rows[i].asset].symbol,
					    .type = ASSET_OPTION,
					    .has_day = true,
					    .day = day,
					    .from.row = row };
		bool traded = false;
		struct term gross;
		size_t at;

		if (!day_same(row->day, day) || l->assets[l->rows[i].asset].type != ASSET_OPTION ||
		    !row->price_known || (row->kind != ROW_BUY && row->kind != ROW_SELL))
			continue;
		for (size_t k = 0; k < s.n; k++)
			traded |= day_same(s.items[k].day, day) && s.items[k].day_trade &&
				  s.items[k].asset == l->rows[i].asset;
		if (traded)
			continue;
		at = explain_input(t->e, &in);
		gross = explain_value(t->e, at, "quantity", row->qty.e8, QTY_PLACES);
		gross = explain_mul(t->e, gross,
				    explain_value(t->e, at, "price", row->price.e12, PRICE_PLACES),
				    ROUND_HALF_AWAY, MONEY_PLACES, note_on("Prêmio em {day}", day));
		if (row->kind == ROW_SELL)
			net = explain_add(t->e, net, gross, note_on("Prêmios de {day}", day));
		else
			net = explain_sub(t->e, net, gross, note_on("Prêmios de {day}", day));
		any = true;
	}
	if (!any || explain_node(t->e, net)->v <= 0)
		return (struct term){ 0 };
	return explain_mul(t->e, net, sale_rate(t), ROUND_HALF_AWAY, MONEY_PLACES,
			   note_on("Retido nos prêmios de {day}", day));
}

static size_t of_days(struct tax_explaining *t, struct month_span s, int basket, struct term *list)
{
	size_t portfolios = t->ledger->n_portfolios, n = 0;
	struct day day = month_first(t->month);

	for (; day_month(day).n == t->month.n; day.n++) {
		for (size_t k = 0; k < portfolios; k++) {
			list[n] = of_day(t, s, basket, day, k);
			n += list[n].n != 0;
		}
		if (basket != BASKET_COMMON || day_before(t->ledger->as_of, day))
			continue;
		list[n] = of_premiums(t, s, day);
		n += list[n].n != 0;
	}
	return n;
}

void explain_tax_withheld_estimate(struct tax_explaining *t, int basket)
{
	const struct tax_month *m = found(t, basket);
	struct month_span s = span_of(t);
	struct term *list;
	size_t n;

	if (!m)
		return;
	t->out->figure = tax_is(m->withheld_estimate[basket]);
	if (!t->out->figure.m.e8) {
		t->out->term = explain_constant(
			t->e, 0, 2, "Nada a reter, ou até R$ 1,00 no mês, que não se retém");
		return;
	}
	list = pool_array(t->e->pool, struct term, s.n + 31 * (t->ledger->n_portfolios + 1) + 1);
	n = of_sales(t, s, basket, list);
	n += of_days(t, s, basket, list + n);
	t->out->term = explain_tax_in_cents(
		t,
		explain_sum(t->e, list, n, note_of("Soma do que os intermediários retêm no mês")),
		"Em centavos");
}
