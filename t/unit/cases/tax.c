/* SPDX-License-Identifier: Apache-2.0 */
/* tax.c: section 20, the income tax. */
#include "config.h"

#include "cases/tax.h"

/* ---- shown ---- */

void tax_out_figure(struct json_object *o, const char *key, struct tax_figure f)
{
	if (f.known)
		out_money(o, key, f.m);
	else
		out_null(o, key);
}

void tax_out_reasons(struct json_object *o, const char *key, tax_reasons set)
{
	struct json_object *list = out_array(o, key);

	for (int i = 1; i < TAX_REASONS; i++)
		if (set & TAX_WHY(i))
			json_object_array_add(list, json_object_new_string(tax_reason_names[i]));
}

void tax_out_baskets(struct json_object *o, const char *key, const struct tax_figure *f)
{
	struct json_object *all = out_object(o, key);

	for (int b = 0; b < TAX_BASKETS; b++)
		tax_out_figure(all, tax_basket_names[b], f[b]);
}

void tax_out_month_text(struct json_object *o, const char *key, struct month m)
{
	char text[MONTH_TEXT_SIZE];

	month_format(m, text);
	out_text(o, key, text);
}

static const char *reason_text(enum tax_reason why)
{
	return why == TAX_KNOWN ? NULL : tax_reason_names[why];
}

static const char *basket_text(enum tax_basket b)
{
	return b == BASKET_NONE ? NULL : tax_basket_names[b];
}

/* ---- tax_class, tax_due_date ---- */

static struct json_object *classes(void *pool, struct json_object *in)
{
	struct tax_ledger l = tax_in(pool, in);
	struct json_object *o = json_object_new_object(), *list = out_array(o, "assets");
	wide year = 0;

	if (!in_number(in, "year", 0, &year))
		case_trouble("no year");
	for (size_t i = 0; i < l.n_assets; i++) {
		struct json_object *one = json_object_new_object();
		struct tax_code code = tax_code_of(&l.assets[i], (int)year);
		enum tax_reason why;
		enum tax_class cls = tax_class_of(&l.assets[i], &why);

		out_text(one, "symbol", l.assets[i].symbol);
		out_text(one, "tax_class", cls == TAX_NONE ? NULL : tax_class_names[cls]);
		out_text(one, "basket", basket_text(tax_basket_of(cls, false)));
		out_text(one, "group", *code.group ? code.group : NULL);
		out_text(one, "code", *code.code ? code.code : NULL);
		if (code.year)
			json_object_object_add(one, "code_year", json_object_new_int(code.year));
		else
			out_null(one, "code_year");
		out_text(one, "reason", reason_text(code.why));
		json_object_array_add(list, one);
	}
	return o;
}

static struct json_object *due_dates(void *pool, struct json_object *in)
{
	struct json_object *o = json_object_new_object(), *list = out_array(o, "due");
	struct json_object *months = in_field(in, "months");

	for (size_t i = 0; i < in_length(months); i++) {
		const char *text = json_object_get_string(json_object_array_get_idx(months, i));
		struct json_object *one = json_object_new_object();

		out_text(one, "month", text);
		out_day(one, "due_on",
			tax_due_day(day_month(day_of(pool_printf(pool, "%s-01", text)))));
		json_object_array_add(list, one);
	}
	return o;
}

/* ---- tax_operations ---- */

static struct json_object *operation(const struct tax_operation *op)
{
	struct json_object *o = json_object_new_object();

	out_day(o, "date", op->day);
	out_text(o, "symbol", op->symbol);
	out_text(o, "tax_class", op->cls == TAX_NONE ? NULL : tax_class_names[op->cls]);
	out_text(o, "kind", op->day_trade ? "day_trade" : "common");
	out_text(o, "basket", basket_text(op->basket));
	out_qty(o, "quantity", op->qty);
	tax_out_figure(o, "gross_sale", (struct tax_figure){ op->gross_known, op->gross });
	tax_out_figure(o, "cost", (struct tax_figure){ op->cost_known, op->cost });
	tax_out_figure(o, "result", (struct tax_figure){ op->result_known, op->result });
	out_text(o, "reason", reason_text(op->why));
	return o;
}

