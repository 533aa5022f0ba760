/* SPDX-License-Identifier: Apache-2.0 */
/*
 * imports_page.c: files of trades and movements.  GET, POST /portfolios/{id}/imports, POST, GET
 * …/reading, GET …/{import}, POST …/{import}/undo
 *
 * An uploaded file is stored (identity/held_file.h), parsed and shown by page, and imported after
 * confirmation.
 */
#include "config.h"

#include <inttypes.h>

#include "calc/import/import.h"
#include "identity/caller.h"
#include "identity/held_file.h"
#include "identity/session.h"
#include "identity/pages/site.h"
#include "console/form/ledger_change.h"
#include "console/form/what_if_tables.h"
#include "console/person/held_import.h"
#include "console/person/imports_page.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/form/member_words.h"
#include "core/encode.h"
#include "core/problem.h"
#include "core/pool.h"
#include "core/text.h"
#include "portfolio/functions/portfolio_operations.h"
#include "portfolio/portfolio.h"

#define FILE_PASSWORD "password"
#define ACCEPTED "accept_difference"
#define TRIED 500 /* rows of a file whose effect is shown */

#define IMPORTS_SHOWN "20"
#define ROWS_SHOWN "100"
#define READING_SHOWN 60 /* parsed rows on a page */

static const char *status_said(const char *status)
{
	static const char *const words[][2] = {
		{ "imported", "Entra" },
		{ "ignored", "Não importa" },
		{ "duplicate", "Já está na carteira" },
		{ "error", "Com erro" },
	};

	for (size_t i = 0; status && i < ARRAY_SIZE(words); i++)
		if (str_eq(words[i][0], status))
			return words[i][1];
	return status;
}

/* The outcome of a row; @written: in the past tense. */
static const char *fate_said(struct json_object *row, bool written)
{
	const char *status = ask_text(row, "status"), *code = ask_text(row, "code");

	if (code && str_eq(code, "cross_source"))
		return "Coberta pela outra planilha";
	return written && str_eq(status, "imported") ? "Entrou" : status_said(status);
}

static const char *kind_said(void *pool, struct json_object *row)
{
	const char *kind = ask_text(row, "kind"), *income = ask_text(row, "income_kind");

	return choice_label(pool, kind && income && str_eq(kind, "income") ? income : kind);
}

/* ---- the file ---- */

static void write_file_field(struct ctx *ctx, struct html *h, const struct entry *e)
{
	entry_field(ctx, h, e,
		    (struct html_field){
			    .name = FORM_FILE,
			    .label = "Arquivo",
			    .type = "file",
			    .hint = "XLSX, ODS ou CSV: os extratos Negociação e Movimentação "
				    "da Área do Investidor da B3, um arquivo de outro programa, ou "
				    "uma planilha com código, operação, data, quantidade e preço. "
				    "Ou notas de corretagem em PDF.",
			    .accept = ".xlsx,.ods,.csv,.json,.xls,.pdf" });
	/* never with a value: what was typed is not sent back */
	html_field(h, &(struct html_field){ .name = FILE_PASSWORD,
					    .label = "Senha do PDF, se ele pedir",
					    .type = "password",
					    .hint = "Só abre o arquivo: não é guardada.",
					    .error = entry_fault(e, FILE_PASSWORD),
					    .autocomplete = "off",
					    .optional = true });
}

static void draw_upload(struct ctx *ctx, struct html *h, const struct entry *e)
{
	html_form_file(h, layout_path(ctx, "/imports/reading"), csrf_token(ctx));
	write_file_field(ctx, h, e);
	html_send(h, "Ler o arquivo");
	html_p(h, "Nada é gravado antes de você ver cada linha e o que se leu dela.");
}

void import_reading_post(struct ctx *ctx)
{
	const char *password;
	struct form_file file;
	struct body *form;

	layout_person(ctx);
	form = site_form_file(ctx, &file);
	password = body_line(form, FILE_PASSWORD, OPTIONAL, 1, 128);
	if (!file.content.n)
		body_error(form, FORM_FILE, "required", "um arquivo XLSX, ODS, CSV ou PDF", NULL);
	body_done(form);
	file.content = wallet_file_open(ctx, file.content, password);
	access_resource(ctx);
	entry_go_held(ctx, layout_path(ctx, "/imports/reading"), &file);
}

/* ---- parsed rows ---- */

