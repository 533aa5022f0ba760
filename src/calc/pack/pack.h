/* SPDX-License-Identifier: Apache-2.0 */
/* pack.h: derived state as bytes, and which figures of two of them differ.  The room's public header. */
#ifndef LASTRO_CALC_PACK_PACK_H
#define LASTRO_CALC_PACK_PACK_H

#include "calc/pack/derived_diff.h"
#include "calc/pack/packed.h"
#include "calc/pack/prefix_diff.h"

#endif
