/* SPDX-License-Identifier: Apache-2.0 */
/*
 * asset_meta.c: the metadata of an asset.
 *
 * `fixed_income` holds contracted terms (doc/calculations.md 4) and is validated in full,
 * `corporate_events` declines reference events, `succession` names the paper that it became or gave a
 * part of its cost to, `stated_prices` lists prices, `dismissed_issues` lists dismissed issues, `dismissed_reasons` says why, the tax facts (doc/tax.md 20.1) are validated when written;
 * other members are the person's and stored unchanged, within 4 kB.
 */
#include "config.h"

#include "portfolio/store/asset_meta.h"

#include <string.h>

#include "calc/tax/tax.h"
#include "portfolio/store/symbol.h"

#define META_MAX 4096
#define NUMBER_MAX 40
#define KIND_MAX 40
#define REASON_MAX 200 /* of a dismissed issue */
#define RATIO_MAX ((wide)1000000 * E12)
#define PERCENT_PLACES 4
#define PERCENT_UNIT ((wide)10000)

enum { CDI, SELIC, PREFIXADO };
static const char *const declines[] = { "ledger", NULL };

static const int plain = JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE;

/* ---- the facts for the tax: an unknown word is an error, since it would otherwise count as absent, unnoticed ---- */

static const char *const option_kinds[] = { "call", "put", NULL };

/* The lists begin with "not said", which is not a valid word. */
static void word(struct body *b, const char *name, const char *const *names)
{
	(void)body_choice(b, name, NULLABLE, names + 1);
}

static void tax_id(struct body *b)
{
	const char *said = body_text(b, "tax_id", NULLABLE, 1, KIND_MAX);
	char normal[15];

	if (said && !cnpj_normal(said, normal))
		body_error(b, "tax_id", "format", CNPJ_EXPECTED, said);
}

static void option(struct body *b)
{
	struct day expiry;
	wide v;

	if (!b)
		return;
	(void)body_choice(b, "kind", NULLABLE, option_kinds);
	(void)body_decimal(b, "strike", NULLABLE, PRICE_PLACES, 1, PRICE_MAX_E12, &v);
	(void)body_decimal(b, "close", NULLABLE, PRICE_PLACES, 0, PRICE_MAX_E12, &v);
	(void)body_day(b, "expiry", NULLABLE, &expiry);
	(void)body_line(b, "underlying", NULLABLE, 1, OPTION_SYMBOL_MAX);
	word(b, "outcome", tax_outcome_names);
}

/* The facts; ignores all other members. */
static void read_tax(struct body *meta)
{
	bool incentive;

	word(meta, "tax_class", tax_class_names);
	word(meta, "etf_kind", tax_etf_names);
	word(meta, "fund_kind", tax_fund_names);
	word(meta, "custody", tax_custody_names);
	word(meta, "origin", tax_origin_names);
	(void)body_line(meta, "paper", NULLABLE, 1, 80);
	(void)body_line(meta, "foreign_kind", NULLABLE, 1, KIND_MAX);
	(void)body_bool(meta, "incentive", NULLABLE, &incentive);
	tax_id(meta);
	option(body_member(meta, "option"));
}

/* ---- terms ---- */

static void rate_member(struct body *b, const char *name)
{
	wide v;

	/* calc interprets the value later; this checks its form. */
	(void)body_decimal(b, name, OPTIONAL, PERCENT_PLACES, -100 * PERCENT_UNIT + 1,
			   1000 * PERCENT_UNIT, &v);
}

