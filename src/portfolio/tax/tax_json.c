/* SPDX-License-Identifier: Apache-2.0 */
/* tax_json.c: a year of the income tax as JSON (doc/tax.md 20.11). */
#include "config.h"

#include "portfolio/tax/tax_json.h"

#include <stdio.h>

#include "portfolio/show/next_call.h"

const char *const tax_scope_names[] = { "account", "portfolio", "client", NULL };

void tax_json_figure(struct json *j, const char *name, struct tax_figure f)
{
	json_money_or_null(j, name, f.known, f.m);
}

void tax_json_baskets(struct json *j, const char *name, const struct tax_figure *f)
{
	json_open(j, name);
	for (int b = 0; b < TAX_BASKETS; b++)
		tax_json_figure(j, tax_basket_names[b], f[b]);
	json_close(j);
}

void tax_json_reasons(struct json *j, const char *name, tax_reasons set)
{
	json_array(j, name);
	for (int i = 1; i < TAX_REASONS; i++)
		if (set & TAX_WHY(i))
			json_text(j, NULL, tax_reason_names[i]);
	json_array_end(j);
}

void tax_json_month(struct json *j, const char *name, struct month m)
{
	char text[MONTH_TEXT_SIZE];

	month_format(m, text);
	json_text(j, name, text);
}

static void moved_row(struct json *j, const struct taxpayer *of, const struct tax_row *row)
{
	json_open(j, NULL);
	json_uuid(j, "transaction_id", row->row.id);
	json_text(j, "portfolio_id", of->ledger.portfolios[row->portfolio].id);
	json_day(j, "trade_date", row->row.day);
	json_qty(j, "quantity", row->row.qty);
	json_close(j);
}

/* Both rows of the transfer; the key is the entry on the day of the removal. */
static void moved(struct json *j, const struct taxpayer *of, const struct tax_warning *w)
{
	const char *portfolio = of->ledger.portfolios[w->in->portfolio].id;
	char id[UUID_TEXT_SIZE], path[160];

	json_array(j, "rows");
	moved_row(j, of, w->out);
	moved_row(j, of, w->in);
	json_array_end(j);
	uuid_format(w->in->row.id, id);
	(void)snprintf(path, sizeof(path), "/v1/portfolios/%s/transactions/%s", portfolio, id);
	json_open(j, "mend");
	json_text(j, "text",
		  "Se foi transferência, ponha as duas no mesmo dia: o custo segue com a posição.");
	if (of->scope ==
	    TAX_CLIENT) { /* an office changes no row, it deletes one and adds another */
		json_close(j);
		return;
	}
	next_call_members(j, "action", "wallet.portfolio_transaction.change", portfolio);
	json_text(j, "transaction_id", id);
	json_day(j, "trade_date", w->out->row.day);
	json_close(j);
	if (!of->called) {
		json_text(j, "method", "PATCH");
		json_text(j, "path", path);
		json_open(j, "body");
		json_day(j, "trade_date", w->out->row.day);
		json_close(j);
	}
	json_close(j);
}

void tax_json_warnings(struct json *j, const struct taxpayer *of, const struct tax_warnings *w)
{
	json_array(j, "warnings");
	for (size_t i = 0; i < w->n; i++) {
		json_open(j, NULL);
		json_text(j, "code", tax_warning_names[w->items[i].code]);
		tax_json_month(j, "month", w->items[i].month);
		json_text(j, "symbol", w->items[i].symbol);
		json_text(j, "text", tax_warning_said(w->items[i].code));
		if (w->items[i].out)
			moved(j, of, &w->items[i]);
		json_close(j);
	}
	json_array_end(j);
}

const char *taxpayer_sentence(const struct taxpayer *of)
{
	switch (of->scope) {
	case TAX_PORTFOLIO:
		return "Esta carteira apurada como se fosse todo o patrimônio do contribuinte; "
		       "o imposto devido é o do CPF, com todas as carteiras juntas.";
	case TAX_CLIENT:
		return "Todas as carteiras do cliente neste escritório, menos as simulações.";
	case TAX_ACCOUNT:
		break;
	}
	return "Todas as carteiras que a conta administra, menos as simulações e as "
	       "que ela deixou de fora.";
}

