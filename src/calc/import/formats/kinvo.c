/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kinvo.c: the statement of Kinvo, and its position, which is refused.
 *
 * The total is in reais also for a paper abroad, whose price is total / rate / quantity.
 */
#include "config.h"

#include "calc/import/formats/format_parts.h"

enum { DAY, PRODUCT, WORD, QUANTITY, AMOUNT, RATE, BROKER };

static const struct format_header headers[] = { {
	.names = { [DAY] = "data",
		   [PRODUCT] = "produto",
		   [WORD] = "descricao",
		   [QUANTITY] = "quantidade",
		   [AMOUNT] = "valortotal",
		   [RATE] = "cambio",
		   [BROKER] = "instituicao" },
	.weak = true,
	.needs =
		1u << DAY | 1u << PRODUCT | 1u << WORD | 1u << QUANTITY | 1u << AMOUNT | 1u << RATE,
} };

static void read_row(struct format_work *f, size_t row)
{
	struct draft *d = format_draft(f, row);
	struct format_deal deal = { .day = format_cell(f, row, DAY),
				    .label = format_cell(f, row, WORD),
				    .broker = format_cell(f, row, BROKER) };
	const char *product = format_cell(f, row, PRODUCT);
	struct maybe rate = format_number(f, d, RATE, "câmbio");
	bool range = false;

	if (!format_judge(f, d, deal.label, product, &deal.word))
		return;
	deal.quantity = format_number(f, d, QUANTITY, "quantidade");
	deal.amount = format_number(f, d, AMOUNT, "valor");
	if (deal.word->kind != KIND_INCOME)
		deal.amount.v = wide_abs(deal.amount.v);
	deal.paper.symbol = product;
	if (rate.known && rate.v > 0 && rate.v != E12) {
		deal.paper = format_paper(f, format_before(f, product, ' '), "USD");
		deal.converted = true;
		deal.amount.v = dec_mul_div_half_away(deal.amount.v, E12, rate.v, &range);
	}
	if (range)
		format_fail(f, d, "valor fora da escala");
	format_put(f, d, &deal);
}

const struct format format_kinvo = {
	.name = "Kinvo (extrato)",
	.caution = "O formato foi reconstruído e não foi conferido com um arquivo do próprio "
		   "programa: confira cada linha.",
	.headers = headers,
	.n_headers = ARRAY_SIZE(headers),
	.numbers = 1u << QUANTITY | 1u << AMOUNT | 1u << RATE,
	.mark = MARK_COMMA,
	.row = read_row,
};
