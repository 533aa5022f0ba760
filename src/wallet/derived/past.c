/* SPDX-License-Identifier: Apache-2.0 */
/* past.c: pasts of histories read and kept, a row each. */
#include "config.h"

#include "wallet/derived/past.h"

#include <sodium.h>

#include "access/caller.h"
#include "calc/code_stamp.h"
#include "wallet/statements.h"

#define COLUMNS "ledger_stamp, reference_version, closes_version, code_stamp = $3, day, prefix"

static struct db_stmt of_portfolio =
	DB_STMT("past.portfolio", "select " COLUMNS "  from portfolio_history"
				  " where workspace_id = $1 and portfolio_id = $2");

static struct db_stmt of_many =
	DB_STMT("past.joint", "select " COLUMNS "  from consolidated_history"
			      " where workspace_id = $1 and subject_id = $2");
enum { P_LEDGER_STAMP, P_REFERENCE, P_CLOSES, P_OURS, P_DAY, P_PAST };

/* Whatever was there: one that is older than the ledger is not read, whoever was the last to save. */
#define SAVE(table, id)                                                                                \
	"insert into " table " (workspace_id, " id ", ledger_stamp, reference_version,"                \
	"                       closes_version, code_stamp, day, prefix)"                              \
	" values ($1, $2, $3, $4, $5, $6, $7, $8)"                                                     \
	" on conflict (workspace_id, " id ") do update"                                                \
	"   set ledger_stamp = excluded.ledger_stamp, reference_version = excluded.reference_version," \
	"       closes_version = excluded.closes_version, code_stamp = excluded.code_stamp,"           \
	"       day = excluded.day, prefix = excluded.prefix"

static struct db_stmt save_portfolio =
	DB_STMT("past.save_portfolio", SAVE("portfolio_history", "portfolio_id"));
static struct db_stmt save_joint =
	DB_STMT("past.save_joint", SAVE("consolidated_history", "subject_id"));

struct db_stmt *const past_stmts[] = { &of_portfolio, &of_many, &save_portfolio, &save_joint };
const size_t n_past_stmts = ARRAY_SIZE(past_stmts);

_Static_assert(PAST_STAMP_SIZE == crypto_generichash_BYTES, "a stamp is one hash");

struct past_stamp past_stamp_of(const struct ledger_at *ledgers, size_t n)
{
	crypto_generichash_state hash;
	struct past_stamp stamp;

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

void past_send(struct ctx *ctx, const struct past_of *of)
{
	db_send(ctx, of->joint ? &of_many : &of_portfolio,
		DB_ARGS(db_uuid(of->workspace), db_uuid(of->id), db_text(CALC_CODE_STAMP)));
}

bool past_stands(struct ctx *ctx, const struct db_rows *r, struct past_stamp stamp,
		 int64_t reference)
{
	const int64_t *now = ctx->caller->market_version;
	struct slice ledger_stamp;
	int64_t known;

	if (db_count(r) == 0)
		return false;
	ledger_stamp = db_get_bytes(r, 0, P_LEDGER_STAMP);
	known = db_get_int(r, 0, P_REFERENCE);
	return ledger_stamp.n == sizeof(stamp.b) &&
	       memcmp(ledger_stamp.p, stamp.b, sizeof(stamp.b)) == 0 &&
	       (known == now[FAMILY_REFERENCE] || known == reference) &&
	       db_get_int(r, 0, P_CLOSES) == now[FAMILY_CLOSES] && db_get_bool(r, 0, P_OURS) &&
	       day_same(db_get_day(r, 0, P_DAY), ctx->today);
}

struct slice past_bytes(const struct db_rows *r)
{
	return db_get_bytes(r, 0, P_PAST);
}

const struct cached_prefix *past_take(struct ctx *ctx, const struct db_rows *r,
				      struct past_stamp stamp, int64_t reference)
{
	struct cached_prefix *kept;

	if (!past_stands(ctx, r, stamp, reference))
		return NULL;
	kept = pool_zero(ctx->pool, struct cached_prefix);
	if (!prefix_unpack(ctx->pool, past_bytes(r), kept) ||
	    !day_same(kept->prefix.as_of, ctx->today))
		return NULL;
	return kept;
}

struct saving {
	struct past_of of;
	struct past_stamp stamp;
	const struct cached_prefix *past;
	int64_t reference, closes;
};

static void run_save(struct ctx *ctx, void *arg)
{
	const struct saving *s = arg;
	struct buf b;

	buf_init(&b, ctx->pool, 8192);
	prefix_pack(&b, s->past);
	(void)db_exec(
		ctx, s->of.joint ? &save_joint : &save_portfolio,
		DB_ARGS(db_uuid(s->of.workspace), db_uuid(s->of.id),
			db_bytes((struct slice){ (const char *)s->stamp.b, sizeof(s->stamp.b) }),
			db_int(s->reference), db_int(s->closes), db_text(CALC_CODE_STAMP),
			db_day(s->past->prefix.as_of), db_bytes((struct slice){ b.p, b.n })));
}

void past_save_later(struct ctx *ctx, const struct past_of *of, struct past_stamp stamp,
		     const struct cached_prefix *past)
{
	struct saving *s;

	if (past->prefix.live)
		return;
	s = pool_zero(ctx->pool, struct saving);
	*s = (struct saving){ .of = *of,
			      .stamp = stamp,
			      .past = past,
			      .reference = ctx->caller->market_version[FAMILY_REFERENCE],
			      .closes = ctx->caller->market_version[FAMILY_CLOSES] };
	ctx_later(ctx, run_save, s);
}
