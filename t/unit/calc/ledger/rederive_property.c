/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Figures rederived write by write equal those of the whole ledger, byte for byte: over random
 * ledgers with rows added, backdated, changed and deleted, imports and undos, papers added and
 * removed, spin-offs, passing days, and splits, payments and successions that become known late.
 *
 * Each ledger has 25 edits.
 */
#include "config.h"

#include "calc/ledger/derive.h"
#include "calc/history/packed.h"
#include "core/pool.h"

#include "rows.h"
#include "tap.h"

#include <stdlib.h>

#define PAPERS 9
#define ROWS_MAX 60
#define EVENTS_MAX 6
#define EDITS 25

static uint64_t state = 20261121;

static uint32_t dice(uint32_t sides)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 32) % sides;
}

/* ---- a world: papers that may be held, and what is known of them ---- */

static const struct {
	const char *symbol, *issuer;
	enum asset_type type;
} papers[PAPERS] = {
	/* ascending, as a market requires */
	{ "AAAA3", "one", ASSET_STOCK },    { "AAAA4", "one", ASSET_STOCK },
	{ "BBBB11", NULL, ASSET_FII },	    { "CCCC3", "two", ASSET_STOCK },
	{ "CCCCA200", NULL, ASSET_OPTION }, { "CDB", NULL, ASSET_RENDA_FIXA },
	{ "NEWC3", "new", ASSET_STOCK },    { "OLDC3", "old", ASSET_STOCK },
	{ "VOO", NULL, ASSET_US },
};
enum { CDB = 5, NEWC = 6, OLDC = 7 };

static const struct accrual_terms cdb_terms = { .indexer = INDEXER_PREFIXADO,
						.has_rate = true,
						.rate = { 12 * E8 } };

struct entry { /* a row, and the import that wrote it; 0 for none */
	struct ledger_row row;
	int import;
};

struct world_asset {
	bool held; /* an asset of the ledger */
	struct uuid id;
	struct entry entries[ROWS_MAX];
	size_t n;
	struct income_row income[ROWS_MAX];
	size_t n_income;
	struct spin_off spin; /* share 0: none */
	struct reference_event events[EVENTS_MAX];
	struct distribution distributions[EVENTS_MAX];
};

struct world {
	struct world_asset papers[PAPERS];
	struct market_symbol symbols[PAPERS];
	struct close usd[12];
	struct succession succession;
	struct market market;
	struct day as_of;
	int imports;
};

static void *pool; /* during one ledger's edits */

static struct day a_day(const struct world *w)
{
	return day_plus(w->as_of, dice(6) ? -(int)dice(900) : (int)dice(20));
}

static void world_init(struct world *w)
{
	*w = (struct world){ .as_of = on("2026-11-20") };
	for (int i = 0; i < PAPERS; i++)
		w->symbols[i] = (struct market_symbol){ .symbol = papers[i].symbol,
							.type = papers[i].type,
							.issuer = papers[i].issuer };
	for (int i = 0; i < 12; i++)
		w->usd[i] = (struct close){ day_plus(w->as_of, -900 + 70 * i),
					    { (wide)(500 + dice(100)) * 10000000000 } };
	w->market = (struct market){
		.symbols = w->symbols,
		.n_symbols = PAPERS,
		.successions = &w->succession,
		.usd = { w->usd, 12 },
	};
}

/* ---- the ledger as it is ---- */

static int id_order(const void *a, const void *b)
{
	const struct ledger_asset *x = a, *y = b;

	return uuid_before(x->id, y->id) ? -1 : uuid_before(y->id, x->id);
}

static const struct spin_off *spin_of(const struct world *w, int i)
{
	const struct spin_off *s = &w->papers[i].spin;

	return s->share.e8 ? pool_memdup(pool, s, sizeof(*s)) : NULL;
}

/* Assets of some papers, ascending by id, with rows and income. */
static struct ledger ledger_of(const struct world *w, unsigned which)
{
	struct ledger_asset *list = pool_array(pool, struct ledger_asset, PAPERS);
	size_t n = 0;

