/* SPDX-License-Identifier: Apache-2.0 */
/*
 * import_upload.c: what an uploaded file is: the exchange's statement, a file of another program, a hand-made sheet, or a
 * sheet whose columns a person named.
 */
#include "config.h"

#include "portfolio/import/import_parts.h"

#include <stdint.h>

#include "core/clock.h"
#include "core/problem.h"
#include "portfolio/ledger/asset.h"
#include "portfolio/portfolio.h"

#define FIRST_CELLS 8 /* of an unknown file's first row that its refusal shows */

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

/* Whether a column of days could be named. */
static bool has_days(struct ctx *ctx, const struct sheet *sheet)
{
	struct column_guess g;

	column_guess(ctx->pool, sheet, HEADER_GUESSED, SIZE_MAX, ctx->today, &g);
	return g.mapping.at[MAPPED_DAY] != SIZE_MAX;
}

/* A page then asks for the columns; the sentence that says so, "" where no mapping could name any. */
static const char *offer_columns(struct ctx *ctx, const struct worksheets *all)
{
	if (mapping_worksheet(all->items, all->n) == all->n)
		return "";
	problem_text(ctx, "reason", "columns_unknown");
	return " Na página Importações se diz que coluna é qual.";
}

/* A sheet with only papers and quantities is a position: it is compared, not imported. */
static void refuse_position(struct ctx *ctx, const struct sheet *sheet,
			    const struct worksheets *all)
{
	const struct worksheet one = { .sheet = *sheet };
	struct position_sheet found;
	size_t line = 0;
	const char *lacks = import_lacks(ctx->pool, sheet, &line);

	if (lacks) /* it has dates, so it is not a position */
		fail(ctx, 400, "import_unrecognized",
		     "A linha %zu parece o cabeçalho de uma planilha de lançamentos, mas falta: %s.%s",
		     line, lacks, offer_columns(ctx, all));
	position_sheet_read(ctx->pool, &one, 1, &found);
	if (found.tables && !has_days(ctx, sheet))
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
	u->worksheet = t->worksheet;
	u->sheet = t->sheet;
	u->source = import_detect(ctx->pool, &u->sheet, &u->header_row);
	return true;
}

void upload_worksheets(struct ctx *ctx, struct slice content, size_t max, struct worksheets *all)
{
	const char *reason = NULL;
	enum sheet_err err;

	all->max = max;
	err = sheets_read(ctx->pool, content, all, &reason);
	import_sheet_read(ctx, err, reason);
}

/* The exchange's statement, a file of another program in any worksheet, or a hand-made sheet. */
static void detect(struct ctx *ctx, struct upload *u, const struct worksheets *all)
{
	u->translated = NULL;
	u->worksheet = 0;
	u->sheet = all->items[0].sheet;
	u->source = import_detect(ctx->pool, &u->sheet, &u->header_row);
	if (u->source != IMPORT_NEGOCIACAO && u->source != IMPORT_MOVIMENTACAO)
		(void)take_format(ctx, u, all); /* else it is what its first worksheet is */
}

/* ---- columns that a person named ---- */

/* By a mapping of the account, which knows the header. */
static void take_mapping(struct ctx *ctx, struct upload *u, const struct worksheets *all,
			 const struct kept_mapping *kept)
{
	struct import_translation *t = pool_zero(ctx->pool, struct import_translation);

	mapping_translate(ctx->pool, &all->items[kept->worksheet].sheet, kept->header,
			  &kept->mapping, ctx->today, t);
	t->warnings[t->n_warnings++] =
		pool_printf(ctx->pool, "Lido com as colunas que você indicou em %s (%.80s).",
			    date_text(ctx->pool, clock_day_of(kept->changed_ms)), kept->name);
	u->mapping = kept;
	u->translated = t;
	u->worksheet = kept->worksheet;
	u->sheet = t->sheet;
	u->source = import_detect(ctx->pool, &u->sheet, &u->header_row);
}

/* The mapping that was asked for, which counts before what else the file may be; false: none, or of no row of it. */
static bool take_asked(struct ctx *ctx, struct upload *u, const struct worksheets *all,
		       const struct uuid *asked)
{
	const struct kept_mapping *kept =
		asked ? import_mapping_find(ctx, all->items, all->n, asked) : NULL;

	if (kept)
		take_mapping(ctx, u, all, kept);
	return kept != NULL;
}

