/* SPDX-License-Identifier: Apache-2.0 */
/*
 * export_beancount.c: the ledger for the plain-text accounting of Beancount (v2 and later).
 *
 * Units and the money that they were traded for, without cost lots: Beancount has no average cost, and
 * the Brazilian rules have no lots that a sale could name.  Units without a price (an adjustment, the
 * shares of a split) come from Equity, so every transaction balances.
 */
#include "config.h"

#include "portfolio/show/export.h"

#include <stdio.h>

#define COMMODITY_MAX 16 /* of the 24 characters that the grammar allows: room for "-999999" */
#define COMMODITY_SIZE 32

struct commodity {
	char commodity[COMMODITY_SIZE];
	struct qty held;
};

struct bean {
	struct buf *out;
	const struct export *e;
	struct commodity *papers; /* by ledger asset */
	struct day first;
	bool range;
};

/* ---- grammar ---- */

static void put_string(struct bean *b, const char *text)
{
	buf_char(b->out, '"');
	for (; text && *text; text++) {
		if (*text == '"' || *text == '\\')
			buf_char(b->out, '\\');
		buf_char(b->out, (unsigned char)*text < ' ' ? ' ' : *text);
	}
	buf_char(b->out, '"');
}

static void put_meta(struct bean *b, const char *key, const char *value)
{
	if (!value)
		return;
	buf_printf(b->out, "  %s: ", key);
	put_string(b, value);
	buf_char(b->out, '\n');
}

static void put_day(struct bean *b, struct day day)
{
	char text[DAY_TEXT_SIZE];

	day_format(day, text);
	buf_printf(b->out, "%s ", text);
}

static void put_number(struct bean *b, wide v, int places)
{
	char text[DEC_TEXT_SIZE];

	dec_format(text, v, places, places, true);
	buf_str(b->out, text);
}

/* A commodity begins with a letter, ends with a letter or digit, and has capitals, digits, dashes. */
static void commodity_of(const char *symbol, char out[COMMODITY_SIZE])
{
	size_t n = 0;

	for (; *symbol && n < COMMODITY_MAX; symbol++) {
		char c = *symbol >= 'a' && *symbol <= 'z' ? (char)(*symbol - 'a' + 'A') : *symbol;
		bool good = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');

		if (n == 0 && !(c >= 'A' && c <= 'Z'))
			out[n++] = 'X';
		if (good)
			out[n++] = c;
		else if (out[n - 1] != '-')
			out[n++] = '-';
	}
	while (n && out[n - 1] == '-')
		n--;
	while (n < 2)
		out[n++] = 'X';
	out[n] = '\0';
}

static bool taken(const struct bean *b, size_t n, const char *commodity)
{
	/* A text with money, or with a word that the grammar reads as a boolean or null. */
	static const char *const reserved[] = { "BRL", "USD", "TRUE", "FALSE", "NULL" };

	for (size_t i = 0; i < ARRAY_SIZE(reserved); i++) {
		if (str_eq(reserved[i], commodity))
			return true;
	}
	for (size_t i = 0; i < n; i++) {
		if (str_eq(b->papers[i].commodity, commodity))
			return true;
	}
	return false;
}

static void name_papers(struct bean *b)
{
	const struct ledger *l = &b->e->in->ledger;

	for (size_t i = 0; i < l->n_assets; i++) {
		struct commodity *p = &b->papers[i];
		size_t end;

		commodity_of(l->assets[i].symbol, p->commodity);
		end = strlen(p->commodity);
		for (unsigned k = 2; taken(b, i, p->commodity) && k < 1000000; k++)
			(void)snprintf(p->commodity + end, sizeof(p->commodity) - end, "-%u", k);
	}
}

static struct commodity *paper_of(const struct bean *b, const struct ledger_asset *a)
{
	return &b->papers[a - b->e->in->ledger.assets];
}

/* ---- postings ---- */

static void put_units(struct bean *b, const char *account, const struct commodity *p, struct qty q)
{
	buf_printf(b->out, "  %s%s%s  ", account, str_eq(account, "Assets:Carteira") ? ":" : "",
		   str_eq(account, "Assets:Carteira") ? p->commodity : "");
	put_number(b, q.e8, QTY_PLACES);
	buf_printf(b->out, " %s", p->commodity);
}

