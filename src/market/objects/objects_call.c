/* SPDX-License-Identifier: Apache-2.0 */
/* objects_call.c: a Function that says what a name, ticker or key stands for. */
#include "config.h"

#include "market/objects/objects.h"

#include "core/text.h"
#include "http/tree.h"
#include "operations/protocol.h"

#define CANDIDATES_SHOWN 5 /* when input.limit is absent */

void objects_resolve_call(struct call *c)
{
	struct json_object *texts = tree_member(c->input, "queries");
	struct object_search s = {
		.n = json_object_array_length(texts),
		.kind = call_text(c, "kind"),
		.subkind = call_text(c, "subkind"),
		.has_at = c->has_at,
		.at = c->at,
		.limit = call_int(c, "limit", CANDIDATES_SHOWN),
	};
	const char **queries = pool_array(c->ctx->pool, const char *, s.n);

	for (size_t i = 0; i < s.n; i++)
		queries[i] = slice_text(
			c->ctx->pool,
			slice_trim(slice_of(tree_text(json_object_array_get_idx(texts, i)))));
	s.queries = queries;
	objects_search(c->ctx, &s, c->out, c->name);
}
