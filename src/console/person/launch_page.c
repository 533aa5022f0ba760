/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch_page.c: a purchase, a payment or another row, typed.  GET /launch, GET /portfolios/{id}/transactions/new, GET, POST
 * …/preview, POST /portfolios/{id}/transactions
 *
 * The kind is chosen first, by a link, so that only its fields are asked for.  The class of the paper is inferred from its symbol
 * and asked for only where that is not enough.
 */
#include "config.h"

#include "console/form/ledger_change.h"
#include "console/form/member_words.h"
#include "console/form/mend_undo.h"
#include "console/form/row_form.h"
#include "console/form/row_said.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/holding_fields.h"
#include "console/person/launch_search.h"
#include "console/person/launch_terms.h"
#include "core/calendar.h"
#include "core/encode.h"
#include "core/text.h"
#include "identity/caller.h"
#include "identity/pages/site.h"
#include "identity/session.h"
#include "portfolio/functions/portfolio_operations.h"

#define NEW "/transactions/new"
#define DO "do"
#define SEARCH "search" /* the button that looks for the paper, and keeps what was typed */

/* ---- the kinds ---- */

#define FIXED_INCOME "renda-fixa" /* has its terms, too */
#define NAMES(...) ((const char *const[]){ __VA_ARGS__, NULL })

static const struct launch {
	const char *word, *label; /* "compra", "Compra" */
	const char *kind, *event, *type;
	const char *const *fields, *const *more;
} launches[] = {
	{ "compra", "Compra", "buy", NULL, NULL,
	  NAMES("symbol", "asset_type", "trade_date", "quantity", "price", "fees"),
	  NAMES("event_kind", "option", "institution", "note") },
	{ "venda", "Venda", "sell", NULL, NULL,
	  NAMES("symbol", "asset_type", "trade_date", "quantity", "price", "fees"),
	  NAMES("event_kind", "option", "institution", "note") },
	{ "dividendo", "Dividendo", "dividend", NULL, NULL,
	  NAMES("symbol", "asset_type", "pay_date", "amount"), NAMES("gross_amount", "note") },
	{ "jcp", "JCP", "jcp", NULL, NULL,
	  NAMES("symbol", "asset_type", "pay_date", "amount", "gross_amount"), NAMES("note") },
	{ "rendimento", "Rendimento", "yield", NULL, NULL,
	  NAMES("symbol", "asset_type", "pay_date", "amount"), NAMES("gross_amount", "note") },
	{ "amortizacao", "Amortização", "amortization", NULL, NULL,
	  NAMES("symbol", "asset_type", "pay_date", "amount"), NAMES("gross_amount", "note") },
	{ "desdobramento", "Desdobramento", "split", NULL, NULL,
	  NAMES("symbol", "asset_type", "trade_date", "ratio"), NAMES("note") },
	{ "bonificacao", "Bonificação", "adjust", "bonus", NULL,
	  NAMES("symbol", "asset_type", "trade_date", "quantity", "price"),
	  NAMES("institution", "note") },
	{ "ajuste", "Ajuste", "adjust", NULL, NULL,
	  NAMES("symbol", "asset_type", "trade_date", "quantity", "price"),
	  NAMES("event_kind", "fees", "institution", "note") },
	{ FIXED_INCOME, "Renda fixa", "buy", NULL, NULL,
	  NAMES("symbol", "asset_type", "trade_date", "quantity", "price", "fees"),
	  NAMES("institution", "note") },
	{ "exterior", "Compra no exterior", "buy", NULL, "us",
	  NAMES("symbol", "trade_date", "quantity", "price", "fees"),
	  NAMES("institution", "note") },
};

static const struct launch *launch_named(const char *word)
{
	for (size_t i = 0; word && i < ARRAY_SIZE(launches); i++)
		if (str_eq(launches[i].word, word))
			return &launches[i];
	return NULL;
}

/* A form says its word; one sent without it, its kind. */
static const struct launch *launch_of(const struct entry *e)
{
	const struct launch *l = launch_named(ask_text(e->values, ROW_TIPO));
	const char *kind = ask_text(e->values, "kind");

	if (l && (!kind || str_eq(l->kind, kind)))
		return l;
	for (size_t i = 0; kind && i < ARRAY_SIZE(launches); i++)
		if (str_eq(launches[i].kind, kind) && !launches[i].event)
			return &launches[i];
	return &launches[0];
}

