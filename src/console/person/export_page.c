/* SPDX-License-Identifier: Apache-2.0 */
/* export_page.c: the ledger of a portfolio as files to download.  GET /portfolios/{id}/export */
#include "config.h"

#include "identity/caller.h"
#include "console/layout.h"
#include "console/person/console_pages.h"

static const struct {
	const char *query, *name, *text;
} files[] = {
	{ "?format=csv", "CSV para o Excel em português",
	  "Vírgula decimal e ponto e vírgula entre colunas; volta inteiro pela importação manual." },
	{ "?format=csv&dialect=rfc4180", "CSV (RFC 4180)",
	  "Ponto decimal e vírgula entre colunas; volta inteiro pela importação manual." },
	{ "?format=json", "JSON", "Com os ids de cada lançamento." },
	{ "?format=beancount", "Beancount", "Contabilidade em texto, por partidas dobradas." },
};

void export_page(struct ctx *ctx)
{
	struct html *h;

	layout_ledger_readable(ctx);
	h = layout_portfolio(ctx, "Exportar", "/export");
	html_p(h, "Todos os lançamentos que contam na carteira, como estão hoje.");
	html_open(h, "ul");
	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		html_open(h, "li");
		html_link(h,
			  pool_printf(ctx->pool, "/v1/portfolios/%s/export%s",
				      uuid_text(ctx->pool, ctx->caller->portfolio), files[i].query),
			  files[i].name);
		html_text(h, pool_printf(ctx->pool, ": %s", files[i].text));
		html_close(h, "li");
	}
	html_close(h, "ul");
	html_page_end(h);
}
