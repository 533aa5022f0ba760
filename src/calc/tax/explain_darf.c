/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_darf.c: a DARF as steps: its parts, its payments, and the cost of a payment today (doc/tax.md
 * 20.5).
 */
#include "config.h"

#include "calc/tax/late.h"
#include "calc/tax/tax_nodes.h"

#include "core/pool.h"

/* ---- selection and parts ---- */

static const struct tax_darf *darf_found(struct tax_explaining *t)
{
	const struct tax_darf *d = NULL;

	for (size_t i = 0; i < t->year->n_darf; i++) {
		const struct tax_darf *one = &t->year->darf[i];

		if (one->period.n == t->month.n &&
		    (!t->ask->code || str_eq(t->ask->code, one->code)) && explain_tax_is_asked(t))
			d = one;
	}
	return explain_tax_found(t) ? d : NULL;
}

/* The amount due for a period: a figure of its month. */
static struct term own_due(struct tax_explaining *t, const char *code, struct month period,
			   struct money m)
{
	bool exchange = str_eq(code, TAX_EXCHANGE_CODE);

	return explain_tax_figure(t, exchange ? "months.due" : "gcap.tax", exchange ? NULL : code,
				  period, m);
}

/* Amounts below the minimum, carried forward; a period that pays clears them. */
struct waiting {
	struct term *list;
	size_t n;
	struct money sum;
};

static void wait_for(struct tax_explaining *t, struct waiting *w, const char *code,
		     struct month period, struct tax_figure due)
{
	if (!due.known || !due.m.e8)
		return;
	w->sum.e8 += due.m.e8;
	w->list[w->n++] = own_due(t, code, period, due.m);
	for (size_t i = 0; i < t->year->n_darf; i++)
		if (str_eq(t->year->darf[i].code, code) && t->year->darf[i].amount.known &&
		    t->year->darf[i].period.n == period.n)
			w->sum.e8 = TAX_DARF_MINIMUM.e8;
	if (w->sum.e8 >= TAX_DARF_MINIMUM.e8)
		*w = (struct waiting){ .list = w->list };
}

/*
 * The amounts carried forward before @end, of which @m remains; capital gains of earlier years are not
 * walked here.
 */
static struct term waited(struct tax_explaining *t, const char *code, struct month end,
			  struct money m)
{
	const struct tax_year *y = t->year;
	struct waiting w = { .list = pool_array(t->e->pool, struct term,
						y->n_all_months + y->n_gains + 1) };

	if (str_eq(code, TAX_EXCHANGE_CODE)) {
		for (size_t i = 0; i < y->n_all_months && y->all_months[i].month.n < end.n; i++)
			wait_for(t, &w, code, y->all_months[i].month, y->all_months[i].due);
	} else {
		for (size_t i = 0; i < y->n_gains && y->gains[i].month.n < end.n; i++)
			if (str_eq(tax_gain_code(&y->gains[i]), code))
				wait_for(t, &w, code, y->gains[i].month, y->gains[i].tax);
	}
	if (w.sum.e8 != m.e8)
		w.list[w.n++] = explain_tax_stated(t, "O que esperava de anos anteriores",
						   (struct money){ m.e8 - w.sum.e8 });
	return explain_sum(t->e, w.list, w.n,
			   note_of("Devido em períodos de menos de R$ 10,00, à espera "
				   "(Lei 9.430/1996, art. 68)"));
}

struct term explain_tax_paid(struct tax_explaining *t, const char *code, struct month period)
{
	const struct tax_inputs *in = &t->ledger->inputs;
	struct term *list = pool_array(t->e->pool, struct term, in->n_paid + 1);
	size_t n = 0;

	for (size_t i = 0; i < in->n_paid; i++) {
		struct explain_input one = { .kind = INPUT_TERMS,
					     .text = "Pagamento informado pela pessoa",
					     .has_day = true,
					     .day = in->paid[i].paid_on };

		if (str_eq(in->paid[i].code, code) && in->paid[i].period.n == period.n)
			list[n++] = explain_value(t->e, explain_input(t->e, &one), "value",
						  in->paid[i].amount.e8, MONEY_PLACES);
	}
	if (!n)
		return explain_constant(t->e, 0, 2, "Nenhum pagamento informado");
	return explain_sum(t->e, list, n, note_of("Soma do que foi pago"));
}

