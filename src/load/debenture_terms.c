/* SPDX-License-Identifier: Apache-2.0 */
/*
 * debenture_terms.c: parses a contract in one line of text, as printed by ANBIMA, and the depository's
 * indices.
 */
#include "config.h"

#include "load/debenture.h"

#include "calc/amounts/accrual.h"
#include "load/field.h"

/* "1,6%" behind @s, and nothing more. */
static bool percent(const char *s, struct maybe *out)
{
	struct slice text = slice_trim(slice_of(s));

	if (!text.n || text.p[text.n - 1] != '%')
		return false;
	text.n--;
	out->known = field_br(text, RATE_PLACES, RATE_MAX, &out->v) == FIELD_OK;
	return out->known;
}

/* The text after "X +", or NULL. */
static const char *behind(const char *s, const char *index)
{
	size_t n = strlen(index);

	if (!text_starts(s, index))
		return NULL;
	s += n;
	s += strspn(s, " ");
	return *s == '+' ? s + 1 : NULL;
}

/* "115% do DI" */
static bool part_of_di(const char *s, struct maybe *out)
{
	struct slice text = { s, strlen(s) - strlen("% do DI") };

	out->known = field_br(text, RATE_PLACES, RATE_MAX, &out->v) == FIELD_OK;
	return out->known;
}

struct debenture_terms debenture_terms_of(const char *index)
{
	struct debenture_terms t = { .indexer = "outro" };
	const struct maybe whole = { true, 100 * E8 };
	const char *rest;

	index += strspn(index, " ");
	if (!*index)
		return (struct debenture_terms){ 0 };
	if ((rest = behind(index, "DI"))) {
		t.indexer = "cdi";
		if (percent(rest, &t.spread))
			t.pct = whole;
		t.rate_kind = rate_kind_names[RATE_KIND_SPREAD]; /* also for DI + 0% */
	} else if ((rest = behind(index, "IPCA"))) {
		t.indexer = "ipca";
		(void)percent(rest, &t.rate);
	} else if ((rest = behind(index, "IGP-M")) || str_eq(index, "IGP-M")) {
		t.indexer = "igpm";
		if (rest)
			(void)percent(rest, &t.rate);
	} else if (text_starts(index, "PREFIXADO")) {
		t.indexer = "prefixado";
		(void)percent(index + strlen("PREFIXADO"), &t.rate);
	} else if (text_ends(index, "% do DI") && part_of_di(index, &t.pct)) {
		t.indexer = "cdi";
		t.spread = (struct maybe){ true, 0 };
	}
	if (!t.rate_kind)
		t.rate_kind = debenture_rate_kind(&t);
	return t;
}

const char *debenture_rate_kind(const struct debenture_terms *t)
{
	int indexer = t->indexer ? enum_find(indexer_names, t->indexer) : -1;
	const struct accrual_terms terms = {
		.indexer = indexer < 0 ? INDEXER_OTHER : (enum indexer)indexer,
		.has_pct = t->pct.known,
		.has_spread = t->spread.known,
		.pct = { t->pct.v },
		.spread = { t->spread.v },
	};

	/* A contract may leave its rate to the deed, so a missing one is not 100 % of the index. */
	if ((terms.indexer == INDEXER_CDI || terms.indexer == INDEXER_SELIC) && !terms.has_pct &&
	    !terms.has_spread)
		return NULL;
	return rate_kind_names[accrual_rate_kind(&terms)];
}

const char *debenture_indexer(const char *folded)
{
	static const struct {
		const char *theirs, *ours;
	} names[] = {
		{ "di", "cdi" },
		{ "selic", "selic" },
		{ "ipca", "ipca" },
		{ "igp-m", "igpm" },
		{ "igpm", "igpm" },
		{ "pre", "prefixado" },
		{ "prefixado", "prefixado" },
	};

	if (!folded || !*folded || str_eq(folded, "-"))
		return NULL;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (str_eq(folded, names[i].theirs))
			return names[i].ours;
	return "outro";
}
