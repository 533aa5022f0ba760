/* SPDX-License-Identifier: Apache-2.0 */
/* account_deletion.c: a person's account is deleted: asked for, and called back. */
#include "config.h"

#include "identity/pages/account_deletion.h"

#include "identity/caller.h"
#include "identity/credential_trail.h"
#include "identity/pages/account_mail.h"
#include "identity/pages/own_password.h"
#include "identity/pages/second_factor.h"
#include "identity/pages/site.h"
#include "core/clock.h"
#include "core/settings.h"
#include "core/text.h"
#include "db/db.h"

static DB_STMT(sole_owner, "account_deletion.sole_owner", "select account_sole_owner($1)");
static DB_STMT(ask, "account_deletion.ask",
	       "select account_deletion_ask($1, $2, $3, $4, $5, $6, $7)");
static DB_STMT(recall, "account_deletion.recall", "select account_deletion_recall($1, $2, $3, $4)");

#define DAY_MS INT64_C(86400000)

int64_t account_deletion_due(const struct ctx *ctx)
{
	return ctx->now_ms + DELETION_DAYS * DAY_MS;
}

/* ---- messages ---- */

struct deletion_mail account_deletion_mail(struct ctx *ctx, int64_t due_ms)
{
	return (struct deletion_mail){
		"A sua conta será excluída",
		pool_printf(
			ctx->pool,
			"Foi pedida a exclusão da sua conta em %s.\n\nEm %s ela é apagada com tudo o que é dela: carteiras, "
			"lançamentos, proventos, importações, chaves, acessos de aplicativos e avisos. Até lá as chaves, os aplicativos "
			"e os endereços de agenda estão parados. O que um escritório guarda de você como cliente é do escritório, e "
			"fica com ele.\n\nPara manter a conta, entre até lá e aperte Manter a conta:\n\n%s\n\nSe não foi você, faça "
			"isso já e troque a senha.\n",
			account_service(ctx), site_day(ctx, due_ms), account_way_in(ctx)),
	};
}

struct deletion_mail account_recall_mail(struct ctx *ctx)
{
	return (struct deletion_mail){
		"A sua conta fica",
		pool_printf(
			ctx->pool,
			"A exclusão da sua conta em %s foi desfeita: ela fica como estava, e as chaves, os aplicativos e os endereços "
			"de agenda voltam a valer.\n\nSe não foi você, entre e troque a senha:\n\n%s\n",
			account_service(ctx), account_way_in(ctx)),
	};
}

/* ---- asked for ---- */

void account_deletion_check(struct ctx *ctx)
{
	const struct db_rows *r = db_query(ctx, &sole_owner, DB_ARGS(db_day(ctx->today)));

	if (!db_is_null(r, 0, 0))
		fail(ctx, 409, "sole_owner",
		     "Só esta conta é dona de %s, que tem outros membros, clientes ou uma licença. Dê antes o papel de dono a outro membro, "
		     "ou peça a quem opera o serviço que encerre a licença e tire os outros.",
		     db_get_text(r, 0, 0));
}

static void record(struct ctx *ctx, const char *event, const char *from, const char *to)
{
	trail_account(ctx, event, "/deletion", from, to);
}

static const char *moment(struct ctx *ctx, int64_t ms)
{
	char at[TIMESTAMP_TEXT_SIZE];

	timestamp_format(ms, at);
	return pool_printf(ctx->pool, "\"%s\"", at);
}

/* @c: NULL without a second factor; the database asks whether there is one. */
static bool begin(struct ctx *ctx, const struct second_factor_code *c)
{
	int64_t due = account_deletion_due(ctx);
	const struct deletion_mail m = account_deletion_mail(ctx, due);
	struct slice hash = { c ? (const char *)c->hash : NULL, c ? KEY_HASH : 0 };
	const char *outcome = db_get_text(
		db_query(ctx, &ask,
			 DB_ARGS(c && c->step >= 0 ? db_int(c->step) : db_null(),
				 c ? db_bytes(hash) : db_null(), db_timestamp(ctx->now_ms),
				 db_timestamp(due), db_uuid(uuid_new()), db_text(m.subject),
				 db_text(m.body))),
		0, 0);

	if (str_eq(outcome, "young"))
		fail(ctx, 409, "second_factor_conflict",
		     "O segundo fator foi ligado há menos de %d dias. Se foi outra pessoa, você não poderia desfazer a exclusão: por "
		     "isso desligue-o antes, ou espere.",
		     DELETION_DAYS);
	if (str_eq(outcome, "asked"))
		record(ctx, "account.deletion_asked", "null", moment(ctx, due));
	return !str_eq(outcome, "refused");
}

bool account_deletion_ask(struct ctx *ctx, const char *password, const char *code)
{
	struct second_factor_code c = { .step = -1 };
	const char *encoded;
	bool matches;

	account_deletion_check(ctx);
	encoded = own_password_try(ctx);
	if (code)
		c = second_factor_attempt(ctx, ctx->caller->account, ctx->now_ms, code);
	matches = own_password_matches(ctx, encoded, password);
	own_password_resume(ctx);
	if (!matches)
		return false;
	account_deletion_check(ctx); /* again, locked: meanwhile another owner may have asked */
	return begin(ctx, code ? &c : NULL);
}

void account_deletion_recall(struct ctx *ctx)
{
	const struct deletion_mail m = account_recall_mail(ctx);
	const struct db_rows *r = db_query(ctx, &recall,
					   DB_ARGS(db_timestamp(ctx->now_ms), db_uuid(uuid_new()),
						   db_text(m.subject), db_text(m.body)));

	if (db_get_bool(r, 0, 0))
		record(ctx, "account.deletion_recalled", moment(ctx, ctx->caller->closing_ms),
		       "null");
}
