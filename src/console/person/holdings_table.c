/* SPDX-License-Identifier: Apache-2.0 */
/*
 * holdings_table.c: a portfolio's holdings: by class, or as one table, sorted, filtered, paged.
 *
 * Classes are closed but for the largest.  Headings and the filter lead to the one table.  Unknown values sort last in
 * both directions.
 */
#include "config.h"

#include "console/person/holdings_table.h"

#include "console/layout.h"
#include "core/encode.h"
#include "core/number_text.h"
#include "http/request.h"

#define SHOWN 24      /* of a page, or of a class */
#define OPEN_MAX 3    /* classes that are open at first … */
#define OPEN_LEAST 50 /* … each at least one in so many of the value */

enum column {
	BY_SYMBOL,
	BY_TYPE,
	BY_QUOTE_DAY,
	BY_QTY,
	BY_PRICE,
	BY_VALUE,
	BY_WEIGHT,
	BY_DAY,
	BY_PL,
	BY_PCT,
	COLUMNS
};
#define TEXTS BY_QTY /* number of text columns before it */

static const char *const names[] = {
	"symbol",	 "type",	   "quote_day",	 "qty",
	"price",	 "market_value",   "weight_pct", "day_change_brl",
	"unrealized_pl", "unrealized_pct", NULL
};
static const char *const headings[COLUMNS] = { "Ativo",	       "Classe", "Preço de",
					       "Quantidade",   "Preço",	 "Valor",
					       "Parcela",      "No dia", "Em aberto",
					       "Sobre o custo" };

/* ---- parameters ---- */

struct holdings_asked holdings_asked(struct ctx *ctx)
{
	struct holdings_asked a = { .sort = -1, .type = -1 };
	const char *sort = query_text(ctx, "sort");

	a.q = query_field(ctx, "q");
	if (query_field(ctx, "type"))
		a.type = query_choice(ctx, "type", asset_type_names);
	a.page = layout_page_asked(ctx);
	if (!sort)
		return a;
	a.down = *sort == '-';
	a.sort = enum_find(names, sort + a.down);
	if (a.sort < 0)
		fail_parameter(ctx, "sort", sort, "o nome de uma coluna, com - para o maior antes");
	return a;
}

/* ---- order ---- */

struct row {
	const struct holding *x;
	size_t place; /* in the JSON */
};

static struct maybe key_of(const struct holding *x, enum column by)
{
	switch (by) {
	case BY_QUOTE_DAY:
		return (struct maybe){ x->valuation == VALUATION_MARKET, x->quote_day.n };
	case BY_QTY:
		return (struct maybe){ true, x->brl.qty.e8 };
	case BY_PRICE:
		return (struct maybe){ x->price_known, x->price.e12 };
	case BY_VALUE:
		return (struct maybe){ x->value_known, x->market_value.e8 };
	case BY_WEIGHT:
		return (struct maybe){ x->weight_known, x->weight_pct.e8 };
	case BY_DAY:
		return (struct maybe){ x->day_known, x->day_change.e8 };
	case BY_PL:
		return (struct maybe){ layout_gains(x), x->unrealized_pl.e8 };
	case BY_PCT:
		return (struct maybe){ x->pct_known && layout_gains(x), x->unrealized_pct.e8 };
	case BY_SYMBOL:
	case BY_TYPE:
	case COLUMNS:
		break;
	}
	return (struct maybe){ false, 0 };
}

static int by_text(const struct holding *a, const struct holding *b, enum column by)
{
	return by == BY_TYPE ? strcmp(asset_type_titles[a->asset->type],
				      asset_type_titles[b->asset->type])
			     : strcmp(a->asset->symbol, b->asset->symbol);
}

static int compare(const struct row *a, const struct row *b, const struct holdings_asked *asked)
{
	enum column by = (enum column)asked->sort;
	struct maybe x, y;
	int c = 0;

	if (by == BY_SYMBOL || by == BY_TYPE) {
		c = by_text(a->x, b->x, by);
	} else {
		x = key_of(a->x, by);
		y = key_of(b->x, by);
		if (x.known != y.known)
			return x.known ? -1 : 1;
		c = (x.v > y.v) - (x.v < y.v);
	}
	if (c)
		return asked->down ? -c : c;
	return a->place < b->place ? -1 : 1;
}

/* A stable merge sort without static state, for any number of rows. */
static void sort(struct row *rows, struct row *spare, size_t n, const struct holdings_asked *asked)
{
	size_t half = n / 2, a = 0, b = half;

	if (n < 2)
		return;
	sort(rows, spare, half, asked);
	sort(rows + half, spare, n - half, asked);
	for (size_t i = 0; i < n; i++)
		spare[i] = b == n || (a < half && compare(&rows[a], &rows[b], asked) < 0)
				   ? rows[a++]
				   : rows[b++];
	memcpy(rows, spare, n * sizeof(*rows));
}