static void read_terms(struct body *b)
{
	int indexer = body_choice(b, "indexer", REQUIRED, indexer_names);
	struct day maturity;
	int64_t day;
	bool exempt;
	wide pct;

	(void)body_decimal(b, "pct", OPTIONAL, PERCENT_PLACES, 1, 1000 * PERCENT_UNIT, &pct);
	rate_member(b, "spread");
	rate_member(b, "rate");
	(void)body_day(b, "maturity", OPTIONAL, &maturity);
	(void)body_int(b, "anniversary_day", OPTIONAL, 1, 31, &day);
	(void)body_line(b, "paper", OPTIONAL, 1, 80);
	(void)body_line(b, "issuer", OPTIONAL, 1, 120);
	(void)body_bool(b, "exempt", OPTIONAL, &exempt);
	if (indexer == PREFIXADO && !body_has(b, "rate"))
		body_error(b, "rate", "required", "taxa anual contratada (prefixado)", NULL);
	if (indexer == PREFIXADO && body_has(b, "pct"))
		body_error(b, "pct", "forbidden", "só com um índice, não no prefixado", NULL);
	if (body_has(b, "spread") && body_has(b, "rate"))
		body_error(b, "spread", "exclusive",
			   "a taxa sobre o índice ou a taxa ao ano, não as duas", NULL);
}

void asset_succession_read(void *pool, struct body *b)
{
	static const char *const kinds[] = { "succession", "spin_off", NULL };
	struct body *to = body_member(b, "to");
	bool spin_off = body_choice(b, "kind", REQUIRED, kinds) == 1;
	struct day day;
	wide v;

	if (to) {
		const char *symbol = body_line(to, "symbol", REQUIRED, 1, 80), *expected;
		int type = body_choice(to, "asset_type", REQUIRED, asset_type_names);

		if (symbol && type >= 0 &&
		    !symbol_normal(pool, (enum asset_type)type, symbol, &expected))
			body_error(to, "symbol", "format", expected, NULL);
	} else {
		body_error(b, "to", "required", "objeto com symbol e asset_type", NULL);
	}
	(void)body_day(b, "date", REQUIRED, &day);
	if (spin_off) {
		(void)body_decimal(b, "cost_share_pct", REQUIRED, PERCENT_PLACES, 1,
				   100 * PERCENT_UNIT, &v);
		return;
	}
	(void)body_decimal(b, "ratio", REQUIRED, PRICE_PLACES, 1, RATIO_MAX, &v);
	(void)body_decimal(b, "cash_per_share", NULLABLE, PRICE_PLACES, 0, RATIO_MAX, &v);
}

void asset_stated_read(struct ctx *ctx, struct body *b, bool withdraws, struct close *out)
{
	*out = (struct close){ .day = ctx->today };
	if (body_day(b, "date", OPTIONAL, &out->day) && day_before(ctx->today, out->day))
		body_error(b, "date", "maximum", "hoje ou antes", NULL);
	if (!withdraws)
		(void)body_decimal(b, "price", REQUIRED, PRICE_PLACES, 0, PRICE_MAX_E12,
				   &out->price.e12);
}

struct json_object *asset_stated_json(void *pool, const struct close *list, size_t n)
{
	const char *text = "[";

	for (size_t i = 0; i < n; i++) {
		char price[DEC_TEXT_SIZE];

		dec_format(price, list[i].price.e12, PRICE_PLACES, PRICE_PLACES, true);
		text = pool_printf(pool, "%s%s{\"date\": \"%s\", \"price\": %s}", text,
				   i ? ", " : "", day_iso(pool, list[i].day), price);
	}
	return n ? json_read(pool, slice_of(pool_printf(pool, "%s]", text))) : NULL;
}

static void read_stated(struct ctx *ctx, struct body *meta)
{
	struct json_object *list = body_array(meta, "stated_prices", OPTIONAL, STATED_PRICES_MAX);
	struct close ignored;

	for (size_t i = 0; list && i < json_object_array_length(list); i++) {
		struct body *one = body_item(meta, "stated_prices", list, i);

		if (!one)
			continue;
		if (!body_has(one, "date"))
			body_error(one, "date", "required", "o dia do preço", NULL);
		asset_stated_read(ctx, one, false, &ignored);
	}
}

