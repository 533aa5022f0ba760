/* SPDX-License-Identifier: Apache-2.0 */
/* events.h: anomalous days and the events that may explain them.  The room's public header. */
#ifndef LASTRO_CALC_EVENTS_EVENTS_H
#define LASTRO_CALC_EVENTS_EVENTS_H

#include "calc/events/anomaly.h"
#include "calc/events/link.h"
#include "calc/events/release.h"

#endif
