/* SPDX-License-Identifier: Apache-2.0 */
/* coupons.c: the payments of a bond of the Treasury (doc/market-rules.md, Payments to come). */
#include "config.h"

#include "calc/amounts/coupons.h"

#include "core/calendar.h"
#include "core/text.h"

#define PAYMENTS_MAX 1200 /* a hundred years of months */
#define FACE "do valor nominal de R$ 1.000,00"
#define VNA "do valor nominal atualizado (VNA)"
#define VNA_UNKNOWN "o valor nominal atualizado (VNA) desse dia ainda não se conhece"

struct bond {
	const char *kind;
	int every;	 /* months between payments before the maturity; 0: none */
	int parts;	 /* the last payments of a value that is paid back in parts; 0: at once */
	bool pct_known;	 /* pct */
	wide pct_e8;	 /* of a payment, per cent */
	bool face;	 /* of 1,000.00, else of the VNA */
	wide amount_e12; /* of a payment of interest, when @face */
	const char *unknown; /* why the amount is not known */
};

/*
 * 1.06^(1/2) - 1 = 0.0295630141 and 1.10^(1/2) - 1 = 0.0488088482; of 1,000.00 the latter is 48.80885, the five places
 * of the Treasury.  1/240 and 1/60 are those of twenty and of five years of months.
 */
static const struct bond bonds[] = {
	{ "Tesouro Prefixado com Juros Semestrais", 6, 0, true, 488088482, true,
	  48808850 * (E12 / 1000000), NULL },
	{ "Tesouro IPCA+ com Juros Semestrais", 6, 0, true, 295630141, false, 0, VNA_UNKNOWN },
	{ "Tesouro IGPM+ com Juros Semestrais", 6, 0, false, 0, false, 0,
	  "o percentual depende da emissão do título, e o VNA desse dia ainda não se conhece" },
	{ "Tesouro Renda+ Aposentadoria Extra", 1, 240, true, 41666667, false, 0, VNA_UNKNOWN },
	{ "Tesouro Educa+", 1, 60, true, 166666667, false, 0, VNA_UNKNOWN },
	{ "Tesouro Prefixado", 0, 0, false, 0, true, 0, NULL },
	{ "Tesouro IPCA+", 0, 0, false, 0, false, 0, VNA_UNKNOWN },
	{ "Tesouro Selic", 0, 0, false, 0, false, 0, VNA_UNKNOWN },
};

/* The kind, followed by a year or a day. */
static const struct bond *bond_of(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(bonds); i++) {
		size_t n = strlen(bonds[i].kind);

		if (text_starts(name, bonds[i].kind) && name[n] == ' ' && name[n + 1] >= '0' &&
		    name[n + 1] <= '9')
			return &bonds[i];
	}
	return NULL;
}

bool treasury_is_known(const char *name)
{
	return bond_of(name) != NULL;
}

/* Of a bond that is paid back in parts, the year in its name is that of the first; a day is that of the last. */
bool treasury_pays(const char *name, struct day today)
{
	const struct bond *b = bond_of(name);
	int year = 0, now, month, dom;
	struct day last;

	if (!b || !b->every)
		return false;
	if (!b->parts)
		return true;
	name += strlen(b->kind) + 1;
	day_to_ymd(today, &now, &month, &dom);
	if (day_parse_br(slice_of(name), &last)) {
		day_to_ymd(last, &year, &month, &dom);
		return year - (b->parts / 12 - 1) <= now;
	}
	for (; *name >= '0' && *name <= '9' && year < 10000; name++)
		year = 10 * year + (*name - '0');
	return year <= now;
}

static struct day paid_on(struct day due)
{
	while (!day_is_business(due))
		due = day_plus(due, 1);
	return due;
}

static struct coupon part_of(const struct bond *b, struct day due)
{
	return (struct coupon){ .kind = b->parts ? "amortization" : "interest",
				.due = due,
				.pays_known = true,
				.pays_on = paid_on(due),
				.pct_known = b->pct_known,
				.pct = { b->pct_e8 },
				.of = b->face ? FACE : VNA,
				.amount_known = b->amount_e12 != 0,
				.amount = { b->amount_e12 },
				.unknown = b->unknown };
}

static struct coupon maturity_of(const struct bond *b, struct day due)
{
	return (struct coupon){ .kind = "maturity",
				.due = due,
				.pays_known = true,
				.pays_on = paid_on(due),
				.pct_known = true,
				.pct = { 100 * E8 },
				.of = b->face ? FACE : VNA,
				.amount_known = b->face,
				.amount = { b->face ? 1000 * E12 : 0 },
				.unknown = b->face ? NULL : VNA_UNKNOWN };
}

/* The payment @i before the last; false: there is no such day. */
static bool due_before(const struct bond *b, struct day maturity, int i, struct day *out)
{
	int year, month, dom;

	day_to_ymd(maturity, &year, &month, &dom);
	month += 12 * year - 1 - i * b->every;
	/* A month without the day ends on its last. */
	for (bool found = false; !found; dom--) {
		found = day_from_ymd(month / 12, month % 12 + 1, dom, out);
		if (!found && dom <= 28)
			return false;
	}
	return true;
}

size_t treasury_coupons(const char *name, struct day maturity, struct day from, struct day to,
			struct coupon *out, size_t room)
{
	const struct bond *b = bond_of(name);
	int all = !b || !b->every ? 0 : b->parts ? b->parts : PAYMENTS_MAX, first = 0;
	size_t n = 0;
	struct day due;

	if (!b)
		return 0;
	while (first < all && due_before(b, maturity, first, &due) &&
	       !day_before(paid_on(due), from))
		first++;
	while (first-- > 0) {
		if (!due_before(b, maturity, first, &due) || day_before(to, paid_on(due)) ||
		    n == room)
			return n;
		out[n++] = part_of(b, due);
	}
	if (!b->parts && n < room && !day_before(paid_on(maturity), from) &&
	    !day_before(to, paid_on(maturity)))
		out[n++] = maturity_of(b, maturity);
	return n;
}
