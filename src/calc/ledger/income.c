/* SPDX-License-Identifier: Apache-2.0 */
/*
 * income.c: credited income, from the ledger's income rows and the calendar of distributions.
 *
 * A calendar entry becomes income when the holding was entitled to it, its payment falls outside the
 * intervals of imported files, and no row of the ledger repeats it (doc/calculations.md 2.1).
 */
#include "config.h"

#include "calc/ledger/income.h"

#include "core/order.h"
#include "core/pool.h"

#define PAIR_DAYS 5 /* most days between a calendar entry and the row that repeats it */

/* 2026-01-01, when LC 224/2025 and Law 15.270/2025 took effect. */
#define NEW_RULES ((struct day){ 20454 })
/* First session of 2026: the ex date of a right recorded on the last session of 2025. */
#define FIRST_EX_OF_2026 ((struct day){ 20455 })

#define JCP_BEFORE 15
#define JCP_SINCE_2026_E1 175 /* tenths of a percent */
#define FOREIGN_RATE 30
#define DIVIDEND_RATE 10
#define DIVIDEND_LIMIT ((struct money){ 50000 * E8 }) /* a month, from one company */

/* A distribution with an entitled quantity. */
struct due {
	const struct distribution *distribution;
	struct money gross;
	bool paired; /* a row of the ledger repeats it */
	struct day right;
	struct qty entitled;
};

struct deriving {
	void *pool;
	const struct income_input *in;
	struct due *due;
	size_t n_due;
	size_t n_rows;		 /* income rows up to as_of */
	bool *used;		 /* per income row: paired with a distribution */
	struct qty_steps *steps; /* one per asset of the lineage; items NULL until needed */
	bool *stepped;
	bool range;
};

/* The groups within which calendar and ledger are compared (2.1). */
static bool same_group(enum income_kind a, enum income_kind b)
{
	return a == b || (income_lowers_cost(a) && income_lowers_cost(b));
}

static bool is_covered(const struct income_input *in, struct day day)
{
	for (size_t i = 0; i < in->n_coverage; i++)
		if (!day_before(day, in->coverage[i].from) && !day_before(in->coverage[i].to, day))
			return true;
	return false;
}

/* ---- entitlement (2.2) ---- */

static enum calc_err steps_of(struct deriving *d, const char *symbol, const struct qty_steps **out)
{
	const struct fold_input *ledger = d->in->ledger;
	size_t i = ledger->n_assets - 1;
	enum calc_err err;

	for (size_t k = 0; symbol && k < ledger->n_assets; k++)
		if (str_eq(ledger->assets[k].symbol, symbol))
			i = k;
	*out = &d->steps[i];
	if (d->stepped[i])
		return CALC_OK;
	/* For a single asset use the whole lineage: its successor may have no asset of its own. */
	err = quantity_steps(d->pool, ledger,
			     ledger->n_assets == 1 ? NULL : ledger->assets[i].symbol, &d->steps[i]);
	d->stepped[i] = true;
	return err;
}

static enum calc_err find_entitled(struct deriving *d, const struct distribution *p,
				   struct due *due)
{
	const struct qty_steps *steps;
	const struct fold_step *step;
	enum calc_err err;

	if (d->in->steps) {
		step = fold_step_at(d->in->steps, d->in->n_steps, due->right);
		due->entitled = step ? step->qty : (struct qty){ 0 };
		return CALC_OK;
	}
	err = steps_of(d, p->symbol, &steps);
	if (err == CALC_OK)
		due->entitled = qty_steps_at(steps, due->right);
	return err;
}

static enum calc_err add_due(struct deriving *d, const struct distribution *p)
{
	struct due due = { .distribution = p };
	enum calc_err err;

	if (p->record_known)
		due.right = p->record_day;
	else if (p->ex_known)
		due.right = day_plus(p->ex_day, -1);
	else
		return CALC_OK; /* entitlement cannot be determined */
	err = find_entitled(d, p, &due);
	if (err != CALC_OK)
		return err;
	due.gross = money_round_cents(money_gross(due.entitled, p->gross, &d->range));
	if (due.gross.e8 > 0)
		d->due[d->n_due++] = due;
	return CALC_OK;
}

static enum calc_err find_due(struct deriving *d)
{
	const struct income_input *in = d->in;
	struct day before = { INT32_MIN };
	size_t n_assets = in->ledger ? in->ledger->n_assets : 0;

	if (!n_assets || !in->n_calendar)
		return CALC_OK;
	d->due = pool_array(d->pool, struct due, in->n_calendar);
	d->steps = pool_array(d->pool, struct qty_steps, n_assets);
	d->stepped = pool_array(d->pool, bool, n_assets);
	for (size_t i = 0; i < in->n_calendar; i++) {
		const struct distribution *p = &in->calendar[i];
		enum calc_err err;

		if (!p->pay_known)
			continue;
		if (day_before(p->pay_day, before))
			return CALC_ORDER;
		before = p->pay_day;
		if (day_before(in->as_of, p->pay_day) || is_covered(in, p->pay_day))
			continue;
		err = add_due(d, p);
		if (err != CALC_OK)
			return err;
	}
	return CALC_OK;
}

