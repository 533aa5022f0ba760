/* SPDX-License-Identifier: Apache-2.0 */
/* identify.c: resolution for other modules: an exact key, the only exact name, or candidates. */
#include "config.h"

#include "market/objects/objects.h"

#include "core/buf.h"
#include "market/objects/object_parts.h"

#define CANDIDATES_SHOWN 5

/* Keys in force, in the requested order; of several, the latest. */
static DB_STMT(
	keys, "objects.keys_of",
	"select u.n, x.value"
	"  from unnest($1::text[], $2::text[]) with ordinality u(id, type, n)"
	"  join object o on o.id = u.id"
	" cross join lateral (select k.value from object_key k"
	"                      where k.object_no = o.no and k.type = u.type and k.since <= $3 and k.until > $3"
	"                      order by k.since desc, k.value limit 1) x"
	" order by u.n limit 200");

/* A candidate of the requested kind. */
static bool fits(const struct object_question *q, const struct object_candidate *c)
{
	return str_eq(c->kind, q->kind) &&
	       (!q->subkind || (c->subkind && str_eq(c->subkind, q->subkind)));
}

/* The answer to a question: the identified object, or the first candidates. */
struct shown {
	const struct object_candidate *list[CANDIDATES_SHOWN];
	const char *key[CANDIDATES_SHOWN];
	size_t n;
	bool identified;
};

static void choose(const struct object_question *q, const struct resolved *r, struct shown *out)
{
	*out = (struct shown){ 0 };
	for (size_t i = 0; i < r->n && out->n < CANDIDATES_SHOWN; i++)
		if (fits(q, &r->list[i]))
			out->list[out->n++] = &r->list[i];
	if (out->n && r->verdict.best_id && str_eq(out->list[0]->id, r->verdict.best_id)) {
		out->identified = true;
		out->n = 1;
	}
}

static void fetch_keys(struct ctx *ctx, const struct object_question *q, size_t n, struct shown *s)
{
	const char *ids[OBJECT_QUESTIONS_MAX * CANDIDATES_SHOWN];
	const char *types[OBJECT_QUESTIONS_MAX * CANDIDATES_SHOWN];
	const struct db_rows *r;
	size_t m = 0, row = 0, at = 0;

	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < s[i].n; k++) {
			ids[m] = s[i].list[k]->id;
			types[m++] = q[i].key_type;
		}
	}
	if (!m)
		return;
	r = db_query(ctx, &keys, DB_ARGS(db_texts(ids, m), db_texts(types, m), db_day(ctx->today)));
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < s[i].n; k++) {
			at++;
			if (row < db_count(r) && db_get_int(r, row, 0) == (int64_t)at)
				s[i].key[k] = db_get_text(r, row++, 1);
		}
	}
}

static const char *candidates(struct ctx *ctx, const struct shown *s)
{
	struct buf out;

	buf_init(&out, ctx->pool, 128);
	for (size_t k = 0; k < s->n; k++)
		if (s->key[k])
			buf_printf(&out, "%s%s (%s%s)", out.n ? ", " : "", s->key[k],
				   s->list[k]->name,
				   s->list[k]->standing == STANDING_GONE ? ", inativo" : "");
	return out.n ? buf_text(&out) : NULL;
}

void objects_identify(struct ctx *ctx, const struct object_question *questions, size_t n,
		      struct object_answer *out)
{
	const char *texts[OBJECT_QUESTIONS_MAX], *kinds[OBJECT_QUESTIONS_MAX];
	const char *subkinds[OBJECT_QUESTIONS_MAX];
	struct resolve_ask ask = {
		.queries = texts, .n = n, .kinds = kinds, .subkinds = subkinds, .limit = 20
	};
	struct resolved found[OBJECT_QUESTIONS_MAX];
	struct shown shown[OBJECT_QUESTIONS_MAX];

	for (size_t i = 0; i < n; i++) {
		texts[i] = questions[i].text;
		kinds[i] = questions[i].kind;
		subkinds[i] = questions[i].subkind;
	}
	objects_find(ctx, &ask, found);
	for (size_t i = 0; i < n; i++)
		choose(&questions[i], &found[i], &shown[i]);
	fetch_keys(ctx, questions, n, shown);
	for (size_t i = 0; i < n; i++) {
		const struct shown *s = &shown[i];

		out[i] = (struct object_answer){ 0 };
		if (s->identified && s->key[0])
			out[i] = (struct object_answer){
				.id = s->list[0]->id,
				.name = s->list[0]->name,
				.key = s->key[0],
				.match_kind = object_match_kinds[s->list[0]->match],
			};
		else
			out[i].candidates = candidates(ctx, s);
	}
}
