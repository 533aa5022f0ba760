/* SPDX-License-Identifier: Apache-2.0 */
/*
 * workspace_parts.c: the tables and rows of a workspace.
 *
 * The tenant tables are those of the catalog with row security, so that a new one is included
 * automatically.  From the directory: the workspace, its organization and members, the accounts that
 * its rows need, with password, second factor and the row of their own workspace, and the keys that lead here.
 * Sessions, tokens, consents, links that show portfolios and stored answers are left out: they belong to the installation that
 * issued them.
 *
 * The conditions that choose the rows of an export are also required of the rows of an import: they
 * read the directory's tables by a prefix, the schema's or that of the staging tables.
 */
#include "config.h"

#include "admin/workspace_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OWNER "(select w.account_id from %2$sworkspace w where w.id = %1$L)"
#define ORGANIZATION "(select w.organization_id from %2$sworkspace w where w.id = %1$L)"
#define ACCOUNTS                                                                                            \
	"(select w.account_id from %2$sworkspace w where w.id = %1$L and w.account_id is not null"          \
	" union select m.account_id from %2$sorganization_member m where m.organization_id = " ORGANIZATION \
	" union select d.controller_id from %2$sportfolio_directory d where d.workspace_id = %1$L)"

/* For an import: an account that is missing in the directory could be an existing one here. */
#define COMING "(select a.id from %2$saccount a)"

/*
 * A foreign key's table comes after the table that it references: ordered by the longest chain of
 * references.  Messages go only to people of the workspace.
 */
static DB_STMT(
	parts, "move.parts",
	"with recursive directory (place, name, shared, condition) as (values"
	" (1, 'account', true, 'id in " ACCOUNTS "'),"
	" (2, 'password', true, 'account_id in " ACCOUNTS "'),"
	" (2, 'second_factor', true, 'account_id in " ACCOUNTS "'),"
	" (3, 'organization', false, 'id = " ORGANIZATION "'),"
	" (4, 'organization_member', false, 'organization_id = " ORGANIZATION
	" and account_id in " COMING "'),"
	" (5, 'workspace', true, '(id = %1$L or account_id in " ACCOUNTS
	") and (account_id is null or account_id in " COMING ")'),"
	" (6, 'api_key', false, 'form = ''key'' and account_id in " ACCOUNTS
	" and (organization_id = " ORGANIZATION
	" or (organization_id is null and account_id = " OWNER "))'),"
	" (7, 'portfolio_directory', false, 'workspace_id = %1$L and controller_id in " COMING "'),"
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
	" select 100 + (select max(d.steps) from depth d where d.oid = t.oid), t.name, false,"
	"        'workspace_id = %1$L' || case when t.name in ('notice', 'notification')"
	"                                      then ' and account_id in " ACCOUNTS "' else '' end"
	"   from tenant t"
	"), wide as ("
	" select p.place, p.name, p.shared, format(p.condition, $1::uuid, $2::text) as condition,"
	"        (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a"
	"          where a.attrelid = to_regclass(format('lastro.%I', p.name)) and a.attnum > 0"
	"            and not a.attisdropped and a.attgenerated = '') as columns"
	"   from part p)"
	"select quote_ident(w.name), w.columns,"
	"       format('select %s from lastro.%I where %s', w.columns, w.name, w.condition),"
	"       format('select count(*) as n from %s%s where (%s) is not true', $2::text, w.name, w.condition), w.shared,"
	"       format('select count(*) as n from %s%s where %s', $2::text, w.name, ("
	"         select string_agg(broken, ' or ') from ("
	"           select format('(%s) is false', pg_get_expr(k.conbin, k.conrelid)) as broken from pg_constraint k"
	"            where k.conrelid = to_regclass(format('lastro.%I', w.name)) and k.contype = 'c'"
	"           union all"
	"           select format('%I is null', a.attname) from pg_attribute a"
	"            where a.attrelid = to_regclass(format('lastro.%I', w.name)) and a.attnum > 0 and a.attnotnull"
	"              and not a.attisdropped and a.attgenerated = '') x))"
	"  from wide w order by w.place, w.name limit 1000");

static DB_STMT(write_row, "move.trail",
	       "select lastro.audit_operator($1, $2, $3, $4, $5, $1, $6, null, null)");

const struct db_rows *move_parts(struct ctx *ctx, struct uuid workspace, const char *prefix)
{
	return db_query(ctx, &parts, DB_ARGS(db_uuid(workspace), db_text(prefix)));
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
	bool reads = *mode == 'r';
	int flags = reads ? O_RDONLY | O_NONBLOCK : O_WRONLY | O_CREAT | O_EXCL;
	int fd = open(path, flags | O_NOFOLLOW | O_CLOEXEC, 0600);
	struct stat st;
	FILE *f;

	if (fd < 0 || fstat(fd, &st))
		fail(r->ctx, 409, "invalid_input", "%s: %s.", path, strerror(errno));
	f = S_ISREG(st.st_mode) ? fdopen(fd, mode) : NULL;
	if (!f) {
		(void)close(fd);
		fail(r->ctx, 409, "invalid_input", "%s não é um arquivo comum.", path);
	}
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
