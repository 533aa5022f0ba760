/* SPDX-License-Identifier: Apache-2.0 */
/* mail_queue.h: the messages that sign-ups queued. */
#ifndef LASTRO_NOTICES_MAIL_QUEUE_H
#define LASTRO_NOTICES_MAIL_QUEUE_H

#include "core/ctx.h"
#include "notices/mail_out.h"

struct mail_queue_result {
	int64_t sent, failed; /* the latter wait for the next run */
};

/* mail_queue_send() - sends the oldest of them and deletes those that were accepted. */
void mail_queue_send(struct ctx *ctx, const struct mail_way *way, struct mail_queue_result *out);

#endif
