/* SPDX-License-Identifier: Apache-2.0 */
/*
 * asset_ref.c: resolves the asset that a row of a body belongs to.
 *
 * However many rows a body has, one statement finds their assets and another creates the missing ones.
 */
#include "config.h"

#include "portfolio/ledger/asset.h"

#include <stdlib.h>

#include "core/order.h"
#include "identity/caller.h"
#include "db/db.h"
#include "portfolio/store/symbol.h"

/* By joins: with "any", the planner would scan all of the portfolio's assets. */
static DB_STMT(
	find, "asset_ref.find",
	"select a.id, a.symbol, a.asset_type, a.currency"
	"  from unnest($3::uuid[]) w(id)"
	"  join asset a on a.workspace_id = $1 and a.portfolio_id = $2 and a.id = w.id"
	" union"
	" select a.id, a.symbol, a.asset_type, a.currency"
	"  from unnest($4::text[]) w(symbol)"
	"  join asset a on a.workspace_id = $1 and a.portfolio_id = $2 and a.symbol = w.symbol"
	" order by symbol, asset_type"
	" limit 60000"); /* 12 types of 5,000 symbols, the most that one body can name */
enum { F_ID, F_SYMBOL, F_TYPE, F_CURRENCY };

static DB_STMT(add, "asset_ref.add",
	       "insert into asset (workspace_id, portfolio_id, id, symbol, "
	       "asset_type, currency, created_at)"
	       " select p.workspace_id, p.id, u.id, u.symbol, u.asset_type, u.currency, $3"
	       "   from portfolio p, unnest($4::uuid[], $5::text[], $6::text[], "
	       "$7::text[]) as u (id, symbol, asset_type, currency)"
	       "  where p.workspace_id = $1 and p.id = $2");

static DB_STMT(count, "asset_ref.count",
	       "select count(*) from asset where workspace_id = $1 and portfolio_id = $2");

/* The name of a fund is longer than any symbol. */
#define SYMBOL_MAX 200

static void read_symbol(struct ctx *ctx, struct body *b, struct asset_ref *ref)
{
	const char *symbol = body_line(b, "symbol", REQUIRED, 1, SYMBOL_MAX);
	int type = body_choice(b, "asset_type", REQUIRED, asset_type_names);
	const char *expected = "";

	if (type < 0)
		return;
	ref->type = (enum asset_type)type;
	if (!symbol)
		return;
	ref->symbol = symbol_normal(ctx->pool, ref->type, symbol, &expected);
	if (asset_is_named(ref->type, ref->symbol)) {
		ref->typed = symbol;
		ref->expected = expected;
		ref->ok = true;
	} else if (!ref->symbol) {
		body_error(b, "symbol", "format", expected, symbol);
	} else {
		ref->ok = true;
	}
}

void asset_ref_read_paper(struct ctx *ctx, struct body *b, struct asset_ref *ref)
{
	*ref = (struct asset_ref){ .body = b };
	read_symbol(ctx, b, ref);
	ref->currency = ref->type == ASSET_US ? CURRENCY_USD : CURRENCY_BRL;
}

static void read_currency(struct body *b, struct asset_ref *ref)
{
	int currency = body_choice(b, "currency", OPTIONAL, currency_names);

	ref->currency_given = currency >= 0;
	if (currency >= 0)
		ref->currency = (enum currency)currency;
	else
		ref->currency = ref->type == ASSET_US ? CURRENCY_USD : CURRENCY_BRL;
	if (ref->ok && !ref->by_id && ref->currency == CURRENCY_USD && ref->type != ASSET_US)
		body_error(b, "currency", "enum", "BRL (só asset_type us é em USD)", "USD");
	if (ref->ok && !ref->by_id && ref->currency == CURRENCY_BRL && ref->type == ASSET_US)
		body_error(b, "currency", "enum", "USD (asset_type us é sempre em USD)", "BRL");
}

void asset_ref_read_new(struct ctx *ctx, struct body *b, struct asset_ref *ref)
{
	asset_ref_read_paper(ctx, b, ref);
	read_currency(b, ref);
}