static struct term earlier_of(struct tax_explaining *t, const struct tax_darf *d)
{
	if (!d->includes_earlier.m.e8)
		return explain_tax_stated(
			t,
			"De períodos anteriores, abaixo de R$ 10,00 (Lei 9.430/1996, "
			"art. 68)",
			d->includes_earlier.m);
	return explain_tax_figure(t, "darf.includes_earlier", d->code, d->period,
				  d->includes_earlier.m);
}

/* ---- late payment ---- */

static struct term fine_pct(struct tax_explaining *t, const struct tax_darf *d)
{
	struct explain_input days = { .kind = INPUT_DAYS,
				      .text = "Dias corridos desde o primeiro dia útil depois do "
					      "vencimento",
				      .has_day = true,
				      .day = day_plus(d->due_on, 1),
				      .has_until = true,
				      .until = d->late.as_of };
	struct term rate = explain_constant(t->e, TAX_FINE_A_DAY.e8, 8,
					    "0,33 % por dia (Lei 9.430/1996, art. 61)");

	rate = explain_mul(t->e, rate,
			   explain_value(t->e, explain_input(t->e, &days), "days",
					 tax_late_days(d->due_on, d->late.as_of), 0),
			   ROUND_NONE, 8, note_of("Multa por dia vezes os dias"));
	return explain_min(t->e, rate,
			   explain_constant(t->e, TAX_FINE_MOST.e8, 8,
					    "No máximo 20 % (Lei 9.430/1996, art. 61, § 2)"),
			   note_of("Multa, em por cento: até 20"));
}

static struct term interest_pct(struct tax_explaining *t, const struct tax_darf *d)
{
	struct month first = { day_month(d->due_on).n + 1 }, now = day_month(d->late.as_of);
	struct term *list = pool_array(t->e->pool, struct term, t->ledger->n_selic + 1);
	size_t n = 0;

	if (now.n < first.n)
		return explain_constant(t->e, 0, 2, "Sem juros no mês do vencimento");
	for (struct month m = first; m.n < now.n; m.n++) {
		struct explain_input in = { .kind = INPUT_RATE,
					    .of = "selic",
					    .text = "Selic acumulada no mês, em por cento "
						    "(SGS 4390)",
					    .has_day = true,
					    .day = month_first(m) };

		list[n++] = explain_value(t->e, explain_input(t->e, &in), "pct",
					  tax_selic_of(t->ledger, m)->pct.e8, 8);
	}
	list[n++] = explain_constant(t->e, TAX_INTEREST_OF_THE_MONTH.e8, 8,
				     "1 % no mês do pagamento (Lei 9.430/1996, art. 61, § 3)");
	return explain_sum(t->e, list, n, note_of("Juros, em por cento: a soma dos meses"));
}

static bool is_abroad(const struct tax_darf *d)
{
	return str_eq(d->code, TAX_RETURN_CODE);
}

/* A figure of the sheet abroad, by the last day of its year. */
static struct term of_sheet(struct tax_explaining *t, const struct tax_darf *d, const char *field,
			    struct money m)
{
	struct explain_input in = {
		.kind = INPUT_FIGURE, .field = field, .has_day = true, .day = month_last(d->period)
	};

	return explain_value(t->e, explain_input(t->e, &in), "value", m.e8, MONEY_PLACES);
}

/* The unpaid amount. */
static struct term unpaid(struct tax_explaining *t, const struct tax_darf *d)
{
	struct term amount = is_abroad(d) ? of_sheet(t, d, "exterior.due", d->amount.m)
					  : explain_tax_figure(t, "darf.amount", d->code, d->period,
							       d->amount.m);

	if (!d->paid.e8)
		return amount;
	return explain_sub(
		t->e, amount,
		is_abroad(d) ? of_sheet(t, d, "exterior.paid", d->paid)
			     : explain_tax_figure(t, "darf.paid", d->code, d->period, d->paid),
		note_of("O que falta pagar"));
}

static struct term pct_of_unpaid(struct tax_explaining *t, const struct tax_darf *d,
				 const char *field, struct percent pct, const char *text)
{
	struct term base = unpaid(t, d);
	struct term rate =
		explain_tax_figure(t, field, d->code, d->period, (struct money){ pct.e8 });

	return explain_proportion(t->e, base, rate, explain_constant(t->e, 100, 0, "Cem por cento"),
				  ROUND_HALF_AWAY, 2, note_of(text));
}

static struct term late_part(struct tax_explaining *t, const struct tax_darf *d,
			     enum late_part part)
{
	struct term list[3];

