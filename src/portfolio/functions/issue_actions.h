/* SPDX-License-Identifier: Apache-2.0 */
/* issue_actions.h: what mends an issue, as Actions of an assistant instead of requests. */
#ifndef LASTRO_PORTFOLIO_FUNCTIONS_ISSUE_ACTIONS_H
#define LASTRO_PORTFOLIO_FUNCTIONS_ISSUE_ACTIONS_H

#include <json-c/json.h>

#include "core/json_write.h"

/*
 * issue_actions_write() - a PortfolioIssue whose mend.actions and dismiss are {action, subject, input, fill}: an Action of the
 * wallet, its input, and the members of it, as JSON Pointers, that only the person knows.
 */
void issue_actions_write(struct json *j, struct json_object *issue);

#endif
