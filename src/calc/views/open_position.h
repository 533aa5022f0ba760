/* SPDX-License-Identifier: Apache-2.0 */
/*
 * open position.h: one open position with the facts that the x-ray, the costs and the look-through need.
 *
 * The three rooms only group, rank and name: quantity, price and value are settled before, by
 * portfolio_compute(), so that a position is worth the same in all of them and in the detail.
 */
#ifndef LASTRO_CALC_VIEWS_OPEN_POSITION_H
#define LASTRO_CALC_VIEWS_OPEN_POSITION_H

#include "calc/amounts/accrual.h"
#include "calc/value/value.h"

/* The groups of by_indexer (8). */
enum indexer_group { GROUP_SELIC, GROUP_IPCA, GROUP_PREFIXADO, GROUP_CDI, GROUP_OUTRO };

extern const char *const indexer_group_names[];	 /* the contract's */
extern const char *const indexer_group_titles[]; /* in sentences */

struct open_position {
	const char *symbol; /* as the detail shows it */
	const char *ticker; /* of today: another one after a rename that the ledger lacks */
	const char *name;   /* or NULL */
	enum asset_type type;
	enum currency currency;
	bool value_known;
	struct money value;		   /* BRL; meaningless unless value_known */
	const char *sector;		   /* of the issuer, or NULL */
	const struct accrual_terms *terms; /* or NULL */
};

/*
 * open_positions_of() - the open positions of a computed portfolio, in its order: largest value first.  Points
 * into what the portfolio was made of.
 */
struct open_position *open_positions_of(void *pool, const struct portfolio *p, size_t *n);

/* open_position_counts() - whether it has a value above zero; the others are only counted. */
static inline bool open_position_counts(const struct open_position *s)
{
	return s->value_known && s->value.e8 > 0;
}

/* open_positions_value() - what those that count add up to; @considered and @ignored say how many. */
struct money open_positions_value(const struct open_position *open_positions, size_t n,
				  size_t *considered, size_t *ignored, bool *range);

/*
 * open_positions_merge() - those of several portfolios as one's: an asset of the same terms is one
 * position, worth what its known parts are.  In place, largest value first, without value last; returns
 * how many are left.
 */
size_t open_positions_merge(struct open_position *list, size_t n, bool *range);

/* open_position_indexer() - the group of a paper of fixed income: of a Treasury title by its name, of private
 * paper by its terms. */
enum indexer_group open_position_indexer(void *pool, const struct open_position *s);

#endif
