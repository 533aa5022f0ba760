/* SPDX-License-Identifier: Apache-2.0 */
/*
 * merge_statements.c: compares a file with the ledger: existing rows, and trades covered by the other
 * statement.
 *
 * movimentacao has the settlement of a trade in negociacao or in a brokerage note.  Whichever is imported second, the trade
 * stays and the settlement is retired; a settlement imported second is written as retired too, so that
 * undoing the file of the trade restores it in either case.
 */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>

#include "calc/import/settlements.h"
#include "calc/import/import_row.h"
#include "core/pool.h"

static const char covered[] = "negócio já coberto pelo extrato de negociação";
static const char covered_by_note[] = "negócio já coberto por uma nota de negociação";

static void set_covered(struct import_entry *e, bool by_note)
{
	e->status = IMPORT_IGNORED;
	e->cross_source = true;
	e->code = "cross_source";
	e->reason = by_note ? covered_by_note : covered;
}

const struct reference_event *event_known(const struct import_work *w, size_t i,
					  enum event_kind kind)
{
	const struct import_entry *e = &w->entries[i];
	bool grouping = w->lines[i].movement.kind == MOVE_GROUPING;
	const struct market_symbol *m =
		w->ctx->market ? market_find(w->ctx->market, e->symbol, e->type) : NULL;
	const struct reference_event *best = NULL;

	for (size_t k = 0; m && k < m->n_events; k++) {
		const struct reference_event *r = &m->events[k];
		int apart = abs(r->ex_day.n - e->day.n);

		if (r->kind != kind || !same_event(r->ex_day, e->day) ||
		    (kind == EVENT_SPLIT && grouping != (r->ratio.n < r->ratio.d)))
			continue;
		if (!best || apart < abs(best->ex_day.n - e->day.n))
			best = r;
	}
	return best;
}

/* ---- duplicates ---- */

static bool is_event(const struct import_work *w, const struct import_entry *e)
{
	return w->source == IMPORT_MOVIMENTACAO && e->effect == ENTRY_TRADE &&
	       (e->trade.kind == ROW_SPLIT || e->trade.event == EVENT_BONUS);
}

/*
 * An event repeats the ledger's when that has one of its kind within 15 days: its date was moved to the
 * ex day since, or a person typed it.
 */
static void known_events(struct import_work *w)
{
	bool *used = pool_array(w->pool, bool, w->ctx->n_facts);
	size_t events = 0;

	for (size_t i = 0; i < w->n; i++) {
		struct import_entry *e = &w->entries[i];
		bool grouping = w->lines[i].movement.kind == MOVE_GROUPING;

		if (e->status != IMPORT_IMPORTED || !is_event(w, e))
			continue;
		if (++events > 500) { /* bounds the work for a hostile file */
			import_fail(w, i, "mais de 500 eventos no arquivo: divida-o por período");
			continue;
		}
		for (size_t k = fact_first(w->ctx, e->symbol,
					   day_plus(e->trade.day, -SAME_EVENT_DAYS));
		     k < w->ctx->n_facts; k++) {
			const struct ledger_fact *f = &w->ctx->facts[k];

			if (!same_event(f->day, e->trade.day) || !str_eq(f->symbol, e->symbol))
				break;
			if (used[k] || f->kind != e->trade.kind || f->type != e->type)
				continue;
			if (f->kind == ROW_SPLIT
				    ? grouping != (f->ratio_e12 < (int64_t)E12)
				    : f->event != EVENT_BONUS || f->qty.e8 != e->trade.qty.e8)
				continue;
			used[k] = true;
			e->status = IMPORT_DUPLICATE;
			break;
		}
	}
}

static struct natural_key fact_key(const struct ledger_fact *f)
{
	struct natural_key k = { f->symbol, f->type,	    (int)f->kind, f->day,
				 f->qty,    f->price_known, f->price,	  f->external_id };

	if (f->kind == ROW_SPLIT) {
		k.price_known = true;
		k.price.e12 = f->ratio_e12;
	}
	return k;
}

static struct natural_key income_key(const char *symbol, enum asset_type type,
				     enum income_kind kind, struct day day, struct money amount)
{
	return (struct natural_key){ symbol, type, 16 + (int)kind, day,
				     { 0 },  true, { amount.e8 },  NULL };
}

static struct natural_key entry_key(const struct import_entry *e)
{
	struct natural_key k = { e->symbol,	 e->type,	(int)e->trade.kind,
				 e->trade.day,	 e->trade.qty,	e->trade.price_known,
				 e->trade.price, e->external_id };

	if (e->effect == ENTRY_INCOME)
		return income_key(e->symbol, e->type, e->income_kind, e->day, e->amount);
	if (e->trade.kind == ROW_SPLIT) {
		k.price_known = true;
		k.price.e12 = e->trade.ratio_e12;
	}
	return k;
}

