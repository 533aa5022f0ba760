/* SPDX-License-Identifier: Apache-2.0 */
/* window.c: stored returns as bytes. */
#include "config.h"

#include "market/events/window.h"

#include "core/pool.h"

static uint64_t get(const char *p, size_t n)
{
	uint64_t v = 0;

	for (size_t i = 0; i < n; i++)
		v = v << 8 | (unsigned char)p[i];
	return v;
}

static void put(char *p, size_t n, uint64_t v)
{
	for (size_t i = n; i-- > 0; v >>= 8)
		p[i] = (char)(v & 0xff);
}

static struct day get_day(const char *p)
{
	return (struct day){ (int32_t)(uint32_t)get(p, 4) };
}

static void put_day(char *p, struct day d)
{
	put(p, 4, (uint32_t)d.n);
}

static double get_double(const char *p)
{
	uint64_t bits = get(p, 8);
	double v;

	memcpy(&v, &bits, sizeof(v));
	return v;
}

static void put_double(char *p, double v)
{
	uint64_t bits;

	memcpy(&bits, &v, sizeof(bits));
	put(p, 8, bits);
}

size_t window_sessions(struct slice bytes)
{
	return bytes.n % SESSION_BYTES ? 0 : bytes.n / SESSION_BYTES;
}

size_t window_commons(struct slice bytes)
{
	return bytes.n % COMMON_BYTES ? 0 : bytes.n / COMMON_BYTES;
}

void window_unpack(struct slice bytes, struct session_return *out)
{
	for (size_t i = 0; i < window_sessions(bytes); i++) {
		const char *p = bytes.p + SESSION_BYTES * i;

		out[i] = (struct session_return){ get_day(p), get_double(p + 4) };
	}
}

void window_unpack_commons(struct slice bytes, struct common_return *out)
{
	for (size_t i = 0; i < window_commons(bytes); i++) {
		const char *p = bytes.p + COMMON_BYTES * i;

		out[i].day = get_day(p);
		out[i].value = get_double(p + 4);
		for (int k = 0; k < ANOMALY_FACTORS; k++)
			out[i].factor[k] = get_double(p + 12 + 8 * k);
	}
}

struct slice window_pack(void *pool, const struct session_return *r, size_t n)
{
	size_t kept = n < WINDOW_KEPT ? n : WINDOW_KEPT;
	char *bytes = pool_array(pool, char, SESSION_BYTES *kept);

	for (size_t i = 0; i < kept; i++) {
		char *p = bytes + SESSION_BYTES * i;

		put_day(p, r[n - kept + i].day);
		put_double(p + 4, r[n - kept + i].value);
	}
	return (struct slice){ bytes, SESSION_BYTES * kept };
}

struct slice window_pack_commons(void *pool, const struct common_return *r, size_t n)
{
	size_t kept = n < WINDOW_KEPT ? n : WINDOW_KEPT;
	char *bytes = pool_array(pool, char, COMMON_BYTES *kept);

	for (size_t i = 0; i < kept; i++) {
		const struct common_return *c = &r[n - kept + i];
		char *p = bytes + COMMON_BYTES * i;

		put_day(p, c->day);
		put_double(p + 4, c->value);
		for (int k = 0; k < ANOMALY_FACTORS; k++)
			put_double(p + 12 + 8 * k, c->factor[k]);
	}
	return (struct slice){ bytes, COMMON_BYTES * kept };
}
