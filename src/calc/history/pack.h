/* SPDX-License-Identifier: Apache-2.0 */
/* pack.h: derived state as bytes, and the comparison of two states.  The room's public header. */
#ifndef LASTRO_CALC_HISTORY_PACK_H
#define LASTRO_CALC_HISTORY_PACK_H

#include "calc/history/derived_diff.h"
#include "calc/history/packed.h"
#include "calc/history/prefix_diff.h"

#endif
