/* SPDX-License-Identifier: Apache-2.0 */
/* sheet.h: the one stylesheet of the console, at a path that changes with it. */
#ifndef LASTRO_CONSOLE_SHEET_H
#define LASTRO_CONSOLE_SHEET_H

#include "ctx/ctx.h"

/* sheet_path() - "/style/" and the hash of the sheet. */
const char *sheet_path(void *pool);

/* GET /style/{hash} */
void sheet_get(struct ctx *ctx);

#endif
