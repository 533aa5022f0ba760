/* SPDX-License-Identifier: Apache-2.0 */
/* layout.h: the common frame of the console's pages. */
#ifndef LASTRO_CONSOLE_LAYOUT_H
#define LASTRO_CONSOLE_LAYOUT_H

#include <json-c/json.h>

#include "calc/history/history.h"
#include "console/chart_span.h"
#include "console/figure_text.h"

/* layout_signed_in() - refuses requests without a session: 401, whose page is the log-in. */
void layout_signed_in(struct ctx *ctx);
/* layout_person() - the same, and further query parameters. */
void layout_person(struct ctx *ctx);
/* layout_form() - the same, and the form that the page sent. */
struct body *layout_form(struct ctx *ctx);
/* layout_readable() - the same, and callers who may not read the portfolio. */
void layout_readable(struct ctx *ctx);

/* layout_ledger_readable() - the same, and callers who see no ledger rows because the portfolio is only public to them. */
void layout_ledger_readable(struct ctx *ctx);

struct layout {
	int status; /* 0: 200 */
	const char *title;
	const char *
		here; /* the navigation entry of the portfolio in the path, if there is one; NULL: without navigation */
	const char *error; /* the refusal, or NULL */
	bool own_head;	   /* the page writes its first heading */
};
/* layout_answer() - begins a page; html_page_end() ends it. */
struct html *layout_answer(struct ctx *ctx, const struct layout *l);
/* layout_page() - begins a page; html_page_end() ends it. */
struct html *layout_page(struct ctx *ctx, const char *title);
/*
 * layout_portfolio() - begins a page of a portfolio, with its navigation; @here is the path after its
 * id.
 */
struct html *layout_portfolio(struct ctx *ctx, const char *name, const char *here);
/* layout_path() - "/portfolios/{id}" of the portfolio in the path, and @rest. */
const char *layout_path(struct ctx *ctx, const char *rest);

/* layout_explainable() - whether the caller may see the rows behind a figure. */
bool layout_explainable(const struct ctx *ctx);
/*
 * layout_explains() - the following figures link to their explanation under their name with @prefix;
 * @rest: more parameters.  layout_explains_asset() - figures of one holding; layout_explains_at() -
 * figures of the portfolio whose pages are at @base, or, with @symbol, of one of its holdings.
 */
void layout_explains(struct html *h, const char *prefix, const char *rest);
void layout_explains_asset(struct html *h, const char *prefix, const char *symbol,
			   enum asset_type type, const char *rest);
/* layout_explains_as() - links the figures that follow to the explanation of @field, of the portfolio or of a holding. */
void layout_explains_as(struct html *h, const char *field, const char *symbol, const char *type,
			const char *rest);
void layout_explains_at(struct html *h, const char *base, const char *symbol,
			const char *asset_type);
/* layout_explains_symbol() - for a holding by its ticker, when its class is not available. */
void layout_explains_symbol(struct html *h, const char *symbol);

/* layout_next() - the link to the next page of a list, of the same filters; @cursor: NULL on the last page. */
void layout_next(struct html *h, const char *cursor);

/* layout_chips() - begins links of which one is the page; layout_chip() - one; layout_chips_end(). */
void layout_chips(struct html *h, const char *label);
void layout_chip(struct html *h, const char *href, const char *text, bool current);
void layout_chips_end(struct html *h);

/* layout_card() - begins a card of this class under its heading; layout_card_end() - ends it. */
void layout_card(struct html *h, const char *class, const char *title);
void layout_card_end(struct html *h);

/* layout_heading() - a column heading, for texts or figures. */
void layout_heading(struct html *h, const char *text, bool figures);
/* layout_table() - with a caption and headings: the first @texts for texts, the others for figures. */
void layout_table(struct html *h, const char *caption, size_t texts, const char *const *headings,
		  size_t n);

/*
 * layout_page_asked() - the parameter page, from 1; layout_pages() - the links to the other pages,
 * @before and "page=N".
 */
size_t layout_page_asked(struct ctx *ctx);
void layout_pages(struct html *h, const char *before, size_t page, size_t shown, size_t n);
/* layout_pages_of() - the same for one of several tables of a page, with a parameter of its own. */
void layout_pages_of(struct html *h, const char *before, const char *name, size_t page,
		     size_t shown, size_t n);

/*
 * layout_result() - another entry of the list: the total gain including income (the JSON's total_pl
 * excludes it), as the sum of the shown figures.  layout_result_said() - a sentence about it, after the
 * list.
 */
void layout_result(struct html *h, const struct portfolio *p);
void layout_result_said(struct html *h);

/* layout_nothing() - where there is no figure yet: what to do first; @base: the pages of the portfolio, or of one of all. */
void layout_nothing(struct html *h, const char *base);

/*
 * layout_gains() - whether a person is shown the gain of @x, or NULL: of a value that is only its cost, 0 in the JSON, nothing
 * is known.
 */
bool layout_gains(const struct holding *x);

/* layout_form_end() - ends a form with its button; below it is a link. */
void layout_form_end(struct html *h, const char *button, const char *href, const char *text);

/* layout_kinds() - the shares of its classes. */
void layout_kinds(struct html *h, const struct portfolio *p);

/* layout_value() - value, contributions and indices in @span as lines, when there are any. */
void layout_value(struct html *h, const struct history *history, const struct benchmark_result *b,
		  const struct chart_span *span);
/* layout_days() - the days of the last month as a table. */
void layout_days(struct html *h, const struct history *history);
/*
 * layout_periods(), layout_benchmarks() - the return of each span, and of the same flows in the
 * indices, under @p in a row titled @title.
 */
void layout_periods(struct html *h, const struct history *history,
		    const struct span_indices *indices);
void layout_benchmarks(struct html *h, const char *title, const struct portfolio *p,
		       const struct history *history, const struct span_indices *indices,
		       const struct benchmark_result *b);
/* layout_measured() - when some assets have no price: the share of the value that the returns cover, as a link to #contas. */
void layout_measured(struct html *h, const struct portfolio *p);
/* layout_months() - bars and the table under them, whose pages are at @path. */
void layout_months(struct html *h, const struct history *history, const char *path, size_t page);

#endif
