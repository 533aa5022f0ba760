/* SPDX-License-Identifier: Apache-2.0 */
/* cases_ledger.c: sections 1 and 2, the fold and income. */
#include "config.h"

#include "cases/cases.h"

#include "calc/ledger/derive.h"

#define MOST_PAPERS 8

/* The ledger of a case: its papers, successor last, rows ascending. */
struct family_in {
	struct fold_asset assets[MOST_PAPERS];
	struct ledger_row *rows[MOST_PAPERS];
	size_t n;
	struct succession *successions;
	size_t n_successions;
	struct fx_series fx;
};

static size_t paper_of(struct family_in *f, void *pool, const char *symbol, size_t room)
{
	size_t i;

	for (i = 0; i < f->n; i++)
		if (str_eq(f->assets[i].symbol, symbol))
			return i;
	if (f->n == MOST_PAPERS) {
		case_trouble("more tickers than the runner takes");
		return 0;
	}
	f->rows[f->n] = pool_array(pool, struct ledger_row, room);
	f->assets[f->n] = (struct fold_asset){ .symbol = symbol, .rows = f->rows[f->n] };
	return f->n++;
}

static void read_successions(void *pool, struct json_object *list, struct family_in *f)
{
	f->successions = pool_array(pool, struct succession, in_length(list));
	for (size_t i = 0; i < in_length(list); i++) {
		struct json_object *o = json_object_array_get_idx(list, i);
		struct succession s = { .from = in_text(o, "from"), .to = in_text(o, "to") };
		size_t k = f->n_successions++;
		wide ratio;

		s.day = day_of(in_text(o, "date"));
		s.ratio = (struct ratio){ 1, 1 };
		if (in_number(o, "ratio", PRICE_PLACES, &ratio))
			s.ratio = ratio_rationalise((int64_t)ratio);
		s.has_cash = in_field(o, "cash_per_share") != NULL;
		s.cash_per_share = in_price(o, "cash_per_share");
		for (; k > 0 && day_before(s.day, f->successions[k - 1].day); k--)
			f->successions[k] = f->successions[k - 1];
		f->successions[k] = s;
	}
}

static void read_rows(void *pool, struct json_object *in, const char *symbol, struct family_in *f)
{
	struct json_object *list = in_field(in, "rows");

	for (size_t i = 0; i < in_length(list); i++) {
		struct json_object *o = json_object_array_get_idx(list, i);
		struct ledger_row row = in_row(o);
		const char *own = in_text(o, "symbol");
		size_t p = paper_of(f, pool, own ? own : symbol, in_length(list));
		size_t k = f->assets[p].n_rows++;

		row.order = (int64_t)i;
		for (; k > 0 && day_before(row.day, f->rows[p][k - 1].day); k--)
			f->rows[p][k] = f->rows[p][k - 1];
		f->rows[p][k] = row;
	}
}

/* Papers in the order of the successions, the case's symbol last. */
static struct fold_input read_ledger(void *pool, struct json_object *in, struct family_in *f)
{
	const char *symbol = in_text(in, "symbol") ? in_text(in, "symbol") : "?";
	size_t room = in_length(in_field(in, "rows"));
	size_t last;
	struct close *rates;
	struct option_terms option = { 0 };

	option.listed = in_day(in, "expiry", &option.listing);
	*f = (struct family_in){ 0 };
	read_successions(pool, in_field(in, "successions"), f);
	for (size_t i = 0; i < f->n_successions; i++)
		(void)paper_of(f, pool, f->successions[i].from, room);
	for (size_t i = 0; i < f->n_successions; i++)
		(void)paper_of(f, pool, f->successions[i].to, room);
	last = paper_of(f, pool, symbol, room);
	read_rows(pool, in, symbol, f);
	f->assets[last].events = in_events(pool, in_field(in, "events"), &f->assets[last].n_events);
	rates = in_closes(pool, in_field(in, "fx"), &f->fx.n);
	f->fx.rates = rates;
	return (struct fold_input){
		.type = (enum asset_type)in_enum(in, "asset_type", asset_type_names, ASSET_STOCK),
		.assets = f->assets,
		.n_assets = f->n,
		.successions = f->successions,
		.n_successions = f->n_successions,
		.option = option,
		.as_of = in_field(in, "as_of") ? day_of(in_text(in, "as_of")) : DAY_FAR_FUTURE,
	};
}

/* ---- ledger_fold ---- */

static void put_merged(struct json_object *o, const struct fold_input *in)
{
	struct json_object *list = NULL;

	for (size_t i = 0; i + 1 < in->n_assets; i++) {
		if (!in->assets[i].n_rows)
			continue;
		if (!list)
			list = out_array(o, "merged_from");
		json_object_array_add(list, json_object_new_string(in->assets[i].symbol));
	}
	if (!list)
		out_null(o, "merged_from");
}

