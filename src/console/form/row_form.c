/* SPDX-License-Identifier: Apache-2.0 */
/* row_form.c: a row of the ledger as a form. */
#include "config.h"

#include "console/form/row_form.h"

#include <assert.h>

#include "calc/amounts/accrual.h"
#include "calc/tax/tax.h"
#include "console/form/member_words.h"
#include "console/form/schema_fields.h"
#include "core/json_write.h"
#include "core/number_text.h"
#include "core/order.h"
#include "core/text.h"
#include "operations/specs.h"
#include "portfolio/functions/investor.h"

/* The members that the forms ask for, in their order: of wallet.portfolio_transaction.add, or of an income. */
enum row_of { OF_ANY, OF_TRADE, OF_INCOME };
static const struct row_member {
	const char *name;
	enum row_of of;
	bool paper, required;
} members[] = {
	{ .name = "symbol", .paper = true, .required = true },
	{ .name = "asset_type", .paper = true, .required = true },
	{ .name = "kind", .required = true },
	{ .name = "trade_date", .of = OF_TRADE, .required = true },
	{ .name = "pay_date", .of = OF_INCOME, .required = true },
	{ .name = "quantity", .of = OF_TRADE },
	{ .name = "price", .of = OF_TRADE },
	{ .name = "amount", .of = OF_INCOME, .required = true },
	{ .name = "gross_amount", .of = OF_INCOME },
	{ .name = "fees", .of = OF_TRADE },
	{ .name = "ratio", .of = OF_TRADE },
	{ .name = "event_kind", .of = OF_TRADE },
	{ .name = "option", .of = OF_TRADE },
	{ .name = "institution", .of = OF_TRADE },
	{ .name = "note" },
};

/* The members of an income; those that a row has, too, are its. */
static const struct schema_field income_fields[] = {
	{ .name = "pay_date", .kind = FIELD_DATE, .required = true },
	{ .name = "amount", .kind = FIELD_NUMBER, .required = true },
	{ .name = "gross_amount", .kind = FIELD_NUMBER },
};

/* Types that can be held: an index is only watched. */
static const char *const types[] = { "stock",	  "fii",  "etf",    "bdr", "tesouro", "renda_fixa",
				     "debenture", "fund", "option", "us",  "crypto",  NULL };

/* Fields of the metadata of fixed income, of a spin-off and of an option, used only by remedies. */
static const struct schema_field terms[] = {
	{ .name = "indexer", .kind = FIELD_CHOICE, .choices = indexer_names, .required = true },
	{ .name = "pct", .kind = FIELD_NUMBER },
	{ .name = "rate", .kind = FIELD_NUMBER },
	{ .name = "maturity", .kind = FIELD_DATE, .required = true },
	{ .name = "cost_share_pct", .kind = FIELD_NUMBER },
	{ .name = "outcome",
	  .kind = FIELD_CHOICE,
	  .choices = tax_outcome_names + 1,
	  .required = true },
};

static const struct row_member *member_of(const char *name)
{
	return order_seek(&name, members, ARRAY_SIZE(members), sizeof(*members), order_text);
}

static struct schema_field field_of(struct ctx *ctx, const struct row_member *m)
{
	const struct spec *spec;
	struct schema_field f;

	for (size_t i = 0; i < ARRAY_SIZE(income_fields); i++)
		if (str_eq(income_fields[i].name, m->name))
			return income_fields[i];
	spec = spec_asked(ctx, &investor_protocol, true, "wallet.portfolio_transaction.add");
	f = schema_field(ctx->pool, spec->input_schema, m->name);
	f.required = m->required;
	if (str_eq(m->name, "asset_type"))
		f.choices = types;
	return f;
}

static bool find(struct ctx *ctx, const char *name, struct schema_field *out)
{
	const struct row_member *m = member_of(name);

	for (size_t i = 0; i < ARRAY_SIZE(terms); i++)
		if (str_eq(terms[i].name, name)) {
			*out = terms[i];
			return true;
		}
	if (m)
		*out = field_of(ctx, m);
	return m;
}

/* Beside an existing number: its exact value, with all places; beside the paper of a row: the one it had. */
static const char *was(void *pool, const char *name)
{
	return pool_printf(pool, ROW_WAS "%s", name);
}

