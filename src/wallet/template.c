/* SPDX-License-Identifier: Apache-2.0 */
/*
 * template.c: the header that a hand-made spreadsheet starts from.  GET
 * /v1/portfolios/import-template
 */
#include "config.h"

#include "http/request.h"
#include "http/response.h"
#include "wallet/portfolio.h"

static const char template_csv[] = "ticker,operacao,data,quantidade,preco\r\n";

void portfolio_template(struct ctx *ctx)
{
	query_done(ctx);
	respond_bytes(ctx, 200, "text/csv; charset=utf-8", slice_of(template_csv));
	respond_header(ctx, "Content-Disposition", "attachment; filename=\"%s\"",
		       "modelo-importacao.csv");
}
