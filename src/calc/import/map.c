/* SPDX-License-Identifier: Apache-2.0 */
/*
 * map.c: turns a statement's rows into ledger entries.
 *
 * Rows are read one by one, then related to each other (rights, reversals), then compared with the
 * ledger (duplicates, trades covered by the other statement), and last the events get the ratio that
 * follows from the quantity held, which depends on all the rest.  Statements list the newest first;
 * processing is in ascending order, and the answer in the file's.
 */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>

#include "calc/import/import_row.h"
#include "core/order.h"
#include "core/pool.h"

const char *const import_source_names[] = { "", "negociacao", "movimentacao", "manual", "", NULL };
const char *const import_status_names[] = { "imported", "ignored", "duplicate", "error", NULL };

#define LABEL_CHARS 120

static const char rounding[] = "Número com mais casas que a escala, arredondado.";

/* ---- the whole ---- */

/* Whether it has every column that our own export always has. */
static bool is_export(const struct import_work *w)
{
	for (enum column c = COL_TYPE; c <= COL_META; c++) {
		if (w->columns.at[c] == SIZE_MAX)
			return false;
	}
	return w->source == IMPORT_MANUAL;
}

static struct import_work *work_new(void *pool, const struct sheet *s,
				    const struct import_context *ctx)
{
	struct import_work *w = pool_zero(pool, struct import_work);
	struct import_context *own;
	size_t header = 0;

	w->keep = pool;
	w->work = w->pool = pool_new(pool, "import");
	w->sheet = s;
	w->source = columns_find(pool, s, &header, &w->columns);
	own = pool_memdup(w->work, ctx, sizeof(*ctx));
	own->of_exchange = w->source != IMPORT_MANUAL;
	w->ctx = own;
	if (w->source == IMPORT_UNKNOWN || w->source == IMPORT_SUMMARY)
		return w;
	if (ctx->translated) {
		w->columns.warnings = pool_memdup(pool, ctx->translated->warnings,
						  sizeof(ctx->translated->warnings));
		w->columns.n_warnings = ctx->translated->n_warnings;
	}
	w->exact = is_export(w);
	w->n = s->n_rows - header - 1;
	w->entries = pool_array(pool, struct import_entry, w->n);
	w->lines = pool_array(w->work, struct import_line, w->n);
	w->order = pool_array(w->work, size_t, w->n);
	w->said = pool_array(w->work, struct said_type, w->n);
	for (size_t i = 0; i < w->n; i++) {
		size_t row = header + 1 + i;

		w->lines[i].cells = s->rows[row];
		w->lines[i].kinds = s->kinds ? s->kinds[row] : NULL;
		w->lines[i].n_cells = s->n_cells[row];
		w->entries[i].row_index = i + 1;
		w->entries[i].line = s->lines ? s->lines[row] : row + 1;
	}
	import_prove(w);
	return w;
}

static void read_source(struct import_work *w, size_t i)
{
	switch (w->source) {
	case IMPORT_NEGOCIACAO:
		negociacao_read(w, i);
		break;
	case IMPORT_MOVIMENTACAO:
		movement_read(w, i);
		break;
	case IMPORT_MANUAL:
		if (w->exact && !import_cell(w, &w->lines[i], COL_OPERATION))
			export_read(w, i);
		else
			manual_read(w, i);
		break;
	case IMPORT_UNKNOWN:
	case IMPORT_SUMMARY:
		break;
	}
}

/* The operation as printed, which in some files is a whole sentence. */
static const char *label_of(struct import_work *w, const struct import_verdict *v)
{
	return v->label ? text_head(w->keep, v->label, LABEL_CHARS) : NULL;
}

/* A row of a format, whose own verdict comes first; false: it is decided. */
static bool is_open(struct import_work *w, size_t i)
{
	const struct import_verdict *v = &w->ctx->translated->verdicts[i];

	if (v->ignored)
		import_ignore(&w->entries[i], v->ignored);
	else if (v->error)
		import_fail_as(w, i, v->code, "%s", v->error);
	w->entries[i].label = label_of(w, v);
	return !v->ignored && !v->error;
}

static void read_translated(struct import_work *w, size_t i)
{
	const struct import_verdict *v = &w->ctx->translated->verdicts[i];

	if (!is_open(w, i))
		return;
	read_source(w, i);
	w->entries[i].label = label_of(w, v);
	if (v->warning && w->entries[i].status == IMPORT_IMPORTED)
		import_warn(w, i, "%s", v->warning);
}

