/* SPDX-License-Identifier: Apache-2.0 */
/* investor_parts.h: what the files of this folder share; no other room includes it. */
#ifndef LASTRO_PORTFOLIO_FUNCTIONS_INVESTOR_PARTS_H
#define LASTRO_PORTFOLIO_FUNCTIONS_INVESTOR_PARTS_H

#include "operations/protocol.h"

extern const struct operation investor_functions[], investor_actions[];

/* investor_actions.c: a Function that writes, and is rolled back. */
void portfolio_what_if(struct call *c);

#endif
