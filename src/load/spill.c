/* SPDX-License-Identifier: Apache-2.0 */
/*
 * spill.c: COPY in binary.
 *
 * With text, the server spends its time in numeric and date input; it reads the binary form in a third
 * of that, and writing it is cheaper for us than printing.
 */
#include "config.h"

#include "load/spill.h"

#include <stdio.h>

#include "core/buf.h"

#define FLUSH_AT ((size_t)(64 * 1024))
#define PG_EPOCH 10957 /* 2000-01-01, as days since 1970 */

static const char header[] =
	"PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0"; /* signature, no flags, no extension */
#define HEADER_SIZE ((size_t)19)

struct copy {
	struct load *l;
	PGconn *conn; /* NULL: spilled */
	FILE *file;
	struct buf out;
	int64_t rows;
};

static void flush(struct copy *c)
{
	if (c->conn) {
		if (PQputCopyData(c->conn, c->out.p, (int)c->out.n) != 1)
			db_raw_fail(c->l->ctx, PQgetResult(c->conn));
	} else if (fwrite(c->out.p, 1, c->out.n, c->file) != c->out.n) {
		fail(c->l->ctx, 500, "internal_error", "%s: falta espaço em disco para a carga.",
		     c->l->name);
	}
	c->out.n = 0;
}

static void close_file(void *arg)
{
	(void)fclose(arg);
}

static struct copy *copy_new(struct load *l)
{
	struct copy *c = pool_zero(l->pool, struct copy);

	c->l = l;
	buf_init(&c->out, c, FLUSH_AT + 8192);
	return c;
}

struct copy *copy_to(struct load *l, const char *table)
{
	struct copy *c = copy_new(l);
	PGresult *res = PQexec(load_raw(l),
			       pool_printf(c, "copy %s from stdin with (format binary)", table));

	if (PQresultStatus(res) != PGRES_COPY_IN)
		db_raw_fail(l->ctx, res);
	PQclear(res);
	c->conn = l->raw;
	buf_put(&c->out, header, HEADER_SIZE);
	return c;
}

struct copy *copy_spill(struct load *l)
{
	struct copy *c = copy_new(l);

	c->file = tmpfile();
	if (!c->file)
		fail(l->ctx, 500, "internal_error",
		     "%s: não se consegue criar um arquivo temporário.", l->name);
	pool_on_free(c, close_file, c->file);
	return c;
}

/* ---- fields ---- */

static void put16(struct copy *c, unsigned v)
{
	char b[2] = { (char)(v >> 8), (char)v };

	buf_put(&c->out, b, sizeof(b));
}

static void put32(struct copy *c, uint32_t v)
{
	char b[4] = { (char)(v >> 24), (char)(v >> 16), (char)(v >> 8), (char)v };

	buf_put(&c->out, b, sizeof(b));
}

void copy_row(struct copy *c, int columns)
{
	if (c->out.n >= FLUSH_AT)
		flush(c);
	put16(c, (unsigned)columns);
	c->rows++;
}

void copy_null(struct copy *c)
{
	put32(c, UINT32_MAX);
}

void copy_text(struct copy *c, const char *s, size_t n)
{
	put32(c, (uint32_t)n);
	buf_put(&c->out, s, n);
}

void copy_string(struct copy *c, const char *s)
{
	if (s)
		copy_text(c, s, strlen(s));
	else
		copy_null(c);
}

void copy_slice(struct copy *c, struct slice s)
{
	if (s.n)
		copy_text(c, s.p, s.n);
	else
		copy_null(c);
}

void copy_day(struct copy *c, struct day d)
{
	put32(c, 4);
	put32(c, (uint32_t)(d.n - PG_EPOCH));
}

void copy_int(struct copy *c, int64_t v)
{
	put32(c, 8);
	put32(c, (uint32_t)((uint64_t)v >> 32));
	put32(c, (uint32_t)v);
}

void copy_bool(struct copy *c, bool v)
{
	put32(c, 1);
	buf_char(&c->out, v ? 1 : 0);
}

static void store16(unsigned char *p, int v)
{
	p[0] = (unsigned char)((unsigned)v >> 8);
	p[1] = (unsigned char)v;
}

/*
 * numeric's digits are of base 10,000, aligned at the point: ndigits, weight of the first, sign and
 * scale, then the digits, without zeros at either end.
 */
size_t numeric_binary(unsigned char out[40], wide v, int places)
{
	static const int pad[4] = { 1, 1000, 100, 10 };
	bool negative = v < 0;
	wide rest = wide_abs(v) * pad[places % 4];
	int digits[12];
	int n = 0, weight, first = 0, last;

	while (rest > INT64_MAX) {
		digits[n++] = (int)(rest % 10000);
		rest /= 10000;
	}
	for (uint64_t small = (uint64_t)rest; small; small /= 10000)
		digits[n++] = (int)(small % 10000);
	weight = n - 1 - (places + 3) / 4;
	while (first < n && !digits[first])
		first++;
	last = n;
	if (first == last)
		weight = 0;
	store16(out, last - first);
	store16(out + 2, weight);
	store16(out + 4, negative && first < last ? 0x4000 : 0);
	store16(out + 6, places);
	n = 8;
	for (int i = last - 1; i >= first; i--, n += 2)
		store16(out + n, digits[i]);
	return (size_t)n;
}

void copy_decimal(struct copy *c, wide v, int places)
{
	unsigned char b[40];
	size_t n = numeric_binary(b, v, places);

	put32(c, (uint32_t)n);
	buf_put(&c->out, (const char *)b, n);
}

/* ---- ends ---- */

void copy_day_if(struct copy *c, bool known, struct day d)
{
	if (known)
		copy_day(c, d);
	else
		copy_null(c);
}

void copy_int_if(struct copy *c, bool known, int64_t v)
{
	if (known)
		copy_int(c, v);
	else
		copy_null(c);
}

void copy_decimal_if(struct copy *c, bool known, wide v, int places)
{
	if (known)
		copy_decimal(c, v, places);
	else
		copy_null(c);
}

int64_t copy_rows(const struct copy *c)
{
	return c->rows;
}

void copy_end(struct copy *c)
{
	PGresult *res;

	put16(c, UINT16_MAX);
	flush(c);
	if (PQputCopyEnd(c->conn, NULL) != 1)
		db_raw_fail(c->l->ctx, PQgetResult(c->conn));
	while ((res = PQgetResult(c->conn))) {
		if (PQresultStatus(res) != PGRES_COMMAND_OK)
			db_raw_fail(c->l->ctx, res);
		PQclear(res);
	}
	pool_free(c->out.p);
	c->conn = NULL;
}

void copy_replay(struct copy *spilled, const char *table)
{
	struct copy *c = copy_to(spilled->l, table);
	size_t n;

	flush(spilled);
	rewind(spilled->file);
	do {
		flush(c);
		n = fread(c->out.p, 1, FLUSH_AT, spilled->file);
		c->out.n = n;
	} while (n == FLUSH_AT);
	if (ferror(spilled->file))
		fail(c->l->ctx, 500, "internal_error",
		     "%s: não se consegue reler o arquivo temporário.", c->l->name);
	pool_free(spilled->out.p);
	copy_end(c);
}
