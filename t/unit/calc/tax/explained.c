/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every tax figure of random taxpayers is explained (doc/tax.md 20.11): the steps give the shown
 * value, and null figures have a reason.  The ledgers have mergers, spun-off and bonus shares,
 * rights, options with exercises, tokens of unknown custody, sales without price or rate, losses
 * and stated withholdings.
 */
#include "config.h"

#include "calc/tax/tax.h"
#include "core/pool.h"

#include "rows.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

#define ROWS_MAX 70
#define PORTFOLIOS 3
#define INCOME_MAX 12
#define STATED_MAX 6

static uint64_t state = 20261124;

static uint32_t dice(uint32_t sides)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 32) % sides;
}

enum {
	ABCD,
	EFGH,
	IJKL,
	FII,
	UNIT,
	FUND_OF_SHARES,
	CALL,
	PUT,
	TOKEN,
	ABROAD,
	CDB,
	RIGHT,
	ASSETS,
};

static const struct tax_asset kinds[ASSETS] = {
	[ABCD] = { .symbol = "ABCD3", .type = ASSET_STOCK },
	[EFGH] = { .symbol = "EFGH3", .type = ASSET_STOCK, .tax_id = "60872504000123" },
	[IJKL] = { .symbol = "IJKL3", .type = ASSET_STOCK },
	[FII] = { .symbol = "MNOP11", .type = ASSET_FII },
	[UNIT] = { .symbol = "QRST11", .type = ASSET_STOCK },
	[FUND_OF_SHARES] = { .symbol = "BOVA11", .type = ASSET_ETF, .etf = ETF_RV },
	[CALL] = { .symbol = "ABCDF20",
		   .type = ASSET_OPTION,
		   .option = { .kind_known = true, .call = true, .strike_known = true } },
	[PUT] = { .symbol = "ABCDR20",
		  .type = ASSET_OPTION,
		  .option = { .kind_known = true, .strike_known = true } },
	[TOKEN] = { .symbol = "BTC", .type = ASSET_CRYPTO },
	[ABROAD] = { .symbol = "RUIX", .type = ASSET_US, .currency = CURRENCY_USD },
	[CDB] = { .symbol = "CDB RUI", .type = ASSET_RENDA_FIXA, .paper = "CDB" },
	[RIGHT] = { .symbol = "ABCD1", .type = ASSET_STOCK },
};

struct taxpayer {
	struct tax_asset assets[ASSETS];
	struct tax_portfolio portfolios[PORTFOLIOS];
	struct tax_row rows[ROWS_MAX];
	struct tax_income income[INCOME_MAX];
	struct succession successions[2];
	struct spin_off spins[2];
	struct tax_carry carry[STATED_MAX];
	struct tax_withheld withheld[STATED_MAX];
	struct tax_payment paid[STATED_MAX];
	struct close buy[36], sell[36];
	struct tax_selic selic[36];
	struct tax_ledger ledger;
};

static struct money cents(uint32_t most)
{
	return (struct money){ (wide)dice(most) * 1000000 };
}

static struct month any_month(void)
{
	return month_of(2024 + (int)dice(3), 1 + (int)dice(12));
}

static const char *option_of(size_t asset)
{
	return asset != ABCD || dice(3) == 0 ? NULL
	       : dice(2)		     ? kinds[CALL].symbol
					     : kinds[PUT].symbol;
}

/* A row of any kind; contradictions in the ledger are intended. */
static struct tax_row any_row(struct day day)
{
	size_t asset = dice(ASSETS);
	struct tax_row r = { .asset = asset,
			     .portfolio = dice(PORTFOLIOS),
			     .row = { .day = day,
				      .kind = dice(5) < 3 ? ROW_BUY : ROW_SELL,
				      .price_known = dice(14) > 0,
				      .qty = { (int64_t)(1 + dice(9)) * 50 * E8 },
				      .price = { (wide)(1 + dice(6000)) * 10000000000 },
				      .fees = cents(300) } };
	uint32_t what = dice(24);

	if (asset == RIGHT) {
		r.row.kind = ROW_SELL;
		r.row.event = EVENT_SUBSCRIPTION;
	} else if (asset == ABCD && what < 6) {
		r.row.event = EVENT_EXERCISE;
		r.option = option_of(asset);
	} else if (what == 6) {
		r.row.kind = ROW_SPLIT;
		r.row.event = EVENT_SPLIT;
		r.row.ratio_e12 = dice(2) ? 2000000000000 : 100000000000;
		r.row.price_known = false;
	} else if (what == 7) {
		r.row.kind = ROW_ADJUST;
		r.row.event = EVENT_BONUS;
	} else if (what == 8) {
		r.row.kind = ROW_ADJUST;
		r.row.event = EVENT_INCORPORATION;
		r.row.price_known = false;
		r.row.qty.e8 = dice(3) ? r.row.qty.e8 : -r.row.qty.e8;
	} else if (what < 11) {
		r.row.kind = ROW_ADJUST;
		r.row.qty.e8 = dice(2) ? r.row.qty.e8 : -r.row.qty.e8;
	}
	return r;
}

