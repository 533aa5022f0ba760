/* SPDX-License-Identifier: Apache-2.0 */
/*
 * what_if_tables.c: what a write would change: holdings, totals, shares, targets and tax, before and after.
 */
#include "config.h"

#include "console/form/what_if_tables.h"

#include "console/layout.h"
#include "console/person/figure_words.h"
#include "core/encode.h"
#include "core/text.h"

#define HOLDINGS_SHOWN 20

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
	return (struct figure){ layout_gains(x), x ? x->unrealized_pl : (struct money){ 0 } };
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

/* ---- a row: its label, the figure before, whose links the caller has set, and the one after, which has none ---- */

static void begin_row(struct html *h, const char *label)
{
	html_row(h);
	html_cell(h, label);
	shown_cell(h);
}

static void begin_after(struct html *h)
{
	shown_explained(h, NULL);
	shown_cell_end(h);
	shown_cell(h);
}

static void end_row(struct html *h)
{
	shown_cell_end(h);
	html_row_end(h);
}

static void write_pair(struct html *h, const char *label, const char *name, struct figure before,
		       struct figure after)
{
	begin_row(h, label);
	shown_money(h, pool_printf(h->ctx->pool, "before.%s", name), before.known, before.m);
	begin_after(h);
	shown_money(h, pool_printf(h->ctx->pool, "after.%s", name), after.known, after.m);
	end_row(h);
}

/* @x: the holding before, or NULL: the whole portfolio */
static void write_two(struct html *h, const char *label, const char *name, const struct holding *x,
		      struct figure before, struct figure after)
{
	if (before.known)
		explain_before(h, name, x);
	write_pair(h, label, name, before, after);
}

/* ---- holdings ---- */

static void write_quantity(struct html *h, const char *name, const struct holding *x)
{
	shown_qty(h, name, x ? x->brl.qty : (struct qty){ 0 });
}

