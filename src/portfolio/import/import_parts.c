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

/* ---- summary ---- */

#define LINES_SAID 20

/* "Você deixou de fora, pela linha do arquivo: 5, 7."; NULL: none. */
static const char *left_out_said(struct ctx *ctx, const struct upload *u)
{
	const char *lines = NULL;
	size_t n = 0;

	for (size_t i = 0; u->aside && i < u->aside->n; i++) {
		if (!u->aside->corrections[i].left_out)
			continue;
		if (n++ < LINES_SAID)
			lines = pool_printf(ctx->pool, "%s%s%zu", lines ? lines : "",
					    lines ? ", " : "", u->aside->corrections[i].line);
	}
	if (!n)
		return NULL;
	return n > LINES_SAID
		       ? pool_printf(ctx->pool,
				     "Você deixou de fora, pela linha do arquivo: %s e mais %zu.",
				     lines, n - LINES_SAID)
		       : pool_printf(ctx->pool, "Você deixou de fora, pela linha do arquivo: %s.",
				     lines);
}

/*
 * Rows in error, which a dry run or a preview shows nowhere else; the mapping's errors; and a `meta`
 * cell that is not a JSON object.
 */
static struct wallet_warnings warnings_of(struct ctx *ctx, const struct upload *u,
					  const struct import_result *r)
{
	struct wallet_warnings out = { pool_array(ctx->pool, const char *,
						  r->errors + r->n_warnings + r->n_written +
							  r->n_entries + 1),
				       0 };

	if (left_out_said(ctx, u))
		out.items[out.n++] = left_out_said(ctx, u);
	for (size_t i = 0; i < r->n_entries; i++)
		if (r->entries[i].status == IMPORT_ERROR)
			out.items[out.n++] = pool_printf(ctx->pool, "Linha %zu com erro: %s.",
							 r->entries[i].line, r->entries[i].reason);
	for (size_t i = 0; i < r->n_warnings; i++)
		out.items[out.n++] = r->warnings[i];
	/* An assistant shows a person the warnings, not each row. */
	for (size_t i = 0; ctx->called && i < r->n_entries; i++)
		if (r->entries[i].status == IMPORT_IMPORTED && r->entries[i].warning)
			out.items[out.n++] = pool_printf(ctx->pool, "Linha %zu: %s",
							 r->entries[i].line, r->entries[i].warning);
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

static const char *doubt_of(const struct upload *u)
{
	return u->translated ? u->translated->doubt : NULL;
}

static void put_mapping(struct json *j, const struct kept_mapping *m)
{
	json_open(j, "mapping");
	json_uuid(j, "id", m->id);
	json_text(j, "name", m->name);
	json_timestamp(j, "changed_at", m->changed_ms);
	json_close(j);
}

static void put_summary(struct ctx *ctx, struct json *j, const char *name, const struct upload *u,
			const struct import_result *r, struct uuid id, bool dry_run,
			const struct wallet_warnings *w)
{
	const char *doubt = doubt_of(u);

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
	if (u->mapping)
		put_mapping(j, u->mapping);
	put_warnings(j, "warnings", w);
	if (w->n > WARNINGS_SHOWN)
		json_int(j, "warnings_truncated", (int64_t)(w->n - WARNINGS_SHOWN));
	json_boolean(j, "dry_run", dry_run);
	if (dry_run)
		import_entries_render(j, ctx->pool, "rows", r, u->rows_from, false);
	json_close(j);
}

/* ---- the import ---- */

/* Compares and maps; a real import holds the portfolio's lock from here on. */
void upload_compare(struct ctx *ctx, const struct upload *u, bool lock, struct uuid id,
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
	import_edited_leave(ctx, u->translated ? &u->translated->shown : &u->sheet, u->header_row,
			    r);
	for (size_t i = 0; u->aside && u->aside->n && i < r->n_entries; i++)
		r->entries[i].corrected = correction_of(u->aside->corrections, u->aside->n,
							r->entries[i].line) != NULL;
}

/* For a page: the rows that can still be corrected otherwise. */
static void put_corrected_lines(struct ctx *ctx, const struct upload *u)
{
	struct json *j;

	if (!u->aside || !u->aside->n)
		return;
	j = json_new(ctx->pool, 256);
	json_array(j, NULL);
	for (size_t i = 0; i < u->aside->n; i++)
		json_int(j, NULL, (int64_t)u->aside->corrections[i].line);
	json_array_end(j);
	problem_raw(ctx, "corrected_lines", json_written(j));
}

/* A file without any usable row, and with errors or nothing in it, creates no import. */
static void refuse_empty(struct ctx *ctx, const struct upload *u, const struct import_result *r)
{
	size_t first = 0;
	struct json *j;

	if (r->n_entries && (r->parsed || !r->errors))
		return;
	put_corrected_lines(ctx, u);
	if (!r->n_entries) {
		problem_int(ctx, "rows_with_error", 0);
		fail(ctx, 400, "import_without_rows",
		     "O arquivo tem um cabeçalho e nenhuma linha abaixo dele.");
	}
	while (r->entries[first].status != IMPORT_ERROR)
		first++;
	j = json_new(ctx->pool, 1024);
	import_entries_render(j, ctx->pool, NULL, r, 0, true);
	problem_raw(ctx, "rows", json_written(j));
	if (u->mapping)
		problem_text(ctx, "mapping_id", uuid_text(ctx->pool, u->mapping->id));
	problem_int(ctx, "rows_with_error", (int64_t)r->errors);
	fail(ctx, 400, "import_without_rows",
	     "Nenhuma linha do arquivo pôde ser importada: %zu com erro. A primeira é a linha %zu: %s.",
	     r->errors, r->entries[first].line, r->entries[first].reason);
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

	put_summary(ctx, summary, NULL, u, r, id, false, w);
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
	upload_compare(ctx, u, !dry_run, id, &stored, &r);
	refuse_empty(ctx, u, &r);
	judge_external(ctx, &r);
	if (dry_run || u->rows_shown || ctx->called) {
		import_doubt_trades(ctx, &stored.context, &r);
		import_doubt_prices(ctx, &stored.context, &r);
	}
	w = warnings_of(ctx, u, &r);
	if (!dry_run) {
		write_file(ctx, u, &stored, &r, id, &w);
		judge_large(ctx, &r);
		if (!ctx->caller->operation)
			respond_created(ctx, "imports", id);
	}
	put_summary(ctx, out, name, u, &r, id, dry_run || u->rows_shown, &w);
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

static const struct uuid *mapping_asked(struct ctx *ctx, struct uuid *out)
{
	const char *text = query_text(ctx, "mapping_id");

	if (text && !uuid_parse(slice_of(text), out))
		fail_parameter(ctx, "mapping_id", text, "um UUID");
	return text ? out : NULL;
}

void import_create(struct ctx *ctx)
{
	bool dry_run = query_bool(ctx, "dry_run", false);
	bool accepted = query_bool(ctx, "accept_difference", false);
	const char *password = NULL;
	long rows_from = query_int(ctx, "rows_from", 0, 10000000, 0);
	struct uuid mapping;
	struct upload_aside aside;
	struct upload_asked asked = { mapping_asked(ctx, &mapping), &aside };
	struct part file;
	struct upload *u;
	struct json *j;

	(void)query_text(
		ctx,
		"filename"); /* read by import_file_read(); named here so that it counts as known */
	query_done(ctx);
	file = import_file_read(ctx, &password);
	upload_aside_read(ctx, ctx->req->aside, &aside);
	u = upload_of(ctx, file.filename, wallet_file_open(ctx, file.content, password), &asked);
	u->accepted = accepted;
	u->rows_from = (size_t)rows_from;
	access_resource(ctx);
	j = respond_json(ctx, dry_run ? 200 : 201);
	(void)import_file(ctx, u, dry_run, j, NULL); /* shown */
}
