/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plan_trades.c: what a plan buys and sells, written as transactions of today at the price shown, after a preview.
 * GET /portfolios/{id}/plan/trades?contribution=&sell=, POST …/trades/preview, POST …/trades
 *
 * One day, and of each row quantity and price can be changed; a row without a quantity is left out.
 */
#include "config.h"

#include <stdlib.h>

#include "console/form/ledger_change.h"
#include "console/form/mend_said.h"
#include "console/form/mend_undo.h"
#include "console/form/schema_fields.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/plan_parts.h"
#include "core/number_text.h"
#include "core/text.h"
#include "http/request.h"
#include "identity/caller.h"
#include "identity/session.h"
#include "portfolio/functions/portfolio_operations.h"

#define ROWS_MAX 50 /* three fields each */
#define DAY "trade_date"

static const char *at(void *pool, const char *name, size_t row)
{
	return pool_printf(pool, "%s%zu", name, row);
}

/* ---- the plan as fields ---- */

/* In the paper's own currency; unknown: the person types it. */
static const char *price_said(void *pool, const struct plan_position *p)
{
	bool dollars = p->type == ASSET_US;

	if (dollars ? !p->native_known : !p->price_known)
		return NULL;
	return decimal_text(pool, dollars ? p->native.e12 : p->price.e12, PRICE_PLACES, 8, true);
}

static void put_buy(struct ctx *ctx, struct json *j, size_t row, const struct plan_buy *b)
{
	void *pool = ctx->pool;
	const char *price = b->asset->position ? price_said(pool, b->asset->position) : NULL;

	json_text(j, at(pool, "row", row),
		  pool_printf(pool, "%s %s %s", b->qty.e8 < 0 ? "sell" : "buy",
			      asset_type_names[b->asset->type], b->asset->symbol));
	json_text(j, at(pool, "quantity", row),
		  decimal_text(pool, wide_abs(b->qty.e8), QTY_PLACES, 8, true));
	if (price)
		json_text(j, at(pool, "price", row), price);
}

static struct json_object *values_of(struct ctx *ctx, const struct plan_moves *m)
{
	struct json *j;
	size_t n = 0;
	const char *today = day_iso(ctx->pool, ctx->today);

	j = json_new(ctx->pool, 1024);
	json_open(j, NULL);
	json_text(j, DAY, today);
	for (size_t i = 0; i < m->n; i++)
		for (size_t k = 0; k < m->slices[i].n; k++) {
			const struct plan_buy *one = &m->slices[i].buys[k];

			if (one->qty_known && one->qty.e8 && n < ROWS_MAX)
				put_buy(ctx, j, n++, one);
		}
	json_close(j);
	return ask_parsed(ctx->pool, json_written(j));
}

/* ---- the form ---- */

/* "buy stock PETR4" in three. */
struct trade {
	const char *kind, *type, *symbol;
};

static bool trade_of(struct ctx *ctx, struct json_object *values, size_t row, struct trade *out)
{
	const char *text = ask_text(values, at(ctx->pool, "row", row));
	struct slice kind, type, rest;

	if (!text || !slice_cut(slice_of(text), ' ', &kind, &rest) ||
	    !slice_cut(rest, ' ', &type, &rest))
		return false;
	*out = (struct trade){ slice_text(ctx->pool, kind), slice_text(ctx->pool, type),
			       slice_text(ctx->pool, rest) };
	return true;
}

static void draw_field(struct ctx *ctx, struct html *h, const struct entry *e, const char *name,
		       const char *label, const char *hint)
{
	entry_field(ctx, h, e,
		    (struct html_field){ .name = name,
					 .label = label,
					 .type = "text",
					 .hint = hint,
					 .inputmode = "decimal",
					 .autocomplete = "off",
					 .max_length = 30,
					 .optional = true });
}

static void draw_trade(struct ctx *ctx, struct html *h, const struct entry *e, size_t row,
		       const struct trade *t)
{
	void *pool = ctx->pool;
	const char *doing = str_eq(t->kind, "sell") ? "Vender" : "Comprar";

	html_group(h, pool_printf(pool, "%s %s", doing, t->symbol));
	html_hidden(h, at(pool, "row", row), entry_value(ctx, e, at(pool, "row", row)));
	draw_field(ctx, h, e, at(pool, "quantity", row), "Quantidade", "Vazia: não é lançada.");
	draw_field(ctx, h, e, at(pool, "price", row),
		   str_eq(t->type, "us") ? "Preço de uma unidade, em dólares"
					 : "Preço de uma unidade, em reais",
		   NULL);
	html_group_end(h);
}

static void draw(struct ctx *ctx, struct html *h, const struct entry *e)
{
	struct trade t;

	html_form(h, plan_path(ctx, "/trades/preview"), csrf_token(ctx));
	entry_field(ctx, h, e, (struct html_field){ .name = DAY, .label = "Dia", .type = "date" });
	for (size_t i = 0; trade_of(ctx, e->values, i, &t); i++)
		draw_trade(ctx, h, e, i, &t);
	change_write_button(h, plan_path(ctx, "/trades"), "Lançar");
	layout_form_end(h, CHANGE_ASKED, plan_path(ctx, ""), "Voltar ao plano");
}

/* ---- the fields as transactions ---- */

static const char *quantity_of(struct ctx *ctx, struct json_object *values, size_t row)
{
	return ask_text(values, at(ctx->pool, "quantity", row));
}

