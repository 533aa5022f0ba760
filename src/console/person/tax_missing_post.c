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
#include <stdlib.h>

#include "console/form/mend_undo.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/tax_missing.h"
#include "console/person/tax_statements.h"
#include "core/problem.h"
#include "core/text.h"
#include "http/json_read.h"
#include "identity/caller.h"
#include "identity/held_file.h"
#include "identity/pages/site.h"

struct answers {
	struct ctx *ctx;
	struct body *form;
	const struct tax_view *v;
	const struct tax_gaps *l;
	const struct tax_gap *g; /* the present one */
	char *ledgers;		 /* the versions that the questions were found in */
	struct mend_writes w;
	size_t n;
	size_t withheld; /* of the tax inputs before this form */
	const char *warned;
};

/* ---- what was typed ---- */

/* Marks the answered questions; one that another page has answered is none any more. */
static void take_answered(const struct answers *a)
{
	struct json_object *none = body_json(a->form, TAX_NONE_WORD, OPTIONAL);

	json_object_object_foreach(body_whole(a->form), name, value)
	{
		struct tax_gap *g;

		(void)value; /* an empty field is absent */
		if (name[0] != 'q')
			continue;
		g = tax_missing_of(a->l, name);
		if (!g || !tax_missing_asked(a->ctx, a->v, g))
			fail(a->ctx, 409, "tax_inputs_conflict",
			     "O que se pergunta mudou em outra página.");
		g->typed = true;
	}
	if (!none)
		return;
	if (!str_eq(body_shown(none), tax_unstated_none(a->l)))
		fail(a->ctx, 409, "tax_inputs_conflict",
		     "O que se pergunta mudou em outra página.");
	for (size_t i = 0; i < a->l->n_unstated; i++)
		a->l->unstated[i].typed |= a->l->unstated[i].basket != BASKET_NONE;
}

/* NULL, and an error: only a field that was not asked came. */
static const char *typed(const struct answers *a, const char *field)
{
	struct json_object *value = body_json(
		a->form,
		pool_printf(a->ctx->pool, "%s%s", tax_missing_prefix(a->ctx->pool, a->g), field),
		REQUIRED);

	return value ? body_shown(value) : NULL;
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
	w.before = mend_before_read(a->ctx, &w.r, NULL);
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
			   a->v->of.ledger.portfolios[portfolio].id);
}

static void write_fact(struct answers *a)
{
	const struct tax_own_asset *own = tax_asset_asked(&a->v->of, a->g);
	const char *fact = tax_remedy(a->g->why).fact, *value = typed(a, fact);
	void *pool = a->ctx->pool;
	struct write w;

	if (!value ||
	    tax_fact_refused(pool, a->form, fact,
			     pool_printf(pool, "%s%s", tax_missing_prefix(pool, a->g), fact),
			     value))
		return;
	w = write_of(a, base_of(a, own->portfolio), "PATCH",
		     pool_printf(pool, "assets/%s", uuid_text(pool, own->id)));
	write_down(a, &w, tax_fact_body(pool, w.before.asset, fact, value),
		   pool_printf(pool, "%s: %s.", a->g->symbol, tax_fact_words(pool, fact, value)));
}

static void write_gross(struct answers *a)
{
	struct json_object *body = ask_parsed(a->ctx->pool, "{}");
	const char *value = typed(a, TAX_GROSS);
	struct write w;

	if (!value)
		return;
	json_object_object_add(body, TAX_GROSS,
			       json_object_new_string(entry_money(a->ctx->pool, value)));
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
	struct month month = tax_losses_month(a->l, a->g);
	void *pool = a->ctx->pool;
	struct write w = write_of(a, "/portfolio", "PUT", "tax/inputs");
	struct json_object *stated = ask_parsed(pool, ask_json(pool, w.before.inputs)),
			   *entry = tax_statement_of_month(a->ctx, a->form, s, month,
							   tax_missing_prefix(pool, a->g));

	const char *before, *json = tax_inputs_with(a->ctx, stated, s, NULL, entry, &before);

	write_down(a, &w, json,
		   pool_printf(pool, "Prejuízos ao fim de %s.%s", tax_entry_said(pool, s, entry),
			       before ? pool_printf(pool, " Antes: %s.", before) : ""));
}

