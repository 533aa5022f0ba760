/* SPDX-License-Identifier: Apache-2.0 */
/*
 * derive.h: the figures of a ledger before any price is known, derived in whole or after few changes.
 * The room's public header.
 */
#ifndef LASTRO_CALC_LEDGER_DERIVE_H
#define LASTRO_CALC_LEDGER_DERIVE_H

#include "calc/ledger/derived.h"
#include "calc/ledger/rederive.h"

#endif
