/* SPDX-License-Identifier: Apache-2.0 */
/* refusal.c: a refusal as a page for people. */
#include "config.h"

#include "identity/pages/refusal.h"

#include <stdlib.h>

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

/* ---- the words of a person ---- */

/* The catalogue and most details address programs.  NULL: the title of the catalogue, the Problem's detail, the status's remedy. */
struct words {
	const char *code;
	const char *title, *sentence, *remedy;
};

static const struct words words[] = {
	{ "account_closing", NULL, NULL, "O botão Manter a conta está no alto da página." },
	{ "asset_not_found", NULL, "Não há este ativo aqui.", NULL },
	{ "busy", NULL, NULL, NULL },
	{ "busy_account", "Outro pedido seu está em andamento",
	  "Pedidos demorados desta conta ainda estão sendo atendidos; nada foi gravado.", NULL },
	{ "csrf_token_invalid", "Atualize a página",
	  "O envio não veio de uma página desta entrada; nada foi gravado.",
	  "Volte, atualize a página e envie de novo." },
	{ "deadline_exceeded", "Demorou demais",
	  "A resposta não ficou pronta a tempo; nada foi gravado.", NULL },
	{ "figure_not_found", NULL,
	  "Não há este número no mês, no dia, no ativo ou no item pedido.", NULL },
	{ "grant_not_found", NULL, NULL, NULL },
	{ "idempotency_answer_gone", "Já feito, e apagado",
	  "Este envio já foi atendido, e o que ele criou foi apagado depois.",
	  "Volte e atualize a página se quiser criar outra vez." },
	{ "idempotency_in_progress", "Já enviado", "O mesmo envio ainda está sendo atendido.",
	  "Aguarde um instante e confira se foi feito antes de enviar de novo." },
	{ "idempotency_key_reused", "Página já enviada",
	  "Esta página já foi enviada com outros valores.", "Atualize-a e envie de novo." },
	{ "import_not_found", NULL, "Não há esta importação na carteira.", NULL },
	{ "income_not_found", NULL, "Não há este provento na carteira.", NULL },
	{ "invalid_cursor", "Lista que mudou", "A lista mudou desde a página anterior.",
	  "Volte e recomece pela primeira página da lista." },
	{ "invalid_parameter", "Endereço que não serve",
	  "O endereço pede algo que esta página não tem.",
	  "Volte à página de onde veio e escolha de novo." },
	{ "key_not_found", NULL, "Não há esta chave na sua conta.", NULL },
	{ "ledger_busy", NULL,
	  "Outra gravação, como uma importação, ainda está em andamento; nada foi gravado.",
	  "Aguarde um instante e tente de novo." },
	{ "ledger_out_of_range", NULL, NULL, NULL },
	{ "link_not_found", NULL, NULL, "Peça outro a quem o enviou." },
	{ "login_failed", NULL, NULL, NULL },
	{ "not_proposer", NULL, NULL,
	  "Peça a quem propôs que a retire, ou volte e reveja a proposta." },
	{ "notice_not_found", NULL, "Não há este aviso na sua conta.", NULL },
	{ "origin_forbidden", "Atualize a página",
	  "O envio não veio de uma página deste endereço; nada foi gravado.",
	  "Abra o serviço pelo endereço dele e envie de novo." },
	{ "password_link_invalid", NULL, NULL, "Peça outro a quem cuida do serviço." },
	{ "plan_limit_reached", NULL, NULL, NULL },
	{ "portfolio_name_taken", NULL, NULL, NULL },
	{ "portfolio_not_found", NULL, "Não há esta carteira, ou ela não é sua.", NULL },
	{ "precondition_failed", "Confira e envie de novo", NULL, NULL }, /* only of site_form() */
	{ "rate_limited", "Tentativas demais", "Houve tentativas demais em pouco tempo.", NULL },
	{ "second_factor_conflict", NULL, NULL, NULL },
	{ "second_factor_refused", NULL, NULL, NULL },
	{ "share_not_found", NULL, NULL, "Peça outro a quem convidou você." },
	{ "sole_owner", NULL, NULL, "Depois volte a Conta e peça de novo." },
	{ "stated_price_not_found", NULL, NULL, NULL },
	{ "subject_not_found", "Não encontrado", "O que se pediu não existe, ou não é desta conta.",
	  NULL },
	{ "targets_not_found", NULL, NULL, "Defina as metas em Plano." },
	{ "transaction_not_found", "Lançamento não encontrado",
	  "Não há este lançamento na carteira.", NULL },
	{ "wallet_suspended", NULL, NULL, "Fale com quem cuida do serviço." },
	{ "what_if_busy", NULL, NULL, NULL },
	{ "write_uncertain", NULL,
	  "O serviço parou durante a gravação: ela pode ter sido feita ou não.",
	  "Confira se foi feita antes de enviar de novo." },
};

