/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cursor.c: opaque keyset cursors, bound to the filters they were made with.
 *
 * Bytes: version, 16 of binding, then per field a length of two bytes and the text, then 16 of
 * checksum.  The checksum is keyed with the installation's secret (LASTRO_SECRET), so a cursor cannot
 * be edited, and any worker accepts a cursor of any other, also after a replacement.
 */
#include "config.h"

#include "http/cursor.h"

#include <stdlib.h>

#include <sodium.h>

#include "core/encode.h"
#include "core/settings.h"
#include "core/problem.h"
#include "http/request.h"
#include "http/response.h"
#include "http/route.h"
#include "http/secret.h"

#define CURSOR_VERSION 1
#define BINDING 16
#define CHECKSUM 16
#define NO_FIELD 0xffff /* the length of a NULL field */
#define CURSOR_MAX 4096 /* characters */

static bool is_filter(const struct parameter *p)
{
	return !str_eq(p->name, "cursor") && !str_eq(p->name, "limit") && !str_eq(p->name, "total");
}

static int filter_order(const void *x, const void *y)
{
	const struct parameter *const *a = x;
	const struct parameter *const *b = y;
	int order = strcmp((*a)->name, (*b)->name);

	return order ? order : strcmp((*a)->value, (*b)->value);
}

static void hash_text(crypto_generichash_state *state, const char *text)
{
	/* With its NUL, so that the boundary between two texts counts too. */
	crypto_generichash_update(state, (const unsigned char *)text, strlen(text) + 1);
}

/* The binding of a cursor: operation, path, the filters in any order, and @what (or NULL). */
static void bind(struct ctx *ctx, const char *what, unsigned char out[BINDING])
{
	const struct request *req = ctx->req;
	const struct parameter **filters =
		pool_array(ctx->pool, const struct parameter *, req->n_query);
	crypto_generichash_state state;
	size_t n = 0;

	for (size_t i = 0; i < req->n_query; i++)
		if (is_filter(&req->query[i]))
			filters[n++] = &req->query[i];
	qsort(filters, n, sizeof(const struct parameter *), filter_order);
	crypto_generichash_init(&state, NULL, 0, BINDING);
	hash_text(&state, ctx->route ? ctx->route->operation : "");
	hash_text(&state, req->listed ? req->listed : req->path);
	for (size_t i = 0; i < n; i++) {
		hash_text(&state, filters[i]->name);
		hash_text(&state, filters[i]->value);
	}
	if (what)
		hash_text(&state, what);
	crypto_generichash_final(&state, out, BINDING);
}

static void checksum(const struct ctx *ctx, struct slice s, unsigned char out[CHECKSUM])
{
	secret_sign(ctx->config, "lastro cursor 02", s, out, CHECKSUM);
}

const char *cursor_make_for(struct ctx *ctx, const char *what, const char *const *fields, size_t n)
{
	unsigned char binding[BINDING];
	unsigned char sum[CHECKSUM];
	struct buf b;

	bind(ctx, what, binding);
	buf_init(&b, ctx->pool, 128);
	buf_char(&b, CURSOR_VERSION);
	buf_put(&b, (const char *)binding, BINDING);
	for (size_t i = 0; i < n; i++) {
		size_t length = fields[i] ? strlen(fields[i]) : NO_FIELD;

		if (fields[i] && length >= NO_FIELD)
			fail(ctx, 500, "internal_error", "a key field of a cursor has %zu bytes",
			     length);
		buf_char(&b, (char)(length >> 8));
		buf_char(&b, (char)(length & 0xff));
		if (fields[i])
			buf_put(&b, fields[i], length);
	}
	checksum(ctx, (struct slice){ b.p, b.n }, sum);
	buf_put(&b, (const char *)sum, CHECKSUM);
	return base64url_encoded(ctx->pool, b.p, b.n);
}

const char *cursor_make(struct ctx *ctx, const char *const *fields, size_t n)
{
	return cursor_make_for(ctx, NULL, fields, n);
}

/* The fields between binding and checksum; false unless there are exactly @n. */
static bool read_fields(void *pool, struct slice s, const char **fields, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t length;

		if (s.n < 2)
			return false;
		length = (size_t)(unsigned char)s.p[0] << 8 | (unsigned char)s.p[1];
		s = (struct slice){ s.p + 2, s.n - 2 };
		if (length == NO_FIELD) {
			fields[i] = NULL;
			continue;
		}
		if (s.n < length)
			return false;
		fields[i] = pool_strndup(pool, s.p, length);
		s = (struct slice){ s.p + length, s.n - length };
	}
	return s.n == 0;
}

bool cursor_read_for(struct ctx *ctx, const char *what, const char *text, const char **fields,
		     size_t n)
{
	unsigned char binding[BINDING];
	unsigned char sum[CHECKSUM];
	struct slice got;

	if (strlen(text) > CURSOR_MAX)
		return false;
	if (!base64url_decoded(ctx->pool, slice_of(text), &got))
		return false;
	if (got.n < 1 + BINDING + CHECKSUM || got.p[0] != CURSOR_VERSION)
		return false;
	got.n -= CHECKSUM;
	checksum(ctx, got, sum);
	bind(ctx, what, binding);
	if (sodium_memcmp(sum, got.p + got.n, CHECKSUM) != 0 ||
	    memcmp(binding, got.p + 1, BINDING) != 0)
		return false;
	return read_fields(ctx->pool, (struct slice){ got.p + 1 + BINDING, got.n - 1 - BINDING },
			   fields, n);
}

bool cursor_take(struct ctx *ctx, const char **fields, size_t n)
{
	const char *text = query_text(ctx, "cursor");

	if (!text)
		return false;
	if (cursor_read_for(ctx, NULL, text, fields, n))
		return true;
	problem_text(ctx, "parameter", "cursor");
	problem_text(ctx, "received", problem_shown(ctx->pool, text));
	fail(ctx, 400, "invalid_cursor",
	     "O cursor \"%s\" foi alterado ou é de outra consulta ou de outros filtros.",
	     problem_shown(ctx->pool, text));
}

const char *page_next_path(struct ctx *ctx, const char *next_cursor)
{
	const struct request *req = ctx->req;
	struct buf b;

	buf_init(&b, ctx->pool, 256);
	buf_printf(&b, "%s?", url_encoded(ctx->pool, req->path));
	for (size_t i = 0; i < req->n_query; i++) {
		const struct parameter *p = &req->query[i];

		if (str_eq(p->name, "cursor"))
			continue;
		buf_printf(&b, "%s=", url_encoded(ctx->pool, p->name));
		buf_printf(&b, "%s&", url_encoded(ctx->pool, p->value));
	}
	buf_printf(&b, "cursor=%s", next_cursor);
	return buf_text(&b);
}

void page_link(struct ctx *ctx, const char *next_cursor)
{
	const char *base = ctx->config && ctx->config->base_url ? ctx->config->base_url : "";

	if (next_cursor)
		respond_header(ctx, "Link", "<%s%s>; rel=\"next\"", base,
			       page_next_path(ctx, next_cursor));
}
