/* SPDX-License-Identifier: Apache-2.0 */
/*
 * import_mappings.c: which column of a sheet is which, as a person said it, for the next sheet of that kind.
 *
 * GET, POST /v1/import-mappings, DELETE /v1/import-mappings/{id}
 *
 * They are the account's in its workspace.  A sheet is known by the SHA-256 of its header: nothing else of it is kept.
 */
#include "config.h"

#include "portfolio/import/import_parts.h"

#include <stdint.h>

#include <sodium.h>

#include "http/page.h"
#include "http/request.h"
#include "http/response.h"
#include "identity/caller.h"
#include "identity/idempotency.h"
#include "portfolio/ledger/write.h"
#include "portfolio/portfolio.h"

#define MAPPINGS_MAX "50"
#define FIRST_CELL_BYTES 2000

#define MAPPINGS                                                                                   \
	"select id, name, mapping::text, created_at, changed_at, signature from import_mapping"    \
	" where workspace_id = $1 and account_id = $2"

static DB_STMT(newest, "import_mapping.list",
	       MAPPINGS " order by changed_at desc, id desc limit " MAPPINGS_MAX);
enum { C_ID, C_NAME, C_MAPPING, C_CREATED, C_CHANGED, C_SIGNATURE };

static DB_STMT(keep, "import_mapping.keep",
	       "insert into import_mapping as m (workspace_id, account_id, id, name, signature,"
	       "                                 mapping, created_at, changed_at)"
	       " values ($1, $2, $3, $4, $5, $6::text::jsonb, $7, $7)"
	       " on conflict (workspace_id, account_id, signature) do update"
	       "   set name = excluded.name, mapping = excluded.mapping, changed_at = $7"
	       " returning id, created_at");
enum { K_ID, K_CREATED };

/* Beyond those that an account has, the ones that were not changed for the longest time. */
static DB_STMT(
	sweep, "import_mapping.sweep",
	"delete from import_mapping d"
	" where d.workspace_id = $1 and d.account_id = $2 and d.id = any (array("
	"   select m.id from import_mapping m where m.workspace_id = $1 and m.account_id = $2"
	"    order by m.changed_at desc, m.id desc offset " MAPPINGS_MAX "))");

static DB_STMT(drop, "import_mapping.drop",
	       "delete from import_mapping"
	       " where workspace_id = $1 and account_id = $2 and id = $3 returning id");

static DB_STMT(one, "import_mapping.one",
	       "select 1 from import_mapping"
	       " where workspace_id = $1 and account_id = $2 and id = $3");

#define WHOSE(ctx) db_uuid((ctx)->caller->workspace), db_uuid((ctx)->caller->account)

struct digest {
	unsigned char b[crypto_hash_sha256_BYTES];
};

static struct slice digest_of(struct digest *out, const char *signature)
{
	crypto_hash_sha256(out->b, (const unsigned char *)signature, strlen(signature));
	return (struct slice){ (const char *)out->b, sizeof(out->b) };
}

/* ---- a file ---- */

static const struct db_rows *kept(struct ctx *ctx)
{
	return db_query(ctx, &newest, DB_ARGS(WHOSE(ctx)));
}

static struct column_mapping stored(struct ctx *ctx, const char *document)
{
	struct json_object *o = json_read(ctx->pool, slice_of(document));
	struct column_mapping m;

	column_mapping_clear(&m);
	if (o)
		mapping_read(ctx, body_of(ctx, o, ""), &m);
	return m;
}

/* The row whose mapping has this signature; db_count() without one. */
static size_t row_of(const struct db_rows *r, const char *signature, const struct uuid *only)
{
	struct digest d;
	struct slice wanted = digest_of(&d, signature);

	for (size_t i = 0; i < db_count(r); i++) {
		struct uuid id = db_get_uuid(r, i, C_ID);

		if (slice_same(db_get_bytes(r, i, C_SIGNATURE), wanted) &&
		    (!only || uuid_same(id, *only)))
			return i;
	}
	return db_count(r);
}

/* Row @header of a sheet; SIZE_MAX: the first one, without a header. */
static struct kept_mapping *try_row(struct ctx *ctx, const struct db_rows *r, const struct sheet *s,
				    size_t header, const struct uuid *only)
{
	bool has = header != SIZE_MAX;
	const char *signature = mapping_signature(ctx->pool, s, has ? header : 0, has);
	size_t i = signature ? row_of(r, signature, only) : db_count(r);
	struct kept_mapping *out;

	if (i == db_count(r))
		return NULL;
	out = pool_zero(ctx->pool, struct kept_mapping);
	out->id = db_get_uuid(r, i, C_ID);
	out->name = db_get_text(r, i, C_NAME);
	out->changed_ms = db_get_timestamp(r, i, C_CHANGED);
	out->mapping = stored(ctx, db_get_text(r, i, C_MAPPING));
	out->header = header;
	return out->mapping.header == has ? out : NULL;
}

