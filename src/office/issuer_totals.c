/* SPDX-License-Identifier: Apache-2.0 */
/*
 * issuer_totals.c: how much of each issuer an office's clients hold together.
 *
 * An issuer is known by the tax id that a register gives for the paper, private fixed income by the
 * issuer's name in its terms; a fund of no register is its own issuer.  What has none (crypto, foreign papers, options)
 * is a sum beside them, and so are federal bonds.
 */
#include "config.h"

#include "office/issuer_totals.h"

#include <string.h>

#include "core/order.h"
#include "core/pool.h"
#include "core/text.h"
#include "db/db.h"

#define SHOWN 10
#define EXPOSED 3 /* clients of an issuer */
#define EXPOSED_PCT                                                                                \
	((struct percent){ 10 * E8 }) /* of what the client has: the x-ray's limit of one paper */

static DB_STMT(
	names, "overview.issuer_names",
	"select w.n, coalesce((select c.name from company c where c.tax_id = w.tax_id order by c.id limit 1),"
	"         (select i.name from issuer i where i.tax_id = w.tax_id order by i.code limit 1),"
	"         (select f.name from fund f where f.tax_id = w.tax_id),"
	"         (select d.issuer_name from debenture d where d.issuer_tax_id = w.tax_id"
	"           order by d.code limit 1))"
	"  from unnest($1::text[]) with ordinality w (tax_id, n) order by w.n limit 10");
enum { N_AT, N_NAME };

/* What one client has of it. */
struct exposed {
	const struct issuer_client *client;
	struct money value;
	struct percent pct; /* of what the client has */
};

struct issuer_holding {
	const char *key, *name; /* key: what it is known by; name: until a register gives one */
	const char *tax_id;	/* or NULL */
	const struct issuer_client *client;
	struct money value;
	size_t clients, above;	      /* of all clients: how many, and how many above EXPOSED_PCT */
	struct exposed most[EXPOSED]; /* the largest parts first */
	size_t n_most;
};

/* ---- whose paper it is ---- */

/* Its texts are the position's; key NULL: there is none. */
static struct issuer_holding issuer_of(void *pool, const struct open_position *s)
{
	const char *typed = s->terms ? s->terms->issuer : NULL;
	struct issuer_holding x = { .name = s->name ? s->name : s->symbol };

	if (s->type == ASSET_FUND)
		x.key = x.tax_id = s->symbol;
	else if (s->issuer_tax_id && s->type != ASSET_OPTION)
		x.key = x.tax_id = s->issuer_tax_id;
	else if (s->type == ASSET_FII || s->type == ASSET_ETF)
		x.key = s->ticker;
	else if (typed && *typed)
		x.key = text_fold(pool, typed);
	if (typed && *typed)
		x.name = typed;
	return x;
}

void issuer_totals_add(struct issuer_totals *t, void *pool, const struct issuer_client *client,
		       const struct open_position *positions, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct open_position *s = &positions[i];
		struct issuer_holding x;

		if (!open_position_counts(s))
			continue;
		x = issuer_of(pool, s);
		if (s->type == ASSET_TESOURO) {
			t->federal = money_add(t->federal, s->value, &t->range);
		} else if (!x.key) {
			t->unknown = money_add(t->unknown, s->value, &t->range);
		} else {
			pool_grow(pool, t->list, struct issuer_holding, t->n, t->size, 256);
			t->list[t->n++] = (struct issuer_holding){
				.key = pool_strdup(pool, x.key),
				.name = pool_strdup(pool, x.name),
				.tax_id = x.tax_id ? pool_strdup(pool, x.tax_id) : NULL,
				.client = client,
				.value = s->value,
			};
		}
	}
}

/* ---- adding up ---- */

static int by_key(const void *a, const void *b)
{
	const struct issuer_holding *x = a, *y = b;
	int c = strcmp(x->key, y->key);

	c = c ? c : memcmp(&x->client->id, &y->client->id, sizeof(struct uuid));
	return c ? c : strcmp(x->name, y->name);
}

static int by_value(const void *a, const void *b)
{
	const struct issuer_holding *x = a, *y = b;
	int c = wide_order(y->value.e8, x->value.e8);

	return c ? c : strcmp(x->key, y->key);
}