/* Undecided entries, in the file's order; returns their number. */
static size_t pending(struct import_work *w, bool settlements_only, struct natural_key *keys,
		      size_t *which)
{
	size_t n = 0;

	for (size_t i = 0; i < w->n; i++) {
		const struct import_entry *e = &w->entries[i];

		if ((e->effect != ENTRY_TRADE && e->effect != ENTRY_INCOME) ||
		    e->status != IMPORT_IMPORTED || is_event(w, e) ||
		    (settlements_only && !e->settlement))
			continue;
		keys[n] = entry_key(e);
		which[n++] = i;
	}
	return n;
}

/* A duplicate has no warning: it was given when the row first came. */
static void mark(struct import_work *w, const size_t *which, const bool *same, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!same[i])
			continue;
		w->entries[which[i]].status = IMPORT_DUPLICATE;
		w->entries[which[i]].warning = NULL;
	}
}

/*
 * A row without a price matches one that a person has since priced ("informe o preço"): a second pass
 * compares this source's keys without prices, in which rows matched before take their own first.
 */
static void priced_since(struct import_work *w)
{
	const struct import_context *ctx = w->ctx;
	struct natural_key *have = pool_array(w->pool, struct natural_key, ctx->n_facts);
	struct natural_key *come = pool_array(w->pool, struct natural_key, w->n);
	size_t *which = pool_array(w->pool, size_t, w->n), n_have = 0, n = 0;
	bool *same = pool_array(w->pool, bool, w->n);

	for (size_t k = 0; k < ctx->n_facts; k++) {
		if (ctx->facts[k].source == w->source && ctx->facts[k].kind != ROW_SPLIT) {
			have[n_have] = fact_key(&ctx->facts[k]);
			have[n_have++].price_known = false;
		}
	}
	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < w->n; i++) {
			const struct import_entry *e = &w->entries[i];

			if (e->effect != ENTRY_TRADE || e->trade.kind == ROW_SPLIT ||
			    is_event(w, e) ||
			    e->status != (pass ? IMPORT_IMPORTED : IMPORT_DUPLICATE) ||
			    (pass && e->trade.price_known))
				continue;
			come[n] = entry_key(e);
			come[n].price_known = false;
			which[n++] = i;
		}
	}
	import_dedupe(w->pool, have, n_have, come, n, same);
	mark(w, which, same, n);
}

static void duplicates(struct import_work *w)
{
	const struct import_context *ctx = w->ctx;
	bool notes = ctx->translated && ctx->translated->executions;
	struct natural_key *have =
		pool_array(w->pool, struct natural_key, ctx->n_facts + ctx->n_incomes);
	struct natural_key *come = pool_array(w->pool, struct natural_key, w->n);
	size_t *which = pool_array(w->pool, size_t, w->n), n_have = 0, n;
	bool *same = pool_array(w->pool, bool, w->n);

	for (size_t k = 0; k < ctx->n_facts; k++) {
		/* A trade never duplicates a settlement: it retires it; nor a note's one of the statement. */
		if (!ctx->facts[k].retired &&
		    !(ctx->facts[k].settlement && w->source == IMPORT_NEGOCIACAO) &&
		    !(notes && ctx->facts[k].source == IMPORT_NEGOCIACAO))
			have[n_have++] = fact_key(&ctx->facts[k]);
	}
	for (size_t k = 0; k < ctx->n_incomes; k++)
		have[n_have++] = income_key(ctx->incomes[k].symbol, ctx->incomes[k].type,
					    ctx->incomes[k].income, ctx->incomes[k].day,
					    ctx->incomes[k].amount);
	n = pending(w, false, come, which);
	import_dedupe(w->pool, have, n_have, come, n, same);
	mark(w, which, same, n);
	priced_since(w);
	/* Settlements retired earlier: covered again, and not written again. */
	n_have = 0;
	for (size_t k = 0; k < ctx->n_facts; k++) {
		if (ctx->facts[k].retired)
			have[n_have++] = fact_key(&ctx->facts[k]);
	}
	n = pending(w, true, come, which);
	import_dedupe(w->pool, have, n_have, come, n, same);
	for (size_t i = 0; i < n; i++) {
		struct import_entry *e = &w->entries[which[i]];

		if (!same[i])
			continue;
		set_covered(e, false);
	}
}

/* ---- cover ---- */

static bool is_note(const struct import_work *w)
{
	return w->ctx->translated && w->ctx->translated->executions;
}

/* Whether the file has trades by the days on which they were made. */
static bool has_trades(const struct import_work *w)
{
	return w->source == IMPORT_NEGOCIACAO || is_note(w);
}

static bool plain_trade(enum row_kind kind, enum event_kind event)
{
	if (event == EVENT_SUBSCRIPTION) /* the sale of a right */
		return kind == ROW_SELL;
	return (event == EVENT_NONE || event == EVENT_EXERCISE) &&
	       (kind == ROW_BUY || kind == ROW_SELL);
}

