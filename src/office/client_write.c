/* SPDX-License-Identifier: Apache-2.0 */
/*
 * client_write.c: creates, changes and deletes clients.
 *
 * A violated constraint does not write personal data into the database's log: under row security
 * PostgreSQL does not show the row.
 */
#include "config.h"

#include "office/client.h"

#include "identity/caller.h"
#include "office/reach.h"
#include "office/office.h"

/* ---- SQL ---- */

static DB_STMT(row, "client.row",
	       "select jsonb_build_object('name', c.name, 'tax_id', c.tax_id, 'email', c.email,"
	       "         'phone', c.phone, 'notes', c.notes, 'family_id', c.family_id,"
	       "         'member_ids', coalesce((select jsonb_agg(a.member_id order by a.member_id)"
	       "           from client_assignment a"
	       "          where a.workspace_id = $1 and a.client_id = c.id), '[]'),"
	       "         'portfolios', (select count(*) from portfolio p"
	       "           where p.workspace_id = $1 and p.client_id = c.id))::text"
	       "  from client c where c.workspace_id = $1 and c.id = $2 for update");

static DB_STMT(family, "client.family",
	       "select f.id from family f"
	       " where f.workspace_id = $1 and f.id = $2 and " FAMILY_REACH(
		       "$3", "$4") " for key share of f");

static DB_STMT(add, "client.add",
	       "insert into client (workspace_id, id, name, name_key, tax_id, email, phone, notes,"
	       "                    family_id, created_by, created_at)"
	       " values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing");

static DB_STMT(
	assign, "client.assign",
	"insert into client_assignment (workspace_id, client_id, member_id, assigned_by, assigned_at)"
	" select c.workspace_id, c.id, $3, $4, $5 from client c where c.workspace_id = $1 and c.id = $2");

static DB_STMT(change, "client.change",
	       "update client"
	       "   set name = coalesce($3, name), name_key = coalesce($4, name_key),"
	       "       tax_id = case when $5 then $6 else tax_id end,"
	       "       email = case when $7 then $8 else email end,"
	       "       phone = case when $9 then $10 else phone end,"
	       "       notes = case when $11 then $12 else notes end,"
	       "       family_id = case when $13 then $14::uuid else family_id end,"
	       "       updated_at = $15"
	       " where workspace_id = $1 and id = $2"
	       "   and not exists (select from client o"
	       "                    where o.workspace_id = $1 and o.tax_id = $6 and o.id <> $2)");

static DB_STMT(
	owned, "client.owned",
	"select count(*),"
	"       coalesce(sum((select count(*) from ledger l"
	"                      where l.workspace_id = $1 and l.portfolio_id = p.id)), 0)::int8"
	"  from portfolio p where p.workspace_id = $1 and p.client_id = $2");
enum { O_PORTFOLIOS, O_ROWS };

static DB_STMT(leave, "client.leave", "select client_unregister($1, $2)");

static DB_STMT(drop, "client.drop", "delete from client where workspace_id = $1 and id = $2");

static const char *const personal[] = { "name", "tax_id", "email", "phone", "notes", NULL };
static const struct target_kind client_kind = { "advisor.client", &row, personal };

/* ---- input ---- */

struct fields {
	const char *name, *tax_id, *email, *phone, *notes; /* NULL: absent or null */
	struct db_arg family;
};

void client_check(struct call *c)
{
	const char *sent = call_text(c, "tax_id");
	char bare[15];

	if (sent && !tax_id_normal(sent, bare))
		call_note(c, "/input/tax_id", "tax_id",
			  "CPF ou CNPJ com os dígitos verificadores certos", sent);
}

static const char *read_tax_id(struct call *c)
{
	const char *sent = call_text(c, "tax_id");
	char bare[15];

	return sent && tax_id_normal(sent, bare) ? pool_strdup(c->ctx->pool, bare) : NULL;
}

static struct fields read_fields(struct call *c)
{
	struct fields f = {
		.name = call_line(c, "name"),
		.tax_id = read_tax_id(c),
		.email = call_line(c, "email"),
		.phone = call_line(c, "phone"),
		.notes = call_text(c, "notes"),
		.family = db_null(),
	};
	struct uuid id;

	if (call_uuid(c, "family_id", &id))
		f.family = db_uuid(id);
	return f;
}

