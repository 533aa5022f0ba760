/* SPDX-License-Identifier: Apache-2.0 */
/*
 * financials_render.c: a row of statements as JSON.
 *
 * A flow has its basis in its name (revenue_ttm, revenue_quarter, revenue_year); a balance has none.  A
 * null has a member in reasons.  Provenance lists the lines: a figure is the sum of sign times value.
 */
#include "config.h"

#include "market/companies/financials.h"

#include <stdio.h>

#define NAME_SIZE 64

static const char *const periods[] = { NULL, "Q1", "Q2", "Q3", "FY" };

/* "revenue_ttm", "total_assets". */
static void name_of(char name[NAME_SIZE], int id, enum statement_basis basis)
{
	bool flow = id < FIGURE_TOTAL_ASSETS;
	int n = snprintf(name, NAME_SIZE, "%s%s%s", statement_figure_names[id], flow ? "_" : "",
			 flow ? statement_basis_names[basis] : "");

	if (n < 0 || n >= NAME_SIZE) /* cannot happen: names are constants */
		name[0] = '\0';
}

static void render_figures(struct json *j, const struct statement_figures *f,
			   enum statement_basis basis)
{
	char name[NAME_SIZE];

	for (int i = 0; i < FIGURE_COUNT; i++) {
		name_of(name, i, basis);
		json_money_or_null(j, name, f->of[i].known, f->of[i].value);
	}
	if (f->interest)
		json_text(j, "interest_source", interest_source_names[f->interest]);
	json_open(j, "reasons");
	for (int i = 0; i < FIGURE_COUNT; i++) {
		name_of(name, i, basis);
		if (!f->of[i].known)
			json_text(j, name, statement_reason_names[f->of[i].reason]);
	}
	json_close(j);
}

/* The document that a line stands in, and when it was first published. */
static void render_document(struct json *j, const struct statement_filing *f,
			    const struct db_rows *r, size_t row)
{
	bool first = !db_is_null(r, row, L_FIRST_FILED);

	json_open(j, "document");
	json_text(j, "form", statement_form_names[f->form]);
	json_day(j, "reference_date", f->reference_date);
	json_int(j, "version", f->version);
	json_day_or_null(j, "version_filed_at", f->dated, f->filed_at);
	json_day_or_null(j, "filed_at", first,
			 first ? db_get_day(r, row, L_FIRST_FILED) : f->filed_at);
	json_text(j, "document_id", db_get_text(r, row, L_DOCUMENT));
	json_text(j, "download_url", db_get_text(r, row, L_URL));
	json_close(j);
}

static void render_term(struct json *j, const struct statement_rows *s,
			const struct statement_term *t, const struct db_rows *r)
{
	const struct statement_line *l = &s->lines[t->line];
	size_t row = s->first + t->line;

	json_open(j, NULL);
	json_int(j, "sign", t->sign);
	json_text(j, "statement", statement_kind_names[l->statement]);
	json_text(j, "account", l->account);
	json_text(j, "description", db_get_text(r, row, L_DESCRIPTION));
	json_day_or_null(j, "period_start", l->flow, l->start);
	json_day(j, "period_end", l->end);
	json_text(j, "column", l->last ? "ÚLTIMO" : "PENÚLTIMO");
	json_money(j, "value", l->value);
	render_document(j, &s->filings[l->filing], r, row);
	json_close(j);
}

static void render_provenance(struct json *j, const struct statement_rows *s,
			      const struct statement_figures *f, enum statement_basis basis,
			      const struct db_rows *r)
{
	char name[NAME_SIZE];

	json_open(j, "provenance");
	for (int i = 0; i < FIGURE_COUNT; i++) {
		if (!f->of[i].known)
			continue;
		name_of(name, i, basis);
		json_array(j, name);
		for (size_t k = 0; k < f->of[i].n_terms; k++)
			render_term(j, s, &f->of[i].terms[k], r);
		json_array_end(j);
	}
	json_close(j);
}

void financial_render(struct json *j, const struct statement_rows *s,
		      const struct financial_row *row, enum statement_basis basis, bool states,
		      const struct db_rows *rows_of_lines)
{
	const struct statement_figures *f = &row->figures;
	const struct statement_filing *filing = &s->filings[f->filing];

	json_open(j, NULL);
	json_day(j, "reference_date", f->reference_date);
	json_text(j, "period", periods[f->quarter]);
	json_text(j, "form", statement_form_names[filing->form]);
	json_text(j, "scope", statement_scope_names[s->scope]);
	json_text(j, "basis", statement_basis_names[basis]);
	json_int(j, "version", filing->version);
	json_day_or_null(j, "filed_at", f->first_dated, f->first_filed_at);
	json_day_or_null(j, "version_filed_at", filing->dated, filing->filed_at);
	if (states) {
		json_day_or_null(j, "known_on", row->dated, row->known_on);
		json_boolean(j, "present", row->present);
	}
	render_figures(j, f, basis);
	if (rows_of_lines)
		render_provenance(j, s, f, basis, rows_of_lines);
	json_close(j);
}
