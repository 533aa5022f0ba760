/* SPDX-License-Identifier: Apache-2.0 */
/* stylesheet.h: the one stylesheet of the console, at a path that changes with it. */
#ifndef LASTRO_CONSOLE_STATIC_STYLESHEET_H
#define LASTRO_CONSOLE_STATIC_STYLESHEET_H

#include "core/text.h"
#include "core/ctx.h"

/* sheet_path() - "/style/" and the hash of the sheet. */
const char *sheet_path(void *pool);

/* sheet_hashed() - @prefix and the hash of @text: where what does not change is kept for ever. */
const char *sheet_hashed(void *pool, const char *prefix, struct slice text);
/* sheet_respond() - @text, asked for at @path; 404 where another hash was asked for. */
void sheet_respond(struct ctx *ctx, const char *path, const char *type, struct slice text);

/* GET /style/{hash} */
void sheet_get(struct ctx *ctx);

#endif
