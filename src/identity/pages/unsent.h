/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unsent.h: preserves a form that was submitted after its session had expired.
 *
 * The log-in page carries the typed fields, which are shown again after the log-in, to be sent by the
 * person; they are never executed by themselves.  Nothing is stored: the log-in form holds them, signed
 * for this browser, for the person whose page it was (csrf_owner()) and for ten minutes.
 */
#ifndef LASTRO_IDENTITY_PAGES_UNSENT_H
#define LASTRO_IDENTITY_PAGES_UNSENT_H

#include "core/ctx.h"
#include "identity/pages/login.h"

#define UNSENT_MAX ((size_t)80 << 10) /* largest content, url-encoded */
/*
 * Largest log-in form with it: below 100 kB, above which nginx asks whether a client without a session
 * may send so much.
 */
#define UNSENT_BODY_MAX ((size_t)96 << 10)

/*
 * unsent_of() - the fields of the refused request, signed, when one of our own pages sent it; NULL
 * otherwise, or when they are too large for the log-in form.
 */
const char *unsent_of(struct ctx *ctx);

/*
 * unsent_page() - after the log-in: the way back to the form; false when @text is another browser's, another person's,
 * or expired.
 */
bool unsent_page(struct ctx *ctx, const char *text, const struct login *login);

#endif