static bool has(void *pool, const char *name, const char *part)
{
	return name && strstr(text_fold(pool, name), text_fold(pool, part));
}

static bool fits(void *pool, const struct holding *x, const struct holdings_asked *asked)
{
	if (x->state != HOLDING_OPEN ||
	    (asked->type >= 0 && x->asset->type != (enum asset_type)asked->type))
		return false;
	return !asked->q || has(pool, x->asset->symbol, asked->q) ||
	       has(pool, holding_name(x), asked->q);
}

static struct row *chosen(void *pool, const struct portfolio *p, const struct holdings_asked *asked,
			  size_t *n)
{
	struct row *rows = pool_array(pool, struct row, p->n_holdings);

	*n = 0;
	for (size_t i = 0; i < p->n_holdings; i++)
		if (fits(pool, &p->holdings[i], asked))
			rows[(*n)++] = (struct row){ &p->holdings[i], i };
	if (asked->sort >= 0)
		sort(rows, pool_array(pool, struct row, *n), *n, asked);
	return rows;
}

/* ---- links ---- */

/* The same table with another order; its page follows. */
static const char *way(struct html *h, const struct holdings_asked *a)
{
	struct buf b;

	buf_init(&b, h->ctx->pool, 128);
	buf_printf(&b, "%s?", layout_path(h->ctx, ""));
	if (a->sort >= 0)
		buf_printf(&b, "sort=%s%s&", a->down ? "-" : "", names[a->sort]);
	if (a->type >= 0)
		buf_printf(&b, "type=%s&", asset_type_names[a->type]);
	if (a->q)
		buf_printf(&b, "q=%s&", url_encoded(h->ctx->pool, a->q));
	return buf_text(&b);
}

static void write_heading(struct html *h, const struct holdings_asked *asked, int column)
{
	struct holdings_asked next = *asked;
	bool here = asked->sort == column;

	next.sort = column;
	next.down = here ? !asked->down : column >= TEXTS;
	html_open(h, "th");
	html_attr(h, "scope", "col");
	html_attr(h, "class", column < TEXTS ? NULL : "n");
	if (here)
		html_attr(h, "aria-sort", asked->down ? "descending" : "ascending");
	html_open_of(h, "a", "sort");
	html_attr(h, "href", pool_printf(h->ctx->pool, "%spage=1", way(h, &next)));
	html_text(h, headings[column]);
	html_close(h, "a");
	html_close(h, "th");
}

static void write_filter(struct html *h, const struct holdings_asked *asked)
{
	struct html_option *options = pool_array(h->ctx->pool, struct html_option, ASSET_TYPES + 1);
	size_t n = 0;

	options[n++] = (struct html_option){ "", "Todas" };
	for (int t = 0; asset_type_names[t]; t++)
		options[n++] = (struct html_option){ asset_type_names[t], asset_type_titles[t] };
	html_query(h, layout_path(h->ctx, ""));
	html_attr(h, "class", "filter");
	html_attr(h, "data-filter", ".h tbody tr");
	html_field(h, &(struct html_field){ .name = "q",
					    .label = "Ativo",
					    .type = "text",
					    .value = asked->q,
					    .max_length = 40,
					    .optional = true });
	html_field(h, &(struct html_field){
			      .name = "type",
			      .label = "Classe",
			      .type = "select",
			      .value = asked->type < 0 ? NULL : asset_type_names[asked->type],
			      .options = options,
			      .n_options = n,
			      .optional = true });
	html_send(h, "Filtrar");
}

/* ---- rows ---- */

/* A remark on the price of a holding. */
static const char *price_said(void *pool, const struct holding *h)
{
	const char *why = unpriced_text(pool, h);

	if (why)
		return why;
	if (h->valuation == VALUATION_MARKET)
		return date_text(pool, h->quote_day);
	return h->valuation == VALUATION_ACCRUAL ? "pelo contrato" : NULL;
}