	for (int i = 0; i < PAPERS; i++) {
		const struct world_asset *p = &w->papers[i];
		struct ledger_row *rows;

		if (!p->held || !(which & 1u << i))
			continue;
		rows = pool_array(pool, struct ledger_row, p->n);
		for (size_t k = 0; k < p->n; k++)
			rows[k] = p->entries[k].row;
		list[n++] = (struct ledger_asset){
			.id = p->id,
			.symbol = papers[i].symbol,
			.type = papers[i].type,
			.currency = papers[i].type == ASSET_US ? CURRENCY_USD : CURRENCY_BRL,
			.terms = i == CDB ? &cdb_terms : NULL,
			.spin_off = spin_of(w, i),
			.rows = rows,
			.n_rows = p->n,
			.income = pool_memdup(pool, p->income, sizeof(p->income)),
			.n_income = p->n_income,
		};
	}
	qsort(list, n, sizeof(*list), id_order);
	return (struct ledger){ .assets = list, .n_assets = n };
}

/* ---- edits: each says which papers it touched ---- */

static void put_row(struct world_asset *p, struct ledger_row row, int import)
{
	size_t at = p->n;

	if (p->n == ROWS_MAX)
		return;
	while (at && day_before(row.day, p->entries[at - 1].row.day)) {
		p->entries[at] = p->entries[at - 1];
		at--;
	}
	p->entries[at] = (struct entry){ row, import };
	p->n++;
}

static void drop_row(struct world_asset *p, size_t at)
{
	for (p->n--; at < p->n; at++)
		p->entries[at] = p->entries[at + 1];
}

static void hold(struct world_asset *p)
{
	if (p->held)
		return;
	p->held = true;
	for (size_t i = 0; i < sizeof(p->id.b); i++)
		p->id.b[i] = (unsigned char)dice(256);
}

static struct ledger_row a_row(const struct world *w)
{
	uint32_t what = dice(12);
	struct ledger_row r = {
		.day = a_day(w),
		.kind = what < 7    ? ROW_BUY
			: what < 10 ? ROW_SELL
			: what < 11 ? ROW_SPLIT
				    : ROW_ADJUST,
		.price_known = dice(15) > 0,
		.qty = { (int64_t)(1 + dice(20000)) * 100000000 },
		.price = { (wide)(1 + dice(9000)) * 10000000000 },
		.fees = { (wide)dice(500) * 1000000 },
	};

	if (r.kind == ROW_SPLIT)
		r.ratio_e12 = (2 + (int64_t)dice(3)) * 1000000000000;
	if (r.kind == ROW_ADJUST && dice(2)) { /* shares exchanged, or without a counterpart */
		r.event = EVENT_INCORPORATION;
		r.price_known = dice(4) == 0;
		if (dice(2))
			r.qty.e8 = dice(2) ? -r.qty.e8 : -2000000 * (int64_t)E8;
	}
	return r;
}

static unsigned edit_rows(struct world *w)
{
	int i = (int)dice(PAPERS);
	struct world_asset *p = &w->papers[i];

	if (!p->n || dice(3)) {
		hold(p);
		put_row(p, a_row(w), 0);
	} else if (dice(2)) {
		drop_row(p, dice((uint32_t)p->n));
	} else {
		p->entries[dice((uint32_t)p->n)].row.qty.e8 = (int64_t)(1 + dice(99)) * 100000000;
	}
	return 1u << i;
}

static unsigned edit_import(struct world *w)
{
	unsigned which = 0;

	w->imports++;
	for (int n = 1 + (int)dice(12); n; n--) {
		int i = (int)dice(PAPERS);

		hold(&w->papers[i]);
		put_row(&w->papers[i], a_row(w), w->imports);
		which |= 1u << i;
	}
	return which;
}

static unsigned edit_undo(struct world *w)
{
	int import = w->imports ? 1 + (int)dice((uint32_t)w->imports) : 0;
	unsigned which = 0;

	for (int i = 0; import && i < PAPERS; i++)
		for (size_t k = w->papers[i].n; k; k--)
			if (w->papers[i].entries[k - 1].import == import) {
				drop_row(&w->papers[i], k - 1);
				which |= 1u << i;
			}
	return which;
}

