/* SPDX-License-Identifier: Apache-2.0 */
/* amounts_file.c: a list of amounts as lines, or what is wrong in which line and column. */
#include "config.h"

#include "console/organization/amounts_file.h"

#include "console/form/entry.h"
#include "core/text.h"
#include "core/uuid.h"
#include "office/plans.h"
#include "sheet/sheet.h"

#define FAULTS_MAX 100

void amounts_fault(struct ctx *ctx, struct amounts *a, const char *field, size_t line,
		   size_t column, const char *received, const char *expected)
{
	const char *came =
		received ? pool_printf(ctx->pool, "veio “%s”", text_quotable(ctx->pool, received))
			 : "não veio nada";

	if (a->n_faults == FAULTS_MAX)
		return;
	if (!a->faults)
		a->faults = pool_array(ctx->pool, struct html_fault, FAULTS_MAX);
	a->faults[a->n_faults++] =
		(struct html_fault){ field, pool_printf(ctx->pool,
							"Linha %zu, coluna %zu: %s; esperado: %s.",
							line, column, came, expected) };
}

static void whole_fault(struct ctx *ctx, struct amounts *a, const char *field, const char *text)
{
	a->faults = pool_zero(ctx->pool, struct html_fault);
	a->n_faults = 1;
	a->faults[0] = (struct html_fault){ field, pool_printf(ctx->pool, "%s", text) };
}

static bool is_id(const char *text)
{
	struct uuid id;

	return uuid_parse(slice_of(text), &id);
}

static bool is_tax_id(const char *text)
{
	char bare[15];

	return tax_id_normal(text, bare);
}

static const char *cell(const struct sheet *s, size_t row, size_t column)
{
	const char *text = column < s->n_cells[row] ? s->rows[row][column] : NULL;

	return text && *text ? text : NULL;
}

/* The first line names the columns when neither of its cells could be what they hold. */
static size_t headings(const struct sheet *s)
{
	const char *who = cell(s, 0, 0), *reais = cell(s, 0, 1);

	return who && reais && !is_id(who) && !is_tax_id(who) &&
	       cell_number(reais, false).state == NUMBER_WRONG;
}

/* The decimal mark that the amounts prove. */
static enum sheet_mark mark_of(struct ctx *ctx, const struct sheet *s, size_t from)
{
	const char **cells = pool_array(ctx->pool, const char *, s->n_rows);
	size_t n = 0;

	for (size_t i = from; i < s->n_rows; i++)
		if (cell(s, i, 1))
			cells[n++] = cell(s, i, 1);
	return sheet_mark(cells, n);
}

struct reading {
	struct ctx *ctx;
	const struct sheet *sheet;
	const char *field;
	enum sheet_mark mark;
	struct amounts *out;
};

static void read_row(struct reading *r, size_t row)
{
	const struct sheet *s = r->sheet;
	const char *who = cell(s, row, 0), *reais = cell(s, row, 1);
	struct amount_line l = { .line = s->lines ? s->lines[row] : row + 1, .id = who };
	struct money amount;

	if (who)
		l.by_tax_id = !is_id(who);
	if (!who || (l.by_tax_id && !is_tax_id(who)))
		amounts_fault(r->ctx, r->out, r->field, l.line, 1, who,
			      "o id de um cliente ou de uma carteira, ou um CPF ou CNPJ válido");
	l.reais = reais ? entry_number(r->ctx->pool, reais, r->mark) : "";
	if (!plan_amount(l.reais, false, &amount))
		amounts_fault(r->ctx, r->out, r->field, l.line, 2, reais,
			      plan_amount_expected(false));
	for (size_t c = 2; c < s->n_cells[row]; c++)
		if (cell(s, row, c)) {
			amounts_fault(r->ctx, r->out, r->field, l.line, c + 1, cell(s, row, c),
				      "nada: são duas colunas, o cliente e o aporte");
			break;
		}
	r->out->items[r->out->n++] = l;
}

void amounts_read(struct ctx *ctx, struct slice content, const char *field, struct amounts *out)
{
	struct sheet s = { .n_rows = 0 };
	struct reading r = { .ctx = ctx, .sheet = &s, .field = field, .out = out };
	const char *reason;
	size_t from;

	*out = (struct amounts){ .n = 0 };
	if (content.n > AMOUNTS_BYTES_MAX) {
		whole_fault(ctx, out, field, "A lista passa de 64 KB; cabem 100 linhas.");
		return;
	}
	if (csv_read(ctx->pool, content, &s, &reason) != SHEET_OK) {
		whole_fault(ctx, out, field, reason);
		return;
	}
	from = s.n_rows ? headings(&s) : 0;
	if (s.n_rows == from) {
		whole_fault(ctx, out, field,
			    "A lista não tem linhas: um cliente e um aporte em cada.");
		return;
	}
	if (s.n_rows - from > PLANS_MAX) {
		whole_fault(ctx, out, field,
			    pool_printf(ctx->pool, "A lista tem %zu linhas; cabem 100.",
					s.n_rows - from));
		return;
	}
	r.mark = mark_of(ctx, &s, from);
	out->items = pool_array(ctx->pool, struct amount_line, s.n_rows - from);
	for (size_t i = from; i < s.n_rows; i++)
		read_row(&r, i);
}

void amounts_render(struct json *j, const char *name, const struct amounts *a)
{
	json_array(j, name);
	for (size_t i = 0; i < a->n; i++) {
		json_open(j, NULL);
		json_text(j, a->items[i].by_tax_id ? "tax_id" : "id", a->items[i].id);
		json_text(j, "contribution", a->items[i].reais);
		json_close(j);
	}
	json_array_end(j);
}
