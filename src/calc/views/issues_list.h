/* SPDX-License-Identifier: Apache-2.0 */
/* issues_list.h: what the files of the issues share; no other room includes it. */
#ifndef LASTRO_CALC_VIEWS_ISSUES_LIST_H
#define LASTRO_CALC_VIEWS_ISSUES_LIST_H

#include "calc/views/issues.h"

struct issue_list {
	void *pool;
	const struct issues_input *in;
	struct issue *items;
	size_t n, size;
};

/* issue_add() - adds an issue with its title and severity; the pointer is valid until the next call. */
struct issue *issue_add(struct issue_list *l, enum issue_code code,
			const struct ledger_asset *asset);

/* issue_add_row() - adds a row to the newest issue. */
struct issue_row *issue_add_row(struct issue_list *l, const struct ledger_asset *asset,
				const struct ledger_row *row);

/* issue_add_draft() - adds a draft to the newest issue. */
struct ledger_row *issue_add_draft(struct issue_list *l);

/* issues_holdings() - issues of valued holdings: costs, prices, options, terms, rates. */
void issues_holdings(struct issue_list *l); /* issues_holding.c */

/* issues_transfers() - possible transfers to or from another portfolio. */
void issues_transfers(struct issue_list *l); /* issues_transfers.c */

/* issues_incorporations() - shares credited or removed without a counterpart (1.7). */
void issues_incorporations(struct issue_list *l); /* issues_incorporation.c */

/* issues_weigh() - what depends on each. */
void issues_weigh(struct issue_list *l); /* issues_weight.c */

/*
 * issue_asset_under() - the asset at @i of a holding: its own, then those merged into it; NULL after
 * the last.
 */
const struct ledger_asset *issue_asset_under(const struct holding *h, size_t i);

#endif
