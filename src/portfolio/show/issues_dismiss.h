/* SPDX-License-Identifier: Apache-2.0 */
/*
 * issues_dismiss.h: an issue that a person has dismissed.
 *
 * Only issues that may be correct data can be dismissed: a price off its day's quote, an unusual move,
 * an event that the fold applied, equal rows.  `meta.dismissed_issues` of the asset has the issue's
 * key, which is made from its content: another row, or another value in one of them, is another issue.
 */
#ifndef LASTRO_PORTFOLIO_SHOW_ISSUES_DISMISS_H
#define LASTRO_PORTFOLIO_SHOW_ISSUES_DISMISS_H

#include "calc/views/views.h"
#include "core/json_write.h"
#include "portfolio/store/valued.h"

bool issue_is_dismissed(void *pool, const struct issue *i);

/* issue_dismiss_render() - `dismissed`, and `dismiss`: the request that reverses it, or null. */
void issue_dismiss_render(void *pool, struct json *j, const struct loaded *in,
			  const struct issue *i);

#endif
