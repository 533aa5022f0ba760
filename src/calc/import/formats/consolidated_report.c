/* SPDX-License-Identifier: Apache-2.0 */
/*
 * consolidated_report.c: the income of the exchange's monthly report.
 *
 * The workbook also has positions, which are compared, and sums of trades over a period, which have no
 * days; neither becomes an entry.
 */
#include "config.h"

#include "calc/import/formats/format_parts.h"

enum { PRODUCT, DAY, EVENT, BROKER, QUANTITY, PRICE, AMOUNT };

static const struct format_header headers[] = { {
	.names = { [PRODUCT] = "produto",
		   [DAY] = "pagamento",
		   [EVENT] = "tipodeevento",
		   [BROKER] = "instituicao",
		   [QUANTITY] = "quantidade",
		   [PRICE] = "precounitario",
		   [AMOUNT] = "valorliquido" },
	.needs = 1u << PRODUCT | 1u << DAY | 1u << EVENT | 1u << AMOUNT,
} };

static void read_row(struct format_work *f, size_t row)
{
	struct draft *d = format_draft(f, row);
	struct format_deal deal = { .day = format_cell(f, row, DAY),
				    .label = format_cell(f, row, EVENT),
				    .broker = format_cell(f, row, BROKER) };
	const char *product = format_cell(f, row, PRODUCT);

	if (!product && !deal.label && !deal.day) {
		format_ignore(d, "linha de total, sem efeito");
		return;
	}
	if (deal.label && text_ends(text_fold(f->pool, deal.label), " - transferido")) {
		format_ignore(d, "repetição do evento de ativo emprestado");
		return;
	}
	if (!format_judge(f, d, deal.label, product, &deal.word))
		return;
	deal.paper.symbol = product;
	deal.amount = format_number(f, d, AMOUNT, "valor líquido");
	format_put(f, d, &deal);
}

const struct format format_consolidated = {
	.name = "relatório consolidado mensal da B3 (proventos)",
	.caution =
		"As posições e o resumo de negociações do arquivo não entram: confira as posições "
		"em Conferir com a posição e importe os negócios do extrato Negociação.",
	.headers = headers,
	.n_headers = ARRAY_SIZE(headers),
	.numbers = 1u << QUANTITY | 1u << PRICE | 1u << AMOUNT,
	.mark = MARK_COMMA,
	.row = read_row,
};
