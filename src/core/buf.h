/* SPDX-License-Identifier: Apache-2.0 */
/* buf.h: a growing run of bytes on a pool; every answer is appended to one. */
#ifndef LASTRO_CORE_BUF_H
#define LASTRO_CORE_BUF_H

#include <string.h>

#include "core/pool.h"

struct buf {
	void *pool;
	char *p;
	size_t n, size;
};

void buf_init(struct buf *b, void *pool, size_t first_size);
void buf_grow(struct buf *b, size_t more);

/* buf_room() - reserves at least @more bytes at the end; the caller writes there and adds to b->n. */
static inline char *buf_room(struct buf *b, size_t more)
{
	if (b->size - b->n < more)
		buf_grow(b, more);
	return b->p + b->n;
}

static inline void buf_put(struct buf *b, const char *p, size_t n)
{
	memcpy(buf_room(b, n), p, n);
	b->n += n;
}

static inline void buf_char(struct buf *b, char c)
{
	*buf_room(b, 1) = c;
	b->n++;
}

static inline void buf_str(struct buf *b, const char *s)
{
	buf_put(b, s, strlen(s));
}

void buf_printf(struct buf *b, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* buf_text() - NUL-terminate and return; valid until the next append. */
const char *buf_text(struct buf *b);

#endif
