/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stylesheet.c: the console's only stylesheet.  GET /style/{hash}
 *
 * It extends the style of every page.  Its hash is in its path, so it is cached for ever and never
 * requested again until the program changes.
 */
#include "config.h"

#include "console/static/stylesheet.h"

#include <inttypes.h>

#include "core/encode.h"
#include "http/html.h"
#include "http/request.h"
#include "http/response.h"

static const char more[] =
	":root{--one:#0b4f8a;--two:#b35900;--three:#2d6a2e;--four:#6b3fa0}"
	"@media(prefers-color-scheme:dark){:root{--one:#8cc4ff;--two:#ffb35c;--three:#8fd694;"
	"--four:#cbaaff}}"
	"header,main{max-width:76rem}"
	"header{border-bottom:1px solid var(--line)}"
	"data[value^=\"-\"]{color:var(--bad)}small{display:block;color:var(--dim);font-size:.8125rem;"
	"line-height:1.35}"
	"nav [aria-current]{font-weight:700;text-decoration:none;border-bottom:3px solid}"
	".n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}th.n{white-space:normal}"
	"dl.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.75rem,1fr));gap:1rem;"
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
	".field,form>fieldset{max-width:36rem}"
	"select,textarea{display:block;width:100%;min-height:2.75rem;padding:.4rem .6rem;font:inherit;"
	"color:var(--ink);background:var(--ground);border:1px solid var(--line);border-radius:4px}"
	".warn{border-left:4px solid var(--two);padding:.25rem 1rem;margin:1rem 0}"
	"td a,dd a{color:inherit;text-decoration-style:dotted;text-underline-offset:.2em}"
	"td a:hover,dd a:hover{color:var(--deep)}"
	".why{display:block;min-width:12rem}td code{display:block;min-width:14rem}"
	"form.filter{display:flex;flex-wrap:wrap;gap:0 1rem;align-items:end}"
	"@media print{nav,.skip,form,button{display:none}td bdi,td code,.why{min-width:0}"
	".n{white-space:normal}}";

/* The style of every page, and the console's additions. */
static struct slice whole(void *pool)
{
	struct buf b;

	buf_init(&b, pool, strlen(html_style()) + sizeof(more));
	buf_str(&b, html_style());
	buf_str(&b, more);
	return (struct slice){ b.p, b.n };
}

const char *sheet_hashed(void *pool, const char *prefix, struct slice text)
{
	return pool_printf(pool, "%s%016" PRIx64, prefix, fnv1a(FNV1A_START, text.p, text.n));
}

const char *sheet_path(void *pool)
{
	return sheet_hashed(pool, "/style/", whole(pool));
}

void sheet_respond(struct ctx *ctx, const char *path, const char *type, struct slice text)
{
	query_done(ctx);
	if (!str_eq(strrchr(path, '/') + 1, ctx->path[0]))
		fail(ctx, 404, "route_not_found", "Não há o arquivo pedido.");
	respond_bytes(ctx, 200, type, text);
	respond_header(ctx, "Cache-Control", "public, max-age=31536000, immutable");
}

void sheet_get(struct ctx *ctx)
{
	sheet_respond(ctx, sheet_path(ctx->pool), "text/css; charset=utf-8", whole(ctx->pool));
}
