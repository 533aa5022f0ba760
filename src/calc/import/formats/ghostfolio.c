/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ghostfolio.c: the activities of Ghostfolio, in CSV or as the list of that name in its JSON.
 *
 * The price of a dividend is per share; quantity and fee count without their sign, the side is the
 * word's.
 */
#include "config.h"

#include "calc/import/formats/format_parts.h"

enum { DAY, CODE, ACTION, PRICE, QUANTITY, CURRENCY, FEE, NOTE, SOURCE };

#define NAMES                                                                                      \
	{                                                                                          \
		[DAY] = "date tradedate", [CODE] = "code symbol ticker",                           \
		[ACTION] = "action type buysell", [PRICE] = "price unitprice tradeprice value",    \
		[QUANTITY] = "quantity qty shares units",                                          \
		[CURRENCY] = "currency ccy currencyprimary",                                       \
		[FEE] = "fee commission ibcommission", [NOTE] = "note comment",                    \
		[SOURCE] = "datasource"                                                            \
	}
#define NEEDS (1u << DAY | 1u << CODE | 1u << ACTION | 1u << PRICE | 1u << QUANTITY)

static const struct format_header headers[] = {
	{ .names = NAMES, .needs = NEEDS | 1u << SOURCE },
	{ .names = NAMES, .needs = NEEDS, .weak = true },
};

static void take_income(struct format_work *f, struct draft *d, struct format_deal *deal)
{
	bool range = false;

	deal->amount.known = deal->quantity.known && deal->price.known;
	if (deal->amount.known)
		deal->amount.v =
			dec_mul_div_half_away(deal->quantity.v, deal->price.v, E12, &range);
	if (range)
		format_fail(f, d, "valor do provento fora da escala");
}

static void read_row(struct format_work *f, size_t row)
{
	struct draft *d = format_draft(f, row);
	struct format_deal deal = { .day = format_local_day(f, format_cell(f, row, DAY)),
				    .label = format_cell(f, row, ACTION),
				    .note = format_cell(f, row, NOTE) };
	const char *code = format_cell(f, row, CODE);

	if (!format_judge(f, d, deal.label, code, &deal.word))
		return;
	deal.paper = format_paper(f, code, format_cell(f, row, CURRENCY));
	deal.quantity = format_number(f, d, QUANTITY, "quantidade");
	deal.quantity.v = wide_abs(deal.quantity.v);
	deal.price = format_number(f, d, PRICE, "preço");
	deal.fees = format_number(f, d, FEE, "taxas");
	deal.fees.v = wide_abs(deal.fees.v);
	if (deal.word->kind == KIND_INCOME)
		take_income(f, d, &deal);
	format_put(f, d, &deal);
}

const struct format format_ghostfolio = {
	.name = "Ghostfolio",
	.headers = headers,
	.n_headers = ARRAY_SIZE(headers),
	.numbers = 1u << PRICE | 1u << QUANTITY | 1u << FEE,
	.mark = MARK_POINT,
	.row = read_row,
};
