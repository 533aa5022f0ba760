/* SPDX-License-Identifier: Apache-2.0 */
/*
 * find.c: ranks candidates for queries, in at most two statements however many queries there are.
 *
 * The database finds possible matches, calc/names scores them.  Keys are looked up first: most queries
 * are one, and a key that no name contains as a word needs no search by name.
 */
#include "config.h"

#include "market/objects/object_parts.h"

#include "core/buf.h"

#define KEYS_MAX 51 /* most objects of one key */

/* Columns up to status are F_ID and following.  In primary key order: no sort, no join. */
static DB_STMT(
	by_key, "objects.by_key",
	"select k.id, k.kind, nullif(k.subkind, ''), k.name, k.anchor_type, k.anchor_value, k.type, k.value,"
	"       k.since, k.until, k.status, k.normal, k.is_word"
	"  from object_key k where k.normal = any ($1::text[])"
	" order by k.normal, k.type, k.object_no, k.since limit 10000");
enum { K_NORMAL = F_STATUS + 1, K_IS_WORD };

static DB_STMT(
	by_name, "objects.by_name",
	"select id, kind, subkind, name, anchor_type, anchor_value, matched_type, matched_value, since, until, status,"
	"       standing, traded, n, stage"
	"  from object_resolve($1::text[], $2::text[], $3::text[], $4::text[], $5)"
	" order by n, stage limit 100000");
enum { N_STANDING = F_STATUS + 1, N_TRADED, N_QUERY, N_STAGE };

/* Words that may look names up: fund and type words find nothing alone. */
static const char *search_words(void *pool, const struct object_words *w)
{
	struct buf out;

	buf_init(&out, pool, 64);
	for (size_t i = 0; i < w->n; i++) {
		if (object_word_is_generic(w->word[i]))
			continue;
		if (out.n)
			buf_char(&out, ' ');
		buf_str(&out, w->word[i]);
	}
	return buf_text(&out);
}

static const char *or_empty(const char *s)
{
	return s ? s : "";
}

static void read_query(struct ctx *ctx, const struct resolve_ask *ask, size_t i, struct resolved *r)
{
	*r = (struct resolved){ .q = ask->queries[i] };
	object_words_of(ctx->pool, r->q, &r->words);
	if (ask->kind || ask->subkind) { /* parameters take precedence over words in the query */
		r->words.kind = ask->kind;
		r->words.subkind = ask->subkind;
	}
	if (ask->kinds) {
		r->words.kind = ask->kinds[i];
		r->words.subkind = ask->subkinds[i];
	}
	r->key = object_key_normal(ctx->pool, r->q);
	r->form = object_key_form(r->key, &r->check_right);
}

/* ---- keys ---- */

static void look_up_keys(struct ctx *ctx, size_t n, struct resolved *out)
{
	const char *keys[QUERIES_MAX];
	const struct db_rows *rows;
	size_t m = 0;

	for (size_t i = 0; i < n; i++)
		if (*out[i].key)
			keys[m++] = out[i].key;
	rows = db_query(ctx, &by_key, DB_ARGS(db_texts(keys, m)));
	for (size_t i = 0; i < n; i++)
		out[i].keys = rows;
}

static struct object_candidate candidate_at(const struct db_rows *rows, size_t row,
					    enum object_match_kind match)
{
	struct object_candidate c = { .id = db_get_text(rows, row, F_ID),
				      .kind = db_get_text(rows, row, F_KIND),
				      .subkind = db_get_text(rows, row, F_SUBKIND),
				      .name = db_get_text(rows, row, F_NAME),
				      .matched_type = db_get_text(rows, row, F_TYPE),
				      .matched_value = db_get_text(rows, row, F_VALUE),
				      .status = db_get_text(rows, row, F_STATUS),
				      .standing = STANDING_PLAIN,
				      .match = match,
				      .row = row };

	if (c.status && (str_eq(c.status, "cancelled") || str_eq(c.status, "inactive")))
		c.standing = STANDING_GONE;
	c.score.score = 1;
	return c;
}

static bool wanted(const char *asked, const char *has)
{
	return !asked || (has && str_eq(asked, has));
}

/*
 * In force on the day; else, unless a day was given, the last one.  @rank: its end, with those in force
 * before all others.
 */
static bool counts(const struct resolve_ask *ask, struct day on, const struct db_rows *rows,
		   size_t row, struct day *rank)
{
	struct day until = db_get_day(rows, row, F_UNTIL);
	bool in_force = !day_before(on, db_get_day(rows, row, F_SINCE)) && day_before(on, until);

	*rank = in_force ? day_plus(DAY_FAR_FUTURE, 1) : until;
	return in_force || !ask->has_at;
}

