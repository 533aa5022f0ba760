/* SPDX-License-Identifier: Apache-2.0 */
/*
 * income_list_page.c: what was received, payment by payment, with filters.  GET /income/received,
 * /portfolios/{id}/income/received
 */
#include "config.h"

#include <assert.h>

#include "console/form/entry.h"
#include "console/form/member_words.h"
#include "console/form/mend_undo.h"
#include "console/form/schema_fields.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/income_pages.h"
#include "core/encode.h"
#include "http/tree.h"
#include "http/request.h"
#include "identity/caller.h"

#define SHOWN 50

/* ---- what the pages share ---- */

const char *income_source_said(enum income_source source)
{
	static const char *const words[] = { "do calendário", "importado", "digitado" };

	return words[source];
}

static_assert(PRICE_PLACES - MONEY_PLACES == 4, "as income_price() converts");

struct price income_price(struct money m)
{
	return (struct price){ m.e8 * 10000 };
}

static const char *portfolio_path(void *pool, const struct income_payment *p)
{
	const char *id = uuid_text(pool, p->portfolio->in.id);

	return pool_printf(pool, "/portfolios/%s", id);
}

void income_parts(struct html *h, const struct income_payment *p)
{
	char exact[DEC_TEXT_SIZE];

	shown_qty(h, "qty", p->held);
	html_text(h, p->asset->currency == CURRENCY_USD ? " × US$\u00a0" : " × R$\u00a0");
	(void)dec_format(exact, p->distribution->gross.e12, PRICE_PLACES, 8, true);
	shown_exact(h, "perShare", exact);
}

const char *income_year_path(void *pool, const char *base, int year)
{
	return pool_printf(pool, "%s/received?from=%d-01-01&to=%d-12-31", base, year, year);
}

/* ---- the filters ---- */

static const struct schema_field fields[] = {
	{ .name = "from", .kind = FIELD_DATE },
	{ .name = "to", .kind = FIELD_DATE },
	{ .name = "symbol", .kind = FIELD_TEXT, .max = 80 },
	{ .name = "kind", .kind = FIELD_CHOICE, .choices = income_kind_names },
	{ .name = "asset_type", .kind = FIELD_CHOICE, .choices = asset_type_names },
};
static const char *const labels[] = { "De", "Até", "Quem pagou", "Tipo", "Classe" };
enum { FROM, TO, SYMBOL, KIND, TYPE, FIELDS };

static_assert(ARRAY_SIZE(fields) == FIELDS && ARRAY_SIZE(labels) == FIELDS, "a label each");

struct asked {
	const char *typed[FIELDS]; /* or NULL */
	struct html_fault faults[FIELDS];
	size_t n_faults;
	struct income_filter filter;
	struct page page;
	struct json_object *done;
};

static void refuse(struct ctx *ctx, struct asked *a, int field, const char *expected)
{
	a->faults[a->n_faults++] = (struct html_fault){
		fields[field].name,
		pool_printf(ctx->pool, "%s: veio “%s”; esperado: %s.", labels[field],
			    text_quotable(ctx->pool, a->typed[field]), expected)
	};
}

static void take_day(struct ctx *ctx, struct asked *a, int field, struct day *out)
{
	struct slice text = slice_of(a->typed[field]);

	if (a->typed[field] && !day_parse(text, out) && !day_parse_br(text, out))
		refuse(ctx, a, field, "uma data, como 31/12/2026");
}

static int take_choice(struct ctx *ctx, struct asked *a, int field)
{
	int found = a->typed[field] ? enum_find(fields[field].choices, a->typed[field]) : -1;

	if (a->typed[field] && found < 0)
		refuse(ctx, a, field, "um dos da lista");
	return found;
}

