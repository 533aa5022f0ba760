/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reconcile.c: compares a position sheet with the ledger.
 *
 * A paper is found under today's ticker, whatever its name in the ledger.  The exchange shows settled
 * positions, two business days behind the trades, so a difference that began within them needs no
 * remedy.
 */
#include "config.h"

#include "calc/import/reconcile.h"

#include "core/calendar.h"
#include "core/order.h"
#include "core/pool.h"

const char *const reconcile_status_names[] = { "ok", "quantity_differs", "only_in_sheet",
					       "only_in_ledger", NULL };
const char *const mend_kind_names[] = { "split", "adjust", "rename", "wait", NULL };

#define SETTLEMENT_DAYS 2
#define SPLIT_MAX 1000 /* new shares for one, or old ones for one */
#define ROWS_BEFORE 3  /* of those shown, up to the last day of agreement */

/* ---- matching positions to holdings ---- */

struct pairing {
	void *pool;
	const struct reconcile_input *in;
	struct reconciliation *out;
	const struct derived_holding **by_ticker; /* ascending by (current ticker, index) */
	bool *taken;				  /* by place in derived->holdings */
	size_t n;
	bool range;
};

static int holding_order(const void *x, const void *y)
{
	const struct derived_holding *a = *(const struct derived_holding *const *)x;
	const struct derived_holding *b = *(const struct derived_holding *const *)y;
	int c = strcmp(a->current, b->current);

	return c ? c : (a > b) - (a < b);
}

static size_t place_of(const struct pairing *p, const struct derived_holding *h)
{
	return (size_t)(h - p->in->derived->holdings);
}

/* Of its group, or, when the sheet has no type, of any; an open one before a closed one. */
static const struct derived_holding *holding_of(const struct pairing *p,
						const struct sheet_position *s)
{
	const struct derived_holding *found = NULL;
	size_t lo = 0, hi = p->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (strcmp(p->by_ticker[mid]->current, s->symbol) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < p->n && str_eq(p->by_ticker[lo]->current, s->symbol); lo++) {
		const struct derived_holding *h = p->by_ticker[lo];

		if (p->taken[place_of(p, h)] || h->head->type == ASSET_INDEX ||
		    (s->typed && paper_group_of(h->current_type) != paper_group_of(s->type)))
			continue;
		if (!found || (qty_is_zero(found->brl.qty) && !qty_is_zero(h->brl.qty)))
			found = h;
	}
	return found;
}

static struct reconcile_item *add_item(struct pairing *p, const struct derived_holding *h,
				       const struct sheet_position *s)
{
	struct reconciliation *out = p->out;
	struct reconcile_item *i = &out->items[out->n++];
	bool held = h && h->brl.qty.e8 > 0;

	*i = (struct reconcile_item){
		.position = s,
		.holding = h,
	};
	if (h) {
		i->symbol = h->head->symbol;
		i->type = h->head->type;
	} else if (s) {
		i->symbol = s->symbol;
		i->type = s->type;
	}
	if (s)
		i->sheet = s->qty;
	if (h)
		i->ledger = h->brl.qty;
	if (!s)
		i->status = RECONCILE_ONLY_IN_LEDGER;
	else if (!held)
		i->status = RECONCILE_ONLY_IN_SHEET;
	else if (i->sheet.e8 != i->ledger.e8)
		i->status = RECONCILE_QUANTITY_DIFFERS;
	out->count[i->status]++;
	return i;
}

static void pair_positions(struct pairing *p)
{
	const struct position_sheet *sheet = p->in->sheet;

	for (size_t k = 0; k < sheet->n; k++) {
		const struct sheet_position *s = &sheet->items[k];
		const struct derived_holding *h = holding_of(p, s);

		if (h)
			p->taken[place_of(p, h)] = true;
		if (s->faulty)
			continue;
		if (s->transient && (!h || qty_is_zero(h->brl.qty))) {
			p->out->transient[p->out->n_transient++] = s;
			continue;
		}
		(void)add_item(p, h, s); /* judged once all are added */
	}
}

