/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_fact_form.c: facts of an asset that the tax needs, as forms.
 *
 * GET, POST /portfolios/{id}/tax/fact
 *
 * A fact is a member of the asset's metadata, which its operation replaces as a whole: the stored one is read and
 * changed in the same transaction.
 */
#include "config.h"

#include "console/form/mend_undo.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/tax_pages.h"
#include "core/encode.h"
#include "core/json_write.h"
#include "core/number_text.h"
#include "core/text.h"
#include "http/json_read.h"
#include "identity/caller.h"
#include "identity/held_file.h"
#include "identity/pages/site.h"
#include "portfolio/functions/portfolio_operations.h"

void tax_fact_field(struct html *h, const struct entry *e, const char *fact, const char *as,
		    bool optional)
{
	const struct tax_fact *f = tax_fact_of(fact);

	entry_field(h->ctx, h, e,
		    (struct html_field){ .name = as,
					 .label = f->question,
					 .type = f->options ? "select" : "text",
					 .hint = f->hint,
					 .autocomplete = "off",
					 .options = f->options,
					 .n_options = f->n_options,
					 .max_length = f->options ? 0 : 40,
					 .optional = optional });
}

/* ---- the form of one ---- */

struct asked {
	const struct tax_fact *fact;
	const char *id, *symbol, *back; /* of the asset; the page that it returns to */
};

/* The content of a form; false when no page of ours wrote it. */
static bool asked_in(struct ctx *ctx, struct json_object *values, struct asked *out)
{
	struct uuid id;

	*out = (struct asked){ .fact = tax_fact_of(ask_text(values, "about")),
			       .id = ask_text(values, "asset"),
			       .symbol = ask_text(values, "symbol"),
			       .back = site_local(ask_text(values, "back"),
						  layout_path(ctx, "/tax/inputs")) };
	return out->fact && out->id && uuid_parse(slice_of(out->id), &id);
}

static void draw(struct ctx *ctx, struct html *h, const struct entry *e)
{
	struct asked a;

	if (!asked_in(ctx, e->values, &a))
		return;
	if (a.symbol) {
		html_open(h, "h2");
		html_element(h, "bdi", a.symbol);
		html_close(h, "h2");
	}
	tax_form(h, layout_path(ctx, "/tax/fact"), a.fact->name, a.back);
	html_hidden(h, "asset", a.id);
	html_hidden(h, "symbol", a.symbol);
	tax_fact_field(h, e, a.fact->name, a.fact->name, false);
	html_button(h, "Guardar");
	if (e->stored)
		html_button_of(h, "forget", "on", "Apagar a resposta");
	html_form_end(h);
	html_p_link(h, a.back, "Voltar");
}

static const char *field_in_form(struct ctx *ctx UNUSED, const struct entry *e, const char *pointer)
{
	const char *about = ask_text(e->values, "about");

	(void)pointer; /* the form has one field */
	return about ? about : "";
}

const struct entry_form tax_fact_form = {
	.title = "Uma resposta ao imposto",
	.here = "/tax",
	.draw = draw,
	.field = field_in_form,
};

/* ---- an answer ---- */

const char *tax_fact_body(void *pool, struct json_object *asset, const char *fact,
			  const char *typed)
{
	struct json_object *meta = ask_member(asset, "meta"), *value = NULL;
	const struct tax_fact *f = tax_fact_of(fact);

	if (typed && f->truth && (str_eq(typed, "true") || str_eq(typed, "false")))
		value = json_object_new_boolean(str_eq(typed, "true"));
	else if (typed)
		value = json_object_new_string(typed);
	return pool_printf(pool, "{\"meta\":%s}",
			   ask_json(pool, tax_fact_meta(pool, meta, f, value)));
}

bool tax_fact_refused(void *pool, struct body *form, const char *fact, const char *field,
		      const char *typed)
{
	const struct tax_fact *f = tax_fact_of(fact);
	const char *offered = NULL;

	for (size_t i = 0; i < f->n_options; i++) {
		if (str_eq(f->options[i].value, typed))
			return false;
		offered =
			pool_printf(pool, "%s%s", offered ? pool_printf(pool, "%s; ", offered) : "",
				    f->options[i].label);
	}
	if (offered) /* the operation judges a text */
		body_error(form, field, "enum", pool_printf(pool, "uma destas: %s", offered),
			   typed);
	return offered;
}

const char *tax_fact_words(void *pool, const char *fact, const char *value)
{
	const struct tax_fact *f = tax_fact_of(fact);

	if (!f->options)
		return tax_id_text(pool, value);
	return html_option_label(f->options, f->n_options, value);
}

