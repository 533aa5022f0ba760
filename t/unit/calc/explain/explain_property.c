/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every figure of random ledgers is explained, and the last step gives the computed value.
 *
 * The ledgers have all cases of the fold: uncovered sales, day trades, rows without a price, splits
 * and bonuses of rows and of the reference data, a succession, spin-offs, written options, foreign
 * paper with missing rates, income of rows and calendar, capital returns, contracted terms; and
 * indices, some of them too short.
 */
#include "config.h"

#include "calc/explain/explain.h"
#include "core/pool.h"

#include "closes.h"
#include "computed.h"
#include "tap.h"

#include <stdlib.h>

#define ASSETS 7
#define SYMBOLS 7
#define MOST_ROWS 40
#define MOST_CLOSES 500
#define MOST_DISTRIBUTIONS 12

struct world {
	struct ledger_asset assets[ASSETS];
	struct ledger_row rows[ASSETS][MOST_ROWS];
	struct income_row income[ASSETS][3];
	struct accrual_terms terms;
	struct market_symbol symbols[SYMBOLS];
	struct close closes[SYMBOLS][MOST_CLOSES];
	struct reference_event events[SYMBOLS][2];
	struct distribution distributions[SYMBOLS][MOST_DISTRIBUTIONS];
	struct succession succession;
	struct spin_off spins[ASSETS];
	struct close usd[MOST_CLOSES];
	struct daily_rate cdi[2 * MOST_CLOSES];
	struct index_month ipca[60];
	struct rates rates;
	struct benchmark_data indices;
	struct benchmark_result benchmarks[BENCHMARKS];
	struct ledger ledger;
	struct market market;
	struct day first, as_of;
};

/* Ascending by name, as a market requires. */
static const struct {
	const char *symbol;
	enum asset_type type;
} kinds[ASSETS] = {
	{ "AAAA3", ASSET_STOCK },      { "BBBB3", ASSET_STOCK }, { "CCCC", ASSET_US },
	{ "CDB X", ASSET_RENDA_FIXA }, { "COIN", ASSET_CRYPTO }, { "OPTA1", ASSET_OPTION },
	{ "ZZZZ3", ASSET_STOCK }, /* succeeds BBBB3 in some worlds */
};

static uint64_t state = 20261121;

static int chance(int n)
{
	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (int)((state >> 33) % (uint64_t)n);
}

static struct price random_price(void)
{
	return (struct price){ (wide)(1 + chance(90000)) * E12 / (chance(4) ? 100 : 10000) };
}

/* ---- rows ---- */

static struct ledger_row random_row(struct day day, enum asset_type type)
{
	static const int64_t ratios[] = { 2000000000000, 100000000000, 1050000000000,
					  333333333333 };
	struct ledger_row row = { .day = day, .price_known = chance(25) != 0 };
	int what = chance(23);

	row.qty.e8 = (int64_t)(1 + chance(200)) * 100000000;
	if (type == ASSET_CRYPTO)
		row.qty.e8 = 1 + chance(900000000);
	row.price = random_price();
	row.fees.e8 = (wide)chance(300) * 1000000;
	row.kind = what < 11 ? ROW_BUY : ROW_SELL;
	if (what == 18 && type != ASSET_RENDA_FIXA) {
		row.kind = ROW_SPLIT;
		row.ratio_e12 = ratios[chance(4)];
	} else if (what == 19) {
		row.kind = ROW_ADJUST;
		row.event = chance(3) ? EVENT_NONE : chance(2) ? EVENT_BONUS : EVENT_INCORPORATION;
		row.qty.e8 = chance(3) ? row.qty.e8 : chance(2) ? -row.qty.e8 : 0;
		row.fees.e8 = chance(2) ? row.fees.e8 : -row.fees.e8 * 20;
		if (type == ASSET_RENDA_FIXA)
			row.event = EVENT_NONE;
	} else if (
		what > 19 &&
		type != ASSET_RENDA_FIXA) { /* exchanged, credited without a counterpart, or debited without one */
		row.kind = ROW_ADJUST;
		row.event = EVENT_INCORPORATION;
		row.price_known = chance(4) == 0;
		if (chance(2))
			row.qty.e8 = chance(2) ? -row.qty.e8 : -100000 * (int64_t)E8;
	} else if (what == 17 && type == ASSET_STOCK) {
		row.event = EVENT_FRACTION;
	}
	return row;
}

