/* SPDX-License-Identifier: Apache-2.0 */
/* keys_page.h: a person's own keys.  GET, POST /keys, POST /keys/{id}/revoke */
#ifndef LASTRO_IDENTITY_PAGES_KEYS_PAGE_H
#define LASTRO_IDENTITY_PAGES_KEYS_PAGE_H

#include "core/ctx.h"

void keys_page(struct ctx *ctx);
void keys_page_post(struct ctx *ctx);
/* keys_page_refuse() - its refuse(): shows a form again that was restored after a log-in. */
void keys_page_refuse(struct ctx *ctx);
void keys_page_revoke(struct ctx *ctx);

#endif
