/* SPDX-License-Identifier: Apache-2.0 */
/*
 * profile_page.c: a person's suitability profile, and the questionnaire that makes it.
 *
 * GET, POST /account/profile
 */
#include "config.h"

#include "console/form/entry.h"
#include "console/layout.h"
#include "console/person/account_pages.h"
#include "core/json_write.h"
#include "identity/pages/site.h"
#include "identity/session.h"
#include "portfolio/functions/portfolio_operations.h"

#define PAGE "/account/profile"

static struct json_object *questions_of(struct ctx *ctx)
{
	return ask_member(ask_run(ctx, &(struct ask){ .run = suitability_questionnaire }),
			  "questions");
}

static struct json_object *profile_of(struct ctx *ctx)
{
	return ask_member(ask_run(ctx, &(struct ask){ .run = suitability_get }), "profile");
}

/* ---- the form ---- */

/* What was chosen before is chosen again, so that one answer can be changed. */
static struct json_object *answered(struct ctx *ctx, struct json_object *profile)
{
	struct json_object *answers = ask_member(profile, "answers");
	struct json *j = json_new(ctx->pool, 512);

	json_open(j, NULL);
	for (size_t i = 0; i < ask_items(answers); i++) {
		struct json_object *x = json_object_array_get_idx(answers, i);

		json_text(j, ask_text(x, "q"), ask_text(x, "a"));
	}
	json_close(j);
	return ask_parsed(ctx->pool, json_written(j));
}

static void write_question(struct ctx *ctx, struct html *h, const struct entry *e,
			   struct json_object *question)
{
	struct json_object *options = ask_member(question, "options");
	const char *q = ask_text(question, "q"), *chosen = entry_value(ctx, e, q);

	html_group_of(h, q, ask_text(question, "text"), entry_fault(e, q));
	for (size_t i = 0; i < ask_items(options); i++) {
		struct json_object *option = json_object_array_get_idx(options, i);
		const char *a = ask_text(option, "a");

		html_choice(h, &(struct html_choice){ .name = q,
						      .value = a,
						      .label = ask_text(option, "text"),
						      .one = true,
						      .chosen = chosen && str_eq(chosen, a) });
	}
	html_group_end(h);
}

static void draw(struct ctx *ctx, struct html *h, const struct entry *e)
{
	struct json_object *questions = questions_of(ctx);

	html_form(h, PAGE, csrf_token(ctx));
	site_once(h);
	for (size_t i = 0; i < ask_items(questions); i++)
		write_question(ctx, h, e, json_object_array_get_idx(questions, i));
	html_send(h, "Gravar as respostas");
}

const struct entry_form profile_form = {
	.title = "Perfil de investidor",
	.draw = draw,
	.refused = "O perfil não foi gravado.",
};

/* ---- the page ---- */

void profile_page(struct ctx *ctx)
{
	struct json_object *profile;
	struct html *h;

	layout_person(ctx);
	profile = profile_of(ctx);
	h = layout_page(ctx, profile_form.title);
	if (profile)
		html_p(h, "%s: %s pontos de 100, pelas respostas de %s.",
		       ask_text(profile, "level"), ask_text(profile, "score"),
		       site_day_of(ctx, ask_text(profile, "updatedAt")));
	else
		html_p(h, "Você ainda não respondeu: são dez perguntas, e todas contam.");
	html_p(h,
	       "Quem ler suas carteiras com a sua permissão, como um assistente, conhece você também por ele. "
	       "Nenhuma conta o usa: as metas do plano são as que você puser.");
	draw(ctx, h, &(struct entry){ .values = answered(ctx, profile) });
	html_page_end(h);
}

void profile_post(struct ctx *ctx)
{
	struct ask ask = { .run = suitability_put };
	struct json_object *questions;
	struct body *form = layout_form(ctx);
	struct json *j = json_new(ctx->pool, 1024);

	entry_take(form, &ask);
	questions = questions_of(ctx);
	json_open(j, NULL);
	json_array(j, "answers");
	for (size_t i = 0; i < ask_items(questions); i++) {
		struct json_object *question = json_object_array_get_idx(questions, i);
		const char *q = ask_text(question, "q"), *a = body_text(form, q, OPTIONAL, 1, 40);

		if (!a) {
			body_error(form, q, "required",
				   pool_printf(ctx->pool, "a resposta de “%s”",
					       ask_text(question, "text")),
				   NULL);
			continue;
		}
		json_open(j, NULL);
		json_text(j, "q", q);
		json_text(j, "a", a);
		json_close(j);
	}
	body_done(form);
	json_array_end(j);
	json_close(j);
	ask.json = json_written(j);
	(void)ask_run(ctx, &ask);
	site_go(ctx, PAGE);
}
