/* SPDX-License-Identifier: Apache-2.0 */
/* issues_list.h: what the rooms of the issues share; nobody else includes it. */
#ifndef LASTRO_CALC_VIEWS_ISSUES_LIST_H
#define LASTRO_CALC_VIEWS_ISSUES_LIST_H

#include "calc/views/issues.h"

struct issue_list {
	void *pool;
	const struct issues_input *in;
	struct issue *items;
	size_t n, size;
};

/* issue_add() - a new issue with its title and severity; valid until the next one. */
struct issue *issue_add(struct issue_list *l, enum issue_code code,
			const struct ledger_asset *asset);

/* issue_add_row() - one more row of the newest issue. */
struct issue_row *issue_add_row(struct issue_list *l, const struct ledger_asset *asset,
				const struct ledger_row *row);

/* issue_add_draft() - one more draft of the newest issue. */
struct ledger_row *issue_add_draft(struct issue_list *l);

/* issues_holdings() - what a valued holding shows: costs, prices, options, terms, rates. */
void issues_holdings(struct issue_list *l); /* issues_holding.c */

/* issues_transfers() - what may have moved to or from another portfolio. */
void issues_transfers(struct issue_list *l); /* issues_transfers.c */

/* issues_incorporations() - shares credited or taken away that nothing stands against (1.7). */
void issues_incorporations(struct issue_list *l); /* issues_incorporation.c */

/* issue_asset_under() - the asset at @i of a holding: its own, then those merged into it; NULL behind the last. */
const struct ledger_asset *issue_asset_under(const struct holding *h, size_t i);

#endif
