/* SPDX-License-Identifier: Apache-2.0 */
/*
 * note_close.c: the fees of a note shared among its rows, and its sums compared with them.
 *
 * By value, in centavos, the largest remainder first, ties in the note's order; forwards, which do not come
 * in, have no share.  IRRF is no fee: it is not in the net amount of most notes; one that has deducted it
 * closes, too.
 */
#include "config.h"

#include "calc/import/notes/note_parts.h"
#include "core/number_text.h"

#define CENT ((wide)(E8 / 100))
#define FEES_MAX ((wide)100000000000) /* a thousand million reais, in cents */

const char *note_cents(void *pool, wide cents)
{
	return brl_text(pool, (struct money){ cents * CENT });
}

/* A note with forwards alone has no trade to carry its fees: its ignored rows state them. */
static void tell_fees(void *pool, struct broker_note *note)
{
	for (size_t i = 0; i < note->n && note->fees; i++)
		if (note->rows[i].ignored)
			note->rows[i].ignored =
				pool_printf(pool, "%s; some ao custo as taxas da nota, %s",
					    note->rows[i].ignored, note_cents(pool, note->fees));
}

static void share_fees(void *pool, struct broker_note *note)
{
	struct money *parts = pool_array(pool, struct money, note->n), sum = { 0 };
	int64_t *shares = pool_array(pool, int64_t, note->n);

	for (size_t i = 0; i < note->n; i++) {
		parts[i].e8 = note->rows[i].forward ? 0 : note->rows[i].cents * CENT;
		sum.e8 += parts[i].e8;
	}
	if (wide_abs(note->fees) > FEES_MAX)
		return;
	if (sum.e8 <= 0) {
		tell_fees(pool, note);
		return;
	}
	largest_remainder(pool, parts, note->n, sum, (int64_t)wide_abs(note->fees), shares);
	for (size_t i = 0; i < note->n; i++)
		note->rows[i].fees = note->fees < 0 ? -shares[i] : shares[i];
}

static wide sum_of(const struct broker_note *note)
{
	wide sum = 0;

	for (size_t i = 0; i < note->n; i++) {
		const struct note_row *r = &note->rows[i];

		if (!r->forward)
			sum += r->sell ? r->cents : -r->cents;
	}
	return sum;
}

/* What a row comes to in "Compras à vista" and "Vendas à vista"; a note with an exercise is not compared. */
static bool sum_cash(const struct broker_note *note, wide *bought, wide *sold)
{
	*bought = *sold = 0;
	for (size_t i = 0; i < note->n; i++) {
		const struct note_row *r = &note->rows[i];

		if (r->option)
			return false;
		if (!r->forward && !r->is_option)
			*(r->sell ? sold : bought) += r->cents;
	}
	return true;
}

/* Rows that came in twice, or not at all, may leave a sum of nothing as it is: the other box tells. */
static const char *flat_difference(void *pool, const struct broker_note *note)
{
	wide bought, sold;

	if (note->gross || !sum_cash(note, &bought, &sold))
		return NULL;
	if (note->says_bought && bought != note->bought)
		return pool_printf(pool, "as compras lidas somam %s e a nota diz %s",
				   note_cents(pool, bought), note_cents(pool, note->bought));
	if (note->says_sold && sold != note->sold)
		return pool_printf(pool, "as vendas lidas somam %s e a nota diz %s",
				   note_cents(pool, sold), note_cents(pool, note->sold));
	return NULL;
}

static const char *difference(void *pool, const struct broker_note *note)
{
	wide sum = sum_of(note), net = note->gross - note->fees;

	if (!note->summarised)
		return "o resumo financeiro da nota não foi encontrado: as taxas não são conhecidas";
	if (sum != note->gross)
		return pool_printf(pool,
				   "as linhas lidas somam %s e a nota diz %s: a diferença é de %s",
				   note_cents(pool, sum), note_cents(pool, note->gross),
				   note_cents(pool, wide_abs(sum - note->gross)));
	if (wide_abs(net - note->net) > 1 && wide_abs(net - note->irrf - note->net) > 1)
		return pool_printf(
			pool,
			"o líquido pelas linhas e taxas é %s e a nota diz %s: a diferença é de %s",
			note_cents(pool, net), note_cents(pool, note->net),
			note_cents(pool, wide_abs(net - note->net)));
	if (wide_abs(note->fees) > FEES_MAX)
		return "as taxas da nota saem da escala";
	return note->unclosed ? note->unclosed : flat_difference(pool, note);
}

void note_close(void *pool, struct broker_note *note)
{
	note->unclosed = difference(pool, note);
	share_fees(pool, note);
}
