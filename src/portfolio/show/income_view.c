/* SPDX-License-Identifier: Apache-2.0 */
/*
 * income_view.c: the payments of one portfolio or of all, and pages of them.
 *
 * They are derived from the ledgers, since the stored figures do not name the row of a payment.
 */
#include "config.h"

#include "portfolio/show/income_view.h"

#include "core/order.h"
#include "db/db.h"
#include "http/request.h"
#include "identity/caller.h"
#include "portfolio/store/consolidation.h"
#include "portfolio/store/income_facts.h"
#include "portfolio/store/paper_kind.h"

/* What the rows of a page say beyond their amounts. */
static DB_STMT(rows_said, "income_view.rows",
	       "select id, source, note, " INCOME_FACTS(
		       "") "  from income"
			   " where workspace_id = $1 and portfolio_id = any($2::uuid[])"
			   "   and id = any($3::uuid[])"
			   " order by id");
enum { S_ID, S_SOURCE, S_NOTE, S_FACTS };

const char *const income_source_names[] = { "calendar", "imported", "typed", NULL };

/* ---- the payments ---- */

/* A payment of the calendar has no id: that of its asset, changed, and its place in the holding. */
static struct uuid key_of(const struct income_entry *e, struct uuid asset, size_t i)
{
	if (e->origin.row)
		return e->origin.row->id;
	asset.b[0] ^= 0xff;
	for (int k = 0; k < 4; k++)
		asset.b[15 - k] ^= (uint8_t)(i >> (8 * k));
	return asset;
}

static struct income_payment payment_of(const struct valued *v, const struct derived_holding *h,
					size_t i)
{
	const struct income_entry *e = &h->entries[i];

	return (struct income_payment){
		.portfolio = v,
		.asset = h->head,
		.name = income_name(v, h),
		.kind = e->kind,
		.key = key_of(e, h->head->id, i),
		.dated = true,
		.day = e->pay_day,
		.counts = true,
		.gross_known = e->gross_known,
		.gross = e->gross,
		.tax = e->tax,
		.net = e->native_net,
		.brl_known = e->net_known,
		.brl = e->net,
		.distribution = e->origin.distribution,
		.right = e->origin.right,
		.held = e->origin.entitled,
		.source = e->from_calendar ? INCOME_CALENDAR : INCOME_TYPED,
	};
}

/* Rows that return capital are no entries. */
static void add_returns(const struct valued *v, const struct derived_holding *h,
			const struct ledger_asset *a, struct day until, struct income_payments *out)
{
	for (size_t i = 0; a && i < a->n_income; i++) {
		const struct income_row *r = &a->income[i];

		if (!income_lowers_cost(r->kind) || day_before(until, r->pay_day))
			continue;
		out->items[out->n++] =
			(struct income_payment){ .portfolio = v,
						 .asset = h->head,
						 .name = income_name(v, h),
						 .kind = r->kind,
						 .key = r->id,
						 .dated = true,
						 .day = r->pay_day,
						 .net = money_round_cents(r->amount),
						 .brl_known = h->head->currency == CURRENCY_BRL,
						 .brl = money_round_cents(r->amount),
						 .source = INCOME_TYPED };
	}
}

static int by_day(const void *a, const void *b)
{
	const struct income_payment *x = a, *y = b;
	int c = wide_order(x->day.n, y->day.n);

	return c ? c : memcmp(x->key.b, y->key.b, sizeof(x->key.b));
}

static void collect(struct ctx *ctx, struct income_view *v)
{
	size_t room = 0;

	for (size_t i = 0; i < v->n; i++) {
		const struct loaded *in = &v->list[i].in;

		for (size_t k = 0; k < in->derived.n; k++)
			room += in->derived.holdings[k].n_entries;
		for (size_t k = 0; k < in->ledger.n_assets; k++)
			room += in->ledger.assets[k].n_income;
	}
	v->received.items = pool_array(ctx->pool, struct income_payment, room);
	for (size_t i = 0; i < v->n; i++)
		for (size_t k = 0; k < v->list[i].in.derived.n; k++) {
			const struct derived_holding *h = &v->list[i].in.derived.holdings[k];

			for (size_t e = 0; e < h->n_entries; e++)
				v->received.items[v->received.n++] = payment_of(&v->list[i], h, e);
			add_returns(&v->list[i], h, h->head, ctx->today, &v->received);
			for (size_t m = 0; m < h->n_merged; m++)
				add_returns(&v->list[i], h, h->merged[m], ctx->today, &v->received);
		}
	order_sort(v->received.items, v->received.n, sizeof(*v->received.items), by_day);
}

/* ---- what is in no sum ---- */

static size_t entered_of(const struct derived_holding *h)
{
	size_t n = h->head->n_income;

	for (size_t i = 0; i < h->n_merged; i++)
		n += h->merged[i] ? h->merged[i]->n_income : 0;
	return n;
}

static void find_left_out(struct ctx *ctx, struct income_view *v)
{
	size_t room = 0;

	for (size_t i = 0; i < v->n; i++)
		room += v->list[i].in.derived.n;
	v->left_out = pool_array(ctx->pool, struct income_left_out, room);
	for (size_t i = 0; i < v->n; i++)
		for (size_t k = 0; k < v->list[i].in.derived.n; k++) {
			const struct derived_holding *h = &v->list[i].in.derived.holdings[k];
			const char *reason = NULL;

			if (h->brl.has_rows)
				reason = paper_interest_unknown(
					ctx->pool, h->head,
					market_of(v->list[i].in.market, h->current, h->current_type,
						  h->n_tickers > 1),
					ctx->today);
			if (reason)
				v->left_out[v->n_left_out++] =
					(struct income_left_out){ &v->list[i],
								  h->head,
								  income_name(&v->list[i], h),
								  !qty_is_zero(h->brl.qty),
								  entered_of(h),
								  reason };
		}
}

