/* SPDX-License-Identifier: Apache-2.0 */
/*
 * external_id.c: ids that another system gives to the rows it synchronises.
 *
 * An id belongs to one row of a portfolio.  When a row is sent again, the refusal names the row that
 * has the id, for a PATCH; the unique index guarantees it.
 */
#include "config.h"

#include "portfolio/ledger/transaction.h"

#include "core/order.h"
#include "identity/caller.h"
#include "calc/import/import.h"
#include "core/json_write.h"
#include "core/problem.h"
#include "db/db.h"

static DB_STMT(taken, "external_id.taken",
	       "select l.external_id, l.id"
	       "  from unnest($3::text[]) w(external_id)"
	       "  join ledger l on l.workspace_id = $1 and l.portfolio_id = $2"
	       "               and l.external_id = w.external_id"
	       " order by l.external_id"
	       " limit 5000");
enum { C_EXTERNAL, C_ID };

void external_id_read(struct body *b, struct transaction *t)
{
	if (body_has(b, "external_id"))
		t->external_id = body_line(b, "external_id", NULLABLE, 1, EXTERNAL_ID_MAX);
}

struct named {
	const char *id;
	size_t row;
};

static int by_id(const void *x, const void *y)
{
	const struct named *a = x, *b = y;
	int ids = strcmp(a->id, b->id);

	return ids ? ids : (a->row > b->row) - (a->row < b->row);
}

/* The rows with one of the ids. */
static size_t named_rows(struct ctx *ctx, const struct transaction *rows, size_t n,
			 struct named **out)
{
	struct named *all = pool_array(ctx->pool, struct named, n);
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		if (rows[i].external_id)
			all[count++] = (struct named){ rows[i].external_id, i };
	order_sort(all, count, sizeof(*all), by_id);
	*out = all;
	return count;
}

void external_ids_once(struct ctx *ctx, const struct transaction *rows, struct body *const *bodies,
		       size_t n)
{
	struct named *all;
	size_t count = named_rows(ctx, rows, n, &all);

	for (size_t i = 1; i < count; i++)
		if (str_eq(all[i - 1].id, all[i].id))
			body_error(bodies[all[i].row], "external_id", "unique",
				   "cada external_id uma vez", all[i].id);
}

bool external_ids_send(struct ctx *ctx, const struct transaction *rows, size_t n)
{
	struct named *all;
	size_t count = named_rows(ctx, rows, n, &all);
	const char **ids = pool_array(ctx->pool, const char *, count);

	if (!count)
		return false;
	for (size_t i = 0; i < count; i++)
		ids[i] = all[i].id;
	db_send(ctx, &taken, DB_ARGS(DB_CHOSEN(ctx), db_texts(ids, count)));
	return true;
}

static void refuse_taken(struct ctx *ctx, const struct db_rows *found, struct uuid own)
{
	const char *first = NULL;
	struct json *j = json_new(ctx->pool, 256);

	json_array(j, NULL);
	for (size_t i = 0; i < db_count(found); i++) {
		struct uuid id = db_get_uuid(found, i, C_ID);

		if (uuid_same(id, own))
			continue; /* the row being changed */
		if (!first)
			first = db_get_text(found, i, C_EXTERNAL);
		json_open(j, NULL);
		json_text(j, "external_id", db_get_text(found, i, C_EXTERNAL));
		json_uuid(j, "id", id);
		json_close(j);
	}
	json_array_end(j);
	if (!first)
		return;
	problem_raw(ctx, "existing", json_written(j));
	fail(ctx, 409, "external_id_taken",
	     "A carteira já tem um lançamento com external_id \"%s\".",
	     problem_shown(ctx->pool, first));
}

void external_ids_take(struct ctx *ctx, const struct transaction *rows, size_t n,
		       const struct db_rows *found)
{
	refuse_taken(ctx, found, n == 1 ? rows[0].row.id : uuid_nil());
}

void external_ids_free(struct ctx *ctx, const char *const *ids, size_t n)
{
	const char **some = pool_array(ctx->pool, const char *, n);
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		if (ids[i])
			some[count++] = ids[i];
	if (count)
		refuse_taken(ctx,
			     db_query(ctx, &taken, DB_ARGS(DB_CHOSEN(ctx), db_texts(some, count))),
			     uuid_nil());
}
