/* SPDX-License-Identifier: Apache-2.0 */
/*
 * issues_page.c: what makes the figures of a portfolio unreliable, and the remedies.  GET
 * /portfolios/{id}/issues
 */
#include "config.h"

#include <inttypes.h>

#include "identity/caller.h"
#include "console/layout.h"
#include "console/form/mend_said.h"
#include "console/form/mend_undo.h"
#include "console/form/remedy_form.h"
#include "console/person/console_pages.h"
#include "http/request.h"
#include "portfolio/what_if/issue_effects.h"
#include "core/number_text.h"

#define SHOWN 7	      /* issues on a page; one may need ten forms */
#define ROWS_SHOWN 10 /* of one issue */

static const char *const severities[] = {
	[ISSUE_ERROR] = "Erro",
	[ISSUE_WARNING] = "Atenção",
	[ISSUE_INFO] = "Aviso",
};

static void write_rows(struct html *h, const struct issue *i)
{
	if (!i->n_rows)
		return;
	layout_table(h, "Lançamentos", 2, HEADINGS("Dia", "Ativo", "Quantidade", "Preço"));
	for (size_t k = 0; k < i->n_rows && k < ROWS_SHOWN; k++) {
		const struct issue_row *r = &i->rows[k];

		html_row(h);
		html_cell(h, date_text(h->ctx->pool, r->row->day));
		shown_name_cell(h, r->asset->symbol, NULL);
		shown_qty_cell(h, "quantity", r->row->qty);
		shown_cell(h);
		if (r->asset->currency == CURRENCY_BRL)
			shown_price(h, "price", r->row->price_known, r->row->price);
		else
			shown_price_in(h, "price", r->row->price_known, r->row->price,
				       currency_names[r->asset->currency]);
		shown_cell_end(h);
		html_row_end(h);
	}
	html_table_end(h);
	if (i->n_rows > ROWS_SHOWN)
		html_p(h, "E mais %zu lançamentos.", i->n_rows - ROWS_SHOWN);
}

/* An issue on the page, with the requests of the JSON and what the mend changes. */
struct shown {
	const struct issue *issue;
	size_t n; /* in the whole list */
	struct json_object *requests;
	struct issue_effect effect;
};

/* How much depends on it. */
static void write_weight(struct html *h, const struct issue *i)
{
	if (i->weighed == WEIGHT_UNKNOWN)
		return;
	html_open(h, "p");
	html_open(h, "strong");
	if (i->weighed == WEIGHT_POSITION)
		layout_explains_as(h, "market_value", i->asset->symbol,
				   asset_type_names[i->asset->type], "");
	shown_money(h, i->weighed == WEIGHT_POSITION ? "weight" : "weight_rows", true, i->weight);
	shown_explained(h, NULL);
	html_close(h, "strong");
	html_text(h, i->weighed == WEIGHT_POSITION ? " da carteira dependem disto."
						   : " em lançamentos dependem disto.");
	html_close(h, "p");
}

/* When it was dismissed, and why. */
static void write_dismissal(struct ctx *ctx, struct html *h, struct json_object *dismissal)
{
	const char *reason = ask_text(dismissal, "reason"), *date = ask_text(dismissal, "date");

	if (reason || date)
		html_p(h, "Dispensada%s%s%s%s", date ? " em " : "",
		       date ? shown_date(ctx->pool, date) : "", reason ? ": " : ".",
		       reason ? reason : "");
}

static void write_requests(struct ctx *ctx, struct html *h, const struct issues_view *v,
			   const struct shown *s)
{
	struct json_object *dismiss = ask_member(s->requests, "dismiss");
	struct mend_place place = { .n = s->n, .back = "issues" };
	bool dismissed = s->n >= v->n;

	if (s->effect.tried) {
		html_p(h, "Se for feito:");
		mend_effect_write(h, &s->effect);
		place.version = pool_printf(ctx->pool, "%" PRId64, v->in.ledger_version);
	}
	if (!dismissed)
		mend_forms(ctx, h, ask_member(s->requests, "mend"), &place);
	if (dismiss)
		mend_button(ctx, h, dismiss, s->n,
			    dismissed ? "Mostrar de novo" : "Está certo assim");
}

