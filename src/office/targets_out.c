/* SPDX-License-Identifier: Apache-2.0 */
/*
 * targets_out.c: the clients who are out of their targets (doc/calculations.md 21.2).
 *
 * One statement finds the targets; the clients who have some are valued together, so the number of statements does
 * not grow with them.
 */
#include "config.h"

#include "office/targets_out.h"

#include <stdlib.h>
#include <string.h>

#include "core/order.h"
#include "identity/caller.h"
#include "office/aims.h"
#include "office/reach.h"
#include "portfolio/plan/plan_view.h"
#include "portfolio/portfolio.h"

/* By client, the order in which wallet_client_portfolios() visits them. */
static DB_STMT(aimed, "targets_out.aimed",
	       "select c.id, c.name, p.id, t.document::text"
	       "  from client c"
	       "  join portfolio p on p.workspace_id = $1 and p.client_id = c.id"
	       "   and not p.exclude_from_consolidated"
	       "  join lateral (select t.document from portfolio_targets t"
	       "                 where t.workspace_id = $1 and t.portfolio_id = p.id"
	       "                 order by t.version desc limit 1) t on t.document is not null"
	       " where c.workspace_id = $1 and " REACH("$2") " order by c.id, p.id limit 100000");
enum { C_CLIENT, C_NAME, C_PORTFOLIO, C_DOCUMENT };

struct search {
	struct call *c;
	const struct db_rows *rows;
	size_t at; /* of the visited client's first row */
	struct out_clients found;
	size_t n_slices, size, first; /* first: the visited client's first slice */
	bool compared;		      /* the visited client has a slice whose share is known */
	struct aims_judged judged;
};

/* ---- one client after the other ---- */

static wide drift_of(const struct out_slice *s)
{
	return wide_abs(s->share.drift.e8);
}

static int furthest(const void *a, const void *b)
{
	wide x = drift_of(a), y = drift_of(b);

	return x > y ? -1 : x < y;
}

static void keep(struct search *s, const struct wallet_item *item,
		 const struct plan_slice_state *slice)
{
	pool_grow(s->c->ctx->pool, s->found.slices, struct out_slice, s->n_slices, s->size, 64);
	s->found.slices[s->n_slices++] =
		(struct out_slice){ .portfolio = item->id,
				    .portfolio_name = pool_strdup(s->c->ctx->pool, item->name),
				    .name = slice->slice->name,
				    .share = slice->whole };
}

static void look_at(struct search *s, const struct wallet_item *item, const char *document)
{
	struct plan_view *v = pool_zero(item->pool, struct plan_view);

	v->name = item->name;
	v->targets.exist = true;
	v->targets.plan = targets_stored(s->c->ctx, document);
	plan_of(s->c->ctx, item->portfolio, v);
	for (size_t i = 0; i < v->state.n; i++) {
		if (!v->state.slices[i].whole.share_known)
			continue;
		s->compared = true;
		if (v->state.slices[i].whole.out)
			keep(s, item, &v->state.slices[i]);
	}
}

static void finish(struct search *s, const struct wallet_item *item)
{
	size_t n = s->n_slices - s->first;
	struct out_slice *list = s->found.slices + s->first;

	s->judged.out += n > 0;
	s->judged.within += !n && s->compared;
	s->judged.without_value += !s->compared;
	s->compared = false;
	if (!n)
		return;
	qsort(list, n, sizeof(*list), furthest);
	s->found.items[s->found.n++] =
		(struct out_client){ .id = item->client,
				     .name = db_get_text(s->rows, s->at, C_NAME),
				     .first = s->first,
				     .n = n,
				     .drift = drift_of(list) };
	s->first = s->n_slices;
}

static void visit(void *arg, const struct wallet_item *item)
{
	struct search *s = arg;

	while (!uuid_same(db_get_uuid(s->rows, s->at, C_CLIENT), item->client))
		s->at++;
	for (size_t i = s->at;
	     i < db_count(s->rows) && uuid_same(db_get_uuid(s->rows, i, C_CLIENT), item->client);
	     i++)
		if (uuid_same(db_get_uuid(s->rows, i, C_PORTFOLIO), item->id))
			look_at(s, item, db_get_text(s->rows, i, C_DOCUMENT));
	if (item->last)
		finish(s, item);
}

