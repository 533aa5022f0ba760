/* SPDX-License-Identifier: Apache-2.0 */
/* explain_declaration.c: goods, lines and taxable income of the declaration as steps (doc/tax.md 20.9). */
#include "config.h"

#include "calc/tax/lines.h"
#include "calc/tax/tax_nodes.h"
#include "core/pool.h"

/* ---- cost of the holding ---- */

/* The changes of a cost up to here, since nothing was held last. */
static struct term cost_of(struct tax_explaining *t, const struct tax_trace *trace, size_t asset,
			   size_t n);

static size_t row_input(struct tax_explaining *t, const struct tax_change *c)
{
	struct explain_input in = { .kind = INPUT_TERMS,
				    .symbol = t->ledger->assets[c->asset].symbol,
				    .type = t->ledger->assets[c->asset].type,
				    .has_day = true,
				    .day = c->day,
				    .text = c->text };

	if (c->row != TAX_NO_ROW) {
		in.kind = INPUT_TRANSACTION;
		in.from.row = &t->ledger->rows[c->row].row;
	}
	return explain_input(t->e, &in);
}

static struct term part_out(struct tax_explaining *t, const struct tax_change *c, struct term cost)
{
	size_t in = row_input(t, c);
	struct term qty = explain_value(t->e, in, "quantity", c->qty.e8, QTY_PLACES);
	struct term of = explain_value(t->e, in, "held", c->of.e8, QTY_PLACES);

	return explain_sub(
		t->e, cost,
		explain_proportion(t->e, cost, qty, of, ROUND_HALF_AWAY, MONEY_PLACES,
				   note_on("Custo do que saiu em {day}: pela quantidade", c->day)),
		note_on("Custo do que ficou depois de {day}", c->day));
}

/* A share of the cost, in percent, moved to another paper. */
static struct term share_out(struct tax_explaining *t, const struct tax_change *c, struct term cost)
{
	struct term share =
		explain_value(t->e, row_input(t, c), "cost_share_pct", c->share.e8, MONEY_PLACES);

	return explain_sub(
		t->e, cost,
		explain_proportion(t->e, cost, share, explain_constant(t->e, 100, 0, "Por cento."),
				   ROUND_HALF_AWAY, MONEY_PLACES,
				   note_on("Custo que saiu com a cisão de {day}", c->day)),
		note_on("Custo do que ficou depois de {day}", c->day));
}

static size_t beginning(const struct tax_trace *trace, size_t asset, size_t n)
{
	while (n > 0 &&
	       !(trace->items[n - 1].asset == asset && trace->items[n - 1].kind == TAX_COST_ENDS))
		n--;
	return n;
}

static struct term cost_of(struct tax_explaining *t, const struct tax_trace *trace, size_t asset,
			   size_t n)
{
	struct term cost = explain_constant(t->e, 0, 2, "Nada em carteira, nenhum custo");

	for (size_t i = beginning(trace, asset, n); i < n; i++) {
		const struct tax_change *c = &trace->items[i];

		if (c->asset != asset)
			continue;
		if (c->kind == TAX_COST_PART)
			cost = part_out(t, c, cost);
		else if (c->kind == TAX_COST_SHARE)
			cost = share_out(t, c, cost);
		else if (c->kind == TAX_COST_MERGED)
			cost = explain_add(
				t->e, cost, cost_of(t, trace, c->from, i),
				(struct note){ .text = "Custo que veio de {name} em {day}",
					       .day = c->day,
					       .name = t->ledger->assets[c->from].symbol });
		else
			cost = explain_add(t->e, cost,
					   explain_value(t->e, row_input(t, c), "cost",
							 c->amount.e8, MONEY_PLACES),
					   note_on("Custo depois de {day}", c->day));
	}
	return cost;
}

static struct term held(struct tax_explaining *t, size_t asset, struct day end)
{
	struct tax_trace trace;
	size_t n = 0;

	if (tax_trace(t->e->pool, t->ledger, &trace) != CALC_OK)
		return (struct term){ 0 };
	while (n < trace.n && !day_before(end, trace.items[n].day))
		n++;
	return explain_tax_in_cents(t, cost_of(t, &trace, asset, n),
				    "Custo em 31 de dezembro, em centavos");
}

