/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plans.c: where amounts of many clients go (doc/calculations.md 21.3): one amount for each who has targets, or a list.
 *
 * One statement finds the portfolios with their targets, they are valued together, and what their targets name is priced
 * together: the number of statements does not grow with them.
 */
#include "config.h"

#include "office/plans.h"

#include <stdlib.h>

#include "core/order.h"
#include "core/text.h"
#include "http/tree.h"
#include "identity/caller.h"
#include "office/aims.h"
#include "office/reach.h"
#include "operations/schema.h"
#include "portfolio/portfolio.h"

#define KEY "c.id::text collate \"C\""
#define COLUMNS                                                                                    \
	"select " KEY ", c.id, c.name, c.tax_id, p.id, p.exclude_from_consolidated,"               \
	" t.document::text, t.version from client c"
#define LATEST                                                                                     \
	" (select t.document, t.version from portfolio_targets t"                                  \
	"   where t.workspace_id = $1 and t.portfolio_id = p.id order by t.version desc limit 1) t"

static DB_STMT(aimed, "plans.aimed",
	       COLUMNS "  join portfolio p on p.workspace_id = $1 and p.client_id = c.id"
		       "   and not p.exclude_from_consolidated"
		       "  join lateral" LATEST " on t.document is not null"
		       " where c.workspace_id = $1 and " REACH(
			       "$2") " and (" KEY ", p.id) > ($3, $4) order by 1, p.id limit $5");

static DB_STMT(
	named, "plans.named",
	COLUMNS
	"  left join portfolio p on p.workspace_id = $1 and p.client_id = c.id"
	"  left join lateral" LATEST " on true"
	" where c.workspace_id = $1 and " REACH(
		"$2") " and c.id in (select unnest($3::uuid[])"
		      "  union all select o.client_id from portfolio o"
		      "             where o.workspace_id = $1 and o.id = any($3::uuid[])"
		      "  union all select o.id from client o"
		      "             where o.workspace_id = $1 and o.tax_id = any($4::text[]))"
		      " order by 1, p.id limit 100000");
enum { C_KEY, C_CLIENT, C_NAME, C_TAX_ID, C_PORTFOLIO, C_SIMULATION, C_DOCUMENT, C_VERSION };

/* ---- what is asked ---- */

struct line {
	struct uuid id;	    /* of a client or of a portfolio */
	const char *tax_id; /* bare; NULL: the id names it */
	const char *typed;
	struct money amount;
};

struct search {
	struct call *c;
	struct line *lines; /* NULL: one amount for each */
	size_t n_lines;
	struct money amount;
	const struct db_rows *rows;
	struct office_plans found;
	struct schema_errors errors;
};

static const char *at(const struct search *s, size_t i, const char *member)
{
	return pool_printf(s->c->ctx->pool, "/input/plans/%zu/%s", i, member);
}

static struct line read_line(struct search *s, size_t i, struct json_object *o)
{
	struct json_object *amount = tree_member(o, "contribution");
	const char *id = tree_text(tree_member(o, "id"));
	char bare[15];
	struct line l = { .typed = id ? id : tree_text(tree_member(o, "tax_id")) };

	if (!id && tax_id_normal(l.typed, bare))
		l.tax_id = pool_strdup(s->c->ctx->pool, bare);
	else if (!id || !uuid_parse(slice_of(id), &l.id)) /* of an id the schema says so first */
		schema_error(&s->errors, at(s, i, "tax_id"), "tax_id", "um CPF ou CNPJ válido",
			     l.typed);
	if (!plan_amount(json_object_get_string(amount), false, &l.amount))
		schema_error(&s->errors, at(s, i, "contribution"), "value",
			     plan_amount_expected(false), json_object_get_string(amount));
	return l;
}

