/* SPDX-License-Identifier: Apache-2.0 */
/*
 * office_overview.c: the office's clients and assets at a glance.
 *
 * One pass over the clients' portfolios: each is valued, added to its client and freed; a client's
 * positions are processed together after the last of its portfolios.
 */
#include "config.h"

#include "office/office_overview.h"

#include "core/order.h"
#include "identity/caller.h"
#include "office/issuer_totals.h"
#include "office/reach.h"
#include "calc/views/views.h"
#include "portfolio/portfolio.h"

#define TOP 10 /* when input.top is absent */

/* By id, the order in which wallet_client_portfolios() visits them. */
static DB_STMT(clients, "overview.clients",
	       "select c.id, c.name, exists (select from client_profile f"
	       "                              where f.workspace_id = $1"
	       "                                and f.client_id = c.id and f.answered_at < $2)"
	       "  from client c"
	       " where c.workspace_id = $1 and c.created_at < $2 and " REACH(
		       "$3") " order by c.id limit 100000");
enum { C_ID, C_NAME, C_PROFILED };

/* A client with the totals of its portfolios. */
struct advised {
	struct uuid id;
	const char *name;
	bool profiled;
	size_t portfolios;
	struct money worth, inflow;
	const char **flags;
	size_t n_flags;
	wide worst; /* of xray_of_issuers() */
};

struct overview {
	struct call *c;
	struct day as_of;
	struct advised *list; /* ascending by id, then by value */
	size_t n, at;
	struct open_position *open_positions; /* of the current client */
	size_t n_open_positions, size;
	struct money of_class[ASSET_TYPES];
	struct issuer_totals issuers;
	struct money worth, inflow;
	size_t portfolios, with_assets;
	bool any_unpriced, inflow_complete; /* complete: for the month of as_of */
	bool range;
};

/* ---- adding up ---- */

static void take_clients(struct overview *o)
{
	struct ctx *ctx = o->c->ctx;
	struct db_rows *r = db_query(
		ctx, &clients,
		DB_ARGS(db_uuid(ctx->caller->workspace), reach_until(o->c), reach_member(o->c)));

	o->n = db_count(r);
	o->list = pool_array(ctx->pool, struct advised, o->n);
	for (size_t i = 0; i < o->n; i++) {
		o->list[i].id = db_get_uuid(r, i, C_ID);
		o->list[i].name = db_get_text(r, i, C_NAME);
		o->list[i].profiled = db_get_bool(r, i, C_PROFILED);
	}
}

/* Purchases less sales in the month: flows without income. */
static struct money inflow_of(struct overview *o, const struct portfolio *p)
{
	const struct month month = day_month(o->as_of);
	struct money sum = { 0 };

	for (size_t i = p->n_flows; i > 0 && day_month(p->flows[i - 1].day).n == month.n; i--)
		sum = money_sub(sum, p->flows[i - 1].amount, &o->range);
	for (size_t i = p->income_by_month.n; i > 0; i--)
		if (p->income_by_month.items[i - 1].month.n == month.n)
			sum = money_add(sum, p->income_by_month.items[i - 1].amount, &o->range);
	return sum;
}

static void keep_open_positions(struct overview *o, const struct wallet_item *item)
{
	size_t n;
	struct open_position *list = open_positions_of(item->pool, item->portfolio, &n);

	if (o->n_open_positions + n > o->size) {
		o->size = 2 * (o->n_open_positions + n);
		o->open_positions = pool_resize(o->c->ctx->pool, o->open_positions,
						struct open_position, o->size);
	}
	for (size_t i = 0; i < n; i++) {
		o->open_positions[o->n_open_positions++] = list[i];
		if (open_position_counts(&list[i]))
			o->of_class[list[i].type] =
				money_add(o->of_class[list[i].type], list[i].value, &o->range);
	}
}

