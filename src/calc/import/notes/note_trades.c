/* SPDX-License-Identifier: Apache-2.0 */
/*
 * note_trades.c: the table of executions, by the places of its headings.
 *
 * C/V is the side; D/C, behind the value, is only the direction of the money.  Numbers stand at the right of
 * their columns, so the three of a row are told by their order.
 */
#include "config.h"

#include <limits.h>
#include <stdint.h>

#include "calc/import/notes/note_parts.h"

static int place_of(const struct note_line *l, size_t word)
{
	return word == SIZE_MAX ? INT_MAX : l->words[word]->x;
}

bool note_columns(const struct note_line *l, struct note_columns *out)
{
	size_t side = note_word(l, 0, "cv"), market = note_word(l, 0, "tipo");
	size_t title = note_begins(l, 0, "especificacao");
	size_t quantity = note_word(l, 0, "quantidade");

	if (side == SIZE_MAX || market == SIZE_MAX || title == SIZE_MAX || quantity == SIZE_MAX ||
	    note_begins(l, quantity, "preco") == SIZE_MAX)
		return false;
	*out = (struct note_columns){ .side = place_of(l, side),
				      .market = place_of(l, market),
				      .term = place_of(l, note_word(l, 0, "prazo")),
				      .title = place_of(l, title),
				      .marks = place_of(l, note_begins(l, title, "obs")),
				      .quantity = place_of(l, quantity) };
	return out->side < out->market && out->market < out->title && out->title < out->quantity;
}

/* The three numbers of a row, those that begin or end below or behind the heading of the quantity. */
static bool take_numbers(const struct note_line *l, const struct note_columns *c,
			 struct note_row *out)
{
	const char *texts[3] = { NULL };
	size_t n = 0;
	wide v;

	for (size_t i = 0; i < l->n; i++) {
		const struct page_word *w = l->words[i];

		if (w->x + w->width / 2 < c->quantity - NOTE_SLACK || !note_number(w->text, 8, &v))
			continue;
		if (n == ARRAY_SIZE(texts))
			return false;
		texts[n++] = w->text;
	}
	return n == ARRAY_SIZE(texts) && note_number(texts[0], 8, &out->quantity_e8) &&
	       note_number(texts[1], 8, &out->price_e8) && note_number(texts[2], 2, &out->cents) &&
	       out->quantity_e8 > 0 && out->price_e8 >= 0 && out->cents >= 0;
}

/*
 * Quantity times price, to half a centavo a unit: a price that is not exact is a rounded one, and the value
 * says it better.
 */
static bool judge_product(struct note_row *r)
{
	bool range = false;
	wide product = dec_mul_div_half_away(r->quantity_e8, r->price_e8, E8 * E8 / 100, &range);
	wide apart = wide_abs(product - r->cents);

	r->price_rounded = apart != 0;
	return !range && apart * 2 * (wide)E8 <= r->quantity_e8 + (wide)E8;
}

static const char *side_of(const struct note_line *l, const struct note_columns *c)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct page_word *w = l->words[i];

		if (w->x >= c->side - NOTE_SLACK && w->x < c->market - NOTE_SLACK &&
		    (str_eq(w->text, "C") || str_eq(w->text, "V")))
			return w->text;
	}
	return NULL;
}

bool note_trade(void *pool, const struct note_line *l, const struct note_columns *c,
		struct note_row *out)
{
	const char *side = side_of(l, c), *market, *title;
	int market_end = c->term < c->title ? c->term : c->title;
	int title_end = c->marks < c->quantity ? c->marks : c->quantity;

	if (!side)
		return false;
	market = note_cell(pool, l, c->market - NOTE_SLACK, market_end - NOTE_SLACK);
	title = note_cell(pool, l, c->title - NOTE_SLACK, title_end - NOTE_SLACK);
	*out = (struct note_row){ .sell = *side == 'V',
				  .market = market ? market : "",
				  .title = title ? title : "" };
	if (c->term < c->title)
		out->term = note_cell(pool, l, c->term - NOTE_SLACK, c->title - NOTE_SLACK);
	if (c->marks < c->quantity)
		out->marks = note_cell(pool, l, c->marks - NOTE_SLACK, c->quantity - NOTE_SLACK);
	if (!take_numbers(l, c, out)) {
		out->quantity_e8 = out->price_e8 = out->cents = 0;
		out->error = "quantidade, preço e valor da linha não se leem";
	} else if (!judge_product(out)) {
		out->error = "a quantidade vezes o preço não dá o valor da linha";
	}
	note_title(pool, out);
	return true;
}
