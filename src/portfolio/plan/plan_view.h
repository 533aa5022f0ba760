/* SPDX-License-Identifier: Apache-2.0 */
/* plan_view.h: targets beside what is held, and where an amount goes: before the JSON or a page (doc/calculations.md 21). */
#ifndef LASTRO_PORTFOLIO_PLAN_PLAN_VIEW_H
#define LASTRO_PORTFOLIO_PLAN_PLAN_VIEW_H

#include "portfolio/plan/targets.h"
#include "portfolio/store/returns_load.h"

/* What is asked. */
struct plan_ask {
	bool moves; /* an amount is divided */
	bool sell;
	struct money contribution;
};

struct plan_view {
	const char *name;	    /* of the portfolio; NULL: all */
	const struct valued *parts; /* the portfolios that it is of; with plan_view() */
	size_t n_parts;
	struct targets targets;
	const struct market *market; /* of plan_market(); NULL: loaded when a price is asked */
	struct plan_input in;
	struct plan_state state;
	struct plan_ask ask;
	struct plan_moves moves; /* with ask.moves */
};

/* plan_amount() - an amount to be divided, "2000.00"; false: not one, plan_amount_expected() says what is (pt-BR). */
bool plan_amount(const char *text, bool sell, struct money *out) MUST_CHECK;
const char *plan_amount_expected(bool sell);

/*
 * plan_ask_of() - from the texts of `contribution` and `sell`; NULL: not given.  400 invalid_parameter.
 */
struct plan_ask plan_ask_of(struct ctx *ctx, const char *contribution, bool sell);

/* plan_view() - of ctx->caller's portfolio, or of all of the wallet. 404 targets_not_found. */
void plan_view(struct ctx *ctx, bool all, struct plan_ask ask, struct plan_view *out);
/* plan_view_found() - the same; false when there are no targets. */
bool plan_view_found(struct ctx *ctx, bool all, struct plan_ask ask,
		     struct plan_view *out) MUST_CHECK;

/* plan_of() - the same of a valued portfolio; @out has the name, the targets and what is asked. */
void plan_of(struct ctx *ctx, const struct portfolio *of, struct plan_view *out);

/*
 * plan_market() - the market of what any of @n documents may buy, in one load, for plan_of() of many portfolios; NULL:
 * nothing.
 */
const struct market *plan_market(struct ctx *ctx, const struct plan_targets *const *list, size_t n);

/*
 * plan_outside_said() - a sentence (pt-BR) on how much of the whole no slice has, and the largest of it; NULL: nothing.
 */
const char *plan_outside_said(void *pool, const struct plan_state *s);

/* plan_csv() - as a sheet: a line for each slice, asset of it, and asset outside. */
struct slice plan_csv(void *pool, const struct plan_view *v);
/* plan_csv_many() - those of many clients in one, with client and portfolio before each line. */
struct plan_sheet_part {
	const char *client;
	const struct plan_view *view;
};
struct slice plan_csv_many(void *pool, const struct plan_sheet_part *parts, size_t n);

/* plan_render() - as JSON; plan_render_members() - into an open object. */
void plan_render_members(struct ctx *ctx, struct json *j, const struct plan_view *v);
void plan_render(struct ctx *ctx, struct json *j, const char *name, const struct plan_view *v);

#endif
