/* SPDX-License-Identifier: Apache-2.0 */
/*
 * views.h: the views of a valued portfolio: concentration, costs, exposure through funds, issues, a
 * profile.  The room's public header.
 */
#ifndef LASTRO_CALC_VIEWS_VIEWS_H
#define LASTRO_CALC_VIEWS_VIEWS_H

#include "calc/views/costs.h"
#include "calc/views/deposit_guarantee.h"
#include "calc/views/holding_result.h"
#include "calc/views/issues.h"
#include "calc/views/look_through.h"
#include "calc/views/open_position.h"
#include "calc/views/returns.h"
#include "calc/views/suitability.h"
#include "calc/views/xray.h"

#endif