static unsigned edit_income(struct world *w)
{
	int i = (int)dice(PAPERS);
	struct world_asset *p = &w->papers[i];
	size_t at = p->n_income;
	struct income_row row = { .pay_day = a_day(w),
				  .kind = (enum income_kind)dice(INCOME_CAPITAL_RETURN + 1),
				  .amount = { (wide)(1 + dice(6000000)) * 1000000 },
				  .imported = dice(2) };

	if (at == ROWS_MAX)
		return 0;
	hold(p);
	for (; at && day_before(row.pay_day, p->income[at - 1].pay_day); at--)
		p->income[at] = p->income[at - 1];
	p->income[at] = row;
	p->n_income++;
	return 1u << i;
}

static unsigned edit_asset(struct world *w)
{
	int i = (int)dice(PAPERS);
	struct world_asset *p = &w->papers[i];

	if (p->held && dice(2)) {
		p->held = false;
		p->n = p->n_income = 0;
		p->spin.share.e8 = 0;
	} else {
		hold(p); /* on the watchlist */
	}
	return 1u << i;
}

/* A spin-off to another asset, dated on one of its credits or on another day, or its removal. */
static unsigned edit_spin(struct world *w)
{
	static const int shares[] = { 0, 1, 3, NEWC, OLDC };
	int i = shares[dice(ARRAY_SIZE(shares))], to = shares[dice(ARRAY_SIZE(shares))];
	struct world_asset *p = &w->papers[i];

	hold(p);
	p->spin = (struct spin_off){ .from = papers[i].symbol,
				     .to = papers[to].symbol,
				     .from_type = ASSET_STOCK,
				     .to_type = ASSET_STOCK,
				     .day = a_day(w),
				     .share = { (1 + (wide)dice(1000000)) * 10000 } };
	if (to == i || !dice(3))
		p->spin.share.e8 = 0;
	for (size_t k = 0; k < w->papers[to].n; k++)
		if (w->papers[to].entries[k].row.event == EVENT_INCORPORATION && dice(2))
			p->spin.day = day_plus(w->papers[to].entries[k].row.day, -(int)dice(16));
	return 1u << i;
}

/* ---- what becomes known of the market: all is derived anew, as after a load ---- */

static void late_split(struct world *w)
{
	int i = (int)dice(PAPERS);
	struct market_symbol *s = &w->symbols[i];
	struct reference_event *list = w->papers[i].events;
	struct day ex = a_day(w);

	if (s->n_events && !day_before(list[s->n_events - 1].ex_day, ex))
		return;
	if (s->n_events == EVENTS_MAX)
		return;
	list[s->n_events++] = (struct reference_event){ .ex_day = ex,
							.kind = dice(2) ? EVENT_SPLIT : EVENT_BONUS,
							.ratio = { 11, dice(2) ? 10 : 1 } };
	s->events = list;
}

static void add_distribution(struct world *w, int i, const struct distribution *p)
{
	struct market_symbol *s = &w->symbols[i];
	struct distribution *list = w->papers[i].distributions;

	if (s->n_distributions == EVENTS_MAX ||
	    (s->n_distributions && !day_before(list[s->n_distributions - 1].pay_day, p->pay_day)))
		return;
	list[s->n_distributions++] = *p;
	s->distributions = list;
}

/* Both papers of the two-paper company pay, often just below the R$ 50,000 of a month. */
static void late_distribution(struct world *w)
{
	int i = (int)dice(PAPERS);
	struct day pay = i < 2 ? day_plus(w->as_of, -(int)dice(250)) : a_day(w);
	const struct distribution p = {
		.kind = i < 2 || dice(2) ? INCOME_DIVIDEND : INCOME_JCP,
		.record_known = true,
		.ex_known = true,
		.pay_known = true,
		.record_day = day_plus(pay, -20),
		.ex_day = day_plus(pay, -19),
		.pay_day = pay,
		.gross = { (wide)(1 + dice(800)) * 10000000000 },
	};

	add_distribution(w, i, &p);
	if (i < 2)
		add_distribution(w, 1 - i, &p);
}

