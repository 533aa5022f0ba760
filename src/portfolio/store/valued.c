/* SPDX-License-Identifier: Apache-2.0 */
/* valued.c: reads one portfolio, from its stored figures or, when they are stale, from its ledger. */
#include "config.h"

#include "portfolio/store/valued.h"

#include "core/json_write.h"
#include "identity/caller.h"
#include "core/clock.h"
#include "portfolio/store/head_cache.h"
#include "portfolio/store/heads.h"
#include "portfolio/store/state_rows.h"
#include "portfolio/store/ledger_rows.h"

/* From the ledger; @market_rows: results of the earlier market_send(). */
static void take_ledger(struct ctx *ctx, const struct load_want *want, struct db_rows *const *rows,
			struct db_rows *const *market_rows, struct loaded *out)
{
	int64_t start;
	enum calc_err err;

	ledger_take_whole(ctx, rows[R_ASSETS], rows[R_LEDGER], rows[R_INCOME], rows[R_COVERAGE],
			  want->transactions ? rows[R_NOTES] : NULL, &out->ledger);
	if (want->at)
		ledger_cut(ctx, rows[R_ASSETS], 0, ASSET_OWN_COLUMN, want->as_of, &out->ledger);
	out->market = market_take(ctx, market_rows, &out->ledger, want->at ? &want->as_of : NULL,
				  want->series || want->prefix);
	out->reference_version = ctx->caller->market_version[FAMILY_REFERENCE];
	start = clock_monotonic_us();
	err = ledger_derive(ctx->pool, &out->ledger, out->market, want->as_of, &out->derived);
	ctx->calc_us += clock_monotonic_us() - start;
	load_judge(ctx, out->name, err);
}

/* Number of assets folded before the socket is read again. */
#define FOLDED_AT_ONCE 4

/*
 * The same for today: each part of the ledger is decoded and folded while the server produces the next,
 * which takes longer than folding.
 */
static void derive_in_parts(struct ctx *ctx, const struct load_want *want, struct uuid first_part,
			    struct db_rows *const *market_rows, struct loaded *out)
{
	struct db_rows *rows[R_LEDGER];
	struct ledger_part parts[LEDGER_PARTS];
	struct deriving_ledger *d;
	enum calc_err err = CALC_OK;
	int64_t start;
	size_t n;

	n = ledger_parts_start(ctx, first_part, rows, parts, out);
	ledger_income_take(ctx, rows, out);
	out->market =
		market_take(ctx, market_rows, &out->ledger, NULL, want->series || want->prefix);
	out->reference_version = ctx->caller->market_version[FAMILY_REFERENCE];
	d = ledger_derive_begin(ctx->pool, &out->ledger, out->market, want->as_of);
	for (size_t i = 0; i < n; i++) {
		ledger_part_take(ctx, &parts[i], out);
		start = clock_monotonic_us();
		for (size_t at = parts[i].first; at < parts[i].end && err == CALC_OK;) {
			db_consume_input(ctx);
			at = at + FOLDED_AT_ONCE < parts[i].end ? at + FOLDED_AT_ONCE
								: parts[i].end;
			err = ledger_derive_some(d, at);
		}
		ctx->calc_us += clock_monotonic_us() - start;
	}
	start = clock_monotonic_us();
	if (err == CALC_OK)
		err = ledger_derive_end(d, &out->derived);
	ctx->calc_us += clock_monotonic_us() - start;
	out->assets = NULL;
	load_judge(ctx, out->name, err);
}

static void load_from_ledger(struct ctx *ctx, const struct load_want *want, struct loaded *out)
{
	struct db_rows *rows[STATE_STATEMENTS + LEDGER_STATEMENTS + MARKET_STATEMENTS];
	size_t head = state_send(ctx, false);
	size_t ledger = head + ledger_send(ctx, want->transactions);

	db_wait(ctx, rows, ledger + market_send(ctx));
	state_portfolio(ctx, rows[0], out);
	take_ledger(ctx, want, rows + head, rows + ledger, out);
}

struct prefix_subject loaded_prefix_subject(struct ctx *ctx)
{
	return (struct prefix_subject){ .workspace = ctx->caller->resource_workspace,
					.id = ctx->caller->portfolio };
}

static size_t own_prefix_send(struct ctx *ctx)
{
	const struct prefix_subject of = loaded_prefix_subject(ctx);

	prefix_send(ctx, &of);
	return 1;
}

struct prefix_stamp loaded_stamp(const struct loaded *in)
{
	const struct ledger_at at = { in->id, in->ledger_version };

	return prefix_stamp_of(&at, 1);
}

static void take_prefix(struct ctx *ctx, const struct db_rows *rows, struct loaded *out)
{
	out->prefix = prefix_take(ctx, rows, loaded_stamp(out), out->reference_version,
				  &out->earlier_prefix);
}

/* The prefix of the history, or else its inputs; false when it is damaged. */
static bool find_prefix(struct ctx *ctx, const struct load_want *want, const struct db_rows *rows,
			struct loaded *out)
{
	take_prefix(ctx, rows, out);
	return out->prefix || want->monthly || state_add_tails(ctx, out);
}

/* The parts that a read of the state requests, and the indices of their rows among the results. */
struct asked {
	struct heads heads;
	bool own; /* tails or rows will be added to the unpacked head */
	size_t tails, prefix, transactions, market, all;
};

