/* SPDX-License-Identifier: Apache-2.0 */
/* issues_remedy.h: the requests that would resolve an issue, which a client may send. */
#ifndef LASTRO_PORTFOLIO_SHOW_ISSUES_REMEDY_H
#define LASTRO_PORTFOLIO_SHOW_ISSUES_REMEDY_H

#include "calc/views/views.h"
#include "core/json_write.h"
#include "portfolio/store/valued.h"

/* Rows and requests shown of one issue; further ones are only counted. */
#define ISSUE_ROWS_SHOWN 100

/*
 * issue_remedy_render() - `mend`: {text, actions: [{method, path, body, fill}]}, and `dismissed` and `dismiss`.
 * `fill` lists the JSON Pointers of the body's members that only the person knows.
 */
void issue_remedy_render(void *pool, struct json *j, const struct loaded *in,
			 const struct issue *i);

#endif
