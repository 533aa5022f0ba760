/* SPDX-License-Identifier: Apache-2.0 */
/*
 * delinquency.c: what a receivables fund has overdue, and what its provisions cover (doc/market-rules.md).
 *
 * A figure that the filing contradicts is unknown: which of two sums is wrong the filing does not say.
 */
#include "config.h"

#include "calc/credit/credit.h"

#define CENT_OF_REAL (E8) /* roundings of many rows */

const char *const delinquency_reasons[] = {
	[DELINQUENCY_KNOWN] = NULL,
	[DELINQUENCY_NOT_REPORTED] = "not_reported",
	[DELINQUENCY_ITEMS] = "items_contradict_receivables",
	[DELINQUENCY_NO_RECEIVABLES] = "no_receivables",
	[DELINQUENCY_BANDS] = "bands_contradict_total",
	[DELINQUENCY_AGEING] = "ageing_contradicts_previous_month",
	[DELINQUENCY_NO_AGEING] = "ageing_not_filed",
	[DELINQUENCY_NOTHING] = "nothing_overdue",
	[DELINQUENCY_NO_OVER_90] = "nothing_over_90",
};

bool figures_agree(wide a, wide b, wide pct_e8)
{
	wide apart = wide_abs(a - b);
	wide size = wide_abs(a) > wide_abs(b) ? wide_abs(a) : wide_abs(b);

	return apart <= CENT_OF_REAL || apart / E8 * 100 <= size / E8 * pct_e8 / E8;
}

bool return_agrees(wide return_e8, wide quota, wide quota_before)
{
	wide change;

	return !credit_ratio((quota - quota_before) * 100, quota_before, &change) ||
	       wide_abs(return_e8 - change) <= E8;
}

static struct maybe sum_of(const struct maybe pair[2])
{
	struct maybe out = { pair[0].known && pair[1].known, 0 };

	if (out.known)
		out.v = pair[0].v + pair[1].v;
	return out;
}

/* Some filers leave what was overdue when they bought it out of the block. */
static bool block_agrees(const struct fund_receivables *f, int block)
{
	wide net;

	if (!f->block[block].known || !f->items[block].known || !f->provision[block].known)
		return true;
	net = f->items[block].v - wide_abs(f->provision[block].v);
	if (figures_agree(net, f->block[block].v, RECEIVABLES_TOLERANCE))
		return true;
	return f->acquired_overdue[block].known &&
	       figures_agree(net - f->acquired_overdue[block].v, f->block[block].v,
			     RECEIVABLES_TOLERANCE);
}

static enum delinquency_reason judge_receivables(const struct fund_receivables *f,
						 struct delinquency *d)
{
	struct maybe net = sum_of(f->block);

	if (!net.known || !f->provision[0].known || !f->provision[1].known)
		return DELINQUENCY_NOT_REPORTED;
	if (!block_agrees(f, 0) || !block_agrees(f, 1))
		return DELINQUENCY_ITEMS;
	d->provision.known = d->receivables.known = true;
	d->provision.v = wide_abs(f->provision[0].v) + wide_abs(f->provision[1].v);
	d->receivables.v = net.v + d->provision.v;
	return d->receivables.v > 0 ? DELINQUENCY_KNOWN : DELINQUENCY_NO_RECEIVABLES;
}

/* Nothing overdue cannot be verified; with a provision, or overdue items, it was not filed. */
static enum delinquency_reason judge_nothing(const struct fund_receivables *f,
					     const struct delinquency *d)
{
	bool items = f->overdue_items.known && f->overdue_items.v;

	return items || d->provision.v * 100 > d->receivables.v ? DELINQUENCY_NO_AGEING
								: DELINQUENCY_NOTHING;
}

static enum delinquency_reason judge_ageing(const struct fund_receivables *f, struct delinquency *d)
{
	struct maybe total = sum_of(f->total);

	if (!total.known || !f->bands[0].known || !f->bands[1].known || !f->first.known ||
	    !f->over_90.known)
		return DELINQUENCY_NOT_REPORTED;
	if (f->over_90.v < 0 || f->first.v < 0)
		return DELINQUENCY_BANDS;
	for (int i = 0; i < 2; i++)
		if (!figures_agree(f->bands[i].v, f->total[i].v, RECEIVABLES_TOLERANCE))
			return DELINQUENCY_BANDS;
	d->overdue = total;
	if (!total.v)
		return judge_nothing(f, d);
	if (f->first.v == total.v && f->over_90_before.known && f->over_90_before.v > 0)
		return DELINQUENCY_AGEING;
	return DELINQUENCY_KNOWN;
}

void delinquency_of(const struct fund_receivables *f, struct delinquency *out)
{
	*out = (struct delinquency){ 0 };
	out->reason = judge_receivables(f, out);
	if (out->reason == DELINQUENCY_KNOWN)
		out->reason = judge_ageing(f, out);
	out->coverage_reason = out->reason;
	if (out->reason != DELINQUENCY_KNOWN && out->reason != DELINQUENCY_NOTHING)
		return;
	out->over_90 = f->over_90;
	if (out->reason == DELINQUENCY_NOTHING)
		return;
	out->over_90_pct.known =
		credit_ratio(f->over_90.v * 100, out->receivables.v, &out->over_90_pct.v);
	out->coverage_pct.known =
		credit_ratio(out->provision.v * 100, f->over_90.v, &out->coverage_pct.v);
	if (!f->over_90.v)
		out->coverage_reason = DELINQUENCY_NO_OVER_90;
}
