/* SPDX-License-Identifier: Apache-2.0 */
/*
 * find.c: queries to ranked candidates, in one statement however many there are.
 *
 * The database finds what may fit (object_resolve()), calc/objects says how well it does.
 */
#include "config.h"

#include "objects/found.h"

#include "core/buf.h"

static struct db_stmt resolve = DB_STMT(
	"objects.resolve",
	"select n, stage, id, kind, subkind, name, anchor_type, anchor_value, matched_type, matched_value, since, until"
	"  from object_resolve($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6, $7, $8, $9, $10)"
	" order by n, stage limit 100000");

void objects_find_register(void)
{
	static struct db_stmt *const statements[] = { &resolve };

	db_register(statements, ARRAY_SIZE(statements));
}

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

static const struct db_rows *ask_database(struct ctx *ctx, const struct resolve_ask *ask,
					  struct resolved *out)
{
	const char *keys[QUERIES_MAX], *words[QUERIES_MAX], *search[QUERIES_MAX];
	const char *kinds[QUERIES_MAX], *subkinds[QUERIES_MAX];

	for (size_t i = 0; i < ask->n; i++) {
		struct resolved *r = &out[i];

		*r = (struct resolved){ .q = ask->queries[i] };
		object_words_of(ctx->pool, r->q, &r->words);
		if (ask->kind || ask->subkind) { /* what is asked rules over what is said */
			r->words.kind = ask->kind;
			r->words.subkind = ask->subkind;
		}
		if (ask->kinds) {
			r->words.kind = ask->kinds[i];
			r->words.subkind = ask->subkinds[i];
		}
		r->key = object_key_normal(ctx->pool, r->q);
		r->form = object_key_form(r->key, &r->check_right);
		keys[i] = r->key;
		words[i] = r->words.joined;
		search[i] = search_words(ctx->pool, &r->words);
		kinds[i] = or_empty(r->words.kind);
		subkinds[i] = or_empty(r->words.subkind);
	}
	return db_query(ctx, &resolve,
			DB_ARGS(db_array(DB_TEXT_ARRAY, keys, NULL, ask->n, 0),
				db_array(DB_TEXT_ARRAY, words, NULL, ask->n, 0),
				db_array(DB_TEXT_ARRAY, search, NULL, ask->n, 0),
				db_array(DB_TEXT_ARRAY, kinds, NULL, ask->n, 0),
				db_array(DB_TEXT_ARRAY, subkinds, NULL, ask->n, 0),
				db_text(or_empty(ask->kind)), db_text(or_empty(ask->subkind)),
				db_day(ask->has_at ? ask->at : ctx->today), db_bool(ask->has_at),
				db_int(ask->limit)));
}

static void note_unknown(const struct resolved *r, const char *word, bool *unknown)
{
	for (size_t i = 0; i < r->words.n; i++)
		if (str_eq(r->words.word[i], word))
			unknown[i] = true;
}

static void add(struct ctx *ctx, struct resolved *r, const struct db_rows *rows, size_t row,
		const bool *unknown)
{
	struct object_candidate c = { .id = db_get_text(rows, row, F_ID),
				      .kind = db_get_text(rows, row, F_KIND),
				      .subkind = db_get_text(rows, row, F_SUBKIND),
				      .name = db_get_text(rows, row, F_NAME),
				      .matched_type = db_get_text(rows, row, F_TYPE),
				      .matched_value = db_get_text(rows, row, F_VALUE),
				      .match = (enum object_match_kind)(
					      db_get_int(rows, row, F_STAGE) - 1),
				      .score = { .score = 1 },
				      .row = row };

	if (c.match == MATCH_FUZZY) {
		struct object_words name;

		object_words_of(ctx->pool, c.matched_value, &name);
		if (str_eq(name.joined, r->words.joined))
			return; /* it stands among the exact ones, or beyond their limit */
		object_score_of(ctx->pool, &r->words, unknown, &name, &c.score);
	}
	r->list[r->n++] = c;
}

const struct db_rows *objects_find(struct ctx *ctx, const struct resolve_ask *ask,
				   struct resolved *out)
{
	const struct db_rows *rows = ask_database(ctx, ask, out);
	size_t row = 0;

	for (size_t i = 0; i < ask->n; i++) {
		bool unknown[OBJECT_WORDS_MAX] = { false };
		struct resolved *r = &out[i];
		size_t end = row;

		while (end < db_count(rows) && db_get_int(rows, end, F_N) == (int64_t)i + 1)
			end++;
		r->list = pool_array(ctx->pool, struct object_candidate, end - row + 1);
		for (; row < end; row++) {
			if (db_get_int(rows, row, F_STAGE) == 0)
				note_unknown(r, db_get_text(rows, row, F_VALUE), unknown);
			else
				add(ctx, r, rows, row, unknown);
		}
		object_rank(r->list, &r->n, &r->verdict);
	}
	return rows;
}
