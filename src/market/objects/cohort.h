/* SPDX-License-Identifier: Apache-2.0 */
/* cohort.h: the parameters of a cohort, and the facts of its objects; used only by the cohort's files. */
#ifndef LASTRO_MARKET_OBJECTS_COHORT_H
#define LASTRO_MARKET_OBJECTS_COHORT_H

#include "market/objects/object_parts.h"

#define WHERE_MAX 8

struct cohort_where {
	const char *measure;
	enum cohort_op op;
	wide bound;
	enum cohort_reduce reduce;
};

struct cohort_ask {
	const char *kind, *subkind; /* subkind or NULL */
	const char *measure;
	const char *unit; /* NULL: the most frequent one */
	enum cohort_reduce reduce;
	bool descending;
	struct cohort_where where[WHERE_MAX];
	size_t n_where;
	const char *expand_verb; /* or NULL */
	bool expand_out;
	struct day at, since, since_from;
	bool filed, exclude, total;
	long limit;
	bool has_cursor;
	int64_t version; /* of the data; from the cursor */
	wide after;
	const char *after_id;
};

/* cohort_take() - the parameters; 400 invalid_parameter, invalid_cursor. */
void cohort_take(struct ctx *ctx, struct cohort_ask *ask);

struct cohort_member {
	int64_t no;
	const char *id;
	const char *unit; /* of the observations, before reduction */
	struct cohort_value value;
};

/* A measure reduced for the objects that have it in the unit, ascending by no. */
struct cohort_column {
	struct cohort_member *list;
	size_t n;
	const char *unit;
};

/* Objects that have the measure, in a unit. */
struct cohort_unit {
	const char *unit;
	int64_t members;
};

struct cohort_units {
	struct cohort_unit *list;
	size_t n;
};

struct cohort {
	struct cohort_column main, where[WHERE_MAX];
	struct cohort_units other_units; /* units of the main measure that are left out */
	int64_t size;			 /* number of objects before any filter */
	int64_t version;
};

/* cohort_load() - two round trips: the data version that everything is read at, then the facts. */
void cohort_load(struct ctx *ctx, const struct cohort_ask *ask, struct cohort *out);

#endif
