/* SPDX-License-Identifier: Apache-2.0 */
/*
 * load_command.c: lastro load and lastro fetch: public files into the market tables.
 *
 * Each loaded file is reported at once; refused ones are reported at the end, the others are loaded,
 * and the command exits with 1.  With --json, one object per line and file.
 */
#include "config.h"

#include "admin/admin.h"

#include <stdio.h>
#include <unistd.h>

#include "admin/progress_bar.h"
#include "identity/turn.h"
#include "core/problem.h"
#include "load/fetch.h"
#include "load/load.h"

static const struct flag load_flags[] = {
	{ "strict", NULL, "uma linha recusada recusa o arquivo inteiro", false },
	{ "symbol", "ATIVO", "de que ativo ou par é o arquivo (ohlc, klines)", false },
	{ "type", "TIPO", "tipo do ativo: stock, fii, etf, bdr, us, crypto, index (ohlc)", false },
	{ "currency", "MOEDA", "BRL ou USD (ohlc), ou a moeda da taxa (ptax)", false },
	{ "code", "CÓDIGO", "da série (sgs)", false },
	{ "calendar", "NOME", "anbima ou b3 (holidays)", false },
	{ "issuer", "CÓDIGO", "do emissor, como PETR (cash-dividends)", false },
	{ "org", "ORGANIZAÇÃO", "a mesa de crédito que vai revisar (regulation-terms)", false },
	{ .name = NULL },
};

static const char *load_help(void *pool)
{
	struct buf b;

	buf_init(&b, pool, 1024);
	buf_str(&b, "Fontes:\n");
	for (const struct load_source *s = load_sources; s->name; s++)
		buf_printf(&b, "  %-15s %s%s%s\n", s->name, s->title, *s->needs ? "; " : "",
			   s->needs);
	buf_str(&b, "Um .zip ou .gz é aberto no lugar; - é a entrada padrão.  Cada arquivo é uma "
		    "transação.\n");
	return buf_text(&b);
}

static const struct flag fetch_flags[] = {
	{ "all", NULL, "todas as fontes, e o que alguém tem em carteira", false },
	{ "since", "AAAA-MM-DD", "com --all: desde quando (1º de janeiro de cinco anos atrás)",
	  false },
	{ "year", "AAAA", "do arquivo (cotahist, sgs, ptax, klines e os de um dia)", false },
	{ "month", "MM", "do arquivo", false },
	{ "day", "DD", "do arquivo", false },
	{ "code", "CÓDIGO", "da série (sgs), da CVM (company-details), do Stooq (ohlc)", false },
	{ "symbol", "ATIVO", "o par (klines), ou o nosso nome do ativo (ohlc)", false },
	{ "issuer", "CÓDIGO", "do emissor, como PETR (companies, cash-dividends)", false },
	{ "name", "NOME", "nome de pregão, sem barras (cash-dividends)", false },
	{ "type", "TIPO", "tipo do ativo (ohlc)", false },
	{ "currency", "MOEDA", "BRL ou USD (ohlc)", false },
	{ "base-url", "URL", "outro servidor em lugar do oficial", false },
	{ "cache", "PASTA", "onde fica o que ainda não foi carregado (~/.cache/lastro)", false },
	{ "contact", "URL", "dito ao servidor no nome do programa", false },
	{ "attempts", "N", "quantas vezes tentar (5)", false },
	{ "wait", "MS", "milissegundos antes da segunda tentativa (2000); depois dobram", false },
	{ "again", NULL, "mesmo que não tenha mudado desde a última carga", false },
	{ "strict", NULL, "uma linha recusada recusa o arquivo inteiro", false },
	{ .name = NULL },
};

static const char *fetch_help(void *pool)
{
	struct buf b;

	buf_init(&b, pool, 2048);
	buf_str(&b, "Fontes, com o que cada uma pede entre chaves:\n");
	for (const struct fetch_source *s = fetch_sources; s->source; s++)
		buf_printf(&b, "  %-17s %s%s%s%s\n", s->source, s->base, s->path,
			   s->params ? " de " : "", s->params ? s->params : "");
	return buf_text(&b);
}

/* ---- the subcommands ---- */

/* One file of lastro load. */
struct loading {
	struct run *r;
	const struct load_source *source;
	const struct load_options *opt;
	const char *file;
};

static void load_one(struct ctx *ctx, void *arg)
{
	struct loading *l = arg;
	struct load_options opt = *l->opt;
	struct bar bar = { .name = l->file, .percent = -1 };
	struct load_result res;

	if (!l->r->json && isatty(STDERR_FILENO)) {
		opt.progress = bar_show;
		opt.progress_arg = &bar;
	}
	load_file(ctx, l->source, l->file, &opt, &res);
	bar_clear(&bar);
	load_tell(l->r, l->source->name, l->file, &res);
}

