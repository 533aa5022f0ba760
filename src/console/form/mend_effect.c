/* SPDX-License-Identifier: Apache-2.0 */
/* mend_effect.c: what a mend would change, in sentences. */
#include "config.h"

#include "console/form/mend_effect.h"

#include "core/clock.h"
#include "core/number_text.h"
#include "core/problem.h"
#include "core/text.h"
#include "db/db.h"
#include "identity/caller.h"
#include "http/response.h"
#include "portfolio/what_if/what_if.h"

#define ROWS_TRIED 5000	    /* of a ledger */
#define TIME_US 250000	    /* of a page */
#define ISSUES_COMPARED 300 /* each with each */
#define SENTENCES 16
#define QUANTITIES 3 /* changed ones that are named */
#define COMING 2     /* new issues that are named */

static DB_STMT(begin, "mend_effect.begin", "savepoint mend");
/* No row while another session writes: a page does not wait for it. */
static DB_STMT(lock_free, "mend_effect.lock_free",
	       "select ledger_version"
	       "  from portfolio"
	       " where workspace_id = $1 and id = $2"
	       "   for update skip locked");
static DB_STMT(back, "mend_effect.back", "rollback to savepoint mend");

struct mend_effects mend_effects_new(struct ctx *ctx, const struct issues_view *before)
{
	struct mend_effects e = { ctx, before, clock_monotonic_us() + TIME_US };
	size_t rows = 0;

	for (size_t i = 0; i < before->in.ledger.n_assets; i++)
		rows += before->in.ledger.assets[i].n_rows;
	if (rows > ROWS_TRIED)
		e.until_us = 0;
	return e;
}

/* ---- in words ---- */

struct sentences {
	void *pool;
	const char **list;
	size_t n;
};

PRINTF_LIKE(2, 3) static void say(struct sentences *s, const char *fmt, ...)
{
	va_list ap;

	if (s->n == SENTENCES)
		return;
	va_start(ap, fmt);
	s->list[s->n++] = pool_vprintf(s->pool, fmt, ap);
	va_end(ap);
}

static struct sentences sentences_new(void *pool)
{
	return (struct sentences){ pool, pool_array(pool, const char *, SENTENCES), 0 };
}

static void say_sum(struct sentences *s, const char *label, struct money before, struct money after)
{
	const char *a = brl_text(s->pool, before), *b = brl_text(s->pool, after);

	if (!str_eq(a, b))
		say(s, "%s: de %s para %s.", label, a, b);
}

static void say_sums(struct sentences *s, const struct portfolio *a, const struct portfolio *b)
{
	say_sum(s, "Patrimônio", a->patrimonio, b->patrimonio);
	say_sum(s, "Valor investido", a->invested, b->invested);
	say_sum(s, "Lucro não realizado", a->unrealized_pl, b->unrealized_pl);
	say_sum(s, "Lucro realizado", a->realized_pl, b->realized_pl);
}

/* @lost: holdings that are only in @a; those of both are judged once, from @b. */
static size_t say_quantities(struct sentences *s, const struct portfolio *a,
			     const struct portfolio *b, bool lost, size_t n)
{
	for (size_t i = 0; i < (lost ? a : b)->n_holdings; i++) {
		const struct holding *x = &(lost ? a : b)->holdings[i];
		const struct holding *other = what_if_holding(lost ? b : a, x->asset->id);
		struct qty was = { 0 }, is = { 0 };

		if (lost && other)
			continue;
		if (lost)
			was = x->brl.qty;
		else
			is = x->brl.qty;
		if (!lost && other)
			was = other->brl.qty;
		if (was.e8 == is.e8 || n++ >= QUANTITIES)
			continue;
		say(s, "%s: de %s para %s.", x->asset->symbol, quantity_text(s->pool, was),
		    quantity_text(s->pool, is));
	}
	return n;
}

/* Costs that become known: the sums alone would not tell. */
static void say_costs(struct sentences *s, const struct portfolio *a, const struct portfolio *b)
{
	for (size_t i = 0; i < b->n_holdings; i++) {
		const struct holding *x = &b->holdings[i], *was = what_if_holding(a, x->asset->id);

		if (was && !was->brl.cost_known && x->brl.cost_known && x->brl.qty.e8)
			say(s, "O custo de %s passa a ser conhecido: %s.", x->asset->symbol,
			    brl_text(s->pool, x->brl.cost));
	}
}

/* ---- issues ---- */