static void write_row(struct html *h, const struct holding *x)
{
	void *pool = h->ctx->pool;
	const char *id = uuid_text(pool, x->asset->id);

	layout_explains_asset(h, "", x->asset->symbol, x->asset->type, "");
	html_row(h);
	html_attr(h, "data-type", asset_type_names[x->asset->type]);
	shown_names_cell(h, x->asset->symbol, holding_name(x),
			 layout_path(h->ctx, pool_printf(pool, "/holdings/%s", id)));
	html_cell(h, asset_type_titles[x->asset->type]);
	html_cell(h, price_said(pool, x));
	shown_qty_cell(h, "qty", x->brl.qty);
	shown_price_cell(h, "price", x->price_known, x->price);
	shown_money_cell(h, "market_value", x->value_known, x->market_value);
	shown_percent_cell(h, "weight_pct", x->weight_known, x->weight_pct);
	shown_money_cell(h, "day_change_brl", x->day_known, x->day_change);
	shown_money_cell(h, "unrealized_pl", layout_gains(x), x->unrealized_pl);
	shown_percent_cell(h, "unrealized_pct", x->pct_known && layout_gains(x), x->unrealized_pct);
	html_row_end(h);
}

static void write_table(struct html *h, const struct portfolio *p,
			const struct holdings_asked *asked)
{
	size_t n, from = (asked->page - 1) * SHOWN;
	const struct row *rows = chosen(h->ctx->pool, p, asked, &n);

	html_table_begin(h, "O que há na carteira");
	for (int c = 0; c < COLUMNS; c++)
		write_heading(h, asked, c);
	html_headings(h, headings, COLUMNS);
	html_table_body(h);
	for (size_t i = from; i < n && i < from + SHOWN; i++)
		write_row(h, rows[i].x);
	html_table_end(h);
	layout_explains(h, "", "");
	if (from >= n)
		html_p(h, "Nenhum ativo aqui.");
	layout_pages(h, way(h, asked), asked->page, SHOWN, n);
}

/* ---- by class ---- */

/* What a row shows, and what the shown ones of a class add up to. */
struct class_sum {
	enum asset_type type;
	size_t n;
	struct money value, day, pl;
	bool day_known, pl_known;
};

/* As shown, so that what is shown adds up. */
static int64_t cents(struct money m)
{
	return (int64_t)dec_div_half_away(m.e8, E8 / 100) * (E8 / 100);
}

static void add(struct class_sum *c, const struct holding *x)
{
	c->n++;
	if (x->value_known)
		c->value.e8 += cents(x->market_value);
	if (x->day_known)
		c->day.e8 += cents(x->day_change);
	if (layout_gains(x))
		c->pl.e8 += cents(x->unrealized_pl);
	c->day_known |= x->day_known;
	c->pl_known |= layout_gains(x);
}

/* The classes that have holdings, the largest first; returns their number. */
static size_t classes_of(const struct row *rows, size_t n, struct class_sum out[ASSET_TYPES])
{
	struct class_sum all[ASSET_TYPES] = { 0 };
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		add(&all[rows[i].x->asset->type], rows[i].x);
	for (int t = 0; t < ASSET_TYPES; t++) {
		size_t at = found;

		all[t].type = (enum asset_type)t;
		if (!all[t].n)
			continue;
		for (; at && out[at - 1].value.e8 < all[t].value.e8; at--)
			out[at] = out[at - 1];
		out[at] = all[t];
		found++;
	}
	return found;
}

static void open_part(struct html *h, const char *tag, const char *class, const char *role)
{
	html_open_of(h, tag, class);
	html_attr(h, "role", role);
}

static void write_part_heads(struct html *h)
{
	static const char *const parts[][2] = {
		{ NULL, "Ativo" },	 { "k-w", "Parcela" }, { "k-day", "No dia" },
		{ "k-pl", "Resultado" }, { "k-val", "Valor" },
	};

	html_div(h, "g heads");
	html_attr(h, "aria-hidden", "true");
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
		html_element_of(h, "span", parts[i][0], parts[i][1]);
	html_close(h, "div");
}

/* A figure of a summary, which leads nowhere: a control in a control. */
static void write_sum(struct html *h, const char *class, const char *name, bool known,
		      struct money m)
{
	html_open_of(h, "span", class);
	shown_money(h, name, known, m);
	html_close(h, "span");
}

static void write_summary(struct html *h, const struct class_sum *c, const struct portfolio *p)
{
	html_open_of(h, "summary", "g");
	open_part(h, "span", "c0", NULL);
	html_text(h, asset_type_titles[c->type]);
	html_element_of(h, "span", "dim small", pool_printf(h->ctx->pool, " · %zu", c->n));
	html_close(h, "span");
	shown_explained(h, NULL);
	html_open_of(h, "span", "k-w");
	if (p->patrimonio.e8 > 0)
		shown_share(h, "class_pct", 0, c->value, p->patrimonio);
	html_close(h, "span");
	write_sum(h, "k-day", "class_day", c->day_known, c->day);
	write_sum(h, "k-pl", "class_pl", c->pl_known, c->pl);
	write_sum(h, "k-val", "class_value", true, c->value);
	html_close(h, "summary");
}

