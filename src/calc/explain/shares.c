/* SPDX-License-Identifier: Apache-2.0 */
/* shares.c: the positions as the x-ray and the costs see them. */
#include "config.h"

#include "calc/explain/shares.h"

#include "core/pool.h"

static struct note note(const char *text)
{
	return (struct note){ .text = text };
}

struct term share_value(struct explaining *x, const struct stake *s)
{
	return figure_term(&x->e,
			   &(struct explain_input){
				   .field = "market_value", .symbol = s->symbol, .type = s->type },
			   s->value.e8, MONEY_PLACES);
}

const struct stake *share_stake(const struct explaining *x, const struct holding *h)
{
	const struct explain_subject *s = x->subject;

	for (size_t i = 0; i < s->n_stakes; i++)
		if (str_eq(s->stakes[i].symbol, h->asset->symbol) &&
		    s->stakes[i].type == h->asset->type)
			return &s->stakes[i];
	return NULL;
}

struct term shares_considered(struct explaining *x)
{
	const struct explain_subject *s = x->subject;
	struct term *list = pool_array(x->e.pool, struct term, s->n_stakes);
	size_t n = 0;

	for (size_t i = 0; i < s->n_stakes; i++)
		if (stake_counts(&s->stakes[i]))
			list[n++] = share_value(x, &s->stakes[i]);
	return explain_sum(&x->e, list, n, note("Soma das posições com valor."));
}
