/* SPDX-License-Identifier: Apache-2.0 */
/*
 * import_command.c: lastro import PORTFOLIO FILE: imports a statement into a portfolio, as its
 * controller.
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>

#include "identity/caller.h"
#include "admin/admin.h"
#include "core/pool.h"
#include "db/db.h"
#include "http/json_read.h"
#include "http/route.h"
#include "portfolio/portfolio.h"

static DB_STMT(
	find, "admin.import_portfolio",
	"select workspace_id, controller_id, version_floor() from portfolio_directory where portfolio_id = $1");
enum { P_WORKSPACE, P_CONTROLLER, P_VERSION_FLOOR };

static const struct flag import_flags[] = {
	{ "dry-run", NULL, "mostra o que seria importado e não grava nada", false },
	{ "password", NULL, "o PDF tem senha: a primeira linha da entrada padrão", false },
	{ "accept-difference", NULL,
	  "importa também a nota cujas somas não fecham, com a diferença que --dry-run mostra",
	  false },
	{ .name = NULL },
};

#define PASSWORD_MAX 200

/* Never an argument: those of a process are seen by all. */
static const char *read_password(struct ctx *ctx)
{
	char *line = pool_array(ctx->pool, char, PASSWORD_MAX);

	if (!fgets(line, PASSWORD_MAX, stdin))
		fail(ctx, 400, "import_unreadable", "A entrada padrão não tem a senha.");
	line[strcspn(line, "\r\n")] = '\0';
	return line;
}

static struct slice read_whole(struct ctx *ctx, const char *path)
{
	FILE *f = fopen(path, "rb");
	char *bytes;
	size_t n;

	if (!f)
		fail(ctx, 400, "import_unreadable", "Não consegui abrir %s: %s.", path,
		     strerror(errno));
	bytes = pool_array(ctx->pool, char, MAX_SPREADSHEET + 1);
	n = fread(bytes, 1, MAX_SPREADSHEET + 1, f);
	if (ferror(f)) {
		fclose(f);
		fail(ctx, 400, "import_unreadable", "Não consegui ler %s.", path);
	}
	fclose(f);
	if (n > MAX_SPREADSHEET)
		fail(ctx, 413, "payload_too_large", "%s passa de 20 MiB.", path);
	return (struct slice){ bytes, n };
}

struct caller *admin_controller(struct ctx *ctx, const char *portfolio)
{
	struct caller *c = pool_zero(ctx->pool, struct caller);
	struct db_rows *rows;

	if (!uuid_parse(slice_of(portfolio), &c->portfolio))
		fail(ctx, 404, "portfolio_not_found", "Não há carteira %s.", portfolio);
	rows = db_query(ctx, &find, DB_ARGS(db_uuid(c->portfolio)));
	if (db_count(rows) == 0)
		fail(ctx, 404, "portfolio_not_found", "Não há carteira %s.", portfolio);
	c->resource_workspace = c->workspace = db_get_uuid(rows, 0, P_WORKSPACE);
	c->account = db_get_uuid(rows, 0, P_CONTROLLER);
	c->version_floor = db_get_int(rows, 0, P_VERSION_FLOOR);
	c->access = ACCESS_CONTROL;
	return c;
}

static int64_t number(struct json_object *o, const char *name)
{
	struct json_object *v;

	return json_object_object_get_ex(o, name, &v) ? json_object_get_int64(v) : 0;
}

static void print_summary(const struct run *r, const char *json)
{
	static const struct {
		const char *member, *title;
	} lines[] = {
		{ "source", "origem" },
		{ "imported", "importadas" },
		{ "duplicates_skipped", "repetidas" },
		{ "cross_source_skipped", "já cobertas pela negociação" },
		{ "rows_ignored", "ignoradas" },
		{ "rows_with_error", "com erro" },
		{ "symbols", "ativos" },
		{ "import_id", "importação" },
	};
	struct json_object *o = json_read(r->ctx->pool, slice_of(json)), *v;

	if (o)
		print_line(r, "linhas lidas: %lld",
			   (long long)(number(o, "parsed") + number(o, "rows_ignored") +
				       number(o, "rows_with_error")));
	for (size_t i = 0; o && i < ARRAY_SIZE(lines); i++) {
		if (json_object_object_get_ex(o, lines[i].member, &v))
			print_line(r, "%s: %s", lines[i].title, json_object_get_string(v));
	}
	if (!o || !json_object_object_get_ex(o, "warnings", &v))
		return;
	for (size_t i = 0; i < json_object_array_length(v); i++)
		print_line(r, "aviso: %s", json_object_get_string(json_object_array_get_idx(v, i)));
	if (json_object_object_get_ex(o, "warnings_truncated", &v))
		print_line(r, "e mais %s avisos", json_object_get_string(v));
}

static enum exit_status import_command(struct run *r)
{
	struct ctx *ctx = r->ctx;
	const struct wallet_file file = {
		.name = text_after_last(r->argv[1], '/'),
		.content = read_whole(ctx, r->argv[1]),
		.password = run_flag(r, "password") ? read_password(ctx) : NULL,
		.accepted = run_flag(r, "accept-difference") != NULL,
	};
	struct json *j = json_new(ctx->pool, 1024);

	db_begin_write(ctx);
	ctx->caller = admin_controller(ctx, r->argv[0]);
	ctx->path[0] = r->argv[0];
	wallet_import_file(ctx, &file, run_flag(r, "dry-run") != NULL, j);
	db_commit(ctx);
	if (r->json)
		print_json(r, json_written(j));
	else
		print_summary(r, json_written(j));
	return EXIT_DONE;
}

const struct command import_commands[] = {
	{ "import", "CARTEIRA ARQUIVO",
	  "importa um extrato da B3, a planilha do modelo (XLSX ou CSV) ou notas em PDF", 2, 2,
	  import_flags, import_command, NULL },
	{ .name = NULL },
};