/* PostgreSQL's numeric has bounds of its own: refuse here what it could refuse, and what a text may not hide. */
static bool storable(struct json_object *o)
{
	const char *number;

	switch (json_object_get_type(o)) {
	case json_type_double:
		number = json_object_to_json_string(o);
		return strlen(number) <= NUMBER_MAX && !strpbrk(number, "eE");
	case json_type_array:
		for (size_t i = 0; i < json_object_array_length(o); i++) {
			if (!storable(json_object_array_get_idx(o, i)))
				return false;
		}
		return true;
	case json_type_object: {
		struct json_object_iterator it = json_object_iter_begin(o),
					    end = json_object_iter_end(o);

		for (; !json_object_iter_equal(&it, &end); json_object_iter_next(&it)) {
			if (text_hides(json_object_iter_peek_name(&it)) ||
			    !storable(json_object_iter_peek_value(&it)))
				return false;
		}
		return true;
	}
	case json_type_string:
		return !text_hides(json_object_get_string(o));
	case json_type_null:
	case json_type_boolean:
	case json_type_int:
		break;
	}
	return true;
}

/* Keys of issues (portfolio/show/issues_dismiss.h). */
static void judge_dismissed(struct body *meta, struct json_object *o)
{
	struct json_object *keys;
	bool fits;

	if (!json_object_object_get_ex(o, "dismissed_issues", &keys))
		return;
	fits = json_object_is_type(keys, json_type_array);
	for (size_t i = 0; fits && i < json_object_array_length(keys); i++)
		fits = json_object_is_type(json_object_array_get_idx(keys, i), json_type_string);
	if (!fits)
		body_error(meta, "dismissed_issues", "type", "lista de textos", NULL);
}

/* By the same keys, what was said of each: a reason and a day. */
static void read_reasons(struct body *meta)
{
	struct body *reasons = body_member(meta, "dismissed_reasons");
	struct json_object *all = reasons ? body_whole(reasons) : NULL;
	struct day day;

	if (!all)
		return;
	json_object_object_foreach(all, key, value)
	{
		struct body *one = body_member(reasons, key);

		(void)value; /* body_member() refuses one that is no object */
		if (!one)
			continue;
		(void)body_line(one, "reason", NULLABLE, 1, REASON_MAX);
		(void)body_day(one, "date", NULLABLE, &day);
	}
}

/* The person's own members are accepted unchanged. */
static void take_others(struct body *meta, struct json_object *o)
{
	struct json_object_iterator it = json_object_iter_begin(o), end = json_object_iter_end(o);

	for (; !json_object_iter_equal(&it, &end); json_object_iter_next(&it)) {
		const char *name = json_object_iter_peek_name(&it);

		if (!strcmp(name, "fixed_income") || !strcmp(name, "corporate_events") ||
		    !strcmp(name, "succession") || !strcmp(name, "stated_prices") ||
		    !strcmp(name, "dismissed_reasons"))
			continue;
		(void)body_json(meta, name, NULLABLE);
		if (!strcmp(name, "short_qty"))
			body_error(meta, name, "reserved", "outro nome (short_qty é calculado)",
				   NULL);
	}
}

struct asset_meta asset_meta_read(struct ctx *ctx, struct body *b)
{
	struct asset_meta out = { NULL, false };
	struct json_object *o = body_json(b, "meta", NULLABLE);
	struct body *meta, *terms, *succession;
	const char *text;

	/* Reading takes a time by members; it would not fit. */
	if (json_object_is_type(o, json_type_object) && json_object_object_length(o) > META_MAX) {
		body_error(b, "meta", "max_length", "até 4096 bytes", NULL);
		return out;
	}
	meta = body_member(b, "meta");
	if (!meta || !o)
		return out;
	terms = body_member(meta, "fixed_income");
	if (terms) {
		read_terms(terms);
		out.terms = true;
	}
	succession = body_member(meta, "succession");
	if (succession)
		asset_succession_read(ctx->pool, succession);
	read_stated(ctx, meta);
	read_reasons(meta);
	(void)body_choice(meta, "corporate_events", OPTIONAL, declines);
	read_tax(meta);
	take_others(meta, o);
	judge_dismissed(meta, o);
	if (!storable(o) && !body_errors(b)) /* a member that is read was named by it */
		body_error(b, "meta", "number",
			   "números sem expoente e com até 40 algarismos, e textos sem "
			   "caracteres de controle",
			   NULL);
	text = json_object_to_json_string_ext(o, plain);
	if (strlen(text) > META_MAX)
		body_error(b, "meta", "max_length", "até 4096 bytes", NULL);
	else
		out.text = pool_strdup(ctx->pool, text);
	return out;
}

