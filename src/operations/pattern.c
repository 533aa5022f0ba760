/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pattern.c: matches the patterns of a schema in bounded time.
 *
 * PCRE2 counts its backtracking anew at each start position, so the limit of one position is the whole
 * allowance divided by the length.  Its interpreter is used, not the JIT, whose count is coarser.
 */
#include "config.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "operations/pattern.h"

#include "core/buf.h"

#define SOURCE_MAX 1000
#define TEXT_MAX ((size_t)64 * 1024)
#define ALLOWANCE ((size_t)4000000) /* steps of one search */
#define STEPS_MIN 50		    /* at one place */
#define STEPS_MAX 100000
#define DEPTH 1000
#define HEAP_KIB 1024

struct pattern {
	const char *source;
	pcre2_code *code;
	pcre2_match_data *match;
	pcre2_match_context *limits;
};

/* ECMA-262 uses Unicode's long names of the general categories, PCRE2 the short ones. */
static const struct {
	const char *name, *category;
} categories[] = {
	{ "Letter", "L" },
	{ "Uppercase_Letter", "Lu" },
	{ "Lowercase_Letter", "Ll" },
	{ "Titlecase_Letter", "Lt" },
	{ "Modifier_Letter", "Lm" },
	{ "Other_Letter", "Lo" },
	{ "Mark", "M" },
	{ "Number", "N" },
	{ "Decimal_Number", "Nd" },
	{ "Letter_Number", "Nl" },
	{ "Other_Number", "No" },
	{ "Punctuation", "P" },
	{ "Symbol", "S" },
	{ "Separator", "Z" },
	{ "Space_Separator", "Zs" },
	{ "Control", "Cc" },
	{ "Other", "C" },
};

/* "{Letter}" at @s: its category and length in bytes; NULL for another name. */
static const char *category_at(const char *s, size_t *n)
{
	const char *end = *s == '{' ? strchr(s, '}') : NULL;

	if (!end)
		return NULL;
	*n = (size_t)(end - s) + 1;
	for (size_t i = 0; i < ARRAY_SIZE(categories); i++)
		if (slice_eq((struct slice){ s + 1, *n - 2 }, categories[i].name))
			return categories[i].category;
	return NULL;
}

static const char *translated(void *pool, const char *source)
{
	struct buf out;

	buf_init(&out, pool, strlen(source) + 1);
	while (*source) {
		const char *category;
		size_t n = 0;

		if (*source != '\\' || !source[1]) {
			buf_char(&out, *source++);
			continue;
		}
		buf_put(&out, source, 2);
		source += 2;
		if (source[-1] != 'p' && source[-1] != 'P')
			continue;
		category = category_at(source, &n);
		if (category) {
			buf_printf(&out, "{%s}", category);
			source += n;
		}
	}
	return buf_text(&out);
}

static void free_pattern(void *arg)
{
	struct pattern *p = arg;

	pcre2_match_context_free(p->limits);
	pcre2_match_data_free(p->match);
	pcre2_code_free(p->code);
}

struct pattern *pattern_new(void *pool, const char *source, const char **error)
{
	const uint32_t options = PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_ALT_BSUX |
				 PCRE2_MATCH_UNSET_BACKREF | PCRE2_NEVER_BACKSLASH_C;
	struct pattern *p = pool_zero(pool, struct pattern);
	const char *text = translated(pool, source);
	PCRE2_SIZE at = 0;
	int code = 0;

	if (strlen(source) > SOURCE_MAX) {
		*error = "the pattern is longer than 1000 bytes";
		return NULL;
	}
	p->source = pool_strdup(pool, source);
	p->code = pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, options, &code, &at, NULL);
	if (!p->code) {
		PCRE2_UCHAR message[120] = "";

		(void)pcre2_get_error_message(code, message, sizeof(message)); /* cut is fine */
		*error = pool_printf(pool, "%s at byte %zu", (const char *)message, at);
		return NULL;
	}
	p->match = pcre2_match_data_create(1, NULL);
	p->limits = pcre2_match_context_create(NULL);
	pool_on_free(pool, free_pattern, p);
	if (!p->match || !p->limits) {
		*error = "no memory";
		return NULL;
	}
	(void)pcre2_set_depth_limit(p->limits, DEPTH); /* these three cannot fail */
	(void)pcre2_set_heap_limit(p->limits, HEAP_KIB);
	return p;
}

enum pattern_found pattern_find(const struct pattern *p, struct slice text)
{
	size_t steps = ALLOWANCE / (text.n + 1);
	int found;

	if (text.n > TEXT_MAX)
		return PATTERN_TOO_MUCH;
	if (steps < STEPS_MIN)
		steps = STEPS_MIN;
	(void)pcre2_set_match_limit(p->limits, (uint32_t)(steps > STEPS_MAX ? STEPS_MAX : steps));
	found = pcre2_match(p->code, (PCRE2_SPTR)(text.n ? text.p : ""), text.n, 0, 0, p->match,
			    p->limits);
	if (found >= 0)
		return PATTERN_YES;
	return found == PCRE2_ERROR_NOMATCH ? PATTERN_NO : PATTERN_TOO_MUCH;
}

const char *pattern_source(const struct pattern *p)
{
	return p->source;
}
