/* SPDX-License-Identifier: Apache-2.0 */
/* asset_terms.c: the members of an asset's metadata that figures depend on. */
#include "config.h"

#include "portfolio/store/asset_terms.h"

#include <stdlib.h>
#include <string.h>

#include "core/order.h"
#include "core/pool.h"
#include "http/json_read.h"
#include "portfolio/store/symbol.h"

#define PERCENT_PLACES 8
#define RATIO_MAX ((wide)1000000 * E12)
#define PERCENT_MAX ((wide)1000 * E8)

/* A member that is present and not null. */
static struct json_object *member(struct json_object *o, const char *name)
{
	struct json_object *m = NULL;

	if (!json_object_object_get_ex(o, name, &m) || json_object_is_type(m, json_type_null))
		return NULL;
	return m;
}

static bool take_percent(struct json_object *o, const char *name, bool *has, struct percent *out)
{
	struct json_object *m = member(o, name);

	*has = m != NULL;
	if (!m)
		return true;
	if (!json_object_is_type(m, json_type_int) && !json_object_is_type(m, json_type_double) &&
	    !json_object_is_type(m, json_type_string))
		return false;
	return dec_parse(slice_of(json_object_get_string(m)), PERCENT_PLACES, PERCENT_MAX,
			 &out->e8) == DEC_OK;
}

static bool take_maturity(struct json_object *o, struct accrual_terms *t)
{
	struct json_object *m = member(o, "maturity");

	t->has_maturity = m != NULL;
	return !m || (json_object_is_type(m, json_type_string) &&
		      day_parse(slice_of(json_object_get_string(m)), &t->maturity));
}

static bool take_anniversary(struct json_object *o, struct accrual_terms *t)
{
	struct json_object *m = member(o, "anniversary_day");
	wide dom = 0;

	if (!m)
		return true;
	if (dec_parse(slice_of(json_object_get_string(m)), 0, 31, &dom) != DEC_OK || dom < 1)
		return false;
	t->anniversary_day = (int)dom;
	return true;
}

static const char *take_text(void *pool, struct json_object *o, const char *name)
{
	struct json_object *m = member(o, name);

	return m && json_object_is_type(m, json_type_string)
		       ? pool_strdup(pool, json_object_get_string(m))
		       : NULL;
}

static enum indexer take_indexer(struct json_object *o)
{
	struct json_object *m = member(o, "indexer");
	int i = m && json_object_is_type(m, json_type_string)
			? enum_find(indexer_names, json_object_get_string(m))
			: -1;

	return i < 0 ? INDEXER_OTHER : (enum indexer)i;
}

static struct accrual_terms *take_terms(void *pool, enum asset_type type, struct json_object *o)
{
	struct accrual_terms *t = pool_zero(pool, struct accrual_terms);
	struct json_object *exempt = member(o, "exempt");
	bool good = true;

	t->indexer = take_indexer(o);
	t->paper = take_text(pool, o, "paper");
	t->issuer = take_text(pool, o, "issuer");
	good &= take_percent(o, "pct", &t->has_pct, &t->pct);
	good &= take_percent(o, "spread", &t->has_spread, &t->spread);
	good &= take_percent(o, "rate", &t->has_rate, &t->rate);
	good &= take_maturity(o, t);
	good &= take_anniversary(o, t);
	if (!t->anniversary_day)
		t->anniversary_day =
			accrual_anniversary(type, t->paper, t->has_maturity ? &t->maturity : NULL);
	t->exempt = exempt ? json_object_get_boolean(exempt) : accrual_exempt(t->paper);
	if (!good)
		t->indexer = INDEXER_OTHER;
	return t;
}

static struct json_object *object_of(void *pool, const char *text)
{
	return json_read(pool, slice_of(text));
}

/* The terms published by the issuer; the person's own terms take precedence. */
static const struct accrual_terms *published(void *pool, const struct ledger_asset *a)
{
	struct json_object *o = a->contract ? object_of(pool, a->contract) : NULL;

	return o ? take_terms(pool, a->type, o) : NULL;
}

/*
 * The meta.fixed_income of an asset that can have one, or NULL.
 * Metadata of a spreadsheet is stored without validation: an unknown value makes the indexer
 * INDEXER_OTHER, so that no figure is computed from incomplete terms.
 */
static const struct accrual_terms *terms_read(void *pool, enum asset_type type, const char *meta)
{
	struct json_object *o, *terms;

	if (type != ASSET_RENDA_FIXA && type != ASSET_DEBENTURE && type != ASSET_TESOURO)
		return NULL;
	if (!meta || !strstr(meta, "\"fixed_income\""))
		return NULL;
	o = object_of(pool, meta);
	terms = o ? member(o, "fixed_income") : NULL;
	if (!terms || !json_object_is_type(terms, json_type_object))
		return NULL;
	return take_terms(pool, type, terms);
}

/* The symbol under which a sub-class's quota values are stored. */
static const char *subclass_of(void *pool, const struct ledger_asset *a)
{
	struct json_object *o;
	const char *name;

	if (a->type != ASSET_FUND || !a->meta || !strstr(a->meta, "\"subclass\""))
		return NULL;
	o = object_of(pool, a->meta);
	name = o ? take_text(pool, o, "subclass") : NULL;
	return name && *name ? pool_printf(pool, "%s:%s", a->symbol, name) : NULL;
}

