/* SPDX-License-Identifier: Apache-2.0 */
/*
 * load.c: loads one file in one transaction, and reports the result.
 *
 * Loads run one after another (an advisory lock), so that what one reads before it writes, such as the
 * existing days, stays true until it commits.
 */
#include "config.h"

#include "load/run.h"

#include <stdio.h>

#include "core/uuid.h"
#include "http/json_read.h"
#include "load/field.h"

#define JSON_MAX ((size_t)(64 * 1024 * 1024))

/* The lock's number: "lastro load" in ASCII, cut to 63 bits. */
static DB_STMT(lock, "load.lock", "select pg_advisory_xact_lock(7809914437013299564)");

static DB_STMT(
	bump, "load.bump",
	"update market_version set version = version_next(version) where family = any($1::text[])");

static DB_STMT(stamp, "load.stamp",
	       "insert into symbol_version (venue, symbol, version)"
	       " select $1, s.symbol, version_next(v.version)"
	       "   from unnest($2::text[]) s(symbol), market_version v"
	       "  where v.family = 'reference'"
	       "  group by s.symbol, v.version"
	       " on conflict (venue, symbol) do update set version = excluded.version");

static DB_STMT(
	record, "load.record",
	"insert into load_log (id, source, file, loaded_at, rows_read, written, unchanged, ignored, refused,"
	"                      first_day, last_day)"
	" values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)");

/* Sets types that imports guessed and the listing now has; after all writes of the load. */
static DB_STMT(settle, "load.settle_guesses", "select guesses_settle($1)");

/* ---- messages of a parser ---- */

/* A quoted cell may be in another encoding, or move the cursor of a terminal. */
static const char *said(struct load *l, const char *format, va_list ap) PRINTF_LIKE(2, 0);
static const char *said(struct load *l, const char *format, va_list ap)
{
	void *pool = l->ctx->pool;

	return text_quotable(pool, text_readable(pool, pool_vprintf(pool, format, ap)));
}

bool load_refuse(struct load *l, int64_t line, const char *reason, ...)
{
	struct load_result *r = l->res;
	va_list ap;

	r->refused++;
	if (r->n_shown == REFUSALS_SHOWN)
		return false;
	va_start(ap, reason);
	r->shown[r->n_shown++] = (struct refusal){ line, said(l, reason, ap) };
	va_end(ap);
	return false;
}

void load_warn(struct load *l, const char *warning, ...)
{
	struct load_result *r = l->res;
	va_list ap;

	if (r->n_warnings == WARNINGS_SHOWN)
		return;
	va_start(ap, warning);
	r->warnings[r->n_warnings++] = said(l, warning, ap);
	va_end(ap);
}

void load_fail(struct load *l, const char *why, ...)
{
	va_list ap;
	const char *text;

	va_start(ap, why);
	text = said(l, why, ap);
	va_end(ap);
	fail(l->ctx, 400, "invalid_input", "%s: %s", l->name, text);
}

void load_day(struct load *l, struct day d)
{
	struct load_result *r = l->res;

	if (!r->has_days || day_before(d, r->first_day))
		r->first_day = d;
	if (!r->has_days || day_before(r->last_day, d))
		r->last_day = d;
	r->has_days = true;
}

void load_counted(struct load *l, int64_t sent, int64_t touched, enum market_family family)
{
	l->res->written += touched;
	l->res->unchanged += sent - touched;
	if (touched)
		l->touched[family] = true;
}

void load_symbols_changed(struct load *l, const char *venue, const char *const *symbols, size_t n)
{
	if (!n)
		return;
	l->touched[FAMILY_REFERENCE] = true;
	(void)db_exec(l->ctx, &stamp, DB_ARGS(db_text(venue), db_texts(symbols, n)));
}

void load_rates_changed(struct load *l)
{
	static const char *const dollar[] = { "USD" };

	load_symbols_changed(l, "fx", dollar, 1);
}

/* ---- the raw connection ---- */

PGconn *load_raw(struct load *l)
{
	if (!l->raw)
		l->raw = db_raw(l->ctx);
	return l->raw;
}

void load_cooked(struct load *l)
{
	if (l->raw)
		db_cooked(l->ctx);
	l->raw = NULL;
}

