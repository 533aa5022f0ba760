/* SPDX-License-Identifier: Apache-2.0 */
/* client_tax_load.c: the tax of an office's client, for the office's Functions. */
#include "config.h"

#include "portfolio/tax/tax_explain_json.h"
#include "portfolio/portfolio.h"

void wallet_client_tax(struct ctx *ctx, struct uuid client, const char *year, struct json *out,
		       const char *name)
{
	int asked = tax_year_asked(ctx, year);
	struct taxpayer of;
	struct tax_year y;

	tax_load_client(ctx, client, &of);
	tax_compute(ctx, &of, asked, &y);
	tax_year_render(out, name, &of, &y);
}

void wallet_client_declaration(struct ctx *ctx, struct uuid client, const char *year,
			       struct json *out, const char *name)
{
	int asked = tax_year_asked(ctx, year);
	struct tax_declaration d;
	struct taxpayer of;
	struct tax_year y;

	tax_load_client(ctx, client, &of);
	tax_compute(ctx, &of, asked, &y);
	tax_declare(ctx, &of, &y, &d);
	tax_declaration_render(out, name, &of, &d);
}

void wallet_client_tax_explain(struct ctx *ctx, struct uuid client,
			       const struct wallet_tax_figure *asked, struct json *out,
			       const char *name)
{
	const struct tax_query texts = { asked->year,	asked->field, asked->month,
					 asked->symbol, asked->code,  asked->item };
	struct tax_question q = tax_question_of(ctx, &texts);
	struct taxpayer of;

	tax_load_client(ctx, client, &of);
	tax_explain_render(ctx, &of, &q, out, name, asked->meta);
}
