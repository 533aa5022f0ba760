/* SPDX-License-Identifier: Apache-2.0 */
/* history.h: portfolios through time: months, returns, risk, benchmarks.  The room's public header. */
#ifndef LASTRO_CALC_HISTORY_HISTORY_H
#define LASTRO_CALC_HISTORY_HISTORY_H

#include "calc/history/moved.h"
#include "calc/history/performance.h"
#include "calc/history/units.h"
#include "calc/history/walk.h"

#endif
