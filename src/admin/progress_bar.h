/* SPDX-License-Identifier: Apache-2.0 */
/* progress_bar.h: the progress of a long command, on the terminal. */
#ifndef LASTRO_ADMIN_PROGRESS_BAR_H
#define LASTRO_ADMIN_PROGRESS_BAR_H

#include <stdint.h>

struct bar {
	const char *name;
	int percent; /* shown last; -1 at first */
};

/* bar_show() - @arg: the struct bar. */
void bar_show(void *arg, int64_t done, int64_t total);

/* bar_clear() - call it before a line is printed, and at the end. */
void bar_clear(struct bar *bar);

#endif
