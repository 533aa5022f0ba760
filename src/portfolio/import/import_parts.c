/* SPDX-License-Identifier: Apache-2.0 */
/*
 * import_parts.c: imports a spreadsheet of trades or movements into a portfolio.
 *
 * POST /v1/portfolios/{id}/imports, `lastro import`, and the advisor's import Action.
 *
 * The file is parsed and validated before the portfolio is touched; then one round trip reads the rows
 * to compare with, under the portfolio's lock, and one writes.  A dry run omits the last.
 */
#include "config.h"

#include "portfolio/import/import_parts.h"

#include "identity/caller.h"
#include "core/clock.h"
#include "http/multipart.h"
#include "core/problem.h"
#include "http/request.h"
#include "http/response.h"
#include "sheet/sheet.h"
#include "portfolio/ledger/asset.h"
#include "portfolio/ledger/transaction.h"
#include "portfolio/ledger/write.h"
#include "portfolio/store/valued.h"
#include "portfolio/store/asset_meta.h"
#include "portfolio/portfolio.h"

#define WARNINGS_SHOWN 10
#define FIRST_CELLS 8 /* of an unknown file's first row that its refusal shows */

/* ---- the file ---- */

struct upload {
	const char *filename; /* or NULL */
	struct sheet sheet;
	enum import_source source;
	size_t header_row;
	const struct import_translation *translated; /* a file of another program; or NULL */
	bool accepted;	  /* the person has confirmed what the translation doubts */
	bool rows_shown;  /* the answer has the rows, as that of a dry run */
	size_t rows_from; /* then: number of rows to skip in it */
	const char *const *symbols;
	size_t n_symbols;
	const struct import_named *named; /* rows with ISINs and names instead of tickers */
	size_t n_named;
};

/* Exact matches only: a similar name becomes an error of its rows, with the candidates. */
static void identify(struct ctx *ctx, struct upload *u)
{
	struct import_named *named =
		import_unnamed(ctx->pool, &u->sheet, OBJECT_QUESTIONS_MAX, &u->n_named);
	struct object_question asked[OBJECT_QUESTIONS_MAX];
	struct object_answer answers[OBJECT_QUESTIONS_MAX];

	u->named = named;
	if (!u->n_named)
		return;
	for (size_t i = 0; i < u->n_named; i++)
		asked[i] = asset_question(named[i].type, named[i].typed);
	objects_identify(ctx, asked, u->n_named, answers);
	for (size_t i = 0; i < u->n_named; i++) {
		named[i].symbol = answers[i].id ? answers[i].key : NULL;
		named[i].name = answers[i].name;
		named[i].candidates = answers[i].candidates;
	}
}

/* A sheet with only papers and quantities is a position: it is compared, not imported. */
static void refuse_position(struct ctx *ctx, const struct sheet *sheet)
{
	const struct worksheet one = { .sheet = *sheet };
	struct position_sheet found;
	size_t line = 0;
	const char *lacks = import_lacks(ctx->pool, sheet, &line);

	if (lacks) /* it has dates, so it is not a position */
		fail(ctx, 400, "import_unrecognized",
		     "A linha %zu parece o cabeçalho de uma planilha de lançamentos, mas falta: %s.",
		     line, lacks);

	position_sheet_read(ctx->pool, &one, 1, &found);
	if (found.tables)
		fail(ctx, 400, "import_unrecognized",
		     "O arquivo tem papéis e quantidades, mas não datas e operações. Se é a posição "
		     "da B3, compare-a com a carteira em Conferir com a posição; para "
		     "importar, é preciso ticker, operacao, data, quantidade e preco (ou valor).");
}

/* The beginning of the first row, for a person to see what was read as the header. */
static const char *first_row(struct ctx *ctx, const struct sheet *s)
{
	const char *out = NULL;
	size_t shown = 0;

	for (size_t c = 0; s->n_rows && c < s->n_cells[0] && shown < FIRST_CELLS; c++) {
		if (!s->rows[0][c])
			continue;
		out = pool_printf(
			ctx->pool, "%s%s\"%s\"", out ? out : "", out ? ", " : "",
			text_head(ctx->pool, text_quotable(ctx->pool, s->rows[0][c]), 30));
		shown++;
	}
	return out ? out : "vazia";
}

