/* SPDX-License-Identifier: Apache-2.0 */
/* issues_remedy.h: the requests that would resolve an issue, which a client may send. */
#ifndef LASTRO_PORTFOLIO_SHOW_ISSUES_REMEDY_H
#define LASTRO_PORTFOLIO_SHOW_ISSUES_REMEDY_H

#include "calc/views/views.h"
#include "core/json_write.h"
#include "portfolio/store/valued.h"

/* Rows and requests shown of one issue; further ones are only counted. */
#define ISSUE_ROWS_SHOWN 100

/* What a mend changes; nothing is known of one that was not tried. */
struct issue_effect {
	bool tried;
	const char *const *said; /* sentences */
	size_t n;
};

/*
 * issue_remedy_render() - `mend`: {text, actions: [{method, path, body, fill}], changes}, and `dismissed` and `dismiss`.
 * `fill` lists the JSON Pointers of the body's members that only the person knows.
 * @effect: the `changes`; NULL: without that member
 */
void issue_remedy_render(void *pool, struct json *j, const struct loaded *in, const struct issue *i,
			 const struct issue_effect *effect);

/* remedy_symbol_render() - an item of `actions`: another ticker for an asset, which only the person knows. */
void remedy_symbol_render(void *pool, struct json *j, const char *portfolio, const char *asset,
			  const char *asset_type);

#endif
