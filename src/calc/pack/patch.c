/* SPDX-License-Identifier: Apache-2.0 */
/*
 * patch.c: a head told by what differs from an older one.
 *
 * A hash of the older bytes, the length of the newer ones, and steps: how many bytes both have, how many of
 * the older ones are passed over, and bytes that only the newer ones have.
 */
#include "config.h"

#include "calc/pack/bytes.h"
#include "calc/pack/packed.h"
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

/* Where among the first FARTHEST places bytes stand that hash alike, the nearest first. */
#define HASHES 512
struct places {
	uint16_t first[HASHES], next[FARTHEST + 1]; /* from 1; 0: none */
};

static size_t hash_at(const char *p)
{
	uint64_t word;

	memcpy(&word, p, sizeof(word));
	return word * UINT64_C(0x9e3779b97f4a7c15) >> 55; /* below HASHES */
}

static void find_places(struct places *t, const char *p, size_t last)
{
	memset(t->first, 0, sizeof(t->first));
	for (size_t s = last + 1; s-- > 0;) {
		size_t h = hash_at(p + s);

		t->next[s] = t->first[h];
		t->first[h] = (uint16_t)(s + 1);
	}
}

static size_t last_place(struct slice s)
{
	return s.n - ALIKE < FARTHEST ? s.n - ALIKE : FARTHEST;
}

/* How much of each is passed over until they go on alike, the least together; all that is left when they do not. */
static void pass_over(struct slice old, struct slice new, size_t *skip, size_t *fresh)
{
	size_t least = SIZE_MAX;
	struct places t;

	*skip = old.n;
	*fresh = new.n;
	if (old.n < ALIKE || new.n < ALIKE)
		return;
	find_places(&t, old.p, last_place(old));
	for (size_t m = 0, last = last_place(new); m <= last && m < least; m++) {
		for (size_t s = t.first[hash_at(new.p + m)]; s && s - 1 + m < least;
		     s = t.next[s - 1])
			if (memcmp(old.p + s - 1, new.p + m, ALIKE) == 0) {
				least = s - 1 + m;
				*skip = s - 1;
				*fresh = m;
			}
	}
}

static struct slice rest_of(struct slice s, size_t n)
{
	return (struct slice){ s.p + n, s.n - n };
}

struct patch_base patch_base_of(struct slice bytes)
{
	return (struct patch_base){ bytes, hash_of(bytes) };
}

bool patch_make(struct buf *out, const struct patch_base *base, struct slice new, size_t most)
{
	size_t start = out->n, places = 0;
	struct slice old = base->bytes;

	pack_number(out, base->hash);
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