/* A text that the ledger would refuse does not make the row an error. */
static void take_institution(struct import_work *w, size_t i)
{
	struct import_entry *e = &w->entries[i];
	const char *cell = manual_text(w, &w->lines[i], COL_BROKER);

	if (!cell)
		return;
	if (text_length(cell) <= INSTITUTION_MAX && !cell[strcspn(cell, "\r\n\t")])
		e->institution = cell;
	else if (e->effect == ENTRY_TRADE)
		import_warn(w, i,
			    "Linha %zu: a instituição não é guardada; ela cabe em uma linha de até "
			    "%d caracteres.",
			    e->line, INSTITUTION_MAX);
}

/* Frees what is needed only while rows are read. */
static void read_line(struct import_work *w, size_t i)
{
	struct import_entry *e = &w->entries[i];
	struct import_line *l = &w->lines[i];

	w->pool = pool_new(w->work, "row");
	if (w->ctx->translated)
		read_translated(w, i);
	else
		read_source(w, i);
	take_institution(w, i);
	e->symbol = import_keep(w, e->symbol);
	e->name = import_keep(w, e->name);
	e->trade.note = import_keep(w, e->trade.note);
	e->meta = import_keep(w, e->meta);
	e->external_id = import_keep(w, e->external_id);
	e->institution = import_keep(w, e->institution);
	e->typed = import_keep(w, e->typed);
	l->product = (struct product){ e->symbol, e->name, l->product.paper, l->product.class };
	pool_free(w->pool);
	w->pool = w->work;
	if (e->effect != ENTRY_NONE && l->rounded)
		import_warn(w, i, "%s", rounding);
}

struct dated {
	int32_t day;
	size_t place, line;
};

static int dated_compare(const void *a, const void *b)
{
	const struct dated *x = a, *y = b;
	int c = wide_order(x->day, y->day);

	return c ? c : (x->place < y->place ? -1 : x->place > y->place);
}

/* In a file whose days descend, the rows within a day are reversed too. */
static bool is_backwards(const struct import_work *w)
{
	const struct import_entry *before = NULL;
	bool descends = false;

	for (size_t i = 0; i < w->n; i++) {
		const struct import_entry *e = &w->entries[i];

		if (!e->has_day)
			continue;
		if (before && day_before(before->day, e->day))
			return false;
		descends |= before && day_before(e->day, before->day);
		before = e;
	}
	return descends;
}

static void put_in_order(struct import_work *w)
{
	struct dated *d = pool_array(w->pool, struct dated, w->n);
	bool backwards = is_backwards(w);

	for (size_t i = 0; i < w->n; i++)
		d[i] = (struct dated){ w->entries[i].trade.day.n, backwards ? w->n - i : i, i };
	qsort(d, w->n, sizeof(*d), dated_compare);
	for (size_t i = 0; i < w->n; i++)
		w->order[i] = d[i].line;
}

static size_t distinct(const char **items, size_t n)
{
	size_t interned = 0;

	qsort(items, n, sizeof(*items), order_text);
	for (size_t i = 0; i < n; i++) {
		if (interned == 0 || !str_eq(items[interned - 1], items[i]))
			items[interned++] = items[i];
	}
	return interned;
}

static void count(struct import_work *w, struct import_result *out)
{
	const char **symbols = pool_array(w->pool, const char *, w->n);
	size_t n = 0;

	for (size_t i = 0; i < w->n; i++) {
		const struct import_entry *e = &w->entries[i];

		out->imported += e->status == IMPORT_IMPORTED;
		out->duplicates += e->status == IMPORT_DUPLICATE;
		out->errors += e->status == IMPORT_ERROR;
		out->cross_source += e->status == IMPORT_IGNORED && e->cross_source;
		out->ignored += e->status == IMPORT_IGNORED && !e->cross_source;
		if (e->status == IMPORT_IMPORTED && e->symbol)
			symbols[n++] = pool_printf(w->pool, "%s\n%d", e->symbol, (int)e->type);
		if (!e->has_day)
			continue;
		if (!out->has_period || day_before(e->day, out->first))
			out->first = e->day;
		if (!out->has_period || day_before(out->last, e->day))
			out->last = e->day;
		out->has_period = true;
	}
	out->parsed = out->imported + out->duplicates + out->cross_source;
	out->symbols = distinct(symbols, n);
}

static void take_first_day(struct import_result *out, struct day d)
{
	if (!out->has_first_day || day_before(d, out->first_day))
		out->first_day = d;
	out->has_first_day = true;
}

