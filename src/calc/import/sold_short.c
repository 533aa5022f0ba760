/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sold_short.c: the quantity held when an event came, and sales of more than was held.
 *
 * Both come from a fold over the ledger and the file's entries.
 */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>

#include "calc/ledger/fold.h"
#include "calc/import/import_row.h"
#include "core/order.h"
#include "core/pool.h"

#define RATIO_MAX_E12 ((wide)1000000 * E12)
#define LINEAGE_MAX 16
#define UPDATES_MAX 500 /* bounds the work for a hostile file */

/* Written trades by symbol and type, then day, then insertion order. */
struct by_symbol {
	const char *symbol;
	enum asset_type type;
	int32_t day;
	size_t place; /* in the order of insertion */
	size_t line;
};

struct holdings {
	struct import_work *w;
	void *scratch; /* of one fold */
	struct by_symbol *items;
	size_t n;
};

static int by_symbol_compare(const void *x, const void *y)
{
	const struct by_symbol *a = x, *b = y;
	int c = strcmp(a->symbol, b->symbol);

	if (c == 0)
		c = (int)a->type - (int)b->type;
	if (c == 0)
		c = a->day < b->day ? -1 : a->day > b->day;
	return c ? c : (a->place < b->place ? -1 : a->place > b->place);
}

static struct holdings holdings_of(struct import_work *w)
{
	struct holdings h = { .w = w, .items = pool_array(w->pool, struct by_symbol, w->n) };

	for (size_t at = 0; at < w->n; at++) {
		const struct import_entry *e = &w->entries[w->order[at]];

		if (e->effect == ENTRY_TRADE && e->status == IMPORT_IMPORTED)
			h.items[h.n++] = (struct by_symbol){ e->symbol, e->type, e->trade.day.n, at,
							     w->order[at] };
	}
	qsort(h.items, h.n, sizeof(*h.items), by_symbol_compare);
	return h;
}

/* First index of the paper in the sorted entries. */
static size_t first_entry(const struct holdings *h, const char *symbol, enum asset_type type)
{
	const struct by_symbol first = { .symbol = symbol, .type = type, .day = DAY_FAR_PAST.n };

	return order_first(&first, h->items, h->n, sizeof(*h->items), by_symbol_compare);
}

static struct ledger_row row_of_fact(const struct ledger_fact *f)
{
	return (struct ledger_row){ .day = f->day,
				    .kind = f->kind,
				    .event = f->event,
				    .price_known = f->price_known,
				    .qty = f->qty,
				    .price = f->price,
				    .fees = f->fees,
				    .ratio_e12 = f->ratio_e12 };
}

/* Rows of one paper up to a day, within a day the ledger's before the file's; ascending. */
static struct fold_asset rows_of(const struct holdings *h, const char *symbol, enum asset_type type,
				 struct day until)
{
	const struct import_context *ctx = h->w->ctx;
	size_t f = fact_first(ctx, symbol, DAY_FAR_PAST), e = first_entry(h, symbol, type),
	       f_end = f, e_end = e, n = 0;
	struct ledger_row *rows;

	while (f_end < ctx->n_facts && str_eq(ctx->facts[f_end].symbol, symbol))
		f_end++;
	while (e_end < h->n && str_eq(h->items[e_end].symbol, symbol) &&
	       h->items[e_end].type == type)
		e_end++;
	rows = pool_array(h->scratch, struct ledger_row, f_end - f + e_end - e);
	while (f < f_end || e < e_end) {
		if (f < f_end && (ctx->facts[f].type != type || ctx->facts[f].retired ||
				  h->w->retired_fact[f])) {
			f++;
			continue;
		}
		if (e < e_end && h->w->entries[h->items[e].line].status != IMPORT_IMPORTED) {
			e++; /* an event without a ratio */
			continue;
		}
		if (f < f_end && (e == e_end || ctx->facts[f].day.n <= h->items[e].day))
			rows[n] = row_of_fact(&ctx->facts[f++]);
		else
			rows[n] = h->w->entries[h->items[e++].line].trade;
		if (day_before(until, rows[n].day))
			break;
		n++;
	}
	return (struct fold_asset){ .symbol = symbol, .rows = rows, .n_rows = n };
}

/* The type under which a predecessor is held: the paper's own, else another of the exchange. */
static enum asset_type type_held(const struct holdings *h, const char *symbol, enum asset_type type)
{
	const struct import_context *ctx = h->w->ctx;
	enum asset_type found = type;

	for (size_t k = fact_first(ctx, symbol, DAY_FAR_PAST);
	     k < ctx->n_facts && str_eq(ctx->facts[k].symbol, symbol); k++) {
		if (ctx->facts[k].type == type)
			return type;
		if (type_of_exchange(ctx->facts[k].type))
			found = ctx->facts[k].type;
	}
	return found;
}

