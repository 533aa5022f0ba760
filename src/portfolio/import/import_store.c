/* SPDX-License-Identifier: Apache-2.0 */
/*
 * import_store.c: reads what a file is compared with: the successions of its symbols, then five queries
 * in one round trip, for these symbols and their earlier ones.
 */
#include "config.h"

#include "portfolio/import/import_parts.h"

#include <stdlib.h>

#include "core/order.h"
#include "identity/caller.h"

static DB_STMT(
	facts, "import.facts",
	"select coalesce(i.notes, false), a.symbol, a.asset_type, l.id, l.kind, l.event_kind,"
	"        l.trade_date, l.quantity, "
	"l.price, l.fees,"
	"        l.ratio, l.source, l.import_id, l.settlement, l.retired_by is not null,"
	"        l.external_id, l.institution"
	"   from asset a"
	"   join ledger l on l.workspace_id = $1 and l.portfolio_id = a.portfolio_id"
	"                and l.asset_id = a.id"
	"   left join import i on i.workspace_id = $1 and i.portfolio_id = a.portfolio_id"
	"                     and i.id = l.import_id"
	"  where a.workspace_id = $1 and a.portfolio_id = $2 and a.symbol = any ($3::text[])"
	"  order by a.symbol collate \"C\", l.trade_date, l.id"
	"  limit 1000000");
enum {
	F_NOTE,
	F_SYMBOL,
	F_TYPE,
	F_ID,
	F_KIND,
	F_EVENT,
	F_DAY,
	F_QTY,
	F_PRICE,
	F_FEES,
	F_RATIO,
	F_SOURCE,
	F_IMPORT,
	F_SETTLEMENT,
	F_RETIRED,
	F_EXTERNAL,
	F_INSTITUTION
};

static DB_STMT(incomes, "import.incomes",
	       "select a.symbol, a.asset_type, i.kind, i.pay_date, i.amount"
	       "  from asset a"
	       "  join income i on i.workspace_id = $1 and i.portfolio_id = a.portfolio_id"
	       "               and i.asset_id = a.id"
	       " where a.workspace_id = $1 and a.portfolio_id = $2 and a.symbol = any ($3::text[])"
	       " order by a.symbol collate \"C\", i.pay_date, i.id"
	       " limit 1000000");
enum { I_SYMBOL, I_TYPE, I_KIND, I_DAY, I_AMOUNT };

static DB_STMT(assets, "import.assets",
	       "select a.id, a.symbol, a.asset_type, a.currency,"
	       "        coalesce(a.meta ->> 'corporate_events' = 'ledger', false),"
	       "        a.name is null and a.import_id is not null, a.type_guessed"
	       "   from asset a"
	       "  where a.workspace_id = $1 and a.portfolio_id = $2 and a.symbol = any ($3::text[])"
	       "  order by a.symbol collate \"C\", a.id"
	       "  limit 1000000");
enum { A_ID, A_SYMBOL, A_TYPE, A_CURRENCY, A_DECLINES, A_NAMELESS, A_GUESSED };

static DB_STMT(known, "import.known",
	       "select symbol, asset_type"
	       "  from instrument"
	       " where venue = any (array['b3', 'us', 'crypto', 'tesouro', 'fund', 'debenture'])"
	       "   and symbol = any ($1::text[])"
	       " order by symbol, venue"
	       " limit 1000000");
enum { K_SYMBOL, K_TYPE };

static DB_STMT(events, "import.events",
	       "select symbol, ex_day, kind, ratio_n, ratio_d, unit_cost"
	       "  from corporate_event"
	       " where venue = 'b3' and symbol = any ($1::text[])"
	       " order by symbol, ex_day, label"
	       " limit 100000");
enum { E_SYMBOL, E_EX_DAY, E_KIND, E_RATIO_N, E_RATIO_D, E_UNIT_COST };

