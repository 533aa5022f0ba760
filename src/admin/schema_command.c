/* SPDX-License-Identifier: Apache-2.0 */
/* schema_command.c: lastro db migrate, status and check. */
#include "config.h"

#include "admin/admin.h"
#include "core/buf.h"
#include "db/db.h"
#include "db/migrate.h"

static void applied(const char *migration, void *arg)
{
	print_line(arg, "aplicada %s", migration);
}

static const struct column outcome[] = {
	{ "applied", "aplicadas", CELL_INT },	     { "functions", "funções", CELL_INT },
	{ "schema", "esquema", CELL_INT },	     { "newest", "programa", CELL_INT },
	{ "taken_over", "assumido", CELL_BOOL }, /* from 0.2.0 */
	{ "distributed", "distribuídas", CELL_INT },
};

static enum exit_status schema_migrate(struct run *r)
{
	struct migrated done = db_migrate(r->ctx, applied, r);
	int newest = migrations_newest();

	if (r->json)
		print_one(r, outcome, ARRAY_SIZE(outcome),
			  (const struct cell[]){ cell_int(done.migrations),
						 cell_int(done.functions), cell_int(newest),
						 cell_int(newest), cell_int(done.taken_over),
						 cell_int(done.distributed) });
	if (done.taken_over)
		print_line(r, "assumido o esquema da versão 0.2.0, sem nada a executar nele");
	if (done.distributed)
		print_line(r, "tabelas distribuídas: %d", done.distributed);
	if (done.functions)
		print_line(r, "funções atualizadas: %d", done.functions);
	else if (!done.migrations && !done.taken_over)
		print_line(r, "nada a aplicar: o esquema está na versão %d", newest);
	return EXIT_DONE;
}

static const struct column state[] = {
	{ "schema", "esquema", CELL_INT },
	{ "newest", "programa", CELL_INT },
	{ "stale_functions", "funções por atualizar", CELL_INT },
};

static enum exit_status schema_status(struct run *r)
{
	int schema = db_schema_version(r->ctx);
	int newest = migrations_newest();
	int stale = db_functions_stale(r->ctx);

	print_one(r, state, ARRAY_SIZE(state),
		  (const struct cell[]){ cell_int(schema), cell_int(newest), cell_int(stale) });
	return schema == newest && !stale ? EXIT_DONE : EXIT_REFUSED;
}

struct check {
	struct run *run;
	int64_t n;
};

/* Preparing suffices: a renamed column or a missing cast fails here.  Never runs the statement. */
static void prepare(struct db_stmt *stmt, void *arg)
{
	struct check *c = arg;

	db_prepare(c->run->ctx, stmt);
	c->n++;
}

/* ---- check --list: for the plan test, and for an operator with slow plans ---- */

struct listing {
	struct run *run;
	struct json *json;
};

static void list_one(struct db_stmt *stmt, void *arg)
{
	struct listing *l = arg;

	print_line(l->run, "%s: %s", stmt->name, stmt->sql);
	json_open(l->json, NULL);
	json_text(l->json, "name", stmt->name);
	json_text(l->json, "sql", stmt->sql);
	json_close(l->json);
}

static enum exit_status list_statements(struct run *r)
{
	struct json *j = json_new(r->ctx->pool, 4096);
	struct listing l = { .run = r, .json = j };

	json_open(j, NULL);
	json_array(j, "data");
	db_stmts_each(list_one, &l);
	json_array_end(j);
	json_close(j);
	if (r->json)
		print_json(r, json_written(j));
	return EXIT_DONE;
}

static const struct flag check_flags[] = {
	{ "list", NULL, "mostra cada consulta e seu SQL, sem preparar nada", false },
	{ .name = NULL },
};

static enum exit_status schema_check(struct run *r)
{
	static const struct column columns[] = { { "prepared", "preparadas", CELL_INT } };
	struct check c = { .run = r };

	if (run_flag(r, "list"))
		return list_statements(r);
	db_begin_read(r->ctx);
	db_stmts_each(prepare, &c);
	db_rollback(r->ctx);
	print_one(r, columns, ARRAY_SIZE(columns), (const struct cell[]){ cell_int(c.n) });
	return EXIT_DONE;
}

const struct command schema_commands[] = {
	{ "db migrate", "", "aplica as migrações que faltam", 0, 0, NULL, schema_migrate, NULL },
	{ "db status", "", "versão do esquema e a do programa; saída 1 se diferem", 0, 0, NULL,
	  schema_status, NULL },
	{ "db check", "", "prepara todas as consultas do programa neste esquema", 0, 0, check_flags,
	  schema_check, NULL },
	{ .name = NULL },
};
