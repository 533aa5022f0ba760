/* SPDX-License-Identifier: Apache-2.0 */
/*
 * spins.c: the lineages that spin-offs are between (doc/calculations.md 1.7).
 *
 * Two papers of a spin-off stay two holdings: the fold of the new one is told what the old one gave.  That is found by
 * a fold of the old one with what it received on earlier days alone, so papers that give to each other in a circle
 * come to an end.
 */
#include "config.h"

#include "calc/derive/deriving.h"

#include "core/pool.h"

/* The lineage and the ticker of an asset; false where none has it. */
static bool find_ticker(const struct deriving_ledger *c, const struct ledger_asset *a,
			size_t *lineage, size_t *ticker)
{
	for (*lineage = 0; *lineage < c->n; ++*lineage) {
		const struct lineage *f = c->lineages[*lineage].lineage;

		for (*ticker = 0; *ticker < f->n_tickers; ++*ticker)
			if (f->tickers[*ticker].asset == a)
				return true;
	}
	return false;
}

static const struct ledger_asset *giver_of(const struct ledger *l, const struct spin_off *s)
{
	for (size_t i = 0; i < l->n_assets; i++)
		if (str_eq(l->assets[i].symbol, s->from) && l->assets[i].type == s->from_type &&
		    l->assets[i].currency == s->currency)
			return &l->assets[i];
	return NULL;
}

static bool link_one(const struct deriving_ledger *c, const struct spin_off *s,
		     struct spin_link *out)
{
	const struct ledger_asset *from = giver_of(c->ledger, s), *to = spin_off_into(c->ledger, s);

	*out = (struct spin_link){ .spin = s, .to = FOLD_ELSEWHERE, .passed = 1 };
	if (!from || from == to || !find_ticker(c, from, &out->from, &out->from_ticker))
		return false;
	if (!to || !find_ticker(c, to, &out->to, &out->to_ticker))
		out->to = FOLD_ELSEWHERE;
	return true;
}

/* Links ascend by day: those that give to a giver stand before it. */
static void count_passed(struct deriving_ledger *c)
{
	for (size_t i = 0; i < c->n_spins; i++)
		for (size_t k = 0; k < i; k++)
			if (c->spins[k].to == c->spins[i].from &&
			    day_before(c->spins[k].spin->day, c->spins[i].spin->day) &&
			    c->spins[k].passed >= c->spins[i].passed)
				c->spins[i].passed = c->spins[k].passed + 1;
}

static void spread_needs(struct deriving_ledger *c)
{
	bool spread = true;

	while (spread) {
		spread = false;
		for (size_t i = 0; i < c->n_spins; i++) {
			const struct spin_link *l = &c->spins[i];

			if (l->to == FOLD_ELSEWHERE ||
			    c->lineages[l->to].needs >= c->lineages[l->from].needs)
				continue;
			c->lineages[l->to].needs = c->lineages[l->from].needs;
			spread = true;
		}
	}
}

void spins_link(struct deriving_ledger *c)
{
	const struct known_spin_offs known = spin_offs_known(c->pool, c->ledger, c->market);

	c->spins = pool_array(c->pool, struct spin_link, known.n);
	for (size_t i = 0; i < known.n; i++)
		if (!day_before(c->as_of, known.items[i].day))
			c->n_spins += link_one(c, &known.items[i], &c->spins[c->n_spins]);
	count_passed(c);
	spread_needs(c);
}

void spins_hand(const struct deriving_ledger *c, size_t place, struct day before,
		struct fold_input *in)
{
	struct fold_spin *spins;
	size_t room = 0;

	for (size_t i = 0; i < c->n_spins; i++)
		room += c->spins[i].from == place || c->spins[i].to == place;
	if (!room)
		return;
	spins = pool_array(c->pool, struct fold_spin, room);
	for (size_t i = 0; i < c->n_spins; i++) {
		const struct spin_link *l = &c->spins[i];
		bool gives = l->from == place, receives = l->to == place;

		if (!gives && (!receives || !day_before(l->spin->day, before)))
			continue;
		spins[in->n_spins++] =
			(struct fold_spin){ .spin = l->spin,
					    .from = gives ? l->from_ticker : FOLD_ELSEWHERE,
					    .to = receives ? l->to_ticker : FOLD_ELSEWHERE,
					    .source = gives ? NULL : &l->source };
	}
	in->spins = spins;
}
