/* SPDX-License-Identifier: Apache-2.0 */
/*
 * targets_page.c: the person's targets are said, changed and withdrawn.
 * GET, POST /plan/targets, /portfolios/{id}/plan/targets; GET, POST …/targets/withdraw
 */
#include "config.h"

#include "console/form/mend_undo.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/plan_parts.h"
#include "identity/caller.h"
#include "identity/pages/site.h"
#include "identity/session.h"
#include "portfolio/functions/portfolio_operations.h"

#define CHANGED "Nada foi gravado: as metas mudaram em outra página. Confira e envie de novo."

const struct entry_form targets_form = {
	.title = "Metas",
	.here = "/plan",
	.draw = targets_draw,
	.field = targets_field,
	.conflict = CHANGED,
};

void targets_page(struct ctx *ctx)
{
	bool typed = entry_is_typed(ctx);
	struct body *held = typed ? entry_held(ctx) : NULL;
	struct entry e = { .values = held ? body_whole(held) : NULL };
	struct targets t;

	plan_readable(ctx);
	if (!held) {
		targets_find(ctx, plan_of_all(ctx), NULL, &t);
		e.values = targets_values(ctx, &t);
		e.error = typed ? ENTRY_GONE : NULL;
	}
	entry_page(ctx, typed && !held ? 410 : 200, &targets_form, &e);
}

static struct body *take_form(struct ctx *ctx)
{
	struct body *form = layout_form(ctx);

	if (!plan_of_all(ctx))
		access_resource(ctx);
	return form;
}

void targets_post(struct ctx *ctx)
{
	struct ask ask = { .run = plan_of_all(ctx) ? wallet_targets_put : targets_put };
	struct body *form = take_form(ctx);

	if (body_has(form, TARGETS_ADD)) {
		targets_row_added(body_whole(form));
		entry_hold(ctx, plan_path(ctx, "/targets"), body_whole(form));
		return;
	}
	ask.json = targets_json(ctx, form);
	entry_take(form, &ask);
	body_done(form);
	mend_write(ctx, &(struct mend_request){ .run = ask.run }, &ask, plan_path(ctx, ""));
}

/* ---- withdrawing ---- */

static void write_withdrawal(struct ctx *ctx, struct html *h, const struct targets *t)
{
	html_p(h, "Retirar as metas que valem desde %s:", site_day(ctx, t->since_ms));
	html_open(h, "ul");
	shown_led(h, plan_path(ctx, ""));
	for (size_t i = 0; i < t->plan.n; i++) {
		html_open(h, "li");
		html_text(h, t->plan.slices[i].name);
		html_text(h, ", ");
		plan_points(h, "pct", t->plan.slices[i].pct);
		html_close(h, "li");
	}
	shown_explained(h, NULL);
	html_close(h, "ul");
	html_p(h,
	       "O plano fica vazio; lançamentos e posições não mudam. As metas de cada dia continuam "
	       "no histórico.");
	html_form(h, plan_path(ctx, "/targets/withdraw"), csrf_token(ctx));
	site_once(h);
	html_hidden(h, ENTRY_VERSION, pool_printf(ctx->pool, "%lld", (long long)t->version));
	html_send(h, "Retirar as metas");
}

static void draw_withdraw(struct ctx *ctx, struct html *h, const struct entry *e)
{
	struct targets t;

	if (e->error) { /* other targets than those that were shown */
		html_link(h, plan_path(ctx, "/targets/withdraw"), "Ver as metas de agora");
		return;
	}
	targets_find(ctx, plan_of_all(ctx), NULL, &t);
	if (t.exist)
		write_withdrawal(ctx, h, &t);
	else
		html_p(h, "Não há metas.");
	html_p_link(h, plan_path(ctx, ""), "Voltar sem mudar");
}

const struct entry_form targets_withdraw_form = {
	.title = "Retirar as metas",
	.here = "/plan",
	.draw = draw_withdraw,
	.conflict = CHANGED,
};

void targets_withdraw_page(struct ctx *ctx)
{
	plan_readable(ctx);
	entry_page(ctx, 200, &targets_withdraw_form, &(struct entry){ .values = NULL });
}

void targets_withdraw_post(struct ctx *ctx)
{
	struct ask ask = { .run = plan_of_all(ctx) ? wallet_targets_delete : targets_delete };
	struct body *form = take_form(ctx);

	entry_take(form, &ask);
	body_done(form);
	mend_write(ctx, &(struct mend_request){ .run = ask.run }, &ask, plan_path(ctx, ""));
}
