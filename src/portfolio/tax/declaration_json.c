/* SPDX-License-Identifier: Apache-2.0 */
/* declaration_json.c: the yearly declaration as JSON (doc/tax.md 20.9, 20.11). */
#include "config.h"

#include "portfolio/tax/tax_json.h"

static void text_or_null(struct json *j, const char *name, const char *text)
{
	json_text(j, name, *text ? text : NULL);
}

static void year_or_null(struct json *j, const char *name, int year)
{
	if (year)
		json_int(j, name, year);
	else
		json_null(j, name);
}

static void good(struct json *j, const struct tax_good *g, const struct tax_asset *a)
{
	json_open(j, NULL);
	text_or_null(j, "group", g->code.group);
	text_or_null(j, "code", g->code.code);
	year_or_null(j, "code_year", g->code.year);
	json_text(j, "country", g->country);
	json_text(j, "symbol", g->symbol);
	json_text(j, "asset_type", asset_type_names[a->type]);
	json_boolean(j, "traded_on_exchange", g->traded_on_exchange);
	json_text(j, "tax_id", g->tax_id);
	json_qty(j, "quantity", g->qty);
	tax_json_figure(j, "previous", g->previous);
	tax_json_figure(j, "current", g->current);
	json_text(j, "discrimination", g->discrimination);
	json_boolean(j, "optional", g->optional);
	tax_json_reasons(j, "reasons", g->reasons);
	json_close(j);
}

static void lines(struct json *j, const char *name, const struct tax_lines *all)
{
	json_array(j, name);
	for (size_t i = 0; i < all->n; i++) {
		const struct tax_line *l = &all->items[i];

		json_open(j, NULL);
		json_text(j, "code", l->code);
		year_or_null(j, "code_year", l->code_year);
		json_text(j, "payer_tax_id", l->payer_tax_id);
		json_text(j, "payer_name", l->payer_name);
		tax_json_figure(j, "amount", l->amount);
		json_texts(j, "symbols", l->symbols, l->n_symbols);
		tax_json_reasons(j, "reasons", l->reasons);
		if (l->has_withheld)
			tax_json_figure(j, "withheld", l->withheld);
		if (l->has_ledger)
			tax_json_figure(j, "ledger_amount", l->ledger);
		json_close(j);
	}
	json_array_end(j);
}

static void taxable(struct json *j, const struct tax_declaration *d)
{
	json_array(j, "tributaveis");
	for (size_t i = 0; i < d->n_taxable; i++) {
		const struct tax_taxable *t = &d->taxable[i];

		json_open(j, NULL);
		tax_json_month(j, "month", t->month);
		json_text(j, "symbol", t->symbol);
		tax_json_figure(j, "amount", t->amount);
		tax_json_figure(j, "foreign_tax", t->foreign_tax);
		json_null(j, "tax");
		tax_json_reasons(j, "reasons", t->reasons);
		json_close(j);
	}
	json_array_end(j);
}

static void abroad(struct json *j, const struct tax_exterior *x)
{
	json_array(j, "exterior");
	for (size_t i = 0; x && i < x->n; i++) {
		json_open(j, NULL);
		json_text(j, "symbol", x->items[i].symbol);
		tax_json_figure(j, "rendimento_ou_perda", x->items[i].amount);
		tax_json_figure(j, "imposto_pago_exterior", x->items[i].foreign_tax);
		tax_json_reasons(j, "reasons", x->items[i].reasons);
		json_close(j);
	}
	json_array_end(j);
}

static void variable(struct json *j, const struct tax_year *y)
{
	json_open(j, "renda_variavel");
	json_array(j, "months");
	for (size_t i = 0; i < y->n_months; i++)
		tax_json_month(j, NULL, y->months[i].month);
	json_array_end(j);
	tax_json_baskets(j, "carry_out", y->carry_out);
	json_close(j);
}

void tax_declaration_render(struct json *j, const char *name, const struct taxpayer *of,
			    const struct tax_declaration *d)
{
	json_open(j, name);
	json_int(j, "year", d->year);
	json_day(j, "as_of", d->as_of);
	json_text(j, "scope", tax_scope_names[of->scope]);
	json_boolean(j, "provisional", d->provisional);
	json_array(j, "bens");
	for (size_t i = 0; i < d->n_goods; i++)
		good(j, &d->goods[i], &of->ledger.assets[d->goods[i].asset]);
	json_array_end(j);
	lines(j, "isentos", &d->exempt);
	lines(j, "exclusiva", &d->exclusive);
	taxable(j, d);
	tax_gains_render(j, d->sheets);
	abroad(j, d->sheets->exterior);
	json_array(j, "dividas");
	json_array_end(j);
	variable(j, d->sheets);
	tax_json_warnings(j, of, &d->warnings);
	tax_json_meta(j, of);
	json_close(j);
}
