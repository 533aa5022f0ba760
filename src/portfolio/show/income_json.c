/* SPDX-License-Identifier: Apache-2.0 */
/*
 * income_json.c: what was received, payment by payment, and its sums.
 *
 * GET /v1/income and /v1/portfolios/{id}/income/received (format=csv for a sheet), GET /v1/income/summary and
 * /v1/portfolios/{id}/income/summary
 */
#include "config.h"

#include "core/clock.h"
#include "core/csv_write.h"
#include "core/number_text.h"
#include "http/request.h"
#include "portfolio/ledger/ledger_list.h"
#include "portfolio/portfolio.h"
#include "portfolio/show/income_view.h"
#include "portfolio/show/next_call.h"
#include "portfolio/show/show.h"

/* ---- a payment ---- */

static void render_paper(struct json *j, const struct ledger_asset *a, const char *name)
{
	json_text(j, "symbol", a->symbol);
	json_text(j, "asset_type", asset_type_names[a->type]);
	json_text(j, "name", name ? name : a->symbol);
}

static void render_of(struct json *j, const struct income_payment *p)
{
	json_uuid(j, "portfolio_id", p->portfolio->in.id);
	json_text(j, "portfolio", p->portfolio->in.name);
	json_uuid(j, "asset_id", p->asset->id);
	render_paper(j, p->asset, p->name);
	json_text(j, "kind", income_kind_names[p->kind]);
}

static void render_amounts(struct json *j, const struct income_payment *p)
{
	json_money_or_null(j, "gross_amount", p->gross_known, p->gross);
	json_money_or_null(j, "withheld", p->gross_known, p->tax);
	json_money(j, "amount", p->net);
	json_text(j, "currency", currency_names[p->asset->currency]);
	json_money_or_null(j, "amount_brl", p->brl_known, p->brl);
}

static void render_received(struct json *j, const struct income_payment *p)
{
	json_open(j, NULL);
	json_uuid_or_null(j, "id", p->source != INCOME_CALENDAR, p->key);
	render_of(j, p);
	json_day(j, "pay_date", p->day);
	render_amounts(j, p);
	json_boolean(j, "counts", p->counts);
	json_text(j, "source", income_source_names[p->source]);
	json_text(j, "note", p->note);
	json_close(j);
}

static void render_announced(struct json *j, const struct income_payment *p)
{
	json_open(j, NULL);
	render_of(j, p);
	json_day(j, "entitled_on", p->right);
	json_day_or_null(j, "pay_date", p->dated, p->day);
	json_qty(j, "quantity", p->held);
	json_price(j, "per_share", p->distribution->gross);
	render_amounts(j, p);
	json_close(j);
}

/* ---- the sums ---- */

static void render_months(struct json *j, const struct income_sums *s)
{
	char month[MONTH_TEXT_SIZE];

	json_array(j, "by_month");
	for (size_t i = 0; i < s->n_months; i++) {
		month_format(s->months[i].month, month);
		json_open(j, NULL);
		json_text(j, "month", month);
		json_money(j, "amount", s->months[i].amount);
		json_close(j);
	}
	json_array_end(j);
	json_array(j, "by_year");
	for (size_t i = 0; i < s->n_years; i++) {
		json_open(j, NULL);
		json_int(j, "year", s->years[i].month.n / 12);
		json_money(j, "amount", s->years[i].amount);
		json_close(j);
	}
	json_array_end(j);
}

static void render_yield(struct json *j, struct money year, bool known, struct money cost)
{
	double pct;

	known = income_yield(year, cost, &pct) && known;
	json_rate_or_null(j, "yield_on_cost_pct", known, pct, 4);
}

static void render_payers(struct json *j, const struct income_sums *s)
{
	json_array(j, "by_payer");
	for (size_t i = 0; i < s->n_payers; i++) {
		const struct income_payer *p = &s->payers[i];

		if (!p->all.e8)
			continue;
		json_open(j, NULL);
		render_paper(j, p->asset, p->name);
		json_money(j, "this_year", p->this_year);
		json_money(j, "last_12_months", p->year);
		json_money(j, "since_start", p->all);
		json_money_or_null(j, "cost", p->cost_known, p->cost);
		render_yield(j, p->year, p->cost_known, p->cost);
		json_close(j);
	}
	json_array_end(j);
}

