/* SPDX-License-Identifier: Apache-2.0 */
/* serve/modules.h: the modules of the house, by their route tables. */
#ifndef LASTRO_SERVE_MODULES_H
#define LASTRO_SERVE_MODULES_H

#include <stddef.h>

#include "http/route.h"

extern const struct route *const modules[];
extern const size_t n_modules;

/*
 * modules_refuse() - renders ctx->problem when no route was found, or the route has no refuse() of its
 * own: as a page for a browser, else as the Problem.
 */
void modules_refuse(struct ctx *ctx);

/* modules_start() - what modules need before the first request; @pool is the program's. */
void modules_start(void *pool);

#endif