static void put_money(struct bean *b, const char *account, struct money m, enum currency currency)
{
	buf_printf(b->out, "  %s  ", account);
	put_number(b, m.e8, MONEY_PLACES);
	buf_printf(b->out, " %s\n", currency_names[currency]);
}

static void put_fees(struct bean *b, const struct export_entry *e)
{
	if (e->row->fees.e8 != 0)
		put_money(b, "Expenses:Taxas", e->row->fees, e->asset->currency);
}

/* Units from Equity: without a known or paid price. */
static void put_unpriced(struct bean *b, const struct export_entry *e, struct qty q,
			 const char *account)
{
	const struct commodity *p = paper_of(b, e->asset);

	put_units(b, "Assets:Carteira", p, q);
	buf_char(b->out, '\n');
	put_units(b, account, p, (struct qty){ -q.e8 });
	buf_char(b->out, '\n');
	if (e->row->fees.e8 == 0)
		return;
	put_fees(b, e);
	put_money(b, "Assets:Caixa", money_neg(e->row->fees), e->asset->currency);
}

static void put_trade(struct bean *b, const struct export_entry *e)
{
	const struct ledger_row *r = e->row;
	const struct commodity *p = paper_of(b, e->asset);
	struct qty q = { r->kind == ROW_SELL ? -r->qty.e8 : r->qty.e8 };
	bool range = false;
	struct money gross = money_gross(r->qty, r->price, &range), cash;

	if (!r->price_known || range) {
		put_unpriced(b, e, q, "Equity:Sem-Preco");
		return;
	}
	cash = r->kind == ROW_SELL ? money_sub(gross, r->fees, &range)
				   : money_neg(money_add(gross, r->fees, &range));
	put_units(b, "Assets:Carteira", p, q);
	buf_str(b->out, " @@ ");
	put_number(b, gross.e8, MONEY_PLACES);
	buf_printf(b->out, " %s\n", currency_names[e->asset->currency]);
	put_fees(b, e);
	put_money(b, "Assets:Caixa", cash, e->asset->currency);
}

static void put_split(struct bean *b, const struct export_entry *e)
{
	struct commodity *p = paper_of(b, e->asset);
	struct qty after =
		qty_times_ratio(p->held, ratio_rationalise(e->row->ratio_e12), &b->range);

	put_unpriced(b, e, qty_sub(after, p->held, &b->range), "Equity:Eventos");
	p->held = after;
}

static void put_row(struct bean *b, const struct export_entry *e)
{
	struct commodity *p = paper_of(b, e->asset);

	switch (e->row->kind) {
	case ROW_BUY:
		put_trade(b, e);
		p->held = qty_add(p->held, e->row->qty, &b->range);
		break;
	case ROW_SELL:
		put_trade(b, e);
		p->held = qty_sub(p->held, e->row->qty, &b->range);
		break;
	case ROW_SPLIT:
		put_split(b, e);
		break;
	case ROW_ADJUST:
		put_unpriced(b, e, e->row->qty, "Equity:Ajustes");
		p->held = qty_add(p->held, e->row->qty, &b->range);
		break;
	}
}

static void put_entry(struct bean *b, const struct export_entry *e)
{
	static const char *const titles[] = { "Compra", "Venda", "Desdobro", "Ajuste" };
	char id[UUID_TEXT_SIZE];

	uuid_format(e->id, id);
	put_day(b, e->day);
	buf_str(b->out, "* ");
	put_string(b, e->row ? titles[e->row->kind] : "Provento");
	buf_char(b->out, ' ');
	put_string(b, e->asset->symbol);
	buf_char(b->out, '\n');
	put_meta(b, "lastro-id", id);
	if (!e->row)
		put_meta(b, "evento", income_kind_names[e->income]);
	else if (e->row->event != EVENT_NONE)
		put_meta(b, "evento", event_kind_names[e->row->event]);
	put_meta(b, "nota", e->note);
	put_meta(b, "id-externo", e->external_id);
	put_meta(b, "opcao", e->option);
	put_meta(b, "instituicao", e->institution);
	if (e->row) {
		put_row(b, e);
	} else {
		put_money(b, "Assets:Caixa", e->amount, e->asset->currency);
		put_money(b, "Income:Proventos", money_neg(e->amount), e->asset->currency);
	}
	buf_char(b->out, '\n');
}

