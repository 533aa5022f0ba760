/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mend_undo.c: one line about what was just written, with a button that takes it back.  POST
 * /portfolios/{id}/mend/undo, /portfolio/mend/undo
 *
 * With each request that takes it back the state is kept that the write left: an undo overwrites no later change, and is
 * possible again when later ones are taken back.  The stored undo is signed, since it may contain rows of imports.
 */
#include "config.h"

#include "console/form/mend_undo.h"

#include "console/layout.h"
#include "core/problem.h"
#include "core/text.h"
#include "identity/caller.h"
#include "identity/held_file.h"
#include "identity/pages/site.h"
#include "identity/session.h"
#include "portfolio/functions/portfolio_operations.h"

#define PORTFOLIOS "/portfolios/"
#define KEPT "lastro undo kept" /* purpose of the signature */

static void find(struct ctx *ctx, struct json_object *request, struct mend_request *r)
{
	const char *method = ask_text(request, "method"), *what = ask_text(request, "what");
	const char *base = ask_text(request, "base");

	if (!base)
		base = mend_base(ctx);
	if (what && method && str_eq(method, MEND_RESTORE) && text_starts(base, PORTFOLIOS))
		*r = (struct mend_request){ .run = rows_restore,
					    .base = base,
					    .captures = { base + strlen(PORTFOLIOS) },
					    .ids = what };
	else if (!method || !what || !mend_request_find(ctx, base, method, what, r))
		fail(ctx, 404, "route_not_found", "Nenhuma página daqui envia este pedido.");
}

/* ---- writing ---- */

const char *mend_kept(struct ctx *ctx, const char *items)
{
	struct json_object *requests =
		ask_parsed(ctx->pool, pool_printf(ctx->pool, "[%s]", items ? items : ""));

	for (size_t i = 0; i < ask_items(requests); i++) {
		struct json_object *o = json_object_array_get_idx(requests, i);
		struct mend_request r;
		struct mend_state state;

		find(ctx, o, &r);
		state = mend_reverse_state(ctx, &r, ask_text(o, "body"));
		if (state.digest)
			json_object_object_add(o, "state", json_object_new_string(state.digest));
	}
	return ask_json(ctx->pool, requests);
}

/* What the operation warns of must be seen before it is written: nothing is, and the form has the button that does. */
static void refuse_warned(struct ctx *ctx, struct json_object *answer, const char *sure)
{
	struct json_object *list = ask_member(answer, "warnings"),
			   *taken = ask_member(answer, "taken_for");
	const char *said = "";

	if (!list)
		list = ask_member(ask_member(answer, "meta"), "warnings");
	for (size_t i = 0; i < ask_items(list); i++)
		said = pool_printf(ctx->pool, "%s%s ", said,
				   body_shown(json_object_array_get_idx(list, i)));
	if (taken)
		said = pool_printf(ctx->pool, "%s“%s” foi lido como %s (%s). ", said,
				   ask_text(taken, "typed"), ask_text(answer, "symbol"),
				   ask_text(taken, "name"));
	entry_warn(ctx, said, sure);
}

/* The requests that take it back, and what followed it, as items of a list. */
static const char *reverse_of(struct ctx *ctx, const struct mend_request *r, const struct ask *ask,
			      const struct ask_reverse *more, const struct mend_before *b,
			      struct json_object *answer)
{
	struct json *j = json_new(ctx->pool, 1024);

	json_array(j, NULL);
	if (more->method) {
		json_open(j, NULL);
		json_text(j, "method", more->method);
		json_text(j, "what", more->what);
		json_text(j, "body", more->body);
		json_close(j);
	}
	mend_reverse_write(ctx->pool, j, r, ask->json, b, answer);
	json_array_end(j);
	return pool_strndup(ctx->pool, j->out->p + 1, j->out->n - 2);
}

void mend_add(struct ctx *ctx, struct mend_writes *w, const struct mend_request *r,
	      const struct ask *ask, const struct mend_before *before, const char *said)
{
	struct json_object *answer = mend_request_run(ctx, r, ask->json, ask->version);
	struct ask_reverse more = { .said = NULL };
	const char *requests;

	if (r->warned_unwritten && !ask->version)
		refuse_warned(ctx, answer, ask->sure);
	if (!said)
		said = mend_written_said(ctx->pool, r, before, answer);
	if (ask->then)
		more = ask->then(ctx, answer, ask->with);
	if (more.said)
		said = pool_printf(ctx->pool, "%s %s", said, more.said);
	w->said = w->said ? pool_printf(ctx->pool, "%s %s", w->said, said) : said;
	requests = reverse_of(ctx, r, ask, &more, before, answer);
	w->requests = w->requests && *w->requests && *requests
			      ? pool_printf(ctx->pool, "%s,%s", requests, w->requests)
		      : *requests ? requests
				  : w->requests;
}

