/* SPDX-License-Identifier: Apache-2.0 */
/* deletions.c: accounts whose time has come are deleted, and a list of them lies beside the backups. */
#include "config.h"

#include "admin/deletions.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "identity/turn.h"
#include "core/clock.h"
#include "core/order.h"
#include "core/text.h"
#include "db/db.h"
#include "db/migrate.h"

/* Requests that began before the account was closed have ended by then. */
#define QUIET_MS INT64_C(120000)

static DB_STMT(due, "deletions.due",
	       "select account_id from lastro.account_deletion where due_at <= $1"
	       " order by due_at, account_id limit 1000");

static DB_STMT(erase, "deletions.erase", "select lastro.account_erase($1, $2, $3)");

static DB_STMT(has_table, "deletions.has_table",
	       "select to_regclass('lastro.account_deleted') is not null");

static DB_STMT(deleted, "deletions.deleted",
	       "select account_id, deleted_at from lastro.account_deleted"
	       " order by deleted_at, account_id");

static DB_STMT(came_back, "deletions.came_back",
	       "select a.id from lastro.account a where a.id = any ($1::uuid[])"
	       " and not exists (select from lastro.account_deleted d where d.account_id = a.id)"
	       " order by a.id");

/* ---- the list ---- */

struct listed {
	struct uuid *ids; /* sorted */
	size_t n,
		bad; /* lines of no deletion, such as one that a full disk cut short; each was reported */
};

const char *deletions_directory(struct run *r, const char *backup)
{
	size_t n = strlen(backup);

	while (n > 1 && backup[n - 1] == '/')
		n--;
	while (n && backup[n - 1] != '/')
		n--;
	return n ? pool_strndup(r->ctx->pool, backup, n) : ".";
}

static const char *list_path(struct run *r, const char *directory)
{
	return pool_printf(r->ctx->pool, "%s/deletions", directory);
}

static NORETURN void cannot(struct ctx *ctx, const char *what, const char *path)
{
	fail(ctx, 409, "invalid_input", "%s %s: %s.", what, path, strerror(errno));
}

static void close_file(void *arg)
{
	(void)fclose(arg);
}

static void read_lines(struct run *r, FILE *f, const char *path, struct listed *l)
{
	char line[80]; /* id, blank, instant; a longer one is read to its end */

	for (size_t k = 1; fgets(line, sizeof(line), f); k++) {
		bool whole = strchr(line, '\n') != NULL;
		struct uuid id;

		for (int c = 0; !whole && c != '\n' && c != EOF;)
			c = fgetc(f);
		if (!whole || strlen(line) < UUID_TEXT_SIZE || line[UUID_TEXT_SIZE - 1] != ' ' ||
		    !uuid_parse((struct slice){ line, UUID_TEXT_SIZE - 1 }, &id)) {
			fprintf(stderr, "lastro %s: %s, linha %zu: não é de uma exclusão\n",
				r->command->name, path, k);
			l->bad++;
			continue;
		}
		l->ids = pool_resize(r->ctx->pool, l->ids, struct uuid, l->n + 1);
		l->ids[l->n++] = id;
	}
	if (ferror(f))
		cannot(r->ctx, "Não dá para ler", path);
	order_sort(l->ids, l->n, sizeof(*l->ids), order_uuid);
}

/* No list: nothing was deleted. */
static struct listed read_list(struct run *r, const char *directory)
{
	const char *path = list_path(r, directory);
	FILE *f = fopen(path, "re");
	struct listed l = { NULL, 0, 0 };

	if (!f && errno != ENOENT)
		cannot(r->ctx, "Não dá para ler", path);
	if (!f)
		return l;
	pool_on_free(r->ctx->pool, close_file, f);
	read_lines(r, f, path, &l);
	return l;
}

static bool is_listed(const struct listed *l, struct uuid id)
{
	return order_find(&id, l->ids, l->n, sizeof(*l->ids), order_uuid) != NULL;
}

/* Whether the last line was cut short: another would be lost behind it. */
static bool is_cut(int fd)
{
	off_t end = lseek(fd, 0, SEEK_END);
	char last = '\n';

	return end > 0 && pread(fd, &last, 1, end - 1) == 1 && last != '\n';
}

