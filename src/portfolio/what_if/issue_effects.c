/* SPDX-License-Identifier: Apache-2.0 */
/* issue_effects.c: what the mend of an issue would change, in sentences. */
#include "config.h"

#include "portfolio/what_if/issue_effects.h"

#include "core/clock.h"
#include "core/number_text.h"
#include "core/problem.h"
#include "core/text.h"
#include "db/db.h"
#include "identity/caller.h"
#include "operations/ask.h"
#include "portfolio/ledger/succession.h"
#include "portfolio/ledger/transaction.h"
#include "portfolio/what_if/what_if.h"

#define ROWS_TRIED 5000	    /* of a ledger */
#define TIME_US 250000	    /* of an answer */
#define ISSUES_COMPARED 300 /* each with each */
#define SENTENCES 16
#define QUANTITIES 3 /* changed ones that are named */
#define COMING 2     /* new issues that are named */

static DB_STMT(begin, "issue_effect.begin", "savepoint mend");
/* No row while another session writes: the answer does not wait for it. */
static DB_STMT(lock_free, "issue_effect.lock_free",
	       "select ledger_version"
	       "  from portfolio"
	       " where workspace_id = $1 and id = $2"
	       "   for update skip locked");
static DB_STMT(back, "issue_effect.back", "rollback to savepoint mend");

struct issue_trials issue_trials_new(struct ctx *ctx, const struct issues_view *before)
{
	struct issue_trials t = { ctx, before, clock_monotonic_us() + TIME_US };
	size_t rows = 0;

	for (size_t i = 0; i < before->in.ledger.n_assets; i++)
		rows += before->in.ledger.assets[i].n_rows;
	if (rows > ROWS_TRIED)
		t.until_us = 0;
	return t;
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
		say(s,
		    n == 1 ? "Uma pendência deixa de existir."
			   : "%zu pendências deixam de existir.",
		    n);
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

struct issue_effect issue_lists_compared(void *pool, const struct issues_view *before,
					 const struct issues_view *after, const struct issue *of)
{
	struct sentences s = sentences_new(pool);

	say_issues(&s, before, after, of);
	return (struct issue_effect){ true, s.list, s.n };
}

/* ---- trying ---- */

struct trial {
	struct ask ask;
	const char *row; /* the id in its path; NULL: it has none */
	struct issues_view after;
};

static const char *last_of(const char *path)
{
	return strrchr(path, '/') + 1;
}

/* The request that does all of it; false when a person must fill something in, or several do it. */
static bool request_of(void *pool, const struct issue *of, struct json_object *actions,
		       struct trial *t)
{
	size_t n = ask_items(actions);
	struct json_object *first = n ? json_object_array_get_idx(actions, 0) : NULL;
	const char *ids = "";

	for (size_t i = 0; i < n; i++)
		if (ask_items(ask_member(json_object_array_get_idx(actions, i), "fill")))
			return false;
	if (!n)
		return false;
	t->ask.json = ask_text(first, "body");
	switch (of->action) {
	case REMEDY_POST_DRAFTS:
	case REMEDY_POST_EVENT:
		t->ask.run = transaction_create;
		return true;
	case REMEDY_DELETE_ROWS:
		for (size_t i = 0; i < n; i++)
			ids = pool_printf(
				pool, "%s%s%s", ids, i ? "," : "",
				last_of(ask_text(json_object_array_get_idx(actions, i), "path")));
		t->ask.run = transactions_delete;
		ask_query(&t->ask, "ids", ids);
		return n <= TRANSACTIONS_DELETED_MAX;
	case REMEDY_PATCH_DAY:
		t->ask.run = transaction_update;
		t->row = last_of(ask_text(first, "path"));
		return true;
	case REMEDY_SUCCESSION:
		t->ask.run = succession_put;
		t->row = uuid_text(pool, of->asset->id);
		return true;
	case REMEDY_BY_HAND:
	case REMEDY_OPTION_END:
	case REMEDY_ASSET_SYMBOL:
	case REMEDY_PATCH_PRICE:
	case REMEDY_PATCH_TRADED:
	case REMEDY_IMPORT:
	case REMEDY_ASSET_TERMS:
	case REMEDY_ASSET_TYPE:
	case REMEDY_SPIN_OFF:
		break;
	}
	return false;
}

static void run(struct ctx *ctx, void *arg)
{
	struct trial *t = arg;

	ctx->path[1] = t->row;
	(void)ask_run(ctx, &t->ask);
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
	if (!done)
		ctx->problem = NULL;
	return done;
}

struct issue_effect issue_effect(const struct issue_trials *t, const struct issue *of,
				 struct json_object *actions)
{
	struct trial tried = { .row = NULL };
	struct sentences s = sentences_new(t->ctx->pool);
	const struct portfolio *a = &t->before->portfolio, *b = &tried.after.portfolio;

	if (!request_of(t->ctx->pool, of, actions, &tried) || clock_monotonic_us() > t->until_us ||
	    !try(t->ctx, &tried))
		return (struct issue_effect){ .tried = false };
	say_sums(&s, a, b);
	(void)say_quantities(&s, a, b, true, say_quantities(&s, a, b, false, 0));
	say_costs(&s, a, b);
	if (!s.n)
		say(&s, "Patrimônio, custo e resultados não mudam; o imposto pode mudar.");
	say_issues(&s, t->before, &tried.after, of);
	return (struct issue_effect){ true, s.list, s.n };
}
