/* SPDX-License-Identifier: Apache-2.0 */
/*
 * portfolio_operations.h: the operations behind the wallet's routes, for pages whose forms execute the
 * same ones: they read the request, refuse and answer as for a program (operations/ask.h).
 */
#ifndef LASTRO_PORTFOLIO_FUNCTIONS_PORTFOLIO_OPERATIONS_H
#define LASTRO_PORTFOLIO_FUNCTIONS_PORTFOLIO_OPERATIONS_H

#include "portfolio/functions/application_writes.h"
#include "portfolio/import/import_parts.h"
#include "portfolio/ledger/asset.h"
#include "portfolio/ledger/income_rows.h"
#include "portfolio/ledger/restore.h"
#include "portfolio/ledger/stated_price.h"
#include "portfolio/ledger/succession.h"
#include "portfolio/ledger/symbol_class.h"
#include "portfolio/ledger/transaction.h"
#include "portfolio/ledger/portfolio_record.h"
#include "portfolio/plan/plan_routes.h"
#include "portfolio/store/symbol.h"
#include "portfolio/suitability/suitability_answers.h"

#endif
