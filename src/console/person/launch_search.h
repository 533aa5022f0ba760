/* SPDX-License-Identifier: Apache-2.0 */
/* launch_search.h: papers by the beginning of a code or a name. */
#ifndef LASTRO_CONSOLE_PERSON_LAUNCH_SEARCH_H
#define LASTRO_CONSOLE_PERSON_LAUNCH_SEARCH_H

#include "http/html.h"

/* launch_search() - what is found; NULL for nothing to look for. */
struct json_object *launch_search(struct ctx *ctx, const char *q);

/* launch_found_write() - as links to @base, which keep the typed values of this page. */
void launch_found_write(struct html *h, const char *base, const char *q, struct json_object *list);

#endif
