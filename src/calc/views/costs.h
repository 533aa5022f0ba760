/* SPDX-License-Identifier: Apache-2.0 */
/*
 * costs.h: the yearly costs of holding the positions, as far as public terms determine them
 * (doc/calculations.md 9).
 *
 * Deterministic estimates; a cost without a public basis is listed with its reason, not guessed.
 */
#ifndef LASTRO_CALC_VIEWS_COSTS_H
#define LASTRO_CALC_VIEWS_COSTS_H

#include "calc/views/open_position.h"

#define COST_PEERS_MIN 5
#define COST_EXAMPLES 10
#define COST_CAVEAT                                                                                 \
	"Estimativa determinística de custos anuais recorrentes, com base em taxas públicas e "   \
	"nos valores atuais das posições. Não inclui corretagem, impostos, taxa de performance " \
	"nem custos embutidos sem base pública. Não é recomendação."

/* The registers' data about a fund (9.1). */
struct fund_cost {
	bool fee_known;
	struct percent fee;	   /* a year, as filed */
	const char *administrator; /* or NULL */
	const char *peer_class;	   /* ANBIMA's, or NULL: no peers */
	struct percent median;	   /* of the peers' fees; meaningless without peers */
	size_t peers;		   /* below COST_PEERS_MIN there is no reference */
};

enum cost_kind { COST_FUND_FEE, COST_CUSTODY, COST_CDI_GAP };

extern const char *const cost_kind_names[]; /* the contract's */

/* Products of the Treasury with rules of their own (9.2). */
enum cost_product { PRODUCT_SELIC, PRODUCT_RESERVA, PRODUCT_CONVERTED, PRODUCT_OTHER };

/* cost_product() - by the bond's name. */
enum cost_product cost_product(void *pool, const struct open_position *s);

#define COST_CUSTODY_PCT_E8 (E8 / 5) /* 0.20 % a year (9.2) */
#define COST_EXEMPT_E8 (10000 * E8)  /* per person and product (9.2) */

struct cost_item {
	const struct open_position *open_position;
	enum cost_kind kind;
	struct percent annual_pct; /* of the value, net of exemption */
	struct money annual;	   /* to the cent */
	const char *recipient;
	const char *benchmark; /* label; NULL: no reference */
	struct percent benchmark_pct;
	size_t peers;	     /* COST_FUND_FEE */
	struct money excess; /* to the cent; meaningless without benchmark */
	const char *note;    /* or NULL */
};

struct cost_unknown { /* not estimated, by class and reason */
	enum asset_type type;
	const char *reason;
	size_t positions;
	const char *symbols[COST_EXAMPLES]; /* the first in alphabetical order */
	size_t n_symbols;
};

struct cost_recipient {
	const char *name;
	struct money annual;
};

struct costs {
	struct cost_item *items; /* by cost, ties by symbol */
	size_t n_items;
	struct cost_unknown *unknown; /* largest group first */
	size_t n_unknown;
	struct cost_recipient *recipients; /* largest first */
	size_t n_recipients;
	struct money annual, excess; /* sums of the items */
	struct money gap;   /* of annual what is not earned, instead of paid: COST_CDI_GAP */
	bool pct_known;	    /* false without value */
	struct percent pct; /* annual over patrimonio */
	const char **flags;
	size_t n_flags;
	struct money patrimonio;
	size_t considered, ignored; /* open positions with and without value */
};

/*
 * costs_compute() - estimates the costs of open positions.
 * @funds:   of the open position at the same index when it is a fund @cdi_12m: CDI of the last 12
 * months in percent, NULL when unknown
 * @out:     filled on CALC_OK, untouched otherwise; points into @open positions and @pool
 *
 * CALC_RANGE when a sum leaves the grid.
 */
enum calc_err costs_compute(void *pool, const struct open_position *open_positions,
			    const struct fund_cost *funds, size_t n, const struct percent *cdi_12m,
			    struct costs *out) MUST_CHECK;

#endif
