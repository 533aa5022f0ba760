/* SPDX-License-Identifier: Apache-2.0 */
/* asset_facts.c: reads the tax facts in an asset's metadata (doc/tax.md 20.1). */
#include "config.h"

#include "portfolio/tax/tax_answers.h"

#include "http/json_read.h"

static struct json_object *member(struct json_object *o, const char *name)
{
	struct json_object *m = NULL;

	return o && json_object_object_get_ex(o, name, &m) ? m : NULL;
}

static const char *text(struct json_object *o, const char *name)
{
	struct json_object *m = member(o, name);

	return m && json_object_is_type(m, json_type_string) ? json_object_get_string(m) : NULL;
}

/* A word of a list whose first entry is "not said". */
static int word(struct json_object *o, const char *name, const char *const *names, int otherwise)
{
	const char *said = text(o, name);
	int found = said ? enum_find(names + 1, said) : -1;

	return found < 0 ? otherwise : found + 1;
}

static bool price(struct json_object *o, const char *name, struct price *out)
{
	struct json_object *m = member(o, name);

	return m && dec_parse(slice_of(json_object_get_string(m)), PRICE_PLACES, PRICE_MAX_E12,
			      &out->e12) == DEC_OK;
}

static void option_facts(struct json_object *o, struct tax_option *out)
{
	const char *kind = text(o, "kind"), *expiry = text(o, "expiry");
	struct day day;

	if (kind && (str_eq(kind, "call") || str_eq(kind, "put"))) {
		out->kind_known = true;
		out->call = str_eq(kind, "call");
	}
	out->strike_known |= price(o, "strike", &out->strike);
	out->close_known |= price(o, "close", &out->close);
	if (expiry && day_parse(slice_of(expiry), &day)) {
		out->terms.stated = true;
		out->terms.statement = day;
	}
	out->outcome = (enum tax_outcome)word(o, "outcome", tax_outcome_names, (int)out->outcome);
}

static void incentive(struct json_object *o, const char *name, struct tax_asset *a)
{
	struct json_object *m = member(o, name);

	if (!m || !json_object_is_type(m, json_type_boolean))
		return;
	a->incentive_known = true;
	a->incentive = json_object_get_boolean(m);
}

/* The contract of a paper: its kind, and whether it is exempt. */
static void contracted(void *pool, struct json_object *o, struct tax_asset *a)
{
	const char *paper = text(o, "paper");

	if (paper && !a->paper)
		a->paper = pool_strdup(pool, paper);
	incentive(o, "exempt", a);
}

static struct json_object *parsed(void *pool, const char *json)
{
	struct json_object *o = json ? json_read(pool, slice_of(json)) : NULL;

	return o && json_object_is_type(o, json_type_object) ? o : NULL;
}

void tax_facts_of(void *pool, const char *meta, const char *contract, struct tax_asset *a)
{
	struct json_object *o = parsed(pool, meta);
	const char *id = text(o, "tax_id"), *foreign = text(o, "foreign_kind");
	char normal[15];

	contracted(pool, parsed(pool, contract), a);
	if (!o)
		return;
	contracted(pool, member(o, "fixed_income"), a);
	a->typed = (enum tax_class)word(o, "tax_class", tax_class_names, (int)a->typed);
	a->etf = (enum tax_etf)word(o, "etf_kind", tax_etf_names, (int)a->etf);
	a->fund = (enum tax_fund)word(o, "fund_kind", tax_fund_names, (int)a->fund);
	a->custody = (enum tax_custody)word(o, "custody", tax_custody_names, (int)a->custody);
	a->origin = (enum tax_origin)word(o, "origin", tax_origin_names, (int)a->origin);
	if (text(o, "paper"))
		a->paper = pool_strdup(pool, text(o, "paper"));
	incentive(o, "incentive", a);
	if (foreign)
		a->foreign_share = str_eq(foreign, "share");
	if (id && cnpj_normal(id, normal))
		a->tax_id = pool_strdup(pool, normal);
	if (member(o, "option"))
		option_facts(member(o, "option"), &a->option);
}
