/* SPDX-License-Identifier: Apache-2.0 */
/*
 * derive.c: derives positions, income and flows from rows (doc/calculations.md 1, 2, 1.10).
 *
 * Each lineage of papers is folded once in its own currency and, when that is not the real, once more
 * in reais.  Income is derived first when a payment may lower the cost, otherwise after the fold, which
 * gives the quantities held.  Blocks are allocated by lineage, none by row.  No price is read here.
 */
#include "config.h"

#include "calc/ledger/deriving.h"

#include "core/order.h"
#include "core/pool.h"
#include "core/stop.h"

/* ---- input of the fold ---- */

/*
 * By its type; for a paper that changed its kind (a share that became a BDR), by any type of the
 * exchange.
 */
/* Events that can matter: none when the person declines them, none before the first row. */
static void hand_events(struct fold_asset *to, const struct market_symbol *m, bool declined,
			struct day first)
{
	size_t skip = 0;

	if (!m || !m->n_events || declined)
		return;
	while (skip < m->n_events && day_before(m->events[skip].ex_day, first))
		skip++;
	to->events = m->events + skip;
	to->n_events = m->n_events - skip;
}

static struct day first_row_day(const struct lineage *f)
{
	struct day first = DAY_FAR_FUTURE;

	for (size_t i = 0; i < f->n_tickers; i++) {
		const struct ledger_asset *a = f->tickers[i].asset;

		if (a && a->n_rows && day_before(a->rows[0].day, first))
			first = a->rows[0].day;
	}
	return first;
}

static struct option_terms option_terms_of(const struct ledger_asset *a,
					   const struct market_symbol *m)
{
	struct option_terms t = { .stated = a->expiry_stated, .statement = a->expiry };

	if (m && m->expires) {
		t.listed = true;
		t.listing = m->expiry;
	}
	return t;
}

/* @place: of the lineage; @before: amounts received from then on are left out. */
static void fold_input_of(const struct deriving_ledger *c, size_t place, struct day before,
			  struct lineage_fold *w)
{
	const struct lineage *f = w->lineage;
	struct fold_asset *assets = pool_array(c->lineages, struct fold_asset, f->n_tickers);
	struct day first = first_row_day(f);

	for (size_t i = 0; i < f->n_tickers; i++) {
		const struct lineage_ticker *p = &f->tickers[i];
		const struct ledger_asset *a = p->asset ? p->asset : f->head;
		const struct market_symbol *m =
			market_of(c->market, p->symbol, a->type, f->n_tickers > 1);

		assets[i].symbol = p->symbol;
		if (p->asset) {
			assets[i].rows = p->asset->rows;
			assets[i].n_rows = p->asset->n_rows;
		}
		hand_events(&assets[i], m, a->decline_events, first);
		if (i + 1 == f->n_tickers)
			w->market = m;
	}
	w->in = (struct fold_input){
		.type = f->head->type,
		.option = option_terms_of(f->head, w->market),
		.assets = assets,
		.n_assets = f->n_tickers,
		.successions = f->successions,
		.n_successions = f->n_successions,
		.as_of = c->as_of,
	};
	spins_add_costs(c, place, before, &w->in);
}

/* ---- positions ---- */

static enum calc_err fold_lineage(const struct deriving_ledger *c, struct lineage_fold *w)
{
	bool foreign = w->lineage->head->currency != CURRENCY_BRL;
	enum calc_err err;

	w->in.returns = w->income.returns;
	w->in.n_returns = w->income.n_returns;
	if (foreign) {
		err = fold(c->pool, &w->in, &w->native);
		if (err != CALC_OK)
			return err;
		w->in.convert = &c->market->usd;
	}
	err = fold(c->pool, &w->in, &w->brl);
	w->in.convert = NULL;
	return err;
}

/* ---- costs given to other lineages ---- */

/* Folded up to its own as_of, like its holding: what it gives on a day does not depend on later rows. */
static enum calc_err fold_source(const struct deriving_ledger *c, struct spin_link *l)
{
	struct lineage_fold *w = pool_zero(c->pool, struct lineage_fold);
	enum calc_err err;

