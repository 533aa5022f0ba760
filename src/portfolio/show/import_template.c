/* SPDX-License-Identifier: Apache-2.0 */
/*
 * import_template.c: the starting point of a hand-made spreadsheet: the header and an example row, in
 * the dialect of the export.  GET /v1/portfolios/import-template
 */
#include "config.h"

#include "http/request.h"
#include "http/response.h"
#include "portfolio/show/export.h"
#include "portfolio/show/show.h"

static const char *const templates[] = {
	"\xef\xbb\xbf"
	"ticker;operacao;data;quantidade;preco\r\nPETR4;compra;02/01/2026;100;38,10\r\n",
	"ticker,operacao,data,quantidade,preco\r\nPETR4,compra,2026-01-02,100,38.10\r\n",
};

void portfolio_template(struct ctx *ctx)
{
	int dialect = query_choice(ctx, "dialect", export_dialects);

	query_done(ctx);
	respond_bytes(ctx, 200, "text/csv; charset=utf-8", slice_of(templates[dialect > 0]));
	respond_header(ctx, "Content-Disposition", "attachment; filename=\"%s\"",
		       "modelo-importacao.csv");
}
