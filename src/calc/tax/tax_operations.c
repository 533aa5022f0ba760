/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_operations.c: walks the days of the joint ledger in the order of doc/calculations.md 1.2.
 *
 * All entries are sorted first: a spin-off, a succession, splits, adjustments, capital returns, trades;
 * options before other assets, since an exercise of the day takes its premium from them.
 */
#include "config.h"

#include "calc/tax/stock.h"

#include "core/order.h"
#include "core/stop.h"

#include <string.h>

enum entry_rank {
	RANK_SPIN_OFF,
	RANK_SUCCESSION,
	RANK_SPLIT,
	RANK_ADJUST,
	RANK_RETURN,
	RANK_TRADE
};

struct entry {
	struct day day;
	enum entry_rank rank;
	bool option;  /* true for an asset that is no option: sorted after them */
	size_t asset; /* for trades: the living asset is determined when they are processed */
	size_t seq;   /* insertion order */
	const struct tax_row *row;
	const struct reference_event *event;
	const bool *left_out; /* of the event, by portfolio; NULL: none */
	const struct tax_income *returned;
	const struct succession *succession;
	const struct spin_off *spin_off;
};

static int entry_order(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->day.n != y->day.n)
		return x->day.n < y->day.n ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	if (x->option != y->option)
		return x->option ? 1 : -1;
	if (x->rank == RANK_TRADE && x->asset != y->asset)
		return wide_order(x->asset, y->asset);
	return wide_order(x->seq, y->seq);
}

static enum entry_rank rank_of(enum row_kind kind)
{
	switch (kind) {
	case ROW_SPLIT:
		return RANK_SPLIT;
	case ROW_ADJUST:
		return RANK_ADJUST;
	case ROW_BUY:
	case ROW_SELL:
		break;
	}
	return RANK_TRADE;
}

/* ---- events that the ledger lacks ---- */

/*
 * The portfolios that the event does not apply to: a split applies to the whole stock, or to none once
 * a row has it; a bonus is paid to each portfolio, except those whose own rows have it.  Returns false
 * when the event has no effect.
 */
static bool find_left_out(struct tax_replay *r, const struct tax_asset *asset, const size_t *rows,
			  size_t n, const struct reference_event *e, const bool **out)
{
	const struct tax_ledger *l = r->ledger;
	bool *own = NULL;

	*out = asset->declined;
	for (size_t i = 0; i < n; i++) {
		const struct tax_row *row = &l->rows[rows[i]];

		if (!same_event(row->row.day, e->ex_day) || day_before(l->as_of, row->row.day) ||
		    !row_is_event(&row->row, e->kind))
			continue;
		if (e->kind == EVENT_SPLIT)
			return false;
		if (!own) {
			own = pool_array(r->pool, bool, l->n_portfolios);
			if (asset->declined)
				memcpy(own, asset->declined, l->n_portfolios * sizeof(*own));
			*out = own;
		}
		own[row->portfolio] = true;
	}
	return true;
}

/* The non-trade rows of each asset, to find repetitions of its events. */
struct corporate_rows {
	size_t *first, *rows; /* first[asset] ... first[asset + 1] */
};

static struct corporate_rows corporate_rows(void *pool, const struct tax_ledger *l)
{
	struct corporate_rows c = { pool_array(pool, size_t, l->n_assets + 2),
				    pool_array(pool, size_t, l->n_rows) };

	for (size_t i = 0; i < l->n_rows; i++)
		if (rank_of(l->rows[i].row.kind) != RANK_TRADE)
			c.first[l->rows[i].asset + 2]++;
	for (size_t i = 0; i < l->n_assets; i++)
		c.first[i + 2] += c.first[i + 1];
	for (size_t i = 0; i < l->n_rows; i++)
		if (rank_of(l->rows[i].row.kind) != RANK_TRADE)
			c.rows[c.first[l->rows[i].asset + 1]++] = i;
	return c;
}

/* ---- all entries, in order ---- */

static enum calc_err gather(struct tax_replay *r, struct entry **out, size_t *n)
{
	const struct tax_ledger *l = r->ledger;
	struct corporate_rows own = corporate_rows(r->pool, l);
	size_t room = l->n_rows + l->n_income + l->n_successions + l->n_spin_offs;
	struct entry *list;

