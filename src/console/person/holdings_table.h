/* SPDX-License-Identifier: Apache-2.0 */
/* holdings_table.h: the table of a portfolio's holdings: sorted, filtered, paged. */
#ifndef LASTRO_CONSOLE_PERSON_HOLDINGS_TABLE_H
#define LASTRO_CONSOLE_PERSON_HOLDINGS_TABLE_H

#include "calc/value/value.h"
#include "http/html.h"

struct holdings_asked {
	int sort;      /* index of the columns; -1: the JSON's order */
	bool down;     /* the largest first */
	int type;      /* enum asset_type; -1: any */
	const char *q; /* part of the symbol, or NULL */
	size_t page;   /* from 1 */
};

/* holdings_asked() - the parameters sort, type, q and page. */
struct holdings_asked holdings_asked(struct ctx *ctx);

void holdings_write(struct html *h, const struct portfolio *p, const struct holdings_asked *asked);

#endif
