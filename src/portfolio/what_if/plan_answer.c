/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plan_answer.c: the plan of a portfolio, or of all, with the tax of its sales.
 *
 * GET /v1/portfolios/{id}/plan, /v1/portfolio/plan (doc/calculations.md 21.2, 21.3, 21.5)
 *
 * The sales are written as of today, the month's tax is computed, and the transaction is rolled back.
 */
#include "config.h"

#include "portfolio/what_if/what_if.h"

#include <inttypes.h>

#include "core/csv_write.h"
#include "core/number_text.h"
#include "http/request.h"
#include "http/response.h"
#include "http/tree.h"
#include "identity/caller.h"
#include "operations/protocol.h"
#include "portfolio/ledger/ledger_list.h"
#include "portfolio/ledger/transaction.h"
#include "portfolio/plan/plan_view.h"
#include "portfolio/portfolio.h"

#define CENT (E8 / 100)

/* What is still to be sold of an asset, in units or, where it has none, in cents. */
struct to_sell {
	const struct plan_share *asset;
	bool in_units;
	wide left;
};

struct sales {
	struct to_sell *list;
	size_t n;
};

static struct sales sales_of(void *pool, const struct plan_view *v)
{
	struct sales s = { .n = 0 };
	size_t most = 0;

	for (size_t i = 0; i < v->moves.n; i++)
		most += v->moves.slices[i].n;
	s.list = pool_array(pool, struct to_sell, most);
	for (size_t i = 0; i < v->moves.n; i++)
		for (size_t k = 0; k < v->moves.slices[i].n; k++) {
			const struct plan_buy *b = &v->moves.slices[i].buys[k];
			wide units = b->qty_known ? -b->qty.e8 : 0;
			wide cents = b->cost_known ? -(b->cost.e8 / CENT) : 0;

			if ((b->qty_known ? units : cents) > 0)
				s.list[s.n++] = (struct to_sell){ b->asset, b->qty_known,
								  b->qty_known ? units : cents };
		}
	return s;
}

/* ---- as rows ---- */

static const struct holding *held_in(const struct valued *part, const struct plan_share *asset)
{
	const struct portfolio *p = &part->portfolio;

	for (size_t i = 0; i < p->n_holdings; i++)
		if (p->holdings[i].state == HOLDING_OPEN &&
		    p->holdings[i].asset->type == asset->type &&
		    str_eq(p->holdings[i].asset->symbol, asset->symbol))
			return &p->holdings[i];
	return NULL;
}

static wide lesser(wide a, wide b)
{
	return a < b ? a : b;
}

/* Takes from what is to be sold as much as the holding has. */
static struct qty take_from(struct to_sell *s, const struct holding *h, bool *range)
{
	wide value = money_round_cents(h->market_value).e8 / CENT, taken;

	if (s->in_units) {
		taken = lesser(s->left, h->brl.qty.e8);
		s->left -= taken;
		return (struct qty){ (int64_t)taken };
	}
	taken = lesser(s->left, value);
	s->left -= taken;
	if (taken == value)
		return h->brl.qty;
	return (struct qty){ (int64_t)dec_mul_div_trunc(h->brl.qty.e8, taken, value, range) };
}

/* In the asset's currency; what has no unit, at its value. */
static struct price price_of(const struct to_sell *s, const struct holding *h, bool *range)
{
	if (s->in_units)
		return h->has_native ? h->price_native : h->price;
	return (struct price){ dec_mul_div_half_away(h->market_value.e8, E12, h->brl.qty.e8,
						     range) };
}

static struct transaction sale(struct ctx *ctx, struct to_sell *s, const struct holding *h,
			       bool *range)
{
	const struct asset_ref asset = { .body = body_of(ctx, tree_empty(ctx->pool), ""),
					 .by_id = true,
					 .id = h->asset->id,
					 .ok = true };
	const struct ledger_row row = { .id = uuid_new(),
					.kind = ROW_SELL,
					.day = ctx->today,
					.qty = take_from(s, h, range),
					.price_known = true,
					.price = price_of(s, h, range) };

	return (struct transaction){
		.asset = asset, .row = row, .kind_known = true, .qty_given = true
	};
}

