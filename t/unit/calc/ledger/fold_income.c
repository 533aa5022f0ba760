/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Income (doc/calculations.md 2): entitlement, precedence, tax, foreign amounts, capital returned.
 */
#include "config.h"

#include "calc/ledger/derive.h"
#include "core/pool.h"

#include "rows.h"
#include "tap.h"

static void *pool;

/* A distribution with record and payment dates; unknown ex date. */
static struct distribution distribution(enum income_kind kind, const char *record, const char *pay,
					const char *gross)
{
	return (struct distribution){ .kind = kind,
				      .record_known = true,
				      .record_day = on(record),
				      .pay_known = true,
				      .pay_day = on(pay),
				      .gross = at(gross) };
}

static struct income_row received(enum income_kind kind, const char *pay, const char *amount)
{
	return (struct income_row){
		.kind = kind, .pay_day = on(pay), .amount = brl(amount), .imported = true
	};
}

struct holder {
	struct fold_asset asset;
	struct fold_input ledger;
	struct income_input in;
};

static struct income_input *holder(struct holder *h, enum asset_type type, const char *const *rows)
{
	h->asset = asset_of(pool, "AAAA3", rows);
	h->ledger = (struct fold_input){
		.type = type, .assets = &h->asset, .n_assets = 1, .as_of = on("2026-11-20")
	};
	h->in = (struct income_input){ .type = type,
				       .ledger = &h->ledger,
				       .as_of = on("2026-11-20") };
	return &h->in;
}

static struct income_output derive(const struct income_input *in)
{
	struct income_output out = { 0 };

	if (income_derive(pool, in, &out) != CALC_OK)
		ok(false, "income is derived");
	return out;
}

static void is_entry(const struct income_output *out, size_t i, const char *day, const char *gross,
		     const char *tax, const char *net, const char *name)
{
	const struct income_entry none = { 0 };
	const struct income_entry *e = i < out->n_entries ? &out->entries[i] : &none;

	ok(day_same(e->pay_day, on(day)), "%s: paid on %s", name, day);
	ok(e->gross_known == (gross != NULL), "%s: gross known or not", name);
	is_money(e->gross, gross ? gross : "0", name);
	is_money(e->tax, tax, name);
	is_money(e->net, net, name);
}

static void is_month(const struct income_output *out, size_t i, const char *month,
		     const char *amount)
{
	char text[MONTH_TEXT_SIZE] = "";

	if (i < out->by_month.n)
		month_format(out->by_month.items[i].month, text);
	is_text(text, month, "month of payment");
	is_money(i < out->by_month.n ? out->by_month.items[i].amount : (struct money){ 0 }, amount,
		 month);
}

