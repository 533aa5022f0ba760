/* SPDX-License-Identifier: Apache-2.0 */
/*
 * binance_statement.c: the transaction history of Binance, one leg a row.
 *
 * The legs of one operation have one instant, or two a second apart; several fills of it are summed by
 * coin.  Operations that follow each other by the second are told apart by it, or else are one.  What an operation brought and took must be one coin and one money; another exchange has no
 * value in the file.
 */
#include "config.h"

#include "calc/import/formats/format_parts.h"
#include "core/order.h"
#include "core/pool.h"

enum { TIME, OPERATION, COIN, CHANGE, REMARK };

static const struct format_header headers[] = { {
	.names = { [TIME] = "utctime",
		   [OPERATION] = "operation",
		   [COIN] = "coin",
		   [CHANGE] = "change",
		   [REMARK] = "remark" },
	.needs = 1u << TIME | 1u << OPERATION | 1u << COIN | 1u << CHANGE,
} };

enum leg_kind { LEG_TRADE, LEG_FEE, LEG_REWARD, LEG_MOVED, LEG_UNKNOWN };

static const struct {
	const char *key;
	enum leg_kind kind;
} operations[] = {
	{ "buy", LEG_TRADE },
	{ "sell", LEG_TRADE },
	{ "transactionbuy", LEG_TRADE },
	{ "transactionspend", LEG_TRADE },
	{ "transactionsold", LEG_TRADE },
	{ "transactionrevenue", LEG_TRADE },
	{ "transactionrelated", LEG_TRADE },
	{ "binanceconvert", LEG_TRADE },
	{ "fee", LEG_FEE },
	{ "transactionfee", LEG_FEE },
	{ "simpleearnflexibleinterest", LEG_REWARD },
	{ "simpleearnlockedrewards", LEG_REWARD },
	{ "stakingrewards", LEG_REWARD },
	{ "distribution", LEG_REWARD },
	{ "simpleearnflexiblesubscription", LEG_MOVED },
	{ "simpleearnflexibleredemption", LEG_MOVED },
	{ "simpleearnlockedsubscription", LEG_MOVED },
	{ "simpleearnlockedredemption", LEG_MOVED },
	{ "stakingpurchase", LEG_MOVED },
	{ "stakingredemption", LEG_MOVED },
	{ "deposit", LEG_MOVED },
	{ "withdraw", LEG_MOVED },
	{ "fiatdeposit", LEG_MOVED },
	{ "fiatwithdraw", LEG_MOVED },
};

struct leg {
	struct draft *draft;
	const char *coin, *label, *day;
	enum leg_kind kind;
	int64_t second;
	wide change;
};

static enum leg_kind kind_of(struct format_work *f, const char *label)
{
	const char *key = label ? column_key(f->pool, label) : "";

	for (size_t i = 0; i < ARRAY_SIZE(operations); i++)
		if (str_eq(operations[i].key, key))
			return operations[i].kind;
	return text_starts(key, "transfer") ? LEG_MOVED : LEG_UNKNOWN;
}

/* A reward in a coin: units come in, whose value on the day the file does not say. */
static void put_reward(struct format_work *f, const struct leg *leg)
{
	static const struct format_word word = { "", KIND_BUY, "ajuste", NULL };
	struct format_deal deal = { .word = &word,
				    .label = leg->label,
				    .day = leg->day,
				    .paper = format_coin(f, leg->coin, "BRL"),
				    .quantity = { true, leg->change } };

	if (str_eq(deal.paper.symbol, "BRL")) {
		format_ignore(leg->draft, format_cash);
		return;
	}
	if (leg->change <= 0)
		format_fail(f, leg->draft, "recompensa sem quantidade");
	leg->draft->verdict.warning = pool_printf(
		f->pool,
		"Recompensa em %.20s em %.20s: entrou a custo zero, porque o arquivo não diz o seu "
		"valor em reais.",
		deal.paper.symbol, leg->day);
	format_put(f, leg->draft, &deal);
}

/* Reads one row; true when it is a leg of an operation. */
static bool read_leg(struct format_work *f, size_t row, struct leg *leg)
{
	const char *time = format_cell(f, row, TIME);
	struct maybe change;

	*leg = (struct leg){ .draft = format_draft(f, row),
			     .label = format_cell(f, row, OPERATION),
			     .coin = format_cell(f, row, COIN),
			     .day = format_local_day(f, time) };
	leg->kind = kind_of(f, leg->label);
	leg->draft->verdict.label = leg->label;
	change = format_number(f, leg->draft, CHANGE, "quantidade");
	leg->change = change.v;
	if (leg->kind == LEG_MOVED)
		format_ignore(leg->draft, format_moved);
	else if (leg->kind == LEG_UNKNOWN)
		format_fail(f, leg->draft, "operação desconhecida: %.40s",
			    leg->label ? leg->label : "vazia");
	else if (!leg->coin || !change.known || !format_instant(time, &leg->second))
		format_fail(f, leg->draft, "linha sem moeda, quantidade ou instante");
	else if (leg->kind == LEG_REWARD)
		put_reward(f, leg);
	else
		return !leg->draft->verdict.error;
	return false;
}

/* What an operation brought, took and paid as a fee. */
struct sums {
	const char *in, *out, *fee;
	wide brought, taken, paid;
	bool others; /* a third coin, or no pair */
};

