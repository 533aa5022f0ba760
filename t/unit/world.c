/* SPDX-License-Identifier: Apache-2.0 */
/* world.c: random portfolios in a random market. */
#include "config.h"

#include "world.h"

#include "closes.h"
#include "computed.h"
#include "core/calendar.h"
#include "tap.h"

static const struct {
	const char *symbol;
	enum asset_type type;
	int cents; /* a price to begin with */
} papers[WORLD_ASSETS] = {
	[W_ON] = { "AAAA3", ASSET_STOCK, 2500 },
	[W_PN] = { "AAAA4", ASSET_STOCK, 2200 },
	[W_OLD] = { "BBBB3", ASSET_STOCK, 800 },
	[W_NEW] = { "CCCC3", ASSET_STOCK, 1600 },
	[W_FII] = { "DDDD11", ASSET_FII, 10000 },
	[W_US] = { "EEEE", ASSET_US, 40000 },
	[W_CDB] = { "FCDB", ASSET_RENDA_FIXA, 100000 },
	[W_OPTION] = { "GGGGA400", ASSET_OPTION, 150 },
	[W_CRYPTO] = { "HBTC", ASSET_CRYPTO, 30000000 },
};

static uint64_t state = 20261121;

uint64_t dice_state(void)
{
	return state;
}

uint32_t dice(uint32_t sides)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 32) % sides;
}

/* ---- the market ---- */

static void make_closes(void *pool, struct world *w, size_t i)
{
	struct day day = day_plus(w->first, (int)dice(30) - 20);
	int64_t cents = papers[i].cents;
	size_t n = 0;

	for (; n < WORLD_CLOSES && day.n <= w->as_of.n; day.n += 1 + (int)dice(9)) {
		if (dice(30) == 0)
			day.n += 25 + (int)dice(50); /* longer than the maximum age of a price */
		if (day.n > w->as_of.n)
			break;
		cents = cents * (93 + (int64_t)dice(15)) / 100 + 1;
		w->closes[i][n++] = (struct close){ day, { (wide)cents * E12 / 100 } };
	}
	closes_give(pool, &w->symbols[i], w->closes[i], n, 2, w->as_of);
}

static struct day some_day(const struct world *w)
{
	return day_plus(w->first, (int)dice((uint32_t)(w->as_of.n - w->first.n) + 1));
}

static void make_events(struct world *w, size_t i)
{
	struct reference_event *e = w->events[i];

	if (papers[i].type != ASSET_STOCK || dice(3))
		return;
	e[0] = (struct reference_event){ .ex_day = some_day(w),
					 .kind = EVENT_SPLIT,
					 .ratio = dice(2) ? (struct ratio){ 2, 1 }
							  : (struct ratio){ 1, 10 } };
	e[1] = (struct reference_event){ .ex_day = day_plus(e[0].ex_day, 20),
					 .kind = EVENT_BONUS,
					 .ratio = { 21, 20 },
					 .unit_cost_known = dice(2),
					 .unit_cost = { 7 * E12 } };
	w->symbols[i].events = e;
	w->symbols[i].n_events = 1 + dice(2);
}

static void make_distributions(struct world *w, size_t i)
{
	struct day day = day_plus(w->first, (int)dice(60));
	size_t n = 0;

	if (papers[i].type != ASSET_STOCK && papers[i].type != ASSET_FII &&
	    papers[i].type != ASSET_US)
		return;
	for (; n < ARRAY_SIZE(w->distributions[i]) && dice(5); day.n += 20 + (int)dice(90))
		w->distributions[i][n++] = (struct distribution){
			.kind = papers[i].type == ASSET_FII
					? (dice(4) ? INCOME_YIELD : INCOME_AMORTIZATION)
					: (enum income_kind)dice(2),
			.record_known = true,
			.ex_known = true,
			.pay_known = true,
			.record_day = day_plus(day, -20),
			.ex_day = day_plus(day, -19),
			.pay_day = day,
			.gross = { (wide)(1 + dice(dice(9) ? 300 : 90000)) * E12 / 100 },
		};
	w->symbols[i].distributions = w->distributions[i];
	w->symbols[i].n_distributions = n;
}

