/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_missing_post.c: the answers of a page of missing facts, all written or none.
 *
 * POST /tax/missing, POST /portfolios/{id}/tax/missing
 *
 * The questions are found again, so that an answer which another page has given is not written a second time; each is
 * written by the operation that a program would call.  What all of them refuse is shown together.
 */
#include "config.h"

#include <inttypes.h>

#include "console/form/mend_undo.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/tax_missing.h"
#include "console/person/tax_statements.h"
#include "core/problem.h"
#include "core/text.h"
#include "http/json_read.h"
#include "identity/caller.h"
#include "identity/pages/site.h"
#include "portfolio/functions/portfolio_operations.h"

struct answers {
	struct ctx *ctx;
	struct body *form;
	const struct tax_gaps *l;
	const struct tax_gap *g; /* the present one */
	char *ledgers;		 /* the versions that the questions were found in */
	struct mend_writes w;
	size_t n;
};

/* ---- what was typed ---- */

static bool is_typed(const struct answers *a, const struct tax_gap *g)
{
	const char *prefix = tax_missing_prefix(a->ctx->pool, g);

	json_object_object_foreach(body_whole(a->form), name, value)
	{
		(void)value; /* an empty field is absent */
		if (text_starts(name, prefix))
			return true;
	}
	return false;
}

/* A question that another page has answered is none any more. */
static void refuse_answered(const struct answers *a)
{
	json_object_object_foreach(body_whole(a->form), name, value)
	{
		const struct tax_gap *g;

		(void)value; /* only the name counts */
		if (name[0] != 'q')
			continue;
		g = tax_missing_of(a->l, name);
		if (!g || !tax_missing_asked(a->ctx, a->l->v, g))
			fail(a->ctx, 409, "tax_inputs_conflict",
			     "O que se pergunta mudou em outra página.");
	}
}

static const char *typed(const struct answers *a, const char *field)
{
	return body_shown(body_json(
		a->form,
		pool_printf(a->ctx->pool, "%s%s", tax_missing_prefix(a->ctx->pool, a->g), field),
		OPTIONAL));
}

/* ---- writing ---- */

/* The ledger's version when the questions were found; NULL after its first write of this form. */
static const char *version_of(struct answers *a)
{
	char id[UUID_TEXT_SIZE], *at;

	uuid_format(a->ctx->caller->portfolio, id);
	at = strstr(a->ledgers, id);
	if (!at)
		return NULL;
	*at = '-';
	at += sizeof(id); /* "id:version" */
	return pool_strndup(a->ctx->pool, at, strspn(at, "0123456789"));
}

/* What an answer writes, by the path that its operation has in the interface. */
struct write {
	struct mend_request r;
	struct mend_before before;
	const char *version;
};

static struct write write_of(struct answers *a, const char *base, const char *method,
			     const char *what)
{
	struct write w = { .version = NULL };

	if (!mend_request_find(a->ctx, base, method, what, &w.r))
		tax_no_form(a->ctx);
	w.before = mend_before_read(a->ctx, &w.r);
	w.version = w.before.inputs ? ask_text(w.before.inputs, "version") : version_of(a);
	return w;
}

static void write_down(struct answers *a, const struct write *w, const char *json, const char *said)
{
	const struct ask ask = { .json = json, .version = w->version };

	mend_add(a->ctx, &a->w, &w->r, &ask, &w->before, said);
}

static const char *base_of(const struct answers *a, size_t portfolio)
{
	return pool_printf(a->ctx->pool, "/portfolios/%s",
			   a->l->v->of.ledger.portfolios[portfolio].id);
}

static void write_fact(struct answers *a)
{
	const struct tax_own_asset *own = tax_asset_asked(a->l->v, a->g);
	const char *fact = tax_remedy(a->g->why).fact, *value = typed(a, fact);
	void *pool = a->ctx->pool;
	struct write w;

	w = write_of(a, base_of(a, own->portfolio), "PATCH",
		     pool_printf(pool, "assets/%s", uuid_text(pool, own->id)));
	write_down(a, &w, tax_fact_body(pool, w.before.asset, fact, value),
		   pool_printf(pool, "%s: %s.", a->g->symbol, tax_fact_words(fact, value)));
}

static void write_gross(struct answers *a)
{
	struct json_object *body = ask_parsed(a->ctx->pool, "{}");
	struct write w;

	json_object_object_add(
		body, TAX_GROSS,
		json_object_new_string(entry_decimal(a->ctx->pool, typed(a, TAX_GROSS))));
	w = write_of(
		a, base_of(a, a->g->paid->portfolio), "PATCH",
		pool_printf(a->ctx->pool, "income/%s", uuid_text(a->ctx->pool, a->g->paid->id)));
	write_down(a, &w, ask_json(a->ctx->pool, body), NULL);
}

static void write_row(struct answers *a)
{
	const struct tax_request *r = &a->g->asked;
	struct mend_fields fields = tax_missing_row(a->ctx->pool, a->g);
	struct write w = write_of(a, r->base, ask_text(r->request, "method"),
				  mend_request_what(a->ctx, r->base, r->request));

	write_down(a, &w, mend_fields_filled(a->ctx, a->form, &fields), NULL);
}

