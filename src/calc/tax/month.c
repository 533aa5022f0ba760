/* SPDX-License-Identifier: Apache-2.0 */
/* month.c: the three baskets of a month (doc/tax.md 20.4, 20.5). */
#include "config.h"

#include "calc/tax/month.h"

const char *const darf_status_names[] = {
	"paid", "provisional", "overdue", "open", "unknown", NULL
};

static const int rates[TAX_BASKETS] = { 15, 20, 20 };

static struct tax_figure zero(void)
{
	return tax_is((struct money){ 0 });
}

static struct money least(struct money a, struct money b)
{
	return a.e8 < b.e8 ? a : b;
}

static struct money percent_cents(struct money m, int pct)
{
	return money_round_cents((struct money){ dec_div_half_away(m.e8 * pct, 100) });
}

/* ---- results ---- */

/* The basket of an operation, or the one that it makes unknown. */
static enum tax_basket counts_in(const struct tax_operation *op)
{
	return op->basket != BASKET_NONE ? op->basket : tax_basket_hit(op->why, op->day_trade);
}

static bool is_share_sale(const struct tax_operation *op)
{
	return op->cls == TAX_SHARE && !op->day_trade && op->nature == TAX_SALE;
}

/* Classes are summed on the ledger's grid and rounded once. */
static void sum_classes(struct tax_month *m, bool *range)
{
	for (size_t i = 0; i < m->n_operations; i++) {
		const struct tax_operation *op = m->operations[i];
		struct tax_basket_month *b = &m->basket[counts_in(op)];
		struct tax_class_sum *s = &b->by_class[op->cls];

		if (!s->present)
			*s = (struct tax_class_sum){ true, zero() };
		if (op->result_known && op->cls != TAX_NONE)
			s->sum.m = money_add(s->sum.m, op->result, range);
		else
			s->sum.known = false;
	}
	for (int b = 0; b < TAX_BASKETS; b++)
		for (int c = 0; c < TAX_CLASSES; c++)
			m->basket[b].by_class[c].sum.m =
				money_round_cents(m->basket[b].by_class[c].sum.m);
}

/* Gross sales of shares, sales of day trades of shares, and the reasons of unknown results. */
static void look_at_sales(struct tax_month *m, bool *range)
{
	struct money sales = { 0 }, all, day = { 0 }, units = { 0 };
	const struct tax_class_sum *unit = &m->basket[BASKET_COMMON].by_class[TAX_UNIT];

	m->share_sales = zero();
	for (size_t i = 0; i < m->n_operations; i++) {
		const struct tax_operation *op = m->operations[i];

		if (op->day_trade && op->cls == TAX_SHARE && op->gross_known)
			day = money_add(day, op->gross, range);
		if (op->cls == TAX_UNIT && !op->day_trade && op->gross_known)
			units = money_add(units, op->gross, range);
		m->day_trade |= op->day_trade;
		if (!is_share_sale(op))
			continue;
		m->shares_sold = true;
		if (op->gross_known)
			sales = money_add(sales, op->gross, range);
		else
			m->share_sales.known = false;
	}
	m->share_sales.m = sales;
	m->exempt_known = m->shares_sold && m->share_sales.known;
	m->exempt = m->exempt_known && sales.e8 <= TAX_EXEMPT_SALES.e8;
	all = money_add(sales, day, range);
	m->near_limit = m->exempt && day.e8 > 0 && all.e8 > TAX_EXEMPT_SALES.e8;
	m->unit_gain = unit->present && unit->sum.known && unit->sum.m.e8 > 0 &&
		       money_add(units, sales, range).e8 <= TAX_EXEMPT_SALES.e8;
}

/* First cause among the shares' results, in the order of the operations. */
static enum tax_reason why_shares(const struct tax_month *m)
{
	for (size_t i = 0; i < m->n_operations; i++)
		if (m->operations[i]->cls == TAX_SHARE && !m->operations[i]->day_trade &&
		    !m->operations[i]->result_known)
			return m->operations[i]->why;
	return TAX_KNOWN;
}

/* The part of an exempt month's share results in the basket; zero when one of them is unknown. */
static struct money exempt_shares(struct tax_month *m)
{
	const struct tax_figure *shares = &m->basket[BASKET_COMMON].by_class[TAX_SHARE].sum;

