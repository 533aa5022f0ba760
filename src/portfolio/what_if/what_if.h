/* SPDX-License-Identifier: Apache-2.0 */
/* what_if.h: what transactions would change, written and rolled back (doc/calculations.md 21.4). */
#ifndef LASTRO_PORTFOLIO_WHAT_IF_WHAT_IF_H
#define LASTRO_PORTFOLIO_WHAT_IF_WHAT_IF_H

#include "portfolio/plan/plan_view.h"
#include "portfolio/tax/tax_answers.h"

#define WHAT_IF_ROWS 100 /* of one request */

/* Some months of one year's tax. */
struct year_months {
	int year;
	bool months[12]; /* of the change itself */
	bool later[12];	 /* told where they differ */
};

/* what_if_holding() - of an asset, on one side; NULL: there is none. */
const struct holding *what_if_holding(const struct portfolio *p, struct uuid asset);

/* What a change touches: the years, ascending, and the targets, read before the portfolio's lock. */
struct what_if_scope {
	struct year_months *years;
	size_t n;
	struct targets targets;
};

/* One side of a change. */
struct what_if_side {
	struct valued v;
	struct xray xray;
	struct plan_view plan; /* where there are targets */
	struct taxpayer taxpayer;
	struct tax_year *years; /* as in the scope */
};

/* what_if_scope() - of the transactions of @n days of the chosen portfolio. */
struct what_if_scope what_if_scope(struct ctx *ctx, const struct day *days, size_t n);

/*
 * what_if_scope_later() - adds what a change on @first leads to: the months from it to today, which have the cost, the
 * losses and the unpaid tax of the earlier ones.
 */
void what_if_scope_later(struct ctx *ctx, struct what_if_scope *scope, struct day first);

/* what_if_look() - the chosen portfolio in the state of this transaction: before and after a write. */
void what_if_look(struct ctx *ctx, const struct what_if_scope *scope, struct what_if_side *out);

/* what_if_post() - POST /v1/portfolios/{id}/what-if, in a TX_UNDONE. */
void what_if_post(struct ctx *ctx);

/*
 * Plans, with the tax of their sales (plan_answer.c): GET /v1/portfolios/{id}/plan, /v1/portfolio/plan.
 * plan_sells() - whether the query asks for sales, which are written and rolled back.
 */
void plan_get(struct ctx *ctx);
void wallet_plan_get(struct ctx *ctx);
bool plan_sells(const struct ctx *ctx);

/*
 * GET /v1/portfolios/{id}/issues (issues_json.c).  issues_tried() - whether the query asks what the mends change, which
 * are written and rolled back.
 */
void portfolio_issues(struct ctx *ctx);
bool issues_tried(const struct ctx *ctx);

/* what_if_asked() - whether a parameter of the query is true, before it is read. */
bool what_if_asked(const struct ctx *ctx, const char *name);

/* The tax of a plan's sales, of the month of today. */
struct plan_tax {
	bool any; /* something is sold */
	struct year_months of;
	enum tax_scope scope;
	struct tax_year before, after;
};

/*
 * plan_tax_of() - writes the sales of a plan of the chosen portfolio, or of @all, in a TX_UNDONE.
 * @client: of an office, whose portfolio it is; or NULL
 */
void plan_tax_of(struct ctx *ctx, bool all, const struct uuid *client, const struct plan_view *v,
		 struct plan_tax *out);

/* ---- what both share ---- */

/* what_if_chosen() - begins it as an operation on the chosen portfolio, without a ledger version in request or answer. */
void what_if_chosen(struct ctx *ctx);

/*
 * what_if_hold() - locks the chosen portfolio; the deadline begins with the lock.  403 for a caller who may not edit it, 429 when
 * another what-if of it is still running after a few tries (a person with two tabs does not meet it).
 */
void what_if_hold(struct ctx *ctx);

/*
 * what_if_taxpayer() - of all portfolios of the account, or of @client (NULL: of none), where this one counts among
 * them; else of this one alone.
 */
void what_if_taxpayer(struct ctx *ctx, bool counted, const struct uuid *client,
		      struct taxpayer *out);

/* A line of the tax of some months, on both sides, for a page or a sheet. */
struct what_if_tax_line {
	const char *name, *what;	 /* "due", "Devido, 11/2026" */
	struct month month;		 /* of a month's figure; n 0: of the year */
	bool was;			 /* there is one before */
	struct tax_figure before, after; /* unknown where there is none */
	const char *was_said,
		*is_said; /* instead of figures where name is NULL: "sim"; NULL: none */
};

size_t what_if_tax_lines(void *pool, const struct year_months *t, const struct tax_year *before,
			 const struct tax_year *after, struct what_if_tax_line **out);

/* what_if_tax_render() - a year's tax, of these months alone, the later ones too. */
void what_if_tax_render(struct json *j, const char *name, const struct year_months *t,
			const struct tax_year *y);

#endif
