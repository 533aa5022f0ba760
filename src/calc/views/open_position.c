/* SPDX-License-Identifier: Apache-2.0 */
/* open_position.c: the open positions of a computed portfolio. */
#include "config.h"

#include "calc/views/open_position.h"

#include "core/pool.h"

#include <stdlib.h>

const char *const indexer_group_names[] = {
	[GROUP_SELIC] = "selic", [GROUP_IPCA] = "ipca",	  [GROUP_PREFIXADO] = "prefixado",
	[GROUP_CDI] = "cdi",	 [GROUP_OUTRO] = "outro", NULL,
};

const char *const indexer_group_titles[] = {
	[GROUP_SELIC] = "Selic", [GROUP_IPCA] = "IPCA",	  [GROUP_PREFIXADO] = "prefixado",
	[GROUP_CDI] = "CDI",	 [GROUP_OUTRO] = "outro", NULL,
};

/* As typed, else the market's; a Treasury bond is known by its name. */
static const char *name_of(const struct holding *h)
{
	const char *name = holding_name(h);

	if (name)
		return name;
	return h->asset->type == ASSET_TESOURO ? h->asset->symbol : NULL;
}

struct open_position *open_positions_of(void *pool, const struct portfolio *p, size_t *n)
{
	struct open_position *out = pool_array(pool, struct open_position, p->n_holdings);

	*n = 0;
	for (size_t i = 0; i < p->n_holdings; i++) {
		const struct holding *h = &p->holdings[i];

		if (h->state != HOLDING_OPEN)
			continue;
		out[(*n)++] = (struct open_position){
			.symbol = h->asset->symbol,
			.ticker = h->renamed_to ? h->renamed_to : h->asset->symbol,
			.name = name_of(h),
			.type = h->asset->type,
			.currency = h->asset->currency,
			.value_known = h->value_known,
			.value = money_round_cents(h->market_value), /* as shown (17) */
			.sector = h->market ? h->market->sector : NULL,
			.issuer_tax_id = h->market ? h->market->tax_id : NULL,
			.terms = h->asset->terms,
		};
	}
	return out;
}

struct money open_positions_value(const struct open_position *open_positions, size_t n,
				  size_t *considered, size_t *ignored, bool *range)
{
	struct money sum = { 0 };

	*considered = *ignored = 0;
	for (size_t i = 0; i < n; i++) {
		if (!open_position_counts(&open_positions[i])) {
			(*ignored)++;
			continue;
		}
		(*considered)++;
		sum = money_add(sum, open_positions[i].value, range);
	}
	return sum;
}

static int by_asset(const void *a, const void *b)
{
	const struct open_position *x = a, *y = b;
	int order = strcmp(x->symbol, y->symbol);

	if (!order)
		order = (int)x->type - (int)y->type;
	return order ? order : accrual_terms_order(x->terms, y->terms);
}

static int by_value(const void *a, const void *b)
{
	const struct open_position *x = a, *y = b;
	bool counts = open_position_counts(x);

	if (counts != open_position_counts(y))
		return counts ? -1 : 1;
	if (counts && x->value.e8 != y->value.e8)
		return x->value.e8 > y->value.e8 ? -1 : 1;
	return by_asset(a, b);
}

size_t open_positions_merge(struct open_position *list, size_t n, bool *range)
{
	size_t last = 0;

	if (!n)
		return 0;
	qsort(list, n, sizeof(*list), by_asset);
	for (size_t i = 1; i < n; i++) {
		struct open_position *to = &list[last];

		if (by_asset(to, &list[i]) != 0) {
			list[++last] = list[i];
			continue;
		}
		if (!list[i].value_known)
			continue;
		to->value = to->value_known ? money_add(to->value, list[i].value, range)
					    : list[i].value;
		to->value_known = true;
	}
	qsort(list, last + 1, sizeof(*list), by_value);
	return last + 1;
}

enum indexer_group open_position_indexer(void *pool, const struct open_position *s)
{
	static const struct {
		const char *word;
		enum indexer_group indexer;
	} titles[] = {
		{ "selic", GROUP_SELIC }, { "reserva", GROUP_SELIC },
		{ "ipca", GROUP_IPCA },	  { "renda+", GROUP_IPCA },
		{ "educa+", GROUP_IPCA }, { "prefixado", GROUP_PREFIXADO },
		{ "igpm", GROUP_OUTRO },
	};

	if (s->type == ASSET_TESOURO) {
		const char *title = text_fold(pool, s->symbol);

		for (size_t i = 0; i < ARRAY_SIZE(titles); i++)
			if (strstr(title, titles[i].word))
				return titles[i].indexer;
	}
	if (!s->terms)
		return GROUP_OUTRO;
	switch (s->terms->indexer) {
	case INDEXER_CDI:
		return GROUP_CDI;
	case INDEXER_SELIC:
		return GROUP_SELIC;
	case INDEXER_PREFIXADO:
		return GROUP_PREFIXADO;
	case INDEXER_IPCA:
		return GROUP_IPCA;
	case INDEXER_IGPM:
	case INDEXER_OTHER:
		break;
	}
	return GROUP_OUTRO;
}
