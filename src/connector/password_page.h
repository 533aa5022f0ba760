/* SPDX-License-Identifier: Apache-2.0 */
/* password_page.h: a password is chosen with a link that the operator made.  GET, POST /password */
#ifndef LASTRO_CONNECTOR_PASSWORD_PAGE_H
#define LASTRO_CONNECTOR_PASSWORD_PAGE_H

#include "ctx/ctx.h"

void password_page(struct ctx *ctx);
void password_post(struct ctx *ctx);

#endif
