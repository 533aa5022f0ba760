/* SPDX-License-Identifier: Apache-2.0 */
/*
 * difference.h: which figures of two things differ, for whoever has to find out why.
 *
 * Both are told as text, figure by figure, and the texts are compared: it runs only where bytes were
 * found to differ, so it may be slow but must leave nothing out.
 */
#ifndef LASTRO_CALC_PACK_DIFFERENCE_H
#define LASTRO_CALC_PACK_DIFFERENCE_H

#include "core/buf.h"
#include "core/day.h"
#include "core/decimal.h"

struct difference {
	const char *symbol; /* of the holding; NULL: of the whole portfolio */
	const char *figure; /* "quantity", "flows" ... */
	const char *kept,
		*derived; /* as text; of a list its first part that differs; "" for none */
};

/* One thing's figures; those of another one like it have the same names in the same places. */
struct telling {
	void *pool;
	struct {
		const char *name, *text;
	} figures[32];
	size_t n;
	struct buf b; /* of the figure in hand */
};

void telling_init(struct telling *t, void *pool);

/* ---- the figure in hand ---- */

void part_day(struct telling *t, struct day d);
void part_number(struct telling *t, wide value, int places);
void part_double(struct telling *t, double v);
void part_ratio(struct telling *t, struct ratio r);
void part_text(struct telling *t, const char *s);

/* part_end() - the parts of a list, so that the first one that differs can be shown alone. */
void part_end(struct telling *t);

/* tell() - it is this one, and the next begins. */
void tell(struct telling *t, const char *name);

/* ---- comparing ---- */

struct finding {
	void *pool;
	struct difference *out;
	size_t n, max;
};

/* telling_compare() - add the figures that differ. */
void telling_compare(struct finding *f, const char *symbol, const struct telling *kept,
		     const struct telling *derived);

#endif