/* ---- the form ---- */

static const char *new_path(struct ctx *ctx, const struct launch *l, const char *symbol)
{
	const char *path = layout_path(ctx, pool_printf(ctx->pool, NEW "?tipo=%s", l->word));

	return symbol && *symbol ? pool_printf(ctx->pool, "%s&symbol=%s", path,
					       url_encoded_but(ctx->pool, symbol, ""))
				 : path;
}

static void write_kinds(struct html *h, const struct launch *current, const char *symbol)
{
	layout_chips(h, "O que lançar");
	for (size_t i = 0; i < ARRAY_SIZE(launches); i++)
		layout_chip(h, new_path(h->ctx, &launches[i], symbol), launches[i].label,
			    &launches[i] == current);
	layout_chips_end(h);
}

#define APART_MAX 8

/* Fields that are not among the first ones: those of the details, and those that the kind decides. */
static void set_apart(const struct launch *l, const char *out[APART_MAX])
{
	size_t n = 0;

	for (const char *const *name = l->more; *name; name++)
		out[n++] = *name;
	if (l->event)
		out[n++] = "event_kind";
	if (l->type)
		out[n++] = "asset_type";
	out[n] = NULL;
}

#define FIRST_MAX 8

/* The first fields; the class is among them unless the symbol tells it. */
static void set_first(const struct launch *l, const struct entry *e, const char *out[FIRST_MAX])
{
	const char *class_of = ask_text(e->values, ROW_CLASS);
	bool known = class_of && str_eq(class_of, "known");
	size_t n = 0;

	for (const char *const *name = l->fields; *name; name++)
		if (!known || !str_eq(*name, "asset_type"))
			out[n++] = *name;
	out[n] = NULL;
}

static void write_more(struct ctx *ctx, struct html *h, const struct entry *e,
		       const struct launch *l)
{
	html_open(h, "details");
	html_attr(h, "open", row_any_at_stake(ctx, e, l->more) ? "open" : NULL);
	html_element(h, "summary", "Mais sobre o lançamento");
	row_fields_of(ctx, h, e, l->more, NULL);
	html_close(h, "details");
}

void launch_row_fields(struct ctx *ctx, struct html *h, const struct entry *e)
{
	const struct launch *l = launch_of(e);
	const char *first[FIRST_MAX + 1] = { "kind" };

	set_first(l, e, first + 1);
	row_fields_of(ctx, h, e, first, l->more);
	write_more(ctx, h, e, l);
	row_was(ctx, h, e);
}

static void draw_new(struct ctx *ctx, struct html *h, const struct entry *e)
{
	const struct launch *l = launch_of(e);
	const char *apart[APART_MAX], *first[FIRST_MAX];

	set_apart(l, apart);
	set_first(l, e, first);
	write_kinds(h, l, entry_value(ctx, e, "symbol"));
	html_form(h, layout_path(ctx, "/transactions/preview"), csrf_token(ctx));
	html_hidden(h, ROW_TIPO, l->word);
	html_hidden(h, "kind", l->kind);
	html_hidden(h, "event_kind", l->event);
	html_hidden(h, "asset_type", l->type);
	row_fields_of(ctx, h, e, first, apart);
	if (str_eq(l->word, FIXED_INCOME))
		launch_terms_write(ctx, h, e);
	write_more(ctx, h, e, l);
	change_write_button(h, layout_path(ctx, "/transactions"), "Lançar");
	html_button(h, CHANGE_ASKED);
	html_button_unchecked(h, DO, SEARCH, "Procurar o ativo");
	html_form_end(h);
}

const struct entry_form row_new_form = {
	.title = "Lançar",
	.here = "/transactions",
	.draw = draw_new,
};

/* ---- the page ---- */

/* @option: that the trade exercises, or NULL */
static struct json_object *presets(struct ctx *ctx, const struct launch *l, const char *symbol,
				   const char *option)
{
	struct json *j;
	struct day day = session_before(day_plus(ctx->today, 1));

	j = json_new(ctx->pool, 200);
	json_open(j, NULL);
	json_text(j, ROW_TIPO, l->word);
	if (symbol)
		json_text(j, "symbol", symbol);
	else if (str_eq(l->word, FIXED_INCOME)) /* debentures and Tesouro have terms, too */
		json_text(j, "asset_type", "renda_fixa");
	if (option) {
		json_text(j, "event_kind", "exercise");
		json_text(j, "option", option);
	}
	json_day(j, row_is_income(l->kind) ? "pay_date" : "trade_date", day);
	json_close(j);
	return ask_parsed(ctx->pool, json_written(j));
}

