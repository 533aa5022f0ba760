/* SPDX-License-Identifier: Apache-2.0 */
/*
 * base.h: what every computation rests on: the ledger's and the market's structs, positions and sums,
 * series, and the numbers of sentences.  The room's public header.
 */
#ifndef LASTRO_CALC_BASE_BASE_H
#define LASTRO_CALC_BASE_BASE_H

#include "calc/base/calc.h"
#include "calc/base/counterpart.h"
#include "calc/base/day_sums.h"
#include "calc/base/days.h"
#include "calc/base/fx.h"
#include "calc/base/ledger.h"
#include "calc/base/month_sums.h"
#include "calc/base/months.h"
#include "calc/base/number_text.h"
#include "calc/base/option.h"
#include "calc/base/position.h"
#include "calc/base/ratio.h"
#include "calc/base/reference_events.h"
#include "calc/base/series.h"
#include "calc/base/shares.h"
#include "calc/base/sheet.h"
#include "calc/base/transfers.h"
#include "calc/base/treasury.h"
#include "calc/base/typed_succession.h"
#include "calc/base/xirr.h"

#endif
