/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rows.c: results, read in binary.
 *
 * A column of another type or a value off its grid is a defect of a statement or of the data: 500,
 * with the statement's name in the log.
 */
#include "config.h"

#include <stdlib.h>

#include "db/connection.h"
#include "core/problem.h"

#define OID_BOOL 16
#define OID_BYTEA 17
#define OID_INT8 20
#define OID_INT2 21
#define OID_INT4 23
#define OID_TEXT 25
#define OID_INT8_ARRAY 1016
#define OID_DATE 1082
#define OID_TIMESTAMPTZ 1184
#define OID_NUMERIC 1700
#define OID_UUID 2950
#define OID_JSONB 3802

#define EPOCH_DAY 10957		       /* 2000-01-01 */
#define EPOCH_MS INT64_C(946684800000) /* the same in ms since 1970 */

static void rows_clear(void *arg)
{
	struct db_rows *r = arg;

	if (!r->lent)
		PQclear(r->res);
}

struct db_rows *rows_of(struct ctx *ctx, const char *stmt, PGresult *res)
{
	struct db_rows *r = pool_zero(ctx->pool, struct db_rows);

	r->ctx = ctx;
	r->res = res;
	r->stmt = stmt;
	r->checked = &r->bits;
	pool_on_free(r, rows_clear, r);
	return r;
}

struct db_rows *db_keep(void *pool, struct db_rows *r)
{
	struct db_rows *kept = pool_zero(pool, struct db_rows);

	*kept = (struct db_rows){ .res = r->res, .stmt = r->stmt, .checked = &kept->bits };
	pool_on_free(kept, rows_clear, kept);
	r->lent = true;
	return kept;
}

struct db_rows *db_lend(struct ctx *ctx, const struct db_rows *kept)
{
	struct db_rows *r = pool_zero(ctx->pool, struct db_rows);

	*r = (struct db_rows){
		.ctx = ctx,
		.res = kept->res,
		.stmt = kept->stmt,
		.lent = true,
		.checked = &r->bits,
	};
	return r;
}

size_t db_rows_bytes(const struct db_rows *r)
{
	return PQresultMemorySize(r->res);
}

static NORETURN void defect(const struct db_rows *r, size_t row, int col, const char *what)
{
	struct ctx *ctx = r->ctx;

	problem_open(ctx)->cause =
		pool_printf(ctx->pool, "%s: row %zu column %d (%s): %s", r->stmt, row, col,
			    PQfname(r->res, col) ? PQfname(r->res, col) : "none", what);
	fail(ctx, 500, "internal_error", "Um dado guardado não tem a forma esperada.");
}

/* A column has one type in all rows: it is checked once. */
static void check_type(const struct db_rows *r, size_t row, int col, Oid type)
{
	uint64_t bit = col < 64 ? UINT64_C(1) << col : 0;

	if (*r->checked & bit)
		return;
	if (PQftype(r->res, col) != type)
		defect(r, row, col, "another type");
	*r->checked |= bit;
}

/* The bytes of one value of a type; never called for a null, which has none. */
static struct slice sized_of(const struct db_rows *r, size_t row, int col, Oid type)
{
	size_t n = (size_t)PQgetlength(r->res, (int)row, col);

	check_type(r, row, col, type);
	if (!n)
		defect(r, row, col, "unexpected null");
	return (struct slice){ PQgetvalue(r->res, (int)row, col), n };
}

/* The bytes of a value of this type and size. */
static const unsigned char *value_of(const struct db_rows *r, size_t row, int col, Oid type,
				     size_t size)
{
	struct slice s = sized_of(r, row, col, type);

	if (s.n != size)
		defect(r, row, col, "another size");
	return (const unsigned char *)s.p;
}

static uint64_t be(const unsigned char *p, int n)
{
	uint64_t v = 0;

	while (n--)
		v = v << 8 | *p++;
	return v;
}

size_t db_count(const struct db_rows *r)
{
	return (size_t)PQntuples(r->res);
}

int64_t db_touched(const struct db_rows *r)
{
	const char *n = PQcmdTuples(r->res);

	return *n ? strtoll(n, NULL, 10) : 0;
}

bool db_is_null(const struct db_rows *r, size_t row, int col)
{
	return PQgetisnull(r->res, (int)row, col);
}

const char *db_get_text(const struct db_rows *r, size_t row, int col)
{
	const char *p;

	if (PQgetisnull(r->res, (int)row, col))
		return NULL;
	p = PQgetvalue(r->res, (int)row, col);
	return PQftype(r->res, col) == OID_JSONB ? p + 1 : p; /* jsonb begins with a version byte */
}

struct slice db_get_bytes(const struct db_rows *r, size_t row, int col)
{
	size_t n = (size_t)PQgetlength(r->res, (int)row, col);

	if (!n && PQgetisnull(r->res, (int)row, col))
		return (struct slice){ 0 };
	return (struct slice){ PQgetvalue(r->res, (int)row, col), n };
}

size_t db_find(const struct db_rows *r, int col, struct slice bytes)
{
	size_t low = 0, high = db_count(r);

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		struct slice at = db_get_bytes(r, mid, col);
		int order = memcmp(at.p, bytes.p, at.n < bytes.n ? at.n : bytes.n);

		if (!order && at.n == bytes.n)
			return mid;
		if (order < 0 || (!order && at.n < bytes.n))
			low = mid + 1;
		else
			high = mid;
	}
	return SIZE_MAX;
}

size_t db_find_uuid(const struct db_rows *r, int col, struct uuid id)
{
	return db_find(r, col, (struct slice){ (const char *)id.b, sizeof(id.b) });
}

