/* SPDX-License-Identifier: Apache-2.0 */
/* xray.h: the concentration of a portfolio (doc/calculations.md 8). */
#ifndef LASTRO_CALC_VIEWS_XRAY_H
#define LASTRO_CALC_VIEWS_XRAY_H

#include "calc/views/open_position.h"
#include "core/order.h"

#define XRAY_TOP 10

struct xray_share {
	const char *name; /* of the class, sector, indexer or currency */
	struct money value;
	int64_t pct_e2; /* percent in hundredths, as shown */
};

struct xray_shares { /* largest first, ties by name */
	struct xray_share *items;
	size_t n;
};

/* xray_share_named() - the share of this name; NULL: none. */
static inline const struct xray_share *xray_share_named(const struct xray_shares *s,
							const char *name)
{
	return order_seek(&name, s->items, s->n, sizeof(*s->items), order_text);
}

struct xray_position {
	const struct open_position *open_position;
	int64_t pct_e2;
};

struct xray {
	/* Partitions of their base: the percentages sum to 100.00 by largest remainder. */
	struct xray_shares by_class, by_currency; /* of patrimonio */
	struct xray_shares by_indexer;		  /* of rf_total */
	/* Parts of patrimonio, each rounded separately. */
	struct xray_shares by_sector;
	struct xray_position top[XRAY_TOP];
	size_t n_top;
	const char **flags; /* sentences */
	size_t n_flags;
	bool of_issuers; /* no flag of one federal bond */
	wide worst; /* how many thousandths of its limit the furthest flag is at; 0: there is none */
	struct money patrimonio, rf_total;
	size_t considered, ignored; /* open positions with and without value */
};

enum xray_by { XRAY_BY_CLASS, XRAY_BY_SECTOR, XRAY_BY_INDEXER, XRAY_BY_CURRENCY };

/* xray_group() - the name under which a position counts; NULL when it does not. */
const char *xray_group(void *pool, enum xray_by by, const struct open_position *s);

/*
 * xray_compute() - groups and ranks open positions.
 * @out: filled on CALC_OK, untouched otherwise; points into @open positions and @pool
 *
 * CALC_RANGE when the sum leaves the grid.
 */
enum calc_err xray_compute(void *pool, const struct open_position *open_positions, size_t n,
			   struct xray *out) MUST_CHECK;

/* xray_of_issuers() - the same without flags of single federal bonds: the Treasury's credit does not concentrate. */
enum calc_err xray_of_issuers(void *pool, const struct open_position *open_positions, size_t n,
			      struct xray *out) MUST_CHECK;

#endif
