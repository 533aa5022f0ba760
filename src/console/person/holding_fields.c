/* SPDX-License-Identifier: Apache-2.0 */
/* holding_fields.c: what a person says of an asset, as fields. */
#include "config.h"

#include "console/person/holding_fields.h"

#include <string.h>

#include "calc/amounts/accrual.h"
#include "console/form/member_words.h"
#include "core/text.h"

static const char *const types[] = { "stock",	  "fii",  "etf",    "bdr", "tesouro", "renda_fixa",
				     "debenture", "fund", "option", "us",  "crypto",  NULL };
static const char *const custodies[] = { "br", "foreign", NULL };
const char *const holding_exemptions[] = { "exempt", "taxed", NULL };

const struct holding_field holding_fields[HOLDING_FIELDS] = {
	{ IN_ASSET, { .name = "asset_type", .kind = FIELD_CHOICE, .choices = types }, NULL, NULL },
	{ IN_ASSET, { .name = "name", .kind = FIELD_TEXT, .max = 200 }, NULL, NULL },
	{ IN_META,
	  { .name = "tax_id", .kind = FIELD_TEXT, .max = 40 },
	  "CNPJ",
	  "Da empresa ou do fundo, como no informe de rendimentos; a declaração o pede." },
	{ IN_META, { .name = "custody", .kind = FIELD_CHOICE, .choices = custodies }, NULL, NULL },
	{ IN_TERMS,
	  { .name = "indexer", .kind = FIELD_CHOICE, .choices = indexer_names },
	  NULL,
	  NULL },
	{ IN_TERMS, { .name = "pct", .kind = FIELD_NUMBER }, NULL, NULL },
	{ IN_TERMS, { .name = "rate", .kind = FIELD_NUMBER }, NULL, NULL },
	{ IN_TERMS, { .name = "maturity", .kind = FIELD_DATE }, NULL, NULL },
	{ IN_TERMS, { .name = "anniversary_day", .kind = FIELD_TEXT, .max = 2 }, NULL, NULL },
	{ IN_TERMS, { .name = "paper", .kind = FIELD_TEXT, .max = 80 }, NULL, NULL },
	{ IN_TERMS, { .name = "issuer", .kind = FIELD_TEXT, .max = 120 }, NULL, NULL },
	{ IN_TERMS,
	  { .name = "exempt", .kind = FIELD_CHOICE, .choices = holding_exemptions },
	  NULL,
	  NULL },
	{ IN_PRICE,
	  { .name = "price", .kind = FIELD_NUMBER },
	  "Quanto vale uma unidade",
	  "Só se ninguém publica a cotação, ou ela parou. Como 1234,56, na moeda do ativo. Vazio: nenhum preço novo." },
	{ IN_PRICE, { .name = "date", .kind = FIELD_DATE }, NULL, NULL },
	{ IN_PRICE,
	  { .name = "withdraw", .kind = FIELD_CHOICE },
	  "Retirar um preço informado",
	  NULL },
};

bool holding_has_terms(const char *type)
{
	return str_eq(type, "renda_fixa") || str_eq(type, "debenture") || str_eq(type, "tesouro");
}

static const char *filled(struct body *form, const char *name)
{
	const char *text = ask_text(body_whole(form), name);

	return text && *text ? text : NULL;
}

static const char *papers_said(void *pool)
{
	const char *out = "vazio, ou um de: ";

	for (size_t i = 0; accrual_papers[i]; i++)
		out = pool_printf(pool, "%s%s%s", out, i ? ", " : "", accrual_papers[i]);
	return out;
}

/* A paper that had already matured would stand still at its cost. */
static void judge_maturity(struct body *form)
{
	const char *maturity = ask_text(body_whole(form), "maturity");
	const char *bought = ask_text(body_whole(form), "trade_date");
	struct day until, from;

	if (maturity && bought && day_parse(slice_of(maturity), &until) &&
	    day_parse(slice_of(bought), &from) && !day_before(from, until))
		body_error(form, "maturity", "minimum", "um dia depois da compra", maturity);
}

void holding_terms_judge(void *pool, struct body *form, const char *stored)
{
	const char *indexer = filled(form, "indexer"), *paper = filled(form, "paper");
	bool real = indexer && (str_eq(indexer, "ipca") || str_eq(indexer, "igpm"));

	if (indexer && !str_eq(indexer, "prefixado") && !filled(form, "pct") &&
	    !filled(form, "rate"))
		body_error(form, real ? "rate" : "pct", "required",
			   real ? "a taxa que se soma ao índice, como 6,5, ou 0 se não há"
				: "o percentual do índice, como 100, ou a taxa que se soma a ele",
			   NULL);
	judge_maturity(form);
	if (paper && !accrual_papers_has(paper) && !(stored && str_eq(paper, stored)))
		body_error(form, "paper", "enum", papers_said(pool), paper);
}

void holding_field_write(struct ctx *ctx, struct html *h, const struct entry *e,
			 const struct holding_field *k)
{
	struct html_field f = { .name = k->f.name,
				.label = k->label ? k->label : member_label(k->f.name),
				.hint = k->hint ? k->hint : member_hint(k->f.name),
				.optional = true };

	if (k->hint && k->f.kind == FIELD_NUMBER)
		f.inputmode = "decimal";
	if (k->hint && k->f.kind != FIELD_CHOICE) {
		f.type = "text";
		f.max_length = k->f.max;
		entry_field(ctx, h, e, f);
		return;
	}
	schema_field_write(ctx, h, e, &k->f, f.name, f.label);
}

void holding_field_put(struct ctx *ctx, struct json *j, const struct holding_field *k,
		       const char *typed)
{
	if (str_eq(k->f.name, "exempt") && text_among(holding_exemptions, 2, typed))
		json_boolean(j, "exempt", str_eq(typed, "exempt"));
	else if (str_eq(k->f.name, "anniversary_day") && strlen(typed) <= 9 &&
		 strspn(typed, "0123456789") == strlen(typed))
		json_raw(j, k->f.name, typed);
	else
		schema_field_json(ctx, j, &k->f, typed);
}
