/* SPDX-License-Identifier: Apache-2.0 */
/*
 * desk_document.c: texts of documents that a desk holds, page by page, and whether a quote stands in one.
 *
 * A text is what somebody sent: it is stored as it came and given only as a member of an answer, one page at a time.
 */
#include "config.h"

#include "desk/desk_parts.h"

#include <inttypes.h>

#include "core/excerpt.h"
#include "db/db_json.h"
#include "desk/desk_facts.h"
#include "desk/object_names.h"
#include "http/tree.h"
#include "identity/caller.h"
#include "office/office.h"

#define MIB ((int64_t)1 << 20)
#define TEXT_MAX (20 * MIB)  /* of one document: its request has at most 28 MiB */
#define HELD_MAX (512 * MIB) /* of a desk */

#define DOCUMENT                                                                                   \
	"select d.id, d.object_id, d.name, d.document_date, d.url, d.document_id, d.pages,"        \
	"       d.bytes as size_bytes, d.added_by, d.added_at"                                     \
	"  from desk_document d where d.workspace_id = $1 "

#define PAGE(filter)                                                                               \
	DOCUMENT "and (d.added_at, d.id) < ($2, $3)" filter                                        \
		 " order by d.added_at desc, d.id desc limit $4"

static DB_STMT(all, "desk_documents.list", PAGE(""));
static DB_STMT(of_object, "desk_documents.list_object", PAGE(" and d.object_id = $5"));
static DB_STMT(one, "desk_document.read", DOCUMENT "and d.id = $2");
enum {
	C_ID,
	C_OBJECT,
	C_NAME,
	C_DATE,
	C_URL,
	C_DOCUMENT_ID,
	C_PAGES,
	C_BYTES,
	C_ADDED_BY,
	C_ADDED_AT
};

static DB_STMT(
	row, "desk_document.row",
	"select jsonb_build_object('object_id', d.object_id, 'name', d.name, 'document_date',"
	"         d.document_date, 'url', d.url, 'document_id', d.document_id, 'pages', d.pages,"
	"         'size_bytes', d.bytes)::text"
	"  from desk_document d where d.workspace_id = $1 and d.id = $2");

static DB_STMT(add, "desk_document.add",
	       "insert into desk_document (workspace_id, id, object_id, name, document_date, url,"
	       "                           document_id, pages, bytes, added_by, added_at)"
	       " values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)");

static DB_STMT(
	add_pages, "desk_document.add_pages",
	"insert into desk_document_page (workspace_id, document_id, page, body)"
	" select d.workspace_id, d.id, p.page, p.body"
	"  from desk_document d cross join unnest($3::text[]) with ordinality as p (body, page)"
	" where d.workspace_id = $1 and d.id = $2");

static DB_STMT(drop, "desk_document.drop",
	       "delete from desk_document where workspace_id = $1 and id = $2");

static DB_STMT(count, "desk_document.count",
	       "select count(*) from desk_document where workspace_id = $1");

static DB_STMT(held, "desk_document.held",
	       "select coalesce(sum(bytes), 0)::int8 from desk_document where workspace_id = $1");

static DB_STMT(page, "desk_document.page",
	       "select body from desk_document_page"
	       " where workspace_id = $1 and document_id = $2 and page = $3");

/* But the one asked for, the nearest first. */
static DB_STMT(others, "desk_document.others",
	       "select page, body from desk_document_page"
	       " where workspace_id = $1 and document_id = $2 and page <> $3"
	       " order by abs(page - $3), page limit 2000");
enum { P_PAGE, P_BODY };

static DB_STMT(
	filed, "desk_document.filed",
	"select left(d.category || coalesce(': ' || d.subject, ''), 500), d.filed_at, c.tax_id"
	"  from company_document d join company c on c.id = d.company_id where d.id = $1");
enum { F_TEXT, F_DAY, F_TAX_ID };

static const char *const personal[] = { "name", "url", NULL };
static const struct target_kind document_kind = { "credit.document", &row, personal };
static const struct page_key key = { DB_TIMESTAMP, true };