	for (size_t i = 0; i < l->n_assets; i++)
		room += l->assets[i].n_events;
	list = pool_array(r->pool, struct entry, room);
	*n = 0;
	for (size_t i = 0; i < l->n_spin_offs; i++)
		list[(*n)++] = (struct entry){ .day = l->spin_offs[i].day,
					       .rank = RANK_SPIN_OFF,
					       .seq = i,
					       .spin_off = &l->spin_offs[i] };
	for (size_t i = 0; i < l->n_successions; i++)
		list[(*n)++] = (struct entry){ .day = l->successions[i].day,
					       .rank = RANK_SUCCESSION,
					       .seq = i,
					       .succession = &l->successions[i] };
	for (size_t i = 0; i < l->n_assets; i++)
		for (size_t k = 0; k < l->assets[i].n_events; k++) {
			const struct reference_event *e = &l->assets[i].events[k];
			const bool *left_out;

			if (find_left_out(r, &l->assets[i], own.rows + own.first[i],
					  own.first[i + 1] - own.first[i], e, &left_out))
				list[(*n)++] = (struct entry){ .day = e->ex_day,
							       .rank = e->kind == EVENT_SPLIT
									       ? RANK_SPLIT
									       : RANK_ADJUST,
							       .asset = i,
							       .event = e,
							       .left_out = left_out };
		}
	for (size_t i = 0; i < l->n_rows; i++) {
		const struct tax_row *row = &l->rows[i];

		if (i && day_before(row->row.day, row[-1].row.day))
			return CALC_ORDER;
		if (ledger_row_contradicts(&row->row))
			return CALC_INPUT;
		list[(*n)++] = (struct entry){ .day = row->row.day,
					       .rank = rank_of(row->row.kind),
					       .option = l->assets[row->asset].type != ASSET_OPTION,
					       .asset = row->asset,
					       .seq = i + 1,
					       .row = row };
	}
	for (size_t i = 0; i < l->n_income; i++)
		if (income_lowers_cost(l->income[i].kind))
			list[(*n)++] = (struct entry){ .day = l->income[i].pay_day,
						       .rank = RANK_RETURN,
						       .asset = l->income[i].asset,
						       .seq = i,
						       .returned = &l->income[i] };
	*out = list;
	return CALC_OK;
}

/* ---- the walk ---- */

static enum calc_err run_entry(struct tax_replay *r, const struct entry *e)
{
	const struct tax_income *back = e->returned;

	switch (e->rank) {
	case RANK_SPIN_OFF:
		tax_spin_off(r, e->spin_off);
		break;
	case RANK_SUCCESSION:
		return tax_succeed(r, e->succession);
	case RANK_SPLIT:
	case RANK_ADJUST:
		if (e->event)
			return tax_reference_event(r, e->asset, e->event, e->left_out);
		if (tax_absorbed(r, e->row))
			break;
		if (e->rank == RANK_ADJUST)
			tax_adjust(r, tax_living(r, e->asset), e->row);
		else if (!tax_split_repeats(r, e->row))
			tax_split(r, tax_living(r, e->asset),
				  ratio_rationalise(e->row->row.ratio_e12));
		break;
	case RANK_RETURN:
		if (!back->gross_known && !back->net_known) {
			tax_return_unknown(r, tax_living(r, e->asset));
			break;
		}
		tax_return(r, tax_living(r, e->asset), back->portfolio, e->day,
			   back->gross_known ? back->gross : back->net, TAX_RETURN);
		break;
	case RANK_TRADE:
		break;
	}
	return CALC_OK;
}

/* The trades of one asset on one day; returns the number of entries. */
static size_t run_trades(struct tax_replay *r, const struct entry *list, size_t n)
{
	size_t asset = tax_living(r, list->asset);
	const struct tax_row *few[32];
	const struct tax_row **rows = few;
	size_t k = 1;

	while (k < n && list[k].rank == RANK_TRADE && day_same(list[k].day, list->day) &&
	       tax_living(r, list[k].asset) == asset)
		k++;
	if (k > ARRAY_SIZE(few))
		rows = pool_array(r->pool, const struct tax_row *, k);
	for (size_t i = 0; i < k; i++)
		rows[i] = list[i].row;
	tax_trades(r, asset, rows, k);
	return k;
}

static void settle_options(struct tax_replay *r, const size_t *options, size_t n, struct day day)
{
	for (size_t i = 0; i < n; i++) {
		const struct tax_stock *s = &r->stocks[options[i]];

		if (!s->cycle || !s->expires || day_before(day, option_settlement(s->expiry)))
			continue;
		r->day = option_settlement(s->expiry);
		tax_expire(r, options[i]);
	}
}

static void snapshot(struct tax_replay *r, size_t which)
{
	const struct tax_ledger *l = r->ledger;
	struct tax_position *all = pool_array(r->pool, struct tax_position, l->n_assets);

	for (size_t i = 0; i < l->n_assets; i++) {
		const struct tax_stock *s = &r->stocks[i];

		all[i] = (struct tax_position){
			.qty = s->qty,
			.short_qty = s->short_qty,
			.cost = s->cost.brl,
			.native_cost = s->cost.native,
			.why = s->why,
			.bonus_missing = s->bonus_missing,
			.converted = s->converted,
			.into = s->successor,
			.converted_on = s->succeeded,
			.by_portfolio = pool_memdup(r->pool, s->by_portfolio,
						    (l->n_portfolios + 1) * sizeof(struct qty)),
		};
	}
	r->out.held[which] = all;
}

