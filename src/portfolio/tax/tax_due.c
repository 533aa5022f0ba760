/* SPDX-License-Identifier: Apache-2.0 */
/* tax_due.c: unpaid DARFs that are due in a window of days, for reminders. */
#include "config.h"

#include "portfolio/tax/tax_answers.h"
#include "portfolio/portfolio.h"

static void add_year(struct ctx *ctx, const struct taxpayer *of, int year, struct day from,
		     struct day to, struct wallet_tax_dues *out)
{
	struct wallet_tax_due *list;
	struct tax_year y;

	tax_compute(ctx, of, year, &y);
	list = pool_resize(ctx->pool, out->items, struct wallet_tax_due, out->n + y.n_darf);
	for (size_t i = 0; i < y.n_darf; i++) {
		const struct tax_darf *d = &y.darf[i];

		if (d->status == DARF_PAID || day_before(d->due_on, from) ||
		    day_before(to, d->due_on))
			continue;
		list[out->n++] = (struct wallet_tax_due){
			.code = d->code,
			.period = d->period,
			.due_on = d->due_on,
			.amount_known = d->amount.known,
			.amount = d->amount.m,
			.left = { d->amount.m.e8 - d->paid.e8 },
			.reasons = d->reasons,
			.status = darf_status_names[d->status],
		};
	}
	out->items = list;
}

struct wallet_tax_dues wallet_tax_dues(struct ctx *ctx, struct day from, struct day to)
{
	struct wallet_tax_dues out = { .n = 0 };
	struct month last = { day_month(from).n - 1 }; /* whose tax is due in the month of @from */
	int year = day_year(ctx->today);
	struct taxpayer of;

	tax_load_account(ctx, &of);
	out.versions = tax_versions(ctx);
	out.items = pool_array(ctx->pool, struct wallet_tax_due, 1);
	if (month_year(last) < year)
		add_year(ctx, &of, month_year(last), from, to, &out);
	add_year(ctx, &of, year, from, to, &out);
	return out;
}

bool wallet_tax_abroad(struct ctx *ctx, struct day from, struct day to, struct wallet_tax_due *out)
{
	const int year = day_year(ctx->today) - 1;
	const struct day by = tax_declared_by(year);
	const struct tax_exterior *x;
	struct taxpayer of;
	struct tax_year y;

	if (year < TAX_FIRST_YEAR_ABROAD || day_before(by, from) || day_before(to, by))
		return false;
	tax_load_account(ctx, &of);
	tax_compute(ctx, &of, year, &y);
	x = y.exterior;
	if (!x || !x->due.known || !tax_exterior_left(x).e8)
		return false;
	*out = (struct wallet_tax_due){ .code = TAX_RETURN_CODE,
					.status = darf_status_names[DARF_OPEN],
					.period = { 12 * year + 11 },
					.due_on = by,
					.amount_known = true,
					.amount = x->due.m,
					.left = tax_exterior_left(x) };
	return true;
}

bool wallet_tax_due_is_open(const struct wallet_tax_due *d)
{
	return d->amount_known && str_eq(d->status, darf_status_names[DARF_OPEN]);
}
