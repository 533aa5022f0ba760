/* SPDX-License-Identifier: Apache-2.0 */
/* launch_terms.h: the terms of fixed income, typed in the same form as its purchase. */
#ifndef LASTRO_CONSOLE_PERSON_LAUNCH_TERMS_H
#define LASTRO_CONSOLE_PERSON_LAUNCH_TERMS_H

#include "console/form/entry.h"

void launch_terms_write(struct ctx *ctx, struct html *h, const struct entry *e);

/* launch_terms_names() - of their fields. */
const char *const *launch_terms_names(void *pool, size_t *n);

/* launch_terms_take() - takes their fields from a form, as JSON; NULL when none is filled in. */
const char *launch_terms_take(struct ctx *ctx, struct body *form);

/* launch_terms_keep() - the then() of an ask that writes a row: its asset gets the terms @with. */
struct ask_reverse launch_terms_keep(struct ctx *ctx, struct json_object *answer, const char *with);

#endif
