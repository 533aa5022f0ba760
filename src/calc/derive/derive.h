/* SPDX-License-Identifier: Apache-2.0 */
/*
 * derive.h: what a ledger comes to before any price is known, whole or after few changes.  The room's
 * public header.
 */
#ifndef LASTRO_CALC_DERIVE_DERIVE_H
#define LASTRO_CALC_DERIVE_DERIVE_H

#include "calc/derive/derived.h"
#include "calc/derive/rederive.h"

#endif
