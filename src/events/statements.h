/* SPDX-License-Identifier: Apache-2.0 */
/* statements.h: the rooms of src/events that have statements, for events_register(). */
#ifndef LASTRO_EVENTS_STATEMENTS_H
#define LASTRO_EVENTS_STATEMENTS_H

void anomalies_register(void);
void event_register(void);
void series_register(void);
void closes_since_register(void);
void compute_register(void);
void settle_register(void);

#endif