static void write_entry(struct html *h, struct json_object *row, const char *held)
{
	const char *income = ask_text(row, "amount");

	html_row(h);
	html_cell(h, ask_text(row, "line"));
	html_cell(h, fate_said(row, false));
	shown_name_cell(h, ask_text(row, "symbol") ? ask_text(row, "symbol") : "—", NULL);
	html_cell(h, kind_said(h->ctx->pool, row));
	html_cell(h, shown_date(h->ctx->pool,
				income ? ask_text(row, "pay_date") : ask_text(row, "trade_date")));
	shown_cell(h);
	shown_plain(h, "quantity", ask_text(row, "quantity"));
	shown_cell_end(h);
	shown_cell(h);
	shown_plain_in(h, income ? "amount" : "price", income ? income : ask_text(row, "price"),
		       ask_text(row, "currency"));
	shown_cell_end(h);
	shown_name_cell(h, ask_text(row, "reason") ? ask_text(row, "reason") : "—", NULL);
	if (held) {
		html_cell_open(h, NULL);
		html_link(h, imports_row_path(h->ctx, held, (size_t)ask_int(row, "line")),
			  pool_printf(h->ctx->pool, "Corrigir a linha %s", ask_text(row, "line")));
		html_close(h, "td");
	}
	html_row_end(h);
}

static void write_entries(struct html *h, struct json_object *rows, const char *held)
{
	static const char *const headings[] = {
		"Linha",      "O que acontece", "Ativo",   "O que é", "Dia",
		"Quantidade", "Preço ou valor", "Por quê", "Corrigir"
	};
	size_t n = ARRAY_SIZE(headings) - !held;

	html_table_begin(h, "Cada linha do arquivo");
	for (size_t i = 0; i < n; i++)
		layout_heading(h, headings[i], i == 5 || i == 6);
	html_headings(h, headings, n);
	html_table_body(h);
	for (size_t i = 0; i < ask_items(rows) && i < READING_SHOWN; i++)
		write_entry(h, json_object_array_get_idx(rows, i), held);
	html_table_end(h);
}

static void write_count(struct html *h, struct json_object *summary, const char *label,
			const char *name)
{
	shown_term(h, label);
	shown_plain(h, name, ask_text(summary, name));
	shown_term_end(h);
}

/* "5 linhas lidas": imported, ignored and faulty rows together. */
static void write_read(struct html *h, struct json_object *s)
{
	int64_t n =
		ask_int(s, "parsed") + ask_int(s, "rows_ignored") + ask_int(s, "rows_with_error");

	html_p(h, "%" PRId64 " %s.", n, n == 1 ? "linha lida" : "linhas lidas");
}

/* @written: in the past tense. */
static void write_summary(struct html *h, struct json_object *s, bool written)
{
	write_read(h, s);
	shown_list(h);
	write_count(h, s, written ? "Entraram" : "Entram", "imported");
	write_count(h, s, "Já estavam", "duplicates_skipped");
	write_count(h, s, "Cobertas pela outra planilha", "cross_source_skipped");
	write_count(h, s, "Não importam", "rows_ignored");
	write_count(h, s, "Com erro", "rows_with_error");
	shown_list_end(h);
	change_warnings_write(h, ask_member(s, "warnings"));
}

static struct ask import_of(const struct form_file *file, bool dry_run)
{
	struct ask ask = { .run = import_create, .file = file };

	ask_query(&ask, "filename", file->name);
	ask_query(&ask, "dry_run", dry_run ? "true" : NULL);
	return ask;
}

struct json_object *imports_read(struct ctx *ctx, const struct form_file *file, size_t page)
{
	struct ask ask = import_of(file, true);

	ask_query(&ask, "rows_from", pool_printf(ctx->pool, "%zu", (page - 1) * READING_SHOWN));
	return ask_run(ctx, &ask);
}

void imports_read_write(struct html *h, struct json_object *answer, const char *before, size_t page,
			const char *held)
{
	struct json_object *rows = ask_member(answer, "rows");
	size_t behind = (size_t)ask_int(answer, "rows_truncated");

	write_entries(h, rows, held);
	layout_pages(h, before, page, READING_SHOWN,
		     (page - 1) * READING_SHOWN + ask_items(rows) + behind);
}

/* Both sides of a file that is not long; the days of its rows are read page by page, so all months are compared. */
struct effect {
	bool tried;
	struct what_if_scope scope;
	struct what_if_side before, after;
};

static struct effect try_import(struct ctx *ctx, const struct form_file *file, int64_t imported)
{
	struct ask ask = import_of(file, false);
	struct effect e = { .tried = imported > 0 && imported <= TRIED };