static void late_news(struct world *w)
{
	switch (dice(5)) {
	case 0:
		w->succession = (struct succession){ .from = papers[OLDC].symbol,
						     .to = papers[NEWC].symbol,
						     .day = a_day(w),
						     .ratio = { 1, 4 } };
		w->market.n_successions = 1;
		break;
	case 1:
	case 2:
		late_split(w);
		break;
	default:
		late_distribution(w);
	}
}

/* ---- what is kept ---- */

struct tail {
	struct uuid id;
	struct slice bytes;
};

struct kept {
	struct slice head;
	struct tail tails[PAPERS];
	size_t n;
	struct day until;
};

static struct slice packed_head(const struct ledger *l, const struct derived *d)
{
	struct buf b;

	buf_init(&b, pool, 1024);
	head_pack(&b, l, d);
	return (struct slice){ b.p, b.n };
}

static struct tail packed_tail(const struct derived_holding *h)
{
	struct buf b;

	buf_init(&b, pool, 256);
	tail_pack(&b, h);
	return (struct tail){ h->head->id, { b.p, b.n } };
}

static bool derive(const struct world *w, struct ledger *l, struct derived *d)
{
	*l = ledger_of(w, ~0u);
	return ledger_derive(pool, l, &w->market, w->as_of, d) == CALC_OK;
}

static bool keep_whole(const struct world *w, struct kept *k)
{
	struct ledger l;
	struct derived d;

	if (!derive(w, &l, &d))
		return false;
	k->head = packed_head(&l, &d);
	k->until = d.until;
	k->n = d.n;
	for (size_t i = 0; i < d.n; i++)
		k->tails[i] = packed_tail(&d.holdings[i]);
	return true;
}

static bool is_touched(const struct rederivation *r, struct uuid id)
{
	for (size_t i = 0; i < r->n_touched; i++)
		if (uuid_same(r->touched[i], id))
			return true;
	return false;
}

static bool give_tails(const struct kept *k, struct derived *d)
{
	for (size_t i = 0; i < d->n; i++)
		for (size_t t = 0; t < k->n; t++)
			if (uuid_same(k->tails[t].id, d->holdings[i].head->id) &&
			    !tail_unpack(pool, k->tails[t].bytes, &d->holdings[i]))
				return false;
	return true;
}

/* Keeps untouched holdings, and takes the new ones. */
static void keep_rederived(const struct rederivation *r, struct kept *k)
{
	size_t n = 0;

	k->head = packed_head(&r->next_ledger, &r->next);
	k->until = r->next.until;
	for (size_t i = 0; i < k->n; i++)
		if (!is_touched(r, k->tails[i].id))
			k->tails[n++] = k->tails[i];
	for (size_t i = 0; i < r->fresh.n; i++)
		k->tails[n++] = packed_tail(&r->fresh.holdings[i]);
	k->n = n;
}

/* As a write does (portfolio/ledger/state_write.c); false when rederiving was not possible. */
static bool bring_along(const struct world *before, const struct world *w, unsigned which,
			const struct uuid *touched, size_t n_touched, struct kept *k,
			bool *rederived)
{
	struct rederivation r = { .pool = pool,
				  .touched = touched,
				  .n_touched = n_touched,
				  .now = ledger_of(w, which),
				  .market = &w->market,
				  .as_of = w->as_of };
	struct ledger_asset *assets;

	*rederived = false;
	if (!head_unpack(pool, k->head, &assets, &r.cached_ledger.n_assets, &r.cached))
		return false;
	for (size_t i = 0; i < r.cached_ledger.n_assets; i++) {
		if (assets[i].type == ASSET_RENDA_FIXA)
			assets[i].terms = &cdb_terms;
		for (int a = 0; a < PAPERS; a++)
			if (str_eq(papers[a].symbol, assets[i].symbol))
				assets[i].spin_off = spin_of(before, a);
	}
	r.cached_ledger.assets = assets;
	if (!rederive_gone(&r))
		return keep_whole(w, k);
	if (!give_tails(k, &r.gone))
		return false;
	(void)rederive_assets(&r);
	if (rederive_touched(&r, rederived) != CALC_OK)
		return false;
	if (!*rederived)
		return keep_whole(w, k);
	keep_rederived(&r, k);
	return true;
}

