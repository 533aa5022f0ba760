/* SPDX-License-Identifier: Apache-2.0 */
/*
 * agenda_routes.c: upcoming events.  GET /v1/news/agenda, GET /v1/news/agenda.ics; the table of
 * src/market/agenda
 *
 * Public data, but with a portfolio the caller's own: then the tag also covers its ledger.
 */
#include "config.h"

#include "market/agenda/agenda.h"

#include <strings.h>

#include "identity/caller.h"
#include "market/agenda/agenda_items.h"
#include "http/request.h"
#include "http/response.h"

#define DAYS_MAX 90
#define DAYS 30

static void load(struct ctx *ctx, struct agenda *a)
{
	int days = (int)query_int(ctx, "days", 1, DAYS_MAX, DAYS);
	const char *portfolio = query_text(ctx, "portfolio");

	query_done(ctx);
	agenda_load(ctx, days, a);
	if (portfolio) {
		agenda_narrow(ctx, portfolio, a);
		agenda_remind(ctx, a);
	}
}

static void tag(struct ctx *ctx, const struct agenda *a)
{
	if (route_is_own(ctx))
		respond_versions(ctx, pool_printf(ctx->pool, "%s %s", a->ledger,
						  access_versions(ctx, FAMILY_COUNT)));
}

static void answer_calendar(struct ctx *ctx, const struct agenda *a)
{
	respond_bytes(ctx, 200, "text/calendar; charset=utf-8", agenda_calendar(ctx, a));
	/* DTSTAMP is the present time, but the content is the same: the tag does not include it. */
	tag(ctx, a);
}

/* Only a client that names the type gets a calendar; a wildcard does not ask for one. */
static bool wants_calendar(const struct ctx *ctx)
{
	const char *accept = ctx->req->accept;

	return accept && strncasecmp(accept, "text/calendar", strlen("text/calendar")) == 0;
}

static void agenda_get(struct ctx *ctx)
{
	struct agenda a;

	load(ctx, &a);
	if (wants_calendar(ctx)) {
		answer_calendar(ctx, &a);
		return;
	}
	agenda_render(ctx, respond_json(ctx, 200), NULL, &a);
	tag(ctx, &a);
}

static void agenda_ics_get(struct ctx *ctx)
{
	struct agenda a;

	load(ctx, &a);
	answer_calendar(ctx, &a);
}

void agenda_of_portfolio(struct ctx *ctx, const char *portfolio, int days, struct json *out,
			 const char *name)
{
	struct agenda a;

	agenda_load(ctx, days, &a);
	agenda_narrow(ctx, portfolio, &a);
	agenda_remind(ctx, &a);
	agenda_render(ctx, out, name, &a);
}

#define AGENDA                                                                                     \
	.caller = CALLER_ANY, .scope = SCOPE_MARKET_READ, .validator = VALIDATOR_MARKET,           \
	.negotiated = true, .replica = true, .own_with = "portfolio"

#define FEEDS .caller = CALLER_PERSON, .subject = SUBJECT_ACCOUNT

const struct route agenda_routes[] = {
	{ GET, "/v1/news/agenda", "getAgenda", agenda_get, AGENDA },
	{ GET, "/v1/news/agenda.ics", "getAgendaCalendar", agenda_ics_get, AGENDA },
	{ GET, "/v1/news/agenda/feeds", "listAgendaFeeds", feed_list, FEEDS,
	  .scope = SCOPE_ACCOUNT_READ },
	{ POST, "/v1/news/agenda/feeds", "createAgendaFeed", feed_create, FEEDS,
	  .scope = SCOPE_ACCOUNT_WRITE, .transaction = TX_WRITE, .once = ONCE, .body = BODY_JSON,
	  .body_max = MAX_JSON },
	{ DELETE, "/v1/news/agenda/feeds/{id}", "deleteAgendaFeed", feed_delete, FEEDS,
	  .scope = SCOPE_ACCOUNT_WRITE, .transaction = TX_WRITE },
	{ GET, "/v1/news/agenda/feed.ics", "getAgendaFeed", feed_get, .transaction = TX_NONE },
	{ .run = NULL },
};
