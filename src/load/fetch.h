/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fetch.h: downloads official files over HTTPS and loads them.
 *
 * A file is downloaded into the cache directory, checked by its first bytes, loaded and deleted; its
 * validators (ETag, Last-Modified) are stored in the database, so that an unchanged file is neither
 * sent nor loaded twice.  An interrupted download resumes.
 */
#ifndef LASTRO_LOAD_FETCH_H
#define LASTRO_LOAD_FETCH_H

#include "core/ctx.h"
#include "load/load.h"

enum fetch_kind {
	FETCH_ZIP,
	FETCH_TEXT, /* ->begins is near its beginning */
	FETCH_JSON,
};

/* The names in braces in a pattern; each is an option of the command. */
enum fetch_value {
	FETCH_YEAR,
	FETCH_MONTH,
	FETCH_DAY,
	FETCH_CODE,
	FETCH_SYMBOL,
	FETCH_ISSUER,
	FETCH_NAME,
	FETCH_VALUES
};
extern const char *const fetch_value_names[]; /* ends with NULL */

/*
 * One file of a source: the row whose values are given is used.  Besides the values, a pattern knows
 * {yy}, {from_ms} and {to_ms} (of {year}, in São Paulo), {page} (from 1 to the answer's totalPages) and
 * {base64} (of ->params).
 */
struct fetch_source {
	const char *source; /* of load_sources[] */
	const char *base;   /* https://…, replaceable by --base-url and the environment */
	const char *path;   /* after the base; values are escaped */
	const char *params; /* or NULL */
	const char *file;   /* its name in the cache, which some loaders read */
	enum fetch_kind kind;
	const char *begins; /* FETCH_TEXT: its first column or the like */
	int64_t max;	    /* bytes */
	bool live;	    /* changes all the time: requested once, not cached */
};

extern const struct fetch_source fetch_sources[]; /* ends with a NULL source */

struct fetch_options {
	const char *values[FETCH_VALUES]; /* NULL: not given */
	const char *base_url;		  /* NULL: the environment's or the official one */
	const char *cache;		  /* NULL: LASTRO_FETCH_CACHE, else ~/.cache/lastro */
	const char *contact;		  /* a URL for the user agent, or NULL */
	int attempts;
	int64_t wait_ms; /* before the first retry */
	bool again;	 /* even when it is unchanged */
	bool *absent;	 /* NULL, or set when the server has no such file */
	bool probe; /* for a symbol that the server may not know: a 400 or an unexpected file means the same as a 404 */
};

#define FETCH_ATTEMPTS 5
#define FETCH_WAIT_MS 2000

/* fetch_known() - whether the source has any file. */
bool fetch_known(const char *source);

/*
 * fetch_choose() - the row for the given values; NULL with *why (pt-BR) when none fits or a value is
 * wrong.
 */
const struct fetch_source *fetch_choose(void *pool, const char *source,
					const struct fetch_options *opt, const char **why);

/* fetch_expand() - replaces the values in a pattern; @escape: for a URL. */
const char *fetch_expand(void *pool, const char *pattern, const struct fetch_source *s,
			 const struct fetch_options *opt, int page, bool escape);

/* fetch_url() - the URL of its page 1. */
const char *fetch_url(void *pool, const struct fetch_source *s, const struct fetch_options *opt);

/*
 * fetch_load() - downloads one page and loads it; false when it is unchanged since it was last loaded.
 * Refuses by fail().  *name: the file, for messages.  *pages: their number.
 */
bool fetch_load(struct ctx *ctx, const struct fetch_source *s, const struct fetch_options *opt,
		int page, const struct load_options *load, struct load_result *res,
		const char **name, int *pages);

/*
 * fetch_sweep() - deletes interrupted downloads older than a week from the cache: files that are no
 * longer requested are never resumed.
 */
void fetch_sweep(struct ctx *ctx, const struct fetch_options *opt);

#endif
