/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rights.c: movements that depend on other rows of the same file.
 *
 * A subscription is a chain: right, request, exercise, receipt, and weeks later an Atualização that
 * credits the paper itself.  Rights and receipts cannot be summed, so they are
 * remembered, and the Atualização of the same root and quantity within 180 days is the purchase.  The
 * cost of a right is a fee of the subscription that it ends in, never its price. Also here: reversals,
 * coupon pairs, and the fixed-income row that repeats a settlement.
 */
#include "config.h"

#include "calc/import/import_row.h"
#include "core/pool.h"

#define RIGHT_DAYS 180
#define REPEAT_DAYS 7
#define REVERSAL_DAYS 60

/* Rows examined around one: bounds the work for a hostile file; no real statement has such days. */
#define SCAN_MAX 2000

const char balance_restated[] = "atualização do saldo, sem efeito";

enum trace { TRACE_EXERCISED, TRACE_RECEIPT_CREDIT, TRACE_RECEIPT_DEBIT, TRACE_UPDATE };
#define TRACES (TRACE_UPDATE + 1)

/* A right that left or a receipt that arrived, until its paper arrives. */
struct remembered {
	const char *symbol;
	struct qty qty;
	struct day day;
	enum trace trace;
	bool price_known;
	struct price price;
	bool bought; /* its purchase is already in the ledger */
	bool used;
};

/* A purchased right: its cost, until it ends in a subscription. */
struct bought_right {
	size_t line;
	struct day day;
	struct money amount;
	bool used;
};

struct memory {
	struct remembered *items;
	size_t n;
	struct bought_right *rights;
	size_t n_rights;
};

static void remember(struct import_work *w, struct memory *m, size_t i, enum trace trace,
		     bool bought)
{
	const struct import_line *l = &w->lines[i];

	m->items[m->n++] = (struct remembered){
		.symbol = w->entries[i].symbol,
		.qty = l->qty,
		.day = w->entries[i].day,
		.trace = trace,
		.price_known = l->price_known && l->price.e12 > 0,
		.price = l->price,
		.bought = bought,
	};
}

/* A right of shares does not become a unit or a fund quota: that code is a warrant in transit. */
static bool can_become(const struct remembered *r, const char *symbol)
{
	int from = ticker_ending(r->symbol);

	if (strncmp(r->symbol, symbol, 4) != 0)
		return false;
	return ticker_ending(symbol) != 11 || from >= 11 || from < 0;
}

/* Consumes the oldest match of each kind; false when nothing is remembered. */
static bool recall(struct memory *m, const char *symbol, struct qty qty, struct day day,
		   struct remembered *out)
{
	bool found = false;

	*out = (struct remembered){ 0 };
	for (int t = 0; t < TRACES; t++) {
		for (size_t k = m->n > SCAN_MAX ? m->n - SCAN_MAX : 0; k < m->n; k++) {
			struct remembered *r = &m->items[k];

			if (r->used || (int)r->trace != t || r->qty.e8 != qty.e8 ||
			    !can_become(r, symbol) || day.n - r->day.n > RIGHT_DAYS)
				continue;
			r->used = found = true;
			out->bought |= r->bought;
			if (r->price_known && !out->price_known) {
				out->price_known = true;
				out->price = r->price;
			}
			break;
		}
	}
	return found;
}

/* The purchased rights of the paper's root become fees of the line's purchase. */
static void add_rights(struct import_work *w, struct memory *m, size_t i)
{
	struct import_entry *e = &w->entries[i];

	for (size_t k = m->n_rights > SCAN_MAX ? m->n_rights - SCAN_MAX : 0; k < m->n_rights; k++) {
		struct bought_right *r = &m->rights[k];

		if (r->used || strncmp(w->entries[r->line].symbol, e->symbol, 4) != 0 ||
		    e->day.n - r->day.n > RIGHT_DAYS)
			continue;
		r->used = true;
		e->trade.fees = money_add(e->trade.fees, r->amount, &w->range);
	}
}

