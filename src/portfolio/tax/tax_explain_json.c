/* SPDX-License-Identifier: Apache-2.0 */
/* tax_explain_json.c: an explanation of a figure of the tax, as JSON (doc/tax.md 20.11). */
#include "config.h"

#include "portfolio/tax/tax_explain_json.h"
#include "portfolio/tax/tax_json.h"

#include "core/encode.h"
#include "core/log.h"
#include "http/request.h"
#include "portfolio/show/explain_load.h"
#include "portfolio/show/next_call.h"

int tax_year_asked(struct ctx *ctx, const char *text)
{
	int now = day_year(ctx->today);
	wide year = 0;

	if (!text || strlen(text) != 4 || dec_parse(slice_of(text), 0, 9999, &year) != DEC_OK ||
	    year < TAX_FIRST_YEAR || year > now)
		fail_parameter(ctx, "year", text ? text : "",
			       pool_printf(ctx->pool, "um ano de %d a %d", TAX_FIRST_YEAR, now));
	return (int)year;
}

/* A parameter must be given when the field needs it, and must not otherwise. */
static void check_given(struct ctx *ctx, const char *name, const char *text, unsigned takes,
			unsigned needs, const char *what)
{
	if (text ? takes || needs : !needs)
		return;
	fail_parameter(ctx, name, text ? text : "",
		       text ? "nada: este número não é escolhido por isso" : what);
}

static struct month month_asked(struct ctx *ctx, const char *text, int year)
{
	struct month month;

	if (!month_parse(slice_of(text), &month) || day_year(month_first(month)) != year)
		fail_parameter(ctx, "month", text, "um mês AAAA-MM do ano");
	return month;
}

static size_t item_asked(struct ctx *ctx, const char *text)
{
	wide n = 0;

	if (text && (dec_parse(slice_of(text), 0, 999, &n) != DEC_OK || n < 1))
		fail_parameter(ctx, "item", text, "um número de 1 a 999");
	return (size_t)n;
}

struct tax_question tax_question_of(struct ctx *ctx, const struct tax_query *q)
{
	struct tax_question out = { .year = tax_year_asked(ctx, q->year) };
	struct tax_ask *ask = &out.ask;
	unsigned needs;

	ask->field = q->field ? tax_field_find(q->field) : NULL;
	if (!ask->field)
		fail_parameter(ctx, "field", q->field ? q->field : "",
			       pool_printf(ctx->pool, "um de: %s", tax_field_names(ctx->pool)));
	needs = ask->field->needs;
	check_given(ctx, "month", q->month, 0, needs & TAX_NEEDS_MONTH,
		    "um mês AAAA-MM do ano, que este número pede");
	check_given(ctx, "symbol", q->symbol, needs & TAX_TAKES_SYMBOL, needs & TAX_NEEDS_SYMBOL,
		    "o ativo, que este número pede");
	check_given(ctx, "code", q->code, needs & TAX_TAKES_CODE, 0, "");
	if ((needs & TAX_TAKES_SYMBOL) && !q->symbol && !q->code)
		fail_parameter(ctx, "symbol", "", "o ativo, ou code com o código da linha");
	out.has_month = q->month != NULL;
	if (q->month)
		ask->month = month_asked(ctx, q->month, out.year);
	ask->symbol = q->symbol;
	ask->code = q->code;
	ask->item = item_asked(ctx, q->item);
	return out;
}

struct tax_question tax_question(struct ctx *ctx)
{
	const struct tax_query texts = {
		.year = query_text(ctx, "year"),
		.field = query_text(ctx, "field"),
		.month = query_text(ctx, "month"),
		.symbol = query_text(ctx, "symbol"),
		.code = query_text(ctx, "code"),
		.item = query_text(ctx, "item"),
	};

	return tax_question_of(ctx, &texts);
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
	json_text(j, "field", q->ask.field->name);
	json_int(j, "year", q->year);
	if (q->has_month)
		tax_json_month(j, "month", q->ask.month);
	else
		json_null(j, "month");
	json_text(j, "symbol", q->ask.symbol);
	json_text(j, "code", q->ask.code);
	tax_json_figure(j, "value", x->figure);
	json_int(j, "places", 2);
	json_text(j, "exact",
		  x->figure.known ? explain_decimal(pool, explain_node(&x->steps, x->term)) : NULL);
	json_text(j, "reason", x->figure.known ? NULL : tax_explain_reason(x));
	tax_json_reasons(j, "reasons", x->figure.known ? 0 : x->reasons);
	json_text(j, "text", x->figure.known ? NULL : tax_reasons_said(pool, x->reasons));
	json_close(j);
}

static const char *member(void *pool, const char *name, const char *value)
{
	return value ? pool_printf(pool, "&%s=%s", name, url_encoded(pool, value)) : "";
}

const char *tax_question_query(void *pool, const struct tax_question *q)
{
	const struct tax_ask *ask = &q->ask;
	char month[MONTH_TEXT_SIZE] = "";

	if (q->has_month)
		month_format(ask->month, month);
	return pool_printf(pool, "year=%d&field=%s%s%s%s%s", q->year, ask->field->name,
			   member(pool, "month", q->has_month ? month : NULL),
			   member(pool, "symbol", ask->symbol), member(pool, "code", ask->code),
			   ask->item ? pool_printf(pool, "&item=%zu", ask->item) : "");
}