static void make_rows(struct world *w, size_t i)
{
	struct ledger_asset *a = &w->assets[i];
	struct day day = day_plus(w->first, chance(60));

	*a = (struct ledger_asset){ .symbol = kinds[i].symbol,
				    .type = kinds[i].type,
				    .currency =
					    kinds[i].type == ASSET_US ? CURRENCY_USD : CURRENCY_BRL,
				    .rows = w->rows[i] };
	a->id.b[0] = (unsigned char)i;
	for (; a->n_rows < MOST_ROWS && !day_before(w->as_of, day);) {
		w->rows[i][a->n_rows++] = random_row(day, kinds[i].type);
		if (chance(3))
			day = day_plus(day, 1 + chance(40));
		if (chance(40) == 0)
			break;
	}
	if (chance(8) == 0)
		a->n_rows = 0;
}

static void make_income(struct world *w, size_t i)
{
	struct ledger_asset *a = &w->assets[i];
	struct day day = day_plus(w->first, 30 + chance(100));

	a->income = w->income[i];
	for (; a->n_income < 3 && !day_before(w->as_of, day) && chance(3);
	     day.n += 1 + chance(200)) {
		struct income_row *row = &w->income[i][a->n_income++];

		row->pay_day = day;
		row->kind = (enum income_kind)chance(INCOME_CAPITAL_RETURN + 1);
		row->amount.e8 = (wide)(1 + chance(3000000)) * 10000;
		row->imported = chance(2);
	}
}

/* ---- market ---- */

static void make_closes(void *pool, struct world *w, size_t i)
{
	int64_t cents = 500 + chance(9000);
	struct day day = day_plus(w->first, -5);
	size_t n = 0;

	for (; day.n <= w->as_of.n && n < MOST_CLOSES; day.n += 1 + chance(5)) {
		if (chance(40) == 0)
			day.n += 20 + chance(50);
		if (day.n > w->as_of.n)
			break;
		cents = cents * (95 + chance(11)) / 100 + 1;
		w->closes[i][n++] = (struct close){ day, { (wide)cents * E12 / 100 } };
	}
	w->symbols[i] = (struct market_symbol){ .symbol = kinds[i].symbol, .type = kinds[i].type };
	if (kinds[i].type == ASSET_RENDA_FIXA)
		n = 0;
	closes_give(pool, &w->symbols[i], w->closes[i], n, 2, w->as_of);
	if (kinds[i].type == ASSET_OPTION && chance(2)) {
		w->symbols[i].expires = true;
		w->symbols[i].expiry = day_plus(w->as_of, chance(400) - 200);
	}
}

static void make_events(struct world *w, size_t i)
{
	struct market_symbol *s = &w->symbols[i];
	struct day day = day_plus(w->first, chance(300));

	s->events = w->events[i];
	for (; s->n_events < 2 && kinds[i].type == ASSET_STOCK && chance(2);
	     day.n += 40 + chance(300)) {
		struct reference_event *e = &w->events[i][s->n_events++];

		e->ex_day = day;
		e->kind = chance(2) ? EVENT_SPLIT : EVENT_BONUS;
		e->ratio = e->kind == EVENT_BONUS ? (struct ratio){ 21, 20 }
						  : (struct ratio){ 1 + chance(3), 1 + chance(3) };
		e->unit_cost_known = chance(2);
		e->unit_cost = random_price();
	}
}

static void make_distributions(struct world *w, size_t i)
{
	struct market_symbol *s = &w->symbols[i];
	struct day day = day_plus(w->first, 20 + chance(100));

	if (kinds[i].type != ASSET_STOCK && kinds[i].type != ASSET_US)
		return;
	s->distributions = w->distributions[i];
	for (; s->n_distributions < MOST_DISTRIBUTIONS && chance(12); day.n += 1 + chance(90)) {
		struct distribution *p = &w->distributions[i][s->n_distributions++];

		p->kind = (enum income_kind)chance(INCOME_CAPITAL_RETURN + 1);
		p->pay_known = true;
		p->pay_day = day;
		p->record_known = chance(2);
		p->record_day = day_plus(day, -chance(40));
		p->ex_known = true;
		p->ex_day = day_plus(p->record_day, 1);
		p->gross = (struct price){ (wide)(1 + chance(300000)) * E12 / 100000 };
		p->tax_known = chance(4) == 0;
		p->tax.e8 = 15 * E8;
	}
}

