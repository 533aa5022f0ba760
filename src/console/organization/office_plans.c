/* SPDX-License-Identifier: Apache-2.0 */
/*
 * office_plans.c: where amounts of many clients go.  GET, POST /offices/{org}/plans
 *
 * One amount for each who has targets (?contribution=), or a list, sent or pasted: it is kept as an upload is, and read
 * anew by the page (?held=) and its sheet (&format=csv).  Nothing is written.
 */
#include "config.h"

#include "console/form/entry.h"
#include "console/layout.h"
#include "console/organization/amounts_file.h"
#include "console/organization/work_pages.h"
#include "console/person/plan_parts.h"
#include "core/encode.h"
#include "core/problem.h"
#include "core/text.h"
#include "http/request.h"
#include "http/response.h"
#include "identity/held_file.h"
#include "identity/pages/refusal.h"
#include "identity/pages/site.h"
#include "identity/session.h"
#include "office/plans.h"

#define HERE "/plans"
#define LIST "amounts" /* the field of a pasted list */
#define TITLE "Aportes dos clientes"

struct asked {
	const char *contribution, *cursor, *held; /* NULL: not given */
	const char *pasted;			  /* shown again; or NULL */
	struct amounts amounts;
	struct entry entry;
	const struct office_plans *found; /* NULL: nothing is asked, or it is refused */
	const char *next_cursor;
};

static const char *way(struct ctx *ctx, const char *rest)
{
	return work_path(ctx, &work_office, rest);
}

/* ---- the forms ---- */

static void write_one(struct html *h, const struct asked *a)
{
	layout_card(h, "card span5", "O mesmo aporte para cada carteira");
	html_query(h, way(h->ctx, HERE));
	html_field(h, &(struct html_field){ .name = "contribution",
					    .label = "Quanto, em reais",
					    .type = "text",
					    .value = a->contribution,
					    .hint = "De cada carteira que conta e tem metas. Como "
						    "2.000,00.",
					    .error = entry_fault(&a->entry, "contribution"),
					    .inputmode = "decimal",
					    .autocomplete = "off",
					    .max_length = 24 });
	html_send(h, "Calcular");
	layout_card_end(h);
}

static void write_list(struct html *h, const struct asked *a)
{
	layout_card(h, "card span7", "Uma lista de aportes");
	html_form_file(h, way(h->ctx, HERE), csrf_token(h->ctx));
	html_field(h, &(struct html_field){ .name = FORM_FILE,
					    .label = "Arquivo CSV",
					    .type = "file",
					    .error = entry_fault(&a->entry, FORM_FILE),
					    .accept = ".csv,.txt",
					    .optional = true });
	html_field(
		h,
		&(struct html_field){
			.name = LIST,
			.label = "Ou cole a lista",
			.type = "textarea",
			.value = a->pasted,
			.hint = "Uma linha para cada cliente, até 100: o CPF ou CNPJ, ou o id do "
				"cliente ou da carteira; ponto e vírgula; o aporte.",
			.error = entry_fault(&a->entry, LIST),
			.optional = true });
	html_send(h, "Calcular os planos");
	layout_card_end(h);
}

/* ---- the plans ---- */

static const char *sheet_way(struct ctx *ctx, const struct asked *a)
{
	if (a->held)
		return pool_printf(ctx->pool, HERE "?" ENTRY_HELD "=%s&format=csv",
				   url_encoded(ctx->pool, a->held));
	return pool_printf(ctx->pool, HERE "?contribution=%s%s%s&format=csv",
			   url_encoded(ctx->pool, a->contribution), a->cursor ? "&cursor=" : "",
			   a->cursor ? url_encoded(ctx->pool, a->cursor) : "");
}

static const char *plan_way(struct ctx *ctx, const struct office_plan *p)
{
	return way(ctx, pool_printf(ctx->pool, "/portfolios/%s/plan?contribution=%s",
				    uuid_text(ctx->pool, p->portfolio),
				    plan_plain(ctx->pool, p->view.ask.contribution.e8, MONEY_PLACES,
					       2)));
}

