/* SPDX-License-Identifier: Apache-2.0 */
/* tax_in.c: section 20, reading a taxpayer's ledger out of a case. */
#include "config.h"

#include <stdio.h>

#include "cases/tax.h"

static struct month month_in(struct json_object *o, const char *key)
{
	char text[32];

	(void)snprintf(text, sizeof(text), "%s-01", in_text(o, key));
	return day_month(day_of(text));
}

static size_t at(const struct tax_ledger *l, const char *symbol)
{
	for (size_t i = 0; i < l->n_assets; i++)
		if (str_eq(l->assets[i].symbol, symbol))
			return i;
	case_trouble("no asset %s", symbol);
	return 0;
}

static size_t portfolio_at(const struct tax_ledger *l, const char *id)
{
	for (size_t i = 0; i < l->n_portfolios; i++)
		if (str_eq(l->portfolios[i].id, id))
			return i;
	case_trouble("no portfolio %s", id);
	return 0;
}

static int word(struct json_object *o, const char *key, const char *const *names)
{
	return in_text(o, key) ? in_enum(o, key, names + 1, -1) + 1 : 0;
}

static struct tax_option option_in(struct json_object *o)
{
	struct tax_option out = { 0 };
	wide v;

	if (!o)
		return out;
	out.kind_known = in_text(o, "kind") != NULL;
	out.call = out.kind_known && str_eq(in_text(o, "kind"), "call");
	out.strike_known = in_number(o, "strike", PRICE_PLACES, &v);
	out.strike.e12 = out.strike_known ? v : 0;
	out.close_known = in_number(o, "close", PRICE_PLACES, &v);
	out.close.e12 = out.close_known ? v : 0;
	out.terms.stated = in_day(o, "expiry", &out.terms.statement);
	out.outcome = (enum tax_outcome)word(o, "outcome", tax_outcome_names);
	return out;
}

static struct tax_asset asset_in(struct json_object *o)
{
	const char *foreign = in_text(o, "foreign_kind");
	struct tax_asset a = {
		.symbol = in_text(o, "symbol"),
		.name = in_text(o, "name"),
		.tax_id = in_text(o, "tax_id"),
		.type = (enum asset_type)in_enum(o, "asset_type", asset_type_names, ASSET_STOCK),
		.typed = (enum tax_class)word(o, "tax_class", tax_class_names),
		.etf = (enum tax_etf)word(o, "etf_kind", tax_etf_names),
		.fund = (enum tax_fund)word(o, "fund_kind", tax_fund_names),
		.paper = in_text(o, "paper"),
		.incentive_known = in_field(o, "incentive") != NULL,
		.incentive = in_true(o, "incentive", false),
		.custody = (enum tax_custody)word(o, "custody", tax_custody_names),
		.origin = (enum tax_origin)word(o, "origin", tax_origin_names),
		.foreign_share = foreign && str_eq(foreign, "share"),
		.option = option_in(in_field(o, "option")),
	};

	a.currency = a.type == ASSET_US ? CURRENCY_USD : CURRENCY_BRL;
	return a;
}

static struct fx_series side_in(void *pool, struct json_object *fx, const char *side)
{
	struct json_object *plain = json_object_new_object();
	struct fx_series out;

	if (fx) {
		json_object_object_foreach(fx, day, both)
			json_object_object_add(plain, day, json_object_get(in_field(both, side)));
	}
	out.rates = in_closes(pool, plain, &out.n);
	json_object_put(plain);
	return out;
}

/* Sorts a list by day, keeping the typed order within a day. */
static size_t slot(const void *list, size_t size, size_t n, struct day day, size_t offset)
{
	const char *first = list;

	while (n > 0 && day_before(day, *(const struct day *)(const void *)(first + (n - 1) * size +
									    offset)))
		n--;
	return n;
}

static void rows_in(void *pool, struct json_object *list, struct tax_ledger *l)
{
	struct tax_row *rows = pool_array(pool, struct tax_row, in_length(list));

	for (size_t i = 0; i < in_length(list); i++) {
		struct json_object *o = json_object_array_get_idx(list, i);
		struct tax_row one = { .row = in_row(o),
				       .asset = at(l, in_text(o, "symbol")),
				       .portfolio = portfolio_at(l, in_text(o, "portfolio")),
				       .option = in_text(o, "option") };
		size_t k = slot(rows, sizeof(*rows), i, one.row.day, 0);

		memmove(&rows[k + 1], &rows[k], (i - k) * sizeof(*rows));
		rows[k] = one;
	}
	l->rows = rows;
	l->n_rows = in_length(list);
}

