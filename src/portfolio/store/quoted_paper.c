/* SPDX-License-Identifier: Apache-2.0 */
/* quoted_paper.c: finds a paper by what a person types, where the market's tables have closes of it. */
#include "config.h"

#include "portfolio/portfolio.h"

#include "core/number_text.h"
#include "db/db.h"
#include "market/prices/market.h"
#include "portfolio/store/symbol.h"

static DB_STMT(quoted, "quoted_paper.first",
	       "select w.n from unnest($1::text[], $2::text[], $3::int8[]) w (venue, symbol, n)"
	       "  join last_close c on c.venue = w.venue and c.symbol = w.symbol"
	       " order by w.n limit 1");

bool wallet_quoted(struct ctx *ctx, const char *typed, int type, struct wallet_quoted *out)
{
	const char *venues[ASSET_TYPES], *symbols[ASSET_TYPES];
	int64_t places[ASSET_TYPES];
	const struct db_rows *r;
	size_t n = 0;

	for (int t = 0; t < ASSET_TYPES; t++) {
		const char *expected;

		if ((type >= 0 && t != type) || !market_venue((enum asset_type)t))
			continue;
		symbols[n] = symbol_normal(ctx->pool, (enum asset_type)t, typed, &expected);
		venues[n] = market_venue((enum asset_type)t);
		places[n] = (int64_t)n;
		n += symbols[n] != NULL;
	}
	if (!n)
		return false;
	r = db_query(ctx, &quoted,
		     DB_ARGS(db_texts(venues, n), db_texts(symbols, n), db_ints(places, n)));
	if (!db_count(r))
		return false;
	*out = (struct wallet_quoted){ symbols[db_get_int(r, 0, 0)], venues[db_get_int(r, 0, 0)] };
	return true;
}

const char *wallet_quoted_currency(const char *venue)
{
	return str_eq(venue, market_venue(ASSET_INDEX)) ? NULL
	       : str_eq(venue, market_venue(ASSET_US))	? "USD"
							: "BRL";
}

const char *wallet_quoted_text(void *pool, const char *venue, struct price p)
{
	const char *currency = wallet_quoted_currency(venue);
	char plain[DEC_TEXT_SIZE];

	if (!currency) {
		(void)dec_format(plain, p.e12, PRICE_PLACES, PRICE_PLACES, true);
		return pool_printf(pool, "%s pontos", grouped_text(pool, plain));
	}
	return priced_text(pool, str_eq(currency, "USD"), p);
}
