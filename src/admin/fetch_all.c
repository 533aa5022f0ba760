/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fetch_all.c: lastro fetch --all: fetches every source, and the prices of every held paper.
 *
 * A file that fails stops nothing: the next ones are fetched, the failures are listed at the end, and
 * the command exits with 1.  A file that the server does not have yet is no failure.  Each file has a
 * pool of its own, with its descriptors: thousands of files in one run need no more of them than one.
 */
#include "config.h"

#include "admin/admin.h"

#include <stdio.h>
#include <unistd.h>

#include "admin/progress_bar.h"
#include "identity/turn.h"
#include "load/fetch_plan.h"
#include "load/load.h"

#define SOURCES_MAX 64
#define YEARS_FIRST 5 /* fetched when --since is not given */

struct tally {
	const char *source;
	int64_t loaded, unchanged, absent, missing, written, refused;
};

struct missing {
	const char *source, *url, *why;
	struct missing *next;
};

struct all {
	struct run *r;
	struct fetch_plan plan;
	struct load_options load;
	struct bar bar;
	bool shows;		/* shows the progress */
	struct fetch_job *job;	/* in hand */
	struct load_result res; /* of the current page */
	bool absent;
	struct tally by_source[SOURCES_MAX];
	size_t n_sources;
	struct missing *missing, **missing_end;
};

static struct tally *tally_of(struct all *a, const char *source)
{
	size_t i = 0;

	while (i < a->n_sources && !str_eq(a->by_source[i].source, source))
		i++;
	if (i == a->n_sources && i < SOURCES_MAX)
		a->by_source[a->n_sources++] = (struct tally){ .source = source };
	return &a->by_source[i < SOURCES_MAX ? i : 0];
}

/* ---- one file ---- */

/* All pages of the current job; refuses when one fails. */
static void fetch_pages(struct ctx *ctx, void *arg)
{
	struct all *a = arg;
	struct tally *t = tally_of(a, a->job->from->source);
	const char *name = NULL;
	bool changed = false;

	for (int page = 1, pages = 1; page <= pages; page++) {
		int seen = 1;

		a->res = (struct load_result){ 0 };
		if (fetch_load(ctx, a->job->from, &a->job->opt, page, &a->load, &a->res, &name,
			       &seen)) {
			changed = true;
			t->written += a->res.written;
			t->refused += a->res.refused;
			bar_clear(&a->bar);
			if (a->r->json || a->res.refused || a->res.n_warnings)
				load_tell(a->r, a->job->from->source, name, &a->res);
		}
		pages = seen > pages ? seen : pages;
	}
	t->loaded += changed;
	t->unchanged += !changed;
}

static void keep_missing(struct all *a, const struct problem *p)
{
	void *pool = a->r->ctx->pool;
	struct missing *m = pool_zero(pool, struct missing);

	*m = (struct missing){ .source = a->job->from->source,
			       .url = fetch_url(pool, a->job->from, &a->job->opt),
			       .why = p->detail ? p->detail : "falhou" };
	*a->missing_end = m;
	a->missing_end = &m->next;
}

static void fetch_job(struct all *a, size_t at, size_t of)
{
	struct ctx *ctx = a->r->ctx;
	struct tally *t = tally_of(a, a->job->from->source);
	struct problem why;

	a->bar = (struct bar){ .name = pool_printf(ctx->pool, "%s %s", a->job->from->source,
						   fetch_expand(ctx->pool, a->job->from->file,
								a->job->from, &a->job->opt, 1,
								false)),
			       .percent = -1 };
	if (a->shows)
		fprintf(stderr, "\r\033[K[%zu/%zu] %s", at, of, a->bar.name);
	a->absent = false;
	a->job->opt.absent = &a->absent;
	a->load.symbol = a->job->opt.values[FETCH_SYMBOL];
	a->load.issuer = a->job->opt.values[FETCH_ISSUER];
	a->load.type = a->job->type;
	a->load.currency = a->job->currency;
	a->job->came = turn_take(ctx, NULL, fetch_pages, a, &why);
	if (a->job->asked && (a->job->came || a->absent))
		fetch_plan_asked(ctx, a->job);
	if (a->job->came)
		return;
	if (a->absent && a->job->may_lack) {
		t->absent++;
	} else {
		t->missing++;
		keep_missing(a, &why);
	}
}

