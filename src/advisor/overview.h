/* SPDX-License-Identifier: Apache-2.0 */
/* overview.h: what the office advises on, at a glance; and a client's portfolios. */
#ifndef LASTRO_ADVISOR_OVERVIEW_H
#define LASTRO_ADVISOR_OVERVIEW_H

#include "protocol/protocol.h"

void overview_get(struct call *c);
void client_portfolios_list(struct call *c); /* client_portfolio_list.c */

#endif