/* ---- rows of the ledger rule (2.1) ---- */

static enum calc_err count_rows(struct deriving *d)
{
	const struct income_input *in = d->in;

	while (d->n_rows < in->n_imported &&
	       !day_before(in->as_of, in->imported[d->n_rows].pay_day)) {
		if (d->n_rows && day_before(in->imported[d->n_rows].pay_day,
					    in->imported[d->n_rows - 1].pay_day))
			return CALC_ORDER;
		d->n_rows++;
	}
	return CALC_OK;
}

static size_t first_row(const struct deriving *d, struct day day)
{
	return days_until(d->in->imported, d->n_rows, sizeof(*d->in->imported), day_plus(day, -1));
}

/* An unpaired row of the distribution's group paid on @day. */
static bool take_row(struct deriving *d, const struct distribution *p, struct day day)
{
	for (size_t i = first_row(d, day);
	     i < d->n_rows && day_same(d->in->imported[i].pay_day, day); i++)
		if (!d->used[i] && same_group(d->in->imported[i].kind, p->kind)) {
			d->used[i] = true;
			return true;
		}
	return false;
}

/* Nearest first: pairs all entries of the same day before any a day apart. */
static void pair_rows(struct deriving *d)
{
	if (!d->n_rows || !d->n_due)
		return;
	d->used = pool_array(d->pool, bool, d->n_rows);
	for (int apart = 0; apart <= PAIR_DAYS; apart++)
		for (size_t i = 0; i < d->n_due; i++) {
			const struct distribution *p = d->due[i].distribution;

			if (!d->due[i].paired)
				d->due[i].paired = take_row(d, p, day_plus(p->pay_day, -apart)) ||
						   take_row(d, p, day_plus(p->pay_day, apart));
		}
}

/* ---- tax (2.3) ---- */

static bool is_taxed_dividend(const struct income_input *in, const struct distribution *p)
{
	return in->type == ASSET_STOCK && p->kind == INCOME_DIVIDEND && !p->old_profits &&
	       !day_before(p->pay_day, NEW_RULES);
}

/* Payments of the company's other assets in a month. */
static struct money paid_elsewhere(const struct months *m, struct month month)
{
	for (size_t i = 0; m && i < m->n; i++)
		if (m->items[i].month.n == month.n)
			return m->items[i].amount;
	return (struct money){ 0 };
}

/* All payments of the company in the month of the distribution, from rows and calendar. */
static bool month_over_limit(struct deriving *d, const struct distribution *p)
{
	struct month month = day_month(p->pay_day);
	struct day last = month_last(month);
	struct money sum = paid_elsewhere(d->in->elsewhere, month);

	for (size_t i = first_row(d, month_first(month)); i < d->n_rows; i++) {
		if (day_before(last, d->in->imported[i].pay_day))
			break;
		if (d->in->imported[i].kind == INCOME_DIVIDEND)
			sum = money_add(sum, d->in->imported[i].amount, &d->range);
	}
	for (size_t i = 0; i < d->n_due; i++) {
		const struct due *due = &d->due[i];

		if (!due->paired && day_month(due->distribution->pay_day).n == month.n &&
		    is_taxed_dividend(d->in, due->distribution))
			sum = money_add(sum, due->gross, &d->range);
	}
	return sum.e8 > DIVIDEND_LIMIT.e8;
}

static struct percent jcp_rate(const struct distribution *p)
{
	bool before = p->record_known ? day_before(p->record_day, NEW_RULES)
				      : !day_before(FIRST_EX_OF_2026, p->ex_day);

	return (struct percent){ before ? JCP_BEFORE * E8 : JCP_SINCE_2026_E1 * E8 / 10 };
}

static struct percent tax_rate(struct deriving *d, const struct distribution *p)
{
	bool foreign = d->in->type == ASSET_US || d->in->type == ASSET_BDR;
	const struct percent none = { 0 };

	if (p->tax_known)
		return p->tax;
	switch (p->kind) {
	case INCOME_JCP:
		return jcp_rate(p);
	case INCOME_DIVIDEND:
	case INCOME_YIELD: /* payments of a foreign fund are dividends abroad */
		if (foreign)
			return (struct percent){ FOREIGN_RATE * E8 };
		if (is_taxed_dividend(d->in, p) && month_over_limit(d, p))
			return (struct percent){ DIVIDEND_RATE * E8 };
		return none;
	case INCOME_INTEREST:
	case INCOME_AMORTIZATION:
	case INCOME_CAPITAL_RETURN:
		return none;
	}
	return none;
}

static struct money tax_of(struct deriving *d, const struct due *due, struct percent rate)
{
	return money_round_cents((struct money){
		dec_mul_div_half_away(due->gross.e8, rate.e8, 100 * E8, &d->range) });
}

/* ---- results ---- */

