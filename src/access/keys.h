/* SPDX-License-Identifier: Apache-2.0 */
/* keys.h: /v1/keys, the keys of the caller's account; seen by this folder only. */
#ifndef LASTRO_ACCESS_KEYS_H
#define LASTRO_ACCESS_KEYS_H

#include "ctx/ctx.h"


void keys_list(struct ctx *ctx);
void keys_create(struct ctx *ctx);
void keys_revoke(struct ctx *ctx);
void keys_register(void);

#endif
