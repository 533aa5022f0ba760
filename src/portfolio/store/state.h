/* SPDX-License-Identifier: Apache-2.0 */
/*
 * state.h: figures derived from a ledger, kept with it (architecture.md, Speed).
 *
 * A read takes them instead of the ledger while their stamp is that of the portfolio, of the
 * reference data of its papers, of the computation and of the day; else it derives them anew and
 * saves them when the answer has gone.  A write of few assets derives those again and saves in its own
 * transaction; after one of many (an import) the next read makes all of it.
 */
#ifndef LASTRO_PORTFOLIO_STORE_STATE_H
#define LASTRO_PORTFOLIO_STORE_STATE_H

#include "portfolio/store/loaded.h"

/*
 * What a statement that reads heads selects from portfolio p; the code_stamp is $3.  Over several
 * portfolios it goes on with "where" and an order.
 */
#define STATE_HEAD STATE_HEAD_COLUMNS STATE_HEAD_FROM
#define STATE_HEAD_COLUMNS                                                                         \
	"p.name, p.visibility, p.created_at, p.exclude_from_consolidated, p.ledger_version,"       \
	" s.ledger_version, s.reference_version, s.code_stamp = $3, s.first_day, s.until, s.head," \
	" p.id, p.client_id, p.controller_id"
#define STATE_HEAD_FROM                                                                            \
	" from portfolio p"                                                                        \
	" left join portfolio_state s on s.workspace_id = $1 and s.portfolio_id = p.id"

/*
 * state_row_tails() - its tails, out of rows of (asset_id, tail, portfolio_id) ascending by portfolio
 * and asset; @next is where those of earlier portfolios end.
 */
bool state_row_tails(struct ctx *ctx, const struct db_rows *r, size_t *next,
		     struct loaded *out) MUST_CHECK;

/* Most statements that state_send() queues. */
#define STATE_STATEMENTS 2

/*
 * state_send() - queue the portfolio with its kept head, and with @tails those of its holdings;
 * returns how many.
 */
size_t state_send(struct ctx *ctx, bool tails);

/* state_send_head(), state_send_tails() - the two apart. */
void state_send_head(struct ctx *ctx);
void state_send_tails(struct ctx *ctx);

/* state_portfolio() - what is the portfolio's own, of the first of those rows; or 404. */
void state_portfolio(struct ctx *ctx, const struct db_rows *row, struct loaded *out);

/* state_first_part() - of a row of state_send() that is not current: the last asset of the ledger's first part. */
struct uuid state_first_part(const struct db_rows *row);

/* state_add_tails() - one round trip: the tails of what was taken without, shared or not; false when they are damaged. */
bool state_add_tails(struct ctx *ctx, struct loaded *out) MUST_CHECK;

/* state_holds() - whether no paper in @in's market changed since; one round trip after a load of
 * reference data, none else. */
bool state_holds(struct ctx *ctx, const struct loaded *in) MUST_CHECK;

/* state_save_later() - keep what @in has derived, once the answer has gone. */
void state_save_later(struct ctx *ctx, const struct loaded *in);

/* state_cache_send() - queue the statement that keeps the derived state: the write in hand changed no figure. */
void state_cache_send(struct ctx *ctx);

/*
 * state_save() - keep what @in has derived now; false when a newer one was saved meanwhile.  Not in the
 * transaction of one snapshot that read it.
 */
bool state_save(struct ctx *ctx, const struct loaded *in);

/* state_save_many_later() - as state_save_later() for many portfolios, in a few statements a hundred. */
void state_save_many_later(struct ctx *ctx, struct loaded *const *list, size_t n);

/* state_restamp_many_later() - these hold for the present reference data, too. */
void state_restamp_many_later(struct ctx *ctx, struct loaded *const *list, size_t n);

#endif
