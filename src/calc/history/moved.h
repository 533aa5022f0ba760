/* SPDX-License-Identifier: Apache-2.0 */
/* moved.h: what each asset and class added to the result of some months (doc/calculations.md 7.1, doc/market-rules.md). */
#ifndef LASTRO_CALC_HISTORY_MOVED_H
#define LASTRO_CALC_HISTORY_MOVED_H

#include "calc/history/walk.h"

/* An asset in all portfolios that hold it, or a class of assets. */
struct moved_part {
	const char *symbol; /* NULL: a class */
	const char *name;   /* of the asset, or NULL; of a class its title */
	enum asset_type type;
	struct money result;   /* to the cent */
	struct percent points; /* 2 places */
};

struct moved {
	struct month_range months;
	struct day as_of;
	const char *reason;	   /* pt-BR: why there is no result; the rest is then empty */
	struct money result;	   /* to the cent */
	struct percent return_pct; /* 4 places: of one month, that of the history */
	/* What the rounding of the assets leaves of the two. */
	struct money rounding_result;
	struct percent rounding_points;
	const struct moved_part *assets, *classes; /* largest result first, gained or lost */
	size_t n_assets, n_classes;
};

/*
 * history_moved() - the months of all sources as one.
 * @months: the last is not after that of @as_of
 * @cut:   as for history_walk()
 * @out:   filled on CALC_OK; points into the sources
 *
 * Walks to the beginning of the months like history_walk(), then these, asset by asset.
 */
enum calc_err history_moved(void *pool, const struct history_source *sources, size_t n,
			    struct day as_of, const struct history_prefix *cut,
			    struct month_range months, struct moved *out) MUST_CHECK;

#endif
