/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pattern.h: matches the patterns of a schema in bounded time.
 *
 * The expressions are those of JSON Schema (ECMA-262 with Unicode), not anchored, run by PCRE2.
 */
#ifndef LASTRO_OPERATIONS_PATTERN_H
#define LASTRO_OPERATIONS_PATTERN_H

#include "core/text.h"

struct pattern;

enum pattern_found { PATTERN_YES, PATTERN_NO, PATTERN_TOO_MUCH };

/* pattern_new() - NULL and *error when it is malformed, or longer than 1,000 bytes. */
struct pattern *pattern_new(void *pool, const char *source, const char **error) MUST_CHECK;

/*
 * pattern_find() - whether the pattern occurs in @text.  PATTERN_TOO_MUCH when the search exceeds a
 * bound that depends only on the length (some 100 ms at the worst), or @text is longer than 64 KiB.
 */
enum pattern_found pattern_find(const struct pattern *p, struct slice text) MUST_CHECK;

const char *pattern_source(const struct pattern *p);

#endif
