/* SPDX-License-Identifier: Apache-2.0 */
/*
 * preview_figures.c: in the preview of a change of the ledger, what it would change in the figures: position, mean price,
 * result, income, share of the class, targets, tax of each month from then on; in that of tax inputs, the tax; in that of a file, how its
 * rows were read.
 *
 * The figures are those of the what-if of the same write (doc/calculations.md 21.4).
 */
#include "config.h"

#include "portfolio/functions/investor_parts.h"

#include <string.h>

#include "core/text.h"
#include "db/db.h"
#include "http/json_read.h"
#include "http/tree.h"
#include "identity/caller.h"
#include "portfolio/portfolio.h"
#include "portfolio/tax/tax_answers.h"

#define ROWS_SHOWN 40 /* of a file */

/*
 * The day of the row or the payment with an id, or the first of the asset with it: of the same asset in the person's other
 * portfolios too, since they are taxed together.
 */
static DB_STMT(
	first_day, "preview.first_day",
	"select least("
	"   (select l.trade_date from ledger l"
	"     where l.workspace_id = $1 and l.portfolio_id = $2 and l.id = $3),"
	"   (select i.pay_date from income i"
	"     where i.workspace_id = $1 and i.portfolio_id = $2 and i.id = $3),"
	"   (select min(f.day)"
	"      from asset a"
	"      join portfolio p on p.workspace_id = $1 and (p.id = $2 or p.controller_id = $4)"
	"      join asset s on s.workspace_id = $1 and s.portfolio_id = p.id"
	"       and s.symbol = a.symbol and s.asset_type = a.asset_type"
	"     cross join lateral ("
	"           select least("
	"              (select min(l.trade_date) from ledger l"
	"                where l.workspace_id = $1 and l.portfolio_id = s.portfolio_id"
	"                  and l.asset_id = s.id),"
	"              (select min(i.pay_date) from income i"
	"                where i.workspace_id = $1 and i.portfolio_id = s.portfolio_id"
	"                  and i.asset_id = s.id)) as day) f"
	"     where a.workspace_id = $1 and a.portfolio_id = $2 and a.id = $3))");

/* The members that are compared of each. */
static const char *const of_portfolio[] = { "patrimonio",    "invested",	"realized_pl",
					    "unrealized_pl", "income_received", NULL };
static const char *const of_holding[] = {
	"asset_type", "qty",	     "avg_price",     "invested_cost",	 "market_value",
	"weight_pct", "realized_pl", "unrealized_pl", "income_received", NULL
};
static const char *const of_share[] = { "value_brl", "pct", NULL };
static const char *const of_slice[] = { "value", "share_pct", "drift_pp", NULL };
static const char *const of_month[] = { "due", "share_sales", "exempt", NULL };
static const char *const of_basket[] = { "result", "loss_brought", "tax", "loss_carried", NULL };
static const char *const of_darf[] = { "amount", "due_on", "paid", "status", NULL };
static const char *const of_exterior[] = { "total", "loss_brought", "tax",	    "credit",
					   "due",   "paid",	    "loss_carried", NULL };

static void compare(struct call *c, const char *base, struct json_object *before,
		    struct json_object *after, const char *const *members)
{
	for (; *members; members++)
		call_change(c, pool_printf(c->ctx->pool, "%s/%s", base, *members),
			    tree_member(before, *members), tree_member(after, *members));
}

/* The item of @list whose @keys are those of @item; NULL: none. */
static struct json_object *same_item(struct json_object *list, struct json_object *item,
				     const char *const *keys)
{
	size_t n = list ? json_object_array_length(list) : 0;

	for (size_t i = 0; i < n; i++) {
		struct json_object *other = json_object_array_get_idx(list, i);
		size_t k = 0;

		while (keys[k] && str_eq(body_shown(tree_member(item, keys[k])),
					 body_shown(tree_member(other, keys[k]))))
			k++;
		if (!keys[k])
			return other;
	}
	return NULL;
}

/* "/holdings/PETR4", "/darf/6015 2026-11". */
static const char *item_base(struct call *c, const char *base, struct json_object *item,
			     const char *const *keys)
{
	const char *text =
		pool_printf(c->ctx->pool, "%s/%s", base, body_shown(tree_member(item, keys[0])));

	return keys[1] ? pool_printf(c->ctx->pool, "%s %s", text,
				     body_shown(tree_member(item, keys[1])))
		       : text;
}