void tax_json_meta(struct json *j, const struct taxpayer *of)
{
	json_open(j, "meta");
	json_text(j, "caveat", TAX_CAVEAT);
	json_text(j, "taxpayer", taxpayer_sentence(of));
	json_int(j, "portfolios", (int64_t)of->ledger.n_portfolios);
	json_close(j);
}

static void rate(struct json *j, int pct)
{
	json_percent(j, "rate_pct", (struct percent){ (wide)pct * E8 });
}

static void basket(struct json *j, const char *name, const struct tax_basket_month *b)
{
	json_open(j, name);
	tax_json_figure(j, "result", b->result);
	tax_json_figure(j, "loss_brought", b->loss_brought);
	tax_json_figure(j, "loss_used", b->loss_used);
	tax_json_figure(j, "base", b->base);
	rate(j, b->rate_pct);
	tax_json_figure(j, "tax", b->tax);
	tax_json_figure(j, "loss_carried", b->loss_carried);
	json_open(j, "by_class");
	for (int c = 1; c < TAX_CLASSES; c++)
		if (b->by_class[c].present)
			tax_json_figure(j, tax_class_names[c], b->by_class[c].sum);
	json_close(j);
	tax_json_reasons(j, "reasons", b->reasons);
	json_close(j);
}

static void known_or_null(struct json *j, const char *name, bool known, bool value)
{
	if (known)
		json_boolean(j, name, value);
	else
		json_null(j, name);
}

void tax_month_render(struct json *j, const struct tax_month *m)
{
	struct tax_figure estimate[TAX_BASKETS];

	json_open(j, NULL);
	tax_json_month(j, "month", m->month);
	tax_json_figure(j, "share_sales", m->share_sales);
	known_or_null(j, "exempt", m->exempt_known, m->exempt);
	tax_json_figure(j, "exempt_gain", m->exempt_gain);
	json_text(j, "exempt_reason",
		  m->exempt_why == TAX_KNOWN ? NULL : tax_reason_names[m->exempt_why]);
	for (int b = 0; b < TAX_BASKETS; b++) {
		basket(j, tax_basket_names[b], &m->basket[b]);
		estimate[b] = tax_is(m->withheld_estimate[b]);
	}
	tax_json_baskets(j, "withheld", m->withheld);
	tax_json_baskets(j, "withheld_used", m->withheld_used);
	tax_json_baskets(j, "withheld_estimate", estimate);
	tax_json_figure(j, "due", m->due);
	json_close(j);
}

static void gain(struct json *j, const struct tax_gain *g)
{
	json_open(j, NULL);
	tax_json_month(j, "month", g->month);
	json_text(j, "kind", g->foreign ? "foreign" : "crypto");
	tax_json_figure(j, "sales", g->sales);
	tax_json_figure(j, "gain", g->gain);
	tax_json_figure(j, "tax", g->tax);
	json_money(j, "limit", TAX_GAIN_LIMIT);
	known_or_null(j, "exempt", g->exempt_known, g->exempt);
	json_text(j, "code", tax_gain_code(g));
	tax_json_reasons(j, "reasons", g->reasons);
	json_close(j);
}

void tax_gains_render(struct json *j, const struct tax_year *y)
{
	json_array(j, "gcap");
	for (size_t i = 0; i < y->n_gains; i++)
		gain(j, &y->gains[i]);
	json_array_end(j);
}

/* The cost of a payment today; reasons: why the interest is unknown. */
static void late(struct json *j, const struct tax_late *l)
{
	json_open(j, "late");
	json_day(j, "as_of", l->as_of);
	json_percent(j, "fine_pct", l->fine_pct);
	json_money(j, "fine", l->fine);
	json_percent_or_null(j, "interest_pct", l->rate_known, l->interest_pct);
	tax_json_figure(j, "interest", (struct tax_figure){ l->rate_known, l->interest });
	tax_json_figure(j, "total", (struct tax_figure){ l->rate_known, l->total });
	tax_json_reasons(j, "reasons", l->rate_known ? 0 : TAX_WHY(TAX_RATE_MISSING));
	json_close(j);
}

