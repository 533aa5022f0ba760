/* SPDX-License-Identifier: Apache-2.0 */
/*
 * amounts.h: the basis of every computation: the ledger's and the market's structs, positions and sums,
 * series, and numbers in sentences.  The room's public header.
 */
#ifndef LASTRO_CALC_AMOUNTS_AMOUNTS_H
#define LASTRO_CALC_AMOUNTS_AMOUNTS_H

#include "calc/amounts/calc.h"
#include "calc/amounts/counterpart.h"
#include "calc/amounts/day_sums.h"
#include "calc/amounts/fx.h"
#include "calc/amounts/ledger.h"
#include "calc/amounts/month_sums.h"
#include "calc/amounts/months.h"
#include "calc/amounts/option.h"
#include "calc/amounts/page_words.h"
#include "calc/amounts/position.h"
#include "calc/amounts/ratio.h"
#include "calc/amounts/reference_events.h"
#include "calc/amounts/series.h"
#include "calc/amounts/shares.h"
#include "calc/amounts/sheet_text.h"
#include "calc/amounts/transfers.h"
#include "calc/amounts/treasury.h"
#include "calc/amounts/typed_succession.h"
#include "calc/amounts/xirr.h"
#include "core/number_text.h"
#include "core/order.h"

#endif