static void write_client(struct html *h, const struct office_plan *p)
{
	html_row(h);
	shown_names_cell(h, p->client_name, p->view.name, plan_way(h->ctx, p));
	shown_money_cell(h, "contribution", true, p->view.ask.contribution);
	for (int i = 0; i < 4; i++) {
		html_cell_open(h, "n nil");
		html_close(h, "td");
	}
	html_row_end(h);
}

static void write_found(struct html *h, const struct asked *a)
{
	if (!a->found->n) {
		html_p(h, "Nenhuma carteira que conta tem metas.");
		return;
	}
	layout_card(h, "card flush", "O que comprar");
	layout_table(h, "O plano de cada cliente", 1,
		     HEADINGS("Cliente, meta e ativo", "Parte", "Quantidade", "Preço", "Valor",
			      "Sobra"));
	for (size_t i = 0; i < a->found->n; i++) {
		write_client(h, &a->found->items[i]);
		plan_moves_rows(h, &a->found->items[i].view);
	}
	html_table_end(h);
	layout_card_end(h);
	html_p_link(h, way(h->ctx, sheet_way(h->ctx, a)), "Baixar em planilha");
	layout_next(h, a->next_cursor);
}

static void write_page(struct ctx *ctx, int status, const struct asked *a)
{
	struct html *h = work_frame(ctx, &work_office, status, TITLE, HERE, a->entry.error);

	html_faults(h, a->entry.faults, a->entry.n_faults);
	html_p(h,
	       "As metas são dos clientes; aqui se faz a conta. Nada é gravado. Não é recomendação.");
	html_div(h, "grid");
	write_one(h, a);
	write_list(h, a);
	if (a->found)
		write_found(h, a);
	html_close(h, "div");
	html_page_end(h);
}

static void write_refused(struct ctx *ctx, int status, struct asked *a, const char *error)
{
	a->found = NULL;
	a->entry.error = error;
	write_page(ctx, status, a);
}

static void refuse_list(struct ctx *ctx, int status, struct asked *a)
{
	a->entry.faults = a->amounts.faults;
	a->entry.n_faults = a->amounts.n_faults;
	write_refused(ctx, status, a, "Nada foi calculado. Confira a lista.");
}

/* ---- the request ---- */

static void run(struct ctx *ctx, struct asked *a, const char *reais)
{
	const struct outcome *o;
	struct json *j = json_new(ctx->pool, 1024);

	json_open(j, NULL);
	json_open(j, "input");
	json_text(j, "org", ctx->path[0]);
	if (reais) {
		json_text(j, "contribution", reais);
		json_int(j, "limit", PLANS_MAX);
		if (a->cursor)
			json_text(j, "cursor", a->cursor);
	} else {
		amounts_render(j, "plans", &a->amounts);
	}
	json_close(j);
	json_close(j);
	ctx->req->form = a;
	o = work_run(ctx, &work_office, CALL_FUNCTION, "advisor.plans.get", json_written(j));
	a->found = o->call->shown;
	a->next_cursor = o->call->next_cursor;
}

static void answer_sheet(struct ctx *ctx, const struct office_plans *found)
{
	struct plan_sheet_part *parts = pool_array(ctx->pool, struct plan_sheet_part, found->n);

	for (size_t i = 0; i < found->n; i++)
		parts[i] = (struct plan_sheet_part){ found->items[i].client_name,
						     &found->items[i].view };
	respond_bytes(ctx, 200, "text/csv; charset=utf-8",
		      plan_csv_many(ctx->pool, parts, found->n));
	respond_header(ctx, "Content-Disposition", "attachment; filename=\"aportes.csv\"");
}

/* The list that was kept; false: the page says what is wrong. */
static bool take_list(struct ctx *ctx, struct asked *a)
{
	struct form_file file;
	size_t wrong;

	if (!held_file_read(ctx, a->held, &file)) {
		write_refused(ctx, 410, a, ENTRY_FILE_GONE);
		return false;
	}
	if (text_valid(file.content, &wrong))
		a->pasted = slice_text(ctx->pool, file.content);
	amounts_read(ctx, file.content, LIST, &a->amounts);
	if (!a->amounts.n_faults)
		return true;
	refuse_list(ctx, 400, a);
	return false;
}

