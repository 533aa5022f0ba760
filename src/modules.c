/* SPDX-License-Identifier: Apache-2.0 */
/* modules.c: the modules of the house, by their route tables; nothing else is known of them here. */
#include "config.h"

#include "modules.h"

#include "access/caller.h"
#include "advisor/advisor.h"
#include "companies/companies.h"
#include "connector/connector.h"
#include "connector/refusal.h"
#include "connector/site.h"
#include "console/console.h"
#include "core/attributes.h"
#include "desk/desk.h"
#include "agenda/agenda.h"
#include "events/events.h"
#include "news/news.h"
#include "notices/notices.h"
#include "http/problem.h"
#include "investor/investor.h"
#include "mcp/mcp.h"
#include "metrics.h"
#include "objects/objects.h"
#include "offerings/offerings.h"
#include "pages/pages.h"
#include "protocol/protocol.h"
#include "status.h"
#include "wallet/wallet.h"

const struct route *const modules[] = {
	status_routes,	  metrics_routes,   problem_routes, pages_routes,  access_routes,
	session_routes,	  oauth_routes,	    mcp_routes,	    wallet_routes, import_routes,
	objects_routes,	  events_routes,    agenda_routes,  news_routes,   notices_routes,
	companies_routes, offerings_routes, advisor_routes, desk_routes,   console_routes,
	work_routes,
};

const size_t n_modules = ARRAY_SIZE(modules);

struct protocol *const protocols[] = { &advisor_protocol, &desk_protocol, &investor_protocol };
const size_t n_protocols = ARRAY_SIZE(protocols);

bool modules_start(void *pool, const char **error)
{
	for (size_t i = 0; i < n_protocols; i++)
		if (!protocol_start(pool, protocols[i], error))
			return false;
	return true;
}

void modules_refuse(struct ctx *ctx)
{
	const char *path = ctx->req->path;

	/* A 401 tells programs how to enter; where people do, the routes lead them there themselves. */
	if (path && strncmp(path, "/v1/", 4) != 0 && ctx->problem->status != 401 &&
	    problem_wants_html(ctx))
		site_refuse(ctx);
	else
		problem_render(ctx);
}
