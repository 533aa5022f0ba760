/* SPDX-License-Identifier: Apache-2.0 */
/*
 * computing.h: a ledger being derived, a portfolio being marked.
 *
 * Internal: derive.c folds, portfolio.c and mark.c value.
 */
#ifndef LASTRO_CALC_DERIVE_COMPUTING_H
#define LASTRO_CALC_DERIVE_COMPUTING_H

#include "calc/derive/derived.h"
#include "calc/derive/family.h"
#include "calc/derive/join.h"
#include "calc/value/value.h"

/* A holding in the making. */
struct work {
	const struct family *family;
	const struct market_symbol *market; /* of today's ticker */
	struct fold_input in;
	struct fold_output brl, native;
	struct income_output income;
	bool folded;  /* before its income, which changes nothing of the fold */
	size_t needs; /* so many assets of the ledger hold all of its rows */
	bool finished;
};

struct deriving_ledger {
	void *pool;
	const struct ledger *ledger;
	const struct market *market;
	struct day as_of;
	struct work *works;
	size_t n;
	struct derived out;
	struct joining join; /* of the finished ones */
	bool again;	     /* one of those was derived anew since: no longer */
};

/*
 * derive_works() - the families of c->ledger with what goes into their folds, income derived; the
 * folds are the caller's.
 */
enum calc_err derive_works(struct deriving_ledger *c) MUST_CHECK;

/*
 * derive_income() - what a family was paid, from the rows of w->in.
 * @elsewhere: by month, what other papers of its company paid; NULL: they are not looked at
 */
enum calc_err derive_income(const struct deriving_ledger *c, struct work *w,
			    const struct months *elsewhere) MUST_CHECK;

/* may_lower_cost() - whether something that it was paid may give back capital. */
bool may_lower_cost(const struct deriving_ledger *c, const struct work *w);

/* hand_lots() - the lots of a holding whose paper has terms, from its rows and what it paid. */
enum calc_err hand_lots(const struct deriving_ledger *c, const struct work *w,
			struct derived_holding *h) MUST_CHECK;

struct marking {
	void *pool;
	const struct market *market;
	struct day as_of;
	struct fx fx;
	struct accruer *accruer; /* NULL: nothing has terms */
	bool worth_only;	 /* what the day changed is not asked */
};

/* mark_input() - what the valuation of @h needs besides its position; sets h->accrual_reason
 * and, where the closes contradict each other, h->unpriced. */
void mark_input(const struct marking *m, const struct derived_holding *d, struct holding *h,
		struct value_input *out);

/* mark_holding() - value @h, whose positions are known, with the market's closes (3). */
enum calc_err mark_holding(const struct marking *m, const struct derived_holding *d,
			   struct holding *h) MUST_CHECK;

#endif
