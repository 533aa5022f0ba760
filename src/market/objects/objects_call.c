/* SPDX-License-Identifier: Apache-2.0 */
/* objects_call.c: Functions of objects: what a name, ticker or key stands for, and a ranking by a measure. */
#include "config.h"

#include "market/objects/objects.h"

#include "core/text.h"
#include "http/tree.h"
#include "market/objects/object_parts.h"
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

void objects_cohort_call(struct call *c)
{
	static const struct call_refusal words[] = {
		{ "invalid_parameter", 400, NULL, NULL, NULL },
		{ "invalid_cursor", 400, "/input/cursor", "cursor",
		  "meta.next_cursor de uma página da mesma consulta" },
		{ "cohort_too_large", 400, "/input", "cohort_too_large",
		  "um tipo ou subtipo com menos objetos" },
		{ "observation_out_of_range", 400, "/input/measure", "out_of_range",
		  "uma medida cujos valores caibam na escala" },
		{ NULL, 0, NULL, NULL, NULL },
	};

	call_refusals(c, words);
	(void)call_route(c, &(struct route_call){ .run = objects_cohort, .repeated = "where" });
}
