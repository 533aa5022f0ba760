/* SPDX-License-Identifier: Apache-2.0 */
/* handlers.h: the handlers of src/market/events, for its table of routes. */
#ifndef LASTRO_MARKET_EVENTS_HANDLERS_H
#define LASTRO_MARKET_EVENTS_HANDLERS_H

#include "core/ctx.h"

void anomalies_list(struct ctx *ctx);
void thread_get(struct ctx *ctx);
void event_get(struct ctx *ctx);
void events_list(struct ctx *ctx);

#endif
