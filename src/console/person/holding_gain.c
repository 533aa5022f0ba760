/* SPDX-License-Identifier: Apache-2.0 */
/* holding_gain.c: what a holding is worth, what it has yielded, and what fixed income would leave today. */
#include "config.h"

#include "console/layout.h"
#include "console/person/holding_parts.h"
#include "calc/tax/tax.h"
#include "core/number_text.h"

#define PRICE_PER_MONEY 10000 /* from the grid of money to that of prices */

static struct price as_price(struct money m)
{
	return (struct price){ m.e8 * PRICE_PER_MONEY };
}

/* The figures that follow are explained as those of the holding. */
static void explained(struct html *h, const struct holding *x)
{
	layout_explains_asset(h, "", x->asset->symbol, x->asset->type, "");
}

/* The sentence that says what a figure without an explanation of its own is made of. */
static void write_said(struct html *h, const char *id, const char *text)
{
	html_open_of(h, "p", "foot");
	html_attr(h, "id", id);
	html_text(h, text);
	html_close(h, "p");
}

/* ---- what it is worth ---- */

static void write_position(struct html *h, const struct holding *x)
{
	const struct position *p = &x->brl;
	bool closed = x->state == HOLDING_CLOSED;
	bool known = x->state == HOLDING_OPEN && p->cost_known;

	shown_list(h);
	shown_qty_term(h, "Quantidade", "qty", p->qty);
	shown_price_term(h, "Preço médio", "avg_price", x->mean_known, x->mean);
	shown_money_term(h, "Valor investido", "invested_cost", known || closed,
			 (struct money){ closed ? 0 : p->cost.e8 });
	shown_price_term(h, x->valuation == VALUATION_ACCRUAL ? "Preço" : "Cotação", "price",
			 x->price_known, x->price);
	shown_list_end(h);
}

/* The same in the currency of a foreign asset. */
static void write_native(struct html *h, const struct holding *x)
{
	if (!x->has_native)
		return;
	html_element(h, "h3", "Em dólares");
	layout_explains_asset(h, "native.", x->asset->symbol, x->asset->type, "");
	shown_list(h);
	shown_term(h, "Preço médio");
	shown_price_in(h, "avg_price", x->native_mean_known, x->native_mean, "USD");
	shown_term_end(h);
	shown_term(h, "Cotação");
	shown_price_in(h, "price", x->native_price_known, x->price_native, "USD");
	shown_term_end(h);
	shown_term(h, "Valor");
	shown_price_in(h, "market_value", x->native_value_known, as_price(x->native_value), "USD");
	shown_term_end(h);
	shown_term(h, "Em aberto");
	shown_price_in(h, "unrealized_pl", x->native_pl_known && x->native_price_known,
		       as_price(x->native_pl), "USD");
	shown_term_end(h);
	shown_list_end(h);
	explained(h, x);
}

/* Whose price it is, where that is not plain. */
static void write_source(struct html *h, const struct holding *x)
{
	if (x->valuation == VALUATION_MARKET && x->stated)
		html_p(h, "Pelo preço que você informou de %s.",
		       date_text(h->ctx->pool, x->quote_day));
	else if (x->valuation == VALUATION_MARKET)
		html_p(h, "Cotação de %s.", date_text(h->ctx->pool, x->quote_day));
	else if (x->valuation == VALUATION_ACCRUAL)
		html_p(h, "Pelo que foi contratado, até hoje.");
	else if (x->valuation == VALUATION_COST)
		html_p(h, "Pelo que custou: %s.", unpriced_text(h->ctx->pool, x));
}

void holding_worth(struct html *h, const struct holding *x)
{
	layout_card(h, "card span4", "Vale hoje");
	explained(h, x);
	html_open_of(h, "p", "big");
	shown_money(h, "market_value", x->value_known, x->market_value);
	html_close(h, "p");
	if (x->day_known) {
		html_open(h, "p");
		html_text(h, "No dia: ");
		shown_money(h, "day_change_brl", true, x->day_change);
		html_close(h, "p");
	}
	write_source(h, x);
	write_position(h, x);
	write_native(h, x);
	layout_card_end(h);
}

/* An option that was written is owed, and is no part of the value. */
void holding_owed(struct html *h, const struct holding *x)
{
	void *pool = h->ctx->pool;
	char qty[DEC_TEXT_SIZE];

	if (qty_is_zero(x->brl.short_qty))
		return;
	dec_format(qty, x->brl.short_qty.e8, QTY_PLACES, QTY_PLACES, true);
	html_element_of(
		h, "p", "note warn",
		pool_printf(pool,
			    "Você lançou %s opções %s%s: é uma obrigação, que o patrimônio não "
			    "desconta, também quando a carteira tem o ativo delas.",
			    comma_text(pool, qty), x->asset->symbol,
			    holding_expiry_said(pool, x, h->ctx->today)));
}

/* ---- what it has yielded ---- */