	l->folded = true;
	if (l->passed > SPINS_PASSED_MAX) {
		l->source.native.state = l->source.brl.state = SPIN_UNKNOWN;
		return CALC_OK;
	}
	w->lineage = c->lineages[l->from].lineage;
	fold_input_of(c, l->from, l->spin->day, w);
	while (w->in.spins[l->source.place].spin != l->spin)
		l->source.place++;
	err = derive_income(c, w, NULL);
	if (err == CALC_OK)
		err = fold_lineage(c, w);
	if (err != CALC_OK)
		return err;
	l->source.in = &w->in;
	if (w->native.given)
		l->source.native = w->native.given[l->source.place];
	else
		l->source.native = w->brl.given[l->source.place];
	l->source.brl = w->brl.given[l->source.place];
	return CALC_OK;
}

/* In order of their days, since a given cost may contain one received earlier. */
static enum calc_err fold_sources(const struct deriving_ledger *c, size_t n_assets)
{
	enum calc_err err = CALC_OK;

	for (size_t i = 0; i < c->n_spins && err == CALC_OK; i++) {
		struct spin_link *l = &c->spins[i];

		if (l->folded || l->to == FOLD_ELSEWHERE || l->to == l->from || l->needs > n_assets)
			continue;
		err = stop_asked() == STOP_NOT ? fold_source(c, l) : CALC_STOPPED;
	}
	return err;
}

/* ---- names of a holding ---- */

static void name_merged(const struct deriving_ledger *c, const struct lineage *f,
			struct derived_holding *h)
{
	h->merged_from = pool_array(c->pool, const char *, f->n_tickers);
	h->merged = pool_array(c->pool, const struct ledger_asset *, f->n_tickers);
	for (size_t i = 0; i < f->n_tickers; i++)
		if (f->tickers[i].asset && f->tickers[i].asset != f->head) {
			h->merged_from[h->n_merged] = f->tickers[i].symbol;
			h->merged[h->n_merged++] = f->tickers[i].asset;
		}
	if (!h->n_merged) {
		h->merged_from = NULL;
		h->merged = NULL;
	}
}

/* ---- rows that recent prices are compared with ---- */

/* The rows of an asset in (after, until], which are near its end. */
static size_t rows_between(const struct ledger_asset *a, struct day after, struct day until,
			   size_t *first)
{
	size_t end = a ? a->n_rows : 0;
	size_t begin;

	while (end && day_before(until, a->rows[end - 1].day))
		end--;
	begin = end;
	while (begin && day_before(after, a->rows[begin - 1].day))
		begin--;
	*first = begin;
	return end - begin;
}

/* Splits before @first: a last price may be older than the recent rows. */
static size_t copy_splits(const struct ledger_asset *a, size_t first, struct ledger_row *out)
{
	size_t n = 0;

	for (size_t i = 0; i < first; i++) {
		if (a->rows[i].kind != ROW_SPLIT)
			continue;
		if (out)
			out[n] = a->rows[i];
		n++;
	}
	return n;
}

/* The recent rows of all papers, and every split: a stretch of the ledger, or a copy. */
static void hand_recent(const struct deriving_ledger *c, const struct lineage *f,
			struct derived_holding *h)
{
	struct day after = day_plus(c->as_of, -RECENT_DAYS);
	struct ledger_row *all;
	size_t first = 0;
	size_t n = 0, splits = 0;

	for (size_t i = 0; i < f->n_tickers; i++) {
		n += rows_between(f->tickers[i].asset, after, c->as_of, &first);
		splits += copy_splits(f->tickers[i].asset, first, NULL);
	}
	if (f->n_tickers == 1 && !splits) {
		h->n_recent = n;
		h->recent = f->head->rows ? f->head->rows + first : NULL;
		return;
	}
	if (!n && !splits)
		return;
	all = pool_array(c->pool, struct ledger_row, n + splits);
	for (size_t i = 0; i < f->n_tickers; i++) {
		const struct ledger_asset *a = f->tickers[i].asset;
		size_t k = rows_between(a, after, c->as_of, &first);

		h->n_recent += copy_splits(a, first, all + h->n_recent);
		for (size_t j = 0; j < k; j++)
			all[h->n_recent++] = a->rows[first + j];
	}
	h->recent = all;
}

/* A lineage's price of a day is that of the ticker traded then. */
static enum calc_err hand_tickers(const struct deriving_ledger *c, const struct lineage_fold *w,
				  struct derived_holding *h)
{
	const struct lineage *f = w->lineage;
	struct derived_ticker *tickers =
		f->n_tickers == 1 ? &c->tickers[w - c->lineages]
				  : pool_array(c->pool, struct derived_ticker, f->n_tickers);
	enum calc_err err = CALC_OK;

