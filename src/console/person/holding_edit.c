/* SPDX-License-Identifier: Apache-2.0 */
/*
 * holding_edit.c: what a person says of an asset, in one form: class, name, tax id, custody, terms, a price.
 * GET /portfolios/{id}/holdings/{asset}/edit, GET, POST …/edit/preview, POST …/edit
 *
 * It is one PATCH of the asset.  The form knows a part of the metadata; the other members stay as they are.
 */
#include "config.h"

#include <string.h>

#include "identity/caller.h"
#include "identity/session.h"
#include "identity/pages/site.h"
#include "console/form/ledger_change.h"
#include "console/form/mend_undo.h"
#include "console/form/remedy_form.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/holding_fields.h"
#include "core/number_text.h"
#include "portfolio/functions/portfolio_operations.h"
#include "portfolio/show/issues_remedy.h"

/* What the form must know of the asset to be drawn again, as hidden fields. */
#define KNOWN_TYPE "was_asset_type"
#define KNOWN_CURRENCY "was_currency"
#define KNOWN_PRICES "was_prices"
static const char *const known[] = { KNOWN_TYPE, KNOWN_CURRENCY, KNOWN_PRICES };

static const char *edit_path(struct ctx *ctx, const char *rest)
{
	return layout_path(ctx, pool_printf(ctx->pool, "/holdings/%s%s", ctx->path[1], rest));
}

/* ---- what is stored ---- */

struct said_of_asset {
	struct json_object *asset, *meta, *terms;
	struct json_object *prices; /* that were stated, newest first */
	const char *type;
};

static struct said_of_asset read_stored(struct ctx *ctx)
{
	struct said_of_asset s = { .asset = ask_run(ctx, &(struct ask){ .run = asset_get }) };

	s.meta = ask_member(s.asset, "meta");
	s.terms = ask_member(s.meta, "fixed_income");
	s.type = ask_text(s.asset, "asset_type");
	s.prices = ask_member(ask_run(ctx, &(struct ask){ .run = stated_price_get }), "prices");
	return s;
}

static void put_stored(struct json *j, const struct said_of_asset *s, const struct holding_field *k)
{
	struct json_object *from = k->in == IN_ASSET  ? s->asset
				   : k->in == IN_META ? s->meta
						      : s->terms;
	struct json_object *v = ask_member(from, k->f.name);

	if (!v && str_eq(k->f.name, "rate")) /* a spread is the same under another name */
		v = ask_member(from, "spread");
	if (k->in == IN_PRICE || !v)
		return;
	if (str_eq(k->f.name, "exempt"))
		json_text(j, "exempt", holding_exemptions[json_object_get_boolean(v) ? 0 : 1]);
	else if (k->f.kind == FIELD_NUMBER && !json_object_is_type(v, json_type_string))
		json_raw(j, k->f.name, json_object_to_json_string(v));
	else
		json_text(j, k->f.name, body_shown(v));
}

static const char *prices_said(struct ctx *ctx, const struct said_of_asset *s)
{
	const char *all = NULL;

	for (size_t i = 0; i < ask_items(s->prices); i++) {
		struct json_object *one = json_object_array_get_idx(s->prices, i);

		all = pool_printf(ctx->pool, "%s%s%s %s", all ? all : "", all ? "," : "",
				  ask_text(one, "date"), ask_text(one, "price"));
	}
	return all;
}

static struct json_object *values_of(struct ctx *ctx, const struct said_of_asset *s)
{
	struct json *j = json_new(ctx->pool, 512);

	json_open(j, NULL);
	for (size_t i = 0; i < HOLDING_FIELDS; i++)
		put_stored(j, s, &holding_fields[i]);
	json_text(j, KNOWN_TYPE, s->type);
	json_text(j, KNOWN_CURRENCY, ask_text(s->asset, "currency"));
	json_text(j, KNOWN_PRICES, prices_said(ctx, s));
	json_close(j);
	return ask_parsed(ctx->pool, json_written(j));
}

/* ---- the form ---- */

/* The prices that were stated, as choices to withdraw: "2026-11-19 1080.5,2026-10-30 1000". */
static size_t price_choices(struct ctx *ctx, const char *said, bool dollars,
			    struct html_option **out)
{
	struct slice rest = slice_of(said ? said : "");
	struct html_option *list = pool_array(ctx->pool, struct html_option, rest.n);
	size_t n = 0;

	while (rest.n) {
		const char *comma = memchr(rest.p, ',', rest.n);
		struct slice one = { rest.p, comma ? (size_t)(comma - rest.p) : rest.n };
		struct slice day = { one.p, one.n < DAY_TEXT_SIZE ? 0 : DAY_TEXT_SIZE - 1 };
		struct slice price = { one.p + day.n + 1, day.n ? one.n - day.n - 1 : 0 };
		struct day on;

		rest.p += one.n + (comma != NULL);
		rest.n -= one.n + (comma != NULL);
		if (!day.n || day.p[day.n] != ' ' || !day_parse(day, &on))
			continue;
		list[n++] = (struct html_option){
			slice_text(ctx->pool, day),
			pool_printf(ctx->pool, "%s%s, de %s", dollars ? "US$\u00a0" : "R$\u00a0",
				    grouped_text(ctx->pool, slice_text(ctx->pool, price)),
				    date_text(ctx->pool, on)),
		};
	}
	*out = list;
	return n;
}

