/* SPDX-License-Identifier: Apache-2.0 */
/* deliver_notices.h: what people are to be told, sent; only deliver.c includes this. */
#ifndef LASTRO_ADMIN_DELIVER_NOTICES_H
#define LASTRO_ADMIN_DELIVER_NOTICES_H

#include "admin/command.h"

struct notices_sent {
	int64_t sent, again, dead;
};

/* notices_send() - send what is due; e-mail waits where --from is not given. */
struct notices_sent notices_send(struct run *r);

void notices_send_register(void);

#endif