	for (size_t i = 0; i < f->n_tickers && err == CALC_OK; i++) {
		tickers[i].symbol = f->tickers[i].symbol;
		tickers[i].until = f->tickers[i].until;
		if (f->n_tickers > 1)
			err = quantity_steps(c->pool, &w->in, tickers[i].symbol, &tickers[i].held);
	}
	h->tickers = tickers;
	h->n_tickers = f->n_tickers;
	return err;
}

/* A result is the sum of its months as shown (17). */
static enum calc_err show_realized(struct position *p)
{
	bool range = false;

	p->realized.e8 = 0;
	for (size_t i = 0; i < p->realized_by_month.n; i++)
		p->realized =
			money_add_shown(p->realized, p->realized_by_month.items[i].amount, &range);
	return range ? CALC_RANGE : CALC_OK;
}

static enum calc_err hand_out(const struct deriving_ledger *c, const struct lineage_fold *w,
			      struct derived_holding *h)
{
	const struct lineage *f = w->lineage;

	h->head = f->head;
	h->current = f->tickers[f->n_tickers - 1].symbol;
	h->current_type = w->market ? w->market->type : f->head->type;
	h->brl = w->brl.position;
	h->native = w->native.position;
	h->income = (struct income){ w->income.received, w->income.by_month };
	h->native_income = w->income.native_received;
	h->splits = w->brl.splits;
	h->n_splits = w->brl.n_splits;
	h->ends = w->brl.ends;
	h->steps = w->brl.steps;
	h->n_steps = w->brl.n_steps;
	h->flows = w->brl.flows;
	h->n_flows = w->brl.n_flows;
	h->entries = w->income.entries;
	h->n_entries = w->income.n_entries;
	h->flows_known = true;
	for (size_t i = 0; i < h->n_flows; i++) {
		h->flows_known &= h->flows[i].known;
		if (!h->flows[i].known)
			h->unknown_flow_day = h->flows[i].day;
	}
	h->taxed = w->income.tested.n > 0;
	h->applied = w->brl.applied;
	h->n_applied = w->brl.n_applied;
	h->succeeded = f->n_successions > 0;
	if (h->succeeded)
		h->succession_day = f->successions[f->n_successions - 1].day;
	if (f->n_tickers > 1)
		name_merged(c, f, h);
	hand_recent(c, f, h);
	if (show_realized(&h->brl) != CALC_OK || show_realized(&h->native) != CALC_OK)
		return CALC_RANGE;
	return hand_tickers(c, w, h);
}

/* ---- concatenation ---- */

static enum calc_err begin_lineage(const struct deriving_ledger *c, struct lineage_fold *w)
{
	fold_input_of(c, (size_t)(w - c->lineages), DAY_FAR_FUTURE, w);
	return derive_income(c, w, NULL);
}

static enum calc_err give_holding(struct deriving_ledger *c, struct lineage_fold *w)
{
	struct derived_holding *h = &c->out.holdings[w - c->lineages];
	enum calc_err err;

	*h = (struct derived_holding){ 0 };
	err = hand_out(c, w, h);
	if (err == CALC_OK)
		err = derive_lots(c, w, h);
	c->again |= w->finished;
	w->finished = true;
	return err;
}

static enum calc_err finish_lineage(struct deriving_ledger *c, struct lineage_fold *w)
{
	enum calc_err err = fold_lineage(c, w);

	return err == CALC_OK ? give_holding(c, w) : err;
}

/*
 * When no payment lowers a cost, the fold comes first: it gives the quantities held on the days of
 * entitlement.
 */
static enum calc_err make_lineage(struct deriving_ledger *c, struct lineage_fold *w)
{
	enum calc_err err;

	fold_input_of(c, (size_t)(w - c->lineages), DAY_FAR_FUTURE, w);
	if (may_lower_cost(c, w)) {
		err = derive_income(c, w, NULL);
		return err == CALC_OK ? finish_lineage(c, w) : err;
	}
	err = fold_lineage(c, w);
	w->folded = true;
	if (err == CALC_OK)
		err = derive_income(c, w, NULL);
	return err == CALC_OK ? give_holding(c, w) : err;
}

/* ---- the R$ 50,000 test over the papers of one company (2.3) ---- */

