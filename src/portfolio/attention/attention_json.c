/* SPDX-License-Identifier: Apache-2.0 */
/* attention_json.c: what asks something of a person.  GET /v1/portfolio/attention */
#include "config.h"

#include "core/clock.h"
#include "core/json_write.h"
#include "http/request.h"
#include "http/response.h"
#include "portfolio/attention/attention.h"
#include "portfolio/show/next_call.h"
#include "portfolio/store/consolidation.h"

static void write_ask(struct ctx *ctx, struct json *j, const struct attention_item *i)
{
	static const char *const functions[] = {
		[ATTENTION_OWED] = "wallet.portfolio.get",
		[ATTENTION_ISSUES] = "wallet.portfolio.issues",
		[ATTENTION_CONCENTRATION] = "wallet.portfolio.xray",
		[ATTENTION_COSTS] = "wallet.portfolio.costs",
	};

	if (i->of_portfolio) {
		next_call_open(j, "ask", functions[i->kind], uuid_text(ctx->pool, i->portfolio),
			       NULL);
		if (i->kind == ATTENTION_OWED) {
			json_array(j, "include");
			json_text(j, NULL, "closed");
			json_array_end(j);
		}
	} else {
		next_call_open(j, "ask",
			       i->kind == ATTENTION_TAX_ANSWERS ? "wallet.tax.missing"
								: "wallet.tax.get",
			       NULL, NULL);
		json_int(j, "year", attention_year(ctx, i));
	}
	next_call_close(j);
}

static void render_item(struct ctx *ctx, struct json *j, const struct attention_item *i)
{
	char period[MONTH_TEXT_SIZE];

	json_open(j, NULL);
	json_text(j, "kind", attention_kind_names[i->kind]);
	json_text(j, "urgency", attention_urgency_names[i->urgency]);
	json_text(j, "title", i->title);
	json_text(j, "detail", i->detail);
	json_int(j, "count", (int64_t)i->count);
	json_uuid_or_null(j, "portfolio_id", i->of_portfolio, i->portfolio);
	json_text(j, "portfolio_name", i->name);
	if (i->code) {
		month_format(i->period, period);
		json_open(j, "darf");
		json_text(j, "code", i->code);
		json_text(j, "period", period);
		json_day(j, "due_on", i->due_on);
		json_money(j, "amount", i->amount);
		json_close(j);
	} else {
		json_null(j, "darf");
	}
	if (!ctx->called)
		json_text(j, "path", attention_path(ctx, i));
	write_ask(ctx, j, i);
	json_close(j);
}

void wallet_attention(struct ctx *ctx, struct json *out, const char *name)
{
	struct attention a;
	struct consolidation t;
	size_t urgent = 0;
	int64_t start;

	consolidation_load(ctx, &(struct consolidation_want){ .as_of = ctx->today }, &t);
	attention_view(ctx, &t, &a);
	start = clock_monotonic_us();
	json_open(out, name);
	json_array(out, "data");
	for (size_t i = 0; i < a.n; i++) {
		urgent += a.items[i].urgency == ATTENTION_URGENT;
		render_item(ctx, out, &a.items[i]);
	}
	json_array_end(out);
	json_open(out, "meta");
	json_int(out, "count", (int64_t)a.n);
	json_int(out, "urgent", (int64_t)urgent);
	json_day(out, "as_of", ctx->today);
	json_close(out);
	json_close(out);
	ctx->json_us += clock_monotonic_us() - start;
}

void portfolio_attention(struct ctx *ctx)
{
	query_done(ctx);
	wallet_attention(ctx, respond_json(ctx, 200), NULL);
}
