/* SPDX-License-Identifier: Apache-2.0 */
/* stylesheet.h: the console's only stylesheet, at a path that changes with it. */
#ifndef LASTRO_CONSOLE_STATIC_STYLESHEET_H
#define LASTRO_CONSOLE_STATIC_STYLESHEET_H

#include "core/text.h"
#include "core/ctx.h"

/* sheet_path() - "/style/" and the hash of the sheet. */
const char *sheet_path(void *pool);

/* sheet_hashed() - @prefix and the hash of @text: an address whose content never changes. */
const char *sheet_hashed(void *pool, const char *prefix, struct slice text);
/* sheet_respond() - answers @text for @path; 404 for another hash. */
void sheet_respond(struct ctx *ctx, const char *path, const char *type, struct slice text);

/* GET /style/{hash} */
void sheet_get(struct ctx *ctx);

#endif