static void make_rows(struct taxpayer *p)
{
	struct day day = on("2024-02-01");
	size_t n = 10 + dice(ROWS_MAX - 10);

	for (size_t i = 0; i < n; i++) {
		day = day_plus(day, dice(3) ? (int)dice(40) : 0);
		p->rows[i] = any_row(day);
	}
	while (day_before(p->ledger.as_of, p->rows[n - 1].row.day))
		n--;
	p->ledger.rows = p->rows;
	p->ledger.n_rows = n;
}

static void make_income(struct taxpayer *p)
{
	static const enum income_kind any[] = { INCOME_DIVIDEND, INCOME_DIVIDEND, INCOME_JCP,
						INCOME_YIELD, INCOME_CAPITAL_RETURN };
	struct day day = on("2024-03-01");

	for (size_t i = 0; i < INCOME_MAX; i++) {
		bool gross = dice(2);

		day = day_plus(day, (int)dice(150));
		p->income[i] = (struct tax_income){ .asset = dice(ASSETS),
						    .portfolio = dice(PORTFOLIOS),
						    .kind = any[dice(5)],
						    .pay_day = day,
						    .gross_known = gross,
						    .tax_known = gross,
						    .net_known = true,
						    .record_known = dice(2),
						    .record_day = day_plus(day, -(int)dice(60)),
						    .gross = cents(dice(4) ? 90000 : 9000000) };
		p->income[i].tax = cents(2000);
		p->income[i].net.e8 = p->income[i].gross.e8 - p->income[i].tax.e8;
	}
	p->ledger.income = p->income;
	p->ledger.n_income = INCOME_MAX;
}

static void make_stated(struct taxpayer *p)
{
	struct tax_inputs *in = &p->ledger.inputs;

	for (size_t i = 0; i < STATED_MAX; i++) {
		p->withheld[i] =
			(struct tax_withheld){ any_month(), (enum tax_basket)dice(TAX_BASKETS),
					       cents(dice(2) ? 700 : 4000) };
		p->paid[i] = (struct tax_payment){ dice(4) ? TAX_EXCHANGE_CODE : TAX_CRYPTO_CODE,
						   any_month(), cents(20000), on("2026-02-02") };
		p->carry[i] = (struct tax_carry){ .month = any_month() };
		p->carry[i].known[dice(TAX_BASKETS)] = true;
	}
	in->withheld = p->withheld;
	in->n_withheld = dice(STATED_MAX + 1);
	in->paid = p->paid;
	in->n_paid = dice(STATED_MAX + 1);
	in->carry = p->carry;
	in->n_carry = dice(2);
	in->estimated = dice(3) == 0;
}

/* Some months have no rate. */
static void make_rates(struct taxpayer *p)
{
	size_t n = 0;

	for (struct month m = month_of(2024, 2); m.n <= month_of(2026, 11).n && n < 36; m.n++) {
		if (dice(6) == 0)
			continue;
		p->buy[n] =
			(struct close){ month_first(m), { (wide)(500 + dice(90)) * E12 / 100 } };
		p->sell[n] = p->buy[n];
		p->sell[n++].price.e12 += E12 / 100;
	}
	p->ledger.buy = (struct fx_series){ p->buy, n };
	p->ledger.sell = (struct fx_series){ p->sell, n };
	p->ledger.selic = p->selic;
	for (struct month m = month_of(2024, 2); m.n <= month_of(2026, 11).n; m.n++)
		if (dice(30))
			p->selic[p->ledger.n_selic++] =
				(struct tax_selic){ m, { (wide)(70 + dice(60)) * E8 / 100 } };
}

static void make_facts(struct taxpayer *p)
{
	const struct day expiry = on("2025-06-20");

	memcpy(p->assets, kinds, sizeof(kinds));
	for (size_t i = CALL; i <= PUT; i++) {
		struct tax_option *o = &p->assets[i].option;

		o->strike.e12 = 20 * E12;
		o->terms = (struct option_terms){ .stated = true, .statement = expiry };
		o->close_known = dice(2);
		o->close.e12 = (wide)(10 + dice(20)) * E12;
	}
	p->assets[TOKEN].custody = (enum tax_custody)dice(3);
	p->assets[ABROAD].origin = (enum tax_origin)dice(3);
	p->assets[FUND_OF_SHARES].etf = dice(5) ? ETF_RV : ETF_UNKNOWN;
}