/* Adds a client's sum to the issuer's; @of may be its own first. */
static void expose(struct issuer_totals *t, struct issuer_holding *to,
		   const struct issuer_client *client, struct money value)
{
	struct exposed one = { client, value, { 0 } };
	size_t at = to->n_most;

	if (client->worth.e8 > 0)
		one.pct = percent_of(value, client->worth, &t->range);
	to->clients++;
	to->above += one.pct.e8 > EXPOSED_PCT.e8;
	while (at > 0 && to->most[at - 1].pct.e8 < one.pct.e8)
		at--;
	if (at == EXPOSED)
		return;
	if (to->n_most < EXPOSED)
		to->n_most++;
	memmove(&to->most[at + 1], &to->most[at], (to->n_most - 1 - at) * sizeof(one));
	to->most[at] = one;
}

static void add_up(struct issuer_totals *t)
{
	size_t last = 0, end;

	order_sort(t->list, t->n, sizeof(*t->list), by_key);
	for (size_t i = 0; i < t->n; i = end) {
		struct issuer_holding whole = t->list[i];
		struct money all = { 0 }, own = { 0 };

		for (end = i; end < t->n && str_eq(t->list[end].key, whole.key); end++) {
			own = money_add(own, t->list[end].value, &t->range);
			if (end + 1 < t->n && str_eq(t->list[end + 1].key, whole.key) &&
			    t->list[end + 1].client == t->list[end].client)
				continue;
			expose(t, &whole, t->list[end].client, own);
			all = money_add(all, own, &t->range);
			own = (struct money){ 0 };
		}
		whole.value = all;
		t->list[last++] = whole;
	}
	t->n = last;
	order_sort(t->list, t->n, sizeof(*t->list), by_value);
}

/* ---- rendering ---- */

static const struct db_rows *read_names(struct ctx *ctx, const struct issuer_totals *t,
					size_t shown)
{
	const char *tax_ids[SHOWN];

	for (size_t i = 0; i < shown; i++)
		tax_ids[i] = t->list[i].tax_id;
	return db_query(ctx, &names, DB_ARGS(db_texts(tax_ids, shown)));
}

static void write_share(struct json *j, struct money part, struct money whole, bool *range)
{
	json_money(j, "value_brl", part);
	if (whole.e8)
		json_percent(j, "pct", percent_of(part, whole, range));
	else
		json_null(j, "pct");
}

static void write_exposed(struct json *j, const struct issuer_holding *x)
{
	json_array(j, "most_exposed");
	for (size_t i = 0; i < x->n_most; i++) {
		json_open(j, NULL);
		json_uuid(j, "client_id", x->most[i].client->id);
		json_text(j, "name", x->most[i].client->name);
		json_money(j, "value_brl", x->most[i].value);
		json_percent(j, "pct", x->most[i].pct);
		json_close(j);
	}
	json_array_end(j);
}

void issuer_totals_write(struct ctx *ctx, struct issuer_totals *t, struct money whole,
			 struct json *j, bool *range)
{
	struct money rest = { 0 };
	const struct db_rows *r;
	size_t shown;

	add_up(t);
	shown = t->n < SHOWN ? t->n : SHOWN;
	r = read_names(ctx, t, shown);
	json_open(j, "by_issuer");
	json_array(j, "items");
	for (size_t i = 0; i < shown; i++) {
		const struct issuer_holding *x = &t->list[i];

		json_open(j, NULL);
		json_text(j, "tax_id", x->tax_id);
		json_text(j, "name",
			  db_is_null(r, i, N_NAME) ? x->name : db_get_text(r, i, N_NAME));
		write_share(j, x->value, whole, range);
		json_int(j, "clients", (int64_t)x->clients);
		json_int(j, "clients_above_10_pct", (int64_t)x->above);
		write_exposed(j, x);
		json_close(j);
	}
	json_array_end(j);
	for (size_t i = shown; i < t->n; i++)
		rest = money_add(rest, t->list[i].value, &t->range);
	json_int(j, "issuers", (int64_t)t->n);
	json_money(j, "others_brl", rest);
	json_money(j, "federal_brl", t->federal);
	json_money(j, "unknown_brl", t->unknown);
	json_close(j);
	*range |= t->range;
}