/* @typed NULL: the answer is deleted. */
static void write_answer(struct ctx *ctx, const struct asked *a, const char *once,
			 const char *typed)
{
	const char *what = pool_printf(ctx->pool, "assets/%s", a->id), *said;
	struct mend_writes w = { .said = NULL };
	struct json_object *was;
	struct mend_before before;
	struct mend_request r;
	struct ask ask = { 0 };

	if (!mend_request_find(ctx, mend_base(ctx), "PATCH", what, &r))
		tax_no_form(ctx);
	before = mend_before_read(ctx, &r, NULL);
	if (!before.asset)
		fail(ctx, 404, "asset_not_found", "A carteira não tem mais este ativo.");
	was = tax_fact_stored(ask_member(before.asset, "meta"), a->fact);
	said = typed ? typed : was ? body_shown(was) : "";
	ask.json = tax_fact_body(ctx->pool, before.asset, a->fact->name, typed);
	mend_add(ctx, &w, &r, &ask, &before,
		 pool_printf(ctx->pool, "%s%s: %s.", typed ? "" : "Apagado, de ",
			     ask_text(before.asset, "symbol"),
			     tax_fact_words(ctx->pool, a->fact->name, said)));
	mend_keep(ctx, &w, once, a->back);
	site_done(ctx);
}

void tax_fact_post(struct ctx *ctx)
{
	static const char *const carried[] = { "about", "asset", "symbol", "back" };
	struct json_object *typed, *forget;
	const char *once;
	struct asked a;
	struct uuid id;
	struct body *form = layout_form(ctx);

	once = site_take_once(form);
	if (!asked_in(ctx, body_whole(form), &a) ||
	    !held_file_id(once, &id)) /* the undo has its name */
		tax_no_form(ctx);
	for (size_t i = 0; i < ARRAY_SIZE(carried); i++)
		(void)body_json(form, carried[i], OPTIONAL); /* asked_in() reads it */
	typed = body_json(form, a.fact->name, OPTIONAL);
	forget = body_json(form, "forget", OPTIONAL);
	if (!typed && !forget)
		body_error(form, a.fact->name, "required", "texto", NULL);
	else if (!forget)
		(void)tax_fact_refused(ctx->pool, form, a.fact->name, a.fact->name,
				       body_shown(typed)); /* body_done() refuses */
	body_done(form);
	access_resource(ctx);
	if (!site_done_before(ctx, once))
		write_answer(ctx, &a, once, forget ? NULL : body_shown(typed));
	mend_go(ctx, once, a.back);
}

/* ---- an answer given before ---- */

void tax_fact_page(struct ctx *ctx)
{
	const char *about = query_text(ctx, "about"), *asset = query_text(ctx, "asset");
	const char *back = query_field(ctx, "back");
	const struct tax_fact *f = tax_fact_of(about);
	struct json_object *o;
	struct uuid id;
	struct json *j;

	layout_ledger_readable(ctx);
	if (!f || !asset || !uuid_parse(slice_of(asset), &id))
		tax_no_form(ctx);
	ctx->path[1] = asset;
	o = ask_run(ctx, &(struct ask){ .run = asset_get });
	j = json_new(ctx->pool, 256);
	json_open(j, NULL);
	json_text(j, "about", about);
	json_text(j, "asset", asset);
	json_text(j, "symbol", ask_text(o, "symbol"));
	if (back)
		json_text(j, "back", back);
	if (tax_fact_stored(ask_member(o, "meta"), f))
		json_text(j, f->name, body_shown(tax_fact_stored(ask_member(o, "meta"), f)));
	json_close(j);
	entry_page(ctx, 200, &tax_fact_form,
		   &(struct entry){ .stored = true,
				    .values = ask_parsed(ctx->pool, json_written(j)) });
}

static void write_said(struct html *h, const struct tax_view *v, const struct tax_own_asset *own,
		       const struct tax_fact *f, struct json_object *value, const char *back)
{
	const struct tax_portfolio *p = &v->of.ledger.portfolios[own->portfolio];
	void *pool = h->ctx->pool;
	const char *id = uuid_text(pool, own->id);

	tax_row_begin(h);
	html_element(h, "bdi", v->of.ledger.assets[own->asset].symbol);
	html_element(h, "small", f->question);
	html_close(h, "div");
	html_element(h, "span", tax_fact_words(pool, f->name, body_shown(value)));
	if (!v->seen)
		html_link(h,
			  pool_printf(pool, "/portfolios/%s/tax/fact?about=%s&asset=%s&back=%s",
				      p->id, f->name, id, url_encoded(pool, back)),
			  "Mudar");
	html_close(h, "li");
}

/* A successor's holding has the assets of its predecessors, too. */
static bool said_before(const struct tax_view *v, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (uuid_same(v->of.own[i].id, v->of.own[at].id))
			return true;
	return false;
}

bool tax_facts_said(struct html *h, const struct tax_view *v, const char *back)
{
	void *pool = h->ctx->pool;
	bool any = false;

	for (size_t i = 0; i < v->of.n_own; i++) {
		const struct tax_own_asset *own = &v->of.own[i];
		struct json_object *meta =
			own->meta && !said_before(v, i) ? ask_parsed(pool, own->meta) : NULL;

		for (const struct tax_fact *f = tax_facts_asked; meta && f->name; f++) {
			struct json_object *value = tax_fact_stored(meta, f);

			if (!value)
				continue;
			if (!any)
				tax_rows(h);
			any = true;
			write_said(h, v, own, f, value, back);
		}
	}
	if (any)
		html_close(h, "ul");
	return any;
}
