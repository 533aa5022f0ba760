/* SPDX-License-Identifier: Apache-2.0 */
/*
 * resolve.c: resolves a ticker, tax id, ISIN, code or name.  GET /v1/objects/resolve
 *
 * Beyond the contract: `at` (whose key it was on a day), `features` (the parts of a score), and in
 * meta.queries the form of a query, so that a mistyped tax id is distinguished from an unknown one.
 */
#include "config.h"

#include "market/objects/object_parts.h"
#include "market/objects/objects.h"

#include "http/page.h"
#include "http/request.h"

#define LIMIT_DEFAULT 20
#define LIMIT_MAX 50

static size_t split(struct ctx *ctx, const char *text, const char **out)
{
	struct slice rest = slice_of(text), one;
	bool more = true;
	size_t n = 0;

	while (more) {
		more = slice_cut(rest, '|', &one, &rest);
		if (n == QUERIES_MAX)
			fail_parameter(ctx, "q", text, "até 20 consultas separadas por |");
		out[n] = slice_text(ctx->pool, slice_trim(one));
		if (!*out[n] || text_length(out[n]) > QUERY_LETTERS)
			fail_parameter(ctx, "q", out[n],
				       "consultas de 1 a 200 letras, separadas por |");
		n++;
	}
	return n;
}

/* ---- rendering ---- */

static void key_features(struct json *j, const struct db_rows *rows,
			 const struct object_candidate *c)
{
	json_end(j, "since", rows, c->row, F_SINCE);
	json_end(j, "until", rows, c->row, F_UNTIL);
}

static void name_features(struct json *j, const struct resolved *r,
			  const struct object_candidate *c)
{
	if (c->match == MATCH_FUZZY) {
		json_rate(j, "words", c->score.words, 4);
		json_rate(j, "trigrams", c->score.trigrams, 4);
	}
	if (c->score.corrected_from) {
		json_open(j, "corrected");
		json_text(j, "from", c->score.corrected_from);
		json_text(j, "to", c->score.corrected_to);
		json_close(j);
	}
	if (r->words.kind || r->words.subkind) {
		json_text(j, "restricted_kind", r->words.kind);
		json_text(j, "restricted_subkind", r->words.subkind);
	}
}

static void candidate(struct json *j, const struct resolved *r, const struct object_candidate *c)
{
	const struct db_rows *rows = candidate_rows(r, c);

	json_open(j, NULL);
	json_text(j, "query", r->q);
	json_text(j, "id", c->id);
	json_text(j, "kind", c->kind);
	json_text(j, "subkind", c->subkind);
	json_text(j, "name", c->name);
	json_text(j, "status", c->status);
	json_text(j, "anchor_type", db_get_text(rows, c->row, F_ANCHOR_TYPE));
	json_text(j, "anchor_value", db_get_text(rows, c->row, F_ANCHOR_VALUE));
	json_text(j, "match_kind", object_match_kinds[c->match]);
	json_text(j, "matched_key_type", c->matched_type);
	json_text(j, "matched_key_value", c->matched_value);
	json_text(j, "confidence", object_confidences[c->confidence]);
	json_rate(j, "score", c->score.score, 4);
	json_open(j, "features");
	if (c->match == MATCH_KEY)
		key_features(j, rows, c);
	else
		name_features(j, r, c);
	json_close(j);
	json_close(j);
}

static void query(struct json *j, const struct resolved *r, size_t shown)
{
	json_open(j, NULL);
	json_text(j, "q", r->q);
	json_text(j, "best_id", r->verdict.best_id);
	json_int(j, "candidates", (int64_t)shown);
	json_text(j, "reason", object_reasons[r->verdict.reason]);
	if (r->form == KEY_FORM_OTHER) {
		json_null(j, "key_form");
		json_null(j, "check_digit");
	} else {
		json_text(j, "key_form", object_key_forms[r->form]);
		json_text(j, "check_digit", r->check_right ? "right" : "wrong");
	}
	json_close(j);
}

/* The candidates of all queries, and how many of each are shown. */
static size_t candidates(struct json *j, const struct resolve_ask *ask,
			 const struct resolved *found, size_t *shown)
{
	size_t count = 0;

	for (size_t i = 0; i < ask->n; i++) {
		for (size_t k = 0;
		     k < found[i].n && k < (size_t)ask->limit && count < CANDIDATES_MAX; k++) {
			candidate(j, &found[i], &found[i].list[k]);
			shown[i]++;
			count++;
		}
	}
	return count;
}

static void verdicts(struct json *j, const struct resolve_ask *ask, const struct resolved *found,
		     const size_t *shown)
{
	json_array(j, "queries");
	for (size_t i = 0; i < ask->n; i++)
		query(j, &found[i], shown[i]);
	json_array_end(j);
}

void objects_search(struct ctx *ctx, const struct object_search *s, struct json *out,
		    const char *name)
{
	const struct resolve_ask ask = { .queries = s->queries,
					 .n = s->n,
					 .kind = s->kind,
					 .subkind = s->subkind,
					 .has_at = s->has_at,
					 .at = s->at,
					 .limit = s->limit };
	struct resolved found[QUERIES_MAX];
	size_t shown[QUERIES_MAX] = { 0 };

	if (s->kind && !object_subkind_fits(s->kind, s->subkind))
		fail_parameter(ctx, "subkind", s->subkind, "um subtipo do tipo pedido em kind");
	objects_find(ctx, &ask, found);
	json_open(out, name);
	json_array(out, "candidates");
	(void)candidates(out, &ask, found, shown); /* each query has its number of candidates */
	json_array_end(out);
	verdicts(out, &ask, found, shown);
	json_close(out);
}

void objects_resolve(struct ctx *ctx)
{
	const char *queries[QUERIES_MAX], *q = query_text(ctx, "q");
	struct resolve_ask ask = { .queries = queries };
	struct resolved found[QUERIES_MAX];
	size_t shown[QUERIES_MAX] = { 0 }, count;
	struct json *j;

	if (!q)
		fail_parameter(ctx, "q", "", "ticker, CNPJ, ISIN, código ou nome");
	ask.n = split(ctx, q, queries);
	ask.limit = query_int(ctx, "limit", 1, LIMIT_MAX, LIMIT_DEFAULT);
	object_take_kind(ctx, &ask.kind, &ask.subkind);
	ask.has_at = query_day(ctx, "at", &ask.at);
	query_done(ctx);
	objects_find(ctx, &ask, found);
	j = page_open(ctx);
	count = candidates(j, &ask, found, shown);
	object_meta_open(ctx, NULL, count, -1);
	verdicts(j, &ask, found, shown);
	object_meta_close(ctx);
}
