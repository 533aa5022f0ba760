/* SPDX-License-Identifier: Apache-2.0 */
/*
 * payments_ahead.h: what fixed income pays in days to come, by its contract or as its issuer announced it
 * (doc/market-rules.md, Payments to come).  Two statements in one round trip, whatever the number of papers.
 */
#ifndef LASTRO_MARKET_PRICES_PAYMENTS_AHEAD_H
#define LASTRO_MARKET_PRICES_PAYMENTS_AHEAD_H

#include "calc/amounts/coupons.h"
#include "core/ctx.h"
#include "core/json_write.h"

struct ahead_paper {
	enum asset_type type;
	const char *symbol; /* as the market spells it */
	bool matures; /* maturity: of the person's contract, where the market does not say one */
	struct day maturity;
};

struct ahead_payment {
	size_t paper; /* its index */
	struct coupon of;
	const char *source; /* pt-BR */
	bool told;	    /* told_on: the newest agenda of the paper */
	struct day told_on;
};

struct payments_ahead {
	struct ahead_payment *items; /* by day of payment */
	size_t n;
	const char **unknown; /* of each paper: why payments may be missing, pt-BR; or NULL */
	const bool *matures;  /* of each paper: maturity is known */
	const struct day *maturities;
};

#define AHEAD_MOST 240 /* payments of a paper: twenty years of months */

/*
 * payments_ahead() - from @from to @to, the first @each of a paper, at most AHEAD_MOST; of papers that are no fixed income
 * nothing.
 */
void payments_ahead(struct ctx *ctx, const struct ahead_paper *papers, size_t n, struct day from,
		    struct day to, size_t each, struct payments_ahead *out);

/* ahead_day() - the day on which it is paid, or else due. */
static inline struct day ahead_day(const struct coupon *c)
{
	return c->pays_known ? c->pays_on : c->due;
}

/* ahead_write() - members of an open object: what is paid, when, of what, and why its amount is not known. */
void ahead_write(struct json *j, const struct ahead_payment *p);

/* ahead_title() - "Juros", "Amortização", "Vencimento", … */
const char *ahead_title(const char *kind);

#endif