static void write_prices(struct ctx *ctx, struct html *h, const struct entry *e)
{
	const char *currency = entry_value(ctx, e, KNOWN_CURRENCY);
	struct html_option *list;
	size_t n = price_choices(ctx, entry_value(ctx, e, KNOWN_PRICES),
				 currency && str_eq(currency, "USD"), &list);

	if (n)
		entry_field(ctx, h, e,
			    (struct html_field){ .name = "withdraw",
						 .label = "Retirar um preço informado",
						 .type = "select",
						 .options = list,
						 .n_options = n,
						 .optional = true });
}

static void write_group(struct ctx *ctx, struct html *h, const struct entry *e, const char *legend,
			enum place from, enum place to)
{
	html_group(h, legend);
	for (size_t i = 0; i < HOLDING_FIELDS; i++)
		if (holding_fields[i].in >= from && holding_fields[i].in <= to &&
		    !str_eq(holding_fields[i].f.name, "withdraw"))
			holding_field_write(ctx, h, e, &holding_fields[i]);
	if (to == IN_PRICE)
		write_prices(ctx, h, e);
	html_group_end(h);
}

/* Draws without asking again: what the form must know of the asset comes with it. */
static void draw(struct ctx *ctx, struct html *h, const struct entry *e)
{
	const char *type = entry_value(ctx, e, KNOWN_TYPE);

	html_form(h, edit_path(ctx, "/edit/preview"), csrf_token(ctx));
	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		html_hidden(h, known[i], entry_value(ctx, e, known[i]));
	write_group(ctx, h, e, "O ativo", IN_ASSET, IN_META);
	if (type && holding_has_terms(type))
		write_group(ctx, h, e, "O que foi contratado", IN_TERMS, IN_TERMS);
	write_group(ctx, h, e, "Preço informado por você", IN_PRICE, IN_PRICE);
	change_write_button(h, edit_path(ctx, "/edit"), "Gravar a mudança");
	layout_form_end(h, CHANGE_ASKED, edit_path(ctx, ""), "Voltar sem mudar");
}

const struct entry_form holding_edit_form = {
	.title = "Editar ativo",
	.here = "",
	.draw = draw,
};

/* Apart from the rest: of another paper the name, the terms and the price are not those of this one. */
static void draw_code(struct ctx *ctx, struct html *h, const char *type)
{
	struct json *j = json_new(ctx->pool, 256);

	json_open(j, NULL);
	json_array(j, "actions");
	remedy_symbol_render(ctx->pool, j, ctx->path[0], ctx->path[1], type);
	json_array_end(j);
	json_close(j);
	html_element(h, "h2", "O código está errado?");
	html_p(h, "Os lançamentos e os proventos vão com ele para o certo.");
	mend_forms(ctx, h, ask_parsed(ctx->pool, json_written(j)),
		   &(struct mend_place){ .back = "issues" });
}

static void draw_page(struct ctx *ctx, struct html *h, const struct entry *e)
{
	draw(ctx, h, e);
	draw_code(ctx, h, entry_value(ctx, e, KNOWN_TYPE));
}

void holding_edit_page(struct ctx *ctx)
{
	struct entry e = { .stored = true };
	struct said_of_asset s;

	layout_ledger_readable(ctx);
	s = read_stored(ctx);
	e.values = values_of(ctx, &s);
	entry_page(ctx, 200,
		   &(struct entry_form){ .title = pool_printf(ctx->pool, "Editar %s",
							      ask_text(s.asset, "symbol")),
					 .here = "",
					 .draw = draw_page },
		   &e);
}

/* ---- the change ---- */

/* The typed value of each field, or NULL. */
struct typed {
	const char *of[HOLDING_FIELDS];
	bool any_terms;
};

static struct typed take_typed(struct body *form)
{
	struct typed t = { .any_terms = false };

	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		(void)body_json(form, known[i], OPTIONAL);
	for (size_t i = 0; i < HOLDING_FIELDS; i++) {
		struct json_object *v = body_json(form, holding_fields[i].f.name, OPTIONAL);

		t.of[i] = v && *body_shown(v) ? body_shown(v) : NULL;
		t.any_terms |= t.of[i] && holding_fields[i].in == IN_TERMS;
	}
	return t;
}

static const char *typed_text(const struct typed *t, const char *name)
{
	for (size_t i = 0; i < HOLDING_FIELDS; i++)
		if (str_eq(holding_fields[i].f.name, name))
			return t->of[i];
	return NULL;
}

