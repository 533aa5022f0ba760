/* SPDX-License-Identifier: Apache-2.0 */
/*
 * import_names.c: the printed name of an imported asset.
 *
 * Only movimentacao files print names, so an asset created from a negociacao file has none until one is
 * imported: the order of the files does not matter.  A name that the person gave is never changed.
 */
#include "config.h"

#include "portfolio/import/import_parts.h"

#include "identity/caller.h"

static DB_STMT(fill, "import.fill_names",
	       "update asset a"
	       "   set name = u.name"
	       "  from unnest($3::uuid[], $4::text[]) as u (id, name)"
	       " where a.workspace_id = $1 and a.portfolio_id = $2 and a.id = u.id"
	       "   and a.name is null and a.import_id is not null");

/*
 * Runs before the import's rows are deleted: clears names that still are as printed and that no other
 * movimentacao row supports.
 */
static DB_STMT(
	clear, "import.clear_names",
	"update asset a"
	"   set name = null"
	" where a.workspace_id = $1 and a.portfolio_id = $2 and a.import_id is not null"
	"   and exists (select 1"
	"                 from import_row r"
	"                 left join ledger l"
	"                   on l.workspace_id = $1 and l.portfolio_id = r.portfolio_id"
	"                  and l.id = r.ledger_id"
	"                 left join income i"
	"                   on i.workspace_id = $1 and i.portfolio_id = r.portfolio_id"
	"                  and i.id = r.income_id"
	"                cross join lateral jsonb_each_text(r.raw) c"
	"                where r.workspace_id = $1 and r.portfolio_id = $2 and r.import_id = $3"
	"                  and coalesce(l.asset_id, i.asset_id) = a.id"
	"                  and position(a.name in regexp_replace(c.value, '\\s+', ' ', 'g')) > 0)"
	"   and not exists (select 1 from ledger l"
	"                    where l.workspace_id = $1 and l.portfolio_id = $2"
	"                      and l.asset_id = a.id and l.source = 'movimentacao'"
	"                      and l.import_id is distinct from $3)"
	"   and not exists (select 1 from income i"
	"                    where i.workspace_id = $1 and i.portfolio_id = $2"
	"                      and i.asset_id = a.id and i.source = 'movimentacao'"
	"                      and i.import_id is distinct from $3)");

/* Characters, not bytes: the column's bound. */
const char *import_name_within(void *pool, const char *name)
{
	size_t n = 0, chars = 0;

	if (!name || !*name)
		return NULL;
	for (; name[n]; n++) {
		if (((unsigned char)name[n] & 0xC0) != 0x80 && ++chars > 200)
			break;
	}
	return pool_strndup(pool, name, n);
}

size_t import_names_send(struct ctx *ctx, const struct import_result *r,
			 const struct stored *stored)
{
	struct uuid *ids = pool_array(ctx->pool, struct uuid, stored->n_assets);
	const char **found = pool_array(ctx->pool, const char *, stored->n_assets);
	const char **names = pool_array(ctx->pool, const char *, stored->n_assets);
	size_t n = 0;

	for (size_t i = 0; i < r->n_written; i++) {
		const struct import_entry *e = &r->entries[r->written[i]];
		const struct stored_asset *a =
			stored_asset_find(stored->assets, stored->n_assets, e->symbol, e->type);

		if (a && a->nameless && !found[a - stored->assets])
			found[a - stored->assets] = import_name_within(ctx->pool, e->name);
	}
	for (size_t i = 0; i < stored->n_assets; i++) {
		if (!found[i])
			continue;
		ids[n] = stored->assets[i].id;
		names[n++] = found[i];
	}
	if (n)
		db_send(ctx, &fill, DB_ARGS(DB_CHOSEN(ctx), db_uuids(ids, n), db_texts(names, n)));
	return n > 0;
}

void import_names_clear_send(struct ctx *ctx, struct uuid import)
{
	db_send(ctx, &clear, DB_ARGS(DB_CHOSEN(ctx), db_uuid(import)));
}
