/* SPDX-License-Identifier: Apache-2.0 */
/*
 * find_notices.c: finds due notices and queues them for notices_deliver().
 *
 * Expiring keys and an office's imports are found for everyone at once.  Old prices and payments depend
 * on computed holdings: portfolio by portfolio of the subscribers.  Each notice is identified by its
 * subject, which is queued once per subscription, so that runs may overlap and be repeated.
 */
#include "config.h"

#include "notices/find_notices.h"

#include "identity/caller.h"
#include "identity/turn.h"
#include "core/clock.h"
#include "core/log.h"
#include "core/text.h"
#include "core/uuid.h"
#include "core/number_text.h"
#include "core/problem.h"
#include "db/db.h"
#include "portfolio/portfolio.h"

#define DAYS_MAX 90
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

static DB_STMT(
	holders, "notices.holders",
	"select distinct n.workspace_id, n.account_id, p.id, p.name, p.created_at"
	"  from lastro.notice n"
	"  join lastro.portfolio p on p.workspace_id = n.workspace_id and p.controller_id = n.account_id"
	"                         and p.client_id is null"
	"                         and ($1::uuid[] is null or p.workspace_id = any($1::uuid[]))"
	" where n.kind in ('price_stale', 'income_due') and ($1::uuid[] is null or n.workspace_id = any($1::uuid[]))"
	" order by n.workspace_id, p.created_at, p.id limit 1000000");
enum { H_WORKSPACE, H_ACCOUNT, H_PORTFOLIO, H_NAME };

static DB_STMT(act_for, "notices.act_for", "select lastro.caller_set($1, $2, $3)");

static DB_STMT(versions, "notices.versions",
	       "select v.version from lastro.market_version v order by v.position limit 100");

/* A payment is identified by its day, its kind and its amount, so one loaded twice is one. */
static DB_STMT(payments, "notices.payments",
	       "select distinct d.symbol, d.kind, d.ex_day, d.pay_day, d.gross::text"
	       "  from lastro.distribution d"
	       " where d.venue = 'b3' and d.symbol = any($1::text[]) and d.kind is not null"
	       "   and d.pay_day >= $2 and d.pay_day <= $3"
	       " order by d.pay_day, d.symbol, d.kind, d.ex_day, d.gross::text limit 2000");
enum { D_SYMBOL, D_KIND, D_EX, D_PAY, D_GROSS };

/* The id is derived from a random seed: a volatile function beside a tenant table cannot be distributed. */
static DB_STMT(
	queue, "notices.queue",
	"insert into lastro.notification"
	"       (workspace_id, id, account_id, notice_id, kind, channel, about, title, body, status, queued_at, next_at)"
	" select n.workspace_id, md5(n.id::text || x.seed)::uuid, n.account_id, n.id, n.kind, n.channel,"
	"        x.about, x.title, x.body, 'pending', $4::timestamptz, $4::timestamptz"
	"   from lastro.notice n"
	"   join unnest($5::text[], $6::text[], $7::text[], $8::int8[], $9::int8[], $10::uuid[])"
	"        x (about, title, body, least, most, seed)"
	"     on n.days between x.least and x.most"
	"  where n.workspace_id = $1 and n.account_id = $2 and n.kind = $3"
	" on conflict do nothing");

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

/* ---- wording ---- */

/* "0.500000000000" as "0,50": at least two places. */
static const char *amount_said(void *pool, const char *numeric)
{
	char *out = pool_strdup(pool, numeric), *point = strchr(out, '.');
	size_t n = strlen(out);

	while (point && out[n - 1] == '0' && out + n > point + 3)
		out[--n] = '\0';
	return comma_text(pool, out);
}

static const char *kind_said(const char *kind)
{
	static const char *const words[][2] = {
		{ "dividend", "dividendo" },	   { "jcp", "juros sobre capital próprio" },
		{ "yield", "rendimento" },	   { "interest", "juros" },
		{ "amortization", "amortização" }, { "capital_return", "restituição de capital" },
	};

	return text_paired(words, ARRAY_SIZE(words), kind, kind);
}

/* ---- of a portfolio ---- */

struct told {
	const char **about, **title, **body;
	int64_t *least, *most; /* the range of days of the matching subscriptions */
	size_t n;
};

static struct told told_new(void *pool, size_t most)
{
	return (struct told){ .about = pool_array(pool, const char *, most),
			      .title = pool_array(pool, const char *, most),
			      .body = pool_array(pool, const char *, most),
			      .least = pool_array(pool, int64_t, most),
			      .most = pool_array(pool, int64_t, most) };
}

/* Who is told. */
struct person {
	struct uuid workspace, account;
};

