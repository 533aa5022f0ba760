/* SPDX-License-Identifier: Apache-2.0 */
/*
 * application_keep.c: keeps what a key or an application writes to a person's portfolios, and how it is taken back.
 *
 * An Action is the request of a page by another road, so the requests that take it back are those of a page's undo.
 */
#include "config.h"

#include "console/console.h"

#include "console/form/mend_undo.h"
#include "core/problem.h"
#include "core/text.h"
#include "db/db.h"
#include "operations/specs.h"
#include "portfolio/portfolio.h"

/* Actions as requests: the path after that of the portfolio, or of all of them, around the id that the input has as @member. */
static const struct action_request {
	const char *action, *method, *what, *member, *after;
} requests[] = {
	{ "wallet.portfolio_asset.add", "POST", "assets", NULL, "" },
	{ "wallet.portfolio_asset.change", "PATCH", "assets/", "asset_id", "" },
	{ "wallet.portfolio_asset.delete", "DELETE", "assets/", "asset_id", "" },
	{ "wallet.portfolio_income.add", "POST", "income", NULL, "" },
	{ "wallet.portfolio_income.change", "PATCH", "income/", "income_id", "" },
	{ "wallet.portfolio_income.delete", "DELETE", "income/", "income_id", "" },
	{ "wallet.portfolio_succession.state", "PUT", "assets/", "asset_id", "/succession" },
	{ "wallet.portfolio_targets.set", "PUT", "targets", NULL, "" },
	{ "wallet.portfolio_transaction.add", "POST", "transactions", NULL, "" },
	{ "wallet.portfolio_transaction.change", "PATCH", "transactions/", "transaction_id", "" },
	{ "wallet.portfolio_transaction.delete", "DELETE", "transactions/", "transaction_id", "" },
	{ "wallet.targets.set", "PUT", "targets", NULL, "" },
	{ "wallet.tax_inputs.set", "PUT", "tax/inputs", NULL, "" },
};

static DB_STMT(name, "application.name", "select current_credential_name()");

static DB_STMT(
	keep, "application.keep",
	"insert into application_write (workspace_id, id, account_id, portfolio_id, occurred_at,"
	"  application, form, action, said, requests)"
	" values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text::jsonb)");

struct kept {
	const struct action_request *as; /* NULL: no request of a page */
	const char *portfolio;		 /* NULL: all of them */
	const char *base;
	struct mend_request request;
	struct mend_before before;
	bool known; /* request and before */
};

static void read_before(struct ctx *ctx, void *arg)
{
	struct kept *k = arg;

	if (k->portfolio)
		wallet_editable(ctx, k->portfolio);
	k->before = mend_before_read(ctx, &k->request);
}

static const char *what_of(struct call *c, const struct action_request *as)
{
	return pool_printf(c->ctx->pool, "%s%s%s", as->what,
			   as->member ? call_text(c, as->member) : "", as->after);
}

/* The pages' requests are about the portfolio in the path. */
static void enter(struct ctx *ctx, const struct kept *k, const char *own[2])
{
	own[0] = ctx->path[0];
	own[1] = ctx->path[1];
	ctx->path[0] = k->portfolio;
	ctx->path[1] = NULL;
}

static void leave(struct ctx *ctx, const char *const own[2])
{
	ctx->path[0] = own[0];
	ctx->path[1] = own[1];
}

static void *before(struct call *c)
{
	struct ctx *ctx = c->ctx;
	struct kept *k = pool_zero(ctx->pool, struct kept);
	const char *own[2];

	if (ctx->caller->form == FORM_SESSION)
		return NULL;
	k->base = "/portfolio";
	if (c->operation->subject) {
		k->portfolio = uuid_text(ctx->pool, c->subject);
		k->base = pool_printf(ctx->pool, "/portfolios/%s", k->portfolio);
	}
	for (size_t i = 0; i < ARRAY_SIZE(requests) && !k->as; i++)
		if (str_eq(requests[i].action, c->operation->id))
			k->as = &requests[i];
	if (!k->as)
		return k;
	enter(ctx, k, own);
	k->known = mend_request_find(ctx, k->base, k->as->method, what_of(c, k->as), &k->request);
	/* What cannot be read, the Action refuses in its own words. */
	if (k->known && !ctx_attempt(ctx, read_before, k)) {
		if (ctx->problem->status >= 500)
			ctx_leave(ctx);
		k->known = false;
		ctx->problem = NULL;
	}
	leave(ctx, own);
	return k;
}

/* The body that the request of a page would have. */
static const char *body_of_call(struct call *c, const struct action_request *as)
{
	struct json_object *body = ask_parsed(c->ctx->pool, ask_json(c->ctx->pool, c->input));

	if (as->member)
		json_object_object_del(body, as->member);
	return ask_json(c->ctx->pool, body);
}

static const char *import_said(struct call *c, struct json_object *result)
{
	const char *file = call_text(c, "filename");
	int64_t n = ask_int(result, "imported");

	return pool_printf(c->ctx->pool, "Importado: %s, %lld %s.", file ? file : "um arquivo",
			   (long long)n, n == 1 ? "linha" : "linhas");
}

static const char *import_reverse(struct call *c, const struct kept *k, struct json_object *result)
{
	struct json *j = json_new(c->ctx->pool, 256);

	json_open(j, NULL);
	json_text(j, "base", k->base);
	json_text(j, "method", "DELETE");
	json_text(j, "what",
		  pool_printf(c->ctx->pool, "imports/%s", ask_text(result, "import_id")));
	json_close(j);
	return json_written(j);
}

static const char *reverse_of(struct call *c, const struct kept *k, struct json_object *result)
{
	struct json *j = json_new(c->ctx->pool, 1024);

	json_array(j, NULL);
	mend_reverse_write(c->ctx->pool, j, &k->request, body_of_call(c, k->as), &k->before,
			   result);
	json_array_end(j);
	return pool_strndup(c->ctx->pool, j->out->p + 1, j->out->n - 2);
}

static void write_row(struct call *c, struct uuid event, const char *said, const char *undo)
{
	const struct caller *caller = c->ctx->caller;
	const char *application = db_get_text(db_query(c->ctx, &name, DB_NO_ARGS), 0, 0);

	(void)db_exec(c->ctx, &keep,
		      DB_ARGS(db_uuid(caller->workspace), db_uuid(event), db_uuid(caller->account),
			      c->operation->subject ? db_uuid(c->subject) : db_null(),
			      db_timestamp(c->ctx->now_ms), db_text(application),
			      db_text(caller->form == FORM_KEY ? "key" : "token"),
			      db_text(c->operation->id), db_text(said), db_text(undo)));
}

static void after(struct call *c, void *value, const char *text, struct uuid event)
{
	struct ctx *ctx = c->ctx;
	struct kept *k = value;
	struct json_object *result = ask_parsed(ctx->pool, text);
	const char *said, *items = NULL, *own[2];

	enter(ctx, k, own);
	if (k->known) {
		said = mend_written_said(ctx->pool, &k->request, &k->before, result);
		items = reverse_of(c, k, result);
	} else if (str_eq(c->operation->id, c->protocol->file_action)) {
		said = import_said(c, result);
		items = import_reverse(c, k, result);
	} else {
		said = spec_asked(ctx, c->protocol, true, c->operation->id)->title;
	}
	write_row(c, event, said, mend_kept(ctx, items));
	leave(ctx, own);
}

const struct keeper application_keeper = { before, after };
