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
#include "console/form/mend_said.h"
#include "console/form/mend_undo.h"
#include "console/layout.h"
#include "console/form/row_form.h"
#include "core/text.h"
#include "portfolio/functions/portfolio_operations.h"

#define FILLS_MAX 200	 /* pointers of one request */
#define FIELDS_MAX 40	 /* fields of one request; FORM_FIELDS_MAX leaves room for them */
#define ACTIONS_SHOWN 10 /* of one remedy; the next ones appear once these are sent */
#define PREFIX_MAX 12

/* A request to be sent: the parts that the form carries. */
struct action {
	struct mend_request request;
	const char *base;	   /* "/portfolios/{id}" */
	const char *method, *what; /* what: its path, after the portfolio's */
	const char *symbol;	   /* of its paper, if given; or NULL */
	const char *body;	   /* JSON, or NULL */
	struct json_object *fill;  /* pointers into the body */
	const char *prefix;	   /* of the names of its fields */
	const char *back;
	const char *button;  /* or NULL: the operation's */
	const char *version; /* of the ledger whose change the page shows; NULL: it shows none */
	bool bare;	     /* the page says what is written */
};

/* Whether its form leads to a preview first. */
static bool is_previewed(const struct action *a)
{
	return a->request.shown && !a->version;
}

static bool find_request(struct ctx *ctx, struct action *a)
{
	return mend_request_find(ctx, a->base, a->method, a->what, &a->request);
}

