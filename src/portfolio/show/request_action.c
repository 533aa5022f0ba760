/* SPDX-License-Identifier: Apache-2.0 */
/* request_action.c: a request of the wallet's interface as the Action of an assistant that does the same. */
#include "config.h"

#include "portfolio/show/request_action.h"

#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "core/uuid.h"
#include "http/tree.h"
#include "portfolio/show/next_call.h"

#define PORTFOLIOS_PATH "/v1/portfolios/"
#define INPUTS_PATH "/v1/portfolio/tax/inputs"

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
	{ "PATCH", "income/*", "wallet.portfolio_income.change", "income_id" },
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
	return path + strlen(PORTFOLIOS_PATH) + UUID_TEXT_SIZE;
}

/* Its id and its body as members; a list is that of transactions. */
static void write_input(struct json *j, const char *id, struct slice value,
			struct json_object *body)
{
	char text[UUID_TEXT_SIZE];

	if (id) {
		(void)snprintf(text, sizeof(text), "%.*s", (int)value.n, value.p);
		json_text(j, id, text);
	}
	if (json_object_is_type(body, json_type_array))
		tree_write(body, j, "transactions");
	else if (body)
		tree_write_members(body, j);
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

void request_action_members(struct json *j, struct json_object *request)
{
	const char *method = tree_text(tree_member(request, "method"));
	const char *path = tree_text(tree_member(request, "path"));
	struct json_object *body = tree_member(request, "body");
	struct json_object *version = tree_member(request, "version");
	char portfolio[UUID_TEXT_SIZE] = "";
	struct slice id = { "", 0 };
	size_t i = 0;

	if (str_eq(path, INPUTS_PATH)) {
		next_call_members(j, "action", "wallet.tax_inputs.set", NULL);
		tree_write(version, j, "version");
		tree_write_members(body, j);
		json_close(j);
		write_fill(j, tree_member(request, "fill"), false);
		return;
	}
	while (i < ARRAY_SIZE(actions) && !(str_eq(actions[i].method, method) &&
					    path_is(path_after(path), actions[i].path, &id)))
		i++;
	(void)snprintf(portfolio, sizeof(portfolio), "%s", path + strlen(PORTFOLIOS_PATH));
	next_call_members(j, "action", i < ARRAY_SIZE(actions) ? actions[i].action : NULL,
			  portfolio);
	write_input(j, i < ARRAY_SIZE(actions) ? actions[i].id : NULL, id, body);
	json_close(j);
	write_fill(j, tree_member(request, "fill"), json_object_is_type(body, json_type_array));
}

void request_action_write(struct json *j, const char *name, struct json_object *request)
{
	if (!request) {
		json_null(j, name);
		return;
	}
	json_open(j, name);
	if (tree_member(request, "symbol"))
		json_text(j, "symbol", tree_text(tree_member(request, "symbol")));
	request_action_members(j, request);
	json_close(j);
}
