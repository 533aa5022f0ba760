/* SPDX-License-Identifier: Apache-2.0 */
/* client_tax.h: the income tax of a client: the year, the declaration, and explanations of figures. */
#ifndef LASTRO_OFFICE_CLIENT_TAX_H
#define LASTRO_OFFICE_CLIENT_TAX_H

#include "operations/protocol.h"

void client_tax_get(struct call *c);
void client_tax_declaration(struct call *c);
void client_tax_explain(struct call *c);

#endif