static void income_in(void *pool, struct json_object *list, struct tax_ledger *l)
{
	struct tax_income *all = pool_array(pool, struct tax_income, in_length(list));

	for (size_t i = 0; i < in_length(list); i++) {
		struct json_object *o = json_object_array_get_idx(list, i);
		struct tax_income one = {
			.asset = at(l, in_text(o, "symbol")),
			.portfolio = in_text(o, "portfolio")
					     ? portfolio_at(l, in_text(o, "portfolio"))
					     : 0,
			.kind = (enum income_kind)in_enum(o, "kind", income_kind_names, 0),
			.pay_day = day_of(in_text(o, "pay_date")),
			.gross_known = in_field(o, "gross") != NULL,
			.tax_known = in_field(o, "tax") != NULL,
			.net_known = in_field(o, "net") != NULL,
			.profits_to_2025 = in_true(o, "profits_to_2025", false),
		};
		size_t k = slot(all, sizeof(*all), i, one.pay_day,
				offsetof(struct tax_income, pay_day));

		one.record_known = in_day(o, "record_date", &one.record_day);
		one.approved_known = in_day(o, "approved", &one.approved);
		one.gross = in_money(o, "gross");
		one.tax = in_money(o, "tax");
		one.net = in_money(o, "net");
		memmove(&all[k + 1], &all[k], (i - k) * sizeof(*all));
		all[k] = one;
	}
	l->income = all;
	l->n_income = in_length(list);
}

/* JCP of the calendar of each asset, ascending by payment. */
static void calendar_in(void *pool, struct json_object *list, struct tax_asset *assets,
			const struct tax_ledger *l)
{
	for (size_t a = 0; a < l->n_assets; a++) {
		struct distribution *all = pool_array(pool, struct distribution, in_length(list));
		size_t n = 0;

		for (size_t i = 0; i < in_length(list); i++) {
			struct json_object *o = json_object_array_get_idx(list, i);
			struct distribution d = {
				.kind = (enum income_kind)in_enum(o, "kind", income_kind_names, 0),
			};
			size_t k;

			if (at(l, in_text(o, "symbol")) != a)
				continue;
			d.record_known = in_day(o, "record_date", &d.record_day);
			d.pay_known = in_day(o, "pay_date", &d.pay_day);
			k = slot(all, sizeof(*all), n, d.pay_day,
				 offsetof(struct distribution, pay_day));
			memmove(&all[k + 1], &all[k], (n++ - k) * sizeof(*all));
			all[k] = d;
		}
		assets[a].distributions = all;
		assets[a].n_distributions = n;
	}
}

static void successions_in(void *pool, struct json_object *list, struct tax_ledger *l)
{
	struct succession *all = pool_array(pool, struct succession, in_length(list));
	wide ratio;

	for (size_t i = 0; i < in_length(list); i++) {
		struct json_object *o = json_object_array_get_idx(list, i);

		all[i] = (struct succession){
			.from = in_text(o, "from"),
			.to = in_text(o, "to"),
			.day = day_of(in_text(o, "date")),
			.ratio = { 1, 1 },
			.has_cash = in_field(o, "cash_per_share") != NULL,
			.cash_per_share = in_price(o, "cash_per_share"),
		};
		if (in_number(o, "ratio", PRICE_PLACES, &ratio))
			all[i].ratio = ratio_rationalise((int64_t)ratio);
	}
	l->successions = all;
	l->n_successions = in_length(list);
}

static void paid_in(void *pool, struct json_object *list, struct tax_inputs *out)
{
	struct tax_payment *all = pool_array(pool, struct tax_payment, in_length(list));

	for (size_t i = 0; i < in_length(list); i++) {
		struct json_object *o = json_object_array_get_idx(list, i);

		all[i] = (struct tax_payment){ .code = in_text(o, "code"),
					       .period = month_in(o, "period"),
					       .amount = in_money(o, "amount"),
					       .paid_on = day_of(in_text(o, "paid_on")) };
	}
	out->paid = all;
	out->n_paid = in_length(list);
}

