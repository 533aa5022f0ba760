/* SPDX-License-Identifier: Apache-2.0 */
/*
 * replay.c: the main() of a fuzz entry without libFuzzer.
 *
 * NAME.t feeds every file of t/fuzz/corpus/NAME, or the given files, to the entry: whole, truncated
 * at 64 places, and with one byte changed at 64 places in three ways.  A failed check aborts.
 */
#include "config.h"

#include <dirent.h>
#include <string.h>

#include "core/pool.h"
#include "core/text.h"

#include "../unit/tap.h"
#include "entry.h"

#define PLACES 64
#define INPUT_MAX ((size_t)8 << 20)

static void *pool;

static uint8_t *read_file(const char *path, size_t *n)
{
	FILE *f = fopen(path, "rb");
	uint8_t *bytes;

	if (!f)
		return NULL;
	bytes = pool_array(pool, uint8_t, INPUT_MAX);
	*n = fread(bytes, 1, INPUT_MAX, f);
	(void)fclose(f); /* opened for reading only */
	return bytes;
}

/* A block of the exact size, so that a sanitizer detects reads beyond its end. */
static void feed(const uint8_t *bytes, size_t n)
{
	uint8_t *input = malloc(n ? n : 1);

	if (!input)
		abort();
	memcpy(input, bytes, n);
	(void)LLVMFuzzerTestOneInput(input, n); /* always 0 */
	free(input);
}

static void feed_damaged(uint8_t *bytes, size_t n)
{
	static const uint8_t flips[] = { 0x01, 0x80, 0xff };
	size_t step = n / PLACES + 1;

	for (size_t i = 0; i < n; i += step) {
		feed(bytes, i);
		for (size_t k = 0; k < sizeof(flips); k++) {
			bytes[i] ^= flips[k];
			feed(bytes, n);
			bytes[i] ^= flips[k];
		}
	}
}

static void replay(const char *path)
{
	const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	size_t n = 0;
	uint8_t *bytes = read_file(path, &n);

	if (!bytes) {
		ok(false, "%s can be read", path);
		return;
	}
	feed(bytes, n);
	ok(true, "%s", name);
	feed_damaged(bytes, n);
	ok(true, "%s, damaged", name);
	pool_free(bytes);
}

static int is_seed(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static void replay_corpus(const char *program)
{
	const char *top = getenv("LASTRO_TOP_SRCDIR");
	const char *base = strrchr(program, '/') ? strrchr(program, '/') + 1 : program;
	const char *dir = pool_printf(pool, "%s/t/fuzz/corpus/%.*s", top ? top : ".",
				      (int)strcspn(base, "."), base);
	struct dirent **seeds = NULL;
	int n = scandir(dir, &seeds, is_seed, alphasort);

	ok(n > 0, "%s has seeds", dir);
	for (int i = 0; i < n; i++) {
		replay(pool_printf(pool, "%s/%s", dir, seeds[i]->d_name));
		free(seeds[i]);
	}
	free(seeds);
}

int main(int argc, char **argv)
{
	pool = pool_new(NULL, "replay");
	if (argc > 1)
		for (int i = 1; i < argc; i++)
			replay(argv[i]);
	else
		replay_corpus(argv[0]);
	pool_free(pool);
	return tap_done();
}
