/* SPDX-License-Identifier: Apache-2.0 */
/*
 * state.c: derived figures read and kept (architecture.md, Speed).
 *
 * One row a portfolio holds what a detail shows, one row a holding what histories add.  They are
 * written together, under the lock of the portfolio's row or over an older stamp only, so whoever
 * sees the stamp of the ledger sees the figures of that ledger.
 */
#include "config.h"

#include "wallet/state.h"

#include "access/caller.h"
#include "calc/maker.h"
#include "calc/packed.h"
#include "core/clock.h"
#include "http/request.h"
#include "wallet/statements.h"
#include "wallet/terms.h"

static struct db_stmt head =
	DB_STMT("state.head", "select " STATE_HEAD " where p.workspace_id = $1 and p.id = $2");
enum {
	H_NAME,
	H_VISIBILITY,
	H_CREATED,
	H_EXCLUDE,
	H_VERSION,
	H_MADE_FROM,
	H_REFERENCE,
	H_OURS,
	H_FIRST,
	H_UNTIL,
	H_HEAD,
	H_ID
};

static struct db_stmt tails =
	DB_STMT("state.tails", "select asset_id, tail"
			       "  from asset_state"
			       " where workspace_id = $1 and portfolio_id = $2"
			       " order by asset_id limit 100000");
enum { T_ASSET, T_TAIL, T_PORTFOLIO };

/* Not one of its papers was touched since the version that the figures were made from. */
static struct db_stmt changed = DB_STMT(
	"state.changed",
	"select exists (select from unnest($1::text[], $2::text[]) w (venue, symbol)"
	"                 join symbol_version v on v.venue = w.venue and v.symbol = w.symbol"
	"                where v.version > $3)");

static struct db_stmt restamp =
	DB_STMT("state.restamp", "update portfolio_state"
				 "   set reference_version = $4"
				 " where workspace_id = $1 and portfolio_id = $2"
				 "   and ledger_version = $3 and reference_version < $4");

/* Over an older stamp only: a write may have passed while this was being made. */
static struct db_stmt save = DB_STMT(
	"state.save",
	"insert into portfolio_state (workspace_id, portfolio_id, ledger_version, reference_version,"
	"                             maker, first_day, until, head)"
	" values ($1, $2, $3, $4, $5, $6, $7, $8)"
	" on conflict (workspace_id, portfolio_id) do update"
	"   set ledger_version = excluded.ledger_version, reference_version = excluded.reference_version,"
	"       maker = excluded.maker, first_day = excluded.first_day, until = excluded.until,"
	"       head = excluded.head"
	" where (portfolio_state.ledger_version, portfolio_state.reference_version, portfolio_state.first_day)"
	"       <= (excluded.ledger_version, excluded.reference_version, excluded.first_day)"
	"    or portfolio_state.maker <> excluded.maker");

static struct db_stmt drop_tails =
	DB_STMT("state.drop_tails", "delete from asset_state"
				    " where workspace_id = $1 and portfolio_id = $2");

static struct db_stmt save_tails = DB_STMT(
	"state.save_tails", "insert into asset_state (workspace_id, portfolio_id, asset_id, tail)"
			    " select $1, $2, u.asset_id, u.tail"
			    "   from unnest($3::uuid[], $4::bytea[]) as u (asset_id, tail)"
			    " on conflict (workspace_id, portfolio_id, asset_id) do update"
			    "   set tail = excluded.tail");

/* ---- of a write: the touched assets and what is known of them ---- */

static struct db_stmt some_assets = DB_STMT(
	"state.assets", "select id, symbol, asset_type, currency, name, meta::text,"
			"       coalesce(meta ->> 'corporate_events' = 'ledger', false)"
			"  from asset"
			" where workspace_id = $1 and portfolio_id = $2 and id = any($3::uuid[])"
			" order by id limit 1000");

static struct db_stmt some_rows =
	DB_STMT("state.rows",
		"select asset_id, trade_date, kind, event_kind, quantity, price, fees, ratio"
		"  from ledger"
		" where workspace_id = $1 and portfolio_id = $2 and asset_id = any($3::uuid[])"
		"   and retired_by is null"
		" order by asset_id, trade_date, id");