static void take_asked(struct ctx *ctx, struct asked *a)
{
	struct income_filter *f = &a->filter;

	*a = (struct asked){ .done = mend_undo_asked(ctx) };
	for (int i = 0; i < FIELDS; i++)
		a->typed[i] = query_field(ctx, fields[i].name);
	a->page = page_take(ctx, 2, false);
	*f = (struct income_filter){ .from = DAY_FAR_PAST,
				     .to = DAY_FAR_FUTURE,
				     .newest = true,
				     .limit = SHOWN,
				     .by_symbol = a->typed[SYMBOL] != NULL,
				     .follows = a->page.follows };
	take_day(ctx, a, FROM, &f->from);
	take_day(ctx, a, TO, &f->to);
	if (!a->n_faults && day_before(f->to, f->from))
		refuse(ctx, a, TO, "um dia igual ou posterior ao primeiro");
	if (f->by_symbol)
		f->symbol = symbol_names_of(ctx->pool, a->typed[SYMBOL]);
	f->kind = take_choice(ctx, a, KIND);
	f->type = take_choice(ctx, a, TYPE);
	if (f->follows) {
		f->after = page_day(ctx, a->page.key[0]);
		f->after_key = page_uuid(ctx, a->page.key[1]);
	}
}

/* The filters as a query, "symbol=PETR4&"; @days: those of the days, too. */
static const char *query_of(void *pool, const struct asked *a, bool days)
{
	const char *out = "";

	for (int i = days ? FROM : SYMBOL; i < FIELDS; i++)
		if (a->typed[i])
			out = pool_printf(pool, "%s%s=%s&", out, fields[i].name,
					  url_encoded_but(pool, a->typed[i], ""));
	return out;
}

static void write_years(struct html *h, const char *base, const struct asked *a,
			const struct income_sums *s)
{
	const char *rest = query_of(h->ctx->pool, a, false);
	void *pool = h->ctx->pool;

	layout_chips(h, "Ano");
	layout_chip(h, pool_printf(pool, "%s/received?%s", base, rest), "Todos",
		    !a->typed[FROM] && !a->typed[TO]);
	for (size_t i = s->n_years; i-- > 0;) {
		const struct month first = s->years[i].month, last = { first.n + 11 };

		layout_chip(h,
			    pool_printf(pool, "%s&%s", income_year_path(pool, base, first.n / 12),
					rest),
			    pool_printf(pool, "%d", first.n / 12),
			    day_same(a->filter.from, month_first(first)) &&
				    day_same(a->filter.to, month_last(last)));
	}
	layout_chips_end(h);
}

static void write_form(struct html *h, const char *base, const struct asked *a)
{
	struct ctx *ctx = h->ctx;
	struct entry e = { .values = tree_empty(ctx->pool),
			   .faults = pool_memdup(ctx->pool, a->faults, sizeof(a->faults)),
			   .n_faults = a->n_faults };
	bool any = false;

	for (int i = 0; i < FIELDS; i++) {
		any |= a->typed[i] != NULL;
		if (a->typed[i])
			json_object_object_add(e.values, fields[i].name,
					       json_object_new_string(a->typed[i]));
	}
	html_open_of(h, "details", "more");
	html_attr(h, "open", any ? "open" : NULL);
	html_element(h, "summary", "Filtrar");
	html_query(h, pool_printf(ctx->pool, "%s/received", base));
	html_attr(h, "class", "filter");
	for (int i = 0; i < FIELDS; i++)
		schema_field_write(ctx, h, &e, &fields[i], fields[i].name, labels[i]);
	html_send(h, "Filtrar");
	html_close(h, "details");
}

/* ---- the list ---- */

static void write_amount(struct html *h, const char *name, bool known, struct money m,
			 const struct income_payment *p)
{
	html_cell_open(h, known ? "n" : "n nil"); /* a telephone leaves out what is not known */
	shown_price_in(h, name, known, income_price(m), currency_names[p->asset->currency]);
	html_close(h, "td");
}

/* Where it comes from; what a person typed, or a file brought, leads to its correction. */
static void write_source(struct html *h, const struct income_payment *p)
{
	void *pool = h->ctx->pool;

	html_cell_open(h, NULL);
	html_text(h, income_source_said(p->source));
	if (p->source == INCOME_CALENDAR) {
		html_text(h, ", ");
		income_parts(h, p);
	} else {
		html_text(h, ", ");
		html_open(h, "a");
		html_attr(h, "href",
			  pool_printf(pool, "%s/income/%s", portfolio_path(pool, p),
				      uuid_text(pool, p->key)));
		html_attr(h, "aria-label",
			  pool_printf(pool, "corrigir %s de %s", p->asset->symbol,
				      date_text(pool, p->day)));
		html_text(h, "corrigir");
		html_close(h, "a");
	}
	html_close(h, "td");
}