struct kept_mapping *import_mapping_find(struct ctx *ctx, const struct worksheet *sheets, size_t n,
					 const struct uuid *only)
{
	const struct db_rows *r = kept(ctx);
	struct kept_mapping *out = NULL;

	for (size_t w = 0; db_count(r) && w < n && !out; w++) {
		const struct sheet *s = &sheets[w].sheet;

		for (size_t row = 0; row < s->n_rows && row < MAPPED_HEADER_ROWS && !out; row++)
			out = try_row(ctx, r, s, row, only);
		if (!out && s->n_rows)
			out = try_row(ctx, r, s, SIZE_MAX, only);
		if (out)
			out->worksheet = w;
	}
	return out;
}

NORETURN static void none(struct ctx *ctx, const char *id)
{
	fail(ctx, 404, "import_mapping_not_found", "Não há colunas guardadas com o id %.80s.", id);
}

void import_mapping_needed(struct ctx *ctx, struct uuid id)
{
	if (!db_count(db_query(ctx, &one, DB_ARGS(WHOSE(ctx), db_uuid(id)))))
		none(ctx, uuid_text(ctx->pool, id));
}

/* ---- requests ---- */

static void render(struct json *j, struct uuid id, const char *name, const struct column_mapping *m,
		   int64_t created_ms, int64_t changed_ms)
{
	json_open(j, NULL);
	json_uuid(j, "id", id);
	json_text(j, "name", name);
	mapping_members(j, m);
	json_timestamp(j, "created_at", created_ms);
	json_timestamp(j, "changed_at", changed_ms);
	json_close(j);
}

void import_mapping_list(struct ctx *ctx)
{
	const struct db_rows *r;
	struct json *j;

	query_done(ctx);
	r = kept(ctx);
	j = page_open(ctx);
	for (size_t i = 0; i < db_count(r); i++) {
		struct column_mapping m = stored(ctx, db_get_text(r, i, C_MAPPING));

		render(j, db_get_uuid(r, i, C_ID), db_get_text(r, i, C_NAME), &m,
		       db_get_timestamp(r, i, C_CREATED), db_get_timestamp(r, i, C_CHANGED));
	}
	page_end(ctx, NULL, 0, db_count(r), -1);
}

/* The header of such a sheet, or its first row, as cells. */
static const char *signature_in(struct ctx *ctx, struct body *b, bool header)
{
	struct json_object *list = body_array(b, "first_row", REQUIRED, MAPPED_WIDTH_MAX);
	size_t n = list ? json_object_array_length(list) : 0;
	const char **cells = pool_array(ctx->pool, const char *, n);
	const char *const *rows[] = { cells };
	const struct sheet s = { rows, &n, 1, NULL, NULL };
	const char *signature;

	for (size_t i = 0; i < n; i++) {
		struct json_object *cell = json_object_array_get_idx(list, i);

		if (cell && (!json_object_is_type(cell, json_type_string) ||
			     json_object_get_string_len(cell) > FIRST_CELL_BYTES)) {
			body_error(b, "first_row", "type", "textos de até 2.000 bytes, ou null",
				   NULL);
			return NULL;
		}
		cells[i] = cell ? json_object_get_string(cell) : NULL;
	}
	signature = list ? mapping_signature(ctx->pool, &s, 0, header) : NULL;
	if (list && !signature)
		body_error(b, "first_row", "format",
			   header ? "um cabeçalho com ao menos dois nomes"
				  : "uma linha com ao menos um dia e um número",
			   NULL);
	return signature;
}

void import_mapping_create(struct ctx *ctx)
{
	struct body *b = body_open(ctx);
	struct column_mapping m;
	struct json *document = json_new(ctx->pool, 1024);
	struct db_rows *rows[3];
	const char *name, *signature;
	struct digest d;

	query_done(ctx);
	name = body_line(b, "name", REQUIRED, 1, 80);
	mapping_read(ctx, b, &m);
	signature = signature_in(ctx, b, m.header);
	body_done(b);
	json_open(document, NULL);
	mapping_members(document, &m);
	json_close(document);
	db_send(ctx, &keep,
		DB_ARGS(WHOSE(ctx), db_uuid(uuid_new()), db_text(name),
			db_bytes(digest_of(&d, signature)), db_text(json_written(document)),
			db_timestamp(ctx->now_ms)));
	db_send(ctx, &sweep, DB_ARGS(WHOSE(ctx)));
	audit_account_send(ctx, ctx->caller->workspace, "import_mapping.kept",
			   ctx->caller->account);
	db_wait(ctx, rows, ARRAY_SIZE(rows));
	render(respond_json(ctx, 201), db_get_uuid(rows[0], 0, K_ID), name, &m,
	       db_get_timestamp(rows[0], 0, K_CREATED), ctx->now_ms);
}

void import_mapping_drop(struct ctx *ctx, const char *text)
{
	struct db_rows *rows[2];
	struct uuid id;

	if (!uuid_parse(slice_of(text), &id))
		none(ctx, text);
	db_send(ctx, &drop, DB_ARGS(WHOSE(ctx), db_uuid(id)));
	audit_account_send(ctx, ctx->caller->workspace, "import_mapping.deleted",
			   ctx->caller->account);
	db_wait(ctx, rows, ARRAY_SIZE(rows));
	if (!db_count(rows[0]))
		none(ctx, text);
	idempotency_forget(ctx, &id, 1);
	respond_deleted(ctx, id);
}

void import_mapping_delete(struct ctx *ctx)
{
	query_done(ctx);
	import_mapping_drop(ctx, ctx->path[0]);
}
