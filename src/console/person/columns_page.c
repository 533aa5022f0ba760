/* SPDX-License-Identifier: Apache-2.0 */
/*
 * columns_page.c: which column of an unknown sheet is which.
 *
 * GET, POST /portfolios/{id}/imports/columns, POST …/imports/mappings/{mapping}/delete
 *
 * The header and the column of the operation are chosen first, since what its words mean is asked next; both forms
 * come filled in.  The mapping is stored (POST /v1/import-mappings), and the file is then read by it.
 */
#include "config.h"

#include "console/layout.h"
#include "console/person/columns_form.h"
#include "console/person/console_pages.h"
#include "console/person/held_import.h"
#include "core/json_write.h"
#include "core/problem.h"
#include "http/request.h"
#include "identity/caller.h"
#include "identity/held_file.h"
#include "identity/pages/site.h"
#include "identity/session.h"

static const struct entry_form columns_form = {
	.title = "Que coluna é qual?",
	.here = "/imports",
	.refused = "O arquivo não foi lido.",
};

static void write_page(struct ctx *ctx, int status, const struct columns_asked *a,
		       const struct entry *e)
{
	struct html *h = layout_answer(ctx, &(struct layout){ .status = status,
							      .title = columns_form.title,
							      .here = columns_form.here,
							      .error = e->error });

	html_faults(h, e->faults, e->n_faults);
	html_p(h, "Diga o que cada coluna do arquivo tem. Nada entra na carteira ainda: depois "
		  "você vê cada linha e o que se leu dela. A próxima planilha com o mesmo "
		  "cabeçalho é lida assim sem perguntar.");
	columns_forms_write(h, a, e);
	html_p(h, "Se o arquivo é só a posição de hoje, sem o dia das compras, ele não se importa: "
		  "compara-se.");
	html_p_link(h, layout_path(ctx, "/reconcile"), "Conferir com a posição");
	html_p_link(h, layout_path(ctx, "/imports"), "Não ler");
	html_page_end(h);
}

void import_columns_page(struct ctx *ctx)
{
	struct columns_asked a = { .held = query_text(ctx, ENTRY_HELD),
				   .header = query_field(ctx, COLUMNS_HEADER),
				   .operation = query_field(ctx, COLUMNS_OPERATION) };

	layout_readable(ctx);
	if (!held_file_read(ctx, a.held, &a.file)) {
		entry_gone(ctx, &import_form);
		return;
	}
	columns_find_asked(ctx, &a);
	write_page(ctx, 200, &a, &(struct entry){ .values = NULL });
}

/* ---- keeping them ---- */

struct keeping {
	struct columns_asked asked;
	struct body *form;
};

static void put_column(struct json *j, struct body *form, enum mapped_column c)
{
	const char *name = mapped_column_names[c];
	const char *typed = body_line(form, name, OPTIONAL, 1, 20);
	size_t at = columns_number(typed, MAPPED_WIDTH_MAX);

	if (at)
		json_int(j, name, (int64_t)at);
	else
		json_null(j, name);
}

static void put_first_row(struct ctx *ctx, struct json *j, const struct columns_asked *a)
{
	const struct sheet *s = a->found.sheet;
	size_t row = a->found.guess.has_header ? a->found.guess.header : 0;

	json_array(j, "first_row");
	for (size_t at = 0; at < s->n_cells[row] && at <= MAPPED_WIDTH_MAX; at++) {
		const char *cell = s->rows[row][at];

		json_text(j, NULL,
			  cell ? text_head(ctx->pool,
					   slice_text(ctx->pool, slice_trim(slice_of(cell))),
					   MAPPED_SIGNED_CHARS)
			       : NULL);
	}
	json_array_end(j);
}

static void put_word(struct json *j, const char *word, const char *means)
{
	json_open(j, NULL);
	json_text(j, "word", word);
	json_text(j, "means", means);
	json_close(j);
}

static bool is_word(void *pool, const struct column_guess *g, const char *word)
{
	for (size_t i = 0; i < g->n_words; i++)
		if (str_eq(text_fold(pool, g->words[i]), text_fold(pool, word)))
			return true;
	return false;
}

/* Words that another sheet of the kind had, and this one has not, keep their meaning. */
static void put_other_words(struct ctx *ctx, struct json *j, const struct wallet_columns *w)
{
	const struct column_mapping *kept = w->kept;
	size_t n = w->guess.n_words;

	if (!kept || kept->at[MAPPED_OPERATION] != w->guess.mapping.at[MAPPED_OPERATION])
		return;
	for (size_t i = 0; i < kept->n_words && n < MAPPED_WORDS_MAX; i++) {
		if (is_word(ctx->pool, &w->guess, kept->words[i].word))
			continue;
		put_word(j, kept->words[i].word, mapped_meaning_names[kept->words[i].means]);
		n++;
	}
}

