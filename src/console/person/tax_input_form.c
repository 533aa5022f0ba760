/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_input_form.c: the form of one entry of the tax inputs.  GET, POST /tax/input
 *
 * The stated document is replaced as a whole (PUT /v1/portfolio/tax/inputs): a form reads it, changes one entry and
 * writes it over the version that it read.  An entry is known by its content, since it has no id.
 */
#include "config.h"

#include "console/form/mend_undo.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/tax_pages.h"
#include "console/person/tax_statements.h"
#include "core/json_write.h"
#include "http/json_read.h"
#include "identity/held_file.h"
#include "identity/pages/site.h"

/* ---- one entry ---- */

static void draw(struct ctx *ctx, struct html *h, const struct entry *e)
{
	const struct tax_statement *s = tax_statement_of(ask_text(e->values, "about"));
	const char *was = ask_text(e->values, "was");
	const char *back = site_local(ask_text(e->values, "back"), "/tax/inputs");

	/* "I paid" comes back in its card, as it was sent. */
	if (s && !was && ctx->problem && str_eq(s->name, TAX_PAID) && tax_year_refused(ctx, h, e))
		return;
	if (s) {
		html_element(h, "h2", s->title);
		tax_statement_open(h, s->name, was, back);
		tax_statement_fields(h, s, e);
		html_button(h, "Guardar");
		entry_sure(h);
		if (was)
			html_button_of(h, "forget", "on", "Apagar");
		html_form_end(h);
	}
	html_p_link(h, back, "Voltar");
}

const struct entry_form tax_input_form = {
	.title = "Imposto de renda",
	.draw = draw,
	.conflict =
		"Nada foi gravado: o que você informou mudou em outra página. Confira e envie de novo.",
};

/* Each member that @was has, as it is typed; of a new one, what the address has. */
static const char *values_of(struct ctx *ctx, const struct tax_statement *s, const char *was,
			     const char *back)
{
	struct json_object *entry = ask_parsed(ctx->pool, was);
	struct json *j = json_new(ctx->pool, 256);

	json_open(j, NULL);
	json_text(j, "about", s->name);
	if (was)
		json_text(j, "was", was);
	if (back)
		json_text(j, "back", back);
	for (size_t i = 0; i < TAX_MEMBERS && s->members[i].name; i++) {
		const struct tax_member *m = &s->members[i];
		const char *stored = ask_text(entry, m->name);
		const char *value =
			stored ? tax_member_typed(ctx->pool, m, stored) : query_field(ctx, m->name);

		if (value)
			json_text(j, m->name, value);
	}
	json_close(j);
	return json_written(j);
}

void tax_input_page(struct ctx *ctx)
{
	const char *about = query_text(ctx, "about"), *was = query_field(ctx, "was");
	const char *back = query_field(ctx, "back");
	const struct tax_statement *s = tax_statement_of(about);
	const char *values = s ? values_of(ctx, s, was, back) : NULL;

	layout_person(ctx);
	if (!s)
		tax_no_form(ctx);
	entry_page(ctx, 200, &tax_input_form,
		   &(struct entry){ .values = ask_parsed(ctx->pool, values) });
}

static bool same_value(const struct tax_member *m, const char *a, const char *b)
{
	wide x, y;

	if (!a || !b)
		return a == b;
	if (m->kind == MEMBER_MONEY && dec_parse(slice_of(a), 2, (wide)1 << 100, &x) == DEC_OK &&
	    dec_parse(slice_of(b), 2, (wide)1 << 100, &y) == DEC_OK)
		return x == y;
	return str_eq(a, b);
}

static bool same_entry(const struct tax_statement *s, struct json_object *a, struct json_object *b)
{
	for (size_t i = 0; i < TAX_MEMBERS && s->members[i].name; i++) {
		const struct tax_member *m = &s->members[i];

		if (!same_value(m, ask_text(a, m->name), ask_text(b, m->name)))
			return false;
	}
	return true;
}

