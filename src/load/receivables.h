/* SPDX-License-Identifier: Apache-2.0 */
/* receivables.h: saves the monthly reports of receivables funds. */
#ifndef LASTRO_LOAD_RECEIVABLES_H
#define LASTRO_LOAD_RECEIVABLES_H

#include "load/spill.h"

/* Spilled rows, in the columns that receivables_save() expects. */
struct receivables {
	struct copy *worth, *classes, *holders;
};

/*
 * receivables_save() - writes the reports with the figures of their classes, and every row of the
 * classes.  A month is published as a whole: it replaces the earlier one.  Returns the number of
 * changed reports.
 */
int64_t receivables_save(struct load *l, const struct receivables *from);

#endif
