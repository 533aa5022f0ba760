/* SPDX-License-Identifier: Apache-2.0 */
/*
 * positions_elsewhere.c: positions that other programs export.
 *
 * They have no days, so that no trade follows from them: such a file is refused, with what to do.  A
 * hand-made sheet of trades may have all of their columns beside its own: they give way to it.
 */
#include "config.h"

#include "calc/import/formats/format_parts.h"

enum { A, B, C, D, E };

#define REFUSAL(program, remedy)                                                                   \
	"O arquivo é a posição de " program                                                        \
	", que não tem datas nem operações: dela não se tira nenhum lançamento. " remedy           \
	" Para importar, use os extratos da B3 ou o modelo de planilha."

#define COMPARE "Compare-a com a carteira em Conferir com a posição."

static const struct format_header kinvo[] = { {
	.names = { [A] = "produto",
		   [B] = "classedoativo",
		   [C] = "valoraplicado",
		   [D] = "saldobruto" },
	.needs = 1u << A | 1u << B | 1u << C | 1u << D,
	.weak = true,
} };

const struct format format_kinvo_position = {
	.name = "Kinvo (posição)",
	.refusal = REFUSAL("Kinvo", "Também não tem quantidades."),
	.headers = kinvo,
	.n_headers = ARRAY_SIZE(kinvo),
};

static const struct format_header investidor10[] = { {
	.names = { [A] = "tipodeativo",
		   [B] = "ativo",
		   [C] = "precomedio",
		   [D] = "precoatual",
		   [E] = "saldo" },
	.needs = 1u << A | 1u << B | 1u << C | 1u << D | 1u << E,
	.weak = true,
} };

const struct format format_investidor10 = {
	.name = "Investidor10 (posições)",
	.refusal = REFUSAL("Investidor10", COMPARE),
	.headers = investidor10,
	.n_headers = ARRAY_SIZE(investidor10),
};

static const struct format_header myprofit[] = { {
	.names = { [A] = "ativo",
		   [B] = "qtd",
		   [C] = "precomedio",
		   [D] = "precoatual",
		   [E] = "totalatual" },
	.needs = 1u << A | 1u << B | 1u << C | 1u << D | 1u << E,
	.weak = true,
} };

const struct format format_myprofit = {
	.name = "MyProfit (posição)",
	.refusal = REFUSAL("MyProfit", COMPARE),
	.headers = myprofit,
	.n_headers = ARRAY_SIZE(myprofit),
};
