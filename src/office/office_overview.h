/* SPDX-License-Identifier: Apache-2.0 */
/* office_overview.h: the office's clients and assets at a glance; and a client's portfolios. */
#ifndef LASTRO_OFFICE_OFFICE_OVERVIEW_H
#define LASTRO_OFFICE_OFFICE_OVERVIEW_H

#include "operations/protocol.h"

void overview_get(struct call *c);
void client_portfolios_list(struct call *c); /* client_portfolio_list.c */

#endif
