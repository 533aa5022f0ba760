/* SPDX-License-Identifier: Apache-2.0 */
/* Issues, on portfolios small enough to be checked by hand. */
#include "config.h"

#include "calc/views/views.h"
#include "core/clock.h"
#include "core/pool.h"
#include "core/stop.h"

#include "computed.h"
#include "rows.h"
#include "tap.h"

#define ROOM 8

struct world {
	struct ledger_asset assets[ROOM];
	struct market_symbol symbols[ROOM];
	struct reference_event events[ROOM];
	struct close rates[ROOM];
	struct issue_quote quotes[ROOM];
	struct ledger ledger;
	struct market market;
	struct portfolio portfolio;
	struct issues_input in;
};

static void *pool;

static struct world *world(void)
{
	struct world *w = pool_zero(pool, struct world);

	w->ledger.assets = w->assets;
	w->market.symbols = w->symbols;
	w->market.usd.rates = w->rates;
	w->in = (struct issues_input){ .ledger = &w->ledger,
				       .market = &w->market,
				       .portfolio = &w->portfolio,
				       .as_of = on("2026-11-20"),
				       .quotes = w->quotes };
	return w;
}

static struct ledger_asset *hold(struct world *w, const char *symbol, enum asset_type type,
				 const char *const *rows)
{
	struct fold_asset a = asset_of(pool, symbol, rows);
	struct ledger_asset *to = &w->assets[w->ledger.n_assets++];

	*to = (struct ledger_asset){ .symbol = symbol,
				     .type = type,
				     .currency = type == ASSET_US ? CURRENCY_USD : CURRENCY_BRL,
				     .rows = a.rows,
				     .n_rows = a.n_rows };
	return to;
}

/* Symbols are quoted in ascending order. */
static struct market_symbol *quote(struct world *w, const char *symbol, enum asset_type type,
				   const char *day, const char *last)
{
	struct market_symbol *m = &w->symbols[w->market.n_symbols++];

	*m = (struct market_symbol){ .symbol = symbol, .type = type, .has_last = true };
	m->last = (struct close){ on(day), at(last) };
	return m;
}

static void closed_at(struct world *w, size_t asset, const char *day, const char *price)
{
	w->quotes[w->in.n_quotes++] = (struct issue_quote){ asset, on(day), at(price) };
}

struct found {
	struct issue *list;
	size_t n;
};

static struct found find(struct world *w)
{
	struct found f;

	if (portfolio_compute(pool, &w->ledger, &w->market, w->in.as_of, &w->portfolio) != CALC_OK)
		ok(false, "the portfolio can be computed");
	f.list = issues_find(pool, &w->in, &f.n);
	return f;
}

/* The only issue of this code; NULL and a failed test if there is none or more than one. */
static const struct issue *only(const struct found *f, enum issue_code code)
{
	const struct issue *one = NULL;
	size_t n = 0;

	for (size_t i = 0; i < f->n; i++) {
		if (f->list[i].code == code) {
			one = &f->list[i];
			n++;
		}
	}
	ok(n == 1, "one %s", issue_code_names[code]);
	return n == 1 ? one : NULL;
}

static size_t count(const struct found *f, enum issue_code code)
{
	size_t n = 0;

	for (size_t i = 0; i < f->n; i++)
		n += f->list[i].code == code;
	return n;
}

static void sound(void)
{
	struct world *w = world();
	struct found f;

	hold(w, "AAAA3", ASSET_STOCK,
	     ROWS("2026-01-05 buy 100 10.00 1", "2026-02-05 sell 50 12.00 1"));
	quote(w, "AAAA3", ASSET_STOCK, "2026-11-19", "11");
	closed_at(w, 0, "2026-01-05", "10.10");
	closed_at(w, 0, "2026-02-05", "11.90");
	f = find(w);
	is_int((int64_t)f.n, 0, "a sound portfolio has no issue");
}

