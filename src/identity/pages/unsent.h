/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unsent.h: a form that came when its session was over.
 *
 * What was typed goes with the log-in, in its page, and comes back after it: to be seen and sent, never done by
 * itself.  Nothing is stored: the log-in's form carries it, signed for this browser and for ten minutes.
 */
#ifndef LASTRO_IDENTITY_PAGES_UNSENT_H
#define LASTRO_IDENTITY_PAGES_UNSENT_H

#include "core/ctx.h"
#include "http/html.h"
#include "http/json_read.h"

#define UNSENT_MAX ((size_t)80 << 10) /* of it, as a form sends it */
/* Of the log-in's form with it: below 100 kB, from where nginx asks whether a stranger may send so much. */
#define UNSENT_BODY_MAX ((size_t)96 << 10)

/* unsent_of() - what the refused request brought, signed, where one of our own pages sent it;
 * else NULL, as where it is more than a log-in takes. */
const char *unsent_of(struct ctx *ctx);

/* unsent_page() - after the log-in: the way back to the form; false where @text is not this browser's, or old. */
bool unsent_page(struct ctx *ctx, const char *text, const char *secret);

#endif
