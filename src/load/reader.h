/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reader.h: the bytes of a file, also from an archive.
 *
 * A .zip or .gz is opened in place and streamed; "-" is standard input.  An HTML page instead of the
 * file (a download that answered 200 with an error) is refused before parsing.
 */
#ifndef LASTRO_LOAD_READER_H
#define LASTRO_LOAD_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/text.h"
#include "core/ctx.h"

struct reader;

/*
 * reader_open() - the first file of an archive whose name, without folders and case, matches @member.
 * Refuses by fail() when there is none, when it is empty or HTML.  Closed with @pool.
 */
struct reader *reader_open(struct ctx *ctx, void *pool, const char *path, const char *member);

/* reader_of() - a reader of bytes in memory. */
struct reader *reader_of(struct ctx *ctx, void *pool, const char *name, struct slice text);

/*
 * reader_next() - goes to the next matching file of the archive; false when there is none, and for
 * other files.  Restarts the line count.
 */
bool reader_next(struct reader *r) MUST_CHECK;

void reader_progress(struct reader *r, void (*report)(void *arg, int64_t done, int64_t total),
		     void *arg);

/* reader_name() - of the innermost file, without folders. */
const char *reader_name(const struct reader *r);

/*
 * reader_line() - the next line without its LF and one CR; false at the end.  Valid until the next
 * call.  A UTF-8 BOM before the first line is dropped.  Refuses a line above 64 KiB.
 */
bool reader_line(struct reader *r, struct slice *line) MUST_CHECK;
int64_t reader_line_number(const struct reader *r); /* of the last line, from 1 */

/* reader_peek() - the first non-blank byte, without consuming it; 0 at the end. */
char reader_peek(const struct reader *r);

/* reader_all() - everything, at most @max bytes, without a BOM; refuses a larger file. */
struct slice reader_all(struct reader *r, size_t max);

#endif
