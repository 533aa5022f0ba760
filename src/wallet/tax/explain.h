/* SPDX-License-Identifier: Apache-2.0 */
/* explain.h: how a figure of the tax came about, before it is written as anything. */
#ifndef LASTRO_WALLET_TAX_EXPLAIN_H
#define LASTRO_WALLET_TAX_EXPLAIN_H

#include "wallet/tax/tax.h"

struct tax_question {
	int year;
	const struct tax_field *field;
	bool has_month;
	struct month month;
};

/* tax_question() - what the request's parameters ask for; the caller goes on with query_done(). */
struct tax_question tax_question(struct ctx *ctx);

/* tax_explain_view() - of @of; 404 where the year has no such figure. */
void tax_explain_view(struct ctx *ctx, const struct taxpayer *of, const struct tax_question *q,
		      struct tax_explained *out);

/* tax_explain_reason() - why it is not known: the first of tax_reason_names, or NULL. */
const char *tax_explain_reason(const struct tax_explained *x);

/* tax_explain_href() - where the figure that an input is, is explained: "tax/explain?…". */
const char *tax_explain_href(void *pool, const struct explain_input *i);

#endif
