/* SPDX-License-Identifier: Apache-2.0 */
/* script.h: the one script of the console, at a path that changes with it.  Every page does without. */
#ifndef LASTRO_CONSOLE_STATIC_SCRIPT_H
#define LASTRO_CONSOLE_STATIC_SCRIPT_H

#include "core/ctx.h"

/* script_path() - "/script/" and the hash of the script. */
const char *script_path(void *pool);

/* GET /script/{hash} */
void script_get(struct ctx *ctx);

#endif
