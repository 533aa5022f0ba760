/* SPDX-License-Identifier: Apache-2.0 */
/* issue_actions.c: what mends an issue, as Actions of an assistant instead of requests. */
#include "config.h"

#include "portfolio/functions/issue_actions.h"

#include "core/text.h"
#include "http/tree.h"
#include "portfolio/show/request_action.h"

static void write_mend(struct json *j, struct json_object *mend)
{
	struct json_object *list = tree_member(mend, "actions"), *changes;

	json_open(j, "mend");
	json_text(j, "text", tree_text(tree_member(mend, "text")));
	json_array(j, "actions");
	for (size_t i = 0; i < json_object_array_length(list); i++)
		request_action_write(j, NULL, json_object_array_get_idx(list, i));
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
			request_action_write(j, name, value);
		else
			tree_write(value, j, name);
	}
	json_close(j);
}
