/* SPDX-License-Identifier: Apache-2.0 */
/* ledger_change.c: the preview of a write to the ledger. */
#include "config.h"

#include "console/form/ledger_change.h"

#include <inttypes.h>

#include "identity/caller.h"
#include "identity/session.h"
#include "identity/pages/site.h"
#include "console/layout.h"
#include "console/form/mend_effect.h"
#include "console/form/row_form.h"
#include "core/number_text.h"
#include "core/text.h"
#include "portfolio/show/portfolio_view.h"

static const struct holding *find(const struct valued *s, struct uuid asset)
{
	for (size_t i = 0; i < s->portfolio.n_holdings; i++)
		if (uuid_same(s->portfolio.holdings[i].asset->id, asset))
			return &s->portfolio.holdings[i];
	return NULL;
}

/* One figure on one side. */
struct figure {
	bool known;
	struct money m;
};

static struct figure value_of(const struct holding *x)
{
	return (struct figure){ x && x->value_known, x ? x->market_value : (struct money){ 0 } };
}

static struct figure cost_of(const struct holding *x)
{
	return (struct figure){ x && x->brl.cost_known, x ? x->brl.cost : (struct money){ 0 } };
}

static struct figure open_of(const struct holding *x)
{
	return (struct figure){ x && x->pl_known, x ? x->unrealized_pl : (struct money){ 0 } };
}

static struct figure realized_of(const struct holding *x)
{
	return (struct figure){ x && x->brl.realized_known,
				x ? x->brl.realized : (struct money){ 0 } };
}

static struct figure income_of(const struct holding *x)
{
	return (struct figure){ x, x ? x->income.received : (struct money){ 0 } };
}

static bool same(struct figure a, struct figure b)
{
	return a.known == b.known && (!a.known || a.m.e8 == b.m.e8);
}

static bool is_changed(const struct holding *a, const struct holding *b)
{
	if (!a || !b)
		return a != b;
	return a->brl.qty.e8 != b->brl.qty.e8 || !same(value_of(a), value_of(b)) ||
	       !same(cost_of(a), cost_of(b)) || !same(open_of(a), open_of(b)) ||
	       !same(realized_of(a), realized_of(b)) || !same(income_of(a), income_of(b));
}

/* The present figure links to its explanation; the future one has none, since its row is not written yet. */
static void explain_before(struct html *h, const char *field, const struct holding *x)
{
	layout_explains_as(h, field, x ? x->asset->symbol : NULL,
			   x ? asset_type_names[x->asset->type] : NULL, "");
}

/* The same of a holding, which may not have been there. */
static void explain_held(struct html *h, const char *field, const struct holding *x)
{
	if (x)
		explain_before(h, field, x);
}

static void explain_none(struct html *h)
{
	shown_explained(h, NULL);
}

/* @x: the holding before, or NULL: the whole portfolio */
static void write_two(struct html *h, const char *label, const char *name, const struct holding *x,
		      struct figure before, struct figure after)
{
	html_row(h);
	html_cell(h, label);
	shown_cell(h);
	if (before.known)
		explain_before(h, name, x);
	shown_money(h, pool_printf(h->ctx->pool, "before.%s", name), before.known, before.m);
	explain_none(h);
	shown_cell_end(h);
	shown_cell(h);
	shown_money(h, pool_printf(h->ctx->pool, "after.%s", name), after.known, after.m);
	shown_cell_end(h);
	html_row_end(h);
}

static void write_quantity(struct html *h, const char *name, const struct holding *x)
{
	shown_cell(h);
	shown_qty(h, name, x ? x->brl.qty : (struct qty){ 0 });
	shown_cell_end(h);
}

static void write_mean(struct html *h, const char *name, const struct holding *x)
{
	shown_cell(h);
	shown_price(h, name, x && x->mean_known, x ? x->mean : (struct price){ 0 });
	shown_cell_end(h);
}

static void open_table(struct html *h, const char *caption)
{
	static const char *const headings[] = { "", "Antes", "Depois" };

	html_table_begin(h, caption);
	html_element(h, "td", headings[0]);
	layout_heading(h, headings[1], true);
	layout_heading(h, headings[2], true);
	html_headings(h, headings, ARRAY_SIZE(headings));
	html_table_body(h);
}

