/* SPDX-License-Identifier: Apache-2.0 */
/* next_call.h: in an answer, the Function or Action that goes on from it: what its caller may send unchanged. */
#ifndef LASTRO_PORTFOLIO_SHOW_NEXT_CALL_H
#define LASTRO_PORTFOLIO_SHOW_NEXT_CALL_H

#include "core/day.h"
#include "core/json_write.h"

/*
 * next_call_members() - into an open object, as the arguments of execute_function or execute_action have them:
 * {function|action, subject}; the input is left open, for its members and a json_close().
 * @kind: "function" or "action"; @portfolio: the id of its subject, or NULL: without one
 */
void next_call_members(struct json *j, const char *kind, const char *id, const char *portfolio);

/* next_call_open() - the same in an object @name of its own; next_call_close() - closes both.  @at: or NULL */
void next_call_open(struct json *j, const char *name, const char *function, const char *portfolio,
		    const struct day *at);
void next_call_close(struct json *j);

#endif