void explain_tax_good(struct tax_explaining *t, enum good_part part)
{
	const struct tax_declaration *d = t->declaration;
	const struct tax_good *g = NULL;
	enum tax_reason why;
	int year = part == GOOD_CURRENT ? d->year : d->year - 1;

	for (size_t i = 0; i < d->n_goods; i++)
		if (str_eq(d->goods[i].symbol, t->ask->symbol) && explain_tax_is_asked(t))
			g = &d->goods[i];
	if (!explain_tax_found(t) || !g)
		return;
	t->out->figure = part == GOOD_CURRENT ? g->current : g->previous;
	why = d->sheets->operations.held[part == GOOD_CURRENT][g->asset].why;
	t->out->reasons = why == TAX_KNOWN ? g->reasons : TAX_WHY(why);
	if (t->out->figure.known)
		t->out->term = held(t, g->asset, month_last(month_of(year, 12)));
}

/* ---- cost of a disposal ---- */

/* The change of the stock by the operation's row; NULL: none, as for a day trade. */
static const struct tax_change *part_of_row(const struct tax_trace *trace,
					    const struct tax_operation *op, size_t *at)
{
	for (size_t i = 0; op->row != TAX_NO_ROW && !op->day_trade && i < trace->n; i++)
		if (trace->items[i].kind == TAX_COST_PART && trace->items[i].row == op->row &&
		    trace->items[i].asset == op->asset) {
			*at = i;
			return &trace->items[i];
		}
	return NULL;
}

/* The share of the mean cost of all portfolios. */
static struct term share_of_cost(struct tax_explaining *t, const struct tax_trace *trace, size_t at)
{
	const struct tax_change *c = &trace->items[at];
	struct term cost = cost_of(t, trace, c->asset, at);
	size_t in = row_input(t, c);
	struct term qty = explain_value(t->e, in, "quantity", c->qty.e8, QTY_PLACES);

	return explain_proportion(t->e, cost, qty,
				  explain_value(t->e, in, "held", c->of.e8, QTY_PLACES),
				  ROUND_HALF_AWAY, MONEY_PLACES,
				  note_on("Custo do que saiu em {day}: pela quantidade", c->day));
}

/* For a day trade, the matched purchase; otherwise only the row. */
static struct term matched_cost(struct tax_explaining *t, const struct tax_operation *op)
{
	struct explain_input in = { .kind = INPUT_TRANSACTION,
				    .symbol = op->symbol,
				    .type = t->ledger->assets[op->asset].type,
				    .has_day = true,
				    .day = op->day,
				    .text = "Custo da compra casada no mesmo dia" };

	if (!op->day_trade || op->with == TAX_NO_ROW)
		return explain_value(t->e, explain_tax_operation(t, op), "cost", op->cost.e8,
				     MONEY_PLACES);
	in.from.row = &t->ledger->rows[op->with].row;
	return explain_value(t->e, explain_input(t->e, &in), "cost", op->cost.e8, MONEY_PLACES);
}

static const struct tax_operation *operation_found(struct tax_explaining *t)
{
	const struct tax_month *m = explain_tax_month(t, t->month);
	const struct tax_operation *op = NULL;

	for (size_t i = 0; m && i < m->n_operations; i++)
		if (str_eq(m->operations[i]->symbol, t->ask->symbol) && explain_tax_is_asked(t))
			op = m->operations[i];
	if (!explain_tax_found(t) || !op)
		return NULL;
	t->out->reasons = TAX_WHY(op->why);
	return op;
}

void explain_tax_operation_result(struct tax_explaining *t)
{
	const struct tax_operation *op = operation_found(t);

	if (!op)
		return;
	t->out->figure = (struct tax_figure){ op->result_known, op->result };
	if (op->result_known)
		t->out->term = explain_tax_result(t, op);
}

void explain_tax_operation_cost(struct tax_explaining *t)
{
	const struct tax_operation *op = operation_found(t);
	struct tax_trace trace;
	size_t at;

	if (!op)
		return;
	t->out->figure = (struct tax_figure){ op->cost_known, op->cost };
	if (!op->cost_known || tax_trace(t->e->pool, t->ledger, &trace) != CALC_OK)
		return;
	t->out->term = matched_cost(t, op);
	if (part_of_row(&trace, op, &at)) {
		struct term whole = share_of_cost(t, &trace, at);

		/* A row may leave in parts; the replay recorded the first. */
		if (explain_node(t->e, whole)->v == op->cost.e8)
			t->out->term = whole;
	}
}

/* ---- lines ---- */

static struct term income_value(struct tax_explaining *t, const struct tax_income *in,
				const char *member, struct money m)
{
	size_t input = explain_input(
		t->e, &(struct explain_input){ .kind = INPUT_INCOME,
					       .symbol = t->ledger->assets[in->asset].symbol,
					       .type = t->ledger->assets[in->asset].type,
					       .has_day = true,
					       .day = in->pay_day });

	return explain_value(t->e, input, member, m.e8, MONEY_PLACES);
}

