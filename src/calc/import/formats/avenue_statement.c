/* SPDX-License-Identifier: Apache-2.0 */
/*
 * avenue_statement.c: the account statement of Avenue.
 *
 * Everything but the amount is in the description: a verb, a quantity, the symbol, and after $ the price.
 * Quantity times price must be the amount.  Gross dividend and tax are rows of their own; a brokerage
 * belongs to the trade of the same paper and day.
 */
#include "config.h"

#include "calc/import/formats/format_parts.h"
#include "core/pool.h"

enum { DAY, ABOUT, AMOUNT, BALANCE, SETTLED };

static const struct format_header headers[] = {
	{ .names = { [DAY] = "data",
		     [SETTLED] = "liquidacao",
		     [ABOUT] = "descricao",
		     [AMOUNT] = "valoru",
		     [BALANCE] = "saldodacontau" },
	  .needs = 1u << DAY | 1u << SETTLED | 1u << ABOUT | 1u << AMOUNT | 1u << BALANCE },
	{ .names = { [DAY] = "datatransacao",
		     [SETTLED] = "dataliquidacao",
		     [ABOUT] = "descricao",
		     [AMOUNT] = "valor",
		     [BALANCE] = "saldo" },
	  .needs = 1u << DAY | 1u << SETTLED | 1u << ABOUT | 1u << AMOUNT | 1u << BALANCE },
};

#define TOKENS_MAX 24
#define BROKERAGES_MAX 2000 /* bounds the work for a hostile file, and so do both together */
#define COMPARED_MAX 10000000

struct about {
	const char *tokens[TOKENS_MAX];
	size_t n;
};

struct trade {
	struct draft *draft;
	struct format_deal deal;
};

struct statement {
	struct format_work *f;
	struct trade *trades;
	size_t n_trades;
	struct format_income *incomes;
	size_t n_incomes;
	struct draft **brokerages;
	size_t n_brokerages;
};

static struct about cut(struct format_work *f, const char *text)
{
	struct slice s = slice_trim(slice_of(text)), word, rest;
	struct about out = { .n = 0 };

	while (s.n && out.n < TOKENS_MAX) {
		(void)slice_cut(s, ' ', &word, &rest); /* the last one has no rest */
		if (word.n)
			out.tokens[out.n++] = slice_text(f->pool, word);
		s = word.n == s.n ? (struct slice){ s.p, 0 } : rest;
	}
	return out;
}

static const char *word_at(struct format_work *f, const struct about *a, size_t i)
{
	return i < a->n ? column_key(f->pool, a->tokens[i]) : "";
}

/* The first token at @i or after the words that join: "Dividendos de MSFT", "Dividendos VOO." */
static const char *symbol_at(struct format_work *f, const struct about *a, size_t i)
{
	const char *word = word_at(f, a, i);
	char *symbol;
	size_t n;

	if (str_eq(word, "de") || str_eq(word, "da") || str_eq(word, "do"))
		i++;
	if (i >= a->n)
		return NULL;
	symbol = pool_strdup(f->pool, a->tokens[i]);
	n = strlen(symbol);
	while (n && (symbol[n - 1] == '.' || symbol[n - 1] == ',' || symbol[n - 1] == ':'))
		symbol[--n] = '\0';
	return n && n <= 12 ? symbol : NULL;
}

/* The number after the last $, or NULL. */
static const char *price_in(struct format_work *f, const char *text)
{
	const char *at = strrchr(text, '$');
	struct slice s = slice_trim(slice_of(at ? at + 1 : ""));

	s.n = s.n ? strspn(s.p, "0123456789.,") : 0;
	while (s.n && !is_digit(s.p[s.n - 1]))
		s.n--;
	return s.n ? slice_text(f->pool, s) : NULL;
}

static bool agrees(const struct format_deal *deal)
{
	bool range = false;
	wide gross = dec_mul_div_half_away(deal->quantity.v, deal->price.v, E12, &range);
	wide within = deal->quantity.v / 200 > E12 / 100 ? deal->quantity.v / 200 : E12 / 100;

	return !range && wide_abs(gross - wide_abs(deal->amount.v)) <= within;
}

static void read_trade(struct statement *s, struct draft *d, const struct about *a,
		       const char *text)
{
	struct format_work *f = s->f;
	size_t i = 1 + str_eq(word_at(f, a, 1), "de");
	const char *symbol = symbol_at(f, a, i + 1), *price = price_in(f, text);
	struct format_deal deal = { .label = a->tokens[0],
				    .word = format_word(f->pool, a->tokens[0]),
				    .day = format_cell(f, d->row, DAY) };

	if (!symbol || !price || i >= a->n || !is_digit(a->tokens[i][0])) {
		format_fail(f, d, "descrição que não se lê: %.120s", text);
		return;
	}
	deal.quantity = format_value(f, d, a->tokens[i], "quantidade");
	deal.price = format_value(f, d, price, "preço");
	deal.amount = format_number(f, d, AMOUNT, "valor");
	if (!d->verdict.error && !agrees(&deal))
		format_fail(f, d, "quantidade x preço não dá o valor da linha: %.120s", text);
	deal.paper = format_paper(f, symbol, "USD");
	s->trades[s->n_trades++] = (struct trade){ d, deal };
}

