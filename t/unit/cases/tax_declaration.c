/* SPDX-License-Identifier: Apache-2.0 */
/* tax_declaration.c: section 20.9, the yearly declaration. */
#include "config.h"

#include "cases/tax.h"

static void year_or_null(struct json_object *o, const char *key, int year)
{
	if (year)
		json_object_object_add(o, key, json_object_new_int(year));
	else
		out_null(o, key);
}

static struct json_object *good(const struct tax_good *g, const struct tax_asset *a)
{
	struct json_object *o = json_object_new_object();

	out_text(o, "group", *g->code.group ? g->code.group : NULL);
	out_text(o, "code", *g->code.code ? g->code.code : NULL);
	year_or_null(o, "code_year", g->code.year);
	out_text(o, "country", g->country);
	out_text(o, "symbol", g->symbol);
	out_text(o, "asset_type", asset_type_names[a->type]);
	out_true(o, "traded_on_exchange", g->traded_on_exchange);
	out_text(o, "tax_id", g->tax_id);
	out_qty(o, "quantity", g->qty);
	tax_out_figure(o, "previous", g->previous);
	tax_out_figure(o, "current", g->current);
	out_text(o, "discrimination", g->discrimination);
	out_true(o, "optional", g->optional);
	tax_out_reasons(o, "reasons", g->reasons);
	return o;
}

static void lines(struct json_object *o, const char *key, const struct tax_lines *all)
{
	struct json_object *list = out_array(o, key);

	for (size_t i = 0; i < all->n; i++) {
		const struct tax_line *l = &all->items[i];
		struct json_object *one = json_object_new_object(), *symbols;

		out_text(one, "code", l->code);
		year_or_null(one, "code_year", l->code_year);
		out_text(one, "payer_tax_id", l->payer_tax_id);
		out_text(one, "payer_name", l->payer_name);
		tax_out_figure(one, "amount", l->amount);
		symbols = out_array(one, "symbols");
		for (size_t k = 0; k < l->n_symbols; k++)
			json_object_array_add(symbols, json_object_new_string(l->symbols[k]));
		tax_out_reasons(one, "reasons", l->reasons);
		if (l->has_withheld)
			tax_out_figure(one, "withheld", l->withheld);
		if (l->has_ledger)
			tax_out_figure(one, "ledger_amount", l->ledger);
		json_object_array_add(list, one);
	}
}

static void taxable(struct json_object *o, const struct tax_declaration *d)
{
	struct json_object *list = out_array(o, "tributaveis");

	for (size_t i = 0; i < d->n_taxable; i++) {
		struct json_object *one = json_object_new_object();

		tax_out_month_text(one, "month", d->taxable[i].month);
		out_text(one, "symbol", d->taxable[i].symbol);
		tax_out_figure(one, "amount", d->taxable[i].amount);
		tax_out_figure(one, "foreign_tax", d->taxable[i].foreign_tax);
		out_null(one, "tax");
		tax_out_reasons(one, "reasons", d->taxable[i].reasons);
		json_object_array_add(list, one);
	}
}

static void abroad(struct json_object *o, const struct tax_exterior *x)
{
	struct json_object *list = out_array(o, "exterior");

	for (size_t i = 0; x && i < x->n; i++) {
		struct json_object *one = json_object_new_object();

		out_text(one, "symbol", x->items[i].symbol);
		tax_out_figure(one, "rendimento_ou_perda", x->items[i].amount);
		tax_out_figure(one, "imposto_pago_exterior", x->items[i].foreign_tax);
		tax_out_reasons(one, "reasons", x->items[i].reasons);
		json_object_array_add(list, one);
	}
}

/* Every figure of the declaration: its steps give the computed value. */
static void explained(void *pool, const struct tax_ledger *l, const struct tax_declaration *d,
		      struct tax_ask ask, const char *field, bool known)
{
	struct tax_explained x;

