/* SPDX-License-Identifier: Apache-2.0 */
/*
 * remedy_form.c: the requests that resolve an issue or a difference, as forms.  GET, POST
 * /portfolios/{id}/mend
 *
 * A request that deletes rows is previewed first (console/form/ledger_change.h): its form is stored,
 * and the answer redirects to the preview.
 */
#include "config.h"

#include "console/form/remedy_form.h"

#include <stdlib.h>

#include "identity/caller.h"
#include "identity/session.h"
#include "identity/pages/site.h"
#include "console/form/ledger_change.h"
#include "console/form/member_words.h"
#include "console/layout.h"
#include "console/form/row_form.h"
#include "core/encode.h"
#include "core/number_text.h"
#include "core/text.h"
#include "http/router.h"
#include "portfolio/functions/portfolio_operations.h"
#include "portfolio/portfolio.h"

#define FILLS_MAX 200	 /* pointers of one request */
#define FIELDS_MAX 40	 /* fields of one request; FORM_FIELDS_MAX leaves room for them */
#define ACTIONS_SHOWN 10 /* of one remedy; the next ones appear once these are sent */
#define BODY_MAX 60000
#define PREFIX_MAX 12

/* The operations that a remedy may use. */
static const struct remedy {
	void (*run)(struct ctx *ctx);
	const char *button;
	bool shown; /* its effect is previewed first */
} remedies[] = {
	{ transaction_create, "Gravar", false },
	{ transaction_update, "Corrigir o lançamento", false },
	{ transaction_delete, "Excluir o lançamento", true },
	{ asset_update, "Corrigir o ativo", false },
	{ asset_delete, "Excluir o ativo e os lançamentos dele", true },
	{ succession_put, "Gravar o que houve com o papel", false },
	{ succession_delete, "Desfazer", false },
};

/* A request to be sent: the parts that the form carries. */
struct action {
	const struct remedy *remedy;
	const char *base;		     /* "/portfolios/{id}" */
	const char *method, *what;	     /* what: its path, after the portfolio's */
	const char *captures[PATH_CAPTURES]; /* of its path */
	const char *symbol;		     /* of its paper, if given; or NULL */
	const char *body;		     /* JSON, or NULL */
	struct json_object *fill;	     /* pointers into the body */
	const char *prefix;		     /* of the names of its fields */
	const char *back;
	const char *button; /* or NULL: the remedy's */
	bool bare;	    /* the page says what is written */
};

/* Finds what the wallet's row for the request runs; false when a remedy may not use it. */
static bool find_remedy(struct ctx *ctx, struct action *a)
{
	const char *path = pool_printf(ctx->pool, "/v1%s/%s", a->base, a->what);
	const struct route *row =
		router_row(ctx->pool, wallet_routes, a->method, path, a->captures);

	for (size_t i = 0; row && i < ARRAY_SIZE(remedies); i++)
		if (remedies[i].run == row->run)
			a->remedy = &remedies[i];
	return a->remedy;
}

/* "transactions/ID" of a request of the portfolio. */
static const char *what_of(struct ctx *ctx, const char *base, struct json_object *request)
{
	const char *path = ask_text(request, "path");
	const char *own = pool_printf(ctx->pool, "/v1%s/", base);

	return path && text_starts(path, own) ? path + strlen(own) : "";
}

static bool action_of(struct ctx *ctx, const char *base, struct json_object *request,
		      struct action *out)
{
	*out = (struct action){ .base = base,
				.method = ask_text(request, "method"),
				.what = what_of(ctx, base, request),
				.symbol = ask_text(request, "symbol"),
				.body = ask_text(request, "body"),
				.fill = ask_member(request, "fill") };
	return find_remedy(ctx, out);
}

/* ---- its fields ---- */

static const char *fill_at(const struct action *a, size_t i)
{
	return body_shown(json_object_array_get_idx(a->fill, i));
}

static const char *last_name(const char *pointer)
{
	const char *slash = strrchr(pointer, '/');

	return slash ? slash + 1 : pointer;
}

/* All rows are of one paper: it is asked for once. */
static size_t field_of(const struct action *a, size_t i)
{
	const char *name = last_name(fill_at(a, i));

	if (!str_eq(name, "symbol") && !str_eq(name, "asset_type"))
		return i;
	for (size_t k = 0; k < i; k++)
		if (str_eq(last_name(fill_at(a, k)), name))
			return k;
	return i;
}

/* Whether there is a field for the member of each pointer. */
static bool fill_is_known(struct ctx *ctx, const struct action *a)
{
	size_t n = 0;

	if (ask_items(a->fill) > FILLS_MAX)
		return false;
	for (size_t i = 0; i < ask_items(a->fill); i++) {
		if (!row_knows(ctx, last_name(fill_at(a, i))))
			return false;
		n += field_of(a, i) == i;
	}
	return n <= FIELDS_MAX;
}

