/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cursor.h: opaque keyset cursors, bound to the filters they were made with.
 *
 * base64url of (version, SHA-256 prefix of operation + filters, key fields, checksum).  A damaged
 * cursor or one used with other filters is 400 invalid_cursor.
 */
#ifndef LASTRO_HTTP_CURSOR_H
#define LASTRO_HTTP_CURSOR_H

#include "core/ctx.h"

/* The filters are every query parameter but cursor, limit and total, and the path. */

/* cursor_make() - a cursor from the key fields of the last row shown. */
const char *cursor_make(struct ctx *ctx, const char *const *fields, size_t n);

/* cursor_take() - reads @n fields from the `cursor` parameter; false when it is absent. */
bool cursor_take(struct ctx *ctx, const char **fields, size_t n);

/*
 * cursor_make_for(), cursor_read_for() - the same for a cursor inside a body: also bound to @what, a
 * spelling of its filters.  False when it was edited or belongs to other filters.
 */
const char *cursor_make_for(struct ctx *ctx, const char *what, const char *const *fields, size_t n);
bool cursor_read_for(struct ctx *ctx, const char *what, const char *text, const char **fields,
		     size_t n) MUST_CHECK;

/* page_next_path() - path and query of the page after this one, with the filters of this request. */
const char *page_next_path(struct ctx *ctx, const char *next_cursor);

/* page_link() - adds Link: <…>; rel="next" for a next cursor; nothing for NULL. */
void page_link(struct ctx *ctx, const char *next_cursor);

#endif
