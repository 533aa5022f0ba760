/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_missing.c: the unknown facts of a year, their reasons, and the request that supplies each.
 *
 * GET /tax/missing, GET /portfolios/{id}/tax/missing
 */
#include "config.h"

#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/tax_pages.h"
#include "console/organization/work.h"
#include "core/buf.h"
#include "core/number_text.h"
#include "http/json_read.h"

#define SHOWN 40 /* of a page */

struct missing {
	const char *where, *symbol; /* symbol: or NULL */
	enum tax_reason why;
	size_t portfolio, row;	       /* TAX_NO_ROW: no row must be changed */
	const struct tax_income *paid; /* with unknown gross amount, or NULL */
};

struct list {
	void *pool;
	const struct tax_ledger *ledger;
	int year;
	struct missing *items;
	size_t n, size;
};

/* Each once: for a row, or for a symbol. */
static bool has(const struct list *l, const struct missing *m)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct missing *x = &l->items[i];

		if (x->why == m->why && x->row == m->row && x->paid == m->paid &&
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

static bool is_net_alone(const struct list *l, const struct tax_income *in, const char *symbol)
{
	return !in->gross_known && !uuid_is_nil(in->id) && day_year(in->pay_day) == l->year &&
	       in->kind != INCOME_AMORTIZATION && in->kind != INCOME_CAPITAL_RETURN &&
	       str_eq(l->ledger->assets[in->asset].symbol, symbol);
}

/* Each payment of the symbol separately; false when none is known by its row. */
static bool add_payments(struct list *l, const char *where, const char *symbol)
{
	bool any = false;

	for (size_t i = 0; i < l->ledger->n_income; i++) {
		const struct tax_income *in = &l->ledger->income[i];

		if (!is_net_alone(l, in, symbol))
			continue;
		any = true;
		add(l, (struct missing){ where, symbol, TAX_GROSS_UNKNOWN, in->portfolio,
					 TAX_NO_ROW, in });
	}
	return any;
}

static void add_set(struct list *l, const char *where, const char *symbol, tax_reasons set)
{
	for (int i = 1; i < TAX_REASONS; i++) {
		if (!(set & TAX_WHY(i)))
			continue;
		if (i == TAX_GROSS_UNKNOWN && symbol && add_payments(l, where, symbol))
			continue;
		add(l, (struct missing){ where, symbol, (enum tax_reason)i, 0, TAX_NO_ROW, NULL });
	}
}

static tax_reasons add_operations(struct list *l, const char *where,
				  const struct tax_operation *const *ops, size_t n)
{
	tax_reasons told = 0;

	for (size_t i = 0; i < n; i++)
		if (ops[i]->why != TAX_KNOWN) {
			told |= TAX_WHY(ops[i]->why);
			add(l, (struct missing){ where, ops[i]->symbol, ops[i]->why,
						 ops[i]->portfolio, ops[i]->row, NULL });
		}
	return told;
}

static void gather_year(struct list *l, const struct tax_year *y)
{
	for (size_t i = 0; i < y->n_months; i++) {
		const struct tax_month *m = &y->months[i];
		const char *where = pool_printf(l->pool, "Mês %s", month_text(l->pool, m->month));
		tax_reasons told = add_operations(l, where, m->operations, m->n_operations);

		for (int b = 0; b < TAX_BASKETS; b++)
			add_set(l, where, NULL, m->basket[b].reasons & ~told);
	}
	for (size_t i = 0; i < y->n_gains; i++) {
		const struct tax_gain *g = &y->gains[i];
		const char *where = pool_printf(l->pool, "Ganho de capital de %s",
						month_text(l->pool, g->month));

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

/* ---- remedies ---- */

/*
 * The row without a price, when the reason was reported for another row (the sale of such a purchase)
 * or for none.
 */
static size_t row_to_mend(const struct tax_view *v, const struct missing *m)
{
	const struct tax_ledger *l = &v->of.ledger;
	bool of_sales = m->why == TAX_SALES_UNKNOWN || m->why == TAX_EXEMPT_RESULT_UNKNOWN;

	if (m->row != TAX_NO_ROW && m->why != TAX_COST_UNKNOWN)
		return m->row;
	for (size_t i = 0; i < l->n_rows; i++) {
		const struct tax_row *row = &l->rows[i];

		if (!row->row.price_known && (row->row.kind == ROW_SELL) == of_sales &&
		    row->row.kind != ROW_SPLIT &&
		    (!m->symbol || str_eq(l->assets[row->asset].symbol, m->symbol)))
			return i;
	}
	return m->row;
}

/*
 * Whether the shares came from a merger or spin-off without a stated cost.  Entering a price here would leave the whole
 * cost with the old paper; the issues page offers the right remedy, which names the old paper.
 */
static bool came_from_another(const struct tax_view *v, const struct missing *m)
{
	size_t at = row_to_mend(v, m);

	return m->why == TAX_COST_UNKNOWN && at != TAX_NO_ROW &&
	       v->of.ledger.rows[at].row.kind == ROW_ADJUST &&
	       v->of.ledger.rows[at].row.event == EVENT_INCORPORATION;
}

/* The asset in the portfolio of the row, or else in the first that has it; NULL for none. */
static const struct tax_own_asset *asset_to_mend(const struct tax_view *v, const struct missing *m)
{
	const struct tax_own_asset *any = NULL;

	for (size_t i = 0; m->symbol && i < v->of.n_own; i++) {
		const struct tax_own_asset *own = &v->of.own[i];

		if (!str_eq(v->of.ledger.assets[own->asset].symbol, m->symbol))
			continue;
		if (m->row != TAX_NO_ROW && own->portfolio == m->portfolio)
			return own;
		if (!any)
			any = own;
	}
	return any;
}

static void put_id(struct buf *b, const struct uuid *id, const char *otherwise)
{
	char text[UUID_TEXT_SIZE];

	if (id)
		uuid_format(*id, text);
	buf_str(b, id ? text : otherwise);
}

/* Fills the known ids into the path. */
static const char *path_of(void *pool, const struct tax_view *v, const struct missing *m,
			   const char *path)
{
	const struct tax_own_asset *own = asset_to_mend(v, m);
	size_t at = row_to_mend(v, m);
	const struct tax_row *row = at != TAX_NO_ROW ? &v->of.ledger.rows[at] : NULL;
	size_t portfolio = row ? row->portfolio : own ? own->portfolio : m->portfolio;
	struct buf b;

	if (own && strstr(path, "{asset}"))
		portfolio = own->portfolio;
	buf_init(&b, pool, 128);
	while (*path) {
		if (strncmp(path, "{portfolio}", 11) == 0 && v->of.ledger.n_portfolios) {
			buf_str(&b, v->of.ledger.portfolios[portfolio].id);
			path += 11;
		} else if (strncmp(path, "{transaction}", 13) == 0) {
			put_id(&b, row ? &row->row.id : NULL, "{transaction}");
			path += 13;
		} else if (strncmp(path, "{asset}", 7) == 0) {
			put_id(&b, own ? &own->id : NULL, "{asset}");
			path += 7;
		} else {
			buf_char(&b, *path++);
		}
	}
	return buf_text(&b);
}

static struct json_object *parsed(void *pool, const char *text)
{
	const char *reason;
	size_t offset;

	return text ? json_parse(pool, slice_of(text), &offset, &reason) : NULL;
}

/* Merges @more into the present value: objects member by member, lists by appending. */
static void add_members(struct json_object *to, struct json_object *more)
{
	json_object_object_foreach(more, name, value)
	{
		struct json_object *there = NULL;

		(void)json_object_object_get_ex(to, name, &there);
		if (json_object_is_type(there, json_type_object) &&
		    json_object_is_type(value, json_type_object))
			add_members(there, value);
		else if (json_object_is_type(there, json_type_array) &&
			 json_object_is_type(value, json_type_array))
			for (size_t i = 0; i < json_object_array_length(value); i++)
				json_object_array_add(
					there,
					json_object_get(json_object_array_get_idx(value, i)));
		else
			json_object_object_add(to, name, json_object_get(value));
	}
}

/*
 * PATCH replaces the meta of an asset, and PUT the inputs, as a whole: the request shown includes the present values,
 * which sending it would otherwise delete.
 */
static const char *body_of_mend(void *pool, const struct tax_view *v, const struct missing *m,
				const struct tax_mend *mend)
{
	const struct tax_own_asset *own = asset_to_mend(v, m);
	struct json_object *there = NULL, *body = parsed(pool, mend->body), *meta = NULL;

	if (str_eq(mend->method, "PUT")) {
		there = parsed(pool, v->of.stated);
	} else if (own && own->meta && json_object_object_get_ex(body, "meta", &meta)) {
		meta = parsed(pool, own->meta);
		there = parsed(pool, "{}");
		json_object_object_add(there, "meta", json_object_get(meta));
	}
	if (!there)
		return mend->body;
	add_members(there, body);
	return pool_strdup(pool,
			   json_object_to_json_string_ext(there, JSON_C_TO_STRING_NOSLASHESCAPE |
									 JSON_C_TO_STRING_SPACED));
}

/* A payment cannot be changed: it is replaced by a new one. */
static void write_payment(struct html *h, const struct tax_view *v, const struct tax_income *in)
{
	const char *path = pool_printf(h->ctx->pool, "/v1/portfolios/%s/income",
				       v->of.ledger.portfolios[in->portfolio].id);
	char id[UUID_TEXT_SIZE];

	uuid_format(in->id, id);
	html_open(h, "div");
	html_element(h, "code", pool_printf(h->ctx->pool, "DELETE %s/%s", path, id));
	html_close(h, "div");
	html_open(h, "div");
	html_element(h, "code",
		     pool_printf(h->ctx->pool, "POST %s %s", path,
				 tax_payment_body(h->ctx->pool, v, in)));
	html_close(h, "div");
}

/* The remedy, with the known members of the missing trade; @m: sets the row that it then concerns. */
static const struct tax_mend *mend_of(void *pool, const struct tax_view *v, struct missing *m)
{
	const struct tax_mend *plain = tax_mend(m->why);
	struct tax_request r = tax_trade_missing(pool, v, m->why, m->symbol, m->row);
	struct tax_mend *out;

	if (!plain || !r.text)
		return plain;
	if (r.row != TAX_NO_ROW) {
		m->row = r.row;
		m->portfolio = v->of.ledger.rows[r.row].portfolio;
	}
	out = pool_memdup(pool, plain, sizeof(*plain));
	out->text = r.text;
	out->method = r.method;
	out->body = r.body;
	if (str_eq(r.method, "PATCH"))
		out->path = pool_printf(pool, "%s/{transaction}", plain->path);
	return out;
}

static void write_mend(struct html *h, const struct tax_view *v, const struct missing *of)
{
	struct missing own = *of, *m = &own;
	const struct tax_mend *mend = mend_of(h->ctx->pool, v, m);

	html_cell_open(h, NULL);
	if (!v->name && came_from_another(v, m)) {
		size_t portfolio = v->of.ledger.rows[row_to_mend(v, m)].portfolio;

		html_text(h, "Veio por incorporação ou cisão: diga de que papel, ou que parte do "
			     "custo dele passou. ");
		html_link(h,
			  pool_printf(h->ctx->pool, "/portfolios/%s/issues",
				      v->of.ledger.portfolios[portfolio].id),
			  "Nos problemas da carteira");
	} else if (!mend) {
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
		} else if (m->paid) {
			write_payment(h, v, m->paid);
		} else if (mend->method) {
			html_open(h, "div");
			html_element(h, "code",
				     pool_printf(h->ctx->pool, "%s %s %s", mend->method,
						 path_of(h->ctx->pool, v, m, mend->path),
						 body_of_mend(h->ctx->pool, v, m, mend)));
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
	l.ledger = &v.of.ledger;
	l.year = v.asked;
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
