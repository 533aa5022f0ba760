/* SPDX-License-Identifier: Apache-2.0 */
/*
 * import_undo.c: undoes an import.  DELETE /v1/portfolios/{id}/imports/{importId}
 *
 * Deletes exactly what it wrote: rows, income, the assets that it created unless they have other rows,
 * and the names that it gave; settlements that its trades had retired are restored, unless trades that stay
 * cover them, too: the same trade may be in a statement and in a note.  When a person has
 * since edited or deleted one of its rows, the earlier state cannot be restored, so the undo is refused
 * with those rows.  force=true deletes the rest all the same; the edited rows stay as if the person had
 * typed them.
 */
#include "config.h"

#include "portfolio/import/import_parts.h"

#include "identity/caller.h"
#include "identity/idempotency.h"
#include "core/problem.h"
#include "db/db_json.h"
#include "http/request.h"
#include "http/response.h"
#include "portfolio/ledger/write.h"

static DB_STMT(judge, "import.judge",
	       "select (select count(*) from import i"
	       "         where i.workspace_id = $1 and i.portfolio_id = $2 and i.id = $3),"
	       "       (select count(*) from import_row r"
	       "         where r.workspace_id = $1 and r.portfolio_id = $2 and r.import_id = $3"
	       "           and (r.ledger_id is not null or r.income_id is not null)),"
	       "       (select count(*) from ledger l"
	       "         where l.workspace_id = $1 and l.portfolio_id = $2 and l.import_id = $3),"
	       "       (select count(*) from ledger l"
	       "         where l.workspace_id = $1 and l.portfolio_id = $2 and l.import_id = $3"
	       "           and l.updated_at is not null),"
	       "       (select count(*) from income i"
	       "         where i.workspace_id = $1 and i.portfolio_id = $2 and i.import_id = $3),"
	       "       (select count(*) from income i"
	       "         where i.workspace_id = $1 and i.portfolio_id = $2 and i.import_id = $3"
	       "           and i.updated_at is not null)");
enum { J_IMPORT, J_WRITTEN, J_LEDGER, J_LEDGER_EDITED, J_INCOME, J_INCOME_EDITED };

/* The rows edited or deleted since, by their line in the sheet. */
static DB_STMT(
	changed, "import.changed",
	"select coalesce(r.line, r.row_index) as line, coalesce(r.ledger_id, r.income_id) as id, r.kind,"
	"       a.symbol, coalesce(l.trade_date, i.pay_date) as date, coalesce(l.id, i.id) is null"
	"  from import_row r"
	"  left join ledger l on l.workspace_id = $1 and l.portfolio_id = $2 and l.id = r.ledger_id"
	"  left join income i on i.workspace_id = $1 and i.portfolio_id = $2 and i.id = r.income_id"
	"  left join asset a on a.workspace_id = $1 and a.portfolio_id = $2"
	"                   and a.id = coalesce(l.asset_id, i.asset_id)"
	" where r.workspace_id = $1 and r.portfolio_id = $2 and r.import_id = $3"
	"   and (r.ledger_id is not null or r.income_id is not null)"
	"   and (coalesce(l.id, i.id) is null or l.updated_at is not null or i.updated_at is not null)"
	" order by r.row_index"
	" limit 100");
enum { C_LINE, C_ID, C_KIND, C_SYMBOL, C_DAY, C_DELETED };

static DB_STMT(drop_ledger, "import.drop_ledger",
	       "delete from ledger where workspace_id = $1 and portfolio_id = $2 and import_id = $3"
	       "   and updated_at is null");

static DB_STMT(drop_income, "import.drop_income",
	       "delete from income where workspace_id = $1 and portfolio_id = $2 and import_id = $3"
	       "   and updated_at is null");

static DB_STMT(release_ledger, "import.release_ledger",
	       "update ledger set import_id = null, source = null, settlement = false"
	       " where workspace_id = $1 and portfolio_id = $2 and import_id = $3");