static void add_events(const struct import_context *ctx, struct fold_asset *a, enum asset_type type)
{
	const struct market_symbol *m =
		ctx->market ? market_find(ctx->market, a->symbol, type) : NULL;

	for (size_t k = 0; k < ctx->n_assets; k++) {
		if (ctx->assets[k].decline_events && str_eq(ctx->assets[k].symbol, a->symbol) &&
		    type_of_exchange(ctx->assets[k].type))
			return;
	}
	if (m) {
		a->events = m->events;
		a->n_events = m->n_events;
	}
}

/* The paper and its predecessors, oldest first. */
static struct fold_input lineage(const struct holdings *h, const char *symbol, enum asset_type type,
				 struct day until)
{
	const struct market *market = h->w->ctx->market;
	const char *symbols[LINEAGE_MAX] = { symbol };
	struct succession *steps = pool_array(h->scratch, struct succession, LINEAGE_MAX);
	struct fold_asset *assets;
	size_t n = 1, n_steps = 0;

	for (size_t done = 0; done < n && market; done++) {
		for (size_t k = 0; k < market->n_successions && n < LINEAGE_MAX; k++) {
			if (str_eq(market->successions[k].to, symbols[done]))
				symbols[n++] = market->successions[k].from;
		}
	}
	for (size_t k = 0; market && k < market->n_successions && n_steps < n - 1; k++) {
		for (size_t s = 1; s < n; s++) {
			if (str_eq(market->successions[k].from, symbols[s])) {
				steps[n_steps++] = market->successions[k];
				break;
			}
		}
	}
	assets = pool_array(h->scratch, struct fold_asset, n);
	for (size_t s = 0; s < n; s++) {
		assets[n - 1 - s] =
			rows_of(h, symbols[s], s ? type_held(h, symbols[s], type) : type, until);
		add_events(h->w->ctx, &assets[n - 1 - s], type);
	}
	return (struct fold_input){ .type = type,
				    .assets = assets,
				    .n_assets = n,
				    .successions = steps,
				    .n_successions = n_steps,
				    .as_of = until };
}

static void ratio_set(struct import_work *w, size_t i, wide num, wide den)
{
	struct import_entry *e = &w->entries[i];
	bool range = false;
	wide ratio;

	if (num <= 0 || den <= 0) {
		import_fail(w, i, "%s de %s sem posição em carteira no dia anterior", e->label,
			    e->symbol);
		return;
	}
	ratio = dec_mul_div_half_away(num, E12, den, &range);
	if (range || ratio <= 0 || ratio > RATIO_MAX_E12) {
		import_fail(w, i, "%s de %s: a proporção sai da escala", e->label, e->symbol);
		return;
	}
	e->trade.ratio_e12 = (int64_t)ratio;
}

/* The quantity of a paper and its predecessors after the rows of a day. */
static enum calc_err held_at(struct holdings *h, const struct import_entry *e, struct day day,
			     struct qty *out)
{
	struct fold_input in;
	enum calc_err err;

	h->scratch = pool_new(h->w->keep, "fold");
	in = lineage(h, e->symbol, e->type, day);
	err = quantity_at(h->scratch, &in, day, out);
	pool_free(h->scratch);
	return err;
}

static enum calc_err size_one(struct holdings *h, size_t i)
{
	struct import_work *w = h->w;
	struct import_entry *e = &w->entries[i];
	const struct import_line *l = &w->lines[i];
	const struct reference_event *known = event_known(w, i, EVENT_SPLIT);
	struct qty held = { 0 };
	enum calc_err err = held_at(h, e, day_plus(e->trade.day, -1), &held);

	if (err != CALC_OK)
		return err;
	if (held.e8 <= 0)
		ratio_set(w, i, 0, 1);
	else if (known)
		ratio_set(w, i, known->ratio.n, known->ratio.d);
	else if (l->movement.kind == MOVE_SPLIT)
		ratio_set(w, i, (wide)held.e8 + l->qty.e8, held.e8);
	else if (l->credit)
		ratio_set(w, i, l->qty.e8, held.e8);
	else if (held.e8 > l->qty.e8)
		ratio_set(w, i, (wide)held.e8 - l->qty.e8, held.e8);
	else
		import_fail(w, i, "grupamento de %s debita mais do que há em carteira", e->symbol);
	return CALC_OK;
}

/* A restatement of the balance states the quantity held; the person must explain another one. */
static enum calc_err restated(struct holdings *h, size_t i)
{
	struct import_work *w = h->w;
	const struct import_entry *e = &w->entries[i];
	char text[DEC_TEXT_SIZE];
	struct qty held = { 0 };
	enum calc_err err = held_at(h, e, e->day, &held);

	if (err == CALC_OK && held.e8 != w->lines[i].qty.e8) {
		dec_format(text, w->lines[i].qty.e8, QTY_PLACES, QTY_PLACES, true);
		import_warn(w, i,
			    "Atualização de %s em %s com quantidade %s, que não é a da carteira: "
			    "confira.",
			    e->symbol, date_text(w->pool, e->day), text);
	}
	return err;
}

