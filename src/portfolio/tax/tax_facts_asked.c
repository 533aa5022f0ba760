/* SPDX-License-Identifier: Apache-2.0 */
/* tax_facts_asked.c: the facts of an asset that the tax asks of a person, as members of its metadata (doc/tax.md 20.1). */
#include "config.h"

#include "core/order.h"
#include "http/json_read.h"
#include "http/tree.h"
#include "portfolio/tax/tax_gaps.h"

static const struct html_option etf_kinds[] = { { "rv", "De ações (renda variável)" },
						{ "rf", "De renda fixa" },
						{ "fii", "De fundos imobiliários" } };
static const struct html_option papers[] = {
	{ "CDB", "CDB" },  { "RDB", "RDB" }, { "LC", "LC, letra de câmbio" },
	{ "LF", "LF" },	   { "LCI", "LCI" }, { "LCA", "LCA" },
	{ "LIG", "LIG" },  { "LCD", "LCD" }, { "LH", "LH" },
	{ "CRI", "CRI" },  { "CRA", "CRA" }, { "CPR", "CPR" },
	{ "CDCA", "CDCA" }
};
static const struct html_option truths[] = { { "true", "Sim" }, { "false", "Não" } };
static const struct html_option custodies[] = { { "br", "No Brasil, ou em carteira própria" },
						{ "foreign", "Em instituição no exterior" } };
static const struct html_option origins[] = { { "brl", "Ganho em reais" },
					      { "foreign", "Ganho no exterior" } };
static const struct html_option outcomes[] = { { "expired", "Venceu sem ser exercida" },
					       { "exercised", "Foi exercida" } };

#define CHOICES(list) .options = (list), .n_options = ARRAY_SIZE(list)

const struct tax_fact tax_facts_asked[] = {
	{ "etf_kind", "De que tipo é o ETF?", "Está no nome ou no regulamento do fundo.",
	  CHOICES(etf_kinds) },
	{ "paper", "Que papel de renda fixa é?", NULL, CHOICES(papers) },
	{ "incentive", "É debênture incentivada (Lei 12.431)?", NULL, .truth = true,
	  CHOICES(truths) },
	{ "custody", "Onde está guardado?", "Onde também se negocia: corretora daqui ou de fora.",
	  CHOICES(custodies) },
	{ "origin", "De onde veio o dinheiro da compra?", NULL, CHOICES(origins) },
	{ "outcome", "O que houve com a opção no vencimento?", NULL, .of_option = true,
	  CHOICES(outcomes) },
	{ "tax_id", "CNPJ", .hint = "Do informe de rendimentos, como 33.000.167/0001-01." },
	{ .name = NULL },
};

const struct tax_fact *tax_fact_of(const char *name)
{
	return name ? order_seek(&name, tax_facts_asked, ARRAY_SIZE(tax_facts_asked) - 1,
				 sizeof(*tax_facts_asked), order_text)
		    : NULL;
}

static struct json_object *object_in(struct json_object *o, const char *name, bool make)
{
	struct json_object *inside = tree_member(o, name);

	if (!inside && make) {
		inside = json_object_new_object();
		json_object_object_add(o, name, inside);
	}
	return inside;
}

struct json_object *tax_fact_stored(struct json_object *meta, const struct tax_fact *f)
{
	return tree_member(f->of_option ? object_in(meta, "option", false) : meta, f->name);
}

struct json_object *tax_fact_meta(void *pool, struct json_object *meta, const struct tax_fact *f,
				  struct json_object *value)
{
	struct json_object *copy = json_read(
		pool, slice_of(json_object_to_json_string_ext(meta, JSON_C_TO_STRING_PLAIN)));
	struct json_object *in = f->of_option ? object_in(copy, "option", true) : copy;

	if (value)
		json_object_object_add(in, f->name, value);
	else
		json_object_object_del(in, f->name);
	return copy;
}
