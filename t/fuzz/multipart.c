/* SPDX-License-Identifier: Apache-2.0 */
/* multipart.c: the first line is the Content-Type, the rest the body. */
#include "config.h"

#include "core/pool.h"
#include "http/multipart.h"

#include "entry.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t n)
{
	struct slice all = { (const char *)input, n };
	struct slice type;
	struct slice body;
	struct part parts[PARTS_MAX];
	void *pool = pool_new(NULL, "fuzz");
	const char *reason = NULL;
	size_t n_parts = 0;

	(void)slice_cut(all, '\n', &type, &body); /* no end of line: no body */
	if (multipart_parse(pool, slice_text(pool, type), body, parts, &n_parts, &reason)) {
		promise(n_parts <= PARTS_MAX);
		for (size_t i = 0; i < n_parts; i++) {
			promise(parts[i].name && *parts[i].name);
			promise(text_valid(slice_of(parts[i].name), NULL));
			promise(parts[i].content.p >= body.p &&
				parts[i].content.p + parts[i].content.n <= body.p + body.n);
			promise(!parts[i].filename || !strpbrk(parts[i].filename, "/\\"));
		}
	} else {
		promise(reason);
	}
	pool_free(pool);
	return 0;
}