/* What is kept under the id: the line, and what its button does; without @requests it has no button. */
static struct slice as_kept(struct ctx *ctx, const char *said, const char *back,
			    const char *requests)
{
	struct json *j = json_new(ctx->pool, 1024);

	json_open(j, NULL);
	json_text(j, "said", said);
	json_text(j, "back", back);
	json_text(j, "base", mend_base(ctx));
	json_raw(j, "requests", requests);
	json_close(j);
	return slice_of(csrf_signed(ctx, KEPT, json_written(j)));
}

/* The kept undo has the form's id, so a form that is sent twice finds the same undo. */
void mend_keep(struct ctx *ctx, const struct mend_writes *w, const char *once, const char *back)
{
	struct uuid id;

	if (held_file_id(once, &id))
		held_file_keep_as(
			ctx, id,
			&(struct form_file){ .content = as_kept(ctx, w->said, back,
								mend_kept(ctx, w->requests)) });
}

void mend_go(struct ctx *ctx, const char *once, const char *back)
{
	site_go(ctx, pool_printf(ctx->pool, "%s%c" UNDO "=%s", back, strchr(back, '?') ? '&' : '?',
				 once));
}

void mend_write(struct ctx *ctx, const struct mend_request *r, const struct ask *ask,
		const char *back)
{
	struct mend_writes w = { .said = NULL };
	const char *once = ask->once;
	struct mend_before before;
	struct uuid id;

	if (!held_file_id(once, &id))
		once = pool_strdup(ctx->pool, uuid_text(ctx->pool, uuid_new()));
	if (!ask->once || !site_done_before(ctx, ask->once)) {
		before = mend_before_read(ctx, r, ask->json ? ask->json : "");
		mend_add(ctx, &w, r, ask, &before, NULL);
		mend_keep(ctx, &w, once, back);
		if (ask->once)
			site_done(ctx);
	}
	mend_go(ctx, once, back);
}

/* ---- the line ---- */

static struct json_object *kept_read(struct ctx *ctx, const char *id)
{
	struct form_file file;
	struct json_object *kept;

	if (!held_file_read(ctx, id, &file))
		return NULL;
	kept = ask_parsed(ctx->pool,
			  csrf_signed_read(ctx, KEPT, slice_text(ctx->pool, file.content)));
	return ask_text(kept, "said") && ask_text(kept, "back") && ask_text(kept, "base") ? kept
											  : NULL;
}

#define CHANGED "changed" /* why it cannot be taken back */
#define SEEN "seen"	  /* the version at the look */

/* Compares what was kept with what there is; 409 ledger_conflict. */
static void refuse_changed(struct ctx *ctx, struct json_object *requests)
{
	for (size_t i = 0; i < ask_items(requests); i++) {
		struct json_object *o = json_object_array_get_idx(requests, i);
		const char *left = ask_text(o, "state");
		struct mend_state now;
		struct mend_request r;

		find(ctx, o, &r);
		now = mend_reverse_state(ctx, &r, ask_text(o, "body"));
		if (left && !str_eq(left, now.digest)) {
			problem_text(ctx, CHANGED,
				     now.changed_ms ? site_day(ctx, now.changed_ms) : "");
			fail(ctx, 409, "ledger_conflict", "O que foi gravado já mudou de novo.");
		}
		if (now.digest)
			json_object_object_add(o, SEEN, json_object_new_int64(now.version));
	}
}

const char *mend_changed_said(struct ctx *ctx)
{
	const struct problem *p = ctx->problem;
	const char *day = p && p->details
				  ? ask_text(ask_parsed(ctx->pool,
							pool_printf(ctx->pool, "{%s}", p->details)),
					     CHANGED)
				  : NULL;

	if (!day)
		return "Não se desfaz mais.";
	return pool_printf(ctx->pool, "Não se desfaz mais: mudou depois%s%s.", *day ? " em " : "",
			   day);
}

static void look(struct ctx *ctx, void *arg)
{
	struct json_object *kept = arg;

	if (ctx->path[0])
		access_resource(ctx);
	refuse_changed(ctx, ask_member(kept, "requests"));
}

/* The page has its own caller: a look enters the portfolios of the requests. */
static void note_changed(struct ctx *ctx, struct json_object *kept)
{
	const struct caller *own = ctx->caller;

	if (!ctx_attempt(ctx, look, kept)) {
		if (ctx->problem->status >= 500)
			ctx_leave(ctx);
		json_object_object_add(kept, CHANGED,
				       json_object_new_string(mend_changed_said(ctx)));
	}
	ctx->problem = NULL;
	ctx->caller = own;
}

