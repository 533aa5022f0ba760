/* SPDX-License-Identifier: Apache-2.0 */
/*
 * held_file.h: an uploaded file, kept until the person confirms its preview.
 *
 * It is kept for an hour, for the session that sent it; an account has the last four.  Pages show a part of it at a
 * time and need not carry it in their forms.
 */
#ifndef LASTRO_IDENTITY_HELD_FILE_H
#define LASTRO_IDENTITY_HELD_FILE_H

#include "core/ctx.h"
#include "core/uuid.h"
#include "http/form.h"

/* held_file_keep() - stores the file in a write transaction; returns its id.  503 busy when all held files together are too large. */
const char *held_file_keep(struct ctx *ctx, const struct form_file *file);

/* held_file_keep_as() - the same under an id that the caller chose.  422 when another file has it. */
void held_file_keep_as(struct ctx *ctx, struct uuid id, const struct form_file *file);

/* held_file_write() - replaces the content of a file that the session keeps; nothing when it is no longer kept. */
void held_file_write(struct ctx *ctx, struct uuid id, struct slice content);

/* held_file_id() - reads an id; only in lower case, since its text is a key, too (site_once()). */
bool held_file_id(const char *text, struct uuid *out) MUST_CHECK;

/* held_file_read() - false when the file is unknown, has expired, or belongs to another session. */
bool held_file_read(struct ctx *ctx, const char *id, struct form_file *file);

/*
 * held_file_set() - sets a member of what goes with the file (form_file.aside) to @json, NULL: withdraws it, in a write
 * transaction; false when the file is no longer kept, or too much goes with it.
 */
bool held_file_set(struct ctx *ctx, const char *id, const char *name, const char *json) MUST_CHECK;

#endif
