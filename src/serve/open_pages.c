/* SPDX-License-Identifier: Apache-2.0 */
/*
 * open_pages.c: the description of the interface, as pages for people.
 *
 * Generated from the OpenAPI document when the program is built: one page for each subject, without
 * scripts and without content from other sites.
 */
#include "config.h"

#include "serve/open_pages.h"

#include "http/html.h"
#include "http/request.h"
#include "http/response.h"
#include "serve/reference_page.h"

static void link_item(struct html *h, const char *href, const char *text, const char *about)
{
	html_open(h, "li");
	html_link(h, href, text);
	if (*about) {
		html_text(h, " — ");
		html_text(h, about);
	}
	html_close(h, "li");
}

static struct html *page(struct ctx *ctx, const char *title)
{
	struct html *h;

	query_done(ctx);
	h = html_page(ctx, 200, &(struct html_page){ .title = title });
	respond_header(ctx, "Cache-Control", "public, max-age=300");
	return h;
}

static void reference_index(struct ctx *ctx)
{
	struct html *h = page(ctx, "A interface");

	html_p(h,
	       "Cada pedido leva a chave no cabeçalho Authorization, como Bearer. Um erro é um Problem (RFC 9457) "
	       "cujo type leva a uma página que diz o que o código significa e o que fazer.");
	html_open(h, "ul");
	for (const struct reference_page *p = reference_pages; p->name; p++)
		link_item(h, pool_printf(ctx->pool, "/docs/%s", p->name), p->title, p->about);
	html_close(h, "ul");
	html_page_end(h);
}

static void reference_page(struct ctx *ctx)
{
	const struct reference_page *p = reference_pages;
	struct html *h;

	while (p->name && !str_eq(p->name, ctx->path[0]))
		p++;
	if (!p->name)
		fail(ctx, 404, "route_not_found",
		     "Não há o assunto pedido; /docs lista os que há.");
	h = page(ctx, p->title);
	html_p(h, "%s", p->about);
	html_made(h, p->html, p->n);
	html_p_link(h, "/docs", "Todos os assuntos");
	html_page_end(h);
}

const struct route pages_routes[] = {
	{ GET, "/docs", "getReference", reference_index, .transaction = TX_NONE },
	{ GET, "/docs/{subject}", "getReferencePage", reference_page, .transaction = TX_NONE },
	{ .run = NULL },
};