/* A kind, a paper and the last session's day. */
static struct json_object *begun(struct ctx *ctx, const char *word, const char *symbol,
				 const char *option)
{
	const struct launch *l = word ? launch_named(word) : &launches[0];

	if (!l)
		fail_parameter(ctx, ROW_TIPO, word, "compra, venda, dividendo ou outro da página");
	return presets(ctx, l, symbol, option);
}

/* What was typed when the paper was searched, with the one that was chosen. */
static struct json_object *typed_before(struct ctx *ctx, const char *symbol)
{
	struct body *form = entry_held(ctx);
	struct json_object *values = form ? body_whole(form) : NULL;

	if (values && symbol)
		json_object_object_add(values, "symbol", json_object_new_string(symbol));
	return values;
}

/* Whether the class must be asked: the symbol does not tell it. */
static void tell_class(struct ctx *ctx, struct json_object *values)
{
	const char *symbol = ask_text(values, "symbol"), *type = ask_text(values, "asset_type");
	const char *word = ask_text(values, ROW_TIPO);

	if (word && str_eq(word, FIXED_INCOME)) /* its name tells nothing */
		json_object_object_add(values, ROW_CLASS, json_object_new_string("asked"));
	if (!symbol || !*symbol || (type && *type))
		return;
	json_object_object_add(
		values, ROW_CLASS,
		json_object_new_string(
			symbol_class_one(symbol_class_known(ctx, symbol)) < 0 ? "asked" : "known"));
}

void row_new_page(struct ctx *ctx)
{
	const char *word = query_text(ctx, ROW_TIPO), *symbol = query_text(ctx, "symbol");
	const char *option = query_text(ctx, "option");
	bool searched = entry_is_typed(ctx);
	struct entry e = { .values = searched ? typed_before(ctx, symbol)
					      : begun(ctx, word, symbol, option) };
	struct json_object *found = NULL;
	struct html *h;

	if (!e.values) {
		entry_gone(ctx, &row_new_form);
		return;
	}
	layout_readable(ctx);
	if (searched && !symbol)
		found = launch_search(ctx, ask_text(e.values, "symbol"));
	else
		tell_class(ctx, e.values);
	h = layout_answer(
		ctx, &(struct layout){ .title = row_new_form.title, .here = row_new_form.here });
	if (searched && !symbol)
		launch_found_write(h, layout_path(ctx, NEW), ask_text(e.values, "symbol"), found);
	draw_new(ctx, h, &e);
	html_page_end(h);
}

/* ---- what is sent ---- */

static const char *classes_said(void *pool, unsigned known)
{
	const char *out = "";

	for (int t = 0; t < ASSET_TYPES; t++)
		if (known & (1u << t))
			out = pool_printf(pool, "%s%s%s", out, *out ? " ou " : "",
					  choice_word(asset_type_names[t]));
	return out;
}

/*
 * The class by the symbol, where none was sent; one that contradicts what the portfolio or the market says is refused: one
 * symbol is one paper.
 */
static const char *class_of(struct ctx *ctx, struct body *form)
{
	const char *symbol = ask_text(body_whole(form), "symbol");
	const char *type = ask_text(body_whole(form), "asset_type");
	int typed = type ? enum_find(asset_type_names, type) : -1;
	unsigned known;

	if (!symbol || !*symbol || (type && *type && typed < 0))
		return NULL;
	known = symbol_class_known(ctx, symbol);
	if (typed < 0 && !known)
		body_error(form, "asset_type", "required",
			   pool_printf(ctx->pool,
				       "a classe de %s, que não está nos dados do mercado; ou "
				       "corrija o código",
				       symbol),
			   NULL);
	if (typed < 0)
		return symbol_class_one(known) < 0 ? NULL
						   : asset_type_names[symbol_class_one(known)];
	if (known && !(known & (1u << typed)))
		body_error(form, "asset_type", "enum",
			   pool_printf(ctx->pool, "%s, a classe de %s",
				       classes_said(ctx->pool, known), symbol),
			   choice_word(type));
	return NULL;
}

