/* SPDX-License-Identifier: Apache-2.0 */
/* fetch.h: official files over HTTPS. */
#ifndef LASTRO_LOAD_FETCH_H
#define LASTRO_LOAD_FETCH_H

#include "core/text.h"
#include "http/ctx.h"

/* What can be fetched: the loader's source and where its file is. */
struct fetch_source {
	const char *source;   /* of load_sources[] */
	const char *base;     /* https://…; the environment may name another */
	const char *variable; /* LASTRO_FETCH_BASE_… */
	const char *path;     /* behind the base */
	size_t max;	      /* bytes */
};

extern const struct fetch_source fetch_sources[];		/* ends with a NULL source */
const struct fetch_source *fetch_source_find(const char *name); /* or NULL */

/*
 * fetch() - the file's bytes, on the pool.  Only https, unless the base was overridden; no redirect
 * to anything else; 30 seconds and source->max bytes at most.  Refuses by fail() when there is no
 * 200.
 */
struct slice fetch(struct ctx *ctx, void *pool, const struct fetch_source *source);

#endif
