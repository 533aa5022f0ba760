/* SPDX-License-Identifier: Apache-2.0 */
/* tax_explain_json.h: how a figure of the tax came about, before it is written as anything. */
#ifndef LASTRO_PORTFOLIO_TAX_TAX_EXPLAIN_JSON_H
#define LASTRO_PORTFOLIO_TAX_TAX_EXPLAIN_JSON_H

#include "portfolio/tax/tax_answers.h"

/* A figure to be explained, as texts; NULL where it was not given. */
struct tax_query {
	const char *year, *field, *month, *symbol, *code, *item;
};

struct tax_question {
	int year;
	struct tax_ask ask;
	bool has_month;
};

/* tax_question_of() - 400 invalid_parameter where a text is missing, too many, or none of what it should be. */
struct tax_question tax_question_of(struct ctx *ctx, const struct tax_query *q);

/* tax_question() - what the request's parameters ask for; the caller goes on with query_done(). */
struct tax_question tax_question(struct ctx *ctx);

/* tax_question_query() - the parameters that ask it again, "year=…&field=…". */
const char *tax_question_query(void *pool, const struct tax_question *q);

/* tax_explain_view() - of @of; 404 where the year has no such figure, 400 where it has several. */
void tax_explain_view(struct ctx *ctx, const struct taxpayer *of, const struct tax_question *q,
		      struct tax_explained *out);

/* tax_explain_render() - the same as FigureExplanation; @meta: where meta goes as a value of its own, or NULL. */
void tax_explain_render(struct ctx *ctx, const struct taxpayer *of, const struct tax_question *q,
			struct json *j, const char *name, struct json *meta);

/* tax_explain_reason() - why it is not known: the first of tax_reason_names, or NULL. */
const char *tax_explain_reason(const struct tax_explained *x);

/* tax_explain_href() - where the figure that an input is, is explained: "tax/explain?…". */
const char *tax_explain_href(void *pool, const struct explain_input *i);

#endif