static void make_rates(struct world *w)
{
	struct percent annual = { (wide)(600 + dice(900)) * 1000000 };
	struct day day = day_plus(w->first, -8);
	size_t n = 0;

	for (; n < WORLD_CLOSES && day.n <= w->as_of.n; day.n += 1 + (int)dice(8))
		w->dollar[n++] =
			(struct close){ day, { (wide)(48000 + dice(9000)) * E12 / 10000 } };
	w->market.usd = (struct fx_series){ w->dollar, n };
	day = day_plus(w->first, -8);
	for (n = 0; n < ARRAY_SIZE(w->cdi) && day.n <= w->as_of.n; day.n++)
		if (day_is_business(day))
			w->cdi[n++] = (struct daily_rate){ day, annual, daily_rate_of(annual) };
	w->rates.cdi = (struct daily_rates){ w->cdi, n };
	w->market.rates = &w->rates;
	w->terms = (struct accrual_terms){ .indexer = dice(4) ? INDEXER_CDI : INDEXER_PREFIXADO,
					   .has_pct = true,
					   .pct = { (wide)(80 + dice(50)) * E8 },
					   .has_rate = true,
					   .rate = { 11 * E8 } };
	w->terms.has_pct = w->terms.indexer == INDEXER_CDI;
	w->terms.has_rate = !w->terms.has_pct;
}

static void make_market(void *pool, struct world *w)
{
	for (size_t i = 0; i < WORLD_ASSETS; i++) {
		w->symbols[i].symbol = papers[i].symbol;
		w->symbols[i].type = papers[i].type;
		if (i != W_CDB)
			make_closes(pool, w, i);
		make_events(w, i);
		make_distributions(w, i);
	}
	w->symbols[W_ON].issuer = w->symbols[W_PN].issuer = "11222333";
	w->symbols[W_OPTION].expires = true;
	w->symbols[W_OPTION].expiry = some_day(w);
	w->market.symbols = w->symbols;
	w->market.n_symbols = WORLD_ASSETS;
	w->succession = (struct succession){ .from = "BBBB3",
					     .to = "CCCC3",
					     .day = some_day(w),
					     .ratio = { 1, 2 },
					     .has_cash = dice(2),
					     .cash_per_share = { E12 / 4 } };
	if (dice(2)) {
		w->market.successions = &w->succession;
		w->market.n_successions = 1;
	}
	make_rates(w);
}

/* ---- ledgers ---- */

static struct ledger_row a_row(size_t i, struct day day)
{
	int64_t unit = i == W_CRYPTO ? 1000000 : 100000000;
	uint32_t what = dice(24);
	struct ledger_row r = { .day = day,
				.kind = what < 15 ? ROW_BUY : ROW_SELL,
				.price_known = dice(40) > 0,
				.qty = { (1 + (int64_t)dice(400)) * unit },
				.price = { (wide)papers[i].cents * (70 + dice(60)) / 100 * E12 /
					   100 },
				.fees = { (wide)dice(500) * 1000000 } };

	if (what == 23 && papers[i].type == ASSET_STOCK) {
		r.kind = ROW_SPLIT;
		r.ratio_e12 = dice(2) ? 3 * (int64_t)E12 : 333333333333;
		r.price_known = false;
		r.fees.e8 = 0;
	} else if (what == 22) {
		r.kind = ROW_ADJUST;
		r.qty.e8 = dice(3) ? r.qty.e8 : -r.qty.e8;
		r.event = dice(2) ? EVENT_BONUS : EVENT_NONE;
		r.event = r.qty.e8 < 0 ? EVENT_NONE : r.event;
	} else if (what == 1) {
		r.event = EVENT_SUBSCRIPTION;
	}
	return r;
}

/* Small sales only, since shares may be grouped in between. */
static void make_clean(struct ledger_row *r, int64_t *held)
{
	if (r->kind == ROW_SPLIT || r->kind == ROW_ADJUST || *held < 40)
		r->kind = ROW_BUY;
	if (r->kind == ROW_SELL)
		r->qty.e8 = *held / 40 + 1;
	*r = (struct ledger_row){ .day = r->day,
				  .kind = r->kind,
				  .price_known = true,
				  .qty = { r->qty.e8 < 0 ? -r->qty.e8 : r->qty.e8 },
				  .price = r->price,
				  .fees = r->fees };
	*held += r->kind == ROW_BUY ? r->qty.e8 : -r->qty.e8;
}

void world_rows(struct world *w, size_t i)
{
	uint32_t want = dice(WORLD_ROWS + 1);
	struct day day = day_plus(w->first, (int)dice(60));
	int64_t held = 0;
	size_t n = 0;

	for (; n < want && day.n <= w->as_of.n; day.n += (int)dice(3) * (int)dice(25)) {
		w->rows[i][n] = a_row(i, day);
		if (w->clean)
			make_clean(&w->rows[i][n], &held);
		n++;
	}
	w->assets[i].rows = w->rows[i];
	w->assets[i].n_rows = n;
	n = 0;
	for (day = day_plus(w->first, (int)dice(200)); n < dice(4) && day.n <= w->as_of.n;
	     day.n += (int)dice(200))
		w->income[i][n++] = (struct income_row){
			.pay_day = day,
			.kind = i == W_CDB ? INCOME_INTEREST : INCOME_DIVIDEND,
			.amount = { (wide)(1 + dice(90000)) * 1000000 },
			.imported = dice(2),
		};
	w->assets[i].income = w->income[i];
	w->assets[i].n_income = n;
}

