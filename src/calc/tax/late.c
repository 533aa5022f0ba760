/* SPDX-License-Identifier: Apache-2.0 */
/* late.c: fine and interest of a DARF paid late (Law 9.430/1996 art. 61; doc/tax.md 20.5). */
#include "config.h"

#include "calc/tax/late.h"

#include "core/calendar.h"

int tax_late_days(struct day due_on, struct day today)
{
	struct day first = day_plus(due_on, 1);

	while (!day_is_business(first))
		first = day_plus(first, 1);
	return day_before(today, first) ? 0 : today.n - first.n + 1;
}

const struct tax_selic *tax_selic_of(const struct tax_ledger *l, struct month month)
{
	for (size_t i = 0; i < l->n_selic; i++)
		if (l->selic[i].month.n == month.n)
			return &l->selic[i];
	return NULL;
}

static struct percent fine_pct(struct day due_on, struct day today)
{
	wide pct = TAX_FINE_A_DAY.e8 * tax_late_days(due_on, today);

	if (pct > TAX_FINE_MOST.e8)
		pct = TAX_FINE_MOST.e8;
	return (struct percent){ pct };
}

/* False when a month has no rate. */
static bool interest_pct(const struct tax_ledger *l, struct day due_on, struct percent *sum)
{
	struct month m = { day_month(due_on).n + 1 }, now = day_month(l->as_of);

	sum->e8 = 0;
	if (now.n < m.n)
		return true;
	for (; m.n < now.n; m.n++) {
		const struct tax_selic *rate = tax_selic_of(l, m);

		if (!rate)
			return false;
		sum->e8 += rate->pct.e8;
	}
	sum->e8 += TAX_INTEREST_OF_THE_MONTH.e8;
	return true;
}

/* Rounds half a cent up, once. */
static struct money part_of(struct money m, struct percent pct)
{
	const wide cent = E8 / 100;

	return (struct money){ dec_div_half_away(m.e8 * pct.e8, 100 * (wide)E8 * cent) * cent };
}

struct tax_late tax_late_of(const struct tax_ledger *l, struct day due_on, struct money left,
			    bool *range)
{
	struct tax_late late = { .as_of = l->as_of,
				 .of = left,
				 .fine_pct = fine_pct(due_on, l->as_of) };

	late.rate_known = interest_pct(l, due_on, &late.interest_pct);
	late.fine = part_of(late.of, late.fine_pct);
	late.interest = part_of(late.of, late.interest_pct);
	late.total = money_add(late.of, money_add(late.fine, late.interest, range), range);
	return late;
}
