/* SPDX-License-Identifier: Apache-2.0 */
/* tax_layout.c: the common frame of the income tax pages. */
#include "config.h"

#include "console/person/tax_pages.h"

#include "console/layout.h"
#include "console/organization/work.h"
#include "http/request.h"
#include "http/response.h"
#include "http/route.h"

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

	tax_view_of(ctx, year ? tax_year_asked(ctx, year) : day_year(ctx->today), v);
}

void tax_view_of(struct ctx *ctx, int year, struct tax_view *v)
{
	tax_view_open(ctx, v);
	v->asked = year;
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
	} else {
		layout_person(ctx);
		tax_load_account(ctx, &v->of);
	}
}

/* ---- the frame ---- */

static void write_way(struct html *h, const struct tax_view *v, const char *rest, int year,
		      const char *text, bool here)
{
	html_open(h, "li");
	html_open(h, "a");
	html_attr(h, "href", pool_printf(h->ctx->pool, "%s%s?year=%d", v->base, rest, year));
	html_attr(h, "aria-current", here ? "page" : NULL);
	html_text(h, text);
	html_close(h, "a");
	html_close(h, "li");
}

static void write_ways(struct html *h, const struct tax_view *v, const char *here)
{
	static const char *const ways[][2] = { { "", "O ano" },
					       { "/declaration", "Declaração" },
					       { "/missing", "O que falta" } };
	int now = day_year(h->ctx->today);
	void *pool = h->ctx->pool;
	const char *year = "";

	html_open(h, "nav");
	html_attr(h, "aria-label", "Imposto de renda");
	html_open(h, "ul");
	for (size_t i = 0; i < ARRAY_SIZE(ways); i++)
		write_way(h, v, ways[i][0], v->asked, ways[i][1], str_eq(ways[i][0], here));
	/* A month and a figure belong to one year: for another year only the overview is linked. */
	for (size_t i = 0; i < ARRAY_SIZE(ways); i++)
		if (str_eq(ways[i][0], here))
			year = here;
	if (v->asked > TAX_FIRST_YEAR)
		write_way(h, v, year, v->asked - 1, pool_printf(pool, "%d", v->asked - 1), false);
	if (v->asked < now)
		write_way(h, v, year, v->asked + 1, pool_printf(pool, "%d", v->asked + 1), false);
	html_close(h, "ul");
	html_close(h, "nav");
}

struct html *tax_page(struct ctx *ctx, const struct tax_view *v, const char *title,
		      const char *here)
{
	struct html *h =
		of_portfolio(ctx) ? layout_portfolio(ctx, title, "/tax") : layout_page(ctx, title);

	write_ways(h, v, here);
	html_open(h, "div");
	html_attr(h, "class", "note warn");
	html_p(h, "%s", TAX_CAVEAT);
	html_p(h, "%s", taxpayer_sentence(&v->of));
	html_close(h, "div");
	return h;
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
	char text[MONTH_TEXT_SIZE];

	if (month)
		month_format(*month, text);
	tax_explains_as(h, v, "", month ? pool_printf(h->ctx->pool, "&month=%s", text) : "");
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
		if (set & TAX_WHY(i)) {
			html_open(h, "span");
			html_attr(h, "class", "why");
			html_attr(h, "title", tax_reason_names[i]);
			html_text(h, tax_reason_said((enum tax_reason)i));
			html_close(h, "span");
		}
}

void tax_why_cell(struct html *h, tax_reasons set)
{
	html_cell_open(h, NULL);
	tax_why(h, set);
	html_close(h, "td");
}

void tax_sheet(struct html *h, const struct tax_view *v, const char *rest, const char *title)
{
	html_open(h, "p");
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