static bool same_key(const struct tax_statement *s, struct json_object *a, struct json_object *b)
{
	return s->key && same_value(&(struct tax_member){ .kind = MEMBER_WORD },
				    ask_text(a, s->key), ask_text(b, s->key));
}

/* An amount that was not typed stays. */
static void keep_members(const struct tax_statement *s, struct json_object *of,
			 struct json_object *entry)
{
	for (size_t i = 0; i < TAX_MEMBERS && s->members[i].name; i++) {
		const char *name = s->members[i].name;

		if (!ask_text(entry, name) && ask_text(of, name))
			json_object_object_add(entry, name, json_object_get(ask_member(of, name)));
	}
}

/* Copies the list; @entry replaces @was and the entry with its key, or is appended.  @entry NULL: @was is removed. */
static struct json_object *list_with(struct ctx *ctx, const struct tax_statement *s,
				     struct json_object *list, struct json_object *was,
				     struct json_object *entry, const char **before)
{
	struct json_object *out = ask_parsed(ctx->pool, "[]");
	bool found = !was;
	bool adds = str_eq(s->name, TAX_WITHHELD); /* two equal entries are two */

	*before = NULL;
	for (size_t i = 0; i < ask_items(list); i++) {
		struct json_object *one = json_object_array_get_idx(list, i);
		bool is_was = was && !(found && adds) && same_entry(s, one, was);
		bool is_same = entry && !adds && same_entry(s, one, entry);

		found |= is_was;
		if (entry && !is_was && same_key(s, one, entry))
			keep_members(s, one, entry);
		if (!is_was && !is_same && !(entry && same_key(s, one, entry))) {
			json_object_array_add(out, json_object_get(one));
			continue;
		}
		/* An equal one stays as it was written, and is there once. */
		if (entry && !*before)
			json_object_array_add(
				out, json_object_get(same_entry(s, one, entry) ? one : entry));
		*before = pool_printf(ctx->pool, "%s%s%s", *before ? *before : "",
				      *before ? ", e " : "", tax_entry_said(ctx->pool, s, one));
	}
	if (!found)
		fail(ctx, 409, "tax_inputs_conflict", "O que se informou mudou em outra página.");
	if (entry && !*before)
		json_object_array_add(out, json_object_get(entry));
	return out;
}

static const char *document_of(struct ctx *ctx, struct json_object *stated)
{
	json_object_object_del(stated, "meta");
	json_object_object_del(stated, "version");
	return ask_json(ctx->pool, stated);
}

const char *tax_inputs_with(struct ctx *ctx, struct json_object *stated,
			    const struct tax_statement *s, struct json_object *was,
			    struct json_object *entry, const char **before)
{
	json_object_object_add(stated, s->name,
			       json_object_get(list_with(ctx, s, ask_member(stated, s->name), was,
							 entry, before)));
	return document_of(ctx, stated);
}

static struct json_object *excluded_in(struct ctx *ctx, struct body *form)
{
	struct json_object *list = ask_parsed(ctx->pool, "[]");

	for (int i = 0; i < FORM_FIELDS_MAX; i++) {
		struct json_object *id =
			body_json(form, pool_printf(ctx->pool, "out%d", i), OPTIONAL);

		if (id)
			json_object_array_add(list, json_object_get(id));
	}
	return list;
}

/* ---- warnings ---- */

static bool month_of_entry(struct ctx *ctx, struct json_object *entry, const char *name,
			   struct month *out)
{
	const char *text = ask_text(entry, name);
	struct day first;

	if (!text || !day_parse(slice_of(pool_printf(ctx->pool, "%s-01", text)), &first) ||
	    day_year(first) < TAX_FIRST_YEAR || day_before(ctx->today, first))
		return false;
	*out = day_month(first);
	return true;
}

static bool same_text(struct json_object *a, struct json_object *b, const char *name)
{
	return ask_text(a, name) && ask_text(b, name) &&
	       str_eq(ask_text(a, name), ask_text(b, name));
}

static struct money amount_of(struct json_object *entry)
{
	return tax_member_money(ask_text(entry, "amount"));
}

