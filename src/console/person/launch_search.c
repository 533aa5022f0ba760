/* SPDX-License-Identifier: Apache-2.0 */
/* launch_search.c: papers by the beginning of a code or a name, each a link to the form with what was typed. */
#include "config.h"

#include "console/person/launch_search.h"

#include "console/form/entry.h"
#include "core/encode.h"
#include "core/text.h"
#include "portfolio/functions/portfolio_operations.h"

#define QUERY_MAX 200

/* What the field takes: the matched code; of a paper that was found by its name, the one in its id, "equity_security:PETR4". */
static const char *key_of(struct json_object *found)
{
	const char *type = ask_text(found, "matched_key_type"), *id = ask_text(found, "id");

	if (type && (str_eq(type, "ticker") || str_eq(type, "code") || str_eq(type, "cnpj")))
		return ask_text(found, "matched_key_value");
	return text_starts(id, "equity_security:") ? strchr(id, ':') + 1 : ask_text(found, "name");
}

struct json_object *launch_search(struct ctx *ctx, const char *q)
{
	struct ask ask = { .run = objects_suggest };

	if (!q || !*q || text_length(q) > QUERY_MAX)
		return NULL;
	ask_query(&ask, "q", q);
	return ask_member(ask_run(ctx, &ask), "data");
}

/* The same form, with this paper. */
static const char *chosen_path(struct html *h, const char *base, const char *key)
{
	return pool_printf(h->ctx->pool, "%s?" ENTRY_TYPED "=%s&symbol=%s", base,
			   query_text(h->ctx, ENTRY_TYPED), url_encoded_but(h->ctx->pool, key, ""));
}

void launch_found_write(struct html *h, const char *base, const char *q, struct json_object *list)
{
	if (!q || !*q) {
		html_p(h, "Escreva o começo do código ou do nome em “Ativo”, e procure.");
		return;
	}

	if (!ask_items(list)) {
		html_p(h, "Nada foi encontrado com “%s”. O código pode ser digitado, com a classe.",
		       q);
		return;
	}
	html_open(h, "ul");
	for (size_t i = 0; i < ask_items(list); i++) {
		struct json_object *found = json_object_array_get_idx(list, i);

		html_open(h, "li");
		html_link(h, chosen_path(h, base, key_of(found)), key_of(found));
		html_text(h, pool_printf(h->ctx->pool, " %s", ask_text(found, "name")));
		html_close(h, "li");
	}
	html_close(h, "ul");
}
