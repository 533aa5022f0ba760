/* SPDX-License-Identifier: Apache-2.0 */
/* tax_layout.c: the common frame of the income tax pages. */
#include "config.h"

#include "console/person/tax_pages.h"

#include "console/form/mend_undo.h"
#include "console/layout.h"
#include "console/organization/work.h"
#include "http/request.h"
#include "http/response.h"
#include "http/route.h"
#include "identity/caller.h"
#include "identity/pages/site.h"
#include "identity/session.h"

static bool of_portfolio(const struct ctx *ctx)
{
	return ctx->route->subject == SUBJECT_PORTFOLIO;
}

static bool of_client(const struct ctx *ctx)
{
	return ctx->route->subject == SUBJECT_OFFICE;
}

/* The client's Function checks the access, and returns the client's name. */
static void open_client(struct ctx *ctx, struct tax_view *v)
{
	struct json_object *client;
	struct uuid id;

	query_done(ctx);
	work_enter(ctx, &work_office, TX_READ);
	client = work_ask(ctx, &work_office, "advisor.client.get");
	v->name = json_object_get_string(work_find(client, "data.name"));
	v->base = work_path(ctx, &work_office,
			    pool_printf(ctx->pool, "/clients/%s/tax", ctx->path[1]));
	v->api = NULL;
	if (uuid_parse(slice_of(ctx->path[1]), &id))
		tax_load_client(ctx, id, &v->of);
}

void tax_view(struct ctx *ctx, struct tax_view *v)
{
	const char *year = query_field(ctx, "year");
	struct json_object *done = mend_undo_asked(ctx);

	tax_view_of(ctx, year ? tax_year_asked(ctx, year) : day_year(ctx->today), v);
	v->done = done;
}

void tax_view_of(struct ctx *ctx, int year, struct tax_view *v)
{
	tax_view_open(ctx, v);
	v->asked = v->page = year;
	tax_compute(ctx, &v->of, v->asked, &v->year);
}

void tax_view_open(struct ctx *ctx, struct tax_view *v)
{
	*v = (struct tax_view){ .base = NULL };
	v->base = "/tax";
	v->api = "/v1/portfolio/tax";
	if (of_client(ctx)) {
		open_client(ctx, v);
	} else if (of_portfolio(ctx)) {
		layout_ledger_readable(ctx);
		v->base = layout_path(ctx, "/tax");
		v->api = pool_printf(ctx->pool, "/v1%s", v->base);
		tax_load_portfolio(ctx, &v->of);
		v->seen = ctx->caller->access < ACCESS_EDIT;
	} else {
		layout_person(ctx);
		tax_load_account(ctx, &v->of);
	}
}

/* ---- parts of a page ---- */

void tax_text(struct html *h, const char *tag, const char *class, const char *text)
{
	html_element_of(h, tag, class, text);
}

void tax_rows(struct html *h)
{
	html_open_of(h, "ul", "rows");
}

void tax_row_begin(struct html *h)
{
	html_open(h, "li");
	html_div(h, "who");
}

/* ---- the frame ---- */

static void write_way(struct html *h, const struct tax_view *v, const char *rest, int year,
		      const char *text, bool here)
{
	html_open(h, "a");
	html_attr(h, "href", pool_printf(h->ctx->pool, "%s%s?year=%d", v->base, rest, year));
	html_attr(h, "aria-current", here ? "page" : NULL);
	html_text(h, text);
	html_close(h, "a");
}

static const struct way {
	const char *rest, *name;
} ways[] = { { "", "O ano" },
	     { "/declaration", "Declaração" },
	     { "/missing", "O que falta" },
	     { "/inputs", "O que informei" } };

void tax_ways(struct html *h, const struct tax_view *v, const char *here)
{
	size_t n = ARRAY_SIZE(ways) - (v->name != NULL); /* a client's statements are not seen */

	html_open_of(h, "nav", of_portfolio(h->ctx) ? "chips" : "tabs");
	html_attr(h, "aria-label", "Imposto de renda");
	if (!of_portfolio(h->ctx))
		html_open(h, "ul");
	for (size_t i = 0; i < n; i++) {
		if (!of_portfolio(h->ctx))
			html_open(h, "li");
		write_way(h, v, ways[i].rest, v->asked, ways[i].name, str_eq(ways[i].rest, here));
		if (!of_portfolio(h->ctx))
			html_close(h, "li");
	}
	if (!of_portfolio(h->ctx))
		html_close(h, "ul");
	html_close(h, "nav");
}

/* Of its first row, at latest the one before the asked one. */
static int first_year(const struct tax_view *v)
{
	const struct tax_ledger *l = &v->of.ledger;
	int year = v->asked - 1;

	if (l->n_rows && day_year(l->rows[0].row.day) < year)
		year = day_year(l->rows[0].row.day);
	return year < TAX_FIRST_YEAR ? TAX_FIRST_YEAR : year;
}