static const char *field_name(void *pool, const struct action *a, size_t i)
{
	return pool_printf(pool, "%sf%zu", a->prefix, i);
}

static const char *rate_name(void *pool, const struct action *a)
{
	return pool_printf(pool, "%srate", a->prefix);
}

/* "/1/price" among others: which row of the list. */
static const char *label_of(void *pool, const struct action *a, size_t i)
{
	const char *pointer = fill_at(a, i), *name = last_name(pointer);

	for (size_t k = 0; k < ask_items(a->fill); k++)
		if (k != i && field_of(a, k) != i && str_eq(last_name(fill_at(a, k)), name))
			return pool_printf(pool, "(linha %ld)", strtol(pointer + 1, NULL, 10) + 1);
	return NULL;
}

static void write_fields(struct ctx *ctx, struct html *h, const struct action *a,
			 const struct entry *e)
{
	for (size_t i = 0; i < ask_items(a->fill); i++) {
		const char *name = last_name(fill_at(a, i));

		if (field_of(a, i) != i)
			continue;
		row_field(ctx, h, e, name, field_name(ctx->pool, a, i), label_of(ctx->pool, a, i));
		/* A fixed rate, or a spread over an index, is a member beside the percentage. */
		if (str_eq(name, "pct"))
			row_field(ctx, h, e, "rate", rate_name(ctx->pool, a), NULL);
	}
}

/* ---- the preview ---- */

static void write_row(struct html *h, struct json_object *row)
{
	html_row(h);
	html_cell(h, shown_date(h->ctx->pool, ask_text(row, "trade_date")));
	shown_name_cell(h, ask_text(row, "symbol") ? ask_text(row, "symbol") : "—", NULL);
	html_cell(h, choice_label(h->ctx->pool, ask_text(row, "kind")));
	shown_cell(h);
	shown_plain(h, "quantity", ask_text(row, "quantity"));
	shown_cell_end(h);
	shown_cell(h);
	shown_plain(h, "price", ask_text(row, "price"));
	shown_cell_end(h);
	shown_cell(h);
	shown_plain(h, "ratio", ask_text(row, "ratio"));
	shown_cell_end(h);
	html_row_end(h);
}

static void write_rows(struct html *h, struct json_object *body)
{
	static const char *const headings[] = { "Dia",	      "Ativo", "O que foi",
						"Quantidade", "Preço", "Proporção" };
	bool list = json_object_is_type(body, json_type_array);

	layout_table(h, "O que será gravado", headings, ARRAY_SIZE(headings), 3);
	if (!list)
		write_row(h, body);
	for (size_t i = 0; list && i < ask_items(body); i++)
		write_row(h, json_object_array_get_idx(body, i));
	html_table_end(h);
}

void mend_succession_said(struct html *h, const char *symbol, struct json_object *said)
{
	void *pool = h->ctx->pool;
	const char *to = ask_text(ask_member(said, "to"), "symbol");
	const char *day = ask_text(said, "date"), *cash = ask_text(said, "cash_per_share");
	const char *share = ask_text(said, "cost_share_pct");
	bool spin_off = str_eq(ask_text(said, "kind"), "spin_off");

	/* The person must fill in the rest. */
	if (!symbol || !to || !day || (!spin_off && !ask_text(said, "ratio")))
		return;
	day = shown_date(pool, day);
	if (!spin_off)
		html_p(h, "Em %s, %s virou %s: %s por unidade antiga%s%s.", day, symbol, to,
		       comma_text(pool, ask_text(said, "ratio")), cash ? ", e em dinheiro " : "",
		       cash ? comma_text(pool, cash) : "");
	else if (share)
		html_p(h, "Em %s, cisão: %s%% do custo de %s passou para %s.", day,
		       comma_text(pool, share), symbol, to);
	else
		html_p(h, "Em %s, cisão: uma parte do custo de %s passou para %s.", day, symbol,
		       to);
}

static struct json_object *parsed(struct ctx *ctx, const char *text)
{
	const char *reason;
	size_t offset;

	return text ? json_parse(ctx->pool, slice_of(text), &offset, &reason) : NULL;
}

