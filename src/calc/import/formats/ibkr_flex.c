/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ibkr_flex.c: the Flex query of Interactive Brokers: trades, and a second query of cash below its own
 * header.
 *
 * Executions count, or the orders of a file without them.  A commission is negative; a row of a cancelled
 * fill takes back an equal one.
 */
#include "config.h"

#include "calc/import/formats/format_parts.h"
#include "core/pool.h"

enum {
	CURRENCY,
	SYMBOL,
	DAY,
	TIME,
	SIDE,
	QUANTITY,
	PRICE,
	COMMISSION,
	COMMISSION_CURRENCY,
	CLASS,
	LEVEL,
	TYPE,
	SETTLED,
	DESCRIPTION,
	AMOUNT
};

#define CANCELS_MAX 500 /* bounds the work for a hostile file */

static const struct format_header headers[] = {
	{ .names = { [CURRENCY] = "currencyprimary",
		     [SYMBOL] = "symbol",
		     [DAY] = "tradedate",
		     [TIME] = "datetime",
		     [SIDE] = "buysell",
		     [QUANTITY] = "quantity",
		     [PRICE] = "tradeprice",
		     [COMMISSION] = "ibcommission",
		     [COMMISSION_CURRENCY] = "ibcommissioncurrency",
		     [CLASS] = "assetclass",
		     [LEVEL] = "levelofdetail" },
	  .needs = 1u << CURRENCY | 1u << SYMBOL | 1u << SIDE | 1u << QUANTITY | 1u << PRICE },
	{ .names = { [CURRENCY] = "currencyprimary",
		     [TYPE] = "type",
		     [SETTLED] = "settledate datetime",
		     [DESCRIPTION] = "description",
		     [AMOUNT] = "amount",
		     [LEVEL] = "levelofdetail" },
	  .needs = 1u << CURRENCY | 1u << TYPE | 1u << SETTLED | 1u << DESCRIPTION | 1u << AMOUNT },
};

/* A trade kept for the rows that take it back. */
struct fill {
	struct draft *draft;
	const char *symbol, *day;
	bool buy, cancel;
	wide quantity, price;
};

struct flex {
	struct format_work *f;
	bool cash; /* below the header of the cash query */
	bool executions, details;
	struct fill *fills;
	size_t n_fills;
	struct format_income *incomes;
	size_t n_incomes;
};

static bool is_level(const struct flex *x, size_t row, const char *name)
{
	const char *level = format_cell(x->f, row, LEVEL);

	return level && str_eq(column_key(x->f->pool, level), name);
}

/* A row that repeats others: of a higher level, or the sum of a paper. */
static bool repeats(const struct flex *x, size_t row)
{
	const char *level = format_cell(x->f, row, LEVEL);

	if (!level || is_level(x, row, "execution") || is_level(x, row, "trade") ||
	    is_level(x, row, "detail"))
		return false;
	return x->executions || !is_level(x, row, "order");
}

static struct format_paper paper_of_class(struct flex *x, struct draft *d, const char *symbol)
{
	const char *class = format_cell(x->f, d->row, CLASS);
	const char *currency = format_cell(x->f, d->row, CURRENCY);
	const char *key = class ? column_key(x->f->pool, class) : "stk";

	if (str_eq(key, "cash"))
		format_ignore(d, "câmbio: não forma posição");
	else if (str_eq(key, "crypto"))
		return format_coin(x->f, format_before(x->f, symbol, '.'),
				   currency ? currency : "USD");
	else if (!str_eq(key, "stk"))
		format_fail(x->f, d, "classe que não se importa: %.20s", class);
	return format_paper(x->f, symbol, currency);
}

static struct maybe commission(struct flex *x, struct draft *d)
{
	struct maybe v = format_number(x->f, d, COMMISSION, "taxas");
	const char *of = format_cell(x->f, d->row, COMMISSION_CURRENCY);
	const char *currency = format_cell(x->f, d->row, CURRENCY);

	v.v = -v.v;
	if (v.known && v.v && of && currency && !str_eq(of, currency)) {
		d->verdict.warning = pool_printf(
			x->f->pool, "Corretagem em %.10s de uma operação em %.10s: ficou de fora.",
			of, currency);
		v.known = false;
	}
	return v;
}

static void keep_fill(struct flex *x, struct draft *d, const struct format_deal *deal)
{
	x->fills[x->n_fills++] = (struct fill){ d,
						deal->paper.symbol,
						deal->day ? deal->day : "",
						deal->word->kind == KIND_BUY,
						strchr(deal->label, '(') != NULL,
						wide_abs(deal->quantity.v),
						deal->price.v };
}

/* The person chooses the form of the dates, and one with the month first looks like any other. */
static void judge_day(struct format_work *f, struct draft *d, const char *day)
{
	struct date_text t = cell_date(day, false, (struct day){ 0 });

	if (!t.fixed && t.real[0] && t.real[1] && !day_same(t.day[0], t.day[1]))
		format_fail(f, d, "data com duas leituras: %.40s; exporte com o ano primeiro", day);
}

