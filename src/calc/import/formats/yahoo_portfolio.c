/* SPDX-License-Identifier: Apache-2.0 */
/*
 * yahoo_portfolio.c: the lots of a Yahoo Finance portfolio.
 *
 * The column Date is the quote's.  A symbol without a suffix is American.  A file without the type of the
 * transaction writes a sale as a negative quantity.
 */
#include "config.h"

#include "calc/import/formats/format_parts.h"

enum { SYMBOL, CURRENT, DAY, PRICE, QUANTITY, COMMISSION, NOTE, TYPE };

static const struct format_header headers[] = { {
	.names = { [SYMBOL] = "symbol",
		   [CURRENT] = "currentprice",
		   [DAY] = "tradedate",
		   [PRICE] = "purchaseprice",
		   [QUANTITY] = "quantity",
		   [COMMISSION] = "commission",
		   [NOTE] = "comment",
		   [TYPE] = "transactiontype" },
	.needs = 1u << SYMBOL | 1u << CURRENT | 1u << DAY | 1u << PRICE | 1u << QUANTITY,
} };

/* YYYYMMDD; in older files the month first. */
static const char *lot_day(struct format_work *f, const char *cell)
{
	struct date_text t = cell_date(cell, false, (struct day){ 0 });

	return cell && !t.fixed && t.real[1] ? day_iso(f->pool, t.day[1]) : cell;
}

static void read_row(struct format_work *f, size_t row)
{
	struct draft *d = format_draft(f, row);
	struct format_deal deal = { .day = lot_day(f, format_cell(f, row, DAY)),
				    .label = format_cell(f, row, TYPE),
				    .note = format_cell(f, row, NOTE) };
	const char *symbol = format_cell(f, row, SYMBOL);

	deal.quantity = format_number(f, d, QUANTITY, "quantidade");
	deal.price = format_number(f, d, PRICE, "preço");
	deal.fees = format_number(f, d, COMMISSION, "taxas");
	if (!deal.quantity.known && !deal.price.known) {
		format_ignore(d, "papel acompanhado, sem compra");
		return;
	}
	if (!deal.label)
		deal.label = deal.quantity.v < 0 ? "SELL" : "BUY";
	if (!format_judge(f, d, deal.label, symbol, &deal.word))
		return;
	if (deal.note && str_eq(column_key(f->pool, deal.note), "stocksplit")) {
		format_fail(f, d,
			    "desdobramento escrito como venda e compra: lance o desdobro com o seu "
			    "fator");
		return;
	}
	deal.paper = format_paper(f, symbol, NULL);
	format_put(f, d, &deal);
}

const struct format format_yahoo = {
	.name = "Yahoo Finance (carteira)",
	.headers = headers,
	.n_headers = ARRAY_SIZE(headers),
	.numbers = 1u << PRICE | 1u << QUANTITY | 1u << COMMISSION,
	.mark = MARK_POINT,
	.row = read_row,
};
