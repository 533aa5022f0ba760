/* SPDX-License-Identifier: Apache-2.0 */
/*
 * value.h: portfolios at market prices, one or several as one (doc/calculations.md 3, 5, 6.4, 17). 
 * The room's public header.
 */
#ifndef LASTRO_CALC_VALUE_VALUE_H
#define LASTRO_CALC_VALUE_VALUE_H

#include "calc/value/age.h"
#include "calc/value/consolidate.h"
#include "calc/value/portfolio_value.h"
#include "calc/value/stated.h"

#endif