/* All of them are one change of the tax inputs. */
static void write_unstated(struct ctx *ctx, void *arg)
{
	struct answers *a = arg;
	struct write w = write_of(a, "/portfolio", "PUT", "tax/inputs");
	struct json_object *stated = ask_parsed(ctx->pool, ask_json(ctx->pool, w.before.inputs));
	const char *json = NULL, *said = "", *about, *replaced;

	a->withheld = ask_items(ask_member(stated, "withheld"));
	for (size_t i = 0; i < a->l->n_unstated; i++) {
		const struct tax_gap *g = &a->l->unstated[i];
		struct json_object *entry;
		struct money amount;

		if (!g->typed)
			continue;
		entry = tax_unstated_entry(ctx, a->form, &a->v->of.ledger.inputs, g, &about);
		json = tax_inputs_with(ctx, stated, tax_statement_of(about), NULL, entry,
				       &replaced);
		if (g->basket == BASKET_NONE) {
			said = pool_printf(
				ctx->pool, "%s Prejuízos ao fim de %s.", said,
				tax_entry_said(ctx->pool, tax_statement_of(about), entry));
			continue;
		}
		amount = tax_member_money(ask_text(entry, TAX_AMOUNT));
		said = pool_printf(ctx->pool, "%s IRRF de %s de %d%s: %s.", said,
				   tax_month_name(g->month), month_year(g->month),
				   tax_basket_in((int)g->basket), shown_brl(ctx->pool, amount));
		amount.e8 += g->stated.e8;
		a->warned = pool_printf(
			ctx->pool, "%s%s", a->warned,
			tax_withheld_warned(ctx->pool, a->v, g->month, (int)g->basket, amount));
	}
	write_down(a, &w, json, said + 1);
}

/* The field of an error of "/withheld/N/…" or "/carry/N/…"; "": of another entry. */
static const char *unstated_field(const struct answers *a, const char *pointer)
{
	bool losses = text_starts(pointer, "/carry/");
	size_t at = losses ? 0 : strtoul(pointer + strlen("/withheld/"), NULL, 10) - a->withheld;

	for (size_t i = 0; i < a->l->n_unstated; i++) {
		const struct tax_gap *g = &a->l->unstated[i];

		if (g->typed && (g->basket == BASKET_NONE) == losses && !at--)
			return pool_printf(a->ctx->pool, "%s%s",
					   tax_missing_prefix(a->ctx->pool, g),
					   text_after_last(pointer, '/'));
	}
	return "";
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
	case ANSWER_LOWER: /* write_unstated() */
	case ANSWER_NONE:
		break;
	}
}

/* ---- refused ---- */