static void write_row(struct html *h, const struct income_payment *p, bool all)
{
	void *pool = h->ctx->pool;

	html_row(h);
	html_cell(h, date_text(pool, p->day));
	shown_names_cell(h, p->asset->symbol, p->name,
			 pool_printf(pool, "%s/holdings/%s", portfolio_path(pool, p),
				     uuid_text(pool, p->asset->id)));
	if (all)
		shown_name_cell(h, p->portfolio->in.name, NULL);
	html_cell(h, pool_printf(pool, "%s%s", choice_label(pool, income_kind_names[p->kind]),
				 p->counts ? "" : ", não soma"));
	write_source(h, p);
	write_amount(h, "gross", p->gross_known, p->gross, p);
	write_amount(h, "withheld", p->gross_known, p->tax, p);
	write_amount(h, "received", true, p->net, p);
	html_row_end(h);
}

static void write_list(struct html *h, const struct income_page *page, bool all)
{
	static const char *const of_one[] = { "Dia",   "Ativo",	 "O que foi", "De onde veio",
					      "Bruto", "Retido", "Recebido" };
	static const char *const of_all[] = { "Dia",	      "Ativo", "Carteira", "O que foi",
					      "De onde veio", "Bruto", "Retido",   "Recebido" };
	const char *const *headings = all ? of_all : of_one;
	size_t n = all ? ARRAY_SIZE(of_all) : ARRAY_SIZE(of_one);

	if (!page->total) {
		html_p(h, "Nada foi recebido com esses filtros.");
		return;
	}
	html_open(h, "p");
	html_text(h, "Ao todo ");
	shown_money(h, "list_sum", true, page->sum);
	html_text(h, pool_printf(h->ctx->pool, " líquidos, em %zu %s.", page->total,
				 page->total == 1 ? "pagamento" : "pagamentos"));
	html_close(h, "p");
	layout_table(h, "Recebidos, do mais novo ao mais antigo", n - 3, headings, n);
	for (size_t i = 0; i < page->n; i++)
		write_row(h, &page->rows[i], all);
	html_table_end(h);
}

void income_launch_link(struct html *h, bool all)
{
	if (all)
		html_p_link(h, "/launch", "Lançar");
	else if (h->ctx->caller->access >= ACCESS_EDIT)
		html_p_link(h, layout_path(h->ctx, "/transactions/new?tipo=dividendo"), "Lançar");
}

static void write_page(struct ctx *ctx, const struct income_view *v, const struct asked *a,
		       bool all)
{
	const char *base = all ? "/income" : layout_path(ctx, "/income");
	const struct income_page page = !a->n_faults ? income_select(ctx, v, &a->filter)
						     : (struct income_page){ .rows = NULL };
	struct html *h = layout_answer(ctx, &(struct layout){
						    .title = "Proventos recebidos",
						    .status = a->n_faults ? 400 : 200,
						    .here = all ? NULL : "/income/received",
					    });

	html_faults(h, a->faults, a->n_faults);
	mend_undo_say(h, a->done);
	income_launch_link(h, all);
	write_years(h, base, a, &v->sums);
	write_form(h, base, a);
	if (!a->n_faults)
		write_list(h, &page, all);
	if (page.n) {
		layout_next(h, income_page_cursor(ctx, &page));
		html_open_of(h, "p", "acts");
		html_link(h,
			  pool_printf(ctx->pool, "/v1%s?%sformat=csv",
				      all ? "/income" : layout_path(ctx, "/income/received"),
				      query_of(ctx->pool, a, true)),
			  "Baixar como planilha");
		html_close(h, "p");
	}
	html_page_end(h);
}

void income_list_page_all(struct ctx *ctx)
{
	struct income_view v;
	struct asked a;

	take_asked(ctx, &a);
	layout_person(ctx);
	income_view_all(ctx, &v);
	write_page(ctx, &v, &a, true);
}

void income_list_page(struct ctx *ctx)
{
	struct income_view v;
	struct asked a;

	take_asked(ctx, &a);
	layout_ledger_readable(ctx);
	income_view_one(ctx, &v);
	write_page(ctx, &v, &a, false);
}