static void add_line(struct ctx *ctx, const char *path, struct uuid id, int64_t at_ms)
{
	int fd = open(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	const char *line;
	bool written;

	if (fd < 0)
		cannot(ctx, "Não dá para escrever", path);
	line = pool_printf(ctx->pool, "%s%s %s\n", is_cut(fd) ? "\n" : "", uuid_text(ctx->pool, id),
			   timestamp_iso(ctx->pool, at_ms));
	written = write(fd, line, strlen(line)) == (ssize_t)strlen(line) && !fsync(fd);
	if (close(fd) || !written)
		cannot(ctx, "Não dá para escrever", path);
}

void deletions_keep(struct run *r, const char *directory)
{
	struct ctx *ctx = r->ctx;
	const char *path = list_path(r, directory);
	const struct db_rows *rows;
	struct listed l;

	/* A backup before an upgrade is of an older schema. */
	if (!db_get_bool(db_query(ctx, &has_table, DB_NO_ARGS), 0, 0))
		return;
	rows = db_query(ctx, &deleted, DB_NO_ARGS);
	l = read_list(r, directory);
	for (size_t i = 0; i < db_count(rows); i++)
		if (!is_listed(&l, db_get_uuid(rows, i, 0)))
			add_line(ctx, path, db_get_uuid(rows, i, 0), db_get_timestamp(rows, i, 1));
}

/* ---- one account ---- */

struct one {
	struct uuid account;
	bool again;
	const char *list; /* NULL: there is none, or it has the account */
	bool done;
};

/*
 * An account is listed after its deletion is committed: a restore deletes every listed account, so the list must not name
 * one that still exists.  deletions_keep() lists the accounts of a run that stopped between the two.
 */
static void erase_one(struct ctx *ctx, void *arg)
{
	struct one *o = arg;
	const char *outcome;

	db_begin_write(ctx);
	outcome = db_get_text(db_query(ctx, &erase,
				       DB_ARGS(db_uuid(o->account), db_timestamp(ctx->now_ms),
					       db_bool(o->again))),
			      0, 0);
	if (str_eq(outcome, "sole_owner"))
		fail(ctx, 409, "sole_owner",
		     "uma organização ficaria sem dono; lastro member role dá o papel a outro membro");
	o->done = str_eq(outcome, "erased");
	db_commit(ctx);
	if (o->done && o->list)
		add_line(ctx, o->list, o->account, ctx->now_ms);
}

static void erase_all(struct run *r, const struct db_rows *rows, bool again, const char *directory,
		      struct deletions *out)
{
	struct ctx *ctx = r->ctx;
	const char *path = directory ? list_path(r, directory) : NULL;
	struct listed l = { NULL, 0, 0 };
	struct problem why;

	if (directory)
		l = read_list(r, directory);
	for (size_t i = 0; i < db_count(rows); i++) {
		struct one o = { .account = db_get_uuid(rows, i, 0), .again = again };

		o.list = is_listed(&l, o.account) ? NULL : path;
		if (turn_take(ctx, NULL, erase_one, &o, &why)) {
			out->done += o.done;
			continue;
		}
		out->left++;
		fprintf(stderr, "lastro %s: a conta %s não foi apagada: %s\n", r->command->name,
			uuid_text(ctx->pool, o.account), why.detail);
	}
}

/* ---- all of them ---- */

bool deletions_again(struct run *r, const char *directory, struct deletions *out)
{
	struct ctx *ctx = r->ctx;
	struct listed l = read_list(r, directory);

	out->left += (int64_t)l.bad;
	if (!l.n)
		return true;
	if (db_schema_version(ctx) != migrations_newest())
		return false;
	erase_all(r, db_query(ctx, &came_back, DB_ARGS(db_uuids(l.ids, l.n))), true, directory,
		  out);
	return true;
}

void deletions_run(struct run *r, struct deletions *out)
{
	struct ctx *ctx = r->ctx;
	const char *backups = getenv("LASTRO_BACKUPS");

	if (backups && !*backups)
		backups = NULL;
	*out = (struct deletions){ 0, 0 };
	erase_all(r, db_query(ctx, &due, DB_ARGS(db_timestamp(ctx->now_ms - QUIET_MS))), false,
		  backups, out);
	if (backups)
		deletions_keep(r, backups);
	if (backups && !deletions_again(r, backups, out))
		fail(ctx, 409, "invalid_input", "O esquema não é o do programa: lastro db status.");
}