static void write_name(struct html *h, const struct holding *x)
{
	void *pool = h->ctx->pool;
	const char *name = holding_name(x), *why = unpriced_text(pool, x);
	const char *id = uuid_text(pool, x->asset->id);

	open_part(h, "th", "c0", "rowheader");
	html_open(h, "bdi");
	html_link(h, layout_path(h->ctx, pool_printf(pool, "/holdings/%s", id)), x->asset->symbol);
	html_close(h, "bdi");
	html_open(h, "small");
	shown_qty(h, "qty", x->brl.qty);
	if (x->price_known) {
		html_text(h, " × ");
		shown_price(h, "price", true, x->price);
	}
	if (name && !str_eq(name, x->asset->symbol)) {
		html_text(h, " · ");
		html_element(h, "bdi", name);
	}
	html_close(h, "small");
	if (why)
		html_element(h, "small", why);
	html_close(h, "th");
}

static void write_part_row(struct html *h, const struct holding *x)
{
	layout_explains_asset(h, "", x->asset->symbol, x->asset->type, "");
	open_part(h, "tr", NULL, "row");
	write_name(h, x);
	open_part(h, "td", "k-w", "cell");
	shown_percent(h, "weight_pct", x->weight_known, x->weight_pct);
	html_close(h, "td");
	open_part(h, "td", "k-day", "cell");
	shown_money(h, "day_change_brl", x->day_known, x->day_change);
	html_close(h, "td");
	open_part(h, "td", "k-pl", "cell");
	shown_money(h, "unrealized_pl", layout_gains(x), x->unrealized_pl);
	html_open(h, "small");
	shown_percent(h, "unrealized_pct", x->pct_known && layout_gains(x), x->unrealized_pct);
	html_close(h, "small");
	html_close(h, "td");
	open_part(h, "td", "k-val", "cell");
	shown_money(h, "market_value", x->value_known, x->market_value);
	html_close(h, "td");
	html_close(h, "tr");
}

static void write_part_headings(struct html *h, const char *title)
{
	static const char *const parts[] = { "Ativo", "Parcela", "No dia", "Resultado", "Valor" };

	open_part(h, "caption", "vh", NULL);
	html_text(h, title);
	html_close(h, "caption");
	open_part(h, "thead", "vh", "rowgroup");
	open_part(h, "tr", NULL, "row");
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		open_part(h, "th", NULL, "columnheader");
		html_text(h, parts[i]);
		html_close(h, "th");
	}
	html_close(h, "tr");
	html_close(h, "thead");
}

static void write_class(struct html *h, const struct class_sum *c, const struct row *rows, size_t n)
{
	size_t shown = 0;

	open_part(h, "table", "h", "table");
	write_part_headings(h, asset_type_titles[c->type]);
	open_part(h, "tbody", NULL, "rowgroup");
	for (size_t i = 0; i < n && shown < SHOWN; i++)
		if (rows[i].x->asset->type == c->type) {
			write_part_row(h, rows[i].x);
			shown++;
		}
	html_close(h, "tbody");
	html_close(h, "table");
	if (shown == c->n)
		return;
	html_p_link(h,
		    layout_path(h->ctx,
				pool_printf(h->ctx->pool, "?type=%s", asset_type_names[c->type])),
		    pool_printf(h->ctx->pool, "Todos os %zu", c->n));
}

static void write_classes(struct html *h, const struct portfolio *p,
			  const struct holdings_asked *asked)
{
	struct class_sum classes[ASSET_TYPES];
	size_t n, n_classes;
	const struct row *rows = chosen(h->ctx->pool, p, asked, &n);

	n_classes = classes_of(rows, n, classes);
	write_part_heads(h);
	for (size_t i = 0; i < n_classes; i++) {
		html_open_of(h, "details", "grp");
		html_attr(h, "id", asset_type_names[classes[i].type]);
		html_flag(h, "open",
			  i == 0 || (i < OPEN_MAX &&
				     classes[i].value.e8 * OPEN_LEAST >= p->patrimonio.e8));
		write_summary(h, &classes[i], p);
		write_class(h, &classes[i], rows, n);
		html_close(h, "details");
	}
	layout_explains(h, "", "");
}

void holdings_write(struct html *h, const struct portfolio *p, const struct holdings_asked *asked)
{
	bool by_class = asked->sort < 0 && asked->type < 0 && !asked->q && asked->page == 1;

	write_filter(h, asked);
	if (by_class)
		write_classes(h, p, asked);
	else
		write_table(h, p, asked);
}