static void write_losses(struct answers *a)
{
	const struct tax_statement *s = tax_statement_of("carry");
	struct month month = tax_missing_losses(a->l->v, a->g);
	void *pool = a->ctx->pool;
	struct write w = write_of(a, "/portfolio", "PUT", "tax/inputs");
	struct json_object *stated = ask_parsed(pool, ask_json(pool, w.before.inputs)),
			   *entry = tax_statement_of_month(a->ctx, a->form, s, month,
							   tax_missing_prefix(pool, a->g));

	write_down(a, &w, tax_inputs_with(a->ctx, stated, s, NULL, entry),
		   pool_printf(pool, "Prejuízos ao fim de %s de %d.", tax_month_name(month),
			       month_year(month)));
}

static void write_one(struct ctx *ctx, void *arg)
{
	struct answers *a = arg;

	(void)ctx; /* the answers' */
	switch (tax_remedy(a->g->why).answer) {
	case ANSWER_FACT:
		write_fact(a);
		break;
	case ANSWER_GROSS:
		write_gross(a);
		break;
	case ANSWER_PRICE:
	case ANSWER_TRADE:
		write_row(a);
		break;
	case ANSWER_CARRY:
		write_losses(a);
		break;
	case ANSWER_NONE:
		break;
	}
}

/* ---- refused ---- */

/* The field that the operation's error is about. */
static const char *field_of(const struct answers *a, const char *pointer)
{
	const char *prefix = tax_missing_prefix(a->ctx->pool, a->g);
	struct mend_fields row = tax_missing_row(a->ctx->pool, a->g);
	enum tax_answer answer = tax_remedy(a->g->why).answer;

	if (answer == ANSWER_PRICE || answer == ANSWER_TRADE)
		return mend_fields_named(a->ctx->pool, &row, pointer);
	return pool_printf(a->ctx->pool, "%s%s", prefix,
			   answer == ANSWER_FACT    ? tax_remedy(a->g->why).fact
			   : answer == ANSWER_GROSS ? TAX_GROSS
						    : text_after_last(pointer, '/'));
}

/* Notes what was refused; the other answers are still tried, so that all errors are shown at once. */
static void note_refusal(struct answers *a)
{
	struct ctx *ctx = a->ctx;
	struct json_object *errors = ctx->problem->status == 400 ? entry_errors(ctx) : NULL;

	for (size_t i = 0; i < ask_items(errors); i++) {
		struct json_object *error = json_object_array_get_idx(errors, i);
		const char *field = field_of(a, ask_text(error, "pointer"));

		if (!*field)
			ctx_leave(ctx);
		body_error(a->form, field, ask_text(error, "rule"), ask_text(error, "expected"),
			   ask_text(error, "received"));
	}
	if (!ask_items(errors))
		ctx_leave(ctx);
	ctx->problem = NULL;
	ctx->path[1] = NULL; /* the refused operation's */
}

static void write_all(struct answers *a)
{
	for (size_t i = 0; i < a->l->n; i++) {
		a->g = &a->l->items[i];
		if (!is_typed(a, a->g))
			continue;
		a->n++;
		if (!ctx_attempt(a->ctx, write_one, a))
			note_refusal(a);
	}
	if (!a->n)
		fail(a->ctx, 400, "invalid_body", "Responda ao menos uma pergunta.");
	body_refuse(a->form);
	a->w.said =
		pool_printf(a->ctx->pool, "%s %s",
			    a->n == 1 ? "Guardada 1 resposta."
				      : pool_printf(a->ctx->pool, "Guardadas %zu respostas.", a->n),
			    a->w.said);
}

static char *ledgers_of(struct ctx *ctx)
{
	if (!ctx->path[0])
		return pool_strdup(ctx->pool, access_ledgers(ctx));
	return pool_printf(ctx->pool, "%s:%" PRId64, uuid_text(ctx->pool, ctx->caller->portfolio),
			   ctx->caller->ledger_version);
}

void tax_missing_post(struct ctx *ctx)
{
	struct answers a = { .ctx = ctx, .form = layout_form(ctx) };
	const char *once, *back, *year;
	struct tax_gaps l;
	struct tax_view v;
	struct uuid id;

	once = site_take_once(a.form);
	year = ask_text(body_whole(a.form), "year");
	if (ctx->path[0])
		access_resource(ctx);
	if (!once || !uuid_parse(slice_of(once), &id) || !year) /* the undo has its name */
		tax_no_form(ctx);
	back = pool_printf(ctx->pool, "%s/missing?year=%d",
			   ctx->path[0] ? layout_path(ctx, "/tax") : "/tax",
			   tax_year_asked(ctx, year));
	if (!site_done_before(ctx, once)) {
		a.ledgers = ledgers_of(ctx); /* before the questions are found */
		tax_view_of(ctx, tax_year_asked(ctx, year), &v);
		l = tax_gaps_all(ctx, &v);
		a.l = &l;
		refuse_answered(&a);
		write_all(&a);
		mend_keep(ctx, &a.w, once, back);
		site_done(ctx);
	}
	mend_go(ctx, once, back);
}