void holding_gain(struct html *h, const struct holding_view *v)
{
	const struct holding *x = v->holding;
	bool gains = layout_gains(x), open = x->state == HOLDING_OPEN;
	struct holding_result r = { 0 };

	if (x->state == HOLDING_WATCHLIST ||
	    holding_result(x, v->derived, h->ctx->today, &r) != CALC_OK)
		return;
	layout_card(h, "card span6", "Resultado");
	shown_list(h);
	explained(h, x);
	if (r.dollar_known && gains) {
		shown_money_term(h, "Pelo preço, em aberto", "result.price", true, r.price);
		shown_money_term(h, "Pelo dólar, em aberto", "result.dollar", true, r.dollar);
	}
	shown_money_term(h, "Lucro não realizado", "unrealized_pl", gains, x->unrealized_pl);
	shown_money_term(h, "Lucro realizado", "realized_pl", x->brl.realized_known,
			 x->brl.realized);
	shown_money_term(h, "Proventos", "income_received", true, x->income.received);
	shown_money_term(h, "Resultado, com proventos", "result.total",
			 r.total_known && (gains || !open), r.total);
	shown_money_term(h, "Proventos de 12 meses", "result.income_12m", true, r.income_12m);
	shown_percent_term(h, "Sobre o custo, 12 meses", "result.yield_on_cost_pct",
			   r.on_cost_known, r.on_cost);
	shown_percent_term(h, "Sobre o valor, 12 meses", "result.yield_on_value_pct",
			   r.on_value_known, r.on_value);
	shown_list_end(h);
	if (open && x->pl_known && !gains)
		html_p(h, "O lucro não realizado não se conhece: %s.",
		       unpriced_text(h->ctx->pool, x));
	layout_card_end(h);
}

/* ---- fixed income ---- */

static void write_term(struct html *h, const char *label, const char *text)
{
	shown_term(h, label);
	html_text(h, text);
	shown_term_end(h);
}

/* Income tax and IOF of a sale of everything today (doc/tax.md 20.8); false when unknown. */
static bool sale_taxed(struct ctx *ctx, const struct holding *x, struct money *tax)
{
	const struct ledger_asset *a = x->asset;
	struct ledger_row *rows = pool_array(ctx->pool, struct ledger_row, a->n_rows + 1);
	struct tax_fixed_sale *sales;
	bool range = false;
	size_t n;

	if (x->state != HOLDING_OPEN || !x->priced || x->n_merged)
		return false;
	for (size_t i = 0; i < a->n_rows; i++)
		rows[i] = a->rows[i];
	rows[a->n_rows] = (struct ledger_row){
		.day = ctx->today,
		.kind = ROW_SELL,
		.qty = x->brl.qty,
		.price_known = true,
		.price = x->price,
	};
	if (tax_fixed_income(ctx->pool, rows, a->n_rows + 1, ctx->today, a->terms->exempt,
			     a->type != ASSET_DEBENTURE, &sales, &n) != CALC_OK ||
	    !n || sales[n - 1].why != TAX_KNOWN)
		return false;
	*tax = (struct money){ 0 };
	for (size_t i = 0; i < sales[n - 1].n; i++)
		*tax = money_add(
			*tax,
			money_add(sales[n - 1].parts[i].tax, sales[n - 1].parts[i].iof, &range),
			&range);
	return !range;
}

void holding_terms(struct html *h, const struct holding *x, bool rows)
{
	const struct accrual_terms *t = x->asset->terms;
	void *pool = h->ctx->pool;
	struct money tax;
	bool known, range = false;

	if (!t)
		return;
	layout_card(h, "card span6", "O que foi contratado");
	shown_list(h);
	write_term(h, "Rende",
		   accrual_rate_said(pool, t) ? accrual_rate_said(pool, t) : "não informado");
	if (t->has_maturity)
		write_term(h, "Vencimento", date_text(pool, t->maturity));
	if (t->paper)
		write_term(h, "Espécie", t->paper);
	if (t->issuer)
		write_term(h, "Quem emitiu", t->issuer);
	known = rows && sale_taxed(h->ctx, x, &tax);
	shown_money_term(h, "Valor bruto hoje", "market_value", x->value_known, x->market_value);
	if (rows) {
		shown_led(h, "#liquido");
		shown_money_term(h, "Imposto, se vendido hoje", "sale_tax", known,
				 known ? tax : (struct money){ 0 });
		shown_money_term(h, "Valor líquido hoje", "net_value", known,
				 known ? money_sub(x->market_value, tax, &range)
				       : (struct money){ 0 });
		explained(h, x);
	}
	shown_list_end(h);
	if (rows)
		write_said(
			h, "liquido",
			t->exempt
				? "Isento de imposto de renda."
				: "O líquido desconta o imposto de renda, de 22,5% a 15% do ganho de cada compra, "
				  "e o IOF dos primeiros 30 dias.");
	layout_card_end(h);
}
