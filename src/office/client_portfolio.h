/* SPDX-License-Identifier: Apache-2.0 */
/*
 * client_portfolio.h: clients' portfolios: their content, and changes to them.
 *
 * The wallet computes, validates and writes; this room has the access rules and the protocol.
 */
#ifndef LASTRO_OFFICE_CLIENT_PORTFOLIO_H
#define LASTRO_OFFICE_CLIENT_PORTFOLIO_H

#include "operations/protocol.h"

/*
 * client_portfolio_register() - access_client() on a portfolio whose client the member may see, with
 * `at` one that existed then; 404 subject_not_found.  Returns the client.
 */
struct uuid client_portfolio_register(struct call *c, struct uuid portfolio);

/* client_portfolio.c */
void client_portfolio_enter(struct call *c); /* selects the subject, for reading */
void client_portfolio_get(struct call *c);
void client_plan_get(struct call *c);
void client_targets_get(struct call *c); /* shows struct targets (portfolio/plan) */

/* client_portfolio_write.c */
extern const struct wallet_kinds client_kinds;
void client_portfolio_change(struct call *c); /* selects the portfolio of the input, for a write */
void client_portfolio_create(struct call *c);
void client_portfolio_delete(struct call *c);
void client_portfolio_asset_add(struct call *c);
void client_portfolio_asset_remove(struct call *c);
void client_portfolio_transaction_add(struct call *c);
void client_portfolio_transaction_delete(struct call *c);

#endif