static void sold_more(void)
{
	struct world *w = world();
	const struct issue *i;
	struct found f;

	hold(w, "AAAA3", ASSET_STOCK,
	     ROWS("2026-01-05 buy 100 10.00 0", "2026-02-05 sell 130 12.00 0",
		  "2026-03-05 sell 5.5 12.00 0"));
	w->in.exported = true;
	w->in.first_export = on("2026-01-02");
	f = find(w);
	i = only(&f, ISSUE_SOLD_MORE_THAN_HELD);
	if (!i)
		return;
	is_text(issue_severity_names[i->severity], "error", "it makes the figures wrong");
	is_text(i->detail,
		"AAAA3: 35,5 vendidos acima do que havia, a primeira vez em 05/02/2026; o resultado "
		"dessa parte não é conhecido.",
		"with quantity and day");
	is_int((int64_t)i->n_rows, 2, "both sales");
	is_qty(i->rows[0].uncovered, "30", "130 less 100");
	is_qty(i->rows[1].uncovered, "5.5", "all of the second");
	is_int((int64_t)i->n_drafts, 2, "a purchase for each");
	ok(i->drafts[0].kind == ROW_BUY && day_same(i->drafts[0].day, on("2026-02-04")) &&
		   !i->drafts[0].price_known,
	   "the day before, at a price to be filled in");
	is_qty(i->drafts[0].qty, "30", "of what is missing");
	i = only(&f, ISSUE_GAP_BEFORE_FIRST_EXPORT);
	if (i)
		ok(!i->asset && i->action == REMEDY_IMPORT, "an earlier statement is missing");
	w->in.exported = false;
	f = find(w);
	is_int((int64_t)count(&f, ISSUE_GAP_BEFORE_FIRST_EXPORT), 0,
	       "not where nothing was imported");
}

static void income_first(void)
{
	static const struct income_row paid = { .amount = { 100000000 } };
	struct income_row *row = pool_memdup(pool, &paid, sizeof(paid));
	struct world *w = world();
	struct ledger_asset *a;
	struct found f;

	row->pay_day = on("2026-01-15");
	a = hold(w, "AAAA3", ASSET_STOCK, ROWS("2026-02-05 buy 100 10.00 0"));
	a->income = row;
	a->n_income = 1;
	quote(w, "AAAA3", ASSET_STOCK, "2026-11-19", "11");
	w->in.exported = true;
	w->in.first_export = on("2026-01-02");
	f = find(w);
	only(&f, ISSUE_GAP_BEFORE_FIRST_EXPORT);
	row->pay_day = on("2026-02-15");
	f = find(w);
	is_int((int64_t)f.n, 0, "income after the purchase is in order");
}

static void unknown_amounts(void)
{
	struct world *w = world();
	const struct issue *i;
	struct found f;

	hold(w, "AAAA3", ASSET_STOCK, ROWS("2026-01-05 buy 100 - 0", "2026-01-06 buy 10 9 0"));
	hold(w, "BBBB3", ASSET_STOCK, ROWS("2026-01-05 buy 100 10 0", "2026-02-05 sell 40 - 0"));
	quote(w, "AAAA3", ASSET_STOCK, "2026-11-19", "11");
	quote(w, "BBBB3", ASSET_STOCK, "2026-11-19", "11");
	f = find(w);
	i = only(&f, ISSUE_COST_UNKNOWN);
	if (i) {
		is_text(i->asset->symbol, "AAAA3", "of the purchase without a price");
		is_int((int64_t)i->n_rows, 1, "and of that row alone");
	}
	i = only(&f, ISSUE_RESULT_UNKNOWN);
	if (i)
		is_text(i->asset->symbol, "BBBB3", "of the sale without a price");
}

