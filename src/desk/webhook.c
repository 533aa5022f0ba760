/* SPDX-License-Identifier: Apache-2.0 */
/*
 * webhook.c: the receiver of a desk's alerts, and its deliveries.
 *
 * Nothing is sent here: lastro deliver does (notices/deliver.c).  The signing secret is generated here,
 * shown in the answer that creates it, and cannot be read by the worker's role afterwards.
 */
#include "config.h"

#include "desk/desk_parts.h"

#include "identity/caller.h"
#include "identity/key.h"
#include "desk/object_names.h"
#include "db/db_json.h"

static DB_STMT(one, "webhook.read",
	       "select w.id, w.url, w.secret_no, w.created_at, w.updated_at,"
	       "       (select count(*) from webhook_delivery d"
	       "         where d.workspace_id = $1 and d.status = 'pending') as pending,"
	       "       (select count(*) from webhook_delivery d"
	       "         where d.workspace_id = $1 and d.status = 'dead') as dead"
	       "  from webhook w where w.workspace_id = $1");
enum { C_ID, C_URL, C_SECRET_NO, C_CREATED, C_UPDATED, C_PENDING, C_DEAD };

static DB_STMT(row, "webhook.row",
	       "select jsonb_build_object('url', url, 'secret_no', secret_no)::text"
	       "  from webhook where workspace_id = $1 and id = $2 for update");

static DB_STMT(
	add, "webhook.add",
	"insert into webhook (workspace_id, id, url, secret, secret_no, created_by, created_at)"
	" values ($1, $2, $3, $4, 1, $5, $6) on conflict do nothing");

static DB_STMT(change, "webhook.change",
	       "update webhook set url = $3, updated_at = $4"
	       " where workspace_id = $1 and id = $2");

static DB_STMT(renew, "webhook.renew",
	       "update webhook set secret = $3, secret_no = secret_no + 1"
	       " where workspace_id = $1 and id = $2");

static DB_STMT(drop, "webhook.drop", "delete from webhook where workspace_id = $1 and id = $2");

#define DELIVERY                                                                                   \
	"select d.alert_id, d.status, d.attempts, d.queued_at, d.next_at, d.ended_at,"             \
	"       d.last_status, d.last_error, a.title, a.object_id"                                 \
	"  from webhook_delivery d"                                                                \
	"  join alert a on a.workspace_id = $1 and a.id = d.alert_id"                              \
	" where d.workspace_id = $1 "
#define PAGE " and (d.queued_at, d.alert_id) < ($2, $3)"
#define ORDER " order by d.queued_at desc, d.alert_id desc limit $4"

static DB_STMT(all, "deliveries.list", DELIVERY PAGE ORDER);
static DB_STMT(of_status, "deliveries.list_status", DELIVERY PAGE " and d.status = $5" ORDER);
static DB_STMT(delivery, "delivery.read", DELIVERY "and d.alert_id = $2");
enum {
	D_ID,
	D_STATUS,
	D_ATTEMPTS,
	D_QUEUED,
	D_NEXT,
	D_ENDED,
	D_LAST_STATUS,
	D_ERROR,
	D_TITLE,
	D_OBJECT
};

static DB_STMT(delivery_row, "delivery.row",
	       "select jsonb_build_object('status', status, 'attempts', attempts)::text"
	       "  from webhook_delivery where workspace_id = $1 and alert_id = $2 for update");

static DB_STMT(retry, "delivery.retry",
	       "update webhook_delivery set status = 'pending', attempts = 0, next_at = $3,"
	       "                            ended_at = null"
	       " where workspace_id = $1 and alert_id = $2 and status = 'dead'");

static const struct target_kind webhook_kind = { "credit.webhook", &row, NULL };
static const struct target_kind delivery_kind = { "credit.delivery", &delivery_row, NULL };
static const struct page_key key = { DB_TIMESTAMP, true };

/* ---- the address ---- */

static const struct db_rows *read_webhook(struct call *c)
{
	return db_query(c->ctx, &one, DB_ARGS(desk_workspace(c)));
}

void webhook_get(struct call *c)
{
	const struct db_rows *r = read_webhook(c);

	if (!json_open_if(c->out, c->name, db_count(r)))
		return;
	db_json_row(c->out, r, 0);
	json_close(c->out);
}

/* It must contain a host, and no password: the schema's pattern cannot express this. */
void webhook_check(struct call *c)
{
	const char *url = call_line(c, "url");
	const char *host = url ? strstr(url, "://") : NULL;
	size_t n = host ? strcspn(host + 3, "/?#") : 0;

	if (url && text_one_line(url) && (!n || memchr(host + 3, '@', n) || strpbrk(url, " #\\")))
		call_note(c, "/input/url", "format",
			  "um endereço https, sem usuário, senha nem âncora", url);
}

