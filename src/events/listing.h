/* SPDX-License-Identifier: Apache-2.0 */
/* listing.h: what the lists of src/events share; nobody else includes this. */
#ifndef LASTRO_EVENTS_LISTING_H
#define LASTRO_EVENTS_LISTING_H

#include "ctx/ctx.h"
#include "core/json_write.h"

#define LISTING_MAX 1000

/* take_days() - from and to, inclusive; the far past and future when absent; 400 when to is before from. */
void take_days(struct ctx *ctx, struct day *from, struct day *to);

/* take_limit() - 1 to 1000, 100 when absent. */
long take_limit(struct ctx *ctx);

/* take_day(), take_decimal(), take_int() - a field of a cursor; 400 invalid_cursor. */
struct day take_day(struct ctx *ctx, const char *field);
wide take_decimal(struct ctx *ctx, const char *field, int places);
int64_t take_int(struct ctx *ctx, const char *field);

const char *day_text(void *pool, struct day d);
const char *decimal_text(void *pool, wide v, int places);

struct json *listing_open(struct ctx *ctx);
/* listing_close() - the cursor of the next page or NULL; the caller has written meta's own members before. */
void listing_close(struct ctx *ctx, const char *next_cursor, size_t count);

#endif
