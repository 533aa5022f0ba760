/* SPDX-License-Identifier: Apache-2.0 */
/* explain_shares.c: the positions as used by the x-ray and the costs. */
#include "config.h"

#include "calc/explain/explain_shares.h"

#include "core/pool.h"

struct term share_value(struct explaining *x, const struct open_position *s)
{
	const struct portfolio *p = x->subject->portfolio;
	struct money exact = s->value;

	for (size_t i = 0; i < p->n_holdings; i++)
		if (p->holdings[i].state == HOLDING_OPEN && p->holdings[i].asset->type == s->type &&
		    str_eq(p->holdings[i].asset->symbol, s->symbol))
			exact = p->holdings[i].market_value;
	return explain_shown(&x->e, figure_term(&x->e,
						&(struct explain_input){ .field = "market_value",
									 .symbol = s->symbol,
									 .type = s->type },
						exact.e8, MONEY_PLACES));
}

const struct open_position *share_open_position(const struct explaining *x, const struct holding *h)
{
	const struct explain_subject *s = x->subject;

	for (size_t i = 0; i < s->n_open_positions; i++)
		if (str_eq(s->open_positions[i].symbol, h->asset->symbol) &&
		    s->open_positions[i].type == h->asset->type)
			return &s->open_positions[i];
	return NULL;
}

struct term shares_considered(struct explaining *x)
{
	const struct explain_subject *s = x->subject;
	struct term *list = pool_array(x->e.pool, struct term, s->n_open_positions);
	size_t n = 0;

	for (size_t i = 0; i < s->n_open_positions; i++)
		if (open_position_counts(&s->open_positions[i]))
			list[n++] = share_value(x, &s->open_positions[i]);
	return explain_sum(&x->e, list, n, note_of("Soma das posições com valor."));
}