static bool action_of(struct ctx *ctx, const char *base, struct json_object *request,
		      struct action *out)
{
	*out = (struct action){ .base = base,
				.method = ask_text(request, "method"),
				.what = mend_request_what(ctx, base, request),
				.symbol = ask_text(request, "symbol"),
				.body = ask_text(request, "body"),
				.fill = ask_member(request, "fill") };
	return find_request(ctx, out);
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

#define REASON "reason" /* of a dismissal: no member of a row, and never required */
#define REASON_MAX 200

static bool is_reason(const char *name)
{
	return str_eq(name, REASON);
}

/* Whether there is a field for the member of each pointer. */
static bool fill_is_known(struct ctx *ctx, const struct action *a)
{
	size_t n = 0;

	if (ask_items(a->fill) > FILLS_MAX)
		return false;
	for (size_t i = 0; i < ask_items(a->fill); i++) {
		if (!is_reason(last_name(fill_at(a, i))) &&
		    !row_knows(ctx, last_name(fill_at(a, i))))
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

static void write_reason(struct ctx *ctx, struct html *h, const struct entry *e, const char *as)
{
	entry_field(ctx, h, e,
		    (struct html_field){ .name = as,
					 .label = "Por que está certo",
					 .type = "text",
					 .max_length = REASON_MAX,
					 .optional = true });
}

static void write_fields(struct ctx *ctx, struct html *h, const struct action *a,
			 const struct entry *e)
{
	for (size_t i = 0; i < ask_items(a->fill); i++) {
		const char *name = last_name(fill_at(a, i));

		if (field_of(a, i) != i)
			continue;
		if (is_reason(name)) {
			write_reason(ctx, h, e, field_name(ctx->pool, a, i));
			continue;
		}
		row_field(ctx, h, e, name, field_name(ctx->pool, a, i), label_of(ctx->pool, a, i));
		/* A fixed rate, or a spread over an index, is a member beside the percentage. */
		if (str_eq(name, "pct"))
			row_field(ctx, h, e, "rate", rate_name(ctx->pool, a), NULL);
	}
}

/* ---- the form ---- */

#define DO "do"
#define PREVIEW "preview"

static void write_form(struct ctx *ctx, struct html *h, const struct action *a,
		       const struct entry *e)
{
	if (a->request.run == transaction_create && !a->bare)
		mend_rows_write(h, ask_parsed(ctx->pool, a->body));
	if (a->symbol)
		html_p(h, "Do papel %s:", a->symbol);
	if (a->request.run == succession_put)
		mend_succession_said(h, a->symbol, ask_parsed(ctx->pool, a->body));
	html_form(h, pool_printf(ctx->pool, "%s/mend", a->base), csrf_token(ctx));
	if (!is_previewed(a))
		site_once(h); /* otherwise the preview has it */
	html_hidden(h, ENTRY_VERSION, a->version);
	html_hidden(h, DO, is_previewed(a) ? PREVIEW : NULL);
	html_hidden(h, "prefix", a->prefix);
	html_hidden(h, "back", a->back);
	html_hidden(h, "method", a->method);
	html_hidden(h, "what", a->what);
	html_hidden(h, "body", a->body);
	html_hidden(h, "fill", a->fill ? body_shown(a->fill) : NULL);
	write_fields(ctx, h, a, e);
	html_button(h, pool_printf(ctx->pool, "%s%s", a->button ? a->button : a->request.button,
				   is_previewed(a) ? "…" : ""));
	if (!a->button && !a->version && !is_previewed(a) && (ask_items(a->fill) || !a->bare))
		html_button_of(h, DO, PREVIEW, CHANGE_ASKED);
	html_form_end(h);
}

/* A request without a form: it needs a file, or more fields than a page has. */
static void write_way(struct ctx *ctx, struct html *h, struct json_object *request)
{
	bool file = str_eq(mend_request_what(ctx, layout_path(ctx, ""), request), "imports");

	html_p_link(h, layout_path(ctx, file ? "/imports" : "/transactions"),
		    file ? "Importar um arquivo" : "Corrigir os lançamentos, um a um");
}

/* All actions as one that needs nothing from the person; false when there is none. */
static bool whole_of(struct ctx *ctx, struct json_object *actions, struct action *a)
{
	size_t n = ask_items(actions);
	struct json_object **list = pool_array(ctx->pool, struct json_object *, n), *whole;

	for (size_t i = 0; i < n; i++)
		list[i] = json_object_array_get_idx(actions, i);
	whole = mend_request_whole(ctx, list, n);
	return whole && action_of(ctx, layout_path(ctx, ""), whole, a);
}

struct mend_effect mend_whole_effect(const struct mend_effects *e, struct json_object *mend,
				     const struct issue *of)
{
	struct action a;

	if (!whole_of(e->ctx, ask_member(mend, "actions"), &a))
		return (struct mend_effect){ .tried = false };
	return mend_effect(e, &a.request, a.body, of);
}

void mend_forms(struct ctx *ctx, struct html *h, struct json_object *mend,
		const struct mend_place *place)
{
	struct json_object *actions = ask_member(mend, "actions");
	const struct entry none = { .values = NULL };
	void (*before)(struct ctx * ctx) = NULL;
	size_t all = ask_items(actions);
	struct action a;

	if (whole_of(ctx, actions, &a)) {
		a.prefix = pool_printf(ctx->pool, "m%zu", place->n);
		a.back = place->back;
		a.version = place->version;
		write_form(ctx, h, &a, &none);
		return;
	}
	for (size_t i = 0; i < all && i < ACTIONS_SHOWN; i++) {
		struct json_object *request = json_object_array_get_idx(actions, i);

		if (!action_of(ctx, layout_path(ctx, ""), request, &a) || !fill_is_known(ctx, &a)) {
			write_way(ctx, h, request);
			continue;
		}
		/* The order matters: for example the rows under their new name before the old paper. */
		if (before && before != a.request.run)
			html_p(h, "Depois disso:");
		before = a.request.run;
		a.prefix = pool_printf(ctx->pool, "m%zu-%zu", place->n, i);
		a.back = place->back;
		write_form(ctx, h, &a, &none);
	}
	if (all > ACTIONS_SHOWN)
		html_p(h, "E mais %zu, quando estes estiverem resolvidos.", all - ACTIONS_SHOWN);
}

void mend_all_form(struct ctx *ctx, struct html *h, struct json_object *request,
		   const struct mend_place *place, const char *button)
{
	struct action a;

	if (!action_of(ctx, layout_path(ctx, ""), request, &a))
		return;
	a.prefix = "all";
	a.back = place->back;
	a.button = button;
	a.bare = true; /* its preview says it */
	a.request.shown = true;
	write_form(ctx, h, &a, &(struct entry){ .values = NULL });
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
			      .fill = ask_parsed(ctx->pool, ask_text(values, "fill")),
			      .prefix = prefix ? prefix : "",
			      .back = back && is_back(back) ? back : "issues" };
	return find_request(ctx, a) && strlen(a->prefix) <= PREFIX_MAX && fill_is_known(ctx, a);
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
	struct json_object *tree = ask_parsed(ctx->pool, a->body);

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
	return ask_json(ctx->pool, tree);
}

/* A confirmed preview has the filled body, and nothing to fill in. */
static const char *const carried[] = { "prefix", "back", "method", "what", "body", "fill" };
#define CONFIRMED (ARRAY_SIZE(carried) - 1)

static void take_carried(struct body *form)
{
	for (size_t i = 0; i < ARRAY_SIZE(carried); i++)
		(void)body_json(form, carried[i], OPTIONAL); /* action_in() reads it */
}

/* The request of a form, as it came; @preview: whether it asks for that. */
static struct ask ask_of(struct ctx *ctx, struct body *form, struct action *a, bool *preview)
{
	struct ask ask = { .run = NULL };
	const char *asked;

	take_carried(form);
	if (!action_in(ctx, body_whole(form), a))
		fail(ctx, 404, "route_not_found", "Nenhuma página daqui envia este pedido.");
	ask.run = a->request.run;
	ask.json = a->body ? filled(ctx, form, a) : NULL;
	asked = body_line(form, DO, OPTIONAL, 1, 10);
	entry_take(form, &ask);
	a->version = ask.version;
	*preview = is_previewed(a) || (asked && str_eq(asked, PREVIEW));
	body_done(form);
	access_resource(ctx);
	return ask;
}

void mend_post(struct ctx *ctx)
{
	struct action a;
	struct body *form = layout_form(ctx);
	struct ask ask;
	bool preview;

	ask = ask_of(ctx, form, &a, &preview);
	if (preview)
		entry_hold(ctx, layout_path(ctx, "/mend"), body_whole(form));
	else
		mend_write(ctx, &a.request, &ask, back_path(ctx, &a));
}

/* The same values with the body that would be written. */
static struct json_object *confirmed(struct ctx *ctx, struct json_object *values, const char *body)
{
	json_object_object_add(values, "body", body ? json_object_new_string(body) : NULL);
	(void)ctx; /* the values hang on its pool */
	return values;
}

static void write_previewed(struct html *h, struct json_object *values)
{
	const char *what = ask_text(values, "what"), *method = ask_text(values, "method");

	if (str_eq(what, "transactions") && str_eq(method, "POST"))
		mend_rows_write(h, ask_parsed(h->ctx->pool, ask_text(values, "body")));
}

void mend_preview(struct ctx *ctx)
{
	struct body *form = entry_held(ctx);
	struct action a;
	struct ask ask;
	bool ignored;

	if (!form) {
		entry_gone(ctx, &mend_form);
		return;
	}
	ask = ask_of(ctx, form, &a, &ignored);
	ask.once = NULL; /* nothing is written yet */
	ask_query(&ask, "ids", a.request.ids);
	ctx->path[1] = a.request.captures[1];
	change_page(ctx, &(struct change){ .ask = &ask,
					   .title = a.request.shown ? "O que a exclusão muda"
								    : "O que a correção muda",
					   .values = confirmed(ctx, body_whole(form), ask.json),
					   .carried = carried,
					   .n_carried = CONFIRMED,
					   .action = layout_path(ctx, "/mend"),
					   .button = a.request.button,
					   .written = write_previewed,
					   .issues = true,
					   .here = "/issues" });
}

/* ---- refused ---- */

static void draw(struct ctx *ctx, struct html *h, const struct entry *e)
{
	struct action a;

	if (action_in(ctx, e->values, &a))
		write_form(ctx, h, &a, e);
	html_p_link(h, back_path(ctx, &a), "Voltar");
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
