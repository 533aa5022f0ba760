/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explained.c: how a figure came about.  GET /portfolios/{id}/explain
 *
 * Its parameters are those of GET /v1/portfolios/{id}/explain.
 */
#include "config.h"

#include "console/figure_words.h"
#include "console/layout.h"
#include "console/rooms.h"
#include "console/steps.h"
#include "core/encode.h"
#include "http/request.h"
#include "wallet/show/explain.h"

#define SHOWN 50 /* steps and inputs of a page: below 50 kB */

/* ---- where figures lead to their explanation ---- */

static bool of_whole(const char *field)
{
	return explain_field_find(field, false) != NULL;
}

static bool of_holding(const char *field)
{
	return explain_field_find(field, true) != NULL;
}

void layout_explains(struct html *h, const char *prefix, const char *rest)
{
	struct shown_explained *e = pool_zero(h->ctx->pool, struct shown_explained);

	if (!h->ctx->path[0]) {
		shown_led(h,
			  "#contas"); /* of all portfolios: overview.c says how they are joined */
		return;
	}
	*e = (struct shown_explained){ .path = layout_path(h->ctx, "/explain?field="),
				       .prefix = prefix,
				       .rest = rest,
				       .known = of_whole };
	shown_explained(h, layout_explainable(h->ctx) ? e : NULL);
}

static void explains_holding(struct html *h, const char *prefix, const char *rest)
{
	struct shown_explained *e = pool_zero(h->ctx->pool, struct shown_explained);

	*e = (struct shown_explained){ .path = layout_path(h->ctx, "/explain?field="),
				       .prefix = prefix,
				       .rest = rest,
				       .known = of_holding };
	shown_explained(h, layout_explainable(h->ctx) ? e : NULL);
}

static const char *naming(struct html *h, const char *symbol, enum asset_type type)
{
	return pool_printf(h->ctx->pool, "&symbol=%s&asset_type=%s",
			   url_encoded(h->ctx->pool, symbol), asset_type_names[type]);
}

void layout_explains_asset(struct html *h, const char *prefix, const char *symbol,
			   enum asset_type type, const char *rest)
{
	explains_holding(h, prefix,
			 pool_printf(h->ctx->pool, "%s%s", naming(h, symbol, type), rest));
}

void layout_explains_symbol(struct html *h, const char *symbol)
{
	explains_holding(
		h, "", pool_printf(h->ctx->pool, "&symbol=%s", url_encoded(h->ctx->pool, symbol)));
}

void layout_explains_other(struct html *h, const char *id)
{
	struct shown_explained *e = pool_zero(h->ctx->pool, struct shown_explained);

	*e = (struct shown_explained){
		.path = pool_printf(h->ctx->pool, "/portfolios/%s/explain?field=", id),
		.prefix = "",
		.rest = "",
		.known = of_whole,
	};
	shown_explained(h, e);
}

void layout_explains_other_asset(struct html *h, const char *id, const char *symbol,
				 enum asset_type type)
{
	struct shown_explained *e = pool_zero(h->ctx->pool, struct shown_explained);

	*e = (struct shown_explained){
		.path = pool_printf(h->ctx->pool, "/portfolios/%s/explain?field=", id),
		.prefix = "",
		.rest = naming(h, symbol, type),
		.known = of_holding,
	};
	shown_explained(h, e);
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
	if (q->item)
		buf_printf(&b, ", %s", q->item);
	if (q->has_month)
		buf_printf(&b, ", %s", shown_month(pool, q->month));
	if (q->has_day)
		buf_printf(&b, ", %s", shown_day(pool, q->day));
	return buf_text(&b);
}

static const char *href(struct html *h, const void *of, const struct explain_input *i)
{
	return explain_href(h->ctx->pool, of, i);
}

/* The same question, from the next place on. */
static void write_next(struct html *h, const struct explain_view *x)
{
	void *pool = h->ctx->pool;
	const struct wallet_explain *a = x->q.asked;
	const struct {
		const char *name, *value;
	} asked[] = {
		{ "symbol", a->symbol }, { "asset_type", a->asset_type },
		{ "item", a->item },	 { "month", a->month },
		{ "day", a->day },	 { "at", a->at },
	};
	struct buf b;

	if (!x->next_cursor)
		return;
	buf_init(&b, pool, 256);
	buf_printf(&b, "%s%s", layout_path(h->ctx, "/explain?field="), a->field);
	for (size_t i = 0; i < ARRAY_SIZE(asked); i++)
		if (asked[i].value)
			buf_printf(&b, "&%s=%s", asked[i].name, url_encoded(pool, asked[i].value));
	buf_printf(&b, "&cursor=%s", x->next_cursor);
	html_open(h, "p");
	html_link(h, buf_text(&b), "Próximos passos");
	html_close(h, "p");
}

void explained_page(struct ctx *ctx)
{
	struct wallet_explain asked;
	struct explain_view x = { .q = explain_asked(ctx, &asked, SHOWN) };
	const struct explain *e = &x.figure.steps;
	struct html *h;

	layout_ledger_readable(ctx);
	explain_view(ctx, &x);
	h = layout_portfolio(ctx, x.v.in.name, "/explain");
	html_open(h, "h2");
	html_open(h, "bdi");
	html_text(h, title_of(ctx->pool, &x));
	html_close(h, "bdi");
	html_close(h, "h2");
	steps_figure(h, x.q.field->name, &x.figure);
	html_p(h, "%zu passos, a partir de %zu dados.", e->n_steps, e->n_shown_inputs);
	steps_write(h,
		    &(struct steps_shown){ .e = e,
					   .inputs = x.q.from,
					   .inputs_end = explain_page_end(&x.q, e->n_shown_inputs),
					   .steps = x.q.from,
					   .steps_end = explain_page_end(&x.q, e->n_steps),
					   .source = explain_source,
					   .href = href,
					   .of = &x });
	write_next(h, &x);
	html_page_end(h);
}