static void put_cost(struct json_object *o, const struct position *p)
{
	bool open = !qty_is_zero(p->qty);
	bool range = false;

	if (!p->has_rows || (open && !p->cost_known))
		out_null(o, "invested_cost");
	else
		out_money(o, "invested_cost", open ? p->cost : (struct money){ 0 });
	if (open && p->cost_known)
		out_price(o, "avg_price", money_per_unit(p->cost, p->qty, &range));
	else
		out_null(o, "avg_price");
	out_true(o, "cost_basis_known", p->basis_known);
	if (p->has_rows && p->realized_known)
		out_money(o, "realized_pl", p->realized);
	else
		out_null(o, "realized_pl");
}

static struct json_object *put_position(const struct fold_input *in, const struct position *p)
{
	struct json_object *o = json_object_new_object();
	struct json_object *list;

	out_qty(o, "qty", p->qty);
	put_cost(o, p);
	out_months(o, "realized_by_month", &p->realized_by_month);
	if (p->has_rows)
		out_day(o, "added_at", p->added);
	else
		out_null(o, "added_at");
	out_count(o, "tx_count", p->tx_count);
	out_true(o, "closed", p->has_rows && qty_is_zero(p->qty));
	out_true(o, "is_watchlist", !p->has_rows);
	put_merged(o, in);
	list = out_array(o, "uncovered");
	for (size_t i = 0; i < p->n_uncovered; i++) {
		struct json_object *item = json_object_new_object();

		out_day(item, "date", p->uncovered[i].day);
		out_qty(item, "quantity", p->uncovered[i].qty);
		json_object_array_add(list, item);
	}
	out_qty(o, "short_qty", p->short_qty);
	return o;
}

static struct capital_return *read_returns(void *pool, struct json_object *list, size_t *n)
{
	struct capital_return *out = pool_array(pool, struct capital_return, in_length(list));

	for (*n = 0; *n < in_length(list); (*n)++) {
		struct json_object *o = json_object_array_get_idx(list, *n);

		out[*n] = (struct capital_return){ .day = day_of(in_text(o, "date")),
						   .amount = in_money(o, "amount") };
	}
	return out;
}

static struct json_object *ledger_fold(void *pool, struct json_object *in)
{
	struct family_in f;
	struct fold_input input = read_ledger(pool, in, &f);
	struct fold_output native;
	struct fold_output brl;
	struct json_object *both;
	enum calc_err err;

	input.returns = read_returns(pool, in_field(in, "capital_returns"), &input.n_returns);
	err = fold(pool, &input, &native);
	if (err == CALC_OK && is_foreign(in)) {
		input.convert = &f.fx;
		err = fold(pool, &input, &brl);
	}
	if (err != CALC_OK) {
		case_trouble("fold answers %d", (int)err);
		return NULL;
	}
	if (!is_foreign(in))
		return put_position(&input, &native.position);
	both = json_object_new_object();
	json_object_object_add(both, "brl", put_position(&input, &brl.position));
	json_object_object_add(both, "native", put_position(&input, &native.position));
	return both;
}

static struct json_object *rationalise(void *pool, struct json_object *in)
{
	struct json_object *o = json_object_new_object();
	struct ratio r;
	wide v;

	(void)pool;
	if (!in_number(in, "ratio", PRICE_PLACES, &v) && !in_number(in, "value", PRICE_PLACES, &v))
		case_trouble("no ratio");
	r = ratio_rationalise((int64_t)v);
	json_object_object_add(o, "n", json_object_new_int64(r.n));
	json_object_object_add(o, "d", json_object_new_int64(r.d));
	return o;
}

static struct json_object *option_expiry_of_code(void *pool, struct json_object *in)
{
	struct json_object *o = json_object_new_object();
	struct json_object *options = in_field(in, "options"), *list = out_array(o, "expiries");

	(void)pool;
	for (size_t i = 0; i < in_length(options); i++) {
		struct json_object *option = json_object_array_get_idx(options, i);
		char text[DAY_TEXT_SIZE];
		struct day expiry;

		if (option_code_expiry(in_text(option, "symbol"), day_of(in_text(option, "first")),
				       &expiry)) {
			day_format(expiry, text);
			json_object_array_add(list, json_object_new_string(text));
		} else {
			json_object_array_add(list, NULL);
		}
	}
	return o;
}

/* ---- income_derive ---- */