/* A holding whose share alone moves, because others do, is not told of. */
static bool is_touched(struct json_object *a, struct json_object *b)
{
	static const char *const own[] = { "asset_type",   "qty",	  "invested_cost",
					   "market_value", "realized_pl", "income_received" };

	for (size_t i = 0; a && b && i < ARRAY_SIZE(own); i++)
		if (!str_eq(body_shown(tree_member(a, own[i])), body_shown(tree_member(b, own[i]))))
			return true;
	return !a || !b;
}

/* "0.00", or nothing at all. */
static bool is_nothing(struct json_object *value)
{
	const char *text = value ? body_shown(value) : "";

	return !text[strspn(text, "0.")];
}

/* The zeros of a month that the other side has not say nothing. */
static void compare_baskets(struct call *c, const char *base, struct json_object *before,
			    struct json_object *after)
{
	for (int b = 0; b < TAX_BASKETS; b++) {
		struct json_object *was = tree_member(before, tax_basket_names[b]);
		struct json_object *is = tree_member(after, tax_basket_names[b]);

		for (const char *const *m = of_basket; *m; m++)
			if ((before && after) || !is_nothing(tree_member(before ? was : is, *m)))
				call_change(c,
					    pool_printf(c->ctx->pool, "%s/%s/%s", base,
							tax_basket_names[b], *m),
					    tree_member(was, *m), tree_member(is, *m));
	}
}

static void compare_item(struct call *c, const char *base, struct json_object *before,
			 struct json_object *after, const char *const *members)
{
	compare(c, base, before, after, members);
	if (members == of_month)
		compare_baskets(c, base, before, after);
}

/* Items of both sides, those of the one that has them alone too. */
static void compare_lists(struct call *c, const char *base, struct json_object *before,
			  struct json_object *after, const char *const *keys,
			  const char *const *members)
{
	size_t n = after ? json_object_array_length(after) : 0;

	for (size_t i = 0; i < n; i++) {
		struct json_object *item = json_object_array_get_idx(after, i);
		struct json_object *other = same_item(before, item, keys);

		if (members != of_holding || is_touched(other, item))
			compare_item(c, item_base(c, base, item, keys), other, item, members);
	}
	n = before ? json_object_array_length(before) : 0;
	for (size_t i = 0; i < n; i++) {
		struct json_object *item = json_object_array_get_idx(before, i);

		if (!same_item(after, item, keys))
			compare_item(c, item_base(c, base, item, keys), item, NULL, members);
	}
}

/* A year of a tax, or of a what-if, which has no carry_out. */
static void compare_year(struct call *c, struct json_object *before, struct json_object *after)
{
	static const char *const by_month[] = { "month", NULL };
	static const char *const by_code[] = { "code", "period", NULL };
	const char *year = body_shown(tree_member(after, "year"));

	compare_lists(c, "/tax", tree_member(before, "months"), tree_member(after, "months"),
		      by_month, of_month);
	compare_lists(c, "/darf", tree_member(before, "darf"), tree_member(after, "darf"), by_code,
		      of_darf);
	compare(c, pool_printf(c->ctx->pool, "/tax/%s/carry_out", year),
		tree_member(before, "carry_out"), tree_member(after, "carry_out"),
		tax_basket_names);
	compare(c, pool_printf(c->ctx->pool, "/tax/%s/exterior", year),
		tree_member(before, "exterior"), tree_member(after, "exterior"), of_exterior);
}

/* The same years on both sides. */
static void compare_tax(struct call *c, struct json_object *before, struct json_object *after)
{
	for (size_t i = 0; i < json_object_array_length(after); i++)
		compare_year(c, json_object_array_get_idx(before, i),
			     json_object_array_get_idx(after, i));
}