static const char *stored(struct ctx *ctx, const struct entry *e, const char *name)
{
	return ask_text(e->values, e->stored ? name : was(ctx->pool, name));
}

void row_was(struct ctx *ctx, struct html *h, const struct entry *e)
{
	for (size_t i = 0; i < ARRAY_SIZE(members); i++)
		if (members[i].paper || field_of(ctx, &members[i]).kind == FIELD_NUMBER)
			html_hidden(h, was(ctx->pool, members[i].name),
				    stored(ctx, e, members[i].name));
}

/* A typed value but zero, and an error, are shown wherever they come from. */
static bool is_at_stake(struct ctx *ctx, const struct entry *e, const char *name)
{
	const char *value = entry_value(ctx, e, name);

	return entry_fault(e, name) || (value && value[strspn(value, "0,.")]);
}

void row_fields_of(struct ctx *ctx, struct html *h, const struct entry *e, const char *const *names,
		   const char *const *others)
{
	for (size_t i = 0; i < ARRAY_SIZE(members); i++) {
		const char *name = members[i].name;
		bool class_of_new =
			others && enum_find(names, "kind") < 0 && str_eq(name, "asset_type");
		bool stray = others && enum_find(others, name) < 0 && !str_eq(name, "kind") &&
			     is_at_stake(ctx, e, name);
		struct schema_field f;
		bool deduced;

		if (enum_find(names, name) < 0 && !stray)
			continue;
		f = field_of(ctx, &members[i]);
		deduced = class_of_new && !entry_fault(e, name) && !ask_text(e->values, ROW_CLASS);
		/* A browser that required it would not let the code alone be corrected; the operation asks for it. */
		f.required &= !class_of_new;
		schema_field_write(ctx, h, e, &f, f.name,
				   deduced ? "Classe (vazia: a que o código diz)"
					   : member_label(name));
	}
}

bool row_any_at_stake(struct ctx *ctx, const struct entry *e, const char *const *names)
{
	for (; *names; names++)
		if (is_at_stake(ctx, e, *names))
			return true;
	return false;
}

void row_hidden(struct ctx *ctx, struct html *h, const struct entry *e, bool fresh)
{
	for (size_t i = 0; i < ARRAY_SIZE(members); i++)
		html_hidden(h, members[i].name, entry_value(ctx, e, members[i].name));
	if (fresh)
		html_hidden(h, ROW_TIPO, entry_value(ctx, e, ROW_TIPO));
	else
		row_was(ctx, h, e);
}

bool row_knows(struct ctx *ctx, const char *name)
{
	struct schema_field f;

	return find(ctx, name, &f);
}

void row_field(struct ctx *ctx, struct html *h, const struct entry *e, const char *name,
	       const char *as, const char *label, bool optional)
{
	const char *title = member_label(name);
	struct schema_field f;
	bool known = find(ctx, name, &f);

	assert(known); /* row_knows() it */
	f.required = !optional && (f.kind != FIELD_NUMBER || str_eq(name, "quantity"));
	schema_field_write(ctx, h, e, &f, as,
			   label ? pool_printf(ctx->pool, "%s %s", title, label) : title);
}

const char *row_text(struct ctx *ctx, const char *name, const char *typed)
{
	struct schema_field f;

	return find(ctx, name, &f) && f.kind == FIELD_NUMBER ? entry_decimal(ctx->pool, typed)
							     : typed;
}

/*
 * Clears an emptied field of an existing row: an absent member would leave the old value.
 * A quantity is required except for a split, where it has no meaning.
 */
static void put_emptied(struct json *j, const char *name, const char *kind)
{
	if (str_eq(name, "fees"))
		json_text(j, name, "0");
	else if (str_eq(name, "quantity"))
		json_text(j, name, kind && str_eq(kind, "split") ? "0" : "");
	else if (str_eq(name, "kind") || str_eq(name, "trade_date") || str_eq(name, "symbol") ||
		 str_eq(name, "asset_type"))
		json_text(j, name, "");
	else
		json_null(j, name);
}

bool row_paper_stays(struct ctx *ctx, struct body *form)
{
	bool stays = true;

	for (size_t i = 0; i < ARRAY_SIZE(members) && members[i].paper; i++) {
		struct json_object *old = body_json(form, was(ctx->pool, members[i].name),
						    OPTIONAL),
				   *new = body_json(form, members[i].name, OPTIONAL);

		stays &= old && new &&str_eq(body_shown(old), body_shown(new));
	}
	return stays;
}

