/* SPDX-License-Identifier: Apache-2.0 */
/*
 * day_totals.c: trades that the negociacao statement and brokerage notes tell in different pieces.
 *
 * A note has each execution, the statement may have their sum at the average price: neither row is the
 * other's.  They are the same when quantity and value of an asset, side and day agree, as a whole, with one
 * import, or with one row (one broker of several).  A note's rows then take the place of the statement's,
 * since they have the fees, and undoing the note brings these back; a statement's row that comes second adds
 * nothing.
 */
#include "config.h"

#include "calc/import/import_row.h"
#include "core/order.h"
#include "core/pool.h"

#define PAIRS_MAX ((size_t)1000000) /* rows times facts of a day that are compared one by one */

struct day_total {
	size_t n;
	wide qty;   /* eight places */
	wide value; /* twelve */
	bool unknown;
};

struct piece {
	struct import_entry *entry;
	size_t i;
};

struct comparison {
	struct import_work *w;
	struct import_result *out;
	bool notes;   /* the file is one of notes */
	bool *used;   /* facts that a row equals, or was found to be */
	size_t *fact; /* those of the group, of the other side */
	size_t n_facts;
};

static bool is_trade(enum row_kind kind, enum event_kind event)
{
	return event == EVENT_NONE && (kind == ROW_BUY || kind == ROW_SELL);
}

static void add(struct day_total *t, struct qty qty, bool priced, struct price price)
{
	bool range = false;

	t->qty += qty.e8;
	t->value += dec_mul_div_half_away(qty.e8, price.e12, E8, &range);
	t->unknown = t->unknown || !priced || range;
	t->n++;
}

static void add_entry(struct day_total *t, const struct import_entry *e)
{
	add(t, e->trade.qty, e->trade.price_known, e->trade.price);
}

/* An average price has two places: half a centavo a unit, and a centavo. */
static bool same_total(const struct day_total *a, const struct day_total *b)
{
	return a->n && b->n && !a->unknown && !b->unknown && a->qty == b->qty &&
	       wide_abs(a->value - b->value) <= a->qty * (E12 / E8) / 200 + E12 / 100;
}

/* The statement's rows for a note, and a note's for the statement. */
static bool is_other_side(const struct comparison *c, const struct ledger_fact *f,
			  const struct import_entry *e)
{
	return !f->retired && !f->settlement && is_trade(f->kind, f->event) &&
	       f->kind == e->trade.kind && f->type == e->type &&
	       (c->notes ? f->source == IMPORT_NEGOCIACAO : f->of_note);
}

/* The facts of the group of @e that no row took yet. */
static void collect(struct comparison *c, const struct import_entry *e)
{
	const struct import_context *ctx = c->w->ctx;

	c->n_facts = 0;
	for (size_t k = fact_first(ctx, e->symbol, e->trade.day); k < ctx->n_facts; k++) {
		const struct ledger_fact *f = &ctx->facts[k];

		if (!str_eq(f->symbol, e->symbol) || !day_same(f->day, e->trade.day))
			return;
		if (!c->used[k] && is_other_side(c, f, e))
			c->fact[c->n_facts++] = k;
	}
}

/* The facts [from, to) of the group have the total @mine. */
static bool has_total(const struct comparison *c, size_t from, size_t to,
		      const struct day_total *mine)
{
	struct day_total t = { .n = 0 };

	for (size_t i = from; i < to; i++) {
		const struct ledger_fact *f = &c->w->ctx->facts[c->fact[i]];

		add(&t, f->qty, f->price_known, f->price);
	}
	return same_total(&t, mine);
}

/* All of them, those of one import, or one. */
static bool find(const struct comparison *c, const struct day_total *mine, size_t *from, size_t *to)
{
	const struct ledger_fact *facts = c->w->ctx->facts;

	*from = 0;
	*to = c->n_facts;
	if (has_total(c, *from, *to, mine))
		return true;
	for (*from = 0; *from < c->n_facts; *from = *to) {
		struct uuid import = facts[c->fact[*from]].import_id;

		*to = *from + 1;
		while (*to < c->n_facts && uuid_same(facts[c->fact[*to]].import_id, import))
			++*to;
		if (has_total(c, *from, *to, mine))
			return true;
	}
	for (*from = 0; *from < c->n_facts; ++*from) {
		*to = *from + 1;
		if (has_total(c, *from, *to, mine))
			return true;
	}
	return false;
}

/* A note's rows take their place, unless somebody gave them fees already. */
static bool take_place(const struct comparison *c, size_t from, size_t to)
{
	bool plain = c->notes;

	for (size_t i = from; i < to; i++)
		plain = plain && c->w->ctx->facts[c->fact[i]].fees.e8 == 0;
	return plain;
}

static void settle(struct comparison *c, const struct piece *p, size_t n, size_t from, size_t to)
{
	const struct ledger_fact *facts = c->w->ctx->facts;
	bool place = take_place(c, from, to);

	for (size_t i = from; i < to; i++) {
		c->used[c->fact[i]] = true;
		if (!place)
			continue;
		c->out->retired[c->out->n_retired++] = facts[c->fact[i]].id;
		c->w->retired_fact[c->fact[i]] = true;
	}
	for (size_t i = 0; i < n; i++) {
		if (place) {
			p[i].entry->institution = facts[c->fact[from]].institution;
		} else {
			p[i].entry->status = IMPORT_DUPLICATE;
			p[i].entry->warning = NULL;
		}
	}
}

