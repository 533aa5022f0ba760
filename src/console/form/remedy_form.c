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

#include "identity/caller.h"
#include "identity/session.h"
#include "identity/pages/site.h"
#include "console/form/ledger_change.h"
#include "console/form/mend_said.h"
#include "console/form/mend_undo.h"
#include "console/form/remedy_fields.h"
#include "console/layout.h"
#include "core/text.h"
#include "portfolio/functions/portfolio_operations.h"

#define ACTIONS_SHOWN 10 /* of one remedy; the next ones appear once these are sent */
#define PREFIX_MAX 12

/* A request to be sent: the parts that the form carries. */
struct action {
	struct mend_request request;
	const char *base;	   /* "/portfolios/{id}" */
	const char *method, *what; /* what: its path, after the portfolio's */
	const char *symbol;	   /* of its paper, if given; or NULL */
	struct mend_fields fields;
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

static bool action_of(struct ctx *ctx, struct json_object *request, struct action *out)
{
	const char *base = layout_path(ctx, "");

	*out = (struct action){ .base = base,
				.method = ask_text(request, "method"),
				.what = mend_request_what(ctx, base, request),
				.symbol = ask_text(request, "symbol"),
				.fields = { .body = ask_text(request, "body"),
					    .fill = ask_member(request, "fill") } };
	return find_request(ctx, out);
}

/* ---- the form ---- */

#define DO "do"
#define PREVIEW "preview"

static void write_form(struct ctx *ctx, struct html *h, const struct action *a,
		       const struct entry *e)
{
	if (a->request.run == transaction_create && !a->bare)
		mend_rows_write(h, ask_parsed(ctx->pool, a->fields.body));
	if (a->symbol)
		html_p(h, "Do papel %s:", a->symbol);
	if (a->request.run == succession_put)
		mend_succession_said(h, a->symbol, ask_parsed(ctx->pool, a->fields.body));
	html_form(h, pool_printf(ctx->pool, "%s/mend", a->base), csrf_token(ctx));
	if (!is_previewed(a))
		site_once(h); /* otherwise the preview has it */
	html_hidden(h, ENTRY_VERSION, a->version);
	html_hidden(h, DO, is_previewed(a) ? PREVIEW : NULL);
	html_hidden(h, "prefix", a->fields.prefix);
	html_hidden(h, "back", a->back);
	html_hidden(h, "method", a->method);
	html_hidden(h, "what", a->what);
	html_hidden(h, "body", a->fields.body);
	html_hidden(h, "fill", a->fields.fill ? body_shown(a->fields.fill) : NULL);
	mend_fields_write(h, &a->fields, e);
	html_button(h, pool_printf(ctx->pool, "%s%s", a->button ? a->button : a->request.button,
				   is_previewed(a) ? "…" : ""));
	if (!a->button && !a->version && !is_previewed(a) &&
	    (ask_items(a->fields.fill) || !a->bare))
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
	return whole && action_of(ctx, whole, a);
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
		a.fields.prefix = pool_printf(ctx->pool, "m%zu", place->n);
		a.back = place->back;
		a.version = place->version;
		write_form(ctx, h, &a, &none);
		return;
	}
	for (size_t i = 0; i < all && i < ACTIONS_SHOWN; i++) {
		struct json_object *request = json_object_array_get_idx(actions, i);

		if (!action_of(ctx, request, &a) || !mend_fields_known(ctx, &a.fields)) {
			write_way(ctx, h, request);
			continue;
		}
		/* The order matters: for example the rows under their new name before the old paper. */
		if (before && before != a.request.run)
			html_p(h, "Depois disso:");
		before = a.request.run;
		a.fields.prefix = pool_printf(ctx->pool, "m%zu-%zu", place->n, i);
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

	if (!action_of(ctx, request, &a))
		return;
	a.fields.prefix = "all";
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

	if (!action_of(ctx, request, &a))
		return;
	a.fields.prefix = pool_printf(ctx->pool, "d%zu", n);
	a.back = "issues";
	a.button = button;
	write_form(ctx, h, &a, &none);
}

/* ---- the request ---- */

/* Another page that writes these forms: of reconciliation. */
static bool is_back(const char *back)
{
	size_t n = strspn(back, "abcdefghijklmnopqrstuvwxyz0123456789?&=-/");

	return text_starts(back, "reconcile?") && !back[n];
}

static const char *back_path(struct ctx *ctx, const struct action *a)
{
	return layout_path(ctx, pool_printf(ctx->pool, "/%s", a->back));
}

/* The content of the form; false when no page of ours wrote it. */
static bool action_in(struct ctx *ctx, struct json_object *values, struct action *a)
{
	const char *method = ask_text(values, "method"), *what = ask_text(values, "what");
	const char *prefix = ask_text(values, "prefix"), *back = ask_text(values, "back");

	*a = (struct action){ .base = layout_path(ctx, ""),
			      .method = method ? method : "",
			      .what = what ? what : "",
			      .fields = { .body = ask_text(values, "body"),
					  .fill = ask_parsed(ctx->pool, ask_text(values, "fill")),
					  .prefix = prefix ? prefix : "" },
			      .back = back && is_back(back) ? back : "issues" };
	return find_request(ctx, a) && strlen(a->fields.prefix) <= PREFIX_MAX &&
	       mend_fields_known(ctx, &a->fields);
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
	ask.json = a->fields.body ? mend_fields_filled(ctx, form, &a->fields) : NULL;
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
	return mend_fields_named(ctx->pool, &a.fields, pointer);
}

const struct entry_form mend_form = {
	.title = "Resolver uma pendência",
	.here = "/issues",
	.draw = draw,
	.field = field_in_form,
};
