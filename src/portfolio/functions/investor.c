/* SPDX-License-Identifier: Apache-2.0 */
/* investor.c: the contract of a person's own portfolios: access, and the list of operations. */
#include "config.h"

#include "portfolio/functions/investor.h"

#include "identity/caller.h"
#include "identity/key.h"
#include "portfolio/functions/investor_parts.h"

extern const struct spec_file investor_specs[]; /* made by embed-schemas from schemas/ */

/* A person belongs to no organization here. */
static void enter(struct call *c)
{
	c->org = uuid_nil();
}

static bool barred(const struct call *c, struct barrier *b)
{
	const struct caller *caller = c->ctx->caller;

	if (!caller_is_person(caller)) {
		*b = (struct barrier){ "user_key", credential_name(caller->kind),
				       "A operação pede uma credencial da própria pessoa.", false };
		return true;
	}
	if (!caller->wallet && c->operation->scope & (SCOPE_ACCOUNT_READ | SCOPE_ACCOUNT_WRITE))
		fail(c->ctx, 404, "wallet_not_installed",
		     "Este espaço não tem a carteira instalada.");
	b->suspended = c->operation->event && caller->suspended;
	return b->suspended;
}

struct protocol investor_protocol = {
	.base = "/v1/mcp/wallet",
	.functions = investor_functions,
	.actions = investor_actions,
	.files = investor_specs,
	.file_action = "wallet.portfolio.import",
	.enter = enter,
	.barred = barred,
};
