/* SPDX-License-Identifier: Apache-2.0 */
/*
 * statusinvest.c: the trades that StatusInvest exports, in CSV or XLSX.
 *
 * It has no currency: the category says whether the paper is a foreign one.  IRRF is tax withheld, not a
 * fee.
 */
#include "config.h"

#include "calc/import/formats/format_parts.h"

#include "core/number_text.h"
#include "core/pool.h"

enum { DAY, CATEGORY, CODE, SIDE, QUANTITY, PRICE, BROKER, BROKERAGE, FEES, TAXES, IRRF };

static const struct format_header headers[] = { {
	.names = { [DAY] = "dataoperacao operationdate",
		   [CATEGORY] = "categoria category",
		   [CODE] = "codigoativo assetcode",
		   [SIDE] = "operacaocv operationtype",
		   [QUANTITY] = "quantidade quantity",
		   [PRICE] = "precounitario unitprice",
		   [BROKER] = "corretora broker",
		   [BROKERAGE] = "corretagem brokerage",
		   [FEES] = "taxas fees",
		   [TAXES] = "impostos taxes",
		   [IRRF] = "irrf" },
	.needs = 1u << DAY | 1u << CATEGORY | 1u << CODE | 1u << SIDE | 1u << QUANTITY |
		 1u << PRICE | 1u << BROKERAGE,
} };

static void warn_withheld(struct format_work *f, struct draft *d)
{
	struct maybe irrf = format_number(f, d, IRRF, "IRRF");

	if (irrf.known && irrf.v > 0)
		d->verdict.warning = pool_printf(
			f->pool, "Tem %s de IRRF, que não é taxa: informe-o no imposto do mês.",
			brl_text(f->pool, (struct money){ irrf.v / (E12 / E8) }));
}

static void read_row(struct format_work *f, size_t row)
{
	struct draft *d = format_draft(f, row);
	struct format_deal deal = { .day = format_cell(f, row, DAY),
				    .label = format_cell(f, row, SIDE),
				    .broker = format_cell(f, row, BROKER) };
	const char *code = format_cell(f, row, CODE);

	if (!deal.label && !code && !deal.day) {
		format_ignore(d, "linha de total, sem efeito");
		return;
	}
	if (!format_judge(f, d, deal.label, code, &deal.word))
		return;
	deal.paper = (struct format_paper){ code, format_cell(f, row, CATEGORY), NULL };
	deal.quantity = format_number(f, d, QUANTITY, "quantidade");
	deal.price = format_number(f, d, PRICE, "preço");
	for (int c = BROKERAGE; c <= TAXES; c++) {
		struct maybe part = format_number(f, d, c, "taxas");

		deal.fees.known |= part.known;
		deal.fees.v += part.known ? part.v : 0;
	}
	format_put(f, d, &deal);
	if (!d->verdict.warning)
		warn_withheld(f, d);
}

const struct format format_statusinvest = {
	.name = "StatusInvest",
	.headers = headers,
	.n_headers = ARRAY_SIZE(headers),
	.numbers = 1u << QUANTITY | 1u << PRICE | 1u << BROKERAGE | 1u << FEES | 1u << TAXES |
		   1u << IRRF,
	.mark = MARK_COMMA,
	.row = read_row,
};
