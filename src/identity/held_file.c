/* SPDX-License-Identifier: Apache-2.0 */
/* held_file.c: an uploaded file, kept until the person confirms its preview. */
#include "config.h"

#include "identity/held_file.h"

#include "core/text.h"
#include "core/uuid.h"
#include "core/problem.h"
#include "db/db.h"

#define NAME_MAX_LENGTH 1000
#define ASIDE_MAX 201		   /* members: corrected rows, and one more */
#define ALL_MAX (INT64_C(1) << 30) /* the limit of all accounts together, in bytes */

static DB_STMT(keep, "held_file.keep", "select held_file_keep($1, $2, $3, $4, $5)");

static DB_STMT(write, "held_file.write", "select held_file_write($1, $2)");

static DB_STMT(find, "held_file.read", "select name, content, aside from held_file_read($1, $2)");
enum { C_NAME, C_CONTENT, C_ASIDE };

static DB_STMT(aside, "held_file.aside", "select held_file_aside($1, $2, $3::text::jsonb, $4)");

void held_file_keep_as(struct ctx *ctx, struct uuid id, const struct form_file *file)
{
	const char *name = file->name ? text_head(ctx->pool, file->name, NAME_MAX_LENGTH) : NULL;
	const struct db_rows *r;

	r = db_query(ctx, &keep,
		     DB_ARGS(db_uuid(id), db_text(name), db_bytes(file->content),
			     db_timestamp(ctx->now_ms), db_int(ALL_MAX)));
	if (db_is_null(r, 0, 0))
		fail(ctx, 422, "idempotency_key_reused",
		     "A chave desta página já foi usada. Atualize-a e envie de novo.");
	if (!db_get_bool(r, 0, 0)) {
		problem_open(ctx)->retry_after = "60";
		fail(ctx, 503, "busy",
		     "O serviço já guarda todos os arquivos por confirmar que cabem. Tente de novo em alguns minutos.");
	}
}

void held_file_write(struct ctx *ctx, struct uuid id, struct slice content)
{
	(void)db_query(ctx, &write, DB_ARGS(db_uuid(id), db_bytes(content)));
}

bool held_file_id(const char *text, struct uuid *out)
{
	return text && uuid_parse(slice_of(text), out) && !text[strcspn(text, "ABCDEF")];
}

const char *held_file_keep(struct ctx *ctx, const struct form_file *file)
{
	struct uuid id = uuid_new();

	held_file_keep_as(ctx, id, file);
	return uuid_text(ctx->pool, id);
}

bool held_file_read(struct ctx *ctx, const char *id, struct form_file *file)
{
	const struct db_rows *r;
	struct uuid held;

	if (!held_file_id(id, &held))
		return false;
	r = db_query(ctx, &find, DB_ARGS(db_uuid(held), db_timestamp(ctx->now_ms)));
	if (!db_count(r))
		return false;
	*file = (struct form_file){ db_get_text(r, 0, C_NAME), db_get_bytes(r, 0, C_CONTENT),
				    db_is_null(r, 0, C_ASIDE) ? NULL : db_get_text(r, 0, C_ASIDE) };
	return true;
}

bool held_file_set(struct ctx *ctx, const char *id, const char *name, const char *json)
{
	struct uuid held;

	return held_file_id(id, &held) &&
	       db_get_bool(db_query(ctx, &aside,
				    DB_ARGS(db_uuid(held), db_text(name), db_text(json),
					    db_int(ASIDE_MAX))),
			   0, 0);
}
