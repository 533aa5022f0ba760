/* SPDX-License-Identifier: Apache-2.0 */
/* client.h: the office's clients: Functions in client.c and client_tax.c, Actions in client_write.c, client_profile.c and assignment.c. */
#ifndef LASTRO_OFFICE_CLIENT_H
#define LASTRO_OFFICE_CLIENT_H

#include "operations/protocol.h"

void clients_list(struct call *c);
void client_get(struct call *c);
void client_history(struct call *c);

/* The income tax of a client: the year, the declaration, and explanations of figures. */
void client_tax_get(struct call *c);
void client_tax_declaration(struct call *c);
void client_tax_explain(struct call *c);

void client_create(struct call *c);
void client_check(struct call *c);
void client_update(struct call *c);
void client_delete(struct call *c);
void client_profile_update(struct call *c);
void assignment_set(struct call *c); /* advisor.client_assignment.set */
void questionnaire_get(struct call *c);

/*
 * client_result() - the result of an Action on a client: the client as it now is, without totals; 404
 * when it is outside the member's reach.
 */
void client_result(struct call *c, struct uuid client);

/* client_named() - input.client_id, within the member's reach; or 404. */
struct uuid client_named(struct call *c);

#endif