	if (!e.tried)
		return e;
	ask_query(&ask, ACCEPTED,
		  "true"); /* what it would change is shown before it is confirmed */
	e.scope = what_if_scope(ctx, NULL, 0);
	what_if_scope_later(ctx, &e.scope, (struct day){ 0 });
	what_if_look(ctx, &e.scope, &e.before);
	(void)ask_run(ctx, &ask); /* what it answers was read before */
	what_if_look(ctx, &e.scope, &e.after);
	return e;
}

/* A difference in the file's own sums stands above: the button that writes nevertheless says so. */
static void write_send(struct html *h, struct json_object *answer)
{
	int64_t n = ask_int(answer, "imported");
	bool differs = ask_text(answer, "difference") != NULL;
	const char *label =
		pool_printf(h->ctx->pool, "Gravar %" PRId64 " %s%s", n, n == 1 ? "linha" : "linhas",
			    differs ? ", com a diferença acima" : "");

	if (n && differs)
		html_button_of(h, ACCEPTED, "true", label);
	else if (n)
		html_button(h, label);
	html_form_end(h);
}

void import_reading(struct ctx *ctx)
{
	const char *held = query_text(ctx, ENTRY_HELD);
	size_t page = layout_page_asked(ctx);
	struct json_object *answer;
	struct form_file file;
	struct effect effect;
	struct html *h;

	layout_readable(ctx);
	if (!held_file_read(ctx, held, &file)) {
		entry_gone(ctx, &import_form);
		return;
	}
	answer = imports_read(ctx, &file, page);
	effect = try_import(ctx, &file, page == 1 ? ask_int(answer, "imported") : 0);
	h = layout_portfolio(ctx, "O que se leu do arquivo", "/imports");
	html_p(h, "%s. Nada foi gravado ainda.",
	       choice_label(h->ctx->pool, ask_text(answer, "source")));
	write_summary(h, answer, false);
	if (ask_member(answer, "mapping"))
		html_p_link(h, imports_columns_path(ctx, held), "Mudar as colunas");
	imports_corrected_write(h, held, &file);
	html_form(h, layout_path(ctx, "/imports"), csrf_token(ctx));
	site_once(h);
	html_hidden(h, ENTRY_HELD, held);
	write_send(h, answer);
	html_p_link(h, layout_path(ctx, "/imports"), "Não gravar");
	imports_read_write(h, answer,
			   pool_printf(ctx->pool, "%s&", imports_reading_path(ctx, held)), page,
			   held);
	if (effect.tried) {
		html_element(h, "h2", CHANGE_ASKED);
		what_if_write(h, &effect.scope, &effect.before, &effect.after);
	}
	html_page_end(h);
}

/* ---- a file of which no row can be imported, or whose columns nothing knows ---- */

/* Details of the refusal; NULL: none. */
static struct json_object *refusal_of(struct ctx *ctx, const char *code)
{
	const struct problem *p = ctx->problem;

	return p && p->details && str_eq(p->code, code)
		       ? ask_parsed(ctx->pool, pool_printf(ctx->pool, "{%s}", p->details))
		       : NULL;
}

/* Rows that can still be corrected. */
static void write_refused(struct ctx *ctx, struct html *h, const char *held)
{
	struct json_object *details = refusal_of(ctx, "import_without_rows");
	struct json_object *lines = ask_member(details, "corrected_lines");

	if (!held)
		return;
	if (ask_text(details, "mapping_id"))
		html_p_link(h, imports_columns_path(ctx, held), "Mudar as colunas");
	for (size_t i = 0; i < ask_items(lines); i++) {
		int64_t line = json_object_get_int64(json_object_array_get_idx(lines, i));

		html_p_link(
			h, imports_row_path(ctx, held, (size_t)line),
			pool_printf(ctx->pool, "Mudar o que você disse da linha %" PRId64, line));
	}
	if (ask_items(ask_member(details, "rows")))
		write_entries(h, ask_member(details, "rows"), held);
}

static void draw_import(struct ctx *ctx, struct html *h, const struct entry *e)
{
	draw_upload(ctx, h, e);
	if (ctx->problem)
		write_refused(ctx, h, query_text(ctx, ENTRY_HELD));
}

const struct entry_form import_form = {
	.title = "Importar",
	.here = "/imports",
	.draw = draw_import,
	.file = true,
	.refused = "O arquivo não foi lido.",
};

void import_reading_refuse(struct ctx *ctx)
{
	const char *held = query_text(ctx, ENTRY_HELD);
	const char *reason = ask_text(refusal_of(ctx, "import_unrecognized"), "reason");

	if (held && reason && str_eq(reason, "columns_unknown"))
		site_go(ctx, imports_columns_path(ctx, held));
	else
		entry_refuse(ctx);
}

