/* SPDX-License-Identifier: Apache-2.0 */
/*
 * import_edited.c: rows of a file that came before and that a person has changed since.
 *
 * A changed row is no longer equal to that of the file (calc/import/dedupe.c), which would come in beside it.  It is known again
 * by the cells that its import kept: what of them is still in the ledger, changed or not, is not brought a second time.
 */
#include "config.h"

#include "portfolio/import/import_parts.h"

#include "core/order.h"
#include "identity/caller.h"

#define EDITED_MAX 10000 /* different rows */

/* Seldom; the rows of all files are read only then. */
static DB_STMT(is_edited, "import.is_edited",
	       "select exists (select 1 from ledger l"
	       "                where l.workspace_id = $1 and l.portfolio_id = $2"
	       "                  and l.import_id is not null and l.updated_at is not null)"
	       "    or exists (select 1 from income i"
	       "                where i.workspace_id = $1 and i.portfolio_id = $2"
	       "                  and i.import_id is not null and i.updated_at is not null)");

/* The digests of rows of which one was changed, and how many with these cells are in the ledger. */
static DB_STMT(
	edited, "import.edited",
	"select md5(r.raw::text), count(*)"
	"  from import_row r"
	"  left join ledger l on l.workspace_id = $1 and l.portfolio_id = $2 and l.id = r.ledger_id"
	"  left join income i on i.workspace_id = $1 and i.portfolio_id = $2 and i.id = r.income_id"
	" where r.workspace_id = $1 and r.portfolio_id = $2 and r.status = 'imported'"
	"   and (l.id is not null or i.id is not null)"
	" group by 1"
	" having bool_or(l.updated_at is not null or i.updated_at is not null)"
	" order by 1 limit $3");
enum { E_DIGEST, E_COUNT };

static DB_STMT(
	digests, "import.digests",
	"select md5(x.raw::jsonb::text) from unnest($1::text[]) with ordinality x (raw, place)"
	" order by x.place limit 10000000");

/* Those of one digest that are still to be met. */
struct left {
	const char *digest;
	int64_t n;
};

static struct left *edited_rows(struct ctx *ctx, size_t *n)
{
	const struct db_rows *r = db_query(ctx, &is_edited, DB_ARGS(DB_CHOSEN(ctx)));
	struct left *out;

	*n = 0;
	if (!db_get_bool(r, 0, 0))
		return NULL;
	r = db_query(ctx, &edited, DB_ARGS(DB_CHOSEN(ctx), db_int(EDITED_MAX)));
	out = pool_array(ctx->pool, struct left, db_count(r));
	*n = db_count(r);
	for (size_t i = 0; i < *n; i++)
		out[i] = (struct left){ db_get_text(r, i, E_DIGEST), db_get_int(r, i, E_COUNT) };
	return out;
}

static bool comes_in(const struct import_entry *e)
{
	return e->status == IMPORT_IMPORTED &&
	       (e->effect == ENTRY_TRADE || e->effect == ENTRY_INCOME);
}

static struct left *left_of(struct left *list, size_t n, const struct db_rows *digest, size_t i)
{
	const char *key = db_get_text(digest, i, 0);

	return order_seek(&key, list, n, sizeof(*list), order_text);
}

/* Out of those that are written, too. */
static void keep_written(struct import_result *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n_written; i++)
		if (r->entries[r->written[i]].status == IMPORT_IMPORTED)
			r->written[n++] = r->written[i];
	r->n_written = n;
}

void import_edited_leave(struct ctx *ctx, const struct sheet *shown, size_t header_row,
			 struct import_result *r)
{
	size_t n, marked = 0;
	struct left *list = edited_rows(ctx, &n);
	const struct db_rows *digest;

	if (!n || !r->n_entries)
		return;
	digest =
		db_query(ctx, &digests,
			 DB_ARGS(db_texts(import_raw(ctx->pool, shown, header_row, 0, r->n_entries),
					  r->n_entries)));
	for (size_t i = 0; i < r->n_entries; i++) {
		struct left *l = r->entries[i].status == IMPORT_DUPLICATE
					 ? left_of(list, n, digest, i)
					 : NULL;

		if (l)
			l->n--;
	}
	for (size_t i = 0; i < r->n_entries; i++) {
		struct import_entry *e = &r->entries[i];
		struct left *l = comes_in(e) ? left_of(list, n, digest, i) : NULL;

		if (!l || l->n <= 0)
			continue;
		l->n--;
		marked++;
		e->status = IMPORT_DUPLICATE;
		e->reason =
			"Esta linha já veio de um arquivo e foi mudada depois na carteira: fica a mudança.";
	}
	if (!marked)
		return;
	r->imported -= marked;
	r->duplicates += marked;
	keep_written(r);
}
