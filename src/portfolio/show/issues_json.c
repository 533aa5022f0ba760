/* SPDX-License-Identifier: Apache-2.0 */
/* issues_json.c: what makes the figures of a portfolio unreliable.  GET /v1/portfolios/{id}/issues */
#include "config.h"

#include "core/clock.h"
#include "http/request.h"
#include "http/response.h"
#include "portfolio/ledger/ledger_list.h"
#include "portfolio/store/row_shown.h"
#include "portfolio/show/issues_remedy.h"
#include "portfolio/show/show.h"
#include "portfolio/show/portfolio_view.h"
#include "portfolio/portfolio.h"

/* ---- the answer ---- */

#define SHOWN 1000 /* the worst issues: each may come with its remedies */

static void render_row(struct json *j, const struct issue_row *r)
{
	json_open(j, NULL);
	row_shown_write(j, r->asset, r->row);
	if (r->uncovered.e8)
		json_qty(j, "uncovered", r->uncovered);
	if (r->quote_known)
		json_price(j, "quote", r->quote);
	json_close(j);
}

static void render_weight(struct json *j, const struct issue *i)
{
	if (!json_open_if(j, "weight", i->weighed != WEIGHT_UNKNOWN))
		return;
	json_money(j, "amount", i->weight);
	json_text(j, "of", issue_weight_names[i->weighed]);
	json_close(j);
}

static void render_issue(void *pool, struct json *j, const struct loaded *in, const struct issue *i)
{
	json_open(j, NULL);
	json_text(j, "code", issue_code_names[i->code]);
	json_text(j, "severity", issue_severity_names[i->severity]);
	json_text(j, "symbol", i->asset ? i->asset->symbol : NULL);
	json_text(j, "asset_type", i->asset ? asset_type_names[i->asset->type] : NULL);
	if (i->asset)
		json_uuid(j, "asset_id", i->asset->id);
	else
		json_null(j, "asset_id");
	json_text(j, "title", i->title);
	json_text(j, "detail", i->detail);
	render_weight(j, i);
	json_array(j, "rows");
	for (size_t k = 0; k < i->n_rows && k < ISSUE_ROWS_SHOWN; k++)
		render_row(j, &i->rows[k]);
	json_array_end(j);
	json_int(j, "rows_total", (int64_t)i->n_rows);
	issue_remedy_render(pool, j, in, i);
	json_close(j);
}

/* @dismissed: shows the dismissed ones instead */
static void render(struct ctx *ctx, struct json *j, const char *name, const struct issues_view *v,
		   bool dismissed)
{
	const struct issue *list = v->list + (dismissed ? v->n : 0);
	const struct loaded *in = &v->in;
	size_t n = dismissed ? v->n_dismissed : v->n, of[ISSUE_INFO + 1] = { 0 };

	json_open(j, name);
	json_array(j, "data");
	for (size_t i = 0; i < n; i++) {
		void *pool;

		of[list[i].severity]++;
		if (i >= SHOWN)
			continue;
		pool = pool_new(ctx->pool, "an issue");
		render_issue(pool, j, in, &list[i]);
		pool_free(pool);
	}
	json_array_end(j);
	json_open(j, "meta");
	json_int(j, "count", (int64_t)n);
	for (size_t s = 0; s <= ISSUE_INFO; s++)
		json_int(j, issue_severity_names[s], (int64_t)of[s]);
	json_int(j, "dismissed", (int64_t)v->n_dismissed);
	json_day(j, "as_of", ctx->today);
	json_int(j, "ledger_version", in->ledger_version);
	json_close(j);
	json_close(j);
}

static void answer(struct ctx *ctx, struct json *out, const char *name, bool dismissed)
{
	struct issues_view v;
	int64_t start;

	issues_view(ctx, &v);
	start = clock_monotonic_us();
	render(ctx, out, name, &v, dismissed);
	ctx->json_us += clock_monotonic_us() - start;
}

void wallet_issues(struct ctx *ctx, struct json *out, const char *name)
{
	answer(ctx, out, name, false);
}

void portfolio_issues(struct ctx *ctx)
{
	bool dismissed = query_bool(ctx, "dismissed", false);

	query_done(ctx);
	ledger_readable(ctx);
	answer(ctx, respond_json(ctx, 200), NULL, dismissed);
}