/* Dated on a credit, or shortly before it; papers may give to each other. */
static void make_spins(struct taxpayer *p)
{
	static const size_t shares[] = { ABCD, EFGH, IJKL };
	size_t n = 0;

	for (size_t i = 0; i < p->ledger.n_rows && n < ARRAY_SIZE(p->spins); i++) {
		const struct ledger_row *r = &p->rows[i].row;
		size_t from = shares[dice(ARRAY_SIZE(shares))], to = p->rows[i].asset;

		if (r->event != EVENT_INCORPORATION || r->qty.e8 < 0 || from == to ||
		    kinds[to].type != ASSET_STOCK)
			continue;
		p->spins[n] = (struct spin_off){ .from = kinds[from].symbol,
						 .to = kinds[to].symbol,
						 .from_type = ASSET_STOCK,
						 .to_type = ASSET_STOCK,
						 .day = day_plus(r->day, -(int)dice(17)),
						 .share = { (1 + (wide)dice(1000000)) * 10000 },
						 .disputed = dice(12) == 0 };
		if (n && day_before(p->spins[n].day, p->spins[n - 1].day))
			p->spins[n].day = p->spins[n - 1].day;
		n++;
	}
	p->ledger.spin_offs = p->spins;
	p->ledger.n_spin_offs = n;
}

static void make(struct taxpayer *p)
{
	memset(p, 0, sizeof(*p));
	make_facts(p);
	for (size_t i = 0; i < PORTFOLIOS; i++)
		p->portfolios[i] = (struct tax_portfolio){ "P", "Carteira" };
	p->successions[0] = (struct succession){ .from = "EFGH3",
						 .to = "IJKL3",
						 .day = day_plus(on("2024-06-03"), (int)dice(800)),
						 .ratio = { 1 + dice(3), 2 },
						 .has_cash = dice(2),
						 .cash_per_share = { E12 / 2 } };
	p->ledger = (struct tax_ledger){ .as_of = on("2026-11-20"),
					 .portfolios = p->portfolios,
					 .n_portfolios = PORTFOLIOS,
					 .assets = p->assets,
					 .n_assets = ASSETS,
					 .successions = p->successions,
					 .n_successions = dice(4) ? 1 : 0 };
	make_rows(p);
	make_spins(p);
	make_income(p);
	make_stated(p);
	make_rates(p);
}

/* ---- every figure is asked ---- */

struct counted {
	int asked, null, wrong, without_reason;
	const char *first_wrong, *first_without; /* fields */
};

/* Returns whether the figure exists. */
static bool ask(void *pool, const struct taxpayer *p, const struct tax_year *y,
		const struct tax_declaration *d, const struct tax_ask *asked, struct counted *c)
{
	struct tax_explained x;

	tax_explain(pool, &p->ledger, y, d, asked, &x);
	if (!x.found)
		return false;
	c->asked++;
	if (!x.figure.known) {
		c->null++;
		if (!(x.reasons & ~TAX_WHY(TAX_KNOWN))) {
			c->without_reason++;
			c->first_without = asked->field->name;
		}
	} else if (x.steps.wrong || x.steps.range || !x.term.n) {
		c->wrong++;
		c->first_wrong = asked->field->name;
	}
	return true;
}

/* All matches, by index. */
static void ask_all(void *pool, const struct taxpayer *p, const struct tax_year *y,
		    const struct tax_declaration *d, struct tax_ask asked, struct counted *c)
{
	for (asked.item = 1; ask(pool, p, y, d, &asked, c); asked.item++)
		if (asked.field->needs == 0 || asked.field->needs == TAX_NEEDS_MONTH)
			break;
}

static void ask_field(void *pool, const struct taxpayer *p, const struct tax_year *y,
		      const struct tax_declaration *d, const struct tax_field *f, struct counted *c)
{
	bool by_symbol = f->needs & (TAX_NEEDS_SYMBOL | TAX_TAKES_SYMBOL);
	int months = f->needs & TAX_NEEDS_MONTH ? 12 : 1;

	for (int m = 1; m <= months; m++) {
		struct tax_ask asked = { .field = f };

		if (f->needs & TAX_NEEDS_MONTH)
			asked.month = month_of(y->year, m);
		for (size_t i = 0; by_symbol && i < ASSETS; i++) {
			asked.symbol = kinds[i].symbol;
			ask_all(pool, p, y, d, asked, c);
		}
		asked.symbol = NULL;
		if (!(f->needs & TAX_NEEDS_SYMBOL))
			ask_all(pool, p, y, d, asked, c);
	}
}

