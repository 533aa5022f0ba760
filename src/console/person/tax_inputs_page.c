/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_inputs_page.c: what a person stated for the tax: payments, losses of before, withholdings, and facts of assets.
 * GET /tax/inputs, GET /portfolios/{id}/tax/inputs
 */
#include "config.h"

#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/tax_pages.h"
#include "console/person/tax_statements.h"
#include "core/encode.h"
#include "portfolio/functions/portfolio_operations.h"

static const struct html_option policies[] = { { "informed", "Só o que eu informar" },
					       { "estimated", "Estimar onde eu não informar" } };

/* ---- how the tax is computed ---- */

static bool is_excluded(struct json_object *exclude, const char *id)
{
	for (size_t i = 0; i < ask_items(exclude); i++)
		if (str_eq(body_shown(json_object_array_get_idx(exclude, i)), id))
			return true;
	return false;
}

static void write_policy(struct html *h, struct json_object *stated, struct json_object *list,
			 const char *back)
{
	tax_statement_open(h, TAX_POLICY, NULL, back);
	html_field(h, &(struct html_field){ .name = TAX_POLICY,
					    .label = "O que a corretora reteve",
					    .type = "select",
					    .value = ask_text(stated, TAX_POLICY),
					    .hint = "A estimativa segue as alíquotas da lei.",
					    .options = policies,
					    .n_options = ARRAY_SIZE(policies) });
	if (ask_items(list) > 1) {
		html_group(h, "Carteiras fora desta apuração");
		for (size_t i = 0; i < ask_items(list); i++) {
			struct json_object *p = json_object_array_get_idx(list, i);
			const char *id = ask_text(p, "id");

			html_choice(h, &(struct html_choice){
					       .name = pool_printf(h->ctx->pool, "out%zu", i),
					       .value = id,
					       .label = ask_text(p, "name"),
					       .chosen = is_excluded(ask_member(stated, "exclude"),
								     id) });
		}
		html_group_end(h);
	}
	html_send(h, "Guardar");
}

/* ---- all that was stated ---- */

static void write_entry(struct html *h, const struct tax_statement *s, struct json_object *one,
			const char *back)
{
	void *pool = h->ctx->pool;

	tax_row_begin(h);
	for (size_t i = 0; i < TAX_MEMBERS && s->members[i].name; i++) {
		const char *value = ask_text(one, s->members[i].name);

		if (!value)
			continue;
		html_element(h, i ? "small" : "span",
			     pool_printf(pool, "%s: %s", s->members[i].label,
					 tax_member_said(pool, &s->members[i], value)));
	}
	html_close(h, "div");
	html_link(h,
		  pool_printf(pool, "/tax/input?about=%s&was=%s&back=%s", s->name,
			      url_encoded(pool, ask_json(pool, one)), url_encoded(pool, back)),
		  "Mudar");
	html_close(h, "li");
}

static void write_statement(struct html *h, const struct tax_statement *s, struct json_object *list,
			    const char *back)
{
	void *pool = h->ctx->pool;

	layout_card(h, "card span6", s->title);
	if (ask_items(list)) {
		tax_rows(h);
		for (size_t i = 0; i < ask_items(list); i++)
			write_entry(h, s, json_object_array_get_idx(list, i), back);
		html_close(h, "ul");
	} else {
		html_p(h, "Nada informado.");
	}
	html_open_of(h, "p", "acts mt");
	html_open_of(h, "a", "btn");
	html_attr(
		h, "href",
		pool_printf(pool, "/tax/input?about=%s&back=%s", s->name, url_encoded(pool, back)));
	html_text(h, s->add);
	html_close(h, "a");
	html_close(h, "p");
	html_close(h, "section");
}

void tax_inputs_page(struct ctx *ctx)
{
	struct json_object *stated = NULL, *list = NULL;
	const char *back;
	struct tax_view v;
	struct html *h;

	tax_view(ctx, &v);
	if (v.of.scope == TAX_ACCOUNT) {
		stated = ask_run(ctx, &(struct ask){ .run = tax_inputs_get });
		list = ask_member(ask_run(ctx, &(struct ask){ .run = portfolio_list }), "data");
	}
	back = pool_printf(ctx->pool, "%s/inputs?year=%d", v.base, v.asked);
	h = tax_page(ctx, &v, "O que informei ao imposto", "/inputs");
	html_div(h, "grid");
	if (stated) {
		for (const struct tax_statement *s = tax_statements; s->name; s++)
			write_statement(h, s, ask_member(stated, s->name), back);
		html_open_of(h, "section", "card span6");
		html_element(h, "h2", "Como apurar");
		write_policy(h, stated, list, back);
		html_close(h, "section");
	}
	html_open_of(h, "section", "card span6");
	html_element(h, "h2", "Sobre os ativos");
	if (!tax_facts_said(h, &v, back))
		html_p(h, "Nenhuma resposta foi dada ainda.");
	html_close(h, "section");
	html_close(h, "div");
	tax_page_end(h);
}
