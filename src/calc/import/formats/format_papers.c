/* SPDX-License-Identifier: Apache-2.0 */
/* format_papers.c: symbols as other programs write them. */
#include "config.h"

#include <ctype.h>

#include "calc/import/formats/format_parts.h"
#include "core/pool.h"

static const char brl[] = "BRL", usd[] = "USD", crypto[] = "crypto";

/* The length of a symbol's coin when a money follows it: BTC-USD, and BTCUSD of six letters and more. */
static size_t coin_length(const char *symbol)
{
	static const char *const moneys[] = { "USD", "BRL", "EUR", "USDT" };
	size_t n = strlen(symbol);

	for (size_t i = 0; i < ARRAY_SIZE(moneys); i++) {
		size_t m = strlen(moneys[i]);

		if (n <= m + 1 || !text_ends(symbol, moneys[i]))
			continue;
		if (symbol[n - m - 1] == '-')
			return n - m - 1;
		if (n >= 6 && n - m >= 3 && i < 2 && isalpha((unsigned char)symbol[3]))
			return n - m;
	}
	return 0;
}

struct format_paper format_coin(const struct format_work *f, const char *coin, const char *money)
{
	const char *against = text_upper_ascii(f->pool, money);

	return (struct format_paper){ .symbol = text_upper_ascii(f->pool, coin),
				      .type = crypto,
				      .currency = text_starts(against, usd) ? usd : against };
}

struct format_paper format_paper(const struct format_work *f, const char *raw, const char *currency)
{
	const char *colon = strchr(raw, ':');
	char *symbol = text_upper_ascii(f->pool, colon && colon[1] ? colon + 1 : raw);
	const char *home = ticker_at_home(f->pool, symbol);
	size_t coin = coin_length(symbol);
	struct format_paper p = { .symbol = home };

	if (currency)
		p.currency = text_upper_ascii(f->pool, currency);
	if (coin)
		return format_coin(f, pool_strndup(f->pool, symbol, coin),
				   p.currency ? p.currency : symbol + coin + (symbol[coin] == '-'));
	if (!p.currency && home == symbol &&
	    strchr(symbol, '.')) /* in the money of that exchange */
		p.currency = pool_printf(f->pool, "outra bolsa (%s)", strchr(symbol, '.'));
	if (!p.currency)
		p.currency = home != symbol ? brl : usd;
	if (!str_eq(p.currency, usd))
		return p;
	for (char *at = symbol; *at; at++)
		if (*at == ' ')
			*at = '.'; /* BRK B */
	p.type = "us";
	return p;
}