static struct term credited(struct tax_explaining *t, const struct tax_income *in)
{
	struct term gross;

	if (in->net_known)
		return income_value(t, in, "net", in->net);
	gross = income_value(t, in, "gross", in->gross);
	return explain_sub(t->e, gross, income_value(t, in, "tax", in->tax),
			   note_of("Creditado: bruto menos imposto retido"));
}

static struct term bonus_value(struct tax_explaining *t, const struct tax_bonus *b)
{
	size_t in = explain_input(
		t->e, &(struct explain_input){ .kind = INPUT_TERMS,
					       .symbol = t->ledger->assets[b->asset].symbol,
					       .type = t->ledger->assets[b->asset].type,
					       .has_day = true,
					       .day = b->day,
					       .text = "Bonificação, pelo valor declarado" });

	return explain_value(t->e, in, "value", b->value.e8, MONEY_PLACES);
}

static struct term part_exactly(struct tax_explaining *t, struct tax_part p)
{
	const struct tax_year *y = t->year;
	const struct tax_income *in = &t->ledger->income[p.at];

	switch (p.source) {
	case SOURCE_GROSS:
		return income_value(t, in, "gross", in->gross);
	case SOURCE_CREDITED:
		return credited(t, in);
	case SOURCE_BONUS:
		return bonus_value(t, &y->operations.bonuses[p.at]);
	case SOURCE_MONTH:
		return explain_tax_figure(t, "months.exempt_gain", NULL, y->months[p.at].month,
					  y->months[p.at].exempt_gain.m);
	case SOURCE_GAIN:
		return explain_tax_figure(t, "gcap.gain", tax_gain_code(&y->gains[p.at]),
					  y->gains[p.at].month, y->gains[p.at].gain.m);
	case SOURCE_OPERATION:
		break;
	}
	return explain_tax_result(t, &y->operations.items[p.at]);
}

static struct term part_value(struct tax_explaining *t, struct tax_part p)
{
	static const char *const texts[] = {
		[SOURCE_GROSS] = "Bruto, em centavos",
		[SOURCE_CREDITED] = "Creditado, em centavos",
		[SOURCE_BONUS] = "Bonificação, em centavos",
		[SOURCE_OPERATION] = "Resultado, em centavos",
	};
	struct term exact = part_exactly(t, p);

	return texts[p.source] ? explain_tax_in_cents(t, exact, texts[p.source]) : exact;
}

/* @exactly: the ledger's figure is rounded as a whole. */
static struct term sum_parts(struct tax_explaining *t, const struct tax_parts *parts, bool exactly)
{
	struct term *list = pool_array(t->e->pool, struct term, parts->n);

	for (size_t i = 0; i < parts->n; i++)
		list[i] =
			exactly ? part_exactly(t, parts->items[i]) : part_value(t, parts->items[i]);
	return explain_sum(t->e, list, parts->n, note_of("Soma do ano"));
}

/* 10 % of one payer's payments in the month of @first, to the cent. */
static struct term month_withheld(struct tax_explaining *t, const struct tax_income *first)
{
	const struct tax_ledger *l = t->ledger;
	struct term *list = pool_array(t->e->pool, struct term, l->n_income);
	struct term sum;
	size_t n = 0;

	for (size_t i = 0; i < l->n_income; i++)
		if (day_month(l->income[i].pay_day).n == day_month(first->pay_day).n &&
		    tax_withheld_as(l, &l->assets[first->asset], &l->income[i]) == WITHHELD_COUNTS)
			list[n++] = part_value(t, (struct tax_part){ SOURCE_GROSS, i });
	sum = explain_sum(t->e, list, n,
			  note_of("Dividendos brutos da fonte no mês, acima de R$ 50.000,00"));
	return explain_mul(t->e, sum,
			   explain_constant(t->e, 10, 2, "Retenção de 10 % (Lei 15.270/2025)"),
			   ROUND_HALF_AWAY, 2, note_of("Retido no mês, em centavos"));
}

static struct term withheld(struct tax_explaining *t, const struct tax_line *line)
{
	struct term *list = pool_array(t->e->pool, struct term, line->taxed.n);

	for (size_t i = 0; i < line->taxed.n; i++)
		list[i] = month_withheld(t, &t->ledger->income[line->taxed.items[i].at]);
	return explain_sum(t->e, list, line->taxed.n, note_of("Soma do retido nos meses"));
}

static bool names(const struct tax_line *line, const struct tax_ask *ask)
{
	bool has = !ask->symbol;

	for (size_t i = 0; i < line->n_symbols; i++)
		has |= ask->symbol && str_eq(line->symbols[i], ask->symbol);
	return has && (!ask->code || (line->code && str_eq(line->code, ask->code)));
}

