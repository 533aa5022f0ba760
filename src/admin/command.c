/* SPDX-License-Identifier: Apache-2.0 */
/* command.c: the command line of a subcommand, and its help. */
#include "config.h"

#include "admin/command.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "core/text.h"

/* How many words of the line form this name; 0 for another name. */
static int words_of(const char *name, int argc, char **argv)
{
	struct slice rest = slice_of(name);
	struct slice word;
	int n = 0;
	bool more = true;

	while (more) {
		more = slice_cut(rest, ' ', &word, &rest);
		if (n == argc || !slice_eq(word, argv[n]))
			return 0;
		n++;
	}
	return n;
}

const struct command *command_find(const struct command *const *tables, int argc, char **argv,
				   int *used)
{
	for (; *tables; tables++)
		for (const struct command *c = *tables; c->name; c++) {
			*used = words_of(c->name, argc, argv);
			if (*used)
				return c;
		}
	return NULL;
}

static size_t flags_of(const struct command *c)
{
	size_t n = 0;

	while (c->flags && c->flags[n].name)
		n++;
	return n;
}

enum { VALUE_JSON = 256, VALUE_HELP, VALUE_FIRST };

static void long_options(const struct command *c, struct option *out)
{
	size_t n = flags_of(c);

	for (size_t i = 0; i < n; i++)
		out[i] = (struct option){ c->flags[i].name,
					  c->flags[i].value ? required_argument : no_argument, NULL,
					  VALUE_FIRST + (int)i };
	out[n++] = (struct option){ "json", no_argument, NULL, VALUE_JSON };
	out[n++] = (struct option){ "help", no_argument, NULL, VALUE_HELP };
	out[n] = (struct option){ NULL, 0, NULL, 0 };
}

static bool complete(const struct run *r, const char **error)
{
	const struct command *c = r->command;

	for (size_t i = 0; i < flags_of(c); i++)
		if (c->flags[i].required && !r->values[i]) {
			*error = pool_printf(r->ctx->pool, "falta --%s %s", c->flags[i].name,
					     c->flags[i].value);
			return false;
		}
	if (r->argc < c->min) {
		*error = pool_printf(r->ctx->pool, "falta %s", c->arguments);
		return false;
	}
	if (c->max >= 0 && r->argc > c->max) {
		*error = pool_printf(r->ctx->pool, "argumento a mais: %s", r->argv[c->max]);
		return false;
	}
	return true;
}

bool command_read(struct run *r, int argc, char **argv, const char **error)
{
	struct option options[FLAGS_MAX + 3];
	int got;

	long_options(r->command, options);
	opterr = 0;
	optind = 1; /* argv[0] is the last word of the name */
	while ((got = getopt_long(argc, argv, ":", options, NULL)) != -1) {
		if (got == VALUE_JSON) {
			r->json = true;
		} else if (got == VALUE_HELP) {
			r->help = true;
		} else if (got >= VALUE_FIRST) {
			r->values[got - VALUE_FIRST] = optarg ? optarg : "";
		} else {
			*error = pool_printf(r->ctx->pool,
					     got == ':' ? "falta o valor de %s"
							: "opção desconhecida: %s",
					     argv[optind - 1]);
			return false;
		}
	}
	r->argc = argc - optind;
	r->argv = argv + optind;
	return r->help || complete(r, error);
}

const char *run_flag(const struct run *r, const char *name)
{
	for (size_t i = 0; i < flags_of(r->command); i++)
		if (str_eq(r->command->flags[i].name, name))
			return r->values[i];
	return NULL;
}

NORETURN void run_usage(struct run *r, const char *detail, ...)
{
	va_list ap;
	const char *text;

	va_start(ap, detail);
	text = pool_vprintf(r->ctx->pool, detail, ap);
	va_end(ap);
	fail(r->ctx, 400, "invalid_parameter", "%s", text);
}

static void help_flag(struct buf *b, const struct flag *f)
{
	const char *left = f->value ? f->value : "";

	buf_printf(b, "  --%s%s%s", f->name, *left ? " " : "", left);
	for (size_t n = strlen(f->name) + (*left ? 1 + text_length(left) : 0); n < 24; n++)
		buf_char(b, ' ');
	buf_printf(b, " %s%s\n", f->help, f->required ? " (obrigatório)" : "");
}

const char *command_help(void *pool, const struct command *c)
{
	static const struct flag json = { "json", NULL, "imprime JSON, para programas", false };
	static const struct flag help = { "help", NULL, "mostra esta ajuda", false };
	struct buf b;

	buf_init(&b, pool, 1024);
	buf_printf(&b, "uso: lastro %s [opções]%s%s\n\n%s\n\n", c->name, *c->arguments ? " " : "",
		   c->arguments, c->summary);
	for (size_t i = 0; i < flags_of(c); i++)
		help_flag(&b, &c->flags[i]);
	help_flag(&b, &json);
	help_flag(&b, &help);
	if (c->more_help)
		buf_printf(&b, "\n%s", c->more_help(pool));
	return buf_text(&b);
}

static bool is_of_group(const struct command *c, const char *group)
{
	size_t n = strlen(group);

	return text_starts(c->name, group) && c->name[n] == ' ';
}

/* The rows of one table; returns how many. */
static size_t help_rows(struct buf *b, const struct command *table, const char *group)
{
	size_t n = 0;

	for (const struct command *c = table; c->name; c++) {
		if (group && !is_of_group(c, group))
			continue;
		buf_printf(b, "  %-19s %s\n", c->name, c->summary);
		n++;
	}
	return n;
}

const char *commands_help(void *pool, const struct command *const *tables, const char *group)
{
	struct buf b;
	size_t n = 0;

	buf_init(&b, pool, 4096);
	buf_str(&b, "uso: lastro SUBCOMANDO [opções] [argumentos]\n\n");
	for (; *tables; tables++)
		n += help_rows(&b, *tables, group);
	if (!n)
		return NULL;
	buf_str(&b,
		"\nlastro SUBCOMANDO --help mostra as opções; lastro --version, a versão.\n"
		"Banco: LASTRO_DATABASE_ADMIN ou, na falta, LASTRO_DATABASE.\n"
		"Saída: 0 feito; 1 recusado ou falhou; 2 uso errado; 3 banco fora do alcance;\n       4 feito, menos o que está em uma máquina que não responde.\n");
	return buf_text(&b);
}