void asset_ref_read(struct ctx *ctx, struct body *b, struct asset_ref *ref)
{
	*ref = (struct asset_ref){ .body = b };
	if (body_uuid(b, "asset_id", OPTIONAL, &ref->id)) {
		ref->by_id = ref->ok = true;
		if (body_has(b, "symbol") || body_has(b, "asset_type"))
			body_error(b, "asset_id", "exclusive", "asset_id, ou symbol com asset_type",
				   NULL);
	} else if (!body_has(b, "asset_id")) { /* a wrong one was noted */
		read_symbol(ctx, b, ref);
	}
	read_currency(b, ref);
	if (ref->ok && !ref->by_id && ref->type == ASSET_INDEX)
		body_error(b, "asset_type", "watchlist_only",
			   "um ativo que se possa comprar (index é só para acompanhar)", "index");
}

void asset_refs_send(struct ctx *ctx, const struct asset_ref *refs, size_t n)
{
	struct uuid *ids = pool_array(ctx->pool, struct uuid, n);
	const char **symbols = pool_array(ctx->pool, const char *, n);
	size_t n_ids = 0, n_symbols = 0;

	for (size_t i = 0; i < n; i++) {
		if (refs[i].by_id)
			ids[n_ids++] = refs[i].id;
		else
			symbols[n_symbols++] = refs[i].symbol;
	}
	db_send(ctx, &find,
		DB_ARGS(DB_CHOSEN(ctx), db_uuids(ids, n_ids), db_texts(symbols, n_symbols)));
}

/* The portfolio's assets, in both orders in which a reference is looked up. */
struct known {
	struct uuid id;
	const char *symbol;
	enum asset_type type;
	enum currency currency;
};

static int by_name(const void *a, const void *b)
{
	const struct known *x = a, *y = b;
	int order = strcmp(x->symbol, y->symbol);

	return order ? order : (int)x->type - (int)y->type;
}

static int refs_by_name(const void *a, const void *b)
{
	const struct asset_ref *x = *(struct asset_ref *const *)a,
			       *y = *(struct asset_ref *const *)b;
	int order = strcmp(x->symbol, y->symbol);

	if (!order)
		order = (int)x->type - (int)y->type;
	return order ? order
		     : (x > y) - (x <
				  y); /* by position in the array, so that the first row decides */
}

static void check_state(struct asset_ref *ref, enum currency currency)
{
	if (ref->type == ASSET_INDEX)
		body_error(ref->body, "asset_id", "watchlist_only",
			   "um ativo que se possa comprar (index é só para acompanhar)", "index");
	if (ref->currency_given && ref->currency != currency)
		body_error(ref->body, "currency", "asset_currency", currency_names[currency],
			   currency_names[ref->currency]);
	ref->currency = currency;
}

static void take_known(struct asset_ref *ref, const struct known *found)
{
	ref->id = found->id;
	ref->symbol = found->symbol;
	ref->type = found->type;
	check_state(ref, found->currency);
}

/* @names: by symbol and type; one symbol is one paper, so a second class is odd. */
static void note_other(struct asset_ref *ref, const struct known *names, size_t n)
{
	const struct known first = { .symbol = ref->symbol };
	size_t at = order_first(&first, names, n, sizeof(*names), by_name);

	for (; at < n && str_eq(names[at].symbol, ref->symbol); at++)
		if (names[at].type != ref->type) {
			ref->has_other = true;
			ref->other = names[at].type;
		}
}

/* Symbols that the portfolio lacks: one new asset each, for all rows that name it. */
static struct new_assets make_new(struct ctx *ctx, struct asset_ref **missing, size_t n)
{
	struct new_assets out = { pool_array(ctx->pool, const struct asset_ref *, n), 0 };

	qsort(missing, n, sizeof(struct asset_ref *), refs_by_name);
	for (size_t i = 0; i < n; i++) {
		struct asset_ref *ref = missing[i];
		const struct asset_ref *first = out.n ? out.items[out.n - 1] : NULL;

		if (first && str_eq(first->symbol, ref->symbol) && first->type == ref->type) {
			ref->id = first->id;
			check_state(ref, first->currency);
			continue;
		}
		ref->id = uuid_new();
		check_state(ref, ref->currency);
		out.items[out.n++] = ref;
	}
	return out;
}