/* Roundings are reported once for the file: some have seventeen digits in every cell. */
static void gather(struct import_work *w, struct import_result *out)
{
	size_t rounded = 0;

	out->warnings = pool_array(w->keep, const char *, w->n + 1 + w->columns.n_warnings);
	for (size_t i = 0; i < w->columns.n_warnings; i++)
		out->warnings[out->n_warnings++] = w->columns.warnings[i];
	out->written = pool_array(w->keep, size_t, w->n);
	out->coverage = pool_array(w->keep, struct day_range, w->n);
	for (size_t i = 0; i < w->n; i++) {
		const struct import_entry *e = &w->entries[i];
		size_t in_order = w->order[i];

		if (w->entries[in_order].status == IMPORT_IMPORTED || w->entries[in_order].retired)
			out->written[out->n_written++] = in_order;
		if (e->effect == ENTRY_COVERAGE)
			out->coverage[out->n_coverage++] = e->covered;
		if (e->effect == ENTRY_FIRST_DAY)
			take_first_day(out, e->covered.from);
		if (!e->warning)
			continue;
		if (str_eq(e->warning, rounding))
			rounded++;
		else
			out->warnings[out->n_warnings++] = e->warning;
	}
	if (rounded)
		out->warnings[out->n_warnings++] = pool_printf(
			w->keep,
			rounded == 1
				? "%zu linha tem número com mais casas que a escala, arredondado."
				: "%zu linhas têm números com mais casas que a escala, "
				  "arredondados.",
			rounded);
}

static enum calc_err map_all(struct import_work *w, struct import_result *out)
{
	struct import_result r = { .source = w->source };
	enum calc_err err;

	for (size_t i = 0; i < w->n; i++)
		read_line(w, i);
	types_unify(w);
	put_in_order(w);
	if (w->source == IMPORT_MOVIMENTACAO)
		movements_relate(w);
	import_compare(w, &r);
	externals_check(w);
	err = events_size(w);
	if (err == CALC_OK)
		err = uncovered_warn(w);
	if (err != CALC_OK || w->range)
		return err != CALC_OK ? err : CALC_RANGE;
	r.retyped = w->retyped;
	r.n_retyped = w->n_retyped;
	r.entries = w->entries;
	r.n_entries = w->n;
	count(w, &r);
	gather(w, &r);
	*out = r;
	return CALC_OK;
}

enum calc_err import_map(void *pool, const struct sheet *s, const struct import_context *ctx,
			 struct import_result *out)
{
	struct import_work *w = work_new(pool, s, ctx);
	enum calc_err err = CALC_INPUT;

	if (w->refusal)
		*out = (struct import_result){ .source = w->source, .refusal = w->refusal };
	else if (w->source != IMPORT_UNKNOWN && w->source != IMPORT_SUMMARY)
		err = map_all(w, out);
	pool_free(w->work);
	return err;
}

static const struct import_named *named_before(const struct import_named *list, size_t n,
					       const struct import_entry *e)
{
	for (size_t i = 0; i < n; i++)
		if (list[i].type == e->type && str_eq(list[i].typed, e->typed))
			return &list[i];
	return NULL;
}

struct import_named *import_unnamed(void *pool, const struct sheet *s, size_t max, size_t *n)
{
	static const struct import_context nothing;
	void *scope = pool_new(pool, "unnamed");
	struct import_work *w = work_new(scope, s, &nothing);
	struct import_named *out = pool_array(pool, struct import_named, max);

	*n = 0;
	for (size_t i = 0; i < w->n && *n < max; i++) {
		const struct import_entry *e = &w->entries[i];

		read_line(w, i);
		if (!e->typed || named_before(out, *n, e))
			continue;
		out[(*n)++] = (struct import_named){ .typed = pool_strdup(pool, e->typed),
						     .type = e->type };
	}
	pool_free(scope);
	return out;
}

const char *const *import_symbols(void *pool, const struct sheet *s,
				  const struct import_named *named, size_t n_named, size_t *n)
{
	const struct import_context nothing = { .named = named, .n_named = n_named };
	void *scope = pool_new(pool, "symbols");
	struct import_work *w = work_new(scope, s, &nothing);
	const char **symbols = pool_array(scope, const char *, w->n * 2), **out;
	size_t found = 0;

	for (size_t i = 0; i < w->n; i++) {
		const char *symbol, *under;

		read_line(w, i);
		symbol = w->entries[i].symbol;
		if (!symbol)
			continue;
		symbols[found++] = symbol;
		under = ticker_underlying(scope, symbol);
		if (under != symbol)
			symbols[found++] = under;
		else if (strlen(symbol) == 7 && (symbol[6] == 'B' || symbol[6] == 'L'))
			symbols[found++] = pool_strndup(scope, symbol, 6);
	}
	*n = distinct(symbols, found);
	out = pool_array(pool, const char *, *n);
	for (size_t i = 0; i < *n; i++)
		out[i] = pool_strdup(pool, symbols[i]);
	pool_free(scope);
	return out;
}
