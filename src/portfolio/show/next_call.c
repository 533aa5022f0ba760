/* SPDX-License-Identifier: Apache-2.0 */
/*
 * next_call.c: in an answer, the Function or Action that goes on from it.
 *
 * An assistant has no HTTP: an answer to one of its calls has this instead of an address, every other one has both.
 */
#include "config.h"

#include "portfolio/show/next_call.h"

void next_call_members(struct json *j, const char *kind, const char *id, const char *portfolio)
{
	json_text(j, kind, id);
	if (portfolio) {
		json_open(j, "subject");
		json_text(j, "entity_id", portfolio);
		json_close(j);
	}
	json_open(j, "input");
}

void next_call_open(struct json *j, const char *name, const char *function, const char *portfolio,
		    const struct day *at)
{
	json_open(j, name);
	if (at)
		json_day(j, "at", *at);
	next_call_members(j, "function", function, portfolio);
}

void next_call_close(struct json *j)
{
	json_close(j);
	json_close(j);
}
