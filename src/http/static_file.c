/* SPDX-License-Identifier: Apache-2.0 */
/* static_file.c: the files that pages use.  GET /static/{hash}/{name} */
#include "config.h"

#include "http/static_file.h"

#include "http/request.h"
#include "http/response.h"

const char *static_path(void *pool, const char *name)
{
	return pool_printf(pool, "/static/%s/%s", static_hash, name);
}

void static_file_get(struct ctx *ctx)
{
	const struct static_file *f = static_files;
	struct slice bytes;

	query_done(ctx);
	while (f->name && !str_eq(f->name, ctx->path[1]))
		f++;
	if (!f->name || !str_eq(static_hash, ctx->path[0]))
		fail(ctx, 404, "route_not_found", "Não há o arquivo pedido.");
	bytes.n = f->n;
	memcpy(&bytes.p, &f->bytes, sizeof(bytes.p)); /* the same bytes, seen as text */
	respond_bytes(ctx, 200, f->type, bytes);
	respond_header(ctx, "Cache-Control", "public, max-age=31536000, immutable");
}
