/* SPDX-License-Identifier: Apache-2.0 */
/* office_targets.c: the clients who are out of their targets.  GET /offices/{org}/targets; ?format=csv has all of them */
#include "config.h"

#include "console/layout.h"
#include "console/organization/work_pages.h"
#include "console/person/plan_parts.h"
#include "core/csv_write.h"
#include "core/number_text.h"
#include "http/request.h"
#include "http/response.h"
#include "office/targets_out.h"

#define HERE "/targets"
#define LIMIT 25

/* "/offices/{org}/clients/{id}" */
static const char *way(struct ctx *ctx, const char *to, struct uuid id, const char *rest)
{
	return work_path(ctx, &work_office,
			 pool_printf(ctx->pool, "%s%s%s", to, uuid_text(ctx->pool, id), rest));
}

/* ---- the sheet ---- */

static void put_number(struct csv_writer *s, wide v, int places)
{
	csv_put_cell(s, decimal_text(s->out->pool, v, places, 2, false));
}

static void put_line(struct csv_writer *s, const struct out_client *c, const struct out_slice *o)
{
	csv_put_text(s, c->name);
	csv_put_text(s, o->portfolio_name);
	csv_put_text(s, o->name);
	put_number(s, o->share.value.e8, MONEY_PLACES);
	put_number(s, o->share.share.e8, 8);
	put_number(s, o->share.pct, 2);
	put_number(s, o->share.drift.e8, 8);
	put_number(s, o->share.missing.e8, MONEY_PLACES);
	csv_end_line(s);
}

static void answer_sheet(struct ctx *ctx, const struct out_clients *all)
{
	static const char *const columns[] = { "cliente", "carteira", "meta",	   "valor",
					       "parcela", "alvo",     "distancia", "falta" };
	struct buf b;
	struct csv_writer s = { .out = &b, .separator = ';' };

	buf_init(&b, ctx->pool, 4096);
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++)
		csv_put_cell(&s, columns[i]);
	csv_end_line(&s);
	for (size_t i = 0; i < all->n; i++)
		for (size_t k = 0; k < all->items[i].n; k++)
			put_line(&s, &all->items[i], &all->slices[all->items[i].first + k]);
	respond_bytes(ctx, 200, "text/csv; charset=utf-8", slice_of(buf_text(&b)));
	respond_header(ctx, "Content-Disposition", "attachment; filename=\"fora-das-metas.csv\"");
}

/* ---- the page ---- */

static void write_points(struct html *h, const char *name, wide hundredths)
{
	shown_cell(h);
	plan_points(h, name, hundredths);
	shown_cell_end(h);
}

static void write_row(struct html *h, const struct out_client *c, const struct out_slice *o)
{
	html_row(h);
	shown_name_cell(h, c->name, way(h->ctx, "/clients/", c->id, ""));
	shown_name_cell(h, o->portfolio_name, way(h->ctx, "/portfolios/", o->portfolio, "/plan"));
	html_cell(h, o->name);
	write_points(h, "share_pct", o->share.share.e8 / (E8 / 100));
	write_points(h, "pct", o->share.pct);
	write_points(h, "drift_pp", o->share.drift.e8 / (E8 / 100));
	shown_money_cell(h, "missing", true, o->share.missing);
	html_row_end(h);
}

static void write_out(struct html *h, const struct out_clients *all)
{
	layout_card(h, "card flush", "Fora da faixa");
	layout_table(
		h, "Clientes fora das metas", 3,
		HEADINGS("Cliente", "Carteira", "Meta", "Parcela", "Alvo", "Distância", "Falta"));
	for (size_t i = all->from; i < all->end; i++)
		for (size_t k = 0; k < all->items[i].n; k++)
			write_row(h, &all->items[i], &all->slices[all->items[i].first + k]);
	html_table_end(h);
	html_element_of(
		h, "p", "foot",
		"Primeiro quem está mais longe. Com sinal de menos, falta sobra: há mais que a meta.");
	layout_card_end(h);
	html_p_link(h, work_path(h->ctx, &work_office, HERE "?format=csv"), "Baixar em planilha");
}

static const struct call *ask(struct ctx *ctx, const char *cursor)
{
	struct json *j = json_new(ctx->pool, 256);

	json_open(j, NULL);
	json_open(j, "input");
	json_text(j, "org", ctx->path[0]);
	json_int(j, "limit", LIMIT);
	if (cursor)
		json_text(j, "cursor", cursor);
	json_close(j);
	json_close(j);
	return work_run(ctx, &work_office, CALL_FUNCTION, "advisor.targets.out", json_written(j))
		->call;
}

static const char *const formats[] = { "html", "csv", NULL };

void office_targets_page(struct ctx *ctx)
{
	bool csv = query_choice(ctx, "format", formats) == 1;
	const char *cursor = query_field(ctx, "cursor");
	const struct out_clients *all;
	const struct call *call;
	struct html *h;

	query_done(ctx);
	work_enter(ctx, &work_office, TX_READ);
	call = ask(ctx, cursor);
	all = call->shown;
	if (csv) {
		answer_sheet(ctx, all);
		return;
	}
	h = work_frame(ctx, &work_office, 200, "Metas dos clientes", HERE, NULL);
	if (all->end > all->from)
		write_out(h, all);
	else
		html_p(h, "Nenhum cliente com metas está fora da faixa.");
	layout_next(h, call->next_cursor);
	html_p_link(h, work_path(h->ctx, &work_office, "/plans"), "Para onde vai um aporte");
	html_page_end(h);
}