static const char *read_url(struct call *c)
{
	const char *url = call_line(c, "url");

	if (strncmp(url, "https://", 8) != 0)
		call_warn(c, "O endereço não é https: só é usado se quem opera o serviço liberar "
			     "endereços internos.");
	return url;
}

static void write_result(struct json *j, const char *name, const struct db_rows *r,
			 const char *secret)
{
	json_open(j, name);
	db_json_row(j, r, 0);
	json_text(j, "secret", secret);
	json_close(j);
}

void webhook_set(struct call *c)
{
	struct db_arg workspace = desk_workspace(c), now = db_timestamp(c->ctx->now_ms);
	const char *url = read_url(c), *secret = NULL;
	const struct db_rows *r = read_webhook(c);
	struct uuid id;

	if (db_count(r)) {
		id = db_get_uuid(r, 0, C_ID);
		call_target(c, &webhook_kind, id);
		(void)db_exec(c->ctx, &change, DB_ARGS(workspace, db_uuid(id), db_text(url), now));
		if (call_bool(c, "new_secret", false)) {
			secret = secret_to_sign(c->ctx->pool);
			(void)db_exec(c->ctx, &renew,
				      DB_ARGS(workspace, db_uuid(id), db_text(secret)));
		}
	} else {
		id = uuid_new();
		secret = secret_to_sign(c->ctx->pool);
		call_target_new(c, &webhook_kind, id);
		call_unique(c, "webhook_pkey", "/input", "webhook_there",
			    "um endereço que ninguém configurou ao mesmo tempo; repita", NULL);
		db_insert(c->ctx, &add,
			  DB_ARGS(workspace, db_uuid(id), db_text(url), db_text(secret),
				  db_uuid(c->ctx->caller->account), now));
	}
	r = read_webhook(c);
	write_result(call_without_secret(c), NULL, r, NULL);
	write_result(c->out, c->name, r, secret);
}

void webhook_delete(struct call *c)
{
	const struct db_rows *r = read_webhook(c);
	struct uuid id;

	if (!db_count(r))
		call_not_found(c);
	id = db_get_uuid(r, 0, C_ID);
	call_target(c, &webhook_kind, id);
	(void)db_exec(c->ctx, &drop, DB_ARGS(desk_workspace(c), db_uuid(id)));
	desk_write_deleted(c, id);
}

/* ---- deliveries ---- */

static void write_delivery(struct json *j, const char *name, const struct db_rows *r, size_t i,
			   const struct names *names)
{
	json_open(j, name);
	json_uuid(j, "id", db_get_uuid(r, i, D_ID));
	json_text(j, "title", db_get_text(r, i, D_TITLE));
	name_write(j, "object", names, db_get_text(r, i, D_OBJECT));
	db_json_columns(j, r, i, D_STATUS, D_ERROR);
	json_close(j);
}

void deliveries_list(struct call *c)
{
	struct db_arg after[2], workspace = desk_workspace(c), limit = db_int(call_limit(c));
	const char *status = call_text(c, "status");
	const struct db_rows *r;
	struct names names;
	size_t n;

	call_after(c, &key, after);
	r = status ? db_query(c->ctx, &of_status,
			      DB_ARGS(workspace, after[0], after[1], limit, db_text(status)))
		   : db_query(c->ctx, &all, DB_ARGS(workspace, after[0], after[1], limit));
	n = call_page(c, &key, r, D_QUEUED, D_ID);
	names = names_of_rows(c->ctx, r, n, D_OBJECT);
	json_array(c->out, c->name);
	for (size_t i = 0; i < n; i++)
		write_delivery(c->out, NULL, r, i, &names);
	json_array_end(c->out);
}

void delivery_retry(struct call *c)
{
	struct db_arg workspace = desk_workspace(c);
	struct uuid id = desk_id(c, "delivery_id");
	const struct db_rows *r;
	struct names names;

	call_target(c, &delivery_kind, id);
	if (!db_exec(c->ctx, &retry, DB_ARGS(workspace, db_uuid(id), db_timestamp(c->ctx->now_ms))))
		call_conflict(c, "/input/delivery_id", "delivery_not_dead",
			      "uma entrega de que já se desistiu", NULL);
	r = db_query(c->ctx, &delivery, DB_ARGS(workspace, db_uuid(id)));
	names = names_of_rows(c->ctx, r, 1, D_OBJECT);
	write_delivery(c->out, c->name, r, 0, &names);
}
