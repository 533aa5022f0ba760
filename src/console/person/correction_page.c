/* SPDX-License-Identifier: Apache-2.0 */
/*
 * correction_page.c: a row of a file, corrected or left out before it is imported.
 *
 * GET, POST /portfolios/{id}/imports/row
 *
 * What is corrected goes with the held file and vanishes with it; the reading then shows the row read anew.
 */
#include "config.h"

#include "console/form/entry.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/held_import.h"
#include "core/json_write.h"
#include "core/problem.h"
#include "http/request.h"
#include "identity/caller.h"
#include "identity/held_file.h"
#include "identity/pages/site.h"
#include "identity/session.h"
#include "portfolio/portfolio.h"

#define HERE "/imports/row"
#define LINE "line"
#define LINE_MAX_VALUE 10000000
#define WHAT "what"
#define LEAVE_OUT "leave_out"
#define AS_IN_FILE "as_in_file"

struct correcting {
	const char *held;
	struct form_file file;
	long line;
	struct wallet_file_row row;
	struct body *form; /* POST */
};

static const char *cell_name(void *pool, size_t i)
{
	return pool_printf(pool, "cell-%zu", i + 1);
}

/* A cell that a line of a form holds as it is. */
static bool fits(const char *cell)
{
	return !cell || (text_length(cell) <= CORRECTED_CELL_CHARS && text_one_line(cell) &&
			 !text_hides(cell));
}

static const char *label_of(void *pool, const struct correcting *c, size_t i)
{
	const char *name = c->row.names[i];

	return name ? text_head(pool, text_quotable(pool, name), 60)
		    : pool_printf(pool, "Coluna %zu", i + 1);
}

static const char *hint_of(void *pool, const struct correcting *c, size_t i)
{
	const char *expected = c->row.expected[i], *own = c->row.in_file[i];
	bool changed =
		own ? !c->row.cells[i] || !str_eq(own, c->row.cells[i]) : c->row.cells[i] != NULL;
	const char *was = !changed ? NULL
			  : own	   ? pool_printf(pool, "No arquivo: %s.",
						 text_head(pool, text_quotable(pool, own), 60))
				   : "No arquivo: vazia.";

	if (!expected)
		return was;
	return was ? pool_printf(pool, "Esperado: %s. %s", expected, was)
		   : pool_printf(pool, "Esperado: %s.", expected);
}

static void write_cells(struct html *h, const struct correcting *c, const struct entry *e)
{
	void *pool = h->ctx->pool;

	for (size_t i = 0; i < c->row.n; i++) {
		const char *name = cell_name(pool, i), *cell = c->row.cells[i];

		if (!fits(cell) || !fits(c->row.in_file[i])) {
			html_p(h, "%s: é um texto longo ou de várias linhas, que fica como está.",
			       label_of(pool, c, i));
			continue;
		}
		html_field(h, &(struct html_field){
				      .name = name,
				      .label = label_of(pool, c, i),
				      .type = "text",
				      .value = e->values ? entry_value(h->ctx, e, name) : cell,
				      .hint = hint_of(pool, c, i),
				      .error = entry_fault(e, name),
				      .max_length = CORRECTED_CELL_CHARS,
				      .optional = true });
	}
}

static const struct entry_form correction_form = {
	.title = "Corrigir uma linha",
	.here = "/imports",
	.refused = "A linha não foi corrigida.",
};

static void write_page(struct ctx *ctx, int status, const struct correcting *c,
		       const struct entry *e)
{
	const char *title = pool_printf(ctx->pool, "Corrigir a linha %ld", c->line);
	struct html *h = layout_answer(ctx, &(struct layout){ .status = status,
							      .title = title,
							      .here = correction_form.here,
							      .error = e->error });

	html_faults(h, e->faults, e->n_faults);
	if (c->row.left_out)
		html_p(h, "Você deixou esta linha de fora: ela não entra na carteira.");
	else if (c->row.reason)
		html_p(h, "O que se disse dela: %s", c->row.reason);
	html_p(h, "O que você escreve vale só para esta importação, no lugar do que está no "
		  "arquivo. Nada entra na carteira ainda.");
	html_form(h, layout_path(ctx, HERE), csrf_token(ctx));
	html_hidden(h, ENTRY_HELD, c->held);
	html_hidden(h, LINE, pool_printf(ctx->pool, "%ld", c->line));
	write_cells(h, c, e);
	html_button(h, "Ler a linha assim");
	if (!c->row.left_out)
		html_button_away(h, WHAT, LEAVE_OUT, "Não trazer esta linha");
	if (c->row.left_out || c->row.corrected)
		html_button_away(h, WHAT, AS_IN_FILE, "Ler como está no arquivo");
	html_form_end(h);
	html_p_link(h, imports_reading_path(ctx, c->held), "Voltar às linhas lidas");
	html_page_end(h);
}

