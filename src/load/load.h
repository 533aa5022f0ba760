/* SPDX-License-Identifier: Apache-2.0 */
/*
 * load.h: loads public data into the market tables.
 *
 * A source is a row of load_sources[] and a parser.  One file is one transaction: loaded completely or
 * not at all.  A bad row is counted and shown, and stops the file only when strict.
 */
#ifndef LASTRO_LOAD_LOAD_H
#define LASTRO_LOAD_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "calc/amounts/amounts.h"
#include "core/day.h"
#include "core/ctx.h"

struct load_options {
	bool strict;	      /* a refused row refuses the file */
	const char *symbol;   /* --symbol, when the file does not name it */
	const char *type;     /* --type: an asset type */
	const char *code;     /* --code: of a central bank series */
	const char *calendar; /* --calendar: anbima or b3 */
	const char *issuer;   /* --issuer: PETR */
	const char *currency; /* --currency */
	const char *org;      /* --org: the desk's organization */
	void (*progress)(void *arg, int64_t done, int64_t total); /* bytes; may be NULL */
	void *progress_arg;
};

#define REFUSALS_SHOWN 20
#define WARNINGS_SHOWN 8

struct refusal {
	int64_t line;	    /* or the ordinal in a list; 0: the whole file */
	const char *reason; /* pt-BR */
};

/* read = written + unchanged + ignored + refused. */
struct load_result {
	int64_t read;
	int64_t written;   /* new or changed */
	int64_t unchanged; /* already present and equal */
	int64_t ignored;   /* rows of a kind that is not stored */
	int64_t refused;
	struct refusal shown[REFUSALS_SHOWN];
	size_t n_shown;
	const char *warnings[WARNINGS_SHOWN];
	size_t n_warnings;
	bool has_days;
	struct day first_day, last_day;
};

struct load;

struct load_source {
	const char *name;   /* "cotahist" */
	const char *title;  /* pt-BR, for --help */
	const char *needs;  /* options it understands, for --help; "" for none */
	const char *member; /* pattern of the member inside a zip */
	void (*run)(struct load *l);
};

extern const struct load_source load_sources[];		      /* ends with a NULL name */
const struct load_source *load_source_find(const char *name); /* or NULL */

/*
 * load_file() - loads one file ("-": standard input), in one transaction that it commits. Refuses by
 * fail(), with nothing written: 400 invalid_input for errors in the file or the options.  @result lives
 * with ctx->pool.
 */
void load_file(struct ctx *ctx, const struct load_source *source, const char *path,
	       const struct load_options *options, struct load_result *result);

/* load_text() - the same for bytes in memory (fetched); @name is shown as the file's name. */
void load_text(struct ctx *ctx, const struct load_source *source, const char *name,
	       struct slice text, const struct load_options *options, struct load_result *result);

/* ---- prepared prices (prices.c) ---- */

struct prices_result {
	int64_t rows
		[4]; /* of last_close, month_close, close_series and session, as they should be */
	int64_t wrong[4]; /* rows that were missing, too many or different */
};

/*
 * prices_compute() - derives them again from the quotes and compares; corrects them unless @verify.  A
 * transaction of its own.
 */
void prices_compute(struct ctx *ctx, bool verify, struct prices_result *out);

/* load_lock() - waits until no other load runs; held to the end of the transaction. */
void load_lock(struct ctx *ctx);

/* shape_text() - a published JSON Schema of our own files, or empty when the name is unknown. */
struct slice shape_text(const char *name);

/* shape_names() - all of them, NULL-terminated, on @pool. */
const char *const *shape_names(void *pool);

#endif
