/* SPDX-License-Identifier: Apache-2.0 */
/*
 * portfolio_access.h: the access of a person to a portfolio of their workspace, as SQL text.
 *
 * It is not a function of the schema, since statements on tenant tables may not call one (doc/architecture.md, Growing).
 * The function access_enter() repeats the text; t/http/0130-row-security.t compares the two and finds further copies.
 */
#ifndef LASTRO_IDENTITY_PORTFOLIO_ACCESS_H
#define LASTRO_IDENTITY_PORTFOLIO_ACCESS_H

/*
 * PORTFOLIO_ACCESS() - 'control', 'edit', 'read' or null for the portfolio p; the workspace is $1.
 * @account:  the parameter with the account, "$2"
 * @platform: the condition of a platform's credential, or "false"; it reaches what is shared and never controls
 */
#define PORTFOLIO_ACCESS(account, platform)                                                        \
	"case when p.controller_id = " account " and not " platform " then 'control'"              \
	" when p.controller_id = " account " and p.audience = 'workspace' then 'edit'"             \
	" when p.audience = 'workspace' then 'read'"                                               \
	" when p.audience = 'members' then (select m.access from portfolio_member m"               \
	" where m.workspace_id = $1 and m.portfolio_id = p.id and m.account_id = " account ") end"

/* PORTFOLIO_READABLE() - whether a person may read it. */
#define PORTFOLIO_READABLE(account) PORTFOLIO_ACCESS(account, "false") " is not null"

#endif
