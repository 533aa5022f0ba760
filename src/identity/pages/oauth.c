/* SPDX-License-Identifier: Apache-2.0 */
/* oauth.c: refusals as OAuth renders them, and its routes. */
#include "config.h"

#include "identity/pages/oauth.h"

#include "identity/caller.h"
#include "identity/pages/identity_pages.h"
#include "identity/pages/refusal.h"
#include "core/text.h"
#include "http/problem_answer.h"
#include "http/request.h"
#include "http/response.h"

/* ---- refusals ---- */

/* The specification's name of what was refused. */
static const char *oauth_error(const struct ctx *ctx)
{
	const struct problem *p = ctx->problem;

	if (text_starts(p->code, "oauth_"))
		return p->code + strlen("oauth_");
	if (p->status == 429 || p->status == 503)
		return "temporarily_unavailable";
	return p->status >= 500 ? "server_error" : "invalid_request";
}

/* The refuse() of the endpoints for programs: {error, error_description}. */
static void oauth_refuse(struct ctx *ctx)
{
	const struct problem *p = ctx->problem;
	struct json *j = respond_json(ctx, p->status);
	const char *detail = problem_detail(ctx);

	problem_headers(ctx);
	respond_header(ctx, "Cache-Control", "no-store");
	respond_header(ctx, "Pragma", "no-cache");
	json_open(j, NULL);
	json_text(j, "error", oauth_error(ctx));
	/* RFC 6749 section 5.2: ASCII without quotes and backslashes. */
	if (detail)
		json_text(j, "error_description", text_plain_ascii(ctx->pool, detail));
	json_close(j);
}

/* ---- routes ---- */

#define PERSON .caller = CALLER_PERSON, .subject = SUBJECT_ACCOUNT, .refuse = site_refuse
#define FORM .body = BODY_FORM, .body_max = MAX_FORM
#define METADATA(path, id, of)                                                                     \
	{                                                                                          \
		.method = GET, .pattern = "/.well-known/oauth-protected-resource" path,            \
		.operation = (id), .run = oauth_resource_metadata, .arg = (of),                    \
		.transaction = TX_NONE                                                             \
	}

const struct route oauth_routes[] = {
	{ GET, "/.well-known/oauth-authorization-server", "getAuthorizationServer",
	  oauth_server_metadata, .transaction = TX_NONE },
	METADATA("", "getProtectedResource", ""),
	METADATA("/v1/mcp/wallet", "getProtectedResourceWallet", "/v1/mcp/wallet"),
	METADATA("/v1/mcp/advisor", "getProtectedResourceAdvisor", "/v1/mcp/advisor"),
	METADATA("/v1/mcp/desk", "getProtectedResourceDesk", "/v1/mcp/desk"),
	{ POST, "/oauth/register", "registerClient", oauth_register_client, .transaction = TX_NONE,
	  .body = BODY_JSON, .body_max = MAX_FORM, .refuse = oauth_refuse },
	{ GET, "/oauth/authorize", "getAuthorizationPage", oauth_authorize_page, PERSON },
	{ POST, "/oauth/authorize", "submitAuthorizationPage", oauth_authorize_post, PERSON, FORM,
	  .transaction = TX_WRITE },
	{ POST, "/oauth/token", "createToken", oauth_token, FORM, .transaction = TX_NONE,
	  .refuse = oauth_refuse },
	{ POST, "/oauth/revoke", "revokeToken", oauth_revoke, FORM, .transaction = TX_NONE,
	  .refuse = oauth_refuse },
	{ GET, "/grants", "getGrantsPage", grants_page, PERSON },
	{ POST, "/grants/{id}/revoke", "revokeGrant", grants_revoke, PERSON, FORM,
	  .transaction = TX_WRITE },
	{ .run = NULL },
};