void asset_meta_fits(struct body *b, const struct asset_meta *meta, enum asset_type type)
{
	if (meta->terms && type != ASSET_RENDA_FIXA && type != ASSET_DEBENTURE &&
	    type != ASSET_TESOURO)
		body_error(b, "meta", "fixed_income",
			   "termos contratados só em renda_fixa, debenture ou tesouro",
			   asset_type_names[type]);
}

const char *asset_meta_text(void *pool, const char *text)
{
	struct json_object *o = json_read(pool, slice_of(text));

	if (!o || !json_object_is_type(o, json_type_object) || !storable(o) ||
	    strlen(text) > META_MAX)
		return NULL;
	return pool_strdup(pool, json_object_to_json_string_ext(o, plain));
}

const char *asset_meta_with(void *pool, const char *meta, const char *name,
			    struct json_object *value)
{
	const char *text;
	struct json_object *o = json_read(pool, slice_of(meta ? meta : "{}"));

	if (!o)
		return NULL; /* unreachable: stored metadata was validated */
	if (value)
		json_object_object_add(o, name, json_object_get(value));
	else
		json_object_object_del(o, name);
	text = json_object_to_json_string_ext(o, plain);
	return strlen(text) > META_MAX ? NULL : pool_strdup(pool, text);
}

struct json_object *asset_facts_read(struct body *b)
{
	struct body *facts = body_member(b, "facts");

	if (!facts)
		return NULL;
	read_tax(facts);
	return body_whole(facts);
}

/* Into @to; null takes a member away, and an object (the option's facts) is merged. */
static void merge(struct json_object *to, struct json_object *facts)
{
	json_object_object_foreach(facts, name, value)
	{
		struct json_object *present = NULL;

		if (json_object_is_type(value, json_type_null))
			json_object_object_del(to, name);
		else if (json_object_is_type(value, json_type_object) &&
			 json_object_object_get_ex(to, name, &present) &&
			 json_object_is_type(present, json_type_object))
			merge(present, value);
		else
			json_object_object_add(to, name, json_object_get(value));
	}
}

const char *asset_meta_stating(void *pool, const char *meta, struct json_object *facts)
{
	struct json_object *o = json_read(pool, slice_of(meta ? meta : "{}"));
	const char *text;

	if (!o)
		return NULL; /* unreachable: stored metadata was validated */
	merge(o, facts);
	text = json_object_to_json_string_ext(o, plain);
	return strlen(text) > META_MAX ? NULL : pool_strdup(pool, text);
}

const char *asset_meta_plain(void *pool, const char *meta)
{
	struct json_object *o = json_read(pool, slice_of(meta));

	return o ? pool_strdup(pool, json_object_to_json_string_ext(o, plain)) : meta;
}

const char *asset_meta_public(void *pool, const char *meta)
{
	static const char *const shown[] = { "fixed_income", "corporate_events", "succession",
					     "stated_prices", "subclass" };
	struct json_object *o = json_read(pool, slice_of(meta)), *out, *member;
	char *text;

	if (!o)
		return NULL;
	out = json_object_new_object();
	for (size_t i = 0; i < ARRAY_SIZE(shown); i++) {
		if (json_object_object_get_ex(o, shown[i], &member))
			json_object_object_add(out, shown[i], json_object_get(member));
	}
	text = pool_strdup(pool, json_object_to_json_string_ext(out, plain));
	(void)json_object_put(out);
	return text;
}

const char *asset_meta_short(void *pool, const char *meta, struct qty short_qty)
{
	char qty[DEC_TEXT_SIZE], *text;
	struct json_object *o = json_read(pool, slice_of(meta));

	if (!o)
		return meta; /* unreachable: stored metadata was validated */
	dec_format(qty, short_qty.e8, QTY_PLACES, QTY_PLACES, true);
	/* A double only by name: json-c writes the stored text, which was never converted. */
	json_object_object_add(o, "short_qty", json_object_new_double_s(0, qty));
	text = pool_strdup(pool, json_object_to_json_string_ext(o, plain));
	return text;
}