static void make_rates(struct world *w)
{
	wide annual = (wide)(900 + chance(600)) * E8 / 100;
	int32_t end = w->as_of.n - chance(chance(2) ? 12 : 30);
	struct month month = { day_month(w->first).n - 3 };
	size_t n = 0;

	for (struct day day = day_plus(w->first, -5); day.n <= w->as_of.n && n < MOST_CLOSES;
	     day.n += 1 + chance(chance(30) ? 5 : 20))
		w->usd[n++] = (struct close){ day, { (wide)(48000 + chance(9999)) * E12 / 10000 } };
	w->market.usd = (struct fx_series){ w->usd, n };
	n = 0;
	for (struct day day = day_plus(w->first, -5); day.n <= end && n < ARRAY_SIZE(w->cdi);
	     day.n += 1 + chance(2)) {
		if (chance(40) == 0)
			annual = (wide)(900 + chance(600)) * E8 / 100;
		w->cdi[n++] = (struct daily_rate){ day,
						   { annual },
						   daily_rate_of((struct percent){ annual }) };
	}
	w->rates.cdi = w->rates.selic = (struct daily_rates){ w->cdi, n };
	for (n = 0; n < 60 && month.n < day_month(w->as_of).n; n++, month.n++)
		w->ipca[n] =
			(struct index_month){ .month = month,
					      .has_number = chance(10) != 0,
					      .has_change = true,
					      .number = { (wide)(100 + (int)n) * E12 },
					      .change = { (wide)(chance(200) - 50) * E8 / 100 } };
	w->rates.ipca = w->rates.igpm = (struct index_months){ w->ipca, n };
	w->market.rates = &w->rates;
}

static void make_indices(void *pool, struct world *w)
{
	struct close *list = pool_array(pool, struct close, MOST_CLOSES);
	int64_t points = 90000 + chance(40000);
	size_t n = 0;

	for (struct day day = day_plus(w->first, -3);
	     day.n <= w->as_of.n - chance(8) && n < MOST_CLOSES; day.n += 1 + chance(4)) {
		points = points * (97 + chance(7)) / 100 + 1;
		list[n++] = (struct close){ day, { (wide)points * E12 } };
	}
	w->indices = (struct benchmark_data){ .rates = &w->rates,
					      .ibov = closes_of(pool, list, n, 0),
					      .ifix = closes_of(pool, list, n / 2, 0),
					      .sp500 = closes_of(pool, list, n, 0),
					      .usd = w->market.usd };
}

static void make_terms(struct world *w)
{
	struct accrual_terms *t = &w->terms;

	*t = (struct accrual_terms){ .indexer = (enum indexer)chance(INDEXER_OTHER),
				     .anniversary_day = 1 + chance(31) };
	t->has_rate = t->indexer == INDEXER_PREFIXADO || chance(3) == 0;
	t->rate.e8 = (wide)(chance(1500)) * E8 / 100;
	if (t->indexer == INDEXER_CDI || t->indexer == INDEXER_SELIC) {
		t->has_pct = chance(2);
		t->pct.e8 = (wide)(80 + chance(60)) * E8;
	}
	t->has_maturity = chance(3) == 0;
	t->maturity = day_plus(w->first, 200 + chance(800));
	w->assets[3].terms = t;
}

/* To a paper credited on the day or shortly after it; chains and cycles may occur. */
static void make_spin(struct world *w, size_t i)
{
	static const size_t shares[] = { 0, 1, 6 };
	size_t to = shares[chance(3)];
	struct spin_off *s = &w->spins[i];

	if (to == i || !w->assets[to].n_rows || chance(3) == 0)
		return;
	*s = (struct spin_off){ .from = kinds[i].symbol,
				.to = kinds[to].symbol,
				.from_type = kinds[i].type,
				.to_type = kinds[to].type,
				.currency = w->assets[i].currency,
				.day = day_plus(w->first, chance(500)),
				.share = { (wide)(1 + chance(1000000)) * 10000 } };
	for (size_t k = 0; k < w->assets[to].n_rows; k++)
		if (w->rows[to][k].event == EVENT_INCORPORATION && w->rows[to][k].qty.e8 > 0 &&
		    chance(2))
			s->day = day_plus(w->rows[to][k].day, -chance(16));
	w->assets[i].spin_off = s;
}

static struct world *random_world(void *pool)
{
	struct world *w = pool_zero(pool, struct world);

	w->first.n = 19500 + chance(800);
	w->as_of = day_plus(w->first, 10 + chance(chance(3) ? 700 : 1400));
	for (size_t i = 0; i < ASSETS; i++) {
		make_rows(w, i);
		make_income(w, i);
		make_closes(pool, w, i);
		make_events(w, i);
		make_distributions(w, i);
	}
	make_spin(w, 0);
	make_spin(w, 1);
	make_spin(w, 6);
	make_terms(w);
	make_rates(w);
	make_indices(pool, w);
	w->succession = (struct succession){ .from = "BBBB3",
					     .to = "ZZZZ3",
					     .day = day_plus(w->first, chance(500)),
					     .ratio = { 1 + chance(3), 1 + chance(3) },
					     .has_cash = chance(2),
					     .cash_per_share = random_price() };
	w->ledger = (struct ledger){ .assets = w->assets, .n_assets = ASSETS };
	w->market.symbols = w->symbols;
	w->market.n_symbols = SYMBOLS;
	w->market.successions = &w->succession;
	w->market.n_successions = (size_t)chance(2);
	return w;
}