/* A figure of an earlier year is explained in that year. */
const char *tax_explain_href(void *pool, const struct explain_input *i)
{
	char month[MONTH_TEXT_SIZE];

	if (!i->has_month)
		return pool_printf(pool, "tax/explain?year=%d&field=%s", day_year(i->day),
				   i->field);
	month_format(i->month, month);
	return pool_printf(pool, "tax/explain?year=%d&field=%s&month=%s%s", month_year(i->month),
			   i->field, month, member(pool, "code", i->item));
}

static const char *base_of(void *pool, const struct taxpayer *of)
{
	return of->scope == TAX_PORTFOLIO
		       ? pool_printf(pool, "/v1/portfolios/%s", of->ledger.portfolios[0].id)
		       : "/v1/portfolio";
}

/* Of one portfolio alone there is no Function. */
static void write_ask(struct json *j, const struct explain_input *i)
{
	next_call_open(j, "ask", "wallet.tax.explain", NULL, NULL);
	json_int(j, "year", i->has_month ? month_year(i->month) : day_year(i->day));
	json_text(j, "field", i->field);
	if (i->has_month)
		tax_json_month(j, "month", i->month);
	if (i->has_month && i->item)
		json_text(j, "code", i->item);
	next_call_close(j);
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
		if (i->has_month)
			tax_json_month(j, "month", i->month);
		else
			json_null(j, "month");
		json_text(j, "code", i->item);
		if (of->scope == TAX_CLIENT) /* the Function takes these same names */
			json_null(j, "href");
		else if (!of->called)
			json_text(j, "href",
				  pool_printf(pool, "%s/%s", base_of(pool, of),
					      tax_explain_href(pool, i)));
		if (of->scope == TAX_ACCOUNT)
			write_ask(j, i);
	}
	json_open(j, "values");
	for (uint32_t n = i->first_node; n; n = e->nodes[n - 1].next)
		json_text(j, e->nodes[n - 1].member, explain_decimal(pool, &e->nodes[n - 1]));
	json_close(j);
	json_close(j);
}

static void render_meta(struct json *j, const char *name, const struct taxpayer *of,
			const struct tax_question *q, const struct explain *e)
{
	json_open(j, name);
	json_null(j, "next_cursor");
	json_int(j, "steps", (int64_t)e->n_steps);
	json_int(j, "inputs", (int64_t)e->n_shown_inputs);
	json_day(j, "as_of", of->ledger.as_of);
	json_text(j, "rule", "doc/tax.md 20");
	json_text(j, "choices", q->ask.field->choices);
	json_text(j, "caveat", TAX_CAVEAT);
	json_close(j);
}

static void render(struct ctx *ctx, const struct taxpayer *of, const struct tax_question *q,
		   const struct tax_explained *x, struct json *j, const char *name,
		   struct json *meta)
{
	const struct explain *e = &x->steps;

	json_open(j, name);
	render_figure(ctx->pool, j, q, x);
	json_array(j, "inputs");
	for (size_t i = 0; i < e->n_shown_inputs; i++)
		render_input(ctx->pool, j, of, e, &e->inputs[e->shown_inputs[i]]);
	json_array_end(j);
	json_array(j, "steps");
	for (size_t i = 0; i < e->n_steps; i++)
		explain_step_render(ctx->pool, j, e, &e->nodes[e->steps[i] - 1]);
	json_array_end(j);
	render_meta(meta ? meta : j, meta ? NULL : "meta", of, q, e);
	json_close(j);
}

void tax_explain_view(struct ctx *ctx, const struct taxpayer *of, const struct tax_question *q,
		      struct tax_explained *x)
{
	struct tax_declaration d;
	struct tax_year y;

	tax_compute(ctx, of, q->year, &y);
	if (q->ask.field->needs & TAX_OF_DECLARATION)
		tax_declare(ctx, of, &y, &d);
	tax_explain(ctx->pool, &of->ledger, &y, &d, &q->ask, x);
	if (!x->found && x->matches > 1 && !q->ask.item)
		fail_parameter(
			ctx, "item", "",
			pool_printf(ctx->pool,
				    "um número de 1 a %zu: há tantos que respondem a isto, na "
				    "ordem em que a apuração os mostra",
				    x->matches));
	if (!x->found)
		fail(ctx, 404, "figure_not_found", "Não há %s na apuração de %d.",
		     q->ask.field->name, q->year);
	if (x->steps.wrong || x->steps.range) {
		log_event(LOG_ERROR, NULL, "tax: the steps of %s do not give what was computed",
			  q->ask.field->name);
		fail(ctx, 500, "internal_error",
		     "Os passos não chegaram ao número que a apuração mostra; o registro foi "
		     "guardado e nada foi respondido em seu lugar.");
	}
}

void tax_explain_render(struct ctx *ctx, const struct taxpayer *of, const struct tax_question *q,
			struct json *j, const char *name, struct json *meta)
{
	struct tax_explained x;

	tax_explain_view(ctx, of, q, &x);
	render(ctx, of, q, &x, j, name, meta);
}
