/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sharesight.c: the report All Trades of Sharesight.
 *
 * Lines of title stand above the header and footnotes below the rows.  Price and brokerage are in the
 * instrument's currency, which the row names; the value is in the portfolio's and is not used.
 */
#include "config.h"

#include "calc/import/formats/format_parts.h"
#include "core/pool.h"

enum { MARKET, CODE, DAY, TYPE, QUANTITY, PRICE, BROKERAGE, CURRENCY, NOTE, NAME };

static const struct format_header headers[] = { {
	.names = { [MARKET] = "market",
		   [CODE] = "code",
		   [DAY] = "date",
		   [TYPE] = "type",
		   [QUANTITY] = "quantity",
		   [PRICE] = "price",
		   [BROKERAGE] = "brokerage",
		   [CURRENCY] = "currency",
		   [NOTE] = "comments",
		   [NAME] = "name" },
	.needs = 1u << MARKET | 1u << CODE | 1u << DAY | 1u << TYPE | 1u << QUANTITY | 1u << PRICE |
		 1u << BROKERAGE | 1u << CURRENCY,
} };

static void read_row(struct format_work *f, size_t row)
{
	struct draft *d = format_draft(f, row);
	struct format_deal deal = { .day = format_cell(f, row, DAY),
				    .label = format_cell(f, row, TYPE),
				    .note = format_cell(f, row, NOTE),
				    .name = format_cell(f, row, NAME) };
	const char *code = format_cell(f, row, CODE), *market = format_cell(f, row, MARKET);

	if (!code && !deal.day) {
		format_ignore(d, "linha fora da tabela, sem efeito");
		return;
	}
	if (!format_judge(f, d, deal.label, code, &deal.word))
		return;
	if (deal.word->kind == KIND_SPLIT) {
		format_fail(f, d, "desdobramento sem o fator: lance-o com o fator do papel");
		return;
	}
	if (market && str_eq(column_key(f->pool, market), "fx"))
		deal.paper = format_coin(
			f, code,
			format_cell(f, row, CURRENCY) ? format_cell(f, row, CURRENCY) : "USD");
	else
		deal.paper = format_paper(f, code, format_cell(f, row, CURRENCY));
	deal.quantity = format_number(f, d, QUANTITY, "quantidade");
	deal.price = format_number(f, d, PRICE, "preço");
	deal.fees = format_number(f, d, BROKERAGE, "taxas");
	deal.fees.v = wide_abs(deal.fees.v);
	if (deal.quantity.known && (deal.quantity.v < 0) != (deal.word->kind == KIND_SELL))
		format_fail(f, d, "o sinal da quantidade contradiz a operação %.20s", deal.label);
	format_put(f, d, &deal);
}

const struct format format_sharesight = {
	.name = "Sharesight (All Trades)",
	.caution = "O formato é o que leitores públicos descrevem; não foi conferido com um "
		   "arquivo do próprio programa.",
	.headers = headers,
	.n_headers = ARRAY_SIZE(headers),
	.numbers = 1u << QUANTITY | 1u << PRICE | 1u << BROKERAGE,
	.row = read_row,
};