static DB_STMT(release_income, "import.release_income",
	       "update income set import_id = null, source = null"
	       " where workspace_id = $1 and portfolio_id = $2 and import_id = $3");

static DB_STMT(bring_back, "import.bring_back",
	       "update ledger"
	       "   set retired_by = null"
	       " where workspace_id = $1 and portfolio_id = $2 and retired_by = $3");

/* What the settlements are of that it had retired. */
static DB_STMT(released, "import.released",
	       "select distinct a.symbol"
	       "  from ledger l"
	       "  join asset a on a.workspace_id = $1 and a.portfolio_id = $2 and a.id = l.asset_id"
	       " where l.workspace_id = $1 and l.portfolio_id = $2 and l.retired_by = $3"
	       "   and l.settlement"
	       " order by a.symbol limit 1000000");

static DB_STMT(cover_again, "import.cover_again",
	       "update ledger l"
	       "   set retired_by = u.by"
	       "  from unnest($3::uuid[], $4::uuid[]) as u (id, by)"
	       " where l.workspace_id = $1 and l.portfolio_id = $2 and l.id = u.id"
	       "   and l.retired_by is null");

static DB_STMT(drop_import, "import.drop",
	       "delete from import where workspace_id = $1 and portfolio_id = $2 and id = $3");

/* Types that it set in place of a guess become guesses again, unless the portfolio now has that paper. */
static DB_STMT(
	guess_again, "import.guess_again",
	"update asset a"
	"   set asset_type = a.type_was, type_guessed = true, type_import = null, type_was = null"
	" where a.workspace_id = $1 and a.portfolio_id = $2 and a.type_import = $3"
	"   and not exists (select 1 from asset b"
	"                    where b.workspace_id = $1 and b.portfolio_id = $2 and b.symbol = a.symbol"
	"                      and b.asset_type = a.type_was)");

/*
 * Also assets of imports undone earlier, which other rows had kept until now.  Each looks for a row of its own by index
 * (limit 1): as a join it is read as a whole by every asset where the tables have no statistics yet.
 */
static DB_STMT(drop_assets, "import.drop_assets",
	       "delete from asset a"
	       " where a.workspace_id = $1 and a.portfolio_id = $2 and a.import_id is not null"
	       "   and (select true from import i"
	       "         where i.workspace_id = $1 and i.portfolio_id = $2 and i.id = a.import_id"
	       "         limit 1) is null"
	       "   and (select true from ledger l"
	       "         where l.workspace_id = $1 and l.portfolio_id = $2 and l.asset_id = a.id"
	       "         limit 1) is null"
	       "   and (select true from income i"
	       "         where i.workspace_id = $1 and i.portfolio_id = $2 and i.asset_id = a.id"
	       "         limit 1) is null");

static void tell_changed(struct ctx *ctx, const struct db_rows *r)
{
	struct json *j = json_new(ctx->pool, 1024);

	json_array(j, NULL);
	for (size_t i = 0; i < db_count(r); i++) {
		json_open(j, NULL);
		db_json_columns(j, r, i, C_LINE, C_DAY);
		json_text(j, "change", db_get_bool(r, i, C_DELETED) ? "deleted" : "edited");
		json_close(j);
	}
	json_array_end(j);
	problem_raw(ctx, "rows", json_written(j));
}

static void may_undo(struct ctx *ctx, const struct db_rows *r, const struct db_rows *rows,
		     bool force)
{
	int64_t have = db_get_int(r, 0, J_LEDGER) + db_get_int(r, 0, J_INCOME);
	int64_t edited = db_get_int(r, 0, J_LEDGER_EDITED) + db_get_int(r, 0, J_INCOME_EDITED);
	int64_t gone = db_get_int(r, 0, J_WRITTEN) - have;

	if (db_get_int(r, 0, J_IMPORT) == 0)
		path_none(ctx, "import_not_found", "importação");
	if (force || (edited == 0 && gone == 0))
		return;
	tell_changed(ctx, rows);
	problem_int(ctx, "edited", edited);
	problem_int(ctx, "deleted", gone);
	fail(ctx, 409, "ledger_conflict",
	     "Depois da importação, %lld de suas linhas foram editadas e %lld apagadas. Com force=true "
	     "as outras saem e as editadas ficam.",
	     (long long)edited, (long long)gone);
}