static const char *warned_withheld(struct ctx *ctx, struct json_object *was,
				   struct json_object *entry)
{
	bool same = same_text(was, entry, "month") && same_text(was, entry, "basket");
	struct money others, of = amount_of(entry);
	struct month month;
	struct tax_view v;
	int b = 0;

	while (b < TAX_BASKETS && !str_eq(ask_text(entry, "basket"), tax_basket_names[b]))
		b++;
	if (b == TAX_BASKETS || !month_of_entry(ctx, entry, "month", &month))
		return "";
	tax_view_of(ctx, month_year(month), &v);
	others = tax_withheld_stated(&v.of.ledger.inputs, month, b);
	others.e8 -= same ? amount_of(was).e8 : 0;
	return pool_printf(
		ctx->pool, "%s%s",
		same || !others.e8
			? ""
			: pool_printf(ctx->pool, "De %s%s já há %s informado; com este seriam %s. ",
				      tax_month_in(ctx->pool, month, day_year(ctx->today)),
				      tax_basket_in(b), shown_brl(ctx->pool, others),
				      shown_brl(ctx->pool, (struct money){ others.e8 + of.e8 })),
		tax_withheld_warned(ctx->pool, &v, month, b, (struct money){ others.e8 + of.e8 }));
}

/* What is unpaid of a code and a period; false: nothing of it is due, or it is not known. */
static bool left_of(const struct tax_year *y, const char *code, struct month period,
		    struct money *out)
{
	if (str_eq(code, TAX_RETURN_CODE) && y->exterior && y->exterior->due.known) {
		*out = tax_exterior_left(y->exterior);
		return true;
	}
	for (size_t i = 0; i < y->n_darf; i++) {
		const struct tax_darf *d = &y->darf[i];

		if (d->period.n == period.n && str_eq(d->code, code) && d->amount.known) {
			*out = tax_darf_left(d);
			return true;
		}
	}
	return false;
}

static bool is_due(const struct tax_year *y, const char *code, struct month period)
{
	for (size_t i = 0; i < y->n_darf; i++)
		if (y->darf[i].period.n == period.n && str_eq(y->darf[i].code, code))
			return true;
	return str_eq(code, TAX_RETURN_CODE) && (y->exterior || period.n % 12 != 11);
}

static const char *warned_paid(struct ctx *ctx, struct json_object *was, struct json_object *entry)
{
	struct money left, of = amount_of(entry);
	const char *code = ask_text(entry, "code");
	struct month month;
	struct day paid;
	struct tax_view v;

	if (!month_of_entry(ctx, entry, "period", &month))
		return "";
	if (!str_eq(code, TAX_RETURN_CODE) &&
	    day_parse(slice_of(ask_text(entry, "paid_on")), &paid) && day_month(paid).n == month.n)
		return pool_printf(ctx->pool, "Em %s, %s ainda não tinha acabado. ",
				   date_text(ctx->pool, paid),
				   tax_month_in(ctx->pool, month, day_year(ctx->today)));
	tax_view_of(ctx, month_year(month), &v);
	if (!is_due(&v.year, code, month))
		return pool_printf(ctx->pool, "Pelos lançamentos, nada se devia de %s, código %s. ",
				   tax_month_in(ctx->pool, month, day_year(ctx->today)), code);
	if (left_of(&v.year, code, month, &left)) {
		if (same_text(was, entry, "code") && same_text(was, entry, "period"))
			left.e8 += amount_of(was).e8;
		if (left.e8 < 0)
			left.e8 = 0;
		if (of.e8 > left.e8)
			return pool_printf(ctx->pool,
					   "O que falta do principal é %s; multa e juros não "
					   "entram aqui. ",
					   shown_brl(ctx->pool, left));
	}
	return "";
}

static const char *warned(struct ctx *ctx, const struct tax_statement *s, struct json_object *was,
			  struct json_object *entry)
{
	if (s && entry && str_eq(s->name, TAX_PAID))
		return warned_paid(ctx, was, entry);
	return s && entry && str_eq(s->name, TAX_WITHHELD) ? warned_withheld(ctx, was, entry) : "";
}