struct json_object *mend_undo_asked(struct ctx *ctx)
{
	const char *id = query_text(ctx, UNDO);
	struct json_object *kept = kept_read(ctx, id);

	if (kept) {
		json_object_object_add(kept, "id", json_object_new_string(id));
		note_changed(ctx, kept);
	}
	return kept;
}

void mend_undo_say(struct html *h, struct json_object *kept)
{
	struct ctx *ctx = h->ctx;

	if (!kept)
		return;
	html_open_of(h, "div", "note ok");
	html_attr(h, "role", "status");
	html_p(h, "%s", ask_text(kept, "said"));
	if (ask_text(kept, CHANGED)) {
		html_p(h, "%s", ask_text(kept, CHANGED));
	} else if (ask_items(ask_member(kept, "requests"))) {
		html_form(h, pool_printf(ctx->pool, "%s/mend/undo", ask_text(kept, "base")),
			  csrf_token(ctx));
		/* The same each time: it is taken back once, however often this page is shown. */
		html_hidden(h, "once", pool_printf(ctx->pool, UNDO "-%s", ask_text(kept, "id")));
		html_hidden(h, UNDO, ask_text(kept, "id"));
		html_send(h, "Desfazer");
	}
	html_close(h, "div");
}

/* ---- taking back ---- */

static const char *undo_place(struct ctx *ctx)
{
	return ctx->path[0] ? layout_path(ctx, "/issues") : "/plan";
}

static void draw(struct ctx *ctx, struct html *h, const struct entry *e)
{
	(void)e; /* nothing can be corrected */
	if (ctx->problem && ctx->problem->status == 409)
		html_p(h, "%s", mend_changed_said(ctx));
	html_p_link(h, undo_place(ctx), "Voltar");
}

const struct entry_form mend_undo_form = {
	.title = "Desfazer",
	.here = "/issues",
	.draw = draw,
	.refused = "Nada foi desfeito.",
	.conflict = MEND_CHANGED,
};

/* What has the version: a ledger or a document. */
static const char *versioned(void *pool, struct json_object *request)
{
	const char *base = ask_text(request, "base"), *what = ask_text(request, "what");
	bool document = str_eq(what, "targets") || str_eq(what, "tax/inputs");

	return pool_printf(pool, "%s %s", base ? base : "", document ? what : "");
}

/* The version that was seen is that of the first request; the others follow upon its write. */
static bool is_first(void *pool, struct json_object *requests, size_t at)
{
	const char *of = versioned(pool, json_object_array_get_idx(requests, at));
	size_t i = 0;

	while (!str_eq(versioned(pool, json_object_array_get_idx(requests, i)), of))
		i++;
	return i == at;
}

/* Upon the version of the look, so that nothing changes before the lock. */
void mend_take_back(struct ctx *ctx, struct json_object *requests)
{
	refuse_changed(ctx, requests);
	for (size_t i = 0; i < ask_items(requests); i++) {
		struct json_object *o = json_object_array_get_idx(requests, i);
		const char *own = ask_text(o, "version"); /* of a write of an older program */
		struct mend_request r;

		find(ctx, o, &r);
		(void)mend_request_run(ctx, &r, ask_text(o, "body"),
				       own ? own
				       : is_first(ctx->pool, requests, i)
					       ? ask_text(o, SEEN)
					       : NULL); /* refused, it fails */
	}
}

void mend_undo_post(struct ctx *ctx)
{
	struct json_object *kept;
	struct ask ask = { .run = NULL };
	struct body *form = layout_form(ctx);
	const char *id, *back;
	struct uuid held;

	id = body_line(form, UNDO, REQUIRED, 1, UUID_TEXT_SIZE);
	entry_take(form, &ask);
	body_done(form);
	if (ctx->path[0])
		access_resource(ctx);
	kept = kept_read(ctx, id);
	/* What was written in another portfolio is not taken back in this one. */
	if (!kept || !str_eq(ask_text(kept, "base"), mend_base(ctx))) {
		entry_page(
			ctx, 410, &mend_undo_form,
			&(struct entry){
				.error =
					"Isto não pode mais ser desfeito por aqui: guarda-se por "
					"uma hora, e só o mais novo. Corrija pelos lançamentos." });
		return;
	}
	back = site_local(ask_text(kept, "back"), undo_place(ctx));
	/* Once, whatever the form says: from then on its line is that it was taken back. */
	if (!site_done_before(ctx, pool_printf(ctx->pool, UNDO "-%s", id))) {
		mend_take_back(ctx, ask_member(kept, "requests"));
		if (held_file_id(id, &held))
			held_file_write(ctx, held, as_kept(ctx, "Desfeito.", back, "[]"));
		site_done(ctx);
	}
	mend_go(ctx, id, back);
}
