/* SPDX-License-Identifier: Apache-2.0 */
/*
 * consolidation.c: reads several portfolios at once: a workspace's consolidated ones, or a client's.
 *
 * The stored figures are read in one round trip; the ledgers of stale ones in a second, all at once.
 * One market serves all of them.
 */
#include "config.h"

#include "portfolio/store/consolidation.h"

#include "identity/caller.h"
#include "identity/portfolio_access.h"
#include "calc/code_stamp.h"
#include "core/clock.h"
#include "db/db.h"
#include "portfolio/store/prefix_check.h"
#include "portfolio/store/heads.h"
#include "portfolio/store/state.h"
#include "portfolio/store/ledgers.h"

/* As portfolio.list, without simulations.  $1 workspace, $2 account. */
#define COUNTED                                                                                    \
	" where p.workspace_id = $1 and p.client_id is null and not p.exclude_from_consolidated"   \
	"   and " PORTFOLIO_READABLE("$2")

/* $1 workspace, $2 client; only those recorded before @until. */
#define OF_CLIENT(until)                                                                           \
	" where p.workspace_id = $1 and p.client_id = $2 and not p.exclude_from_consolidated"      \
	"   and p.created_at < " until

#define HEADS(which) "select " STATE_HEAD which " order by p.id limit 1000"

#define TAILS(which)                                                                               \
	"select t.asset_id, t.tail, t.portfolio_id"                                                \
	"  from portfolio p"                                                                       \
	"  join asset_state t on t.workspace_id = $1 and t.portfolio_id = p.id" which              \
	" order by t.portfolio_id, t.asset_id limit 1000000"

static DB_STMT(heads, "consolidation.heads", HEADS(COUNTED));
static DB_STMT(tails, "consolidation.tails", TAILS(COUNTED));
static DB_STMT(client_heads, "consolidation.client_heads", HEADS(OF_CLIENT("$4")));
static DB_STMT(client_tails, "consolidation.client_tails", TAILS(OF_CLIENT("$3")));

/* The portfolios whose ledgers must be read. */
struct ledgers {
	struct loaded **list;
	size_t n;
};

static void derive_ledgers(struct ctx *ctx, const struct consolidation_want *want,
			   const struct ledgers *l)
{
	for (size_t i = 0; i < l->n; i++) {
		struct loaded *in = l->list[i];
		int64_t start = clock_monotonic_us();
		enum calc_err err = ledger_derive(ctx->pool, &in->ledger, in->market, want->as_of,
						  &in->derived);

		ctx->calc_us += clock_monotonic_us() - start;
		load_judge(ctx, in->name, err);
		in->reference_version = ctx->caller->market_version[FAMILY_REFERENCE];
		if (!want->at && !want->whole)
			state_save_later(ctx, in);
	}
}

/* ---- the whole ---- */

/* One market for the assets of all. */
static void give_market(struct ctx *ctx, const struct consolidation_want *want,
			struct db_rows *const *market_rows, struct consolidation *t)
{
	struct ledger_asset *list, *next;
	const struct market *m;
	struct ledger all = { 0 };

	for (size_t i = 0; i < t->n; i++)
		all.n_assets += t->list[i].in.ledger.n_assets;
	list = pool_array(ctx->pool, struct ledger_asset, all.n_assets);
	all.assets = next = list;
	for (size_t i = 0; i < t->n; i++)
		for (size_t k = 0; k < t->list[i].in.ledger.n_assets; k++)
			*next++ = t->list[i].in.ledger.assets[k];
	m = market_take(ctx, market_rows, &all, want->at ? &want->as_of : NULL,
			want->history && (want->steps || !t->prefix));
	pool_free(list); /* large when there are many papers */
	for (size_t i = 0; i < t->n; i++)
		t->list[i].in.market = m;
}

static void value_all(struct ctx *ctx, struct day as_of, struct consolidation *t)
{
	struct portfolio *list = pool_array(ctx->pool, struct portfolio, t->n);
	struct valuer *v = t->n ? valuer_new(ctx->pool, t->list[0].in.market, as_of, false) : NULL;
	int64_t start = clock_monotonic_us();
	struct holding *holdings;
	size_t room = 0;
	enum calc_err err;

	for (size_t i = 0; i < t->n; i++)
		room += t->list[i].in.derived.n;
	holdings = pool_array(ctx->pool, struct holding, room);
	for (size_t i = 0; i < t->n; i++) {
		load_judge(
			ctx, t->list[i].in.name,
			portfolio_value(ctx->pool, v, &t->list[i].in.derived, holdings, &list[i]));
		t->list[i].portfolio = list[i];
		holdings += list[i].n_holdings;
	}
	err = consolidate(ctx->pool, list, t->n, as_of, &t->all);
	ctx->calc_us += clock_monotonic_us() - start;
	load_judge(ctx, "consolidada", err);
}

