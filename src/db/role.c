/* SPDX-License-Identifier: Apache-2.0 */
/*
 * role.c: whether row-level security binds the connected role.
 *
 * A superuser, a role with BYPASSRLS and a table's owner pass every policy: for a worker with such a
 * role, a forgotten filter in a query would leak rows.
 */
#include "config.h"

#include "core/log.h"
#include "db/connection.h"

static DB_STMT(stmt_role, "role.check",
	       "select r.rolname::text, r.rolsuper, r.rolbypassrls,"
	       " exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace"
	       "          where n.nspname = 'lastro' and c.relkind in ('r', 'p')"
	       "            and pg_has_role(r.oid, c.relowner, 'usage'))"
	       " from pg_roles r where r.rolname = current_user");
enum { C_NAME, C_SUPERUSER, C_BYPASS, C_OWNER };

const char *db_check_role(struct ctx *ctx)
{
	const struct db_rows *r = db_query(ctx, &stmt_role, DB_NO_ARGS);
	const char *name = db_get_text(r, 0, C_NAME);

	if (db_get_bool(r, 0, C_SUPERUSER))
		return pool_printf(ctx->pool, "o papel %s é superusuário", name);
	if (db_get_bool(r, 0, C_BYPASS))
		return pool_printf(ctx->pool, "o papel %s tem BYPASSRLS", name);
	if (db_get_bool(r, 0, C_OWNER))
		return pool_printf(ctx->pool, "o papel %s é dono de tabelas", name);
	return NULL;
}

/*
 * Refuses to serve with a role that row security does not bind.  Checked on each new connection: its
 * role may have changed, and the database may start long after the worker.
 */
static void refuse_unsafe_role(struct ctx *ctx)
{
	struct db *db = ctx->db;
	const char *why = db_check_role(ctx);

	db->unsafe = why != NULL;
	if (!why)
		return;
	log_event(LOG_ERROR, NULL, "refusing to serve: %s", why);
	db_disconnect(db);
	fail(ctx, 503, "database_unavailable", "O serviço está mal configurado e não atende.");
}

struct db *db_new_guarded(void *pool, const char *conninfo, bool prepared)
{
	struct db *db = db_new(pool, conninfo, prepared);

	db->guard = refuse_unsafe_role;
	return db;
}
