/* SPDX-License-Identifier: Apache-2.0 */
/* deliver.h: sends what was raised and queued: alerts of desks, notices of people. */
#ifndef LASTRO_NOTICES_DELIVER_H
#define LASTRO_NOTICES_DELIVER_H

#include "core/ctx.h"
#include "db/db.h"
#include "notices/mail_out.h"

struct deliver_want {
	const struct mail_way *mail; /* NULL: those by e-mail wait */
	bool private_too;	     /* also http, and addresses outside the public internet */
	struct db_arg workspaces;    /* an uuid[]: only theirs; null: of all */
};

struct deliver_result {
	int64_t sent;
	int64_t again; /* failed, and tried again by a later run */
	int64_t dead;  /* failed for good */
};

/* notices_deliver() - one run over what is due. */
void notices_deliver(struct ctx *ctx, const struct deliver_want *want, struct deliver_result *out);

#endif