static void prices(void)
{
	struct world *w = world();
	const struct issue *i;
	struct found f;

	hold(w, "AAAA3", ASSET_STOCK, ROWS("2026-01-05 buy 100 10 0"));
	hold(w, "BBBB3", ASSET_STOCK, ROWS("2026-01-05 buy 100 10 0"));
	hold(w, "CCCC3", ASSET_STOCK, ROWS("2026-01-05 buy 100 10 0"));
	hold(w, "DDDD3", ASSET_STOCK, ROWS("2026-01-05 buy 100 10 0", "2026-02-05 sell 100 10 0"));
	quote(w, "AAAA3", ASSET_STOCK, "2026-11-10", "11"); /* 10 days old */
	quote(w, "BBBB3", ASSET_STOCK, "2026-11-09", "11"); /* 11 */
	quote(w, "CCCC3", ASSET_STOCK, "2026-10-20", "11")->has_last = false;
	w->symbols[2].name = "CCCC S.A.";
	f = find(w);
	is_int((int64_t)f.n, 2, "a price of 10 days ago is fresh, and what is sold needs none");
	i = only(&f, ISSUE_PRICE_STALE);
	if (i)
		is_text(i->detail,
			"A última cotação de BBBB3 é de 09/11/2026, há 11 dias: é por ela que a "
			"posição vale.",
			"of 11 days ago it is told");
	i = only(&f, ISSUE_PRICE_MISSING);
	if (i)
		is_text(i->asset->symbol, "CCCC3", "known, never quoted");
	w->symbols[2].name = NULL;
	f = find(w);
	i = only(&f, ISSUE_UNKNOWN_TICKER);
	if (i)
		ok(i->n_rows == 1 && i->severity == ISSUE_ERROR, "nothing known: with its rows");
}

static void off_quote(void)
{
	struct world *w = world();
	const struct issue *i;
	struct found f;

	hold(w, "AAAA3", ASSET_STOCK,
	     ROWS("2026-01-05 buy 100 50 0", "2026-01-06 buy 100 49.99 0", "2026-01-07 buy 100 2 0",
		  "2026-01-08 buy 100 2.01 0", "2026-01-09 buy:subscription 100 1 0"));
	quote(w, "AAAA3", ASSET_STOCK, "2026-11-19", "10");
	closed_at(w, 0, "2026-01-05", "10");
	closed_at(w, 0, "2026-01-06", "10");
	closed_at(w, 0, "2026-01-07", "10");
	closed_at(w, 0, "2026-01-08", "10");
	closed_at(w, 0, "2026-01-09", "10");
	f = find(w);
	is_int((int64_t)f.n, 2, "five times either way; a subscription has its own price");
	if (f.n != 2)
		return;
	i = &f.list[0];
	is_text(i->detail,
		"Compra de 100 AAAA3 em 05/01/2026 a R$ 50,00; o fechamento do dia foi R$ 10,00.",
		"with both prices");
	ok(i->rows[0].quote_known && i->rows[0].quote.e12 == at("10").e12, "and the quote");
	ok(day_same(f.list[1].rows[0].row->day, on("2026-01-07")), "and a fifth of it");
	is_int(i->action, REMEDY_PATCH_PRICE, "the row is corrected");
}

/* 100 before a split of one to ten: right as traded, wrong if adjusted by hand. */
static void off_by_a_split(void)
{
	struct world *w = world();
	struct market_symbol *m;
	const struct issue *i;
	struct found f;

	hold(w, "AAAA3", ASSET_STOCK,
	     ROWS("2026-01-05 buy 10 100 0", "2026-01-06 buy 100 10 0",
		  "2026-03-02 split 0 - 0 10"));
	m = quote(w, "AAAA3", ASSET_STOCK, "2026-11-19", "11");
	w->events[0] = (struct reference_event){ .ex_day = on("2026-03-02"),
						 .kind = EVENT_SPLIT,
						 .ratio = { 10, 1 } };
	m->events = w->events;
	m->n_events = 1;
	closed_at(w, 0, "2026-01-05", "101");
	closed_at(w, 0, "2026-01-06", "101");
	f = find(w);
	i = only(&f, ISSUE_PRICE_OFF_QUOTE);
	if (!i)
		return;
	ok(day_same(i->rows[0].row->day, on("2026-01-06")), "the one typed adjusted");
	is_int(i->action, REMEDY_PATCH_TRADED, "price and quantity are to be as traded");
}

static void event(void)
{
	struct world *w = world();
	struct market_symbol *m;
	const struct issue *i;
	struct found f;

	hold(w, "AAAA3", ASSET_STOCK, ROWS("2026-01-05 buy 10 100 0"));
	m = quote(w, "AAAA3", ASSET_STOCK, "2026-11-19", "11");
	w->events[0] = (struct reference_event){ .ex_day = on("2026-03-02"),
						 .kind = EVENT_SPLIT,
						 .ratio = { 10, 1 } };
	m->events = w->events;
	m->n_events = 1;
	f = find(w);
	i = only(&f, ISSUE_CORPORATE_EVENT_APPLIED);
	if (!i)
		return;
	is_text(i->detail,
		"O desdobramento de AAAA3 em 02/03/2026 (1 para 10) não está nos lançamentos e foi "
		"aplicado.",
		"with its ratio");
	ok(i->event && i->action == REMEDY_POST_EVENT, "and the row to be posted");
}

