/* SPDX-License-Identifier: Apache-2.0 */
/*
 * formats.c: the list of the formats, and which of them a file is.
 *
 * By the header alone, within the first rows, never by the name of the file.  A format whose header has
 * all the columns of another's and more is the more specific one; two of which neither is are refused,
 * with both names.
 */
#include "config.h"

#include <stdint.h>

#include "calc/import/formats/format_parts.h"
#include "core/pool.h"

#define ROWS_LOOKED_AT 30

static const struct format *const formats[] = {
	&format_brokerage_note,
	&format_statusinvest,
	&format_kinvo,
	&format_consolidated,
	&format_ghostfolio,
	&format_wealthfolio,
	&format_portfolio_performance,
	&format_sharesight,
	&format_yahoo,
	&format_ibkr_flex,
	&format_ibkr_activity,
	&format_avenue,
	&format_binance_trades,
	&format_binance_statement,
	&format_mercado_bitcoin_old,
	&format_mercado_bitcoin,
	&format_kinvo_position,
	&format_investidor10,
	&format_myprofit,
};

/* A header of a format, found in a row. */
struct match {
	const struct format *format;
	const struct format_header *header;
	size_t at[FORMAT_COLUMNS];
};

#define MATCHES_MAX 32

struct found {
	struct match matches[MATCHES_MAX];
	size_t n, row;
};

/* ---- one row as a header ---- */

static bool needs_column(const struct match *m, size_t at)
{
	for (unsigned c = 0; c < FORMAT_COLUMNS; c++)
		if ((m->header->needs & 1u << c) && m->at[c] == at)
			return true;
	return false;
}

/* Whether @a needs all the columns that @b does, and more; a weak one yields to any other. */
static bool more_specific(const struct match *a, const struct match *b, size_t n)
{
	size_t more = 0;

	if (a->header->weak != b->header->weak)
		return b->header->weak;
	for (size_t at = 0; at < n; at++) {
		bool in_a = needs_column(a, at), in_b = needs_column(b, at);

		if (in_b && !in_a)
			return false;
		more += in_a && !in_b;
	}
	return more > 0;
}

/* Removes each match than which another is more specific. */
static void most_specific(struct found *found, size_t n)
{
	size_t kept = 0;
	bool yields[MATCHES_MAX] = { false };

	for (size_t i = 0; i < found->n; i++)
		for (size_t k = 0; k < found->n && !yields[i]; k++)
			yields[i] = more_specific(&found->matches[k], &found->matches[i], n);
	for (size_t i = 0; i < found->n; i++)
		if (!yields[i])
			found->matches[kept++] = found->matches[i];
	found->n = kept;
}

static void match_row(void *pool, const struct sheet *s, size_t row, bool handmade,
		      struct found *found)
{
	size_t n = s->n_cells[row];
	const char **keys = format_keys(pool, s, row);

	found->n = 0;
	found->row = row;
	for (size_t k = 0; k < ARRAY_SIZE(formats); k++) {
		for (size_t h = 0; h < formats[k]->n_headers; h++) {
			struct match *m = &found->matches[found->n];

			if ((handmade && formats[k]->headers[h].weak) || found->n == MATCHES_MAX ||
			    !format_header_at(&formats[k]->headers[h], keys, n, m->at))
				continue;
			m->header = &formats[k]->headers[h];
			m->format = formats[k];
			found->n++;
			break; /* its further headers are of fewer columns */
		}
	}
	most_specific(found, n);
}

static bool find(void *pool, const struct sheet *s, bool handmade, struct found *found)
{
	found->n = 0;
	for (size_t r = 0; r < s->n_rows && r < ROWS_LOOKED_AT && !found->n; r++)
		match_row(pool, s, r, handmade, found);
	return found->n > 0;
}

/* ---- its rows ---- */

/* The decimal mark that the texts of the number columns prove, else the program's. */
static enum sheet_mark mark_of(const struct format_work *f)
{
	const struct sheet *s = f->sheet;
	size_t rows = s->n_rows - f->header - 1, n = 0;
	const char **cells = pool_array(f->pool, const char *, rows *FORMAT_COLUMNS);
	enum sheet_mark mark;

	for (size_t r = f->header + 1; r < s->n_rows; r++) {
		for (unsigned c = 0; c < FORMAT_COLUMNS; c++) {
			size_t at = f->at[c];

			if ((f->format->numbers & 1u << c) && at < s->n_cells[r] &&
			    s->rows[r][at] && (!s->kinds || s->kinds[r][at] == SHEET_TEXT))
				cells[n++] = s->rows[r][at];
		}
	}
	mark = sheet_mark(cells, n);
	pool_free(cells);
	return mark == MARK_UNKNOWN ? f->format->mark : mark;
}

static void read_rows(struct format_work *f)
{
	if (f->format->read) {
		f->format->read(f);
		return;
	}
	for (size_t r = f->header + 1; r < f->sheet->n_rows; r++)
		f->format->row(f, r);
}

static const char *const draft_names[DRAFT_CELLS] = {
	[DRAFT_TICKER] = "ticker", [DRAFT_OPERATION] = "operacao",
	[DRAFT_DAY] = "data",	   [DRAFT_QUANTITY] = "quantidade",
	[DRAFT_PRICE] = "preco",   [DRAFT_AMOUNT] = "valor",
	[DRAFT_FEES] = "taxas",	   [DRAFT_TYPE] = "tipo",
	[DRAFT_RATIO] = "fator",   [DRAFT_CURRENCY] = "moeda",
	[DRAFT_NOTE] = "nota",	   [DRAFT_BROKER] = "corretora",
	[DRAFT_NAME] = "nome",	   [DRAFT_GROSS] = "proventobruto",
	[DRAFT_EVENT] = "evento",  [DRAFT_OPTION] = "opcao",
};

