/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reconcile_routes.c: compares the exchange's position sheet with the ledger, as of its day. POST
 * /v1/portfolios/{id}/reconcile
 *
 * Load, compare, render; writes nothing.  The file's name has the day of the download; the positions
 * are those of the close before.
 */
#include "config.h"

#include "portfolio/import/reconcile_json.h"

#include <stdio.h>

#include "core/clock.h"
#include "http/request.h"
#include "http/response.h"
#include "sheet/sheet.h"
#include "portfolio/import/import_parts.h"
#include "portfolio/ledger/ledger_list.h"

#define POSITIONS_MAX 5000

/* The last day of the month in "relatorio-consolidado-mensal-2024-junho.xlsx". */
static bool month_of_name(const char *filename, struct day *out)
{
	static const char monthly[] = "relatorio-consolidado-mensal-";
	const char *at = filename ? strstr(filename, monthly) : NULL;
	char text[32];
	struct date_text first;
	int year;

	if (!at || !digits_read(at + sizeof(monthly) - 1, 4, &year))
		return false;
	at += sizeof(monthly) - 1 + 4;
	(void)snprintf(text, sizeof(text), "1 de %.*s de %d",
		       (int)strcspn(at + (*at == '-'), ".- "), at + (*at == '-'), year);
	first = cell_date(text, false, (struct day){ 0 });
	if (first.real[0])
		*out = month_last(day_month(first.day[0]));
	return first.real[0];
}

/* The day before the one in "posicao-2026-03-05-….xlsx". */
static bool day_of_name(const char *filename, struct day *out)
{
	const char *at = filename ? strstr(filename, "posicao-") : NULL;
	struct day day;

	if (month_of_name(filename, out))
		return true;
	if (!at || strlen(at) < strlen("posicao-2026-03-05") ||
	    !day_parse((struct slice){ at + strlen("posicao-"), strlen("2026-03-05") }, &day))
		return false;
	*out = day_plus(day, -1);
	return true;
}

static bool read_date(struct ctx *ctx, struct day *out)
{
	if (!query_day(ctx, "date", out))
		return false;
	if (day_before(ctx->today, *out))
		fail_parameter(ctx, "date", day_iso(ctx->pool, *out), "uma data até hoje");
	return true;
}

/* A file with the columns of an import must be imported instead. */
static void refuse_statement(struct ctx *ctx, const struct worksheets *all)
{
	size_t header;

	if (all->n && import_detect(ctx->pool, &all->items[0].sheet, &header) != IMPORT_UNKNOWN)
		fail(ctx, 400, "import_unrecognized",
		     "O arquivo tem lançamentos, e não posições: importe-o em imports. A posição é "
		     "o arquivo posicao-AAAA-MM-DD.xlsx da Área do Investidor da B3.");
}

static void read_positions(struct ctx *ctx, struct slice content, struct position_sheet *out)
{
	struct worksheets *all = pool_zero(ctx->pool, struct worksheets);
	const char *reason = NULL;
	enum sheet_err err;

	all->max = SHEETS_MAX;
	err = sheets_read(ctx->pool, content, all, &reason);
	import_sheet_read(ctx, err, reason);
	refuse_statement(ctx, all);
	position_sheet_read(ctx->pool, all->items, all->n, out);
	if (!out->tables)
		fail(ctx, 400, "import_unrecognized",
		     "Nenhuma planilha do arquivo tem as colunas de uma posição: Produto ou Código de "
		     "Negociação, e Quantidade.");
	if (out->n > POSITIONS_MAX)
		fail(ctx, 400, "import_unreadable",
		     "A posição tem mais de 5.000 papéis: confira se o arquivo é o da B3.");
}

static void compare(struct ctx *ctx, const struct loaded *in, const struct position_sheet *sheet,
		    struct day day, struct reconciliation *out)
{
	const struct reconcile_input input = {
		.derived = &in->derived, .market = in->market, .sheet = sheet, .day = day
	};
	int64_t start = clock_monotonic_us();
	enum calc_err err = reconcile(ctx->pool, &input, out);

	ctx->calc_us += clock_monotonic_us() - start;
	load_judge(ctx, in->name, err);
}

void portfolio_reconcile(struct ctx *ctx)
{
	struct reconcile_shown shown = { .day = ctx->today };
	bool dated = read_date(ctx, &shown.day);
	struct load_want want = { .at = true, .transactions = true };
	struct position_sheet sheet;
	struct reconciliation found;
	struct loaded in;
	struct part file;

	(void)query_text(
		ctx,
		"filename"); /* read by import_file_read(); named here so that it counts as known */
	query_done(ctx);
	file = import_file_read(ctx, NULL);
	ledger_readable(ctx);
	if (!dated && day_of_name(file.filename, &shown.day) && day_before(ctx->today, shown.day))
		shown.day = ctx->today;
	read_positions(ctx, file.content, &sheet);
	want.as_of = shown.day;
	load_portfolio(ctx, &want, &in);
	compare(ctx, &in, &sheet, shown.day, &found);
	shown.filename = file.filename ? text_quotable(ctx->pool, file.filename) : NULL;
	shown.in = &in;
	shown.sheet = &sheet;
	shown.found = &found;
	reconcile_render(ctx->pool, respond_json(ctx, 200), &shown);
}