static void find_all(struct search *s)
{
	struct ctx *ctx = s->c->ctx;
	struct uuid *clients;
	size_t n = 0;

	s->rows =
		db_query(ctx, &aimed, DB_ARGS(db_uuid(ctx->caller->workspace), reach_member(s->c)));
	clients = pool_array(ctx->pool, struct uuid, db_count(s->rows));
	for (size_t i = 0; i < db_count(s->rows); i++) {
		struct uuid id = db_get_uuid(s->rows, i, C_CLIENT);

		if (!n || !uuid_same(clients[n - 1], id))
			clients[n++] = id;
	}
	s->found.items = pool_array(ctx->pool, struct out_client, n);
	if (!n)
		return;
	wallet_client_portfolios(ctx,
				 &(struct wallet_client_portfolios){ .clients = clients,
								     .n_clients = n,
								     .as_of = ctx->today,
								     .values_only = true },
				 visit, s);
}

/* ---- a page ---- */

static int by_drift(const void *a, const void *b)
{
	const struct out_client *x = a, *y = b;
	int c = wide_order(y->drift, x->drift);

	return c ? c : memcmp(x->id.b, y->id.b, sizeof(x->id.b));
}

/* The place of a page is the drift and the id of the last client, "1200000000 0192f0c1-…". */
static size_t first_shown(const struct search *s)
{
	static const struct page_key by_place = { DB_TEXT, false };
	struct out_client last = { .n = 0 };
	struct slice drift, id;
	struct db_arg after[2];
	size_t i = 0;

	call_after(s->c, &by_place, after);
	if (!slice_cut(slice_of(after[0].text), ' ', &drift, &id) ||
	    dec_parse(drift, 0, (wide)INT64_MAX, &last.drift) != DEC_OK ||
	    !uuid_parse(id, &last.id))
		return 0;
	while (i < s->found.n && by_drift(&s->found.items[i], &last) <= 0)
		i++;
	return i;
}

static void show_points(struct json *j, const char *name, struct percent p)
{
	json_decimal(j, name, p.e8, 8, 2, false);
}

static void show(struct json *j, const struct out_clients *all, const struct out_client *x)
{
	json_open(j, NULL);
	json_uuid(j, "client_id", x->id);
	json_text(j, "name", x->name);
	show_points(j, "drift_pp", all->slices[x->first].share.drift);
	json_array(j, "slices");
	for (size_t i = x->first; i < x->first + x->n; i++) {
		const struct out_slice *o = &all->slices[i];

		json_open(j, NULL);
		json_uuid(j, "portfolio_id", o->portfolio);
		json_text(j, "portfolio", o->portfolio_name);
		json_text(j, "name", o->name);
		json_money(j, "value", o->share.value);
		show_points(j, "share_pct", o->share.share);
		json_decimal(j, "pct", o->share.pct, 2, 2, false);
		show_points(j, "drift_pp", o->share.drift);
		json_money(j, "missing", o->share.missing);
		json_close(j);
	}
	json_array_end(j);
	json_close(j);
}

void targets_out(struct call *c)
{
	size_t limit = (size_t)call_int(c, "limit", CALL_LIMIT);
	struct search s = { .c = c };
	struct out_clients *all = &s.found;
	char id[UUID_TEXT_SIZE];

	reach_values(c);
	find_all(&s);
	order_sort(all->items, all->n, sizeof(*all->items), by_drift);
	all->from = first_shown(&s);
	all->end = all->n - all->from < limit ? all->n : all->from + limit;
	c->paged = true;
	c->count = (int64_t)(all->end - all->from);
	c->shown = pool_memdup(c->ctx->pool, all, sizeof(*all));
	json_array(c->out, c->name);
	for (size_t i = all->from; i < all->end; i++)
		show(c->out, all, &all->items[i]);
	json_array_end(c->out);
	if (all->end < all->n) {
		uuid_format(all->items[all->end - 1].id, id);
		(void)call_next_text(c, pool_printf(c->ctx->pool, "%lld %s",
						    (long long)all->items[all->end - 1].drift,
						    id)); /* kept in the call */
	}
	aims_meta(c, &s.judged);
}
