/* SPDX-License-Identifier: Apache-2.0 */
/* history_json.h: returns and months of a history, as answers show them. */
#ifndef LASTRO_PORTFOLIO_SHOW_HISTORY_JSON_H
#define LASTRO_PORTFOLIO_SHOW_HISTORY_JSON_H

#include "calc/history/history.h"
#include "core/json_write.h"

/* twr_render() - PortfolioTwr, or null. */
void twr_render(struct json *j, const char *name, const struct twr *t);

/* The parts of a history's answer besides its months. */
struct history_shown {
	const struct history *history;
	struct day as_of;
	const char *explain; /* NULL: not shown */
	size_t skip, most;   /* of the months; most 0: all */
	bool newest;	     /* the newest of these first */
	bool daily;	     /* also the days of the last month */
	const struct benchmark_result *benchmarks;
	const struct span_indices *indices;
};

/* history_render() - {data, meta}. */
void history_render(struct json *j, const struct history_shown *s);
/* history_render_whole() - one object: months, and what meta has. */
void history_render_whole(struct json *j, const char *name, const struct history_shown *s);

#endif
