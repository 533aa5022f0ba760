/* SPDX-License-Identifier: Apache-2.0 */
/*
 * portfolio_performance.c: the transactions that Portfolio Performance exports, in its languages.
 *
 * It writes no price: a buy is its value less fees and taxes, a sale its value and these; the value of a
 * dividend is net.  The sign says the direction of the money in one kind of file and of the shares in the
 * other, so that only the word says the side.  The file of the account repeats the trades of the file of
 * the securities with the same numbers: the rule of duplicates takes them for one.
 */
#include "config.h"

#include "calc/import/formats/format_parts.h"
#include "core/pool.h"

enum {
	DAY,
	TYPE,
	VALUE,
	CURRENCY,
	GROSS,
	GROSS_CURRENCY,
	RATE,
	FEES,
	TAXES,
	SHARES,
	ISIN,
	TICKER,
	NAME,
	NOTE
};

#define NEEDS                                                                                      \
	(1u << DAY | 1u << TYPE | 1u << VALUE | 1u << CURRENCY | 1u << FEES | 1u << TAXES |        \
	 1u << SHARES | 1u << ISIN | 1u << TICKER)

static const struct format_header headers[] = {
	{ .names = { [DAY] = "date",
		     [TYPE] = "type",
		     [VALUE] = "value",
		     [CURRENCY] = "transactioncurrency",
		     [GROSS] = "grossamount",
		     [GROSS_CURRENCY] = "currencygrossamount",
		     [RATE] = "exchangerate",
		     [FEES] = "fees",
		     [TAXES] = "taxes",
		     [SHARES] = "shares",
		     [ISIN] = "isin",
		     [TICKER] = "tickersymbol",
		     [NAME] = "securityname",
		     [NOTE] = "note" },
	  .needs = NEEDS },
	{ .names = { [DAY] = "datum",
		     [TYPE] = "typ",
		     [VALUE] = "wert",
		     [CURRENCY] = "buchungswahrung",
		     [GROSS] = "bruttobetrag",
		     [GROSS_CURRENCY] = "wahrungbruttobetrag",
		     [RATE] = "wechselkurs",
		     [FEES] = "gebuhren",
		     [TAXES] = "steuern",
		     [SHARES] = "stuck",
		     [ISIN] = "isin",
		     [TICKER] = "tickersymbol",
		     [NAME] = "wertpapiername",
		     [NOTE] = "notiz" },
	  .needs = NEEDS },
	{ .names = { [DAY] = "data",
		     [TYPE] = "tipo",
		     [VALUE] = "valor",
		     [CURRENCY] = "moedadatransacao",
		     [GROSS] = "valorbruto",
		     [GROSS_CURRENCY] = "valorbrutoemmoeda",
		     [RATE] = "taxadecambio taxasdecambio",
		     [FEES] = "taxas comissoes",
		     [TAXES] = "impostos",
		     [SHARES] = "quantidade",
		     [ISIN] = "isin",
		     [TICKER] = "simbolodoativo simboloticker",
		     [NAME] = "nomedoativo nomedotitulo",
		     [NOTE] = "nota" },
	  .needs = NEEDS },
};

/* The paper of a row: its symbol, or the ISIN of a Brazilian one. */
static const char *paper_of(struct format_work *f, size_t row)
{
	const char *ticker = format_cell(f, row, TICKER), *isin = format_cell(f, row, ISIN);

	if (ticker)
		return ticker;
	return isin && text_starts(isin, "BR") ? isin : NULL;
}

/* An ISIN says by itself that its paper is a share (BRPETRACNPR6), which the search by ISIN needs. */
static void take_share(struct format_paper *p)
{
	if (strlen(p->symbol) == 12 && text_starts(p->symbol, "BR") &&
	    memcmp(p->symbol + 6, "ACN", 3) == 0)
		p->type = "stock";
}

/* The costs of a trade and its taxes, in the currency of the value. */
struct costs {
	struct maybe fees, taxes;
};