/* Every other code, by its status. */
static struct words words_of_status(int status)
{
	switch (status) {
	case 403:
		return (struct words){
			NULL, "Sem permissão",
			"A sua conta não pode ver ou mudar o que está neste endereço.",
			"Peça acesso a quem é dono do que está neste endereço, ou entre com outra conta."
		};
	case 404:
	case 410:
		return (struct words){
			NULL, "Página não encontrada", "Não há página neste endereço.",
			"Confira o endereço. O que havia nele pode ter sido excluído, ou nunca foi seu."
		};
	case 405:
		return (struct words){ NULL, "Endereço que não se abre assim",
				       "O endereço é de um botão, e não de uma página.",
				       "Volte à página de onde veio e use o botão dela." };
	case 409:
	case 412:
		return (struct words){
			NULL, "Algo mudou",
			"O que a página mostrava mudou depois que ela foi aberta; nada foi gravado.",
			"Volte, atualize a página e confira o que está lá antes de enviar de novo."
		};
	case 413:
		return (struct words){ NULL, "Grande demais",
				       "O que foi enviado passa do tamanho que o serviço recebe.",
				       "Volte e envie um arquivo menor, ou divida-o em partes." };
	case 429:
		return (struct words){ NULL, "Pedidos demais",
				       "Há pedidos demais ao mesmo tempo; nada foi gravado.",
				       "Aguarde um instante e tente de novo." };
	default:
		break;
	}
	if (status < 500)
		return (struct words){
			NULL, "O envio não chegou inteiro",
			"O formulário não chegou inteiro, ou não como a página o envia; nada foi gravado.",
			"Volte, confira o que foi enviado e tente de novo."
		};
	return (struct words){
		NULL, "O serviço não pôde atender", "O serviço não pôde atender agora.",
		"Tente de novo em instantes. Se continuar, informe o número abaixo a quem cuida do serviço."
	};
}

/* A wait of a minute or more, "Espere 3 minutos e tente de novo."; NULL: a shorter one. */
static const char *wait_said(struct ctx *ctx)
{
	long seconds = ctx->problem->retry_after ? strtol(ctx->problem->retry_after, NULL, 10) : 0;

	if (seconds < 60)
		return NULL;
	if (seconds == 60)
		return "Espere um minuto e tente de novo.";
	return pool_printf(ctx->pool, "Espere %ld minutos e tente de novo.", (seconds + 59) / 60);
}

static struct words words_of(struct ctx *ctx)
{
	const struct problem *p = ctx->problem;
	const char *detail = problem_detail(ctx);
	struct words w = words_of_status(p->status);

	/* Where an office's or a desk's address names the workspace. */
	if (str_eq(p->code, "workspace_not_found") && ctx->req->workspace)
		w.sentence = "Não há escritório nem mesa neste endereço.";
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (str_eq(words[i].code, p->code)) {
			const char *remedy = words[i].remedy ? words[i].remedy : w.remedy;

			w = words[i];
			w.remedy = remedy;
			w.title = w.title ? w.title : problem_kind(p->code)->title;
			w.sentence = w.sentence ? w.sentence : detail;
		}
	if (wait_said(ctx))
		w.remedy = wait_said(ctx);
	return w;
}

/* ---- the page ---- */

/* The request id, by which an operator finds the cause in the log. */
static void write_number(struct html *h)
{
	html_open(h, "p");
	html_element(h, "small", pool_printf(h->ctx->pool, "Pedido %s", h->ctx->req->request_id));
	html_close(h, "p");
}

static void write_page(struct ctx *ctx, const struct words *w)
{
	int status = ctx->problem->status;
	struct html *h = site_page(ctx, status,
				   &(struct html_page){ .title = w->title, .error = w->sentence });

	problem_headers(ctx);
	html_p(h, "%s", w->remedy);
	if (status == 404)
		html_p_link(h, "/", "Página inicial");
	if (status >= 500)
		write_number(h);
	html_page_end(h);
}

void site_refuse_as(struct ctx *ctx, const char *title, const char *sentence)
{
	struct words w = words_of(ctx);

	w.title = title;
	w.sentence = sentence;
	write_page(ctx, &w);
}

void site_refuse(struct ctx *ctx)
{
	struct words w;

	if (ctx->problem->status == 401) {
		/* Only a route that can show its form again can restore one. */
		const char *unsent =
			ctx->route && ctx->route->refuse != site_refuse ? unsent_of(ctx) : NULL;

		if (unsent)
			login_page_unsent(ctx, unsent);
		else
			site_login(ctx);
		return;
	}
	w = words_of(ctx);
	write_page(ctx, &w);
}
