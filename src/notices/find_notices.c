/* SPDX-License-Identifier: Apache-2.0 */
/*
 * find_notices.c: finds due notices and queues them for notices_deliver().
 *
 * Expiring keys, an office's imports and prices that were waited for are found for everyone at once.  What depends on computed
 * holdings is found portfolio by portfolio of the subscribers (find_holdings.c), or account by account (find_accounts.c).  Each
 * notice is identified by its subject, which is queued once per subscription, so that runs may overlap and be repeated.
 */
#include "config.h"

#include "notices/find_notices.h"

#include "core/clock.h"
#include "core/number_text.h"
#include "notices/find_parts.h"

#define DAY_MS INT64_C(86400000)
#define KEPT_DAYS 400 /* how long sent notices are stored */

/* The query over all tenants only reads; its results are queued tenant by tenant. */
static DB_STMT(
	keys, "notices.keys",
	"select n.workspace_id, n.account_id, 'key:' || k.id || ':' || k.expires_at, k.name, k.prefix, k.expires_at"
	"  from lastro.notice n"
	"  join lastro.api_key k on k.account_id = n.account_id and k.form = 'key' and k.revoked_at is null"
	"                       and k.expires_at > $1 and k.expires_at <= $1::timestamptz + n.days * interval '1 day'"
	" where n.kind = 'key_expiring' and ($2::uuid[] is null or n.workspace_id = any($2::uuid[]))"
	" group by 1, 2, 3, 4, 5, 6"
	" order by n.workspace_id, n.account_id, 3 limit 100000");
enum { K_WORKSPACE, K_ACCOUNT, K_ABOUT, K_NAME, K_PREFIX, K_EXPIRES };

/*
 * Of the clients that the person may see as a member now, imported by another person.  The office is
 * another workspace than the person's: $2 are the persons', $3 the offices'.
 */
static DB_STMT(
	imports, "notices.imports",
	"with wanted as materialized ("
	"  select n.workspace_id, n.account_id, n.created_at from lastro.notice n"
	"   where n.kind = 'office_import' and ($2::uuid[] is null or n.workspace_id = any($2::uuid[])))"
	" select distinct n.workspace_id, n.account_id, 'import:' || a.id, p.name, f.name, a.occurred_at"
	"  from lastro.audit a"
	"  join lastro.portfolio p on p.workspace_id = a.workspace_id and p.id = a.subject_id"
	"                         and ($3::uuid[] is null or p.workspace_id = any($3::uuid[]))"
	"  join lastro.office f on f.workspace_id = a.workspace_id and ($3::uuid[] is null or f.workspace_id = any($3::uuid[]))"
	"  join lastro.office_member m on m.workspace_id = a.workspace_id and m.suspended_at is null and m.seated"
	"                             and m.account_id is distinct from a.account_id"
	"                             and ($3::uuid[] is null or m.workspace_id = any($3::uuid[]))"
	"  join wanted n on n.account_id = m.account_id and n.created_at <= a.occurred_at"
	" where a.action = 'advisor.client_portfolio.import' and a.outcome = 'done'"
	"   and a.occurred_at > $1::timestamptz - interval '7 days'"
	"   and ($3::uuid[] is null or a.workspace_id = any($3::uuid[]))"
	"   and (m.role in ('owner', 'admin') or exists (select from lastro.client_assignment c"
	"         where c.workspace_id = m.workspace_id and c.client_id = p.client_id and c.member_id = m.id"
	"           and ($3::uuid[] is null or c.workspace_id = any($3::uuid[]))))"
	" order by n.workspace_id, n.account_id, 3 limit 100000");
enum { I_WORKSPACE, I_ACCOUNT, I_ABOUT, I_PORTFOLIO, I_OFFICE, I_AT };

/* Neither disabled nor waiting to be deleted, with a wallet that is not suspended. */
static DB_STMT(hearing, "notices.hearing",
	       "select a.id"
	       "  from lastro.account a"
	       "  join lastro.workspace w on w.account_id = a.id and w.wallet = 'installed'"
	       " where a.id = any($1::uuid[]) and a.disabled_at is null"
	       "   and not exists (select from lastro.account_deletion d where d.account_id = a.id)"
	       " order by a.id limit 1000000");

static DB_STMT(versions, "notices.versions",
	       "select v.version from lastro.market_version v order by v.position limit 100");

static DB_STMT(
	aged, "notices.aged",
	"select distinct workspace_id from lastro.notification"
	" where status <> 'pending' and ended_at < $1::timestamptz - $2::int8 * interval '1 day'"
	"   and ($3::uuid[] is null or workspace_id = any($3::uuid[]))"
	" order by workspace_id limit 1000");

static DB_STMT(forget, "notices.forget",
	       "delete from lastro.notification"
	       " where workspace_id = $1 and status <> 'pending'"
	       "   and ended_at < $2::timestamptz - $3::int8 * interval '1 day'");

/* ---- found for everyone at once ---- */

