/* SPDX-License-Identifier: Apache-2.0 */
/* sign_up_page.h: a person asks for an account.  GET, POST /sign-up */
#ifndef LASTRO_IDENTITY_PAGES_SIGN_UP_PAGE_H
#define LASTRO_IDENTITY_PAGES_SIGN_UP_PAGE_H

#include "core/ctx.h"

void sign_up_page(struct ctx *ctx);
void sign_up_post(struct ctx *ctx);

#endif