/* Turns a row of the other paper into its credit, on the day or shortly after it. */
static void make_spin(struct world *w, size_t from, size_t to, struct spin_off *s)
{
	struct ledger_row *r = w->rows[to];

	if (w->clean || !w->assets[to].n_rows || dice(2))
		return;
	r += dice((uint32_t)w->assets[to].n_rows);
	r->kind = ROW_ADJUST;
	r->event = EVENT_INCORPORATION;
	r->price_known = false;
	r->fees.e8 = 0;
	r->ratio_e12 = 0;
	r->qty.e8 = r->qty.e8 > 0 ? r->qty.e8 : 100000000;
	*s = (struct spin_off){ .from = papers[from].symbol,
				.to = papers[to].symbol,
				.from_type = papers[from].type,
				.to_type = papers[to].type,
				.day = day_plus(r->day, -(int)dice(17)),
				.share = { (1 + (wide)dice(1000000)) * 10000 } };
	w->assets[from].spin_off = s;
}

struct world *world_new(void *pool)
{
	struct world *w = pool_zero(pool, struct world);

	w->first.n = 18000 + (int)dice(1500);
	w->as_of = day_plus(w->first, 10 + (int)dice(800));
	w->clean = dice(2);
	for (size_t i = 0; i < WORLD_ASSETS; i++) {
		w->assets[i].id.b[0] = (unsigned char)(i + 1);
		w->assets[i].symbol = papers[i].symbol;
		w->assets[i].type = papers[i].type;
		w->assets[i].currency = i == W_US ? CURRENCY_USD : CURRENCY_BRL;
		if (dice(3))
			world_rows(w, i);
	}
	w->assets[W_CDB].terms = &w->terms;
	make_spin(w, W_ON, W_PN, &w->spins[0]);
	make_spin(w, W_OLD, W_NEW, &w->spins[1]);
	make_market(pool, w);
	w->ledger = (struct ledger){ .assets = w->assets, .n_assets = WORLD_ASSETS };
	return w;
}

/* ---- seen ---- */

bool seen_again(void *pool, const struct world *w, struct seen *out)
{
	struct history_source source = { &out->derived, &out->portfolio, &w->market, false };

	return portfolio_mark(pool, &out->derived, &w->market, w->as_of, &out->portfolio) ==
		       CALC_OK &&
	       history_compute(pool, &source, 1, w->as_of, &out->history) == CALC_OK;
}

bool world_seen(void *pool, const struct world *w, const struct ledger *ledger, struct seen *out)
{
	return ledger_derive(pool, ledger, &w->market, w->as_of, &out->derived) == CALC_OK &&
	       seen_again(pool, w, out);
}

/* ---- told ---- */

static void tell_wide(struct buf *b, const char *name, bool known, wide v)
{
	char digits[48];
	size_t at = sizeof(digits);
	wide rest = v < 0 ? -v : v;

	if (!known) {
		buf_printf(b, " %s -", name);
		return;
	}
	digits[--at] = '\0';
	do
		digits[--at] = (char)('0' + (int)(rest % 10));
	while ((rest /= 10) > 0);
	buf_printf(b, " %s %s%s", name, v < 0 ? "-" : "", digits + at);
}

static void tell_months(struct buf *b, const char *name, const struct months *m)
{
	buf_printf(b, "%s:", name);
	for (size_t i = 0; i < m->n; i++) {
		buf_printf(b, " %d", m->items[i].month.n);
		tell_wide(b, "", true, m->items[i].amount.e8);
	}
	buf_str(b, "\n");
}

static void tell_position(struct buf *b, const struct position *p)
{
	tell_wide(b, "qty", true, p->qty.e8);
	tell_wide(b, "cost", p->cost_known, p->cost.e8);
	tell_wide(b, "realized", true, p->realized.e8);
	tell_wide(b, "short", true, p->short_qty.e8);
	buf_printf(b, " basis %d realized %d rows %d of %zu from %d, %zu uncovered\n",
		   p->basis_known, p->realized_known, p->has_rows, p->tx_count, p->added.n,
		   p->n_uncovered);
}

static void tell_holding(struct buf *b, const struct holding *h)
{
	buf_printf(b, "%s %s state %d valuation %d priced %d\n", h->asset->symbol,
		   h->renamed_to ? h->renamed_to : "", h->state, h->valuation, h->priced);
	tell_position(b, &h->brl);
	if (h->has_native)
		tell_position(b, &h->native);
	tell_wide(b, "income", true, h->income.received.e8);
	tell_wide(b, "native income", true, h->native_income.e8);
	tell_wide(b, "price", h->price_known, h->price.e12);
	tell_wide(b, "value", h->value_known, h->market_value.e8);
	tell_wide(b, "pl", h->pl_known, h->unrealized_pl.e8);
	tell_wide(b, "pct", h->pct_known, h->unrealized_pct.e8);
	tell_wide(b, "change", h->change_known, h->change_pct.e8);
	tell_wide(b, "day", h->day_known, h->day_change.e8);
	tell_wide(b, "weight", h->weight_known, h->weight_pct.e8);
	tell_wide(b, "native value", h->native_value_known, h->native_value.e8);
	tell_wide(b, "native change", h->native_change_known, h->native_change.e8);
	for (size_t i = 0; i < h->n_merged; i++)
		buf_printf(b, " from %s", h->merged_from[i]);
	buf_str(b, "\n");
}