static void entitled(void)
{
	struct distribution c[] = {
		distribution(INCOME_DIVIDEND, "2026-01-09", "2026-01-30", "0.015"),
		distribution(INCOME_JCP, "2025-12-22", "2026-03-06", "0.36974"),
		distribution(INCOME_JCP, "2026-02-19", "2026-08-28", "0.24550"),
		distribution(INCOME_DIVIDEND, "2026-11-10", "2026-12-01", "0.50"),
	};
	struct holder h;
	struct income_input *in =
		holder(&h, ASSET_STOCK,
		       ROWS("2025-05-05 buy 1000 30.00 0", "2026-01-12 sell 400 38.00 0"));
	struct income_output out;
	struct reference_event split = { .ex_day = on("2026-03-03"),
					 .kind = EVENT_SPLIT,
					 .ratio = { 2, 1 } };

	in->calendar = c;
	in->n_calendar = 4;
	out = derive(in);
	is_money(out.received, "450.80", "JCP by record date, right kept after a sale (v-02-01)");
	is_int((int64_t)out.n_entries, 3, "what is paid after as_of is not there");
	is_entry(&out, 0, "2026-01-30", "15", "0", "15", "dividend");
	is_entry(&out, 1, "2026-03-06", "369.74", "55.46", "314.28", "JCP recorded in 2025, 15 %");
	is_entry(&out, 2, "2026-08-28", "147.30", "25.78", "121.52",
		 "JCP recorded in 2026, 17.5 %");
	is_month(&out, 0, "2026-01", "15");
	is_month(&out, 1, "2026-03", "314.28");
	is_month(&out, 2, "2026-08", "121.52");
	ok(out.entries[0].from_calendar && !out.n_returns,
	   "from the calendar, nothing lowers the cost");

	c[0] = (struct distribution){ .kind = INCOME_JCP,
				      .ex_known = true,
				      .ex_day = on("2026-01-02"),
				      .pay_known = true,
				      .pay_day = on("2026-03-01"),
				      .gross = at("1") };
	in->n_calendar = 1;
	out = derive(in);
	is_entry(&out, 0, "2026-03-01", "1000", "150", "850",
		 "ex on the first session of 2026 was recorded in 2025");
	c[0].ex_day = on("2026-01-05");
	out = derive(in);
	is_entry(&out, 0, "2026-03-01", "1000", "175", "825", "ex on the second one, in 2026");
	c[0].ex_day = on("2026-01-13");
	out = derive(in);
	is_money(out.entries[0].gross, "600", "a sale before the ex date loses the right");
	c[0].ex_day = on("2026-01-12");
	out = derive(in);
	is_money(out.entries[0].gross, "1000", "a sale on the ex date keeps it");
	c[0].ex_known = false;
	is_int((int64_t)derive(in).n_entries, 0, "with neither date nobody is entitled");

	in = holder(&h, ASSET_STOCK, ROWS("2026-01-05 buy 10 1 0", "2026-03-03 split 0 - 0 2"));
	c[0] = distribution(INCOME_DIVIDEND, "2026-03-02", "2026-03-31", "1");
	c[0].ex_known = true;
	c[0].ex_day = on("2026-03-03");
	in->calendar = c;
	in->n_calendar = 1;
	is_money(derive(in).received, "10", "a split on the ex date does not raise the quantity");
	h.asset.n_rows = 1;
	h.asset.events = &split;
	h.asset.n_events = 1;
	is_money(derive(in).received, "10", "nor does one that the ledger lacks");
	c[0].record_day = on("2026-03-03");
	is_money(derive(in).received, "20", "recorded on its ex date, it does");
	c[0].gross = at("0.0001");
	is_int((int64_t)derive(in).n_entries, 0, "less than half a centavo is no income");
}

static void precedence(void)
{
	struct distribution c[] = {
		distribution(INCOME_YIELD, "2025-11-28", "2025-12-12", "0.10"),
		distribution(INCOME_YIELD, "2026-01-30", "2026-02-13", "0.10"),
		distribution(INCOME_YIELD, "2026-03-31", "2026-04-15", "0.10"),
		distribution(INCOME_YIELD, "2026-06-24", "2026-07-02", "0.096"),
		distribution(INCOME_YIELD, "2026-07-31", "2026-08-14", "0.095"),
	};
	struct income_row rows[] = {
		received(INCOME_YIELD, "2026-02-13", "50"),
		received(INCOME_YIELD, "2026-03-13", "45"),
		received(INCOME_YIELD, "2026-07-03", "48"),
	};
	struct day_range covered = { on("2026-01-01"), on("2026-06-30") };
	struct holder h;
	struct income_input *in = holder(&h, ASSET_FII, ROWS("2025-11-03 buy 500 9.50 0"));
	struct income_output out;

	in->calendar = c;
	in->n_calendar = 5;
	in->imported = rows;
	in->n_imported = 3;
	in->coverage = &covered;
	in->n_coverage = 1;
	out = derive(in);
	is_money(out.received, "240.50", "imported movements rule inside their interval (v-02-02)");
	is_int((int64_t)out.n_entries, 5, "five entries");
	is_entry(&out, 0, "2025-12-12", "50", "0", "50", "before the interval: calendar");
	is_entry(&out, 1, "2026-02-13", NULL, "0", "50", "inside: the row");
	is_entry(&out, 2, "2026-03-13", NULL, "0", "45", "inside: a row that the calendar lacks");
	is_entry(&out, 3, "2026-07-03", NULL, "0", "48", "at the edge: the row, the event dropped");
	is_entry(&out, 4, "2026-08-14", "47.50", "0", "47.50", "after: calendar");
	ok(!out.entries[1].from_calendar && out.entries[4].from_calendar, "their sources");

	rows[0].imported = rows[1].imported = rows[2].imported = false;
	in->n_coverage = 0;
	out = derive(in);
	is_money(out.received, "290.50", "rows typed by hand pair, but cover nothing else");
	rows[2].pay_day = on("2026-07-08");
	is_money(derive(in).received, "338.50", "six days away is another payment");
	rows[2].pay_day = on("2026-07-07");
	is_money(derive(in).received, "290.50", "five days away is the same");
	rows[2].kind = INCOME_DIVIDEND;
	is_money(derive(in).received, "338.50", "another group is another payment");
	in->as_of = on("2026-02-12");
	is_money(derive(in).received, "50", "rows after as_of neither count nor pair");
}

