/* SPDX-License-Identifier: Apache-2.0 */
/* oauth.c: what all of OAuth shares: scopes as it writes them, refusals as it renders them, the routes. */
#include "config.h"

#include "connector/oauth.h"

#include "access/caller.h"
#include "connector/connector.h"
#include "connector/site.h"
#include "core/text.h"
#include "http/problem.h"
#include "http/problem.h"
#include "http/request.h"
#include "http/response.h"

/* ---- scopes ---- */

const char *scopes_text(void *pool, unsigned scopes)
{
	const char *names[SCOPES_MAX];
	size_t n = scopes_names(scopes, names);
	struct buf b;

	buf_init(&b, pool, 128);
	for (size_t i = 0; i < n; i++)
		buf_printf(&b, "%s%s", i ? " " : "", names[i]);
	return buf_text(&b);
}

/* The scopes of a text, and whether all of its names were known. */
static bool read_scopes(void *pool, const char *text, unsigned *out)
{
	struct slice rest = slice_of(text);
	bool more = true;
	bool all = true;

	*out = 0;
	while (more) {
		struct slice word;
		const char *name;
		unsigned one = 0;

		more = slice_cut(rest, ' ', &word, &rest);
		if (!word.n)
			continue;
		name = slice_text(pool, word);
		all &= scopes_parse(&name, 1, &one);
		*out |= one;
	}
	return all;
}

bool scopes_read(void *pool, const char *text, unsigned *out)
{
	return read_scopes(pool, text, out);
}

unsigned scopes_known(void *pool, const char *text)
{
	unsigned scopes;

	(void)read_scopes(pool, text, &scopes); /* what is not known is passed over */
	return scopes;
}

const char *scope_sentence(enum scope s)
{
	switch (s) {
	case SCOPE_ACCOUNT_READ:
		return "Ver as suas carteiras: posições, lançamentos e resultados";
	case SCOPE_ACCOUNT_WRITE:
		return "Alterar as suas carteiras: lançar, importar, apagar";
	case SCOPE_MARKET_READ:
		return "Ver dados de mercado: cotações, companhias, eventos";
	case SCOPE_ADVISOR_READ:
		return "Ver o escritório: clientes, carteiras de clientes, membros";
	case SCOPE_ADVISOR_WRITE:
		return "Agir no escritório: clientes, carteiras de clientes, convites";
	case SCOPE_DESK_READ:
		return "Ver a mesa de crédito: listas, alertas, documentos";
	case SCOPE_DESK_WRITE:
		return "Agir na mesa de crédito: listas, alertas, revisões";
	case SCOPE_NONE:
		break;
	}
	return "";
}

/* ---- refusals ---- */

const char *oauth_error(const struct ctx *ctx)
{
	const struct problem *p = ctx->problem;

	if (text_starts(p->code, "oauth_"))
		return p->code + strlen("oauth_");
	if (p->status == 429 || p->status == 503)
		return "temporarily_unavailable";
	return p->status >= 500 ? "server_error" : "invalid_request";
}

void oauth_refuse(struct ctx *ctx)
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
