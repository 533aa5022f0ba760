/* SPDX-License-Identifier: Apache-2.0 */
/*
 * what_if_tables.h: both sides of a change, as tables.
 *
 * The sides are those of POST …/what-if (doc/calculations.md 21.4).  The present figures link to their explanation; the
 * future ones have none, since their rows are not written yet.
 */
#ifndef LASTRO_CONSOLE_FORM_WHAT_IF_TABLES_H
#define LASTRO_CONSOLE_FORM_WHAT_IF_TABLES_H

#include "http/html.h"
#include "portfolio/what_if/what_if.h"

void what_if_write(struct html *h, const struct what_if_scope *scope,
		   const struct what_if_side *before, const struct what_if_side *after);

/* what_if_tax_write() - the tax of @n years alone, the taxpayer's of @scope. */
void what_if_tax_write(struct html *h, const struct year_months *t, size_t n,
		       const struct tax_year *before, const struct tax_year *after,
		       enum tax_scope scope);

#endif
