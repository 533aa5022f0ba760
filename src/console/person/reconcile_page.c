/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reconcile_page.c: compares a position sheet of the exchange with the portfolio, with a remedy for
 * each difference. GET, POST /portfolios/{id}/reconcile
 *
 * The uploaded sheet is stored, so that each page, and each remedy, is followed by a new comparison.
 */
#include "config.h"

#include "identity/caller.h"
#include "identity/held_file.h"
#include "identity/session.h"
#include "identity/pages/site.h"
#include "console/form/member_words.h"
#include "console/layout.h"
#include "console/form/mend_undo.h"
#include "console/form/remedy_form.h"
#include "console/person/console_pages.h"
#include "core/encode.h"
#include "core/text.h"
#include "portfolio/functions/portfolio_operations.h"

#define SHOWN 8		/* differences on a page: the remedies of one may need ten forms */
#define AGREED_SHOWN 60 /* of a page */
#define LEFT_OUT_SHOWN 60

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
	html_send(h, "Conferir");
}

const struct entry_form reconcile_form = {
	.title = "Conferir com a posição",
	.here = "/reconcile",
	.draw = draw_form,
	.file = true,
	.refused = "Nada foi conferido.",
};

/* ---- the comparison ---- */

static const char *status_said(const char *status)
{
	static const char *const words[][2] = {
		{ "ok", "Confere" },
		{ "quantity_differs", "A quantidade difere" },
		{ "only_in_sheet", "Só na planilha" },
		{ "only_in_ledger", "Só na carteira" },
	};

	return text_paired(words, ARRAY_SIZE(words), status, status);
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

struct items {
	struct json_object **list;
	size_t n;
};

/* The items of the answer that agree, or those that differ. */
static struct items items_of(void *pool, struct json_object *answer, bool agree)
{
	struct json_object *all = ask_member(answer, "assets");
	struct items out = { .list = pool_array(pool, struct json_object *, ask_items(all)) };

	for (size_t i = 0; i < ask_items(all); i++) {
		struct json_object *item = json_object_array_get_idx(all, i);

		if (str_eq(ask_text(item, "status"), "ok") == agree)
			out.list[out.n++] = item;
	}
	return out;
}

static struct items part_of(struct items all, size_t page, size_t shown)
{
	size_t from = (page - 1) * shown;

	if (from >= all.n)
		return (struct items){ .n = 0 };
	return (struct items){ all.list + from, all.n - from < shown ? all.n - from : shown };
}

/* The ledger's quantity links to its explanation as of the sheet's day. */
static void write_quantities(struct html *h, struct json_object *item, const char *day)
{
	static const char *const members[] = { "sheet_quantity", "ledger_quantity", "difference" };
	bool held = !str_eq(ask_text(item, "status"), "only_in_sheet");

	for (size_t k = 0; k < ARRAY_SIZE(members); k++) {
		shown_cell(h);
		if (k && held && ask_text(item, "asset_type"))
			layout_explains_as(h, "qty", ask_text(item, "symbol"),
					   ask_text(item, "asset_type"),
					   pool_printf(h->ctx->pool, "&at=%s", day));
		shown_plain(h, members[k], ask_text(item, members[k]));
		shown_explained(h, NULL);
		shown_cell_end(h);
	}
}

static void write_items(struct html *h, const char *caption, struct items items, const char *day)
{
	if (!items.n)
		return;
	layout_table(h, caption, 2,
		     HEADINGS("Ativo", "Situação", "Na planilha", "Na carteira", "Diferença"));
	for (size_t i = 0; i < items.n; i++) {
		struct json_object *item = items.list[i];

		html_row(h);
		shown_name_cell(h, ask_text(item, "symbol"), NULL);
		html_cell(h, status_said(ask_text(item, "status")));
		write_quantities(h, item, day);
		html_row_end(h);
	}
	html_table_end(h);
}

static void write_rows(struct html *h, struct json_object *rows)
{
	if (!ask_items(rows))
		return;
	layout_table(h, "Lançamentos em volta da diferença", 2,
		     HEADINGS("Dia", "O que foi", "Quantidade"));
	for (size_t i = 0; i < ask_items(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);

		html_row(h);
		html_cell(h, shown_date(h->ctx->pool, ask_text(row, "trade_date")));
		html_cell(h, choice_label(h->ctx->pool, ask_text(row, "kind")));
		shown_cell(h);
		shown_plain(h, "row_quantity", ask_text(row, "quantity"));
		shown_cell_end(h);
		html_row_end(h);
	}
	html_table_end(h);
}

/* The remedies of one difference: alternatives, the likeliest first. */
static void write_difference(struct ctx *ctx, struct html *h, struct json_object *item, size_t n,
			     const char *back)
{
	struct json_object *mends = ask_member(item, "mends");
	const char *agreed = ask_text(item, "agreed_until");

	html_open(h, "section");
	html_open(h, "h2");
	html_element(h, "bdi", ask_text(item, "symbol"));
	html_close(h, "h2");
	if (agreed)
		html_p(h, "As quantidades conferem até %s.", shown_date(ctx->pool, agreed));
	write_rows(h, ask_member(item, "rows"));
	for (size_t i = 0; i < ask_items(mends); i++) {
		struct json_object *mend = json_object_array_get_idx(mends, i);

		html_element(h, "h3", i ? "Ou então" : "O que fazer");
		html_p(h, "%s", ask_text(mend, "text"));
		if (ctx->caller->access >= ACCESS_EDIT)
			mend_forms(ctx, h, mend,
				   &(struct mend_place){ .n = n * 10 + i, .back = back });
	}
	html_close(h, "section");
}

#define ALL_MAX 100 /* rows written together, as many as one undo deletes */

/* The likeliest mends that need nothing from the person, as one request; NULL without two of them. */
static struct json_object *all_mends(struct ctx *ctx, struct items differ, size_t *n)
{
	struct json_object **list = pool_array(ctx->pool, struct json_object *, differ.n);
	size_t rows = 0;

	*n = 0;
	for (size_t i = 0; i < differ.n; i++) {
		struct json_object *first =
			json_object_array_get_idx(ask_member(differ.list[i], "mends"), 0);
		struct json_object *actions = ask_member(first, "actions");
		struct json_object *request =
			ask_items(actions) == 1 ? json_object_array_get_idx(actions, 0) : NULL;
		size_t more = ask_items(ask_member(request, "body"));

		if (!request || !mend_request_whole(ctx, &request, 1) || rows + more > ALL_MAX)
			continue;
		list[(*n)++] = request;
		rows += more;
	}
	return mend_request_whole(ctx, list, *n);
}

/* All differences that have one mend which needs nothing, together. */
static void write_all(struct ctx *ctx, struct html *h, struct items differ, const char *back)
{
	struct json_object *request;
	size_t n;

	if (ctx->caller->access < ACCESS_EDIT)
		return;
	request = all_mends(ctx, differ, &n);
	if (!request || n < 2)
		return;
	html_open_of(h, "section", "card stack");
	html_p(h, "De %zu diferenças, %zu têm uma correção que não pede nada a você.", differ.n, n);
	mend_all_form(ctx, h, request, &(struct mend_place){ .back = back },
		      "Corrigir tudo o que tem uma só correção");
	html_close(h, "section");
}

static void write_left_out(struct html *h, const char *caption, struct json_object *list)
{
	if (!ask_items(list))
		return;
	layout_table(h, caption, 2, HEADINGS("Ativo", "Por quê"));
	for (size_t i = 0; i < ask_items(list) && i < LEFT_OUT_SHOWN; i++) {
		struct json_object *x = json_object_array_get_idx(list, i);
		const char *symbol = ask_text(x, "symbol");

		html_row(h);
		shown_name_cell(h, symbol ? symbol : "—", NULL);
		html_cell(h, ask_text(x, "reason"));
		html_row_end(h);
	}
	html_table_end(h);
	if (ask_items(list) > LEFT_OUT_SHOWN)
		html_p(h, "E mais %zu.", ask_items(list) - LEFT_OUT_SHOWN);
}

struct asked {
	const char *held, *date;
	size_t page, agreed;
	struct json_object *done; /* what was just written, or NULL */
};

/* "reconcile?held=…&date=…": the present view, without the page. */
static const char *asked_again(void *pool, const struct asked *a)
{
	const char *date =
		a->date ? pool_printf(pool, "&date=%s", url_encoded_but(pool, a->date, "")) : "";

	return pool_printf(pool, "reconcile?" ENTRY_HELD "=%s%s", a->held, date);
}

static void write_comparison(struct ctx *ctx, const struct asked *a, struct json_object *answer)
{
	struct items differ = items_of(ctx->pool, answer, false);
	struct items agree = items_of(ctx->pool, answer, true);
	struct items shown = part_of(differ, a->page, SHOWN);
	const char *again = asked_again(ctx->pool, a);
	const char *path = layout_path(ctx, pool_printf(ctx->pool, "/%s&", again));
	struct html *h = layout_portfolio(ctx, "A posição ao lado da carteira", "/reconcile");

	mend_undo_say(h, a->done);
	html_p(h, "Posição de %s.", shown_date(ctx->pool, ask_text(answer, "date")));
	write_summary(h, ask_member(answer, "summary"));
	write_all(ctx, h, differ, again);
	write_items(h, "O que difere", shown, ask_text(answer, "date"));
	for (size_t i = 0; i < shown.n; i++)
		write_difference(ctx, h, shown.list[i], i + 1, again);
	layout_pages(h, path, a->page, SHOWN, differ.n);
	write_items(h, "O que confere", part_of(agree, a->agreed, AGREED_SHOWN),
		    ask_text(answer, "date"));
	layout_pages_of(h, path, "agreed", a->agreed, AGREED_SHOWN, agree.n);
	write_left_out(h, "Não comparados", ask_member(answer, "not_compared"));
	write_left_out(h, "Linhas da planilha que não foram lidas", ask_member(answer, "errors"));
	draw_form(ctx, h, &(struct entry){ .values = NULL });
	html_page_end(h);
}

void reconcile_page(struct ctx *ctx)
{
	struct asked a = { .held = query_text(ctx, ENTRY_HELD), .date = query_text(ctx, "date") };
	struct ask ask = { .run = portfolio_reconcile };
	struct form_file file;

	a.page = layout_page_asked(ctx);
	a.agreed = (size_t)query_int(ctx, "agreed", 1, 100000, 1);
	a.done = mend_undo_asked(ctx);
	layout_readable(ctx);
	if (!a.held) {
		entry_page(ctx, 200, &reconcile_form, &(struct entry){ .values = NULL });
		return;
	}
	if (!held_file_read(ctx, a.held, &file)) {
		entry_gone(ctx, &reconcile_form);
		return;
	}
	ask.file = &file;
	ask_query(&ask, "filename", file.name);
	ask_query(&ask, "date", a.date);
	write_comparison(ctx, &a, ask_run(ctx, &ask));
}

void reconcile_post(struct ctx *ctx)
{
	struct json_object *date;
	struct form_file file;
	struct body *form;
	const char *path;

	layout_person(ctx);
	form = site_form_file(ctx, &file);
	if (!file.content.n)
		body_error(form, FORM_FILE, "required", "a planilha de posição", NULL);
	date = body_json(form, "date", OPTIONAL);
	body_done(form);
	access_resource(ctx);
	path = layout_path(ctx, "/reconcile");
	if (date)
		path = pool_printf(ctx->pool, "%s?date=%s", path,
				   url_encoded_but(ctx->pool, body_shown(date), ""));
	entry_go_held(ctx, path, &file);
}
