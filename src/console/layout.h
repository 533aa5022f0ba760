/* SPDX-License-Identifier: Apache-2.0 */
/* layout.h: what every page of the console has around its content. */
#ifndef LASTRO_CONSOLE_LAYOUT_H
#define LASTRO_CONSOLE_LAYOUT_H

#include "calc/history/history.h"
#include "console/shown.h"

/* layout_person() - refuses query parameters, and whom no session brought (401, which leads to the log-in). */
void layout_person(struct ctx *ctx);
/* layout_readable() - the same, and who may not read the portfolio. */
void layout_readable(struct ctx *ctx);

struct layout {
	int status; /* 0: 200 */
	const char *title;
	const char *here;  /* with the ways of the portfolio in the path, the one of these; NULL: of none */
	const char *error; /* what was refused, or NULL */
};
/* layout_answer() - a page; html_page_end() ends it. */
struct html *layout_answer(struct ctx *ctx, const struct layout *l);
/* layout_page() - a page; html_page_end() ends it. */
struct html *layout_page(struct ctx *ctx, const char *title);
/* layout_portfolio() - one of a portfolio, with the ways to its others; @here is the path behind its id. */
struct html *layout_portfolio(struct ctx *ctx, const char *name, const char *here);
/* layout_path() - "/portfolios/{id}" of the portfolio in the path, and @rest. */
const char *layout_path(struct ctx *ctx, const char *rest);

/* layout_heading() - of a column, of texts or of figures. */
void layout_heading(struct html *h, const char *text, bool figures);
/* layout_table() - with a caption and headings, of which the first @texts are of texts, the others of figures. */
void layout_table(struct html *h, const char *caption, const char *const *headings, size_t n,
		  size_t texts);

/* layout_periods(), layout_benchmarks() - the return of each span, and beside it the indices. */
void layout_periods(struct html *h, const struct history *history);
void layout_benchmarks(struct html *h, const struct benchmark_result *b);
/* layout_months() - lines, bars and the table under them. */
void layout_months(struct html *h, const struct history *history);

#endif