/* The Action types one payment; only the person knows the day and the amount. */
static void render_entry(struct json *j, const struct income_left_out *o)
{
	static const char *const fill[] = { "/pay_date", "/amount" };
	char id[UUID_TEXT_SIZE];

	uuid_format(o->portfolio->in.id, id);
	json_open(j, "action");
	next_call_members(j, "action", "wallet.portfolio_income.add", id);
	json_text(j, "symbol", o->asset->symbol);
	json_text(j, "asset_type", asset_type_names[o->asset->type]);
	json_text(j, "kind", income_kind_names[INCOME_INTEREST]);
	json_close(j);
	json_texts(j, "fill", fill, ARRAY_SIZE(fill));
	json_close(j);
}

static void render_left_out(struct json *j, const struct income_view *v)
{
	json_array(j, "left_out");
	for (size_t i = 0; i < v->n_left_out; i++) {
		const struct income_left_out *o = &v->left_out[i];

		json_open(j, NULL);
		json_uuid(j, "portfolio_id", o->portfolio->in.id);
		json_text(j, "portfolio", o->portfolio->in.name);
		json_uuid(j, "asset_id", o->asset->id);
		render_paper(j, o->asset, o->name);
		json_boolean(j, "held", o->held);
		json_int(j, "entered", (int64_t)o->entered);
		json_text(j, "reason", o->reason);
		render_entry(j, o);
		json_close(j);
	}
	json_array_end(j);
}

static void render_summary(struct ctx *ctx, struct json *j, const char *name,
			   const struct income_view *v)
{
	const struct income_sums *s = &v->sums;
	int64_t start = clock_monotonic_us();

	json_open(j, name);
	json_day(j, "as_of", ctx->today);
	json_money(j, "this_month", s->month);
	json_money(j, "this_year", s->this_year);
	json_money(j, "last_12_months", s->year);
	json_money(j, "since_start", s->all);
	json_int(j, "without_rate", (int64_t)s->without_rate);
	json_money(j, "cost", s->cost);
	render_yield(j, s->year, true, s->cost);
	render_months(j, s);
	render_payers(j, s);
	json_open(j, "announced");
	json_money(j, "gross_brl", v->announced_gross);
	json_money(j, "amount_brl", v->announced_net);
	json_array(j, "payments");
	for (size_t i = 0; i < v->announced.n; i++)
		render_announced(j, &v->announced.items[i]);
	json_array_end(j);
	json_close(j);
	render_left_out(j, v);
	json_close(j);
	ctx->json_us += clock_monotonic_us() - start;
}

/* ---- a sheet ---- */

static const char *const kind_words[] = { "dividendo", "JCP",	      "rendimento",
					  "juros",     "amortização", "devolução de capital" };
static const char *const source_words[] = { "calendário", "importado", "digitado" };

static void put_money(struct csv_writer *s, bool known, struct money m)
{
	csv_put_cell(s, known ? decimal_text(s->out->pool, m.e8, MONEY_PLACES, 2, false) : NULL);
}

struct slice income_csv(void *pool, const struct income_page *page)
{
	static const char *const columns[] = { "data",	   "carteira", "ativo",	 "classe",  "nome",
					       "tipo",	   "bruto",    "retido", "liquido", "moeda",
					       "em_reais", "soma",     "origem", "nota" };
	struct buf b;
	struct csv_writer s = { .out = &b, .separator = ';' };

