/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Properties of the x-ray, the costs and the look-through of every portfolio (doc/calculations.md
 * 8, 9, 10; 18, invariant 6), on random ones from a fixed seed.
 */
#include "config.h"

#include "calc/views/views.h"
#include "core/pool.h"

#include "tap.h"

#define PORTFOLIOS 4000
#define OPEN_POSITIONS_MAX 40
#define FUNDS_MAX 6
#define ASSETS_MAX 12

static uint64_t state = 20261120;

static uint32_t dice(uint32_t sides)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 32) % sides;
}

static const char *const symbols[] = {
	"AAAA3", "BBBB3", "CCCC3", "DDDD3", "EEEE3", "FFFF3", "GGGG3"
};
static const char *const titles[] = { "Tesouro Selic 2029",	"Tesouro IPCA+ 2035",
				      "Tesouro Prefixado 2029", "Tesouro Reserva 2030",
				      "Tesouro RendA+ 2045",	"Tesouro Azul" };
static const char *const sectors[] = { NULL, "Bancos", "Energia", "Petróleo" };
static const char *const fund_ids[FUNDS_MAX] = { "F0", "F1", "F2", "F3", "F4", "F5" };

struct book {
	struct open_position open_positions[OPEN_POSITIONS_MAX];
	struct accrual_terms terms[OPEN_POSITIONS_MAX];
	struct fund_cost funds[OPEN_POSITIONS_MAX];
	size_t n;
	struct disclosed_asset assets[FUNDS_MAX][ASSETS_MAX];
	struct disclosed disclosed[FUNDS_MAX];
	size_t n_disclosed;
};

/* From a hundred-millionth to thousands of millions, cents and finer, often equal. */
static wide amount(void)
{
	switch (dice(5)) {
	case 0:
		return 1 + dice(20);
	case 1:
		return (wide)(1 + dice(9)) * 1000 * E8;
	case 2:
		return (wide)(1 + dice(1000000)) * 1000000;
	case 3:
		return (wide)(1 + dice(2000000000)) * 12345679;
	default:
		return (wide)(1 + dice(4000000000)) * E8;
	}
}

static void an_open_position(struct book *b, size_t i)
{
	struct open_position *s = &b->open_positions[i];
	struct accrual_terms *t = &b->terms[i];

	*s = (struct open_position){ .type = (enum asset_type)dice(ASSET_TYPES) };
	s->symbol = s->type == ASSET_TESOURO ? titles[dice(6)]
		    : s->type == ASSET_FUND  ? fund_ids[dice(FUNDS_MAX)]
					     : symbols[dice(7)];
	s->ticker = s->symbol;
	s->currency = s->type == ASSET_US || dice(9) == 0 ? CURRENCY_USD : CURRENCY_BRL;
	s->value_known = dice(10) > 0;
	s->value.e8 = dice(12) ? amount() : 0;
	s->sector = sectors[dice(4)];
	*t = (struct accrual_terms){ .indexer = (enum indexer)dice(6),
				     .has_pct = dice(2),
				     .pct = { (wide)(1 + dice(1300)) * E8 / 10 },
				     .exempt = dice(3) == 0 };
	if (dice(3))
		s->terms = t;
	b->funds[i] = (struct fund_cost){ .fee_known = dice(4) > 0,
					  .fee = { (wide)dice(600) * E8 / 100 },
					  .administrator = dice(3) ? "Banco" : NULL,
					  .peer_class = dice(4) ? "Ações" : NULL,
					  .median = { E8 },
					  .peers = dice(12) };
}

static void a_fund(struct book *b, size_t i)
{
	struct disclosed *d = &b->disclosed[b->n_disclosed++];

	*d = (struct disclosed){ .fund = fund_ids[i],
				 .day = { 20000 + (int32_t)dice(3) },
				 .pl_known = dice(3) > 0,
				 .assets = b->assets[i],
				 .n = dice(ASSETS_MAX + 1) };
	d->pl.e8 = dice(8) ? amount() : 0;
	for (size_t k = 0; k < d->n; k++) {
		struct disclosed_asset *a = &b->assets[i][k];

		a->kind = (enum disclosed_kind)dice(6);
		a->value.e8 = dice(7) ? amount() : -amount();
		a->code = a->kind == DISCLOSED_QUOTA ? fund_ids[dice(FUNDS_MAX)] : symbols[dice(7)];
		if (dice(15) == 0)
			a->code = NULL;
	}
}

static void make(struct book *b)
{
	b->n = dice(OPEN_POSITIONS_MAX + 1);
	b->n_disclosed = 0;
	for (size_t i = 0; i < b->n; i++)
		an_open_position(b, i);
	for (size_t i = 0; i < FUNDS_MAX; i++)
		if (dice(4))
			a_fund(b, i);
}

/* ---- x-ray ---- */

/* A partition: adds up to 100.00 and to its base, descends, and no share is off by a hundredth. */
static bool partitions(const struct xray_shares *s, struct money base)
{
	struct money sum = { 0 };
	int64_t pct = 0;

	for (size_t i = 0; i < s->n; i++) {
		wide floor = s->items[i].value.e8 * 10000 / base.e8;

		if (i && s->items[i].value.e8 > s->items[i - 1].value.e8)
			return false;
		if (s->items[i].pct_e2 < floor || s->items[i].pct_e2 > floor + 1)
			return false;
		sum.e8 += s->items[i].value.e8;
		pct += s->items[i].pct_e2;
	}
	return s->n == 0 ? base.e8 == 0 : pct == 10000 && sum.e8 == base.e8;
}

