/* SPDX-License-Identifier: Apache-2.0 */
/* lines.c: one line of the declaration: its payer, symbols and amount (doc/tax.md 20.9). */
#include "config.h"

#include "calc/tax/lines.h"
#include "core/pool.h"

struct tax_line *tax_line_of(void *pool, struct tax_lines *lines, const char *code, int year,
			     const struct tax_asset *payer)
{
	const char *id = payer ? payer->tax_id : NULL, *name = payer ? payer->name : NULL;

	if (payer && !name && !id) /* nothing else distinguishes payers */
		name = payer->symbol;
	for (size_t i = 0; i < lines->n; i++) {
		struct tax_line *x = &lines->items[i];
		bool same = (!code && !x->code) || (code && x->code && str_eq(code, x->code));

		if (!same || (!id) != (!x->payer_tax_id))
			continue;
		if (id && str_eq(id, x->payer_tax_id)) {
			if (!x->payer_name)
				x->payer_name = name;
			return x;
		}
		if (!id && (!name) == (!x->payer_name) && (!name || str_eq(name, x->payer_name)))
			return x;
	}
	lines->items = pool_resize(pool, lines->items, struct tax_line, lines->n + 1);
	lines->items[lines->n] = (struct tax_line){ .code = code,
						    .code_year = code ? tax_code_year(year) : 0,
						    .payer_tax_id = id,
						    .payer_name = name,
						    .amount = { .known = true } };
	return &lines->items[lines->n++];
}

void tax_line_symbol(void *pool, struct tax_line *line, const char *symbol)
{
	size_t at = line->n_symbols;

	for (size_t i = 0; i < line->n_symbols; i++)
		if (str_eq(line->symbols[i], symbol))
			return;
	line->symbols = pool_resize(pool, line->symbols, const char *, line->n_symbols + 1);
	for (; at > 0 && strcmp(symbol, line->symbols[at - 1]) < 0; at--)
		line->symbols[at] = line->symbols[at - 1];
	line->symbols[at] = symbol;
	line->n_symbols++;
}

void tax_parts_add(void *pool, struct tax_parts *parts, struct tax_part one)
{
	pool_grow(pool, parts->items, struct tax_part, parts->n, parts->size, 4);
	parts->items[parts->n++] = one;
}

void tax_line_add(void *pool, struct tax_line *line, struct tax_part part, struct tax_figure amount,
		  bool *range)
{
	tax_parts_add(pool, &line->parts, part);
	line->amount.known &= amount.known;
	line->amount.m = money_add(line->amount.m, amount.m, range);
}

void tax_line_add_ledger(void *pool, struct tax_line *line, struct tax_part part,
			 struct tax_figure amount, bool *range)
{
	if (!line->has_ledger)
		line->ledger = tax_is((struct money){ 0 });
	line->has_ledger = true;
	line->amount.known = false;
	line->reasons |= TAX_WHY(TAX_USE_STATEMENT);
	tax_parts_add(pool, &line->parts, part);
	line->ledger.known &= amount.known;
	line->ledger.m = money_add(line->ledger.m, amount.m, range);
}
