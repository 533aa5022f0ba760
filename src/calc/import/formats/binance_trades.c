/* SPDX-License-Identifier: Apache-2.0 */
/*
 * binance_trades.c: the trade history of Binance, one execution a row.
 *
 * The unit is glued to a number, and tells which part of the pair is the coin.  A fee in the coin bought
 * lessens what came in; a fee in a third coin has no known value.  Instants are in UTC.
 */
#include "config.h"

#include <stdint.h>

#include "calc/import/formats/format_parts.h"
#include "core/pool.h"

enum { TIME, PAIR, SIDE, PRICE, EXECUTED, AMOUNT, FEE, FEE_COIN };

static const struct format_header headers[] = {
	{ .names = { [TIME] = "dateutc",
		     [PAIR] = "pair",
		     [SIDE] = "side",
		     [PRICE] = "price",
		     [EXECUTED] = "executed",
		     [AMOUNT] = "amount",
		     [FEE] = "fee",
		     [FEE_COIN] = "feecoin" },
	  .needs = 1u << TIME | 1u << PAIR | 1u << SIDE | 1u << PRICE | 1u << EXECUTED |
		   1u << AMOUNT | 1u << FEE },
	{ .names = { [TIME] = "dateutc",
		     [PAIR] = "market",
		     [SIDE] = "type",
		     [PRICE] = "price",
		     [EXECUTED] = "amount",
		     [AMOUNT] = "total",
		     [FEE] = "fee",
		     [FEE_COIN] = "feecoin" },
	  .needs = 1u << TIME | 1u << PAIR | 1u << SIDE | 1u << PRICE | 1u << EXECUTED |
		   1u << AMOUNT | 1u << FEE | 1u << FEE_COIN },
};

/* The length of the coin in a pair whose other part is one of the usual moneys; 0: none is. */
static size_t base_by_money(const char *pair)
{
	static const char *const moneys[] = { "BRL", "USDT", "BUSD", "USDC", "FDUSD",
					      "USD", "EUR",  "BTC",  "ETH",  "BNB" };

	for (size_t i = 0; i < ARRAY_SIZE(moneys); i++)
		if (text_ends(pair, moneys[i]) && strlen(pair) > strlen(moneys[i]))
			return strlen(pair) - strlen(moneys[i]);
	return 0;
}

/* The unit glued to "0.01BTC": the longest ending that the pair begins with; NULL without one. */
static const char *unit_in(const char *executed, const char *pair)
{
	size_t n = strlen(executed), longest = strlen(pair);

	for (size_t i = n > longest ? n - longest : 1; i < n; i++)
		if (text_starts(pair, executed + i))
			return executed + i;
	return NULL;
}

/* A number with its unit; @unit: set to the letters after it, "" without any. */
static struct maybe measured(struct format_work *f, struct draft *d, const char *cell,
			     const char *what, const char **unit)
{
	size_t n = cell ? strspn(cell, "0123456789.,-") : 0;

	*unit = cell ? cell + n : "";
	if (!cell)
		return (struct maybe){ 0 };
	if (**unit == 'E' && strchr("+-0123456789", (*unit)[1])) {
		format_fail(f, d, "%s com expoente: %.40s", what, cell);
		return (struct maybe){ 0 };
	}
	return format_value(f, d, slice_text(f->pool, (struct slice){ cell, n }), what);
}

static void take_fee(struct format_work *f, struct draft *d, struct format_deal *deal,
		     const char *money)
{
	const char *unit, *coin = format_cell(f, d->row, FEE_COIN);
	struct maybe fee = measured(f, d, format_cell(f, d->row, FEE), "taxas", &unit);

	if (coin)
		unit = coin;
	if (!fee.known || fee.v == 0)
		return;
	if (str_eq(unit, deal->paper.symbol)) {
		deal->quantity.v += deal->word->kind == KIND_BUY ? -fee.v : fee.v;
		deal->price.known = false; /* the value counts: the price is of another quantity */
	} else if (str_eq(unit, money)) {
		deal->fees = fee;
	} else {
		d->verdict.warning = pool_printf(
			f->pool,
			"Taxa de %s %.20s: o seu valor não está no arquivo, e a saída dela não foi "
			"lançada.",
			comma_text(f->pool, format_plain(f, fee.v)), unit);
	}
}

static void read_row(struct format_work *f, size_t row)
{
	struct draft *d = format_draft(f, row);
	struct format_deal deal = { .day = format_local_day(f, format_cell(f, row, TIME)),
				    .label = format_cell(f, row, SIDE) };
	const char *pair = format_cell(f, row, PAIR), *executed = format_cell(f, row, EXECUTED);
	const char *unit = pair && executed ? unit_in(executed, pair) : NULL, *rest;
	size_t base = unit ? strlen(unit) : pair ? base_by_money(pair) : 0;

	if (!format_judge(f, d, deal.label, pair, &deal.word))
		return;
	if (!base || !pair[base] || !executed) {
		format_fail(f, d, "par desconhecido: %.40s", pair);
		return;
	}
	deal.paper = format_coin(f, pool_strndup(f->pool, pair, base), pair + base);
	deal.quantity = format_value(
		f, d,
		unit ? slice_text(f->pool, (struct slice){ executed, (size_t)(unit - executed) })
		     : executed,
		"quantidade");
	deal.price = format_number(f, d, PRICE, "preço");
	deal.amount = measured(f, d, format_cell(f, row, AMOUNT), "valor", &rest);
	take_fee(f, d, &deal, pair + base);
	format_put(f, d, &deal);
}

const struct format format_binance_trades = {
	.name = "Binance (histórico de negociações)",
	.headers = headers,
	.n_headers = ARRAY_SIZE(headers),
	.mark = MARK_POINT,
	.row = read_row,
};
