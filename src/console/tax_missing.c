/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_missing.c: what is not known of a year, why, and the request that mends it.
 *
 * GET /tax/missing, GET /portfolios/{id}/tax/missing
 */
#include "config.h"

#include "console/layout.h"
#include "console/rooms.h"
#include "console/tax.h"
#include "console/work.h"
#include "core/buf.h"

#define SHOWN 40 /* of a page */

struct missing {
	const char *where, *symbol; /* symbol: or NULL */
	enum tax_reason why;
	size_t portfolio, row; /* TAX_NO_ROW: none is to be changed */
};

struct list {
	void *pool;
	struct missing *items;
	size_t n, size;
};

/* Once each: of a row, or of what is said of a symbol. */
static bool has(const struct list *l, const struct missing *m)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct missing *x = &l->items[i];

		if (x->why == m->why && x->row == m->row &&
		    str_eq(x->symbol ? x->symbol : "", m->symbol ? m->symbol : "") &&
		    (m->symbol || str_eq(x->where, m->where)))
			return true;
	}
	return false;
}

static void add(struct list *l, struct missing m)
{
	if (has(l, &m))
		return;
	if (l->n == l->size) {
		l->size = l->size ? 2 * l->size : 16;
		l->items = pool_resize(l->pool, l->items, struct missing, l->size);
	}
	l->items[l->n++] = m;
}

static void add_set(struct list *l, const char *where, const char *symbol, tax_reasons set)
{
	for (int i = 1; i < TAX_REASONS; i++)
		if (set & TAX_WHY(i))
			add(l,
			    (struct missing){ where, symbol, (enum tax_reason)i, 0, TAX_NO_ROW });
}

static tax_reasons add_operations(struct list *l, const char *where,
				  const struct tax_operation *const *ops, size_t n)
{
	tax_reasons told = 0;

	for (size_t i = 0; i < n; i++)
		if (ops[i]->why != TAX_KNOWN) {
			told |= TAX_WHY(ops[i]->why);
			add(l, (struct missing){ where, ops[i]->symbol, ops[i]->why,
						 ops[i]->portfolio, ops[i]->row });
		}
	return told;
}

static void gather_year(struct list *l, const struct tax_year *y)
{
	for (size_t i = 0; i < y->n_months; i++) {
		const struct tax_month *m = &y->months[i];
		const char *where = pool_printf(l->pool, "Mês %s", shown_month(l->pool, m->month));
		tax_reasons told = add_operations(l, where, m->operations, m->n_operations);

		for (int b = 0; b < TAX_BASKETS; b++)
			add_set(l, where, NULL, m->basket[b].reasons & ~told);
	}
	for (size_t i = 0; i < y->n_gains; i++) {
		const struct tax_gain *g = &y->gains[i];
		const char *where = pool_printf(l->pool, "Ganho de capital de %s",
						shown_month(l->pool, g->month));

		add_set(l, where, NULL,
			g->reasons & ~add_operations(l, where, g->operations, g->n_operations));
	}
	for (size_t i = 0; y->exterior && i < y->exterior->n; i++)
		add_set(l, "Exterior", y->exterior->items[i].symbol, y->exterior->items[i].reasons);
}

static void gather_lines(struct list *l, const char *where, const struct tax_lines *lines)
{
	for (size_t i = 0; i < lines->n; i++)
		add_set(l, where, lines->items[i].n_symbols ? lines->items[i].symbols[0] : NULL,
			lines->items[i].reasons);
}

static void gather_declaration(struct list *l, const struct tax_declaration *d)
{
	for (size_t i = 0; i < d->n_goods; i++)
		add_set(l, "Bens e Direitos", d->goods[i].symbol, d->goods[i].reasons);
	gather_lines(l, "Rendimentos isentos", &d->exempt);
	gather_lines(l, "Tributação exclusiva", &d->exclusive);
	for (size_t i = 0; i < d->n_taxable; i++)
		add_set(l, "Rendimentos tributáveis", d->taxable[i].symbol, d->taxable[i].reasons);
}

/* ---- what mends it ---- */

static void put_row(struct buf *b, const struct tax_view *v, const struct missing *m)
{
	char id[UUID_TEXT_SIZE];

	if (m->row == TAX_NO_ROW) {
		buf_str(b, "{transaction}");
		return;
	}
	uuid_format(v->of.ledger.rows[m->row].row.id, id);
	buf_str(b, id);
}

/* The path with the ids that are known. */
static const char *path_of(void *pool, const struct tax_view *v, const struct missing *m,
			   const char *path)
{
	struct buf b;

	buf_init(&b, pool, 128);
	while (*path) {
		if (strncmp(path, "{portfolio}", 11) == 0 && v->of.ledger.n_portfolios) {
			buf_str(&b, v->of.ledger.portfolios[m->portfolio].id);
			path += 11;
		} else if (strncmp(path, "{transaction}", 13) == 0) {
			put_row(&b, v, m);
			path += 13;
		} else {
			buf_char(&b, *path++);
		}
	}
	return buf_text(&b);
}

static void write_mend(struct html *h, const struct tax_view *v, const struct missing *m)
{
	const struct tax_mend *mend = tax_mend(m->why);

	html_open(h, "td");
	if (!mend) {
		html_text(h, "Nada a corrigir aqui: confira no informe de rendimentos ou com um "
			     "contador.");
	} else {
		html_text(h, mend->text);
		if (v->name && v->of.ledger.n_portfolios) {
			html_text(h, " ");
			html_link(h,
				  work_path(h->ctx, &work_office,
					    pool_printf(h->ctx->pool, "/portfolios/%s",
							v->of.ledger.portfolios[m->portfolio].id)),
				  "Na carteira do cliente");
		} else if (mend->method) {
			html_open(h, "div");
			html_element(h, "code",
				     pool_printf(h->ctx->pool, "%s %s %s", mend->method,
						 path_of(h->ctx->pool, v, m, mend->path),
						 mend->body));
			html_close(h, "div");
		}
	}
	html_close(h, "td");
}

static void write_missing(struct html *h, const struct tax_view *v, const struct missing *m)
{
	html_row(h);
	html_cell(h, m->where);
	shown_name_cell(h, m->symbol ? m->symbol : "—", NULL);
	tax_why_cell(h, TAX_WHY(m->why));
	write_mend(h, v, m);
	html_row_end(h);
}

void tax_missing_page(struct ctx *ctx)
{
	static const char *const headings[] = { "Onde", "Ativo", "O que falta", "O que corrige" };
	size_t page = layout_page_asked(ctx), from = (page - 1) * SHOWN;
	struct list l = { .pool = ctx->pool };
	struct tax_declaration d;
	struct tax_view v;
	struct html *h;

	tax_view(ctx, &v);
	tax_declare(ctx, &v.of, &v.year, &d);
	gather_year(&l, &v.year);
	gather_declaration(&l, &d);
	h = tax_page(ctx, &v, pool_printf(ctx->pool, "O que falta ao imposto de %d", v.asked),
		     "/missing");
	if (!l.n)
		html_p(h, "Nada falta.");
	if (l.n) {
		layout_table(h, "O que falta, e o que corrige", headings, ARRAY_SIZE(headings),
			     ARRAY_SIZE(headings));
		for (size_t i = from; i < l.n && i < from + SHOWN; i++)
			write_missing(h, &v, &l.items[i]);
		html_table_end(h);
		layout_pages(h, pool_printf(ctx->pool, "%s/missing?year=%d&", v.base, v.asked),
			     page, SHOWN, l.n);
	}
	html_page_end(h);
}
