/* SPDX-License-Identifier: Apache-2.0 */
/*
 * work_csv.c: a list of an organization's page as a sheet: all pages of it, with the page's columns.  ?csv=1 is the first list.
 *
 * Every row comes through the Function that the page shows, so that a sheet has what its reader may see and nothing else.
 */
#include "config.h"

#include "console/organization/work.h"

#include "console/figure_text.h"
#include "console/form/member_words.h"
#include "core/csv_write.h"
#include "core/number_text.h"
#include "core/text.h"
#include "http/request.h"
#include "http/response.h"
#include "http/tree.h"

#define PAGES_MAX 100 /* of 100 rows */

/* "1234.5" as "1234,5". */
static const char *number_cell(void *pool, const char *text)
{
	char *out = pool_strdup(pool, text);
	char *dot = strchr(out, '.');

	if (dot)
		*dot = ',';
	return out;
}

static const char *joined(void *pool, struct json_object *list, bool reasons)
{
	const size_t n = json_object_array_length(list);
	struct buf b;

	buf_init(&b, pool, 256);
	for (size_t i = 0; i < n; i++) {
		struct json_object *item = json_object_array_get_idx(list, i);

		buf_printf(&b, "%s", i ? "; " : "");
		if (reasons)
			buf_printf(&b, "%s: %s", tree_text(work_find(item, "object.name")),
				   choice_word(tree_text(work_find(item, "reason"))));
		else
			buf_printf(&b, "%s", json_object_get_string(item));
	}
	return buf_text(&b);
}

static void put_cell(struct csv_writer *s, const struct work_member *m, struct json_object *value)
{
	const char *text = value ? json_object_get_string(value) : NULL;
	void *pool = s->out->pool;
	struct day d;

	if (!value) {
		csv_put_cell(s, NULL);
		return;
	}
	switch (m->kind) {
	case WORK_MONEY:
	case WORK_GAIN:
	case WORK_PCT:
	case WORK_NUMBER:
		csv_put_cell(s, number_cell(pool, text));
		return;
	case WORK_DAY:
		csv_put_text(s, strlen(text) >= 10 && day_parse((struct slice){ text, 10 }, &d)
					? date_text(pool, d)
					: text);
		return;
	case WORK_FLAG:
		csv_put_cell(s, json_object_get_boolean(value) ? "sim" : "não");
		return;
	case WORK_REASONS:
		csv_put_text(s, joined(pool, value, true));
		return;
	case WORK_TAX_ID:
		csv_put_text(s, tax_id_text(pool, text));
		return;
	case WORK_TEXT:
	case WORK_WORD:
		break;
	}
	if (json_object_is_type(value, json_type_array))
		text = joined(pool, value, false);
	else if (m->kind == WORK_WORD)
		text = choice_word(text);
	csv_put_text(s, text);
}

static void put_rows(struct csv_writer *s, const struct work_list *l, struct json_object *data)
{
	struct json_object *rows = l->at ? work_find(data, l->at) : data;
	size_t n = json_object_is_type(rows, json_type_array) ? json_object_array_length(rows) : 0;

	for (size_t i = 0; i < n; i++) {
		for (const struct work_member *m = l->columns; m->name; m++)
			put_cell(s, m, work_find(json_object_array_get_idx(rows, i), m->name));
		csv_end_line(s);
	}
}

bool work_is_csv(const struct ctx *ctx)
{
	for (size_t i = 0; i < ctx->req->n_query; i++)
		if (str_eq(ctx->req->query[i].name, WORK_CSV))
			return true;
	return false;
}

const struct work_list *work_csv_asked(struct ctx *ctx, const struct work_page *page,
				       const struct work_source **source)
{
	long lists = 0, number;

	for (const struct work_source *s = page->sources; s->function; s++)
		for (const struct work_list *l = s->lists; l && l->caption; l++)
			lists++;
	number = lists ? query_int(ctx, WORK_CSV, 1, lists, 0) : 0;
	for (const struct work_source *s = page->sources; number && s->function; s++)
		for (const struct work_list *l = s->lists; number && l && l->caption; l++)
			if (--number == 0) {
				*source = s;
				return l;
			}
	return NULL;
}

void work_csv(struct ctx *ctx, const struct work_page *page, const struct work_source *source,
	      const struct work_list *l)
{
	const char *cursor = NULL;
	struct buf b;
	struct csv_writer s = { .out = &b, .separator = ';' };

	buf_init(&b, ctx->pool, 16384);
	for (const struct work_member *m = l->columns; m->name; m++)
		csv_put_cell(&s, m->title);
	csv_end_line(&s);
	for (int i = 0; i < PAGES_MAX; i++) {
		const struct outcome *o;
		struct json_object *answer = work_give(ctx, page->room, source, cursor, 100, &o);

		put_rows(&s, l, tree_member(answer, "data"));
		cursor = o->call->next_cursor;
		if (!cursor)
			break;
	}
	if (cursor) {
		csv_put_text(&s, "A lista tem mais linhas: esta planilha para aqui.");
		csv_end_line(&s);
	}
	respond_bytes(ctx, 200, "text/csv; charset=utf-8", slice_of(buf_text(&b)));
	respond_header(ctx, "Content-Disposition", "attachment; filename=\"lista.csv\"");
}
