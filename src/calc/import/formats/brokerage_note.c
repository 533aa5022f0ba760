/* SPDX-License-Identifier: Apache-2.0 */
/*
 * brokerage_note.c: the sheet that calc/import/notes makes of brokerage notes, a row an execution.
 *
 * A note whose sums do not close is a doubt of the whole file, which the person confirms.  IRRF is tax
 * withheld, not a fee: it is told, once a note.
 */
#include "config.h"

#include "calc/import/formats/format_parts.h"
#include "core/number_text.h"
#include "core/pool.h"

enum {
	NUMBER,
	DAY,
	SIDE,
	MARKET,
	TERM,
	TITLE,
	MARKS,
	QUANTITY,
	PRICE,
	AMOUNT,
	FEES,
	CODE,
	TYPE,
	OPTION,
	IRRF,
	UNCLOSED,
	WHY,
	WITHOUT_EFFECT,
};

static const struct format_header headers[] = { {
	.names = { [NUMBER] = "nota",
		   [DAY] = "datapregao",
		   [SIDE] = "cv",
		   [MARKET] = "tipomercado",
		   [TERM] = "prazo",
		   [TITLE] = "especificacaodotitulo",
		   [MARKS] = "obs",
		   [QUANTITY] = "quantidade",
		   [PRICE] = "preco",
		   [AMOUNT] = "valordaoperacao",
		   [FEES] = "taxasdaoperacao",
		   [CODE] = "codigodenegociacao",
		   [TYPE] = "tipo",
		   [OPTION] = "opcaoexercida",
		   [IRRF] = "irrfdanota",
		   [UNCLOSED] = "naofecha",
		   [WHY] = "porque",
		   [WITHOUT_EFFECT] = "semefeito" },
	.needs = 1u << NUMBER | 1u << DAY | 1u << SIDE | 1u << TITLE | 1u << QUANTITY |
		 1u << AMOUNT | 1u << FEES | 1u << CODE | 1u << UNCLOSED,
} };

static bool begins_note(const struct format_work *f, size_t row)
{
	const char *number = format_cell(f, row, NUMBER), *day = format_cell(f, row, DAY);
	const char *before = row > f->header + 1 ? format_cell(f, row - 1, NUMBER) : NULL;
	const char *day_before_it = row > f->header + 1 ? format_cell(f, row - 1, DAY) : NULL;

	return number && day &&
	       (!before || !day_before_it || !str_eq(number, before) ||
		!str_eq(day, day_before_it));
}

/* Whether no row of the note before this one comes in; the draft of @row is the last one. */
static bool first_to_come(const struct format_work *f, size_t row)
{
	for (size_t i = f->n - 1; i > 0 && !begins_note(f, row); i--) {
		if (f->drafts[i - 1].cells[DRAFT_TICKER])
			return false;
		row = f->drafts[i - 1].row;
	}
	return true;
}

static void doubt(struct format_work *f, size_t row)
{
	const char *unclosed = format_cell(f, row, UNCLOSED);

	if (!unclosed || !begins_note(f, row))
		return;
	f->n_doubts++;
	if (f->n_doubts == 1)
		f->doubt = pool_printf(f->pool, "A nota %.20s de %.10s não fecha: %.300s.",
				       format_cell(f, row, NUMBER), format_cell(f, row, DAY),
				       unclosed);
}

static const char *iso_day(struct format_work *f, struct draft *d, const char *cell)
{
	struct day day;

	if (cell && day_parse_br(slice_of(cell), &day))
		return day_iso(f->pool, day);
	format_fail(f, d, "data inválida: %.20s", cell ? cell : "vazia");
	return NULL;
}

/* What is told of a row that comes in. */
static void warn_withheld(struct format_work *f, struct draft *d, size_t row)
{
	struct maybe irrf = format_number(f, d, IRRF, "IRRF");

	if (irrf.known && irrf.v > 0 && d->cells[DRAFT_TICKER] && first_to_come(f, row))
		d->verdict.warning = pool_printf(
			f->pool,
			"%s%sA nota %.20s de %.10s tem %s de IRRF, que não é taxa: informe-o no "
			"imposto do mês.",
			d->verdict.warning ? d->verdict.warning : "", d->verdict.warning ? " " : "",
			format_cell(f, row, NUMBER), format_cell(f, row, DAY),
			brl_text(f->pool, (struct money){ irrf.v / (E12 / E8) }));
}

static void read_row(struct format_work *f, size_t row)
{
	struct draft *d = format_draft(f, row);
	const char *why = format_cell(f, row, WHY), *code = format_cell(f, row, CODE);
	const char *title = format_cell(f, row, TITLE);
	struct format_deal deal = { .label = format_cell(f, row, SIDE),
				    .day = iso_day(f, d, format_cell(f, row, DAY)) };

	doubt(f, row);
	d->verdict.label = deal.label;
	if (why && format_cell(f, row, WITHOUT_EFFECT)) {
		format_ignore(d, why);
		return;
	}
	if (why)
		format_fail(f, d, "%.300s", why);
	if (!code)
		format_fail(f, d,
			    "o papel \"%.60s\" não se acha nas cotações do dia da nota: lance a "
			    "operação com o ticker dele",
			    title ? title : "");
	if (!format_judge(f, d, deal.label, code, &deal.word))
		return;
	deal.paper = (struct format_paper){ code, format_cell(f, row, TYPE), NULL };
	deal.quantity = format_number(f, d, QUANTITY, "quantidade");
	deal.price = format_number(f, d, PRICE, "preço");
	deal.amount = format_number(f, d, AMOUNT, "valor");
	deal.fees = format_number(f, d, FEES, "taxas");
	format_put(f, d, &deal);
	warn_withheld(f, d, row);
	d->cells[DRAFT_OPTION] = format_cell(f, row, OPTION);
	d->cells[DRAFT_EVENT] = d->cells[DRAFT_OPTION] ? event_kind_names[EVENT_EXERCISE] : NULL;
}

const struct format format_brokerage_note = {
	.name = "nota de negociação (PDF)",
	.headers = headers,
	.n_headers = ARRAY_SIZE(headers),
	.numbers = 1u << QUANTITY | 1u << PRICE | 1u << AMOUNT | 1u << FEES | 1u << IRRF,
	.mark = MARK_COMMA,
	.executions = true,
	.row = read_row,
};
