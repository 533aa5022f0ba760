/* SPDX-License-Identifier: Apache-2.0 */
/* row_form.c: a row of the ledger as a form. */
#include "config.h"

#include "console/form/row_form.h"

#include <assert.h>

#include "core/json_write.h"
#include "core/number_text.h"
#include "core/text.h"

static const struct html_option kinds[] = {
	{ "buy", "Compra" },
	{ "sell", "Venda" },
	{ "split", "Desdobramento ou grupamento" },
	{ "adjust", "Ajuste de quantidade" },
};

static const struct html_option events[] = {
	{ "split", "Desdobramento ou grupamento" }, { "bonus", "Bonificação" },
	{ "incorporation", "Incorporação" },	    { "subscription", "Subscrição" },
	{ "fraction", "Leilão de frações" },	    { "exercise", "Exercício de opção" },
};

/* Types that can be held: an index is only watched. */
static const struct html_option types[] = {
	{ "stock", "Ação" },
	{ "fii", "FII" },
	{ "etf", "ETF" },
	{ "bdr", "BDR" },
	{ "tesouro", "Tesouro Direto" },
	{ "renda_fixa", "Renda fixa (CDB, LCI, LCA…)" },
	{ "debenture", "Debênture" },
	{ "fund", "Fundo" },
	{ "option", "Opção" },
	{ "us", "Exterior (EUA)" },
	{ "crypto", "Criptoativo" },
};

static const struct html_option indexers[] = {
	{ "cdi", "CDI" },   { "selic", "Selic" }, { "prefixado", "Prefixado" },
	{ "ipca", "IPCA" }, { "igpm", "IGP-M" },
};

struct row_field {
	const char *name, *label, *hint;
	const char *type;
	const struct html_option *options;
	size_t n_options;
	int max_length;
	bool decimal, paper, required;
};

static const struct row_field fields[] = {
	{ .name = "symbol",
	  .label = "Ativo",
	  .hint = "O código de negociação, como PETR4, ou o nome do título.",
	  .type = "text",
	  .max_length = 200,
	  .paper = true,
	  .required = true },
	{ .name = "asset_type",
	  .label = "Classe",
	  .type = "select",
	  .options = types,
	  .n_options = ARRAY_SIZE(types),
	  .paper = true,
	  .required = true },
	{ .name = "kind",
	  .label = "O que foi",
	  .type = "select",
	  .options = kinds,
	  .n_options = ARRAY_SIZE(kinds),
	  .required = true },
	{ .name = "trade_date", .label = "Dia", .type = "date", .required = true },
	{ .name = "quantity",
	  .label = "Quantidade",
	  .hint = "Como 100 ou 0,5. Em um ajuste, o sinal diz se entrou ou saiu.",
	  .type = "text",
	  .decimal = true },
	{ .name = "price",
	  .label = "Preço por unidade",
	  .hint = "Como 1234,56, na moeda do ativo. Vazio: não se sabe.",
	  .type = "text",
	  .decimal = true },
	{ .name = "fees",
	  .label = "Taxas e impostos da operação",
	  .hint = "O total do lançamento, como 4,90.",
	  .type = "text",
	  .decimal = true },
	{ .name = "ratio",
	  .label = "Proporção",
	  .hint = "Só de desdobramento ou grupamento: quantas novas por antiga. 2 dobra, 0,1 junta "
		  "dez em uma.",
	  .type = "text",
	  .decimal = true },
	{ .name = "event_kind",
	  .label = "Evento",
	  .hint = "Se o lançamento veio de um evento do ativo.",
	  .type = "select",
	  .options = events,
	  .n_options = ARRAY_SIZE(events) },
	{ .name = "option",
	  .label = "Opção exercida",
	  .hint = "Só de um exercício: o código da opção.",
	  .type = "text",
	  .max_length = 60 },
	{ .name = "institution",
	  .label = "Instituição",
	  .hint = "A corretora ou o banco onde o ativo está; a declaração a nomeia.",
	  .type = "text",
	  .max_length = 120 },
	{ .name = "note", .label = "Nota", .type = "textarea", .max_length = 500 },
};

/* Fields of the metadata of fixed income and of a spin-off, used only by remedies. */
static const struct row_field terms[] = {
	{ .name = "indexer",
	  .label = "Como rende",
	  .type = "select",
	  .options = indexers,
	  .n_options = ARRAY_SIZE(indexers),
	  .required = true },
	{ .name = "pct",
	  .label = "Percentual do índice",
	  .hint = "De CDI ou Selic, como 110 para 110%. Dos outros, vazio.",
	  .type = "text",
	  .decimal = true },
	{ .name = "rate",
	  .label = "Taxa ao ano",
	  .hint = "Do prefixado, ou a que se soma ao índice, como 6,5 para 6,5%.",
	  .type = "text",
	  .decimal = true },
	{ .name = "maturity", .label = "Vencimento", .type = "date", .required = true },
	{ .name = "cost_share_pct",
	  .label = "Parte do custo que passou, em %",
	  .hint = "Como 12,3456, do aviso da cisão.",
	  .type = "text",
	  .decimal = true },
};