/* Whether a worksheet is a file of another program; then the sheet becomes the hand-made form. */
static bool take_format(struct ctx *ctx, struct upload *u, const struct worksheets *all)
{
	struct import_translation *t = pool_zero(ctx->pool, struct import_translation);

	if (!import_translate(ctx->pool, all->items, all->n, u->source == IMPORT_MANUAL, t))
		return false;
	if (t->refusal)
		fail(ctx, 400, "import_unrecognized", "%s", t->refusal);
	u->translated = t;
	u->sheet = t->sheet;
	u->source = import_detect(ctx->pool, &u->sheet, &u->header_row);
	return true;
}

static void read_worksheets(struct ctx *ctx, struct slice content, size_t max,
			    struct worksheets *all)
{
	const char *reason = NULL;
	enum sheet_err err;

	all->max = max;
	err = sheets_read(ctx->pool, content, all, &reason);
	import_sheet_read(ctx, err, reason);
}

/* The exchange's statement, a file of another program in any worksheet, or a hand-made sheet. */
static void recognise(struct ctx *ctx, struct slice content, struct upload *u)
{
	struct worksheets *all = pool_zero(ctx->pool, struct worksheets);

	read_worksheets(ctx, content, 1, all);
	u->sheet = all->items[0].sheet;
	u->source = import_detect(ctx->pool, &u->sheet, &u->header_row);
	if (u->source == IMPORT_NEGOCIACAO || u->source == IMPORT_MOVIMENTACAO)
		return;
	if (all->items[0].name && u->source != IMPORT_MANUAL)
		read_worksheets(ctx, content, SHEETS_MAX, all);
	(void)take_format(ctx, u, all); /* else it is what its first worksheet is */
}

/* Parses the sheet of a file, or refuses with the remedy. */
struct upload *wallet_upload(struct ctx *ctx, const char *filename, struct slice content)
{
	struct upload *u = pool_zero(ctx->pool, struct upload);

	u->filename = filename ? text_quotable(ctx->pool, filename) : NULL;
	recognise(ctx, content, u);
	if (u->source == IMPORT_SUMMARY)
		fail(ctx, 400, "import_unrecognized",
		     "O arquivo é o resumo da negociação, que não tem datas. Na Área do Investidor "
		     "da B3, exporte "
		     "Extratos > Negociação ou Extratos > Movimentação.");
	if (u->source == IMPORT_UNKNOWN)
		refuse_position(ctx, &u->sheet);
	if (u->source == IMPORT_UNKNOWN)
		fail(ctx, 400, "import_unrecognized",
		     "Nenhuma das 20 primeiras linhas é o cabeçalho dos extratos Negociação ou "
		     "Movimentação da B3, o de um programa que se conhece, nem o de uma planilha "
		     "com código, operação, data, quantidade e preço (ou valor). A primeira linha "
		     "dele é: %s. O modelo de planilha serve para qualquer origem.",
		     first_row(ctx, &u->sheet));
	identify(ctx, u);
	u->symbols = import_symbols(ctx->pool, &u->sheet, u->named, u->n_named, &u->n_symbols);
	return u;
}

/* ---- summary ---- */

/*
 * Rows in error, which a dry run or a preview shows nowhere else; the mapping's errors; and a `meta`
 * cell that is not a JSON object.
 */
static struct wallet_warnings warnings_of(struct ctx *ctx, const struct import_result *r)
{
	struct wallet_warnings out = {
		pool_array(ctx->pool, const char *, r->errors + r->n_warnings + r->n_written), 0
	};

	for (size_t i = 0; i < r->n_entries && out.n < r->errors; i++)
		if (r->entries[i].status == IMPORT_ERROR)
			out.items[out.n++] = pool_printf(ctx->pool, "Linha %zu com erro: %s.",
							 r->entries[i].line, r->entries[i].reason);
	for (size_t i = 0; i < r->n_warnings; i++)
		out.items[out.n++] = r->warnings[i];
	for (size_t i = 0; i < r->n_written; i++) {
		const struct import_entry *e = &r->entries[r->written[i]];

		if (e->meta && !asset_meta_text(ctx->pool, e->meta))
			out.items[out.n++] = pool_printf(ctx->pool,
							 "A coluna meta de %s, linha %zu, não é um "
							 "objeto JSON: ficou de fora.",
							 e->symbol, e->line);
	}
	return out;
}

static void put_warnings(struct json *j, const char *name, const struct wallet_warnings *w)
{
	json_array(j, name);
	for (size_t i = 0; i < w->n && i < WARNINGS_SHOWN; i++)
		json_text(j, NULL, w->items[i]);
	json_array_end(j);
}

