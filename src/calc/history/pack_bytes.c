/* SPDX-License-Identifier: Apache-2.0 */
/* pack_bytes.c: the checksum, texts, and lists used by head and tail. */
#include "config.h"

#include "calc/history/pack_bytes.h"

#include <zlib.h>

#include "core/pool.h"

#define SUM_SIZE 4
#define CENT 1000000 /* on the money grid */

static void sum_of(const char *p, size_t n, unsigned char out[SUM_SIZE])
{
	uLong sum = crc32_z(0, (const Bytef *)p, n);

	for (int i = 0; i < SUM_SIZE; i++)
		out[i] = (unsigned char)(sum >> 8 * i);
}

void pack_checksum(struct buf *b, size_t start)
{
	unsigned char sum[SUM_SIZE];

	sum_of(b->p + start, b->n - start, sum);
	buf_put(b, (const char *)sum, SUM_SIZE);
}

struct unpacking unpacking_of(void *pool, struct slice bytes)
{
	const unsigned char *p = (const unsigned char *)bytes.p;
	struct unpacking r = { .pool = pool, .p = p, .end = p };
	unsigned char sum[SUM_SIZE];

	r.bad = bytes.n < SUM_SIZE;
	if (r.bad)
		return r;
	sum_of(bytes.p, bytes.n - SUM_SIZE, sum);
	r.bad = memcmp(sum, p + bytes.n - SUM_SIZE, SUM_SIZE) != 0;
	if (!r.bad)
		r.end = p + bytes.n - SUM_SIZE;
	return r;
}

void pack_cents(struct buf *b, struct money m)
{
	int64_t low = (int64_t)m.e8; /* nearly always sufficient, and its division is cheap */
	wide cents = low == m.e8 ? low / CENT : m.e8 / CENT;

	if (cents * CENT == m.e8)
		pack_wide(b, cents * 2);
	else
		pack_wide(b, m.e8 * 2 + (m.e8 < 0 ? -1 : 1));
}

struct money unpack_cents(struct unpacking *r)
{
	wide v = unpack_wide(r), e8 = v / 2;

	if (v % 2 == 0)
		r->bad |= __builtin_mul_overflow(v / 2, (wide)CENT, &e8);
	return (struct money){ e8 };
}

/* With its NUL, so that the reader copies nothing. */
void pack_text(struct buf *b, const char *s)
{
	size_t n = s ? strlen(s) + 1 : 0;

	pack_number(b, n);
	if (n)
		buf_put(b, s, n);
}

const char *unpack_text(struct unpacking *r)
{
	size_t n = (size_t)unpack_number(r);
	const char *s = (const char *)r->p;

	if (!n)
		return NULL;
	if (n > (size_t)(r->end - r->p) || s[n - 1] != '\0' ||
	    !text_valid((struct slice){ s, n - 1 }, NULL)) {
		r->bad = true;
		return NULL;
	}
	r->p += n;
	return s;
}

/* ---- lists ---- */

void pack_months(struct buf *b, const struct months *m, const size_t *holders)
{
	int before = 0;

	pack_number(b, m->n);
	for (size_t i = 0; i < m->n; i++) {
		pack_signed(b, m->items[i].month.n - before);
		pack_wide(b, m->items[i].amount.e8);
		if (holders)
			pack_number(b, holders[i]);
		before = m->items[i].month.n;
	}
}

struct months unpack_months(struct unpacking *r, size_t **holders)
{
	struct months m = { .n = unpack_count(r, 2) };
	int before = 0;

	m.items = pool_array(r->pool, struct month_amount, m.n);
	if (holders)
		*holders = pool_array(r->pool, size_t, m.n);
	for (size_t i = 0; i < m.n; i++) {
		before = (int)((unsigned)before + (unsigned)unpack_signed(r));
		r->bad |=
			before < day_month(DAY_FAR_PAST).n || before > day_month(DAY_FAR_FUTURE).n;
		r->bad |= i && m.items[i - 1].month.n >= before; /* ascending: ends bound tables */
		m.items[i] = (struct month_amount){ { before }, { unpack_wide(r) } };
		if (holders)
			(*holders)[i] = (size_t)unpack_number(r);
	}
	return m;
}

enum { STEP_COST_KNOWN = 1 };

void pack_steps(struct buf *b, const struct fold_step *s, size_t n)
{
	struct day before = { 0 };

	pack_number(b, n);
	for (size_t i = 0; i < n; i++) {
		pack_day(b, s[i].day, &before);
		pack_number(b, s[i].cost_known ? STEP_COST_KNOWN : 0);
		pack_signed(b, s[i].qty.e8);
		pack_wide(b, s[i].cost.e8);
	}
}

const struct fold_step *unpack_steps(struct unpacking *r, size_t *n)
{
	struct day before = { 0 };
	struct fold_step *s;

	*n = unpack_count(r, 4);
	s = pool_array(r->pool, struct fold_step, *n);
	for (size_t i = 0; i < *n; i++) {
		s[i].day = unpack_day(r, &before);
		s[i].cost_known = unpack_number(r) & STEP_COST_KNOWN;
		s[i].qty.e8 = unpack_signed(r);
		s[i].cost.e8 = unpack_wide(r);
	}
	return s;
}