static void write_issue(struct ctx *ctx, struct html *h, const struct issues_view *v,
			const struct shown *s)
{
	const struct issue *i = s->issue;

	html_open_of(h, "section", "card stack");
	html_open(h, "h2");
	html_element(h, "bdi",
		     pool_printf(h->ctx->pool, "%s: %s", severities[i->severity], i->title));
	html_close(h, "h2");
	write_weight(h, i);
	html_p(h, "%s", shown_sentence(h->ctx->pool, i->detail));
	if (s->n >= v->n)
		write_dismissal(ctx, h, ask_member(s->requests, "dismissal"));
	else if (i->remedy)
		html_p(h, "O que fazer: %s", i->remedy);
	write_rows(h, i);
	if (ctx->caller->access >= ACCESS_EDIT)
		write_requests(ctx, h, v, s);
	html_close(h, "section");
}

/* The requests of those on the page, each tried for who may send it. */
static void prepare(struct ctx *ctx, const struct issues_view *v, struct shown *list, size_t n)
{
	const struct issue_trials trials = issue_trials_new(ctx, v);

	for (size_t i = 0; i < n; i++) {
		list[i].requests = issue_requests(ctx, v, list[i].issue);
		if (list[i].n < v->n && ctx->caller->access >= ACCESS_EDIT)
			list[i].effect = issue_effect(
				&trials, list[i].issue,
				ask_member(ask_member(list[i].requests, "mend"), "actions"));
	}
}

/* The link between the open issues and the dismissed ones. */
static void write_others(struct ctx *ctx, struct html *h, const struct issues_view *v,
			 bool dismissed)
{
	if (!dismissed && !v->n_dismissed)
		return;
	html_open(h, "p");
	if (dismissed)
		html_link(h, layout_path(ctx, "/issues"), "As pendências");
	else
		html_link(h, layout_path(ctx, "/issues?dismissed=true"),
			  pool_printf(ctx->pool,
				      v->n_dismissed == 1 ? "%zu dispensada" : "%zu dispensadas",
				      v->n_dismissed));
	html_close(h, "p");
}

void issues_page(struct ctx *ctx)
{
	bool dismissed = query_bool(ctx, "dismissed", false);
	size_t page = layout_page_asked(ctx), from = (page - 1) * SHOWN, n, shown = 0;
	struct shown list[SHOWN] = { { .issue = NULL } };
	struct json_object *done = mend_undo_asked(ctx);
	struct issues_view v;
	struct html *h;

	layout_ledger_readable(ctx);
	issues_view(ctx, &v);
	n = dismissed ? v.n_dismissed : v.n;
	for (size_t i = from; i < n && shown < SHOWN; i++, shown++) {
		list[shown].n = i + (dismissed ? v.n : 0);
		list[shown].issue = &v.list[list[shown].n];
	}
	prepare(ctx, &v, list, shown);
	h = layout_portfolio(ctx, v.in.name, "/issues");
	mend_undo_say(h, done);
	if (dismissed)
		html_p(h, "O que foi dispensado: vale enquanto os lançamentos forem os mesmos.");
	if (!n)
		html_p(h, "Não há pendências.");
	else if (from >= n)
		html_p(h, "Não há mais pendências.");
	html_div(h, "stack");
	for (size_t i = 0; i < shown; i++)
		write_issue(ctx, h, &v, &list[i]);
	html_close(h, "div");
	layout_pages(h,
		     pool_printf(ctx->pool, "%s?%s", layout_path(ctx, "/issues"),
				 dismissed ? "dismissed=true&" : ""),
		     page, SHOWN, n);
	write_others(ctx, h, &v, dismissed);
	html_page_end(h);
}
