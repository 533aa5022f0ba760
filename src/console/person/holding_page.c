/* SPDX-License-Identifier: Apache-2.0 */
/* holding_page.c: one holding: its parts, rows and events.  GET /portfolios/{id}/holdings/{asset} */
#include "config.h"

#include "identity/caller.h"
#include "console/layout.h"
#include "console/form/mend_said.h"
#include "console/form/mend_undo.h"
#include "console/form/remedy_form.h"
#include "console/person/console_pages.h"
#include "console/person/holding_parts.h"
#include "core/encode.h"
#include "core/problem.h"
#include "portfolio/functions/portfolio_operations.h"

/* ---- rows ---- */

static const char *kind_said(const struct ledger_row *r)
{
	static const char *const kinds[] = {
		[ROW_BUY] = "Compra",
		[ROW_SELL] = "Venda",
		[ROW_SPLIT] = "Desdobramento ou grupamento",
		[ROW_ADJUST] = "Ajuste de quantidade",
	};

	return kinds[r->kind];
}

static void write_row(struct html *h, const struct ledger_asset *a, const struct ledger_row *r)
{
	const char *currency = currency_names[a->currency];
	const char *id = uuid_text(h->ctx->pool, r->id);

	html_row(h);
	shown_name_cell(h, date_text(h->ctx->pool, r->day),
			layout_path(h->ctx, pool_printf(h->ctx->pool, "/transactions/%s", id)));
	html_cell(h, kind_said(r));
	shown_name_cell(h, r->note ? r->note : "—", NULL);
	shown_qty_cell(h, "quantity", r->qty);
	shown_cell(h);
	shown_price_in(h, "row_price", r->price_known, r->price, currency);
	shown_cell_end(h);
	html_row_end(h);
}

static void write_rows(struct html *h, const struct ledger_asset *a)
{
	layout_table(h, pool_printf(h->ctx->pool, "Lançamentos de %s", a->symbol), 3,
		     HEADINGS("Dia", "O que foi", "Nota", "Quantidade", "Preço"));
	for (size_t i = 0; i < a->n_rows; i++)
		write_row(h, a, &a->rows[i]);
	html_table_end(h);
}

static void write_income(struct html *h, const struct holding *x)
{
	const struct months *m = &x->income.by_month;

	if (!m->n)
		return;
	layout_table(h, "Proventos, mês a mês", 1, HEADINGS("Mês", "Proventos"));
	for (size_t i = m->n; i--;) {
		char month[MONTH_TEXT_SIZE];

		month_format(m->items[i].month, month);
		layout_explains_asset(h, "", x->asset->symbol, x->asset->type,
				      pool_printf(h->ctx->pool, "&month=%s", month));
		html_row(h);
		html_cell(h, month_text(h->ctx->pool, m->items[i].month));
		shown_money_cell(h, "income_by_month", true, m->items[i].amount);
		html_row_end(h);
	}
	html_table_end(h);
}

/* Events of the paper that are not ledger rows. */
static void write_events(struct html *h, const struct holding_view *v)
{
	static const char *const kinds[] = {
		[EVENT_SPLIT] = "Desdobramento ou grupamento, aplicado",
		[EVENT_BONUS] = "Bonificação, aplicada",
		[EVENT_INCORPORATION] = "Incorporação, aplicada",
		[EVENT_SUBSCRIPTION] = "Subscrição",
		[EVENT_FRACTION] = "Frações vendidas",
		[EVENT_EXERCISE] = "Exercício",
	};
	const struct derived_holding *d = v->derived;

	if (!d->n_applied && d->n_tickers < 2)
		return;
	layout_table(h, "Eventos que não são lançamentos", 3,
		     HEADINGS("Dia", "O que foi", "Ativo", "Quantidade"));
	for (size_t i = 0; i < d->n_applied; i++) {
		const struct applied_event *e = &d->applied[i];

		html_row(h);
		html_cell(h, date_text(h->ctx->pool, e->ex_day));
		html_cell(h, kinds[e->kind]);
		shown_name_cell(h, e->symbol, NULL);
		shown_qty_cell(h, "event_quantity", e->qty);
		html_row_end(h);
	}
	for (size_t i = 0; i + 1 < d->n_tickers; i++) {
		html_row(h);
		html_cell(h, date_text(h->ctx->pool, d->tickers[i].until));
		html_cell(h,
			  pool_printf(h->ctx->pool, "Sucessão por %s", d->tickers[i + 1].symbol));
		shown_name_cell(h, d->tickers[i].symbol, NULL);
		html_cell(h, NULL);
		html_row_end(h);
	}
	html_table_end(h);
}

/* A typed succession or spin-off can be withdrawn here: the issue that offered it is gone. */
struct typed {
	const struct ledger_asset *asset;
	struct json_object *said;
};