	m->exempt_gain = zero();
	if (!shares->known) {
		m->exempt_gain.known = false;
		m->exempt_why = why_shares(m);
		return (struct money){ 0 };
	}
	if (shares->m.e8 <= 0)
		return shares->m;
	m->exempt_gain.m = shares->m;
	return (struct money){ 0 };
}

static void basket_result(struct tax_month *m, enum tax_basket which, bool *range)
{
	struct tax_basket_month *b = &m->basket[which];
	bool exempt = which == BASKET_COMMON && m->exempt;

	b->result = zero();
	for (int c = 0; c < TAX_CLASSES; c++) {
		if (!b->by_class[c].present)
			continue;
		if (exempt && c == TAX_SHARE) {
			b->result.m = money_add(b->result.m, exempt_shares(m), range);
			continue;
		}
		b->result.known &= b->by_class[c].sum.known;
		b->result.m = money_add(b->result.m, b->by_class[c].sum.m, range);
	}
	if (which == BASKET_COMMON && m->shares_sold && !m->exempt_known) {
		b->result.known = false;
		b->reasons |= TAX_WHY(TAX_SALES_UNKNOWN);
		m->exempt_gain.known = false;
		m->exempt_why = TAX_SALES_UNKNOWN;
	}
	if (b->result.known)
		return;
	for (size_t i = 0; i < m->n_operations; i++) {
		const struct tax_operation *op = m->operations[i];

		if (counts_in(op) == which && (!op->result_known || op->cls == TAX_NONE) &&
		    !(exempt && op->cls == TAX_SHARE))
			b->reasons |= TAX_WHY(op->why);
	}
}

/* ---- losses ---- */

static void use_losses(struct tax_basket_month *b, struct tax_figure brought, int rate, bool *range)
{
	b->rate_pct = rate;
	b->loss_brought = brought;
	if (!brought.known)
		b->reasons |= TAX_WHY(TAX_CARRY_UNKNOWN);
	if (!b->result.known)
		return;
	if (b->result.m.e8 <= 0) {
		b->loss_used = b->base = b->tax = zero();
		b->loss_carried = brought;
		b->loss_carried.m = money_sub(brought.m, b->result.m, range);
		return;
	}
	if (!brought.known)
		return;
	b->loss_used = tax_is(least(brought.m, b->result.m));
	b->base = tax_is(money_sub(b->result.m, b->loss_used.m, range));
	b->tax = tax_is(percent_cents(b->base.m, rate));
	b->loss_carried = tax_is(money_sub(brought.m, b->loss_used.m, range));
}

/* Whether a loss of FIIs may offset a gain of Fiagros, or the reverse, is unconfirmed (20.10). */
static void note_fii_losses(struct tax_month_before *before, struct tax_month *m)
{
	const struct tax_basket_month *b = &m->basket[BASKET_FII];
	struct money fii = b->by_class[TAX_FII].sum.m, fiagro = b->by_class[TAX_FIAGRO].sum.m;
	bool used = b->loss_used.known && b->loss_used.m.e8 > 0;

	m->fii_fiagro = (fii.e8 > 0 && fiagro.e8 < 0) || (fii.e8 < 0 && fiagro.e8 > 0) ||
			(used && fii.e8 > 0 && before->loss_of_fiagro) ||
			(used && fiagro.e8 > 0 && before->loss_of_fii);
	before->loss_of_fii |= fii.e8 < 0;
	before->loss_of_fiagro |= fiagro.e8 < 0;
	if (b->loss_carried.known && !b->loss_carried.m.e8)
		before->loss_of_fii = before->loss_of_fiagro = false;
}

/* ---- withholding ---- */

/*
 * Deducts the balance of a basket from the tax @against.  An unknown tax may have used all of the
 * balance, which is uncertain from then on: no later month deducts it.
 */
static void take_withheld(struct tax_month *m, enum tax_basket b, struct tax_figure against,
			  bool *range)
{
	struct money balance = money_add(m->withheld_brought[b], m->withheld[b].m, range);

	m->withheld_used[b] = zero();
	m->doubted[b] = m->doubted_before[b];
	if (!against.known) {
		m->doubted[b] = money_add(m->doubted[b], balance, range);
		m->withheld_used[b].known = !m->doubted[b].e8;
		m->withheld_left[b] = (struct money){ 0 };
		return;
	}
	m->withheld_used[b].m = least(balance, against.m);
	m->withheld_left[b] = money_sub(balance, m->withheld_used[b].m, range);
}