enum calc_err events_size(struct import_work *w)
{
	size_t updates = 0;
	struct holdings h;

	if (w->source != IMPORT_MOVIMENTACAO)
		return CALC_OK;
	h = holdings_of(w);
	for (size_t at = 0; at < w->n; at++) {
		const struct import_entry *e = &w->entries[w->order[at]];
		enum calc_err err;

		if (w->lines[w->order[at]].movement.kind == MOVE_UPDATE &&
		    e->reason == balance_restated && ++updates <= UPDATES_MAX) {
			err = restated(&h, w->order[at]);
			if (err != CALC_OK)
				return err;
		}
		if (e->effect != ENTRY_TRADE || e->status != IMPORT_IMPORTED ||
		    e->trade.kind != ROW_SPLIT)
			continue;
		err = size_one(&h, w->order[at]);
		if (err != CALC_OK)
			return err;
	}
	return CALC_OK;
}

/* The next sale of @day among sorted entries, from *at on; false when there is none. */
static bool sold_on(const struct holdings *h, size_t *at, size_t to, struct day day)
{
	for (; *at < to && h->items[*at].day <= day.n; (*at)++) {
		if (h->items[*at].day == day.n &&
		    h->w->entries[h->items[*at].line].trade.kind == ROW_SELL)
			return true;
	}
	return false;
}

/* The file's row of an unexplained entry of the fold; false when it is the ledger's. */
static bool incorporated_by(const struct holdings *h, size_t from, size_t to,
			    const struct unexplained *u, size_t *line)
{
	for (size_t at = from; at < to; at++) {
		const struct ledger_row *row = &h->w->entries[h->items[at].line].trade;

		*line = h->items[at].line;
		if (row->event == EVENT_INCORPORATION && day_same(row->day, u->day) &&
		    row->qty.e8 == u->qty.e8)
			return true;
	}
	return false;
}

/* A cisão has its own warning; a row that a succession absorbs has no effect. */
static void unexplained_warn(const struct holdings *h, size_t from, size_t to,
			     const struct unexplained *u)
{
	const struct market *m = h->w->ctx->market;
	struct known_successions known = { m ? m->successions : NULL, m ? m->n_successions : 0 };
	const struct import_entry *e;
	size_t line;

	if (!incorporated_by(h, from, to, u, &line))
		return;
	e = &h->w->entries[line];
	if (h->w->lines[line].movement.kind == MOVE_SPIN_OFF ||
	    incorporation_absorbed(known, e->symbol, &e->trade))
		return;
	if (u->qty.e8 > 0)
		import_warn(
			h->w, line,
			"Incorporação de %s em %s sem o papel de origem: o custo do que entrou é "
			"desconhecido; diga qual papel foi sucedido ou informe o custo.",
			e->symbol, date_text(h->w->pool, u->day));
	else
		import_warn(
			h->w, line,
			"Incorporação de %s em %s sem o papel que o sucedeu: o custo saiu com ele; "
			"diga qual é o sucessor.",
			e->symbol, date_text(h->w->pool, u->day));
}

static enum calc_err uncovered_of(const struct holdings *h, size_t from, size_t to)
{
	const struct import_entry *first = &h->w->entries[h->items[from].line];
	struct fold_input in = lineage(h, first->symbol, first->type, h->w->ctx->today);
	struct fold_output out;
	enum calc_err err = fold(h->scratch, &in, &out);
	size_t at = from;

	if (err != CALC_OK)
		return err;
	for (size_t k = 0; k < out.position.n_uncovered; k++) {
		struct day day = out.position.uncovered[k].day;

		if ((k == 0 || !day_same(day, out.position.uncovered[k - 1].day)) &&
		    sold_on(h, &at, to, day))
			import_warn(h->w, h->items[at].line,
				    "Venda de %s em %s acima da quantidade em carteira.",
				    first->symbol, date_text(h->w->pool, day));
	}
	for (size_t k = 0; k < out.position.n_unexplained; k++)
		unexplained_warn(h, from, to, &out.position.unexplained[k]);
	return CALC_OK;
}

enum calc_err uncovered_warn(struct import_work *w)
{
	struct holdings h = holdings_of(w);

	for (size_t from = 0, to; from < h.n; from = to) {
		bool asked = false;
		enum calc_err err;

		for (to = from; to < h.n && str_eq(h.items[to].symbol, h.items[from].symbol) &&
				h.items[to].type == h.items[from].type;
		     to++)
			asked |= w->entries[h.items[to].line].trade.kind == ROW_SELL ||
				 w->entries[h.items[to].line].trade.event == EVENT_INCORPORATION;
		if (!asked)
			continue;
		h.scratch = pool_new(w->keep, "fold");
		err = uncovered_of(&h, from, to);
		pool_free(h.scratch);
		if (err != CALC_OK)
			return err;
	}
	return CALC_OK;
}
