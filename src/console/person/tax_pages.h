/* SPDX-License-Identifier: Apache-2.0 */
/* tax_pages.h: what the pages of the income tax share: the taxpayer, the navigation, words for reasons. */
#ifndef LASTRO_CONSOLE_PERSON_TAX_PAGES_H
#define LASTRO_CONSOLE_PERSON_TAX_PAGES_H

#include "console/figure_text.h"
#include "console/form/entry.h"
#include "portfolio/tax/tax_answers.h"
#include "portfolio/tax/tax_gaps.h"

struct tax_view {
	const char *base; /* "/tax", "/portfolios/{id}/tax", or of an office's client */
	const char *api;  /* "/v1/portfolio/tax", or of the portfolio; NULL of a client */
	const char *name; /* of the client, or NULL */
	struct taxpayer of;
	int asked;		  /* the year, of a listed DARF its own */
	int page;		  /* the year of the page, to which a press returns */
	struct json_object *done; /* what was just written (console/form/mend_undo.h), or NULL */
	bool seen;		  /* the caller may not change the portfolio */
	struct tax_year year;
};

/* tax_view() - the requested year, by default this one, of the account or of the route's portfolio. */
void tax_view(struct ctx *ctx, struct tax_view *v);
/* tax_view_of() - the same for @year. */
void tax_view_of(struct ctx *ctx, int year, struct tax_view *v);

/* tax_view_open() - sets only the taxpayer; parameters were taken before. */
void tax_view_open(struct ctx *ctx, struct tax_view *v);

/* tax_ways() - links to the pages of the tax; @here as of tax_page(). */
void tax_ways(struct html *h, const struct tax_view *v, const char *here);

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

/* tax_why_cell() - a cell with the reasons in words below its text. */
void tax_why_cell(struct html *h, const char *text, tax_reasons set);
void tax_why(struct html *h, tax_reasons set);
const char *tax_class_said(enum tax_class cls);

/* tax_figure_cell(), tax_figure_term() - a figure that may be unknown. */
void tax_figure_cell(struct html *h, const char *name, struct tax_figure f);
void tax_figure_term(struct html *h, const char *label, const char *name, struct tax_figure f);

/* ---- what is missing ---- */

/* tax_gaps_path() - the page of missing facts, at the first that @month waits for. */
const char *tax_gaps_path(const struct tax_view *v, const struct tax_gaps *l, struct month month);

/* tax_waits_write() - how many answers the month waits for, and the button to them. */
void tax_waits_write(struct html *h, const struct tax_view *v, const struct tax_gaps *l,
		     struct month month);

/* tax_form() - begins a form that is an answer to @about and returns to @back. */
void tax_form(struct html *h, const char *action, const char *about, const char *back);
/* tax_no_form() - no page of ours wrote this request. */
NORETURN void tax_no_form(struct ctx *ctx);

/* ---- facts of an asset (tax_fact_form.c) ---- */

/* tax_fact_field() - the field that asks for @fact, named @as. */
void tax_fact_field(struct html *h, const struct entry *e, const char *fact, const char *as,
		    bool optional);

/* tax_fact_body() - the change of the asset that states @typed, or with NULL forgets it. */
const char *tax_fact_body(void *pool, struct json_object *asset, const char *fact,
			  const char *typed);

/* tax_fact_words() - an answer as a person chose it, a CNPJ as people write it. */
const char *tax_fact_words(void *pool, const char *fact, const char *typed);

/* tax_fact_refused() - whether @typed is none of the answers offered; notes the error at @field. */
bool tax_fact_refused(void *pool, struct body *form, const char *fact, const char *field,
		      const char *typed);

/* tax_facts_said() - rows with what was said of each asset, each with the link to change it; false when nothing was. */
bool tax_facts_said(struct html *h, const struct tax_view *v, const char *back);

/* ---- statements about the whole tax (tax_inputs_page.c) ---- */

/* tax_year_refused() - the page of the year with "I paid" as it was refused; false: the year has no such DARF to pay. */
bool tax_year_refused(struct ctx *ctx, struct html *h, const struct entry *typed);
/*
 * tax_inputs_with() - the document @stated as a body with @entry in one of its lists, in the place of @was and of one with
 * its key, whose other members it keeps.  @before: what it replaces, in words, or NULL.
 */
struct tax_statement;
const char *tax_inputs_with(struct ctx *ctx, struct json_object *stated,
			    const struct tax_statement *s, struct json_object *was,
			    struct json_object *entry, const char **before);

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
/* tax_darf_card() - @typed: what was refused of its "I paid", or NULL. */
void tax_darf_card(struct html *h, const struct tax_view *v, const struct tax_darf *d,
		   const struct entry *typed);
/* tax_darf_late() - what an overdue one costs today. */
void tax_darf_late(struct html *h, const struct tax_view *v, const struct tax_darf *d);
void tax_darf_row(struct html *h, const struct tax_view *v, const struct tax_darf *d);

/* An unpaid DARF, with the view of its year. */
struct tax_due {
	const struct tax_view *v;
	const struct tax_darf *d;
};
struct tax_dues {
	struct tax_due *items; /* ascending by due_on */
	size_t n;
};
/* tax_dues_find() - of this year all that the ledger has, of any year; of another year its own. */
void tax_dues_find(void *pool, struct day today, const struct tax_view *v, struct tax_dues *out);

/* tax_bonus_doubt() - that a bonus without a value may lower the DARF; NULL: none does. */
const char *tax_bonus_doubt(void *pool, const struct tax_view *v, const struct tax_darf *d);

#define TAX_UNSTATED "retido" /* their place on the page of missing facts */
#define TAX_UNSTATED "retido" /* their place on the page of missing facts */
/* tax_unstated_doubt() - that they may lower the DARF; NULL: none does. */
const char *tax_unstated_doubt(void *pool, const struct tax_view *v, const struct tax_darf *d);

/* tax_withheld_warned() - that @sum is far above what the law withholds, or "". */
const char *tax_withheld_warned(void *pool, const struct tax_view *v, struct month month,
				int basket, struct money sum);

/* tax_standing() - the first lines of the year. */
void tax_standing(struct html *h, const struct tax_view *v, const struct tax_dues *dues,
		  const struct tax_gaps *gaps);

/* tax_first_open() - the first month of the year whose tax is not known; false: all are. */
bool tax_first_open(const struct tax_year *y, struct month *out);

/* tax_gains() - the gains of capital of these months, as a table; nothing when there are none. */
void tax_gains(struct html *h, const struct tax_view *v, struct month_range of);

/* tax_exchange_sheets() - the months of the declaration's part on the exchange. */
void tax_exchange_sheets(struct html *h, const struct tax_view *v);

void tax_tiles(struct html *h, const struct tax_view *v);
/* tax_sold_abroad() - whether @month has a sale of the yearly sheet, from 2024 on: no month has its tax. */
bool tax_sold_abroad(const struct tax_exterior *x, struct month month);

#endif