static void ask_fields(void *pool, const struct taxpayer *p, const struct tax_year *y,
		       const struct tax_declaration *d, struct counted *c)
{
	char *name = pool_strdup(pool, tax_field_names(pool));

	while (name) {
		char *next = strstr(name, ", ");

		if (next) {
			*next = '\0';
			next += 2;
		}
		ask_field(pool, p, y, d, tax_field_find(name), c);
		name = next;
	}
}

/* ---- what is null beside no explanation says why in the answer ---- */

static bool has(tax_reasons set)
{
	return (set & ~TAX_WHY(TAX_KNOWN)) != 0;
}

static bool basket_says(const struct tax_basket_month *b)
{
	return has(b->reasons) || (b->result.known && b->loss_brought.known && b->loss_used.known &&
				   b->base.known && b->tax.known && b->loss_carried.known);
}

static int nulls_in_year(const struct tax_year *y)
{
	int wrong = 0;

	for (size_t i = 0; i < y->n_months; i++) {
		const struct tax_month *m = &y->months[i];

		for (int b = 0; b < TAX_BASKETS; b++)
			wrong += !basket_says(&m->basket[b]);
		wrong += !m->exempt_gain.known && m->exempt_why == TAX_KNOWN;
		wrong += !m->share_sales.known && !has(m->basket[BASKET_COMMON].reasons);
	}
	for (size_t i = 0; i < y->n_gains; i++) {
		const struct tax_gain *g = &y->gains[i];

		wrong += !(g->sales.known && g->gain.known && g->tax.known) && !has(g->reasons);
	}
	for (size_t i = 0; i < y->n_darf; i++)
		wrong += !y->darf[i].amount.known && !has(y->darf[i].reasons);
	return wrong;
}

static int nulls_abroad(const struct tax_exterior *x)
{
	int wrong = !(x->total.known && x->loss_brought.known && x->due.known &&
		      x->loss_carried.known && x->foreign_tax.known && x->credit.known) &&
		    !has(x->reasons);

	for (size_t i = 0; i < x->n; i++)
		wrong += !(x->items[i].amount.known && x->items[i].foreign_tax.known) &&
			 !has(x->items[i].reasons);
	return wrong;
}

static int nulls_in_lines(const struct tax_lines *all)
{
	int wrong = 0;

	for (size_t i = 0; i < all->n; i++) {
		const struct tax_line *l = &all->items[i];
		bool known = l->code && l->amount.known &&
			     (!l->has_withheld || l->withheld.known) &&
			     (!l->has_ledger || l->ledger.known);

		wrong += !known && !has(l->reasons);
	}
	return wrong;
}

static int nulls_in_declaration(const struct tax_declaration *d)
{
	int wrong = nulls_in_lines(&d->exempt) + nulls_in_lines(&d->exclusive);

	for (size_t i = 0; i < d->n_goods; i++) {
		const struct tax_good *g = &d->goods[i];

		wrong += !(*g->code.code && g->country && g->previous.known && g->current.known) &&
			 !has(g->reasons);
	}
	for (size_t i = 0; i < d->n_taxable; i++)
		wrong += !has(d->taxable[i].reasons);
	return wrong;
}

static void every_figure_is_explained(int ledgers)
{
	struct counted c = { 0 };
	int failed = 0, silent = 0;
	static struct taxpayer p;

	for (int k = 0; k < ledgers; k++) {
		make(&p);
		for (int year = 2024; year <= 2026; year++) {
			void *pool = pool_new(NULL, "case");
			struct tax_declaration d;
			struct tax_year y;
			struct counted before = c;

			if (tax_year_compute(pool, &p.ledger, year, &y) != CALC_OK ||
			    tax_declaration_compute(pool, &p.ledger, &y, &d) != CALC_OK) {
				failed++;
			} else {
				ask_fields(pool, &p, &y, &d, &c);
				silent += nulls_in_year(&y) + nulls_in_declaration(&d) +
					  (y.exterior ? nulls_abroad(y.exterior) : 0);
			}
			if (c.wrong > before.wrong && before.wrong < 5)
				diag("ledger %d, %d: the steps of %s do not come to it", k, year,
				     c.first_wrong);
			if (c.without_reason > before.without_reason && before.without_reason < 5)
				diag("ledger %d, %d: %s is null without a reason", k, year,
				     c.first_without);
			pool_free(pool);
		}
	}
	is_int(failed, 0, "every year and declaration is computed");
	is_int(c.wrong, 0, "the steps of every figure come to it");
	is_int(c.without_reason, 0, "what is null says why where it is explained");
	is_int(silent, 0, "and where it is shown");
	ok(c.asked > 300 * ledgers && c.null > 10 * ledgers, "%d figures, %d of them null", c.asked,
	   c.null);
}

int main(void)
{
	every_figure_is_explained(random_cases(150));
	return tap_done();
}
