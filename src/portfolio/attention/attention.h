/* SPDX-License-Identifier: Apache-2.0 */
/*
 * attention.h: what asks something of a person, of all portfolios and of the tax, in one list.
 *
 * Facts alone: an unpaid DARF, months of tax that wait for answers, options owed, issues, and what x-ray and costs flag.
 */
#ifndef LASTRO_PORTFOLIO_ATTENTION_ATTENTION_H
#define LASTRO_PORTFOLIO_ATTENTION_ATTENTION_H

#include "calc/amounts/amounts.h"
#include "core/ctx.h"
#include "core/uuid.h"

struct consolidation;

/* In this order within an urgency. */
enum attention_kind {
	ATTENTION_DARF,	       /* the oldest late one, or else the next to be paid */
	ATTENTION_TAX_ANSWERS, /* months whose tax is not known; until May also of the year before */
	ATTENTION_OWED,	       /* options of one portfolio that were written and are not covered */
	ATTENTION_ISSUES,      /* of one portfolio */
	ATTENTION_CONCENTRATION, /* the x-ray of one portfolio */
	ATTENTION_COSTS,	 /* the costs of one portfolio */
};
extern const char *const attention_kind_names[];

enum attention_urgency { ATTENTION_URGENT, ATTENTION_SOON, ATTENTION_NOTICE };
extern const char *const attention_urgency_names[];

struct attention_item {
	enum attention_kind kind;
	enum attention_urgency urgency;
	const char *title, *detail; /* sentences in pt-BR; detail: or NULL */
	size_t count; /* DARF, months, issues or flags: the title tells of the first */
	bool of_portfolio;
	struct uuid portfolio; /* with its name, of_portfolio */
	const char *name;
	struct month period; /* of the DARF, or the first that waits for answers; 0: none */
	const char *code;    /* of the DARF, or NULL; then also these */
	struct day due_on;
	struct money amount; /* left to pay, without fine and interest */
	size_t weight;	     /* orders items of a kind */
};

struct attention {
	int year;		      /* of the tax */
	struct attention_item *items; /* by urgency, kind, weight */
	size_t n;
	const struct consolidation *whole; /* all portfolios whole; NULL: too large, or none */
};

/*
 * attention_view() - of the caller's portfolios, which it loads whole, valued in @t as of today; of the account's tax of
 * this year, and of last year's DARF.  The number of statements does not grow with the portfolios.  A very large account
 * gets only links to the pages.
 */
void attention_view(struct ctx *ctx, const struct consolidation *t, struct attention *out);

/* attention_path() - where the interface tells more: "/v1/portfolios/{id}/issues". */
const char *attention_path(struct ctx *ctx, const struct attention_item *i);

/* attention_year() - the year of the tax that an item without a portfolio is about. */
int attention_year(const struct ctx *ctx, const struct attention_item *i);

/* portfolio_attention() - the route; wallet_attention() - the same as a value under @name. */
void portfolio_attention(struct ctx *ctx);
struct json;
void wallet_attention(struct ctx *ctx, struct json *out, const char *name);

#endif
