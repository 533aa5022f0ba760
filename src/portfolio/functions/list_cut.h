/* SPDX-License-Identifier: Apache-2.0 */
/* list_cut.h: long lists of an answer, cut to a page for an assistant. */
#ifndef LASTRO_PORTFOLIO_FUNCTIONS_LIST_CUT_H
#define LASTRO_PORTFOLIO_FUNCTIONS_LIST_CUT_H

#include "operations/protocol.h"

struct list_cut {
	const char *const *lists; /* members of the answer that are lists; ends with NULL */
	const char *
		order; /* a number by which they are ordered, largest first, when input.order names none; NULL: as they are */
	size_t most;   /* items of each when input.limit is absent */
	/* Writes one item; NULL: unchanged. */
	void (*item)(struct json *j, struct json_object *item);
};

/*
 * list_cut() - writes what @write writes to c->out, of each list only the items that input.symbol, input.asset_type,
 * input.kind, input.severity and input.code name, and of them those of this page.  The other members, the sums among them, are of
 * the whole.  Meta says how many there are in all.
 */
void list_cut(struct call *c, const struct list_cut *cut, void (*write)(struct call *c));

#endif