/* ---- filed documents ---- */

static const char *issuer_of(struct ctx *ctx, const struct named *o)
{
	struct paper_list papers = facts_papers(ctx, &(struct names){ o, 1 });
	const struct paper_facts *p = paper_facts_of(&papers, o->code);

	return p && p->issuer_tax_id ? p->issuer_tax_id : o->tax_id;
}

struct source_document filed_document(struct call *c, const struct named *o)
{
	const char *issuer = issuer_of(c->ctx, o);
	struct db_arg id = db_int(call_int(c, "document_id", 0));
	const struct db_rows *r = db_query(c->ctx, &filed, &id, 1);

	if (!db_count(r) || !issuer || !str_eq(db_get_text(r, 0, F_TAX_ID), issuer))
		call_conflict(c, "/input/document_id", "document_of_issuer",
			      "o id de um documento que o emissor do objeto arquivou", NULL);
	return (struct source_document){ .name = db_text(db_get_text(r, 0, F_TEXT)),
					 .day = db_day(db_get_day(r, 0, F_DAY)),
					 .filed = id,
					 .text = db_null() };
}

/* ---- reading ---- */

static void write_document(struct json *j, const struct db_rows *r, size_t i,
			   const struct names *names, const struct people *people)
{
	json_open(j, NULL);
	json_uuid(j, "id", db_get_uuid(r, i, C_ID));
	name_write(j, "object", names, db_get_text(r, i, C_OBJECT));
	db_json_columns(j, r, i, C_NAME, C_BYTES);
	json_text(j, "added_by", people_name(people, db_get_uuid(r, i, C_ADDED_BY)));
	json_timestamp(j, "added_at", db_get_timestamp(r, i, C_ADDED_AT));
	json_close(j);
}

static const struct db_rows *read_page(struct call *c)
{
	struct db_arg after[2], workspace = desk_workspace(c), limit = db_int(call_limit(c));

	call_after(c, &key, after);
	if (!call_has(c, "object_id"))
		return db_query(c->ctx, &all, DB_ARGS(workspace, after[0], after[1], limit));
	return db_query(
		c->ctx, &of_object,
		DB_ARGS(workspace, after[0], after[1], limit, db_text(call_text(c, "object_id"))));
}

void documents_list(struct call *c)
{
	const struct db_rows *r = read_page(c);
	size_t n = call_page(c, &key, r, C_ADDED_AT, C_ID);
	struct names names = names_of_rows(c->ctx, r, n, C_OBJECT);
	const struct people *people = people_of(c, r, n, C_ADDED_BY);

	json_array(c->out, c->name);
	for (size_t i = 0; i < n; i++)
		write_document(c->out, r, i, &names, people);
	json_array_end(c->out);
}

/* The text that text_id names, or 404; of a page that it has, or 409. */
static const struct db_rows *read_text(struct call *c)
{
	const struct db_rows *r =
		db_query(c->ctx, &one, DB_ARGS(desk_workspace(c), db_uuid(desk_id(c, "text_id"))));
	int64_t asked = call_int(c, "page", 1);

	if (!db_count(r))
		call_not_found(c);
	if (asked > db_get_int(r, 0, C_PAGES))
		call_conflict(c, "/input/page", "page_of_text",
			      pool_printf(c->ctx->pool, "uma página de 1 a %" PRId64,
					  db_get_int(r, 0, C_PAGES)),
			      pool_printf(c->ctx->pool, "%" PRId64, asked));
	return r;
}

void document_page(struct call *c)
{
	const struct db_rows *r = read_text(c);
	int64_t asked = call_int(c, "page", 1);
	const struct db_rows *p = db_query(
		c->ctx, &page,
		DB_ARGS(desk_workspace(c), db_uuid(db_get_uuid(r, 0, C_ID)), db_int(asked)));
	const char *text = db_get_text(p, 0, 0);
	struct names names = names_of_rows(c->ctx, r, 1, C_OBJECT);

	json_open(c->out, c->name);
	json_uuid(c->out, "id", db_get_uuid(r, 0, C_ID));
	name_write(c->out, "object", &names, db_get_text(r, 0, C_OBJECT));
	db_json_columns(c->out, r, 0, C_NAME, C_PAGES);
	json_int(c->out, "page", asked);
	json_text(c->out, "text", *text ? text : NULL);
	json_close(c->out);
}