static bool same(struct slice a, struct slice b)
{
	return a.n == b.n && memcmp(a.p, b.p, a.n) == 0;
}

/* Compares the stored figures with the whole ledger's; they may only be valid for fewer days. */
static bool agrees(const struct world *w, const struct kept *k)
{
	struct ledger l;
	struct derived d;

	if (!derive(w, &l, &d) || day_before(d.until, k->until) || d.n != k->n)
		return false;
	d.until = k->until;
	if (!same(packed_head(&l, &d), k->head))
		return false;
	for (size_t i = 0; i < d.n; i++) {
		struct tail want = packed_tail(&d.holdings[i]);
		bool found = false;

		for (size_t t = 0; t < k->n; t++)
			found |= uuid_same(k->tails[t].id, want.id) &&
				 same(k->tails[t].bytes, want.bytes);
		if (!found)
			return false;
	}
	return true;
}

/* ---- lives ---- */

struct tally {
	size_t edits, rederived, wrong;
};

static const struct {
	unsigned (*edit)(struct world *w);
	uint32_t sides; /* upper bound of the die */
} edits[] = {
	{ edit_rows, 9 },    { edit_import, 11 }, { edit_undo, 13 },
	{ edit_income, 16 }, { edit_asset, 18 },  { edit_spin, 19 },
};

/* Ids of the touched assets, before and after the edit. */
static size_t ids_of(const struct world *before, const struct world *now, unsigned which,
		     struct uuid out[2 * PAPERS])
{
	size_t n = 0;

	for (int i = 0; i < PAPERS; i++) {
		if (!(which & 1u << i))
			continue;
		if (before->papers[i].held)
			out[n++] = before->papers[i].id;
		if (now->papers[i].held)
			out[n++] = now->papers[i].id;
	}
	return n;
}

static bool one_edit(struct world *w, struct kept *k, struct tally *t)
{
	struct world *before = pool_memdup(pool, w, sizeof(*w));
	uint32_t what = dice(22);
	struct uuid touched[2 * PAPERS];
	unsigned which = 0;
	bool rederived = false;
	bool good = true;

	if (what >= 20) {
		w->as_of = day_plus(w->as_of, 1 + (int)dice(4));
		if (!day_before(w->as_of, k->until))
			return keep_whole(w, k) && agrees(w, k);
		what = dice(9); /* a write on a later day than that of the stored figures */
	}
	for (size_t i = 0; i < ARRAY_SIZE(edits) && !which; i++)
		if (what < edits[i].sides)
			which = edits[i].edit(w);
	if (which) {
		good = bring_along(before, w, which, touched, ids_of(before, w, which, touched), k,
				   &rederived);
	} else {
		late_news(w);
		good = keep_whole(w, k);
	}
	t->rederived += rederived;
	t->edits++;
	return good && agrees(w, k);
}

static void live(struct tally *t)
{
	struct world *w;
	struct kept k;
	void *root = pool;

	pool = pool_new(root, "life");
	w = pool_zero(pool, struct world);
	world_init(w);
	for (int i = 0; i < 8; i++)
		late_news(w);
	(void)edit_import(w);
	if (!keep_whole(w, &k))
		t->wrong++;
	for (int i = 0; i < EDITS; i++)
		if (!one_edit(w, &k, t)) {
			t->wrong++;
			break;
		}
	pool_free(pool);
	pool = root;
}

int main(void)
{
	long lives = random_cases(200);
	struct tally t = { 0 };

	pool = pool_new(NULL, "test");
	for (long i = 0; i < lives; i++) {
		size_t wrong = t.wrong;
		uint64_t seed = state;

		live(&t);
		if (t.wrong != wrong && t.wrong <= 3)
			diag("ledger %ld from state %llu", i, (unsigned long long)seed);
	}
	is_int((int64_t)t.wrong, 0,
	       "what is kept is what the whole ledger comes to, byte for byte");
	ok(t.rederived > t.edits / 2, "most writes bring it along: %zu of %zu", t.rederived,
	   t.edits);
	pool_free(pool);
	return tap_done();
}
