/* SPDX-License-Identifier: Apache-2.0 */
/* tax.h: the income tax of a portfolio (doc/tax.md).  The room's public header. */
#ifndef LASTRO_CALC_TAX_TAX_H
#define LASTRO_CALC_TAX_TAX_H

#include "calc/tax/tax_classes.h"
#include "calc/tax/declaration.h"
#include "calc/tax/tax_explain.h"
#include "calc/tax/fixed_income.h"

#endif
