/* SPDX-License-Identifier: Apache-2.0 */
/* launch_search.c: papers by the beginning of a code or a name, each a link to the form with what was typed. */
#include "config.h"

#include "console/person/launch_search.h"

#include "console/form/entry.h"
#include "core/encode.h"
#include "core/text.h"
#include "portfolio/functions/portfolio_operations.h"

#define QUERY_MAX 200

#define ABROAD "US." /* before the ticker, where one of B3 could have the same */

/* Of the objects, what a person can hold. */
static bool is_paper(struct json_object *found)
{
	static const char *const kinds[] = { "equity_security", "fund", "instrument",
					     "crypto_asset", NULL };

	return enum_find(kinds, ask_text(found, "kind")) >= 0;
}

/* What the field takes: the code in the id, "equity_security:PETR4", or the one that was matched. */
static const char *key_of(struct json_object *found)
{
	const char *type = ask_text(found, "matched_key_type"), *id = ask_text(found, "id");

	if (text_starts(id, "equity_security:") || text_starts(id, "crypto_asset:")) {
		id = strchr(id, ':') + 1;
		return text_starts(id, ABROAD) ? id + strlen(ABROAD) : id;
	}
	if (type && (str_eq(type, "code") || str_eq(type, "cnpj")))
		return ask_text(found, "matched_key_value");
	return ask_text(found, "name");
}

struct json_object *launch_search(struct ctx *ctx, const char *q)
{
	struct ask ask = { .run = objects_suggest };
	struct json_object *papers, *all;

	if (!q || !*q || text_length(q) > QUERY_MAX)
		return NULL;
	ask_query(&ask, "q", q);
	ask_query(&ask, "limit", "20");
	all = ask_member(ask_run(ctx, &ask), "data");
	papers = ask_parsed(ctx->pool, "[]");
	for (size_t i = 0; i < ask_items(all); i++) {
		struct json_object *found = json_object_array_get_idx(all, i);

		if (is_paper(found))
			json_object_array_add(papers, json_object_get(found));
	}
	return papers;
}

/* A fund that its register no longer has as active. */
static bool is_gone(struct json_object *found)
{
	const char *status = ask_text(found, "status");

	return status && str_eq(status, "inactive");
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
		html_text(h, pool_printf(h->ctx->pool, " %s%s", ask_text(found, "name"),
					 is_gone(found) ? " (inativo)" : ""));
		html_close(h, "li");
	}
	html_close(h, "ul");
}