/* Terms of what has none would be lost in silence. */
static void add_terms(struct ctx *ctx, struct body *form, const char *type, const char *terms,
		      struct ask *ask)
{
	if (type && *type && !holding_has_terms(type))
		body_error(form, "asset_type", "enum",
			   "renda fixa, debênture ou Tesouro Direto, que têm contrato",
			   choice_word(type));
	holding_terms_judge(ctx->pool, form, NULL);
	ask->then = launch_terms_keep;
	ask->with = terms;
}

static struct ask creation(struct ctx *ctx, struct body *form)
{
	const char *kind = ask_text(body_whole(form), "kind");
	const char *terms = launch_terms_take(ctx, form), *type;
	struct ask ask = { .run = row_is_income(kind) ? income_create : transaction_create };

	/* Only the pages need these. */
	(void)body_text(form, ROW_TIPO, OPTIONAL, 0, 20);
	(void)body_text(form, CHANGE_SHORT, OPTIONAL, 0, 5);
	(void)body_text(form, CHANGE_CONFIRM, OPTIONAL, 0, 5);
	entry_take(form, &ask);
	access_resource(ctx);
	type = class_of(ctx, form);
	ask.json = row_json(ctx, form, true, type);
	if (terms)
		add_terms(ctx, form, type ? type : ask_text(body_whole(form), "asset_type"), terms,
			  &ask);
	body_done(form);
	return ask;
}

void row_new_preview_post(struct ctx *ctx)
{
	struct json_object *typed = body_whole(layout_form(ctx));
	const char *pressed = ask_text(typed, DO);
	bool search = pressed && str_eq(pressed, SEARCH);

	access_resource(ctx);
	entry_hold(ctx, layout_path(ctx, search ? NEW : "/transactions/preview"), typed);
}

void row_new_preview(struct ctx *ctx)
{
	struct body *form = entry_held(ctx);
	const char *const *terms;
	struct ask ask;
	size_t n;

	if (!form) {
		entry_gone(ctx, &row_new_form);
		return;
	}
	ask = creation(ctx, form);
	ask.version = NULL; /* of a preview that was sent without its confirmation */
	terms = launch_terms_names(ctx->pool, &n);
	change_page(ctx,
		    &(struct change){ .ask = &ask,
				      .title = "O que o lançamento muda",
				      .form = &row_new_form,
				      .values = body_whole(form),
				      .fresh = true,
				      .again = ask_text(body_whole(form), CHANGE_SHORT) != NULL,
				      .carried = terms,
				      .n_carried = n,
				      .action = layout_path(ctx, "/transactions"),
				      .said = row_said,
				      .button = "Lançar" });
}

void row_new_post(struct ctx *ctx)
{
	struct body *form = layout_form(ctx);
	struct json_object *typed = body_whole(form);
	struct ask ask;

	if (ask_text(typed, CHANGE_SHORT) && !ask_text(typed, CHANGE_CONFIRM)) {
		access_resource(ctx);
		entry_hold(ctx, layout_path(ctx, "/transactions/preview"), typed);
		return;
	}
	ask = creation(ctx, form);
	mend_write(ctx, &(struct mend_request){ .run = ask.run, .warned_unwritten = true }, &ask,
		   layout_path(ctx, ask.run == income_create ? "/income" : "/transactions"));
}

/* ---- which portfolio ---- */

static const char *launch_path(struct ctx *ctx, struct json_object *portfolio)
{
	return pool_printf(ctx->pool, "/portfolios/%s" NEW, ask_text(portfolio, "id"));
}

void launch_page(struct ctx *ctx)
{
	struct ask ask = { .run = portfolio_list };
	struct json_object *list;
	struct html *h;

	layout_person(ctx);
	ask_query(&ask, "limit", "200");
	list = ask_member(ask_run(ctx, &ask), "data");
	if (ask_items(list) == 1) {
		site_go(ctx, launch_path(ctx, json_object_array_get_idx(list, 0)));
		return;
	}
	h = layout_page(ctx, "Lançar");
	if (!ask_items(list)) {
		html_p(h, "Ainda não há carteiras onde lançar.");
		html_link(h, "/portfolios/new", "Nova carteira");
	} else {
		html_p(h, "Em que carteira?");
		html_open(h, "ul");
		for (size_t i = 0; i < ask_items(list); i++) {
			struct json_object *p = json_object_array_get_idx(list, i);

			html_open(h, "li");
			html_link(h, launch_path(ctx, p), ask_text(p, "name"));
			html_close(h, "li");
		}
		html_close(h, "ul");
	}
	html_page_end(h);
}
