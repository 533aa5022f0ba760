/* SPDX-License-Identifier: Apache-2.0 */
/* feed.h: secret addresses of the agenda, for calendars that send no key. */
#ifndef LASTRO_MARKET_AGENDA_FEED_H
#define LASTRO_MARKET_AGENDA_FEED_H

#include "core/uuid.h"
#include "core/ctx.h"

#define FEED_DAYS 30 /* default number of days */
#define FEED_DAYS_MAX 90

struct feed {
	struct uuid id;
	const char *name;
	int64_t days;
	bool has_portfolio;
	struct uuid portfolio;
	int64_t created_ms;
	bool expires; /* with the key that made it */
	int64_t expires_ms;
};

/*
 * feed_make() - creates one with the given name, days and portfolio, and fills in the rest; the address
 * is shown once. Refuses a portfolio that the caller may not read, and more addresses than an account
 * may have.
 */
const char *feed_make(struct ctx *ctx, struct feed *f);

/* feeds_of() - those of the caller's account. */
const struct feed *feeds_of(struct ctx *ctx, size_t *n);

/* feed_end() - revokes the one with this id; 404 when there is none. */
struct uuid feed_end(struct ctx *ctx, const char *id);

#endif