static void write_form(struct ctx *ctx, struct html *h, const struct action *a,
		       const struct entry *e)
{
	if (a->remedy->run == transaction_create && !a->bare)
		write_rows(h, parsed(ctx, a->body));
	if (a->symbol)
		html_p(h, "Do papel %s:", a->symbol);
	if (a->remedy->run == succession_put)
		mend_succession_said(h, a->symbol, parsed(ctx, a->body));
	html_form(h, pool_printf(ctx->pool, "%s/mend", a->base), csrf_token(ctx));
	if (!a->remedy->shown)
		site_once(h); /* otherwise the preview has it */
	html_hidden(h, "prefix", a->prefix);
	html_hidden(h, "back", a->back);
	html_hidden(h, "method", a->method);
	html_hidden(h, "what", a->what);
	html_hidden(h, "body", a->body);
	html_hidden(h, "fill", a->fill ? body_shown(a->fill) : NULL);
	write_fields(ctx, h, a, e);
	html_button(h, pool_printf(ctx->pool, "%s%s", a->button ? a->button : a->remedy->button,
				   a->remedy->shown ? "…" : ""));
	html_form_end(h);
}

/* A request without a form: it needs a file, or more fields than a page has. */
static void write_way(struct ctx *ctx, struct html *h, struct json_object *request)
{
	bool file = str_eq(what_of(ctx, layout_path(ctx, ""), request), "imports");

	html_open(h, "p");
	html_link(h, layout_path(ctx, file ? "/imports" : "/transactions"),
		  file ? "Importar um arquivo" : "Corrigir os lançamentos, um a um");
	html_close(h, "p");
}

void mend_forms(struct ctx *ctx, struct html *h, struct json_object *mend, size_t n,
		const char *back)
{
	struct json_object *actions = ask_member(mend, "actions");
	const struct entry none = { .values = NULL };
	const struct remedy *before = NULL;
	size_t all = ask_items(actions);

	for (size_t i = 0; i < all && i < ACTIONS_SHOWN; i++) {
		struct json_object *request = json_object_array_get_idx(actions, i);
		struct action a;

		if (!action_of(ctx, layout_path(ctx, ""), request, &a) || !fill_is_known(ctx, &a)) {
			write_way(ctx, h, request);
			continue;
		}
		/* The order matters: for example the rows under their new name before the old paper. */
		if (before && before != a.remedy)
			html_p(h, "Depois disso:");
		before = a.remedy;
		a.prefix = pool_printf(ctx->pool, "m%zu-%zu", n, i);
		a.back = back;
		write_form(ctx, h, &a, &none);
	}
	if (all > ACTIONS_SHOWN)
		html_p(h, "E mais %zu, quando estes estiverem resolvidos.", all - ACTIONS_SHOWN);
}

void mend_button(struct ctx *ctx, struct html *h, struct json_object *request, size_t n,
		 const char *button)
{
	const struct entry none = { .values = NULL };
	struct action a;

	if (!action_of(ctx, layout_path(ctx, ""), request, &a))
		return;
	a.prefix = pool_printf(ctx->pool, "d%zu", n);
	a.back = "issues";
	a.button = button;
	write_form(ctx, h, &a, &none);
}

void mend_asked(struct ctx *ctx, struct html *h, const char *base, struct json_object *request,
		const char *prefix, const char *back)
{
	struct action a;

	if (!action_of(ctx, base, request, &a) || !fill_is_known(ctx, &a))
		return;
	a.prefix = prefix;
	a.back = back;
	a.bare = true;
	write_form(ctx, h, &a, &(struct entry){ .values = NULL });
}

/* ---- the request ---- */

/* A page that writes these forms: of reconciliation, or of what the tax lacks, of this portfolio or of all. */
static bool is_back(const char *back)
{
	size_t n = strspn(back, "abcdefghijklmnopqrstuvwxyz0123456789?&=-/");

	return (text_starts(back, "reconcile?") || text_starts(back, "tax/missing?") ||
		text_starts(back, "/tax/missing?")) &&
	       !back[n];
}

static const char *back_path(struct ctx *ctx, const struct action *a)
{
	return *a->back == '/' ? a->back : layout_path(ctx, pool_printf(ctx->pool, "/%s", a->back));
}

/* The content of the form; false when no page of ours wrote it. */
static bool action_in(struct ctx *ctx, struct json_object *values, struct action *a)
{
	const char *method = ask_text(values, "method"), *what = ask_text(values, "what");
	const char *prefix = ask_text(values, "prefix"), *back = ask_text(values, "back");

	*a = (struct action){ .base = layout_path(ctx, ""),
			      .method = method ? method : "",
			      .what = what ? what : "",
			      .body = ask_text(values, "body"),
			      .fill = parsed(ctx, ask_text(values, "fill")),
			      .prefix = prefix ? prefix : "",
			      .back = back && is_back(back) ? back : "issues" };
	return find_remedy(ctx, a) && strlen(a->prefix) <= PREFIX_MAX && fill_is_known(ctx, a);
}

