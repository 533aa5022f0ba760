/* SPDX-License-Identifier: Apache-2.0 */
/* issues_json.c: what makes the figures of a portfolio unreliable.  GET /v1/portfolios/{id}/issues */
#include "config.h"

#include <strings.h>

#include "core/clock.h"
#include "http/request.h"
#include "http/response.h"
#include "identity/caller.h"
#include "operations/ask.h"
#include "portfolio/ledger/ledger_list.h"
#include "portfolio/store/row_shown.h"
#include "portfolio/show/portfolio_view.h"
#include "portfolio/what_if/issue_effects.h"
#include "portfolio/what_if/what_if.h"
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

static void render_issue(void *pool, struct json *j, const struct loaded *in, const struct issue *i,
			 const struct issue_effect *effect)
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
	issue_remedy_render(pool, j, in, i, effect);
	json_close(j);
}

/*
 * @dismissed: shows the dismissed ones instead
 * @effects: of the first SHOWN; NULL: not asked
 */
static void render(struct ctx *ctx, struct json *j, const char *name, const struct issues_view *v,
		   bool dismissed, const struct issue_effect *effects)
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
		render_issue(pool, j, in, &list[i], effects ? &effects[i] : NULL);
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

/* The requests of the JSON, as a tree. */
struct json_object *issue_requests(struct ctx *ctx, const struct issues_view *v,
				   const struct issue *i)
{
	struct json *j = json_new(ctx->pool, 1024);

	json_open(j, NULL);
	issue_remedy_render(ctx->pool, j, &v->in, i, NULL);
	json_close(j);
	return ask_parsed(ctx->pool, json_written(j));
}

static bool is_asked(const struct wallet_issues_tried *t, const struct issue *i)
{
	const struct ledger_asset *a = i->asset;

	return (!t->symbol || (a && strcasecmp(t->symbol, a->symbol) == 0)) &&
	       (!t->asset_type || (a && str_eq(t->asset_type, asset_type_names[a->type]))) &&
	       (!t->severity || str_eq(t->severity, issue_severity_names[i->severity])) &&
	       (!t->code || str_eq(t->code, issue_code_names[i->code]));
}

static const struct issue_effect *effects_of(struct ctx *ctx, const struct issues_view *v,
					     const struct wallet_issues_tried *tried)
{
	const struct issue_trials trials = issue_trials_new(ctx, v);
	size_t n = v->n;
	struct issue_effect *list = pool_array(ctx->pool, struct issue_effect, n + v->n_dismissed);

	for (size_t i = 0; i < n + v->n_dismissed; i++)
		list[i] = (struct issue_effect){ .tried = false };
	for (size_t i = 0; i < n && i < SHOWN && ctx->caller->access >= ACCESS_EDIT; i++)
		if (is_asked(tried, &v->list[i]))
			list[i] = issue_effect(
				&trials, &v->list[i],
				ask_member(ask_member(issue_requests(ctx, v, &v->list[i]), "mend"),
					   "actions"));
	return list;
}

static void answer(struct ctx *ctx, struct json *out, const char *name, bool dismissed,
		   const struct wallet_issues_tried *effects)
{
	const struct issue_effect *tried = NULL;
	struct issues_view v;
	int64_t start;

	issues_view(ctx, &v);
	if (effects)
		tried = effects_of(ctx, &v, effects);
	start = clock_monotonic_us();
	render(ctx, out, name, &v, dismissed, dismissed && tried ? tried + v.n : tried);
	ctx->json_us += clock_monotonic_us() - start;
}

void wallet_issues(struct ctx *ctx, const struct wallet_issues_tried *effects, struct json *out,
		   const char *name)
{
	answer(ctx, out, name, false, effects);
}

bool issues_tried(const struct ctx *ctx)
{
	return what_if_asked(ctx, "effects");
}

void portfolio_issues(struct ctx *ctx)
{
	bool dismissed = query_bool(ctx, "dismissed", false);
	bool effects = query_bool(ctx, "effects", false);

	query_done(ctx);
	ledger_readable(ctx);
	answer(ctx, respond_json(ctx, 200), NULL, dismissed,
	       !effects ? NULL : &(struct wallet_issues_tried){ .symbol = NULL });
}
