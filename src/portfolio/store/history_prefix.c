/* SPDX-License-Identifier: Apache-2.0 */
/* history_prefix.c: reads and saves cached prefixes of histories, a row each. */
#include "config.h"

#include "portfolio/store/history_prefix.h"

#include <sodium.h>

#include "identity/caller.h"
#include "calc/code_stamp.h"
#include "db/db.h"

#define COLUMNS "ledger_stamp, reference_version, closes_version, code_stamp = $3, day, prefix"

static DB_STMT(of_portfolio, "history_prefix.portfolio",
	       "select " COLUMNS "  from portfolio_history"
	       " where workspace_id = $1 and portfolio_id = $2");

static DB_STMT(of_many, "history_prefix.joint",
	       "select " COLUMNS "  from consolidated_history"
	       " where workspace_id = $1 and subject_id = $2");
enum { P_LEDGER_STAMP, P_REFERENCE, P_CLOSES, P_OURS, P_DAY, P_PREFIX };

/* Overwrites any row: one that is older than the ledger is never read, whichever request saved last. */
#define SAVE(table, id)                                                                                \
	"insert into " table " (workspace_id, " id ", ledger_stamp, reference_version,"                \
	"                       closes_version, code_stamp, day, prefix)"                              \
	" values ($1, $2, $3, $4, $5, $6, $7, $8)"                                                     \
	" on conflict (workspace_id, " id ") do update"                                                \
	"   set ledger_stamp = excluded.ledger_stamp, reference_version = excluded.reference_version," \
	"       closes_version = excluded.closes_version, code_stamp = excluded.code_stamp,"           \
	"       day = excluded.day, prefix = excluded.prefix"

static DB_STMT(save_portfolio, "history_prefix.save_portfolio",
	       SAVE("portfolio_history", "portfolio_id"));
static DB_STMT(save_joint, "history_prefix.save_joint", SAVE("consolidated_history", "subject_id"));

_Static_assert(PREFIX_STAMP_SIZE == crypto_generichash_BYTES, "a stamp is one hash");

struct prefix_stamp prefix_stamp_of(const struct ledger_at *ledgers, size_t n)
{
	crypto_generichash_state hash;
	struct prefix_stamp stamp;

	crypto_generichash_init(&hash, NULL, 0, sizeof(stamp.b));
	for (size_t i = 0; i < n; i++) {
		unsigned char version[8];

		for (int k = 0; k < 8; k++)
			version[k] = (unsigned char)((uint64_t)ledgers[i].version >> 8 * k);
		crypto_generichash_update(&hash, ledgers[i].portfolio.b,
					  sizeof(ledgers[i].portfolio.b));
		crypto_generichash_update(&hash, version, sizeof(version));
	}
	crypto_generichash_final(&hash, stamp.b, sizeof(stamp.b));
	return stamp;
}

void prefix_send(struct ctx *ctx, const struct prefix_subject *of)
{
	db_send(ctx, of->joint ? &of_many : &of_portfolio,
		DB_ARGS(db_uuid(of->workspace), db_uuid(of->id), db_text(CALC_CODE_STAMP)));
}

/* Made today, from these closes and this reference data; the caller compares the ledgers. */
static bool is_of_now(struct ctx *ctx, const struct db_rows *r, int64_t reference)
{
	const int64_t *now = ctx->caller->market_version;
	int64_t known;

	if (db_count(r) == 0)
		return false;
	known = db_get_int(r, 0, P_REFERENCE);
	return (known == now[FAMILY_REFERENCE] || known == reference) &&
	       db_get_int(r, 0, P_CLOSES) == now[FAMILY_CLOSES] && db_get_bool(r, 0, P_OURS) &&
	       day_same(db_get_day(r, 0, P_DAY), ctx->today);
}

static bool is_of_ledger(const struct db_rows *r, struct prefix_stamp stamp)
{
	struct slice of = db_get_bytes(r, 0, P_LEDGER_STAMP);

	return of.n == sizeof(stamp.b) && memcmp(of.p, stamp.b, sizeof(stamp.b)) == 0;
}

bool prefix_is_valid(struct ctx *ctx, const struct db_rows *r, struct prefix_stamp stamp,
		     int64_t reference)
{
	return is_of_now(ctx, r, reference) && is_of_ledger(r, stamp);
}

struct slice prefix_bytes(const struct db_rows *r)
{
	return db_get_bytes(r, 0, P_PREFIX);
}

const struct cached_prefix *prefix_take(struct ctx *ctx, const struct db_rows *r,
					struct prefix_stamp stamp, int64_t reference,
					const struct cached_prefix **earlier)
{
	struct cached_prefix *cached;

	*earlier = NULL;
	if (!is_of_now(ctx, r, reference))
		return NULL;
	cached = pool_zero(ctx->pool, struct cached_prefix);
	if (!prefix_unpack(ctx->pool, prefix_bytes(r), cached) ||
	    !day_same(cached->prefix.as_of, ctx->today))
		return NULL;
	if (is_of_ledger(r, stamp))
		return cached;
	*earlier = cached;
	return NULL;
}

struct slice prefix_inputs(struct ctx *ctx, const struct history_source *sources, size_t n,
			   struct day as_of)
{
	unsigned char *name = pool_array(ctx->pool, unsigned char, crypto_generichash_BYTES);
	struct day cut = history_cut(as_of);
	crypto_generichash_state hash;
	struct buf b;

	buf_init(&b, ctx->pool, 16384);
	crypto_generichash_init(&hash, NULL, 0, crypto_generichash_BYTES);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < sources[i].derived->n; k++) {
			b.n = 0;
			history_inputs(&b, &sources[i].derived->holdings[k], cut);
			crypto_generichash_update(&hash, (const unsigned char *)b.p, b.n);
		}
	crypto_generichash_final(&hash, name, crypto_generichash_BYTES);
	return (struct slice){ (const char *)name, crypto_generichash_BYTES };
}

void prefix_save(struct ctx *ctx, const struct prefix_subject *of, struct prefix_stamp stamp,
		 const struct cached_prefix *prefix)
{
	const int64_t *now = ctx->caller->market_version;
	struct buf b;

	if (prefix->prefix.live)
		return;
	buf_init(&b, ctx->pool, 8192);
	prefix_pack(&b, prefix);
	(void)db_exec(ctx, of->joint ? &save_joint : &save_portfolio,
		      DB_ARGS(db_uuid(of->workspace), db_uuid(of->id),
			      db_bytes((struct slice){ (const char *)stamp.b, sizeof(stamp.b) }),
			      db_int(now[FAMILY_REFERENCE]), db_int(now[FAMILY_CLOSES]),
			      db_text(CALC_CODE_STAMP), db_day(prefix->prefix.as_of),
			      db_bytes((struct slice){ b.p, b.n })));
}

struct saving {
	struct prefix_subject of;
	struct prefix_stamp stamp;
	const struct cached_prefix *prefix;
};

static void run_save(struct ctx *ctx, void *arg)
{
	const struct saving *s = arg;

	prefix_save(ctx, &s->of, s->stamp, s->prefix);
}

void prefix_save_later(struct ctx *ctx, const struct prefix_subject *of, struct prefix_stamp stamp,
		       const struct cached_prefix *prefix)
{
	struct saving *s = pool_zero(ctx->pool, struct saving);

	*s = (struct saving){ *of, stamp, prefix };
	ctx_later(ctx, run_save, s);
}
