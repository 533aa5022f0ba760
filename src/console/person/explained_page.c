/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explained_page.c: the explanation of a figure.  GET /portfolios/{id}/explain, GET
 * /offices/{org}/portfolios/{id}/explain
 *
 * Its parameters are those of GET /v1/portfolios/{id}/explain.
 */
#include "config.h"

#include "console/person/figure_words.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/explanation_steps.h"
#include "console/organization/work.h"
#include "core/encode.h"
#include "core/number_text.h"
#include "http/request.h"
#include "portfolio/show/explain_load.h"

#define SHOWN 50 /* steps and inputs of a page: below 50 kB */

/* ---- links of figures to their explanation ---- */

static bool of_whole(const char *field)
{
	return explain_field_find(field, false) != NULL;
}

static bool of_holding(const char *field)
{
	return explain_field_find(field, true) != NULL;
}

static void explained_so(struct html *h, struct shown_explained e)
{
	shown_explained(h, pool_memdup(h->ctx->pool, &e, sizeof(e)));
}

/* For the portfolio in the path, when the caller may see its rows. */
static void explained_here(struct html *h, struct shown_explained e)
{
	e.path = layout_path(h->ctx, "/explain?field=");
	if (layout_explainable(h->ctx))
		explained_so(h, e);
	else
		shown_explained(h, NULL);
}

static const char *of_asset(void *pool, const char *symbol, const char *type, const char *rest)
{
	return pool_printf(pool, "&symbol=%s&asset_type=%s%s", url_encoded(pool, symbol), type,
			   rest);
}

void layout_explains(struct html *h, const char *prefix, const char *rest)
{
	if (!h->ctx->path[0]) {
		/* For all portfolios: overview_page.c explains how they are consolidated. */
		shown_led(h, "#contas");
		return;
	}
	explained_here(
		h, (struct shown_explained){ .prefix = prefix, .rest = rest, .known = of_whole });
}

void layout_explains_asset(struct html *h, const char *prefix, const char *symbol,
			   enum asset_type type, const char *rest)
{
	explained_here(h, (struct shown_explained){ .prefix = prefix,
						    .rest = of_asset(h->ctx->pool, symbol,
								     asset_type_names[type], rest),
						    .known = of_holding });
}

void layout_explains_symbol(struct html *h, const char *symbol)
{
	explained_here(
		h, (struct shown_explained){ .prefix = "",
					     .rest = pool_printf(h->ctx->pool, "&symbol=%s",
								 url_encoded(h->ctx->pool, symbol)),
					     .known = of_holding });
}

void layout_explains_as(struct html *h, const char *field, const char *symbol, const char *type,
			const char *rest)
{
	explained_here(h,
		       (struct shown_explained){
			       .field = field,
			       .rest = symbol ? of_asset(h->ctx->pool, symbol, type, rest) : rest,
			       .known = symbol ? of_holding : of_whole });
}

void layout_explains_at(struct html *h, const char *base, const char *symbol,
			const char *asset_type)
{
	void *pool = h->ctx->pool;

	explained_so(h, (struct shown_explained){
				.path = pool_printf(pool, "%s/explain?field=", base),
				.prefix = "",
				.rest = symbol ? of_asset(pool, symbol, asset_type, "") : "",
				.known = symbol ? of_holding : of_whole });
}

/* ---- the page ---- */

static const char *title_of(void *pool, const struct explain_view *x)
{
	const struct explain_query *q = &x->q;
	struct buf b;

	buf_init(&b, pool, 128);
	buf_str(&b, figure_said(q->field->name));
	if (x->ask.holding)
		buf_printf(&b, " de %s", x->ask.holding->asset->symbol);
	if (x->ask.symbol)
		buf_printf(&b, " de %s", x->ask.symbol);
	if (q->item)
		buf_printf(&b, ", %s", figure_item_said(q->field->name, q->item));
	if (q->has_month)
		buf_printf(&b, ", %s", month_text(pool, q->month));
	if (q->has_day)
		buf_printf(&b, ", %s", date_text(pool, q->day));
	return buf_text(&b);
}

struct told {
	const struct explain_view *x;
	const char *base; /* the portfolio's path */
};

static const char *href(struct html *h, const void *of, const struct explain_input *i)
{
	const struct told *t = of;

	return pool_printf(h->ctx->pool, "%s/%s", t->base, explain_href(h->ctx->pool, t->x, i));
}

/* The same question, from the next place on. */
static void write_next(struct html *h, const struct told *t)
{
	void *pool = h->ctx->pool;
	const struct wallet_explain *a = t->x->q.asked;
	const struct {
		const char *name, *value;
	} asked[] = {
		{ "symbol", a->symbol },
		{ "asset_type", a->asset_type },
		{ "item", a->item },
		{ "month", a->month },
		{ "day", a->day },
		{ "at", a->at },
		{ "slice", a->slice },
		{ "contribution", a->contribution },
		{ "sell", a->sell ? "true" : NULL },
	};
	struct buf b;

	if (!t->x->next_cursor)
		return;
	buf_init(&b, pool, 256);
	buf_printf(&b, "%s/explain?field=%s", t->base, a->field);
	for (size_t i = 0; i < ARRAY_SIZE(asked); i++)
		if (asked[i].value)
			buf_printf(&b, "&%s=%s", asked[i].name, url_encoded(pool, asked[i].value));
	buf_printf(&b, "&cursor=%s", t->x->next_cursor);
	html_p_link(h, buf_text(&b), "Próximos passos");
}

static void write_told(struct html *h, const struct told *t)
{
	const struct explain_view *x = t->x;
	const struct explain *e = &x->figure.steps;

	html_open(h, "h2");
	html_element(h, "bdi", title_of(h->ctx->pool, x));
	html_close(h, "h2");
	steps_figure(h, x->q.field->name, &x->figure);
	html_p(h, "%s.", steps_counted(h->ctx->pool, e));
	steps_write(h,
		    &(struct steps_shown){ .e = e,
					   .inputs = x->q.from,
					   .inputs_end = explain_page_end(&x->q, e->n_shown_inputs),
					   .steps = x->q.from,
					   .steps_end = explain_page_end(&x->q, e->n_steps),
					   .source = explain_source,
					   .href = href,
					   .of = t });
	write_next(h, t);
	html_page_end(h);
}

void explained_page(struct ctx *ctx)
{
	struct wallet_explain asked;
	struct explain_view x = { .q = explain_asked(ctx, &asked, SHOWN) };

	layout_ledger_readable(ctx);
	explain_view(ctx, &x);
	write_told(layout_portfolio(ctx, x.v.in.name, "/explain"),
		   &(struct told){ &x, layout_path(ctx, "") });
}

void client_explained_page(struct ctx *ctx)
{
	struct wallet_explain asked;
	struct explain_view x = { .q = explain_asked(ctx, &asked, SHOWN) };
	const char *base;

	query_done(ctx);
	work_enter(ctx, &work_office, TX_READ);
	/* The Function checks access to the client, and chooses the portfolio. */
	(void)work_ask(ctx, &work_office, "advisor.client_portfolio.ledger");
	explain_view(ctx, &x);
	base = work_path(
		ctx, &work_office,
		pool_printf(ctx->pool, "/portfolios/%s", url_encoded(ctx->pool, ctx->path[1])));
	write_told(work_frame(ctx, &work_office, 200, x.v.in.name, "/portfolios/", NULL),
		   &(struct told){ &x, base });
}
