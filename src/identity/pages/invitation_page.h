/* SPDX-License-Identifier: Apache-2.0 */
/* invitation_page.h: a person accepts an invitation to an office.  GET, POST /invitation */
#ifndef LASTRO_IDENTITY_PAGES_INVITATION_PAGE_H
#define LASTRO_IDENTITY_PAGES_INVITATION_PAGE_H

#include "core/ctx.h"

void invitation_page(struct ctx *ctx);
void invitation_page_post(struct ctx *ctx);
void invitation_page_refuse(struct ctx *ctx); /* the refuse() of both */

#endif
