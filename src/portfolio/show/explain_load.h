/* SPDX-License-Identifier: Apache-2.0 */
/* explain_load.h: an explanation before it is rendered, and its rendering as JSON. */
#ifndef LASTRO_PORTFOLIO_SHOW_EXPLAIN_LOAD_H
#define LASTRO_PORTFOLIO_SHOW_EXPLAIN_LOAD_H

#include "calc/explain/explain.h"
#include "core/json_write.h"
#include "portfolio/plan/plan_view.h"
#include "portfolio/store/returns_load.h"
#include "portfolio/portfolio.h"

/* The parsed request. */
struct explain_query {
	const struct wallet_explain *asked;
	const struct explain_field *field;
	const char *symbol, *item; /* or NULL */
	bool has_type, has_month, has_day, at;
	enum asset_type type;
	struct month month;
	struct day day, as_of;
	struct plan_ask plan;
	size_t from;		/* of the page: index of its first step and input */
	int64_t cursor_version; /* when from is not 0: the version of the previous page */
	const char *cursor_exact;
};

/* A figure's explanation, filled by explain_view(). */
struct explain_view {
	struct explain_query q;
	bool client; /* the portfolio is a client's */
	bool all;    /* of all portfolios together: a figure of their plan */
	bool called; /* as of ctx */
	struct valued v;
	struct explain_ask ask;
	struct explain_figure figure;
	const char *next_cursor; /* or NULL */
};

/*
 * explain_asked() - reads the request's parameters; the caller calls query_done().
 * @limit: default size of a page
 */
struct explain_query explain_asked(struct ctx *ctx, struct wallet_explain *asked, size_t limit);

/* explain_understood() - the same of texts that the caller has read. */
struct explain_query explain_understood(struct ctx *ctx, const struct wallet_explain *asked);

/* explain_view() - explains @out->q for ctx->caller's portfolio. */
void explain_view(struct ctx *ctx, struct explain_view *out);

/*
 * explain_page_end() - the index after the last of @n steps or inputs of the page, which begins at
 * q->from.
 */
size_t explain_page_end(const struct explain_query *q, size_t n);

/* explain_render() - {figure, inputs, steps, meta}; @meta: meta goes here as a separate value, or NULL. */
void explain_render(void *pool, struct json *j, const char *name, struct json *meta,
		    const struct explain_view *x);

/* explain_source() - the source of an input, in pt-BR, or NULL. */
const char *explain_source(const struct explain_input *in);

/*
 * explain_href() - the address of the explanation of an input that is a figure itself: "explain?…",
 * relative to the portfolio's path.
 */
const char *explain_href(void *pool, const struct explain_view *x, const struct explain_input *i);

/* A run of a step's operands: the same member of three or more consecutive inputs, or one operand alone. */
struct explain_run {
	uint32_t first, last; /* indices of e->operands */
	uint32_t n;
};

/* explain_runs() - groups the operands of a step into runs, in their order. */
struct explain_run *explain_runs(void *pool, const struct explain *e,
				 const struct explain_node *node, size_t *n);

/* explain_step_render() - one step, into an open array. */
void explain_step_render(void *pool, struct json *j, const struct explain *e,
			 const struct explain_node *node);

#endif
