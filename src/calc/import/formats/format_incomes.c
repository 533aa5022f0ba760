/* SPDX-License-Identifier: Apache-2.0 */
/* format_incomes.c: an income and the tax withheld from it, in rows of their own, as one. */
#include "config.h"

#include "calc/import/formats/format_parts.h"
#include "core/order.h"
#include "core/pool.h"

static int income_compare(const void *x, const void *y)
{
	const struct format_income *a = x, *b = y;
	int c = strcmp(a->paper.symbol, b->paper.symbol);

	if (c == 0)
		c = strcmp(a->day, b->day);
	if (c == 0)
		c = (int)a->word->kind - (int)b->word->kind; /* incomes first */
	return c ? c : wide_order((wide)a->draft->row, (wide)b->draft->row);
}

static bool is_same(const struct format_income *a, const struct format_income *b)
{
	return str_eq(a->paper.symbol, b->paper.symbol) && str_eq(a->day, b->day);
}

static void put_one(struct format_work *f, const struct format_income *items, size_t n)
{
	const struct format_income *first = &items[0];
	struct format_deal deal = { .word = first->word,
				    .label = first->label,
				    .day = first->day,
				    .paper = first->paper,
				    .amount = { true, 0 },
				    .gross = { true, 0 } };
	bool broken = false;

	for (size_t i = 0; i < n; i++) {
		deal.amount.v += items[i].v;
		if (items[i].word->kind != KIND_TAX)
			deal.gross.v += items[i].v;
		if (first->word->kind == KIND_TAX)
			format_fail(f, items[i].draft,
				    "imposto sem o provento do mesmo papel e dia no arquivo");
		else if (i)
			format_ignore(items[i].draft, "contado no provento do mesmo papel e dia");
		items[i].draft->verdict.label = items[i].label;
		broken |= items[i].draft->verdict.error != NULL;
	}
	if (broken)
		format_fail(f, first->draft, "uma linha do mesmo papel e dia não se lê: lance-o");
	format_put(f, first->draft, &deal);
}

void format_put_incomes(struct format_work *f, struct format_income *items, size_t n)
{
	size_t end;

	order_sort(items, n, sizeof(*items), income_compare);
	for (size_t i = 0; i < n; i = end) {
		for (end = i + 1; end < n && is_same(&items[i], &items[end]);)
			end++;
		put_one(f, &items[i], end - i);
	}
}

const char *format_symbol_in(const struct format_work *f, const char *description)
{
	size_t n = strcspn(description, "(");
	struct slice s = slice_trim((struct slice){ description, n });

	return description[n] && s.n && s.n <= 20 ? slice_text(f->pool, s) : NULL;
}
