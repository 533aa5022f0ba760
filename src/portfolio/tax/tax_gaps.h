/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_gaps.h: the questions of a year of the tax: what is unknown, which months wait for it, and the request that answers it.
 */
#ifndef LASTRO_PORTFOLIO_TAX_TAX_GAPS_H
#define LASTRO_PORTFOLIO_TAX_TAX_GAPS_H

#include <json-c/json.h>

#include "http/html.h"
#include "portfolio/tax/tax_answers.h"

enum tax_answer {
	ANSWER_NONE,  /* nobody can answer it here */
	ANSWER_FACT,  /* a fact of the asset */
	ANSWER_PRICE, /* of a row without one */
	ANSWER_TRADE, /* a row that is not there */
	ANSWER_GROSS, /* of a payment of which only the net amount is known */
	ANSWER_CARRY, /* losses left at the end of a month */
	ANSWER_LOWER, /* of TAX_KNOWN: nothing waits for it, but it may lower the tax (tax_unstated.c) */
};

struct tax_remedy {
	enum tax_answer answer;
	const char *text; /* what to do, in pt-BR; NULL: nothing */
	const char *fact; /* of ANSWER_FACT */
};
struct tax_remedy tax_remedy(enum tax_reason reason);

/*
 * A row that is missing or incomplete, as a request of the interface whose `fill` is asked.
 * text NULL: none.
 */
struct tax_request {
	const char *text;
	const char *base; /* "/portfolios/{id}" */
	struct json_object *request;
};

/* A missing fact of a year. */
struct tax_gap {
	const char *where; /* in pt-BR */
	bool has_month;
	struct month month;    /* the first that waits for it */
	unsigned waiting;      /* all months of the year that do: a bit each, January is 1 */
	unsigned brought;      /* likewise the months whose losses brought follow from the answer */
	const char *symbol;    /* or NULL */
	enum tax_reason why;   /* of the first */
	size_t portfolio, row; /* TAX_NO_ROW: no row must be changed */
	const struct tax_income *paid;	    /* with unknown gross amount, or NULL */
	const struct tax_bare_bonus *bonus; /* without a declared value, or NULL */
	struct tax_request asked;	    /* of ANSWER_PRICE and ANSWER_TRADE */
	uint64_t key;			    /* of the question, the same in each request */
	bool typed;			    /* a form answers it */
	enum tax_basket basket;		    /* of ANSWER_LOWER: withheld; BASKET_NONE: losses */
	struct money stated;		    /* of a withholding: the answer adds to it */
};

/* A payment of the year of which only the net amount is known. */
struct tax_net {
	const char *symbol;
	const struct tax_income *paid;
};

struct tax_gaps {
	void *pool;
	const struct taxpayer *of;
	const struct tax_year *year;
	struct tax_gap *items;
	size_t n, size;
	size_t *slots; /* twice @size: of each key its place in @items plus 1, until they are ordered */
	struct tax_net *nets; /* by symbol and day; NULL: not looked for yet */
	size_t n_nets;
	bool losses_follow;	  /* losses brought are unknown, and follow from answers to these */
	struct month earliest;	  /* then: the first month that lacks one */
	struct tax_gap *unstated; /* of the whole page, in none of its counts; the losses first */
	size_t n_unstated;
};

#define TAX_GAPS_SHOWN 20 /* of a page of missing facts */

/* tax_gaps_year() - of the months, gains and assets abroad; tax_gaps_all() - and of the declaration, in the page's order. */
struct tax_gaps tax_gaps_year(struct ctx *ctx, const struct taxpayer *of,
			      const struct tax_year *year);
struct tax_gaps tax_gaps_all(struct ctx *ctx, const struct taxpayer *of,
			     const struct tax_year *year);

/* tax_paper_said() - a symbol as a person reads it: of a fund its name, too, where it is known. */
const char *tax_paper_said(void *pool, const struct taxpayer *of, const char *symbol);

/* tax_gaps_order() - those with a form first, by month, a card for each place; the others have a card at the end. */
void tax_gaps_order(struct tax_gaps *l);

/*
 * tax_gaps_of() - how many answers @month waits for; tax_gaps_first() - the earliest of them, and how many questions stand
 * before it; NULL: none.
 */
size_t tax_gaps_of(const struct tax_gaps *l, struct month month);
const struct tax_gap *tax_gaps_first(const struct tax_gaps *l, struct month month, size_t *before);

/* tax_answerable() - whether the person can answer it; tax_losses_month() - at whose end the losses are asked. */
bool tax_answerable(const struct taxpayer *of, const struct tax_gap *g);
struct month tax_losses_month(const struct tax_gaps *l, const struct tax_gap *g);

/* tax_was_exercised() - an option whose outcome is known, but not the row of its underlying: a row is missing, not a fact. */
bool tax_was_exercised(const struct taxpayer *of, const struct tax_gap *g);

/* tax_asset_asked() - the asset in the portfolio of the row, or else in the first that has it; NULL for none. */
const struct tax_own_asset *tax_asset_asked(const struct taxpayer *of, const struct tax_gap *g);

/* tax_row_asked() - the price that a row lacks, or the trade behind an uncovered sale or an exercise. */
struct tax_request tax_row_asked(void *pool, const struct taxpayer *of, const struct tax_gap *g);

/* ---- what may lower the tax, and was not stated (tax_unstated.c) ---- */

/*
 * tax_next_darf() - the exchange's DARF that the tax of @month is in, and that a withholding of it lowers first: the next of its
 * year; NULL: there is none yet.
 */
const struct tax_darf *tax_next_darf(const struct tax_year *y, struct month month);

/* tax_unstated_find() - fills l->unstated; tax_unstated_of() - what of it may lower an unpaid DARF. */
void tax_unstated_find(struct tax_gaps *l);
struct tax_unstated {
	bool withheld, losses;
	struct money stated; /* of withholdings: too little, as it seems */
};
struct tax_unstated tax_unstated_of(const struct taxpayer *of, const struct tax_year *y,
				    const struct tax_darf *d);

/* tax_withheld_stated() - the sum; tax_is_carry_stated() - losses of @basket at the end of a month between both. */
struct money tax_withheld_stated(const struct tax_inputs *in, struct month month, int basket);
bool tax_is_carry_stated(const struct tax_inputs *in, struct month from, struct month to,
			 int basket);

/* ---- facts of an asset (tax_facts_asked.c) ---- */

/* A fact as a member of the asset's metadata. */
struct tax_fact {
	const char *name, *question, *hint;
	bool of_option;			   /* in the metadata's member option */
	bool truth;			   /* true or false */
	const struct html_option *options; /* NULL: a text */
	size_t n_options;
};

extern const struct tax_fact tax_facts_asked[]; /* ends with name NULL */

/* tax_fact_of() - NULL: no such fact. */
const struct tax_fact *tax_fact_of(const char *name);
/* tax_fact_stored() - in the metadata; tax_fact_meta() - all of it with @value in its place, or with NULL without it. */
struct json_object *tax_fact_stored(struct json_object *meta, const struct tax_fact *f);
struct json_object *tax_fact_meta(void *pool, struct json_object *meta, const struct tax_fact *f,
				  struct json_object *value);

#endif
