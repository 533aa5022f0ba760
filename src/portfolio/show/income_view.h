/* SPDX-License-Identifier: Apache-2.0 */
/*
 * income_view.h: what one portfolio, or all of them, received, and what is announced; before it is rendered.
 *
 * Received is what counts in income_received (doc/calculations.md 2): rows of the ledger, typed or imported, and payments of
 * the calendar that no row repeats.
 */
#ifndef LASTRO_PORTFOLIO_SHOW_INCOME_VIEW_H
#define LASTRO_PORTFOLIO_SHOW_INCOME_VIEW_H

#include "http/page.h"
#include "portfolio/store/returns_load.h"
#include "portfolio/store/symbol.h"

enum income_source { INCOME_CALENDAR, INCOME_IMPORTED, INCOME_TYPED };
extern const char *const income_source_names[];

/* A payment, received or announced. */
struct income_payment {
	const struct valued *portfolio;
	const struct ledger_asset *asset; /* the paper's present one */
	const char *name;		  /* or NULL */
	enum income_kind kind;
	struct uuid key;	      /* with the day its place in a list; of a row its id */
	bool dated;		      /* false: announced without a day of payment */
	struct day day;		      /* of payment */
	bool counts;		      /* false: it returns capital, and is no income */
	bool gross_known;	      /* gross, tax */
	struct money gross, tax, net; /* in the asset's currency, cents */
	bool brl_known;		      /* false: no rate of the dollar on that day */
	struct money brl;	      /* net */
	const struct distribution *distribution; /* of the calendar; or NULL */
	struct day right;			 /* then: the last day that gives the right */
	struct qty held;			 /* and what was held at its end */
	enum income_source source;
	const char *note;
};

struct income_payments {
	struct income_payment *items;
	size_t n;
};

/* A paper that paid, in all the portfolios that have it. */
struct income_payer {
	const struct ledger_asset *asset;
	const char *name;		   /* or NULL */
	const struct valued *portfolio;	   /* one that has it */
	struct money this_year, year, all; /* of this year, the last 12 months, and ever */
	bool held, cost_known;
	struct money cost; /* of what is held today */
};

struct income_sums {
	struct money month, this_year, year,
		all;	   /* of this month, this year, the last 12 months, and ever */
	struct money cost; /* of what is held, where it is known */
	const struct month_amount *months; /* with income, ascending */
	size_t n_months;
	const struct month_amount *years; /* likewise; each has its January */
	size_t n_years;
	struct income_payer *
		payers; /* by the last 12 months, the largest first; only those that paid or are held */
	size_t n_payers;
	size_t without_rate; /* payments in dollars that are in no sum */
};

/* A paper whose interest is in no sum unless somebody typed or imported it. */
struct income_left_out {
	const struct valued *portfolio;
	const struct ledger_asset *asset;
	const char *name; /* or NULL */
	bool held;	  /* today */
	size_t entered;	  /* payments that were typed or imported */
	const char *reason;
};

struct income_view {
	struct valued *list;
	size_t n;
	struct income_payments received;	     /* ascending by day and key */
	struct income_payments announced;	     /* by day, those without one last */
	struct money announced_gross, announced_net; /* in reais, of those whose rate is known */
	struct income_sums sums;
	struct income_left_out *left_out; /* by portfolio, in the order of its holdings */
	size_t n_left_out;
};

/* income_view_one() - of ctx->caller's portfolio; income_view_all() - of all that are no simulations. */
void income_view_one(struct ctx *ctx, struct income_view *out);
void income_view_all(struct ctx *ctx, struct income_view *out);

/* income_yield() - @year in per cent of @cost; false without a cost. */
bool income_yield(struct money year, struct money cost, double *pct);

/* ---- the list ---- */

struct income_filter {
	bool by_symbol;
	struct symbol_names symbol;
	int kind, type;	     /* -1: any */
	struct day from, to; /* inclusive */
	bool newest;	     /* first */
	bool follows;	     /* the list begins after this day and key */
	struct day after;
	struct uuid after_key;
	size_t limit; /* 0: none */
};

/* A page of the list, in its order. */
struct income_page {
	struct income_payment *rows;
	size_t n, total;  /* total, sum: of all pages */
	struct money sum; /* in reais, of what counts */
	bool more;	  /* others follow */
};

/* income_filter_take() - from the parameters; @newest: the order without one.  The page's are in @page. */
struct income_filter income_filter_take(struct ctx *ctx, bool newest, struct page *page);
/* income_select() - the received payments that the filter lets through, with what their rows say. */
struct income_page income_select(struct ctx *ctx, const struct income_view *v,
				 const struct income_filter *f);

/* income_page_cursor() - the cursor of the page after this one; NULL on the last. */
const char *income_page_cursor(struct ctx *ctx, const struct income_page *page);

/* income_csv() - them as a sheet. */
struct slice income_csv(void *pool, const struct income_page *page);

/* income_announce() - sets only what is announced, of @v's list, loaded whole; one statement. */
void income_announce(struct ctx *ctx, struct income_view *v);

/* ---- of income_sums.c and income_announced.c, for income_view.c ---- */

void income_add_up(struct ctx *ctx, struct income_view *v);
/* income_name() - as typed, else the market's, else NULL. */
const char *income_name(const struct valued *v, const struct derived_holding *h);

#endif