static void read_asked(struct search *s)
{
	struct call *c = s->c;
	struct json_object *list = tree_member(c->input, "plans");
	const char *amount = call_amount(c, "contribution");

	if (!list == !amount)
		call_invalid(c, "/input", "one_of", "contribution ou plans, um dos dois", NULL);
	if (amount && !plan_amount(amount, false, &s->amount))
		call_invalid(c, "/input/contribution", "value", plan_amount_expected(false),
			     amount);
	if (!list)
		return;
	if (call_has(c, "cursor"))
		call_invalid(c, "/input/cursor", "cursor", "nada: uma lista vem inteira", NULL);
	s->n_lines = json_object_array_length(list);
	s->lines = pool_array(c->ctx->pool, struct line, s->n_lines);
	for (size_t i = 0; i < s->n_lines; i++)
		s->lines[i] = read_line(s, i, json_object_array_get_idx(list, i));
	if (s->errors.n)
		call_invalid_all(c, &s->errors);
}

/* ---- whose ---- */

static void add(struct search *s, size_t row, struct money amount)
{
	struct office_plan *p = &s->found.items[s->found.n++];

	*p = (struct office_plan){ .client = db_get_uuid(s->rows, row, C_CLIENT),
				   .portfolio = db_get_uuid(s->rows, row, C_PORTFOLIO),
				   .client_name = db_get_text(s->rows, row, C_NAME) };
	p->view.ask = (struct plan_ask){ .moves = true, .contribution = amount };
	p->view.targets.exist = true;
	p->view.targets.version = db_get_int(s->rows, row, C_VERSION);
	p->view.targets.plan = targets_stored(s->c->ctx, db_get_text(s->rows, row, C_DOCUMENT));
}

/* Of one amount: a page of those who have targets. */
static void find_aimed(struct search *s)
{
	static const struct page_key key = { DB_TEXT, false };
	struct call *c = s->c;
	struct db_arg after[2];
	size_t n;

	call_after(c, &key, after);
	s->rows = db_query(c->ctx, &aimed,
			   DB_ARGS(db_uuid(c->ctx->caller->workspace), reach_member(c), after[0],
				   after[1], db_int(call_limit(c))));
	n = call_page(c, &key, s->rows, C_KEY, C_PORTFOLIO);
	s->found.items = pool_array(c->ctx->pool, struct office_plan, n);
	for (size_t i = 0; i < n; i++)
		add(s, i, s->amount);
}

static bool is_of(const struct search *s, size_t row, const struct line *l)
{
	const char *tax_id = db_get_text(s->rows, row, C_TAX_ID);

	if (l->tax_id)
		return tax_id && str_eq(tax_id, l->tax_id);
	return uuid_same(db_get_uuid(s->rows, row, C_CLIENT), l->id);
}

static bool is_portfolio(const struct search *s, size_t row, const struct line *l)
{
	return !l->tax_id && !db_is_null(s->rows, row, C_PORTFOLIO) &&
	       uuid_same(db_get_uuid(s->rows, row, C_PORTFOLIO), l->id);
}

/* A portfolio that is named, whatever it is; or a client's only one that counts and has targets. */
static bool find_row(const struct search *s, const struct line *l, size_t *row,
		     const char **expected)
{
	size_t n = 0, there = 0;

	for (size_t i = 0; i < db_count(s->rows); i++) {
		bool aims = !db_is_null(s->rows, i, C_DOCUMENT);

		if (is_portfolio(s, i, l)) {
			*row = i;
			*expected = "uma carteira que tenha metas";
			return aims;
		}
		if (!is_of(s, i, l))
			continue;
		there++;
		if (!aims || db_get_bool(s->rows, i, C_SIMULATION))
			continue;
		*row = i;
		n++;
	}
	*expected = !there ? "um cliente ou uma carteira que o membro veja"
		    : n	   ? "a carteira: o cliente tem metas em mais de uma"
			   : "um cliente com metas em uma carteira que conta";
	return n == 1;
}

static bool is_twice(const struct search *s)
{
	for (size_t i = 0; i + 1 < s->found.n; i++)
		if (uuid_same(s->found.items[i].portfolio,
			      s->found.items[s->found.n - 1].portfolio))
			return true;
	return false;
}