static DB_STMT(successions, "import.successions",
	       "with recursive lineage (symbol) as ("
	       "  select unnest($1::text[]) collate \"C\""
	       "  union"
	       "  select s.from_symbol from succession s join lineage f on f.symbol = s.to_symbol"
	       "   where s.venue = 'b3')"
	       " select s.from_symbol, s.to_symbol, s.day, s.ratio_n, s.ratio_d, s.cash_per_share"
	       "   from succession s"
	       "  where s.venue = 'b3' and (s.to_symbol in (select f.symbol from lineage f)"
	       "                            or s.from_symbol = any($1::text[]))"
	       "  order by s.day, s.from_symbol"
	       "  limit 100000");
enum { S_FROM, S_TO, S_DAY, S_RATIO_N, S_RATIO_D, S_CASH };

enum { R_FACTS, R_INCOMES, R_ASSETS, R_KNOWN, R_EVENTS };

const struct db_rows *import_successions(struct ctx *ctx, const char *const *symbols, size_t n)
{
	return db_query(ctx, &successions, DB_ARGS(db_texts(symbols, n)));
}

/* The file's symbols and their earlier ones; may contain duplicates. */
static struct db_arg with_predecessors(struct ctx *ctx, const char *const *symbols, size_t n,
				       const struct db_rows *r)
{
	const char **all = pool_array(ctx->pool, const char *, n + db_count(r));

	for (size_t i = 0; i < n; i++)
		all[i] = symbols[i];
	for (size_t i = 0; i < db_count(r); i++)
		all[n + i] = db_get_text(r, i, S_FROM);
	return db_texts(all, n + db_count(r));
}

void import_load_send(struct ctx *ctx, const char *const *symbols, size_t n,
		      const struct db_rows *succeeded)
{
	struct db_arg workspace = db_uuid(ctx->caller->resource_workspace);
	struct db_arg portfolio = db_uuid(ctx->caller->portfolio);
	struct db_arg names = db_texts(symbols, n);
	struct db_arg all = with_predecessors(ctx, symbols, n, succeeded);

	db_send(ctx, &facts, DB_ARGS(workspace, portfolio, all));
	db_send(ctx, &incomes, DB_ARGS(workspace, portfolio, names));
	db_send(ctx, &assets, DB_ARGS(workspace, portfolio, all));
	db_send(ctx, &known, DB_ARGS(names));
	db_send(ctx, &events, DB_ARGS(names));
}

static struct uuid uuid_or_nil(const struct db_rows *r, size_t row, int col)
{
	return db_is_null(r, row, col) ? uuid_nil() : db_get_uuid(r, row, col);
}

static void take_assets(struct ctx *ctx, const struct db_rows *r, struct stored *out)
{
	struct import_asset *all = pool_array(ctx->pool, struct import_asset, db_count(r));

	out->assets = pool_array(ctx->pool, struct stored_asset, db_count(r));
	for (size_t i = 0; i < db_count(r); i++) {
		struct stored_asset *a = &out->assets[out->n_assets++];

		a->id = db_get_uuid(r, i, A_ID);
		a->symbol = db_get_text(r, i, A_SYMBOL);
		a->type = (enum asset_type)enum_find(asset_type_names, db_get_text(r, i, A_TYPE));
		a->currency =
			(enum currency)enum_find(currency_names, db_get_text(r, i, A_CURRENCY));
		a->nameless = db_get_bool(r, i, A_NAMELESS);
		all[i] = (struct import_asset){ a->symbol, a->type, db_get_bool(r, i, A_DECLINES),
						db_get_bool(r, i, A_GUESSED) };
	}
	out->context.assets = all;
	out->context.n_assets = db_count(r);
}

