/* SPDX-License-Identifier: Apache-2.0 */
/* tax_explain_json.h: an explanation of a figure of the tax, before it is rendered. */
#ifndef LASTRO_PORTFOLIO_TAX_TAX_EXPLAIN_JSON_H
#define LASTRO_PORTFOLIO_TAX_TAX_EXPLAIN_JSON_H

#include "portfolio/tax/tax_answers.h"

/* A figure to be explained, as texts; NULL for those not given. */
struct tax_query {
	const char *year, *field, *month, *symbol, *code, *item;
};

struct tax_question {
	int year;
	struct tax_ask ask;
	bool has_month;
};

/* tax_question_of() - parses it; 400 invalid_parameter when a text is missing, superfluous, or wrong. */
struct tax_question tax_question_of(struct ctx *ctx, const struct tax_query *q);

/* tax_question() - reads the request's parameters; the caller calls query_done(). */
struct tax_question tax_question(struct ctx *ctx);

/* tax_question_query() - the query string that repeats the question, "year=…&field=…". */
const char *tax_question_query(void *pool, const struct tax_question *q);

/*
 * tax_explain_view() - explains it for @of; 404 when the year has no such figure, 400 when it has
 * several.
 */
void tax_explain_view(struct ctx *ctx, const struct taxpayer *of, const struct tax_question *q,
		      struct tax_explained *out);

/*
 * tax_explain_render() - renders it as FigureExplanation; @meta: meta goes here as a separate value, or
 * NULL.
 */
void tax_explain_render(struct ctx *ctx, const struct taxpayer *of, const struct tax_question *q,
			struct json *j, const char *name, struct json *meta);

/* tax_explain_reason() - the reason why it is unknown: the first of tax_reason_names, or NULL. */
const char *tax_explain_reason(const struct tax_explained *x);

/*
 * tax_explain_href() - the address of the explanation of an input that is a figure itself:
 * "tax/explain?…".
 */
const char *tax_explain_href(void *pool, const struct explain_input *i);

#endif
