/* SPDX-License-Identifier: Apache-2.0 */
/*
 * move.c: what a workspace consists of.
 *
 * The tenant tables are those of the catalog that have row security, so that a new one goes along by itself.  Of the
 * directory there go the workspace, its organization and members, the accounts that its rows need, with password
 * and the row of their own workspace, and the keys that lead here.  Sessions, tokens, consents and kept answers stay: they
 * are of the installation that gave them.
 */
#include "config.h"

#include "admin/move.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "admin/admin.h"

#define OWNER "(select w.account_id from lastro.workspace w where w.id = %1$L)"
#define ORGANIZATION "(select w.organization_id from lastro.workspace w where w.id = %1$L)"
#define ACCOUNTS                                                                                               \
	"(select w.account_id from lastro.workspace w where w.id = %1$L and w.account_id is not null"          \
	" union select m.account_id from lastro.organization_member m where m.organization_id = " ORGANIZATION \
	" union select d.controller_id from lastro.portfolio_directory d where d.workspace_id = %1$L)"

/* A foreign key's table comes after what it refers to: by the longest way of such references. */
static struct db_stmt parts = DB_STMT(
	"move.parts",
	"with recursive directory (place, name, shared, condition) as (values"
	" (1, 'account', true, 'id in " ACCOUNTS "'),"
	" (2, 'password', true, 'account_id in " ACCOUNTS "'),"
	" (3, 'organization', false, 'id = " ORGANIZATION "'),"
	" (4, 'organization_member', false, 'organization_id = " ORGANIZATION "'),"
	" (5, 'workspace', true, 'id = %1$L or account_id in " ACCOUNTS "'),"
	" (6, 'api_key', false, 'form = ''key'' and account_id in " ACCOUNTS
	" and (organization_id = " ORGANIZATION
	" or (organization_id is null and account_id = " OWNER "))'),"
	" (7, 'portfolio_directory', false, 'workspace_id = %1$L'),"
	" (8, 'invitation_directory', false, 'workspace_id = %1$L'),"
	" (9, 'agenda_feed', false, 'account_id = " OWNER "')"
	"), tenant as ("
	" select c.oid, c.relname::text as name from pg_class c"
	"  where c.relnamespace = 'lastro'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity"
	"    and c.relname not in ('portfolio_state', 'asset_state', 'portfolio_history',"
	"                          'consolidated_history', 'portfolio_rows', 'asset_rows')"
	"), depth (oid, steps) as ("
	" select t.oid, 0 from tenant t"
	" union"
	" select k.conrelid, d.steps + 1 from depth d join pg_constraint k on k.confrelid = d.oid"
	"  where k.contype = 'f' and k.conrelid <> k.confrelid and d.steps < 50"
	"), part as ("
	" select place, name, shared, condition from directory"
	" union all"
	" select 100 + (select max(d.steps) from depth d where d.oid = t.oid), t.name, false, 'workspace_id = %1$L' from tenant t"
	"), wide as ("
	" select p.place, p.name, p.shared, p.condition,"
	"        (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a"
	"          where a.attrelid = to_regclass(format('lastro.%I', p.name)) and a.attnum > 0"
	"            and not a.attisdropped and a.attgenerated = '') as columns"
	"   from part p)"
	"select quote_ident(w.name), w.columns,"
	"       format('select %s from lastro.%I where ', w.columns, w.name) || format(w.condition, $1::uuid), w.shared"
	"  from wide w order by w.place, w.name limit 1000");

static struct db_stmt write_row = DB_STMT(
	"move.trail", "select lastro.audit_operator($1, $2, $3, $4, $5, $1, $6, null, null)");

static struct db_stmt *const statements[] = { &parts, &write_row };

const struct db_rows *move_parts(struct ctx *ctx, struct uuid workspace)
{
	return db_query(ctx, &parts, DB_ARGS(db_uuid(workspace)));
}

const char *move_path(struct run *r, const char *name)
{
	return pool_printf(r->ctx->pool, "%s/%s", r->argv[r->argc - 1], name);
}

static void close_file(void *arg)
{
	(void)fclose(arg);
}

FILE *move_open(struct run *r, const char *path, const char *mode)
{
	FILE *f = fopen(path, mode);

	if (!f)
		fail(r->ctx, 409, "invalid_input", "%s: %s.", path, strerror(errno));
	pool_on_free(r->ctx->pool, close_file, f);
	return f;
}

void move_trail(struct run *r, struct uuid workspace, const char *kind, const char *input)
{
	(void)db_query(r->ctx, &write_row,
		       DB_ARGS(db_uuid(workspace), db_uuid(uuid_new()),
			       db_timestamp(r->ctx->now_ms), db_text(kind),
			       db_text(pool_printf(r->ctx->pool, "operator.%s", kind)),
			       db_text(input)));
}

void move_register(void)
{
	db_register(statements, ARRAY_SIZE(statements));
}
