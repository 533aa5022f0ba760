/* SPDX-License-Identifier: Apache-2.0 */
/* guesses.h: types that imports guessed, and the listing now says. */
#ifndef LASTRO_LOAD_GUESSES_H
#define LASTRO_LOAD_GUESSES_H

#include "db/db.h"

/*
 * guesses_settle() - in the load's transaction, behind all that it wrote: every guessed type whose ticker
 * is listed becomes the listing's.  Returns how many were another; their portfolios get a new version.
 */
size_t guesses_settle(struct ctx *ctx);

void guesses_register(void);

#endif
