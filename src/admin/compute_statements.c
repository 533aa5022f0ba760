/* SPDX-License-Identifier: Apache-2.0 */
/* compute_statements.c: lastro compute statements: the figures of every company's statements, made anew and compared. */
#include "config.h"

#include "admin/load.h"
#include "companies/measures.h"

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
