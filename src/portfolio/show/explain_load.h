/* SPDX-License-Identifier: Apache-2.0 */
/* explain_load.h: an explanation, before it is written as anything, and as JSON. */
#ifndef LASTRO_PORTFOLIO_SHOW_EXPLAIN_LOAD_H
#define LASTRO_PORTFOLIO_SHOW_EXPLAIN_LOAD_H

#include "calc/explain/explain.h"
#include "core/json_write.h"
#include "portfolio/store/returns_load.h"
#include "portfolio/portfolio.h"

/* What was asked, as it was understood. */
struct explain_query {
	const struct wallet_explain *asked;
	const struct explain_field *field;
	const char *symbol, *item; /* or NULL */
	bool has_type, has_month, has_day, at;
	enum asset_type type;
	struct month month;
	struct day day, as_of;
	size_t from;		/* of the page: steps and inputs, from 0 */
	int64_t cursor_version; /* where from is not 0: what the page before was of */
	const char *cursor_exact;
};

/* What came of it. */
struct explain_view {
	struct explain_query q;
	bool client; /* the portfolio is a client's */
	struct valued v;
	struct explain_ask ask;
	struct explain_figure figure;
	const char *next_cursor; /* or NULL */
};

/*
 * explain_asked() - what the request's parameters ask for; the caller goes on with query_done().
 * @limit: of a page, where none is asked for
 */
struct explain_query explain_asked(struct ctx *ctx, struct wallet_explain *asked, size_t limit);

/* explain_view() - @out->q of ctx->caller's portfolio. */
void explain_view(struct ctx *ctx, struct explain_view *out);

/* explain_page_end() - behind the last of @n steps or inputs of the page, which begins at q->from. */
size_t explain_page_end(const struct explain_query *q, size_t n);

/* explain_render() - {figure, inputs, steps, meta}; @meta: where meta goes as a value of its own, or NULL. */
void explain_render(void *pool, struct json *j, const char *name, struct json *meta,
		    const struct explain_view *x);

/* explain_source() - who says an input, in pt-BR, or NULL. */
const char *explain_source(const struct explain_input *in);

/* explain_href() - where the figure that an input is, is explained itself: "explain?…", behind the portfolio's path. */
const char *explain_href(void *pool, const struct explain_view *x, const struct explain_input *i);

/* Operands of a step in a row: the same member of inputs that follow one another, three or more, or one alone. */
struct explain_run {
	uint32_t first, last; /* places among e->operands */
	uint32_t n;
};

/* explain_runs() - the operands of a step, in their order. */
struct explain_run *explain_runs(void *pool, const struct explain *e,
				 const struct explain_node *node, size_t *n);

/* explain_step_render() - one step, in an open array. */
void explain_step_render(void *pool, struct json *j, const struct explain *e,
			 const struct explain_node *node);

#endif