/*
 * The family must be visible to the member, and is locked during the write; otherwise the answer is as
 * for an unknown one.
 */
static void check_family(struct call *c, const struct fields *f)
{
	if (f->family.type == DB_NULL)
		return;
	if (!db_count(db_query(c->ctx, &family,
			       DB_ARGS(db_uuid(c->ctx->caller->workspace), f->family,
				       reach_member(c), db_uuid(c->ctx->caller->account)))))
		call_not_found(c);
}

static void expect_unique(struct call *c, const struct fields *f)
{
	if (f->tax_id)
		call_unique(c, "client_tax_id_unique", "/input/tax_id", "tax_id_taken",
			    "um CPF ou CNPJ que nenhum cliente da organização tenha",
			    call_text(c, "tax_id"));
}

/* ---- Actions ---- */

void client_create(struct call *c)
{
	struct ctx *ctx = c->ctx;
	const struct member *m = c->who;
	struct db_arg workspace = db_uuid(ctx->caller->workspace);
	struct db_arg account = db_uuid(ctx->caller->account), now = db_timestamp(ctx->now_ms);
	struct uuid id = uuid_new();
	struct fields f = read_fields(c);
	struct db_rows *r[2];
	size_t n = 1;

	check_family(c, &f);
	expect_unique(c, &f);
	call_target_new(c, &client_kind, id);
	db_send(ctx, &add,
		DB_ARGS(workspace, db_uuid(id), db_text(f.name),
			db_text(text_fold(ctx->pool, f.name)), db_text(f.tax_id), db_text(f.email),
			db_text(f.phone), db_text(f.notes), f.family, account, now));
	if (m->role == ROLE_ADVISOR) { /* who would not see the client otherwise */
		db_send(ctx, &assign,
			DB_ARGS(workspace, db_uuid(id), db_uuid(m->id), account, now));
		n++;
	}
	db_wait(ctx, r, n);
	if (!db_touched(r[0]))
		db_conflict_met(ctx);
	client_result(c, id);
}

void client_update(struct call *c)
{
	struct ctx *ctx = c->ctx;
	struct uuid id = client_named(c);
	struct fields f = read_fields(c);

	call_target(c, &client_kind, id);
	check_family(c, &f);
	expect_unique(c, &f);
	/* The row is locked: without a result, another client has the tax id. */
	db_insert(ctx, &change,
		  DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(id), db_text(f.name),
			  db_text(f.name ? text_fold(ctx->pool, f.name) : NULL),
			  db_bool(call_has(c, "tax_id")), db_text(f.tax_id),
			  db_bool(call_has(c, "email")), db_text(f.email),
			  db_bool(call_has(c, "phone")), db_text(f.phone),
			  db_bool(call_has(c, "notes")), db_text(f.notes),
			  db_bool(call_has(c, "family_id")), f.family, db_timestamp(ctx->now_ms)));
	client_result(c, id);
}

static void warn_of(struct call *c, int64_t portfolios, int64_t rows)
{
	if (portfolios)
		call_warn(c, "Com o cliente se apagam %lld %s e %lld %s, sem volta.",
			  (long long)portfolios, portfolios == 1 ? "carteira" : "carteiras",
			  (long long)rows, rows == 1 ? "lançamento" : "lançamentos");
}

void client_delete(struct call *c)
{
	struct ctx *ctx = c->ctx;
	struct uuid id = client_named(c);
	struct db_arg workspace = db_uuid(ctx->caller->workspace);
	struct db_rows *r[3];
	int64_t portfolios;

	call_target(c, &client_kind, id); /* from here on no portfolio can be added */
	db_send(ctx, &owned, DB_ARGS(workspace, db_uuid(id)));
	db_send(ctx, &leave, DB_ARGS(workspace, db_uuid(id)));
	db_send(ctx, &drop, DB_ARGS(workspace, db_uuid(id)));
	db_wait(ctx, r, ARRAY_SIZE(r));
	portfolios = db_get_int(r[0], 0, O_PORTFOLIOS);
	warn_of(c, portfolios, db_get_int(r[0], 0, O_ROWS));
	json_open(c->out, c->name);
	json_uuid(c->out, "id", id);
	json_boolean(c->out, "deleted", true);
	json_int(c->out, "portfolios", portfolios);
	json_close(c->out);
}
