/* SPDX-License-Identifier: Apache-2.0 */
/* script.h: the console's only script, at a path that changes with it.  Every page works without it. */
#ifndef LASTRO_CONSOLE_STATIC_SCRIPT_H
#define LASTRO_CONSOLE_STATIC_SCRIPT_H

#include "core/ctx.h"

/* script_path() - "/script/" and the hash of the script. */
const char *script_path(void *pool);

/* GET /script/{hash} */
void script_get(struct ctx *ctx);

#endif