struct holder {
	struct ctx *ctx;
	struct person who;
	const char *portfolio, *name;
	struct caller caller;
	int64_t queued;
};

static int64_t put_queue(struct ctx *ctx, struct person who, const char *kind, const struct told *t)
{
	struct uuid *seeds = pool_array(ctx->pool, struct uuid, t->n);

	if (!t->n)
		return 0;
	for (size_t i = 0; i < t->n; i++)
		seeds[i] = uuid_new();
	return db_exec(ctx, &queue,
		       DB_ARGS(db_uuid(who.workspace), db_uuid(who.account), db_text(kind),
			       db_timestamp(ctx->now_ms), db_texts(t->about, t->n),
			       db_texts(t->title, t->n), db_texts(t->body, t->n),
			       db_ints(t->least, t->n), db_ints(t->most, t->n),
			       db_uuids(seeds, t->n)));
}

static void tell_prices(struct holder *h, const struct wallet_holdings *held)
{
	struct ctx *ctx = h->ctx;
	struct told t = told_new(ctx->pool, held->n);

	for (size_t i = 0; i < held->n; i++) {
		const struct wallet_holding *x = &held->list[i];
		int age = ctx->today.n - x->quote_day.n;

		if (!x->quoted || age < 1)
			continue;
		t.about[t.n] = pool_printf(ctx->pool, "price:%s:%.100s:%d", h->portfolio, x->ticker,
					   x->quote_day.n);
		t.title[t.n] = pool_printf(ctx->pool, "Preço antigo: %.100s", x->ticker);
		t.body[t.n] = pool_printf(
			ctx->pool,
			"O último preço de %.100s, da carteira \"%s\", é de %s, há %d dias. O valor da "
			"carteira se apoia nele até vir outro.",
			x->ticker, h->name, date_text(ctx->pool, x->quote_day), age);
		t.least[t.n] = 0;
		t.most[t.n++] = age;
	}
	h->queued += put_queue(ctx, h->who, "price_stale", &t);
}

static void tell_payments(struct holder *h, const struct wallet_holdings *held)
{
	struct ctx *ctx = h->ctx;
	const char **tickers = pool_array(ctx->pool, const char *, held->n);
	const struct db_rows *r;
	struct told t;

	for (size_t i = 0; i < held->n; i++)
		tickers[i] = held->list[i].ticker;
	r = db_query(ctx, &payments,
		     DB_ARGS(db_texts(tickers, held->n), db_day(ctx->today),
			     db_day((struct day){ ctx->today.n + DAYS_MAX })));
	t = told_new(ctx->pool, db_count(r));
	for (size_t i = 0; i < db_count(r); i++) {
		const char *symbol = db_get_text(r, i, D_SYMBOL), *kind = db_get_text(r, i, D_KIND);
		const char *gross = db_get_text(r, i, D_GROSS);
		struct day ex = db_get_day(r, i, D_EX), pay = db_get_day(r, i, D_PAY);

		t.about[t.n] = pool_printf(ctx->pool, "income:%.100s:%s:%d:%d:%s", symbol, kind,
					   ex.n, pay.n, gross);
		t.title[t.n] = pool_printf(ctx->pool, "Provento em %s: %.100s",
					   date_text(ctx->pool, pay), symbol);
		t.body[t.n] = pool_printf(
			ctx->pool,
			"%.100s paga %s de R$ %s por unidade em %s, a quem a tinha antes "
			"de %s (data ex). Ela está na carteira \"%s\".",
			symbol, kind_said(kind), amount_said(ctx->pool, gross),
			date_text(ctx->pool, pay), date_text(ctx->pool, ex), h->name);
		t.least[t.n] = pay.n - ctx->today.n;
		t.most[t.n++] = DAYS_MAX;
	}
	h->queued += put_queue(ctx, h->who, "income_due", &t);
}

static void tell(struct ctx *ctx, void *arg)
{
	struct holder *h = arg;
	struct wallet_holdings held;

	db_begin_write(ctx);
	(void)db_query(
		ctx, &act_for,
		DB_ARGS(db_uuid(h->who.workspace), db_uuid(h->who.account), db_uuid(uuid_nil())));
	held = wallet_holdings(ctx, h->portfolio);
	if (held.n) {
		tell_prices(h, &held);
		tell_payments(h, &held);
	}
	db_commit(ctx);
}

