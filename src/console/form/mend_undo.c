/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mend_undo.c: one line about what was just written, with a button that takes it back.  POST
 * /portfolios/{id}/mend/undo
 *
 * What was there is read before the write, with all its places; the reverse of each operation is one or more requests,
 * which run in one transaction.
 */
#include "config.h"

#include "console/form/mend_undo.h"

#include "console/form/row_said.h"
#include "console/layout.h"
#include "core/encode.h"
#include "core/problem.h"
#include "core/text.h"
#include "identity/caller.h"
#include "identity/held_file.h"
#include "identity/pages/site.h"
#include "identity/session.h"
#include "portfolio/functions/portfolio_operations.h"

#define ROWS_MAX 200 /* of an asset that can be put back */
#define INCOMES_MAX 20
#define UNDONE "undone"

/* ---- the present state ---- */

/* What a request is about to change; the members that its operation needs. */
struct before {
	struct transaction *rows;
	size_t n;
	struct json_object *asset, *incomes, *succession; /* answers, or NULL */
	bool too_much;					  /* more than can be put back */
};

static void read_rows(struct ctx *ctx, const char *ids, struct before *out)
{
	struct uuid list[TRANSACTIONS_DELETED_MAX];
	struct db_rows *found[1];
	size_t n = 0, length;

	for (const char *at = ids; *at && n < ARRAY_SIZE(list);
	     at += length + (at[length] == ',')) {
		length = strcspn(at, ",");
		if (uuid_parse((struct slice){ at, length }, &list[n]))
			n++;
	}
	transactions_of_send(ctx, list, n);
	db_wait(ctx, found, 1);
	out->rows = transactions_of_take(ctx, found[0], &out->n);
}

static void read_asset(struct ctx *ctx, bool whole, struct before *out)
{
	struct ask incomes = { .run = income_list };
	struct uuid id;

	out->asset = ask_run(ctx, &(struct ask){ .run = asset_get });
	if (!whole || !uuid_parse(slice_of(ask_text(out->asset, "id")), &id))
		return;
	out->rows = transactions_of_asset(ctx, id, ROWS_MAX + 1, &out->n);
	ask_query(&incomes, "symbol", ask_text(out->asset, "symbol"));
	ask_query(&incomes, "limit", "100");
	out->incomes = ask_member(ask_run(ctx, &incomes), "data");
	out->too_much = out->n > ROWS_MAX || ask_items(out->incomes) > INCOMES_MAX;
}

static void read_succession(struct ctx *ctx, void *arg)
{
	struct before *out = arg;

	out->succession = ask_run(ctx, &(struct ask){ .run = succession_get });
}

static struct before read_before(struct ctx *ctx, const struct mend_request *r)
{
	struct before out = { .rows = NULL };
	const char *own = ctx->path[1];

	ctx->path[1] = r->captures[1];
	if (r->run == transactions_delete && r->ids)
		read_rows(ctx, r->ids, &out);
	else if (r->run == transaction_update || r->run == transaction_delete)
		read_rows(ctx, ctx->path[1], &out);
	else if (r->run == asset_update || r->run == asset_delete)
		read_asset(ctx, r->run == asset_delete, &out);
	else if ((r->run == succession_put || r->run == succession_delete) &&
		 !ctx_attempt(ctx, read_succession, &out))
		ctx->problem = NULL; /* nothing was said before */
	ctx->path[1] = own;
	return out;
}

/* ---- the reverse ---- */

/* A list of requests under construction: {method, what, body}, the body as text. */
struct reverse {
	void *pool;
	struct json json;
	struct buf text;
	size_t n;
};

static void add(struct reverse *u, const char *method, const char *what, const char *body)
{
	json_open(&u->json, NULL);
	json_text(&u->json, "method", method);
	json_text(&u->json, "what", what);
	json_text(&u->json, "body", body);
	json_close(&u->json);
	u->n++;
}

/* The rows as the body of a POST. */
static const char *rows_posted(void *pool, const struct transaction *rows, size_t n)
{
	struct json j;
	struct buf b;

	buf_init(&b, pool, 1024);
	json_init(&j, &b);
	json_array(&j, NULL);
	for (size_t i = 0; i < n; i++) {
		json_open(&j, NULL);
		transaction_post_write(&j, &rows[i]);
		json_close(&j);
	}
	json_array_end(&j);
	return buf_text(&b);
}