/* @title: of the page; NULL: it has it already. */
static void write_head(struct html *h, const struct tax_view *v, const char *title,
		       const char *here)
{
	int now = day_year(h->ctx->today);
	const char *rest = "";

	/* A month and a figure belong to one year: of another year only the overview is linked. */
	for (size_t i = 0; i < ARRAY_SIZE(ways); i++)
		if (str_eq(ways[i].rest, here))
			rest = here;
	html_div(h, "head");
	html_div(h, NULL);
	if (title)
		html_element(h, "h1", title);
	tax_text(h, "p", "dim", taxpayer_sentence(&v->of));
	html_close(h, "div");
	layout_chips(h, "Ano");
	for (int year = first_year(v); year <= now; year++)
		write_way(h, v, rest, year, pool_printf(h->ctx->pool, "%d", year),
			  year == v->asked);
	layout_chips_end(h);
	html_close(h, "div");
}

struct html *tax_page(struct ctx *ctx, const struct tax_view *v, const char *title,
		      const char *here)
{
	struct html *h;

	if (of_portfolio(ctx)) {
		h = layout_portfolio(ctx, title, "/tax");
		tax_ways(h, v, here);
		write_head(h, v, NULL, here);
	} else {
		h = layout_answer(ctx, &(struct layout){ .title = title, .own_head = true });
		write_head(h, v, title, here);
		tax_ways(h, v, here);
	}
	mend_undo_say(h, v->done);
	return h;
}

void tax_page_end(struct html *h)
{
	html_div(h, "note");
	html_p(h, "%s", TAX_CAVEAT);
	html_close(h, "div");
	html_page_end(h);
}

/* ---- figures ---- */

static bool known(const char *field)
{
	return tax_field_find(field) != NULL;
}

void tax_explains_as(struct html *h, const struct tax_view *v, const char *prefix, const char *rest)
{
	struct shown_explained *e = pool_zero(h->ctx->pool, struct shown_explained);

	*e = (struct shown_explained){
		.path = pool_printf(h->ctx->pool, "%s/explain?year=%d&field=", v->base, v->asked),
		.prefix = prefix,
		.rest = rest,
		.known = known
	};
	shown_explained(h, e);
}

void tax_explains(struct html *h, const struct tax_view *v, const struct month *month)
{
	void *pool = h->ctx->pool;

	tax_explains_as(h, v, "",
			month ? pool_printf(pool, "&month=%s", month_iso(pool, *month)) : "");
}

void tax_figure_cell(struct html *h, const char *name, struct tax_figure f)
{
	shown_money_cell(h, name, f.known, f.m);
}

void tax_figure_term(struct html *h, const char *label, const char *name, struct tax_figure f)
{
	shown_money_term(h, label, name, f.known, f.m);
}

void tax_why(struct html *h, tax_reasons set)
{
	for (int i = 1; i < TAX_REASONS; i++)
		if (set & TAX_WHY(i))
			html_element_of(h, "span", "why", tax_reason_said((enum tax_reason)i));
}

void tax_why_cell(struct html *h, const char *text, tax_reasons set)
{
	html_cell_open(h, NULL);
	html_open(h, "div"); /* on a phone a cell's children stand side by side */
	html_text(h, text ? text : "—");
	tax_why(h, set);
	html_close(h, "div");
	html_close(h, "td");
}

void tax_sheet(struct html *h, const struct tax_view *v, const char *rest, const char *title)
{
	html_open_of(h, "p", "acts");
	html_link(h,
		  pool_printf(h->ctx->pool, "%s%s?year=%d&format=csv", v->api ? v->api : v->base,
			      rest, v->asked),
		  title);
	html_close(h, "p");
}

bool tax_sheet_asked(struct ctx *ctx)
{
	static const char *const formats[] = { "csv", NULL };

	return of_client(ctx) && query_choice(ctx, "format", formats) == 0;
}

void tax_sheet_respond(struct ctx *ctx, const char *name, const struct tax_view *v,
		       struct slice text)
{
	respond_bytes(ctx, 200, "text/csv; charset=utf-8", text);
	respond_header(ctx, "Content-Disposition", "attachment; filename=\"%s-%d.csv\"", name,
		       v->asked);
}

void tax_form(struct html *h, const char *action, const char *about, const char *back)
{
	html_form(h, action, csrf_token(h->ctx));
	site_once(h);
	html_hidden(h, "about", about);
	html_hidden(h, "back", back);
}

void tax_no_form(struct ctx *ctx)
{
	fail(ctx, 404, "route_not_found", "Nenhuma página daqui envia este pedido.");
}
