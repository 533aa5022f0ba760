/* SPDX-License-Identifier: Apache-2.0 */
/*
 * objects.h: anything with a name in the market, as other modules see it (contract.md "Objects").
 */
#ifndef LASTRO_MARKET_OBJECTS_OBJECTS_H
#define LASTRO_MARKET_OBJECTS_OBJECTS_H

#include "core/day.h"
#include "http/route.h"

extern const struct route objects_routes[];

/*
 * ---- what other modules ask: which paper, fund or company a person means ----
 */

#define OBJECT_QUESTIONS_MAX 20

struct object_question {
	const char *text;
	const char *kind, *subkind; /* of what is meant; subkind or NULL */
	const char *key_type;	    /* of the key that is wanted: ticker, cnpj, code */
};

struct object_answer {
	const char *id;		/* NULL: not identified */
	const char *name, *key; /* the key in force today */
	const char *match_kind; /* exact_key or exact_name */
	const char *candidates; /* when not identified: "PETR4 (PETROBRAS PN), …", or NULL */
};

/*
 * objects_identify() - what each text is an exact key of, or the single exact name of.  A name that is
 * only alike identifies nothing.  Two round trips, however many there are (up to the most).
 */
void objects_identify(struct ctx *ctx, const struct object_question *questions, size_t n,
		      struct object_answer *out);

/* What somebody may mean, to be chosen from. */
struct object_search {
	const char *const *queries;
	size_t n;		    /* up to OBJECT_QUESTIONS_MAX, of 1 to 200 letters */
	const char *kind, *subkind; /* or NULL */
	bool has_at;
	struct day at; /* whose key it was then */
	int64_t limit; /* candidates a query */
};

/* objects_search() - {candidates, queries} as one value under @name, as /v1/objects/resolve tells them. */
struct json;
void objects_search(struct ctx *ctx, const struct object_search *s, struct json *out,
		    const char *name);

#endif