static void fill(struct ctx *ctx, struct income_view *v)
{
	collect(ctx, v);
	income_add_up(ctx, v);
	income_announce(ctx, v);
	find_left_out(ctx, v);
}

void income_view_one(struct ctx *ctx, struct income_view *out)
{
	const struct load_want want = { .as_of = ctx->today, .whole = true };

	*out = (struct income_view){ .list = pool_zero(ctx->pool, struct valued), .n = 1 };
	load_portfolio(ctx, &want, &out->list->in);
	load_compute(ctx, &out->list->in, ctx->today, &out->list->portfolio);
	fill(ctx, out);
}

void income_view_all(struct ctx *ctx, struct income_view *out)
{
	const struct consolidation_want want = { .as_of = ctx->today, .whole = true };
	struct consolidation t;

	consolidation_load(ctx, &want, &t);
	*out = (struct income_view){ .list = t.list, .n = t.n };
	fill(ctx, out);
}

/* ---- a page of them ---- */

static const char *const orders[] = { "asc", "desc", NULL };

struct income_filter income_filter_take(struct ctx *ctx, bool newest, struct page *page)
{
	const char *symbol = query_text(ctx, "symbol");
	struct income_filter f = { .by_symbol = symbol != NULL,
				   .kind = query_choice(ctx, "kind", income_kind_names),
				   .type = query_choice(ctx, "asset_type", asset_type_names) };
	int order = query_choice(ctx, "order", orders);

	if (symbol)
		f.symbol = symbol_names_of(ctx->pool, symbol);
	f.newest = order < 0 ? newest : order == 1;
	*page = page_take(ctx, 2, true);
	f.limit = (size_t)page->limit;
	page_days(ctx, &f.from, &f.to);
	f.follows = page->follows;
	if (f.follows) {
		f.after = page_day(ctx, page->key[0]);
		f.after_key = page_uuid(ctx, page->key[1]);
	}
	return f;
}

static bool is_let_through(const struct income_filter *f, const struct income_payment *p)
{
	return !day_before(p->day, f->from) && !day_before(f->to, p->day) &&
	       (f->kind < 0 || (enum income_kind)f->kind == p->kind) &&
	       (f->type < 0 || (enum asset_type)f->type == p->asset->type) &&
	       (!f->by_symbol || symbol_is_named(&f->symbol, p->asset->symbol));
}

static bool is_behind(const struct income_filter *f, const struct income_payment *p)
{
	const struct income_payment last = { .day = f->after, .key = f->after_key };
	int order = by_day(p, &last);

	return !f->follows || (f->newest ? order < 0 : order > 0);
}

static void say_rows(struct ctx *ctx, const struct income_view *v, struct income_page *page)
{
	struct uuid *portfolios = pool_array(ctx->pool, struct uuid, v->n);
	struct uuid *ids = pool_array(ctx->pool, struct uuid, page->n);
	const struct db_rows *r;
	size_t n = 0;

	for (size_t i = 0; i < v->n; i++)
		portfolios[i] = v->list[i].in.id;
	for (size_t i = 0; i < page->n; i++)
		if (page->rows[i].source != INCOME_CALENDAR)
			ids[n++] = page->rows[i].key;
	if (!n)
		return;
	r = db_query(ctx, &rows_said,
		     DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuids(portfolios, v->n),
			     db_uuids(ids, n)));
	for (size_t i = 0; i < page->n; i++) {
		struct income_payment *p = &page->rows[i];
		size_t at = p->source == INCOME_CALENDAR ? SIZE_MAX : db_find_uuid(r, S_ID, p->key);
		struct income_facts facts;

		if (at == SIZE_MAX)
			continue;
		if (!db_is_null(r, at, S_SOURCE))
			p->source = INCOME_IMPORTED;
		p->note = db_get_text(r, at, S_NOTE);
		facts = income_facts_of(r, at, S_FACTS);
		p->gross_known = facts.gross_known;
		p->gross = facts.gross;
		p->tax.e8 = facts.gross.e8 - p->net.e8;
	}
}

struct income_page income_select(struct ctx *ctx, const struct income_view *v,
				 const struct income_filter *f)
{
	struct income_page out = { .rows = pool_array(ctx->pool, struct income_payment,
						      v->received.n) };

	for (size_t i = 0; i < v->received.n; i++) {
		const struct income_payment *p =
			&v->received.items[f->newest ? v->received.n - 1 - i : i];

		if (!is_let_through(f, p))
			continue;
		out.total++;
		if (p->counts && p->brl_known)
			out.sum.e8 += p->brl.e8;
		if (!is_behind(f, p))
			continue;
		out.more = f->limit && out.n == f->limit;
		if (!out.more)
			out.rows[out.n++] = *p;
	}
	say_rows(ctx, v, &out);
	return out;
}

const char *income_page_cursor(struct ctx *ctx, const struct income_page *page)
{
	const struct income_payment *last = page->more ? &page->rows[page->n - 1] : NULL;

	if (!last)
		return NULL;
	return page_cursor(
		ctx,
		(const char *[]){ day_iso(ctx->pool, last->day), uuid_text(ctx->pool, last->key) },
		2);
}
