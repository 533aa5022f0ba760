/* SPDX-License-Identifier: Apache-2.0 */
/*
 * figure_dump.h: which figures of two things differ, for whoever has to find out why.
 *
 * Both are dumped as text, figure by figure, and the texts are compared: it runs only where bytes were
 * found to differ, so it may be slow but must leave nothing out.
 */
#ifndef LASTRO_CALC_HISTORY_FIGURE_DUMP_H
#define LASTRO_CALC_HISTORY_FIGURE_DUMP_H

#include "core/buf.h"
#include "core/day.h"
#include "core/decimal.h"

struct difference {
	const char *symbol; /* of the holding; NULL: of the whole portfolio */
	const char *figure; /* "quantity", "flows" ... */
	const char *cached,
		*derived; /* as text; of a list its first part that differs; "" for none */
};

/* One thing's figures; those of another one like it have the same names in the same places. */
struct figure_dump {
	void *pool;
	struct {
		const char *name, *text;
	} figures[32];
	size_t n;
	struct buf b; /* of the current figure */
};

void figure_dump_init(struct figure_dump *t, void *pool);

/* ---- the current figure ---- */

void dump_day(struct figure_dump *t, struct day d);
void dump_number(struct figure_dump *t, wide value, int places);
void dump_double(struct figure_dump *t, double v);
void dump_ratio(struct figure_dump *t, struct ratio r);
void dump_text(struct figure_dump *t, const char *s);

/* dump_part_end() - the parts of a list, so that the first one that differs can be shown alone. */
void dump_part_end(struct figure_dump *t);

/* dump_figure() - what was dumped since the last one is the figure @name. */
void dump_figure(struct figure_dump *t, const char *name);

/* ---- comparing ---- */

struct finding {
	void *pool;
	struct difference *out;
	size_t n, max;
};

/* figure_dump_compare() - add the figures that differ. */
void figure_dump_compare(struct finding *f, const char *symbol, const struct figure_dump *cached,
			 const struct figure_dump *derived);

#endif