/* @doubt: of the translation, or NULL */
static void put_summary(struct json *j, const char *name, const struct import_result *r,
			const char *doubt, struct uuid id, bool dry_run, size_t rows_from,
			const struct wallet_warnings *w)
{
	json_open(j, name);
	json_uuid(j, "import_id", id);
	json_text(j, "source", import_source_names[r->source]);
	json_int(j, "parsed", (int64_t)r->parsed);
	json_int(j, "imported", (int64_t)r->imported);
	json_int(j, "duplicates_skipped", (int64_t)r->duplicates);
	json_int(j, "rows_ignored", (int64_t)r->ignored);
	json_int(j, "cross_source_skipped", (int64_t)r->cross_source);
	json_int(j, "rows_with_error", (int64_t)r->errors);
	json_int(j, "settlements_retired", (int64_t)r->n_retired);
	json_int(j, "symbols", (int64_t)r->symbols);
	json_open(j, "period");
	json_day_or_null(j, "from", r->has_period, r->first);
	json_day_or_null(j, "to", r->has_period, r->last);
	json_close(j);
	if (r->n_coverage)
		coverage_render(j, r->coverage, r->n_coverage);
	if (r->has_first_day)
		json_day(j, "first_statement", r->first_day);
	if (doubt)
		json_text(j, "difference", doubt);
	put_warnings(j, "warnings", w);
	if (w->n > WARNINGS_SHOWN)
		json_int(j, "warnings_truncated", (int64_t)(w->n - WARNINGS_SHOWN));
	json_boolean(j, "dry_run", dry_run);
	if (dry_run)
		import_entries_render(j, "rows", r, rows_from, false);
	json_close(j);
}

/* ---- the import ---- */

/* Compares and maps; a real import holds the portfolio's lock from here on. */
static void compare(struct ctx *ctx, const struct upload *u, bool lock, struct uuid id,
		    struct stored *stored, struct import_result *r)
{
	const struct db_rows *succeeded = import_successions(ctx, u->symbols, u->n_symbols);
	struct db_rows *rows[1 + IMPORT_LOADS];
	enum calc_err err;
	size_t first = 0;
	int64_t start;

	if (lock) {
		ledger_lock_send(ctx);
		first = 1;
	}
	import_load_send(ctx, u->symbols, u->n_symbols, succeeded);
	db_wait(ctx, rows, first + IMPORT_LOADS);
	if (lock)
		(void)ledger_lock_take(ctx, rows[0]); /* only the lock matters, not the version */
	else
		ledger_upon(ctx, ctx->caller->ledger_version);
	import_load_take(ctx, rows + first, succeeded, stored);
	stored->context.import_id = id;
	stored->context.named = u->named;
	stored->context.n_named = u->n_named;
	stored->context.translated = u->translated;
	start = clock_monotonic_us();
	err = import_map(ctx->pool, &u->sheet, &stored->context, r);
	ctx->calc_us += clock_monotonic_us() - start;
	if (err != CALC_OK && r->refusal) {
		problem_text(ctx, "reason", "date_ambiguous");
		fail(ctx, 400, "import_unreadable", "%s", r->refusal);
	}
	if (err != CALC_OK)
		fail(ctx, 422, "ledger_out_of_range",
		     "Com as linhas do arquivo, uma soma da carteira sai da escala.");
	stored_retype(stored, r);
}

/* A file without any usable row, and with errors or nothing in it, creates no import. */
static void refuse_empty(struct ctx *ctx, const struct import_result *r)
{
	size_t first = 0;
	struct json *j;

	if (!r->n_entries) {
		problem_int(ctx, "rows_with_error", 0);
		fail(ctx, 400, "import_without_rows",
		     "O arquivo tem um cabeçalho e nenhuma linha abaixo dele.");
	}
	if (r->parsed || !r->errors)
		return;
	while (r->entries[first].status != IMPORT_ERROR)
		first++;
	j = json_new(ctx->pool, 1024);
	import_entries_render(j, NULL, r, 0, true);
	problem_raw(ctx, "rows", json_written(j));
	problem_int(ctx, "rows_with_error", (int64_t)r->errors);
	fail(ctx, 400, "import_without_rows",
	     "Nenhuma linha do arquivo pôde ser importada: %zu com erro. A primeira é a linha %zu: %s.",
	     r->errors, r->entries[first].line, r->entries[first].reason);
}

static const char *doubt_of(const struct upload *u)
{
	return u->translated ? u->translated->doubt : NULL;
}