/* The members of @o that @names lists, null where it has none. */
static const char *members_of(void *pool, struct json_object *o, const char *const *names)
{
	struct json_object *out = json_object_new_object();
	const char *text;

	for (; *names; names++)
		json_object_object_add(out, *names, json_object_get(ask_member(o, *names)));
	text = mend_request_text(pool, out);
	json_object_put(out);
	return text;
}

/* The members that a PATCH has, as they were in @o. */
static const char *as_before(void *pool, struct json_object *patch, struct json_object *o)
{
	const char **names =
		pool_array(pool, const char *, (size_t)json_object_object_length(patch) + 1);
	size_t n = 0;

	json_object_object_foreach(patch, name, value)
	{
		(void)value; /* only the name counts */
		names[n++] = name;
	}
	names[n] = NULL;
	return members_of(pool, o, names);
}

static void drop_created(struct reverse *u, struct json_object *answer)
{
	struct json_object *list = ask_member(answer, "data");
	const char *what = "transactions?ids=";

	if (!list) {
		add(u, "DELETE", pool_printf(u->pool, "transactions/%s", ask_text(answer, "id")),
		    NULL);
		return;
	}
	for (size_t i = 0; i < ask_items(list); i++)
		what = pool_printf(u->pool, "%s%s%s", what, i ? "," : "",
				   ask_text(json_object_array_get_idx(list, i), "id"));
	if (ask_items(list) && ask_items(list) <= TRANSACTIONS_DELETED_MAX)
		add(u, "DELETE", what, NULL);
}

static void patch_row(struct reverse *u, const char *id, const char *body, const struct before *b)
{
	struct json_object *was = mend_request_parsed(u->pool, rows_posted(u->pool, b->rows, b->n));

	if (b->n)
		add(u, "PATCH", pool_printf(u->pool, "transactions/%s", id),
		    as_before(u->pool, mend_request_parsed(u->pool, body),
			      json_object_array_get_idx(was, 0)));
}

static void put_asset_back(struct reverse *u, const struct before *b)
{
	static const char *const of_asset[] = { "symbol", "asset_type", "name", "meta", NULL };
	static const char *const of_income[] = {
		"symbol", "asset_type",	  "kind",	 "pay_date",	"amount",
		"note",	  "gross_amount", "record_date", "approved_on", NULL
	};

	if (b->too_much)
		return;
	add(u, "POST", "assets", members_of(u->pool, b->asset, of_asset));
	if (b->n)
		add(u, "POST", "transactions", rows_posted(u->pool, b->rows, b->n));
	for (size_t i = 0; i < ask_items(b->incomes); i++) {
		struct json_object *income = json_object_array_get_idx(b->incomes, i);

		if (str_eq(ask_text(income, "asset_id"), ask_text(b->asset, "id")))
			add(u, "POST", "income", members_of(u->pool, income, of_income));
	}
}

static void put_succession_back(struct reverse *u, const char *asset, const struct before *b)
{
	static const char *const moved[] = { "kind", "to", "date", "cost_share_pct", NULL };
	static const char *const became[] = {
		"kind", "to", "date", "ratio", "cash_per_share", NULL
	};
	const char *what = pool_printf(u->pool, "assets/%s/succession", asset);

	if (!b->succession)
		add(u, "DELETE", what, NULL);
	else
		add(u, "PUT", what,
		    members_of(u->pool, b->succession,
			       str_eq(ask_text(b->succession, "kind"), "spin_off") ? moved
										   : became));
}

static void add_reverse(struct reverse *u, const struct mend_request *r, const char *body,
			const struct before *b, struct json_object *answer)
{
	const char *id = r->captures[1];

	if (r->run == transaction_create)
		drop_created(u, answer);
	else if (r->run == income_create)
		add(u, "DELETE", pool_printf(u->pool, "income/%s", ask_text(answer, "id")), NULL);
	else if (r->run == transaction_update)
		patch_row(u, id, body, b);
	else if ((r->run == transaction_delete || r->run == transactions_delete) && b->n)
		add(u, "POST", "transactions", rows_posted(u->pool, b->rows, b->n));
	else if (r->run == asset_update)
		add(u, "PATCH", pool_printf(u->pool, "assets/%s", id),
		    as_before(u->pool, mend_request_parsed(u->pool, body), b->asset));
	else if (r->run == asset_delete)
		put_asset_back(u, b);
	else if (r->run == succession_put || r->run == succession_delete)
		put_succession_back(u, id, b);
}

