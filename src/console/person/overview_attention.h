/* SPDX-License-Identifier: Apache-2.0 */
/* overview_attention.h: what asks something of a person, and what comes in next, as cards of the overview. */
#ifndef LASTRO_CONSOLE_PERSON_OVERVIEW_ATTENTION_H
#define LASTRO_CONSOLE_PERSON_OVERVIEW_ATTENTION_H

#include "http/html.h"
#include "portfolio/attention/attention.h"

/* overview_attention() - the card: the first rows, and the rest behind "E mais N". */
void overview_attention(struct html *h, const struct attention *a);

struct consolidation;
/* overview_announced() - the announced incomes of @t; no card when there are none.  NULL (not loaded whole): only a link. */
void overview_announced(struct html *h, const struct consolidation *t);

#endif