/* The rest of a tax after its withholding, and the uncertain balance that could still lower it. */
static struct tax_figure left_of(struct tax_month *m, enum tax_basket b, struct tax_figure tax,
				 struct money *doubt, bool *range)
{
	take_withheld(m, b, tax, range);
	tax.m = tax.known ? money_sub(tax.m, m->withheld_used[b].m, range) : (struct money){ 0 };
	m->may_lower[b] = tax.known && tax.m.e8 > 0;
	if (m->may_lower[b])
		*doubt = money_add(*doubt, m->doubted[b], range);
	return tax;
}

static struct tax_figure sum_of(struct tax_figure a, struct tax_figure b, bool *range)
{
	return (struct tax_figure){ a.known && b.known, money_add(a.m, b.m, range) };
}

static void withhold(struct tax_month *m, bool *range)
{
	struct money doubt = { 0 };
	struct tax_figure left =
		left_of(m, BASKET_DAY_TRADE, m->basket[BASKET_DAY_TRADE].tax, &doubt, range);

	left = left_of(m, BASKET_COMMON, sum_of(m->basket[BASKET_COMMON].tax, left, range), &doubt,
		       range);
	m->due = sum_of(left, left_of(m, BASKET_FII, m->basket[BASKET_FII].tax, &doubt, range),
			range);
	if (m->due.known && m->due.m.e8 > 0 && doubt.e8 >= TAX_DOUBT_LIMIT.e8) {
		m->withheld_unknown = true;
		m->due.known = false;
	}
	if (m->due.known)
		m->in_doubt = least(doubt, m->due.m);
	else
		m->due.m.e8 = 0;
}

enum calc_err tax_month_compute(struct tax_month_before *before, struct tax_month *m)
{
	bool range = false;

	m->exempt_gain = zero();
	sum_classes(m, &range);
	look_at_sales(m, &range);
	for (int b = 0; b < TAX_BASKETS; b++) {
		basket_result(m, (enum tax_basket)b, &range);
		use_losses(&m->basket[b], before->loss[b], rates[b], &range);
		before->loss[b] = m->basket[b].loss_carried;
		m->withheld_brought[b] = before->withheld_left[b];
		m->doubted_before[b] = before->doubted[b];
	}
	note_fii_losses(before, m);
	withhold(m, &range);
	for (int b = 0; b < TAX_BASKETS; b++) {
		before->withheld_left[b] = m->withheld_left[b];
		before->doubted[b] = m->doubted[b];
	}
	return range ? CALC_RANGE : CALC_OK;
}

/* ---- why ---- */

tax_reasons tax_month_why(const struct tax_month *m, enum tax_basket basket)
{
	const struct tax_basket_month *b = &m->basket[basket], *day = &m->basket[BASKET_DAY_TRADE];
	tax_reasons set = b->tax.known ? 0 : b->reasons;

	return basket == BASKET_COMMON && !day->tax.known ? set | day->reasons : set;
}

tax_reasons tax_month_why_due(const struct tax_month *m)
{
	tax_reasons set = m->withheld_unknown ? TAX_WHY(TAX_WITHHELD_UNKNOWN) : 0;

	for (int b = 0; b < TAX_BASKETS; b++)
		set |= tax_month_why(m, (enum tax_basket)b);
	return set;
}

/* ---- DARF ---- */

bool tax_darf_step(const char *code, struct month period, struct tax_figure due,
		   tax_reasons reasons, struct money *waiting, struct tax_darf *out, bool *range)
{
	struct tax_darf d = { .code = code, .period = period, .due_on = tax_due_day(period) };

	if (!due.known) {
		d.status = DARF_UNKNOWN;
		d.reasons = reasons;
		*out = d;
		return true;
	}
	if (!due.m.e8)
		return false;
	d.own = due.m;
	d.amount = tax_is(money_add(*waiting, due.m, range));
	d.includes_earlier = tax_is(*waiting);
	if (d.amount.m.e8 < TAX_DARF_MINIMUM.e8) {
		*waiting = d.amount.m;
		return false;
	}
	waiting->e8 = 0;
	*out = d;
	return true;
}