/* Runs before the page begins, since an operation resets the answer. */
static size_t typed_of(struct ctx *ctx, const struct holding *x, struct typed *out)
{
	const struct ask ask = { .run = succession_get };
	const char *path = ctx->path[1];
	size_t n = 0;

	for (size_t i = 0; i <= x->n_merged; i++) {
		const struct ledger_asset *a = i < x->n_merged ? x->merged[i] : x->asset;
		char id[UUID_TEXT_SIZE];

		if (!a->succession && !a->spin_off)
			continue;
		uuid_format(a->id, id);
		ctx->path[1] = pool_strdup(ctx->pool, id);
		out[n++] = (struct typed){ a, ask_run(ctx, &ask) };
	}
	ctx->path[1] = path;
	return n;
}

static void write_typed(struct ctx *ctx, struct html *h, const struct typed *t, size_t n)
{
	char id[UUID_TEXT_SIZE];
	const char *mend;

	mend_succession_said(h, t->asset->symbol, t->said);
	if (ctx->caller->access < ACCESS_EDIT)
		return;
	uuid_format(t->asset->id, id);
	mend = pool_printf(ctx->pool,
			   "{\"actions\": [{\"method\": \"DELETE\", \"path\": "
			   "\"/v1/portfolios/%s/assets/%s/succession\"}]}",
			   ctx->path[0], id);
	mend_forms(ctx, h, ask_parsed(ctx->pool, mend),
		   &(struct mend_place){ .n = n, .back = "issues" });
}

/* ---- the page ---- */

static void write_act(struct html *h, const char *class, const char *href, const char *text)
{
	html_open_of(h, "a", class);
	html_attr(h, "href", href);
	html_text(h, text);
	html_close(h, "a");
}

static void write_heading(struct html *h, const struct holding *x)
{
	const char *name = holding_name(x);

	html_div(h, "head");
	html_open(h, "div");
	html_open(h, "h2");
	html_element(h, "bdi", x->asset->symbol);
	html_close(h, "h2");
	html_open_of(h, "p", "dim");
	if (name && !str_eq(name, x->asset->symbol)) {
		html_element(h, "bdi", name);
		html_text(h, " · ");
	}
	html_text(h, asset_type_titles[x->asset->type]);
	html_close(h, "p");
	html_close(h, "div");
	if (h->ctx->caller->access >= ACCESS_EDIT) {
		html_div(h, "acts");
		write_act(h, "btn go",
			  layout_path(h->ctx,
				      pool_printf(h->ctx->pool, "/transactions/new?symbol=%s",
						  url_encoded(h->ctx->pool, x->asset->symbol))),
			  "Lançar");
		write_act(h, "btn",
			  layout_path(h->ctx, pool_printf(h->ctx->pool, "/holdings/%s/edit",
							  h->ctx->path[1])),
			  "Editar ativo");
		html_close(h, "div");
	}
	html_close(h, "div");
}

void holding_page(struct ctx *ctx)
{
	const struct chart_span *span = chart_span_asked(ctx, chart_spans_long);
	struct json_object *done = mend_undo_asked(ctx);
	size_t page = layout_page_asked(ctx);
	struct holding_view v = { 0 };
	struct typed *typed = NULL;
	size_t n_typed = 0;
	struct uuid id;
	struct html *h;
	bool rows;

	layout_readable(ctx);
	rows = ctx->caller->access != ACCESS_PUBLIC;
	if (uuid_parse(slice_of(ctx->path[1]), &id))
		holding_view(ctx, id, rows, &v);
	if (!v.holding)
		fail(ctx, 404, "asset_not_found", "A carteira não tem o ativo \"%s\".",
		     problem_shown(ctx->pool, ctx->path[1]));
	if (rows) {
		typed = pool_array(ctx->pool, struct typed, v.holding->n_merged + 1);
		n_typed = typed_of(ctx, v.holding, typed);
	}
	h = layout_portfolio(ctx, v.v.in.name, "");
	mend_undo_say(h, done);
	write_heading(h, v.holding);
	holding_owed(h, v.holding);
	html_div(h, "grid");
	holding_story(h, &v, span);
	holding_worth(h, v.holding);
	holding_gain(h, &v);
	holding_terms(h, v.holding, rows);
	html_close(h, "div");
	holding_months(h, &v, page);
	write_income(h, v.holding);
	layout_explains(h, "", "");
	write_events(h, &v);
	for (size_t i = 0; i < n_typed; i++)
		write_typed(ctx, h, &typed[i], i);
	for (size_t i = 0; i < v.holding->n_merged; i++)
		write_rows(h, v.holding->merged[i]);
	if (rows)
		write_rows(h, v.holding->asset);
	html_page_end(h);
}
