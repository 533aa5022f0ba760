/* SPDX-License-Identifier: Apache-2.0 */
/*
 * portfolio_share.c: invites a person by e-mail to read a portfolio; accepts and ends it.
 *
 * The message and the answer are the same whether the e-mail has an account or not; no token is in it, since who has logged in with
 * that e-mail has proved it.
 */
#include "config.h"

#include "console/person/portfolio_share.h"

#include "identity/caller.h"
#include "identity/credential_trail.h"
#include "identity/idempotency.h"
#include "identity/pages/account_mail.h"
#include "identity/pages/site.h"
#include "identity/pages/throttle.h"
#include "core/clock.h"
#include "core/number_text.h"
#include "core/settings.h"
#include "core/text.h"
#include "db/db.h"
#include "http/html.h"

#define SHARES_MAX 20 /* of an account, over all its portfolios */
#define DAYS 30	      /* in which an invitation can be accepted */
#define DAY_S 86400

static DB_STMT(name_of, "share.name",
	       "select name from portfolio where workspace_id = $1 and id = $2");

static DB_STMT(make, "share.make",
	       "select portfolio_share_make($1, $2, $3, lower($4::text), $5, $6, $7, $8, $9)");

static DB_STMT(readers, "share.readers",
	       "select s.id, s.email, s.created_at, s.expires_at, s.accepted_at"
	       "  from portfolio_share_list($1, $2) s"
	       " order by s.id");
enum { R_ID, R_EMAIL, R_CREATED, R_EXPIRES, R_ACCEPTED };

static DB_STMT(mine, "share.mine",
	       "select s.id, s.portfolio_id, s.title, s.person, s.email, s.expires_at"
	       "  from portfolio_share_mine($1) s"
	       " order by s.id");
enum { M_ID, M_PORTFOLIO, M_TITLE, M_PERSON, M_EMAIL, M_EXPIRES };

static DB_STMT(given, "share.given",
	       "select s.id, s.portfolio_id, s.email, s.amounts, s.ends, s.accepted"
	       "  from portfolio_shown($1) s"
	       " order by s.id");
enum { G_ID, G_PORTFOLIO, G_EMAIL, G_AMOUNTS, G_ENDS, G_ACCEPTED };

static DB_STMT(accept, "share.accept", "select portfolio_share_accept($1, $2)");

static DB_STMT(end, "share.end", "select portfolio_share_end($1, $2)");

/* It expires with the first moment of the day after. */
static struct day last_day(int64_t expires_ms)
{
	return clock_day_of(expires_ms - 1);
}

/* ---- inviting ---- */

static const char *message(struct ctx *ctx, const struct person *who, struct day ends)
{
	const char *base = ctx->config->base_url;
	const char *none =
		ctx->config->sign_up == SIGN_UP_ON
			? pool_printf(
				  ctx->pool,
				  "Se ainda não tem conta, crie uma com este e-mail: %s/sign-up",
				  base)
			: "Se ainda não tem conta com este e-mail, peça uma a quem opera o serviço.";

	return pool_printf(
		ctx->pool,
		"A conta %s, de quem se chama “%s”, quer mostrar a você uma carteira de investimentos em %s. Você a lê e não muda nada "
		"nela, e deixa de ler quando quiser.\n\nPara aceitar até %s, entre com este e-mail:\n\n%s/login?next=%%2Fshown\n\n%s\n\nSe você não "
		"conhece essa pessoa, não faça nada: nada se mostra a ela de você, nem se a sua conta existe.\n",
		who->email, who->name, *base ? base : "lastro", date_text(ctx->pool, ends), base,
		none);
}

/* What is wrong with the e-mail; NULL: nothing. */
static const char *judge(struct ctx *ctx, const char *outcome)
{
	if (str_eq(outcome, "own"))
		return "o e-mail de outra pessoa: este é o seu";
	if (str_eq(outcome, "there"))
		return "outro e-mail: este já foi convidado ou já lê a carteira, e está na lista";
	if (str_eq(outcome, "wait"))
		throttle_refuse(ctx, DAY_S);
	if (!str_eq(outcome, "made"))
		fail(ctx, 402, "plan_limit_reached",
		     "A conta já tem %d convites e leitores, somadas as carteiras; encerre um antes.",
		     SHARES_MAX);
	return NULL;
}

