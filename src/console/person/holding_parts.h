/* SPDX-License-Identifier: Apache-2.0 */
/* holding_parts.h: the parts of the page of a holding. */
#ifndef LASTRO_CONSOLE_PERSON_HOLDING_PARTS_H
#define LASTRO_CONSOLE_PERSON_HOLDING_PARTS_H

#include "console/chart_span.h"
#include "http/html.h"
#include "portfolio/show/portfolio_view.h"

/* ---- holding_gain.c ---- */

/* holding_worth() - its value today; holding_owed() - what a written option obliges to, if anything. */
void holding_worth(struct html *h, const struct holding *x);
void holding_owed(struct html *h, const struct holding *x);
/* holding_gain() - its result in parts, and its yield. */
void holding_gain(struct html *h, const struct holding_view *v);
/* holding_terms() - what was contracted; @rows: also what a sale today would leave. */
void holding_terms(struct html *h, const struct holding *x, bool rows);

/* ---- holding_chart.c ---- */

/* holding_story() - the chart; holding_months() - the table of all months. */
void holding_story(struct html *h, const struct holding_view *v, const struct chart_span *span);
void holding_months(struct html *h, const struct holding_view *v, size_t page);

#endif
