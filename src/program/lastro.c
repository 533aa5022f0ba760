/* SPDX-License-Identifier: Apache-2.0 */
/*
 * program/lastro.c: the administration command: the common part of every run.
 *
 * Rooms refuse with fail() here as in a request; it returns to ctx_attempt().  A refused run rolls the
 * transaction back, prints the detail on standard error and exits with a documented status.
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "admin/admin.h"
#include "core/clock.h"
#include "db/db.h"
#include "core/settings.h"
#include "core/problem.h"

#define TABLE(name) name##_commands,
static const struct command *const commands[] = { COMMAND_TABLES(TABLE) NULL };

static enum exit_status status_of(const struct problem *p)
{
	if (str_eq(p->code, "database_unavailable"))
		return EXIT_UNREACHABLE;
	return str_eq(p->code, "invalid_parameter") ? EXIT_USAGE : EXIT_REFUSED;
}

static bool is_told(const char *variable)
{
	const char *value = getenv(variable);

	return value && *value;
}

static enum exit_status refused(const struct run *r)
{
	const struct problem *p = r->ctx->problem;
	enum exit_status status = status_of(p);

	db_abandon(r->ctx->db);
	fprintf(stderr, "lastro %s: %s\n", r->command->name, p->detail ? p->detail : p->code);
	if (status == EXIT_UNREACHABLE && !is_told("LASTRO_DATABASE_ADMIN") &&
	    !is_told("LASTRO_DATABASE"))
		fputs("  LASTRO_DATABASE_ADMIN não diz a conexão do dono do esquema, como 'host=/run/postgresql "
		      "dbname=lastro user=lastro_owner'; nem LASTRO_DATABASE.\n",
		      stderr);
	if (status == EXIT_UNREACHABLE && p->cause)
		fprintf(stderr, "  %s%s", p->cause, text_ends(p->cause, "\n") ? "" : "\n");
	if (status == EXIT_USAGE)
		fprintf(stderr, "lastro %s --help mostra o uso.\n", r->command->name);
	return status;
}

/*
 * The command connects as the owner when LASTRO_DATABASE_ADMIN is set; the service's connection has the
 * worker's role.
 */
static bool open_context(struct ctx *ctx, const char **error)
{
	const char *admin = getenv("LASTRO_DATABASE_ADMIN");

	ctx->config = config_read(ctx->pool, error);
	if (!ctx->config)
		return false;
	if (!admin || !*admin)
		admin = ctx->config->database;
	ctx->db = db_new(ctx->pool, admin, ctx->config->prepared);
	ctx->now_ms = clock_now_ms();
	ctx->today = clock_today();
	return true;
}

struct ending {
	struct run *run;
	enum exit_status status;
};

static void run_it(struct ctx *ctx UNUSED, void *arg)
{
	struct ending *e = arg;

	e->status = e->run->command->run(e->run);
}

static enum exit_status run_command(struct run *r)
{
	struct ending e = { .run = r };

	return ctx_attempt(r->ctx, run_it, &e) ? e.status : refused(r);
}

static enum exit_status usage(const char *what, const char *error)
{
	fprintf(stderr, "lastro%s%s: %s\nlastro%s%s --help mostra o uso.\n", *what ? " " : "", what,
		error, *what ? " " : "", what);
	return EXIT_USAGE;
}

static bool is_help(const char *word)
{
	return str_eq(word, "--help") || str_eq(word, "-h") || str_eq(word, "help");
}

static enum exit_status command_line(struct ctx *ctx, int argc, char **argv)
{
	struct run r = { .ctx = ctx };
	const char *error = NULL;
	int used = 0;

	if (argc < 2 || is_help(argv[1])) {
		fputs(commands_help(ctx->pool, commands, NULL), argc < 2 ? stderr : stdout);
		return argc < 2 ? EXIT_USAGE : EXIT_DONE;
	}
	if (str_eq(argv[1], "--version")) {
		puts("lastro " PACKAGE_VERSION);
		return EXIT_DONE;
	}
	r.command = command_find(commands, argc - 1, argv + 1, &used);
	if (!r.command && (argc == 2 || (argc == 3 && is_help(argv[2])))) {
		const char *group = commands_help(ctx->pool, commands, argv[1]);

		if (group) {
			fputs(group, argc == 2 ? stderr : stdout);
			return argc == 2 ? EXIT_USAGE : EXIT_DONE;
		}
	}
	if (!r.command)
		return usage("", pool_printf(ctx->pool, "não há o subcomando %s%s%s", argv[1],
					     argc > 2 ? " " : "", argc > 2 ? argv[2] : ""));
	if (!command_read(&r, argc - used, argv + used, &error))
		return usage(r.command->name, error);
	if (r.help) {
		fputs(command_help(ctx->pool, r.command), stdout);
		return EXIT_DONE;
	}
	if (!open_context(ctx, &error))
		return usage(r.command->name, error);
	return run_command(&r);
}

int main(int argc, char **argv)
{
	struct ctx ctx = { .pool = pool_new(NULL, "lastro") };
	enum exit_status status;

	(void)signal(SIGPIPE, SIG_IGN); /* a closed pipe is a write error, reported below */
	status = command_line(&ctx, argc, argv);
	if (fflush(stdout) || ferror(stdout)) {
		perror("lastro: saída");
		status = status ? status : EXIT_REFUSED;
	}
	pool_free(ctx.pool);
	return (int)status;
}
