/* SPDX-License-Identifier: Apache-2.0 */
/* events.h: anomalous days and what may explain them; all that other rooms see of this one. */
#ifndef LASTRO_CALC_EVENTS_EVENTS_H
#define LASTRO_CALC_EVENTS_EVENTS_H

#include "calc/events/anomaly.h"
#include "calc/events/link.h"
#include "calc/events/release.h"

#endif