static void warn_differing(struct comparison *c, const struct piece *p,
			   const struct day_total *mine)
{
	struct day_total theirs = { .n = 0 };
	const struct import_entry *e = p->entry;

	for (size_t i = 0; i < c->n_facts; i++)
		add(&theirs, c->w->ctx->facts[c->fact[i]].qty, true, (struct price){ 0 });
	import_warn(c->w, p->i,
		    "%s de %s em %s: a carteira já tem %s pelo extrato de negociação, e a nota diz "
		    "%s. Confira se não entraram duas vezes.",
		    e->trade.kind == ROW_BUY ? "Compra" : "Venda", e->symbol,
		    date_text(c->w->pool, e->trade.day),
		    quantity_text(c->w->pool, (struct qty){ (int64_t)theirs.qty }),
		    quantity_text(c->w->pool, (struct qty){ (int64_t)mine->qty }));
}

/* Facts that rows of the file equal are no part of another sum. */
static void use_equals(struct comparison *c, const struct piece *p, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct day_total one = { .n = 0 };

		add_entry(&one, p[i].entry);
		for (size_t k = 0; k < c->n_facts; k++) {
			if (c->used[c->fact[k]] || !has_total(c, k, k + 1, &one))
				continue;
			c->used[c->fact[k]] = true;
			break;
		}
	}
	collect(c, p[0].entry);
}

/* @p: the trades of one group, first the @n that no row of the ledger equals. */
static void compare_group(struct comparison *c, const struct piece *p, size_t n, size_t n_equal)
{
	struct day_total mine = { .n = 0 };
	size_t from, to, left = n;

	collect(c, p[0].entry);
	if (!n || !c->n_facts)
		return;
	if (n_equal && (n + n_equal) * c->n_facts <= PAIRS_MAX && !c->notes)
		use_equals(c, p + n, n_equal);
	for (size_t i = 0; i < n; i++)
		add_entry(&mine, p[i].entry);
	if (find(c, &mine, &from, &to)) {
		settle(c, p, n, from, to);
		return;
	}
	for (size_t i = 0; n > 1 && n * c->n_facts <= PAIRS_MAX && i < n; i++) {
		struct day_total one = { .n = 0 };

		add_entry(&one, p[i].entry);
		if (!find(c, &one, &from, &to))
			continue;
		settle(c, p + i, 1, from, to);
		collect(c, p[0].entry);
		left--;
	}
	if (left && c->n_facts && c->notes)
		warn_differing(c, p, &mine);
}

/* Of one group together, those that no row equals first, else in the file's order. */
static int by_group(const void *a, const void *b)
{
	const struct piece *x = a, *y = b;
	const struct import_entry *e = x->entry, *f = y->entry;
	int c = strcmp(e->symbol, f->symbol);

	if (c == 0)
		c = order_day(&e->trade.day, &f->trade.day);
	if (c == 0)
		c = (int)e->type - (int)f->type;
	if (c == 0)
		c = (int)e->trade.kind - (int)f->trade.kind;
	if (c == 0)
		c = (int)(e->status != IMPORT_IMPORTED) - (int)(f->status != IMPORT_IMPORTED);
	return c ? c : (x->i > y->i) - (x->i < y->i);
}

static bool same_group(const struct import_entry *a, const struct import_entry *b)
{
	return str_eq(a->symbol, b->symbol) && day_same(a->trade.day, b->trade.day) &&
	       a->type == b->type && a->trade.kind == b->trade.kind;
}

/* The group that begins at list[from]; returns where the next one does. */
static size_t take_group(struct comparison *c, const struct piece *list, size_t from, size_t n)
{
	size_t to = from, open = 0;

	for (; to < n && same_group(list[from].entry, list[to].entry); to++)
		open += list[to].entry->status == IMPORT_IMPORTED;
	compare_group(c, list + from, open, to - from - open);
	return to;
}

void day_totals_compare(struct import_work *w, struct import_result *out)
{
	struct piece *list = pool_array(w->pool, struct piece, w->n);
	struct comparison c = { .w = w,
				.out = out,
				.notes = w->ctx->translated && w->ctx->translated->executions,
				.used = pool_array(w->pool, bool, w->ctx->n_facts),
				.fact = pool_array(w->pool, size_t, w->ctx->n_facts) };
	size_t n = 0;

	if (c.notes)
		out->retired = pool_array(w->keep, struct uuid, w->ctx->n_facts);
	for (size_t i = 0; i < w->n; i++) {
		struct import_entry *e = &w->entries[i];

		if (e->effect == ENTRY_TRADE && is_trade(e->trade.kind, e->trade.event) &&
		    (e->status == IMPORT_IMPORTED || e->status == IMPORT_DUPLICATE))
			list[n++] = (struct piece){ e, i };
	}
	order_sort(list, n, sizeof(*list), by_group);
	for (size_t from = 0; from < n;)
		from = take_group(&c, list, from, n);
}