/* ---- adding and deleting ---- */

static struct json_object *pages_of(const struct call *c)
{
	struct json_object *list = tree_member(c->input, "pages");

	return json_object_is_type(list, json_type_array) ? list : NULL;
}

/* All pages in bytes; what is no text counts nothing. */
static int64_t bytes_of(struct json_object *list)
{
	int64_t bytes = 0;

	for (size_t i = 0; list && i < json_object_array_length(list); i++) {
		struct json_object *body = json_object_array_get_idx(list, i);

		if (json_object_is_type(body, json_type_string))
			bytes += json_object_get_string_len(body);
	}
	return bytes;
}

static bool is_seen(struct json_object *list)
{
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *body = json_object_array_get_idx(list, i);

		if (!json_object_is_type(body, json_type_string) ||
		    text_visible(json_object_get_string(body)))
			return true;
	}
	return false;
}

void document_check(struct call *c)
{
	struct json_object *list = pages_of(c);
	const char *url = call_text(c, "url");

	desk_check_visible(c, "name");
	if (url && strpbrk(url, " \"<>\\"))
		call_note(c, "/input/url", "format", "um endereço http ou https", url);
	if (call_has(c, "document_id") && call_has(c, "document_date"))
		call_note(c, "/input/document_date", "forbidden",
			  "só sem document_id: um documento arquivado tem a sua data", NULL);
	desk_check_past(c, "document_date");
	if (bytes_of(list) > TEXT_MAX)
		call_note(c, "/input/pages", "max_length", "até 20 MiB de texto em UTF-8 ao todo",
			  NULL);
	else if (list && json_object_array_length(list) && !is_seen(list))
		call_note(c, "/input/pages", "min_length",
			  "alguma página com texto: o de uma imagem tem de ser lido antes", NULL);
}

static void refuse_beyond(struct call *c, int64_t bytes)
{
	const struct db_rows *r = db_query(c->ctx, &held, DB_ARGS(desk_workspace(c)));
	int64_t now = db_get_int(r, 0, 0);

	desk_bounded(c, &count, DOCUMENTS_MAX, "document_limit");
	if (now + bytes > HELD_MAX)
		call_conflict(c, "/input/pages", "document_space",
			      pool_printf(c->ctx->pool,
					  "até %" PRId64
					  " MiB de textos em uma mesa, que já tem %" PRId64
					  "; apagar um abre espaço",
					  HELD_MAX / MIB, now / MIB),
			      NULL);
}

static void add_all(struct call *c, struct uuid id)
{
	struct json_object *list = pages_of(c);
	size_t n = json_object_array_length(list);
	const char **bodies = pool_array(c->ctx->pool, const char *, n);

	for (size_t i = 0; i < n; i++)
		bodies[i] = json_object_get_string(json_object_array_get_idx(list, i));
	(void)db_exec(c->ctx, &add_pages,
		      DB_ARGS(desk_workspace(c), db_uuid(id), db_texts(bodies, n)));
}

static void result(struct call *c, struct uuid id)
{
	const struct db_rows *r = db_query(c->ctx, &one, DB_ARGS(desk_workspace(c), db_uuid(id)));
	struct names names = names_of_rows(c->ctx, r, 1, C_OBJECT);

	write_document(c->out, r, 0, &names, people_of(c, r, 1, C_ADDED_BY));
}