const char *share_make(struct ctx *ctx, const char *email, struct day *ends)
{
	const struct person *who;
	struct uuid id = uuid_new();
	const char *title;
	const char *fault;

	account_stays(ctx);
	who = site_person(ctx);
	title = db_get_text(db_query(ctx, &name_of, DB_ARGS(DB_CHOSEN(ctx))), 0, 0);
	*ends = day_plus(ctx->today, DAYS);
	fault = judge(
		ctx,
		db_get_text(
			db_query(ctx, &make,
				 DB_ARGS(db_uuid(id), db_uuid(ctx->caller->portfolio),
					 db_text(title), db_text(email), db_timestamp(ctx->now_ms),
					 db_timestamp(clock_day_end(*ends)), db_int(SHARES_MAX),
					 db_text("Uma carteira para você ver"),
					 db_text(message(ctx, who, *ends)))),
			0, 0));
	if (!fault) {
		account_tell(
			ctx, "Uma carteira sua é mostrada",
			pool_printf(ctx->pool, "Você convidou %s a ler uma carteira da sua conta",
				    email),
			"troque a senha e retire o convite na página O que se mostra, na sua Conta.");
		trail_made(ctx, ctx->caller->resource_workspace,
			   &(struct credential_made){ .event = "portfolio_share.created",
						      .id = id,
						      .scopes = SCOPE_ACCOUNT_READ,
						      .expires = true,
						      .expires_ms = clock_day_end(*ends) });
	}
	return fault;
}

/* ---- lists ---- */

const struct portfolio_reader *share_readers(struct ctx *ctx, size_t *n)
{
	const struct db_rows *r = db_query(
		ctx, &readers, DB_ARGS(db_uuid(ctx->caller->portfolio), db_timestamp(ctx->now_ms)));
	struct portfolio_reader *out = pool_array(ctx->pool, struct portfolio_reader, db_count(r));

	*n = db_count(r);
	for (size_t i = 0; i < *n; i++) {
		out[i] = (struct portfolio_reader){
			.id = db_get_uuid(r, i, R_ID),
			.email = db_get_text(r, i, R_EMAIL),
			.created_ms = db_get_timestamp(r, i, R_CREATED),
			.ends = last_day(db_get_timestamp(r, i, R_EXPIRES)),
			.accepted = !db_is_null(r, i, R_ACCEPTED),
		};
		if (out[i].accepted)
			out[i].accepted_ms = db_get_timestamp(r, i, R_ACCEPTED);
	}
	return out;
}

const struct portfolio_shown_to *shares_mine(struct ctx *ctx, size_t *n)
{
	const struct db_rows *r = db_query(ctx, &mine, DB_ARGS(db_timestamp(ctx->now_ms)));
	struct portfolio_shown_to *out =
		pool_array(ctx->pool, struct portfolio_shown_to, db_count(r));

	*n = db_count(r);
	for (size_t i = 0; i < *n; i++) {
		out[i] = (struct portfolio_shown_to){
			.id = db_get_uuid(r, i, M_ID),
			.accepted = !db_is_null(r, i, M_PORTFOLIO),
			.title = db_get_text(r, i, M_TITLE),
			.person = db_get_text(r, i, M_PERSON),
			.email = db_get_text(r, i, M_EMAIL),
			.ends = last_day(db_get_timestamp(r, i, M_EXPIRES)),
		};
		if (out[i].accepted)
			out[i].portfolio = db_get_uuid(r, i, M_PORTFOLIO);
	}
	return out;
}

const struct portfolio_showing *shares_given(struct ctx *ctx, size_t *n)
{
	const struct db_rows *r = db_query(ctx, &given, DB_ARGS(db_timestamp(ctx->now_ms)));
	struct portfolio_showing *out =
		pool_array(ctx->pool, struct portfolio_showing, db_count(r));

	*n = db_count(r);
	for (size_t i = 0; i < *n; i++) {
		out[i] = (struct portfolio_showing){
			.id = db_get_uuid(r, i, G_ID),
			.portfolio = db_get_uuid(r, i, G_PORTFOLIO),
			.email = db_get_text(r, i, G_EMAIL),
			.ends = last_day(db_get_timestamp(r, i, G_ENDS)),
		};
		if (out[i].email)
			out[i].accepted = db_get_bool(r, i, G_ACCEPTED);
		else
			out[i].amounts = db_get_bool(r, i, G_AMOUNTS);
	}
	return out;
}

/* ---- accepting, ending ---- */

/* Runs a statement of an id; the id, or 404. */
static struct uuid change(struct ctx *ctx, struct db_stmt *stmt, const char *text)
{
	struct uuid id;

	if (!uuid_parse(slice_of(text), &id) ||
	    !db_get_bool(db_query(ctx, stmt, DB_ARGS(db_uuid(id), db_timestamp(ctx->now_ms))), 0,
			 0))
		fail(ctx, 404, "share_not_found",
		     "Este convite não existe, foi encerrado ou passou da validade.");
	return id;
}

void share_accept(struct ctx *ctx, const char *text)
{
	struct uuid id = change(ctx, &accept, text);

	trail_made(ctx, ctx->caller->workspace,
		   &(struct credential_made){ .event = "portfolio_share.accepted",
					      .id = id,
					      .scopes = SCOPE_ACCOUNT_READ });
}

void share_end(struct ctx *ctx, const char *text)
{
	struct uuid id = change(ctx, &end, text);

	trail_ended(ctx, ctx->caller->workspace, "portfolio_share.ended", id);
	idempotency_forget(ctx, &id, 1);
}
