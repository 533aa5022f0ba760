/* SPDX-License-Identifier: Apache-2.0 */
/*
 * state.h: figures derived from a ledger, stored with it (architecture.md, Speed).
 *
 * A read uses them instead of the ledger while their stamp matches the portfolio, the reference data of
 * its papers, the computation and the day; otherwise it derives them again and saves them after the
 * answer.  A write of few assets derives those again and saves them in its own transaction; after a
 * write of many (an import) the next read derives everything.
 */
#ifndef LASTRO_PORTFOLIO_STORE_STATE_H
#define LASTRO_PORTFOLIO_STORE_STATE_H

#include "portfolio/store/loaded.h"

/*
 * The select list from portfolio p of a statement that reads heads; the code_stamp is $3.  For several
 * portfolios it is followed by "where" and an order.
 */
#define STATE_HEAD STATE_HEAD_COLUMNS STATE_HEAD_FROM
#define STATE_HEAD_COLUMNS                                                                         \
	"p.name, p.visibility, p.created_at, p.exclude_from_consolidated, p.ledger_version,"       \
	" s.ledger_version, s.reference_version, s.code_stamp = $3, s.first_day, s.until, s.head," \
	" p.id, p.client_id, p.controller_id"
#define STATE_HEAD_FROM                                                                            \
	" from portfolio p"                                                                        \
	" left join portfolio_state s on s.workspace_id = $1 and s.portfolio_id = p.id"

/* A head is stored only over an older stamp: a write may have committed while this was computed. */
#define STATE_INTO                                                                                    \
	"insert into portfolio_state (workspace_id, portfolio_id, ledger_version, reference_version," \
	"                             code_stamp, first_day, until, head)"
#define STATE_REPLACED                                                                                          \
	" on conflict (workspace_id, portfolio_id) do update"                                                   \
	"   set ledger_version = excluded.ledger_version, reference_version = excluded.reference_version,"      \
	"       code_stamp = excluded.code_stamp, first_day = excluded.first_day, until = excluded.until,"      \
	"       head = excluded.head"                                                                           \
	" where (portfolio_state.ledger_version, portfolio_state.reference_version, portfolio_state.first_day)" \
	"       <= (excluded.ledger_version, excluded.reference_version, excluded.first_day)"                   \
	"    or portfolio_state.code_stamp <> excluded.code_stamp"

/*
 * state_row_tails() - its tails, from rows of (asset_id, tail, portfolio_id) ascending by portfolio and
 * asset; @next is the end of earlier portfolios' rows.
 */
bool state_row_tails(struct ctx *ctx, const struct db_rows *r, size_t *next,
		     struct loaded *out) MUST_CHECK;

/* Most statements that state_send() queues. */
#define STATE_STATEMENTS 2

/*
 * state_send() - queues the portfolio with its stored head, and with @tails those of its holdings;
 * returns the number of statements.
 */
size_t state_send(struct ctx *ctx, bool tails);

/* state_send_head(), state_send_tails() - the two separately. */
void state_send_head(struct ctx *ctx);
void state_send_tails(struct ctx *ctx);

/* state_portfolio() - the portfolio's own members, from the first of those rows; or 404. */
void state_portfolio(struct ctx *ctx, const struct db_rows *row, struct loaded *out);

/*
 * state_first_part() - from a row of state_send() that is not current: the last asset of the ledger's
 * first part.
 */
struct uuid state_first_part(const struct db_rows *row);

/*
 * state_add_tails() - one round trip: reads the tails that were left out, shared or not; false when
 * they are damaged.
 */
bool state_add_tails(struct ctx *ctx, struct loaded *out) MUST_CHECK;

/*
 * state_holds() - whether no paper in @in's market changed since; costs one round trip after a load of
 * reference data, none otherwise.
 */
bool state_holds(struct ctx *ctx, const struct loaded *in) MUST_CHECK;

/* state_save_later() - stores the derived figures of @in after the answer. */
void state_save_later(struct ctx *ctx, const struct loaded *in);

/*
 * state_cache_send() - queues one statement that keeps the stored state valid: the current write
 * changed no figure.
 */
void state_cache_send(struct ctx *ctx);

/*
 * state_save() - stores the derived figures of @in now; false when newer ones were saved meanwhile.
 * Not in the transaction of one snapshot that read it.
 */
bool state_save(struct ctx *ctx, const struct loaded *in);

/* state_save_many_later() - as state_save_later() for many portfolios, in a few statements per hundred. */
void state_save_many_later(struct ctx *ctx, struct loaded *const *list, size_t n);

/* state_restamp_many_later() - marks these as valid for the present reference data, too. */
void state_restamp_many_later(struct ctx *ctx, struct loaded *const *list, size_t n);

#endif