/*
 * Whether a number of an existing row is unchanged: it is left out then, since the stored one may have more places
 * than the form shows.
 */
static bool is_as_was(struct ctx *ctx, struct body *form, const struct schema_field *f,
		      const char *typed)
{
	struct json_object *old =
		f->kind == FIELD_NUMBER ? body_json(form, was(ctx->pool, f->name), OPTIONAL) : NULL;

	return old && str_eq(typed, comma_text(ctx->pool, body_shown(old)));
}

/* The decimal mark that the numbers of the form prove together. */
static enum sheet_mark mark_of(struct ctx *ctx, struct json_object *form)
{
	const char *typed[ARRAY_SIZE(members)];
	size_t n = 0;

	for (size_t i = 0; i < ARRAY_SIZE(members); i++) {
		const char *text = ask_text(form, members[i].name);

		if (text && field_of(ctx, &members[i]).kind == FIELD_NUMBER)
			typed[n++] = text;
	}
	return sheet_mark(typed, n);
}

/* Reals typed of a paper in dollars, or dollars of one in reais, are no amount of it. */
static bool of_other_currency(const char *type, const char *typed)
{
	int currency = cell_number(typed, false).currency;

	return currency >= 0 && (currency == CURRENCY_USD) != (type && str_eq(type, "us"));
}

/* "1.000" of a paper in whole units is a thousand (doc/calculations.md 16.2 c), and so is an amount, which has two places; "1,234" is not. */
static bool is_thousands(const char *name, const char *type, const char *typed)
{
	int t = type ? enum_find(asset_type_names, type) : -1;
	bool whole = str_eq(name, "quantity") && t >= 0 && type_of_exchange((enum asset_type)t);
	bool amount = str_eq(name, "amount") || str_eq(name, "gross_amount");
	struct number_text n = cell_number(typed, false);

	return n.two && (whole || (amount && n.mark == MARK_POINT));
}

/* @type: the class of the paper, typed or deduced; NULL: not known */
static void put(struct ctx *ctx, struct json *j, struct body *form, const struct schema_field *f,
		const char *typed, const char *type)
{
	enum sheet_mark mark;

	if (f->kind != FIELD_NUMBER) {
		schema_field_json(ctx, j, f, typed);
		return;
	}
	mark = mark_of(ctx, body_whole(form));
	if (of_other_currency(type, typed))
		json_text(j, f->name, typed);
	else if (mark == MARK_UNKNOWN && is_thousands(f->name, type, typed))
		schema_field_number(j, f->name, cell_number(typed, false).plain[1]);
	else
		schema_field_number(j, f->name, entry_number(ctx->pool, typed, mark));
}

bool row_is_income(const char *kind)
{
	return kind && enum_find(income_kind_names, kind) >= 0;
}

const char *row_json(struct ctx *ctx, struct body *form, bool fresh, const char *deduced)
{
	const char *typed = ask_text(body_whole(form), "asset_type");
	const char *type = typed && *typed ? typed : deduced;
	struct json_object *kind = body_json(form, "kind", OPTIONAL);
	enum row_of left = fresh && kind && row_is_income(body_shown(kind)) ? OF_TRADE : OF_INCOME;
	bool stays = row_paper_stays(ctx, form) && !fresh;
	struct json *j = json_new(ctx->pool, 512);

	json_open(j, NULL);
	if (deduced)
		json_text(j, "asset_type", deduced);
	for (size_t i = 0; i < ARRAY_SIZE(members); i++) {
		const struct schema_field f = field_of(ctx, &members[i]);
		struct json_object *value;

		if (members[i].paper && stays)
			continue;
		value = body_json(form, f.name, OPTIONAL);
		if (members[i].of == left)
			continue;
		if (!fresh && is_as_was(ctx, form, &f, value ? body_shown(value) : ""))
			continue;
		if (value)
			put(ctx, j, form, &f, body_shown(value), type);
		else if (!fresh)
			put_emptied(j, f.name, kind ? body_shown(kind) : NULL);
	}
	json_close(j);
	return json_written(j);
}
