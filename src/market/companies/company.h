/* SPDX-License-Identifier: Apache-2.0 */
/* company.h: the company that a path names; used only by this module. */
#ifndef LASTRO_MARKET_COMPANIES_COMPANY_H
#define LASTRO_MARKET_COMPANIES_COMPANY_H

#include "core/json_write.h"
#include "db/db.h"

/* "company_find($1, $2, $3)" with these three arguments; the statement's own follow them. */
#define COMPANY "(select company_find($1, $2, $3))"
#define COMPANY_ARGS 3

struct company_name {
	bool has_code;
	int64_t code;
	const char *tax_id; /* or NULL */
	const char *ticker; /* or NULL */
};

/* company_named() - path[0] as a code, a tax id or a ticker; 400 invalid_parameter for a wrong length. */
struct company_name company_named(struct ctx *ctx);

/* company_args() - the arguments of company_find(). */
void company_args(const struct company_name *name, struct db_arg args[COMPANY_ARGS]);

/*
 * company_send() - queues the lookup, before the room's own statements of the same round trip.
 * company_take() - its answer: 404 company_not_found.  company_subject() - writes meta.subject.
 */
struct company {
	int64_t id, cvm_code;
	const char *tax_id; /* NULL: none */
	const char *name;
};
void company_send(struct ctx *ctx, const struct company_name *name);
struct company company_take(struct ctx *ctx, const struct db_rows *rows);
void company_subject(struct json *j, const struct company *c);

/* A column as text, or NULL. */

void companies_list(struct ctx *ctx);
void company_documents(struct ctx *ctx);
void company_financials(struct ctx *ctx);

#endif