/* A case has only the expiries that it states; those implied by the letter of a code are ignored. */
static bool is_of_case(const struct tax_ledger *l, const struct tax_operation *op)
{
	return op->nature != TAX_EXPIRY || l->assets[op->asset].option.terms.stated;
}

static struct json_object *operations(void *pool, struct json_object *in)
{
	struct tax_ledger l = tax_in(pool, in);
	struct day ends[TAX_SNAPSHOTS] = { l.as_of, l.as_of };
	struct json_object *o = json_object_new_object(), *list;
	struct tax_operations all;
	wide year = 0;
	bool one_year = in_number(in, "year", 0, &year);

	if (tax_operations(pool, &l, ends, &all) != CALC_OK)
		return NULL;
	list = out_array(o, "operations");
	for (size_t i = 0; i < all.n; i++)
		if ((!one_year || day_year(all.items[i].day) == (int)year) &&
		    is_of_case(&l, &all.items[i]))
			json_object_array_add(list, operation(&all.items[i]));
	list = out_array(o, "positions");
	for (size_t i = 0; i < l.n_assets; i++) {
		const struct tax_position *p = &all.held[1][i];
		struct json_object *one;

		if (!p->qty.e8 && !p->short_qty.e8)
			continue;
		one = json_object_new_object();
		out_text(one, "symbol", l.assets[i].symbol);
		out_qty(one, "qty", p->qty);
		out_qty(one, "short_qty", p->short_qty);
		tax_out_figure(one, "cost", (struct tax_figure){ p->why == TAX_KNOWN, p->cost });
		json_object_array_add(list, one);
	}
	return o;
}

/* ---- tax_month, tax_year ---- */

static struct json_object *basket(const struct tax_basket_month *b)
{
	struct json_object *o = json_object_new_object(), *classes;

	tax_out_figure(o, "result", b->result);
	classes = out_object(o, "by_class");
	for (int c = 1; c < TAX_CLASSES; c++)
		if (b->by_class[c].present)
			tax_out_figure(classes, tax_class_names[c], b->by_class[c].sum);
	tax_out_figure(o, "loss_brought", b->loss_brought);
	tax_out_figure(o, "loss_used", b->loss_used);
	tax_out_figure(o, "base", b->base);
	json_object_object_add(o, "rate_pct", json_object_new_double(b->rate_pct));
	tax_out_figure(o, "tax", b->tax);
	tax_out_figure(o, "loss_carried", b->loss_carried);
	tax_out_reasons(o, "reasons", b->reasons);
	return o;
}

static struct json_object *month(const struct tax_month *m)
{
	struct json_object *o = json_object_new_object();
	struct tax_figure estimate[TAX_BASKETS], left[TAX_BASKETS];

	tax_out_month_text(o, "month", m->month);
	tax_out_figure(o, "share_sales", m->share_sales);
	if (m->exempt_known)
		out_true(o, "exempt", m->exempt);
	else
		out_null(o, "exempt");
	tax_out_figure(o, "exempt_gain", m->exempt_gain);
	out_text(o, "exempt_reason", reason_text(m->exempt_why));
	for (int b = 0; b < TAX_BASKETS; b++) {
		json_object_object_add(o, tax_basket_names[b], basket(&m->basket[b]));
		estimate[b] = tax_is(m->withheld_estimate[b]);
		left[b] = tax_withheld_left(m->withheld_left[b], m->doubted[b]);
	}
	tax_out_baskets(o, "withheld", m->withheld);
	tax_out_baskets(o, "withheld_used", m->withheld_used);
	tax_out_baskets(o, "withheld_left", left);
	tax_out_baskets(o, "withheld_estimate", estimate);
	tax_out_figure(o, "due", m->due);
	return o;
}

