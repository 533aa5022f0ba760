/* SPDX-License-Identifier: Apache-2.0 */
/* format.h: the formats that our schemas may use. */
#ifndef LASTRO_OPERATIONS_FORMAT_H
#define LASTRO_OPERATIONS_FORMAT_H

#include <stdbool.h>

#include "core/text.h"

struct format {
	const char *name;     /* "date", "date-time", "uuid", "email" */
	const char *expected; /* pt-BR */
	bool (*holds)(struct slice text);
};

const struct format *format_named(const char *name); /* NULL: none of ours */

#endif
