/* SPDX-License-Identifier: Apache-2.0 */
/* cases_returns.c: sections 6.2 and 7, returns through time. */
#include "config.h"

#include "cases/cases.h"
#include "closes.h"
#include "computed.h"

#include "calc/history/history.h"

/* The one place where a decimal of a case becomes a double: returns are doubles. */
static double in_double(struct json_object *o, const char *key)
{
	wide v = 0;

	return in_number(o, key, 12, &v) ? (double)v / 1e12 : 0;
}

static void put_twr(struct json_object *o, const struct twr *t)
{
	if (!t->known) {
		out_null(o, "twr");
		return;
	}
	o = out_object(o, "twr");
	out_double(o, "cumulative", t->cumulative, 6);
	if (t->annual_known)
		out_double(o, "annualized", t->annualized, 6);
	else
		out_null(o, "annualized");
	json_object_object_add(o, "months", json_object_new_int(t->months));
}

static struct json_object *twr_case(void *pool, struct json_object *in)
{
	struct json_object *o = json_object_new_object();
	struct json_object *list = in_field(in, "points");
	size_t n = in_length(list);
	struct twr_point *points = pool_array(pool, struct twr_point, n);
	struct twr_chain chain = twr_begin(NULL);
	double factor;
	struct twr t;

	for (size_t i = 0; i < n; i++) {
		struct json_object *p = json_object_array_get_idx(list, i);

		points[i] = (struct twr_point){
			day_of(in_text(p, "date")), in_double(p, "equity"), in_double(p, "buys"),
			in_double(p, "sells"),	    in_double(p, "income"),
		};
		(void)twr_add(&chain, &points[i], &factor);
	}
	t = twr_end(&chain, n ? points[n - 1].day : (struct day){ 0 });
	put_twr(o, &t);
	return o;
}

/* ---- portfolio_history ---- */

struct world {
	struct ledger_asset *assets;
	struct market_symbol *symbols;
	size_t n;
	struct ledger ledger;
	struct market market;
	struct day as_of;
};

static void read_rows(void *pool, struct json_object *in, struct ledger_asset *a)
{
	struct json_object *list = in_field(in, "rows");
	struct ledger_row *rows = pool_array(pool, struct ledger_row, in_length(list));

	for (; a->n_rows < in_length(list); a->n_rows++)
		rows[a->n_rows] = in_row(json_object_array_get_idx(list, a->n_rows));
	a->rows = rows;
}

static void read_income(void *pool, struct json_object *in, struct ledger_asset *a)
{
	struct json_object *list = in_field(in, "income");
	struct income_row *rows = pool_array(pool, struct income_row, in_length(list));

	for (; a->n_income < in_length(list); a->n_income++) {
		struct json_object *o = json_object_array_get_idx(list, a->n_income);

		rows[a->n_income] = (struct income_row){
			.pay_day = day_of(in_text(o, "date")),
			.amount = in_money(o, "amount"),
			.kind = INCOME_DIVIDEND,
		};
	}
	a->income = rows;
}

static void read_market(void *pool, struct json_object *in, const struct ledger_asset *a,
			struct world *w)
{
	size_t n;
	const struct close *list = in_closes(pool, in_field(in, "prices"), &n);
	size_t at = w->n++;

	for (; at > 0 && strcmp(w->symbols[at - 1].symbol, a->symbol) > 0; at--)
		w->symbols[at] = w->symbols[at - 1];
	w->symbols[at] = (struct market_symbol){ .symbol = a->symbol, .type = a->type };
	w->symbols[at].events = in_events(pool, in_field(in, "events"), &w->symbols[at].n_events);
	closes_give(pool, &w->symbols[at], list, n, 4, w->as_of);
}

static struct world read_world(void *pool, struct json_object *in)
{
	struct json_object *list = in_field(in, "assets");
	struct world w = { .as_of = day_of(in_text(in, "as_of")) };

