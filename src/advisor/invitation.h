/* SPDX-License-Identifier: Apache-2.0 */
/* invitation.h: the way into an office: a token that is good once, for one address, for seven days. */
#ifndef LASTRO_ADVISOR_INVITATION_H
#define LASTRO_ADVISOR_INVITATION_H

#include "protocol/protocol.h"

void invitation_create(struct call *c);
void invitation_revoke(struct call *c);
void invitation_accept(struct call *c);

extern struct db_stmt *const invitation_stmts[];
extern const size_t n_invitation_stmts;

#endif
