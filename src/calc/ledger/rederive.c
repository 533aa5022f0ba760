/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rederive.c: derives a ledger after few of its assets were touched.
 *
 * The touched assets are derived again and replace their old figures.  Pointers into the old list of
 * assets are moved to the new one.
 */
#include "config.h"

#include "calc/ledger/rederive.h"

#include "core/order.h"
#include "core/pool.h"

static bool is_touched(const struct rederivation *r, struct uuid id)
{
	return order_seek(&id, r->touched, r->n_touched, sizeof(id), order_uuid);
}

bool rederive_gone(struct rederivation *r)
{
	const struct derived *d = &r->cached;

	r->gone = (struct derived){ .holdings = pool_array(r->pool, struct derived_holding, d->n) };
	for (size_t i = 0; i < d->n; i++) {
		const struct derived_holding *h = &d->holdings[i];

		for (size_t k = 0; k < h->n_merged; k++)
			if (is_touched(r, h->merged[k]->id))
				return false;
		if (!is_touched(r, h->head->id))
			continue;
		if (h->succeeded || h->n_merged)
			return false;
		r->gone.holdings[r->gone.n++] = *h;
	}
	return true;
}

/* Both ascend: untouched cached assets, and the touched ones that still exist. */
static void merge_assets(struct rederivation *r)
{
	size_t room = r->cached_ledger.n_assets + r->now.n_assets, n = 0, at = 0;
	struct ledger_asset *all = pool_array(r->pool, struct ledger_asset, room);

	for (size_t i = 0; i <= r->cached_ledger.n_assets; i++) {
		const struct ledger_asset *a =
			i < r->cached_ledger.n_assets ? &r->cached_ledger.assets[i] : NULL;

		while (at < r->now.n_assets && (!a || !uuid_before(a->id, r->now.assets[at].id)))
			all[n++] = r->now.assets[at++];
		if (a && !is_touched(r, a->id))
			all[n++] = *a;
	}
	r->next_ledger = (struct ledger){ .assets = all, .n_assets = n };
}

struct ledger rederive_assets(struct rederivation *r)
{
	struct ledger_asset *all;
	struct ledger both = { 0 };

	merge_assets(r);
	all = pool_array(r->pool, struct ledger_asset, r->next_ledger.n_assets + r->gone.n);
	for (; both.n_assets < r->next_ledger.n_assets; both.n_assets++)
		all[both.n_assets] = r->next_ledger.assets[both.n_assets];
	for (size_t i = 0; i < r->gone.n; i++)
		all[both.n_assets++] = *r->gone.holdings[i].head;
	both.assets = all;
	return both;
}

static const struct ledger_asset *moved(const struct rederivation *r,
					const struct ledger_asset *from)
{
	const struct ledger *l = &r->next_ledger;

	for (size_t i = 0; i < l->n_assets; i++)
		if (uuid_same(l->assets[i].id, from->id))
			return &l->assets[i];
	return NULL; /* unreachable: an untouched asset stays */
}

/* A new list: the cached one must not change. */
static void move_merged(const struct rederivation *r, struct derived_holding *h)
{
	const struct ledger_asset **merged =
		pool_array(r->pool, const struct ledger_asset *, h->n_merged);

	for (size_t m = 0; m < h->n_merged; m++)
		merged[m] = moved(r, h->merged[m]);
	h->merged = merged;
}

/* Whether a succession could join a touched paper with another. */
static bool is_of_lineage(const struct rederivation *r)
{
	const struct known_successions m = successions_known(r->pool, &r->next_ledger, r->market);

	for (size_t k = 0; k < r->next_ledger.n_assets; k++) {
		const struct ledger_asset *a = &r->next_ledger.assets[k];

		if (!is_touched(r, a->id))
			continue;
		for (size_t i = 0; i < m.n; i++)
			if (str_eq(m.items[i].from, a->symbol) || str_eq(m.items[i].to, a->symbol))
				return true;
	}
	return false;
}

/* Whether a touched paper of @l gives or receives a part of a cost. */
static bool spins_off(const struct rederivation *r, const struct ledger *l)
{
	for (size_t k = 0; k < l->n_assets; k++) {
		const struct ledger_asset *a = &l->assets[k];

		if (!is_touched(r, a->id))
			continue;
		for (size_t i = 0; i < l->n_assets; i++) {
			const struct spin_off *s = l->assets[i].spin_off;

			if (s && (str_eq(s->from, a->symbol) || str_eq(s->to, a->symbol)))
				return true;
		}
	}
	return false;
}

static const char *issuer_of(const struct rederivation *r, const struct ledger_asset *a)
{
	const struct market_symbol *s = market_find(r->market, a->symbol, a->type);

	return s ? s->issuer : NULL;
}

/* Whether another paper of the same company is held: they share the R$ 50,000 test (2.3). */
static bool shares_company(const struct rederivation *r, const struct derived_holding *h, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *issuer = h[i].taxed ? issuer_of(r, h[i].head) : NULL;

		for (size_t k = 0; issuer && k < r->next_ledger.n_assets; k++) {
			const struct ledger_asset *a = &r->next_ledger.assets[k];
			const char *other = issuer_of(r, a);

			if (!uuid_same(a->id, h[i].head->id) && other && str_eq(other, issuer))
				return true;
		}
	}
	return false;
}

/* The new list of holdings, in the order of the assets. */
static void merge_holdings(struct rederivation *r)
{
	const struct derived *cached = &r->cached;
	struct derived *d = &r->next;
	size_t at = 0, k = 0;

	*d = *cached;
	d->rate_flows = NULL;
	d->holdings = pool_array(r->pool, struct derived_holding, cached->n + r->fresh.n);
	d->n = 0;
	for (size_t i = 0; i < r->next_ledger.n_assets; i++) {
		const struct ledger_asset *a = &r->next_ledger.assets[i];
		struct derived_holding *h = &d->holdings[d->n];

		if (at < r->fresh.n && uuid_same(r->fresh.holdings[at].head->id, a->id)) {
			*h = r->fresh.holdings[at++];
			h->head = a;
			d->n++;
			continue;
		}
		while (k < cached->n && uuid_before(cached->holdings[k].head->id, a->id))
			k++;
		if (k == cached->n || !uuid_same(cached->holdings[k].head->id, a->id))
			continue; /* merged into another one */
		*h = cached->holdings[k];
		h->head = a;
		move_merged(r, h);
		d->n++;
	}
}

enum calc_err rederive_touched(struct rederivation *r, bool *rederived)
{
	enum calc_err err;

	*rederived = false;
	if (is_of_lineage(r) || spins_off(r, &r->cached_ledger) || spins_off(r, &r->next_ledger) ||
	    shares_company(r, r->gone.holdings, r->gone.n))
		return CALC_OK;
	err = ledger_derive(r->pool, &r->now, r->market, r->as_of, &r->fresh);
	if (err != CALC_OK || shares_company(r, r->fresh.holdings, r->fresh.n))
		return err;
	merge_holdings(r);
	err = aggregate_replace(r->pool, &r->next, r->gone.holdings, r->gone.n, r->fresh.holdings,
				r->fresh.n);
	r->next.as_of = r->as_of;
	if (day_before(r->fresh.until, r->next.until))
		r->next.until = r->fresh.until;
	*rederived = err == CALC_OK;
	return err;
}
