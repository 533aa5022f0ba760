/* SPDX-License-Identifier: Apache-2.0 */
/*
 * figure_text.h: figures in Brazilian notation, R$ 1.234,56 and 12,3%.
 *
 * Each is a data element whose value attribute is the exact figure of the JSON.
 */
#ifndef LASTRO_CONSOLE_FIGURE_TEXT_H
#define LASTRO_CONSOLE_FIGURE_TEXT_H

#include "core/number_text.h"
#include "http/html.h"

/* shown_sentence() - a sentence of the interface in the words of doc/glossary.md: "TIR de 8,1% ao ano". */
const char *shown_sentence(void *pool, const char *sentence);

/* shown_brl() - in words for a title: "R$ 1.234,56". */
const char *shown_brl(void *pool, struct money m);

/*
 * Where figures are explained: each links to @path, the name of its field (@prefix and its own) and
 * @rest.  A figure whose field @known does not know has no link.
 */
struct shown_explained {
	const char *path;   /* "/portfolios/{id}/explain?field=" */
	const char *prefix; /* "history.", or "" */
	const char *rest;   /* "&month=2026-11", or "" */
	const char *field;  /* the field that all link to; NULL: @prefix and their own name */
	bool (*known)(const char *field);
	const char *href; /* all of them link here, overriding the other members; or NULL */
};

/* shown_explained() - the following figures link to explanations according to @e; NULL: no links. */
void shown_explained(struct html *h, const struct shown_explained *e);

/* shown_led() - the following figures link to @href, which shows their parts. */
void shown_led(struct html *h, const char *href);

/* Each writes one figure; @name is its member of the JSON. */
void shown_money(struct html *h, const char *name, bool known, struct money m);
void shown_price(struct html *h, const char *name, bool known, struct price p);
/* shown_price_in() - in another currency: "USD 12,34". */
void shown_price_in(struct html *h, const char *name, bool known, struct price p,
		    const char *currency);
void shown_qty(struct html *h, const char *name, struct qty q);
void shown_percent(struct html *h, const char *name, bool known, struct percent p);
/* shown_rate() - a return as a decimal, with 6 places in the JSON. */
void shown_rate(struct html *h, const char *name, bool known, double rate);
/* shown_points() - a percentage, with 4 places in the JSON. */
void shown_points(struct html *h, const char *name, bool known, double pct);
/*
 * shown_share() - the share of @part in @whole; @pct_e2: the same in the JSON, in hundredths of a
 * percent.  People read the exact share, rounded once.  @whole of 0: unknown; then @pct_e2 is shown.
 */
void shown_share(struct html *h, const char *name, int64_t pct_e2, struct money part,
		 struct money whole);
/* shown_decimal(), shown_real() - a number without a unit, with @shown places. */
void shown_decimal(struct html *h, const char *name, wide v, int of, int shown);
void shown_real(struct html *h, const char *name, double v, int shown);
/* shown_exact() - a decimal text unchanged, "1234.5". */
void shown_exact(struct html *h, const char *name, const char *exact);
/* shown_exact_short() - the same, displayed as @text. */
void shown_exact_short(struct html *h, const char *name, const char *exact, const char *text);
/* shown_exact_as() - the same between two texts: "R$ 1.234,50". */
void shown_exact_as(struct html *h, const char *name, const char *exact, const char *before,
		    const char *behind);
void shown_text(struct html *h, const char *name, const char *text); /* NULL: a dash */

/* From members of an answer, as texts; NULL: a dash. */
const char *shown_date(void *pool, const char *iso);
void shown_plain(struct html *h, const char *name, const char *plain);
void shown_plain_in(struct html *h, const char *name, const char *plain, const char *currency);

/* The same in a table cell, or in a labelled list (shown_list()). */
void shown_money_cell(struct html *h, const char *name, bool known, struct money m);
void shown_price_cell(struct html *h, const char *name, bool known, struct price p);
void shown_qty_cell(struct html *h, const char *name, struct qty q);
void shown_percent_cell(struct html *h, const char *name, bool known, struct percent p);
void shown_rate_cell(struct html *h, const char *name, bool known, double rate);
void shown_share_cell(struct html *h, const char *name, int64_t pct_e2, struct money part,
		      struct money whole);
void shown_count_cell(struct html *h, size_t n);
void shown_money_term(struct html *h, const char *label, const char *name, bool known,
		      struct money m);
void shown_price_term(struct html *h, const char *label, const char *name, bool known,
		      struct price p);
void shown_qty_term(struct html *h, const char *label, const char *name, struct qty q);
void shown_percent_term(struct html *h, const char *label, const char *name, bool known,
			struct percent p);
void shown_rate_term(struct html *h, const char *label, const char *name, bool known, double rate);

/* shown_cell(), shown_cell_end() - around a figure in a table. */
void shown_cell(struct html *h);
void shown_cell_end(struct html *h);
/* shown_term(), shown_term_end() - around a figure in a list. */
void shown_list(struct html *h);
void shown_term(struct html *h, const char *label);
void shown_term_end(struct html *h);
void shown_list_end(struct html *h);
/*
 * shown_name_cell() - a text typed by a person, isolated so that its writing direction does not affect
 * its neighbours.
 */
void shown_name_cell(struct html *h, const char *text, const char *href);
/* shown_names_cell() - with its other name below, if it has a different one. */
void shown_names_cell(struct html *h, const char *text, const char *more, const char *href);

#endif
