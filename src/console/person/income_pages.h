/* SPDX-License-Identifier: Apache-2.0 */
/* income_pages.h: what the pages of incomes share. */
#ifndef LASTRO_CONSOLE_PERSON_INCOME_PAGES_H
#define LASTRO_CONSOLE_PERSON_INCOME_PAGES_H

#include "http/html.h"
#include "portfolio/show/income_view.h"

/* income_source_said() - "digitado", as it stands in a cell. */
const char *income_source_said(enum income_source source);

/* income_parts() - "100 × R$ 0,50": what was held, and what was announced for each; of a payment of the calendar. */
void income_parts(struct html *h, const struct income_payment *p);

/* income_price() - an amount as figure_text takes one in another currency. */
struct price income_price(struct money m);

/* income_year_path() - the list of a year, under the pages at @base. */
const char *income_year_path(void *pool, const char *base, int year);

/* income_launch_link() - to type a payment, where the caller may; @all: of all portfolios. */
void income_launch_link(struct html *h, bool all);

#endif
