/* SPDX-License-Identifier: Apache-2.0 */
/* mend_said.c: what a request of a mend writes, shown before it is sent. */
#include "config.h"

#include "console/form/mend_said.h"

#include "operations/ask.h"
#include "console/form/member_words.h"
#include "console/layout.h"
#include "core/number_text.h"

static void write_row(struct html *h, struct json_object *row)
{
	html_row(h);
	html_cell(h, shown_date(h->ctx->pool, ask_text(row, "trade_date")));
	shown_name_cell(h, ask_text(row, "symbol") ? ask_text(row, "symbol") : "—", NULL);
	html_cell(h, choice_label(h->ctx->pool, ask_text(row, "kind")));
	shown_cell(h);
	shown_plain(h, "quantity", ask_text(row, "quantity"));
	shown_cell_end(h);
	shown_cell(h);
	shown_plain(h, "price", ask_text(row, "price"));
	shown_cell_end(h);
	shown_cell(h);
	shown_plain(h, "ratio", ask_text(row, "ratio"));
	shown_cell_end(h);
	html_row_end(h);
}

void mend_rows_write(struct html *h, struct json_object *body)
{
	bool list = json_object_is_type(body, json_type_array);

	layout_table(h, "O que será gravado", 3,
		     HEADINGS("Dia", "Ativo", "O que foi", "Quantidade", "Preço", "Proporção"));
	if (!list)
		write_row(h, body);
	for (size_t i = 0; list && i < ask_items(body); i++)
		write_row(h, json_object_array_get_idx(body, i));
	html_table_end(h);
}

void mend_succession_said(struct html *h, const char *symbol, struct json_object *said)
{
	void *pool = h->ctx->pool;
	const char *to = ask_text(ask_member(said, "to"), "symbol");
	const char *day = ask_text(said, "date"), *cash = ask_text(said, "cash_per_share");
	const char *share = ask_text(said, "cost_share_pct");
	bool spin_off = str_eq(ask_text(said, "kind"), "spin_off");

	/* The person must fill in the rest. */
	if (!symbol || !to || !day || (!spin_off && !ask_text(said, "ratio")))
		return;
	day = shown_date(pool, day);
	if (!spin_off)
		html_p(h, "Em %s, %s virou %s: %s por unidade antiga%s%s.", day, symbol, to,
		       comma_text(pool, ask_text(said, "ratio")), cash ? ", e em dinheiro " : "",
		       cash ? comma_text(pool, cash) : "");
	else if (share)
		html_p(h, "Em %s, cisão: %s%% do custo de %s passou para %s.", day,
		       comma_text(pool, share), symbol, to);
	else
		html_p(h, "Em %s, cisão: uma parte do custo de %s passou para %s.", day, symbol,
		       to);
}

void mend_effect_write(struct html *h, const struct issue_effect *e)
{
	if (!e->n)
		return;
	html_open(h, "ul");
	for (size_t i = 0; i < e->n; i++)
		html_element(h, "li", e->said[i]);
	html_close(h, "ul");
}
