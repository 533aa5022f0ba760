/* SPDX-License-Identifier: Apache-2.0 */
/*
 * chart.h: lines, bars and stacked shares as SVG, made on the server.
 *
 * Each has a title and a description for screen readers; the page writes its figures in a table after
 * it.  Dashes and gaps distinguish series in grey and in print; colours follow the scheme.
 */
#ifndef LASTRO_CONSOLE_CHART_H
#define LASTRO_CONSOLE_CHART_H

#include "http/html.h"

struct chart_series {
	const char *name;
	const double *values; /* one per label; NAN where a line has none */
};

struct chart {
	const char
		*id; /* unique on the page; the ids of title and description are derived from it */
	const char *title, *description;
	const char *const *labels; /* along the axis, such as months */
	size_t n;		   /* at least 1 */
	const struct chart_series *series;
	size_t n_series; /* at most 3 */
};

void chart_lines(struct html *h, const struct chart *c);
/* chart_bars() - the bars of one label are side by side. */
void chart_bars(struct html *h, const struct chart *c);

struct chart_share {
	const char *name;
	double pct; /* > 0; they sum to 100 */
};

/* chart_shares() - parts of a whole in one row, in the given order, the largest first. */
void chart_shares(struct html *h, const struct chart *c, const struct chart_share *parts, size_t n);

#endif
