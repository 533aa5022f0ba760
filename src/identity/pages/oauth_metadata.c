/* SPDX-License-Identifier: Apache-2.0 */
/*
 * oauth_metadata.c: discovery documents for clients.  GET /.well-known/oauth-authorization-server (RFC
 * 8414), /.well-known/oauth-protected-resource and one below it for each MCP profile (RFC 9728)
 */
#include "config.h"

#include "identity/pages/oauth.h"

#include "identity/pages/resource.h"
#include "core/settings.h"
#include "http/request.h"
#include "http/response.h"
#include "http/route.h"

static void one(struct json *j, const char *name, const char *value)
{
	json_texts(j, name, &value, 1);
}

static void scopes(struct json *j, unsigned set)
{
	const char *names[SCOPES_MAX];
	size_t n = scopes_names(set, names);

	json_texts(j, "scopes_supported", names, n);
}

static struct json *begin(struct ctx *ctx)
{
	struct json *j;

	query_done(ctx);
	base_required(ctx);
	j = respond_json(ctx, 200);
	respond_header(ctx, "Cache-Control", "public, max-age=3600");
	json_open(j, NULL);
	return j;
}

static void address(struct ctx *ctx, struct json *j, const char *name, const char *path)
{
	json_text(j, name, pool_printf(ctx->pool, "%s%s", ctx->config->base_url, path));
}

void oauth_server_metadata(struct ctx *ctx)
{
	static const char *const grants[] = { "authorization_code", "refresh_token" };
	const struct resource *list;
	size_t n = resources(&list);
	struct json *j = begin(ctx);
	unsigned all = 0;

	for (size_t i = 0; i < n; i++)
		all |= list[i].scopes;
	json_text(j, "issuer", ctx->config->base_url);
	address(ctx, j, "authorization_endpoint", "/oauth/authorize");
	address(ctx, j, "token_endpoint", "/oauth/token");
	address(ctx, j, "registration_endpoint", "/oauth/register");
	address(ctx, j, "revocation_endpoint", "/oauth/revoke");
	scopes(j, all);
	one(j, "response_types_supported", "code");
	one(j, "response_modes_supported", "query");
	json_texts(j, "grant_types_supported", grants, ARRAY_SIZE(grants));
	one(j, "token_endpoint_auth_methods_supported", "none");
	one(j, "revocation_endpoint_auth_methods_supported", "none");
	one(j, "code_challenge_methods_supported", "S256");
	json_boolean(j, "authorization_response_iss_parameter_supported", true);
	json_boolean(j, "client_id_metadata_document_supported",
		     ctx->config->client_metadata != CLIENT_METADATA_OFF);
	address(ctx, j, "service_documentation", "/v1/openapi.json");
	one(j, "ui_locales_supported", "pt-BR");
	json_array(j, "protected_resources");
	for (size_t i = 0; i < n; i++)
		json_text(j, NULL, resource_address(ctx, &list[i]));
	json_array_end(j);
	json_close(j);
}

void oauth_resource_metadata(struct ctx *ctx)
{
	const struct resource *r = resource_at(ctx->route->arg);
	struct json *j = begin(ctx);

	json_text(j, "resource", resource_address(ctx, r));
	one(j, "authorization_servers", ctx->config->base_url);
	scopes(j, r->scopes);
	one(j, "bearer_methods_supported", "header");
	json_text(j, "resource_name", pool_printf(ctx->pool, "lastro: %s", r->title));
	json_close(j);
}