static const struct row_field *find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (str_eq(fields[i].name, name))
			return &fields[i];
	for (size_t i = 0; i < ARRAY_SIZE(terms); i++)
		if (str_eq(terms[i].name, name))
			return &terms[i];
	return NULL;
}

static void write_field(struct ctx *ctx, struct html *h, const struct entry *e,
			const struct row_field *f, const char *as, const char *label, bool required)
{
	entry_field(ctx, h, e,
		    (struct html_field){ .name = as,
					 .label = label,
					 .type = f->type,
					 .hint = f->hint,
					 .autocomplete = "off",
					 .inputmode = f->decimal ? "decimal" : NULL,
					 .options = f->options,
					 .n_options = f->n_options,
					 .max_length = f->max_length,
					 .optional = !required });
}

/* Beside an existing number: its exact value, with all places. */
static const char *was(void *pool, const char *name)
{
	return pool_printf(pool, "was_%s", name);
}

static const char *stored(struct ctx *ctx, const struct entry *e, const char *name)
{
	return ask_text(e->values, e->stored ? name : was(ctx->pool, name));
}

static void write_stored(struct ctx *ctx, struct html *h, const struct entry *e)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (fields[i].decimal)
			html_hidden(h, was(ctx->pool, fields[i].name),
				    stored(ctx, e, fields[i].name));
}

void row_fields(struct ctx *ctx, struct html *h, const struct entry *e, bool paper)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (paper || !fields[i].paper)
			write_field(ctx, h, e, &fields[i], fields[i].name, fields[i].label,
				    fields[i].required);
	if (!paper)
		write_stored(ctx, h, e);
}

void row_hidden(struct ctx *ctx, struct html *h, const struct entry *e, bool paper)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (paper || !fields[i].paper)
			html_hidden(h, fields[i].name, entry_value(ctx, e, fields[i].name));
	if (!paper)
		write_stored(ctx, h, e);
}

bool row_knows(const char *name)
{
	return find(name) != NULL;
}

void row_field(struct ctx *ctx, struct html *h, const struct entry *e, const char *name,
	       const char *as, const char *label)
{
	const struct row_field *f = find(name);

	assert(f); /* row_knows() it */
	write_field(ctx, h, e, f, as,
		    label ? pool_printf(ctx->pool, "%s %s", f->label, label) : f->label,
		    !f->decimal || str_eq(name, "quantity"));
}

const char *row_text(void *pool, const char *name, const char *typed)
{
	const struct row_field *f = find(name);

	return f && f->decimal ? entry_decimal(pool, typed) : typed;
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
	else if (str_eq(name, "kind") || str_eq(name, "trade_date"))
		json_text(j, name, "");
	else
		json_null(j, name);
}

/*
 * Whether a number of an existing row is unchanged: it is left out then, since the stored one may have more places
 * than the form shows.
 */
static bool is_as_was(struct ctx *ctx, struct body *form, const struct row_field *f,
		      const char *typed)
{
	struct json_object *old =
		f->decimal ? body_json(form, was(ctx->pool, f->name), OPTIONAL) : NULL;

	return old && str_eq(typed, comma_text(ctx->pool, body_shown(old)));
}

const char *row_json(struct ctx *ctx, struct body *form, bool fresh)
{
	struct json_object *kind = body_json(form, "kind", OPTIONAL);
	struct json j;
	struct buf b;

	buf_init(&b, ctx->pool, 512);
	json_init(&j, &b);
	json_open(&j, NULL);
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		const struct row_field *f = &fields[i];
		struct json_object *value;

		if (f->paper && !fresh)
			continue;
		value = body_json(form, f->name, OPTIONAL);
		if (!fresh && is_as_was(ctx, form, f, value ? body_shown(value) : ""))
			continue;
		if (value)
			json_text(&j, f->name, row_text(ctx->pool, f->name, body_shown(value)));
		else if (!fresh)
			put_emptied(&j, f->name, kind ? body_shown(kind) : NULL);
	}
	json_close(&j);
	return buf_text(&b);
}

const char *row_kind_said(const char *kind)
{
	for (size_t i = 0; kind && i < ARRAY_SIZE(kinds); i++)
		if (str_eq(kinds[i].value, kind))
			return kinds[i].label;
	return NULL;
}
