/* SPDX-License-Identifier: Apache-2.0 */
/*
 * issues_dismiss.h: an issue that a person has dismissed.
 *
 * Only issues that may be correct data can be dismissed: a price off its day's quote, an unusual move,
 * an event that the fold applied, equal rows.  `meta.dismissed_issues` of the asset has the issue's
 * key, which is made from its content: another row, or another value in one of them, is another issue.
 * `meta.dismissed_reasons` has, by that key, why and when.
 */
#ifndef LASTRO_PORTFOLIO_SHOW_ISSUES_DISMISS_H
#define LASTRO_PORTFOLIO_SHOW_ISSUES_DISMISS_H

#include "calc/views/views.h"
#include "core/json_write.h"
#include "portfolio/store/valued.h"

bool issue_is_dismissed(void *pool, const struct issue *i);

/* issue_is_answered() - whether the tax has been told what the issue asks: that the option expired unexercised. */
bool issue_is_answered(void *pool, const struct issue *i);

/* issue_was_exercised() - whether it has been told that the option was exercised, of which the trade is missing. */
bool issue_was_exercised(void *pool, const struct issue *i);

/* Why and when; a dismissal may have neither. */
struct issue_dismissal {
	const char *reason; /* or NULL */
	bool dated;
	struct day day;
};
struct issue_dismissal issue_dismissal_of(void *pool, const struct issue *i);

/*
 * issue_dismiss_render() - `dismissed`, `dismissal`: its reason and date, or null, and `dismiss`: the request that
 * reverses it, or null.  The reason of a new one is in its `fill`, and may stay null.
 */
void issue_dismiss_render(void *pool, struct json *j, const struct loaded *in,
			  const struct issue *i);

#endif
