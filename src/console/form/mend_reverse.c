/* SPDX-License-Identifier: Apache-2.0 */
/* mend_reverse.c: what a write of a page changes, and the requests that take it back. */
#include "config.h"

#include "console/form/mend_reverse.h"

#include <inttypes.h>

#include "console/form/row_said.h"
#include "core/encode.h"
#include "core/number_text.h"
#include "core/problem.h"
#include "core/text.h"
#include "identity/caller.h"
#include "portfolio/functions/portfolio_operations.h"
#include "portfolio/plan/plan_view.h"
#include "portfolio/tax/tax_answers.h"

#define ROWS_MAX 200	    /* of an asset that are looked at */
#define WHOLE_MAX (1 << 18) /* bytes of deleted rows that an undo can restore */

/* ---- the present state ---- */

struct ids {
	struct uuid list[TRANSACTIONS_DELETED_MAX];
	size_t n;
};

static struct ids ids_of(const char *text)
{
	struct ids out = { .n = 0 };
	size_t length;

	for (const char *at = text ? text : ""; *at && out.n < ARRAY_SIZE(out.list);
	     at += length + (at[length] == ',')) {
		length = strcspn(at, ",");
		if (uuid_parse((struct slice){ at, length }, &out.list[out.n]))
			out.n++;
	}
	return out;
}

static void read_rows(struct ctx *ctx, const char *text, struct mend_before *out)
{
	const struct ids ids = ids_of(text);
	struct db_rows *found[1];

	transactions_of_send(ctx, ids.list, ids.n);
	db_wait(ctx, found, 1);
	out->rows = transactions_of_take(ctx, found[0], &out->n);
}

/* The ids of the rows that a deletion deletes, or that a restoration writes again. */
static const char *deleted_by(const struct mend_request *r)
{
	bool one =
		r->run == transaction_delete || r->run == income_delete || r->run == asset_delete;

	return one ? r->captures[1] : r->ids;
}

/* Whether all of an asset may go to another. */
static bool may_move(struct ctx *ctx, const struct mend_request *r, const char *body)
{
	return r->run == asset_update && body &&
	       ask_member(ask_parsed(ctx->pool, body), "symbol") != NULL;
}

static bool has_moved(const struct mend_request *r, struct json_object *answer)
{
	struct uuid asked, now;

	return r->run == asset_update && uuid_parse(slice_of(r->captures[1]), &asked) &&
	       uuid_parse(slice_of(ask_text(answer, "id")), &now) && !uuid_same(asked, now);
}

static void read_asset(struct ctx *ctx, bool rows, struct mend_before *out)
{
	struct uuid id;

	out->asset = ask_run(ctx, &(struct ask){ .run = asset_get });
	if (rows && uuid_parse(slice_of(ask_text(out->asset, "id")), &id))
		out->rows = transactions_of_asset(ctx, id, ROWS_MAX, &out->n);
}

static bool of_all(const struct mend_request *r)
{
	return r->run == wallet_targets_put || r->run == wallet_targets_delete;
}

static bool of_targets(const struct mend_request *r)
{
	return r->run == targets_put || r->run == targets_delete || of_all(r);
}

/* There are none after a withdrawal, which is a version, too. */
static void read_targets(struct ctx *ctx, const struct mend_request *r, struct mend_before *out)
{
	struct targets t;
	struct json *j = json_new(ctx->pool, 1024);

	targets_find(ctx, of_all(r), NULL, &t);
	out->version = t.version;
	out->changed_ms = t.since_ms;
	if (!t.exist)
		return;
	json_open(j, NULL);
	targets_members(j, &t.plan);
	json_close(j);
	out->document = json_written(j);
}

static void read_inputs(struct ctx *ctx, struct mend_before *out)
{
	struct json_object *document;

	out->inputs = ask_run(ctx, &(struct ask){ .run = tax_inputs_get });
	out->version = ask_int(out->inputs, "version");
	out->changed_ms = tax_inputs_changed(ctx);
	document = ask_parsed(ctx->pool, ask_json(ctx->pool, out->inputs));
	json_object_object_del(document, "meta");
	json_object_object_del(document, "version");
	out->document = ask_json(ctx->pool, document);
}

/* Locked first where it is written: rows that another request changes meanwhile would come back as they were before. */
static void read_whole(struct ctx *ctx, const struct mend_request *r, const char *body,
		       struct mend_before *out)
{
	const struct ids ids = ids_of(deleted_by(r) ? deleted_by(r) : r->captures[1]);

	if (body)
		rows_lock(ctx);
	out->whole = rows_whole(ctx, ids.list, ids.n,
				!deleted_by(r)); /* a code goes with what names it */
	out->too_much = !*out->whole || strlen(out->whole) > WHOLE_MAX;
}