static bool has_part(const struct tax_line *line, enum line_part part)
{
	return part == LINE_LEDGER     ? line->has_ledger
	       : part == LINE_WITHHELD ? line->has_withheld
				       : true;
}

/* The reasons of a line that concern its figure: not its code, nor a payer without tax id. */
static tax_reasons why_line(const struct tax_line *line, enum line_part part)
{
	tax_reasons not = TAX_WHY(TAX_CODE_UNCONFIRMED) | TAX_WHY(TAX_PROGRAM_NOT_PUBLISHED) |
			  TAX_WHY(TAX_JCP_ACROSS_YEARS);

	if (part != LINE_WITHHELD)
		not |= TAX_WHY(TAX_MISSING_TAX_ID);
	if (part == LINE_LEDGER)
		not |= TAX_WHY(TAX_USE_STATEMENT);
	return line->reasons & ~not ;
}

void explain_tax_line(struct tax_explaining *t, const struct tax_lines *lines, enum line_part part)
{
	const struct tax_line *line = NULL;

	for (size_t i = 0; i < lines->n; i++)
		if (has_part(&lines->items[i], part) && names(&lines->items[i], t->ask) &&
		    explain_tax_is_asked(t))
			line = &lines->items[i];
	if (!explain_tax_found(t) || !line)
		return;
	t->out->reasons = why_line(line, part);
	t->out->figure = part == LINE_LEDGER	 ? line->ledger
			 : part == LINE_WITHHELD ? line->withheld
						 : line->amount;
	if (!t->out->figure.known)
		return;
	t->out->term = part == LINE_WITHHELD ? withheld(t, line)
					     : sum_parts(t, &line->parts, part == LINE_LEDGER);
}

/* ---- income declared month by month ---- */

static struct term monthly(struct tax_explaining *t, struct tax_part p, bool foreign_tax)
{
	const struct tax_income *in = &t->ledger->income[p.at];
	struct term amount = foreign_tax		? income_value(t, in, "tax", in->tax)
			     : p.source == SOURCE_GROSS ? income_value(t, in, "gross", in->gross)
							: credited(t, in);
	struct close rate;
	size_t input;

	if (t->ledger->assets[in->asset].currency == CURRENCY_USD &&
	    tax_half_month_rate(t->ledger, in->pay_day, &rate)) {
		input = explain_input(
			t->e,
			&(struct explain_input){
				.kind = INPUT_EXCHANGE,
				.text = "PTAX de compra do último dia útil da primeira quinzena "
					"do mês anterior",
				.has_day = true,
				.day = rate.day });
		amount = explain_mul(
			t->e, amount,
			explain_value(t->e, input, "rate", rate.price.e12, PRICE_PLACES),
			ROUND_HALF_AWAY, MONEY_PLACES,
			note_of("Em reais (Lei 9.250/1995, art. 6)"));
	}
	return explain_tax_in_cents(t, amount, "Em centavos");
}

/* The reason for a missing tax does not affect the amounts. */
static tax_reasons why_taxable(const struct tax_explaining *t, const struct tax_taxable *x,
			       bool foreign_tax)
{
	tax_reasons set =
		x->reasons & ~(TAX_WHY(TAX_BDR_INCOME_REGIME) | TAX_WHY(TAX_OTHER_INCOME_UNKNOWN));

	for (size_t i = 0; foreign_tax && i < x->parts.n; i++)
		if (!t->ledger->income[x->parts.items[i].at].tax_known)
			set |= TAX_WHY(TAX_GROSS_UNKNOWN);
	return set;
}

void explain_tax_income(struct tax_explaining *t, bool foreign_tax)
{
	const struct tax_declaration *d = t->declaration;
	const struct tax_taxable *x = NULL;
	struct term *list;

	for (size_t i = 0; i < d->n_taxable; i++)
		if (d->taxable[i].month.n == t->month.n &&
		    str_eq(d->taxable[i].symbol, t->ask->symbol) && explain_tax_is_asked(t))
			x = &d->taxable[i];
	if (!explain_tax_found(t) || !x)
		return;
	t->out->reasons = why_taxable(t, x, foreign_tax);
	t->out->figure = foreign_tax ? x->foreign_tax : x->amount;
	if (!t->out->figure.known)
		return;
	list = pool_array(t->e->pool, struct term, x->parts.n);
	for (size_t i = 0; i < x->parts.n; i++)
		list[i] = monthly(t, x->parts.items[i], foreign_tax);
	t->out->term = explain_sum(t->e, list, x->parts.n, note_of("Soma do mês"));
}