void document_add(struct call *c)
{
	const struct named *o = name_watched(c, "object_id");
	struct json_object *list = pages_of(c);
	struct db_arg day = db_null(), of = db_null();
	struct uuid id = uuid_new();

	if (call_has(c, "document_id")) {
		struct source_document d = filed_document(c, o);

		day = d.day;
		of = d.filed;
	} else if (call_has(c, "document_date")) {
		day = db_day(call_day(c, "document_date", c->ctx->today));
	}
	refuse_beyond(c, bytes_of(list));
	call_target_new(c, &document_kind, id);
	(void)db_exec(c->ctx, &add,
		      DB_ARGS(desk_workspace(c), db_uuid(id), db_text(o->id),
			      db_text(call_line(c, "name")), day, db_text(call_line(c, "url")), of,
			      db_int((int64_t)json_object_array_length(list)),
			      db_int(bytes_of(list)), db_uuid(c->ctx->caller->account),
			      db_timestamp(c->ctx->now_ms)));
	add_all(c, id);
	result(c, id);
}

void document_delete(struct call *c)
{
	struct uuid id = desk_id(c, "text_id");

	call_target(c, &document_kind, id);
	if (!db_exec(c->ctx, &drop, DB_ARGS(desk_workspace(c), db_uuid(id))))
		call_not_found(c);
	desk_write_deleted(c, id);
}

/* ---- quoting ---- */

/* A text of the same object, or of another one of its issuer. */
static void refuse_other(struct call *c, const struct db_rows *t, const struct named *o)
{
	const struct named *of;
	const char *issuer, *theirs;
	struct names names;

	if (str_eq(db_get_text(t, 0, C_OBJECT), o->id))
		return;
	names = names_of_rows(c->ctx, t, 1, C_OBJECT);
	of = names_find(&names, db_get_text(t, 0, C_OBJECT));
	issuer = issuer_of(c->ctx, o);
	theirs = of ? issuer_of(c->ctx, of) : NULL;
	if (!issuer || !theirs || !str_eq(issuer, theirs))
		call_conflict(c, "/input/text_id", "text_of_issuer",
			      "o id de um texto do objeto, ou de outro do mesmo emissor", NULL);
}

/* What is said of a quote that is not on page @asked. */
static const char *where_it_is(struct call *c, struct excerpt *e, const struct db_arg asked[3])
{
	const struct db_rows *r = db_query(c->ctx, &others, asked, 3);

	for (size_t i = 0; i < db_count(r); i++)
		if (excerpt_stands(e, db_get_text(r, i, P_BODY)))
			return pool_printf(c->ctx->pool, "este está na página %" PRId64,
					   db_get_int(r, i, P_PAGE));
	return "este não está inteiro em nenhuma página do texto";
}

static void refuse_unquoted(struct call *c, struct uuid text)
{
	const char *quote = call_text(c, "quote");
	struct excerpt *e = excerpt_new(c->ctx->pool, quote);
	int64_t asked = call_int(c, "page", 1);
	struct db_arg args[] = { desk_workspace(c), db_uuid(text), db_int(asked) };
	const struct db_rows *r = db_query(c->ctx, &page, args, 3);

	if (!db_count(r) || !excerpt_stands(e, db_get_text(r, 0, 0)))
		call_conflict(
			c, "/input/quote", "quote_not_found",
			pool_printf(c->ctx->pool,
				    "um trecho que esteja, palavra por palavra, na página %" PRId64
				    "; %s",
				    asked, where_it_is(c, e, args)),
			quote);
}

struct source_document quoted_document(struct call *c, const struct named *o)
{
	const struct db_rows *t = read_text(c);
	struct uuid id = db_get_uuid(t, 0, C_ID);

	refuse_other(c, t, o);
	refuse_unquoted(c, id);
	return (struct source_document){
		.name = db_text(db_get_text(t, 0, C_NAME)),
		.day = db_is_null(t, 0, C_DATE) ? db_null() : db_day(db_get_day(t, 0, C_DATE)),
		.filed = db_is_null(t, 0, C_DOCUMENT_ID) ? db_null()
							 : db_int(db_get_int(t, 0, C_DOCUMENT_ID)),
		.text = db_uuid(id)
	};
}
