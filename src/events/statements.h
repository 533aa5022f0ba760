/* SPDX-License-Identifier: Apache-2.0 */
/* statements.h: the rooms of src/events that have statements, for events_register(). */
#ifndef LASTRO_EVENTS_STATEMENTS_H
#define LASTRO_EVENTS_STATEMENTS_H

#include "core/day.h"

struct ctx;

/* events_choose() - the strongest link of one anomaly anew, and what is shown of it. */
void events_choose(struct ctx *ctx, const char *series, struct day day);

void anomalies_register(void);
void event_register(void);
void series_register(void);
void closes_since_register(void);
void compute_register(void);
void settle_register(void);
void candidates_register(void);
void editor_register(void);

#endif