/* @answer: {before, after} of a what-if */
static void compare_sides(struct call *c, struct json_object *answer)
{
	static const char *const by_symbol[] = { "symbol", NULL };
	static const char *const by_class[] = { "class", NULL };
	static const char *const by_slice[] = { "name", NULL };
	struct json_object *before = tree_member(answer, "before");
	struct json_object *after = tree_member(answer, "after");

	compare(c, "/portfolio", tree_member(before, "totals"), tree_member(after, "totals"),
		of_portfolio);
	compare_lists(c, "/holdings", tree_member(before, "holdings"),
		      tree_member(after, "holdings"), by_symbol, of_holding);
	compare_lists(c, "/by_class", tree_member(before, "by_class"),
		      tree_member(after, "by_class"), by_class, of_share);
	compare_lists(c, "/targets", tree_member(tree_member(before, "targets"), "slices"),
		      tree_member(tree_member(after, "targets"), "slices"), by_slice, of_slice);
	compare_tax(c, tree_member(before, "tax"), tree_member(after, "tax"));
}

static void warn_left_out(struct call *c, const char *why)
{
	call_warn(c, "%s: o que muda nos números não foi calculado.", why);
}

bool preview_figures(struct call *c, const struct transactions *rows)
{
	struct json *j = json_new(c->ctx->pool, 4096);
	struct json_object *answer;
	const char *left_out;

	if (!wallet_what_if(c->ctx, rows, j, NULL, &left_out)) {
		warn_left_out(c, left_out);
		return false;
	}
	answer = json_own(c->ctx, slice_of(json_written(j)));
	compare_sides(c, answer);
	call_warn_all(c, tree_member(answer, "warnings"));
	return true;
}

/* ---- a write by a route ---- */

struct routed {
	struct call *call;
	const struct route_call *of;
	struct json_object *answer;
};

static void run_route(struct ctx *ctx, void *arg)
{
	struct routed *r = arg;

	(void)ctx;
	r->answer = call_route(r->call, r->of);
}

/* The tax is compared from the stored day of the row or asset, or from the day in the input if that is earlier; without either, not at all. */
static void touch(struct call *c, struct uuid id, struct wallet_trial *out)
{
	static const char *const named[] = { "trade_date", "pay_date" };
	const struct caller *caller = c->ctx->caller;
	const struct db_rows *r =
		db_query(c->ctx, &first_day,
			 DB_ARGS(db_uuid(caller->resource_workspace), db_uuid(caller->portfolio),
				 db_uuid(id), db_uuid(caller->account)));

	out->touches = !db_is_null(r, 0, 0);
	if (out->touches)
		out->first = db_get_day(r, 0, 0);
	for (size_t i = 0; i < ARRAY_SIZE(named); i++) {
		struct day day;

		if (!call_text(c, named[i]))
			continue;
		day = call_day(c, named[i], c->ctx->today);
		if (!out->touches || day_before(day, out->first))
			out->first = day;
		out->touches = true;
	}
}

/* Whether the write has said it already: ": havia 100" may follow there. */
static bool is_said(struct json_object *answer, const char *text)
{
	struct json_object *list = tree_member(answer, "warnings");

	for (size_t i = 0; list && i < json_object_array_length(list); i++)
		if (!strncmp(tree_text(json_object_array_get_idx(list, i)), text, strlen(text) - 1))
			return true;
	return false;
}

struct json_object *preview_route(struct call *c, struct uuid id, const struct route_call *of)
{
	struct routed r = { c, of, NULL };
	struct wallet_trial trial = { .write = run_route, .arg = &r };
	struct json *j = json_new(c->ctx->pool, 4096);
	struct json_object *sides, *list;
	const char *left_out;

	touch(c, id, &trial);
	if (!wallet_try_write(c->ctx, &trial, j, NULL, &left_out)) {
		warn_left_out(c, left_out);
		return call_route(c, of);
	}
	sides = json_own(c->ctx, slice_of(json_written(j)));
	compare_sides(c, sides);
	list = tree_member(sides, "warnings");
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		const char *text = tree_text(json_object_array_get_idx(list, i));

		if (!is_said(r.answer, text))
			call_warn(c, "%s", text);
	}
	return r.answer;
}

/* ---- tax inputs ---- */

/* The years of the account's tax, as their answers have them. */
static struct json_object *tax_of_all(struct call *c)
{
	struct ctx *ctx = c->ctx;
	struct json *j = json_new(ctx->pool, 16384);
	struct taxpayer of;