static void tell_refused(const struct loading *l, const struct problem *p)
{
	fprintf(stderr, "%slastro load: %s: %s\n", isatty(STDERR_FILENO) ? "\r\033[K" : "", l->file,
		p->detail ? p->detail : p->code);
}

static enum exit_status load_command(struct run *r)
{
	const struct load_source *source = load_source_find(r->argv[0]);
	const struct load_options opt = {
		.strict = run_flag(r, "strict") != NULL,
		.symbol = run_flag(r, "symbol"),
		.type = run_flag(r, "type"),
		.code = run_flag(r, "code"),
		.calendar = run_flag(r, "calendar"),
		.issuer = run_flag(r, "issuer"),
		.currency = run_flag(r, "currency"),
		.org = run_flag(r, "org"),
	};
	int refused = 0;

	if (!source)
		run_usage(r, "não há a fonte %s", r->argv[0]);
	for (int i = 1; i < r->argc; i++) {
		struct loading l = { r, source, &opt, r->argv[i] };
		struct problem why;

		if (turn_take(r->ctx, NULL, load_one, &l, &why))
			continue;
		if (r->argc == 2 || str_eq(why.code, "database_unavailable")) {
			*problem_open(r->ctx) = why;
			ctx_leave(r->ctx);
		}
		tell_refused(&l, &why);
		refused++;
	}
	if (refused && !r->json)
		print_line(r, "%d de %d arquivos recusados; os outros foram carregados", refused,
			   r->argc - 1);
	return refused ? EXIT_REFUSED : EXIT_DONE;
}

/* A numeric flag; @otherwise when it was not given. */
static int64_t number_flag(struct run *r, const char *name, int64_t least, int64_t most,
			   int64_t otherwise)
{
	const char *s = run_flag(r, name);
	int64_t v = 0;

	if (!s)
		return otherwise;
	if (!*s || strlen(s) > 9 || s[strspn(s, "0123456789")])
		run_usage(r, "--%s leva um número", name);
	for (; *s; s++)
		v = 10 * v + (*s - '0');
	if (v < least || v > most)
		run_usage(r, "--%s: de %lld a %lld", name, (long long)least, (long long)most);
	return v;
}

static void fetch_options(struct run *r, struct fetch_options *opt, struct load_options *load)
{
	for (int v = 0; v < FETCH_VALUES; v++)
		opt->values[v] = run_flag(r, fetch_value_names[v]);
	opt->base_url = run_flag(r, "base-url");
	opt->cache = run_flag(r, "cache");
	opt->contact = run_flag(r, "contact");
	opt->attempts = (int)number_flag(r, "attempts", 1, 20, FETCH_ATTEMPTS);
	opt->wait_ms = number_flag(r, "wait", 0, 600000, FETCH_WAIT_MS);
	opt->again = run_flag(r, "again") != NULL;
	load->strict = run_flag(r, "strict") != NULL;
	load->symbol = opt->values[FETCH_SYMBOL];
	load->issuer = opt->values[FETCH_ISSUER];
	load->type = run_flag(r, "type");
	load->currency = run_flag(r, "currency");
}

static enum exit_status fetch_command(struct run *r)
{
	struct fetch_options opt = { .attempts = 0 };
	struct load_options load = { .strict = false };
	const struct fetch_source *from;
	const char *why = NULL, *name = NULL;

	fetch_options(r, &opt, &load);
	if (run_flag(r, "all") ? r->argc != 0 : r->argc != 1)
		run_usage(r, "diga uma fonte, ou --all");
	if (r->argc == 0)
		return fetch_all(r, &opt, &load);
	if (run_flag(r, "since"))
		run_usage(r, "--since vale com --all");
	if (!fetch_known(r->argv[0]))
		run_usage(r, "não há a fonte %s", r->argv[0]);
	from = fetch_choose(r->ctx->pool, r->argv[0], &opt, &why);
	if (!from)
		run_usage(r, "%s", why);
	for (int page = 1, pages = 1; page <= pages; page++) {
		struct load_result res = { 0 };
		int seen = 1;

		if (fetch_load(r->ctx, from, &opt, page, &load, &res, &name, &seen)) {
			load_tell(r, from->source, name, &res);
		} else if (r->json) {
			load_tell(r, from->source, name, &res);
		} else {
			print_line(r, "%s: sem mudança desde a última carga", name);
		}
		pages = seen > pages ? seen : pages;
	}
	return EXIT_DONE;
}

const struct command load_commands[] = {
	{ "load", "FONTE ARQUIVO…", "carrega arquivos públicos: cotações, taxas, eventos, feriados",
	  2, -1, load_flags, load_command, load_help },
	{ "fetch", "FONTE", "baixa o arquivo oficial e o carrega; --all: os de todas as fontes", 0,
	  1, fetch_flags, fetch_command, fetch_help },
	{ .name = NULL },
};
