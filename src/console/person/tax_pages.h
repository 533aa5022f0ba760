/* SPDX-License-Identifier: Apache-2.0 */
/* tax_pages.h: what the pages of the income tax share: the taxpayer, the navigation, words for reasons. */
#ifndef LASTRO_CONSOLE_PERSON_TAX_PAGES_H
#define LASTRO_CONSOLE_PERSON_TAX_PAGES_H

#include "console/figure_text.h"
#include "portfolio/tax/tax_answers.h"

struct tax_view {
	const char *base; /* "/tax", "/portfolios/{id}/tax", or of an office's client */
	const char *api;  /* "/v1/portfolio/tax", or of the portfolio; NULL of a client */
	const char *name; /* of the client, or NULL */
	struct taxpayer of;
	int asked; /* the year */
	struct tax_year year;
};

/* tax_view() - the requested year, by default this one, of the account or of the route's portfolio. */
void tax_view(struct ctx *ctx, struct tax_view *v);
/* tax_view_of() - the same for @year. */
void tax_view_of(struct ctx *ctx, int year, struct tax_view *v);

/* tax_view_open() - sets only the taxpayer; parameters were taken before. */
void tax_view_open(struct ctx *ctx, struct tax_view *v);

/* tax_page() - with navigation and the disclaimer; @here is the path after the base. */
struct html *tax_page(struct ctx *ctx, const struct tax_view *v, const char *title,
		      const char *here);

/*
 * tax_explains() - the following figures link to their explanation in @month, or for the year when it
 * is NULL.
 */
void tax_explains(struct html *h, const struct tax_view *v, const struct month *month);

/* tax_explains_as() - with @prefix, and @rest as further parameters. */
void tax_explains_as(struct html *h, const struct tax_view *v, const char *prefix,
		     const char *rest);

/*
 * tax_sheet() - the link to the same as CSV; for a client the page itself answers it
 * (tax_sheet_asked()).
 */
void tax_sheet(struct html *h, const struct tax_view *v, const char *rest, const char *title);
bool tax_sheet_asked(struct ctx *ctx);
void tax_sheet_respond(struct ctx *ctx, const char *name, const struct tax_view *v,
		       struct slice text);

/* tax_why_cell() - reasons in words, in a cell. */
void tax_why_cell(struct html *h, tax_reasons set);
void tax_why(struct html *h, tax_reasons set);
const char *tax_reason_said(enum tax_reason reason);
const char *tax_warning_said(enum tax_warning_code code);
const char *tax_basket_said(int basket);
const char *tax_class_said(enum tax_class cls);

/* tax_figure_cell(), tax_figure_term() - a figure that may be unknown. */
void tax_figure_cell(struct html *h, const char *name, struct tax_figure f);
void tax_figure_term(struct html *h, const char *label, const char *name, struct tax_figure f);

/* The remedy of a reason: a request with its body; NULL when no request can supply it. */
struct tax_mend {
	const char *method,
		*path; /* {portfolio}, {transaction} and {asset} are placeholders for ids */
	const char *body;
	const char *text; /* what to do, in pt-BR */
};
const struct tax_mend *tax_mend(enum tax_reason reason);

/*
 * The same with the known values of the ledger; text NULL: nothing.  row: the one in its path, or
 * TAX_NO_ROW.
 */
struct tax_request {
	const char *text, *method, *body;
	size_t row;
};

/* tax_trade_missing() - the missing trade behind an uncovered sale or an exercise without its option. */
struct tax_request tax_trade_missing(void *pool, const struct tax_view *v, enum tax_reason why,
				     const char *symbol, size_t row);

/* tax_payment_body() - the present payment, with its gross amount to be filled in. */
const char *tax_payment_body(void *pool, const struct tax_view *v, const struct tax_income *in);

#endif