	tax_load_account(ctx, &of);
	json_array(j, NULL);
	for (int year = TAX_FIRST_YEAR; year <= day_year(ctx->today); year++) {
		struct tax_year y;

		tax_compute(ctx, &of, year, &y);
		tax_year_render(j, NULL, &of, &y);
	}
	json_array_end(j);
	return json_own(ctx, slice_of(json_written(j)));
}

/* Whether @payment is of the declaration of @year. */
static bool is_return(struct json_object *payment, struct json_object *year)
{
	const char *period = tree_text(tree_member(payment, "period"));

	return str_eq(tree_text(tree_member(payment, "code")), TAX_RETURN_CODE) &&
	       strncmp(period, body_shown(tree_member(year, "year")), 4) == 0;
}

static bool has_darf(struct json_object *years, struct json_object *payment)
{
	size_t n = json_object_array_length(years);

	for (size_t i = 0; i < n; i++) {
		struct json_object *year = json_object_array_get_idx(years, i);
		struct json_object *list = tree_member(year, "darf");

		if (is_return(payment, year) && tree_member(year, "exterior"))
			return true;
		for (size_t k = 0; k < json_object_array_length(list); k++) {
			struct json_object *d = json_object_array_get_idx(list, k);

			if (str_eq(tree_text(tree_member(d, "code")),
				   tree_text(tree_member(payment, "code"))) &&
			    str_eq(tree_text(tree_member(d, "period")),
				   tree_text(tree_member(payment, "period"))))
				return true;
		}
	}
	return false;
}

/* A payment that is there twice, or that nothing is due for. */
static void warn_paid(struct call *c, struct json_object *years, struct json_object *list)
{
	static const char *const all[] = { "code", "period", "amount", "paid_on", NULL };

	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *p = json_object_array_get_idx(list, i);
		const char *code = tree_text(tree_member(p, "code"));
		const char *period = tree_text(tree_member(p, "period"));

		if (same_item(list, p, all) != p)
			call_warn(c,
				  "Há dois pagamentos iguais do DARF %s de %.2s/%.4s: são somados.",
				  code, period + 5, period);
		if (!has_darf(years, p))
			call_warn(
				c,
				"A apuração não tem DARF %s de %.2s/%.4s: o pagamento não muda nada.",
				code, period + 5, period);
	}
}

void preview_tax_inputs(struct call *c, struct json_object *given)
{
	struct json_object *before = tax_of_all(c), *after, *written;
	struct json *j = json_new(c->ctx->pool, 4096);

	tax_inputs_set(c->ctx, call_int(c, "version", 0), given, j, NULL);
	after = tax_of_all(c);
	compare_tax(c, before, after);
	written = json_own(c->ctx, slice_of(json_written(j)));
	if (tree_has(given, "paid"))
		warn_paid(c, after, tree_member(written, "paid"));
}

/* ---- a file ---- */

/* Shows the imported rows, or the others; returns the number of rows shown so far. */
static size_t show_rows(struct call *c, struct json_object *rows, bool come_in, size_t shown)
{
	size_t n = rows ? json_object_array_length(rows) : 0;

	for (size_t i = 0; i < n && shown < ROWS_SHOWN; i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);

		if (str_eq(tree_text(tree_member(row, "status")), "imported") != come_in)
			continue;
		call_change(
			c,
			pool_printf(c->ctx->pool, "/rows/%s", body_shown(tree_member(row, "line"))),
			NULL, row);
		shown++;
	}
	return shown;
}

void preview_import(struct call *c, struct upload *u)
{
	struct json_object *rows;
	struct json *j = json_new(c->ctx->pool, 4096);
	size_t shown;

	wallet_upload_show_rows(u);
	wallet_call_warn(c, wallet_upload_write(c->ctx, u, j, NULL));
	rows = tree_member(json_own(c->ctx, slice_of(json_written(j))), "rows");
	shown = show_rows(c, rows, false, 0);
	shown = show_rows(c, rows, true, shown);
	if (rows && json_object_array_length(rows) > shown)
		call_warn(c, "São mostradas %d das linhas da planilha.", ROWS_SHOWN);
}
