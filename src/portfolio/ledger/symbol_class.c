/* SPDX-License-Identifier: Apache-2.0 */
/* symbol_class.c: the class of a paper by its symbol alone, in the order of an import (doc/calculations.md 16.5). */
#include "config.h"

#include "portfolio/ledger/symbol_class.h"

#include "calc/import/import.h"
#include "db/db.h"
#include "identity/caller.h"
#include "portfolio/store/symbol.h"

static DB_STMT(owned, "symbol_class.owned",
	       "select asset_type from asset"
	       " where workspace_id = $1 and portfolio_id = $2 and symbol = any($3::text[])"
	       " order by asset_type limit 100");
static DB_STMT(listed, "symbol_class.listed",
	       "select asset_type from instrument"
	       " where venue = any (array['b3', 'us', 'crypto', 'tesouro', 'fund', 'debenture'])"
	       "   and symbol = any($1::text[])"
	       " order by asset_type limit 100");

static unsigned classes_of(const struct db_rows *rows)
{
	unsigned known = 0;

	for (size_t i = 0; i < db_count(rows); i++)
		known |= 1u << enum_find(asset_type_names, db_get_text(rows, i, 0));
	return known & ~(1u << ASSET_INDEX);
}

static unsigned class_of_form(struct ctx *ctx, const char *typed)
{
	const char *ignored, *symbol = symbol_normal(ctx->pool, ASSET_STOCK, typed, &ignored);
	int type = symbol ? import_type_of_form(symbol) : -1;

	return type < 0 ? 0 : 1u << type;
}

unsigned symbol_class_known(struct ctx *ctx, const char *typed)
{
	struct symbol_names names = symbol_names_of(ctx->pool, typed);
	struct db_rows *rows[2];

	db_send(ctx, &owned,
		DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(ctx->caller->portfolio),
			db_array(DB_TEXT_ARRAY, names.names, NULL, names.n, 0)));
	db_send(ctx, &listed, DB_ARGS(db_array(DB_TEXT_ARRAY, names.names, NULL, names.n, 0)));
	db_wait(ctx, rows, 2);
	if (classes_of(rows[0]))
		return classes_of(rows[0]);
	return classes_of(rows[1]) ? classes_of(rows[1]) : class_of_form(ctx, typed);
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
