/* SPDX-License-Identifier: Apache-2.0 */
/* serve/status.h: what the service says of itself without a credential. */
#ifndef LASTRO_SERVE_STATUS_H
#define LASTRO_SERVE_STATUS_H

#include "http/route.h"

extern const struct route status_routes[];

/* status_sources() - each source of data: when it was loaded last, and the newest day of it or null. */
struct db_rows *status_sources(struct ctx *ctx);
enum { S_SOURCE, S_LOADED_AT, S_LAST_DAY };

#endif