	switch (part) {
	case LATE_FINE_PCT:
		return fine_pct(t, d);
	case LATE_INTEREST_PCT:
		return interest_pct(t, d);
	case LATE_FINE:
		return pct_of_unpaid(t, d, "darf.late.fine_pct", d->late.fine_pct,
				     "Multa de mora, em centavos");
	case LATE_INTEREST:
		return pct_of_unpaid(t, d, "darf.late.interest_pct", d->late.interest_pct,
				     "Juros de mora, em centavos");
	case LATE_TOTAL:
		break;
	}
	list[0] = unpaid(t, d);
	list[1] = explain_tax_figure(t, "darf.late.fine", d->code, d->period, d->late.fine);
	list[2] = explain_tax_figure(t, "darf.late.interest", d->code, d->period, d->late.interest);
	return explain_sum(t->e, list, 3, note_of("O que falta, com multa e juros"));
}

static struct tax_figure late_figure(const struct tax_late *late, enum late_part part)
{
	const bool rated = late->rate_known;

	switch (part) {
	case LATE_FINE_PCT:
		return tax_is((struct money){ late->fine_pct.e8 });
	case LATE_FINE:
		return tax_is(late->fine);
	case LATE_INTEREST_PCT:
		return (struct tax_figure){ rated, { late->interest_pct.e8 } };
	case LATE_INTEREST:
		return (struct tax_figure){ rated, late->interest };
	case LATE_TOTAL:
		break;
	}
	return (struct tax_figure){ rated, late->total };
}

void explain_tax_late(struct tax_explaining *t, int part)
{
	const struct tax_exterior *x = t->year->exterior;
	const struct tax_darf *d = NULL;
	struct tax_darf abroad;

	if (x && t->ask->code && str_eq(t->ask->code, TAX_RETURN_CODE) &&
	    t->month.n == month_of(x->year, 12).n) {
		abroad = tax_exterior_darf(x);
		d = &abroad;
	} else {
		d = darf_found(t);
	}
	t->out->found = d && d->is_late;
	if (!t->out->found)
		return;
	t->out->figure = late_figure(&d->late, (enum late_part)part);
	t->out->reasons = TAX_WHY(TAX_RATE_MISSING);
	if (t->out->figure.known)
		t->out->term = late_part(t, d, (enum late_part)part);
}

/* ---- the parts ---- */

static struct tax_figure figure_of(const struct tax_darf *d, enum darf_part part)
{
	return part == DARF_AMOUNT    ? d->amount
	       : part == DARF_EARLIER ? d->includes_earlier
	       : part == DARF_DOUBT   ? tax_is(d->in_doubt)
				      : tax_is(d->paid);
}

static struct term darf_term(struct tax_explaining *t, const struct tax_darf *d,
			     enum darf_part part)
{
	struct term own;

	if (part == DARF_PAYMENTS)
		return explain_tax_paid(t, d->code, d->period);
	if (part == DARF_DOUBT)
		return explain_tax_in_doubt(t, explain_tax_month(t, d->period));
	if (part == DARF_EARLIER)
		return waited(t, d->code, d->period, d->includes_earlier.m);
	own = own_due(t, d->code, d->period, d->own);
	return explain_add(t->e, own, earlier_of(t, d),
			   note_of("O devido no período mais o que esperava"));
}

void explain_tax_darf(struct tax_explaining *t, int part)
{
	const struct tax_darf *d = darf_found(t);

	if (!d)
		return;
	t->out->found = part != DARF_DOUBT || d->in_doubt.e8;
	t->out->figure = figure_of(d, (enum darf_part)part);
	t->out->reasons = d->reasons;
	if (t->out->found && t->out->figure.known)
		t->out->term = darf_term(t, d, (enum darf_part)part);
}

void explain_tax_below_minimum(struct tax_explaining *t, int part UNUSED)
{
	const struct tax_waiting *found = NULL;

	for (int i = 0; i < TAX_CODES; i++) {
		const struct tax_waiting *one = &t->year->under_minimum[i];

		if (one->amount.e8 && (!t->ask->code || str_eq(t->ask->code, one->code)) &&
		    explain_tax_is_asked(t))
			found = one;
	}
	if (!explain_tax_found(t) || !found)
		return;
	t->out->figure = tax_is(found->amount);
	t->out->term = waited(t, found->code, month_of(t->year->year + 1, 1), found->amount);
}
