/* SPDX-License-Identifier: Apache-2.0 */
/* company_measures.h: the figures of every statement, in a table by which companies are ranked. */
#ifndef LASTRO_MARKET_COMPANIES_COMPANY_MEASURES_H
#define LASTRO_MARKET_COMPANIES_COMPANY_MEASURES_H

#include <stddef.h>
#include <stdint.h>

#include "core/ctx.h"

/*
 * measures_derive() - derives statement_measure of these companies again.  In a transaction that may
 * write market tables (the owner's role); the caller increments the version of the family.
 */
void measures_derive(struct ctx *ctx, const int64_t *company_ids, size_t n);

struct measures_result {
	int64_t companies;
	int64_t rows;
	int64_t wrong; /* rows that were missing, superfluous or different */
};

/* measures_compute() - for all companies, in a transaction of its own; corrects them unless @verify. */
void measures_compute(struct ctx *ctx, bool verify, struct measures_result *out);

#endif
