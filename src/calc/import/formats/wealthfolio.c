/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wealthfolio.c: the activities that Wealthfolio exports.
 *
 * The quantity of a split is its ratio.  The amount of an income wins over quantity and price, which are
 * often 1 and the amount of one share.
 */
#include "config.h"

#include "calc/import/formats/format_parts.h"

enum { DAY, SYMBOL, KIND, TYPE, QUANTITY, PRICE, CURRENCY, FEE, AMOUNT, NOTE, SUBTYPE };

static const struct format_header headers[] = { {
	.names = { [DAY] = "date",
		   [SYMBOL] = "symbol",
		   [KIND] = "instrumenttype",
		   [TYPE] = "activitytype type",
		   [QUANTITY] = "quantity",
		   [PRICE] = "unitprice",
		   [CURRENCY] = "currency",
		   [FEE] = "fee",
		   [AMOUNT] = "amount",
		   [NOTE] = "comment",
		   [SUBTYPE] = "subtype" },
	.needs = 1u << DAY | 1u << SYMBOL | 1u << KIND | 1u << TYPE | 1u << QUANTITY | 1u << PRICE,
} };

/* A row of the account's money names it instead of a paper, or nothing. */
static bool is_cash(const char *symbol)
{
	return text_starts(symbol, "$CASH") || text_starts(symbol, "CASH:") ||
	       text_starts(symbol, "CASH_");
}

static struct format_paper paper(struct format_work *f, size_t row, const char *symbol)
{
	const char *kind = format_cell(f, row, KIND), *currency = format_cell(f, row, CURRENCY);

	if (kind && str_eq(column_key(f->pool, kind), "crypto") && !strchr(symbol, '-'))
		return format_coin(f, symbol, currency ? currency : "USD");
	return format_paper(f, symbol, currency);
}

static void take_income(struct format_work *f, struct draft *d, struct format_deal *deal)
{
	bool range = false;

	if (deal->amount.known || !deal->quantity.known || !deal->price.known)
		return;
	deal->amount.known = true;
	deal->amount.v = dec_mul_div_half_away(deal->quantity.v, deal->price.v, E12, &range);
	if (range)
		format_fail(f, d, "valor do provento fora da escala");
}

/* A dividend that buys shares at once is both, and a row of it says only one of them. */
static bool is_both(struct format_work *f, size_t row)
{
	const char *subtype = format_cell(f, row, SUBTYPE);
	const char *key = subtype ? column_key(f->pool, subtype) : "";

	return str_eq(key, "drip") || str_eq(key, "dividendinkind") || str_eq(key, "stakingreward");
}

static void read_row(struct format_work *f, size_t row)
{
	struct draft *d = format_draft(f, row);
	struct format_deal deal = { .day = format_local_day(f, format_cell(f, row, DAY)),
				    .label = format_cell(f, row, TYPE),
				    .note = format_cell(f, row, NOTE) };
	const char *symbol = format_cell(f, row, SYMBOL);

	if (symbol && is_cash(symbol))
		symbol = NULL;
	if (!format_judge(f, d, deal.label, symbol, &deal.word) || !symbol)
		return;
	if (is_both(f, row)) {
		format_fail(f, d,
			    "provento pago em papéis: lance o provento e a entrada dos papéis");
		return;
	}
	deal.paper = paper(f, row, symbol);
	deal.quantity = format_number(f, d, QUANTITY, "quantidade");
	deal.price = format_number(f, d, PRICE, "preço");
	deal.amount = format_number(f, d, AMOUNT, "valor");
	deal.fees = format_number(f, d, FEE, "taxas");
	deal.fees.v = wide_abs(deal.fees.v);
	if (deal.word->kind == KIND_SPLIT)
		deal.ratio = deal.quantity;
	if (deal.word->kind == KIND_INCOME)
		take_income(f, d, &deal);
	format_put(f, d, &deal);
}

const struct format format_wealthfolio = {
	.name = "Wealthfolio",
	.headers = headers,
	.n_headers = ARRAY_SIZE(headers),
	.numbers = 1u << QUANTITY | 1u << PRICE | 1u << FEE | 1u << AMOUNT,
	.mark = MARK_POINT,
	.row = read_row,
};
