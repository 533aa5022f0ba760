/* SPDX-License-Identifier: Apache-2.0 */
/* desk_find.c: what a name, code or tax id stands for, each a way to its page.  GET /desks/{org}/find */
#include "config.h"

#include "console/form/member_words.h"
#include "console/layout.h"
#include "console/organization/work_pages.h"
#include "core/encode.h"
#include "core/text.h"
#include "http/request.h"
#include "http/tree.h"

#define HERE "/find"

static void write_form(struct html *h, const char *q)
{
	html_query(h, work_path(h->ctx, &work_desk, HERE));
	html_field(h, &(struct html_field){ .name = "q",
					    .label = "Emissor, debênture ou fundo",
					    .type = "text",
					    .value = q,
					    .hint = "Nome, código, ISIN ou CNPJ.",
					    .max_length = 200 });
	html_send(h, "Procurar");
}

/* The path of the page of a found object; NULL: objects of its kind have no page. */
static const char *way(struct ctx *ctx, struct json_object *found)
{
	const char *id = tree_text(tree_member(found, "id"));
	const char *kind = tree_text(tree_member(found, "kind"));
	const char *subkind = tree_text(tree_member(found, "subkind"));
	bool paper = subkind && str_eq(subkind, "debenture");

	if (!paper && !str_eq(kind, "company") && !str_eq(kind, "securitization") &&
	    !(subkind && str_eq(subkind, "fidc")))
		return NULL;
	return work_path(ctx, &work_desk,
			 pool_printf(ctx->pool, "%s%s", paper ? "/debentures/" : "/issuers/",
				     url_encoded_but(ctx->pool, id, "")));
}

static void write_found(struct html *h, struct json_object *list)
{
	html_table_begin(h, "O que foi encontrado");
	layout_heading(h, "Nome", false);
	layout_heading(h, "O que é", false);
	layout_heading(h, "Chave", false);
	html_table_body(h);
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *found = json_object_array_get_idx(list, i);
		const char *subkind = tree_text(tree_member(found, "subkind"));

		html_row(h);
		shown_name_cell(h, tree_text(tree_member(found, "name")), way(h->ctx, found));
		html_cell(h,
			  choice_word(subkind ? subkind : tree_text(tree_member(found, "kind"))));
		html_cell(h, tree_text(tree_member(found, "anchor_value")));
		html_row_end(h);
	}
	html_table_end(h);
}

static struct json_object *find(struct ctx *ctx, const char *q)
{
	const struct outcome *o;
	struct json *j = json_new(ctx->pool, 256);

	json_open(j, NULL);
	json_open(j, "subject");
	json_text(j, "entity_id", ctx->path[0]);
	json_close(j);
	json_open(j, "input");
	json_texts(j, "queries", &q, 1);
	json_int(j, "limit", 20);
	json_close(j);
	json_close(j);
	return work_call(ctx, &work_desk, CALL_FUNCTION, "credit.objects.resolve", json_written(j),
			 &o);
}

void desk_find_page(struct ctx *ctx)
{
	const char *q = query_field(ctx, "q");
	struct json_object *list = NULL;
	struct html *h;

	query_done(ctx);
	work_enter(ctx, &work_desk, TX_READ);
	if (q && slice_trim(slice_of(q)).n)
		list = work_find(find(ctx, q), "data.candidates");
	h = work_frame(ctx, &work_desk, 200, "Procurar", HERE, NULL);
	write_form(h, q);
	if (list && json_object_array_length(list))
		write_found(h, list);
	else if (list)
		html_p(h, "Nada foi encontrado com “%s”.", q);
	html_page_end(h);
}
