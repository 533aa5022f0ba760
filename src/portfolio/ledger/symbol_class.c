/* SPDX-License-Identifier: Apache-2.0 */
/* symbol_class.c: the class of a paper by its symbol alone, in the order of an import (doc/calculations.md 16.5). */
#include "config.h"

#include "portfolio/ledger/symbol_class.h"

#include "calc/import/import.h"
#include "db/db.h"
#include "identity/caller.h"
#include "portfolio/store/symbol.h"

/* Without a portfolio: of all that the workspace has. */
static DB_STMT(owned, "symbol_class.owned",
	       "select distinct symbol, asset_type from asset"
	       " where workspace_id = $1 and ($2::uuid is null or portfolio_id = $2)"
	       "   and symbol = any($3::text[])"
	       " order by symbol, asset_type limit 3000");
static DB_STMT(listed, "symbol_class.listed",
	       "select distinct symbol, asset_type from instrument"
	       " where venue = any (array['b3', 'us', 'crypto', 'tesouro', 'fund', 'debenture'])"
	       "   and symbol = any($1::text[])"
	       " order by symbol, asset_type limit 3000");
enum { C_SYMBOL, C_TYPE };

static unsigned classes_of(const struct db_rows *rows, const struct symbol_names *names)
{
	unsigned known = 0;

	for (size_t i = 0; i < db_count(rows); i++)
		if (symbol_is_named(names, db_get_text(rows, i, C_SYMBOL)))
			known |= 1u << enum_find(asset_type_names, db_get_text(rows, i, C_TYPE));
	return known & ~(1u << ASSET_INDEX);
}

static unsigned class_of_form(struct ctx *ctx, const char *typed)
{
	const char *ignored, *symbol = symbol_normal(ctx->pool, ASSET_STOCK, typed, &ignored);
	int type = symbol ? import_type_of_form(symbol) : -1;

	return type < 0 ? 0 : 1u << type;
}

void symbol_classes_known(struct ctx *ctx, bool all, const char *const *typed, size_t n,
			  unsigned *out)
{
	const struct caller *c = ctx->caller;
	struct symbol_names *names = pool_array(ctx->pool, struct symbol_names, n);
	const char **any = pool_array(ctx->pool, const char *, n *SYMBOL_NAMES_MAX);
	struct db_rows *rows[2];
	size_t n_any = 0;

	for (size_t i = 0; i < n; i++) {
		names[i] = symbol_names_of(ctx->pool, typed[i]);
		for (size_t k = 0; k < names[i].n; k++)
			any[n_any++] = names[i].names[k];
	}
	db_send(ctx, &owned,
		DB_ARGS(db_uuid(all ? c->workspace : c->resource_workspace),
			all ? db_null() : db_uuid(c->portfolio), db_texts(any, n_any)));
	db_send(ctx, &listed, DB_ARGS(db_texts(any, n_any)));
	db_wait(ctx, rows, 2);
	for (size_t i = 0; i < n; i++) {
		out[i] = classes_of(rows[0], &names[i]);
		out[i] = out[i] ? out[i] : classes_of(rows[1], &names[i]);
		out[i] = out[i] ? out[i] : class_of_form(ctx, typed[i]);
	}
}

unsigned symbol_class_known(struct ctx *ctx, const char *typed)
{
	unsigned known;

	symbol_classes_known(ctx, false, &typed, 1, &known);
	return known;
}

int symbol_class_one(unsigned known)
{
	int found = -1;

	for (int t = 0; t < ASSET_TYPES; t++) {
		if (!(known & (1u << t)))
			continue;
		if (found >= 0)
			return -1;
		found = t;
	}
	return found;
}
