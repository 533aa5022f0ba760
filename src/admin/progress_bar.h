/* SPDX-License-Identifier: Apache-2.0 */
/* progress_bar.h: how far a long command is, on the terminal of whoever waits for it. */
#ifndef LASTRO_ADMIN_PROGRESS_BAR_H
#define LASTRO_ADMIN_PROGRESS_BAR_H

#include <stdint.h>

struct bar {
	const char *name;
	int percent; /* shown last; -1 at first */
};

/* bar_show() - @arg: the struct bar. */
void bar_show(void *arg, int64_t done, int64_t total);

/* bar_clear() - before a line is printed, and at the end. */
void bar_clear(struct bar *bar);

#endif
