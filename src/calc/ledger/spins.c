/* SPDX-License-Identifier: Apache-2.0 */
/*
 * spins.c: links the lineages that spin-offs connect (doc/calculations.md 1.7).
 *
 * The two papers of a spin-off stay two holdings: the fold of the new one gets the cost that the old
 * one gave.  A fold of the old one with only what it received on earlier days determines it, so papers
 * that give to each other in a cycle terminate.
 */
#include "config.h"

#include "calc/ledger/deriving.h"

#include "calc/ledger/asset_index.h"
#include "core/pool.h"

/* Finds the lineage and ticker of an asset of the ledger. */
struct finder {
	struct asset_index assets;
	struct place {
		size_t lineage, ticker;
	} * places;
};

static struct finder finder_of(const struct deriving_ledger *c)
{
	struct finder f = {
		.assets = asset_index_of(c->lineages, c->ledger),
		.places = pool_array(c->lineages, struct place, c->ledger->n_assets),
	};

	for (size_t i = 0; i < c->ledger->n_assets; i++)
		f.places[i].lineage = FOLD_ELSEWHERE;
	for (size_t i = 0; i < c->n; i++) {
		const struct lineage *l = c->lineages[i].lineage;

		for (size_t k = 0; k < l->n_tickers; k++)
			if (l->tickers[k].asset)
				f.places[l->tickers[k].asset - c->ledger->assets] =
					(struct place){ i, k };
	}
	return f;
}

static bool link_one(const struct deriving_ledger *c, const struct finder *f,
		     const struct spin_off *s, struct spin_link *out)
{
	const struct ledger_asset *from =
		asset_find(&f->assets, s->from, s->from_type, s->currency, NULL);
	const struct ledger_asset *to =
		asset_find(&f->assets, s->to, s->to_type, s->currency, NULL);
	struct place giver, receiver = { .lineage = FOLD_ELSEWHERE };

	if (!from || from->type != s->from_type || from == to)
		return false;
	giver = f->places[from - c->ledger->assets];
	if (to)
		receiver = f->places[to - c->ledger->assets];
	*out = (struct spin_link){
		.spin = s,
		.from = giver.lineage,
		.from_ticker = giver.ticker,
		.to = receiver.lineage,
		.to_ticker = receiver.ticker,
	};
	return giver.lineage != FOLD_ELSEWHERE;
}

/* Costs received on earlier days: links of one day give nothing to each other. */
static void count_needs(struct deriving_ledger *c)
{
	size_t end;

	for (size_t first = 0; first < c->n_spins; first = end) {
		struct day day = c->spins[first].spin->day;

		for (end = first; end < c->n_spins && day_same(c->spins[end].spin->day, day);
		     end++) {
			struct spin_link *l = &c->spins[end];

			l->passed = c->lineages[l->from].passed + 1;
			l->needs = c->lineages[l->from].needs;
		}
		for (size_t i = first; i < end; i++) {
			const struct spin_link *l = &c->spins[i];
			struct lineage_fold *to =
				l->to == FOLD_ELSEWHERE ? NULL : &c->lineages[l->to];

			if (to && to->passed < l->passed)
				to->passed = l->passed;
			if (to && to->needs < l->needs)
				to->needs = l->needs;
		}
	}
}

static void hang(struct deriving_ledger *c, size_t place, struct spin_link *l)
{
	struct lineage_fold *w = &c->lineages[place];

	w->spins[w->n_spins++] = l;
}

/* Distributes the links to their lineages: counts them, then fills the lists. */
static void hang_all(struct deriving_ledger *c)
{
	struct spin_link **all = pool_array(c->lineages, struct spin_link *, 2 * c->n_spins);
	size_t *room = pool_array(c->lineages, size_t, c->n);

	for (size_t i = 0; i < c->n_spins; i++) {
		const struct spin_link *l = &c->spins[i];

		room[l->from]++;
		if (l->to != FOLD_ELSEWHERE && l->to != l->from)
			room[l->to]++;
	}
	for (size_t i = 0; i < c->n; all += room[i++])
		c->lineages[i].spins = all;
	for (size_t i = 0; i < c->n_spins; i++) {
		struct spin_link *l = &c->spins[i];

		hang(c, l->from, l);
		if (l->to != FOLD_ELSEWHERE && l->to != l->from)
			hang(c, l->to, l);
	}
}

void spins_link(struct deriving_ledger *c)
{
	const struct known_spin_offs known = spin_offs_known(c->pool, c->ledger, c->market);
	struct finder f;

	if (!known.n)
		return;
	f = finder_of(c);
	c->spins = pool_array(c->pool, struct spin_link, known.n);
	for (size_t i = 0; i < known.n; i++)
		if (!day_before(c->as_of, known.items[i].day))
			c->n_spins += link_one(c, &f, &known.items[i], &c->spins[c->n_spins]);
	count_needs(c);
	hang_all(c);
}

void spins_add_costs(const struct deriving_ledger *c, size_t place, struct day before,
		     struct fold_input *in)
{
	const struct lineage_fold *w = &c->lineages[place];
	struct fold_spin *spins;

	if (!w->n_spins)
		return;
	spins = pool_array(c->pool, struct fold_spin, w->n_spins);
	for (size_t i = 0; i < w->n_spins; i++) {
		const struct spin_link *l = w->spins[i];
		bool gives = l->from == place, receives = l->to == place;

		if (!gives && !day_before(l->spin->day, before))
			continue;
		spins[in->n_spins++] =
			(struct fold_spin){ .spin = l->spin,
					    .from = gives ? l->from_ticker : FOLD_ELSEWHERE,
					    .to = receives ? l->to_ticker : FOLD_ELSEWHERE,
					    .source = gives ? NULL : &l->source };
	}
	in->spins = spins;
}