static void foreign(void)
{
	struct world *w = world();
	const struct issue *i;
	struct found f;

	hold(w, "VOO", ASSET_US, ROWS("2026-01-05 buy 1 600 0", "2026-03-05 buy 1 610 0"));
	quote(w, "VOO", ASSET_US, "2026-11-19", "700");
	w->rates[0] = (struct close){ on("2026-02-26"), at("5") };
	w->rates[1] = (struct close){ on("2026-11-19"), at("5.2") };
	w->market.usd.n = 2;
	f = find(w);
	i = only(&f, ISSUE_NO_EXCHANGE_RATE);
	if (i) {
		is_int((int64_t)i->n_rows, 1, "the row without a rate at most 7 days before");
		ok(day_same(i->rows[0].row->day, on("2026-01-05")), "which is the first");
	}
	is_int((int64_t)count(&f, ISSUE_COST_UNKNOWN), 0, "its price is known all the same");
}

static void papers_that_end(void)
{
	static const struct accrual_terms contracted = { .indexer = INDEXER_CDI };
	struct world *w = world();
	struct market_symbol *m;
	const struct issue *i;
	struct found f;

	hold(w, "AAAAX10", ASSET_OPTION, ROWS("2026-01-05 sell 100 1 0"));
	hold(w, "CDB", ASSET_RENDA_FIXA, ROWS("2026-01-05 buy 1 1000 0"));
	hold(w, "LCI", ASSET_RENDA_FIXA, ROWS("2026-01-05 buy 1 1000 0"));
	w->assets[2].terms = &contracted;
	m = quote(w, "AAAAX10", ASSET_OPTION, "2026-01-15", "0.1");
	m->expires = true;
	m->expiry = on("2026-01-16");
	f = find(w);
	i = only(&f, ISSUE_OPTION_EXPIRED);
	if (i) {
		ok(i->drafts[0].kind == ROW_BUY && !i->drafts[0].price_known &&
			   day_same(i->drafts[0].day, on("2026-01-16")),
		   "a written option is bought back on its expiry, at a price that the person says");
		is_qty(i->drafts[0].qty, "100", "all of it");
	}
	i = only(&f, ISSUE_FIXED_INCOME_WITHOUT_TERMS);
	if (i)
		is_text(i->asset->symbol, "CDB", "not the one whose terms are known");
	i = only(&f, ISSUE_PRICE_MISSING);
	if (i)
		is_text(i->asset->symbol, "LCI",
			"which cannot accrue without its rates, and is told so");
	m->expiry = w->in.as_of;
	f = find(w);
	is_int((int64_t)count(&f, ISSUE_OPTION_EXPIRED), 0, "on its last day it has not expired");
}

static void equal(void)
{
	struct world *w = world();
	const struct issue *i;
	struct found f;

	hold(w, "AAAA3", ASSET_STOCK,
	     ROWS("2026-01-05 buy 10 10 0", "2026-01-05 buy 20 10 0", "2026-01-05 buy 10 10 0",
		  "2026-01-05 buy 10 10 1", "2026-01-05 buy 10 10 0", "2026-01-06 buy 10 10 0"));
	quote(w, "AAAA3", ASSET_STOCK, "2026-11-19", "11");
	f = find(w);
	i = only(&f, ISSUE_DUPLICATE_ROWS);
	if (!i)
		return;
	is_int((int64_t)i->n_rows, 3, "equal in all; other fees or another day are another row");
	is_int((int64_t)i->n_drafts, 2, "all but the first may go");
	is_int(i->severity, ISSUE_INFO, "and may well be right");
}

