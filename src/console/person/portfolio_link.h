/* SPDX-License-Identifier: Apache-2.0 */
/*
 * portfolio_link.h: links that show one portfolio without a log-in.
 *
 * The account that administers a portfolio makes, lists and ends them.  Only the hash of a link's token is stored.
 */
#ifndef LASTRO_CONSOLE_PERSON_PORTFOLIO_LINK_H
#define LASTRO_CONSOLE_PERSON_PORTFOLIO_LINK_H

#include "core/ctx.h"
#include "core/day.h"
#include "core/uuid.h"

struct portfolio_link {
	struct uuid id;
	bool amounts; /* shows amounts; else shares alone */
	int64_t created_ms;
	struct day ends; /* the last day on which it opens, in America/Sao_Paulo */
	bool opened;
	int64_t opened_ms; /* last */
};

/*
 * link_make() - a link to ctx->caller's portfolio with @l's amounts and ends, whose address is returned and never shown
 * again; fills in the rest.  402 plan_limit_reached.
 */
const char *link_make(struct ctx *ctx, struct portfolio_link *l);

/* links_of() - those to ctx->caller's portfolio that are good, oldest first. */
const struct portfolio_link *links_of(struct ctx *ctx, size_t *n);

/* link_end() - ends the one with this id; 404 link_not_found when the portfolio has none. */
void link_end(struct ctx *ctx, const char *id);

/*
 * link_open() - the link with this token (NULL: none was sent), in a read transaction that it begins: ctx->caller then reads its
 * portfolio as a public reader, and nothing else.  404 link_not_found for every token that opens nothing, whatever the
 * reason; 429 rate_limited for a network that tried too many.
 */
void link_open(struct ctx *ctx, const char *token, struct portfolio_link *out);

#endif