const char *db_text_of(const struct db_rows *r, int col, struct uuid id, int text)
{
	size_t at = db_find_uuid(r, col, id);

	return at == SIZE_MAX ? NULL : db_get_text(r, at, text);
}

struct uuid db_get_uuid(const struct db_rows *r, size_t row, int col)
{
	struct uuid u;

	memcpy(u.b, value_of(r, row, col, OID_UUID, 16), 16);
	return u;
}

static struct day day_of(const unsigned char *p)
{
	int32_t n = (int32_t)be(p, 4);

	if (n == INT32_MAX)
		return DAY_FAR_FUTURE;
	if (n == INT32_MIN)
		return DAY_FAR_PAST;
	return (struct day){ n + EPOCH_DAY };
}

struct day db_get_day(const struct db_rows *r, size_t row, int col)
{
	return day_of(value_of(r, row, col, OID_DATE, 4));
}

int64_t db_get_int(const struct db_rows *r, size_t row, int col)
{
	switch (PQftype(r->res, col)) {
	case OID_INT2:
		return (int16_t)be(value_of(r, row, col, OID_INT2, 2), 2);
	case OID_INT4:
		return (int32_t)be(value_of(r, row, col, OID_INT4, 4), 4);
	default:
		return (int64_t)be(value_of(r, row, col, OID_INT8, 8), 8);
	}
}

/*
 * array_send() of PostgreSQL: dimensions, whether there are nulls, element type, length, lower bound;
 * each value with its size.
 */
#define ARRAY_HEAD 20

void db_get_ints(const struct db_rows *r, size_t row, int col, int64_t *out, size_t n)
{
	struct slice s = sized_of(r, row, col, OID_INT8_ARRAY);
	const unsigned char *p = (const unsigned char *)s.p;

	if (s.n != ARRAY_HEAD + 12 * n || be(p, 4) != 1 || be(p + 4, 4) || be(p + 12, 4) != n)
		defect(r, row, col, "another array");
	for (size_t i = 0; i < n; i++)
		out[i] = (int64_t)be(p + ARRAY_HEAD + 12 * i + 4, 8);
}

bool db_get_bool(const struct db_rows *r, size_t row, int col)
{
	return *value_of(r, row, col, OID_BOOL, 1);
}

int64_t db_get_timestamp(const struct db_rows *r, size_t row, int col)
{
	int64_t us = (int64_t)be(value_of(r, row, col, OID_TIMESTAMPTZ, 8), 8);
	int64_t ms = us / 1000;

	if (us < 0 && us % 1000)
		ms--;
	return ms + EPOCH_MS;
}

static wide decimal_of(const struct db_rows *r, size_t row, int col, struct slice s, int places)
{
	wide v = 0;

	switch (numeric_decode((const unsigned char *)s.p, s.n, places, &v)) {
	case DEC_OK:
		break;
	case DEC_PLACES:
		defect(r, row, col, "off the grid");
	case DEC_SYNTAX:
	case DEC_RANGE:
		defect(r, row, col, "out of range");
	}
	return v;
}

wide db_get_decimal(const struct db_rows *r, size_t row, int col, int places)
{
	return decimal_of(r, row, col, sized_of(r, row, col, OID_NUMERIC), places);
}

/* ---- packed ---- */

struct db_packed db_get_packed(const struct db_rows *r, size_t row, int col)
{
	struct slice s = sized_of(r, row, col, OID_BYTEA);
	const unsigned char *p = (const unsigned char *)s.p;

	return (struct db_packed){ r, row, col, p, p + s.n };
}

static const unsigned char *taken(struct db_packed *b, size_t n)
{
	const unsigned char *p = b->p;

	if ((size_t)(b->end - p) < n)
		defect(b->rows, b->row, b->col, "cut short");
	b->p += n;
	return p;
}

int64_t db_take_int(struct db_packed *b)
{
	return (int64_t)be(taken(b, 8), 8);
}

struct uuid db_take_uuid(struct db_packed *b)
{
	struct uuid u;

	memcpy(u.b, taken(b, 16), 16);
	return u;
}

struct day db_take_day(struct db_packed *b)
{
	return day_of(taken(b, 4));
}

wide db_take_decimal(struct db_packed *b, int places)
{
	const unsigned char *p = taken(b, 8); /* begins with the number of base-10000 digits */
	size_t n = 8 + 2 * (size_t)be(p, 2);

	(void)taken(b, n - 8);
	return decimal_of(b->rows, b->row, b->col, (struct slice){ (const char *)p, n }, places);
}

struct slice db_take_word(struct db_packed *b)
{
	const unsigned char *p = b->p;

	while (*taken(b, 1) != '/')
		;
	return (struct slice){ (const char *)p, (size_t)(b->p - p) - 1 };
}

void db_packed_end(const struct db_packed *b)
{
	if (b->p != b->end)
		defect(b->rows, b->row, b->col, "goes on");
}

enum db_type column_type(const struct db_rows *r, size_t row, int col)
{
	switch (PQftype(r->res, col)) {
	case OID_BOOL:
		return DB_BOOL;
	case OID_INT2:
	case OID_INT4:
	case OID_INT8:
		return DB_INT;
	case OID_DATE:
		return DB_DAY;
	case OID_TIMESTAMPTZ:
		return DB_TIMESTAMP;
	case OID_UUID:
		return DB_UUID;
	default:
		check_type(r, row, col, OID_TEXT);
		return DB_TEXT;
	}
}