/* ---- the outcome ---- */

static void tell_json(struct all *a)
{
	struct json *j = json_new(a->r->ctx->pool, 1024);

	json_open(j, NULL);
	json_array(j, "sources");
	for (size_t i = 0; i < a->n_sources; i++) {
		const struct tally *t = &a->by_source[i];

		json_open(j, NULL);
		json_text(j, "source", t->source);
		json_int(j, "loaded", t->loaded);
		json_int(j, "unchanged", t->unchanged);
		json_int(j, "not_published", t->absent);
		json_int(j, "missing", t->missing);
		json_int(j, "written", t->written);
		json_int(j, "refused", t->refused);
		json_close(j);
	}
	json_array_end(j);
	json_array(j, "missing");
	for (const struct missing *m = a->missing; m; m = m->next) {
		json_open(j, NULL);
		json_text(j, "source", m->source);
		json_text(j, "url", m->url);
		json_text(j, "why", m->why);
		json_close(j);
	}
	json_array_end(j);
	json_close(j);
	print_json(a->r, json_written(j));
}

static void tell_people(struct all *a)
{
	for (size_t i = 0; i < a->n_sources; i++) {
		const struct tally *t = &a->by_source[i];

		print_line(a->r,
			   "%-17s %4lld arquivos carregados, %4lld sem mudança, %3lld ainda não "
			   "publicados, %3lld faltam; %lld linhas gravadas, %lld recusadas",
			   t->source, (long long)t->loaded, (long long)t->unchanged,
			   (long long)t->absent, (long long)t->missing, (long long)t->written,
			   (long long)t->refused);
	}
	for (const struct missing *m = a->missing; m; m = m->next)
		print_line(a->r, "falta %s: %s", m->source, m->why);
	if (!a->missing)
		print_line(a->r, "Nada falta.");
}

/* ---- the command ---- */

static struct day since_of(struct run *r)
{
	const char *said = run_flag(r, "since");
	struct day since = { 0 };
	int year, month, day;

	if (said && (!day_parse(slice_of(said), &since) || day_before(r->ctx->today, since)))
		run_usage(r, "--since é um dia que já passou, como 2021-01-01");
	if (said)
		return since;
	day_to_ymd(r->ctx->today, &year, &month, &day);
	(void)!day_from_ymd(year - YEARS_FIRST, 1, 1, &since);
	return since;
}

enum exit_status fetch_all(struct run *r, const struct fetch_options *opt,
			   const struct load_options *load)
{
	struct all *a = pool_zero(r->ctx->pool, struct all);

	for (int v = 0; v < FETCH_VALUES; v++)
		if (opt->values[v])
			run_usage(r, "--all busca tudo: não leva --%s", fetch_value_names[v]);
	*a = (struct all){ .r = r,
			   .plan = { .ctx = r->ctx, .opt = opt, .since = since_of(r) },
			   .load = *load,
			   .shows = !r->json && isatty(STDERR_FILENO),
			   .missing_end = &a->missing };
	if (a->shows) {
		a->load.progress = bar_show;
		a->load.progress_arg = &a->bar;
	}
	for (int stage = 0; stage < FETCH_STAGES; stage++) {
		size_t at = a->plan.n;

		fetch_plan_add(&a->plan, stage);
		for (; at < a->plan.n; at++) {
			a->job = &a->plan.jobs[at];
			if (a->job->done)
				tally_of(a, a->job->from->source)->unchanged++;
			else
				fetch_job(a, at + 1, a->plan.n);
		}
	}
	fetch_sweep(r->ctx, opt);
	if (a->shows)
		fprintf(stderr, "\r\033[K");
	if (r->json)
		tell_json(a);
	else
		tell_people(a);
	return a->missing ? EXIT_REFUSED : EXIT_DONE;
}
