/* SPDX-License-Identifier: Apache-2.0 */
/* targets_words.c: what a slice of targets holds, in words. */
#include "config.h"

#include "console/person/plan_parts.h"

#include "core/number_text.h"

const char *targets_class(enum asset_type type)
{
	return type == ASSET_US ? "Exterior, EUA" : asset_type_titles[type];
}

static const char *with_paper(void *pool, const char *text, const char *between,
			      const struct plan_asset *a, bool parted)
{
	return pool_printf(pool, "%s%s%s (%s)%s%s", text, *text ? between : "", a->symbol,
			   targets_class(a->type), parted ? " = " : "",
			   parted ? decimal_text(pool, a->pct, 2, 2, false) : "");
}

static bool is_inside(const struct plan_slice *s, const struct plan_asset *a)
{
	for (size_t i = 0; i < s->n_inside; i++)
		if (s->inside[i].type == a->type && str_eq(s->inside[i].symbol, a->symbol))
			return true;
	return false;
}

const char *targets_papers(void *pool, const struct plan_slice *s, const char *between)
{
	const char *text = "";

	for (size_t i = 0; i < s->n_inside; i++)
		text = with_paper(pool, text, between, &s->inside[i], true);
	for (size_t i = 0; i < s->n_assets; i++)
		if (!is_inside(s, &s->assets[i]))
			text = with_paper(pool, text, between, &s->assets[i], false);
	return text;
}

const char *targets_holds(void *pool, const struct plan_slice *s)
{
	const char *has = "", *papers = targets_papers(pool, s, "; ");

	for (int k = 0; k < ASSET_TYPES; k++)
		if (s->types & 1u << k)
			has = pool_printf(pool, "%s%s%s", has, *has ? ", " : "",
					  asset_type_titles[k]);
	return pool_printf(pool, "%s%s%s", has, *has && *papers ? "; " : "", papers);
}