	buf_init(&b, pool, 4096);
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++)
		csv_put_cell(&s, columns[i]);
	csv_end_line(&s);
	for (size_t i = 0; i < page->n; i++) {
		const struct income_payment *p = &page->rows[i];

		csv_put_cell(&s, day_iso(pool, p->day));
		csv_put_text(&s, p->portfolio->in.name);
		csv_put_text(&s, p->asset->symbol);
		csv_put_cell(&s, asset_type_titles[p->asset->type]);
		csv_put_text(&s, p->name);
		csv_put_cell(&s, kind_words[p->kind]);
		put_money(&s, p->gross_known, p->gross);
		put_money(&s, p->gross_known, p->tax);
		put_money(&s, true, p->net);
		csv_put_cell(&s, currency_names[p->asset->currency]);
		put_money(&s, p->brl_known, p->brl);
		csv_put_cell(&s, p->counts ? "sim" : "não");
		csv_put_cell(&s, source_words[p->source]);
		csv_put_text(&s, p->note);
		csv_end_line(&s);
	}
	return slice_of(buf_text(&b));
}

/* ---- operations ---- */

static const char *const formats[] = { "json", "csv", NULL };

typedef void viewing(struct ctx *ctx, struct income_view *out);

static void list(struct ctx *ctx, bool one, viewing *view)
{
	bool csv = query_choice(ctx, "format", formats) == 1;
	struct page asked;
	struct income_filter f = income_filter_take(ctx, false, &asked);
	struct income_view v;
	struct income_page page;
	struct json *meta;

	query_done(ctx);
	if (one)
		ledger_readable(ctx);
	if (csv)
		f.limit = 0;
	view(ctx, &v);
	page = income_select(ctx, &v, &f);
	if (csv) {
		respond_bytes(ctx, 200, "text/csv; charset=utf-8", income_csv(ctx->pool, &page));
		respond_header(ctx, "Content-Disposition",
			       "attachment; filename=\"proventos.csv\"");
		return;
	}
	(void)page_open(ctx);
	for (size_t i = 0; i < page.n; i++)
		render_received(&ctx->res->json, &page.rows[i]);
	meta = page_meta(ctx);
	json_money(meta, "amount_brl", page.sum);
	render_left_out(meta, &v);
	page_close(ctx, income_page_cursor(ctx, &page), page.n,
		   asked.total ? (int64_t)page.total : -1);
}

void income_received(struct ctx *ctx)
{
	list(ctx, true, income_view_one);
}

void income_received_all(struct ctx *ctx)
{
	list(ctx, false, income_view_all);
}

static void summary(struct ctx *ctx, viewing *view)
{
	struct income_view v;

	view(ctx, &v);
	render_summary(ctx, respond_json(ctx, 200), NULL, &v);
}

void income_summary(struct ctx *ctx)
{
	query_done(ctx);
	ledger_readable(ctx);
	summary(ctx, income_view_one);
}

void income_summary_all(struct ctx *ctx)
{
	query_done(ctx);
	summary(ctx, income_view_all);
}

bool wallet_income(struct ctx *ctx, struct wallet_incomes *asked, struct json *out,
		   const char *name)
{
	struct income_filter f = {
		.by_symbol = asked->symbol != NULL,
		.kind = asked->kind ? enum_find(income_kind_names, asked->kind) : -1,
		.type = asked->asset_type ? enum_find(asset_type_names, asked->asset_type) : -1,
		.from = asked->from,
		.to = asked->to,
		.newest = true,
		.follows = asked->follows,
		.after = asked->day,
		.after_key = asked->key,
		.limit = asked->limit,
	};
	struct income_view v;
	struct income_page page;

	if (asked->symbol)
		f.symbol = symbol_names_of(ctx->pool, asked->symbol);
	if (asked->all)
		income_view_all(ctx, &v);
	else
		income_view_one(ctx, &v);
	page = income_select(ctx, &v, &f);
	json_open(out, name);
	render_summary(ctx, out, "summary", &v);
	json_array(out, "received");
	for (size_t i = 0; i < page.n; i++)
		render_received(out, &page.rows[i]);
	json_array_end(out);
	json_close(out);
	asked->n = page.n;
	if (page.n) {
		asked->day = page.rows[page.n - 1].day;
		asked->key = page.rows[page.n - 1].key;
	}
	return page.more;
}