static void take_kept(struct ctx *ctx, struct upload *u, const struct worksheets *all)
{
	const struct kept_mapping *kept = import_mapping_find(ctx, all->items, all->n, NULL);

	if (kept)
		take_mapping(ctx, u, all, kept);
}

static const struct uuid *asked_of(const struct upload_asked *asked)
{
	if (asked->mapping)
		return asked->mapping;
	return asked->aside && asked->aside->has_mapping ? &asked->aside->mapping : NULL;
}

/* The row of the header after rows above it may have been left out. */
static size_t header_again(const struct sheet *before, size_t header, const struct sheet *after)
{
	size_t line;

	if (header == SIZE_MAX)
		return header;
	line = before->lines ? before->lines[header] : header + 1;
	for (size_t r = 0; r < after->n_rows; r++)
		if (after->lines[r] == line)
			return r;
	return SIZE_MAX;
}

/* The rows that a person corrected or left out, before anything else is read of the file. */
static void take_corrections(struct ctx *ctx, struct upload *u, struct worksheets *all)
{
	struct sheet *s = &all->items[u->worksheet].sheet, before = *s;
	struct kept_mapping *again;

	if (!u->aside || !u->aside->n)
		return;
	*s = sheet_corrected(ctx->pool, s, u->aside->corrections, u->aside->n);
	if (!u->mapping) {
		detect(ctx, u, all);
		return;
	}
	again = pool_memdup(ctx->pool, u->mapping, sizeof(*again));
	again->header = header_again(&before, u->mapping->header, s);
	take_mapping(ctx, u, all, again);
}

static void recognise(struct ctx *ctx, struct slice content, const struct upload_asked *asked,
		      struct worksheets *all, struct upload *u)
{
	const struct uuid *mapping = asked_of(asked);
	enum import_source source;
	size_t row;

	u->aside = asked->aside;
	if (asked->mapping)
		import_mapping_needed(ctx, *asked->mapping);
	upload_worksheets(ctx, content, 1, all);
	source = import_detect(ctx->pool, &all->items[0].sheet, &row);
	if (all->items[0].name && (mapping || source == IMPORT_UNKNOWN || source == IMPORT_SUMMARY))
		upload_worksheets(ctx, content, SHEETS_MAX, all);
	if (!take_asked(ctx, u, all, mapping)) {
		if (asked->mapping)
			fail(ctx, 400, "import_unrecognized",
			     "O arquivo não tem o cabeçalho da planilha cujas colunas foram "
			     "guardadas.");
		detect(ctx, u, all);
		if (u->source == IMPORT_UNKNOWN)
			take_kept(ctx, u, all);
	}
	take_corrections(ctx, u, all);
}

struct upload *upload_of(struct ctx *ctx, const char *filename, struct slice content,
			 const struct upload_asked *asked)
{
	struct upload *u = pool_zero(ctx->pool, struct upload);
	struct worksheets *all = pool_zero(ctx->pool, struct worksheets);

	u->filename = filename ? text_quotable(ctx->pool, filename) : NULL;
	recognise(ctx, content, asked, all, u);
	if (u->source == IMPORT_SUMMARY)
		fail(ctx, 400, "import_unrecognized",
		     "O arquivo é o resumo da negociação, que não tem datas. Na Área do Investidor "
		     "da B3, exporte "
		     "Extratos > Negociação ou Extratos > Movimentação.");
	if (u->source == IMPORT_UNKNOWN)
		refuse_position(ctx, &u->sheet, all);
	if (u->source == IMPORT_UNKNOWN)
		fail(ctx, 400, "import_unrecognized",
		     "Nenhuma das 20 primeiras linhas é o cabeçalho dos extratos Negociação ou "
		     "Movimentação da B3, o de um programa que se conhece, nem o de uma planilha "
		     "com código, operação, data, quantidade e preço (ou valor). A primeira linha "
		     "dele é: %s. O modelo de planilha serve para qualquer origem.%s",
		     first_row(ctx, &u->sheet), offer_columns(ctx, all));
	identify(ctx, u);
	u->symbols = import_symbols(ctx->pool, &u->sheet, u->named, u->n_named, &u->n_symbols);
	return u;
}

struct upload *wallet_upload(struct ctx *ctx, const char *filename, struct slice content)
{
	return upload_of(ctx, filename, content, &(struct upload_asked){ NULL, NULL });
}
