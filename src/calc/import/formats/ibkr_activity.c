/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ibkr_activity.c: the activity statement of Interactive Brokers.
 *
 * Each row names its section and whether it is a header of it or data; a section has a new header for
 * each class of assets.  The rows of a trade come as the order and, in some files, as its executions too,
 * of the same paper and time: the order counts.
 */
#include "config.h"

#include "calc/import/formats/format_parts.h"
#include "core/order.h"
#include "core/pool.h"

enum {
	SECTION,
	ROW_KIND,
	LEVEL,
	CLASS,
	CURRENCY,
	SYMBOL,
	TIME,
	QUANTITY,
	PRICE,
	FEE,
	DAY,
	DESCRIPTION,
	AMOUNT,
	FIRST_FIELD,
	SECOND_FIELD
};

static const struct format_header headers[] = {
	{ .names = { [SECTION] = "statement",
		     [ROW_KIND] = "header",
		     [FIRST_FIELD] = "fieldname",
		     [SECOND_FIELD] = "fieldvalue" },
	  .needs = 1u << SECTION | 1u << ROW_KIND | 1u << FIRST_FIELD | 1u << SECOND_FIELD },
	{ .names = { [SECTION] = "trades", [ROW_KIND] = "header", [LEVEL] = "datadiscriminator" },
	  .needs = 1u << SECTION | 1u << ROW_KIND | 1u << LEVEL },
};

/* The columns of any section. */
static const struct format_header section = { .names = { [LEVEL] = "datadiscriminator",
							 [CLASS] = "assetcategory",
							 [CURRENCY] = "currency",
							 [SYMBOL] = "symbol",
							 [TIME] = "datetime",
							 [QUANTITY] = "quantity",
							 [PRICE] = "tprice",
							 [FEE] = "commfee",
							 [DAY] = "date reportdate settledate",
							 [DESCRIPTION] = "description",
							 [AMOUNT] = "amount" } };

struct activity {
	struct format_work *f;
	const char **ordered; /* of order_key(), ascending */
	size_t n_ordered;
	struct format_income *incomes;
	size_t n_incomes;
};

static const char *key_at(const struct format_work *f, size_t row, size_t at)
{
	const char *cell = format_text(f, row, at);

	return cell ? column_key(f->pool, cell) : "";
}

static void rehead(struct format_work *f, size_t row)
{
	(void)format_header_at(&section, format_keys(f->pool, f->sheet, row),
			       f->sheet->n_cells[row], f->at); /* it needs no column */
}

static bool is_order(const struct format_work *f, size_t row)
{
	const char *level = format_cell(f, row, LEVEL);

	return level && str_eq(column_key(f->pool, level), "order");
}

/* Of an order and of its executions. */
static const char *order_key(const struct format_work *f, size_t row)
{
	const char *symbol = format_cell(f, row, SYMBOL), *time = format_cell(f, row, TIME);

	return pool_printf(f->pool, "%s %s", symbol ? symbol : "", time ? time : "");
}

/* The file has the order of an execution. */
static bool is_ordered(const struct activity *a, size_t row)
{
	const char *key = order_key(a->f, row);

	return order_find(&key, a->ordered, a->n_ordered, sizeof(*a->ordered), order_text) != NULL;
}

static struct format_paper paper(struct format_work *f, struct draft *d, const char *symbol)
{
	const char *class = format_cell(f, d->row, CLASS);
	const char *key = class ? column_key(f->pool, class) : "";

	if (str_eq(key, "forex"))
		format_ignore(d, "câmbio: não forma posição");
	else if (!str_eq(key, "stocks"))
		format_fail(f, d, "classe que não se importa: %.40s", class ? class : "vazia");
	return format_paper(f, symbol, format_cell(f, d->row, CURRENCY));
}

static void read_trade(struct activity *a, size_t row)
{
	struct format_work *f = a->f;
	const char *symbol = format_cell(f, row, SYMBOL), *time = format_cell(f, row, TIME);
	const char *level = format_cell(f, row, LEVEL);
	const char *key = level ? column_key(f->pool, level) : "";
	struct draft *d = format_draft(f, row);
	struct format_deal deal = { .day = time ? format_before(f, time, ',') : NULL };

	if (!str_eq(key, "order") && !str_eq(key, "execution") && !str_eq(key, "trade")) {
		format_ignore(d, "detalhe de outra linha do extrato");
		return;
	}
	if (!is_order(f, row) && is_ordered(a, row)) {
		format_ignore(d, "execução de uma ordem do arquivo");
		return;
	}
	deal.quantity = format_number(f, d, QUANTITY, "quantidade");
	deal.label = deal.quantity.v < 0 ? "SELL" : "BUY";
	if (!format_judge(f, d, deal.label, symbol, &deal.word))
		return;
	deal.paper = paper(f, d, symbol);
	deal.price = format_number(f, d, PRICE, "preço");
	deal.fees = format_number(f, d, FEE, "taxas");
	deal.fees.v = -deal.fees.v;
	format_put(f, d, &deal);
}

