/* SPDX-License-Identifier: Apache-2.0 */
/*
 * offerings.h: public offerings of both regimes, as in the registry (table offering,
 * sql/0312_offerings.sql).
 */
#ifndef LASTRO_MARKET_OFFERINGS_OFFERINGS_H
#define LASTRO_MARKET_OFFERINGS_OFFERINGS_H

#include "http/route.h"

extern const struct route offerings_routes[];

#endif