static struct db_stmt some_income =
	DB_STMT("state.income",
		"select asset_id, pay_date, kind, amount,"
		"       source is not distinct from 'movimentacao'"
		"  from income"
		" where workspace_id = $1 and portfolio_id = $2 and asset_id = any($3::uuid[])"
		" order by asset_id, pay_date, id");

static struct db_stmt some_tails =
	DB_STMT("state.some_tails", "select asset_id, tail"
				    "  from asset_state"
				    " where workspace_id = $1 and portfolio_id = $2"
				    "   and asset_id = any($3::uuid[])"
				    " order by asset_id limit 1000");

static struct db_stmt drop_some_tails =
	DB_STMT("state.drop_some_tails", "delete from asset_state"
					 " where workspace_id = $1 and portfolio_id = $2"
					 "   and asset_id = any($3::uuid[])");

/* A write that changed no figure: what is kept goes on. */
static struct db_stmt keep =
	DB_STMT("state.keep", "update portfolio_state s"
			      "   set ledger_version = p.ledger_version"
			      "  from portfolio p"
			      " where p.workspace_id = $1 and p.id = $2"
			      "   and s.workspace_id = p.workspace_id and s.portfolio_id = p.id"
			      "   and s.ledger_version = p.ledger_version - 1");

struct db_stmt *const state_stmts[] = {
	&head,	     &tails,	       &changed,     &restamp,	 &save,
	&drop_tails, &save_tails,      &some_assets, &some_rows, &some_income,
	&some_tails, &drop_some_tails, &keep,
};
const size_t n_state_stmts = ARRAY_SIZE(state_stmts);

/* ---- reading ---- */

size_t state_send(struct ctx *ctx, bool with_tails)
{
	struct uuid workspace = ctx->caller->resource_workspace, portfolio = ctx->caller->portfolio;

	db_send(ctx, &head, DB_ARGS(db_uuid(workspace), db_uuid(portfolio), db_text(CALC_MAKER)));
	if (with_tails)
		db_send(ctx, &tails, DB_ARGS(db_uuid(workspace), db_uuid(portfolio)));
	return 1 + with_tails;
}

static void take_portfolio(const struct db_rows *r, size_t row, struct loaded *out)
{
	*out = (struct loaded){
		.id = db_get_uuid(r, row, H_ID),
		.name = db_get_text(r, row, H_NAME),
		.visibility = db_get_text(r, row, H_VISIBILITY),
		.created_ms = db_get_timestamp(r, row, H_CREATED),
		.exclude_from_consolidated = db_get_bool(r, row, H_EXCLUDE),
		.ledger_version = db_get_int(r, row, H_VERSION),
	};
}

void state_portfolio(struct ctx *ctx, const struct db_rows *r, struct loaded *out)
{
	if (db_count(r) == 0)
		fail(ctx, 404, "portfolio_not_found", "A carteira %s não existe mais.",
		     ctx->path[0]);
	take_portfolio(r, 0, out);
}

/* The head that was made from @version of the ledger, unpacked. */
static bool take_head(struct ctx *ctx, const struct db_rows *r, size_t row, int64_t version,
		      struct day day, struct loaded *out)
{
	if (db_is_null(r, row, H_HEAD) || !db_get_bool(r, row, H_OURS) ||
	    db_get_int(r, row, H_MADE_FROM) != version ||
	    day_before(day, db_get_day(r, row, H_FIRST)) ||
	    !day_before(day, db_get_day(r, row, H_UNTIL)))
		return false;
	out->reference_version = db_get_int(r, row, H_REFERENCE);
	if (!head_unpack(ctx->pool, db_get_bytes(r, row, H_HEAD), &out->assets,
			 &out->ledger.n_assets, &out->derived))
		return false;
	out->ledger.assets = out->assets;
	terms_give(ctx->pool, out->assets, out->ledger.n_assets);
	return true;
}