/* A right or receipt that is settled: purchased, or in transit. */
static void right_settled(struct import_work *w, struct memory *m, size_t i)
{
	struct import_line *l = &w->lines[i];

	if (l->price_known && l->price.e12 > 0) {
		import_ignore(&w->entries[i], "direito comprado: entra nas taxas da subscrição");
		m->rights[m->n_rights++] =
			(struct bought_right){ i, w->entries[i].day, l->amount, false };
		return;
	}
	import_ignore(&w->entries[i], "direito ou recibo, convertido depois");
	remember(w, m, i, TRACE_RECEIPT_CREDIT, false);
}

/* A sold right has a cost: its purchase is one of the ledger. */
static void right_sold(struct import_work *w, struct memory *m, size_t i)
{
	for (size_t k = m->n_rights > SCAN_MAX ? m->n_rights - SCAN_MAX : 0; k < m->n_rights; k++) {
		struct bought_right *r = &m->rights[k];

		if (r->used || !str_eq(w->entries[r->line].symbol, w->entries[i].symbol))
			continue;
		r->used = true;
		w->entries[r->line].reason = NULL;
		import_trade(w, r->line, ROW_BUY, EVENT_NONE);
		w->entries[r->line].settlement = true;
	}
}

/*
 * Purchased, and neither exercised nor sold within 180 days: the cost is lost, on its date.  Written as
 * a sale for nothing whose fees are the cost.
 */
static void right_lost(struct import_work *w, const struct bought_right *r)
{
	struct import_entry *e = &w->entries[r->line];

	e->reason = NULL;
	import_trade(w, r->line, ROW_SELL, EVENT_SUBSCRIPTION);
	e->trade.price_known = true;
	e->trade.price.e12 = 0;
	e->trade.fees = r->amount;
	import_warn(w, r->line,
		    "Direito %s comprado em %s e nunca exercido: o que foi pago entrou como perda.",
		    e->symbol, date_text(w->pool, r->day));
}

static void settle_unused_rights(struct import_work *w, const struct memory *m)
{
	for (size_t k = 0; k < m->n_rights; k++) {
		const struct bought_right *r = &m->rights[k];

		if (r->used)
			continue;
		if (w->ctx->today.n - r->day.n > RIGHT_DAYS)
			right_lost(w, r);
		else
			import_warn(
				w, r->line,
				"Direito %s comprado em %s sem subscrição no arquivo: o que foi pago "
				"não entrou em custo nenhum.",
				w->entries[r->line].symbol, date_text(w->pool, r->day));
	}
}

static void exercised(struct import_work *w, struct memory *m, size_t i)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];

	if (l->credit && l->price_known && l->price.e12 > 0 && l->qty.e8) {
		remember(w, m, i, TRACE_EXERCISED, true);
		e->symbol = import_keep(w, ticker_underlying(w->pool, e->symbol));
		import_take_type(w, i);
		import_trade(w, i, ROW_BUY, EVENT_SUBSCRIPTION);
		add_rights(w, m, i);
		return;
	}
	import_ignore(e, "direito exercido, convertido depois");
	if (l->qty.e8)
		remember(w, m, i, TRACE_EXERCISED, false);
}

static void receipt(struct import_work *w, struct memory *m, size_t i)
{
	import_ignore(&w->entries[i], "recibo, convertido depois");
	if (w->lines[i].qty.e8)
		remember(w, m, i, w->lines[i].credit ? TRACE_RECEIPT_CREDIT : TRACE_RECEIPT_DEBIT,
			 false);
}

/* The current ticker of a rename arrives; the succession moves the position. */
static bool is_successor(const struct import_work *w, const char *symbol)
{
	const struct market *m = w->ctx->market;

	for (size_t k = 0; m && k < m->n_successions; k++) {
		if (str_eq(m->successions[k].to, symbol))
			return true;
	}
	return false;
}

