/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_holding.h: explains one holding.
 *
 * Internal to explain.  A holding's own numbers are written down in one explanation, from its rows to
 * the figure; other holdings enter it as figures, each explained separately.
 */
#ifndef LASTRO_CALC_EXPLAIN_EXPLAIN_HOLDING_H
#define LASTRO_CALC_EXPLAIN_EXPLAIN_HOLDING_H

#include "calc/ledger/deriving.h"
#include "calc/explain/explain.h"
#include "calc/explain/explain_fold.h"
#include "calc/value/mark.h"

/* The factor of a bank day of a run, and the product of a lot up to its end: written down once. */
struct stretch_terms {
	enum indexer indexer;
	uint32_t pct; /* the term */
	struct day from, to;
	struct term step, days;
};

struct product_terms {
	enum indexer indexer;
	uint32_t pct;
	struct day start, to;
	struct term product;
};

/* Data shared by the explanations of one answer. */
struct stand;

struct explaining {
	struct explain e;
	const struct explain_subject *subject;
	const struct explain_ask *ask;
	struct explain_figure *f;	 /* the result */
	enum calc_err err;		 /* of a fold; then the result has no meaning */
	struct deriving_ledger deriving; /* lineages, incomes */
	struct marking marking;
	struct stretch_terms *stretches;
	size_t n_stretches, stretches_size;
	struct product_terms *products;
	size_t n_products, products_size;
	const struct stand **stands; /* by derived holding, NULL until needed: explain_history.c */
};

struct holding_story {
	struct explaining *x;
	struct explain *e;
	const struct holding *h;
	const struct derived_holding *d;
	struct lineage_fold *lineage;
	bool foreign;
	struct value_input v;
	struct fold_output brl_out, native_out;
	struct fold_story brl, native;
	/* cached, so that nothing is written down twice; 0: not yet */
	struct term native_price, fx, value, native_value, accrual, change;
};

/*
 * quoted_term() - a price of a day: a close of @m, or, @stated, what the person said of @d.
 */
struct term quoted_term(struct explain *e, const struct market_symbol *m,
			const struct derived_holding *d, bool stated, const struct close *c);

/* holding_open() - folds @h again, with its journal; false: x->err has the error of fold(). */
bool holding_open(struct explaining *x, const struct holding *h,
		  struct holding_story *out) MUST_CHECK;

/* holding_price() - the present price, in the trading currency. */
struct term holding_price(struct holding_story *s);
/* holding_quote() - a close as traded; holding_price_then() - in today's shares. */
struct term holding_quote(struct holding_story *s, const struct close *c);
struct term holding_price_then(struct holding_story *s, const struct close *c);

/* holding_fx() - the valuation rate; holding_in_brl() - converts with it when the asset is foreign. */
struct term holding_fx(struct holding_story *s);
struct term holding_in_brl(struct holding_story *s, struct term native);

/* The present quantity; its value at the contracted rate, by any valuation, and in the trading currency. */
struct term holding_qty(struct holding_story *s);
struct term holding_accrued(struct holding_story *s);
struct term holding_value(struct holding_story *s);
struct term holding_native_value(struct holding_story *s);

/* holding_unit_value() - the value at the contracted rate, by unit; 8 places. */
struct term holding_unit_value(struct holding_story *s);

/* holding_income() - income in @month, or (NULL) in all; in the trading currency when @native. */
struct term holding_income(struct holding_story *s, bool native, const struct month *month);

/* holding_lots() - explain_accrual.c: the lots at @state, at their value of @day. */
struct term holding_lots(struct holding_story *s, struct day state, struct day day);

/* factor_daily() - explain_accrual.c: FatorDI of 4.1 over [start, t). */
struct term factor_daily(struct explaining *x, struct accruer *a, const struct accrual_terms *terms,
			 struct term pct, struct day start, struct day t);

/*
 * daily_term() - explain_accrual.c: a daily rate, a fraction: (1 + annual)^(1/252) - 1, or the
 * published daily rate when the annual one was derived from it. @from, @until: the days of the rate
 */
struct term daily_term(struct explain *e, const char *of, struct daily_rate rate, struct day from,
		       struct day until);

/*
 * index_month_term() - explain_accrual.c: one plus the change of a month: the quotient of its number
 * and that of @before, or, when that is NULL, the published change.
 */
struct term index_month_term(struct explain *e, const char *of, const struct index_month *m,
			     const struct index_month *before);

/* figure_term() - another figure, as a number with its own explanation. */
struct term figure_term(struct explain *e, const struct explain_input *figure, wide v, int places);

/* figure_term_real() - the same for a floating one. */
struct term figure_term_real(struct explain *e, const struct explain_input *figure, double v);

/* flows_on() - explain_totals.c: whether a holding has a flow or income on a day. */
bool flows_on(const struct derived_holding *d, struct day day);

/* holding_of() - of a ledger's asset. */
const struct holding *holding_of(const struct portfolio *p, const struct ledger_asset *head);

/* months_term() - explain_totals.c: the parts of all holdings in a month, or (NULL) in all. */
struct term months_term(struct explaining *x, bool income, const struct month *month);

/* unit(), hundred() - the constants 1 and 100. */
struct term unit(struct explain *e);
struct term hundred(struct explain *e);

/* ---- the result of a figure ---- */

/* figure_null() - the figure is null, and why. */
void figure_null(struct explain_figure *f, const char *reason);
void figure_exact(struct explain_figure *f, enum explain_shown shown, struct term t, wide v,
		  int places);
void figure_real(struct explain_figure *f, enum explain_shown shown, struct term t, double v);
void figure_money(struct explain_figure *f, struct term t, struct money m);
void figure_percent(struct explain_figure *f, struct term t, struct percent p);
void figure_price(struct explain_figure *f, struct term t, struct price p);

/* ---- figures of explain_change.c ---- */

void figure_change(struct holding_story *s, struct explain_figure *f);
void figure_native_change(struct holding_story *s, struct explain_figure *f);
void figure_day_change(struct holding_story *s, struct explain_figure *f);

/* ---- figures of explain_result.c ---- */

void figure_result_price(struct holding_story *s, struct explain_figure *f);
void figure_result_dollar(struct holding_story *s, struct explain_figure *f);
void figure_result_total(struct holding_story *s, struct explain_figure *f);
void figure_result_year(struct holding_story *s, struct explain_figure *f);
void figure_yield_on_cost(struct holding_story *s, struct explain_figure *f);
void figure_yield_on_value(struct holding_story *s, struct explain_figure *f);

#endif
