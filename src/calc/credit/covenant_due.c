/* SPDX-License-Identifier: Apache-2.0 */
/* covenant_due.c: the day by which statements and reports are due (RCVM 80; RCVM 175, annex II). */
#include "config.h"

#include "calc/credit/credit.h"

#define QUARTERLY_DAYS 45
#define ANNUAL_MONTHS 3
#define REPORT_DAYS 15

static int last_of_month(int year, int month)
{
	struct day first, next;

	if (!day_from_ymd(year, month, 1, &first) ||
	    !day_from_ymd(month == 12 ? year + 1 : year, month % 12 + 1, 1, &next))
		return 31; /* December of the last possible year */
	return (int)(next.n - first.n);
}

struct day credit_months(struct day d, int months)
{
	int year, month, dom, last_here, last_there;
	struct day out = d;

	day_to_ymd(d, &year, &month, &dom);
	last_here = last_of_month(year, month);
	month += months - 1;
	year += month >= 0 ? month / 12 : -((11 - month) / 12);
	month = (month % 12 + 12) % 12 + 1;
	last_there = last_of_month(year, month);
	if (dom == last_here || dom > last_there)
		dom = last_there;
	if (!day_from_ymd(year, month, dom, &out))
		return d;
	return out;
}

struct filing_due filing_due(struct day last, int year_end)
{
	struct filing_due out = { .reference = credit_months(last, 3) };
	int year, month, dom;

	day_to_ymd(out.reference, &year, &month, &dom);
	out.annual = month == year_end;
	out.due = out.annual ? credit_months(out.reference, ANNUAL_MONTHS)
			     : day_plus(out.reference, QUARTERLY_DAYS);
	return out;
}

struct filing_due report_due(struct day last)
{
	struct filing_due out = { .reference = credit_months(last, 1) };

	out.due = day_plus(out.reference, REPORT_DAYS);
	return out;
}