/* Rows of another portfolio of the same person within 30 days. */
static void slow_transfers(void)
{
	struct world *w = world();
	struct issue_transfer all[3];
	const struct issue *i;
	struct found f;

	hold(w, "AAAA3", ASSET_STOCK,
	     ROWS("2025-03-04 buy 87 10 0", "2025-08-04 adjust -80 - 0",
		  "2025-08-04 adjust -7 - 0"));
	quote(w, "AAAA3", ASSET_STOCK, "2026-11-19", "11");
	/* Monday 4 to Wednesday 6 August are two business days. */
	all[0] = (struct issue_transfer){ 0, &w->assets[0].rows[1], row("2025-08-07 adjust 80 9 0"),
					  "Outra" };
	all[1] = (struct issue_transfer){ 0, &w->assets[0].rows[1], row("2025-08-14 adjust 80 9 0"),
					  "Terceira" };
	all[2] = (struct issue_transfer){ 0, &w->assets[0].rows[2], row("2025-08-06 adjust 7 9 0"),
					  "Outra" };
	w->in.transfers = all;
	w->in.n_transfers = ARRAY_SIZE(all);
	f = find(w);
	i = only(&f, ISSUE_TRANSFER_MAYBE);
	if (!i)
		return;
	is_text(i->detail,
		"80 AAAA3 saíram daqui em 04/08/2025 e a mesma quantidade entrou em Outra em "
		"07/08/2025: pode ser uma transferência que demorou.",
		"the nearest one, by the other's name; two business days are a move");
	ok(i->n_rows == 2 && i->action == REMEDY_PATCH_DAY && day_same(i->day, on("2025-08-07")),
	   "with both rows, and the day that makes them one move");
}

/* 400 leave one paper and 100 enter another three days later; no reference data explains it. */
static void incorporations(void)
{
	struct world *w = world();
	const struct issue *i;
	struct found f;

	hold(w, "VELH3", ASSET_STOCK,
	     ROWS("2026-01-12 buy 400 6.25 2", "2026-05-04 adjust:incorporation -400 - 0"));
	hold(w, "NOVO3", ASSET_STOCK, ROWS("2026-05-07 adjust:incorporation 100 - 0"));
	f = find(w);
	i = only(&f, ISSUE_SUCCESSOR_MISSING);
	if (i) {
		is_text(i->asset->symbol, "VELH3", "of the paper that left");
		is_int((int64_t)i->n_rows, 2,
		       "with the row that took it away and the one that may have replaced it");
		ok(strstr(i->detail, "NOVO3") != NULL, "which is named");
		ok(i->action == REMEDY_SUCCESSION, "mended by naming the successor");
	}
	is_int((int64_t)count(&f, ISSUE_COST_SHARE_MISSING), 0,
	       "the other one has no issue of its own");
	is_int((int64_t)count(&f, ISSUE_COST_UNKNOWN), 0, "nor is its cost a purchase's");

	w = world();
	hold(w, "FILH3", ASSET_STOCK,
	     ROWS("2026-03-10 adjust:incorporation 250 - 0", "2026-06-08 sell 100 18 1.80"));
	f = find(w);
	i = only(&f, ISSUE_COST_SHARE_MISSING);
	if (i) {
		is_int((int64_t)i->n_rows, 1, "a credit that nothing explains");
		ok(i->action == REMEDY_PATCH_PRICE, "mended by its cost a share");
	}
	stop_begin(clock_monotonic_us() - 1);
	f.list = issues_find(pool, &w->in, &f.n);
	stop_end();
	is_int((int64_t)count(&f, ISSUE_COST_SHARE_MISSING), 0, "not looked for behind a deadline");

	w = world();
	hold(w, "MESM3", ASSET_STOCK,
	     ROWS("2026-01-12 buy 300 8 3", "2026-05-04 adjust:incorporation -300 - 0",
		  "2026-05-06 adjust:incorporation 75 - 0"));
	f = find(w);
	is_int((int64_t)(count(&f, ISSUE_SUCCESSOR_MISSING) + count(&f, ISSUE_COST_SHARE_MISSING)),
	       0, "an exchange inside the paper is explained");
}

int main(void)
{
	pool = pool_new(NULL, "test");
	sound();
	sold_more();
	income_first();
	unknown_amounts();
	prices();
	off_quote();
	off_by_a_split();
	event();
	foreign();
	papers_that_end();
	equal();
	slow_transfers();
	incorporations();
	pool_free(pool);
	return tap_done();
}
