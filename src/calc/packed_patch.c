/* SPDX-License-Identifier: Apache-2.0 */
/*
 * packed_patch.c: a head told by what differs from an older one.
 *
 * A hash of the older bytes, the length of the newer ones, and steps: how many bytes both have, how many of
 * the older ones are passed over, and bytes that only the newer ones have.
 */
#include "config.h"

#include "calc/packed.h"
#include "calc/packed_bytes.h"
#include "core/pool.h"

/* After a difference both go on where so many bytes are alike, if that is not farther on than this. */
#define ALIKE 24
#define FARTHEST 256

/* Where nearly all is different, as on another day, that is not looked into to its end. */
#define PLACES 64

/* Whose answer nobody else's bytes give: a patch is never put on another head than its own. */
static uint64_t hash_of(struct slice s)
{
	uint64_t h = UINT64_C(0x9e3779b97f4a7c15) ^ s.n, word;
	size_t i = 0;

	for (; i + 8 <= s.n; i += 8) {
		memcpy(&word, s.p + i, 8);
		h = (h ^ word) * UINT64_C(0xff51afd7ed558ccd);
		h ^= h >> 32;
	}
	for (; i < s.n; i++)
		h = (h ^ (unsigned char)s.p[i]) * UINT64_C(0x100000001b3);
	return h;
}

static size_t alike(const char *a, size_t n_a, const char *b, size_t n_b)
{
	size_t most = n_a < n_b ? n_a : n_b, n = 0;

	while (n + 256 <= most && memcmp(a + n, b + n, 256) == 0)
		n += 256;
	while (n < most && a[n] == b[n])
		n++;
	return n;
}

/*
 * How much of each is passed over until they go on alike, the least together; all that is left when they
 * do not.  A figure that changed is about as long as it was: the first few diagonals find it.
 */
static void pass_over(struct slice old, struct slice new, size_t *skip, size_t *fresh)
{
	size_t last_s = old.n < ALIKE ? 0 : old.n - ALIKE,
	       last_m = new.n < ALIKE ? 0 : new.n - ALIKE;

	if (last_s > FARTHEST)
		last_s = FARTHEST;
	if (last_m > FARTHEST)
		last_m = FARTHEST;
	*skip = old.n;
	*fresh = new.n;
	if (old.n < ALIKE || new.n < ALIKE)
		return;
	for (size_t both = 0; both <= last_s + last_m; both++) {
		for (size_t m = both > last_s ? both - last_s : 0; m <= both && m <= last_m; m++) {
			size_t s = both - m;

			if (old.p[s] == new.p[m] && memcmp(old.p + s, new.p + m, ALIKE) == 0) {
				*skip = s;
				*fresh = m;
				return;
			}
		}
	}
}

static struct slice rest_of(struct slice s, size_t n)
{
	return (struct slice){ s.p + n, s.n - n };
}

bool patch_make(struct buf *out, struct slice old, struct slice new, size_t most)
{
	size_t start = out->n, places = 0;

	pack_number(out, hash_of(old));
	pack_number(out, new.n);
	while (new.n) {
		size_t n = alike(old.p, old.n, new.p, new.n), skip = 0, fresh = 0;

		old = rest_of(old, n);
		new = rest_of(new, n);
		if (new.n)
			pass_over(old, new, &skip, &fresh);
		if (fresh > most || ++places > PLACES)
			return false;
		pack_number(out, n);
		pack_number(out, skip);
		pack_number(out, fresh);
		buf_put(out, new.p, fresh);
		if (out->n - start > most)
			return false;
		old = rest_of(old, skip);
		new = rest_of(new, fresh);
	}
	return true;
}

bool patch_apply(void *pool, struct slice old, struct slice patch, struct slice *out)
{
	struct unpacking r = unpacking_of(pool, patch);
	uint64_t hash = unpack_number(&r), size = unpack_number(&r);
	size_t room, at = 0;
	char *p;

	if (r.bad || hash != hash_of(old) || size > old.n + patch.n)
		return false;
	room = (size_t)size;
	p = pool_array(pool, char, room + 1);
	while (r.p < r.end) {
		uint64_t n = unpack_number(&r), skip = unpack_number(&r), fresh = unpack_number(&r);

		if (r.bad || n > old.n || skip > old.n - n || n > room - at ||
		    fresh > room - at - n || fresh > (size_t)(r.end - r.p))
			return false;
		memcpy(p + at, old.p, n);
		memcpy(p + at + n, r.p, fresh);
		at += n + fresh;
		r.p += fresh;
		old = rest_of(old, n + skip);
	}
	*out = (struct slice){ p, at };
	return at == room;
}