static int issuer_order(const void *a, const void *b)
{
	const struct lineage_fold *x = *(struct lineage_fold *const *)a;
	const struct lineage_fold *y = *(struct lineage_fold *const *)b;
	int order = strcmp(x->market->issuer, y->market->issuer);

	return order ? order : (x > y) - (x < y);
}

/* Payments of the company's other papers, by month; a company has two or three papers. */
static struct months paid_by_others(const struct deriving_ledger *c,
				    struct lineage_fold *const *same, size_t n,
				    const struct lineage_fold *but, bool *range)
{
	struct months sum = { 0 };
	size_t room = 0;

	for (size_t i = 0; i < n; i++)
		room += same[i]->income.tested.n;
	sum.items = pool_array(c->pool, struct month_amount, room);
	for (size_t i = 0; i < n; i++) {
		const struct months *m = &same[i]->income.tested;

		for (size_t k = 0; same[i] != but && k < m->n; k++) {
			size_t at = sum.n;

			while (at > 0 && sum.items[at - 1].month.n >= m->items[k].month.n)
				at--;
			if (at == sum.n || sum.items[at].month.n != m->items[k].month.n) {
				for (size_t to = sum.n++; to > at; to--)
					sum.items[to] = sum.items[to - 1];
				sum.items[at] = (struct month_amount){ .month = m->items[k].month };
			}
			sum.items[at].amount =
				money_add(sum.items[at].amount, m->items[k].amount, range);
		}
	}
	return sum;
}

/* Derives papers of one company again, each with the payments of the others. */
static enum calc_err rederive_company(struct deriving_ledger *c, struct lineage_fold **same,
				      size_t n)
{
	struct months *elsewhere = pool_array(c->pool, struct months, n);
	enum calc_err err = CALC_OK;
	bool range = false;

	for (size_t i = 0; i < n; i++)
		elsewhere[i] = paid_by_others(c, same, n, same[i], &range);
	for (size_t i = 0; i < n && err == CALC_OK; i++) {
		err = derive_income(c, same[i], &elsewhere[i]);
		if (err == CALC_OK && same[i]->finished)
			err = finish_lineage(c, same[i]);
	}
	return range ? CALC_RANGE : err;
}

/* Derives the paying papers of one company once more, together; replaces finished ones. */
static enum calc_err meet_companies(struct deriving_ledger *c)
{
	struct lineage_fold **paying = pool_array(c->pool, struct lineage_fold *, c->n);
	enum calc_err err = CALC_OK;
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++) {
		struct lineage_fold *w = &c->lineages[i];

		if (w->income.tested.n && w->market && w->market->issuer)
			paying[n++] = w;
	}
	order_sort(paying, n, sizeof(*paying), issuer_order);
	for (size_t i = 0; i < n && err == CALC_OK;) {
		size_t end = i + 1;

		while (end < n && str_eq(paying[end]->market->issuer, paying[i]->market->issuer))
			end++;
		if (end - i > 1)
			err = rederive_company(c, paying + i, end - i);
		i = end;
	}
	return err;
}

/* ---- period of validity ---- */

static void sooner(struct deriving_ledger *c, struct day day)
{
	if (day_before(c->as_of, day) && day_before(day, c->out.until))
		c->out.until = day;
}

/* Lists ascend: the first day after as_of counts. */
static void find_until_of_asset(struct deriving_ledger *c, const struct ledger_asset *a)
{
	for (size_t i = a->n_rows; i && day_before(c->as_of, a->rows[i - 1].day); i--)
		sooner(c, a->rows[i - 1].day);
	for (size_t i = a->n_income; i && day_before(c->as_of, a->income[i - 1].pay_day); i--)
		sooner(c, a->income[i - 1].pay_day);
}

