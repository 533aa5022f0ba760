/* SPDX-License-Identifier: Apache-2.0 */
/* buf.c: a growing run of bytes on a pool. */
#include "config.h"

#include "core/buf.h"

#include <stdio.h>

void buf_init(struct buf *b, void *pool, size_t first_size)
{
	*b = (struct buf){ .pool = pool, .size = first_size ? first_size : 64 };
	b->p = pool_array(pool, char, b->size);
}

void buf_grow(struct buf *b, size_t more)
{
	size_t need = b->n + more;
	size_t size = b->size * 2;

	b->size = size < need ? need : size;
	b->p = pool_resize(b->pool, b->p, char, b->size);
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
	va_list ap;
	char *s;

	va_start(ap, fmt);
	s = pool_vprintf(b->pool, fmt, ap);
	va_end(ap);
	buf_str(b, s);
	pool_free(s);
}

const char *buf_text(struct buf *b)
{
	*buf_room(b, 1) = '\0';
	return b->p;
}