struct reading {
	const struct mend_request *of;
	const char *body;
	struct mend_before found;
};

static void read_present(struct ctx *ctx, void *arg)
{
	struct reading *reading = arg;
	const struct mend_request *r = reading->of;
	struct mend_before *out = &reading->found;

	if (deleted_by(r) || may_move(ctx, r, reading->body))
		read_whole(ctx, r, reading->body, out);
	if (r->run == tax_inputs_put)
		read_inputs(ctx, out);
	else if (of_targets(r))
		read_targets(ctx, r, out);
	else if (r->run == transactions_delete && r->ids)
		read_rows(ctx, r->ids, out);
	else if (r->run == transaction_update || r->run == transaction_delete)
		read_rows(ctx, ctx->path[1], out);
	else if (r->run == income_update || r->run == income_delete)
		out->income = ask_run(ctx, &(struct ask){ .run = income_get });
	else if (r->run == asset_update || r->run == asset_delete)
		read_asset(ctx, r->run == asset_delete, out);
	else if (r->run == succession_put || r->run == succession_delete)
		out->succession = ask_run(ctx, &(struct ask){ .run = succession_get });
}

struct mend_before mend_before_read(struct ctx *ctx, const struct mend_request *r, const char *body)
{
	struct reading reading = { .of = r, .body = body };
	const char *own = ctx->path[1];

	mend_request_enter(ctx, r);
	ctx->path[1] = r->captures[1];
	/* There may be none: never said, or deleted since. */
	if (!ctx_attempt(ctx, read_present, &reading) && ctx->problem->status != 404)
		ctx_leave(ctx);
	ctx->problem = NULL;
	ctx->path[1] = own;
	if (!of_targets(r) && r->run != tax_inputs_put)
		reading.found.version = ctx->caller->ledger_version;
	return reading.found;
}

/* ---- the reverse ---- */

/* A list of requests under construction: {base, method, what, body}, the body as text. */
struct reverse {
	void *pool;
	struct json *json;
	const char *base;
};

static void add(struct reverse *u, const char *method, const char *what, const char *body)
{
	json_open(u->json, NULL);
	json_text(u->json, "base", u->base);
	json_text(u->json, "method", method);
	json_text(u->json, "what", what);
	json_text(u->json, "body", body);
	json_close(u->json);
}

/* The rows as the body of a POST. */
static const char *rows_posted(void *pool, const struct transaction *rows, size_t n)
{
	struct json *j = json_new(pool, 1024);

	json_array(j, NULL);
	for (size_t i = 0; i < n; i++) {
		json_open(j, NULL);
		transaction_post_write(j, &rows[i]);
		json_close(j);
	}
	json_array_end(j);
	return json_written(j);
}

