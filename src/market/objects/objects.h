/* SPDX-License-Identifier: Apache-2.0 */
/* objects.h: any named thing in the market, for other modules. */
#ifndef LASTRO_MARKET_OBJECTS_OBJECTS_H
#define LASTRO_MARKET_OBJECTS_OBJECTS_H

#include "core/day.h"
#include "http/route.h"

extern const struct route objects_routes[];

void objects_suggest(struct ctx *ctx); /* GET /v1/objects/suggest */

/* ---- resolution: the paper, fund or company that a person means ---- */

#define OBJECT_QUESTIONS_MAX 20

struct object_question {
	const char *text;
	const char *kind, *subkind; /* the requested kind; subkind or NULL */
	const char *key_type;	    /* the requested type of key: ticker, cnpj, code */
};

struct object_answer {
	const char *id;		/* NULL: not identified */
	const char *name, *key; /* the key in force today */
	const char *match_kind; /* exact_key or exact_name */
	const char *candidates; /* when not identified: "PETR4 (PETROBRAS PN), …", or NULL */
};

/*
 * objects_identify() - for each text the object with that exact key, or the only one with that exact
 * name.  A similar name identifies nothing.  Two round trips, however many there are (up to the
 * maximum).
 */
void objects_identify(struct ctx *ctx, const struct object_question *questions, size_t n,
		      struct object_answer *out);

/* Queries whose candidates a person chooses from. */
struct object_search {
	const char *const *queries;
	size_t n;		    /* up to OBJECT_QUESTIONS_MAX, of 1 to 200 characters */
	const char *kind, *subkind; /* or NULL */
	bool has_at;
	struct day at; /* the day on which keys must be in force */
	int64_t limit; /* candidates a query */
};

/* objects_search() - {candidates, queries} as one value under @name, as in /v1/objects/resolve. */
struct json;
void objects_search(struct ctx *ctx, const struct object_search *s, struct json *out,
		    const char *name);

/* objects_resolve_call() - the Function of it: candidates of input.queries, by input.kind, subkind and limit. */
struct call;
void objects_resolve_call(struct call *c);

/* objects_cohort_call() - the Function of a cohort: objects of input.kind by input.measure, as /v1/objects/cohort lists them. */
void objects_cohort_call(struct call *c);

/* paper_call() - the Function of a paper's public data, by input.symbol and asset_type: issuer, terms, price, payments. */
void paper_call(struct call *c);

#endif
