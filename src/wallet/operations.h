/* SPDX-License-Identifier: Apache-2.0 */
/*
 * operations.h: the operations of the wallet's routes, for pages whose forms ask for the same: they read the request,
 * refuse and answer as for a program (console/ask.h).
 */
#ifndef LASTRO_WALLET_OPERATIONS_H
#define LASTRO_WALLET_OPERATIONS_H

#include "wallet/import/import.h"
#include "wallet/ledger/asset.h"
#include "wallet/ledger/succession.h"
#include "wallet/ledger/transaction.h"
#include "wallet/portfolio/portfolio.h"

#endif