/* Those of one portfolio. */
static struct transactions sales_in(struct ctx *ctx, struct sales *s, const struct valued *part)
{
	struct transactions t = { .rows = pool_array(ctx->pool, struct transaction, s->n),
				  .list = true };
	bool range = false;

	for (size_t i = 0; i < s->n; i++) {
		const struct holding *h = held_in(part, s->list[i].asset);

		if (!h || !s->list[i].left)
			continue;
		t.rows[t.n] = sale(ctx, &s->list[i], h, &range);
		t.n += t.rows[t.n].row.qty.e8 > 0;
	}
	load_judge(ctx, part->in.name, range ? CALC_RANGE : CALC_OK);
	return t;
}

/* ---- their tax ---- */

/* Whose plan it is. */
struct plan_subject {
	bool all;		   /* of all portfolios of the wallet */
	const struct uuid *client; /* of an office, whose portfolio it is; or NULL */
};

static enum tax_scope find_tax(struct ctx *ctx, const struct plan_subject *of,
			       const struct plan_view *v, struct tax_year *out)
{
	struct taxpayer *t = pool_zero(ctx->pool, struct taxpayer);

	if (of->all)
		tax_load_account(ctx, t);
	else
		what_if_taxpayer(ctx, !v->parts->in.exclude_from_consolidated, of->client, t);
	tax_compute(ctx, t, month_year(day_month(ctx->today)), out);
	return t->scope;
}

/* One portfolio after the other is written, as a person would; ascending by id, as each is locked. */
static void write_sales(struct ctx *ctx, const struct plan_subject *of, const struct plan_view *v,
			struct sales *s)
{
	struct json written;
	struct buf b;

	buf_init(&b, ctx->pool, 4096);
	for (size_t i = 0; i < v->n_parts; i++) {
		const struct valued *part = &v->parts[i];
		/* What another person controls is not of the caller's tax, nor his to lock. */
		bool own = !of->all || uuid_same(part->in.controller, ctx->caller->account);
		struct transactions t = sales_in(ctx, s, part);

		if (!t.n || !own)
			continue;
		if (of->all) {
			access_chosen(ctx, part->in.id, part->in.ledger_version, ACCESS_EDIT);
			what_if_hold(ctx);
		}
		json_init(&written, &b);
		(void)wallet_transactions_add(ctx, &t, &written, NULL); /* warnings of no row */
	}
}

void plan_tax_of(struct ctx *ctx, bool all, const struct uuid *client, const struct plan_view *v,
		 struct plan_tax *out)
{
	const struct plan_subject of = { .all = all, .client = client };
	struct sales s = sales_of(ctx->pool, v);

	*out = (struct plan_tax){ .any = s.n > 0, .of.year = month_year(day_month(ctx->today)) };
	if (!out->any)
		return;
	out->of.months[day_month(ctx->today).n % 12] = true;
	out->scope = find_tax(ctx, &of, v, &out->before);
	write_sales(ctx, &of, v, &s);
	(void)find_tax(ctx, &of, v, &out->after); /* of the same */
}

static void render_tax(struct json *j, const struct plan_tax *t)
{
	if (!json_open_if(j, "tax", t->any))
		return;
	what_if_tax_render(j, "before", &t->of, &t->before);
	what_if_tax_render(j, "after", &t->of, &t->after);
	json_close(j);
}

/* ---- as lines of the sheet ---- */

#define COST_COLUMN 12 /* of plan_csv() */

/* "Imposto", what it is, in the column of costs the amount with the sales, as a remark without them. */
static void put_line(struct csv_writer *s, const struct what_if_tax_line *l)
{
	void *pool = s->out->pool;
	const char *was = l->before.known
				  ? decimal_text(pool, l->before.m.e8, MONEY_PLACES, 2, false)
				  : "nada";

	csv_put_cell(s, "Imposto");
	csv_put_cell(s, l->what);
	for (int i = 2; i < COST_COLUMN; i++)
		csv_put_cell(s, NULL);
	csv_put_cell(s, l->after.known ? decimal_text(pool, l->after.m.e8, MONEY_PLACES, 2, false)
				       : NULL);
	csv_put_cell(s, NULL);
	csv_put_cell(s, pool_printf(pool, "sem estas vendas: %s", was));
	csv_end_line(s);
}

