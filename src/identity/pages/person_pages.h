/* SPDX-License-Identifier: Apache-2.0 */
/* person_pages.h: the handlers of a person's pages, for the routes of login.c. */
#ifndef LASTRO_IDENTITY_PAGES_PERSON_PAGES_H
#define LASTRO_IDENTITY_PAGES_PERSON_PAGES_H

#include "core/ctx.h"

/* A person accepts an invitation to an office.  GET, POST /invitation */
void invitation_page(struct ctx *ctx);
void invitation_page_post(struct ctx *ctx);
void invitation_page_refuse(struct ctx *ctx); /* the refuse() of both */

/* A person's own keys.  GET, POST /keys, POST /keys/{id}/revoke */
void keys_page(struct ctx *ctx);
void keys_page_post(struct ctx *ctx);
/* keys_page_refuse() - its refuse(): shows a form again that was restored after a log-in. */
void keys_page_refuse(struct ctx *ctx);
void keys_page_revoke(struct ctx *ctx);

/* A password is chosen with a link that the operator made.  GET, POST /password */
void password_page(struct ctx *ctx);
void password_post(struct ctx *ctx);

/* A person asks for an account.  GET, POST /sign-up */
void sign_up_page(struct ctx *ctx);
void sign_up_post(struct ctx *ctx);

#endif