/* ---- what was written, in words ---- */

static size_t dismissals(struct json_object *asset)
{
	return ask_items(ask_member(ask_member(asset, "meta"), "dismissed_issues"));
}

static const char *asset_said(void *pool, struct json_object *before, struct json_object *after)
{
	const char *symbol = ask_text(after, "symbol");

	if (dismissals(after) > dismissals(before))
		return pool_printf(pool, "Dispensada: uma pendência de %s.", symbol);
	if (dismissals(after) < dismissals(before))
		return pool_printf(pool, "Uma pendência de %s voltou a ser mostrada.", symbol);
	return pool_printf(pool, "Gravado: o que foi informado de %s.", symbol);
}

/* One row of the list in words; of several their number. */
static const char *rows_said(void *pool, const char *done, struct json_object *list)
{
	size_t n = ask_items(list);

	if (n == 1)
		return pool_printf(pool, "%s: %s", done,
				   row_said(pool, json_object_array_get_idx(list, 0)));
	return pool_printf(pool, "%s: %zu lançamentos.", done, n);
}

static const char *said_of(void *pool, const struct mend_request *r, const struct before *b,
			   struct json_object *answer)
{
	struct json_object *list = ask_member(answer, "data");

	if (r->run == transaction_create && list)
		return rows_said(pool, "Gravado", list);
	if (r->run == transaction_create || r->run == income_create)
		return pool_printf(pool, "Gravado: %s", row_said(pool, answer));
	if (r->run == transaction_update)
		return pool_printf(pool, "Corrigido: %s", row_said(pool, answer));
	if (r->run == transaction_delete || r->run == transactions_delete)
		return rows_said(pool, "Excluído",
				 mend_request_parsed(pool, rows_posted(pool, b->rows, b->n)));
	if (r->run == asset_update)
		return asset_said(pool, b->asset, answer);
	if (r->run == asset_delete)
		return pool_printf(pool, "Excluído: %s, com os lançamentos dele.%s",
				   ask_text(b->asset, "symbol"),
				   b->too_much ? " São muitos para desfazer por aqui." : "");
	return "Gravado: o que houve com o papel.";
}

/* ---- writing ---- */

static void keep(struct ctx *ctx, struct uuid id, const struct mend_request *r,
		 const struct ask *ask, const struct before *b, struct json_object *answer,
		 const char *back)
{
	struct reverse u = { .pool = ctx->pool };
	struct json *j = &u.json;

	buf_init(&u.text, ctx->pool, 1024);
	json_init(j, &u.text);
	json_open(j, NULL);
	json_text(j, "said", said_of(ctx->pool, r, b, answer));
	json_text(j, "back", back);
	json_text(j, "base", layout_path(ctx, ""));
	json_array(j, "requests");
	add_reverse(&u, r, ask->json, b, answer);
	json_array_end(j);
	json_close(j);
	held_file_keep_as(ctx, id, &(struct form_file){ .content = slice_of(buf_text(&u.text)) });
}

static const char *back_with(struct ctx *ctx, const char *back, const char *name, const char *value)
{
	return pool_printf(ctx->pool, "%s%c%s=%s", back, strchr(back, '?') ? '&' : '?', name,
			   value);
}

void mend_write(struct ctx *ctx, const struct mend_request *r, const struct ask *ask,
		const char *back)
{
	char *text = pool_array(ctx->pool, char, UUID_TEXT_SIZE);
	struct json_object *answer;
	struct before before;
	struct uuid id;

	/* The id of the form is that of what it keeps: sent twice, the second answer finds it, too. */
	if (!ask->once || !uuid_parse(slice_of(ask->once), &id))
		id = uuid_new();
	uuid_format(id, text);
	if (!ask->once || !site_done_before(ctx, ask->once)) {
		before = read_before(ctx, r);
		answer = mend_request_run(ctx, r, ask->json, ask->version);
		keep(ctx, id, r, ask, &before, answer, back);
		if (ask->once)
			site_done(ctx);
	}
	site_go(ctx, back_with(ctx, back, UNDO, text));
}

