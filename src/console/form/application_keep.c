/* SPDX-License-Identifier: Apache-2.0 */
/*
 * application_keep.c: keeps what a key or an application writes by Actions, and how a write to a portfolio is taken back.
 *
 * An Action on a portfolio is the request of a page by another road, so the requests that take it back are those of a page's
 * undo.  A client's portfolio is reached through the office.
 */
#include "config.h"

#include "console/console.h"

#include "console/form/mend_undo.h"
#include "core/problem.h"
#include "core/text.h"
#include "db/db.h"
#include "office/client_portfolio.h"
#include "operations/specs.h"
#include "portfolio/functions/investor.h"
#include "portfolio/portfolio.h"

/* Actions as requests: the path after that of the portfolio, or of all of them, around the id that the input has as @member. */
static const struct action_request {
	const char *action, *method, *what, *member, *after;
} requests[] = {
	{ "advisor.client_portfolio_asset.add", "POST", "assets", NULL, "" },
	{ "advisor.client_portfolio_asset.remove", "DELETE", "assets/", "asset_id", "" },
	{ "advisor.client_portfolio_transaction.add", "POST", "transactions", NULL, "" },
	{ "advisor.client_portfolio_transaction.delete", "DELETE", "transactions/",
	  "transaction_id", "" },
	{ "advisor.client_targets.set", "PUT", "targets", NULL, "" },
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

static DB_STMT(there, "application.portfolio",
	       "select id from portfolio where workspace_id = $1 and id = $2");

static DB_STMT(
	keep, "application.keep",
	"insert into application_write (workspace_id, id, account_id, portfolio_id, occurred_at,"
	"  application, form, action, said, requests)"
	" values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text::jsonb)");

/* A write whose undo is exactly this request: an application took it back itself. */
static DB_STMT(
	taken_back, "application.taken_back",
	"update application_write set undone_at = $4"
	" where workspace_id = $1 and account_id = $2 and portfolio_id = $3 and undone_at is null"
	"   and jsonb_array_length(requests) = 1"
	"   and requests->0->>'method' = 'DELETE' and requests->0->>'what' = $5");

struct kept {
	struct call *call;
	const struct action_request *as; /* NULL: no request of a page */
	struct uuid id;
	const char *portfolio; /* its id as text; NULL: all of them, or what is none */
	const char *base;
	struct mend_request request;
	struct mend_before before;
	bool known; /* request and before */
};

/* The body that the request of a page would have. */
static const char *body_of_call(struct call *c, const struct action_request *as)
{
	struct json_object *body = ask_parsed(c->ctx->pool, ask_json(c->ctx->pool, c->input));

	if (as->member)
		json_object_object_del(body, as->member);
	if (c->protocol != &investor_protocol) {
		json_object_object_del(body, "org");
		json_object_object_del(body, "portfolio_id");
	}
	return ask_json(c->ctx->pool, body);
}

static void read_before(struct ctx *ctx, void *arg)
{
	struct kept *k = arg;

	if (k->call->protocol != &investor_protocol)
		(void)client_portfolio_register(k->call, k->id);
	else if (k->portfolio)
		wallet_editable(ctx, k->portfolio);
	k->before = mend_before_read(ctx, &k->request, body_of_call(k->call, k->as));
}

/* An id as it is stored, in small letters. */
static const char *id_of(struct call *c, const char *member)
{
	const char *text = call_text(c, member);
	struct uuid id;

	return text && uuid_parse(slice_of(text), &id)
		       ? pool_strdup(c->ctx->pool, uuid_text(c->ctx->pool, id))
		       : text;
}

static const char *what_of(struct call *c, const struct action_request *as)
{
	return pool_printf(c->ctx->pool, "%s%s%s", as->what, as->member ? id_of(c, as->member) : "",
			   as->after);
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

/* The wallet has it as the subject, the office in the input. */
static bool names_portfolio(struct call *c, struct uuid *id)
{
	if (c->protocol != &investor_protocol)
		return call_uuid(c, "portfolio_id", id);
	*id = c->subject;
	return c->operation->subject != NULL;
}

static struct kept *kept_new(struct call *c)
{
	void *pool = c->ctx->pool;
	struct kept *k = pool_zero(pool, struct kept);

	k->call = c;
	k->base = "/portfolio";
	if (names_portfolio(c, &k->id)) {
		k->portfolio = pool_strdup(pool, uuid_text(pool, k->id));
		k->base = pool_printf(pool, "/portfolios/%s", k->portfolio);
	}
	for (size_t i = 0; i < ARRAY_SIZE(requests) && !k->as; i++)
		if (str_eq(requests[i].action, c->operation->id))
			k->as = &requests[i];
	return k;
}

static void *before(struct call *c)
{
	struct ctx *ctx = c->ctx;
	struct kept *k;
	const char *own[2];

	if (ctx->caller->form == FORM_SESSION)
		return NULL;
	k = kept_new(c);
	if (!k->as)
		return k;
	enter(ctx, k, own);
	k->known = mend_request_find(ctx, k->base, k->as->method, what_of(c, k->as), &k->request);
	/* What cannot be read, the Action refuses in its own words. */
	if (k->known && !ctx_attempt(ctx, read_before, k)) {
		if (ctx->problem->status >= 500 || str_eq(ctx->problem->code, "ledger_busy"))
			ctx_leave(ctx);
		k->known = false;
		ctx->problem = NULL;
	}
	leave(ctx, own);
	return k;
}

static const char *import_said(struct call *c, struct json_object *result)
{
	/* As in the trail, no name of a client's file. */
	const char *file = c->protocol == &investor_protocol ? call_text(c, "filename") : NULL;
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

/* The title of the Action, and what it names; as in the trail, nothing that its schema marks as personal. */
static const char *action_said(struct call *c)
{
	static const char *const names[] = { "name", "label", "symbol" };
	const struct spec *s = spec_asked(c->ctx, c->protocol, true, c->operation->id);
	struct json *j = json_new(c->ctx->pool, 256);
	struct json_object *shown;

	schema_redact(s->input, c->ctx->pool, c->input, j, NULL);
	shown = ask_parsed(c->ctx->pool, json_written(j));
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const char *text = ask_text(shown, names[i]);

		if (text && !str_eq(text, SCHEMA_REDACTED))
			return pool_printf(c->ctx->pool, "%s: %s", s->title, text);
	}
	return s->title;
}

/* A new portfolio is named by the result; one that the Action deleted is none. */
static struct db_arg portfolio_of(struct ctx *ctx, const struct kept *k, struct json_object *result)
{
	const struct db_rows *r;
	struct uuid id = k->id;

	if (k->known)
		return k->portfolio ? db_uuid(id) : db_null();
	if (!k->portfolio && !uuid_parse(slice_of(ask_text(result, "id")), &id))
		return db_null();
	r = db_query(ctx, &there, DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(id)));
	return db_count(r) ? db_uuid(id) : db_null();
}

static void write_row(struct call *c, struct uuid event, struct db_arg portfolio, const char *said,
		      const char *undo)
{
	const struct caller *caller = c->ctx->caller;
	const char *application = db_get_text(db_query(c->ctx, &name, DB_NO_ARGS), 0, 0);

	(void)db_exec(c->ctx, &keep,
		      DB_ARGS(db_uuid(caller->workspace), db_uuid(event), db_uuid(caller->account),
			      portfolio, db_timestamp(c->ctx->now_ms), db_text(application),
			      db_text(caller->form == FORM_KEY ? "key" : "token"),
			      db_text(c->operation->id), db_text(said), db_text(undo)));
}

/* The path of what the Action deletes; NULL: it deletes nothing. */
static const char *deleted_by(struct call *c, const struct kept *k)
{
	const char *import = id_of(c, "import_id");

	if (k->as)
		return str_eq(k->as->method, "DELETE") ? what_of(c, k->as) : NULL;
	return import && strstr(c->operation->id, "_import.undo")
		       ? pool_printf(c->ctx->pool, "imports/%s", import)
		       : NULL;
}

static void mark_taken_back(struct call *c, const struct kept *k)
{
	const struct caller *caller = c->ctx->caller;
	const char *deleted = k->portfolio ? deleted_by(c, k) : NULL;

	if (deleted)
		(void)db_exec(c->ctx, &taken_back,
			      DB_ARGS(db_uuid(caller->workspace), db_uuid(caller->account),
				      db_uuid(k->id), db_timestamp(c->ctx->now_ms),
				      db_text(deleted)));
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
	} else if (c->protocol->file_action && str_eq(c->operation->id, c->protocol->file_action)) {
		said = import_said(c, result);
		items = import_reverse(c, k, result);
	} else {
		said = action_said(c);
	}
	mark_taken_back(c, k);
	write_row(c, event, portfolio_of(ctx, k, result), said, mend_kept(ctx, items));
	leave(ctx, own);
}

const struct keeper application_keeper = { before, after };
