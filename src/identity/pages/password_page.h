/* SPDX-License-Identifier: Apache-2.0 */
/* password_page.h: a password is chosen with a link that the operator made.  GET, POST /password */
#ifndef LASTRO_IDENTITY_PAGES_PASSWORD_PAGE_H
#define LASTRO_IDENTITY_PAGES_PASSWORD_PAGE_H

#include "core/ctx.h"

void password_page(struct ctx *ctx);
void password_post(struct ctx *ctx);

#endif