static struct json_object *darf(const struct tax_darf *d)
{
	struct json_object *o = json_object_new_object();

	out_text(o, "code", d->code);
	tax_out_month_text(o, "period", d->period);
	out_day(o, "due_on", d->due_on);
	tax_out_figure(o, "amount", d->amount);
	tax_out_figure(o, "includes_earlier", d->includes_earlier);
	if (d->in_doubt.e8)
		out_money(o, "in_doubt", d->in_doubt);
	out_money(o, "paid", d->paid);
	out_text(o, "status", darf_status_names[d->status]);
	tax_out_reasons(o, "reasons", d->reasons);
	return o;
}

static void amounts_in(struct json_object *o, struct tax_figure *out)
{
	for (int b = 0; b < TAX_BASKETS; b++)
		out[b] = tax_is(in_money(o, tax_basket_names[b]));
}

static struct json_object *one_month(void *pool, struct json_object *in)
{
	struct json_object *list = in_field(in, "operations"), *o;
	struct tax_operation *ops = pool_array(pool, struct tax_operation, in_length(list));
	const struct tax_operation **all =
		pool_array(pool, const struct tax_operation *, in_length(list));
	struct tax_month_before before = { 0 };
	struct tax_month m = { .operations = all, .n_operations = in_length(list) };
	struct tax_darf d = { .code = TAX_EXCHANGE_CODE,
			      .amount = { .known = true },
			      .includes_earlier = { .known = true } };
	struct money waiting = in_money(in, "under_minimum");
	bool range = false;

	m.month = day_month(day_of(pool_printf(pool, "%s-01", in_text(in, "month"))));
	for (size_t i = 0; i < in_length(list); i++) {
		struct json_object *one = json_object_array_get_idx(list, i);
		struct tax_operation *op = &ops[i];

		op->cls = (enum tax_class)in_enum(one, "tax_class", tax_class_names, 0);
		op->day_trade = str_eq(in_text(one, "kind"), "day_trade");
		op->nature = op->day_trade ? TAX_MATCH : TAX_SALE;
		op->basket = tax_basket_of(op->cls, op->day_trade);
		op->gross_known = in_field(one, "gross_sale") != NULL;
		op->gross = in_money(one, "gross_sale");
		op->result_known = in_field(one, "result") != NULL;
		op->result = in_money(one, "result");
		op->why = (enum tax_reason)in_enum(one, "reason", tax_reason_names, TAX_KNOWN);
		all[i] = op;
	}
	amounts_in(in_field(in, "carry"), before.loss);
	amounts_in(in_field(in, "withheld"), m.withheld);
	if (tax_month_compute(&before, &m) != CALC_OK)
		return NULL;
	d.due_on = tax_due_day(m.month);
	d.period = m.month;
	(void)tax_darf_step(TAX_EXCHANGE_CODE, m.month, m.due, 0, &waiting, &d, &range);
	o = month(&m);
	json_object_object_add(o, "darf", darf(&d));
	out_money(o, "under_minimum", waiting);
	return o;
}

static struct json_object *gain(const struct tax_gain *g)
{
	struct json_object *o = json_object_new_object();

	tax_out_month_text(o, "month", g->month);
	out_text(o, "kind", g->foreign ? "foreign" : "crypto");
	tax_out_figure(o, "sales", g->sales);
	tax_out_figure(o, "gain", g->gain);
	tax_out_figure(o, "tax", g->tax);
	out_money(o, "limit", TAX_GAIN_LIMIT);
	if (g->exempt_known)
		out_true(o, "exempt", g->exempt);
	else
		out_null(o, "exempt");
	out_text(o, "code", g->foreign ? TAX_FOREIGN_CODE : TAX_CRYPTO_CODE);
	tax_out_reasons(o, "reasons", g->reasons);
	return o;
}

static struct json_object *exterior(const struct tax_exterior *x)
{
	struct json_object *o, *list;