static void pair_holdings(struct pairing *p)
{
	const struct derived *d = p->in->derived;

	for (size_t k = 0; k < d->n; k++) {
		const struct derived_holding *h = &d->holdings[k];

		if (p->taken[k] || h->brl.qty.e8 <= 0)
			continue;
		if (p->in->sheet->groups & 1u << paper_group_of(h->current_type))
			(void)add_item(p, h, NULL);
		else
			p->out->not_compared[p->out->n_not_compared++] = h;
	}
}

static int item_order(const void *x, const void *y)
{
	const struct reconcile_item *a = x, *b = y;
	int c = strcmp(a->symbol, b->symbol);

	return c ? c : (int)a->type - (int)b->type;
}

/* ---- the last agreement ---- */

/* The last day that ended with the sheet's quantity: the day before the step that changed it. */
static void find_agreement(struct reconcile_item *i, struct day day)
{
	const struct derived_holding *h = i->holding;

	if (!h)
		return;
	for (size_t k = h->n_steps; k-- > 0;) {
		if (day_before(day, h->steps[k].day) || h->steps[k].qty.e8 != i->sheet.e8)
			continue;
		i->agreed = true;
		i->agreed_on = k + 1 < h->n_steps ? day_plus(h->steps[k + 1].day, -1) : day;
		return;
	}
	if (i->sheet.e8 == 0 && h->n_steps) { /* not held, before the first */
		i->agreed = true;
		i->agreed_on = day_plus(h->steps[0].day, -1);
	}
}

static int row_order(const void *x, const void *y)
{
	const struct reconcile_row *a = x, *b = y;
	int c = wide_order(a->row->day.n, b->row->day.n);

	return c ? c : memcmp(a->row->id.b, b->row->id.b, sizeof(a->row->id.b));
}

static size_t take_rows(struct reconcile_row *all, size_t n, const struct ledger_asset *a,
			struct day day)
{
	for (size_t k = 0; k < a->n_rows && !day_before(day, a->rows[k].day); k++)
		all[n++] = (struct reconcile_row){ a, &a->rows[k] };
	return n;
}

/* A few rows up to the last day of agreement, and all later ones; without one, the newest. */
static void find_rows(void *pool, struct reconcile_item *i, struct day day)
{
	const struct derived_holding *h = i->holding;
	struct reconcile_row *all;
	size_t most, n = 0, from, after = 0;

	if (!h)
		return;
	most = h->head->n_rows;
	for (size_t m = 0; m < h->n_merged; m++)
		most += h->merged[m]->n_rows;
	all = pool_array(pool, struct reconcile_row, most);
	n = take_rows(all, n, h->head, day);
	for (size_t m = 0; m < h->n_merged; m++)
		n = take_rows(all, n, h->merged[m], day);
	order_sort(all, n, sizeof(*all), row_order);
	while (i->agreed && after < n && !day_before(i->agreed_on, all[after].row->day))
		after++;
	if (!i->agreed)
		from = n > RECONCILE_ROWS_MAX ? n - RECONCILE_ROWS_MAX : 0;
	else
		from = after > ROWS_BEFORE ? after - ROWS_BEFORE : 0;
	for (size_t k = from; k < n && i->n_rows < RECONCILE_ROWS_MAX; k++)
		i->rows[i->n_rows++] = all[k];
	i->rows_total = n;
	pool_free(all);
}

/* ---- remedies ---- */

static struct mend *add_remedy(struct reconcile_item *i, enum mend_kind kind)
{
	struct mend *m = &i->mends[i->n_mends++];

	m->kind = kind;
	return m;
}

static struct mend_row *add_row(struct mend *m, const char *symbol, enum asset_type type,
				enum row_kind kind)
{
	struct mend_row *r = &m->rows[m->n_rows++];

	*r = (struct mend_row){ .symbol = symbol, .type = type, .row = { .kind = kind } };
	return r;
}

/* n/1 or 1/n, for papers that can be split. */
static bool split_ratio(const struct reconcile_item *i, struct ratio *out)
{
	int64_t large = i->sheet.e8, small = i->ledger.e8;
	bool grouping = large < small;

	if (grouping) {
		large = i->ledger.e8;
		small = i->sheet.e8;
	}
	if (paper_group_of(i->type) != GROUP_EXCHANGE || small <= 0 || large % small ||
	    large / small > SPLIT_MAX)
		return false;
	*out = grouping ? (struct ratio){ 1, large / small } : (struct ratio){ large / small, 1 };
	return true;
}

