/* SPDX-License-Identifier: Apache-2.0 */
/* numeric.c: PostgreSQL's binary numeric; the bytes are a server's (select numeric_send(x)). */
#include "config.h"

#include "tap.h"

#include "core/buf.h"
#include "db/connection.h"

struct wire {
	const char *text;
	int places;
	size_t n;
	const char *bytes;
};

static void is_decoded(const struct wire *w, const char *name)
{
	char text[DEC_TEXT_SIZE];
	wide v = 0;

	if (numeric_decode((const unsigned char *)w->bytes, w->n, w->places, &v) != DEC_OK) {
		ok(false, "%s", name);
		return;
	}
	dec_format(text, v, w->places, w->places, true);
	is_text(text, w->text, name);
}

static void is_refused(const struct wire *w, enum dec_err want, const char *name)
{
	wide v = 42;

	ok(numeric_decode((const unsigned char *)w->bytes, w->n, w->places, &v) == want && v == 42,
	   "%s", name);
}

#define WIRE(text, places, bytes)                                                                  \
	(&(const struct wire){ (text), (places), sizeof(bytes) - 1, (bytes) })

static void decoding(void)
{
	is_decoded(WIRE("0", 8, "\0\0\0\0\0\0\0\0"), "zero has no digits");
	is_decoded(WIRE("1.5", 8, "\0\2\0\0\0\0\0\1\0\1\23\210"), "1.5");
	is_decoded(WIRE("-0.00000001", 8, "\0\1\377\376\100\0\0\10\0\1"),
		   "the least step of the money grid, negative");
	is_decoded(WIRE("10000", 0, "\0\1\0\1\0\0\0\0\0\1"), "zeros that the wire leaves out");
	is_decoded(WIRE("0.00000000123", 12, "\0\1\377\375\0\0\0\13\4\316"),
		   "0.00000000123 on the price grid");
	is_decoded(WIRE("92233720368.54775807", 8,
			"\0\5\0\2\0\0\0\10\3\232\15\54\1\160\25\145\26\257"),
		   "the greatest quantity");
}

static void refusing(void)
{
	is_refused(WIRE("", 8, "\0\1\377\375\0\0\0\11\3\350"), DEC_PLACES,
		   "a digit beyond the grid is not rounded away");
	is_refused(WIRE("", 8, "\0\0\0\0\300\0\0\0"), DEC_RANGE, "NaN has no place on a grid");
	is_refused(WIRE("", 8, "\0\1\0\11\0\0\0\0\0\1"), DEC_RANGE,
		   "10^36 on the money grid passes 128 bits");
	is_refused(WIRE("", 8, "\0\2\0\0\0\0\0\1\0\1"), DEC_SYNTAX, "fewer bytes than digits");
	is_refused(WIRE("", 8, "\0\0"), DEC_SYNTAX, "a cut header");
}

/* Encoding and decoding gives the same value, for every remainder of the places modulo four. */
static void encoding(void)
{
	static const struct {
		wide v;
		int places;
	} values[] = {
		{ 0, 8 },
		{ 1, 8 },
		{ -1, 8 },
		{ 150000000, 8 },
		{ 123456789012345, 12 },
		{ -10000, 0 },
		{ 12345, 1 },
		{ 12345, 2 },
		{ 12345, 3 },
		{ 10000, 4 },
		{ (wide)INT64_MAX * 1000000, 12 },
	};
	void *pool = pool_new(NULL, "test");

	for (size_t i = 0; i < ARRAY_SIZE(values); i++) {
		struct buf b;
		wide v = 0;

		buf_init(&b, pool, 64);
		numeric_encode(&b, values[i].v, values[i].places);
		ok(numeric_decode((const unsigned char *)b.p, b.n, values[i].places, &v) ==
				   DEC_OK &&
			   v == values[i].v,
		   "value %zu is the same after the wire", i);
	}
	pool_free(pool);
}

int main(void)
{
	decoding();
	refusing();
	encoding();
	return tap_done();
}
