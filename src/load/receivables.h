/* SPDX-License-Identifier: Apache-2.0 */
/* receivables.h: the rows of the monthly reports of receivables funds, on their way into the tables. */
#ifndef LASTRO_LOAD_RECEIVABLES_H
#define LASTRO_LOAD_RECEIVABLES_H

#include "load/spill.h"

/* Spilled rows, in the columns that receivables_save() gives their tables. */
struct receivables {
	struct copy *worth, *classes, *holders;
};

/*
 * receivables_save() - the reports with what follows from their classes, and every row of the classes.  A month is
 * published whole: it replaces what was there of it.  Returns how many reports changed.
 */
int64_t receivables_save(struct load *l, const struct receivables *from);

#endif