/* Both lists ascend by asset; a head of a family stands where its own asset does. */
static bool take_tails(struct ctx *ctx, const struct db_rows *r, size_t at, size_t end,
		       struct derived *d)
{
	for (size_t i = 0; i < d->n; i++) {
		struct derived_holding *h = &d->holdings[i];

		while (at < end && !uuid_same(db_get_uuid(r, at, T_ASSET), h->head->id))
			at++;
		if (at == end || !tail_unpack(ctx->pool, db_get_bytes(r, at, T_TAIL), h))
			return false;
	}
	return true;
}

bool state_row(struct ctx *ctx, const struct db_rows *r, size_t row, struct day day,
	       struct loaded *out)
{
	take_portfolio(r, row, out);
	return take_head(ctx, r, row, out->ledger_version, day, out) &&
	       out->reference_version == ctx->caller->market_version[FAMILY_REFERENCE];
}

bool state_row_tails(struct ctx *ctx, const struct db_rows *r, size_t *next, struct loaded *out)
{
	size_t first = *next;

	size_t end;

	while (first < db_count(r) && !uuid_same(db_get_uuid(r, first, T_PORTFOLIO), out->id))
		first++;
	end = first;
	while (end < db_count(r) && uuid_same(db_get_uuid(r, end, T_PORTFOLIO), out->id))
		end++;
	if (end > first) /* without assets it has none, and those behind are still to come */
		*next = end;
	return take_tails(ctx, r, first, end, &out->derived);
}

bool state_take(struct ctx *ctx, struct db_rows *const *rows, bool with_tails, struct day day,
		struct loaded *out)
{
	state_portfolio(ctx, rows[0], out);
	if (!take_head(ctx, rows[0], 0, out->ledger_version, day, out))
		return false;
	return !with_tails || take_tails(ctx, rows[1], 0, db_count(rows[1]), &out->derived);
}

bool state_tails(struct ctx *ctx, struct loaded *out)
{
	const struct db_rows *r =
		db_query(ctx, &tails,
			 DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(out->id)));

	return take_tails(ctx, r, 0, db_count(r), &out->derived);
}

static void run_restamp(struct ctx *ctx, void *arg)
{
	const struct loaded *in = arg;

	(void)db_exec(ctx, &restamp,
		      DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(in->id),
			      db_int(in->ledger_version), db_int(in->reference_version)));
}

bool state_holds(struct ctx *ctx, const struct loaded *in)
{
	int64_t now = ctx->caller->market_version[FAMILY_REFERENCE];
	const struct market *m = in->market;
	const char **venues, **symbols;
	struct loaded *stamped;
	size_t n = 0;

	if (in->reference_version == now)
		return true;
	venues = pool_array(ctx->pool, const char *, m->n_symbols + 1);
	symbols = pool_array(ctx->pool, const char *, m->n_symbols + 1);
	for (; n < m->n_symbols; n++) {
		venues[n] = market_venue(m->symbols[n].type);
		symbols[n] = m->symbols[n].symbol;
	}
	if (in->derived.foreign) { /* costs in reais are made from official rates */
		venues[n] = "fx";
		symbols[n++] = "USD";
	}
	if (in->reference_version > now ||
	    db_get_bool(db_query(ctx, &changed,
				 DB_ARGS(db_array(DB_TEXT_ARRAY, venues, NULL, n, 0),
					 db_array(DB_TEXT_ARRAY, symbols, NULL, n, 0),
					 db_int(in->reference_version))),
			0, 0))
		return false;
	stamped = pool_zero(ctx->pool, struct loaded);
	*stamped = *in;
	stamped->reference_version = now;
	ctx_later(ctx, run_restamp, stamped);
	return true;
}

/* ---- saving ---- */

static void head_send(struct ctx *ctx, const struct loaded *in)
{
	struct buf b;

	buf_init(&b, ctx->pool, 16384);
	head_pack(&b, &in->ledger, &in->derived);
	db_send(ctx, &save,
		DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(in->id),
			db_int(in->ledger_version), db_int(in->reference_version),
			db_text(CALC_MAKER), db_day(in->derived.as_of), db_day(in->derived.until),
			db_bytes((struct slice){ b.p, b.n })));
}