static struct slice with_tax(void *pool, struct slice sheet, const struct plan_tax *t)
{
	struct buf b;
	struct csv_writer s = { .out = &b, .separator = ';' };
	struct what_if_tax_line *lines;
	size_t n;

	if (!t->any)
		return sheet;
	buf_init(&b, pool, sheet.n + 500);
	buf_put(&b, sheet.p, sheet.n);
	n = what_if_tax_lines(pool, &t->of, &t->before, &t->after, &lines);
	for (size_t i = 0; i < n; i++)
		if (lines[i].name)
			put_line(&s, &lines[i]);
	return slice_of(buf_text(&b));
}

/* ---- the answer ---- */

/* @tax: of a plan that sells */
static void render(struct ctx *ctx, const struct plan_view *v, const struct plan_tax *tax,
		   struct json *out, const char *name)
{
	json_open(out, name);
	plan_render_members(ctx, out, v);
	if (v->ask.sell)
		render_tax(out, tax);
	json_close(out);
}

static void answer_call(struct call *c, const struct plan_subject *of)
{
	struct plan_ask ask =
		plan_ask_of(c->ctx, call_amount(c, "contribution"), call_bool(c, "sell", false));
	struct plan_tax tax = { .any = false };
	struct plan_view v;

	if (ask.sell && !of->all)
		what_if_hold(c->ctx);
	plan_view(c->ctx, of->all, ask, &v);
	if (ask.sell)
		plan_tax_of(c->ctx, of->all, of->client, &v, &tax);
	render(c->ctx, &v, &tax, c->out, c->name);
}

void wallet_call_plan(struct call *c, const struct uuid *client)
{
	answer_call(c, &(struct plan_subject){ .client = client });
}

void wallet_call_plan_of_all(struct call *c)
{
	answer_call(c, &(struct plan_subject){ .all = true });
}

bool plan_sells(const struct ctx *ctx)
{
	return what_if_asked(ctx, "sell");
}

static const char *const formats[] = { "json", "csv", NULL };

static void answer(struct ctx *ctx, bool all)
{
	bool csv = query_choice(ctx, "format", formats) == 1;
	const char *contribution = query_text(ctx, "contribution"), *versions;
	struct plan_ask ask = plan_ask_of(ctx, contribution, query_bool(ctx, "sell", false));
	struct plan_tax tax = { .any = false };
	struct plan_view v;

	query_done(ctx);
	if (!all)
		ledger_readable(ctx);
	versions = pool_printf(ctx->pool, "%s %s", all ? access_ledgers(ctx) : "",
			       ask.sell ? tax_versions(ctx) : "");
	/* Sales take the portfolio's lock: who may only read has the plan without them. */
	if (ask.sell && !all && ctx->caller->access < ACCESS_EDIT)
		fail(ctx, 403, "wallet_resource_forbidden",
		     "O plano com vendas é de quem pode editar a carteira.");
	if (ask.sell && !all) {
		what_if_chosen(ctx);
		what_if_hold(ctx);
	}
	plan_view(ctx, all, ask, &v);
	if (ask.sell)
		plan_tax_of(ctx, all, NULL, &v, &tax);
	respond_versions(
		ctx, pool_printf(ctx->pool, "%s targets %" PRId64, versions, v.targets.version));
	if (!csv) {
		render(ctx, &v, &tax, respond_json(ctx, 200), NULL);
		return;
	}
	respond_bytes(ctx, 200, "text/csv; charset=utf-8",
		      with_tax(ctx->pool, plan_csv(ctx->pool, &v), &tax));
	respond_header(ctx, "Content-Disposition", "attachment; filename=\"plano.csv\"");
}

void plan_get(struct ctx *ctx)
{
	answer(ctx, false);
}

void wallet_plan_get(struct ctx *ctx)
{
	answer(ctx, true);
}
