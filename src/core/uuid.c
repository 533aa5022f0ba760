/* SPDX-License-Identifier: Apache-2.0 */
/* uuid.c: identifiers, version 7, ascending within a process. */
#include "config.h"

#include "core/uuid.h"

#include <sodium.h>

#include "core/clock.h"
#include "core/encode.h"
#include "core/pool.h"

struct uuid uuid_new(void)
{
	/*
	 * 48 bits of milliseconds, 12 bits of counter, 62 random bits.  When the counter overflows or
	 * the clock goes back, the millisecond part continues from the last id.
	 */
	static int64_t last_ms;
	static unsigned counter;
	int64_t now =
		clock_real_ms(); /* a stopped clock would leave the order of two workers' ids to chance */
	struct uuid id;

	if (now > last_ms) {
		last_ms = now;
		counter = randombytes_uniform(256);
	} else if (++counter > 0xfff) {
		last_ms++;
		counter = 0;
	}
	randombytes_buf(id.b + 8, 8);
	for (int i = 0; i < 6; i++)
		id.b[i] = (uint8_t)(last_ms >> (8 * (5 - i)));
	id.b[6] = (uint8_t)(0x70 | counter >> 8);
	id.b[7] = (uint8_t)counter;
	id.b[8] = (uint8_t)(0x80 | (id.b[8] & 0x3f));
	return id;
}

static bool is_dash_place(size_t i)
{
	return i == 8 || i == 13 || i == 18 || i == 23;
}

bool uuid_parse(struct slice s, struct uuid *out)
{
	struct uuid id;
	size_t n = 0;

	if (s.n != UUID_TEXT_SIZE - 1)
		return false;
	for (size_t i = 0; i < s.n;) {
		int hi, lo;

		if (is_dash_place(i)) {
			if (s.p[i++] != '-')
				return false;
			continue;
		}
		hi = hex_value(s.p[i]);
		lo = hex_value(s.p[i + 1]);
		if (hi < 0 || lo < 0)
			return false;
		id.b[n++] = (uint8_t)(hi << 4 | lo);
		i += 2;
	}
	*out = id;
	return true;
}

void uuid_format(struct uuid id, char out[UUID_TEXT_SIZE])
{
	for (size_t i = 0; i < 16; i++) {
		*out++ = hex_digits[id.b[i] >> 4];
		*out++ = hex_digits[id.b[i] & 15];
		if (i == 3 || i == 5 || i == 7 || i == 9)
			*out++ = '-';
	}
	*out = '\0';
}

const char *uuid_text(void *pool, struct uuid id)
{
	char *text = pool_array(pool, char, UUID_TEXT_SIZE);

	uuid_format(id, text);
	return text;
}