static void add_coin(const char **coin, wide *sum, const struct leg *leg, bool *others)
{
	if (*coin && !str_eq(*coin, leg->coin))
		*others = true;
	*coin = leg->coin;
	*sum += wide_abs(leg->change);
}

static struct sums sums_of(const struct leg *legs, size_t n)
{
	struct sums s = { 0 };
	bool fees = false;

	for (size_t i = 0; i < n; i++) {
		if (legs[i].kind == LEG_FEE) { /* one that comes back lessens it */
			fees |= s.fee && !str_eq(s.fee, legs[i].coin);
			s.fee = legs[i].coin;
			s.paid -= legs[i].change;
		} else if (legs[i].change > 0) {
			add_coin(&s.in, &s.brought, &legs[i], &s.others);
		} else {
			add_coin(&s.out, &s.taken, &legs[i], &s.others);
		}
	}
	s.others |= fees || !s.in || !s.out || str_eq(s.in, s.out);
	return s;
}

static bool is_money(const char *coin)
{
	return str_eq(coin, "BRL") || text_starts(coin, "USD") || str_eq(coin, "BUSD") ||
	       str_eq(coin, "FDUSD") || str_eq(coin, "EUR");
}

static void take_fee(struct format_work *f, struct draft *d, const struct sums *s,
		     struct format_deal *deal, const char *money)
{
	if (!s->fee)
		return;
	if (str_eq(s->fee, deal->paper.symbol))
		deal->quantity.v += deal->word->kind == KIND_BUY ? -s->paid : s->paid;
	else if (str_eq(s->fee, money))
		deal->fees = (struct maybe){ true, s->paid };
	else
		d->verdict.warning = pool_printf(
			f->pool,
			"Taxa de %s %.20s: o seu valor não está no arquivo, e a saída dela não foi "
			"lançada.",
			comma_text(f->pool, format_plain(f, s->paid)), s->fee);
}

static void put_operation(struct format_work *f, const struct leg *legs, size_t n)
{
	struct sums s = sums_of(legs, n);
	struct draft *d = legs[0].draft;
	struct format_deal deal = { .label = legs[0].label, .day = legs[0].day };
	bool buy = !s.others && is_money(s.out);

	for (size_t i = 1; i < n; i++)
		format_ignore(legs[i].draft, "parte de uma operação contada em outra linha");
	if (s.others)
		format_fail(
			f, d,
			"pernas que não formam uma compra nem uma venda: lance as operações deste "
			"instante");
	else if (is_money(s.in) == is_money(s.out))
		format_fail(
			f, d,
			"troca de %.20s por %.20s sem valor em reais no arquivo: lance a venda e "
			"a compra com o valor do dia",
			s.out, s.in);
	if (d->verdict.error || !s.in || !s.out)
		return;
	deal.word = format_word(f->pool, buy ? "buy" : "sell");
	deal.paper = format_coin(f, buy ? s.in : s.out, buy ? s.out : s.in);
	deal.quantity = (struct maybe){ true, buy ? s.brought : s.taken };
	deal.amount = (struct maybe){ true, buy ? s.taken : s.brought };
	take_fee(f, d, &s, &deal, buy ? s.out : s.in);
	format_put(f, d, &deal);
}

static size_t end_of_second(const struct leg *legs, size_t i, size_t n)
{
	size_t end = i + 1;

	while (end < n && legs[end].second == legs[i].second)
		end++;
	return end;
}

/* Legs each at most one second from the next. */
static void put_chain(struct format_work *f, const struct leg *legs, size_t n)
{
	/* Of several seconds: whether each has an operation of its own. */
	bool whole = legs[n - 1].second - legs[0].second > 1;

	for (size_t i = 0; i < n && whole; i = end_of_second(legs, i, n)) {
		struct sums s = sums_of(&legs[i], end_of_second(legs, i, n) - i);

		whole = !s.others && is_money(s.in) != is_money(s.out);
	}
	if (!whole) {
		put_operation(f, legs, n);
		return;
	}
	for (size_t i = 0; i < n; i = end_of_second(legs, i, n))
		put_operation(f, &legs[i], end_of_second(legs, i, n) - i);
}

static int leg_compare(const void *x, const void *y)
{
	const struct leg *a = x, *b = y;

	if (a->second != b->second)
		return a->second < b->second ? -1 : 1;
	return a->draft->row < b->draft->row ? -1 : a->draft->row > b->draft->row;
}

static void read(struct format_work *f)
{
	struct leg *legs = pool_array(f->pool, struct leg, f->sheet->n_rows);
	size_t n = 0, end;

	for (size_t r = f->header + 1; r < f->sheet->n_rows; r++)
		n += read_leg(f, r, &legs[n]);
	order_sort(legs, n, sizeof(*legs), leg_compare);
	for (size_t i = 0; i < n; i = end) {
		for (end = i + 1; end < n && legs[end].second - legs[end - 1].second <= 1;)
			end++;
		put_chain(f, &legs[i], end - i);
	}
}

const struct format format_binance_statement = {
	.name = "Binance (histórico de transações)",
	.headers = headers,
	.n_headers = ARRAY_SIZE(headers),
	.numbers = 1u << CHANGE,
	.mark = MARK_POINT,
	.read = read,
};