/* Retires those of the settlements brought back that other trades cover; returns how many. */
static int64_t cover_brought_back(struct ctx *ctx, const struct db_rows *of)
{
	size_t n = db_count(of);
	const char **symbols = pool_array(ctx->pool, const char *, n);
	struct import_context context;
	struct uuid *settlements, *by;

	if (!n)
		return 0;
	for (size_t i = 0; i < n; i++)
		symbols[i] = db_get_text(of, i, 0);
	context = import_facts(ctx, symbols, n);
	settlements = pool_array(ctx->pool, struct uuid, context.n_facts);
	by = pool_array(ctx->pool, struct uuid, context.n_facts);
	n = import_cover_again(ctx->pool, &context, settlements, by);
	return db_exec(ctx, &cover_again,
		       DB_ARGS(DB_CHOSEN(ctx), db_uuids(settlements, n), db_uuids(by, n)));
}

static void send_steps(struct ctx *ctx, struct db_stmt *const *steps, size_t n, struct uuid id)
{
	for (size_t i = 0; i < n; i++)
		db_send(ctx, steps[i],
			(const struct db_arg[]){ db_uuid(ctx->caller->resource_workspace),
						 db_uuid(ctx->caller->portfolio), db_uuid(id) },
			steps[i] != &drop_assets ? 3 : 2);
}

void import_undo(struct ctx *ctx)
{
	struct db_stmt *const looks[] = { &judge, &changed, &released };
	struct db_stmt *const takes[] = { &drop_ledger, &drop_income, &bring_back };
	struct db_stmt *const ends[] = { &release_ledger, &release_income, &guess_again,
					 &drop_import, &drop_assets };
	struct db_rows *first[1 + ARRAY_SIZE(looks)], *taken[1 + ARRAY_SIZE(takes)],
		*rows[ARRAY_SIZE(ends) + LEDGER_WRITTEN];
	bool force = query_bool(ctx, "force", false);
	int64_t covered;
	struct uuid id;
	struct json *j;

	query_done(ctx);
	access_resource(ctx);
	id = path_id(ctx, "import_not_found", "importação");
	ledger_lock_send(ctx);
	send_steps(ctx, looks, ARRAY_SIZE(looks), id);
	db_wait(ctx, first, ARRAY_SIZE(first));
	(void)ledger_lock_take(ctx, first[0]); /* only the lock matters, not the version */
	may_undo(ctx, first[1], first[2], force);
	import_names_clear_send(ctx, id);
	send_steps(ctx, takes, ARRAY_SIZE(takes), id);
	db_wait(ctx, taken, ARRAY_SIZE(taken));
	covered =
		cover_brought_back(ctx, first[3]); /* rows that stay still say that they are its */
	send_steps(ctx, ends, ARRAY_SIZE(ends), id);
	db_wait(ctx, rows,
		ARRAY_SIZE(ends) + ledger_written_send(ctx, "import.undone", id,
						       db_get_int(first[1], 0, J_WRITTEN)));
	idempotency_forget(ctx, &id, 1);
	j = respond_json(ctx, 200);
	json_open(j, NULL);
	json_boolean(j, "deleted", true);
	json_uuid(j, "id", id);
	json_int(j, "rows_removed", db_touched(taken[1]) + db_touched(taken[2]));
	json_int(j, "rows_kept", db_touched(rows[0]) + db_touched(rows[1]));
	json_int(j, "settlements_restored", db_touched(taken[3]) - covered);
	json_close(j);
}
