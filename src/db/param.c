/* SPDX-License-Identifier: Apache-2.0 */
/*
 * param.c: arguments on their way to PostgreSQL.
 *
 * Scalars go as text, which fits any type that the server infers; they are few. Arrays go in binary,
 * since imports send thousands of elements through unnest().
 */
#include "config.h"

#include "core/clock.h"
#include "db/connection.h"

#define EPOCH_DAY 10957 /* 2000-01-01, PostgreSQL's day 0, as a struct day */

static void put32(struct buf *b, uint32_t v)
{
	const char bytes[4] = { (char)(v >> 24), (char)(v >> 16), (char)(v >> 8), (char)v };

	buf_put(b, bytes, sizeof(bytes));
}

static void put_sized(struct buf *b, const void *p, size_t n)
{
	put32(b, (uint32_t)n);
	buf_put(b, p, n);
}

/* PostgreSQL's types of the elements. */
static const uint32_t oids[] = {
	[DB_TEXT_ARRAY] = 25,  [DB_UUID_ARRAY] = 2950,	  [DB_INT_ARRAY] = 20,
	[DB_DAY_ARRAY] = 1082, [DB_DECIMAL_ARRAY] = 1700, [DB_BOOL_ARRAY] = 16,
	[DB_BYTES_ARRAY] = 17,
};

static void put_numeric(struct buf *b, wide value, int places)
{
	size_t at = b->n;
	uint32_t size;

	put32(b, 0);
	numeric_encode(b, value, places);
	size = (uint32_t)(b->n - at - 4);
	for (int i = 0; i < 4; i++)
		b->p[at + (size_t)i] = (char)(size >> (24 - 8 * i));
}

static void put_element(struct buf *b, const struct db_arg *arg, size_t i)
{
	const void *items = arg->array.items;

	switch (arg->array.type) {
	case DB_TEXT_ARRAY:
		put_sized(b, ((const char *const *)items)[i],
			  strlen(((const char *const *)items)[i]));
		break;
	case DB_UUID_ARRAY:
		put_sized(b, ((const struct uuid *)items)[i].b, 16);
		break;
	case DB_INT_ARRAY:
		put32(b, 8);
		put32(b, (uint32_t)((uint64_t)((const int64_t *)items)[i] >> 32));
		put32(b, (uint32_t)((const int64_t *)items)[i]);
		break;
	case DB_DAY_ARRAY:
		put32(b, 4);
		put32(b, (uint32_t)(((const struct day *)items)[i].n - EPOCH_DAY));
		break;
	case DB_DECIMAL_ARRAY:
		put_numeric(b, ((const wide *)items)[i], arg->places);
		break;
	case DB_BOOL_ARRAY:
		put32(b, 1);
		buf_char(b, ((const bool *)items)[i] ? 1 : 0);
		break;
	case DB_BYTES_ARRAY:
		put_sized(b, ((const struct slice *)items)[i].p,
			  ((const struct slice *)items)[i].n);
		break;
	}
}

static bool is_null(const struct db_arg *arg, size_t i)
{
	if (arg->array.nulls && arg->array.nulls[i])
		return true;
	return arg->array.type == DB_TEXT_ARRAY && !((const char *const *)arg->array.items)[i];
}

static struct slice array_of(void *pool, const struct db_arg *arg)
{
	size_t n = arg->array.n;
	bool nulls = false;
	struct buf b;

	buf_init(&b, pool, 64 + n * 24);
	for (size_t i = 0; i < n && !nulls; i++)
		nulls = is_null(arg, i);
	put32(&b, n ? 1 : 0);
	put32(&b, nulls);
	put32(&b, oids[arg->array.type]);
	if (n) {
		put32(&b, (uint32_t)n);
		put32(&b, 1);
	}
	for (size_t i = 0; i < n; i++) {
		if (is_null(arg, i))
			put32(&b, UINT32_MAX);
		else
			put_element(&b, arg, i);
	}
	return (struct slice){ b.p, b.n };
}

static const char *decimal_of(void *pool, wide value, int places)
{
	char text[DEC_TEXT_SIZE];

	return pool_strndup(pool, text, dec_format(text, value, places, places, true));
}

static const char *scalar_of(void *pool, const struct db_arg *arg)
{
	char *text = pool_array(pool, char, UUID_TEXT_SIZE);

	switch (arg->type) {
	case DB_TEXT:
		return arg->text;
	case DB_UUID:
		uuid_format(arg->uuid, text);
		return text;
	case DB_DAY:
		day_format(arg->day, text);
		return text;
	case DB_INT:
		return pool_printf(pool, "%lld", (long long)arg->i);
	case DB_BOOL:
		return arg->b ? "t" : "f";
	case DB_DECIMAL:
		return decimal_of(pool, arg->decimal, arg->places);
	case DB_TIMESTAMP:
		timestamp_format(arg->i, text);
		return text;
	case DB_NULL:
	case DB_BYTES:
	case DB_ARRAY:
		break;
	}
	return NULL;
}

void params_of(void *pool, const struct db_arg *args, size_t n, struct params *out)
{
	out->n = (int)n;
	out->values = pool_array(pool, const char *, n);
	out->lengths = pool_array(pool, int, n);
	out->formats = pool_array(pool, int, n);
	for (size_t i = 0; i < n; i++) {
		struct slice bytes;

		if (args[i].type != DB_BYTES && args[i].type != DB_ARRAY) {
			out->values[i] = scalar_of(pool, &args[i]);
			continue;
		}
		bytes = args[i].type == DB_BYTES ? args[i].bytes : array_of(pool, &args[i]);
		out->values[i] = bytes.p ? bytes.p : "";
		out->lengths[i] = (int)bytes.n;
		out->formats[i] = 1;
	}
}
