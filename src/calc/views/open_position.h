/* SPDX-License-Identifier: Apache-2.0 */
/*
 * open_position.h: one open position with the data that the x-ray, the costs and the look-through need.
 *
 * These three only group, rank and name: portfolio_mark() determines quantity, price and value
 * before, so that a position has the same value in all of them and in the detail.
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
	const char *symbol; /* as shown in the detail */
	const char *ticker; /* today's; differs after a rename that the ledger lacks */
	const char *name;   /* or NULL */
	enum asset_type type;
	enum currency currency;
	bool value_known;
	struct money value;		   /* BRL; meaningless unless value_known */
	const char *sector;		   /* of the issuer, or NULL */
	const char *issuer_tax_id;	   /* of a register, or NULL */
	const struct accrual_terms *terms; /* or NULL */
};

/*
 * open_positions_of() - the open positions of a computed portfolio, in its order: largest value first.
 * Points into the portfolio's inputs.
 */
struct open_position *open_positions_of(void *pool, const struct portfolio *p, size_t *n);

/* open_position_counts() - whether it has a value above zero; others are only counted. */
static inline bool open_position_counts(const struct open_position *s)
{
	return s->value_known && s->value.e8 > 0;
}

/* open_positions_value() - the sum of those that count; sets @considered and @ignored to the numbers. */
struct money open_positions_value(const struct open_position *open_positions, size_t n,
				  size_t *considered, size_t *ignored, bool *range);

/*
 * open_positions_merge() - merges those of several portfolios: assets with the same terms become one
 * position with the sum of the known values.  In place, largest value first, without value last;
 * returns the new number.
 */
size_t open_positions_merge(struct open_position *list, size_t n, bool *range);

/*
 * open_position_indexer() - the group of a fixed-income paper: of a Treasury bond by its name, of
 * private paper by its terms.
 */
enum indexer_group open_position_indexer(void *pool, const struct open_position *s);

#endif