	ask.field = tax_field_find(field);
	tax_explain(pool, l, d->sheets, d, &ask, &x);
	if (!x.found && x.matches > 1) {
		ask.item = 1;
		tax_explain(pool, l, d->sheets, d, &ask, &x);
	} else if (x.figure.known != known) {
		case_trouble("%s is not the figure that was asked", field);
	}
	if (!x.found || x.steps.wrong || x.steps.range || (x.figure.known && !x.term.n))
		case_trouble("the steps of %s of %s do not come to it", field,
			     ask.symbol ? ask.symbol : ask.code);
}

static void lines_explained(void *pool, const struct tax_ledger *l, const struct tax_declaration *d,
			    const struct tax_lines *lines, const char *sheet)
{
	for (size_t i = 0; i < lines->n; i++) {
		const struct tax_line *x = &lines->items[i];
		const struct tax_ask ask = { .symbol = x->n_symbols ? x->symbols[0] : NULL,
					     .code = x->code };

		if (!ask.symbol && !ask.code)
			continue;
		explained(pool, l, d, ask, pool_printf(pool, "%s.amount", sheet), x->amount.known);
		if (x->has_ledger)
			explained(pool, l, d, ask, pool_printf(pool, "%s.ledger_amount", sheet),
				  x->ledger.known);
		if (x->has_withheld)
			explained(pool, l, d, ask, "isentos.withheld", x->withheld.known);
	}
}

static void all_explained(void *pool, const struct tax_ledger *l, const struct tax_declaration *d)
{
	for (size_t i = 0; i < d->n_goods; i++) {
		const struct tax_ask ask = { .symbol = d->goods[i].symbol };

		explained(pool, l, d, ask, "bens.previous", d->goods[i].previous.known);
		explained(pool, l, d, ask, "bens.current", d->goods[i].current.known);
	}
	lines_explained(pool, l, d, &d->exempt, "isentos");
	lines_explained(pool, l, d, &d->exclusive, "exclusiva");
	for (size_t i = 0; i < d->n_taxable; i++) {
		const struct tax_ask ask = { .symbol = d->taxable[i].symbol,
					     .month = d->taxable[i].month };

		explained(pool, l, d, ask, "tributaveis.amount", d->taxable[i].amount.known);
		explained(pool, l, d, ask, "tributaveis.foreign_tax",
			  d->taxable[i].foreign_tax.known);
	}
}

static struct json_object *declaration(void *pool, struct json_object *in)
{
	struct tax_ledger l = tax_in(pool, in);
	struct json_object *o = json_object_new_object(), *list;
	struct tax_declaration d;
	struct tax_year y;
	wide n = 0;

	if (!in_number(in, "year", 0, &n) || tax_year_compute(pool, &l, (int)n, &y) != CALC_OK ||
	    tax_declaration_compute(pool, &l, &y, &d) != CALC_OK)
		return NULL;
	all_explained(pool, &l, &d);
	json_object_object_add(o, "year", json_object_new_int(d.year));
	out_day(o, "as_of", d.as_of);
	out_true(o, "provisional", d.provisional);
	list = out_array(o, "bens");
	for (size_t i = 0; i < d.n_goods; i++)
		json_object_array_add(list, good(&d.goods[i], &l.assets[d.goods[i].asset]));
	lines(o, "isentos", &d.exempt);
	lines(o, "exclusiva", &d.exclusive);
	taxable(o, &d);
	abroad(o, y.exterior);
	(void)out_array(o, "dividas");
	list = out_object(o, "renda_variavel");
	tax_out_baskets(list, "carry_out", y.carry_out);
	list = out_array(list, "months");
	for (size_t i = 0; i < y.n_months; i++) {
		char text[MONTH_TEXT_SIZE];

		month_format(y.months[i].month, text);
		json_object_array_add(list, json_object_new_string(text));
	}
	tax_out_warnings(o, &d.warnings);
	return o;
}

const struct case_function tax_declaration_functions[] = {
	{ "tax_declaration", declaration },
	{ NULL, NULL },
};
