/* SPDX-License-Identifier: Apache-2.0 */
/*
 * look_through.h: the holdings of a portfolio's funds, and of the funds that they hold
 * (doc/calculations.md 10).
 *
 * From the last month that each fund disclosed; two levels, so that cycles of funds are harmless.
 */
#ifndef LASTRO_CALC_VIEWS_LOOK_THROUGH_H
#define LASTRO_CALC_VIEWS_LOOK_THROUGH_H

#include "calc/views/open_position.h"

#define LOOK_THROUGH_SHOWN 50
#define LOOK_THROUGH_CAVEAT                                                                            \
	"Exposição estimada pela última carteira mensal divulgada por cada fundo, com defasagem e " \
	"sem posições sob sigilo; a exposição indireta é um piso."
#define LOOK_THROUGH_NO_FUNDS                                                                      \
	"A carteira não tem cotas de fundos; não há exposição indireta a abrir."

/* The classification of a disclosed row. */
enum disclosed_kind {
	DISCLOSED_STOCK,
	DISCLOSED_DEBENTURE,
	DISCLOSED_QUOTA,
	DISCLOSED_SHORT, /* borrowed stock that is owed */
	DISCLOSED_OWED,	 /* any other obligation */
	DISCLOSED_OTHER, /* disclosed, not an exposure */
};

/* disclosed_kind_of() - of TP_APLIC as CVM writes it. */
enum disclosed_kind disclosed_kind_of(void *pool, const char *tp_aplic);

struct disclosed_asset {
	enum disclosed_kind kind;
	struct money value;
	const char *code; /* ticker or paper; of a quota the tax id of its class; NULL: none */
};

struct disclosed {
	const char *fund; /* tax id */
	struct day day;	  /* of competence */
	bool pl_known;
	struct money pl; /* net worth on that day */
	const struct disclosed_asset *assets;
	size_t n;
};

/* The base of weights: the net worth, or without a plausible one all disclosed assets. */
struct disclosed_base {
	struct money sum, base; /* base 0: nothing is disclosed */
	bool by_pl;
};

struct disclosed_base disclosed_base(const struct disclosed *d, bool *range);

struct look_through_input {
	const struct open_position *open_positions; /* open positions */
	size_t n_open_positions;
	const struct disclosed *funds; /* ascending by fund, both levels */
	size_t n_funds;
	size_t shown; /* most exposures shown: LOOK_THROUGH_SHOWN */
};

struct exposure_via {
	const struct open_position *fund; /* held directly */
	struct money value;		  /* to the cent, > 0 */
};

struct exposure {
	const char *symbol;
	enum asset_type type; /* stock or debenture */
	struct money direct, indirect, total;
	bool pct_known;
	int64_t pct_e2; /* of patrimonio, in hundredths */
	struct exposure_via *via;
	size_t n_via;
};

struct opened_fund {
	const struct open_position *open_position;
	struct day day;
	int64_t coverage_e2; /* percent in hundredths; may exceed 100 */
	bool by_pl;	     /* false: relative to the disclosed assets */
};

struct unopened_fund {
	const struct open_position *open_position;
	const char *reason;
};

struct look_through {
	struct exposure *exposures; /* by total, then indirect, kind, symbol */
	size_t n_exposures;
	size_t truncated;	    /* exposures left out */
	struct opened_fund *opened; /* by value */
	size_t n_opened;
	struct unopened_fund *unopened; /* by value, unknown ones last */
	size_t n_unopened;
	struct money patrimonio;
	struct day *days; /* of all portfolios used, distinct, ascending */
	size_t n_days;
	bool has_funds;
};

/*
 * look_through_compute() - exposures by paper.
 * @out: filled on CALC_OK, untouched otherwise; points into @in and @pool
 *
 * CALC_RANGE when a sum leaves the grid.  O(n log n) in disclosed assets, plus, for each fund, the
 * assets of the funds that it holds.
 */
enum calc_err look_through_compute(void *pool, const struct look_through_input *in,
				   struct look_through *out) MUST_CHECK;

#endif