	if (!x)
		return NULL;
	o = json_object_new_object();
	json_object_object_add(o, "year", json_object_new_int(x->year));
	list = out_array(o, "items");
	for (size_t i = 0; i < x->n; i++) {
		struct json_object *one = json_object_new_object();

		out_text(one, "symbol", x->items[i].symbol);
		tax_out_figure(one, "result", x->items[i].result);
		tax_out_figure(one, "income", x->items[i].income);
		tax_out_figure(one, "amount", x->items[i].amount);
		tax_out_figure(one, "foreign_tax", x->items[i].foreign_tax);
		tax_out_reasons(one, "reasons", x->items[i].reasons);
		json_object_array_add(list, one);
	}
	tax_out_figure(o, "total", x->total);
	tax_out_figure(o, "loss_brought", x->loss_brought);
	tax_out_figure(o, "loss_used", x->loss_used);
	tax_out_figure(o, "base", x->base);
	json_object_object_add(o, "rate_pct", json_object_new_double(TAX_GAIN_PCT));
	tax_out_figure(o, "tax", x->tax);
	tax_out_figure(o, "foreign_tax", x->foreign_tax);
	tax_out_figure(o, "credit", x->credit);
	tax_out_figure(o, "due", x->due);
	tax_out_figure(o, "loss_carried", x->loss_carried);
	tax_out_reasons(o, "reasons", x->reasons);
	return o;
}

void tax_out_warnings(struct json_object *o, const struct tax_warnings *w)
{
	struct json_object *list = out_array(o, "warnings");

	for (size_t i = 0; i < w->n; i++) {
		struct json_object *one = json_object_new_object();

		out_text(one, "code", tax_warning_names[w->items[i].code]);
		tax_out_month_text(one, "month", w->items[i].month);
		out_text(one, "symbol", w->items[i].symbol);
		json_object_array_add(list, one);
	}
}

static void explained(void *pool, const struct tax_ledger *l, const struct tax_year *y,
		      const char *name, struct month month)
{
	const struct tax_ask ask = { .field = tax_field_find(name), .month = month };
	struct tax_explained x;

	if (ask.field->needs & (TAX_OF_DECLARATION | TAX_NEEDS_SYMBOL))
		return;
	tax_explain(pool, l, y, NULL, &ask, &x);
	if (x.steps.wrong || x.steps.range || (x.found && x.figure.known && !x.term.n))
		case_trouble("the steps of %s do not come to it", name);
}

/* Every figure of the year: its steps give the computed value. */
static void all_explained(void *pool, const struct tax_ledger *l, const struct tax_year *y)
{
	char *names = pool_strdup(pool, tax_field_names(pool));
	size_t told = 0;

	for (char *name = names, *next; name; name = next) {
		next = strstr(name, ", ");
		if (next) {
			*next = '\0';
			next += 2;
		}
		for (int m = 1; m <= 12; m++)
			explained(pool, l, y, name, month_of(y->year, m));
		told++;
	}
	if (told < 20)
		case_trouble("%zu fields are explained", told);
}

/* Every operation of the year: the cost that it removed, and the rest. */
static void operations_explained(void *pool, const struct tax_ledger *l, const struct tax_year *y)
{
	static const char *const names[] = { "operations.cost", "operations.result" };

	for (size_t i = 0; i < y->n_months; i++)
		for (size_t k = 0; k < y->months[i].n_operations; k++)
			for (size_t n = 0; n < ARRAY_SIZE(names); n++) {
				const char *symbol = y->months[i].operations[k]->symbol;
				struct tax_ask ask = { .field = tax_field_find(names[n]),
						       .month = y->months[i].month,
						       .symbol = symbol,
						       .item = 1 };
				struct tax_explained x;

				for (size_t j = 0; j < k; j++)
					ask.item +=
						str_eq(y->months[i].operations[j]->symbol, symbol);
				tax_explain(pool, l, y, NULL, &ask, &x);
				if (!x.found || x.steps.wrong || x.steps.range ||
				    (x.figure.known && !x.term.n))
					case_trouble("the steps of %s of %s do not come to it",
						     names[n], symbol);
			}
}