static enum calc_err walk(struct tax_replay *r, const struct entry *list, size_t n,
			  const struct day days[TAX_SNAPSHOTS])
{
	const struct tax_ledger *l = r->ledger;
	size_t *options = pool_array(r->pool, size_t, l->n_assets);
	size_t n_options = 0, taken = 0;
	enum calc_err err = CALC_OK;

	for (size_t i = 0; i < l->n_assets; i++)
		if (l->assets[i].type == ASSET_OPTION)
			options[n_options++] = i;
	for (size_t i = 0; i < n && err == CALC_OK && !day_before(l->as_of, list[i].day);) {
		struct day day = list[i].day;

		for (; taken < TAX_SNAPSHOTS && day_before(days[taken], day); taken++) {
			settle_options(r, options, n_options, days[taken]);
			snapshot(r, taken);
		}
		settle_options(r, options, n_options, day);
		r->day = day;
		for (; i < n && day_same(list[i].day, day) && err == CALC_OK;) {
			if (stop_asked() != STOP_NOT)
				return CALC_STOPPED;
			if (list[i].rank == RANK_TRADE) {
				i += run_trades(r, list + i, n - i);
			} else {
				err = run_entry(r, &list[i]);
				i++;
			}
		}
		for (size_t k = 0; k < n_options; k++)
			tax_cycle_note(r, options[k], day);
	}
	for (; taken < TAX_SNAPSHOTS && err == CALC_OK; taken++) {
		settle_options(r, options, n_options,
			       day_before(l->as_of, days[taken]) ? l->as_of : days[taken]);
		snapshot(r, taken);
	}
	settle_options(r, options, n_options, l->as_of);
	return err;
}

/* ---- order of the output ---- */

static int operation_order(const void *a, const void *b)
{
	const struct tax_operation *x = a, *y = b;
	int c;

	if (x->day.n != y->day.n)
		return x->day.n < y->day.n ? -1 : 1;
	c = strcmp(x->symbol, y->symbol);
	if (c)
		return c;
	if (x->day_trade != y->day_trade)
		return x->day_trade ? 1 : -1;
	return wide_order(x->order, y->order);
}

static enum calc_err replay(struct tax_replay *r, const struct day days[TAX_SNAPSHOTS])
{
	const struct tax_ledger *ledger = r->ledger;
	struct entry *list;
	enum calc_err err;
	size_t n;

	r->stocks = pool_array(r->pool, struct tax_stock, ledger->n_assets);
	r->classes = pool_array(r->pool, enum tax_class, ledger->n_assets);
	r->class_why = pool_array(r->pool, enum tax_reason, ledger->n_assets);
	for (size_t i = 0; i < ledger->n_assets; i++) {
		r->stocks[i].successor = i;
		r->stocks[i].by_portfolio =
			pool_array(r->pool, struct qty, ledger->n_portfolios + 1);
		r->classes[i] = tax_class_of(&ledger->assets[i], &r->class_why[i]);
	}
	err = gather(r, &list, &n);
	if (err != CALC_OK)
		return err;
	order_sort(list, n, sizeof(*list), entry_order);
	err = walk(r, list, n, days);
	return err == CALC_OK && r->range ? CALC_RANGE : err;
}

/* When a transfer is uncertain, the sender may still hold the position. */
static void doubt_custody(struct tax_replay *r, struct tax_position *held, struct day end)
{
	for (size_t i = 0; i < r->out.n_noticed; i++) {
		const struct tax_noticed *e = &r->out.noticed[i];
		struct tax_position *p = &held[e->asset];

		if (!e->out || day_before(end, e->out->row.day) || day_before(end, e->in->row.day))
			continue;
		if (!p->sent_maybe)
			p->sent_maybe = pool_array(r->pool, bool, r->ledger->n_portfolios);
		p->sent_maybe[e->out->portfolio] = true;
	}
}

enum calc_err tax_operations(void *pool, const struct tax_ledger *ledger,
			     const struct day days[TAX_SNAPSHOTS], struct tax_operations *out)
{
	struct tax_replay r = { .pool = pool, .ledger = ledger };
	enum calc_err err = replay(&r, days);

	if (err != CALC_OK)
		return err;
	tax_find_slow_transfers(&r);
	for (int k = 0; k < TAX_SNAPSHOTS; k++)
		doubt_custody(&r, r.out.held[k], days[k]);
	order_sort(r.out.items, r.out.n, sizeof(*r.out.items), operation_order);
	*out = r.out;
	return CALC_OK;
}

enum calc_err tax_trace(void *pool, const struct tax_ledger *ledger, struct tax_trace *out)
{
	const struct day days[TAX_SNAPSHOTS] = { ledger->as_of, ledger->as_of };
	struct tax_replay r = { .pool = pool, .ledger = ledger, .trace = out };

	*out = (struct tax_trace){ .n = 0 };
	return replay(&r, days);
}