static const char *import_path(struct ctx *ctx, const char *id, const char *rest)
{
	return layout_path(ctx, pool_printf(ctx->pool, "/imports/%s%s",
					    url_encoded_but(ctx->pool, id, ""), rest));
}

void import_post(struct ctx *ctx)
{
	struct form_file file;
	const char *held;
	struct body *form = layout_form(ctx);
	struct ask ask;

	held = body_line(form, ENTRY_HELD, OPTIONAL, 1, UUID_TEXT_SIZE);
	if (!held_file_read(ctx, held, &file)) {
		entry_gone(ctx, &import_form);
		return;
	}
	ask = import_of(&file, false);
	ask_query(&ask, ACCEPTED, body_line(form, ACCEPTED, OPTIONAL, 4, 4));
	entry_take(form, &ask);
	body_done(form);
	access_resource(ctx);
	site_go(ctx, import_path(ctx, ask_text(ask_run(ctx, &ask), "import_id"), ""));
}

/* ---- imports ---- */

static void write_imports(struct ctx *ctx, struct html *h, struct json_object *list)
{
	if (!ask_items(list)) {
		html_p(h, "Nada foi importado ainda.");
		return;
	}
	layout_table(h, "Importações", 3,
		     HEADINGS("Arquivo", "O que é", "Importado em", "Entraram", "Com erro"));
	for (size_t i = 0; i < ask_items(list); i++) {
		struct json_object *x = json_object_array_get_idx(list, i);
		const char *name = ask_text(x, "filename");

		html_row(h);
		shown_name_cell(h, name ? name : "Sem nome",
				import_path(ctx, ask_text(x, "id"), ""));
		html_cell(h, choice_label(h->ctx->pool, ask_text(x, "source")));
		html_cell(h, site_day_of(ctx, ask_text(x, "created_at")));
		shown_cell(h);
		shown_plain(h, "imported", ask_text(ask_member(x, "summary"), "imported"));
		shown_cell_end(h);
		shown_cell(h);
		shown_plain(h, "rows_with_error",
			    ask_text(ask_member(x, "summary"), "rows_with_error"));
		shown_cell_end(h);
		html_row_end(h);
	}
	html_table_end(h);
}

/* What can be brought, and what this service does not do. */
static void write_elsewhere(struct html *h)
{
	const char *const *programs = import_formats(h->ctx->pool);
	const char *names = programs[0];

	for (size_t i = 1; programs[i]; i++)
		names = pool_printf(h->ctx->pool, "%s%s%s", names, programs[i + 1] ? ", " : " e ",
				    programs[i]);
	html_element(h, "h2", "Trazer de outro lugar");
	html_p(h,
	       "Além dos extratos da B3 e de planilhas suas, leem-se pelo cabeçalho os arquivos de: "
	       "%s.",
	       names);
	html_p(h, "De outra planilha pergunta-se que coluna é qual, e guarda-se o que você disser "
		  "para a próxima.");
	html_p(h,
	       "Cada linha que não entra diz por quê. Uma posição não tem datas: dela não se tira "
	       "nenhum lançamento, mas a da B3 se compara com a carteira.");
	html_p(h,
	       "Duas coisas este serviço não faz: buscar os lançamentos na B3 sozinho, porque isso "
	       "pede um contrato com ela; e guardar contas de dinheiro: depósitos, saques e saldos "
	       "do arquivo ficam de fora.");
	html_p_link(h, "/v1/portfolios/import-template", "Baixar o modelo de planilha");
}

/* What an undo did, which led here. */
#define UNDONE "undone"
#define KEPT "kept"
#define UNDONE_MAX 10000000

static void write_undone(struct html *h, long gone, long kept)
{
	void *pool = h->ctx->pool;

	if (gone < 0)
		return;
	html_open_of(h, "p", "note");
	html_attr(h, "role", "status");
	html_text(h, pool_printf(pool,
				 gone == 1 ? "A importação foi desfeita: saiu %ld linha."
					   : "A importação foi desfeita: saíram %ld linhas.",
				 gone));
	if (kept > 0) {
		html_text(h, pool_printf(
				     pool,
				     kept == 1 ? " Ficou %ld, que tinha sido mudada: está em "
					       : " Ficaram %ld, que tinham sido mudadas: estão em ",
				     kept));
		html_link(h, layout_path(h->ctx, "/transactions"), "Lançamentos");
		html_text(h, ".");
	}
	html_close(h, "p");
}