/* ---- directives ---- */

/* This form has no costs: a comment says what moves them between papers. */
static void put_succession(struct bean *b, const struct ledger_asset *a)
{
	void *pool = b->out->pool;

	if (a->spin_off)
		put_meta(b, "cisao",
			 pool_printf(pool, "%s%% do custo passa para %s em %s",
				     percent_text(pool, a->spin_off->share, 4), a->spin_off->to,
				     date_text(pool, a->spin_off->day)));
	if (a->succession)
		put_meta(b, "sucessao",
			 pool_printf(pool, "vira %s em %s", a->succession->to,
				     date_text(pool, a->succession->day)));
}

static void put_accounts(struct bean *b)
{
	static const char *const accounts[] = { "Assets:Caixa",	  "Income:Proventos",
						"Expenses:Taxas", "Equity:Sem-Preco",
						"Equity:Eventos", "Equity:Ajustes" };
	const struct ledger *l = &b->e->in->ledger;

	for (size_t i = 0; i < ARRAY_SIZE(accounts); i++) {
		put_day(b, b->first);
		buf_printf(b->out, "open %s\n", accounts[i]);
	}
	for (size_t i = 0; i < l->n_assets; i++) {
		put_day(b, b->first);
		buf_printf(b->out, "open Assets:Carteira:%s\n", b->papers[i].commodity);
	}
	buf_char(b->out, '\n');
	for (size_t i = 0; i < l->n_assets; i++) {
		put_day(b, b->first);
		buf_printf(b->out, "commodity %s\n", b->papers[i].commodity);
		put_meta(b, "name", l->assets[i].name ? l->assets[i].name : l->assets[i].symbol);
		put_meta(b, "ticker", l->assets[i].symbol);
		put_meta(b, "tipo", asset_type_names[l->assets[i].type]);
		put_succession(b, &l->assets[i]);
	}
	buf_char(b->out, '\n');
}

static void put_price(struct bean *b, const char *commodity, const struct close *c,
		      enum currency currency)
{
	put_day(b, c->day);
	buf_printf(b->out, "price %s  ", commodity);
	put_number(b, c->price.e12, PRICE_PLACES);
	buf_printf(b->out, " %s\n", currency_names[currency]);
}

static void put_prices(struct bean *b)
{
	const struct ledger *l = &b->e->in->ledger;
	const struct market *market = b->e->in->market;
	bool foreign = false;

	for (size_t i = 0; i < l->n_assets; i++) {
		const struct ledger_asset *a = &l->assets[i];
		const struct market_symbol *m = market_find(market, a->symbol, a->type);

		foreign |= a->currency == CURRENCY_USD;
		if (m && m->has_prev)
			put_price(b, b->papers[i].commodity, &m->prev, a->currency);
		if (m && m->has_last)
			put_price(b, b->papers[i].commodity, &m->last, a->currency);
	}
	if (foreign && market->usd.n)
		put_price(b, "USD", &market->usd.rates[market->usd.n - 1], CURRENCY_BRL);
}

void export_beancount(struct buf *out, const struct export *e)
{
	void *pool = pool_new(out->pool, "export");
	struct bean b = { .out = out,
			  .e = e,
			  .papers = pool_array(pool, struct commodity, e->in->ledger.n_assets),
			  .first = e->n ? e->entries[0].day : e->as_of };

	name_papers(&b);
	buf_str(out, "; lastro\n\noption \"title\" ");
	put_string(&b, e->in->name);
	buf_str(out, "\noption \"operating_currency\" \"BRL\"\n"
		     "option \"inferred_tolerance_default\" \"BRL:0.005\"\n"
		     "option \"inferred_tolerance_default\" \"USD:0.005\"\n\n");
	put_accounts(&b);
	for (size_t i = 0; i < e->n; i++)
		put_entry(&b, &e->entries[i]);
	put_prices(&b);
	pool_free(pool);
}
