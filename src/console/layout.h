/* SPDX-License-Identifier: Apache-2.0 */
/* layout.h: what every page of the console has around its content. */
#ifndef LASTRO_CONSOLE_LAYOUT_H
#define LASTRO_CONSOLE_LAYOUT_H

#include <json-c/json.h>

#include "calc/history/history.h"
#include "console/figure_text.h"

/* layout_person() - refuses query parameters, and requests without a session (401, whose page is the log-in). */
void layout_person(struct ctx *ctx);
/* layout_readable() - the same, and callers who may not read the portfolio. */
void layout_readable(struct ctx *ctx);

/* layout_ledger_readable() - the same, and callers who see no ledger rows because the portfolio is only public to them. */
void layout_ledger_readable(struct ctx *ctx);

struct layout {
	int status; /* 0: 200 */
	const char *title;
	const char *here; /* the one of the ways of the portfolio in the path; NULL: without them */
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

/* layout_explainable() - whether the caller may see the rows behind a figure. */
bool layout_explainable(const struct ctx *ctx);
/*
 * layout_explains() - the figures written from now on are explained under their name behind @prefix; @rest: more
 * parameters.  layout_explains_asset() - those of one holding; layout_explains_at() - those of the portfolio
 * whose pages stand at @base, or, with @symbol, of a holding of it.
 */
void layout_explains(struct html *h, const char *prefix, const char *rest);
void layout_explains_asset(struct html *h, const char *prefix, const char *symbol,
			   enum asset_type type, const char *rest);
/* layout_explains_as() - links the figures that follow to the explanation of @field, of the portfolio or of a holding. */
void layout_explains_as(struct html *h, const char *field, const char *symbol, const char *type,
			const char *rest);
void layout_explains_at(struct html *h, const char *base, const char *symbol,
			const char *asset_type);
/* layout_explains_symbol() - of a holding by the symbol it is traded under, where its class is not at hand. */
void layout_explains_symbol(struct html *h, const char *symbol);

/* layout_next() - the way to the next page of a list, where its answer has a cursor. */
void layout_next(struct html *h, const char *path, struct json_object *answer);

/* layout_heading() - of a column, of texts or of figures. */
void layout_heading(struct html *h, const char *text, bool figures);
/* layout_table() - with a caption and headings, of which the first @texts are of texts, the others of figures. */
void layout_table(struct html *h, const char *caption, const char *const *headings, size_t n,
		  size_t texts);

/* layout_page_asked() - the parameter page, from 1; layout_pages() - the ways to the others, @before and "page=N". */
size_t layout_page_asked(struct ctx *ctx);
void layout_pages(struct html *h, const char *before, size_t page, size_t shown, size_t n);
/* layout_pages_of() - the same of a table that is not its page's only one: by a parameter of its own. */
void layout_pages_of(struct html *h, const char *before, const char *name, size_t page,
		     size_t shown, size_t n);

/* layout_totals() - what a portfolio, or all, comes to; shown_list_end() ends the list. */
void layout_totals(struct html *h, const struct portfolio *p);

/*
 * layout_result() - another of the list: what was gained in all, with incomes (the JSON's total_pl is without them), as
 * the sum of the figures as they are shown.  layout_result_said() - the sentence that says so, behind the list.
 */
void layout_result(struct html *h, const struct portfolio *p);
void layout_result_said(struct html *h);

/* layout_kinds() - the shares of its classes. */
void layout_kinds(struct html *h, const struct portfolio *p);

/* layout_value() - value and contributed as lines, where there are months. */
void layout_value(struct html *h, const struct history *history);
/*
 * layout_periods(), layout_benchmarks() - the return of each span, and what the indices made of the same
 * flows, under @p in a row that is called @title.
 */
void layout_periods(struct html *h, const struct history *history);
void layout_benchmarks(struct html *h, const char *title, const struct portfolio *p,
		       const struct history *history, const struct benchmark_result *b);
/* layout_months() - bars and the table under them, whose pages stand at @path. */
void layout_months(struct html *h, const struct history *history, const char *path, size_t page);

#endif
