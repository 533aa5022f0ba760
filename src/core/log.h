/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log.h: one JSON line an event on standard error.
 *
 * Credentials, names, tax ids and bodies never appear in a line.
 */
#ifndef LASTRO_CORE_LOG_H
#define LASTRO_CORE_LOG_H

#include <stdbool.h>

#include "core/attributes.h"

enum log_level {
	LOG_ERROR, /* someone must act */
	LOG_WARN,
	LOG_INFO,
	LOG_DEBUG,
};

/* log_init() - sets the lowest level written: "error", "warn", "info" (default, NULL) or "debug". */
bool log_init(const char *level) MUST_CHECK;

bool log_wants(enum log_level level);

/*
 * log_event() - {"time","level","msg", ...}.  @members is NULL or JSON members already written
 * ("\"port\":1"), without braces.
 */
void log_event(enum log_level level, const char *members, const char *fmt, ...) PRINTF_LIKE(3, 4);

#endif