static struct tax_inputs inputs_in(void *pool, struct json_object *in)
{
	struct json_object *list = in_field(in, "carry");
	struct tax_carry *carry = pool_array(pool, struct tax_carry, in_length(list));
	struct tax_withheld *withheld;
	const char *policy = in_text(in, "withheld_policy");
	struct tax_inputs out = { .carry = carry, .n_carry = in_length(list) };

	out.estimated = policy && str_eq(policy, "estimated");
	for (size_t i = 0; i < in_length(list); i++) {
		struct json_object *o = json_object_array_get_idx(list, i);

		carry[i].month = month_in(o, "month");
		for (int b = 0; b < TAX_BASKETS; b++) {
			carry[i].known[b] = in_field(o, tax_basket_names[b]) != NULL;
			carry[i].loss[b] = in_money(o, tax_basket_names[b]);
		}
	}
	list = in_field(in, "withheld");
	withheld = pool_array(pool, struct tax_withheld, in_length(list));
	for (size_t i = 0; i < in_length(list); i++) {
		struct json_object *o = json_object_array_get_idx(list, i);

		withheld[i] = (struct tax_withheld){
			.month = month_in(o, "month"),
			.basket = (enum tax_basket)in_enum(o, "basket", tax_basket_names, 0),
			.amount = in_money(o, "amount"),
		};
	}
	out.withheld = withheld;
	out.n_withheld = in_length(list);
	paid_in(pool, in_field(in, "paid"), &out);
	return out;
}

/* From the listing, else from the rows. */
static void portfolios_in(void *pool, struct json_object *in, struct tax_ledger *l)
{
	struct json_object *list = in_field(in, "portfolios"), *rows = in_field(in, "rows");
	struct tax_portfolio *all =
		pool_array(pool, struct tax_portfolio, in_length(list) + in_length(rows));

	l->portfolios = all;
	for (size_t i = 0; i < in_length(list); i++) {
		struct json_object *o = json_object_array_get_idx(list, i);

		all[l->n_portfolios++] =
			(struct tax_portfolio){ in_text(o, "id"), in_text(o, "name") };
	}
	for (size_t i = 0; i < in_length(rows) && !list; i++) {
		const char *id = in_text(json_object_array_get_idx(rows, i), "portfolio");
		size_t k = 0;

		while (k < l->n_portfolios && !str_eq(all[k].id, id))
			k++;
		if (k == l->n_portfolios)
			all[l->n_portfolios++] = (struct tax_portfolio){ id, id };
	}
}

/* The assets of the list, and shares that only occur in rows. */
static struct tax_asset *assets_in(void *pool, struct json_object *in, size_t *n)
{
	struct json_object *list = in_field(in, "assets"), *rows = in_field(in, "rows");
	struct tax_asset *all =
		pool_array(pool, struct tax_asset, in_length(list) + in_length(rows));

	for (*n = 0; *n < in_length(list); ++*n)
		all[*n] = asset_in(json_object_array_get_idx(list, *n));
	for (size_t i = 0; i < in_length(rows); i++) {
		const char *symbol = in_text(json_object_array_get_idx(rows, i), "symbol");
		size_t k = 0;

		while (k < *n && !str_eq(all[k].symbol, symbol))
			k++;
		if (k == *n)
			all[(*n)++] = (struct tax_asset){ .symbol = symbol, .type = ASSET_STOCK };
	}
	return all;
}

struct tax_ledger tax_in(void *pool, struct json_object *in)
{
	struct tax_ledger l = { 0 };
	struct tax_asset *assets = assets_in(pool, in, &l.n_assets);

	l.assets = assets;

	l.as_of = in_field(in, "as_of") ? day_of(in_text(in, "as_of")) : DAY_FAR_FUTURE;
	portfolios_in(pool, in, &l);
	l.buy = side_in(pool, in_field(in, "fx"), "buy");
	l.sell = side_in(pool, in_field(in, "fx"), "sell");
	calendar_in(pool, in_field(in, "calendar"), assets, &l);
	rows_in(pool, in_field(in, "rows"), &l);
	income_in(pool, in_field(in, "income"), &l);
	successions_in(pool, in_field(in, "successions"), &l);
	l.inputs = inputs_in(pool, in_field(in, "inputs"));
	return l;
}
