/* SPDX-License-Identifier: Apache-2.0 */
/* mend_request.c: the requests that mend something, or take a mend back. */
#include "config.h"

#include "console/form/mend_request.h"

#include "console/layout.h"
#include "core/text.h"
#include "http/router.h"
#include "identity/caller.h"
#include "portfolio/functions/portfolio_operations.h"
#include "portfolio/portfolio.h"
#include "portfolio/tax/tax_answers.h"

/* The operations that a mend may use. */
static const struct mend_request operations[] = {
	{ .run = transaction_create, .button = "Gravar" },
	{ .run = transaction_update, .button = "Corrigir o lançamento" },
	{ .run = transaction_delete, .button = "Excluir o lançamento", .shown = true },
	{ .run = transactions_delete, .button = "Excluir os lançamentos", .shown = true },
	{ .run = asset_create, .button = "Gravar" },
	{ .run = asset_update, .button = "Corrigir o ativo" },
	{ .run = asset_delete, .button = "Excluir o ativo e os lançamentos dele", .shown = true },
	{ .run = income_create, .button = "Gravar" },
	{ .run = income_update, .button = "Corrigir o provento" },
	{ .run = income_delete, .button = "Excluir o provento", .shown = true },
	{ .run = succession_put, .button = "Gravar o que houve com o papel" },
	{ .run = succession_delete, .button = "Desfazer" },
	{ .run = targets_put, .button = "Gravar as metas" },
	{ .run = targets_delete, .button = "Retirar as metas", .shown = true },
	{ .run = wallet_targets_put, .button = "Gravar as metas" },
	{ .run = wallet_targets_delete, .button = "Retirar as metas", .shown = true },
	{ .run = tax_inputs_put, .button = "Guardar" },
	{ .run = import_undo, .button = "Desfazer a importação", .shown = true },
};

#define BY_IDS "?ids="

const char *mend_base(struct ctx *ctx)
{
	return ctx->path[0] ? layout_path(ctx, "") : "/portfolio";
}

bool mend_request_find(struct ctx *ctx, const char *base, const char *method, const char *what,
		       struct mend_request *out)
{
	const char *query = strstr(what, BY_IDS), *captures[PATH_CAPTURES] = { NULL };
	const char *path = pool_printf(ctx->pool, "/v1%s/%.*s", base,
				       (int)(query ? query - what : (ptrdiff_t)strlen(what)), what);
	const struct route *row = router_row(ctx->pool, wallet_routes, method, path, captures);

	if (!row)
		row = router_row(ctx->pool, import_routes, method, path, captures);
	for (size_t i = 0; row && i < ARRAY_SIZE(operations); i++) {
		if (operations[i].run != row->run)
			continue;
		*out = operations[i];
		out->base = base;
		memcpy(out->captures, captures, sizeof(captures));
		out->ids = query ? query + strlen(BY_IDS) : NULL;
		return true;
	}
	return false;
}

void mend_request_enter(struct ctx *ctx, const struct mend_request *r)
{
	struct uuid id;

	if (ctx->path[0] || !r->captures[0])
		return;
	if (!uuid_parse(slice_of(r->captures[0]), &id) || uuid_is_nil(id) ||
	    !uuid_same(id, ctx->caller->portfolio))
		wallet_entered(ctx, r->captures[0]);
}

struct json_object *mend_request_run(struct ctx *ctx, const struct mend_request *r,
				     const char *body, const char *version)
{
	struct ask ask = { .run = r->run, .json = body, .version = version };
	const char *own = ctx->path[1];
	struct json_object *answer;

	mend_request_enter(ctx, r);
	ask_query(&ask, "ids", r->ids);
	ctx->path[1] = r->captures[1];
	answer = ask_run(ctx, &ask);
	ctx->path[1] = own;
	return answer;
}

const char *mend_request_what(struct ctx *ctx, const char *base, struct json_object *request)
{
	const char *path = ask_text(request, "path");
	const char *own = pool_printf(ctx->pool, "/v1%s/", base);

	return path && text_starts(path, own) ? path + strlen(own) : "";
}

/* ---- several as one ---- */

#define ROWS "transactions"

static struct json_object *request_of(struct ctx *ctx, const char *method, const char *what,
				      struct json_object *body)
{
	struct json_object *o = json_object_new_object();
	const char *text;

	json_object_object_add(o, "method", json_object_new_string(method));
	json_object_object_add(
		o, "path",
		json_object_new_string(pool_printf(ctx->pool, "/v1%s", layout_path(ctx, what))));
	json_object_object_add(o, "body", body);
	json_object_object_add(o, "fill", json_object_new_array());
	text = ask_json(ctx->pool, o);
	json_object_put(o);
	return ask_parsed(ctx->pool, text);
}

static struct json_object *posted(struct ctx *ctx, struct json_object *const *requests, size_t n)
{
	struct json_object *rows = json_object_new_array();

	for (size_t i = 0; i < n; i++) {
		struct json_object *body = ask_member(requests[i], "body");
		bool list = json_object_is_type(body, json_type_array);

		for (size_t k = 0; k < (list ? ask_items(body) : 1); k++)
			json_object_array_add(
				rows,
				json_object_get(list ? json_object_array_get_idx(body, k) : body));
	}
	return request_of(ctx, "POST", "/" ROWS, rows);
}

static struct json_object *deleted(struct ctx *ctx, struct json_object *const *requests, size_t n)
{
	const char *ids = "/" ROWS BY_IDS;

	for (size_t i = 0; i < n; i++)
		ids = pool_printf(ctx->pool, "%s%s%s", ids, i ? "," : "",
				  strrchr(ask_text(requests[i], "path"), '/') + 1);
	return request_of(ctx, "DELETE", ids, NULL);
}

struct json_object *mend_request_whole(struct ctx *ctx, struct json_object *const *requests,
				       size_t n)
{
	const char *base = layout_path(ctx, "");
	void (*all)(struct ctx * ctx) = NULL;

	for (size_t i = 0; i < n; i++) {
		const char *method = ask_text(requests[i], "method");
		struct mend_request r;

		if (ask_items(ask_member(requests[i], "fill")) || !method ||
		    !mend_request_find(ctx, base, method, mend_request_what(ctx, base, requests[i]),
				       &r) ||
		    (all && r.run != all))
			return NULL;
		all = r.run;
	}
	if (n < 2)
		return n ? requests[0] : NULL;
	if (all == transaction_create)
		return posted(ctx, requests, n);
	if (all == transaction_delete && n <= TRANSACTIONS_DELETED_MAX)
		return deleted(ctx, requests, n);
	return NULL;
}