static void tails_send(struct ctx *ctx, const struct loaded *in, const struct derived_holding *h,
		       size_t n)
{
	struct uuid *assets = pool_array(ctx->pool, struct uuid, n);
	struct slice *packed = pool_array(ctx->pool, struct slice, n);

	for (size_t i = 0; i < n; i++) {
		struct buf b;

		buf_init(&b, ctx->pool, 256);
		tail_pack(&b, &h[i]);
		assets[i] = h[i].head->id;
		packed[i] = (struct slice){ b.p, b.n };
	}
	db_send(ctx, &save_tails,
		DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(in->id),
			db_array(DB_UUID_ARRAY, assets, NULL, n, 0),
			db_array(DB_BYTES_ARRAY, packed, NULL, n, 0)));
}

/* The whole state, unless somebody saved a newer one. */
static void run_save(struct ctx *ctx, void *arg)
{
	const struct loaded *in = arg;
	struct db_rows *rows[2];

	head_send(ctx, in);
	db_wait(ctx, rows, 1);
	if (!db_touched(rows[0]))
		return;
	db_send(ctx, &drop_tails,
		DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(in->id)));
	tails_send(ctx, in, in->derived.holdings, in->derived.n);
	db_wait(ctx, rows, 2);
}

void state_save_later(struct ctx *ctx, const struct loaded *in)
{
	struct loaded *kept = pool_zero(ctx->pool, struct loaded);

	*kept = *in;
	kept->reference_version = ctx->caller->market_version[FAMILY_REFERENCE];
	ctx_later(ctx, run_save, kept);
}

void state_make(struct ctx *ctx)
{
	struct loaded in;

	load_whole(ctx, &in);
	run_save(ctx, &in);
}

void state_keep_send(struct ctx *ctx)
{
	db_send(ctx, &keep,
		DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(ctx->caller->portfolio)));
}

/* ---- a write ---- */

/* Of more assets than this the next read makes all of it. */
#define TOUCHED_MAX 200

/* What a write reads back: rows of the statements that state_write() queues. */
enum { W_HEAD, W_ASSETS, W_ROWS, W_INCOME, W_COVERAGE, W_TAILS, W_MARKET };

static size_t write_send(struct ctx *ctx, const struct uuid *touched, size_t n)
{
	struct uuid workspace = ctx->caller->resource_workspace, portfolio = ctx->caller->portfolio;
	struct db_stmt *const some[] = { &some_assets, &some_rows, &some_income };

	db_send(ctx, &head, DB_ARGS(db_uuid(workspace), db_uuid(portfolio), db_text(CALC_MAKER)));
	for (size_t i = 0; i < ARRAY_SIZE(some); i++)
		db_send(ctx, some[i],
			DB_ARGS(db_uuid(workspace), db_uuid(portfolio),
				db_array(DB_UUID_ARRAY, touched, NULL, n, 0)));
	coverage_send(ctx);
	db_send(ctx, &some_tails,
		DB_ARGS(db_uuid(workspace), db_uuid(portfolio),
			db_array(DB_UUID_ARRAY, touched, NULL, n, 0)));
	return W_MARKET + market_send(ctx);
}

/* A write in progress: what was kept, what the touched assets have become. */
struct rewrite {
	struct ctx *ctx;
	struct loaded kept;   /* as it was */
	struct ledger now;    /* the touched assets as they are, with rows */
	struct derived fresh; /* and what they come to */
	struct loaded next;   /* as it will be kept */
	struct derived_holding *gone;
	size_t n_gone;
	const struct uuid *touched;
	size_t n_touched;
};

static bool is_touched(const struct rewrite *w, struct uuid id)
{
	for (size_t i = 0; i < w->n_touched; i++)
		if (uuid_same(w->touched[i], id))
			return true;
	return false;
}

