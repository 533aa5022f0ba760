/* SPDX-License-Identifier: Apache-2.0 */
/* progress_bar.c: the progress of a long command. */
#include "config.h"

#include "admin/progress_bar.h"

#include <stdio.h>

#define BAR_WIDTH 40

void bar_show(void *arg, int64_t done, int64_t total)
{
	struct bar *bar = arg;
	int percent = total > 0 ? (int)(done * 100 / total) : 0;
	int full = percent * BAR_WIDTH / 100;

	if (total <= 0 || percent == bar->percent || percent > 100)
		return;
	bar->percent = percent;
	fprintf(stderr, "\r%s [%.*s%*s] %3d %%", bar->name, full,
		"########################################", BAR_WIDTH - full, "", percent);
}

void bar_clear(struct bar *bar)
{
	if (bar->percent >= 0)
		fprintf(stderr, "\r\033[K");
	bar->percent = -1;
}
