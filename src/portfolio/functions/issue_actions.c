/* SPDX-License-Identifier: Apache-2.0 */
/* issue_actions.c: what mends an issue, as Actions of an assistant instead of requests. */
#include "config.h"

#include "portfolio/functions/issue_actions.h"

#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "core/uuid.h"
#include "http/tree.h"

/* The Action that a request is: its path after the portfolio, where "*" stands for the id of @id. */
static const struct {
	const char *method, *path, *action, *id;
} actions[] = {
	{ "POST", "transactions", "wallet.portfolio_transaction.add", NULL },
	{ "PATCH", "transactions/*", "wallet.portfolio_transaction.change", "transaction_id" },
	{ "DELETE", "transactions/*", "wallet.portfolio_transaction.delete", "transaction_id" },
	{ "PATCH", "assets/*", "wallet.portfolio_asset.change", "asset_id" },
	{ "DELETE", "assets/*", "wallet.portfolio_asset.delete", "asset_id" },
	{ "PUT", "assets/*/succession", "wallet.portfolio_succession.state", "asset_id" },
	{ "POST", "imports", "wallet.portfolio.import", NULL },
};

/* The id at the star of @pattern; an empty slice without one; false when the path is another. */
static bool path_is(const char *path, const char *pattern, struct slice *id)
{
	const char *star = strchr(pattern, '*');
	size_t before = star ? (size_t)(star - pattern) : strlen(pattern), length;

	*id = (struct slice){ "", 0 };
	if (!star)
		return str_eq(path, pattern);
	if (strncmp(path, pattern, before) != 0)
		return false;
	length = strcspn(path + before, "/");
	*id = (struct slice){ path + before, length };
	return str_eq(path + before + length, star + 1);
}

/* The path after "/v1/portfolios/ID/". */
static const char *path_after(const char *path)
{
	return path + strlen("/v1/portfolios/") + UUID_TEXT_SIZE;
}

/* Its id and its body as members; a list is that of transactions. */
static void write_input(struct json *j, const char *id, struct slice value,
			struct json_object *body)
{
	char text[UUID_TEXT_SIZE];

	json_open(j, "input");
	if (id) {
		(void)snprintf(text, sizeof(text), "%.*s", (int)value.n, value.p);
		json_text(j, id, text);
	}
	if (json_object_is_type(body, json_type_array))
		tree_write(body, j, "transactions");
	else if (body)
		tree_write_members(body, j);
	json_close(j);
}

static void write_fill(struct json *j, struct json_object *fill, bool list)
{
	char text[128];

	json_array(j, "fill");
	for (size_t i = 0; i < json_object_array_length(fill); i++) {
		(void)snprintf(text, sizeof(text), "%s%s", list ? "/transactions" : "",
			       tree_text(json_object_array_get_idx(fill, i)));
		json_text(j, NULL, *text ? text : "/content"); /* of a file */
	}
	json_array_end(j);
}

static void write_action(struct json *j, const char *name, struct json_object *request)
{
	const char *method = tree_text(tree_member(request, "method"));
	const char *path = tree_text(tree_member(request, "path"));
	struct json_object *body = tree_member(request, "body");
	struct slice id = { "", 0 };
	size_t i = 0;

	if (!request) {
		json_null(j, name);
		return;
	}
	while (i < ARRAY_SIZE(actions) && !(str_eq(actions[i].method, method) &&
					    path_is(path_after(path), actions[i].path, &id)))
		i++;
	json_open(j, name);
	json_text(j, "action", i < ARRAY_SIZE(actions) ? actions[i].action : NULL);
	if (tree_member(request, "symbol"))
		json_text(j, "symbol", tree_text(tree_member(request, "symbol")));
	write_input(j, i < ARRAY_SIZE(actions) ? actions[i].id : NULL, id, body);
	write_fill(j, tree_member(request, "fill"), json_object_is_type(body, json_type_array));
	json_close(j);
}

static void write_mend(struct json *j, struct json_object *mend)
{
	struct json_object *list = tree_member(mend, "actions"), *changes;

	json_open(j, "mend");
	json_text(j, "text", tree_text(tree_member(mend, "text")));
	json_array(j, "actions");
	for (size_t i = 0; i < json_object_array_length(list); i++)
		write_action(j, NULL, json_object_array_get_idx(list, i));
	json_array_end(j);
	if (json_object_object_get_ex(mend, "changes", &changes))
		tree_write(changes, j, "changes");
	json_close(j);
}

void issue_actions_write(struct json *j, struct json_object *issue)
{
	struct json_object_iterator it = json_object_iter_begin(issue),
				    end = json_object_iter_end(issue);

	json_open(j, NULL);
	for (; !json_object_iter_equal(&it, &end); json_object_iter_next(&it)) {
		const char *name = json_object_iter_peek_name(&it);
		struct json_object *value = json_object_iter_peek_value(&it);

		if (str_eq(name, "mend"))
			write_mend(j, value);
		else if (str_eq(name, "dismiss"))
			write_action(j, name, value);
		else
			tree_write(value, j, name);
	}
	json_close(j);
}