static void read_income(struct statement *s, struct draft *d, const char *symbol, const char *label,
			const char *kind)
{
	struct format_work *f = s->f;
	struct maybe amount = format_number(f, d, AMOUNT, "valor");
	const char *day = format_cell(f, d->row, DAY);

	if (!symbol || !day || !amount.known)
		format_fail(f, d, "provento sem papel, data ou valor");
	if (d->verdict.error)
		return;
	s->incomes[s->n_incomes++] = (struct format_income){
		d, format_word(f->pool, kind), format_paper(f, symbol, "USD"), label, day, amount.v
	};
}

static void read_row(struct statement *s, size_t row)
{
	struct format_work *f = s->f;
	struct draft *d = format_draft(f, row);
	const char *cell = format_cell(f, row, ABOUT), *text = cell ? cell : "";
	struct about a = cut(f, text);
	const char *verb = word_at(f, &a, 0);
	const struct format_word *word;

	d->verdict.label = cell;
	if (str_eq(verb, "compra") || str_eq(verb, "venda"))
		read_trade(s, d, &a, text);
	else if (text_starts(verb, "dividendo"))
		read_income(s, d, symbol_at(f, &a, 1), text, "dividendo");
	else if (str_eq(verb, "imposto"))
		read_income(s, d, symbol_at(f, &a, str_eq(word_at(f, &a, 1), "sobre") ? 3 : 1),
			    text, "divnra");
	else if (str_eq(verb, "corretagem"))
		s->brokerages[s->n_brokerages++] = d;
	else if (text_starts(verb, "desdobramento"))
		format_fail(f, d, "desdobramento sem o fator: lance-o com o fator do papel");
	else if (format_judge(f, d, verb, "", &word))
		format_fail(f, d, "descrição que não se lê: %.120s", text);
}

/* The only trade of the day whose symbol the description names. */
static struct trade *trade_named(struct statement *s, const struct draft *d)
{
	const char *day = format_cell(s->f, d->row, DAY);
	struct about a = cut(s->f, d->verdict.label);

	for (size_t i = 0; i < s->n_trades; i++) {
		struct trade *t = &s->trades[i];

		if (!day || !t->deal.day || !str_eq(t->deal.day, day))
			continue;
		for (size_t k = 1; k < a.n; k++)
			if (str_eq(a.tokens[k], t->deal.paper.symbol))
				return t;
	}
	return NULL;
}

static void take_brokerage(struct statement *s, struct draft *d)
{
	struct format_work *f = s->f;
	struct maybe fee = format_number(f, d, AMOUNT, "corretagem");
	struct trade *t = trade_named(s, d);

	if (!fee.known || !t) {
		format_fail(f, d, "corretagem sem a operação do mesmo papel e dia no arquivo");
		return;
	}
	t->deal.fees.known = true;
	t->deal.fees.v -= fee.v; /* it leaves the account: negative */
	format_ignore(d, "contada nas taxas da operação");
}

static void read(struct format_work *f)
{
	size_t n = f->sheet->n_rows;
	struct statement s = { .f = f,
			       .trades = pool_array(f->pool, struct trade, n),
			       .incomes = pool_array(f->pool, struct format_income, n),
			       .brokerages = pool_array(f->pool, struct draft *, n) };

	for (size_t r = f->header + 1; r < n; r++)
		read_row(&s, r);
	for (size_t i = 0; i < s.n_brokerages; i++) {
		if (i < BROKERAGES_MAX && i * s.n_trades < COMPARED_MAX)
			take_brokerage(&s, s.brokerages[i]);
		else
			format_fail(f, s.brokerages[i],
				    "mais de 2.000 corretagens: divida o arquivo por período");
	}
	for (size_t i = 0; i < s.n_trades; i++)
		format_put(f, s.trades[i].draft, &s.trades[i].deal);
	format_put_incomes(f, s.incomes, s.n_incomes);
}

const struct format format_avenue = {
	.name = "Avenue (extrato da conta)",
	.caution = "As descrições foram reconstruídas e não foram conferidas com um arquivo do "
		   "próprio programa: confira cada linha.",
	.headers = headers,
	.n_headers = ARRAY_SIZE(headers),
	.numbers = 1u << AMOUNT | 1u << BALANCE,
	.read = read,
};
