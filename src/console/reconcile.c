/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reconcile.c: a position sheet of the exchange beside the portfolio, and what mends each difference.
 * GET, POST /portfolios/{id}/reconcile
 */
#include "config.h"

#include "access/caller.h"
#include "access/session.h"
#include "connector/site.h"
#include "console/layout.h"
#include "console/mend.h"
#include "console/rooms.h"
#include "console/row.h"
#include "core/text.h"
#include "wallet/operations.h"

static void draw_form(struct ctx *ctx, struct html *h, const struct entry *e)
{
	html_form_file(h, layout_path(ctx, "/reconcile"), csrf_token(ctx));
	entry_field(
		ctx, h, e,
		(struct html_field){
			.name = FORM_FILE,
			.label = "Planilha de posição",
			.type = "file",
			.hint = "O arquivo posicao-AAAA-MM-DD.xlsx da Área do Investidor da B3, ou "
				"uma planilha com Produto e Quantidade.",
			.accept = ".xlsx,.ods,.csv" });
	entry_field(ctx, h, e,
		    (struct html_field){
			    .name = "date",
			    .label = "Dia da posição",
			    .type = "date",
			    .hint = "Vazio: o dia antes do que está no nome do arquivo, ou hoje.",
			    .optional = true });
	html_button(h, "Conferir");
	html_form_end(h);
}

const struct entry_form reconcile_form = {
	.title = "Conferir com a posição",
	.here = "/reconcile",
	.draw = draw_form,
	.file = true,
	.refused = "Nada foi conferido.",
};

void reconcile_page(struct ctx *ctx)
{
	layout_readable(ctx);
	entry_page(ctx, 200, &reconcile_form, &(struct entry){ .values = NULL });
}

/* ---- what was found ---- */

static const char *status_said(const char *status)
{
	static const char *const words[][2] = {
		{ "ok", "Confere" },
		{ "quantity_differs", "A quantidade difere" },
		{ "only_in_sheet", "Só na planilha" },
		{ "only_in_ledger", "Só na carteira" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (str_eq(words[i][0], status))
			return words[i][1];
	return status;
}

static void write_summary(struct html *h, struct json_object *summary)
{
	static const char *const statuses[] = { "ok", "quantity_differs", "only_in_sheet",
						"only_in_ledger" };

	shown_list(h);
	for (size_t i = 0; i < ARRAY_SIZE(statuses); i++) {
		shown_term(h, status_said(statuses[i]));
		shown_plain(h, statuses[i], ask_text(summary, statuses[i]));
		shown_term_end(h);
	}
	shown_list_end(h);
}

static void write_items(struct html *h, struct json_object *items)
{
	static const char *const headings[] = { "Ativo", "Situação", "Na planilha", "Na carteira",
						"Diferença" };
	static const char *const members[] = { "sheet_quantity", "ledger_quantity", "difference" };

	if (!ask_items(items))
		return;
	layout_table(h, "Cada ativo", headings, ARRAY_SIZE(headings), 2);
	for (size_t i = 0; i < ask_items(items); i++) {
		struct json_object *item = json_object_array_get_idx(items, i);

		html_row(h);
		shown_name_cell(h, ask_text(item, "symbol"), NULL);
		html_cell(h, status_said(ask_text(item, "status")));
		for (size_t k = 0; k < ARRAY_SIZE(members); k++) {
			shown_cell(h);
			shown_plain(h, members[k], ask_text(item, members[k]));
			shown_cell_end(h);
		}
		html_row_end(h);
	}
	html_table_end(h);
}

static void write_rows(struct html *h, struct json_object *rows)
{
	static const char *const headings[] = { "Dia", "O que foi", "Quantidade" };

	if (!ask_items(rows))
		return;
	layout_table(h, "Lançamentos em volta da diferença", headings, ARRAY_SIZE(headings), 2);
	for (size_t i = 0; i < ask_items(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);

		html_row(h);
		html_cell(h, shown_date(h->ctx->pool, ask_text(row, "trade_date")));
		html_cell(h, row_kind_said(ask_text(row, "kind")));
		shown_cell(h);
		shown_plain(h, "row_quantity", ask_text(row, "quantity"));
		shown_cell_end(h);
		html_row_end(h);
	}
	html_table_end(h);
}

/* How to settle one difference: each way by itself, the likeliest first. */
static void write_difference(struct ctx *ctx, struct html *h, struct json_object *item, size_t n)
{
	struct json_object *mends = ask_member(item, "mends");
	const char *agreed = ask_text(item, "agreed_until");

	if (str_eq(ask_text(item, "status"), "ok"))
		return;
	html_open(h, "section");
	html_open(h, "h2");
	html_open(h, "bdi");
	html_text(h, ask_text(item, "symbol"));
	html_close(h, "bdi");
	html_close(h, "h2");
	if (agreed)
		html_p(h, "As quantidades conferem até %s.", shown_date(ctx->pool, agreed));
	write_rows(h, ask_member(item, "rows"));
	for (size_t i = 0; i < ask_items(mends); i++) {
		struct json_object *mend = json_object_array_get_idx(mends, i);

		html_element(h, "h3", i ? "Ou então" : "O que fazer");
		html_p(h, "%s", ask_text(mend, "text"));
		if (ctx->caller->access >= ACCESS_EDIT)
			mend_forms(ctx, h, mend, n * 10 + i, "reconcile");
	}
	html_close(h, "section");
}

static void write_left_out(struct html *h, const char *caption, struct json_object *list)
{
	static const char *const headings[] = { "Ativo", "Por quê" };

	if (!ask_items(list))
		return;
	layout_table(h, caption, headings, ARRAY_SIZE(headings), 2);
	for (size_t i = 0; i < ask_items(list); i++) {
		struct json_object *x = json_object_array_get_idx(list, i);
		const char *symbol = ask_text(x, "symbol");

		html_row(h);
		shown_name_cell(h, symbol ? symbol : "—", NULL);
		html_cell(h, ask_text(x, "reason"));
		html_row_end(h);
	}
	html_table_end(h);
}

void reconcile_post(struct ctx *ctx)
{
	struct form_file file;
	struct ask ask = { .run = portfolio_reconcile, .file = &file };
	struct json_object *answer, *items, *date;
	struct body *form;
	struct html *h;

	layout_person(ctx);
	form = site_form_file(ctx, &file);
	if (!file.content.n)
		body_error(form, FORM_FILE, "required", "a planilha de posição", NULL);
	date = body_json(form, "date", OPTIONAL);
	body_done(form);
	access_resource(ctx);
	ask_query(&ask, "filename", file.name);
	ask_query(&ask, "date", date ? body_shown(date) : NULL);
	answer = ask_run(ctx, &ask);
	items = ask_member(answer, "assets");
	h = layout_portfolio(ctx, "A posição ao lado da carteira", "/reconcile");
	html_p(h, "Posição de %s.", shown_date(ctx->pool, ask_text(answer, "date")));
	write_summary(h, ask_member(answer, "summary"));
	write_items(h, items);
	for (size_t i = 0; i < ask_items(items); i++)
		write_difference(ctx, h, json_object_array_get_idx(items, i), i + 1);
	write_left_out(h, "Não comparados", ask_member(answer, "not_compared"));
	write_left_out(h, "Linhas da planilha que não foram lidas", ask_member(answer, "errors"));
	html_p(h, "Depois de resolver uma diferença, envie a planilha de novo para conferir.");
	draw_form(ctx, h, &(struct entry){ .values = NULL });
	html_page_end(h);
}
