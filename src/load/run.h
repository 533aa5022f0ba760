/* SPDX-License-Identifier: Apache-2.0 */
/* run.h: what the parsers of src/load share while one file is loaded; no other room includes it. */
#ifndef LASTRO_LOAD_RUN_H
#define LASTRO_LOAD_RUN_H

#include <libpq-fe.h>

#include "identity/caller.h"
#include "core/pool.h"
#include "core/text.h"
#include "db/db.h"
#include "load/load.h"
#include "load/reader.h"
#include "load/sources.h"

struct load {
	struct ctx *ctx;
	void *pool; /* of this file */
	const struct load_source *source;
	const struct load_options *opt;
	struct load_result *res;
	struct reader *in;
	const char *name;	    /* of the innermost file, without folders */
	bool touched[FAMILY_COUNT]; /* families that this file changed */
	PGconn *raw;		    /* while outside pipeline mode, else NULL */
};

/* load_refuse() - refuses one row: counted, and the first ones shown; always false. */
bool load_refuse(struct load *l, int64_t line, const char *reason, ...) PRINTF_LIKE(3, 4);

/* A cell quoted in a reason, for "%.*s": its first 80 bytes, whole UTF-8 characters. */
static inline int load_shown(struct slice s)
{
	size_t n = s.n < 80 ? s.n : 80;

	while (n && n < s.n && ((unsigned char)s.p[n] & 0xc0) == 0x80)
		n--;
	return (int)n;
}
#define SHOWN(s) load_shown(s), (s).p

/* load_warn() - reports something about the whole file. */
void load_warn(struct load *l, const char *warning, ...) PRINTF_LIKE(2, 3);

/* load_fail() - refuses the file. */
NORETURN void load_fail(struct load *l, const char *why, ...) PRINTF_LIKE(2, 3);

/* load_day() - a day that the file covers. */
void load_day(struct load *l, struct day d);

/* load_counted() - @touched of @sent rows were written, the others already existed. */
void load_counted(struct load *l, int64_t sent, int64_t touched, enum market_family family);

/*
 * load_raw() - the raw libpq connection, for COPY and temporary tables; load_cooked() returns to db.h,
 * in the same transaction.  load_sql() runs one statement there and returns the number of affected
 * rows.
 */
PGconn *load_raw(struct load *l);
void load_cooked(struct load *l);
int64_t load_sql(struct load *l, const char *sql);
/* load_rows() - runs a query there; the caller clears its rows.  load_number() - its first value; 0 when it is no number. */
PGresult *load_rows(struct load *l, const char *sql);
int64_t load_number(struct load *l, const char *sql);

/* load_json() - parses the whole file as strict JSON; a JSON string that contains JSON is unpacked. */
struct json_object;
struct json_object *load_json(struct load *l);

/*
 * load_symbols_changed() - stamps the symbols, so that derived state becomes stale; sets
 * families[REFERENCE].
 */
void load_symbols_changed(struct load *l, const char *venue, const char *const *symbols, size_t n);

/* load_rates_changed() - the same for figures derived from official rates of the dollar. */
void load_rates_changed(struct load *l);

/* The parsers of the sources: one row of sources.h each. */
#define ROW(name, title, options, member, parser) void parser(struct load *l);
LOAD_SOURCES(ROW)
#undef ROW

#endif
