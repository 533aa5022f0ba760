/* SPDX-License-Identifier: Apache-2.0 */
/* investor.h: a person's own portfolios as Functions and Actions, for assistants. */
#ifndef LASTRO_PORTFOLIO_FUNCTIONS_INVESTOR_H
#define LASTRO_PORTFOLIO_FUNCTIONS_INVESTOR_H

#include "operations/protocol.h"

extern struct protocol investor_protocol;

#endif