const char *portfolio_told(void *pool, const struct portfolio *p)
{
	struct buf b;

	buf_init(&b, pool, 4096);
	tell_wide(&b, "patrimonio", true, p->patrimonio.e8);
	tell_wide(&b, "invested", true, p->invested.e8);
	tell_wide(&b, "unrealized", true, p->unrealized_pl.e8);
	tell_wide(&b, "realized", true, p->realized_pl.e8);
	tell_wide(&b, "income", true, p->income_received.e8);
	tell_wide(&b, "day", true, p->day_change.e8);
	buf_printf(&b, " open %zu closed %zu watched %zu merged %zu unpriced %d unknown %d %s\n",
		   p->open_positions, p->closed_positions, p->watchlist_entries, p->merged_assets,
		   p->any_unpriced, p->any_cost_unknown, p->kind_mix);
	buf_printf(&b, "xirr %a complete %d\n", p->xirr_known ? p->xirr : 0, p->flows_complete);
	tell_months(&b, "realized", &p->realized_by_month);
	tell_months(&b, "income", &p->income_by_month);
	for (size_t i = 0; i < p->n_flows; i++)
		tell_wide(&b, "flow", true, p->flows[i].amount.e8 * 100000 + p->flows[i].day.n);
	buf_str(&b, "\n");
	for (size_t i = 0; i < p->n_holdings; i++)
		tell_holding(&b, &p->holdings[i]);
	for (size_t i = 0; i < p->n_applied; i++) {
		buf_printf(&b, "applied %s on %d", p->applied[i].symbol, p->applied[i].ex_day.n);
		tell_wide(&b, "qty", true, p->applied[i].qty.e8);
		buf_str(&b, "\n");
	}
	return buf_text(&b);
}

static void tell_twr(struct buf *b, const char *name, const struct twr *t)
{
	buf_printf(b, "%s known %d", name, t->known);
	if (t->known)
		buf_printf(b, " %a annual %d %a months %d from %d", t->cumulative, t->annual_known,
			   t->annualized, t->months, t->first.n);
	buf_str(b, "\n");
}

const char *history_told(void *pool, const struct history *h)
{
	const struct drawdown *d = &h->drawdown;
	struct buf b;

	buf_init(&b, pool, 4096);
	for (size_t i = 0; i < h->n_months; i++) {
		const struct history_month *m = &h->months[i];

		buf_printf(&b, "%d", m->month.n);
		tell_wide(&b, "equity", true, m->equity.e8);
		tell_wide(&b, "contributed", true, m->contributed.e8);
		tell_wide(&b, "income", true, m->income.e8);
		tell_wide(&b, "realized", true, m->realized.e8);
		buf_printf(&b, " return %d %a\n", m->return_known,
			   m->return_known ? m->return_pct : 0);
	}
	for (size_t i = 0; i < h->n_days; i++) {
		buf_printf(&b, "day %d", h->days[i].day.n);
		tell_wide(&b, "equity", true, h->days[i].equity.e8);
		tell_wide(&b, "contributed", true, h->days[i].contributed.e8);
	}
	tell_twr(&b, "all", &h->twr);
	for (int k = 0; k < SPANS; k++) {
		buf_printf(&b, "span %d reached %d from %d: ", k, h->spans[k].reached,
			   h->spans[k].from.n);
		tell_twr(&b, "", &h->spans[k].twr);
		buf_printf(&b, "result %a", h->spans[k].result);
		tell_wide(&b, "opening", true, h->spans[k].opening.e8);
	}
	buf_printf(&b, "drawdown %d %a from %d to %d back %d %d, partial %d\n", d->known, d->depth,
		   d->peak.n, d->trough.n, d->recovered, d->recovery.n, h->partial);
	return buf_text(&b);
}

bool told_alike(const char *got, const char *want)
{
	size_t line = 0;
	size_t i = 0;

	for (; got[i] && got[i] == want[i]; i++)
		if (got[i] == '\n')
			line = i + 1;
	if (got[i] == want[i])
		return true;
	diag("got  %.*s", (int)strcspn(got + line, "\n"), got + line);
	diag("want %.*s", (int)strcspn(want + line, "\n"), want + line);
	return false;
}
