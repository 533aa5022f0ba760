/* SPDX-License-Identifier: Apache-2.0 */
/* refusal.c: a refusal as a page for people. */
#include "config.h"

#include "identity/pages/refusal.h"

#include "identity/pages/login_page.h"
#include "identity/pages/site.h"
#include "identity/pages/unsent.h"
#include "core/encode.h"
#include "core/text.h"
#include "http/problem_answer.h"
#include "http/request.h"
#include "http/route.h"

void site_login(struct ctx *ctx)
{
	const struct request *req = ctx->req;
	const char *asked = req->path;

	if ((req->method == GET || req->method == HEAD) && *req->query_text)
		asked = pool_printf(ctx->pool, "%s?%s", req->path, req->query_text);
	site_go(ctx,
		pool_printf(ctx->pool, "/login?next=%s", url_encoded_but(ctx->pool, asked, "")));
}

/* The catalogue's remedy addresses programmers; people get their own. */
static const char *remedy(const struct problem *p)
{
	switch (p->status) {
	case 403:
		return "Peça acesso a quem é dono do que está neste endereço, ou entre com outra conta.";
	case 404:
	case 410:
		return "Confira o endereço. O que havia nele pode ter sido excluído, ou nunca foi seu.";
	case 405:
		return "Volte à página de onde veio e use o botão dela.";
	case 409:
	case 412:
		return "Volte, atualize a página e confira o que está lá antes de enviar de novo.";
	case 413:
		return "Volte e envie um arquivo menor, ou divida-o em partes.";
	case 429:
		return "Aguarde um instante e tente de novo.";
	default:
		break;
	}
	if (p->status < 500)
		return "Volte, confira o que foi enviado e tente de novo.";
	return "Tente de novo em instantes. Se continuar, informe o código abaixo a quem cuida do serviço.";
}

/* A malformed form is described to programs; no page of ours sends one. */
static const char *form_sentence(struct ctx *ctx)
{
	return str_eq(ctx->problem->code, "invalid_body")
		       ? "O formulário não chegou inteiro, ou não como a página o envia."
		       : problem_detail(ctx);
}

/* Our own sentence where the Problem speaks of paths and keys; NULL: the Problem's detail serves. */
static const char *lost_sentence(const struct ctx *ctx)
{
	const struct problem *p = ctx->problem;

	if (str_eq(p->code, "route_not_found"))
		return "Não há página neste endereço.";
	if (str_eq(p->code, "workspace_not_found") &&
	    ctx->req->workspace) /* the address names the workspace */
		return "Não há escritório nem mesa neste endereço.";
	return NULL;
}

void site_refuse(struct ctx *ctx)
{
	const struct problem *p = ctx->problem;
	const struct problem_kind *kind = problem_kind(p->code);
	const char *lost;
	struct html *h;

	if (p->status == 401) {
		/* Only a route that can show its form again can restore one. */
		const char *unsent =
			ctx->route && ctx->route->refuse != site_refuse ? unsent_of(ctx) : NULL;

		if (unsent)
			login_page_unsent(ctx, unsent);
		else
			site_login(ctx);
		return;
	}
	lost = lost_sentence(ctx);
	h = site_page(ctx, p->status,
		      &(struct html_page){ .title = lost ? "Página não encontrada" : kind->title,
					   .error = lost ? lost : form_sentence(ctx) });
	problem_headers(ctx);
	html_p(h, "%s", remedy(p));
	if (lost) {
		html_p_link(h, "/", "Página inicial");
	}
	html_open(h, "p");
	html_element(h, "small", pool_printf(ctx->pool, "%s · %s", p->code, ctx->req->request_id));
	html_close(h, "p");
	html_page_end(h);
}
