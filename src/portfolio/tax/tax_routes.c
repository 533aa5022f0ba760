/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_routes.c: the routes of the tax (doc/tax.md 20.11).
 *
 * GET /v1/portfolio/tax, …/declaration, …/explain, and the same for one portfolio; format=csv for a
 * sheet.  GET /v1/portfolio/tax/missing
 */
#include "config.h"

#include "portfolio/tax/tax_answers.h"

#include "http/request.h"
#include "http/response.h"
#include "portfolio/ledger/ledger_list.h"
#include "portfolio/tax/tax_explain_json.h"

static const char *const formats[] = { "json", "csv", NULL };

struct asked {
	int year;
	bool csv;
	struct tax_question question;
};

static struct asked asked(struct ctx *ctx)
{
	struct asked q = { .csv = query_choice(ctx, "format", formats) == 1 };

	q.year = tax_year_asked(ctx, query_text(ctx, "year"));
	query_done(ctx);
	return q;
}

static struct asked asked_of_figure(struct ctx *ctx)
{
	struct asked q = { .question = tax_question(ctx) };

	query_done(ctx);
	return q;
}

/* ---- answers ---- */

typedef void answering(struct ctx *ctx, const struct taxpayer *of, const struct asked *q);

static void answer_csv(struct ctx *ctx, const char *what, int year, struct slice text)
{
	respond_bytes(ctx, 200, "text/csv; charset=utf-8", text);
	respond_header(ctx, "Content-Disposition", "attachment; filename=\"%s-%d.csv\"", what,
		       year);
}

static void answer_year(struct ctx *ctx, const struct taxpayer *of, const struct asked *q)
{
	struct tax_year y;

	tax_compute(ctx, of, q->year, &y);
	if (q->csv)
		answer_csv(ctx, "imposto", q->year, tax_year_csv(ctx->pool, &y));
	else
		tax_year_render(respond_json(ctx, 200), NULL, of, &y);
}

static void answer_declaration(struct ctx *ctx, const struct taxpayer *of, const struct asked *q)
{
	struct tax_declaration d;
	struct tax_year y;

	tax_compute(ctx, of, q->year, &y);
	tax_declare(ctx, of, &y, &d);
	if (q->csv)
		answer_csv(ctx, "declaracao", q->year, tax_declaration_csv(ctx->pool, &d));
	else
		tax_declaration_render(respond_json(ctx, 200), NULL, of, &d);
}

static void answer_missing(struct ctx *ctx, const struct taxpayer *of, const struct asked *q)
{
	struct tax_year y;

	tax_compute(ctx, of, q->year, &y);
	tax_missing_render(ctx, respond_json(ctx, 200), NULL, of, &y);
}

static void answer_figure(struct ctx *ctx, const struct taxpayer *of, const struct asked *q)
{
	tax_explain_render(ctx, of, &q->question, respond_json(ctx, 200), NULL, NULL);
}

/* ---- the taxpayer ---- */

static void of_account(struct ctx *ctx, struct asked q, answering *answer)
{
	struct taxpayer of;

	tax_load_account(ctx, &of);
	answer(ctx, &of, &q);
}

static void of_portfolio(struct ctx *ctx, struct asked q, answering *answer)
{
	struct taxpayer of;

	ledger_readable(ctx);
	tax_load_portfolio(ctx, &of);
	answer(ctx, &of, &q);
}

void tax_year_get(struct ctx *ctx)
{
	of_account(ctx, asked(ctx), answer_year);
}

void tax_declaration_get(struct ctx *ctx)
{
	of_account(ctx, asked(ctx), answer_declaration);
}

void tax_explain_get(struct ctx *ctx)
{
	of_account(ctx, asked_of_figure(ctx), answer_figure);
}

void tax_missing_get(struct ctx *ctx)
{
	struct asked q = { .year = tax_year_asked(ctx, query_text(ctx, "year")) };

	query_done(ctx);
	of_account(ctx, q, answer_missing);
}

void tax_portfolio_year_get(struct ctx *ctx)
{
	of_portfolio(ctx, asked(ctx), answer_year);
}

void tax_portfolio_declaration_get(struct ctx *ctx)
{
	of_portfolio(ctx, asked(ctx), answer_declaration);
}

void tax_portfolio_explain_get(struct ctx *ctx)
{
	of_portfolio(ctx, asked_of_figure(ctx), answer_figure);
}