static size_t gather_trades(const struct import_work *w, struct cover_trade *trades)
{
	size_t n = 0;

	for (size_t k = 0; k < w->ctx->n_facts; k++) {
		const struct ledger_fact *f = &w->ctx->facts[k];

		if ((f->source == IMPORT_NEGOCIACAO || f->of_note) && !f->retired &&
		    !w->retired_fact[k] && plain_trade(f->kind, f->event))
			trades[n++] = (struct cover_trade){ .symbol = f->symbol,
							    .side = f->kind,
							    .day = f->day,
							    .qty = f->qty,
							    .import_id = f->import_id,
							    .of_note = f->of_note };
	}
	for (size_t i = 0; i < w->n && has_trades(w); i++) {
		const struct import_entry *e = &w->entries[i];

		if (e->effect == ENTRY_TRADE && e->status == IMPORT_IMPORTED)
			trades[n++] = (struct cover_trade){ .symbol = e->symbol,
							    .side = e->trade.kind,
							    .day = e->trade.day,
							    .qty = e->trade.qty,
							    .import_id = w->ctx->import_id,
							    .of_note = is_note(w) };
	}
	return n;
}

#define OF_LEDGER ((size_t)1 << 40) /* marks an index as a fact's instead of an entry's */

static size_t gather_settlements(const struct import_work *w, struct cover_settlement *s)
{
	size_t n = 0;

	for (size_t k = 0; k < w->ctx->n_facts; k++) {
		const struct ledger_fact *f = &w->ctx->facts[k];

		if (f->settlement && (f->retired || has_trades(w)))
			s[n++] = (struct cover_settlement){ .symbol = f->symbol,
							    .side = f->kind,
							    .day = f->day,
							    .qty = f->qty,
							    .first = f->retired,
							    .place = OF_LEDGER + k };
	}
	for (size_t i = 0; i < w->n; i++) {
		const struct import_entry *e = &w->entries[i];

		if (e->settlement && e->status == IMPORT_IMPORTED && e->effect == ENTRY_TRADE)
			s[n++] = (struct cover_settlement){ .symbol = e->symbol,
							    .side = e->trade.kind,
							    .day = e->trade.day,
							    .qty = e->trade.qty,
							    .place = i };
	}
	return n;
}

static void cover(struct import_work *w, struct import_result *out)
{
	struct cover_trade *trades =
		pool_array(w->pool, struct cover_trade, w->ctx->n_facts + w->n);
	struct cover_settlement *s =
		pool_array(w->pool, struct cover_settlement, w->ctx->n_facts + w->n);
	size_t n_trades = gather_trades(w, trades), n = gather_settlements(w, s);

	if (!out->retired) /* else it has room for all facts */
		out->retired = pool_array(w->keep, struct uuid, n);
	import_cover(w->pool, trades, n_trades, s, n);
	for (size_t k = 0; k < n; k++) {
		struct import_entry *e;

		if (!s[k].covered || s[k].first)
			continue;
		if (s[k].place >= OF_LEDGER) {
			out->retired[out->n_retired++] = w->ctx->facts[s[k].place - OF_LEDGER].id;
			w->retired_fact[s[k].place - OF_LEDGER] = true;
			continue;
		}
		e = &w->entries[s[k].place];
		set_covered(e, s[k].by_note);
		e->warning = NULL;
		e->retired = true;
		e->retired_by = s[k].by;
	}
}

void import_compare(struct import_work *w, struct import_result *out)
{
	w->retired_fact = pool_array(w->pool, bool, w->ctx->n_facts);
	known_events(w);
	duplicates(w);
	if (has_trades(w))
		day_totals_compare(w, out);
	assets_find(w);
	if (w->source != IMPORT_MANUAL || is_note(w))
		cover(w, out);
}

size_t import_cover_again(void *pool, const struct import_context *ctx, struct uuid *settlements,
			  struct uuid *by)
{
	struct import_context facts = *ctx;
	struct import_work w = { .pool = pool,
				 .ctx = &facts,
				 .source = IMPORT_NEGOCIACAO,
				 .retired_fact = pool_array(pool, bool, ctx->n_facts) };
	struct cover_trade *trades = pool_array(pool, struct cover_trade, ctx->n_facts);
	struct cover_settlement *s = pool_array(pool, struct cover_settlement, ctx->n_facts);
	size_t n_trades = gather_trades(&w, trades), n = gather_settlements(&w, s), out = 0;

	import_cover(pool, trades, n_trades, s, n);
	for (size_t k = 0; k < n; k++) {
		if (!s[k].covered || s[k].first)
			continue;
		settlements[out] = ctx->facts[s[k].place - OF_LEDGER].id;
		by[out++] = s[k].by;
	}
	return out;
}