static void put_words(struct ctx *ctx, struct json *j, struct keeping *k)
{
	const struct column_guess *g = &k->asked.found.guess;
	bool any = columns_have_words(&k->asked);

	json_array(j, "operations");
	for (size_t i = 0; any && i < g->n_words; i++) {
		const char *name = columns_word_name(ctx->pool, i);
		const char *typed = body_line(k->form, name, OPTIONAL, 1, 20);

		if (typed && enum_find(mapped_meaning_names, typed) >= 0)
			put_word(j, g->words[i], typed);
		else
			body_error(k->form, name, "required", "o que esta palavra quer dizer",
				   NULL);
	}
	if (any)
		put_other_words(ctx, j, &k->asked.found);
	json_array_end(j);
}

/* The body of POST /v1/import-mappings. */
static const char *body_of_form(struct ctx *ctx, struct keeping *k)
{
	struct json *j = json_new(ctx->pool, 2048);
	const char *operation = k->asked.operation ? k->asked.operation : "";
	const char *type = body_line(k->form, "type", OPTIONAL, 1, 20);
	size_t column = columns_number(operation, MAPPED_WIDTH_MAX);
	size_t type_at = columns_number(type, MAPPED_WIDTH_MAX);

	json_open(j, NULL);
	json_text(j, "name", body_line(k->form, "name", REQUIRED, 1, COLUMNS_NAME_CHARS));
	json_boolean(j, "header", k->asked.found.guess.has_header);
	put_first_row(ctx, j, &k->asked);
	json_open(j, "columns");
	for (enum mapped_column c = 0; c < MAPPED_COLUMNS; c++)
		if (c != MAPPED_OPERATION && c != MAPPED_TYPE) /* which may be no column */
			put_column(j, k->form, c);
	if (column)
		json_int(j, COLUMNS_OPERATION, (int64_t)column);
	if (type_at)
		json_int(j, "type", (int64_t)type_at);
	json_close(j);
	json_open(j, "every_row");
	json_text(j, COLUMNS_OPERATION, column || !*operation ? NULL : operation);
	json_text(j, "type", type && !type_at ? type : NULL);
	json_close(j);
	put_words(ctx, j, k);
	json_text(j, "dates",
		  k->asked.found.guess.dates_open ? body_line(k->form, "dates", REQUIRED, 1, 20)
						  : "day_first");
	json_close(j);
	return json_written(j);
}

static void keep(struct ctx *ctx, void *arg)
{
	struct keeping *k = arg;
	struct ask ask = { .run = import_mapping_create };
	struct json_object *kept;

	ask.json = body_of_form(ctx, k);
	entry_take(k->form, &ask);
	body_done(k->form);
	kept = ask_run(ctx, &ask);
	if (!held_file_set(ctx, k->asked.held, "mapping",
			   pool_printf(ctx->pool, "\"%s\"", ask_text(kept, "id"))))
		fail(ctx, 400, "invalid_body", "%s", ENTRY_FILE_GONE);
}

void import_columns_post(struct ctx *ctx)
{
	struct keeping k = { .form = layout_form(ctx) };
	struct entry e = { .values = body_whole(k.form) };
	struct columns_asked *a = &k.asked;
	int status;

	a->held = body_line(k.form, ENTRY_HELD, OPTIONAL, 1, UUID_TEXT_SIZE);
	a->header = body_line(k.form, COLUMNS_HEADER, OPTIONAL, 1, 20);
	a->operation = body_line(k.form, COLUMNS_OPERATION, OPTIONAL, 1, 20);
	access_resource(ctx);
	if (!held_file_read(ctx, a->held, &a->file)) {
		entry_gone(ctx, &import_form);
		return;
	}
	columns_find_asked(ctx, a);
	if (ctx_attempt(ctx, keep, &k)) {
		site_go(ctx, imports_reading_path(ctx, a->held));
		return;
	}
	if (!entry_can_correct(ctx->problem))
		ctx_leave(ctx);
	status = ctx->problem->status;
	entry_refused(ctx, &columns_form, &e);
	ctx->problem = NULL;
	write_page(ctx, status, a, &e);
}

/* ---- forgetting them ---- */

static void drop_named(struct ctx *ctx)
{
	import_mapping_drop(ctx, ctx->path[1]);
}

void import_mapping_delete_post(struct ctx *ctx)
{
	struct ask ask = { .run = drop_named };

	layout_readable(ctx);
	access_resource(ctx);
	if (site_button(ctx)) {
		(void)ask_run(ctx, &ask); /* the list shows that it is gone */
		site_done(ctx);
	}
	site_go(ctx, layout_path(ctx, "/imports"));
}