/* ---- writing ---- */

static bool is_changed(struct ctx *ctx, const struct mend_before *before, const char *json)
{
	struct json_object *present = ask_parsed(ctx->pool, ask_json(ctx->pool, before->inputs));

	return !str_eq(json, document_of(ctx, present));
}

static const char *late_said(struct json_object *entry)
{
	const char *period = ask_text(entry, "period"), *code = ask_text(entry, "code");
	struct day paid;
	struct month month;

	return code && period && month_parse(slice_of(period), &month) &&
			       day_parse(slice_of(ask_text(entry, "paid_on")), &paid)
		       ? tax_paid_late(code, month, paid)
		       : "";
}

static const char *written_said(void *pool, const struct tax_statement *s,
				struct json_object *entry, const char *replaced)
{
	if (!entry)
		return replaced ? pool_printf(pool, "Apagado: %s.", replaced) : "Guardado.";
	return pool_printf(pool, "Guardado: %s.%s%s", tax_entry_said(pool, s, entry),
			   replaced ? pool_printf(pool, " Antes: %s.", replaced) : "",
			   s && str_eq(s->name, TAX_PAID) ? late_said(entry) : "");
}

void tax_input_post(struct ctx *ctx)
{
	struct json_object *entry = NULL, *exclude = NULL, *was, *policy = NULL, *stated;
	const char *once, *back, *about, *json, *sure, *replaced = NULL;
	struct mend_writes w = { .said = "Já estava informado: nada mudou." };
	struct mend_before before;
	struct mend_request r;
	const struct tax_statement *s;
	struct body *form = layout_form(ctx);
	struct uuid id;
	bool forget;

	about = ask_text(body_whole(form), "about");
	s = tax_statement_of(about);
	once = site_take_once(form);
	if ((!s && !(about && str_eq(about, TAX_POLICY))) ||
	    !held_file_id(once, &id) || /* the undo has its name */
	    !mend_request_find(ctx, mend_base(ctx), "PUT", "tax/inputs", &r))
		tax_no_form(ctx);
	(void)body_json(form, "about", OPTIONAL);
	back = site_local(ask_text(body_whole(form), "back"), "/tax/inputs");
	(void)body_json(form, "back", OPTIONAL);
	was = body_json(form, "was", OPTIONAL);
	if (was) {
		was = ask_parsed(ctx->pool, body_shown(was));
		if (!json_object_is_type(was, json_type_object))
			tax_no_form(ctx);
	}
	sure = entry_sure_take(form);
	forget = body_json(form, "forget", OPTIONAL) != NULL;
	if (s && !forget) {
		entry = tax_statement_in(ctx, form, s);
	} else if (!s) {
		policy = body_json(form, TAX_POLICY, OPTIONAL);
		exclude = excluded_in(ctx, form);
	}
	if (forget)
		body_refuse(form);
	else
		body_done(form);
	if (!site_done_before(ctx, once)) {
		before = mend_before_read(ctx, &r, NULL);
		stated = ask_parsed(ctx->pool, ask_json(ctx->pool, before.inputs));
		if (s) {
			json = tax_inputs_with(ctx, stated, s, was, entry, &replaced);
		} else {
			json_object_object_add(stated, "exclude", json_object_get(exclude));
			json_object_object_add(stated, TAX_POLICY, json_object_get(policy));
			json = document_of(ctx, stated);
		}
		if (is_changed(ctx, &before, json)) {
			entry_warn(ctx, warned(ctx, s, was, entry), sure);
			w.said = NULL;
			mend_add(ctx, &w, &r,
				 &(struct ask){ .json = json,
						.version = ask_text(before.inputs, "version") },
				 &before, written_said(ctx->pool, s, entry, replaced));
		}
		mend_keep(ctx, &w, once, back);
		site_done(ctx);
	}
	mend_go(ctx, once, back);
}