/* The purchase that this row was, when an earlier file had it together with its right. */
static const struct ledger_fact *bought_before(const struct import_work *w, size_t i)
{
	const struct import_entry *e = &w->entries[i];

	for (size_t k = fact_first(w->ctx, e->symbol, e->day); k < w->ctx->n_facts; k++) {
		const struct ledger_fact *f = &w->ctx->facts[k];

		if (!day_same(f->day, e->day) || !str_eq(f->symbol, e->symbol))
			break;
		if (f->event == EVENT_SUBSCRIPTION && f->kind == ROW_BUY && f->type == e->type &&
		    f->qty.e8 == w->lines[i].qty.e8)
			return f;
	}
	return NULL;
}

static void update(struct import_work *w, struct memory *m, size_t i)
{
	struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];
	const struct ledger_fact *before;
	struct remembered r;

	if (l->credit && l->qty.e8 &&
	    (ticker_is_receipt(e->symbol) || ticker_is_right(e->symbol))) {
		import_ignore(e, "recibo, convertido depois");
		remember(w, m, i, TRACE_UPDATE, false);
		return;
	}
	if (l->credit && l->qty.e8 && recall(m, e->symbol, l->qty, e->day, &r) && !r.bought) {
		import_trade(w, i, ROW_BUY, EVENT_SUBSCRIPTION);
		e->trade.price_known = r.price_known;
		e->trade.price = r.price;
		add_rights(w, m, i);
		if (!r.price_known)
			import_warn(w, i,
				    "Subscrição de %s em %s sem preço: informe o que foi pago.",
				    e->symbol, date_text(w->pool, e->day));
		return;
	}
	before = l->credit ? bought_before(w, i) : NULL;
	if (before) { /* a duplicate, then */
		import_trade(w, i, ROW_BUY, EVENT_SUBSCRIPTION);
		e->trade.price_known = before->price_known;
		e->trade.price = before->price;
	} else if (is_successor(w, e->symbol)) {
		import_ignore(e, "troca de código: a sucessão move a posição");
	} else {
		import_ignore(e, balance_restated);
	}
}

static bool same_paper(const struct import_entry *a, const struct import_entry *b)
{
	return a->symbol && b->symbol && str_eq(a->symbol, b->symbol);
}

/* The newest earlier row that a reversal undoes: same paper, same amount, or same quantity. */
static void reversal(struct import_work *w, size_t at)
{
	size_t i = w->order[at];
	struct import_entry *e = &w->entries[i];
	const struct import_line *l = &w->lines[i];

	import_ignore(e, "estorno de lançamento anterior");
	for (size_t k = at; k-- > 0 && at - k <= SCAN_MAX;) {
		struct import_entry *before = &w->entries[w->order[k]];
		const struct import_line *b = &w->lines[w->order[k]];

		if (e->trade.day.n - before->trade.day.n > REVERSAL_DAYS)
			break;
		if (before->effect == ENTRY_NONE || !same_paper(before, e) ||
		    (l->amount_known ? !b->amount_known || b->amount.e8 != l->amount.e8
				     : b->qty.e8 != l->qty.e8))
			continue;
		import_ignore(before,
			      pool_printf(w->keep, "estornado em %s", date_text(w->pool, e->day)));
		before->warning = NULL;
		return;
	}
	import_warn(w, i,
		    "Estorno de %s em %s sem o lançamento original no arquivo: confira a carteira.",
		    e->symbol, date_text(w->pool, e->day));
}

/* The rows at most @days from the one at @at: [*from, *to) of the order. */
static void around(const struct import_work *w, size_t at, int days, size_t *from, size_t *to)
{
	int32_t day = w->entries[w->order[at]].trade.day.n;

	for (*from = at; *from > 0 && at - *from < SCAN_MAX; (*from)--) {
		if (day - w->entries[w->order[*from - 1]].trade.day.n > days)
			break;
	}
	for (*to = at + 1; *to < w->n && *to - at < SCAN_MAX; (*to)++) {
		if (w->entries[w->order[*to]].trade.day.n - day > days)
			break;
	}
}