static struct income_entry entry_of_due(struct deriving *d, const struct due *due)
{
	struct percent rate = tax_rate(d, due->distribution);
	struct income_entry e = {
		.pay_day = due->distribution->pay_day,
		.kind = due->distribution->kind,
		.from_calendar = true,
		.gross_known = true,
		.gross = due->gross,
		.tax = tax_of(d, due, rate),
		.origin = { .distribution = due->distribution,
			    .right = due->right,
			    .entitled = due->entitled,
			    .tax = rate },
	};

	e.native_net = money_sub(e.gross, e.tax, &d->range);
	return e;
}

static struct income_entry entry_of_row(const struct income_row *row)
{
	return (struct income_entry){
		.pay_day = row->pay_day,
		.kind = row->kind,
		.native_net = money_round_cents(row->amount),
		.origin.row = row,
	};
}

static void convert(struct deriving *d, struct income_entry *e)
{
	struct close rate;

	e->net_known = true;
	e->net = e->native_net;
	if (d->in->currency == CURRENCY_BRL)
		return;
	e->net_known = d->in->usd && fx_ptax(d->in->usd, e->pay_day, &rate);
	if (e->net_known)
		e->net = money_round_cents(money_times_rate(e->native_net, rate.price, &d->range));
	else
		e->net = (struct money){ 0 };
}

static void add_month(struct deriving *d, struct months *by, struct day day, struct money amount)
{
	struct month month = day_month(day);

	if (!by->n || by->items[by->n - 1].month.n != month.n)
		by->items[by->n++] = (struct month_amount){ .month = month };
	by->items[by->n - 1].amount = money_add(by->items[by->n - 1].amount, amount, &d->range);
}

static void add_entry(struct deriving *d, struct income_output *out, struct income_entry e)
{
	if (income_lowers_cost(e.kind)) {
		if (!out->returns) /* few papers have any */
			out->returns =
				pool_array(d->pool, struct capital_return, d->n_rows + d->n_due);
		out->returns[out->n_returns++] =
			(struct capital_return){ e.pay_day, e.native_net, e.origin };
		return;
	}
	convert(d, &e);
	out->native_received = money_add(out->native_received, e.native_net, &d->range);
	if (e.net_known) {
		out->received = money_add(out->received, e.net, &d->range);
		add_month(d, &out->by_month, e.pay_day, e.net);
	}
	out->entries[out->n_entries++] = e;
}

/* Dividends that the R$ 50,000 test counts: gross if known, net in rows of the ledger. */
static void add_tested(struct deriving *d, struct income_output *out, const struct income_entry *e,
		       bool taxed)
{
	if (!taxed || day_before(e->pay_day, NEW_RULES))
		return;
	if (!out->tested.items)
		out->tested.items = pool_array(d->pool, struct month_amount, d->n_rows + d->n_due);
	add_month(d, &out->tested, e->pay_day, e->gross_known ? e->gross : e->native_net);
}

/* Both lists ascend by payment; on one day the ledger's rows come first. */
static struct income_output merged(struct deriving *d)
{
	struct income_output out = { 0 };
	size_t row = 0;
	size_t due = 0;

	if (!d->n_rows && !d->n_due)
		return out;
	out.entries = pool_array(d->pool, struct income_entry, d->n_rows + d->n_due);
	out.by_month.items = pool_array(d->pool, struct month_amount, d->n_rows + d->n_due);
	while (row < d->n_rows || due < d->n_due) {
		const struct income_row *r = row < d->n_rows ? &d->in->imported[row] : NULL;
		const struct due *c = due < d->n_due ? &d->due[due] : NULL;

		struct income_entry e;

		if (r && (!c || !day_before(c->distribution->pay_day, r->pay_day))) {
			e = entry_of_row(r);
			add_tested(d, &out, &e,
				   d->in->type == ASSET_STOCK && r->kind == INCOME_DIVIDEND);
			add_entry(d, &out, e);
			row++;
		} else {
			if (c && !c->paired) {
				e = entry_of_due(d, c);
				add_tested(d, &out, &e, is_taxed_dividend(d->in, c->distribution));
				add_entry(d, &out, e);
			}
			due++;
		}
	}
	return out;
}

static void drop_work(struct deriving *d)
{
	for (size_t i = 0; d->steps && i < d->in->ledger->n_assets; i++)
		pool_free(d->steps[i].items);
	pool_free(d->steps);
	pool_free(d->stepped);
	pool_free(d->due);
	pool_free(d->used);
}

enum calc_err income_derive(void *pool, const struct income_input *in, struct income_output *out)
{
	struct deriving d = { .pool = pool, .in = in };
	struct income_output made;
	enum calc_err err = count_rows(&d);

	if (err == CALC_OK)
		err = find_due(&d);
	if (err != CALC_OK)
		return err;
	pair_rows(&d);
	made = merged(&d);
	drop_work(&d); /* the next paper reuses the same memory, which is in the CPU's cache */
	if (d.range)
		return CALC_RANGE;
	*out = made;
	return CALC_OK;
}
