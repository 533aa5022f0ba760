/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command.h: a subcommand of `lastro`: its flags, arguments and output.
 *
 * A subcommand is a row of its file's table and a function.  It refuses with fail() like a handler; the
 * program prints the detail and exits with a status.
 */
#ifndef LASTRO_ADMIN_COMMAND_H
#define LASTRO_ADMIN_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/attributes.h"
#include "core/buf.h"
#include "core/ctx.h"
#include "core/json_write.h"

/* Documented in lastro(1). */
enum exit_status {
	EXIT_DONE = 0,
	EXIT_REFUSED = 1, /* or failed */
	EXIT_USAGE = 2,
	EXIT_UNREACHABLE = 3, /* the database */
	EXIT_PARTLY = 4,      /* done, but for the workspaces of a machine that does not answer */
};

#define FLAGS_MAX 20

struct flag {
	const char *name;  /* without its dashes */
	const char *value; /* its argument, for --help; NULL: takes none */
	const char *help;  /* pt-BR */
	bool required;
};

struct run;

struct command {
	const char *name;	  /* "account create", or "load" */
	const char *arguments;	  /* after the flags, for --help: "ARQUIVO…", or "" */
	const char *summary;	  /* pt-BR, one line */
	int min, max;		  /* number of arguments; max < 0: any number */
	const struct flag *flags; /* up to a NULL name; NULL: none.  All have --json and --help */
	enum exit_status (*run)(struct run *r);
	const char *(*more_help)(void *pool); /* text after the flags, or NULL */
};

struct run {
	struct ctx *ctx;
	const struct command *command;
	int argc; /* arguments that are not flags */
	char **argv;
	const char *values[FLAGS_MAX]; /* by flag; "" for one that takes nothing */
	bool json;		       /* --json */
	bool help;		       /* --help: do not run */
};

/*
 * command_find() - the row for this command line; sets *used to the number of words of its name. NULL
 * when there is none.
 * @tables: each ends with a NULL name, and their list with NULL
 */
const struct command *command_find(const struct command *const *tables, int argc, char **argv,
				   int *used);

/* command_read() - parses flags and arguments after the name; false with *error (pt-BR). */
bool command_read(struct run *r, int argc, char **argv, const char **error) MUST_CHECK;

const char *command_help(void *pool, const struct command *c);
/* commands_help() - the list; with @group, only "GROUP ...", NULL when there is none. */
const char *commands_help(void *pool, const struct command *const *tables, const char *group);

/* run_flag() - a flag's value; NULL when it was not given. */
const char *run_flag(const struct run *r, const char *name);
/* run_usage() - refuses the command line: exit status 2. */
NORETURN void run_usage(struct run *r, const char *detail, ...) PRINTF_LIKE(2, 3);

/* ---- printing ---- */

enum cell_type { CELL_TEXT, CELL_INT, CELL_BOOL, CELL_TIME };

struct column {
	const char *name;  /* JSON member */
	const char *title; /* pt-BR, for people */
	enum cell_type type;
};

struct cell {
	bool null;
	const char *text;
	int64_t n; /* integer, boolean, or ms since 1970 */
};

static inline struct cell cell_text(const char *s)
{
	return (struct cell){ .null = !s, .text = s };
}
static inline struct cell cell_int(int64_t n)
{
	return (struct cell){ .n = n };
}
static inline struct cell cell_null(void)
{
	return (struct cell){ .null = true };
}

struct db_rows;

/* print_rows() - a list: aligned columns, or {"data": […]} with --json.  Columns as in the statement. */
void print_rows(struct run *r, const struct column *columns, size_t n, const struct db_rows *rows);
/* print_cells() - the same, of @count rows in memory. */
void print_cells(struct run *r, const struct column *columns, size_t n, const struct cell *cells,
		 size_t count);
/* print_one() - one thing, a member per line, or one JSON object. */
void print_one(struct run *r, const struct column *columns, size_t n, const struct cell *cells);
/* print_line() - for people only; nothing with --json. */
void print_line(const struct run *r, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* print_json() - a complete document, unchanged. */
void print_json(const struct run *r, const char *json);

#endif