/* ---- the line ---- */

static struct json_object *kept_read(struct ctx *ctx, const char *id)
{
	struct form_file file;
	struct json_object *kept;
	const char *reason;
	size_t offset;

	if (!id || !held_file_read(ctx, id, &file))
		return NULL;
	kept = json_parse(ctx->pool, file.content, &offset, &reason);
	return ask_text(kept, "said") && ask_text(kept, "back") && ask_text(kept, "base") ? kept
											  : NULL;
}

struct json_object *mend_undo_asked(struct ctx *ctx)
{
	const char *id = query_text(ctx, UNDO);
	bool undone = query_bool(ctx, UNDONE, false);
	struct json_object *kept = kept_read(ctx, id);

	if (kept)
		json_object_object_add(kept, "id", json_object_new_string(id));
	return undone ? mend_request_parsed(ctx->pool, "{\"said\":\"Desfeito.\"}") : kept;
}

void mend_undo_say(struct html *h, struct json_object *kept)
{
	struct ctx *ctx = h->ctx;

	if (!kept)
		return;
	html_open(h, "div");
	html_attr(h, "class", "note ok");
	html_attr(h, "role", "status");
	html_p(h, "%s", ask_text(kept, "said"));
	if (ask_items(ask_member(kept, "requests"))) {
		html_form(h, pool_printf(ctx->pool, "%s/mend/undo", ask_text(kept, "base")),
			  csrf_token(ctx));
		/* The same each time: it is taken back once, however often this page is shown. */
		html_hidden(h, "once", pool_printf(ctx->pool, UNDO "-%s", ask_text(kept, "id")));
		html_hidden(h, UNDO, ask_text(kept, "id"));
		html_button(h, "Desfazer");
		html_form_end(h);
	}
	html_close(h, "div");
}

/* ---- taking back ---- */

static void draw(struct ctx *ctx, struct html *h, const struct entry *e)
{
	(void)e; /* nothing can be corrected */
	html_open(h, "p");
	html_link(h, layout_path(ctx, "/issues"), "Voltar");
	html_close(h, "p");
}

const struct entry_form mend_undo_form = {
	.title = "Desfazer",
	.here = "/issues",
	.draw = draw,
	.refused = "Nada foi desfeito.",
};

static void take_back(struct ctx *ctx, struct json_object *kept)
{
	struct json_object *requests = ask_member(kept, "requests");

	for (size_t i = 0; i < ask_items(requests); i++) {
		struct json_object *o = json_object_array_get_idx(requests, i);
		const char *method = ask_text(o, "method"), *what = ask_text(o, "what");
		struct mend_request r;

		if (!method || !what ||
		    !mend_request_find(ctx, layout_path(ctx, ""), method, what, &r))
			fail(ctx, 404, "route_not_found",
			     "Nenhuma página daqui envia este pedido.");
		(void)mend_request_run(ctx, &r, ask_text(o, "body"), NULL); /* refused, it fails */
	}
}

void mend_undo_post(struct ctx *ctx)
{
	struct json_object *kept;
	struct ask ask = { .run = NULL };
	struct body *form;
	const char *id;

	layout_person(ctx);
	form = site_form(ctx);
	id = body_line(form, UNDO, REQUIRED, 1, UUID_TEXT_SIZE);
	entry_take(form, &ask);
	body_done(form);
	access_resource(ctx);
	kept = kept_read(ctx, id);
	if (!kept) {
		entry_page(
			ctx, 410, &mend_undo_form,
			&(struct entry){
				.error =
					"Isto não pode mais ser desfeito por aqui: guarda-se por "
					"uma hora, e só o mais novo. Corrija pelos lançamentos." });
		return;
	}
	if (!ask.once || !site_done_before(ctx, ask.once)) {
		take_back(ctx, kept);
		if (ask.once)
			site_done(ctx);
	}
	site_go(ctx, back_with(ctx, site_local(ask_text(kept, "back"), layout_path(ctx, "/issues")),
			       UNDONE, "true"));
}