static void find_until(struct deriving_ledger *c)
{
	const struct market *m = c->market;
	const struct known_successions known = successions_known(c->pool, c->ledger, m);
	const struct known_spin_offs spins = spin_offs_known(c->pool, c->ledger, m);

	c->out.until = DAY_FAR_FUTURE;
	for (size_t i = 0; i < c->out.n; i++) {
		const struct option_ends *ends = &c->out.holdings[i].ends;

		if (ends->n && ends->items[ends->n - 1].open)
			sooner(c, ends->items[ends->n - 1].settled);
	}
	for (size_t i = 0; i < c->ledger->n_assets; i++)
		find_until_of_asset(c, &c->ledger->assets[i]);
	for (size_t i = 0; i < m->n_symbols; i++) {
		const struct market_symbol *s = &m->symbols[i];

		for (size_t k = s->n_events; k && day_before(c->as_of, s->events[k - 1].ex_day);
		     k--)
			sooner(c, s->events[k - 1].ex_day);
		for (size_t k = s->n_distributions;
		     k && day_before(c->as_of, s->distributions[k - 1].pay_day); k--)
			sooner(c, s->distributions[k - 1].pay_day);
	}
	for (size_t i = known.n; i && day_before(c->as_of, known.items[i - 1].day); i--)
		sooner(c, known.items[i - 1].day);
	for (size_t i = spins.n; i && day_before(c->as_of, spins.items[i - 1].day); i--)
		sooner(c, spins.items[i - 1].day);
}

/* ---- the whole ---- */

/* Each lineage, with the number of leading assets of the ledger that include all of its own. */
static void plan_lineages(struct deriving_ledger *c)
{
	const struct lineage *lineages =
		lineages_find(c->pool, c->ledger, c->market, c->as_of, &c->n);

	c->out.as_of = c->as_of;
	c->lineages = pool_array(c->pool, struct lineage_fold, c->n);
	for (size_t i = 0; i < c->n; i++) {
		struct lineage_fold *w = &c->lineages[i];

		w->lineage = &lineages[i];
		for (size_t k = 0; k < w->lineage->n_tickers; k++) {
			const struct ledger_asset *a = w->lineage->tickers[k].asset;
			size_t needs = a ? (size_t)(a - c->ledger->assets) + 1 : 0;

			if (needs > w->needs)
				w->needs = needs;
		}
	}
	spins_link(c);
}

enum calc_err derive_lineages(struct deriving_ledger *c)
{
	enum calc_err err;

	plan_lineages(c);
	err = fold_sources(c, c->ledger->n_assets);
	for (size_t i = 0; i < c->n && err == CALC_OK; i++)
		err = stop_asked() == STOP_NOT ? begin_lineage(c, &c->lineages[i]) : CALC_STOPPED;
	return err == CALC_OK ? meet_companies(c) : err;
}

struct deriving_ledger *ledger_derive_begin(void *pool, const struct ledger *ledger,
					    const struct market *market, struct day as_of)
{
	struct deriving_ledger *c = pool_zero(pool, struct deriving_ledger);

	*c = (struct deriving_ledger){
		.pool = pool,
		.ledger = ledger,
		.market = market,
		.as_of = as_of,
		.aggregate = AGGREGATE_NONE,
	};
	plan_lineages(c);
	c->out.holdings = pool_array(pool, struct derived_holding, c->n);
	c->tickers = pool_array(pool, struct derived_ticker, c->n);
	c->out.n = c->n;
	return c;
}

enum calc_err ledger_derive_some(struct deriving_ledger *c, size_t n_assets)
{
	enum calc_err err = fold_sources(c, n_assets);

	while (c->first < c->n && c->lineages[c->first].finished)
		c->first++;
	for (size_t i = c->first; i < c->n && err == CALC_OK; i++) {
		struct lineage_fold *w = &c->lineages[i];

		if ((size_t)(w->lineage->head - c->ledger->assets) >= n_assets)
			break; /* heads ascend */
		if (w->finished || w->needs > n_assets)
			continue;
		err = stop_asked() == STOP_NOT ? make_lineage(c, w) : CALC_STOPPED;
		if (err == CALC_OK)
			aggregate_add(c->pool, &c->aggregate, &c->out.holdings[i]);
	}
	return err;
}

enum calc_err ledger_derive_end(struct deriving_ledger *c, struct derived *out)
{
	enum calc_err err = ledger_derive_some(c, c->ledger->n_assets);

	if (err == CALC_OK)
		err = meet_companies(c);
	if (err == CALC_OK)
		err = c->again ? derived_aggregate(c->pool, &c->out)
			       : aggregate_end(c->pool, &c->aggregate, &c->out);
	if (err != CALC_OK)
		return err;
	find_until(c);
	pool_free(c->lineages); /* for many assets, the largest allocation */
	*out = c->out;
	return CALC_OK;
}

enum calc_err ledger_derive(void *pool, const struct ledger *ledger, const struct market *market,
			    struct day as_of, struct derived *out)
{
	return ledger_derive_end(ledger_derive_begin(pool, ledger, market, as_of), out);
}