static void put_number(struct ctx *ctx, struct json *j, const char *name, const char *typed)
{
	if (typed)
		schema_field_number(j, name, entry_decimal(ctx->pool, typed));
}

static const char *rows_json(struct ctx *ctx, struct json_object *values, size_t *n)
{
	struct trade t;
	struct json *j = json_new(ctx->pool, 1024);

	json_array(j, NULL);
	*n = 0;
	for (size_t i = 0; trade_of(ctx, values, i, &t); i++) {
		if (!quantity_of(ctx, values, i))
			continue;
		json_open(j, NULL);
		json_text(j, "symbol", t.symbol);
		json_text(j, "asset_type", t.type);
		json_text(j, "kind", t.kind);
		if (ask_text(values, DAY))
			json_text(j, "trade_date", ask_text(values, DAY));
		put_number(ctx, j, "quantity", quantity_of(ctx, values, i));
		put_number(ctx, j, "price", ask_text(values, at(ctx->pool, "price", i)));
		json_close(j);
		++*n;
	}
	json_array_end(j);
	return json_written(j);
}

/* "/3/price": of the fourth row with a quantity. */
static const char *field_of(struct ctx *ctx, const struct entry *e, const char *pointer)
{
	const char *last = strrchr(pointer, '/') + 1;
	char *end;
	long left = strtol(pointer + 1, &end, 10);
	struct trade t;

	if (end == pointer + 1 || str_eq(last, DAY))
		return last;
	for (size_t i = 0; trade_of(ctx, e->values, i, &t); i++)
		if (quantity_of(ctx, e->values, i) && left-- == 0)
			return at(ctx->pool, str_eq(last, "price") ? "price" : "quantity", i);
	return "";
}

const struct entry_form plan_trades_form = {
	.title = "Lançar o que o plano diz",
	.here = "/plan",
	.draw = draw,
	.field = field_of,
};

static struct ask creation(struct ctx *ctx, struct body *form, size_t *n)
{
	struct ask ask = { .run = transaction_create };
	struct json_object *values = body_whole(form);
	struct trade t;

	(void)body_json(form, DAY, OPTIONAL);
	for (size_t i = 0; trade_of(ctx, values, i, &t) && i < ROWS_MAX; i++) {
		(void)body_json(form, at(ctx->pool, "row", i), OPTIONAL);
		(void)body_json(form, at(ctx->pool, "quantity", i), OPTIONAL);
		(void)body_json(form, at(ctx->pool, "price", i), OPTIONAL);
	}
	ask.json = rows_json(ctx, values, n);
	if (!*n)
		body_error(form, "quantity0", "required", "ao menos uma quantidade", NULL);
	entry_take(form, &ask);
	body_done(form);
	return ask;
}

/* ---- preview and writing ---- */

static void write_rows(struct html *h, struct json_object *values)
{
	size_t n;

	mend_rows_write(h, ask_parsed(h->ctx->pool, rows_json(h->ctx, values, &n)));
}

/* Of the plan itself, or what was typed over it. */
static struct body *asked(struct ctx *ctx)
{
	const char *contribution, *typed;
	struct plan_view v;
	bool sell;

	if (entry_is_typed(ctx))
		return entry_held(ctx);
	typed = query_field(ctx, "contribution");
	sell = query_bool(ctx, "sell", false);
	contribution = typed ? entry_money(ctx->pool, typed) : NULL;
	layout_ledger_readable(ctx);
	plan_view(ctx, false, plan_ask_of(ctx, contribution, sell), &v);
	ctx->req->form = values_of(ctx, &v.moves);
	return body_of(ctx, ctx->req->form, "");
}

static void preview(struct ctx *ctx, struct body *form)
{
	const char *names[3 * ROWS_MAX + 1] = { DAY };
	size_t n, n_names = 1;
	struct ask ask = creation(ctx, form, &n);

	for (size_t i = 0; i < ROWS_MAX; i++) {
		names[n_names++] = at(ctx->pool, "row", i);
		names[n_names++] = at(ctx->pool, "quantity", i);
		names[n_names++] = at(ctx->pool, "price", i);
	}
	access_resource(ctx);
	change_page(ctx, &(struct change){
				 .ask = &ask,
				 .title = "O que estes lançamentos mudam",
				 .form = &plan_trades_form,
				 .values = body_whole(form),
				 .carried = names,
				 .n_carried = n_names,
				 .action = plan_path(ctx, "/trades"),
				 .written = write_rows,
				 .button = n == 1 ? "Lançar"
						  : pool_printf(ctx->pool, "Lançar %zu linhas", n),
				 .here = "/plan" });
}

void plan_trades_preview(struct ctx *ctx)
{
	struct body *form = asked(ctx);

	if (form)
		preview(ctx, form);
	else
		entry_gone(ctx, &plan_trades_form);
}

void plan_trades_preview_post(struct ctx *ctx)
{
	change_hold(ctx, plan_path(ctx, "/trades"));
}

void plan_trades_post(struct ctx *ctx)
{
	struct body *form = layout_form(ctx);
	struct ask ask;
	size_t n;

	access_resource(ctx);
	ask = creation(ctx, form, &n);
	mend_write(ctx,
		   &(struct mend_request){ .run = transaction_create, .warned_unwritten = true },
		   &ask, plan_path(ctx, ""));
}
