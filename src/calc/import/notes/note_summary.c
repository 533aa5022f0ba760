/* SPDX-License-Identifier: Apache-2.0 */
/*
 * note_summary.c: the boxes of sums on the right half of a page.
 *
 * By box and label: "Clearing" heads the first box and is the brokerage in another.  A label that is not
 * known is a fee, and the sums tell whether that is right.  The value is the last number behind the middle of
 * the boxes: before it the IRRF has its base.
 */
#include "config.h"

#include <stdint.h>

#include "calc/import/notes/note_parts.h"
#include "core/buf.h"

struct box {
	bool first; /* it has the gross amount */
	wide sum, irrf;
};

/* A line of a box: in cents, positive when it goes to the person. */
struct sum_line {
	const char *key;
	bool has_value, says_side;
	wide v;
};

bool note_summary(const struct note_line *l, int *from)
{
	size_t at = note_word(l, 0, "financeiro");

	if (at == SIZE_MAX || at == 0 || !str_eq(l->keys[at - 1], "resumo"))
		return false;
	*from = l->words[at - 1]->x - NOTE_SLACK;
	return true;
}

static int end_of(const struct note_lines *lines, size_t at)
{
	int end = 0, page = lines->items[at].page;

	for (size_t i = at; i < lines->n && lines->items[i].page == page; i++) {
		const struct note_line *l = &lines->items[i];
		const struct page_word *w = l->words[l->n - 1];

		end = w->x + w->width > end ? w->x + w->width : end;
	}
	return end;
}

static struct sum_line read_line(void *pool, const struct note_line *l, int from, int middle)
{
	struct sum_line s = { .key = "" };
	struct buf label;

	buf_init(&label, pool, 64);
	for (size_t i = 0; i < l->n; i++) {
		const struct page_word *w = l->words[i];
		wide v;

		if (w->x < from)
			continue;
		if (w->x >= middle && note_number(w->text, 2, &v)) {
			s.v = v;
			s.has_value = true;
		} else if (s.has_value && (str_eq(w->text, "D") || str_eq(w->text, "C"))) {
			s.says_side = true;
			if (*w->text == 'D')
				s.v = -s.v;
		} else if (!s.has_value) {
			buf_str(&label, w->text);
		}
	}
	s.key = column_key(pool, buf_text(&label));
	return s;
}

static bool is_heading(const struct sum_line *s)
{
	return !s->has_value &&
	       (text_starts(s->key, "clearing") || text_starts(s->key, "bolsa") ||
		text_starts(s->key, "custos") || text_starts(s->key, "corretagem"));
}

static void compare_box(void *pool, const struct box *b, const struct sum_line *s,
			struct broker_note *note)
{
	wide all = b->sum + (b->first ? note->gross : 0);
	wide apart = wide_abs(all - s->v), with_tax = wide_abs(all - b->irrf - s->v);

	if (apart > 1 && with_tax > 1 && !note->unclosed)
		note->unclosed = pool_printf(
			pool, "o total de um quadro (%s) difere em %s da soma das suas linhas",
			note_cents(pool, wide_abs(s->v)), note_cents(pool, apart));
}

/* Without D or C a fee is a cost, but where amounts have signs of their own. */
static wide flow_of(const struct sum_line *s, bool signs)
{
	return s->says_side || signs || s->v < 0 ? s->v : -s->v;
}

/* False behind the last line. */
static bool take_line(void *pool, struct sum_line s, struct box *b, bool *signs,
		      struct broker_note *note)
{
	if (is_heading(&s))
		*b = (struct box){ .first = false };
	if (!s.has_value)
		return true;
	if (text_starts(s.key, "valorliquido")) {
		*signs = !s.says_side;
		b->first = true;
		note->gross = s.v;
	} else if (text_starts(s.key, "liquidopara")) {
		note->net = s.v;
		note->summarised = true;
		return false;
	} else if (text_starts(s.key, "irrf")) {
		b->irrf = wide_abs(s.v);
		note->irrf += b->irrf;
	} else if (text_starts(s.key, "total")) {
		s.v = b->first ? s.v : flow_of(&s, *signs);
		compare_box(pool, b, &s, note);
	} else {
		b->sum += flow_of(&s, *signs);
		note->fees -= flow_of(&s, *signs);
	}
	return true;
}

bool note_goes_on(const struct note_lines *lines, size_t at, int from)
{
	for (size_t i = at; i < lines->n && lines->items[i].page == lines->items[at].page; i++) {
		size_t word = note_begins(&lines->items[i], 0, "continua");

		if (word != SIZE_MAX && lines->items[i].words[word]->x >= from)
			return true;
	}
	return false;
}

/* "Compras à vista  1.180,00" in the left box. */
static void take_left(void *pool, const struct note_line *l, int from, struct broker_note *note)
{
	struct buf label;
	const char *key;
	wide v = 0;
	bool has_value = false;

	buf_init(&label, pool, 64);
	for (size_t i = 0; i < l->n && l->words[i]->x < from; i++) {
		if (note_number(l->words[i]->text, 2, &v))
			has_value = true;
		else
			buf_str(&label, l->words[i]->text);
	}
	key = column_key(pool, buf_text(&label));
	if (has_value && str_eq(key, "comprasavista")) {
		note->bought = v;
		note->says_bought = true;
	} else if (has_value && str_eq(key, "vendasavista")) {
		note->sold = v;
		note->says_sold = true;
	}
}

void note_sums(void *pool, const struct note_lines *lines, size_t at, int from,
	       struct broker_note *note)
{
	int middle = from + (end_of(lines, at) - from) / 2;
	struct box box = { .first = false };
	bool signs = false;

	for (size_t i = at + 1; i < lines->n && lines->items[i].page == lines->items[at].page;
	     i++) {
		take_left(pool, &lines->items[i], from, note);
		if (!take_line(pool, read_line(pool, &lines->items[i], from, middle), &box, &signs,
			       note))
			return;
	}
}