void tax_exterior_render(struct json *j, const struct tax_exterior *x)
{
	if (!json_open_if(j, "exterior", x))
		return;
	json_int(j, "year", x->year);
	json_array(j, "items");
	for (size_t i = 0; i < x->n; i++) {
		json_open(j, NULL);
		json_text(j, "symbol", x->items[i].symbol);
		tax_json_figure(j, "result", x->items[i].result);
		tax_json_figure(j, "income", x->items[i].income);
		tax_json_figure(j, "amount", x->items[i].amount);
		tax_json_figure(j, "foreign_tax", x->items[i].foreign_tax);
		tax_json_reasons(j, "reasons", x->items[i].reasons);
		json_close(j);
	}
	json_array_end(j);
	tax_json_figure(j, "total", x->total);
	tax_json_figure(j, "loss_brought", x->loss_brought);
	tax_json_figure(j, "loss_used", x->loss_used);
	tax_json_figure(j, "base", x->base);
	rate(j, TAX_GAIN_PCT);
	tax_json_figure(j, "tax", x->tax);
	tax_json_figure(j, "foreign_tax", x->foreign_tax);
	tax_json_figure(j, "credit", x->credit);
	tax_json_figure(j, "due", x->due);
	json_text(j, "code", TAX_RETURN_CODE);
	json_day(j, "due_on", tax_declared_by(x->year));
	json_money(j, "paid", x->paid);
	if (x->is_late)
		late(j, &x->late);
	tax_json_figure(j, "loss_carried", x->loss_carried);
	tax_json_reasons(j, "reasons", x->reasons);
	json_close(j);
}

void tax_darf_render(struct json *j, const struct tax_darf *d)
{
	json_open(j, NULL);
	json_text(j, "code", d->code);
	tax_json_month(j, "period", d->period);
	json_day(j, "due_on", d->due_on);
	tax_json_figure(j, "amount", d->amount);
	tax_json_figure(j, "includes_earlier", d->includes_earlier);
	json_money(j, "paid", d->paid);
	json_text(j, "status", darf_status_names[d->status]);
	if (d->in_doubt.e8)
		json_money(j, "in_doubt", d->in_doubt);
	if (d->is_late)
		late(j, &d->late);
	tax_json_reasons(j, "reasons", d->reasons);
	json_close(j);
}

void tax_year_render(struct json *j, const char *name, const struct taxpayer *of,
		     const struct tax_year *y)
{
	json_open(j, name);
	json_int(j, "year", y->year);
	json_day(j, "as_of", y->as_of);
	json_text(j, "scope", tax_scope_names[of->scope]);
	json_boolean(j, "closed", y->closed);
	tax_json_baskets(j, "carry_in", y->carry_in);
	tax_json_baskets(j, "carry_created", y->carry_created);
	tax_json_baskets(j, "carry_used", y->carry_used);
	tax_json_baskets(j, "carry_out", y->carry_out);
	json_array(j, "months");
	for (size_t i = 0; i < y->n_months; i++)
		tax_month_render(j, &y->months[i]);
	json_array_end(j);
	tax_gains_render(j, y);
	tax_exterior_render(j, y->exterior);
	json_array(j, "darf");
	for (size_t i = 0; i < y->n_darf; i++)
		tax_darf_render(j, &y->darf[i]);
	json_array_end(j);
	tax_json_baskets(j, "withheld_left", y->withheld_left);
	json_open(j, "under_minimum");
	for (int i = 0; i < TAX_CODES; i++)
		if (y->under_minimum[i].amount.e8)
			json_money(j, y->under_minimum[i].code, y->under_minimum[i].amount);
	json_close(j);
	tax_json_warnings(j, of, &y->warnings);
	tax_json_meta(j, of);
	json_close(j);
}