/* ---- asking for all ---- */

struct asking {
	void *pool;
	struct explain_subject subject;
	int ledger, asked, known, wrong;
};

/* A figure that does not exist (of a month without it, say) is not shown either. */
static void ask_one(struct asking *a, struct explain_ask ask)
{
	void *pool = pool_new(a->pool, "figure");
	struct explain_figure f = { .found = false };
	enum calc_err err = explain_figure(pool, &a->subject, &ask, &f);
	bool good = err == CALC_OK && !f.steps.wrong && (!f.found || f.known || f.reason);

	a->asked += f.found;
	a->known += f.known && strncmp(ask.field->name, "history.meta.", 13) == 0;
	if (!good && a->wrong++ < 20)
		diag("ledger %d: %s of %s on %d: error %d, %s", a->ledger, ask.field->name,
		     ask.holding ? ask.holding->asset->symbol : "-", ask.day.n, (int)err,
		     f.steps.wrong ? f.steps.wrong : "-");
	pool_free(pool);
}

static void ask_field(struct asking *a, const char *name, const struct holding *h)
{
	const struct history *history = a->subject.history;
	struct explain_ask ask = { .field = explain_field_find(name, h != NULL), .holding = h };

	if (!ask.field ||
	    (ask.field->needs & (NEEDS_XRAY | NEEDS_COSTS | NEEDS_LOOK_THROUGH | NEEDS_PLAN)))
		return;
	if (ask.field->needs & NEEDS_MONTH)
		for (size_t i = 0; i < history->n_months; i += 1 + (size_t)chance(6)) {
			ask.month = history->months[i].month;
			ask_one(a, ask);
		}
	else if (strstr(name, ".daily."))
		for (size_t i = 0; i < history->n_days; i++) {
			ask.day = history->days[i].day;
			ask_one(a, ask);
		}
	else if (ask.field->needs & NEEDS_DAY)
		for (size_t i = 0; i < history->n_points; i += 1 + (size_t)chance(40)) {
			ask.day = history->points[i].day;
			ask_one(a, ask);
		}
	else
		ask_one(a, ask);
}

static void ask_all(struct asking *a)
{
	const struct portfolio *p = a->subject.portfolio;
	char *names = pool_strdup(a->pool, explain_field_names(a->pool));

	for (char *name = names, *next; name; name = next) {
		next = strchr(name, ',');
		if (next) {
			*next = '\0';
			next += 2;
		}
		ask_field(a, name, NULL);
		for (size_t i = 0; i < p->n_holdings; i++)
			ask_field(a, name, &p->holdings[i]);
	}
}

static bool computed(void *pool, struct world *w, struct asking *a)
{
	struct derived *d = pool_zero(pool, struct derived);
	struct portfolio *p = pool_zero(pool, struct portfolio);
	struct history *h = pool_zero(pool, struct history);
	struct history_source source = { .derived = d, .portfolio = p, .market = &w->market };

	if (ledger_derive(pool, &w->ledger, &w->market, w->as_of, d) != CALC_OK ||
	    portfolio_mark(pool, d, &w->market, w->as_of, p) != CALC_OK ||
	    history_compute(pool, &source, 1, w->as_of, h) != CALC_OK)
		return false;
	/* Nearly all ledgers have a row without a price; most are compared by the known flows. */
	benchmarks_of(pool, &w->indices, p->flows, p->n_flows, p->flows_complete || chance(4),
		      w->as_of, (struct benchmark_dates){ .n_months = 0 }, w->benchmarks);
	a->subject = (struct explain_subject){ .ledger = &w->ledger,
					       .market = &w->market,
					       .derived = d,
					       .portfolio = p,
					       .as_of = w->as_of,
					       .history = h,
					       .indices = &w->indices,
					       .benchmarks = w->benchmarks };
	return true;
}

int main(void)
{
	int ledgers = random_cases(75);
	struct asking a = { .ledger = 0 };
	int usable = 0;

	for (; a.ledger < ledgers; a.ledger++) {
		a.pool = pool_new(NULL, "ledger");
		if (computed(a.pool, random_world(a.pool), &a)) {
			usable++;
			ask_all(&a);
		}
		pool_free(a.pool);
	}
	if (has_long_double())
		is_int(a.wrong, 0,
		       "every figure is explained, and its steps come to what was computed");
	else
		skip("every figure is explained", "long double is no more than a double here");
	ok(usable > ledgers * 9 / 10, "of %d ledgers", usable);
	ok(a.asked > 50 * ledgers, "which was asked %d times", a.asked);
	ok(a.known > 8 * ledgers, "%d times of what is said of the whole history", a.known);
	return tap_done();
}