/* After the last portfolio of a client. */
static void finish(struct overview *o, struct advised *a, void *pool)
{
	size_t n = open_positions_merge(o->open_positions, o->n_open_positions, &o->range);
	struct issuer_client *client;
	struct xray x;

	o->n_open_positions = 0;
	if (!n)
		return;
	client = pool_zero(o->c->ctx->pool, struct issuer_client);
	*client = (struct issuer_client){ a->id, a->name, a->worth };
	issuer_totals_add(&o->issuers, o->c->ctx->pool, client, o->open_positions, n);
	o->range |= xray_of_issuers(pool, o->open_positions, n, &x) != CALC_OK;
	if (o->range || !x.n_flags)
		return;
	a->worst = x.worst;
	a->flags = pool_array(o->c->ctx->pool, const char *, x.n_flags);
	for (; a->n_flags < x.n_flags; a->n_flags++)
		a->flags[a->n_flags] = pool_strdup(o->c->ctx->pool, x.flags[a->n_flags]);
}

static void add(void *arg, const struct wallet_item *item)
{
	struct overview *o = arg;
	const struct portfolio *p = item->portfolio;
	struct money inflow = inflow_of(o, p);
	struct advised *a;

	while (!uuid_same(o->list[o->at].id, item->client))
		o->at++;
	a = &o->list[o->at];
	a->portfolios++;
	a->worth = money_add(a->worth, p->patrimonio, &o->range);
	a->inflow = money_add(a->inflow, inflow, &o->range);
	o->portfolios++;
	o->worth = money_add(o->worth, p->patrimonio, &o->range);
	o->inflow = money_add(o->inflow, inflow, &o->range);
	o->any_unpriced |= p->any_unpriced;
	o->inflow_complete &=
		p->flows_complete || day_month(p->unknown_flow_day).n != day_month(o->as_of).n;
	keep_open_positions(o, item);
	if (item->last)
		finish(o, a, item->pool);
}

static void take_book(struct overview *o)
{
	struct ctx *ctx = o->c->ctx;
	struct uuid *ids = pool_array(ctx->pool, struct uuid, o->n);

	for (size_t i = 0; i < o->n; i++)
		ids[i] = o->list[i].id;
	wallet_client_portfolios(ctx,
				 &(struct wallet_client_portfolios){
					 .clients = ids,
					 .n_clients = o->n,
					 .as_of = o->as_of,
					 .at = o->c->has_at,
					 .values_only = true,
				 },
				 add, o);
	for (size_t i = 0; i < o->n; i++)
		o->with_assets += o->list[i].worth.e8 > 0;
}

/* ---- rendering ---- */

static int by_worth(const void *a, const void *b)
{
	const struct advised *x = a, *y = b;
	int c = wide_order(y->worth.e8, x->worth.e8);

	return c ? c : memcmp(x->id.b, y->id.b, sizeof(x->id.b));
}

/* The x-ray of one position per class: its shares sum to 100. */
static void show_classes(struct overview *o, struct json *j)
{
	struct open_position list[ASSET_TYPES];
	struct xray x;
	size_t n = 0;

	for (int t = 0; t < ASSET_TYPES; t++)
		if (o->of_class[t].e8 > 0)
			list[n++] = (struct open_position){
				.symbol = asset_type_names[t],
				.type = (enum asset_type)t,
				.value_known = true,
				.value = o->of_class[t],
			};
	json_array(j, "by_class");
	if (n && xray_compute(o->c->ctx->pool, list, n, &x) == CALC_OK)
		for (size_t i = 0; i < x.by_class.n; i++) {
			json_open(j, NULL);
			json_text(j, "class", x.by_class.items[i].name);
			json_money(j, "value_brl", x.by_class.items[i].value);
			json_decimal(j, "pct", x.by_class.items[i].pct_e2, 2, 2, false);
			json_close(j);
		}
	json_array_end(j);
}

static void show_inflow(const struct overview *o, struct json *j)
{
	char month[MONTH_TEXT_SIZE];

	month_format(day_month(o->as_of), month);
	json_open(j, "month_inflow");
	json_text(j, "month", month);
	json_money(j, "net_brl", o->inflow);
	json_boolean(j, "complete", o->inflow_complete);
	json_close(j);
}

