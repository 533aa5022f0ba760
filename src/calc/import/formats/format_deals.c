/* SPDX-License-Identifier: Apache-2.0 */
/* format_deals.c: a trade, an income or a split as a row of the hand-made sheet. */
#include "config.h"

#include "calc/import/formats/format_parts.h"
#include "core/pool.h"

#define NOTE_CHARS 500

static void put_number(struct format_work *f, struct draft *d, enum draft_cell cell, wide v)
{
	d->cells[cell] = format_plain(f, v);
}

/* A universally unique id instead of a symbol: a thing that the person made up there. */
static bool is_made_up(const char *symbol)
{
	return strlen(symbol) == 36 && symbol[8] == '-' && symbol[13] == '-' && symbol[18] == '-';
}

/* A pair of two moneys looks like a coin against one. */
static bool is_fiat(const char *symbol)
{
	static const char *const moneys[] = { "BRL", "USD", "EUR", "GBP", "CHF", "JPY", NULL };

	return enum_find(moneys, symbol) >= 0;
}

static bool judge_paper(struct format_work *f, struct draft *d, const struct format_paper *p)
{
	bool coin = p->type && str_eq(p->type, "crypto");
	bool reais = !p->currency || str_eq(p->currency, "BRL");

	if (coin && is_fiat(p->symbol))
		format_ignore(d, "câmbio: não forma posição");
	else if (is_made_up(p->symbol))
		format_fail(f, d,
			    "ativo cadastrado à mão no programa, sem código: lance-o na carteira");
	else if (coin && !reais)
		format_fail(f, d,
			    "%.20s negociado em %.20s: criptoativos entram em reais; lance-o com o "
			    "valor em reais do dia",
			    p->symbol, p->currency);
	else if (!reais && !str_eq(p->currency, "USD"))
		format_fail(f, d,
			    "%.20s em %.20s: os papéis entram em reais ou, no exterior, em dólares",
			    p->symbol, p->currency);
	return !d->verdict.error && !d->verdict.ignored;
}

/* Papers that came in or went out without a purchase or a sale. */
static bool is_moneyless(const struct format_deal *deal)
{
	return deal->word->operation == format_entry || deal->word->operation == format_removal;
}

static void warn_moneyless(struct format_work *f, struct draft *d, const struct format_deal *deal)
{
	if (!is_moneyless(deal))
		return;
	d->verdict.warning = pool_printf(
		f->pool,
		deal->word->kind == KIND_BUY
			? "%.40s de %.40s entrou como compra pelo valor do arquivo: corrija o preço para o custo."
			: "%.40s de %.40s entrou como venda pelo valor do arquivo, com o imposto dela: se "
			  "foi uma transferência, exclua a linha.",
		deal->label, deal->paper.symbol);
}

/* Both a price and a value: the price, as the file says it. */
static void put_trade(struct format_work *f, struct draft *d, const struct format_deal *deal)
{
	if (deal->quantity.known && deal->quantity.v < 0 && deal->word->kind == KIND_BUY)
		format_fail(f, d, "compra com quantidade negativa");
	if (deal->quantity.known)
		put_number(f, d, DRAFT_QUANTITY, wide_abs(deal->quantity.v));
	warn_moneyless(f, d, deal);
	if (deal->price.known && (deal->price.v || !is_moneyless(deal)))
		put_number(f, d, DRAFT_PRICE, deal->price.v);
	else if (deal->amount.known && (deal->amount.v || !is_moneyless(deal)))
		put_number(f, d, DRAFT_AMOUNT, wide_abs(deal->amount.v));
	if (deal->fees.known && deal->fees.v < 0)
		d->verdict.warning = pool_printf(
			f->pool, "Taxa devolvida (%s) em %.40s: ficou de fora.",
			comma_text(f->pool, format_plain(f, deal->fees.v)), deal->paper.symbol);
	else if (deal->fees.known)
		put_number(f, d, DRAFT_FEES, deal->fees.v);
}

static void put_income(struct format_work *f, struct draft *d, const struct format_deal *deal)
{
	if (!deal->amount.known || deal->amount.v <= 0) {
		format_fail(f, d, "provento sem valor");
		return;
	}
	put_number(f, d, DRAFT_PRICE, deal->amount.v);
	if (deal->fees.known && deal->fees.v && !deal->gross.known)
		d->verdict.warning = pool_printf(
			f->pool, "Taxa deste provento de %.40s (%s): ficou de fora.",
			deal->paper.symbol, comma_text(f->pool, format_plain(f, deal->fees.v)));
	if (deal->gross.known && deal->gross.v > deal->amount.v)
		put_number(f, d, DRAFT_GROSS, deal->gross.v);
}

/* "US$ 10" of a paper in reais. */
static void judge_sign(struct format_work *f, struct draft *d, const struct format_deal *deal)
{
	const char *currency = deal->paper.currency;

	if (deal->converted || !d->sign || !currency || str_eq(d->sign, currency))
		return;
	format_fail(f, d, "valor com o sinal de %.10s, e %.40s em %.10s", d->sign,
		    deal->paper.symbol, currency);
	d->verdict.code = numbers_err_codes[NUMBERS_CURRENCY];
}

void format_put(struct format_work *f, struct draft *d, const struct format_deal *deal)
{
	d->verdict.label = deal->label;
	if (d->verdict.error || d->verdict.ignored || !judge_paper(f, d, &deal->paper))
		return;
	judge_sign(f, d, deal);
	if (d->verdict.error)
		return;
	d->cells[DRAFT_TICKER] = deal->paper.symbol;
	d->cells[DRAFT_OPERATION] = deal->word->operation;
	d->cells[DRAFT_DAY] = deal->day;
	d->cells[DRAFT_TYPE] = deal->paper.type;
	d->cells[DRAFT_CURRENCY] =
		deal->paper.currency || deal->converted ? deal->paper.currency : d->sign;
	d->cells[DRAFT_BROKER] = deal->broker;
	d->cells[DRAFT_NAME] = deal->name;
	if (deal->note)
		d->cells[DRAFT_NOTE] = text_head(f->pool, deal->note, NOTE_CHARS);
	switch (deal->word->kind) {
	case KIND_BUY:
	case KIND_SELL:
		put_trade(f, d, deal);
		break;
	case KIND_INCOME:
		put_income(f, d, deal);
		break;
	case KIND_SPLIT:
		d->cells[DRAFT_EVENT] = event_kind_names[EVENT_SPLIT];
		if (deal->ratio.known)
			put_number(f, d, DRAFT_RATIO, deal->ratio.v);
		break;
	case KIND_TAX:
	case KIND_NOTHING:
		break;
	}
}

bool format_judge(struct format_work *f, struct draft *d, const char *label, const char *symbol,
		  const struct format_word **word)
{
	if (label && (!f->last_label || !str_eq(f->last_label, label))) {
		f->last_label = label;
		f->last_word = format_word(f->pool, label);
	}
	*word = label ? f->last_word : NULL;
	d->verdict.label = label;
	if (!*word) {
		format_fail(f, d, "operação desconhecida: %.40s", label ? label : "vazia");
		d->verdict.code = "operation_unknown";
	} else if ((*word)->reason == format_account_tax && symbol) {
		format_fail(f, d,
			    "imposto de %.40s em linha própria: não foi descontado; corrija o "
			    "provento ou a operação",
			    symbol);
	} else if ((*word)->reason && ((*word)->kind != KIND_INCOME || !symbol)) {
		format_ignore(d, (*word)->reason);
	} else if (!symbol) {
		format_fail(f, d, "código do ativo ausente");
	}
	return !d->verdict.error && !d->verdict.ignored;
}