static struct distribution read_distribution(struct json_object *o)
{
	struct distribution p = { .kind = (enum income_kind)in_enum(o, "kind", income_kind_names,
								    -1) };

	p.record_known = in_day(o, "record_date", &p.record_day);
	p.ex_known = in_day(o, "ex_date", &p.ex_day);
	p.pay_known = in_day(o, "pay_date", &p.pay_day);
	p.gross = in_price(o, "gross_per_share");
	p.tax_known = in_number(o, "tax_pct", 8, &p.tax.e8);
	p.old_profits = in_true(o, "old_profits", false);
	return p;
}

static void read_calendar(void *pool, struct json_object *list, struct income_input *out)
{
	struct distribution *p = pool_array(pool, struct distribution, in_length(list));

	for (size_t i = 0; i < in_length(list); i++) {
		struct distribution one = read_distribution(json_object_array_get_idx(list, i));
		size_t k = i;

		for (; k > 0 && day_before(one.pay_day, p[k - 1].pay_day); k--)
			p[k] = p[k - 1];
		p[k] = one;
	}
	out->calendar = p;
	out->n_calendar = in_length(list);
}

static void read_imported(void *pool, struct json_object *list, struct income_input *out)
{
	struct income_row *rows = pool_array(pool, struct income_row, in_length(list));

	for (size_t i = 0; i < in_length(list); i++) {
		struct json_object *o = json_object_array_get_idx(list, i);
		struct income_row one = {
			.pay_day = day_of(in_text(o, "pay_date")),
			.amount = in_money(o, "amount"),
			.imported = true,
			.kind = (enum income_kind)in_enum(o, "kind", income_kind_names, -1),
		};
		size_t k = i;

		for (; k > 0 && day_before(one.pay_day, rows[k - 1].pay_day); k--)
			rows[k] = rows[k - 1];
		rows[k] = one;
	}
	out->imported = rows;
	out->n_imported = in_length(list);
}

static void read_coverage(void *pool, struct json_object *list, struct income_input *out)
{
	struct day_range *ranges = pool_array(pool, struct day_range, in_length(list));

	for (size_t i = 0; i < in_length(list); i++) {
		struct json_object *o = json_object_array_get_idx(list, i);

		ranges[i] =
			(struct day_range){ day_of(in_text(o, "from")), day_of(in_text(o, "to")) };
	}
	out->coverage = ranges;
	out->n_coverage = in_length(list);
}

static struct json_object *put_entry(const struct income_entry *e, bool foreign)
{
	struct json_object *o = json_object_new_object();

	out_day(o, "pay_date", e->pay_day);
	out_text(o, "kind", income_kind_names[e->kind]);
	out_null(o, "gross");
	out_null(o, "tax");
	out_null(o, "net");
	if (e->gross_known) {
		out_money(o, "gross", e->gross);
		out_money(o, "tax", e->tax);
	}
	if (e->net_known)
		out_money(o, "net", e->net);
	if (foreign)
		out_money(o, "native_net", e->native_net);
	out_text(o, "source", e->from_calendar ? "calendar" : "import");
	return o;
}

static struct json_object *derive(void *pool, struct json_object *in)
{
	struct family_in f;
	struct fold_input ledger = read_ledger(pool, in, &f);
	struct income_input input = {
		.type = ledger.type,
		.ledger = &ledger,
		.as_of = ledger.as_of,
		.usd = &f.fx,
		.currency = in_currency(in),
	};
	struct income_output out;
	struct json_object *o;
	struct json_object *list;

	read_calendar(pool, in_field(in, "calendar"), &input);
	read_imported(pool, in_field(in, "imported"), &input);
	read_coverage(pool, in_field(in, "coverage"), &input);
	if (income_derive(pool, &input, &out) != CALC_OK)
		return NULL;
	o = json_object_new_object();
	out_money(o, "income_received", out.received);
	out_months(o, "income_by_month", &out.by_month);
	list = out_array(o, "entries");
	for (size_t i = 0; i < out.n_entries; i++)
		json_object_array_add(list, put_entry(&out.entries[i], is_foreign(in)));
	list = out_array(o, "cost_reductions");
	for (size_t i = 0; i < out.n_returns; i++) {
		struct json_object *item = json_object_new_object();

		out_day(item, "date", out.returns[i].day);
		out_money(item, "amount", out.returns[i].amount);
		json_object_array_add(list, item);
	}
	return o;
}

const struct case_function ledger_functions[] = {
	{ "ledger_fold", ledger_fold },
	{ "ratio_rationalise", rationalise },
	{ "option_expiry", option_expiry_of_code },
	{ "income_derive", derive },
	{ NULL, NULL },
};