/* False: the file is gone, and the page says so, or has no such row, and its rows are shown. */
static bool find_row(struct ctx *ctx, struct correcting *c)
{
	if (!held_file_read(ctx, c->held, &c->file)) {
		entry_gone(ctx, &import_form);
		return false;
	}
	if (wallet_file_row(ctx, &c->file, (size_t)c->line, &c->row))
		return true;
	site_go(ctx, imports_reading_path(ctx, c->held));
	return false;
}

void import_row_page(struct ctx *ctx)
{
	struct correcting c = { .held = query_text(ctx, ENTRY_HELD),
				.line = query_int(ctx, LINE, 1, LINE_MAX_VALUE, 1) };

	layout_readable(ctx);
	access_resource(ctx);
	if (find_row(ctx, &c))
		write_page(ctx, 200, &c, &(struct entry){ .values = NULL });
}

/* ---- what was typed ---- */

/* The cells that differ from the file's; NULL: none does. */
static const char *changed_cells(struct ctx *ctx, struct correcting *c)
{
	struct json *j = json_new(ctx->pool, 512);
	bool any = false;

	json_open(j, NULL);
	json_open(j, "cells");
	for (size_t i = 0; i < c->row.n; i++) {
		const char *own = c->row.in_file[i], *name = pool_printf(ctx->pool, "%zu", i);
		const char *typed;

		if (!fits(c->row.cells[i]) || !fits(own))
			continue;
		typed = body_line(c->form, cell_name(ctx->pool, i), OPTIONAL, 0,
				  CORRECTED_CELL_CHARS);
		if (typed && !*typed)
			typed = NULL;
		if (own ? typed && str_eq(own, typed) : !typed)
			continue;
		any = true;
		json_text(j, name, typed);
	}
	json_close(j);
	json_close(j);
	return any ? json_written(j) : NULL;
}

static void correct(struct ctx *ctx, void *arg)
{
	struct correcting *c = arg;
	const char *what = body_line(c->form, WHAT, OPTIONAL, 1, 20);
	const char *next = changed_cells(ctx, c);

	body_done(c->form);
	if (what && str_eq(what, LEAVE_OUT))
		next = "{\"left_out\":true}";
	else if (what)
		next = NULL;
	if (!held_file_set(ctx, c->held, pool_printf(ctx->pool, "%ld", c->line), next))
		fail(ctx, 400, "invalid_body",
		     "De um arquivo corrigem-se até %d linhas aqui: corrija as outras no próprio "
		     "arquivo e envie-o de novo.",
		     CORRECTIONS_MAX);
}

void import_row_post(struct ctx *ctx)
{
	struct correcting c = { .form = layout_form(ctx) };
	struct entry e = { .values = body_whole(c.form) };
	const char *line = body_line(c.form, LINE, OPTIONAL, 1, 8);
	int status;

	c.held = body_line(c.form, ENTRY_HELD, OPTIONAL, 1, UUID_TEXT_SIZE);
	for (const char *p = line ? line : ""; *p; p++)
		c.line = is_digit(*p) ? c.line * 10 + (*p - '0') : LINE_MAX_VALUE;
	access_resource(ctx);
	if (!find_row(ctx, &c))
		return;
	if (ctx_attempt(ctx, correct, &c)) {
		site_go(ctx, imports_reading_path(ctx, c.held));
		return;
	}
	if (!entry_can_correct(ctx->problem))
		ctx_leave(ctx);
	status = ctx->problem->status;
	entry_refused(ctx, &correction_form, &e);
	ctx->problem = NULL;
	write_page(ctx, status, &c, &e);
}