/* The field that the operation's error is about. */
static const char *field_of(const struct answers *a, const char *pointer)
{
	const char *prefix;
	struct mend_fields row;
	enum tax_answer answer;

	if (!a->g)
		return unstated_field(a, pointer);
	prefix = tax_missing_prefix(a->ctx->pool, a->g);
	row = tax_missing_row(a->ctx->pool, a->g);
	answer = tax_remedy(a->g->why).answer;
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
	size_t unstated = 0;

	for (size_t i = 0; i < a->l->n; i++) {
		a->g = &a->l->items[i];
		if (!a->g->typed)
			continue;
		a->n++;
		if (!ctx_attempt(a->ctx, write_one, a))
			note_refusal(a);
	}
	a->g = NULL;
	for (size_t i = 0; i < a->l->n_unstated; i++)
		unstated += a->l->unstated[i].typed;
	if (unstated && !ctx_attempt(a->ctx, write_unstated, a))
		note_refusal(a);
	a->n += unstated;
	if (!a->n)
		fail(a->ctx, 400, "invalid_body", "Responda ao menos uma pergunta.");
	body_done(a->form);
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
	struct answers a = { .ctx = ctx, .form = layout_form(ctx), .warned = "" };
	const char *once, *back, *year, *sure;
	struct tax_gaps l;
	struct tax_view v;
	struct uuid id;

	once = site_take_once(a.form);
	sure = entry_sure_take(a.form);
	year = ask_text(body_whole(a.form), "year");
	(void)body_json(a.form, "year", OPTIONAL);
	(void)body_json(a.form, "page", OPTIONAL); /* draw() reads it */
	if (ctx->path[0])
		access_resource(ctx);
	if (!once || !held_file_id(once, &id) || !year) /* the undo has its name */
		tax_no_form(ctx);
	back = pool_printf(ctx->pool, "%s/missing?year=%d",
			   ctx->path[0] ? layout_path(ctx, "/tax") : "/tax",
			   tax_year_asked(ctx, year));
	if (!site_done_before(ctx, once)) {
		a.ledgers = ledgers_of(ctx); /* before the questions are found */
		tax_view_of(ctx, tax_year_asked(ctx, year), &v);
		l = tax_gaps_all(ctx, &v.of, &v.year);
		a.v = &v;
		a.l = &l;
		take_answered(&a);
		write_all(&a);
		entry_warn(ctx, a.warned, sure);
		mend_keep(ctx, &a.w, once, back);
		site_done(ctx);
	}
	mend_go(ctx, once, back);
}

/* ---- the page again ---- */

struct again {
	const struct entry *entry;
	struct tax_view v;
	struct tax_gaps l;
};

/* In a transaction of its own, after that of the form was rolled back. */
static void read_again(struct ctx *ctx, void *arg)
{
	struct again *a = arg;
	const char *year = ask_text(a->entry->values, "year");

	db_begin_read(ctx);
	access_resume(ctx);
	tax_view_of(ctx, tax_year_asked(ctx, year), &a->v);
	a->l = tax_gaps_all(ctx, &a->v.of, &a->v.year);
	db_commit(ctx);
}

/* Each with its asset, since many fields have one label. */
static void write_faults(struct html *h, const struct tax_gaps *l, const struct entry *e)
{
	struct html_fault *faults = pool_array(h->ctx->pool, struct html_fault, e->n_faults + 1);

	for (size_t i = 0; i < e->n_faults; i++) {
		const char *field = e->faults[i].field;
		const struct tax_gap *g = field ? tax_missing_of(l, field) : NULL;

		faults[i] = e->faults[i];
		if (g)
			faults[i].text = pool_printf(h->ctx->pool, "%s: %s",
						     g->symbol ? g->symbol
							       : tax_month_title(l->pool, g->month),
						     faults[i].text);
	}
	html_faults(h, faults, e->n_faults);
}

static void draw(struct ctx *ctx, struct html *h, const struct entry *e)
{
	const struct caller *own = ctx->caller;
	const char *page = ask_text(e->values, "page");
	struct problem *refusal = ctx->problem;
	struct again a = { .entry = e };

	if (ctx_attempt(ctx, read_again, &a)) {
		ctx->problem = refusal;
		write_faults(h, &a.l, e);
		tax_missing_draw(h, &a.v, &a.l, page ? (size_t)strtoul(page, NULL, 10) : 1, e);
	}
	ctx->problem = refusal;
	ctx->caller = own;
	html_p_link(h, layout_path(ctx, "/tax/missing"), "Voltar");
}

const struct entry_form tax_missing_form = {
	.title = "O que falta ao imposto",
	.here = "/tax",
	.draw = draw,
	.own_faults = true,
	.conflict = "Nada foi gravado: uma destas respostas já foi dada em outra página, ou a "
		    "carteira mudou. Confira o que ainda falta e envie de novo.",
};
