/* SPDX-License-Identifier: Apache-2.0 */
/* held_import.h: what the pages of a held file to be imported share. */
#ifndef LASTRO_CONSOLE_PERSON_HELD_IMPORT_H
#define LASTRO_CONSOLE_PERSON_HELD_IMPORT_H

#include "http/form.h"
#include "http/html.h"

/* Paths of the pages of a held file: its preview, its columns, and one of its rows. */
const char *imports_reading_path(struct ctx *ctx, const char *held);
const char *imports_columns_path(struct ctx *ctx, const char *held);
const char *imports_row_path(struct ctx *ctx, const char *held, size_t line);

/* imports_kept_write() - the columns that the person has named before, each with a button that deletes it. */
void imports_kept_write(struct ctx *ctx, struct html *h);
/* imports_corrected_write() - links to the rows of a held file that were corrected or left out. */
void imports_corrected_write(struct html *h, const char *held, const struct form_file *file);

#endif