static void write_mean(struct html *h, const char *name, const struct holding *x)
{
	shown_price(h, name, x && x->mean_known, x ? x->mean : (struct price){ 0 });
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
	begin_row(h, "Quantidade");
	explain_held(h, "qty", before);
	write_quantity(h, "before.qty", before);
	begin_after(h);
	write_quantity(h, "after.qty", after);
	end_row(h);
	begin_row(h, "Preço médio");
	explain_held(h, "avg_price", before);
	write_mean(h, "before.avg_price", before);
	begin_after(h);
	write_mean(h, "after.avg_price", after);
	end_row(h);
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

/*
 * Those of which a person sees more than another weight, which the shares say; the first ones in full.
 */
static size_t write_holdings(struct html *h, const struct portfolio *before,
			     const struct portfolio *after)
{
	size_t n = 0;

	for (size_t i = 0; i < after->n_holdings; i++) {
		const struct holding *b = &after->holdings[i],
				     *a = what_if_holding(before, b->asset->id);

		if (is_changed(a, b) && n++ < HOLDINGS_SHOWN)
			write_holding(h, a, b);
	}
	for (size_t i = 0; i < before->n_holdings; i++) {
		const struct holding *a = &before->holdings[i];

		if (!what_if_holding(after, a->asset->id) && n++ < HOLDINGS_SHOWN)
			write_holding(h, a, NULL);
	}
	if (n > HOLDINGS_SHOWN)
		html_p(h, "E mais %zu posições mudam.", n - HOLDINGS_SHOWN);
	return n;
}

/* ---- shares ---- */

static bool shares_differ(const struct xray_shares *a, const struct xray_shares *b)
{
	for (size_t i = 0; i < b->n && a->n == b->n; i++) {
		const struct xray_share *was = xray_share_named(a, b->items[i].name);

		if (!was || was->pct_e2 != b->items[i].pct_e2)
			return true;
	}
	return a->n != b->n;
}

static void write_share(struct html *h, const char *name, const struct xray_share *s,
			struct money whole)
{
	shown_share(h, name, s ? s->pct_e2 : 0, s ? s->value : (struct money){ 0 }, whole);
}

/* @field: "by_class" */
static void write_one_share(struct html *h, const char *field, const char *name,
			    const struct what_if_side *before, const struct what_if_side *after,
			    const struct xray_share *a, const struct xray_share *b)
{
	void *pool = h->ctx->pool;

	field = pool_printf(pool, "xray.%s.pct", field);
	begin_row(h, figure_item_said(field, name));
	if (a)
		layout_explains_as(h, field, NULL, NULL,
				   pool_printf(pool, "&item=%s", url_encoded(pool, name)));
	write_share(h, pool_printf(pool, "before.%s", field), a, before->xray.patrimonio);
	begin_after(h);
	write_share(h, pool_printf(pool, "after.%s", field), b, after->xray.patrimonio);
	end_row(h);
}

static void write_shares(struct html *h, const char *caption, const char *field,
			 const struct what_if_side *before, const struct what_if_side *after,
			 const struct xray_shares *a, const struct xray_shares *b)
{
	if (!shares_differ(a, b))
		return;
	open_table(h, caption);
	for (size_t i = 0; i < b->n; i++)
		write_one_share(h, field, b->items[i].name, before, after,
				xray_share_named(a, b->items[i].name), &b->items[i]);
	for (size_t i = 0; i < a->n; i++)
		if (!xray_share_named(b, a->items[i].name))
			write_one_share(h, field, a->items[i].name, before, after, &a->items[i],
					NULL);
	html_table_end(h);
}

/* ---- targets ---- */

static void write_of_target(struct html *h, const char *name, const struct plan_share *s)
{
	char text[DEC_TEXT_SIZE];

	if (!s->share_known) {
		html_text(h, "—");
		return;
	}
	(void)dec_format(text, s->share.e8, 8, 2, false); /* its length does not matter */
	shown_exact_as(h, name, pool_strdup(h->ctx->pool, text), "", "%");
	html_text(h, s->out ? ", fora da faixa" : "");
}

static void write_targets(struct html *h, const struct plan_state *a, const struct plan_state *b)
{
	void *pool = h->ctx->pool;

	open_table(h, "Metas");
	for (size_t i = 0; i < b->n; i++) {
		const char *name = b->slices[i].slice->name;

		begin_row(h, name);
		layout_explains_as(h, "plan.slices.share_pct", NULL, NULL,
				   pool_printf(pool, "&slice=%s", url_encoded(pool, name)));
		write_of_target(h, "before.share_pct", &a->slices[i].whole);
		begin_after(h);
		write_of_target(h, "after.share_pct", &b->slices[i].whole);
		end_row(h);
	}
	html_table_end(h);
}

/* ---- tax ---- */

static void write_tax_line(struct html *h, const struct what_if_tax_line *l, const char *base,
			   int year)
{
	void *pool = h->ctx->pool;
	char month[MONTH_TEXT_SIZE];

	if (!l->name) {
		html_row(h);
		html_cell(h, l->what);
		html_cell(h, l->was_said ? l->was_said : "—");
		html_cell(h, l->is_said ? l->is_said : "—");
		html_row_end(h);
		return;
	}
	month_format(l->month, month);
	if (l->was)
		shown_led(h, l->month.n ? pool_printf(pool, "%s/month?month=%s", base, month)
					: pool_printf(pool, "%s?year=%d", base, year));
	write_pair(h, l->what, l->name, (struct figure){ l->before.known, l->before.m },
		   (struct figure){ l->after.known, l->after.m });
}

void what_if_tax_write(struct html *h, const struct year_months *t, size_t n,
		       const struct tax_year *before, const struct tax_year *after,
		       enum tax_scope scope)
{
	const char *base = scope == TAX_ACCOUNT ? "/tax" : layout_path(h->ctx, "/tax");
	struct what_if_tax_line *lines;
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		size_t some = what_if_tax_lines(h->ctx->pool, &t[i], &before[i], &after[i], &lines);

		if (some && !any)
			open_table(h, "Imposto de renda");
		any = any || some;
		for (size_t k = 0; k < some; k++)
			write_tax_line(h, &lines[k], base, t[i].year);
	}
	if (any)
		html_table_end(h);
	else
		html_p(h, "O imposto de renda não muda.");
}

/* ---- all ---- */

void what_if_write(struct html *h, const struct what_if_scope *scope,
		   const struct what_if_side *before, const struct what_if_side *after)
{
	if (!write_holdings(h, &before->v.portfolio, &after->v.portfolio))
		html_p(h, "Nenhuma posição, custo, resultado ou provento muda.");
	else
		write_whole(h, &before->v.portfolio, &after->v.portfolio);
	write_shares(h, "Por classe", "by_class", before, after, &before->xray.by_class,
		     &after->xray.by_class);
	write_shares(h, "Por moeda", "by_currency", before, after, &before->xray.by_currency,
		     &after->xray.by_currency);
	if (scope->targets.exist)
		write_targets(h, &before->plan.state, &after->plan.state);
	if (scope->n)
		what_if_tax_write(h, scope->years, scope->n, before->years, after->years,
				  before->taxpayer.scope);
}