static void say_key(struct ctx *ctx, const struct db_rows *r, size_t i, struct found *f)
{
	int64_t ends = db_get_timestamp(r, i, K_EXPIRES);

	f->least = (ends - ctx->now_ms + DAY_MS - 1) / DAY_MS; /* so many days ahead, or more */
	f->title = "Uma chave vai vencer";
	f->body = pool_printf(
		ctx->pool,
		"A chave \"%s\" (%s…) vence em %s. Quem a usa deixa de ter acesso então; "
		"crie outra antes disso.",
		db_get_text(r, i, K_NAME), db_get_text(r, i, K_PREFIX),
		date_text(ctx->pool, clock_day_of(ends)));
}

static void say_import(struct ctx *ctx, const struct db_rows *r, size_t i, struct found *f)
{
	f->title = "Uma importação no escritório";
	f->body = pool_printf(
		ctx->pool,
		"Um extrato foi importado na carteira \"%s\" do escritório \"%s\" em %s.",
		db_get_text(r, i, I_PORTFOLIO), db_get_text(r, i, I_OFFICE),
		date_text(ctx->pool, clock_day_of(db_get_timestamp(r, i, I_AT))));
}

/* Rows of one person stand together: (workspace, account, about …). */
static void queue_all(struct finding *f, const char *kind, const struct db_rows *r,
		      void (*say)(struct ctx *ctx, const struct db_rows *r, size_t i,
				  struct found *f))
{
	struct found_list list = found_list_new(f->ctx->pool, db_count(r));

	for (size_t i = 0; i < db_count(r); i++) {
		struct person who = { db_get_uuid(r, i, 0), db_get_uuid(r, i, 1) };

		if (find_hears(f, who.account)) {
			struct found *one = found_add(&list);

			one->about = db_get_text(r, i, 2);
			say(f->ctx, r, i, one);
		}
		if (i + 1 < db_count(r) && uuid_same(db_get_uuid(r, i + 1, 0), who.workspace) &&
		    uuid_same(db_get_uuid(r, i + 1, 1), who.account))
			continue;
		f->queued += found_queue(f->ctx, who, kind, &list);
		list.n = 0;
	}
}

static void find_keys(struct finding *f)
{
	queue_all(f, "key_expiring",
		  db_query(f->ctx, &keys, DB_ARGS(db_timestamp(f->ctx->now_ms), f->workspaces)),
		  say_key);
}

static void find_imports(struct finding *f)
{
	queue_all(f, "office_import",
		  db_query(f->ctx, &imports,
			   DB_ARGS(db_timestamp(f->ctx->now_ms), f->workspaces, f->offices)),
		  say_import);
}

/* ---- the run ---- */

static void forget_aged(struct ctx *ctx, struct db_arg workspaces)
{
	struct db_arg now = db_timestamp(ctx->now_ms), days = db_int(KEPT_DAYS);
	const struct db_rows *r = db_query(ctx, &aged, DB_ARGS(now, days, workspaces));

	for (size_t i = 0; i < db_count(r); i++)
		(void)db_exec(ctx, &forget, DB_ARGS(db_uuid(db_get_uuid(r, i, 0)), now, days));
}

static void read_hearing(struct finding *f, const struct db_rows *subscribers)
{
	struct uuid *ids = pool_array(f->ctx->pool, struct uuid, db_count(subscribers));
	const struct db_rows *r;

	for (size_t i = 0; i < db_count(subscribers); i++)
		ids[i] = db_get_uuid(subscribers, i, SUBSCRIBER_ACCOUNT);
	r = db_query(f->ctx, &hearing, DB_ARGS(db_uuids(ids, db_count(subscribers))));
	f->n_hearing = db_count(r);
	for (size_t i = 0; i < f->n_hearing; i++)
		ids[i] = db_get_uuid(r, i, 0);
	f->hearing = ids;
}

static void read_versions(struct finding *f)
{
	const struct db_rows *v = db_query(f->ctx, &versions, DB_NO_ARGS);

	for (size_t i = 0; i < db_count(v) && i < FAMILY_COUNT; i++)
		f->seen.market_version[i] = db_get_int(v, i, 0);
}

int64_t notices_find(struct ctx *ctx, struct db_arg workspaces, struct db_arg offices)
{
	struct finding f = { .ctx = ctx,
			     .workspaces = workspaces,
			     .offices = offices,
			     .seen = { .kind = CREDENTIAL_USER,
				       .scopes = SCOPE_ACCOUNT_READ,
				       .personal = true,
				       .wallet = true } };
	const struct db_rows *subscribers, *holders;

	db_begin_write(ctx);
	forget_aged(ctx, workspaces);
	subscribers = find_subscribers(&f);
	read_hearing(&f, subscribers);
	find_keys(&f);
	find_imports(&f);
	find_reached(&f);
	read_versions(&f);
	holders = find_holders(&f);
	db_commit(ctx);
	find_holdings(&f, holders);
	find_accounts(&f, subscribers);
	return f.queued;
}
