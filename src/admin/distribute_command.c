/* SPDX-License-Identifier: Apache-2.0 */
/* distribute_command.c: lastro db distribute, promoted and rebalance: tenant tables on several machines. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "admin/admin.h"
#include "db/distribute.h"
#include "db/migrate.h"

#define SHARDS_MOST 4096

static const struct flag distribute_flags[] = {
	{ "shards", "N", "em quantas partes, na primeira vez (32)", false },
	{ .name = NULL },
};

static const struct flag promoted_flags[] = {
	{ "at", "ENDEREÇO:PORTA", "o endereço da réplica promovida, se é outro", false },
	{ .name = NULL },
};

static int shards_of(struct run *r)
{
	const char *text = run_flag(r, "shards");
	int n;

	if (!text)
		return 0;
	n = *text && strlen(text) <= 4 && strspn(text, "0123456789") == strlen(text)
		    ? (int)strtol(text, NULL, 10)
		    : 0;
	if (n < 1 || n > SHARDS_MOST)
		run_usage(r, "--shards deve ser um número de 1 a %d, e veio %s", SHARDS_MOST, text);
	return n;
}

static void require_schema(struct run *r)
{
	int schema = db_schema_version(r->ctx);

	if (schema != migrations_newest() || db_functions_stale(r->ctx))
		fail(r->ctx, 409, "invalid_input",
		     "O esquema está na versão %d, e o programa traz a %d: rode antes lastro db migrate.",
		     schema, migrations_newest());
}

static void tell_table(const char *table, int step, int n, void *arg)
{
	print_line(arg, "distribuída %s (%d de %d)", table, step, n);
}

static enum exit_status distribute(struct run *r)
{
	static const struct column columns[] = { { "distributed", "tabelas distribuídas",
						   CELL_INT } };
	int shards = shards_of(r);
	int n;

	require_schema(r);
	n = db_distribute(r->ctx, shards, tell_table, r);
	print_one(r, columns, ARRAY_SIZE(columns), (const struct cell[]){ cell_int(n) });
	return EXIT_DONE;
}

static enum exit_status promoted(struct run *r)
{
	static const struct column columns[] = {
		{ "node", "máquina", CELL_TEXT },
		{ "timeline", "história", CELL_INT },
		{ "before", "a anterior", CELL_INT },
	};
	const char *at = run_flag(r, "at");
	struct promoted p;

	require_schema(r);
	p = db_promoted(r->ctx, r->argv[0], at);
	print_one(r, columns, ARRAY_SIZE(columns),
		  (const struct cell[]){ cell_text(at ? at : r->argv[0]), cell_int(p.timeline),
					 cell_int(p.before) });
	return EXIT_DONE;
}

static void tell_move(const char *way, int step, int n, void *arg)
{
	print_line(arg, "movida uma parte de %s (%d de %d)", way, step, n);
}

static enum exit_status rebalance(struct run *r)
{
	static const struct column columns[] = { { "moved", "partes movidas", CELL_INT } };

	print_one(r, columns, ARRAY_SIZE(columns),
		  (const struct cell[]){ cell_int(db_rebalance(r->ctx, tell_move, r)) });
	return EXIT_DONE;
}

const struct command distribute_commands[] = {
	{ "db distribute", "", "distribui as tabelas dos clientes por várias máquinas", 0, 0,
	  distribute_flags, distribute, NULL },
	{ "db promoted", "MÁQUINA", "conta a promoção da réplica de uma máquina (ENDEREÇO:PORTA)",
	  1, 1, promoted_flags, promoted, NULL },
	{ "db rebalance", "", "move partes das tabelas até que as máquinas tenham o mesmo peso", 0,
	  0, NULL, rebalance, NULL },
	{ .name = NULL },
};
