/* SPDX-License-Identifier: Apache-2.0 */
/* chart_span.h: the span of time that a chart shows, as a choice of the page: ?periodo=12m. */
#ifndef LASTRO_CONSOLE_CHART_SPAN_H
#define LASTRO_CONSOLE_CHART_SPAN_H

#include "core/day.h"
#include "http/html.h"

struct chart_span {
	const char *key, *name;
	size_t months; /* with the one from which it begins; 0: this year; SIZE_MAX: all */
	bool daily;    /* the days of the last month */
};

/* Of a portfolio, and of a holding, which has no days; the shortest first, a name of NULL at the end. */
extern const struct chart_span chart_spans[];
extern const struct chart_span *const chart_spans_long;

/* chart_span_asked() - the chosen one; the longest when none is chosen.  400 invalid_parameter. */
const struct chart_span *chart_span_asked(struct ctx *ctx, const struct chart_span *all);

/* chart_span_months() - how many of the newest @n months it shows. */
size_t chart_span_months(const struct chart_span *s, struct day today, size_t n);

/* chart_span_chips() - the choices, as links to @path. */
void chart_span_chips(struct html *h, const char *path, const struct chart_span *all,
		      const struct chart_span *chosen);

#endif