/* The ex day of a known event with that ratio after the last agreement: the ledger declines it. */
static bool split_day(const struct pairing *p, const struct reconcile_item *i, struct ratio ratio,
		      struct day *out)
{
	const struct market_symbol *m =
		p->in->market ? market_find(p->in->market, i->symbol, i->type) : NULL;

	for (size_t k = m ? m->n_events : 0; k-- > 0;) {
		const struct reference_event *e = &m->events[k];

		if (e->kind == EVENT_SPLIT && e->ratio.n * ratio.d == ratio.n * e->ratio.d &&
		    !day_before(p->in->day, e->ex_day) &&
		    (!i->agreed || day_before(i->agreed_on, e->ex_day))) {
			*out = e->ex_day;
			return true;
		}
	}
	return false;
}

static void propose_split(struct pairing *p, struct reconcile_item *i)
{
	struct mend_row *r;
	struct ratio ratio;
	struct mend *m;
	struct day day;
	bool known;

	if (!split_ratio(i, &ratio))
		return;
	m = add_remedy(i, MEND_SPLIT);
	r = add_row(m, i->symbol, i->type, ROW_SPLIT);
	r->row.ratio_e12 = (int64_t)dec_mul_div_half_away(ratio.n, E12, ratio.d, &p->range);
	r->row.event = EVENT_SPLIT;
	known = split_day(p, i, ratio, &day);
	if (known)
		r->row.day = day;
	r->day_open = !known;
	m->text = pool_printf(
		p->pool, "Se houve %s de %lld para %lld que não está nos lançamentos, lance-o%s.",
		ratio.n > ratio.d ? "desdobramento" : "grupamento", (long long)ratio.d,
		(long long)ratio.n,
		known ? pool_printf(p->pool, " em %s", date_text(p->pool, day))
		      : " no dia em que passou a valer");
}

static void propose_adjust(struct pairing *p, struct reconcile_item *i)
{
	struct qty gap = qty_sub(i->sheet, i->ledger, &p->range);
	struct mend *m = add_remedy(i, MEND_ADJUST);
	struct mend_row *r = add_row(m, i->symbol, i->type, ROW_ADJUST);
	const char *qty = quantity_text(p->pool, (struct qty){ gap.e8 < 0 ? -gap.e8 : gap.e8 });

	r->row.qty = gap;
	r->row.day = p->in->day;
	r->price_open = gap.e8 > 0;
	m->text =
		gap.e8 > 0
			? pool_printf(p->pool,
				      "Se falta uma entrada de %s %s, lance-a com o preço que foi "
				      "pago; sem preço, o ajuste entra a custo zero.",
				      qty, i->symbol)
			: pool_printf(p->pool,
				      "Se falta uma saída de %s %s, o ajuste a retira com o custo "
				      "proporcional e sem resultado; se foi venda, lance a venda.",
				      qty, i->symbol);
}

/* Traded but not settled: the sheet of two business days later will agree. */
static bool unsettled(const struct reconcile_item *i, struct day day)
{
	return i->agreed &&
	       business_days(day_plus(i->agreed_on, 1), day_plus(day, 1)) <= SETTLEMENT_DAYS;
}

static void propose_wait(struct pairing *p, struct reconcile_item *i)
{
	add_remedy(i, MEND_WAIT)->text = pool_printf(
		p->pool,
		"A diferença começa nos lançamentos depois de %s: a B3 mostra a posição já liquidada, "
		"dois dias úteis depois do negócio. Confira de novo com a posição seguinte.",
		date_text(p->pool, i->agreed_on));
}

/* The cost moves too: per unit, or unknown. */
static void propose_rename(struct pairing *p, struct reconcile_item *from,
			   struct reconcile_item *to, struct reconcile_item *at)
{
	const struct position *held = &from->holding->brl;
	struct mend *m = add_remedy(at, MEND_RENAME);
	struct mend_row *out = add_row(m, from->symbol, from->type, ROW_ADJUST);
	struct mend_row *in =
		add_row(m, to->symbol, to->type, held->cost_known ? ROW_ADJUST : ROW_BUY);

