/* SPDX-License-Identifier: Apache-2.0 */
/* log.c: one JSON line an event on standard error, written by a single call so lines never mix. */
#include "config.h"

#include "core/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "core/buf.h"
#include "core/clock.h"
#include "core/text.h"

static const char *const names[] = { "error", "warn", "info", "debug" };
static enum log_level least = LOG_INFO;

bool log_init(const char *level)
{
	if (!level || !*level)
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (str_eq(level, names[i])) {
			least = (enum log_level)i;
			return true;
		}
	}
	return false;
}

bool log_wants(enum log_level level)
{
	return level <= least;
}

static void put_escaped(struct buf *b, const char *s)
{
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c == '"' || c == '\\') {
			buf_char(b, '\\');
			buf_char(b, (char)c);
		} else if (c < 0x20) {
			buf_printf(b, "\\u%04x", c);
		} else {
			buf_char(b, (char)c);
		}
	}
}

void log_event(enum log_level level, const char *members, const char *fmt, ...)
{
	void *pool;
	struct buf b;
	char now[TIMESTAMP_TEXT_SIZE];
	va_list ap;

	if (!log_wants(level))
		return;
	pool = pool_new(NULL, "log line");
	buf_init(&b, pool, 256);
	timestamp_format(clock_now_ms(), now);
	buf_printf(&b, "{\"time\":\"%s\",\"level\":\"%s\",\"msg\":\"", now, names[level]);
	va_start(ap, fmt);
	put_escaped(&b, pool_vprintf(pool, fmt, ap));
	va_end(ap);
	buf_char(&b, '"');
	if (members && *members) {
		buf_char(&b, ',');
		buf_str(&b, members);
	}
	buf_str(&b, "}\n");
	/* A failed write to the log cannot be reported anywhere. */
	if (write(STDERR_FILENO, b.p, b.n) < 0)
		(void)0;
	pool_free(pool);
}
