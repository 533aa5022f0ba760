/* SPDX-License-Identifier: Apache-2.0 */
/*
 * chart.h: lines, bars and stacked shares as SVG, made on the server.
 *
 * Each has a title and a description for screen readers.  Lines and bars have their figures in a closed table below, whose
 * rows the script reads; each line has its own dashes, so that grey and print tell them apart.  Shapes stretch with the page;
 * words and marks do not.
 */
#ifndef LASTRO_CONSOLE_CHART_H
#define LASTRO_CONSOLE_CHART_H

#include "http/html.h"

#define CHART_SERIES 5

struct chart_series {
	const char *name;
	const double *values; /* one per label; NAN where a line has none */
	bool steps;	      /* a line that changes at once */
	bool off;	      /* a line that is shown when its box is ticked */
};

/* A purchase, sale or payment on a chart of lines. */
struct chart_mark {
	enum chart_mark_kind { MARK_BUY, MARK_SELL, MARK_PAY } kind;
	size_t at;    /* the label's index */
	double value; /* payments stand on the floor */
	const char *text;
};

struct chart {
	const char *id; /* unique on the page; title and description have ids made from it */
	const char *title, *description;
	const char *const *labels; /* along the axis, such as months */
	bool days; /* labels are days, 20/11/2026: the axis shows them without their year */
	size_t n;  /* at least 1 */
	const struct chart_series *series;
	size_t n_series; /* at most CHART_SERIES lines, or two lists of bars */
	const struct chart_mark *marks;
	size_t n_marks;
	const char *unit; /* of its values, "%"; NULL: reais */
	bool change; /* its legend has the change of each line from the first label to the last; else its newest value */
};

/* chart_lines() - amounts in reais, in thousands of them from 100,000 on, or figures of another unit. */
void chart_lines(struct html *h, const struct chart *c);
/* chart_bars() - the bars of one label are side by side; from zero. */
void chart_bars(struct html *h, const struct chart *c);

struct chart_share {
	const char *name;
	double pct; /* > 0; they sum to 100 */
};

/* chart_shares() - parts of a whole in one row, in the given order, the largest first. */
void chart_shares(struct html *h, const struct chart *c, const struct chart_share *parts, size_t n);

#endif
