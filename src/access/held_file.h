/* SPDX-License-Identifier: Apache-2.0 */
/*
 * held_file.h: a file that a page brought, until what was read of it is confirmed.
 *
 * It is kept for an hour and for the session that sent it; an account has the last four, whatever became of them.  So a page
 * shows a part of it at a time and none carries it.
 */
#ifndef LASTRO_ACCESS_HELD_FILE_H
#define LASTRO_ACCESS_HELD_FILE_H

#include "ctx/ctx.h"
#include "http/form.h"

/* held_file_keep() - in a transaction that writes; what to ask for it by.  503 busy where all that is held is too much. */
const char *held_file_keep(struct ctx *ctx, const struct form_file *file);

/* held_file_read() - false where there is none (any more), or it is another session's. */
bool held_file_read(struct ctx *ctx, const char *id, struct form_file *file);

#endif