static struct known *read_known(struct ctx *ctx, const struct db_rows *rows, size_t *n)
{
	struct known *known = pool_array(ctx->pool, struct known, db_count(rows));

	*n = db_count(rows);
	for (size_t i = 0; i < *n; i++) {
		known[i].id = db_get_uuid(rows, i, F_ID);
		known[i].symbol = db_get_text(rows, i, F_SYMBOL);
		known[i].type =
			(enum asset_type)enum_find(asset_type_names, db_get_text(rows, i, F_TYPE));
		known[i].currency =
			(enum currency)enum_find(currency_names, db_get_text(rows, i, F_CURRENCY));
	}
	return known;
}

struct new_assets asset_refs_take(struct ctx *ctx, struct asset_ref *refs, size_t n,
				  const struct db_rows *rows)
{
	struct asset_ref **missing = pool_array(ctx->pool, struct asset_ref *, n);
	size_t n_known, n_missing = 0;
	struct known *names = read_known(ctx, rows, &n_known);
	struct known *ids = pool_memdup(ctx->pool, names, n_known * sizeof(*names));

	qsort(names, n_known, sizeof(*names), by_name);
	qsort(ids, n_known, sizeof(*ids), order_uuid);
	for (size_t i = 0; i < n; i++) {
		struct asset_ref *ref = &refs[i];
		struct known key = { .id = ref->id, .symbol = ref->symbol, .type = ref->type };
		const struct known *found =
			ref->by_id ? bsearch(&key, ids, n_known, sizeof(key), order_uuid)
				   : bsearch(&key, names, n_known, sizeof(key), by_name);

		if (!found && ref->by_id) {
			fail(ctx, 404, "asset_not_found", "Não há ativo %s nesta carteira.",
			     uuid_text(ctx->pool, ref->id));
		}
		if (!ref->by_id)
			note_other(ref, names, n_known);
		if (!found) {
			missing[n_missing++] = ref;
			continue;
		}
		take_known(ref, found);
	}
	return make_new(ctx, missing, n_missing);
}

void asset_room_of(struct ctx *ctx, size_t present, size_t n)
{
	if (n && present + n > PORTFOLIO_ASSETS)
		fail(ctx, 422, "ledger_out_of_range",
		     "Uma carteira tem até %d ativos, e esta passaria a ter %zu.", PORTFOLIO_ASSETS,
		     present + n);
}

void asset_room(struct ctx *ctx, size_t n)
{
	const struct db_rows *rows;

	if (!n)
		return;
	rows = db_query(ctx, &count, DB_ARGS(DB_CHOSEN(ctx)));
	asset_room_of(ctx, (size_t)db_get_int(rows, 0, 0), n);
}

struct new_assets asset_ref_move(struct ctx *ctx, struct body *b, enum currency from,
				 struct asset_ref *to, const struct db_rows *found)
{
	struct new_assets added = asset_refs_take(ctx, to, 1, found);

	if (to->currency != from)
		body_error(b, to->by_id ? "asset_id" : "symbol", "asset_currency",
			   currency_names[from], currency_names[to->currency]);
	body_done(b);
	asset_room(ctx, added.n);
	return added;
}

bool asset_refs_add_send(struct ctx *ctx, const struct new_assets *added)
{
	size_t n = added->n;
	struct uuid *ids = pool_array(ctx->pool, struct uuid, n);
	const char **symbols = pool_array(ctx->pool, const char *, n);
	const char **types = pool_array(ctx->pool, const char *, n);
	const char **currencies = pool_array(ctx->pool, const char *, n);

	if (n == 0)
		return false;
	for (size_t i = 0; i < n; i++) {
		ids[i] = added->items[i]->id;
		symbols[i] = added->items[i]->symbol;
		types[i] = asset_type_names[added->items[i]->type];
		currencies[i] = currency_names[added->items[i]->currency];
	}
	db_send(ctx, &add,
		DB_ARGS(DB_CHOSEN(ctx), db_timestamp(ctx->now_ms), db_uuids(ids, n),
			db_texts(symbols, n), db_texts(types, n), db_texts(currencies, n)));
	return true;
}
