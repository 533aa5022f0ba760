/* SPDX-License-Identifier: Apache-2.0 */
/*
 * invitation_page.c: a person accepts an invitation to an office.  GET, POST /invitation
 *
 * The page is a form around the Action advisor.invitation.accept, which checks the token and writes the
 * audit event; this file turns its refusals into sentences.
 */
#include "config.h"

#include "identity/pages/person_pages.h"

#include "identity/session.h"
#include "office/advisor.h"
#include "identity/pages/refusal.h"
#include "identity/pages/site.h"
#include "core/text.h"
#include "core/problem.h"
#include "http/request.h"
#include "http/response.h"
#include "operations/protocol.h"

#define TOKEN_MAX 200

static void show(struct ctx *ctx, int status, const char *token, const struct person *p,
		 const char *error)
{
	struct html *h = site_page(
		ctx, status,
		&(struct html_page){ .title = "Convite de um escritório", .error = error });

	html_p(h,
	       "Quem aceita é a conta %s. O escritório passa a ver o nome e o e-mail dela entre os membros.",
	       p->email);
	html_form(h, "/invitation", csrf_token(ctx));
	html_field(h, &(struct html_field){ .name = "token",
					    .label = "Código do convite",
					    .type = "text",
					    .value = token,
					    .hint = "Como veio no convite, inteiro.",
					    .max_length = TOKEN_MAX });
	site_once(h);
	html_send(h, "Aceitar o convite");
	html_page_end(h);
}

void invitation_page(struct ctx *ctx)
{
	const char *token = query_text(ctx, "token");

	query_done(ctx);
	show(ctx, 200, token, site_person(ctx), NULL);
}

/* The envelope of the Action: {"input": {"token": …}}. */
static struct slice envelope(struct ctx *ctx, const char *token)
{
	struct json *j = json_new(ctx->pool, 256);

	json_open(j, NULL);
	json_open(j, "input");
	json_text(j, "token", token);
	json_close(j);
	json_close(j);
	return (struct slice){ j->out->p, j->out->n };
}

static struct json_object *envelope_of(struct ctx *ctx, void *arg UNUSED)
{
	return json_read(ctx->pool, ctx->req->body);
}

void invitation_page_post(struct ctx *ctx)
{
	struct body *f;
	struct html *h;
	const char *token;

	query_done(ctx);
	(void)site_person(ctx); /* only for its refusal */
	f = site_form(ctx);
	token = body_text(f, "token", REQUIRED, 1, TOKEN_MAX);
	ctx->req->idempotency_key = site_take_once(f);
	body_done(f);
	ctx->req->body = envelope(ctx, token);
	(void)protocol_call(ctx, &advisor_protocol, CALL_ACTION, "advisor.invitation.accept",
			    envelope_of, NULL);
	site_done(ctx);
	respond_reset(ctx); /* also the replayed answer to the first click */
	h = site_page(ctx, 200, &(struct html_page){ .title = "O convite foi aceito" });
	html_p(h,
	       "A sua conta é membro do escritório. Um assistente que você autorizar já pode trabalhar nele.");
	html_page_end(h);
}

/* Why the Action refused, for a person. */
static const char *sentence_of(const struct problem *p)
{
	static const struct {
		const char *rule, *sentence;
	} sentences[] = {
		{ "invitation_spent", "O convite já foi aceito." },
		{ "invitation_revoked", "O escritório retirou o convite." },
		{ "invitation_expired", "O convite passou da validade. Peça outro ao escritório." },
		{ "invitation_email", "O convite é de outro e-mail. Entre com a conta convidada." },
		{ "already_member", "A conta já é membro do escritório." },
	};

	for (size_t i = 0; p->details && i < ARRAY_SIZE(sentences); i++)
		if (strstr(p->details, sentences[i].rule))
			return sentences[i].sentence;
	return "O código do convite não confere. Copie-o inteiro, como veio.";
}

void invitation_page_refuse(struct ctx *ctx)
{
	const struct problem *p = ctx->problem;

	/* The log-in page does not carry the code, which is a secret; it returns to the page of the invitation. */
	if (p->status == 401) {
		site_login(ctx);
		return;
	}
	if (str_eq(p->code, "invalid_input") || str_eq(p->code, "subject_not_found"))
		site_refuse_as(ctx, "O convite não foi aceito", sentence_of(p));
	else
		site_refuse(ctx);
}