static void write_file(struct ctx *ctx, const struct upload *u, const struct stored *stored,
		       const struct import_result *r, struct uuid id,
		       const struct wallet_warnings *w)
{
	struct incoming in = { .id = id,
			       .filename = u->filename,
			       .sheet = u->translated ? &u->translated->shown : &u->sheet,
			       .header_row = u->header_row,
			       .notes = u->translated && u->translated->executions,
			       .result = r };
	struct json *summary = json_new(ctx->pool, 1024), *warnings = json_new(ctx->pool, 1024);

	put_summary(summary, NULL, r, doubt_of(u), id, false, 0, w);
	in.summary = json_written(summary);
	put_warnings(warnings, NULL, w);
	in.warnings = json_written(warnings);
	import_write(ctx, &in, stored);
}

/* A new row may not reuse the id of an existing row; identical existing rows are duplicates. */
static void judge_external(struct ctx *ctx, const struct import_result *r)
{
	const char **ids = pool_array(ctx->pool, const char *, r->n_written);

	for (size_t i = 0; i < r->n_written; i++)
		ids[i] = r->entries[r->written[i]].external_id;
	external_ids_free(ctx, ids, r->n_written);
}

/* The portfolio must stay computable after the write. */
static void judge_large(struct ctx *ctx, const struct import_result *r)
{
	for (size_t i = 0; i < r->n_written; i++) {
		const struct import_entry *e = &r->entries[r->written[i]];

		if (e->effect == ENTRY_TRADE && row_is_large(&e->trade)) {
			load_sums(ctx);
			return;
		}
	}
}

/* Sums that do not agree are shown by a dry run; they are written only when the person says so. */
static void refuse_doubt(struct ctx *ctx, const struct upload *u)
{
	if (doubt_of(u) && !u->accepted)
		fail(ctx, 409, "import_unconfirmed",
		     "%s Confira a nota; para importar assim mesmo, confirme a diferença.",
		     doubt_of(u));
}

static struct wallet_warnings import_file(struct ctx *ctx, const struct upload *u, bool dry_run,
					  struct json *out, const char *name)
{
	struct uuid id = dry_run ? uuid_nil() : uuid_new();
	struct import_result r = { 0 };
	struct wallet_warnings w;
	struct stored stored;

	if (!dry_run && !u->rows_shown)
		refuse_doubt(ctx, u);
	compare(ctx, u, !dry_run, id, &stored, &r);
	refuse_empty(ctx, &r);
	judge_external(ctx, &r);
	w = warnings_of(ctx, &r);
	if (!dry_run) {
		write_file(ctx, u, &stored, &r, id, &w);
		judge_large(ctx, &r);
		if (!ctx->caller->operation)
			respond_created(ctx, "imports", id);
	}
	put_summary(out, name, &r, doubt_of(u), id, dry_run || u->rows_shown, u->rows_from, &w);
	return w;
}

void wallet_import_file(struct ctx *ctx, const struct wallet_file *file, bool dry_run,
			struct json *out)
{
	struct upload *u = wallet_upload(ctx, file->name,
					 wallet_file_open(ctx, file->content, file->password));

	u->accepted = file->accepted;
	(void)import_file(ctx, u, dry_run, out, NULL); /* shown */
}

void wallet_upload_accept(struct upload *u, bool accepted)
{
	u->accepted = accepted;
}

void wallet_upload_show_rows(struct upload *u)
{
	u->rows_shown = true;
}

struct wallet_warnings wallet_upload_write(struct ctx *ctx, const struct upload *u,
					   struct json *out, const char *name)
{
	struct wallet_warnings w = import_file(ctx, u, false, out, name);

	w.n = w.n < WARNINGS_SHOWN ? w.n : WARNINGS_SHOWN;
	return w;
}

/* ---- the request ---- */

void import_create(struct ctx *ctx)
{
	bool dry_run = query_bool(ctx, "dry_run", false);
	bool accepted = query_bool(ctx, "accept_difference", false);
	const char *password = NULL;
	long rows_from = query_int(ctx, "rows_from", 0, 10000000, 0);
	struct part file;
	struct upload *u;
	struct json *j;

	(void)query_text(
		ctx,
		"filename"); /* read by import_file_read(); named here so that it counts as known */
	query_done(ctx);
	file = import_file_read(ctx, &password);
	u = wallet_upload(ctx, file.filename, wallet_file_open(ctx, file.content, password));
	u->accepted = accepted;
	u->rows_from = (size_t)rows_from;
	access_resource(ctx);
	j = respond_json(ctx, dry_run ? 200 : 201);
	(void)import_file(ctx, u, dry_run, j, NULL); /* shown */
}
