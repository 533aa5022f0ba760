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
	int asked;  /* the year */
	bool saved; /* an answer was just stored */
	bool seen;  /* the caller may not change the portfolio */
	struct tax_year year;
};

/* tax_view() - the requested year, by default this one, of the account or of the route's portfolio. */
void tax_view(struct ctx *ctx, struct tax_view *v);
/* tax_view_of() - the same for @year. */
void tax_view_of(struct ctx *ctx, int year, struct tax_view *v);

/* tax_view_open() - sets only the taxpayer; parameters were taken before. */
void tax_view_open(struct ctx *ctx, struct tax_view *v);

/* tax_page() - with navigation; @here is the path after the base.  tax_page_end() - with the disclaimer. */
struct html *tax_page(struct ctx *ctx, const struct tax_view *v, const char *title,
		      const char *here);
void tax_page_end(struct html *h);

/* tax_text() - an element of this class with a text. */
void tax_text(struct html *h, const char *tag, const char *class, const char *text);
/* tax_rows() - begins a list of rows; tax_row_begin() - a row, with what stands first in it; the caller closes div and li. */
void tax_rows(struct html *h);
void tax_row_begin(struct html *h);

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
const char *tax_warning_said(enum tax_warning_code code);
const char *tax_class_said(enum tax_class cls);

/* tax_figure_cell(), tax_figure_term() - a figure that may be unknown. */
void tax_figure_cell(struct html *h, const char *name, struct tax_figure f);
void tax_figure_term(struct html *h, const char *label, const char *name, struct tax_figure f);

/* ---- what is missing, and how a person answers it ---- */

enum tax_answer {
	ANSWER_NONE,  /* nobody can answer it here */
	ANSWER_FACT,  /* a fact of the asset */
	ANSWER_PRICE, /* of a row without one */
	ANSWER_TRADE, /* a row that is not there */
	ANSWER_GROSS, /* of a payment of which only the net amount is known */
	ANSWER_CARRY, /* losses left at the end of a month */
};

struct tax_remedy {
	enum tax_answer answer;
	const char *text; /* what to do, in pt-BR; NULL: nothing */
	const char *fact; /* of ANSWER_FACT */
};
struct tax_remedy tax_remedy(enum tax_reason reason);

/* A missing fact of a year. */
struct tax_gap {
	const char *where; /* in pt-BR */
	bool has_month;
	struct month month;
	const char *symbol; /* or NULL */
	enum tax_reason why;
	size_t portfolio, row;	       /* TAX_NO_ROW: no row must be changed */
	const struct tax_income *paid; /* with unknown gross amount, or NULL */
};

struct tax_gaps {
	void *pool;
	const struct tax_view *v;
	struct tax_gap *items;
	size_t n, size;
};

/* tax_gaps_year() - of the months, gains and assets abroad; tax_gaps_declaration() - adds those of the declaration. */
struct tax_gaps tax_gaps_year(struct ctx *ctx, const struct tax_view *v);
void tax_gaps_declaration(struct tax_gaps *l, const struct tax_declaration *d);

/* tax_answerable() - whether the page of missing facts has a form for it. */
bool tax_answerable(const struct tax_view *v, const struct tax_gap *g);

/*
 * A row that is missing or incomplete, as a request of the interface whose `fill` is asked (console/form/remedy_form.h).
 * text NULL: none.
 */
struct tax_request {
	const char *text;
	const char *base; /* "/portfolios/{id}" */
	struct json_object *request;
};

/* tax_row_asked() - the price that a row lacks, or the trade behind an uncovered sale or an exercise. */
struct tax_request tax_row_asked(struct ctx *ctx, const struct tax_view *v,
				 const struct tax_gap *g);

/* tax_form() - begins a form that is an answer to @about and returns to @back; tax_form_done() - returns. */
void tax_form(struct html *h, const char *action, const char *about, const char *back);
void tax_form_done(struct ctx *ctx, const char *back);
/* tax_no_form() - no page of ours wrote this request. */
NORETURN void tax_no_form(struct ctx *ctx);

/* ---- facts of an asset, and the gross amount of a payment (tax_fact_form.c) ---- */

struct tax_fact_asked {
	const char *fact;   /* "custody"; "gross_amount": @id is of a payment */
	const char *base;   /* "/portfolios/{id}" */
	const char *id;	    /* of the asset */
	const char *symbol; /* said to the person */
	const char *prefix; /* of the names of its fields, unique on the page */
	const char *back;   /* the page that it returns to */
};
void tax_fact_write(struct html *h, const struct tax_fact_asked *a);

/* tax_facts_said() - rows with what was said of each asset, each with the link to change it; false when nothing was. */
bool tax_facts_said(struct html *h, const struct tax_view *v, const char *back);

/* ---- statements about the whole tax (tax_inputs_page.c) ---- */

/* tax_paid_write() - "I paid": a form for @d; tax_carry_write() - losses left at the end of @month. */
void tax_paid_write(struct html *h, const struct tax_darf *d, struct money left, const char *back);
void tax_carry_write(struct html *h, struct month month, const char *back);

/* ---- parts of the year ---- */

/* A state in a word: "ok", "warn", "bad". */
struct tax_state {
	const char *class, *text;
};
void tax_tag(struct html *h, struct tax_state s);

struct tax_state tax_darf_state(const struct tax_darf *d);
/* tax_darf_left() - what is unpaid, without fine and interest; tax_darf_name() - "6015-2026-10", as an address has it. */
struct money tax_darf_left(const struct tax_darf *d);
const char *tax_darf_name(void *pool, const struct tax_darf *d);
void tax_darf_card(struct html *h, const struct tax_view *v, const struct tax_darf *d);
void tax_darf_row(struct html *h, const struct tax_view *v, const struct tax_darf *d);

void tax_tiles(struct html *h, const struct tax_view *v);
/* tax_sold_abroad() - whether @month has a sale of the yearly sheet, from 2024 on: no month has its tax. */
bool tax_sold_abroad(const struct tax_exterior *x, struct month month);

/* ---- months in words ---- */

/* tax_month_name() - "outubro"; tax_month_title() - "Outubro de 2026". */
const char *tax_month_name(struct month m);
const char *tax_month_title(void *pool, struct month m);

#endif
