/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fetch.h: official files over HTTPS, into the tables.
 *
 * A file is downloaded into the cache directory, judged by its first bytes, loaded and dropped again;
 * what the server said of it (ETag, Last-Modified) stays in the database, so that an unchanged file
 * is neither sent nor loaded twice.  A download that broke off goes on where it stopped.
 */
#ifndef LASTRO_LOAD_FETCH_H
#define LASTRO_LOAD_FETCH_H

#include "core/text.h"
#include "core/ctx.h"
#include "load/load.h"

enum fetch_kind {
	FETCH_ZIP,
	FETCH_TEXT, /* ->begins stands near its beginning */
	FETCH_JSON,
};

/* What may stand in braces in a pattern; each is an option of the command. */
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
 * One file of a source: the row whose values are the given ones is taken.  Beside the values a pattern
 * knows {yy}, {from_ms} and {to_ms} (of {year}, in São Paulo), {page} (from 1, as far as the answer's
 * totalPages) and {base64} (of ->params).
 */
struct fetch_source {
	const char *source; /* of load_sources[] */
	const char *base;   /* https://…, which --base-url and the environment replace */
	const char *path;   /* behind the base; values are escaped */
	const char *params; /* or NULL */
	const char *file;   /* its name in the cache: some loaders read it */
	enum fetch_kind kind;
	const char *begins; /* FETCH_TEXT: its first column or the like */
	int64_t max;	    /* bytes */
	bool live;	    /* changes all the time: asked for once, not kept */
};

extern const struct fetch_source fetch_sources[]; /* ends with a NULL source */

struct fetch_options {
	const char *values[FETCH_VALUES]; /* NULL: not given */
	const char *base_url;		  /* NULL: the environment's or the official one */
	const char *cache;		  /* NULL: LASTRO_FETCH_CACHE, else ~/.cache/lastro */
	const char *contact;		  /* a URL for the user agent, or NULL */
	int attempts;
	int64_t wait_ms; /* before the second attempt */
	bool again;	 /* even when it is unchanged */
	bool *absent;	 /* NULL, or where it is said that the server has no such file */
	bool probe; /* of a symbol that the server may not know: 400 and another file say that, as 404 does */
};

#define FETCH_ATTEMPTS 5
#define FETCH_WAIT_MS 2000

/* fetch_known() - is there any file of this source? */
bool fetch_known(const char *source);

/* fetch_choose() - the row for the given values; NULL with *why (pt-BR) when none fits or a value is wrong. */
const struct fetch_source *fetch_choose(void *pool, const char *source,
					const struct fetch_options *opt, const char **why);

/* fetch_expand() - a pattern with its values; @escape: for a URL. */
const char *fetch_expand(void *pool, const char *pattern, const struct fetch_source *s,
			 const struct fetch_options *opt, int page, bool escape);

/* fetch_url() - where page 1 of it is, official or not. */
const char *fetch_url(void *pool, const struct fetch_source *s, const struct fetch_options *opt);

/*
 * fetch_load() - download one page and load it; false when it is unchanged since it was loaded last.
 * Refuses by fail().  *name: the file, for messages.  *pages: how many there are.
 */
bool fetch_load(struct ctx *ctx, const struct fetch_source *s, const struct fetch_options *opt,
		int page, const struct load_options *load, struct load_result *res,
		const char **name, int *pages);

/*
 * fetch_sweep() - drop what is left in the cache of downloads that broke off more than a week ago: of a file that is no
 * more asked for nobody goes on.
 */
void fetch_sweep(struct ctx *ctx, const struct fetch_options *opt);

#endif