static void put_place(struct ctx *ctx, struct json *j, const struct typed *t, enum place in)
{
	for (size_t i = 0; i < HOLDING_FIELDS; i++)
		if (holding_fields[i].in == in && t->of[i])
			holding_field_put(ctx, j, &holding_fields[i], t->of[i]);
}

/* Members of the metadata that the form does not know stay as they are. */
static void put_others(struct json *j, const struct said_of_asset *s)
{
	struct json_object_iterator it = json_object_iter_begin(s->meta),
				    end = json_object_iter_end(s->meta);

	for (; !json_object_iter_equal(&it, &end); json_object_iter_next(&it)) {
		const char *name = json_object_iter_peek_name(&it);

		if (str_eq(name, "tax_id") || str_eq(name, "custody") ||
		    str_eq(name, "stated_prices") ||
		    (str_eq(name, "fixed_income") && holding_has_terms(s->type)))
			continue;
		json_raw(j, name, json_object_to_json_string(json_object_iter_peek_value(&it)));
	}
}

/* The prices that stay, and the new one: its faults are those of the last item. */
static void put_prices(struct ctx *ctx, struct json *j, const struct said_of_asset *s,
		       const struct typed *t)
{
	const char *price = typed_text(t, "price"), *date = typed_text(t, "date"),
		   *withdraw = typed_text(t, "withdraw");
	const char *today = day_iso(ctx->pool, ctx->today);

	if (price && !date)
		date = today;
	json_array(j, "stated_prices");
	for (size_t i = ask_items(s->prices); i--;) {
		struct json_object *one = json_object_array_get_idx(s->prices, i);
		const char *day = ask_text(one, "date");

		if ((withdraw && str_eq(withdraw, day)) || (price && str_eq(date, day)))
			continue;
		json_open(j, NULL);
		json_text(j, "date", day);
		json_raw(j, "price", ask_text(one, "price"));
		json_close(j);
	}
	if (price) {
		json_open(j, NULL);
		json_text(j, "date", date);
		json_text(j, "price", entry_decimal(ctx->pool, price));
		json_close(j);
	}
	json_array_end(j);
}

static const char *patch_of(struct ctx *ctx, struct body *form)
{
	const struct said_of_asset s = read_stored(ctx);
	const struct typed t = take_typed(form);
	struct json *j = json_new(ctx->pool, 1024);

	json_open(j, NULL);
	if (typed_text(&t, "asset_type") && !str_eq(typed_text(&t, "asset_type"), s.type))
		json_text(j, "asset_type", typed_text(&t, "asset_type"));
	json_text(j, "name", typed_text(&t, "name"));
	json_open(j, "meta");
	put_others(j, &s);
	put_place(ctx, j, &t, IN_META);
	if (holding_has_terms(s.type) && t.any_terms) {
		holding_terms_judge(ctx->pool, form, ask_text(s.terms, "paper"));
		json_open(j, "fixed_income");
		put_place(ctx, j, &t, IN_TERMS);
		json_close(j);
	}
	if (ask_items(s.prices) || typed_text(&t, "price"))
		put_prices(ctx, j, &s, &t);
	json_close(j);
	json_close(j);
	return json_written(j);
}

static struct ask change(struct ctx *ctx, struct body *form)
{
	struct ask ask = { .run = asset_update };

	access_resource(ctx);
	ask.json = patch_of(ctx, form);
	entry_take(form, &ask);
	body_done(form);
	return ask;
}

void holding_edit_preview_post(struct ctx *ctx)
{
	change_hold(ctx, edit_path(ctx, "/edit/preview"));
}

void holding_edit_preview(struct ctx *ctx)
{
	const char *names[HOLDING_FIELDS + ARRAY_SIZE(known)];
	struct body *form = entry_held(ctx);
	struct ask ask;

	if (!form) { /* the typed values have expired: shows the asset as it is */
		access_resource(ctx);
		site_go(ctx, edit_path(ctx, "/edit"));
		return;
	}
	for (size_t i = 0; i < HOLDING_FIELDS; i++)
		names[i] = holding_fields[i].f.name;
	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		names[HOLDING_FIELDS + i] = known[i];
	ask = change(ctx, form);
	change_page(ctx, &(struct change){
				 .ask = &ask,
				 .title = "O que a mudança muda",
				 .form = &holding_edit_form,
				 .values = body_whole(form),
				 .carried = names,
				 .n_carried = ARRAY_SIZE(names),
				 .action = edit_path(ctx, "/edit"),
				 .button = "Gravar a mudança",
				 .here = pool_printf(ctx->pool, "/holdings/%s", ctx->path[1]) });
}

void holding_edit_post(struct ctx *ctx)
{
	struct body *form = layout_form(ctx);
	struct ask ask;

	ask = change(ctx, form);
	mend_write(
		ctx,
		&(struct mend_request){ .run = asset_update, .captures = { [1] = ctx->path[1] } },
		&ask, edit_path(ctx, ""));
}
