/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain.c: how a figure of the tax came about.
 *
 * GET /v1/portfolio/tax/explain, GET /v1/portfolios/{id}/tax/explain (doc/tax.md 20.11)
 */
#include "config.h"

#include "wallet/tax/explain.h"
#include "wallet/tax/render.h"

#include "calc/tax/tax.h"
#include "core/log.h"
#include "http/request.h"
#include "http/response.h"
#include "wallet/ledger/ledger_page.h"
#include "wallet/show/explain.h"

struct tax_question tax_question(struct ctx *ctx)
{
	const char *field = query_text(ctx, "field"), *month = query_text(ctx, "month");
	struct tax_question q = { .year = tax_year_asked(ctx, query_text(ctx, "year")) };
	struct day first;

	q.field = field ? tax_field_find(field) : NULL;
	if (!q.field)
		fail_parameter(ctx, "field", field ? field : "",
			       pool_printf(ctx->pool, "um de: %s", tax_field_names(ctx->pool)));
	q.has_month = q.field->needs & TAX_NEEDS_MONTH;
	if (q.has_month != (month != NULL))
		fail_parameter(ctx, "month", month ? month : "",
			       q.has_month ? "um mês AAAA-MM do ano, que este número pede"
					   : "nada: este número é do ano");
	if (month) {
		if (strlen(month) != MONTH_TEXT_SIZE - 1 ||
		    !day_parse(slice_of(pool_printf(ctx->pool, "%s-01", month)), &first) ||
		    day_year(first) != q.year)
			fail_parameter(ctx, "month", month, "um mês AAAA-MM do ano");
		q.month = day_month(first);
	}
	return q;
}

const char *tax_explain_reason(const struct tax_explained *x)
{
	for (int i = 1; i < TAX_REASONS; i++)
		if (x->reasons & TAX_WHY(i))
			return tax_reason_names[i];
	return NULL;
}

static void render_figure(void *pool, struct json *j, const struct tax_question *q,
			  const struct tax_explained *x)
{
	json_open(j, "figure");
	json_text(j, "field", q->field->name);
	json_int(j, "year", q->year);
	if (q->has_month)
		tax_json_month(j, "month", q->month);
	else
		json_null(j, "month");
	tax_json_figure(j, "value", x->figure);
	json_int(j, "places", 2);
	json_text(j, "exact",
		  x->figure.known ? explain_decimal(pool, explain_node(&x->steps, x->term)) : NULL);
	json_text(j, "reason", x->figure.known ? NULL : tax_explain_reason(x));
	tax_json_reasons(j, "reasons", x->figure.known ? 0 : x->reasons);
	json_close(j);
}

/* Of an earlier year, in that year. */
const char *tax_explain_href(void *pool, const struct explain_input *i)
{
	char month[MONTH_TEXT_SIZE];

	month_format(i->month, month);
	return pool_printf(pool, "tax/explain?year=%d&field=%s&month=%s", month_year(i->month),
			   i->field, month);
}

static const char *base_of(void *pool, const struct taxpayer *of)
{
	return of->scope == TAX_PORTFOLIO
		       ? pool_printf(pool, "/v1/portfolios/%s", of->ledger.portfolios[0].id)
		       : "/v1/portfolio";
}

static void render_input(void *pool, struct json *j, const struct taxpayer *of,
			 const struct explain *e, const struct explain_input *i)
{
	json_open(j, NULL);
	json_text(j, "id", pool_printf(pool, "i%u", i->number));
	json_text(j, "kind", explain_kind_names[i->kind]);
	if (i->symbol)
		json_text(j, "symbol", i->symbol);
	if (i->has_day)
		json_day(j, "date", i->day);
	if (i->text)
		json_text(j, "text", i->text);
	if (i->kind == INPUT_TRANSACTION)
		json_uuid(j, "transaction_id", i->from.row->id);
	if (i->kind == INPUT_FIGURE) {
		json_text(j, "field", i->field);
		tax_json_month(j, "month", i->month);
		json_text(j, "href",
			  pool_printf(pool, "%s/%s", base_of(pool, of), tax_explain_href(pool, i)));
	}
	json_open(j, "values");
	for (uint32_t n = i->first_node; n; n = e->nodes[n - 1].next)
		json_text(j, e->nodes[n - 1].member, explain_decimal(pool, &e->nodes[n - 1]));
	json_close(j);
	json_close(j);
}

static void render(struct ctx *ctx, const struct taxpayer *of, const struct tax_question *q,
		   const struct tax_explained *x)
{
	struct json *j = respond_json(ctx, 200);
	const struct explain *e = &x->steps;

	json_open(j, NULL);
	render_figure(ctx->pool, j, q, x);
	json_array(j, "inputs");
	for (size_t i = 0; i < e->n_shown_inputs; i++)
		render_input(ctx->pool, j, of, e, &e->inputs[e->shown_inputs[i]]);
	json_array_end(j);
	json_array(j, "steps");
	for (size_t i = 0; i < e->n_steps; i++)
		explain_step_render(ctx->pool, j, e, &e->nodes[e->steps[i] - 1]);
	json_array_end(j);
	json_open(j, "meta");
	json_null(j, "next_cursor");
	json_int(j, "steps", (int64_t)e->n_steps);
	json_int(j, "inputs", (int64_t)e->n_shown_inputs);
	json_day(j, "as_of", of->ledger.as_of);
	json_text(j, "rule", "doc/tax.md 20");
	json_text(j, "choices", q->field->choices);
	json_text(j, "caveat", TAX_CAVEAT);
	json_close(j);
	json_close(j);
}

void tax_explain_view(struct ctx *ctx, const struct taxpayer *of, const struct tax_question *q,
		      struct tax_explained *x)
{
	struct tax_year y;

	tax_compute(ctx, of, q->year, &y);
	tax_explain(ctx->pool, &of->ledger, &y, q->field, q->month, x);
	if (!x->found)
		fail(ctx, 404, "figure_not_found", "Não há %s na apuração de %d.", q->field->name,
		     q->year);
	if (x->steps.wrong || x->steps.range) {
		log_event(LOG_ERROR, NULL, "tax: the steps of %s do not give what was computed",
			  q->field->name);
		fail(ctx, 500, "internal_error",
		     "Os passos não chegaram ao número que a apuração mostra; o registro foi "
		     "guardado e nada foi respondido em seu lugar.");
	}
}

static void answer(struct ctx *ctx, const struct taxpayer *of, const struct tax_question *q)
{
	struct tax_explained x;

	tax_explain_view(ctx, of, q, &x);
	render(ctx, of, q, &x);
}

void tax_explain_get(struct ctx *ctx)
{
	struct tax_question q = tax_question(ctx);
	struct taxpayer of;

	query_done(ctx);
	tax_load_account(ctx, &of);
	answer(ctx, &of, &q);
	respond_versions(ctx, of.versions);
}

void tax_portfolio_explain_get(struct ctx *ctx)
{
	struct tax_question q = tax_question(ctx);
	struct taxpayer of;

	query_done(ctx);
	ledger_readable(ctx);
	tax_load_portfolio(ctx, &of);
	answer(ctx, &of, &q);
}
