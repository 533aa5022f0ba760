/* SPDX-License-Identifier: Apache-2.0 */
/*
 * asset_tax.c: the tax facts in an asset's metadata; an unknown word is an error, since it would
 * otherwise count as absent, unnoticed.
 */
#include "config.h"

#include "portfolio/store/asset_tax.h"

#include "calc/tax/tax.h"
#include "core/text.h"

#define KIND_MAX 40

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

	if (said && !tax_id_normal(said, normal))
		body_error(b, "tax_id", "format", "CPF ou CNPJ com dígitos verificadores certos",
			   said);
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
	(void)body_text(b, "underlying", NULLABLE, 1, OPTION_SYMBOL_MAX);
	word(b, "outcome", tax_outcome_names);
}

void asset_tax_read(struct body *meta)
{
	bool incentive;

	word(meta, "tax_class", tax_class_names);
	word(meta, "etf_kind", tax_etf_names);
	word(meta, "fund_kind", tax_fund_names);
	word(meta, "custody", tax_custody_names);
	word(meta, "origin", tax_origin_names);
	(void)body_text(meta, "paper", NULLABLE, 1, 80);
	(void)body_text(meta, "foreign_kind", NULLABLE, 1, KIND_MAX);
	(void)body_bool(meta, "incentive", NULLABLE, &incentive);
	tax_id(meta);
	option(body_member(meta, "option"));
}
