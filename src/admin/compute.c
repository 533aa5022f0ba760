/* SPDX-License-Identifier: Apache-2.0 */
/* compute.c: lastro compute prices, statements: rebuild what is derived of public data, and compare. */
#include "config.h"

#include "admin/load.h"
#include "companies/measures.h"
#include "load/load.h"

const struct flag compute_prices_flags[] = {
	{ "verify", NULL, "só compara; saída 1 se algo difere", false },
	{ .name = NULL },
};

enum exit_status compute_prices(struct run *r)
{
	static const struct column columns[] = {
		{ "last_close_rows", "últimos", CELL_INT },
		{ "last_close_wrong", "diferentes", CELL_INT },
		{ "month_close_rows", "fins de mês", CELL_INT },
		{ "month_close_wrong", "diferentes", CELL_INT },
		{ "close_series_rows", "séries", CELL_INT },
		{ "close_series_wrong", "diferentes", CELL_INT },
		{ "session_rows", "pregões", CELL_INT },
		{ "session_wrong", "diferentes", CELL_INT },
	};
	struct cell cells[ARRAY_SIZE(columns)];
	struct prices_result res;
	bool verify = run_flag(r, "verify") != NULL;
	int64_t wrong = 0;

	prices_compute(r->ctx, verify, &res);
	for (size_t i = 0; i < ARRAY_SIZE(res.rows); i++) {
		cells[2 * i] = cell_int(res.rows[i]);
		cells[2 * i + 1] = cell_int(res.wrong[i]);
		wrong += res.wrong[i];
	}
	print_one(r, columns, ARRAY_SIZE(columns), cells);
	return verify && wrong ? EXIT_REFUSED : EXIT_DONE;
}

const struct flag compute_statements_flags[] = {
	{ "verify", NULL, "só compara; saída 1 se algo difere", false },
	{ .name = NULL },
};

enum exit_status compute_statements(struct run *r)
{
	static const struct column columns[] = {
		{ "companies", "companhias", CELL_INT },
		{ "rows", "linhas", CELL_INT },
		{ "wrong", "diferentes", CELL_INT },
	};
	struct measures_result res;
	bool verify = run_flag(r, "verify") != NULL;

	measures_compute(r->ctx, verify, &res);
	print_one(r, columns, ARRAY_SIZE(columns),
		  (struct cell[]){ cell_int(res.companies), cell_int(res.rows),
				   cell_int(res.wrong) });
	return verify && res.wrong ? EXIT_REFUSED : EXIT_DONE;
}