/* The amount as JSON has it, or NULL: the page says what is wrong. */
static const char *take_one(struct ctx *ctx, struct asked *a)
{
	const char *reais = entry_money(ctx->pool, a->contribution);
	struct money m;

	if (plan_amount(reais, false, &m))
		return reais;
	a->entry.faults = pool_zero(ctx->pool, struct html_fault);
	a->entry.n_faults = 1;
	a->entry.faults[0] =
		(struct html_fault){ "contribution",
				     pool_printf(ctx->pool, "Veio “%s”; esperado: %s.",
						 text_quotable(ctx->pool, a->contribution),
						 plan_amount_expected(false)) };
	write_refused(ctx, 400, a, "Confira o que está marcado.");
	return NULL;
}

static const char *const formats[] = { "html", "csv", NULL };

void office_plans_page(struct ctx *ctx)
{
	bool csv = query_choice(ctx, "format", formats) == 1;
	struct asked *a = pool_zero(ctx->pool, struct asked);
	const char *reais = NULL;

	a->contribution = query_field(ctx, "contribution");
	a->cursor = query_field(ctx, "cursor");
	a->held = query_field(ctx, ENTRY_HELD);
	query_done(ctx);
	work_enter(ctx, &work_office, TX_READ);
	if (a->held) {
		if (!take_list(ctx, a))
			return;
	} else if (a->contribution) {
		reais = take_one(ctx, a);
		if (!reais)
			return;
	} else {
		write_page(ctx, 200, a);
		return;
	}
	run(ctx, a, reais);
	if (csv)
		answer_sheet(ctx, a->found);
	else
		write_page(ctx, 200, a);
}

void office_plans_post(struct ctx *ctx)
{
	struct asked *a = pool_zero(ctx->pool, struct asked);
	struct form_file file;
	struct body *form;

	query_done(ctx);
	form = site_form_file(ctx, &file);
	a->pasted = body_text(form, LIST, OPTIONAL, 1, AMOUNTS_BYTES_MAX);
	if (file.content.n && a->pasted)
		body_error(form, LIST, "excess", "o arquivo ou a lista colada, um dos dois", NULL);
	if (!file.content.n && !a->pasted)
		body_error(form, LIST, "required", "um arquivo, ou a lista colada", NULL);
	ctx->req->form = a;
	work_enter(ctx, &work_office, TX_WRITE);
	body_done(form);
	if (!file.content.n)
		file = (struct form_file){ .content = slice_of(a->pasted) };
	amounts_read(ctx, file.content, LIST, &a->amounts);
	if (a->amounts.n_faults) { /* nor is it kept */
		refuse_list(ctx, 400, a);
		return;
	}
	site_go(ctx, way(ctx, pool_printf(ctx->pool, HERE "?" ENTRY_HELD "=%s",
					  held_file_keep(ctx, &file))));
}

/* ---- a refusal ---- */

/* "/input/plans/3/id" is the first column of its line. */
static void note_line(struct ctx *ctx, struct asked *a, struct json_object *error)
{
	static const char plans[] = "/input/plans/";
	const char *pointer = ask_text(error, "pointer");
	long i = text_starts(pointer, plans) ? strtol(pointer + strlen(plans), NULL, 10) : -1;

	if (i < 0 || (size_t)i >= a->amounts.n)
		return;
	amounts_fault(ctx, &a->amounts, LIST, a->amounts.items[i].line,
		      text_ends(pointer, "/contribution") ? 2 : 1, ask_text(error, "received"),
		      ask_text(error, "expected"));
}

void office_plans_refuse(struct ctx *ctx)
{
	static const struct entry_form form = { .title = TITLE };
	struct asked *a = ctx->req->form;
	struct json_object *errors;

	if (ctx->req->unsent || !a || !ctx->caller || !entry_can_correct(ctx->problem)) {
		site_refuse(ctx);
		return;
	}
	errors = ask_member(
		ask_parsed(ctx->pool,
			   pool_printf(ctx->pool, "{%s}",
				       ctx->problem->details ? ctx->problem->details : "")),
		"errors");
	for (size_t i = 0; i < ask_items(errors); i++)
		note_line(ctx, a, json_object_array_get_idx(errors, i));
	if (a->amounts.n_faults) {
		refuse_list(ctx, ctx->problem->status, a);
		return;
	}
	entry_refused(ctx, &form, &a->entry);
	write_refused(ctx, ctx->problem->status, a, a->entry.error);
}