/* The members of @o that @names lists, null where it has none. */
static const char *members_of(void *pool, struct json_object *o, const char *const *names)
{
	struct json_object *out = json_object_new_object();
	const char *text;

	for (; *names; names++)
		json_object_object_add(out, *names, json_object_get(ask_member(o, *names)));
	text = ask_json(pool, out);
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

/* The facts are some of the metadata. */
static const char *asset_before(void *pool, const char *body, struct json_object *asset)
{
	struct json_object *patch = ask_parsed(pool, body);

	if (ask_member(patch, "facts")) {
		json_object_object_del(patch, "facts");
		json_object_object_add(patch, "meta", NULL);
	}
	return as_before(pool, patch, asset);
}

static void drop_created(struct reverse *u, struct json_object *answer)
{
	struct json_object *list = ask_member(answer, "data");
	const char *what = "";

	if (!list) {
		add(u, "DELETE", pool_printf(u->pool, "transactions/%s", ask_text(answer, "id")),
		    NULL);
		return;
	}
	for (size_t i = 0, n = ask_items(list); i < n; i++) {
		bool first = i % TRANSACTIONS_DELETED_MAX == 0;

		what = pool_printf(u->pool, "%s%s%s", first ? "transactions?ids=" : what,
				   first ? "" : ",",
				   ask_text(json_object_array_get_idx(list, i), "id"));
		if (i + 1 == n || (i + 1) % TRANSACTIONS_DELETED_MAX == 0)
			add(u, "DELETE", what, NULL);
	}
}

/* Adds the members of @was that @names lists (NULL: all but its paper) and @out has not. */
static void add_members(struct json_object *out, struct json_object *was, const char *const *names)
{
	json_object_object_foreach(was, name, value)
	{
		bool paper = str_eq(name, "symbol") || str_eq(name, "asset_type");
		size_t i = 0;

		while (names && names[i] && !str_eq(names[i], name))
			i++;
		if ((names ? names[i] != NULL : !paper) && !ask_member(out, name))
			json_object_object_add(out, name, json_object_get(value));
	}
}

/* Another kind has other members, which all come back; a paper is named by its code. */
static void patch_row(struct reverse *u, const char *id, const char *body,
		      const struct mend_before *b)
{
	static const char *const paper[] = { "symbol", "asset_type", NULL };
	struct json_object *was = ask_parsed(u->pool, rows_posted(u->pool, b->rows, b->n)), *row,
			   *patch = ask_parsed(u->pool, body), *out;

	if (!b->n)
		return;
	row = json_object_array_get_idx(was, 0);
	out = ask_parsed(u->pool, as_before(u->pool, patch, row));
	if (ask_member(patch, "asset_id")) {
		json_object_object_del(out, "asset_id");
		add_members(out, row, paper);
	}
	if (ask_member(patch, "kind"))
		add_members(out, row, NULL);
	add(u, "PATCH", pool_printf(u->pool, "transactions/%s", id), ask_json(u->pool, out));
}

/* A payment as the body of a PATCH. */
static const char *income_again(void *pool, struct json_object *was)
{
	static const char *const members[] = { "asset_id",    "kind",	     "pay_date",
					       "amount",      "note",	     "gross_amount",
					       "record_date", "approved_on", NULL };
	struct json_object *body = ask_parsed(pool, members_of(pool, was, members));

	json_object_object_add(body, "profits_to_2025",
			       json_object_new_boolean(ask_member(was, "profits_to_2025") != NULL));
	return ask_json(pool, body);
}

static void put_back(struct reverse *u, const struct mend_request *r, const struct mend_before *b)
{
	if (b->whole && !b->too_much)
		add(u, MEND_RESTORE, deleted_by(r) ? deleted_by(r) : r->captures[1], b->whole);
}

static void put_succession_back(struct reverse *u, const char *asset, const struct mend_before *b)
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

void mend_reverse_write(void *pool, struct json *j, const struct mend_request *r, const char *body,
			const struct mend_before *b, struct json_object *answer)
{
	struct reverse reverse = { pool, j, r->base }, *u = &reverse;
	const char *id = r->captures[1];

	if (r->run == transaction_create)
		drop_created(u, answer);
	else if (r->run == income_create)
		add(u, "DELETE", pool_printf(pool, "income/%s", ask_text(answer, "id")), NULL);
	else if (r->run == asset_create)
		add(u, "DELETE", pool_printf(pool, "assets/%s", ask_text(answer, "id")), NULL);
	else if (r->run == income_update)
		add(u, "PATCH", pool_printf(pool, "income/%s", id), income_again(pool, b->income));
	else if (r->run == transaction_update)
		patch_row(u, id, body, b);
	else if (deleted_by(r) || has_moved(r, answer))
		put_back(u, r, b);
	else if (r->run == asset_update)
		add(u, "PATCH", pool_printf(u->pool, "assets/%s", id),
		    asset_before(u->pool, body, b->asset));
	else if (r->run == succession_put || r->run == succession_delete)
		put_succession_back(u, id, b);
	else if (of_targets(r) || r->run == tax_inputs_put)
		add(u, b->document ? "PUT" : "DELETE", of_targets(r) ? "targets" : "tax/inputs",
		    b->document);
}

/* ---- what a reverse would overwrite ---- */

/* Of a row, a payment or an asset only the members that it sets: another one may have changed. */
static const char *overwritten(void *pool, const struct mend_before *b, const char *body)
{
	static const char *const said[] = {
		"kind", "to", "date", "ratio", "cash_per_share", "cost_share_pct", NULL
	};
	struct json_object *patch = ask_parsed(pool, body),
			   *rows = ask_parsed(pool, rows_posted(pool, b->rows, b->n));

	if (b->document)
		return b->document;
	if (b->income)
		return income_again(pool, b->income);
	if (b->succession)
		return members_of(pool, b->succession, said);
	if (b->asset && patch)
		return as_before(pool, patch, b->asset);
	if (b->asset)
		return b->whole;
	if (b->n == 1 && patch)
		return as_before(pool, patch, json_object_array_get_idx(rows, 0));
	return ask_json(pool, rows);
}

struct mend_state mend_reverse_state(struct ctx *ctx, const struct mend_request *r,
				     const char *body)
{
	struct mend_state out = { .digest = NULL };
	struct mend_before now;
	const char *text;

	if (r->run == transaction_create || r->run == income_create || r->run == asset_create ||
	    r->run == import_undo)
		return out;
	now = mend_before_read(ctx, r, NULL);
	text = r->run == rows_restore
		       ? pool_printf(ctx->pool, "%s %s", now.whole, rows_now(ctx, body))
		       : overwritten(ctx->pool, &now, body);
	/* The old code may have another asset by now, which would swallow this one. */
	if (may_move(ctx, r, body))
		text = pool_printf(ctx->pool, "%s %s", text, rows_named(ctx, body));
	out.digest = pool_printf(ctx->pool, "%016" PRIx64, fnv1a(FNV1A_START, text, strlen(text)));
	out.version = now.version;
	out.changed_ms = now.changed_ms;
	return out;
}

/* ---- what was written, in words ---- */

static size_t dismissals(struct json_object *asset)
{
	return ask_items(ask_member(ask_member(asset, "meta"), "dismissed_issues"));
}

#define TOO_MUCH " São muitos para desfazer por aqui."

static const char *asset_said(void *pool, const struct mend_request *r, const struct mend_before *b,
			      struct json_object *after)
{
	struct json_object *before = b->asset;
	const char *symbol = ask_text(after, "symbol"), *was = ask_text(before, "symbol");

	if (was && !str_eq(symbol, was))
		return pool_printf(pool, "Corrigido: %s é %s, com os lançamentos e os proventos.%s",
				   was, symbol, b->too_much && has_moved(r, after) ? TOO_MUCH : "");

	if (dismissals(after) > dismissals(before))
		return pool_printf(pool, "Dispensada: uma pendência de %s.", symbol);
	if (dismissals(after) < dismissals(before))
		return pool_printf(pool, "Uma pendência de %s voltou a ser mostrada.", symbol);
	return pool_printf(pool, "Gravado: o que foi informado de %s.", symbol);
}

/* One row of the list in words; of several their number. */
static const char *rows_said(void *pool, struct json_object *list)
{
	size_t n = ask_items(list);

	return n == 1 ? row_said(pool, json_object_array_get_idx(list, 0))
		      : pool_printf(pool, "%zu lançamentos.", n);
}

const char *mend_deleted_said(void *pool, const struct mend_request *r, const struct mend_before *b)
{
	if (r->run == income_delete && b->income)
		return row_said(pool, b->income);
	if (r->run == asset_delete && b->asset)
		return pool_printf(pool, "%s, com os lançamentos dele.",
				   ask_text(b->asset, "symbol"));
	if ((r->run == transaction_delete || r->run == transactions_delete) && b->n)
		return rows_said(pool, ask_parsed(pool, rows_posted(pool, b->rows, b->n)));
	return NULL;
}

static const char *targets_said(void *pool, struct json_object *slices)
{
	const char *said = slices ? "Metas gravadas: " : "Metas retiradas.";

	for (size_t i = 0; i < ask_items(slices); i++) {
		struct json_object *s = json_object_array_get_idx(slices, i);

		said = pool_printf(pool, "%s%s%s %s%%%s", said, i ? ", " : "", ask_text(s, "name"),
				   comma_text(pool, ask_text(s, "pct")),
				   i + 1 == ask_items(slices) ? "." : "");
	}
	return said;
}

/* A corrected code moves this row alone. */
static const char *left_said(void *pool, const struct mend_before *b, struct json_object *answer)
{
	const char *now = ask_text(answer, "symbol");

	if (b->n != 1 || !now || str_eq(now, b->rows[0].asset.symbol))
		return "";
	return pool_printf(pool, " O que mais houver de %s continua com esse código.",
			   b->rows[0].asset.symbol);
}

const char *mend_written_said(void *pool, const struct mend_request *r, const struct mend_before *b,
			      struct json_object *answer)
{
	struct json_object *list = ask_member(answer, "data");
	const char *deleted = mend_deleted_said(pool, r, b);

	if (deleted)
		return pool_printf(pool, "Excluído: %s%s", deleted, b->too_much ? TOO_MUCH : "");
	if (r->run == transaction_create && list)
		return pool_printf(pool, "Gravado: %s", rows_said(pool, list));
	if (r->run == transaction_create || r->run == income_create)
		return pool_printf(pool, "Gravado: %s", row_said(pool, answer));
	if (r->run == transaction_update || r->run == income_update)
		return pool_printf(pool, "Corrigido: %s%s", row_said(pool, answer),
				   left_said(pool, b, answer));
	if (r->run == asset_create)
		return pool_printf(pool, "Gravado: %s.", ask_text(answer, "symbol"));
	if (r->run == asset_update)
		return asset_said(pool, r, b, answer);
	if (of_targets(r))
		return targets_said(pool, ask_member(answer, "slices"));
	if (r->run == tax_inputs_put)
		return "Gravado: o que foi informado ao imposto.";
	return "Gravado: o que houve com o papel.";
}