static size_t line_at(const struct sheet *s, size_t row)
{
	return s->lines ? s->lines[row] : row + 1;
}

#define NUMBERED 40 /* columns */

/* Columns by their numbers, where no single header names those of all rows. */
static const char *const *numbered(void *pool)
{
	const char **names = pool_array(pool, const char *, NUMBERED);

	for (int i = 0; i < NUMBERED; i++)
		names[i] = pool_printf(pool, "coluna %d", i + 1);
	return names;
}

/* The drafts as a sheet, and the rows of the file that they come from. */
static void put_sheets(const struct format_work *f, struct import_translation *out)
{
	size_t n = f->n + 1;
	const char *const **made = pool_array(f->pool, const char *const *, n);
	const char *const **shown = pool_array(f->pool, const char *const *, n);
	size_t *widths = pool_array(f->pool, size_t, n), *lines = pool_array(f->pool, size_t, n);
	size_t *shown_widths = pool_array(f->pool, size_t, n);
	struct import_verdict *verdicts = pool_array(f->pool, struct import_verdict, n);

	made[0] = draft_names;
	shown[0] = f->format->sections ? numbered(f->pool) : f->sheet->rows[f->header];
	shown_widths[0] = f->format->sections ? NUMBERED : f->sheet->n_cells[f->header];
	lines[0] = line_at(f->sheet, f->header);
	widths[0] = DRAFT_CELLS;
	for (size_t i = 1; i < n; i++) {
		const struct draft *d = &f->drafts[i - 1];

		made[i] = d->cells;
		widths[i] = DRAFT_CELLS;
		lines[i] = line_at(f->sheet, d->row);
		shown[i] = f->sheet->rows[d->row];
		shown_widths[i] = f->sheet->n_cells[d->row];
		verdicts[i - 1] = d->verdict;
	}
	out->sheet = (struct sheet){ made, widths, n, NULL, lines };
	out->shown = (struct sheet){ shown, shown_widths, n, NULL, lines };
	out->verdicts = verdicts;
}

static void take_doubt(void *pool, const struct format_work *f, struct import_translation *out)
{
	if (!f->n_doubts)
		return;
	out->doubt = f->n_doubts == 1 ? f->doubt
				      : pool_printf(pool, "%s E mais %zu também não fecham.",
						    f->doubt, f->n_doubts - 1);
	out->warnings[out->n_warnings++] = out->doubt;
}

static void translate(void *pool, const struct sheet *s, const struct found *found,
		      struct import_translation *out)
{
	const struct match *m = &found->matches[0];
	struct format_work f = { .pool = pool_of_many(pool, "format"),
				 .format = m->format,
				 .sheet = s,
				 .header = found->row };

	for (size_t c = 0; c < FORMAT_COLUMNS; c++)
		f.at[c] = m->at[c];
	out->program = f.format->name;
	out->refusal = f.format->refusal;
	if (out->refusal)
		return;
	f.mark = mark_of(&f);
	f.drafts = pool_array(pool, struct draft, s->n_rows);
	read_rows(&f);
	put_sheets(&f, out);
	out->warnings[out->n_warnings++] = pool_printf(pool, "Arquivo lido como %s.%s%s",
						       f.format->name, f.format->caution ? " " : "",
						       f.format->caution ? f.format->caution : "");
	out->executions = f.format->executions;
	take_doubt(pool, &f, out);
}

static void refuse_two(void *pool, const struct match *a, const struct match *b,
		       struct import_translation *out)
{
	out->program = a->format->name;
	out->refusal = pool_printf(
		pool,
		"O cabeçalho é tanto de %s como de %s: deixe no arquivo só as colunas de um deles, "
		"ou use o modelo de planilha.",
		a->format->name, b->format->name);
}

/* A second worksheet of a format would be left out in silence. */
static void warn_others(void *pool, const struct worksheet *sheets, size_t n, size_t read,
			struct import_translation *out)
{
	for (size_t i = read + 1; i < n; i++) {
		struct found other;

		if (!find(pool, &sheets[i].sheet, true, &other))
			continue;
		out->warnings[out->n_warnings++] = pool_printf(
			pool,
			"A planilha \"%.60s\" do arquivo também tem lançamentos e não foi lida: "
			"envie-a em um arquivo à parte.",
			sheets[i].name ? sheets[i].name : "seguinte");
		return;
	}
}

bool import_translate(void *pool, const struct worksheet *sheets, size_t n, bool handmade,
		      struct import_translation *out)
{
	struct found found;

	*out = (struct import_translation){ 0 };
	for (size_t i = 0; i < n; i++) {
		if (!find(pool, &sheets[i].sheet, handmade && i == 0, &found))
			continue;
		out->worksheet = i;
		if (found.n > 1) {
			refuse_two(pool, &found.matches[0], &found.matches[1], out);
			return true;
		}
		translate(pool, &sheets[i].sheet, &found, out);
		if (!out->refusal)
			warn_others(pool, sheets, n, i, out);
		return true;
	}
	return false;
}

const char *const *import_formats(void *pool)
{
	const char **names = pool_array(pool, const char *, ARRAY_SIZE(formats) + 1);
	size_t n = 0;

	for (size_t i = 0; i < ARRAY_SIZE(formats); i++)
		if (!formats[i]->refusal)
			names[n++] = formats[i]->name;
	return names;
}