void imports_page(struct ctx *ctx)
{
	long gone = query_int(ctx, UNDONE, 0, UNDONE_MAX, -1),
	     kept = query_int(ctx, KEPT, 0, UNDONE_MAX, 0);
	struct ask ask = { .run = import_list };
	struct json_object *answer;
	struct html *h;

	ask_query(&ask, "cursor", query_text(ctx, "cursor"));
	ask_query(&ask, "limit", IMPORTS_SHOWN);
	layout_readable(ctx);
	answer = ask_run(ctx, &ask);
	h = layout_portfolio(ctx, "Importações", "/imports");
	write_undone(h, gone, kept);
	if (ctx->caller->access >= ACCESS_EDIT)
		draw_upload(ctx, h, &(struct entry){ .values = NULL });
	write_imports(ctx, h, ask_member(answer, "data"));
	layout_next(h, ask_text(ask_member(answer, "meta"), "next_cursor"));
	if (ctx->caller->access >= ACCESS_EDIT) {
		imports_kept_write(ctx, h);
		write_elsewhere(h);
	}
	html_page_end(h);
}

static void write_rows(struct html *h, struct json_object *rows)
{
	layout_table(h, "Cada linha do arquivo", 5,
		     HEADINGS("Linha", "O que aconteceu", "O que é", "Texto", "Por quê"));
	for (size_t i = 0; i < ask_items(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);

		html_row(h);
		html_cell(h, ask_text(row, "line"));
		html_cell(h, fate_said(row, true));
		html_cell(h, kind_said(h->ctx->pool, row));
		shown_name_cell(h, ask_text(row, "label") ? ask_text(row, "label") : "—", NULL);
		shown_name_cell(h, ask_text(row, "reason") ? ask_text(row, "reason") : "—", NULL);
		html_row_end(h);
	}
	html_table_end(h);
}

static void draw_undo(struct ctx *ctx, struct html *h, const struct entry *e)
{
	html_form(h, import_path(ctx, ctx->path[1], "/undo"), csrf_token(ctx));
	site_once(h);
	html_choice(h,
		    &(struct html_choice){ .name = "force",
					   .value = "true",
					   .label = "Mesmo que linhas tenham sido mudadas depois",
					   .hint = "As que foram mudadas ficam; as outras saem.",
					   .chosen = entry_value(ctx, e, "force") != NULL });
	html_send(h, "Desfazer a importação");
}

const struct entry_form import_undo_form = {
	.title = "Desfazer a importação",
	.here = "/imports",
	.draw = draw_undo,
	.refused = "Nada foi desfeito.",
	.conflict = "Nada foi desfeito: linhas da importação foram mudadas ou excluídas depois. "
		    "Marque a caixa para que as outras saiam.",
};

void import_page(struct ctx *ctx)
{
	struct ask one = { .run = import_get }, rows = { .run = import_rows };
	struct json_object *import, *list;
	struct html *h;

	ask_query(&rows, "cursor", query_text(ctx, "cursor"));
	ask_query(&rows, "limit", ROWS_SHOWN);
	layout_readable(ctx);
	import = ask_run(ctx, &one);
	list = ask_run(ctx, &rows);
	h = layout_portfolio(ctx, "Importação", "/imports");
	html_open(h, "h2");
	html_element(h, "bdi",
		     ask_text(import, "filename") ? ask_text(import, "filename") : "Sem nome");
	html_close(h, "h2");
	html_p(h, "%s, %s.", choice_label(h->ctx->pool, ask_text(import, "source")),
	       site_day_of(ctx, ask_text(import, "created_at")));
	write_summary(h, ask_member(import, "summary"), true);
	html_p_link(h, layout_path(ctx, ""), "Ver a carteira");
	if (ctx->caller->access >= ACCESS_EDIT)
		draw_undo(ctx, h, &(struct entry){ .values = NULL });
	write_rows(h, ask_member(list, "data"));
	layout_next(h, ask_text(ask_member(list, "meta"), "next_cursor"));
	html_page_end(h);
}

void import_undo_post(struct ctx *ctx)
{
	struct ask ask = { .run = import_undo };
	struct body *form = layout_form(ctx);
	struct json_object *answer;

	entry_take(form, &ask);
	ask_query(&ask, "force", body_json(form, "force", OPTIONAL) ? "true" : NULL);
	body_done(form);
	access_resource(ctx);
	answer = ask_run(ctx, &ask);
	site_go(ctx,
		layout_path(ctx, pool_printf(ctx->pool,
					     "/imports?" UNDONE "=%" PRId64 "&" KEPT "=%" PRId64,
					     ask_int(answer, "rows_removed"),
					     ask_int(answer, "rows_kept"))));
}