/* The expiry of an option from a statement or the person; the member is theirs, so it may have any form. */
static bool expiry_of(void *pool, const struct ledger_asset *a, struct day *out)
{
	struct json_object *o;
	const char *text;

	if (a->type != ASSET_OPTION || !a->meta || !strstr(a->meta, "\"expiry\""))
		return false;
	o = object_of(pool, a->meta);
	text = o ? take_text(pool, o, "expiry") : NULL;
	return text && day_parse(slice_of(text), out);
}

static bool take_decimal(struct json_object *o, const char *name, wide max, wide *out)
{
	struct json_object *m = member(o, name);

	return m &&
	       dec_parse(slice_of(json_object_get_string(m)), PRICE_PLACES, max, out) == DEC_OK;
}

/* What a succession and a spin-off have in common. */
struct typed_event {
	struct json_object *o;
	const char *to;
	enum asset_type type;
	struct day day;
};

/* What the person typed; false also when a sheet's meta has another form. */
static bool typed_event(void *pool, const struct ledger_asset *a, struct typed_event *out)
{
	struct json_object *o = a->meta && strstr(a->meta, "\"succession\"")
					? object_of(pool, a->meta)
					: NULL,
			   *typed = o ? member(o, "succession") : NULL,
			   *to = typed ? member(typed, "to") : NULL;
	const char *day = to ? take_text(pool, typed, "date") : NULL,
		   *kind = to ? take_text(pool, to, "asset_type") : NULL,
		   *symbol = to ? take_text(pool, to, "symbol") : NULL, *expected;
	int t = kind ? enum_find(asset_type_names, kind) : -1;

	*out = (struct typed_event){ .o = typed };
	if (t < 0 || !symbol || !day || !day_parse(slice_of(day), &out->day))
		return false;
	out->type = (enum asset_type)t;
	/* In the ledger's spelling: "novo3" is the NOVO3 that is held. */
	out->to = symbol_normal(pool, out->type, symbol, &expected);
	return out->to && !str_eq(out->to, a->symbol);
}

static const struct succession *succession_of(void *pool, const struct ledger_asset *a,
					      const struct typed_event *typed)
{
	struct succession *s = pool_zero(pool, struct succession);
	wide ratio = 0;

	if (!take_decimal(typed->o, "ratio", RATIO_MAX, &ratio) || ratio <= 0)
		return NULL;
	s->from = a->symbol;
	s->to = typed->to;
	s->day = typed->day;
	s->ratio = ratio_rationalise((int64_t)ratio);
	s->has_cash = take_decimal(typed->o, "cash_per_share", RATIO_MAX, &s->cash_per_share.e12);
	return s->cash_per_share.e12 >= 0 ? s : NULL;
}

static const struct spin_off *spin_off_of(void *pool, const struct ledger_asset *a,
					  const struct typed_event *typed)
{
	struct spin_off *s = pool_zero(pool, struct spin_off);
	bool told;

	if (!take_percent(typed->o, "cost_share_pct", &told, &s->share) || !told ||
	    s->share.e8 <= 0 || s->share.e8 > 100 * E8)
		return NULL;
	s->from = a->symbol;
	s->to = typed->to;
	s->from_type = a->type;
	s->to_type = typed->type;
	s->currency = a->currency;
	s->day = typed->day;
	return s;
}

void terms_succession(void *pool, struct ledger_asset *a)
{
	struct typed_event typed;
	const char *kind;

	a->succession = NULL;
	a->spin_off = NULL;
	if (!typed_event(pool, a, &typed))
		return;
	kind = take_text(pool, typed.o, "kind");
	if (kind && str_eq(kind, "spin_off")) {
		a->spin_off = spin_off_of(pool, a, &typed);
	} else {
		a->succession = succession_of(pool, a, &typed);
		a->succession_type = typed.type;
	}
}

/* Metadata of a spreadsheet is not validated: what is no price is left out, and of one day all but one. */
void terms_stated(void *pool, struct ledger_asset *a)
{
	struct json_object *o = a->meta && strstr(a->meta, "\"stated_prices\"")
					? object_of(pool, a->meta)
					: NULL,
			   *list = o ? member(o, "stated_prices") : NULL;
	size_t n = list && json_object_is_type(list, json_type_array)
			   ? json_object_array_length(list)
			   : 0,
	       kept = 0;
	struct close *out = pool_array(pool, struct close, n);

	a->stated = NULL;
	a->n_stated = 0;
	for (size_t i = 0; i < n; i++) {
		struct json_object *one = json_object_array_get_idx(list, i);
		struct close *c = &out[kept];
		const char *day;

		if (!json_object_is_type(one, json_type_object))
			continue;
		day = take_text(pool, one, "date");
		kept += day && day_parse(slice_of(day), &c->day) &&
			take_decimal(one, "price", PRICE_MAX_E12, &c->price.e12) &&
			c->price.e12 >= 0;
	}
	if (!kept)
		return;
	qsort(out, kept, sizeof(*out), order_day);
	a->stated = out;
	for (size_t i = 0; i < kept; i++)
		if (!a->n_stated || !day_same(out[a->n_stated - 1].day, out[i].day))
			out[a->n_stated++] = out[i];
}

void terms_give(void *pool, struct ledger_asset *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		list[i].expiry_stated = expiry_of(pool, &list[i], &list[i].expiry);
		terms_succession(pool, &list[i]);
		terms_stated(pool, &list[i]);
		list[i].terms = terms_read(pool, list[i].type, list[i].meta);
		if (!list[i].terms)
			list[i].terms = published(pool, &list[i]);
		list[i].quoted_as = list[i].type == ASSET_TESOURO
					    ? treasury_name(pool, list[i].symbol)
					    : subclass_of(pool, &list[i]);
	}
}