/* The same thing about the same rows. */
static bool same(const struct issue *a, const struct issue *b)
{
	if (a->code != b->code || !a->asset != !b->asset ||
	    (a->asset && !uuid_same(a->asset->id, b->asset->id)) || !a->n_rows != !b->n_rows ||
	    !a->event != !b->event)
		return false;
	if (a->event)
		return day_same(a->event->ex_day, b->event->ex_day);
	return !a->n_rows || uuid_same(a->rows[0].row->id, b->rows[0].row->id);
}

static bool has(const struct issues_view *v, const struct issue *i)
{
	for (size_t k = 0; k < v->n; k++)
		if (same(&v->list[k], i))
			return true;
	return false;
}

static void say_going(struct sentences *s, const struct issues_view *before,
		      const struct issues_view *after, const struct issue *of)
{
	bool stays = of && has(after, of);
	size_t n = 0;

	for (size_t i = 0; i < before->n; i++)
		n += !has(after, &before->list[i]);
	if (of && !stays && n > 1)
		say(s, "Esta pendência some, e com ela outras %zu.", n - 1);
	else if (of && !stays)
		say(s, "Esta pendência some.");
	else if (n)
		say(s, n == 1 ? "Some %zu pendência." : "Somem %zu pendências.", n);
	if (stays)
		say(s, "Esta pendência continua, com o que resta dela.");
}

static void say_coming(struct sentences *s, const struct issues_view *before,
		       const struct issues_view *after)
{
	size_t n = 0;

	for (size_t i = 0; i < after->n; i++) {
		const struct issue *x = &after->list[i];

		if (has(before, x) || n++ >= COMING)
			continue;
		say(s, "Surge outra: %s%s%s.", x->title, x->asset ? ", de " : "",
		    x->asset ? x->asset->symbol : "");
	}
	if (n > COMING)
		say(s, "Surgem ainda outras %zu.", n - COMING);
}

static void say_issues(struct sentences *s, const struct issues_view *before,
		       const struct issues_view *after, const struct issue *of)
{
	if (before->n > ISSUES_COMPARED || after->n > ISSUES_COMPARED) {
		if (before->n != after->n)
			say(s, "As pendências passam de %zu para %zu.", before->n, after->n);
		return;
	}
	say_going(s, before, after, of);
	say_coming(s, before, after);
}

struct mend_effect mend_issues_said(void *pool, const struct issues_view *before,
				    const struct issues_view *after, const struct issue *of)
{
	struct sentences s = sentences_new(pool);

	say_issues(&s, before, after, of);
	return (struct mend_effect){ true, s.list, s.n };
}

/* ---- trying ---- */

struct trial {
	const struct mend_request *request;
	const char *body;
	struct issues_view after;
};

static void run(struct ctx *ctx, void *arg)
{
	struct trial *t = arg;

	(void)mend_request_run(ctx, t->request, t->body, NULL);
	issues_view(ctx, &t->after);
}

/* False when the operation refuses it, or another session writes; a failure of the service is passed on. */
static bool try(struct ctx *ctx, struct trial *t)
{
	const struct caller *caller = ctx->caller; /* the write notes its version there */
	const char *path = ctx->path[1];
	bool done;

	db_send_quiet(ctx, &begin, DB_NO_ARGS);
	done = db_count(db_query(
		       ctx, &lock_free,
		       DB_ARGS(db_uuid(caller->resource_workspace), db_uuid(caller->portfolio)))) &&
	       ctx_attempt(ctx, run, t);
	if (ctx->problem && ctx->problem->status >= 500)
		ctx_leave(ctx);
	(void)db_exec(ctx, &back, DB_NO_ARGS);
	ctx->caller = caller;
	ctx->path[1] = path;
	if (!done) {
		ctx->problem = NULL;
		respond_reset(ctx);
	}
	return done;
}

struct mend_effect mend_effect(const struct mend_effects *e, const struct mend_request *r,
			       const char *body, const struct issue *of)
{
	struct trial t = { .request = r, .body = body };
	struct sentences s = sentences_new(e->ctx->pool);
	const struct portfolio *a = &e->before->portfolio, *b = &t.after.portfolio;

	if (clock_monotonic_us() > e->until_us || !try(e->ctx, &t))
		return (struct mend_effect){ .tried = false };
	say_sums(&s, a, b);
	(void)say_quantities(&s, a, b, true, say_quantities(&s, a, b, false, 0));
	say_costs(&s, a, b);
	if (!s.n)
		say(&s, "Os números não mudam.");
	say_issues(&s, e->before, &t.after, of);
	return (struct mend_effect){ true, s.list, s.n };
}

void mend_effect_write(struct html *h, const struct mend_effect *e)
{
	if (!e->n)
		return;
	html_open(h, "ul");
	for (size_t i = 0; i < e->n; i++)
		html_element(h, "li", e->said[i]);
	html_close(h, "ul");
}
