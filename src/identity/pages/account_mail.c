/* SPDX-License-Identifier: Apache-2.0 */
/* account_mail.c: messages to a person about the account. */
#include "config.h"

#include "identity/pages/account_mail.h"

#include "identity/caller.h"
#include "core/pool.h"
#include "core/problem.h"
#include "core/settings.h"
#include "core/uuid.h"
#include "db/db.h"

static DB_STMT(tell, "account.tell", "select account_tell($1, $2, $3, $4)");

const char *account_service(const struct ctx *ctx)
{
	return *ctx->config->base_url ? ctx->config->base_url : "lastro";
}

const char *account_way_in(struct ctx *ctx)
{
	return *ctx->config->base_url
		       ? pool_printf(ctx->pool, "%s/login?next=%%2Faccount", ctx->config->base_url)
		       : "a página Conta do serviço";
}

void account_tell(struct ctx *ctx, const char *subject, const char *what, const char *otherwise)
{
	const char *body = pool_printf(
		ctx->pool, "%s em %s.\n\nSe foi você, não há nada a fazer. Se não foi: %s\n", what,
		account_service(ctx), otherwise);

	(void)db_query(ctx, &tell,
		       DB_ARGS(db_uuid(uuid_new()), db_text(subject), db_text(body),
			       db_timestamp(ctx->now_ms)));
}

void account_stays(struct ctx *ctx)
{
	if (ctx->caller->closing_ms)
		fail(ctx, 409, "account_closing",
		     "A conta espera a exclusão, e até lá a senha, o segundo fator e o que ela mostra a outros não mudam. Para mudá-los, mantenha a conta.");
}