static void read_trade(struct flex *x, size_t row)
{
	struct format_work *f = x->f;
	struct draft *d = format_draft(f, row);
	struct format_deal deal = { .day = format_cell(f, row, DAY),
				    .label = format_cell(f, row, SIDE) };
	const char *symbol = format_cell(f, row, SYMBOL), *time = format_cell(f, row, TIME);

	if (repeats(x, row)) {
		format_ignore(d, "repetição de execuções do arquivo");
		return;
	}
	if (!deal.day && time)
		deal.day = format_before(f, time, ';');
	if (!format_judge(f, d, deal.label ? format_before(f, deal.label, '(') : NULL, symbol,
			  &deal.word))
		return;
	deal.paper = paper_of_class(x, d, symbol);
	deal.quantity = format_number(f, d, QUANTITY, "quantidade");
	deal.price = format_number(f, d, PRICE, "preço");
	deal.fees = commission(x, d);
	judge_day(f, d, deal.day);
	keep_fill(x, d, &deal);
	if (strchr(deal.label, '(')) /* decided by the fill that it takes back */
		return;
	if (deal.quantity.known && (deal.quantity.v < 0) != (deal.word->kind == KIND_SELL))
		format_fail(f, d, "o sinal da quantidade contradiz a operação %.20s", deal.label);
	format_put(f, d, &deal);
}

static void read_cash(struct flex *x, size_t row)
{
	struct format_work *f = x->f;
	struct draft *d = format_draft(f, row);
	const char *label = format_cell(f, row, TYPE), *about = format_cell(f, row, DESCRIPTION);
	const char *day = format_cell(f, row, SETTLED);
	const char *symbol = about ? format_symbol_in(f, about) : NULL;
	const struct format_word *word = label ? format_word(f->pool, label) : NULL;
	struct maybe amount = format_number(f, d, AMOUNT, "valor");

	if (is_level(x, row, "summary") && x->details) {
		format_ignore(d, "soma de linhas que estão no arquivo");
		return;
	}
	if (word && word->kind == KIND_TAX && !symbol)
		word = NULL;
	if (!word || word->kind != KIND_TAX)
		(void)format_judge(f, d, label, symbol, &word); /* its verdict is in the draft */
	if (day)
		judge_day(f, d, format_before(f, day, ';'));
	if (!amount.known || !day)
		format_fail(f, d, "movimento sem valor ou sem data");
	if (!word || !symbol || !day || d->verdict.ignored)
		return;
	x->incomes[x->n_incomes++] =
		(struct format_income){ d,
					word,
					format_paper(f, symbol, format_cell(f, row, CURRENCY)),
					label,
					format_before(f, day, ';'),
					amount.v };
}

/* The fill that @c takes back, or NULL. */
static struct fill *taken_back(struct flex *x, const struct fill *c)
{
	for (size_t i = 0; i < x->n_fills; i++) {
		struct fill *o = &x->fills[i];

		if (!o->cancel && !o->draft->verdict.ignored && o->buy == c->buy &&
		    o->quantity == c->quantity && o->price == c->price &&
		    str_eq(o->symbol, c->symbol) && str_eq(o->day, c->day))
			return o;
	}
	return NULL;
}

static void cancel(struct flex *x)
{
	size_t n = 0;

	for (size_t i = 0; i < x->n_fills; i++) {
		struct fill *c = &x->fills[i], *of;

		if (!c->cancel)
			continue;
		of = ++n <= CANCELS_MAX ? taken_back(x, c) : NULL;
		if (!of) {
			format_fail(x->f, c->draft,
				    "cancelamento sem a execução correspondente no arquivo");
			continue;
		}
		format_ignore(c->draft, "cancelamento de uma execução");
		format_ignore(of->draft, "execução cancelada");
	}
}

/* Without looking at the whole row: a header has a name where a row has the code of a currency. */
static bool may_be_header(const struct format_work *f, size_t row)
{
	static const char name[] = "CurrencyPrimary";
	const struct sheet *s = f->sheet;

	for (size_t c = 0; c < s->n_cells[row]; c++)
		if (s->rows[row][c] && text_starts(s->rows[row][c], name))
			return true;
	return false;
}

/* Whether the row is the header of the other query. */
static bool rehead(struct flex *x, size_t row)
{
	const char **keys;
	size_t at[FORMAT_COLUMNS], n = x->f->sheet->n_cells[row];

	if (!may_be_header(x->f, row))
		return false;
	keys = format_keys(x->f->pool, x->f->sheet, row);
	for (size_t h = 0; h < ARRAY_SIZE(headers); h++) {
		if (!format_header_at(&headers[h], keys, n, at))
			continue;
		memcpy(x->f->at, at, sizeof(at));
		x->cash = h == 1;
		return true;
	}
	return false;
}

/* Which rows repeat others depends on what else the file has. */
static void find_levels(struct flex *x)
{
	for (size_t r = x->f->header + 1; r < x->f->sheet->n_rows; r++) {
		if (rehead(x, r))
			continue;
		x->executions |= is_level(x, r, "execution") || is_level(x, r, "trade");
		x->details |= is_level(x, r, "detail");
	}
	(void)rehead(x, x->f->header); /* it is one of them */
}

static void read(struct format_work *f)
{
	size_t n = f->sheet->n_rows;
	struct flex x = { .f = f,
			  .fills = pool_array(f->pool, struct fill, n),
			  .incomes = pool_array(f->pool, struct format_income, n) };

	(void)rehead(&x, f->header); /* it is one of them */
	find_levels(&x);
	for (size_t r = f->header + 1; r < n; r++) {
		if (rehead(&x, r))
			continue;
		if (x.cash)
			read_cash(&x, r);
		else
			read_trade(&x, r);
	}
	cancel(&x);
	format_put_incomes(f, x.incomes, x.n_incomes);
}

const struct format format_ibkr_flex = {
	.name = "Interactive Brokers (Flex)",
	.headers = headers,
	.n_headers = ARRAY_SIZE(headers),
	.mark = MARK_POINT,
	.sections = true,
	.read = read,
};
