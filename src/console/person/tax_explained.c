/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_explained.c: the explanation of a figure of the tax.
 *
 * GET /tax/explain, GET /portfolios/{id}/tax/explain
 */
#include "config.h"

#include "console/person/figure_words.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/explanation_steps.h"
#include "console/person/tax_pages.h"
#include "portfolio/tax/tax_explain_json.h"
#include "core/number_text.h"
#include "core/text.h"

#define SHOWN 50 /* steps and inputs of a page */

static const char *href(struct html *h, const void *of, const struct explain_input *i)
{
	const struct tax_view *v = of;

	return pool_printf(h->ctx->pool, "%s%s", v->base,
			   tax_explain_href(h->ctx->pool, i) + strlen("tax"));
}

/* The law behind a figure, by the beginning of its name (doc/tax.md 20.2 to 20.9); the first that fits. */
static const char *law_of(const char *name)
{
	static const char *const laws[][2] = {
		{ "darf.late.", "da Lei 9.430/1996, art. 61 (multa e juros)" },
		{ "darf.", "da Lei 11.033/2004 e da Lei 9.430/1996, art. 68 (mínimo de R$ 10,00)" },
		{ "under_minimum", "da Lei 9.430/1996, art. 68 (mínimo de R$ 10,00)" },
		{ "gcap.", "da Lei 9.250/1995, art. 22, e da Lei 8.981/1995, art. 21" },
		{ "exterior.", "da Lei 14.754/2023" },
		{ "bens.", "do programa da Receita e do seu Perguntas e Respostas" },
		{ "isentos.", "do programa da Receita e do seu Perguntas e Respostas" },
		{ "exclusiva.", "do programa da Receita e do seu Perguntas e Respostas" },
		{ "tributaveis.", "do programa da Receita e do seu Perguntas e Respostas" },
		{ "", "da Lei 11.033/2004 e da Instrução Normativa RFB 1.585/2015" },
	};
	size_t i = 0;

	while (!text_starts(name, laws[i][0]))
		i++;
	return laws[i][1];
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

void tax_explained_page(struct ctx *ctx)
{
	struct tax_question q = tax_question(ctx);
	size_t page = layout_page_asked(ctx), from = (page - 1) * SHOWN;
	const char *name = q.ask.field->name, *tail = strrchr(name, '_');
	struct explain_figure figure = { .shown = tail && str_eq(tail, "_pct") ? SHOWN_SHARE
									       : SHOWN_MONEY,
					 .places = MONEY_PLACES };
	const struct explain *e = &figure.steps;
	struct tax_view v;
	struct tax_explained x;
	const char *why;
	struct html *h;

	tax_view_open(ctx, &v);
	v.asked = q.year;
	tax_explain_view(ctx, &v.of, &q, &x);
	why = tax_explain_reason(&x);
	figure.known = x.figure.known;
	figure.v = x.figure.m.e8;
	figure.term = x.term;
	figure.steps = x.steps;
	figure.reason =
		why ? tax_reason_said((enum tax_reason)(enum_find(tax_reason_names + 1, why) + 1))
		    : "Não se sabe.";
	h = tax_page(ctx, &v, pool_printf(ctx->pool, "Imposto de renda de %d", q.year), "/explain");
	html_element(h, "h2",
		     q.has_month ? pool_printf(ctx->pool, "%s, %s", figure_said(name),
					       month_text(ctx->pool, q.ask.month))
				 : figure_said(name));
	steps_figure(h, name, &figure);
	html_p(h, "%s, pelas regras %s.", steps_counted(ctx->pool, e), law_of(name));
	if (q.ask.field->choices)
		html_p(h, "%s", q.ask.field->choices);
	steps_write(h, &(struct steps_shown){ .e = e,
					      .inputs = least(from, e->n_shown_inputs),
					      .inputs_end = least(from + SHOWN, e->n_shown_inputs),
					      .steps = least(from, e->n_steps),
					      .steps_end = least(from + SHOWN, e->n_steps),
					      .href = href,
					      .of = &v });
	layout_pages(
		h,
		pool_printf(ctx->pool, "%s/explain?%s&", v.base, tax_question_query(ctx->pool, &q)),
		page, SHOWN, e->n_steps > e->n_shown_inputs ? e->n_steps : e->n_shown_inputs);
	tax_page_end(h);
}
