/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sheet.c: the one stylesheet of the console.  GET /style/{hash}
 *
 * It goes on from the style of every page.  Its hash is in its path, so it is kept for ever and never asked
 * for again until another program serves.
 */
#include "config.h"

#include "console/sheet.h"

#include <inttypes.h>

#include "core/encode.h"
#include "http/html.h"
#include "http/request.h"
#include "http/response.h"

static const char more[] =
	":root{--one:#0b4f8a;--two:#b35900;--three:#2d6a2e;--four:#6b3fa0}"
	"@media(prefers-color-scheme:dark){:root{--one:#8cc4ff;--two:#ffb35c;--three:#8fd694;"
	"--four:#cbaaff}}"
	"header,main{max-width:72rem}"
	"nav [aria-current]{font-weight:700;text-decoration:none;border-bottom:3px solid}"
	".n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}"
	"dl.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:1rem;"
	"margin:1rem 0}dl.figures dt{color:var(--dim)}dl.figures dd{margin:0;font-size:1.25rem;"
	"font-weight:600}"
	"data{unicode-bidi:isolate}bdi{overflow-wrap:anywhere}td bdi{display:block;min-width:6rem}"
	"figure{margin:1rem 0}figcaption{font-weight:600}"
	"svg{width:100%;height:auto;max-height:24rem;font:14px system-ui,sans-serif;fill:var(--ink)}"
	".grid{stroke:var(--line);stroke-width:1;opacity:.5}.line{fill:none;stroke-width:3}"
	".s0{stroke:var(--one)}.s1{stroke:var(--two);stroke-dasharray:8 5}"
	".s2{stroke:var(--three);stroke-dasharray:2 4}"
	".f0{fill:var(--one)}.f1{fill:var(--two)}.f2{fill:var(--three)}.f3{fill:var(--four)}"
	".f4{fill:var(--dim)}.part{stroke:var(--ground);stroke-width:2}"
	"select,textarea{display:block;width:100%;min-height:2.75rem;padding:.4rem .6rem;font:inherit;"
	"color:var(--ink);background:var(--ground);border:1px solid var(--line);border-radius:4px}"
	".warn{border-left:4px solid var(--two);padding:.25rem 1rem;margin:1rem 0}"
	"@media print{nav,.skip,form{display:none}}";

const char *sheet_path(void *pool)
{
	uint64_t hash = FNV1A_START;

	hash = fnv1a(hash, html_style(), strlen(html_style()));
	hash = fnv1a(hash, more, sizeof(more) - 1);
	return pool_printf(pool, "/style/%016" PRIx64, hash);
}

void sheet_get(struct ctx *ctx)
{
	struct buf b;

	query_done(ctx);
	if (!str_eq(sheet_path(ctx->pool) + strlen("/style/"), ctx->path[0]))
		fail(ctx, 404, "route_not_found", "Não há a folha de estilo pedida.");
	buf_init(&b, ctx->pool, strlen(html_style()) + sizeof(more));
	buf_str(&b, html_style());
	buf_str(&b, more);
	respond_bytes(ctx, 200, "text/css; charset=utf-8", (struct slice){ b.p, b.n });
	respond_header(ctx, "Cache-Control", "public, max-age=31536000, immutable");
}