/* Holdings whose assets were touched, with their tails; false when one is of a family. */
static bool find_gone(struct rewrite *w, const struct db_rows *tail_rows)
{
	struct derived *d = &w->kept.derived;
	struct derived left = { .holdings =
					pool_array(w->ctx->pool, struct derived_holding, d->n) };

	for (size_t i = 0; i < d->n; i++) {
		const struct derived_holding *h = &d->holdings[i];

		for (size_t k = 0; k < h->n_merged; k++)
			if (is_touched(w, h->merged[k]->id))
				return false;
		if (!is_touched(w, h->head->id))
			continue;
		if (h->succeeded || h->n_merged)
			return false;
		left.holdings[left.n++] = *h;
	}
	w->gone = left.holdings;
	w->n_gone = left.n;
	return take_tails(w->ctx, tail_rows, 0, db_count(tail_rows), &left);
}

/* The assets as they will be: those kept that were not touched, and the touched ones that are there. */
static void merge_assets(struct rewrite *w)
{
	size_t room = w->kept.ledger.n_assets + w->now.n_assets, n = 0, at = 0;
	struct ledger_asset *all = pool_array(w->ctx->pool, struct ledger_asset, room);

	for (size_t i = 0; i <= w->kept.ledger.n_assets; i++) {
		const struct ledger_asset *a =
			i < w->kept.ledger.n_assets ? &w->kept.ledger.assets[i] : NULL;

		while (at < w->now.n_assets && (!a || !uuid_before(a->id, w->now.assets[at].id)))
			all[n++] = w->now.assets[at++];
		if (a && !is_touched(w, a->id))
			all[n++] = *a;
	}
	w->next.ledger = (struct ledger){ .assets = all, .n_assets = n };
}

static const struct ledger_asset *moved(const struct rewrite *w, const struct ledger_asset *from)
{
	const struct ledger *l = &w->next.ledger;

	for (size_t i = 0; i < l->n_assets; i++)
		if (uuid_same(l->assets[i].id, from->id))
			return &l->assets[i];
	return NULL; /* unreachable: an untouched asset stays */
}

/* Whether a succession could join a touched paper with another. */
static bool is_of_family(const struct rewrite *w)
{
	const struct market *m = w->next.market;

	for (size_t i = 0; i < m->n_successions; i++)
		for (size_t k = 0; k < w->next.ledger.n_assets; k++) {
			const struct ledger_asset *a = &w->next.ledger.assets[k];

			if (is_touched(w, a->id) && (str_eq(m->successions[i].from, a->symbol) ||
						     str_eq(m->successions[i].to, a->symbol)))
				return true;
		}
	return false;
}

static const char *issuer_of(const struct rewrite *w, const struct ledger_asset *a)
{
	const struct market_symbol *s = market_find(w->next.market, a->symbol, a->type);

	return s ? s->issuer : NULL;
}

/* Whether another paper of the same company is held: the R$ 50,000 test is theirs together (2.3). */
static bool shares_company(const struct rewrite *w, const struct derived_holding *h, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *issuer = h[i].taxed ? issuer_of(w, h[i].head) : NULL;

		for (size_t k = 0; issuer && k < w->next.ledger.n_assets; k++) {
			const struct ledger_asset *a = &w->next.ledger.assets[k];
			const char *other = issuer_of(w, a);

			if (!uuid_same(a->id, h[i].head->id) && other && str_eq(other, issuer))
				return true;
		}
	}
	return false;
}