int64_t load_sql(struct load *l, const char *sql)
{
	PGresult *res = PQexec(load_raw(l), sql);
	ExecStatusType status = PQresultStatus(res);
	int64_t n = 0;

	if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
		db_raw_fail(l->ctx, res);
	for (const char *c = PQcmdTuples(res); *c >= '0' && *c <= '9'; c++)
		n = 10 * n + (*c - '0');
	PQclear(res);
	return n;
}

PGresult *load_rows(struct load *l, const char *sql)
{
	PGresult *res = PQexec(load_raw(l), sql);

	if (PQresultStatus(res) != PGRES_TUPLES_OK)
		db_raw_fail(l->ctx, res);
	return res;
}

int64_t load_number(struct load *l, const char *sql)
{
	PGresult *res = load_rows(l, sql);
	int64_t n = 0;

	if (field_int(slice_of(PQgetvalue(res, 0, 0)), &n) != FIELD_OK)
		n = 0; /* a sum of counts always parses */
	PQclear(res);
	return n;
}

/* ---- JSON ---- */

struct json_object *load_json(struct load *l)
{
	struct slice text = slice_trim(reader_all(l->in, JSON_MAX));
	const char *reason = NULL;
	size_t at = 0;
	struct json_object *tree = json_parse(l->pool, text, &at, &reason);

	if (tree && json_object_is_type(tree, json_type_string)) {
		text = (struct slice){ json_object_get_string(tree),
				       (size_t)json_object_get_string_len(tree) };
		tree = json_parse(l->pool, text, &at, &reason);
	}
	if (!tree && reason)
		load_fail(l, "não é JSON: byte %zu, %s.", at, reason);
	return tree;
}

/* ---- one file ---- */

static void finish(struct load *l)
{
	const struct load_result *r = l->res;
	const char *changed[FAMILY_COUNT];
	size_t n = 0;

	load_cooked(l);
	if (l->opt->strict && r->refused)
		load_fail(l, "%lld linhas recusadas, a primeira na linha %lld: %s",
			  (long long)r->refused, (long long)(r->n_shown ? r->shown[0].line : 0),
			  r->n_shown ? r->shown[0].reason : "");
	if (l->touched[FAMILY_REFERENCE])
		(void)db_query(l->ctx, &settle, DB_ARGS(db_timestamp(l->ctx->now_ms)));
	for (int f = 0; f < FAMILY_COUNT; f++)
		if (l->touched[f])
			changed[n++] = market_family_names[f];
	if (n)
		(void)db_exec(l->ctx, &bump, DB_ARGS(db_texts(changed, n)));
	(void)db_exec(l->ctx, &record,
		      DB_ARGS(db_uuid(uuid_new()), db_text(l->source->name), db_text(l->name),
			      db_timestamp(l->ctx->now_ms), db_int(r->read), db_int(r->written),
			      db_int(r->unchanged), db_int(r->ignored), db_int(r->refused),
			      r->has_days ? db_day(r->first_day) : db_null(),
			      r->has_days ? db_day(r->last_day) : db_null()));
	db_commit(l->ctx);
}

void load_lock(struct ctx *ctx)
{
	(void)db_query(ctx, &lock, DB_NO_ARGS);
}

static void run(struct load *l)
{
	l->name = reader_name(l->in);
	reader_progress(l->in, l->opt->progress, l->opt->progress_arg);
	db_begin_write(l->ctx);
	load_lock(l->ctx);
	l->source->run(l);
	finish(l);
}

void load_file(struct ctx *ctx, const struct load_source *source, const char *path,
	       const struct load_options *options, struct load_result *result)
{
	struct load l = { .ctx = ctx,
			  .pool = pool_new(ctx->pool, "load"),
			  .source = source,
			  .opt = options,
			  .res = result };

	*result = (struct load_result){ 0 };
	l.in = reader_open(ctx, l.pool, path, source->member);
	run(&l);
	pool_free(l.pool);
}

void load_text(struct ctx *ctx, const struct load_source *source, const char *name,
	       struct slice text, const struct load_options *options, struct load_result *result)
{
	struct load l = { .ctx = ctx,
			  .pool = pool_new(ctx->pool, "load"),
			  .source = source,
			  .opt = options,
			  .res = result };

	*result = (struct load_result){ 0 };
	l.in = reader_of(ctx, l.pool, name, text);
	run(&l);
	pool_free(l.pool);
}
