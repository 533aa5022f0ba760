/* SPDX-License-Identifier: Apache-2.0 */
/* deliver_notices.h: what people asked to be told of, found and sent; only deliver.c includes this. */
#ifndef LASTRO_ADMIN_DELIVER_NOTICES_H
#define LASTRO_ADMIN_DELIVER_NOTICES_H

#include "admin/command.h"

struct notices_sent {
	int64_t sent, again, dead;
};

/* notices_find() - queue what there is to tell by now and was not told; once each, however often it runs. */
void notices_find(struct run *r);

/* notices_send() - send what is due; e-mail waits where --from is not given. */
struct notices_sent notices_send(struct run *r);

void notices_find_register(void);
void notices_send_register(void);

#endif