/* A portfolio that cannot be computed gives no notice and does not affect others; a lost database ends the run. */
static int64_t tell_of(struct ctx *ctx, const struct db_rows *r, size_t i,
		       const struct caller *seen)
{
	char *id = pool_array(ctx->pool, char, UUID_TEXT_SIZE);
	struct problem why;
	struct holder h = {
		.ctx = ctx,
		.who = { db_get_uuid(r, i, H_WORKSPACE), db_get_uuid(r, i, H_ACCOUNT) },
		.portfolio = id,
		.name = db_get_text(r, i, H_NAME),
		.caller = *seen,
	};

	uuid_format(db_get_uuid(r, i, H_PORTFOLIO), id);
	h.caller.workspace = h.who.workspace;
	h.caller.account = h.who.account;
	if (turn_take(ctx, &h.caller, tell, &h, &why))
		return h.queued;
	if (str_eq(why.code, "database_unavailable"))
		fail(ctx, why.status, why.code, "%s", why.detail);
	log_event(LOG_WARN, NULL, "portfolio %s cannot be computed: %s", id, why.code);
	return 0;
}

/* ---- found for everyone at once ---- */

static void say_key(struct ctx *ctx, const struct db_rows *r, size_t i, struct told *t)
{
	int64_t ends = db_get_timestamp(r, i, K_EXPIRES);

	t->least[t->n] =
		(ends - ctx->now_ms + DAY_MS - 1) / DAY_MS; /* so many days ahead, or more */
	t->title[t->n] = "Uma chave vai vencer";
	t->body[t->n] = pool_printf(
		ctx->pool,
		"A chave \"%s\" (%s…) vence em %s. Quem a usa deixa de ter acesso então; "
		"crie outra antes disso.",
		db_get_text(r, i, K_NAME), db_get_text(r, i, K_PREFIX),
		date_text(ctx->pool, clock_day_of(ends)));
}

static void say_import(struct ctx *ctx, const struct db_rows *r, size_t i, struct told *t)
{
	t->title[t->n] = "Uma importação no escritório";
	t->body[t->n] = pool_printf(
		ctx->pool,
		"Um extrato foi importado na carteira \"%s\" do escritório \"%s\" em %s.",
		db_get_text(r, i, I_PORTFOLIO), db_get_text(r, i, I_OFFICE),
		date_text(ctx->pool, clock_day_of(db_get_timestamp(r, i, I_AT))));
}

/* Rows of one person stand together: (workspace, account, about …). */
static int64_t queue_all(struct ctx *ctx, const char *kind, const struct db_rows *r,
			 void (*say)(struct ctx *ctx, const struct db_rows *r, size_t i,
				     struct told *t))
{
	struct told t = told_new(ctx->pool, db_count(r));
	int64_t queued = 0;

	for (size_t i = 0; i < db_count(r); i++) {
		struct person who = { db_get_uuid(r, i, 0), db_get_uuid(r, i, 1) };

		t.about[t.n] = db_get_text(r, i, 2);
		t.least[t.n] = 0;
		t.most[t.n] = DAYS_MAX;
		say(ctx, r, i, &t);
		t.n++;
		if (i + 1 < db_count(r) && uuid_same(db_get_uuid(r, i + 1, 0), who.workspace) &&
		    uuid_same(db_get_uuid(r, i + 1, 1), who.account))
			continue;
		queued += put_queue(ctx, who, kind, &t);
		t.n = 0;
	}
	return queued;
}

static void forget_aged(struct ctx *ctx, struct db_arg workspaces)
{
	struct db_arg now = db_timestamp(ctx->now_ms), days = db_int(KEPT_DAYS);
	const struct db_rows *r = db_query(ctx, &aged, DB_ARGS(now, days, workspaces));

	for (size_t i = 0; i < db_count(r); i++)
		(void)db_exec(ctx, &forget, DB_ARGS(db_uuid(db_get_uuid(r, i, 0)), now, days));
}

int64_t notices_find(struct ctx *ctx, struct db_arg workspaces, struct db_arg offices)
{
	struct db_arg now = db_timestamp(ctx->now_ms);
	struct caller seen = { .kind = CREDENTIAL_USER,
			       .scopes = SCOPE_ACCOUNT_READ,
			       .personal = true,
			       .wallet = true };
	const struct db_rows *list, *v;
	int64_t queued;

	db_begin_write(ctx);
	forget_aged(ctx, workspaces);
	queued = queue_all(ctx, "key_expiring", db_query(ctx, &keys, DB_ARGS(now, workspaces)),
			   say_key);
	queued += queue_all(ctx, "office_import",
			    db_query(ctx, &imports, DB_ARGS(now, workspaces, offices)), say_import);
	v = db_query(ctx, &versions, DB_NO_ARGS);
	for (size_t i = 0; i < db_count(v) && i < FAMILY_COUNT; i++)
		seen.market_version[i] = db_get_int(v, i, 0);
	list = db_query(ctx, &holders, DB_ARGS(workspaces));
	db_commit(ctx);
	for (size_t i = 0; i < db_count(list); i++)
		queued += tell_of(ctx, list, i, &seen);
	return queued;
}