/*
 * Into the security's currency: the value is gross amount times rate, fees and taxes are the
 * transaction's.
 */
static void convert(struct format_work *f, struct draft *d, struct format_deal *deal,
		    struct costs *costs)
{
	const char *foreign = format_cell(f, d->row, GROSS_CURRENCY);
	struct maybe rate = format_number(f, d, RATE, "câmbio");
	struct maybe gross = format_number(f, d, GROSS, "valor bruto");
	bool range = false;

	if (!foreign || !deal->paper.currency ||
	    str_eq(text_upper_ascii(f->pool, foreign), deal->paper.currency))
		return;
	if (!rate.known || rate.v <= 0 || !gross.known) {
		format_fail(f, d, "papel em %.10s sem a taxa de câmbio da linha", foreign);
		return;
	}
	deal->paper = format_paper(f, deal->paper.symbol, foreign);
	deal->converted = true;
	costs->fees.v = dec_mul_div_half_away(costs->fees.v, E12, rate.v, &range);
	costs->taxes.v = dec_mul_div_half_away(costs->taxes.v, E12, rate.v, &range);
	deal->amount.v = dec_mul_div_half_away(deal->amount.v, E12, rate.v, &range);
	if (range)
		format_fail(f, d, "valor fora da escala");
}

/* What is withheld at a sale is tax, not a cost of it. */
static void take_amount(struct format_work *f, struct draft *d, struct format_deal *deal,
			const struct costs *c)
{
	wide all = c->fees.v + c->taxes.v;

	deal->fees = c->fees;
	switch (deal->word->kind) {
	case KIND_BUY:
		deal->amount.v -= all;
		deal->fees.v = all;
		break;
	case KIND_SELL:
		deal->amount.v += all;
		if (c->taxes.v)
			d->verdict.warning = pool_printf(
				f->pool,
				"Imposto retido na venda de %.40s (%s): não é taxa e ficou de fora.",
				deal->paper.symbol,
				comma_text(f->pool, format_plain(f, c->taxes.v)));
		break;
	case KIND_INCOME:
		deal->gross = (struct maybe){ true, deal->amount.v + all };
		break;
	case KIND_SPLIT:
	case KIND_TAX:
	case KIND_NOTHING:
		break;
	}
	if (deal->amount.known && deal->amount.v < 0)
		format_fail(f, d, "valor menor que as taxas: confira a linha");
}

static struct maybe cost(struct format_work *f, struct draft *d, int column, const char *what)
{
	struct maybe v = format_number(f, d, column, what);

	return (struct maybe){ true, v.known ? wide_abs(v.v) : 0 };
}

static void read_row(struct format_work *f, size_t row)
{
	struct draft *d = format_draft(f, row);
	struct format_deal deal = { .day = format_cell(f, row, DAY),
				    .label = format_cell(f, row, TYPE),
				    .note = format_cell(f, row, NOTE),
				    .name = format_cell(f, row, NAME) };
	const char *symbol = paper_of(f, row);
	struct costs costs;

	if (!format_judge(f, d, deal.label, symbol, &deal.word))
		return;
	deal.paper = format_paper(f, symbol, format_cell(f, row, CURRENCY));
	take_share(&deal.paper);
	deal.quantity = format_number(f, d, SHARES, "quantidade");
	deal.amount = format_number(f, d, VALUE, "valor");
	if (deal.word->kind != KIND_INCOME)
		deal.amount.v = wide_abs(deal.amount.v);
	costs.fees = cost(f, d, FEES, "taxas");
	costs.taxes = cost(f, d, TAXES, "impostos");
	convert(f, d, &deal, &costs);
	take_amount(f, d, &deal, &costs);
	format_put(f, d, &deal);
}

const struct format format_portfolio_performance = {
	.name = "Portfolio Performance",
	.headers = headers,
	.n_headers = ARRAY_SIZE(headers),
	.numbers = 1u << VALUE | 1u << GROSS | 1u << RATE | 1u << FEES | 1u << TAXES | 1u << SHARES,
	.row = read_row,
};
