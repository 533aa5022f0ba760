/* SPDX-License-Identifier: Apache-2.0 */
/*
 * figure_dump.h: finds the figures in which two results differ, for diagnosis.
 *
 * Both are dumped as text, figure by figure, and the texts compared: this runs only after their bytes
 * differed, so it may be slow but must be complete.
 */
#ifndef LASTRO_CALC_HISTORY_FIGURE_DUMP_H
#define LASTRO_CALC_HISTORY_FIGURE_DUMP_H

#include "core/buf.h"
#include "core/day.h"
#include "core/decimal.h"

struct difference {
	const char *symbol;	      /* of the holding; NULL: of the whole portfolio */
	const char *figure;	      /* "quantity", "flows" ... */
	const char *cached, *derived; /* as text; of a list its first differing part; "" for none */
};

/* One result's figures; another of the same kind has the same names in the same places. */
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

/* dump_part_end() - ends a part of a list, so that the first differing one can be shown alone. */
void dump_part_end(struct figure_dump *t);

/* dump_figure() - the text since the last call is the figure @name. */
void dump_figure(struct figure_dump *t, const char *name);

/* ---- comparing ---- */

struct finding {
	void *pool;
	struct difference *out;
	size_t n, max;
};

/* figure_dump_compare() - adds the differing figures. */
void figure_dump_compare(struct finding *f, const char *symbol, const struct figure_dump *cached,
			 const struct figure_dump *derived);

#endif
