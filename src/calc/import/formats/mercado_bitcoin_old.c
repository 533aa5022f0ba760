/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mercado_bitcoin_old.c: the older statement of Mercado Bitcoin.
 *
 * An execution is two rows beside each other, the coin and the reais, within two seconds and of opposite
 * signs.
 */
#include "config.h"

#include "calc/import/formats/format_parts.h"

enum { TIME, CATEGORY, COIN, QUANTITY, BALANCE };

#define PAIR_SECONDS 2

static const struct format_header headers[] = { {
	.names = { [TIME] = "data",
		   [CATEGORY] = "categoria",
		   [COIN] = "moeda",
		   [QUANTITY] = "quantidade",
		   [BALANCE] = "saldo" },
	.weak = true,
	.needs = 1u << TIME | 1u << CATEGORY | 1u << COIN | 1u << QUANTITY | 1u << BALANCE,
} };

static bool is_execution(const struct format_work *f, size_t row)
{
	const char *category = format_cell(f, row, CATEGORY);

	return category && str_eq(column_key(f->pool, category), "execucaodeordem");
}

static bool is_reais(const struct format_work *f, size_t row)
{
	const char *coin = format_cell(f, row, COIN);

	return coin && str_eq(column_key(f->pool, coin), "brl");
}

/* Whether @b is the other half of @a. */
static bool is_pair(const struct format_work *f, size_t a, size_t b)
{
	int64_t from, to;

	return b < f->sheet->n_rows && is_execution(f, b) && is_reais(f, a) != is_reais(f, b) &&
	       format_instant(format_cell(f, a, TIME), &from) &&
	       format_instant(format_cell(f, b, TIME), &to) && to - from <= PAIR_SECONDS &&
	       from - to <= PAIR_SECONDS;
}

static void put_pair(struct format_work *f, size_t first)
{
	struct draft *a = format_draft(f, first), *b = format_draft(f, first + 1);
	struct draft *coin = is_reais(f, first) ? b : a, *reais = coin == a ? b : a;
	struct maybe quantity = format_number(f, coin, QUANTITY, "quantidade");
	struct maybe amount = format_number(f, reais, QUANTITY, "valor");
	const char *time = format_cell(f, coin->row, TIME), *name = format_cell(f, coin->row, COIN);
	struct format_deal deal = { .label = format_cell(f, coin->row, CATEGORY),
				    .word = format_word(f->pool, quantity.v > 0 ? "c" : "v"),
				    .day = time ? format_before(f, time, ' ') : NULL,
				    .quantity = quantity,
				    .amount = amount };

	if (!name || (quantity.v > 0) == (amount.v > 0))
		format_fail(f, coin, "execução cujas duas linhas não se opõem");
	else
		deal.paper = format_coin(f, name, "BRL");
	format_ignore(reais, "valor em reais da execução ao lado");
	if (reais->verdict.error)
		format_fail(f, coin, "valor em reais ilegível na linha ao lado");
	if (!coin->verdict.error)
		format_put(f, coin, &deal);
}

static void read(struct format_work *f)
{
	const struct format_word *word;

	for (size_t r = f->header + 1; r < f->sheet->n_rows; r++) {
		struct draft *d;

		if (is_execution(f, r) && is_pair(f, r, r + 1)) {
			put_pair(f, r++);
			continue;
		}
		d = format_draft(f, r);
		if (is_execution(f, r))
			format_fail(f, d, "execução sem a linha em reais ao lado");
		else if (format_judge(f, d, format_cell(f, r, CATEGORY), format_cell(f, r, COIN),
				      &word))
			format_fail(f, d, "operação sem valor em reais: %.40s",
				    format_cell(f, r, CATEGORY));
	}
}

const struct format format_mercado_bitcoin_old = {
	.name = "Mercado Bitcoin (extrato antigo)",
	.caution = "O formato é o que leitores públicos descrevem; não foi conferido com um "
		   "arquivo do próprio programa.",
	.headers = headers,
	.n_headers = ARRAY_SIZE(headers),
	.numbers = 1u << QUANTITY | 1u << BALANCE,
	.mark = MARK_POINT,
	.read = read,
};
