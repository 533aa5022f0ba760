/* SPDX-License-Identifier: Apache-2.0 */
/* serve/status.h: the service's state, shown without a credential. */
#ifndef LASTRO_SERVE_STATUS_H
#define LASTRO_SERVE_STATUS_H

#include "http/route.h"

extern const struct route status_routes[];

/* status_sources() - for each data source: its last load, and its newest day or null. */
struct db_rows *status_sources(struct ctx *ctx);
enum { S_SOURCE, S_LOADED_AT, S_LAST_DAY };

#endif
