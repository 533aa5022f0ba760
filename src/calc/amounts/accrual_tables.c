/* SPDX-License-Identifier: Apache-2.0 */
/* accrual_tables.c: bank days, numbered once for all the papers of a computation. */
#include "config.h"

#include "calc/amounts/accrual_factor.h"
#include "calc/amounts/accrual_tables.h"

#include <math.h>
#include <string.h>

#include "core/calendar.h"
#include "core/pool.h"

#define SPARE_DAYS 70 /* an index cycle ends after the last requested day */

void *accruer_pool(struct accruer *a)
{
	return a->pool;
}

static void mark_holidays(struct accrual_tables *t, int year)
{
	struct day list[16];
	int n = calendar_holidays(year, list);

	for (int i = 0; i < n; i++)
		if (!day_before(list[i], FIRST_DAY) && !day_before(t->end, list[i]))
			t->before[list[i].n - FIRST_DAY.n + 1] = 0;
}

struct accrual_tables *accrual_tables_new(void *pool, struct day until)
{
	struct accrual_tables *t = pool_zero(pool, struct accrual_tables);
	int weekday = day_weekday(FIRST_DAY);
	int first, last, m, d;
	size_t n;

	t->pool = pool;
	t->end = day_before(until, FIRST_DAY) ? FIRST_DAY : until;
	t->end = day_plus(t->end, SPARE_DAYS);
	n = (size_t)(t->end.n - FIRST_DAY.n) + 2;
	t->before = pool_array(pool, int32_t, n);
	for (size_t i = 1; i < n; i++) {
		t->before[i] = weekday != 0 && weekday != 6;
		weekday = weekday == 6 ? 0 : weekday + 1;
	}
	day_to_ymd(FIRST_DAY, &first, &m, &d);
	day_to_ymd(t->end, &last, &m, &d);
	for (int y = first; y <= last; y++)
		mark_holidays(t, y);
	for (size_t i = 1; i < n; i++)
		t->before[i] += t->before[i - 1];
	return t;
}

struct accruer *accruer_new(void *pool, const struct rates *rates, struct day until)
{
	struct accruer *a = pool_zero(pool, struct accruer);

	a->pool = pool;
	a->rates = rates;
	if (rates && rates->tables && !day_before(rates->tables->end, day_plus(until, SPARE_DAYS)))
		a->t = rates->tables;
	else
		a->t = accrual_tables_new(pool, until);
	return a;
}

int accrual_days(const struct accruer *a, struct day from, struct day to)
{
	if (!day_before(from, to))
		return 0;
	if (accrual_in_table(a, from) && accrual_in_table(a, to))
		return accrual_number(a, to) - accrual_number(a, from);
	return business_days(from, to);
}

long double accrual_power(struct accrual_tables *t, long double base, int part, int whole)
{
	struct power *p;
	uint64_t bits;

	memcpy(&bits, &base, sizeof(bits)); /* the mantissa */
	bits = (bits ^ (uint64_t)(uint32_t)part << 32 ^ (uint64_t)(uint32_t)whole) *
	       UINT64_C(0x9E3779B97F4A7C15);
	p = &t->powers[bits >> 32 & (POWERS - 1)];
	if (p->whole != whole || p->part != part || p->base != base)
		*p = (struct power){ base, powl(base, (long double)part / whole), part, whole };
	return p->value;
}
