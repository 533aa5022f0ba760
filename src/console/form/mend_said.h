/* SPDX-License-Identifier: Apache-2.0 */
/* mend_said.h: what a request of a mend writes, shown before it is sent. */
#ifndef LASTRO_CONSOLE_FORM_MEND_SAID_H
#define LASTRO_CONSOLE_FORM_MEND_SAID_H

#include <json-c/json.h>

#include "http/html.h"
#include "portfolio/show/issues_remedy.h"

/* mend_rows_write() - a table of the rows of a POST to transactions. */
void mend_rows_write(struct html *h, struct json_object *body);

/*
 * mend_succession_said() - a sentence about the successor or spin-off of @symbol; @said: the JSON's
 * object.
 */
void mend_succession_said(struct html *h, const char *symbol, struct json_object *said);

/* mend_effect_write() - what it changes, if that is known. */
void mend_effect_write(struct html *h, const struct issue_effect *e);

#endif
