/* SPDX-License-Identifier: Apache-2.0 */
/* refusal.h: a refusal as a page for people. */
#ifndef LASTRO_IDENTITY_PAGES_REFUSAL_H
#define LASTRO_IDENTITY_PAGES_REFUSAL_H

#include "core/ctx.h"

/* site_login() - 303 to the log-in, which returns to the requested page. */
void site_login(struct ctx *ctx);

/*
 * site_refuse() - the refuse() of the pages' routes, in the words of a person: no code is shown, and after a 5xx the request's
 * id.  Every 401 leads to the log-in, which preserves the submitted form (unsent.h).
 */
void site_refuse(struct ctx *ctx);

/* site_refuse_as() - the same in these words (not for a 401). */
void site_refuse_as(struct ctx *ctx, const char *title, const char *sentence);

#endif