/* Replaces the value at @pointer; does nothing when there is none. */
static void replace(void *pool, struct json_object *tree, const char *pointer, const char *text)
{
	const char *at = pointer, *slash;

	while (*at == '/' && (slash = strchr(at + 1, '/'))) {
		const char *name = pool_strndup(pool, at + 1, (size_t)(slash - at - 1));

		if (json_object_is_type(tree, json_type_array))
			tree = json_object_array_get_idx(tree, strtoul(name, NULL, 10));
		else
			tree = ask_member(tree, name);
		at = slash;
	}
	if (*at == '/' && tree && json_object_is_type(tree, json_type_object))
		json_object_object_add(tree, at + 1, text ? json_object_new_string(text) : NULL);
}

static const char *typed(struct body *form, const char *name)
{
	struct json_object *value = body_json(form, name, OPTIONAL);

	return value ? body_shown(value) : NULL;
}

/* Fills the typed values into the body; an empty field stays null, and the operation validates it. */
static const char *filled(struct ctx *ctx, struct body *form, const struct action *a)
{
	struct json_object *tree = parsed(ctx, a->body);

	if (!tree)
		return a->body;
	for (size_t i = 0; i < ask_items(a->fill); i++) {
		const char *pointer = fill_at(a, i), *name = last_name(pointer);
		const char *text = typed(form, field_name(ctx->pool, a, field_of(a, i)));
		const char *rate =
			str_eq(name, "pct") ? typed(form, rate_name(ctx->pool, a)) : NULL;

		replace(ctx->pool, tree, pointer, text ? row_text(ctx, name, text) : NULL);
		if (rate)
			replace(ctx->pool, tree,
				pool_printf(ctx->pool, "%.*s/rate",
					    (int)(strlen(pointer) - strlen("/pct")), pointer),
				row_text(ctx, "rate", rate));
	}
	return pool_strdup(ctx->pool,
			   json_object_to_json_string_ext(
				   tree, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE));
}

static const char *const carried[] = { "prefix", "back", "method", "what", "body", "fill" };

static void take_carried(struct body *form)
{
	for (size_t i = 0; i < ARRAY_SIZE(carried); i++)
		(void)body_json(form, carried[i], OPTIONAL); /* action_in() reads it */
}

/* The request of a form, as it came. */
static struct ask ask_of(struct ctx *ctx, struct body *form, struct action *a)
{
	struct ask ask = { .run = NULL };

	take_carried(form);
	if (!action_in(ctx, body_whole(form), a))
		fail(ctx, 404, "route_not_found", "Nenhuma página daqui envia este pedido.");
	ask.run = a->remedy->run;
	ask.json = a->body ? filled(ctx, form, a) : NULL;
	entry_take(form, &ask);
	body_done(form);
	access_resource(ctx);
	ctx->path[1] = a->captures[1];
	return ask;
}

void mend_post(struct ctx *ctx)
{
	struct action a;
	struct body *form;
	struct ask ask;

	layout_person(ctx);
	form = site_form(ctx);
	ask = ask_of(ctx, form, &a);
	if (a.remedy->shown && !ask.version) {
		entry_hold(ctx, layout_path(ctx, "/mend"), body_whole(form));
		return;
	}
	(void)ask_run(ctx, &ask); /* the page that it returns to shows whether it helped */
	site_go(ctx, back_path(ctx, &a));
}

void mend_preview(struct ctx *ctx)
{
	struct body *form = entry_held(ctx);
	struct action a;
	struct ask ask;

	if (!form) {
		entry_gone(ctx, &mend_form);
		return;
	}
	ask = ask_of(ctx, form, &a);
	ask.once = NULL; /* nothing is written yet */
	change_page(ctx, &(struct change){ .ask = &ask,
					   .title = "O que a exclusão muda",
					   .values = body_whole(form),
					   .carried = carried,
					   .n_carried = ARRAY_SIZE(carried),
					   .action = layout_path(ctx, "/mend"),
					   .button = a.remedy->button,
					   .here = "/issues" });
}

/* ---- refused ---- */

static void draw(struct ctx *ctx, struct html *h, const struct entry *e)
{
	struct action a;

	if (action_in(ctx, e->values, &a))
		write_form(ctx, h, &a, e);
	html_open(h, "p");
	html_link(h, back_path(ctx, &a), "Voltar");
	html_close(h, "p");
}

static const char *field_in_form(struct ctx *ctx, const struct entry *e, const char *pointer)
{
	struct action a;

	if (!action_in(ctx, e->values, &a))
		return "";
	for (size_t i = 0; i < ask_items(a.fill); i++)
		if (str_eq(fill_at(&a, i), pointer))
			return field_name(ctx->pool, &a, field_of(&a, i));
	return "";
}

const struct entry_form mend_form = {
	.title = "Resolver uma pendência",
	.here = "/issues",
	.draw = draw,
	.field = field_in_form,
};
