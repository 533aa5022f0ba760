/* SPDX-License-Identifier: Apache-2.0 */
/* me.h: the caller and the rights of the credential. */
#ifndef LASTRO_IDENTITY_ME_H
#define LASTRO_IDENTITY_ME_H

#include "core/ctx.h"

void account_me_get(struct ctx *ctx);

#endif