/* @settled: the key is one word that no name contains, so a search by name adds nothing. */
static void take_keys(struct ctx *ctx, const struct resolve_ask *ask, struct resolved *r,
		      bool *settled)
{
	struct day on = ask->has_at ? ask->at : ctx->today, best = DAY_FAR_PAST, rank;
	bool is_word = true;

	r->list = pool_array(ctx->pool, struct object_candidate, KEYS_MAX);
	for (size_t row = 0; row < db_count(r->keys); row++) {
		struct object_candidate c = candidate_at(r->keys, row, MATCH_KEY);

		if (!str_eq(r->key, db_get_text(r->keys, row, K_NORMAL)) ||
		    !wanted(ask->kind, c.kind) || !wanted(ask->subkind, c.subkind) ||
		    !counts(ask, on, r->keys, row, &rank))
			continue;
		if (!r->n || day_before(best, rank)) {
			r->n = 0;
			best = rank;
		}
		if (day_same(best, rank) && r->n < KEYS_MAX)
			r->list[r->n++] = c;
		is_word = db_get_bool(r->keys, row, K_IS_WORD);
	}
	*settled = r->n && !is_word && r->words.n == 1 && strlen(r->words.joined) == strlen(r->key);
}

/* ---- names ---- */

static const struct db_rows *look_up_names(struct ctx *ctx, const struct resolve_ask *ask,
					   struct resolved *const *open, size_t n)
{
	const char *words[QUERIES_MAX], *search[QUERIES_MAX];
	const char *kinds[QUERIES_MAX], *subkinds[QUERIES_MAX];

	for (size_t i = 0; i < n; i++) {
		words[i] = open[i]->words.joined;
		search[i] = search_words(ctx->pool, &open[i]->words);
		kinds[i] = or_empty(open[i]->words.kind);
		subkinds[i] = or_empty(open[i]->words.subkind);
	}
	return db_query(ctx, &by_name,
			DB_ARGS(db_texts(words, n), db_texts(search, n), db_texts(kinds, n),
				db_texts(subkinds, n), db_int(ask->limit)));
}

static void note_unknown(const struct resolved *r, const char *word, bool *unknown)
{
	for (size_t i = 0; i < r->words.n; i++)
		if (str_eq(r->words.word[i], word))
			unknown[i] = true;
}

static void add(struct ctx *ctx, struct resolved *r, size_t row, enum object_match_kind match,
		const bool *unknown)
{
	struct object_candidate c = candidate_at(r->names, row, match);

	c.standing = (enum object_standing)db_get_int(r->names, row, N_STANDING);
	c.traded = db_get_int(r->names, row, N_TRADED);
	if (match == MATCH_FUZZY) {
		struct object_words name;

		object_words_of(ctx->pool, c.matched_value, &name);
		if (str_eq(name.joined, r->words.joined))
			return; /* it is among the exact ones, or beyond their limit */
		object_score_of(ctx->pool, &r->words, unknown, &name, &c.score);
		c.begins = object_name_begins(ctx->pool, r->q, c.matched_value);
	}
	r->list[r->n++] = c;
}

/* Rows [from, to) belong to this query. */
static void take_names(struct ctx *ctx, struct resolved *r, size_t from, size_t to)
{
	struct object_candidate *list =
		pool_array(ctx->pool, struct object_candidate, r->n + to - from + 1);
	bool unknown[OBJECT_WORDS_MAX] = { false };

	for (size_t i = 0; i < r->n; i++)
		list[i] = r->list[i];
	r->list = list;
	for (size_t row = from; row < to; row++) {
		int64_t stage = db_get_int(r->names, row, N_STAGE);

		if (stage == 0)
			note_unknown(r, db_get_text(r->names, row, F_VALUE), unknown);
		else
			add(ctx, r, row, stage == 2 ? MATCH_NAME : MATCH_FUZZY, unknown);
	}
}

void objects_find(struct ctx *ctx, const struct resolve_ask *ask, struct resolved *out)
{
	struct resolved *open[QUERIES_MAX];
	const struct db_rows *names;
	size_t n = 0, row = 0;

	for (size_t i = 0; i < ask->n; i++)
		read_query(ctx, ask, i, &out[i]);
	look_up_keys(ctx, ask->n, out);
	for (size_t i = 0; i < ask->n; i++) {
		bool settled;

		take_keys(ctx, ask, &out[i], &settled);
		if (!settled)
			open[n++] = &out[i];
	}
	names = n ? look_up_names(ctx, ask, open, n) : NULL;
	for (size_t i = 0; i < n; i++) {
		size_t from = row;

		while (row < db_count(names) && db_get_int(names, row, N_QUERY) == (int64_t)i + 1)
			row++;
		open[i]->names = names;
		take_names(ctx, open[i], from, row);
	}
	for (size_t i = 0; i < ask->n; i++)
		object_rank(out[i].list, &out[i].n, &out[i].verdict);
}
