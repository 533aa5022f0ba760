/* SPDX-License-Identifier: Apache-2.0 */
/* tax_unstated_form.c: the questions on what may lower the tax (portfolio/tax/tax_unstated.c), as a card of the page of missing facts. */
#include "config.h"

#include <inttypes.h>

#include "console/person/tax_missing.h"
#include "console/person/tax_statements.h"
#include "core/number_text.h"

const char *tax_missing_prefix(void *pool, const struct tax_gap *g)
{
	return pool_printf(pool, "q%016" PRIx64 "-", g->key);
}

static const char *field(void *pool, const struct tax_gap *g, const char *name)
{
	return pool_printf(pool, "%s%s", tax_missing_prefix(pool, g), name);
}

const char *tax_unstated_none(const struct tax_gaps *l)
{
	uint64_t all = 0;

	for (size_t i = 0; i < l->n_unstated; i++)
		all ^= l->unstated[i].basket == BASKET_NONE ? 0 : l->unstated[i].key;
	return pool_printf(l->pool, "%" PRIx64, all);
}

static void write_choice(struct html *h, const struct entry *e, const char *name, const char *value,
			 const char *label)
{
	html_choice(h, &(struct html_choice){ .name = name,
					      .value = value,
					      .label = label,
					      .chosen = entry_value(h->ctx, e, name) != NULL });
}

static void write_losses(struct html *h, const struct tax_gap *g, const struct entry *e)
{
	void *pool = h->ctx->pool;

	html_group(h, pool_printf(pool, "Você trazia prejuízos de antes de janeiro de %d?",
				  month_year(g->month) + 1));
	write_choice(h, e, field(pool, g, TAX_NONE_WORD), "on", "Não trazia");
	html_p(h, "Se trazia, quanto restava ao fim de %s de %d:", tax_month_name(g->month),
	       month_year(g->month));
	tax_statement_amounts(h, tax_statement_of("carry"), e, tax_missing_prefix(pool, g));
	html_group_end(h);
}

static void write_withheld(struct html *h, const struct tax_gap *g, const struct entry *e)
{
	void *pool = h->ctx->pool;

	entry_field(h->ctx, h, e,
		    (struct html_field){
			    .name = field(pool, g, TAX_AMOUNT),
			    .label = pool_printf(
				    pool, "Quanto de IRRF a corretora reteve em %s%s%s?",
				    tax_month_name(g->month), tax_basket_in((int)g->basket),
				    g->stated.e8 ? pool_printf(pool,
							       ", além dos %s "
							       "informados",
							       shown_brl(pool, g->stated))
						 : ""),
			    .type = "text",
			    .hint = "Está na nota de corretagem, como 1,23; 0 se nada foi retido.",
			    .autocomplete = "off",
			    .inputmode = "decimal",
			    .max_length = 24,
			    .optional = true });
}

void tax_unstated_draw(struct html *h, const struct tax_gaps *l, const struct entry *e)
{
	size_t i = 0;

	html_open_of(h, "section", "card");
	html_attr(h, "id", TAX_UNSTATED);
	html_open(h, "header");
	html_element(h, "h2", "O que pode diminuir o imposto");
	html_close(h, "header");
	if (l->unstated[0].basket == BASKET_NONE)
		write_losses(h, &l->unstated[i++], e);
	if (i < l->n_unstated) {
		html_group(h, "Imposto retido na fonte");
		write_choice(h, e, TAX_NONE_WORD, tax_unstated_none(l),
			     "Nada foi retido onde eu deixar vazio");
		for (; i < l->n_unstated; i++)
			write_withheld(h, &l->unstated[i], e);
		html_group_end(h);
	}
	html_close(h, "section");
}

/* ---- an answer ---- */

struct json_object *tax_unstated_entry(struct ctx *ctx, struct body *form,
				       const struct tax_inputs *in, const struct tax_gap *g,
				       const char **about)
{
	struct json *j = json_new(ctx->pool, 128);
	struct json_object *none, *typed;
	const char *name;

	json_open(j, NULL);
	json_text(j, "month", month_iso(ctx->pool, g->month));
	if (g->basket != BASKET_NONE) {
		*about = "withheld";
		typed = body_json(form, field(ctx->pool, g, TAX_AMOUNT), OPTIONAL);
		json_text(j, "basket", tax_basket_names[g->basket]);
		json_text(j, TAX_AMOUNT, typed ? entry_money(ctx->pool, body_shown(typed)) : "0");
		json_close(j);
		return ask_parsed(ctx->pool, json_written(j));
	}
	*about = "carry";
	none = body_json(form, field(ctx->pool, g, TAX_NONE_WORD), OPTIONAL);
	for (int b = 0; b < TAX_BASKETS; b++) {
		name = field(ctx->pool, g, tax_basket_names[b]);
		typed = body_json(form, name, OPTIONAL);
		if (typed && none)
			body_error(form, name, "exclusive", "“Não trazia” ou valores, não os dois",
				   body_shown(typed));
		/* What was stated for an earlier month stays in force: a zero would end it. */
		if (typed || (none && !tax_is_carry_stated(in, (struct month){ 0 }, g->month, b)))
			json_text(j, tax_basket_names[b],
				  typed ? entry_money(ctx->pool, body_shown(typed)) : "0");
	}
	json_close(j);
	return ask_parsed(ctx->pool, json_written(j));
}
