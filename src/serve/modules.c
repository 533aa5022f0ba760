/* SPDX-License-Identifier: Apache-2.0 */
/* serve/modules.c: the route tables of the modules; the way of a request knows nothing else about them. */
#include "config.h"

#include "serve/modules.h"

#include "identity/caller.h"
#include "office/advisor.h"
#include "market/companies/companies.h"
#include "identity/pages/identity_pages.h"
#include "identity/pages/refusal.h"
#include "console/console.h"
#include "core/attributes.h"
#include "desk/desk.h"
#include "market/agenda/agenda.h"
#include "market/events/event_answers.h"
#include "market/news/news.h"
#include "notices/notices.h"
#include "http/problem_answer.h"
#include "portfolio/functions/investor.h"
#include "operations/mcp/mcp.h"
#include "serve/metrics.h"
#include "market/objects/objects.h"
#include "market/offerings/offerings.h"
#include "serve/open_pages.h"
#include "operations/protocol.h"
#include "serve/status.h"
#include "portfolio/portfolio.h"

const struct route *const modules[] = {
	status_routes,	  metrics_routes,   problem_routes, pages_routes,  access_routes,
	session_routes,	  oauth_routes,	    mcp_routes,	    wallet_routes, import_routes,
	objects_routes,	  events_routes,    agenda_routes,  news_routes,   notices_routes,
	companies_routes, offerings_routes, advisor_routes, desk_routes,   console_routes,
	work_routes,
};

const size_t n_modules = ARRAY_SIZE(modules);

/* Modules of Functions and Actions. */
static struct protocol *const protocols[] = { &advisor_protocol, &desk_protocol,
					      &investor_protocol };

void modules_start(void *pool)
{
	for (size_t i = 0; i < ARRAY_SIZE(protocols); i++) {
		protocols[i]->keeper = &application_keeper;
		protocol_start(pool, protocols[i]);
	}
}

void modules_refuse(struct ctx *ctx)
{
	const char *path = ctx->req->path;

	/*
	 * For programs, a 401 says how to authenticate; routes for people redirect to the log-in page
	 * themselves.
	 */
	if (path && strncmp(path, "/v1/", 4) != 0 && ctx->problem->status != 401 &&
	    problem_wants_html(ctx))
		site_refuse(ctx);
	else
		problem_render(ctx);
}