static void write_holding(struct html *h, const struct holding *before, const struct holding *after)
{
	const struct holding *any = after ? after : before;

	open_table(h, any->asset->symbol);
	html_row(h);
	html_cell(h, "Quantidade");
	explain_held(h, "qty", before);
	write_quantity(h, "before.qty", before);
	explain_none(h);
	write_quantity(h, "after.qty", after);
	html_row_end(h);
	html_row(h);
	html_cell(h, "Preço médio");
	explain_held(h, "avg_price", before);
	write_mean(h, "before.avg_price", before);
	explain_none(h);
	write_mean(h, "after.avg_price", after);
	html_row_end(h);
	write_two(h, "Valor", "market_value", before, value_of(before), value_of(after));
	write_two(h, "Custo", "invested_cost", before, cost_of(before), cost_of(after));
	write_two(h, "Lucro não realizado", "unrealized_pl", before, open_of(before),
		  open_of(after));
	write_two(h, "Lucro realizado", "realized_pl", before, realized_of(before),
		  realized_of(after));
	write_two(h, "Proventos", "income_received", before, income_of(before), income_of(after));
	html_table_end(h);
}

static void write_whole(struct html *h, const struct portfolio *a, const struct portfolio *b)
{
	open_table(h, "A carteira toda");
	write_two(h, "Valor", "patrimonio", NULL, (struct figure){ true, a->patrimonio },
		  (struct figure){ true, b->patrimonio });
	write_two(h, "Valor investido", "invested", NULL, (struct figure){ true, a->invested },
		  (struct figure){ true, b->invested });
	write_two(h, "Proventos", "income_received", NULL,
		  (struct figure){ true, a->income_received },
		  (struct figure){ true, b->income_received });
	write_two(h, "Lucro, realizado e não", "total_pl", NULL,
		  (struct figure){ true, a->total_pl }, (struct figure){ true, b->total_pl });
	html_table_end(h);
}

static void write_changes(struct html *h, const struct valued *before, const struct valued *after)
{
	size_t n = 0;

	for (size_t i = 0; i < after->portfolio.n_holdings; i++) {
		const struct holding *b = &after->portfolio.holdings[i],
				     *a = find(before, b->asset->id);

		if (is_changed(a, b) && ++n)
			write_holding(h, a, b);
	}
	for (size_t i = 0; i < before->portfolio.n_holdings; i++) {
		const struct holding *a = &before->portfolio.holdings[i];

		if (!find(after, a->asset->id) && ++n)
			write_holding(h, a, NULL);
	}
	if (!n)
		html_p(h, "Nenhuma posição, custo, resultado ou provento muda.");
	else
		write_whole(h, &before->portfolio, &after->portfolio);
}

static void write_warnings(struct html *h, struct json_object *warnings)
{
	for (size_t i = 0; i < ask_items(warnings); i++) {
		html_open(h, "p");
		html_attr(h, "class", "note warn");
		html_text(h, body_shown(json_object_array_get_idx(warnings, i)));
		html_close(h, "p");
	}
}

/* ---- sales of more than was held ---- */

static struct qty uncovered_on(const struct holding *x, struct day day)
{
	struct qty sum = { 0 };

	for (size_t i = 0; x && i < x->brl.n_uncovered; i++)
		if (day_same(x->brl.uncovered[i].day, day))
			sum.e8 += x->brl.uncovered[i].qty.e8;
	return sum;
}

/* What the row sells of this asset on this day; 0: nothing. */
static struct qty sold_of(struct json_object *row, const struct holding *x, struct day day)
{
	const char *quantity = ask_text(row, "quantity"), *kind = ask_text(row, "kind");
	const char *on = ask_text(row, "trade_date"), *asset = ask_text(row, "asset_id");
	struct uuid id;
	struct day sold;
	wide v;

	if (!quantity || !kind || !on || !asset || !str_eq(kind, "sell") ||
	    !uuid_parse(slice_of(asset), &id) || !uuid_same(id, x->asset->id) ||
	    !day_parse(slice_of(on), &sold) || !day_same(sold, day) ||
	    dec_parse(slice_of(quantity), QTY_PLACES, (wide)1 << 100, &v) != DEC_OK)
		return (struct qty){ 0 };
	return (struct qty){ (int64_t)v };
}

static const char *units_text(void *pool, int64_t e8)
{
	char plain[DEC_TEXT_SIZE];

	(void)dec_format(plain, e8, QTY_PLACES, QTY_PLACES, true);
	return grouped_text(pool, plain);
}

static void write_short_day(struct html *h, const struct holding *x, struct day day,
			    int64_t short_e8, int64_t sold_e8)
{
	const char *symbol = x->asset->symbol;
	void *pool = h->ctx->pool;

	if (sold_e8 >= short_e8)
		html_p(h, "Em %s havia %s %s: a venda de %s passa disso em %s.",
		       date_text(pool, day), units_text(pool, sold_e8 - short_e8), symbol,
		       units_text(pool, sold_e8), units_text(pool, short_e8));
	else
		html_p(h, "A venda de %s em %s fica sem %s.", symbol, date_text(pool, day),
		       units_text(pool, short_e8));
}