/* Two events near one row, and two rows near one event: nearest first, each used once. */
static void nearest_first(void)
{
	struct distribution c[] = {
		distribution(INCOME_DIVIDEND, "2026-03-02", "2026-04-06", "1"),
		distribution(INCOME_DIVIDEND, "2026-03-02", "2026-04-09", "2"),
	};
	struct income_row rows[] = { received(INCOME_DIVIDEND, "2026-04-08", "21") };
	struct holder h;
	struct income_input *in = holder(&h, ASSET_STOCK, ROWS("2026-01-05 buy 10 1 0"));

	in->calendar = c;
	in->n_calendar = 2;
	in->imported = rows;
	in->n_imported = 1;
	is_money(derive(in).received, "31", "the nearest event is dropped, the other one stays");
	h.asset.n_rows = 0;
	is_money(derive(in).received, "21", "a row counts whatever the ledger holds");
	c[1].pay_day = on("2026-04-01");
	ok(income_derive(pool, in, &(struct income_output){ 0 }) == CALC_ORDER,
	   "a calendar must ascend");
}

static void dividend_tax(void)
{
	struct distribution c[] = {
		distribution(INCOME_DIVIDEND, "2026-03-02", "2026-04-06", "20"),
		distribution(INCOME_DIVIDEND, "2026-03-02", "2026-04-30", "30"),
		distribution(INCOME_DIVIDEND, "2026-03-02", "2026-05-04", "50"),
	};
	struct income_row paid = received(INCOME_DIVIDEND, "2026-04-15", "0.01");
	struct holder h;
	struct income_input *in = holder(&h, ASSET_STOCK, ROWS("2025-01-06 buy 1000 1 0"));
	struct income_output out;

	in->calendar = c;
	in->n_calendar = 3;
	is_money(derive(in).received, "100000", "R$ 50,000.00 in a month is not above the limit");
	in->imported = &paid;
	in->n_imported = 1;
	out = derive(in);
	is_money(out.received, "95000.01", "a centavo above: 10 % of all that the month paid");
	is_entry(&out, 0, "2026-04-06", "20000", "2000", "18000", "also of what was paid before");
	in->n_imported = 0;
	c[1].gross = at("30.00001");
	is_money(derive(in).received, "95000.01", "from the calendar alone");
	c[1].old_profits = true;
	is_money(derive(in).received, "100000.01", "profits up to 2025 neither count nor pay");
	c[1].old_profits = false;
	c[1].kind = INCOME_JCP;
	is_money(derive(in).received, "94750.01", "JCP does not enter the test");
	c[1].kind = INCOME_DIVIDEND;
	c[0].tax_known = c[1].tax_known = true;
	is_money(derive(in).received, "100000.01", "a rate that the event carries wins");
	c[0].pay_day = on("2025-12-05");
	c[0].record_day = on("2025-11-03");
	c[0].gross = at("90");
	c[0].tax_known = false;
	is_money(derive(in).received, "170000.01", "before 2026 dividends pay nothing");
	in->type = ASSET_FII;
	c[0] = distribution(INCOME_YIELD, "2026-03-02", "2026-04-06", "90");
	in->n_calendar = 1;
	is_money(derive(in).received, "90000", "the yield of a FII pays nothing");
	in->type = ASSET_BDR;
	c[0].kind = INCOME_DIVIDEND;
	is_money(derive(in).received, "63000", "the dividend of a BDR pays 30 %");
	c[0].tax_known = true;
	c[0].tax.e8 = 5 * E8;
	is_money(derive(in).received, "85500", "unless the event says otherwise");
}