/* The furthest above a limit first. */
static int by_worst(const void *a, const void *b)
{
	const struct advised *x = a, *y = b;
	int c = wide_order(y->worst, x->worst);

	return c ? c : by_worth(a, b);
}

static void show_flagged(const struct overview *o, struct json *j, size_t top)
{
	struct advised *list = pool_memdup(o->c->ctx->pool, o->list, o->n * sizeof(*list));
	size_t n = 0;

	order_sort(list, o->n, sizeof(*list), by_worst);
	json_open(j, "concentration");
	json_array(j, "items");
	for (size_t i = 0; i < o->n; i++) {
		const struct advised *a = &list[i];

		if (!a->n_flags || n++ >= top)
			continue;
		json_open(j, NULL);
		json_uuid(j, "client_id", a->id);
		json_text(j, "name", a->name);
		json_texts(j, "flags", a->flags, a->n_flags);
		json_decimal(j, "times_limit", a->worst, 3, 2, false);
		json_close(j);
	}
	json_array_end(j);
	json_int(j, "clients", (int64_t)n);
	json_close(j);
}

static void show_unprofiled(const struct overview *o, struct json *j, size_t top)
{
	size_t n = 0;

	json_open(j, "without_suitability");
	json_array(j, "items");
	for (size_t i = 0; i < o->n; i++) {
		if (o->list[i].profiled || n++ >= top)
			continue;
		json_open(j, NULL);
		json_uuid(j, "client_id", o->list[i].id);
		json_text(j, "name", o->list[i].name);
		json_close(j);
	}
	json_array_end(j);
	json_int(j, "clients", (int64_t)n);
	json_close(j);
}

static void show_top(struct overview *o, struct json *j, size_t top)
{
	json_array(j, "top_clients");
	for (size_t i = 0; i < o->n && top; i++) {
		const struct advised *a = &o->list[i];

		if (!a->portfolios)
			continue;
		top--;
		json_open(j, NULL);
		json_uuid(j, "client_id", a->id);
		json_text(j, "name", a->name);
		json_int(j, "portfolios", (int64_t)a->portfolios);
		json_money(j, "patrimonio", a->worth);
		if (o->worth.e8)
			json_percent(j, "pct", percent_of(a->worth, o->worth, &o->range));
		else
			json_null(j, "pct");
		json_money(j, "month_inflow_brl", a->inflow);
		json_int(j, "flags", (int64_t)a->n_flags);
		json_close(j);
	}
	json_array_end(j);
}

static void show(struct overview *o)
{
	struct json *j = o->c->out;
	size_t top = (size_t)call_int(o->c, "top", TOP);

	order_sort(o->list, o->n, sizeof(*o->list), by_worth);
	json_open(j, o->c->name);
	json_day(j, "as_of", o->as_of);
	json_money(j, "assets_under_advice_brl", o->worth);
	json_int(j, "clients", (int64_t)o->n);
	json_int(j, "clients_with_assets", (int64_t)o->with_assets);
	json_int(j, "portfolios", (int64_t)o->portfolios);
	json_boolean(j, "any_unpriced", o->any_unpriced);
	show_classes(o, j);
	issuer_totals_write(o->c->ctx, &o->issuers, o->worth, j, &o->range);
	show_inflow(o, j);
	show_flagged(o, j, top);
	show_unprofiled(o, j, top);
	show_top(o, j, top);
	json_close(j);
}

void overview_get(struct call *c)
{
	struct overview o = {
		.c = c,
		.as_of = c->has_at ? c->at : c->ctx->today,
		.inflow_complete = true,
	};

	reach_values(c);
	take_clients(&o);
	take_book(&o);
	if (o.range)
		fail(c->ctx, 422, "ledger_out_of_range",
		     "A soma das carteiras do escritório sai da escala.");
	show(&o);
}