	w.assets = pool_array(pool, struct ledger_asset, in_length(list));
	w.symbols = pool_array(pool, struct market_symbol, in_length(list));
	for (size_t i = 0; i < in_length(list); i++) {
		struct json_object *o = json_object_array_get_idx(list, i);
		struct ledger_asset *a = &w.assets[i];

		a->id.b[0] = (unsigned char)(i + 1);
		a->symbol = in_text(o, "symbol");
		a->type = (enum asset_type)in_enum(o, "asset_type", asset_type_names, -1);
		a->currency = in_currency(o);
		if (in_field(o, "terms")) {
			struct accrual_terms *terms = pool_zero(pool, struct accrual_terms);

			*terms = in_terms(o);
			a->terms = terms;
		}
		read_rows(pool, o, a);
		read_income(pool, o, a);
		read_market(pool, o, a, &w);
	}
	w.ledger = (struct ledger){ .assets = w.assets, .n_assets = in_length(list) };
	w.market = (struct market){ .symbols = w.symbols, .n_symbols = w.n };
	w.market.rates = pool_zero(pool, struct rates);
	w.market.usd.rates = in_closes(pool, in_field(in, "fx"), &w.market.usd.n);
	return w;
}

static void put_month(struct json_object *list, const struct history_month *m)
{
	struct json_object *o = json_object_new_object();
	char month[MONTH_TEXT_SIZE];

	month_format(m->month, month);
	out_text(o, "month", month);
	out_money(o, "equity", m->equity);
	out_money(o, "contributed", m->contributed);
	out_money(o, "income", m->income);
	out_money(o, "realized", m->realized);
	if (m->return_known)
		out_double(o, "return_pct", m->return_pct, 4);
	else
		out_null(o, "return_pct");
	json_object_array_add(list, o);
}

static struct json_object *history_case(void *pool, struct json_object *in)
{
	struct world w = read_world(pool, in);
	struct history_source source = { .market = &w.market };
	struct derived d;
	struct portfolio p;
	struct history h;
	struct json_object *o;
	struct json_object *list;

	if (ledger_derive(pool, &w.ledger, &w.market, w.as_of, &d) != CALC_OK ||
	    portfolio_mark(pool, &d, &w.market, w.as_of, &p) != CALC_OK)
		return NULL;
	source.derived = &d;
	source.portfolio = &p;
	if (history_compute(pool, &source, 1, w.as_of, &h) != CALC_OK)
		return NULL;
	o = json_object_new_object();
	list = out_array(o, "data");
	for (size_t i = 0; i < h.n_months; i++)
		put_month(list, &h.months[i]);
	put_twr(o, &h.twr);
	out_true(o, "twr_partial", h.partial);
	return o;
}

static void put_parts(struct json_object *o, const char *name, const struct moved_part *list,
		      size_t n)
{
	struct json_object *array = out_array(o, name);

	for (size_t i = 0; i < n; i++) {
		struct json_object *one = json_object_new_object();

		if (list[i].symbol)
			out_text(one, "symbol", list[i].symbol);
		out_text(one, "asset_type", asset_type_names[list[i].type]);
		out_money(one, "result", list[i].result);
		out_percent(one, "points", list[i].points);
		json_object_array_add(array, one);
	}
}

static struct json_object *moved_case(void *pool, struct json_object *in)
{
	struct world w = read_world(pool, in);
	struct history_source source = { .market = &w.market };
	struct json_object *o = json_object_new_object(), *rounding;
	struct derived d;
	struct portfolio p;
	struct moved m;
	struct month month = day_month(day_of(pool_printf(pool, "%s-01", in_text(in, "month"))));

	if (ledger_derive(pool, &w.ledger, &w.market, w.as_of, &d) != CALC_OK ||
	    portfolio_mark(pool, &d, &w.market, w.as_of, &p) != CALC_OK)
		return NULL;
	source.derived = &d;
	source.portfolio = &p;
	if (history_moved(pool, &source, 1, w.as_of, NULL, (struct month_range){ month, month },
			  &m) != CALC_OK)
		return NULL;
	if (m.reason) {
		out_null(o, "result");
		out_null(o, "return_pct");
		out_null(o, "rounding");
	} else {
		out_money(o, "result", m.result);
		out_percent(o, "return_pct", m.return_pct);
		rounding = out_object(o, "rounding");
		out_money(rounding, "result", m.rounding_result);
		out_percent(rounding, "points", m.rounding_points);
	}
	put_parts(o, "assets", m.assets, m.n_assets);
	put_parts(o, "classes", m.classes, m.n_classes);
	return o;
}

const struct case_function return_functions[] = {
	{ "twr", twr_case },
	{ "portfolio_history", history_case },
	{ "portfolio_moved", moved_case },
	{ NULL, NULL },
};
