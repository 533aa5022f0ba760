/* SPDX-License-Identifier: Apache-2.0 */
/* find_notices.h: what there is to tell those who subscribed. */
#ifndef LASTRO_NOTICES_FIND_NOTICES_H
#define LASTRO_NOTICES_FIND_NOTICES_H

#include "core/ctx.h"
#include "db/db.h"

/*
 * notices_find() - queues the due notices of everyone, each once, and forgets those sent long ago; the
 * number of new ones.  Takes transactions of its own, and a turn for each portfolio.
 * @workspaces: an uuid[]: only their notices; null: of all
 * @offices: likewise, the offices whose imports are told
 */
int64_t notices_find(struct ctx *ctx, struct db_arg workspaces, struct db_arg offices);

#endif