/* A debit and a credit of one maturity: the debit is the redemption, the credit its payment. */
static void maturity_pair(struct import_work *w, size_t at)
{
	size_t i = w->order[at], from, to;
	const struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];

	if (!l->credit || e->effect == ENTRY_NONE || e->type == ASSET_OPTION)
		return;
	around(w, at, 0, &from, &to);
	for (size_t k = from; k < to; k++) {
		const struct import_line *o = &w->lines[w->order[k]];
		const struct import_entry *other = &w->entries[w->order[k]];

		if (o->movement.kind == l->movement.kind && !o->credit && o->qty.e8 == l->qty.e8 &&
		    other->effect == ENTRY_TRADE && same_paper(other, e)) {
			import_ignore(e, "contrapartida do débito, sem efeito");
			return;
		}
	}
}

/* COMPRA / VENDA repeats a settlement of the same asset, side and quantity within seven days. */
static void repeated(struct import_work *w, size_t at)
{
	size_t i = w->order[at], from, to;
	const struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];

	if (e->effect == ENTRY_NONE)
		return;
	around(w, at, REPEAT_DAYS, &from, &to);
	for (size_t k = from; k < to; k++) {
		struct import_line *o = &w->lines[w->order[k]];
		const struct import_entry *other = &w->entries[w->order[k]];

		if (o->movement.kind == MOVE_SETTLEMENT && other->effect == ENTRY_TRADE &&
		    !o->same_event && o->credit == l->credit && o->qty.e8 == l->qty.e8 &&
		    same_paper(other, e)) {
			o->same_event = true; /* it repeats only one row */
			import_ignore(e, "repetição da liquidação");
			e->warning = NULL;
			return;
		}
	}
}

/* Two rows of one split (two brokers): the first gets their sum. */
static void one_event(struct import_work *w, size_t at)
{
	size_t i = w->order[at];
	struct import_entry *e = &w->entries[i];
	bool range = false;

	if (e->effect != ENTRY_TRADE || e->trade.kind != ROW_SPLIT)
		return;
	for (size_t k = at; k-- > 0 && at - k <= SCAN_MAX;) {
		size_t o = w->order[k];
		struct import_entry *before = &w->entries[o];

		if (day_before(before->trade.day, e->trade.day))
			break;
		if (before->effect != ENTRY_TRADE || before->trade.kind != ROW_SPLIT ||
		    !same_paper(before, e) || w->lines[o].credit != w->lines[i].credit ||
		    w->lines[o].movement.kind != w->lines[i].movement.kind)
			continue;
		before->trade.qty = qty_add(before->trade.qty, e->trade.qty, &range);
		w->lines[o].qty = before->trade.qty;
		w->range |= range;
		import_ignore(e, "somado ao mesmo evento do dia");
		return;
	}
}

void movements_relate(struct import_work *w)
{
	struct memory m = { pool_array(w->pool, struct remembered, w->n), 0,
			    pool_array(w->pool, struct bought_right, w->n), 0 };

	for (size_t at = 0; at < w->n; at++) {
		size_t i = w->order[at];
		enum movement_kind kind = w->lines[i].movement.kind;

		if (w->entries[i].status == IMPORT_ERROR || w->entries[i].reason)
			continue;
		if (kind == MOVE_EXERCISED)
			exercised(w, &m, i);
		else if (kind == MOVE_RECEIPT)
			receipt(w, &m, i);
		else if (kind == MOVE_UPDATE)
			update(w, &m, i);
		else if (kind == MOVE_SETTLEMENT && w->entries[i].status == IMPORT_IGNORED)
			right_settled(w, &m, i);
		else if (kind == MOVE_SETTLEMENT && w->entries[i].effect == ENTRY_TRADE &&
			 w->entries[i].trade.event == EVENT_SUBSCRIPTION)
			right_sold(w, &m, i);
		else if (kind == MOVE_REVERSAL)
			reversal(w, at);
		else if (kind == MOVE_MATURITY || kind == MOVE_SELL)
			maturity_pair(w, at);
		else if (kind == MOVE_BY_SIDE)
			repeated(w, at);
		else
			one_event(w, at);
	}
	settle_unused_rights(w, &m);
}