/* ---- the prefix of the history ---- */

static struct prefix_subject prefix_subject_of_all(struct ctx *ctx,
						   const struct consolidation_want *want)
{
	return (struct prefix_subject){ .joint = true,
					.workspace = ctx->caller->workspace,
					.id = want->client ? *want->client : ctx->caller->account };
}

static struct prefix_stamp stamp_of_all(void *pool, const struct consolidation *t)
{
	struct ledger_at *ledgers = pool_array(pool, struct ledger_at, t->n);

	for (size_t i = 0; i < t->n; i++)
		ledgers[i] = (struct ledger_at){ t->list[i].in.id, t->list[i].in.ledger_version };
	return prefix_stamp_of(ledgers, t->n);
}

static const struct db_rows *fetch_tails(struct ctx *ctx, const struct consolidation_want *want)
{
	struct db_arg workspace = db_uuid(ctx->caller->workspace);

	if (want->client)
		return db_query(ctx, &client_tails,
				DB_ARGS(workspace, db_uuid(*want->client),
					db_timestamp(clock_day_end(want->as_of))));
	return db_query(ctx, &tails, DB_ARGS(workspace, db_uuid(ctx->caller->account)));
}

/* Reads the tails; clears @stands of portfolios without one. */
static void take_tails(struct ctx *ctx, const struct consolidation_want *want, bool *stands,
		       struct consolidation *t)
{
	const struct db_rows *r = fetch_tails(ctx, want);
	size_t next = 0;

	for (size_t i = 0; i < t->n; i++)
		stands[i] = stands[i] && state_row_tails(ctx, r, &next, &t->list[i].in);
}

/*
 * Finds the cached prefix of all; without one, or for the steps, the tails, and clears @stands of
 * portfolios without one.
 */
static void find_prefix(struct ctx *ctx, const struct consolidation_want *want,
			const struct db_rows *cached, bool *stands, struct consolidation *t)
{
	if (want->at)
		return;
	t->prefix = prefix_take(ctx, cached, stamp_of_all(ctx->pool, t),
				ctx->caller->market_version[FAMILY_REFERENCE], &t->earlier_prefix);
	if (!t->prefix || want->steps)
		take_tails(ctx, want, stands, t);
}

/*
 * Reads the heads unless the worker has cached them, and with history the prefix; returns the number of
 * statements.
 */
static size_t send_cached(struct ctx *ctx, const struct consolidation_want *want,
			  const struct prefix_subject *of, bool cached_head)
{
	struct db_arg workspace = db_uuid(ctx->caller->workspace),
		      code_stamp = db_text(CALC_CODE_STAMP);
	struct db_arg until = db_timestamp(clock_day_end(want->as_of));

	if (!cached_head && want->client)
		db_send(ctx, &client_heads,
			DB_ARGS(workspace, db_uuid(*want->client), code_stamp, until));
	else if (!cached_head)
		db_send(ctx, &heads, DB_ARGS(workspace, db_uuid(ctx->caller->account), code_stamp));
	if (want->history)
		prefix_send(ctx, of);
	return !cached_head + (size_t)want->history;
}

/* Reads the heads; sets @stands of portfolios whose ledger is not needed. */
static bool *take_heads(struct ctx *ctx, const struct consolidation_want *want, struct heads *h,
			struct consolidation *t)
{
	bool *stands;

	t->n = db_count(h->rows);
	t->list = pool_array(ctx->pool, struct valued, t->n);
	stands = pool_array(ctx->pool, bool, t->n);
	for (size_t i = 0; i < t->n; i++) {
		struct loaded *in = &t->list[i].in;

		stands[i] =
			heads_take(ctx, h, i, want->as_of,
				   want->history || want->monthly ? HEADS_OWN : HEADS_SHARED, in) &&
			in->reference_version == ctx->caller->market_version[FAMILY_REFERENCE] &&
			!want->at && !want->whole;
	}
	return stands;
}

