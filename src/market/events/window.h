/* SPDX-License-Identifier: Apache-2.0 */
/*
 * window.h: the stored returns of a series (table anomaly_window), as bytes and as structs.
 *
 * Big-endian: a session is its day (int4, days since 1970) and its return (float8); a common session is
 * its day, the index's return and those of the four factors.
 */
#ifndef LASTRO_MARKET_EVENTS_WINDOW_H
#define LASTRO_MARKET_EVENTS_WINDOW_H

#include "calc/events/events.h"
#include "core/text.h"

/*
 * Stored sessions: a window, and those that late or corrected closes of the last days may replace,
 * without reading the series again.
 */
#define WINDOW_KEPT (ANOMALY_WINDOW + 48)

#define SESSION_BYTES 12
#define COMMON_BYTES 44

/* Their number; 0 for malformed bytes. */
size_t window_sessions(struct slice bytes);
size_t window_commons(struct slice bytes);

/* @out has room for that many. */
void window_unpack(struct slice bytes, struct session_return *out);
void window_unpack_commons(struct slice bytes, struct common_return *out);

/* The last WINDOW_KEPT of @n, as bytes on @pool. */
struct slice window_pack(void *pool, const struct session_return *r, size_t n);
struct slice window_pack_commons(void *pool, const struct common_return *r, size_t n);

#endif
