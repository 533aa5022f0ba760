/* SPDX-License-Identifier: Apache-2.0 */
/* object_parts.h: what the files of this module share; no other room includes it. */
#ifndef LASTRO_MARKET_OBJECTS_OBJECT_PARTS_H
#define LASTRO_MARKET_OBJECTS_OBJECT_PARTS_H

#include "market/objects/objects.h"
#include "calc/names/names.h"
#include "core/ctx.h"
#include "db/db.h"
#include "http/response.h"

#define QUERIES_MAX 20
#define QUERY_LETTERS 200
#define CANDIDATES_MAX 200

/* One query and its matches. */
struct resolved {
	const char *q;
	struct object_words words;
	const char *key; /* normal */
	enum object_key_form form;
	bool check_right;
	struct object_candidate *list;
	size_t n; /* ranked */
	struct object_verdict verdict;
	const struct db_rows *keys, *names; /* the rows of the candidates */
};

struct resolve_ask {
	const char *const *queries;
	size_t n;
	const char *kind, *subkind; /* or NULL */
	/* Or per query, only its names: NULL, or n of each. */
	const char *const *kinds, *const *subkinds;
	bool has_at;
	struct day at;
	int64_t limit; /* candidates a query */
};

/*
 * objects_find() - resolves up to QUERIES_MAX queries: one statement by their keys, another by names
 * for those that no key settles; out[0..n).
 */
void objects_find(struct ctx *ctx, const struct resolve_ask *ask, struct resolved *out);

/* Columns of both results; candidate_rows() gives the result that a candidate's row belongs to. */
enum {
	F_ID,
	F_KIND,
	F_SUBKIND,
	F_NAME,
	F_ANCHOR_TYPE,
	F_ANCHOR_VALUE,
	F_TYPE,
	F_VALUE,
	F_SINCE,
	F_UNTIL,
	F_STATUS
};

static inline const struct db_rows *candidate_rows(const struct resolved *r,
						   const struct object_candidate *c)
{
	return c->match == MATCH_KEY ? r->keys : r->names;
}

/* object_take_kind() - the parameters kind and subkind, or NULL; 400 when they do not go together. */
void object_take_kind(struct ctx *ctx, const char **kind, const char **subkind);

/* An infinite day is null. */
void json_end(struct json *j, const char *name, const struct db_rows *r, size_t row, int col);

/* object_meta_open() - writes ] and meta, open for more members; object_meta_close() closes it. */
void object_meta_open(struct ctx *ctx, const char *next_cursor, size_t count, int64_t total);
void object_meta_close(struct ctx *ctx);

void objects_resolve(struct ctx *ctx);
void objects_get(struct ctx *ctx);
void objects_measures(struct ctx *ctx);
void objects_cohort(struct ctx *ctx);
void objects_traverse(struct ctx *ctx);

#endif