/* Queues the head, unless the worker has cached it, and the related rows. */
static struct asked ask_state(struct ctx *ctx, const struct load_want *want)
{
	struct asked a = { .heads = heads_find(ctx, head_cache_ledger(ctx)),
			   .own = want->monthly || want->transactions };

	if (!a.heads.rows) {
		state_send_head(ctx);
		a.tails = 1;
	}
	if (want->monthly)
		state_send_tails(ctx);
	a.prefix = a.tails + want->monthly;
	a.transactions = a.prefix + (want->prefix ? own_prefix_send(ctx) : 0);
	a.market = a.transactions +
		   (want->transactions ? ledger_transactions_send(ctx, want->cached_rows) : 0);
	a.all = a.market + market_send(ctx);
	return a;
}

/* The head and, if wanted, tails and prefix; false when they are not valid. */
static bool take_state(struct ctx *ctx, const struct load_want *want, struct asked *a,
		       struct db_rows *const *rows, struct loaded *out)
{
	if (!heads_take(ctx, &a->heads, 0, want->as_of, a->own ? HEADS_OWN : HEADS_SHARED, out))
		return false;
	if (want->monthly &&
	    !state_tails(ctx, rows[a->tails], 0, db_count(rows[a->tails]), &out->derived))
		return false;
	return !want->prefix || find_prefix(ctx, want, rows[a->prefix], out);
}

/*
 * True when the stored figures are valid; otherwise the market's rows are left for the reading of the
 * ledger.
 */
static bool load_from_state(struct ctx *ctx, const struct load_want *want, struct loaded *out)
{
	struct db_rows *rows[STATE_STATEMENTS + 1 + ROWS_STATEMENTS + MARKET_STATEMENTS];
	struct db_rows *ledger[LEDGER_STATEMENTS];
	const struct prefix_subject of = loaded_prefix_subject(ctx);
	struct asked a = ask_state(ctx, want);

	if (a.all)
		db_wait(ctx, rows, a.all);
	if (!a.heads.rows)
		heads_read(ctx, &a.heads, rows[0], want->as_of);
	state_portfolio(ctx, a.heads.rows, out); /* refuses when it was deleted */
	if (take_state(ctx, want, &a, rows, out)) {
		if (want->transactions)
			ledger_transactions_take(ctx, want, rows + a.transactions, out);
		out->market = market_take(ctx, rows + a.market, &out->ledger, NULL,
					  want->series || (want->prefix && !out->prefix));
		if (!state_holds(ctx, out))
			return false;
		if (out->prefix &&
		    out->reference_version != ctx->caller->market_version[FAMILY_REFERENCE])
			prefix_save_later(ctx, &of, loaded_stamp(out), out->prefix);
		return true;
	}
	if (want->transactions) {
		db_wait(ctx, ledger, ledger_send(ctx, true));
		take_ledger(ctx, want, ledger, rows + a.market, out);
	} else {
		derive_in_parts(ctx, want, state_first_part(a.heads.rows), rows + a.market, out);
	}
	if (want->prefix)
		take_prefix(ctx, rows[a.prefix], out);
	if (!want->unsaved)
		state_save_later(ctx, out);
	return true;
}

void load_portfolio(struct ctx *ctx, const struct load_want *want, struct loaded *out)
{
	if (!want->at && !want->whole && load_from_state(ctx, want, out))
		return;
	load_from_ledger(ctx, want, out);
	if (!want->at && !want->whole && !want->unsaved)
		state_save_later(ctx, out);
}

void load_whole(struct ctx *ctx, struct loaded *out)
{
	const struct load_want want = { .as_of = ctx->today };

	load_from_ledger(ctx, &want, out);
}

void load_judge(struct ctx *ctx, const char *portfolio_name, enum calc_err err)
{
	ctx_in_time(ctx);
	switch (err) {
	case CALC_OK:
		return;
	case CALC_RANGE:
		fail(ctx, 422, "ledger_out_of_range",
		     "Uma soma da carteira %s sai da escala; confira quantidades, preços e "
		     "fatores.",
		     portfolio_name);
	case CALC_STOPPED:
		ctx_stop(ctx, STOP_LATE);
	case CALC_ORDER:
	case CALC_INPUT:
		break;
	}
	fail(ctx, 500, "internal_error",
	     "Os lançamentos da carteira não puderam ser lidos em ordem.");
}

void load_compute(struct ctx *ctx, const struct loaded *in, struct day as_of, struct portfolio *out)
{
	int64_t start = clock_monotonic_us();
	enum calc_err err = portfolio_mark(ctx->pool, &in->derived, in->market, as_of, out);

	ctx->calc_us += clock_monotonic_us() - start;
	load_judge(ctx, in->name, err);
}

void load_sums(struct ctx *ctx)
{
	struct loaded whole;
	struct portfolio p;

	load_whole(ctx, &whole);
	load_compute(ctx, &whole, ctx->today, &p);
}

void coverage_render(struct json *j, const struct day_range *list, size_t n)
{
	json_array(j, "coverage");
	for (size_t i = 0; i < n; i++) {
		json_open(j, NULL);
		json_day(j, "from", list[i].from);
		json_day(j, "to", list[i].to);
		json_close(j);
	}
	json_array_end(j);
}
