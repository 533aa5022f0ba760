/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pack_bytes.h: the encoding of packed figures; internal to the rooms packed_*.
 *
 * Integers are LEB128, signed ones zigzag; days are stored as their distance from the one before.  The
 * last four bytes are a CRC-32 of the rest: a bit flipped by a disk or memory must not become a figure.
 * The reader trusts nothing else either: every count is bounded by the remaining bytes, and past the
 * end all reads give zero and set `bad`.
 */
#ifndef LASTRO_CALC_HISTORY_PACK_BYTES_H
#define LASTRO_CALC_HISTORY_PACK_BYTES_H

#include "calc/ledger/fold.h"
#include "core/buf.h"

/* The first byte of everything packed. */
#define PACKED_FORM 6

struct unpacking {
	void *pool;
	const unsigned char *p, *end;
	bool bad;
};

/* pack_checksum() - appends the checksum of what was packed since @b had @start bytes. */
void pack_checksum(struct buf *b, size_t start);

/* unpacking_of() - a reader; it is `bad` and at its end when the checksum is wrong. */
struct unpacking unpacking_of(void *pool, struct slice bytes);

static inline void pack_number(struct buf *b, uint64_t v)
{
	char *p = buf_room(b, 10);
	size_t n = 0;

	for (; v >= 0x80; v >>= 7)
		p[n++] = (char)(v | 0x80);
	p[n++] = (char)v;
	b->n += n;
}

static inline uint64_t unpack_number(struct unpacking *r)
{
	uint64_t v = 0;

	for (int shift = 0; shift < 64 && r->p < r->end; shift += 7) {
		unsigned char c = *r->p++;

		v |= (uint64_t)(c & 0x7f) << shift;
		if (!(c & 0x80))
			return v;
	}
	r->bad = true;
	return 0;
}

static inline void pack_signed(struct buf *b, int64_t v)
{
	pack_number(b, ((uint64_t)v << 1) ^ (v < 0 ? UINT64_MAX : 0));
}

static inline int64_t unpack_signed(struct unpacking *r)
{
	uint64_t v = unpack_number(r);

	return (int64_t)((v >> 1) ^ (v & 1 ? UINT64_MAX : 0));
}

/* 128 bits: the low 63, with a mark in the lowest bit when a high part follows. */
static inline void pack_wide(struct buf *b, wide v)
{
	int64_t low = (int64_t)v;

	if (v == low && low >= INT64_MIN / 4 && low <= INT64_MAX / 4) {
		pack_signed(b, (int64_t)((uint64_t)low << 1));
		return;
	}
	pack_signed(b, (int64_t)((uint64_t)(v >> 62) << 1 | 1));
	pack_number(b, (uint64_t)v & ((UINT64_C(1) << 62) - 1));
}

static inline wide unpack_wide(struct unpacking *r)
{
	int64_t first = unpack_signed(r);

	if (!(first & 1))
		return first / 2;
	return (wide)(first >> 1) * ((wide)1 << 62) + (wide)unpack_number(r);
}

/* A number of elements of at least @least bytes each. */
static inline size_t unpack_count(struct unpacking *r, size_t least)
{
	uint64_t n = unpack_number(r);

	if (n > (uint64_t)(r->end - r->p) / least) {
		r->bad = true;
		return 0;
	}
	return (size_t)n;
}

/* Money is usually whole cents, which take half the bytes. */
void pack_cents(struct buf *b, struct money m);
struct money unpack_cents(struct unpacking *r);

/* NULL stays NULL; an unpacked text points into the packed bytes. */
void pack_text(struct buf *b, const char *s);
const char *unpack_text(struct unpacking *r);

/* Days of a list, each as its distance from the one before. */
static inline void pack_day(struct buf *b, struct day d, struct day *before)
{
	pack_signed(b, (int64_t)d.n - before->n);
	*before = d;
}

static inline struct day unpack_day(struct unpacking *r, struct day *before)
{
	before->n = (int32_t)((uint32_t)before->n + (uint32_t)unpack_signed(r));
	r->bad |= day_before(*before, DAY_FAR_PAST) || day_before(DAY_FAR_FUTURE, *before);
	return *before;
}

/* @holders: the number of holdings with each month, or NULL. */
void pack_months(struct buf *b, const struct months *m, const size_t *holders);
struct months unpack_months(struct unpacking *r, size_t **holders);

void pack_steps(struct buf *b, const struct fold_step *s, size_t n);
const struct fold_step *unpack_steps(struct unpacking *r, size_t *n);

#endif