static struct json_object *year(void *pool, struct json_object *in)
{
	struct tax_ledger l = tax_in(pool, in);
	struct json_object *o = json_object_new_object(), *list;
	struct tax_year y;
	wide n = 0;

	if (!in_number(in, "year", 0, &n) || tax_year_compute(pool, &l, (int)n, &y) != CALC_OK)
		return NULL;
	all_explained(pool, &l, &y);
	operations_explained(pool, &l, &y);
	json_object_object_add(o, "year", json_object_new_int(y.year));
	out_day(o, "as_of", y.as_of);
	out_true(o, "closed", y.closed);
	tax_out_baskets(o, "carry_in", y.carry_in);
	tax_out_baskets(o, "carry_out", y.carry_out);
	list = out_array(o, "months");
	for (size_t i = 0; i < y.n_months; i++)
		json_object_array_add(list, month(&y.months[i]));
	list = out_array(o, "gcap");
	for (size_t i = 0; i < y.n_gains; i++)
		json_object_array_add(list, gain(&y.gains[i]));
	json_object_object_add(o, "exterior", exterior(y.exterior));
	list = out_array(o, "darf");
	for (size_t i = 0; i < y.n_darf; i++)
		json_object_array_add(list, darf(&y.darf[i]));
	tax_out_baskets(o, "withheld_left", y.withheld_left);
	list = out_object(o, "under_minimum");
	for (int i = 0; i < TAX_CODES; i++)
		if (y.under_minimum[i].amount.e8)
			out_money(list, y.under_minimum[i].code, y.under_minimum[i].amount);
	tax_out_warnings(o, &y.warnings);
	return o;
}

/* ---- tax_fixed_income ---- */

static struct json_object *fixed_income(void *pool, struct json_object *in)
{
	struct json_object *list = in_field(in, "rows"), *o = json_object_new_object(), *sales;
	struct ledger_row *rows = pool_array(pool, struct ledger_row, in_length(list));
	struct tax_fixed_sale *out;
	size_t n;

	for (size_t i = 0; i < in_length(list); i++)
		rows[i] = in_row(json_object_array_get_idx(list, i));
	if (tax_fixed_income(pool, rows, in_length(list), day_of(in_text(in, "as_of")),
			     in_true(in, "exempt", false), in_true(in, "iof", true), &out,
			     &n) != CALC_OK)
		return NULL;
	out_true(o, "estimate", true);
	sales = out_array(o, "sales");
	for (size_t i = 0; i < n; i++) {
		struct json_object *sale = json_object_new_object(), *parts;

		out_day(sale, "date", out[i].day);
		parts = out_array(sale, "parts");
		for (size_t k = 0; k < out[i].n; k++) {
			const struct tax_lot_part *p = &out[i].parts[k];
			struct json_object *part = json_object_new_object();

			out_qty(part, "quantity", p->qty);
			out_count(part, "days", (size_t)p->days);
			out_money(part, "gain", p->gain);
			out_money(part, "iof", p->iof);
			json_object_object_add(part, "rate_pct",
					       json_object_new_double(p->rate_e1 / 10.0));
			out_money(part, "tax", p->tax);
			out_money(part, "net", p->net);
			json_object_array_add(parts, part);
		}
		tax_out_figure(sale, "net", out[i].net);
		out_text(sale, "reason", reason_text(out[i].why));
		json_object_array_add(sales, sale);
	}
	return o;
}

const struct case_function tax_functions[] = {
	{ "tax_class", classes },
	{ "tax_due_date", due_dates },
	{ "tax_operations", operations },
	{ "tax_month", one_month },
	{ "tax_year", year },
	{ "tax_fixed_income", fixed_income },
	{ NULL, NULL },
};