/* Reads the missing ledgers and the market, and values all. */
static void load_rest(struct ctx *ctx, const struct consolidation_want *want, const bool *stands,
		      struct db_rows *const *market_rows, struct consolidation *t)
{
	struct ledgers l = { .list = pool_array(ctx->pool, struct loaded *, t->n) };

	for (size_t i = 0; i < t->n; i++)
		if (!stands[i])
			l.list[l.n++] = &t->list[i].in;
	ledgers_load(ctx, l.list, l.n, want->at ? &want->as_of : NULL);
	give_market(ctx, want, market_rows, t);
	derive_ledgers(ctx, want, &l);
	value_all(ctx, want->as_of, t);
}

/* The caller's consolidated portfolios, when the earlier answers already name them. */
static const char *head_cache_key(const struct ctx *ctx, const struct consolidation_want *want)
{
	return want->client || want->at || want->history || want->monthly ? NULL
									  : ctx->caller->ledgers;
}

void consolidation_load(struct ctx *ctx, const struct consolidation_want *want,
			struct consolidation *out)
{
	struct db_rows *got[2 + MARKET_STATEMENTS] = { NULL };
	struct consolidation t = { .prefix_subject = prefix_subject_of_all(ctx, want) };
	struct heads h = heads_find(ctx, head_cache_key(ctx, want));
	size_t prefix = h.rows == NULL;
	size_t market = send_cached(ctx, want, &t.prefix_subject, h.rows != NULL);
	size_t all = market + market_send(ctx);
	bool *stands;

	if (all)
		db_wait(ctx, got, all);
	if (!h.rows)
		heads_read(ctx, &h, got[0], want->as_of);
	stands = take_heads(ctx, want, &h, &t);
	if (want->history)
		find_prefix(ctx, want, got[prefix], stands, &t);
	else if (want->monthly)
		take_tails(ctx, want, stands, &t);
	load_rest(ctx, want, stands, got + market, &t);
	*out = t;
}

/* Their prefix, walked now. */
static const struct cached_prefix *walk(struct ctx *ctx, const struct consolidation *t,
					struct day as_of, bool keep)
{
	const struct portfolio *p = &t->all.whole;
	const struct prefix_request asked = {
		.as_of = as_of,
		.of = t->prefix_subject,
		.stamp = stamp_of_all(ctx->pool, t),
		.keep = keep,
		.earlier = t->earlier_prefix,
		.indices = true,
		.flows = p->flows,
		.n_flows = p->n_flows,
		.complete = p->flows_complete,
	};

	return returns_prefix(ctx, t->list, t->n, &asked);
}

void consolidation_walk(struct ctx *ctx, const struct consolidation *t, struct day as_of,
			struct consolidation_history *out)
{
	const struct cached_prefix *cached =
		t->prefix ? t->prefix : walk(ctx, t, as_of, day_same(as_of, ctx->today));

	returns_finish(ctx, &cached->prefix, t->list, t->n, &out->history);
	memcpy(out->benchmarks, cached->benchmarks, sizeof(out->benchmarks));
	returns_indices(ctx, &out->history, as_of, &out->indices);
}

void consolidation_moved(struct ctx *ctx, const struct consolidation *t, struct month_range months,
			 struct moved *out)
{
	returns_moved(ctx, t->list, t->n, t->prefix ? t->prefix : t->earlier_prefix, months, out);
}

void consolidation_check(struct ctx *ctx, const struct uuid *client, struct state_report *out)
{
	const struct consolidation_want want = {
		.client = client, .as_of = ctx->today, .whole = true, .history = true
	};
	struct consolidation t = { .prefix_subject = prefix_subject_of_all(ctx, &want) };
	struct db_rows *got[2], *market_rows[MARKET_STATEMENTS];
	struct heads h = heads_find(ctx, NULL);
	bool *stands;

	state_report_init(out, ctx->pool, STATE_OLD);
	db_wait(ctx, got, send_cached(ctx, &want, &t.prefix_subject, false));
	heads_read(ctx, &h, got[0], want.as_of);
	stands = take_heads(ctx, &want, &h, &t);
	if (!prefix_is_valid(ctx, got[1], stamp_of_all(ctx->pool, &t),
			     ctx->caller->market_version[FAMILY_REFERENCE]))
		return;
	db_wait(ctx, market_rows, market_send(ctx));
	load_rest(ctx, &want, stands, market_rows, &t);
	out->verdict = STATE_RIGHT;
	prefix_check(ctx, got[1], walk(ctx, &t, ctx->today, false), out);
}
