/* SPDX-License-Identifier: Apache-2.0 */
/* investor_parts.h: what the files of this folder share; no other room includes it. */
#ifndef LASTRO_PORTFOLIO_FUNCTIONS_INVESTOR_PARTS_H
#define LASTRO_PORTFOLIO_FUNCTIONS_INVESTOR_PARTS_H

#include "operations/protocol.h"

extern const struct operation investor_functions[], investor_actions[];

/* investor_rows.c */
extern const struct target_kind investor_portfolio_kind, investor_asset_kind,
	investor_transaction_kind, investor_income_kind, investor_targets_kind,
	investor_joint_targets_kind, investor_tax_inputs_kind;

/* investor_actions.c: a Function that writes, and is rolled back. */
void portfolio_what_if(struct call *c);

/*
 * preview_figures.c: previews the addition of these rows, at most PREVIEWED_ROWS: writes them, and adds what they change in
 * the figures to the changes.  False: nothing was written, and a warning says why no figures are shown.
 */
struct transactions;
#define PREVIEWED_ROWS 100
bool preview_figures(struct call *c, const struct transactions *rows);
/*
 * preview_route() - previews a write by a route likewise, and returns its answer.
 * @id: the row or the asset that it changes; of a new one, nil
 */
struct route_call;
struct json_object *preview_route(struct call *c, struct uuid id, const struct route_call *of);
/* preview_tax_inputs() - writes these members of the tax inputs, and adds what they change in the tax of each month and year. */
void preview_tax_inputs(struct call *c, struct json_object *given);
/* preview_import() - previews an import: writes the file, and adds its rows as read, the rejected ones first. */
struct upload;
void preview_import(struct call *c, struct upload *u);

/*
 * investor_routes.c: operations that are a route of the wallet.  The operation's arg is the struct route_call of one that reads,
 * the struct row_route of one that writes.
 */
struct row_route {
	const struct target_kind *kind;
	struct route_call route; /* second: the member of the input that names the row */
};
void investor_read(struct call *c); /* of the subject, if the operation has one */
void investor_consolidated(struct call *c);
void investor_declaration(struct call *c);
void investor_questions(struct call *c);
void investor_add(struct call *c);
void investor_change(struct call *c); /* or deletes, by a route without a body */
void investor_asset_delete(struct call *c);

#endif
