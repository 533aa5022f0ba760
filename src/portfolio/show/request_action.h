/* SPDX-License-Identifier: Apache-2.0 */
/* request_action.h: a request of the wallet's interface as the Action of an assistant that does the same. */
#ifndef LASTRO_PORTFOLIO_SHOW_REQUEST_ACTION_H
#define LASTRO_PORTFOLIO_SHOW_REQUEST_ACTION_H

#include <json-c/json.h>

#include "core/json_write.h"

/*
 * request_action_members() - into an open object, of {method, path, body, fill} with a null at each place of fill:
 * {action, subject, input, fill}, where fill are JSON Pointers of the input that only the person knows.
 * request_action_write() - the same in an object @name of its own, with the request's symbol; NULL: null
 */
void request_action_members(struct json *j, struct json_object *request);
void request_action_write(struct json *j, const char *name, struct json_object *request);

#endif