static void take_facts(struct ctx *ctx, const struct db_rows *r, struct import_context *out)
{
	struct ledger_fact *f = pool_array(ctx->pool, struct ledger_fact, db_count(r));

	for (size_t i = 0; i < db_count(r); i++) {
		const char *event = db_get_text(r, i, F_EVENT),
			   *source = db_get_text(r, i, F_SOURCE);

		f[i].of_note = db_get_bool(r, i, F_NOTE);
		f[i].symbol = db_get_text(r, i, F_SYMBOL);
		f[i].type = (enum asset_type)enum_find(asset_type_names, db_get_text(r, i, F_TYPE));
		f[i].id = db_get_uuid(r, i, F_ID);
		f[i].kind = (enum row_kind)enum_find(row_kind_names, db_get_text(r, i, F_KIND));
		f[i].event =
			event ? (enum event_kind)enum_find(event_kind_names, event) : EVENT_NONE;
		f[i].day = db_get_day(r, i, F_DAY);
		f[i].qty.e8 = (int64_t)db_get_decimal(r, i, F_QTY, QTY_PLACES);
		f[i].price_known = !db_is_null(r, i, F_PRICE);
		if (f[i].price_known)
			f[i].price.e12 = db_get_decimal(r, i, F_PRICE, PRICE_PLACES);
		f[i].fees.e8 = db_get_decimal(r, i, F_FEES, MONEY_PLACES);
		if (!db_is_null(r, i, F_RATIO))
			f[i].ratio_e12 = (int64_t)db_get_decimal(r, i, F_RATIO, PRICE_PLACES);
		f[i].source = source ? (enum import_source)enum_find(import_source_names, source)
				     : IMPORT_UNKNOWN;
		f[i].import_id = uuid_or_nil(r, i, F_IMPORT);
		f[i].settlement = db_get_bool(r, i, F_SETTLEMENT);
		f[i].retired = db_get_bool(r, i, F_RETIRED);
		f[i].institution = db_get_text(r, i, F_INSTITUTION);
		f[i].external_id = db_get_text(r, i, F_EXTERNAL);
	}
	out->facts = f;
	out->n_facts = db_count(r);
}

struct import_context import_facts(struct ctx *ctx, const char *const *symbols, size_t n)
{
	struct import_context out = { .n_facts = 0 };

	take_facts(ctx,
		   db_query(ctx, &facts,
			    DB_ARGS(db_uuid(ctx->caller->resource_workspace),
				    db_uuid(ctx->caller->portfolio), db_texts(symbols, n))),
		   &out);
	return out;
}

static void take_incomes(struct ctx *ctx, const struct db_rows *r, struct import_context *out)
{
	struct ledger_fact *f = pool_array(ctx->pool, struct ledger_fact, db_count(r));

	for (size_t i = 0; i < db_count(r); i++) {
		f[i].symbol = db_get_text(r, i, I_SYMBOL);
		f[i].type = (enum asset_type)enum_find(asset_type_names, db_get_text(r, i, I_TYPE));
		f[i].income =
			(enum income_kind)enum_find(income_kind_names, db_get_text(r, i, I_KIND));
		f[i].day = db_get_day(r, i, I_DAY);
		f[i].amount.e8 = db_get_decimal(r, i, I_AMOUNT, MONEY_PLACES);
	}
	out->incomes = f;
	out->n_incomes = db_count(r);
}

static void take_known(struct ctx *ctx, const struct db_rows *r, struct import_context *out)
{
	struct import_known *k = pool_array(ctx->pool, struct import_known, db_count(r));

	for (size_t i = 0; i < db_count(r); i++) {
		const char *symbol = db_get_text(r, i, K_SYMBOL);
		int type = enum_find(asset_type_names, db_get_text(r, i, K_TYPE));

		if (out->n_known == 0 || !str_eq(k[out->n_known - 1].symbol, symbol))
			k[out->n_known++] = (struct import_known){ .symbol = symbol };
		if (type >= 0)
			k[out->n_known - 1].types |= 1u << type;
	}
	out->known = k;
}

static struct reference_event *take_events(struct ctx *ctx, const struct db_rows *r)
{
	struct reference_event *e = pool_array(ctx->pool, struct reference_event, db_count(r));

	for (size_t i = 0; i < db_count(r); i++) {
		e[i].ex_day = db_get_day(r, i, E_EX_DAY);
		e[i].kind = str_eq(db_get_text(r, i, E_KIND), "split") ? EVENT_SPLIT : EVENT_BONUS;
		e[i].ratio =
			(struct ratio){ db_get_int(r, i, E_RATIO_N), db_get_int(r, i, E_RATIO_D) };
		e[i].unit_cost_known = !db_is_null(r, i, E_UNIT_COST);
		if (e[i].unit_cost_known)
			e[i].unit_cost.e12 = db_get_decimal(r, i, E_UNIT_COST, PRICE_PLACES);
	}
	return e;
}

