/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mercado_bitcoin.c: the newer statement of Mercado Bitcoin.
 *
 * The fee of a purchase is in the coin: gross less net; that of a sale in reais.
 */
#include "config.h"

#include "calc/import/formats/format_parts.h"

enum { COIN, TYPE, TIME, PRICE, NET_REAIS, GROSS_REAIS, NET_COIN, GROSS_COIN };

static const struct format_header headers[] = { {
	.names = { [COIN] = "ativo",
		   [TYPE] = "operacaotipo",
		   [TIME] = "operacaodatahora",
		   [PRICE] = "precobrl",
		   [NET_REAIS] = "liquidobrl",
		   [GROSS_REAIS] = "brutobrl",
		   [NET_COIN] = "liquidocripto",
		   [GROSS_COIN] = "brutocripto" },
	.needs = 1u << COIN | 1u << TYPE | 1u << TIME | 1u << NET_REAIS | 1u << GROSS_REAIS |
		 1u << NET_COIN | 1u << GROSS_COIN,
} };

static void read_row(struct format_work *f, size_t row)
{
	struct draft *d = format_draft(f, row);
	struct format_deal deal = { .label = format_cell(f, row, TYPE) };
	const char *coin = format_cell(f, row, COIN), *time = format_cell(f, row, TIME);
	struct maybe net;

	if (!format_judge(f, d, deal.label, coin, &deal.word))
		return;
	deal.day = time ? format_before(f, time, ' ') : NULL;
	deal.paper = format_coin(f, coin, "BRL");
	deal.amount = format_number(f, d, GROSS_REAIS, "valor bruto");
	if (deal.word->kind == KIND_BUY) {
		deal.quantity = format_number(f, d, NET_COIN, "quantidade líquida");
	} else {
		deal.quantity = format_number(f, d, GROSS_COIN, "quantidade bruta");
		net = format_number(f, d, NET_REAIS, "valor líquido");
		deal.fees.known = net.known && deal.amount.known;
		deal.fees.v = deal.amount.v - net.v;
	}
	format_put(f, d, &deal);
}

const struct format format_mercado_bitcoin = {
	.name = "Mercado Bitcoin",
	.caution = "O formato é o que leitores públicos descrevem; não foi conferido com um "
		   "arquivo do próprio programa.",
	.headers = headers,
	.n_headers = ARRAY_SIZE(headers),
	.numbers = 1u << PRICE | 1u << NET_REAIS | 1u << GROSS_REAIS | 1u << NET_COIN |
		   1u << GROSS_COIN,
	.mark = MARK_COMMA,
	.row = read_row,
};
