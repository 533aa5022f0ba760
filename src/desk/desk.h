/* SPDX-License-Identifier: Apache-2.0 */
/*
 * desk.h: the credit desk: watchlists, alerts, regulation terms, notes.
 *
 * Members, licence and trail are the office's (office/office.h).  All members see everything of their
 * desk; analysts write, viewers read.
 */
#ifndef LASTRO_DESK_DESK_H
#define LASTRO_DESK_DESK_H

#include "db/db.h"
#include "http/route.h"
#include "operations/protocol.h"

extern struct protocol desk_protocol;
extern const struct route desk_routes[];

struct alerts_result {
	int64_t desks, rules, raised;
};

/*
 * alerts_compute() - applies every desk's rules to the loaded data, and raises new alerts. Within the
 * caller's transaction.
 * @workspaces: an uuid[]: only theirs; null: of all
 * @out: the counts are added to it
 */
void alerts_compute(struct ctx *ctx, struct db_arg workspaces, struct alerts_result *out);

#endif