/*
 * Events by symbol, for every type that an exchange paper can have: the type of a new paper is decided
 * only while the file is parsed.
 */
static void take_symbols(struct ctx *ctx, const struct db_rows *r, struct market *out)
{
	static const enum asset_type types[] = { ASSET_STOCK, ASSET_FII, ASSET_ETF, ASSET_BDR };
	struct reference_event *events_of = take_events(ctx, r);
	struct market_symbol *s =
		pool_array(ctx->pool, struct market_symbol, db_count(r) * ARRAY_SIZE(types));

	for (size_t from = 0, to; from < db_count(r); from = to) {
		const char *symbol = db_get_text(r, from, E_SYMBOL);

		for (to = from; to < db_count(r) && str_eq(db_get_text(r, to, E_SYMBOL), symbol);)
			to++;
		for (size_t t = 0; t < ARRAY_SIZE(types); t++)
			s[out->n_symbols++] = (struct market_symbol){ .symbol = symbol,
								      .type = types[t],
								      .events = &events_of[from],
								      .n_events = to - from };
	}
	out->symbols = s;
}

static void take_successions(struct ctx *ctx, const struct db_rows *r, struct market *out)
{
	struct succession *s = pool_array(ctx->pool, struct succession, db_count(r));

	for (size_t i = 0; i < db_count(r); i++) {
		s[i].from = db_get_text(r, i, S_FROM);
		s[i].to = db_get_text(r, i, S_TO);
		s[i].day = db_get_day(r, i, S_DAY);
		s[i].ratio =
			(struct ratio){ db_get_int(r, i, S_RATIO_N), db_get_int(r, i, S_RATIO_D) };
		s[i].has_cash = !db_is_null(r, i, S_CASH);
		if (s[i].has_cash)
			s[i].cash_per_share.e12 = db_get_decimal(r, i, S_CASH, PRICE_PLACES);
	}
	out->successions = s;
	out->n_successions = db_count(r);
}

int stored_asset_compare(const void *x, const void *y)
{
	const struct stored_asset *a = x, *b = y;
	int c = strcmp(a->symbol, b->symbol);

	return c ? c : (int)a->type - (int)b->type;
}

struct stored_asset *stored_asset_find(struct stored_asset *list, size_t n, const char *symbol,
				       enum asset_type type)
{
	struct stored_asset key = { .symbol = symbol, .type = type };

	return order_find(&key, list, n, sizeof(*list), stored_asset_compare);
}

void stored_retype(struct stored *stored, const struct import_result *r)
{
	for (size_t k = 0; k < r->n_retyped; k++) {
		for (size_t i = 0; i < stored->n_assets; i++) {
			struct stored_asset *a = &stored->assets[i];

			if (a->type != r->retyped[k].from ||
			    !str_eq(a->symbol, r->retyped[k].symbol))
				continue;
			a->type = r->retyped[k].to;
			a->retyped = true;
		}
	}
	if (r->n_retyped && stored->n_assets)
		qsort(stored->assets, stored->n_assets, sizeof(*stored->assets),
		      stored_asset_compare);
}

void import_load_take(struct ctx *ctx, struct db_rows *const *rows, const struct db_rows *succeeded,
		      struct stored *out)
{
	struct market *market = pool_zero(ctx->pool, struct market);

	*out = (struct stored){ .context = { .market = market, .today = ctx->today } };
	take_facts(ctx, rows[R_FACTS], &out->context);
	take_incomes(ctx, rows[R_INCOMES], &out->context);
	take_assets(ctx, rows[R_ASSETS], out);
	take_known(ctx, rows[R_KNOWN], &out->context);
	take_symbols(ctx, rows[R_EVENTS], market);
	take_successions(ctx, succeeded, market);
	order_sort(out->assets, out->n_assets, sizeof(*out->assets), stored_asset_compare);
}