	out->row.event = EVENT_INCORPORATION;
	out->row.qty.e8 = -from->ledger.e8;
	in->row.qty = to->sheet;
	in->row.price_known = held->cost_known;
	if (held->cost_known)
		in->row.price = money_per_unit(held->cost, to->sheet, &p->range);
	out->day_open = in->day_open = true;
	m->text = pool_printf(
		p->pool,
		"Se %s passou a ser %s, lance a troca no dia em que ela se deu: o custo "
		"vai junto.",
		from->symbol, to->symbol);
}

static bool same_root(const struct reconcile_item *a, const struct reconcile_item *b)
{
	return paper_group_of(a->type) != GROUP_EXCHANGE || strncmp(a->symbol, b->symbol, 4) == 0;
}

/* The only paper of the other side with the same quantity and group, and, @root, the same root. */
static struct reconcile_item *counterpart(struct reconciliation *all,
					  const struct reconcile_item *i, bool root)
{
	bool sheet = i->status == RECONCILE_ONLY_IN_SHEET;
	struct reconcile_item *found = NULL;

	for (size_t k = 0; k < all->n; k++) {
		struct reconcile_item *o = &all->items[k];

		if (o->status != (sheet ? RECONCILE_ONLY_IN_LEDGER : RECONCILE_ONLY_IN_SHEET) ||
		    paper_group_of(o->type) != paper_group_of(i->type) ||
		    (sheet ? o->ledger.e8 != i->sheet.e8 : o->sheet.e8 != i->ledger.e8) ||
		    (root && !same_root(i, o)))
			continue;
		if (found)
			return NULL;
		found = o;
	}
	return found;
}

/* Mutual only; otherwise the equal quantities are a coincidence. */
static void find_rename(struct pairing *p, struct reconcile_item *i, bool root)
{
	struct reconcile_item *o = counterpart(p->out, i, root);

	if (!o || counterpart(p->out, o, root) != i || (!root && counterpart(p->out, i, true)))
		return;
	if (i->status == RECONCILE_ONLY_IN_SHEET)
		propose_rename(p, o, i, i);
	else
		propose_rename(p, i, o, i);
}

static void judge(struct pairing *p, struct reconcile_item *i)
{
	bool alone = i->status == RECONCILE_ONLY_IN_SHEET || i->status == RECONCILE_ONLY_IN_LEDGER;

	if (i->status == RECONCILE_OK)
		return;
	find_agreement(i, p->in->day);
	find_rows(p->pool, i, p->in->day);
	if (unsettled(i, p->in->day)) {
		propose_wait(p, i);
		return;
	}
	if (i->status == RECONCILE_QUANTITY_DIFFERS)
		propose_split(p, i);
	if (alone)
		find_rename(p, i, true);
	propose_adjust(p, i);
	if (alone)
		find_rename(p, i, false);
}

/* ---- the whole ---- */

enum calc_err reconcile(void *pool, const struct reconcile_input *in, struct reconciliation *out)
{
	const struct derived *d = in->derived;
	struct reconciliation r = { 0 };
	struct pairing p = { .pool = pool, .in = in, .out = &r, .n = d->n };

	p.by_ticker = pool_array(pool, const struct derived_holding *, d->n);
	p.taken = pool_array(pool, bool, d->n);
	for (size_t k = 0; k < d->n; k++)
		p.by_ticker[k] = &d->holdings[k];
	order_sort(p.by_ticker, d->n, sizeof(const struct derived_holding *), holding_order);
	r.items = pool_array(pool, struct reconcile_item, d->n + in->sheet->n);
	r.not_compared = pool_array(pool, const struct derived_holding *, d->n);
	r.transient = pool_array(pool, const struct sheet_position *, in->sheet->n);
	pair_positions(&p);
	pair_holdings(&p);
	order_sort(r.items, r.n, sizeof(*r.items), item_order);
	for (size_t k = 0; k < r.n; k++)
		judge(&p, &r.items[k]);
	if (p.range)
		return CALC_RANGE;
	*out = r;
	return CALC_OK;
}