static void foreign(void)
{
	const struct close rates[] = { { on("2026-05-14"), at("5.0480") },
				       { on("2026-08-13"), at("5.1021") } };
	const struct fx_series usd = { rates, 2 };
	struct distribution c[] = {
		distribution(INCOME_DIVIDEND, "2026-05-11", "2026-05-14", "0.26"),
		distribution(INCOME_DIVIDEND, "2026-08-10", "2026-08-15", "0.26"),
		distribution(INCOME_DIVIDEND, "2026-08-10", "2026-10-15", "0.26"),
	};
	struct holder h;
	struct income_input *in = holder(&h, ASSET_US, ROWS("2026-01-05 buy 25 180.00 0"));
	struct income_output out;

	in->currency = CURRENCY_USD;
	in->usd = &usd;
	in->calendar = c;
	in->n_calendar = 3;
	out = derive(in);
	is_money(out.received, "46.18", "dollars at the rate of the payment date (v-02-03)");
	is_entry(&out, 0, "2026-05-14", "6.50", "1.95", "22.97", "30 % withheld abroad");
	is_entry(&out, 1, "2026-08-15", "6.50", "1.95", "23.21",
		 "a Saturday takes the rate before");
	is_money(out.entries[1].native_net, "4.55", "net in dollars");
	ok(out.n_entries == 3 && !out.entries[2].net_known, "no rate, no BRL amount");
	is_money(out.native_received, "13.65", "the dollars count all the same");
	is_int((int64_t)out.by_month.n, 2, "but no month of reais");
}

static void capital(void)
{
	struct distribution c[] = { distribution(INCOME_AMORTIZATION, "2026-03-02", "2026-04-06",
						 "1.005") };
	struct income_row rows[] = { received(INCOME_CAPITAL_RETURN, "2026-02-02", "7"),
				     received(INCOME_INTEREST, "2026-03-02", "3") };
	struct holder h;
	struct income_input *in = holder(&h, ASSET_FII, ROWS("2026-01-05 buy 11 10 0"));
	struct income_output out;

	in->calendar = c;
	in->n_calendar = 1;
	in->imported = rows;
	in->n_imported = 2;
	out = derive(in);
	is_money(out.received, "3", "capital returned is not income");
	is_int((int64_t)out.n_returns, 2, "it lowers the cost");
	is_money(out.returns[0].amount, "7", "as credited");
	is_money(out.returns[1].amount, "11.06", "or by quantity, to the cent (11.055)");
	rows[0].pay_day = on("2026-04-02");
	rows[1].pay_day = on("2026-04-02");
	out = derive(in);
	is_int((int64_t)out.n_returns, 1, "amortisation and capital return are one group");
}

int main(void)
{
	pool = pool_new(NULL, "income");
	entitled();
	precedence();
	nearest_first();
	dividend_tax();
	foreign();
	capital();
	pool_free(pool);
	return tap_done();
}