static void find_named(struct search *s)
{
	struct ctx *ctx = s->c->ctx;
	struct uuid *ids = pool_array(ctx->pool, struct uuid, s->n_lines);
	const char **tax_ids = pool_array(ctx->pool, const char *, s->n_lines), *expected;
	size_t n = 0, n_tax_ids = 0, row;

	for (size_t i = 0; i < s->n_lines; i++)
		if (s->lines[i].tax_id)
			tax_ids[n_tax_ids++] = s->lines[i].tax_id;
		else
			ids[n++] = s->lines[i].id;
	s->rows = db_query(ctx, &named,
			   DB_ARGS(db_uuid(ctx->caller->workspace), reach_member(s->c),
				   db_uuids(ids, n), db_texts(tax_ids, n_tax_ids)));
	s->found.items = pool_array(ctx->pool, struct office_plan, s->n_lines);
	for (size_t i = 0; i < s->n_lines; i++) {
		const struct line *l = &s->lines[i];
		const char *member = at(s, i, l->tax_id ? "tax_id" : "id");

		if (!find_row(s, l, &row, &expected)) {
			schema_error(&s->errors, member, "targets_not_found", expected, l->typed);
			continue;
		}
		add(s, row, l->amount);
		if (is_twice(s))
			schema_error(&s->errors, member, "repeated", "cada carteira uma só vez",
				     l->typed);
	}
	if (s->errors.n)
		call_conflict_all(s->c, &s->errors);
}

/* ---- their plans ---- */

static void visit(void *arg, const struct wallet_item *item)
{
	struct search *s = arg;

	for (size_t i = 0; i < s->found.n; i++) {
		struct office_plan *p = &s->found.items[i];

		if (!uuid_same(p->portfolio, item->id))
			continue;
		p->view.name = item->name;
		plan_of(s->c->ctx, item->portfolio, &p->view);
	}
}

static void plan_all(struct search *s)
{
	struct ctx *ctx = s->c->ctx;
	struct office_plans *f = &s->found;
	const struct plan_targets **documents =
		pool_array(ctx->pool, const struct plan_targets *, f->n);
	struct uuid *clients = pool_array(ctx->pool, struct uuid, f->n);
	const struct market *market;
	size_t n = 0;

	for (size_t i = 0; i < f->n; i++) {
		documents[i] = &f->items[i].view.targets.plan;
		clients[i] = f->items[i].client;
	}
	market = plan_market(ctx, documents, f->n);
	for (size_t i = 0; i < f->n; i++)
		f->items[i].view.market = market;
	qsort(clients, f->n, sizeof(*clients), order_uuid);
	for (size_t i = 0; i < f->n; i++)
		if (!n || !uuid_same(clients[n - 1], clients[i]))
			clients[n++] = clients[i];
	wallet_client_portfolios(ctx,
				 &(struct wallet_client_portfolios){ .clients = clients,
								     .n_clients = n,
								     .as_of = ctx->today,
								     .simulations = s->lines },
				 visit, s);
}

static void render(struct call *c, const struct office_plan *p)
{
	json_open(c->out, NULL);
	json_uuid(c->out, "client_id", p->client);
	json_text(c->out, "client", p->client_name);
	json_uuid(c->out, "portfolio_id", p->portfolio);
	json_text(c->out, "portfolio", p->view.name);
	plan_render(c->ctx, c->out, "plan", &p->view);
	json_close(c->out);
}

void plans_get(struct call *c)
{
	struct search s = { .c = c };

	schema_errors_init(&s.errors, c->ctx->pool);
	read_asked(&s);
	if (s.lines)
		find_named(&s);
	else
		find_aimed(&s);
	reach_values(c);
	if (s.found.n)
		plan_all(&s);
	c->shown = pool_memdup(c->ctx->pool, &s.found, sizeof(s.found));
	json_array(c->out, c->name);
	for (size_t i = 0; i < s.found.n; i++)
		render(c, &s.found.items[i]);
	json_array_end(c->out);
	if (!s.lines)
		aims_meta(c, NULL);
}
