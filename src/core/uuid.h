/* SPDX-License-Identifier: Apache-2.0 */
/* uuid.h: identifiers, version 7 (RFC 9562), ascending within a process. */
#ifndef LASTRO_CORE_UUID_H
#define LASTRO_CORE_UUID_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/text.h"

struct uuid {
	uint8_t b[16];
};

#define UUID_TEXT_SIZE 37

/*
 * uuid_new() - a new id: milliseconds of the clock, then a counter, then random bits.  Ids of one
 * process ascend even inside a millisecond, so that "order of insertion" is the order of ids.
 */
struct uuid uuid_new(void);

/* uuid_parse() - the 36-character form, either case. */
bool uuid_parse(struct slice s, struct uuid *out) MUST_CHECK;
void uuid_format(struct uuid id, char out[UUID_TEXT_SIZE]);
const char *uuid_text(void *pool, struct uuid id);

static inline bool uuid_same(struct uuid a, struct uuid b)
{
	return memcmp(a.b, b.b, 16) == 0;
}

static inline struct uuid uuid_nil(void)
{
	struct uuid nil = { { 0 } };

	return nil;
}

static inline bool uuid_is_nil(struct uuid a)
{
	return uuid_same(a, uuid_nil());
}

/* uuid_before() - byte order, which is PostgreSQL's order and that of creation. */
static inline bool uuid_before(struct uuid a, struct uuid b)
{
	return memcmp(a.b, b.b, sizeof(a.b)) < 0;
}

#endif
