/* SPDX-License-Identifier: Apache-2.0 */
/*
 * notices.h: a person's subscriptions to notices, and the notices sent.
 *
 * GET, POST /v1/notifications/subscriptions, DELETE /v1/notifications/subscriptions/{id}, POST
 * /v1/notifications/subscriptions/{id}/arm, GET /v1/notifications.  Nothing is sent here: lastro deliver does (deliver.c).  Everything is of the
 * caller's own workspace and account.
 */
#ifndef LASTRO_NOTICES_NOTICES_H
#define LASTRO_NOTICES_NOTICES_H

#include "core/ctx.h"
#include "http/route.h"

extern const struct route notices_routes[];

/* ---- the operations ---- */

void subscription_list(struct ctx *ctx);
void subscription_create(struct ctx *ctx);
void subscription_arm(struct ctx *ctx); /* a price that was reached is waited for again */
void subscription_delete(struct ctx *ctx);
void notification_list(struct ctx *ctx);

#endif
