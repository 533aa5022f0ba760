/* SPDX-License-Identifier: Apache-2.0 */
/* resource.c: the resources that a token can be issued for. */
#include "config.h"

#include "identity/pages/resource.h"

#include "core/order.h"
#include "core/text.h"
#include "core/settings.h"

static const struct resource list[] = {
	{ "", "a interface HTTP do serviço", SCOPES_WALLET | SCOPES_ADVISOR | SCOPES_DESK,
	  OF_EITHER, CREDENTIAL_MEMBER, NULL },
	{ "/v1/mcp/wallet", "as suas carteiras, por um assistente", SCOPES_WALLET, OF_PERSON,
	  CREDENTIAL_USER, NULL },
	{ "/v1/mcp/advisor", "o escritório de assessoria, por um assistente", SCOPES_ADVISOR,
	  OF_ORGANIZATION, CREDENTIAL_MEMBER, "advisor" },
	{ "/v1/mcp/desk", "a mesa de crédito, por um assistente", SCOPES_DESK, OF_ORGANIZATION,
	  CREDENTIAL_DESK, "desk" },
};

size_t resources(const struct resource **out)
{
	*out = list;
	return ARRAY_SIZE(list);
}

const struct resource *resource_at(const char *path)
{
	return order_seek(&path, list, ARRAY_SIZE(list), sizeof(*list), order_text);
}

const struct resource *resource_named(const struct ctx *ctx, const char *address)
{
	const char *base = ctx->config->base_url;
	size_t n = strlen(base);
	size_t length = strlen(address);

	if (!n || strncmp(address, base, n) != 0)
		return NULL;
	if (length > n && address[length - 1] == '/')
		length--;
	for (size_t i = 0; i < ARRAY_SIZE(list); i++)
		if (strlen(list[i].path) == length - n &&
		    memcmp(list[i].path, address + n, length - n) == 0)
			return &list[i];
	return NULL;
}

const char *resource_address(struct ctx *ctx, const struct resource *r)
{
	return pool_printf(ctx->pool, "%s%s", ctx->config->base_url, r->path);
}

void base_required(struct ctx *ctx)
{
	if (!*ctx->config->base_url)
		fail(ctx, 404, "route_not_found",
		     "O conector precisa de LASTRO_BASE_URL, que quem opera o serviço não definiu.");
}
