/* SPDX-License-Identifier: Apache-2.0 */
/*
 * moved_json.c: what each asset and class added to the result of some months.
 *
 * GET /v1/portfolios/{id}/moved, GET /v1/portfolio/moved
 */
#include "config.h"

#include "core/clock.h"
#include "http/request.h"
#include "http/response.h"
#include "identity/caller.h"
#include "portfolio/portfolio.h"
#include "portfolio/show/portfolio_view.h"
#include "portfolio/show/show.h"
#include "portfolio/store/consolidation.h"

/* Twelve: a year, or the last ones. */
#define MOST_MONTHS 12

static bool read_month(const char *text, struct month *out)
{
	return !text || month_parse(slice_of(text), out);
}

struct month_range moved_months(struct ctx *ctx, const char *from, const char *month)
{
	struct month now = day_month(ctx->today);
	struct month_range m = { .last = now };

	if (!read_month(month, &m.last) || m.last.n > now.n)
		fail_parameter(ctx, "month", month,
			       pool_printf(ctx->pool, "um mês AAAA-MM, até %s",
					   month_iso(ctx->pool, now)));
	m.first = m.last;
	if (!read_month(from, &m.first) || m.first.n > m.last.n ||
	    m.first.n <= m.last.n - MOST_MONTHS)
		fail_parameter(ctx, "from", from,
			       pool_printf(ctx->pool, "um mês AAAA-MM, de %s a %s",
					   month_iso(ctx->pool,
						     (struct month){ m.last.n - MOST_MONTHS + 1 }),
					   month_iso(ctx->pool, m.last)));
	return m;
}

void moved_view(struct ctx *ctx, struct month_range months, struct moved_view *out)
{
	const struct load_want load = {
		.as_of = ctx->today, .monthly = true, .series = true, .prefix = true
	};
	const struct loaded *in = &out->v.in;

	load_portfolio(ctx, &load, &out->v.in);
	load_compute(ctx, in, load.as_of, &out->v.portfolio);
	returns_moved(ctx, &out->v, 1, in->prefix ? in->prefix : in->earlier_prefix, months,
		      &out->moved);
}

/* ---- JSON ---- */

static void render_part(struct json *j, const struct moved_part *p)
{
	json_open(j, NULL);
	if (p->symbol)
		json_text(j, "symbol", p->symbol);
	json_text(j, "asset_type", asset_type_names[p->type]);
	if (p->symbol)
		json_text(j, "name", p->name ? p->name : p->symbol);
	else
		json_text(j, "title", p->name);
	json_money(j, "result", p->result);
	json_decimal(j, "points", p->points.e8, 8, 2, false);
	json_close(j);
}

static void render_parts(struct json *j, const char *name, const struct moved_part *list, size_t n)
{
	json_array(j, name);
	for (size_t i = 0; i < n; i++)
		render_part(j, &list[i]);
	json_array_end(j);
}

static void render_rounding(struct json *j, const struct moved *m)
{
	if (!json_open_if(j, "rounding", !m->reason))
		return;
	json_money(j, "result", m->rounding_result);
	json_percent(j, "points", m->rounding_points);
	json_close(j);
}

static void render(struct ctx *ctx, struct json *j, const char *name, const struct moved *m)
{
	int64_t start = clock_monotonic_us();

	json_open(j, name);
	json_text(j, "from", month_iso(ctx->pool, m->months.first));
	json_text(j, "month", month_iso(ctx->pool, m->months.last));
	json_day(j, "as_of", m->as_of);
	json_money_or_null(j, "result", !m->reason, m->result);
	json_percent_or_null(j, "return_pct", !m->reason, m->return_pct);
	json_text(j, "reason", m->reason);
	render_rounding(j, m);
	render_parts(j, "assets", m->assets, m->n_assets);
	render_parts(j, "classes", m->classes, m->n_classes);
	json_close(j);
	ctx->json_us += clock_monotonic_us() - start;
}

/* ---- operations ---- */

void wallet_moved(struct ctx *ctx, const char *from, const char *month, struct json *out,
		  const char *name)
{
	struct moved_view v;

	moved_view(ctx, moved_months(ctx, from, month), &v);
	render(ctx, out, name, &v.moved);
}

void portfolio_moved(struct ctx *ctx)
{
	const char *from = query_text(ctx, "from"), *month = query_text(ctx, "month");

	query_done(ctx);
	access_resource(ctx);
	wallet_moved(ctx, from, month, respond_json(ctx, 200), NULL);
}

void portfolio_context_moved(struct ctx *ctx)
{
	const struct consolidation_want want = { .as_of = ctx->today,
						 .history = true,
						 .steps = true };
	const char *from = query_text(ctx, "from"), *month = query_text(ctx, "month");
	const struct month_range months = moved_months(ctx, from, month);
	struct consolidation t;
	struct moved moved;

	query_done(ctx);
	consolidation_load(ctx, &want, &t);
	consolidation_moved(ctx, &t, months, &moved);
	render(ctx, respond_json(ctx, 200), NULL, &moved);
}