static bool is_sum(const struct format_work *f, size_t row)
{
	const char *currency = format_cell(f, row, CURRENCY);

	return currency && text_starts(text_fold(f->pool, currency), "total");
}

static void read_income(struct activity *a, size_t row, const char *label)
{
	struct format_work *f = a->f;
	const char *about = format_cell(f, row, DESCRIPTION), *day = format_cell(f, row, DAY);
	const char *symbol = about ? format_symbol_in(f, about) : NULL;
	struct draft *d = format_draft(f, row);
	struct maybe amount = format_number(f, d, AMOUNT, "valor");

	if (!symbol || !day || !amount.known)
		format_fail(f, d, "provento sem papel, data ou valor: %.80s",
			    about ? about : "sem descrição");
	if (!symbol || !day)
		return;
	a->incomes[a->n_incomes++] =
		(struct format_income){ d,
					format_word(f->pool, label),
					format_paper(f, symbol, format_cell(f, row, CURRENCY)),
					label,
					format_before(f, day, ','),
					amount.v };
}

/* "… Split 10 for 1 (…": new shares for old ones. */
static bool split_ratio(struct format_work *f, struct draft *d, const char *about, wide *out)
{
	const char *at = strstr(about, "Split "), *four;
	struct maybe more, less;
	bool range = false;

	four = at ? strstr(at + 6, " for ") : NULL; /* 6: of "Split " */
	if (!four || four - at > 30)
		return false;
	more = format_value(f, d,
			    slice_text(f->pool, (struct slice){ at + 6, (size_t)(four - at) - 6 }),
			    "fator");
	less = format_value(f, d, format_before(f, four + 5, ' '), "fator");
	if (!more.known || !less.known || more.v <= 0 || less.v <= 0)
		return false;
	*out = dec_mul_div_half_away(more.v, E12, less.v, &range);
	return !range;
}

static void read_event(struct activity *a, size_t row)
{
	struct format_work *f = a->f;
	const char *about = format_cell(f, row, DESCRIPTION), *day = format_cell(f, row, DAY);
	const char *symbol = about ? format_symbol_in(f, about) : NULL;
	struct draft *d = format_draft(f, row);
	struct format_deal deal = { .day = day ? format_before(f, day, ',') : NULL,
				    .label = "Split",
				    .word = format_word(f->pool, "split"),
				    .ratio = { .known = true } };

	if (!symbol || !split_ratio(f, d, about, &deal.ratio.v)) {
		format_fail(f, d, "evento societário que não se lê: %.120s; lance-o",
			    about ? about : "sem descrição");
		return;
	}
	deal.paper = paper(f, d, symbol);
	format_put(f, d, &deal);
}

static void read_data(struct activity *a, size_t row, const char *of)
{
	if (str_eq(of, "trades"))
		read_trade(a, row);
	else if (is_sum(a->f, row))
		return;
	else if (str_eq(of, "dividends") || str_eq(of, "paymentinlieuofdividends"))
		read_income(a, row, "Dividends");
	else if (str_eq(of, "withholdingtax"))
		read_income(a, row, "Withholding Tax");
	else if (str_eq(of, "corporateactions"))
		read_event(a, row);
	else if (str_eq(of, "transfers") || str_eq(of, "grantactivity"))
		format_fail(a->f, format_draft(a->f, row),
			    "entrada ou saída de papéis sem compra nem venda: lance-a com o custo");
	else if (str_eq(of, "depositswithdrawals") || str_eq(of, "interest") || str_eq(of, "fees"))
		format_ignore_row(a->f, row, format_cash);
}

/* One pass over the rows; @orders_only: to know of which papers there are orders. */
static void pass(struct activity *a, bool orders_only)
{
	struct format_work *f = a->f;

	for (size_t r = 0; r < f->sheet->n_rows; r++) {
		const char *of = key_at(f, r, 0), *kind = key_at(f, r, 1);

		if (str_eq(kind, "header")) {
			rehead(f, r);
		} else if (str_eq(kind, "data") && orders_only) {
			if (str_eq(of, "trades") && is_order(f, r))
				a->ordered[a->n_ordered++] = order_key(f, r);
		} else if (str_eq(kind, "data")) {
			read_data(a, r, of);
		}
	}
}

static void read(struct format_work *f)
{
	struct activity a = { .f = f,
			      .ordered = pool_array(f->pool, const char *, f->sheet->n_rows),
			      .incomes =
				      pool_array(f->pool, struct format_income, f->sheet->n_rows) };

	pass(&a, true);
	order_sort(a.ordered, a.n_ordered, sizeof(*a.ordered), order_text);
	pass(&a, false);
	format_put_incomes(f, a.incomes, a.n_incomes);
}

const struct format format_ibkr_activity = {
	.name = "Interactive Brokers (Activity Statement)",
	.headers = headers,
	.n_headers = ARRAY_SIZE(headers),
	.mark = MARK_POINT,
	.sections = true,
	.read = read,
};
