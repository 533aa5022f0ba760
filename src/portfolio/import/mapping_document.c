/* SPDX-License-Identifier: Apache-2.0 */
/* mapping_document.c: which column of a sheet is which, as JSON: of a request, and as a row keeps it. */
#include "config.h"

#include "portfolio/import/import_parts.h"

#include <stdint.h>

static const char *const orders[] = { "day_first", "month_first", NULL };

/* Columns count from 1, as people do. */
static size_t column_in(struct body *columns, enum mapped_column c)
{
	bool needed = c == MAPPED_DAY || c == MAPPED_TICKER;
	int64_t v;

	return body_int(columns, mapped_column_names[c], needed ? REQUIRED : NULLABLE, 1,
			MAPPED_WIDTH_MAX, &v)
		       ? (size_t)v - 1
		       : SIZE_MAX;
}

static void columns_in(struct body *columns, struct column_mapping *out)
{
	for (enum mapped_column c = 0; c < MAPPED_COLUMNS; c++)
		out->at[c] = column_in(columns, c);
	for (enum mapped_column c = 0; c < MAPPED_COLUMNS; c++)
		for (enum mapped_column d = 0; d < c && out->at[c] != SIZE_MAX; d++)
			if (out->at[d] == out->at[c])
				body_error(columns, mapped_column_names[c], "unique",
					   "uma coluna que não serve a outra coisa", NULL);
}

static void every_row_in(struct body *b, struct column_mapping *out)
{
	struct body *every = body_member(b, "every_row");
	int means, type;

	if (!every)
		return;
	means = body_choice(every, "operation", NULLABLE, mapped_meaning_names);
	type = body_choice(every, "type", NULLABLE, asset_type_names);
	out->all_mean = means >= 0;
	out->means = means >= 0 ? (enum mapped_meaning)means : MEANS_BUY;
	out->type = type >= 0 ? asset_type_names[type] : NULL;
}

static bool is_repeated(void *pool, const struct column_mapping *m, const char *word)
{
	for (size_t i = 0; i < m->n_words; i++)
		if (str_eq(text_fold(pool, m->words[i].word), text_fold(pool, word)))
			return true;
	return false;
}

static void operations_in(struct ctx *ctx, struct body *b, struct column_mapping *out)
{
	struct json_object *list = body_array(b, "operations", OPTIONAL, MAPPED_WORDS_MAX);

	for (size_t i = 0; list && i < json_object_array_length(list); i++) {
		struct body *item = body_item(b, "operations", list, i);
		const char *word;
		int means;

		if (!item)
			continue;
		word = body_text(item, "word", REQUIRED, 1, MAPPED_WORD_CHARS);
		means = body_choice(item, "means", REQUIRED, mapped_meaning_names);
		if (word && is_repeated(ctx->pool, out, word))
			body_error(item, "word", "unique", "cada palavra uma vez", NULL);
		else if (word && means >= 0)
			out->words[out->n_words++] =
				(struct mapped_word){ word, (enum mapped_meaning)means };
	}
}

/* What the columns lack together. */
static void judge(struct body *b, struct body *columns, const struct column_mapping *m)
{
	if (!m->all_mean && m->at[MAPPED_OPERATION] == SIZE_MAX)
		body_error(columns, "operation", "required",
			   "uma coluna, ou em every_row a operação de todas as linhas", NULL);
	if (m->all_mean && m->at[MAPPED_OPERATION] != SIZE_MAX)
		body_error(b, "every_row", "conflict",
			   "a coluna da operação, ou a operação de todas as linhas", NULL);
	if (m->type && m->at[MAPPED_TYPE] != SIZE_MAX)
		body_error(b, "every_row", "conflict",
			   "a coluna da classe, ou a classe de todas as linhas", NULL);
	if (m->at[MAPPED_PRICE] == SIZE_MAX && m->at[MAPPED_AMOUNT] == SIZE_MAX)
		body_error(columns, "price", "required",
			   "a coluna do preço, ou a do valor total (amount)", NULL);
	if (m->at[MAPPED_QUANTITY] == SIZE_MAX && !(m->all_mean && mapped_is_income(m->means)))
		body_error(columns, "quantity", "required",
			   "a coluna da quantidade; só proventos não têm uma", NULL);
}

void mapping_read(struct ctx *ctx, struct body *b, struct column_mapping *out)
{
	struct body *columns = body_member(b, "columns");

	column_mapping_clear(out);
	(void)body_bool(b, "header", OPTIONAL, &out->header); /* absent: it has one */
	every_row_in(b, out);
	operations_in(ctx, b, out);
	out->month_first = body_choice(b, "dates", OPTIONAL, orders) == 1;
	if (columns) {
		columns_in(columns, out);
		judge(b, columns, out);
	} else if (!body_has(b, "columns")) {
		body_error(b, "columns", "required", "objeto com o número de cada coluna", NULL);
	}
}

void mapping_members(struct json *j, const struct column_mapping *m)
{
	json_boolean(j, "header", m->header);
	json_open(j, "columns");
	for (size_t c = 0; c < MAPPED_COLUMNS; c++) {
		if (m->at[c] == SIZE_MAX)
			json_null(j, mapped_column_names[c]);
		else
			json_int(j, mapped_column_names[c], (int64_t)m->at[c] + 1);
	}
	json_close(j);
	json_open(j, "every_row");
	json_text(j, "operation", m->all_mean ? mapped_meaning_names[m->means] : NULL);
	json_text(j, "type", m->type);
	json_close(j);
	json_array(j, "operations");
	for (size_t i = 0; i < m->n_words; i++) {
		json_open(j, NULL);
		json_text(j, "word", m->words[i].word);
		json_text(j, "means", mapped_meaning_names[m->words[i].means]);
		json_close(j);
	}
	json_array_end(j);
	json_text(j, "dates", orders[m->month_first]);
}