static bool good_xray(void *pool, const struct book *b)
{
	struct money sectors_sum = { 0 };
	struct money exchange = { 0 };
	struct xray x;

	if (xray_compute(pool, b->open_positions, b->n, &x) != CALC_OK)
		return false;
	for (size_t i = 0; i < x.by_sector.n; i++)
		sectors_sum.e8 += x.by_sector.items[i].value.e8;
	for (size_t i = 0; i < x.by_class.n; i++) {
		const char *name = x.by_class.items[i].name;

		if (str_eq(name, "stock") || str_eq(name, "fii") || str_eq(name, "etf") ||
		    str_eq(name, "bdr"))
			exchange.e8 += x.by_class.items[i].value.e8;
	}
	return partitions(&x.by_class, x.patrimonio) && partitions(&x.by_currency, x.patrimonio) &&
	       partitions(&x.by_indexer, x.rf_total) && sectors_sum.e8 == exchange.e8 &&
	       x.considered + x.ignored == b->n &&
	       x.n_top == (x.considered < XRAY_TOP ? x.considered : XRAY_TOP);
}

/* ---- costs ---- */

static bool good_costs(void *pool, const struct book *b)
{
	static const struct percent cdi = { 14 * E8 };
	struct money items = { 0 };
	struct money paid = { 0 };
	struct costs c;
	size_t unknown = 0;

	if (costs_compute(pool, b->open_positions, b->funds, b->n, dice(5) ? &cdi : NULL, &c) !=
	    CALC_OK)
		return false;
	for (size_t i = 0; i < c.n_items; i++) {
		const struct cost_item *item = &c.items[i];

		items.e8 += item->annual.e8;
		if (item->annual.e8 < 0 || item->annual.e8 % 1000000 ||
		    (i && item->annual.e8 > c.items[i - 1].annual.e8))
			return false;
		if (item->benchmark && item->excess.e8 > item->annual.e8)
			return false;
	}
	for (size_t i = 0; i < c.n_recipients; i++)
		paid.e8 += c.recipients[i].annual.e8;
	for (size_t i = 0; i < c.n_unknown; i++)
		unknown += c.unknown[i].positions;
	return items.e8 == c.annual.e8 && paid.e8 == c.annual.e8 && c.excess.e8 <= c.annual.e8 &&
	       unknown + c.n_items == c.considered && c.considered + c.ignored == b->n;
}

/* ---- look-through ---- */

static bool good_exposure(const struct exposure *e, const struct exposure *before)
{
	struct money via = { 0 };

	for (size_t i = 0; i < e->n_via; i++) {
		via.e8 += e->via[i].value.e8;
		if (e->via[i].value.e8 <= 0 || e->via[i].value.e8 % 1000000 ||
		    (i && e->via[i].value.e8 > e->via[i - 1].value.e8))
			return false;
	}
	return via.e8 == e->indirect.e8 && e->total.e8 == e->direct.e8 + e->indirect.e8 &&
	       e->total.e8 > 0 && (!before || before->total.e8 >= e->total.e8);
}

static bool good_look(void *pool, const struct book *b)
{
	struct look_through_input in = { b->open_positions, b->n, b->disclosed, b->n_disclosed, 5 };
	struct money direct = { 0 };
	struct money shown = { 0 };
	struct look_through l, all;
	size_t funds = 0;

	if (look_through_compute(pool, &in, &l) != CALC_OK)
		return false;
	in.shown = 1000;
	if (look_through_compute(pool, &in, &all) != CALC_OK || all.truncated ||
	    l.n_exposures + l.truncated != all.n_exposures)
		return false;
	for (size_t i = 0; i < all.n_exposures; i++) {
		if (!good_exposure(&all.exposures[i], i ? &all.exposures[i - 1] : NULL))
			return false;
		shown.e8 += all.exposures[i].direct.e8;
	}
	for (size_t i = 0; i < b->n; i++) {
		const struct open_position *s = &b->open_positions[i];

		funds += s->type == ASSET_FUND;
		if (open_position_counts(s) &&
		    (s->type == ASSET_STOCK || s->type == ASSET_DEBENTURE))
			direct.e8 += s->value.e8;
	}
	for (size_t i = 1; i < all.n_days; i++)
		if (!day_before(all.days[i - 1], all.days[i]))
			return false;
	return all.n_opened + all.n_unopened == funds && all.has_funds == (funds > 0) &&
	       shown.e8 == (funds ? direct.e8 : 0);
}

/* ---- the lot ---- */

static void check(const char *name, bool (*good)(void *pool, const struct book *b))
{
	static struct book b;
	size_t bad = 0;
	size_t first = 0;

	for (size_t i = 0; i < PORTFOLIOS; i++) {
		void *pool = pool_new(NULL, "property");

		make(&b);
		if (!good(pool, &b) && bad++ == 0)
			first = i;
		pool_free(pool);
	}
	if (!ok(bad == 0, "%s, over %d portfolios", name, PORTFOLIOS))
		diag("%zu fail, the first is number %zu", bad, first);
}

int main(void)
{
	check("classes, currencies and indexers add up to 100.00 and to their base", good_xray);
	check("costs add up by item and by recipient, and every position is told of", good_costs);
	check("exposures are the sum of their ways, and no direct position is lost", good_look);
	return tap_done();
}
