/* SPDX-License-Identifier: Apache-2.0 */
/* explain_asked.c: which figure is to be explained: the parameters of /explain, of the page and of the Functions. */
#include "config.h"

#include "portfolio/show/explain_load.h"

#include <stdlib.h>

#include "core/problem.h"
#include "http/cursor.h"
#include "http/request.h"

#define LIMIT_MAX 2000

static void read_month(struct ctx *ctx, const char *text, struct explain_query *q)
{
	if (!text)
		return;
	if (!month_parse(slice_of(text), &q->month))
		fail_parameter(ctx, "month", text, "um mês AAAA-MM");
	q->has_month = true;
}

static bool read_day(struct ctx *ctx, const char *name, const char *text, struct day *out)
{
	if (text && !day_parse(slice_of(text), out))
		fail_parameter(ctx, name, text, "data AAAA-MM-DD que exista");
	return text;
}

static void read_field(struct ctx *ctx, const char *name, struct explain_query *q)
{
	if (!name)
		fail_parameter(ctx, "field", "",
			       pool_printf(ctx->pool, "o nome de um número: %s",
					   explain_field_names(ctx->pool)));
	q->field = explain_field_find(name, q->symbol != NULL);
	if (q->field)
		return;
	if (explain_field_find(name, !q->symbol))
		fail_parameter(ctx, "field", name,
			       q->symbol ? "um número de um ativo; este é da carteira, sem symbol"
					 : "o parâmetro symbol também: este número é de um ativo");
	fail_parameter(ctx, "field", name,
		       pool_printf(ctx->pool, "um de: %s", explain_field_names(ctx->pool)));
}

/* A parameter that the figure does not use is refused: it would promise something that is not explained. */
static void check_parts(struct ctx *ctx, const struct explain_query *q)
{
	const struct {
		unsigned need;
		const char *given;
		const char *name, *wanted;
	} parts[] = {
		{ NEEDS_MONTH, q->asked->month, "month", "um mês AAAA-MM, que este número pede" },
		{ NEEDS_DAY, q->asked->day, "day", "um dia AAAA-MM-DD, que este número pede" },
		{ NEEDS_ITEM, q->asked->item, "item", "o nome do item, que este número pede" },
		{ NEEDS_SLICE, q->asked->slice, "slice",
		  "o nome de uma fatia das metas, que este número pede" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		bool needed = q->field->needs & parts[i].need;

		if (needed && !parts[i].given)
			fail_parameter(ctx, parts[i].name, "", parts[i].wanted);
		if (!needed && parts[i].given)
			fail_parameter(ctx, parts[i].name, parts[i].given,
				       "nada: este número não o pede");
	}
	if (q->at &&
	    (q->field->needs & (NEEDS_XRAY | NEEDS_COSTS | NEEDS_LOOK_THROUGH | NEEDS_PLAN)))
		fail_parameter(ctx, "at", q->asked->at, "nada: este número é só de hoje");
}

static void read_contribution(struct ctx *ctx, const struct wallet_explain *asked,
			      struct explain_query *q)
{
	bool needed = q->field->needs & NEEDS_CONTRIBUTION;

	if (!needed && (asked->contribution || asked->sell))
		fail_parameter(ctx, asked->contribution ? "contribution" : "sell",
			       asked->contribution ? asked->contribution : "true",
			       "nada: este número não o pede");
	if (needed && !asked->contribution && !asked->sell)
		fail_parameter(ctx, "contribution", "", "o aporte em reais, que este número pede");
	q->plan = plan_ask_of(ctx, asked->contribution, asked->sell);
}

/* "FROM VERSION EXACT", the cursor that explain_page_end() writes. */
static void read_place(struct ctx *ctx, const char *text, struct explain_query *q)
{
	char *end;
	long from;

	if (!text)
		return;
	from = strtol(text, &end, 10);
	if (*end != ' ' || from < 1 || from > 100000000)
		fail(ctx, 400, "invalid_cursor", "O cursor não é desta explicação.");
	q->from = (size_t)from;
	q->cursor_version = strtoll(end + 1, &end, 10);
	q->cursor_exact = *end ? end + 1 : "";
}

struct explain_query explain_understood(struct ctx *ctx, const struct wallet_explain *asked)
{
	struct explain_query q = {
		.asked = asked,
		.symbol = asked->symbol,
		.item = asked->slice ? asked->slice : asked->item,
		.as_of = ctx->today,
	};
	int type = asked->asset_type ? enum_find(asset_type_names, asked->asset_type) : -1;

	if (asked->asset_type && type < 0)
		fail_parameter(ctx, "asset_type", asked->asset_type,
			       problem_choices(ctx->pool, asset_type_names));
	read_field(ctx, asked->field, &q);
	q.has_type = type >= 0;
	if (q.has_type)
		q.type = (enum asset_type)type;
	read_month(ctx, asked->month, &q);
	q.has_day = read_day(ctx, "day", asked->day, &q.day);
	q.at = read_day(ctx, "at", asked->at, &q.as_of);
	if (q.at && day_before(ctx->today, q.as_of))
		fail_parameter(ctx, "at", asked->at, "uma data até hoje");
	check_parts(ctx, &q);
	read_contribution(ctx, asked, &q);
	read_place(ctx, asked->place, &q);
	return q;
}

static const char *make_cursor(void *arg, const char *place)
{
	return cursor_make(arg, &place, 1);
}

struct explain_query explain_asked(struct ctx *ctx, struct wallet_explain *asked, size_t limit)
{
	*asked = (struct wallet_explain){ .cursor = make_cursor, .arg = ctx };
	asked->symbol = query_text(ctx, "symbol");
	asked->item = query_text(ctx, "item");
	asked->asset_type = query_text(ctx, "asset_type");
	asked->field = query_text(ctx, "field");
	asked->month = query_text(ctx, "month");
	asked->day = query_text(ctx, "day");
	asked->slice = query_text(ctx, "slice");
	asked->contribution = query_text(ctx, "contribution");
	asked->sell = query_bool(ctx, "sell", false);
	asked->at = query_text(ctx, "at");
	asked->limit = (size_t)query_int(ctx, "limit", 1, LIMIT_MAX, (long)limit);
	(void)cursor_take(ctx, &asked->place, 1); /* absent: from the first */
	return explain_understood(ctx, asked);
}