/* The list of holdings as it will be, in the order of the assets. */
static void merge_holdings(struct rewrite *w)
{
	const struct derived *kept = &w->kept.derived;
	struct derived *d = &w->next.derived;
	size_t at = 0, k = 0;

	*d = *kept;
	d->holdings = pool_array(w->ctx->pool, struct derived_holding, kept->n + w->fresh.n);
	d->n = 0;
	for (size_t i = 0; i < w->next.ledger.n_assets; i++) {
		const struct ledger_asset *a = &w->next.ledger.assets[i];
		struct derived_holding *h = &d->holdings[d->n];

		if (at < w->fresh.n && uuid_same(w->fresh.holdings[at].head->id, a->id)) {
			*h = w->fresh.holdings[at++];
			h->head = a;
			d->n++;
			continue;
		}
		while (k < kept->n && uuid_before(kept->holdings[k].head->id, a->id))
			k++;
		if (k == kept->n || !uuid_same(kept->holdings[k].head->id, a->id))
			continue; /* merged into another one */
		*h = kept->holdings[k];
		h->head = a;
		for (size_t m = 0; m < h->n_merged; m++)
			h->merged[m] = moved(w, h->merged[m]);
		d->n++;
	}
}

/* The kept figures with the touched assets derived anew; false when all has to be. */
static bool renew(struct rewrite *w, struct db_rows *const *rows)
{
	struct ctx *ctx = w->ctx;
	enum calc_err err;

	state_portfolio(ctx, rows[W_HEAD], &w->next);
	if (!take_head(ctx, rows[W_HEAD], 0, w->next.ledger_version - 1, ctx->today, &w->kept) ||
	    w->kept.reference_version != ctx->caller->market_version[FAMILY_REFERENCE] ||
	    !find_gone(w, rows[W_TAILS]))
		return false;
	w->next.reference_version = w->kept.reference_version;
	ledger_take(ctx, rows[W_ASSETS], rows[W_ROWS], rows[W_INCOME], rows[W_COVERAGE], false,
		    &w->now);
	merge_assets(w);
	w->next.market = market_take(ctx, rows + W_MARKET, &w->next.ledger, NULL, false);
	if (is_of_family(w) || shares_company(w, w->gone, w->n_gone))
		return false;
	err = ledger_derive(ctx->pool, &w->now, w->next.market, ctx->today, &w->fresh);
	load_judge(ctx, w->next.name, err);
	if (shares_company(w, w->fresh.holdings, w->fresh.n))
		return false;
	merge_holdings(w);
	err = derived_replace(ctx->pool, &w->next.derived, w->gone, w->n_gone, w->fresh.holdings,
			      w->fresh.n);
	load_judge(ctx, w->next.name, err);
	w->next.derived.as_of = ctx->today;
	if (day_before(w->fresh.until, w->next.derived.until))
		w->next.derived.until = w->fresh.until;
	return true;
}

static void save_renewed(struct rewrite *w)
{
	struct ctx *ctx = w->ctx;
	struct db_rows *rows[3];

	head_send(ctx, &w->next);
	db_send(ctx, &drop_some_tails,
		DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(w->next.id),
			db_array(DB_UUID_ARRAY, w->touched, NULL, w->n_touched, 0)));
	tails_send(ctx, &w->next, w->fresh.holdings, w->fresh.n);
	db_wait(ctx, rows, ARRAY_SIZE(rows));
}

const struct derived_holding *state_write(struct ctx *ctx, size_t sent, struct db_rows **rows,
					  const struct uuid *touched, size_t n_touched, bool judge,
					  size_t *n_holdings)
{
	struct db_rows *all[WRITE_STATEMENTS + W_MARKET + MARKET_STATEMENTS];
	struct rewrite w = { .ctx = ctx, .touched = touched, .n_touched = n_touched };
	struct loaded whole;
	struct portfolio p;
	bool few = n_touched <= TOUCHED_MAX;
	size_t n = sent + (few ? write_send(ctx, touched, n_touched) : 0);

	db_wait(ctx, all, n);
	for (size_t i = 0; i < sent; i++)
		rows[i] = all[i];
	*n_holdings = 0;
	if (few && renew(&w, all + sent)) {
		if (judge)
			load_compute(ctx, &w.next, ctx->today, &p);
		save_renewed(&w);
		*n_holdings = w.fresh.n;
		return w.fresh.holdings;
	}
	if (!judge)
		return NULL;
	load_whole(ctx, &whole);
	load_compute(ctx, &whole, ctx->today, &p);
	*n_holdings = whole.derived.n;
	return whole.derived.holdings;
}