/* Whether something is sold, by this change, that was not held. */
static bool write_short(struct html *h, const struct valued *before, const struct valued *after,
			struct json_object *row)
{
	bool any = false;

	for (size_t i = 0; i < after->portfolio.n_holdings; i++) {
		const struct holding *b = &after->portfolio.holdings[i],
				     *a = find(before, b->asset->id);

		for (size_t k = 0; k < b->brl.n_uncovered; k++) {
			struct day day = b->brl.uncovered[k].day;
			int64_t more = uncovered_on(b, day).e8 - uncovered_on(a, day).e8;

			if (more <= 0 || (k && day_same(b->brl.uncovered[k - 1].day, day)))
				continue;
			write_short_day(h, b, day, more, sold_of(row, b, day).e8);
			any = true;
		}
	}
	return any;
}

static void write_question(struct html *h, bool again)
{
	html_hidden(h, CHANGE_SHORT, "true");
	if (again) {
		html_open(h, "p");
		html_attr(h, "class", "err");
		html_attr(h, "role", "alert");
		html_text(h, "Nada foi gravado: marque que é assim mesmo, ou corrija abaixo.");
		html_close(h, "p");
	}
	html_choice(h, &(struct html_choice){
			       .name = CHANGE_CONFIRM,
			       .value = "true",
			       .label = "É assim mesmo: a venda passa do que havia",
			       .hint = "Fica entre as pendências, até haver a compra que falta." });
}

/* Shows which paper a typed name or ISIN was resolved to. */
static void write_taken(struct html *h, struct json_object *answer)
{
	struct json_object *taken = ask_member(answer, "taken_for");

	if (!taken)
		return;
	html_open(h, "p");
	html_attr(h, "class", "note warn");
	html_text(h,
		  pool_printf(h->ctx->pool, "“%s” foi lido como %s (%s).", ask_text(taken, "typed"),
			      ask_text(answer, "symbol"), ask_text(taken, "name")));
	html_close(h, "p");
}

static const char *here_of(const struct change *c)
{
	return c->here ? c->here : "/transactions";
}

/* The same request again, conditional on the ledger version of the preview. */
static void write_confirm(struct ctx *ctx, struct html *h, const struct change *c,
			  const struct entry *e, int64_t version, bool is_short)
{
	html_form(h, c->action, csrf_token(ctx));
	site_once(h);
	html_hidden(h, ENTRY_VERSION, pool_printf(ctx->pool, "%" PRId64, version));
	if (c->form && (!c->carried || c->fresh))
		row_hidden(ctx, h, e, c->fresh);
	for (size_t i = 0; i < c->n_carried; i++)
		html_hidden(h, c->carried[i], ask_text(c->values, c->carried[i]));
	if (is_short && c->fresh)
		write_question(h, c->again);
	html_button(h, c->button);
	html_form_end(h);
	html_open(h, "p");
	html_link(h, layout_path(ctx, here_of(c)), "Não gravar");
	html_close(h, "p");
}

void change_page(struct ctx *ctx, const struct change *c)
{
	const struct entry e = { .values = c->values };
	struct json_object *answer;
	struct issues_view issues[2];
	struct valued before, after;
	bool is_short;
	struct html *h;

	written_view(ctx, &before);
	if (c->issues)
		issues_view(ctx, &issues[0]);
	answer = ask_run(ctx, c->ask);
	if (c->ask->then)
		(void)c->ask->then(ctx, answer, c->ask->with);
	written_view(ctx, &after);
	if (c->issues)
		issues_view(ctx, &issues[1]);
	h = layout_portfolio(ctx, c->title, here_of(c));
	if (c->said)
		html_element(h, "h2", c->said(ctx->pool, answer));
	html_p(h, "Nada foi gravado ainda.");
	write_warnings(h, ask_member(answer, "warnings"));
	is_short = write_short(h, &before, &after, answer);
	write_taken(h, answer);
	if (c->written)
		c->written(h, c->values);
	if (c->issues)
		mend_effect_write(h, &(struct mend_effect[]){ mend_issues_said(
					     ctx->pool, &issues[0], &issues[1], NULL) }[0]);
	write_changes(h, &before, &after);
	write_confirm(ctx, h, c, &e, before.in.ledger_version, is_short);
	if (c->form) {
		html_element(h, "h2", "Corrigir antes de gravar");
		c->form->draw(ctx, h, &e);
	}
	html_page_end(h);
}
