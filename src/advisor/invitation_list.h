/* SPDX-License-Identifier: Apache-2.0 */
/* invitation_list.h: advisor.invitations.list. */
#ifndef LASTRO_ADVISOR_INVITATION_LIST_H
#define LASTRO_ADVISOR_INVITATION_LIST_H

#include "protocol/protocol.h"

void invitations_list(struct call *c);

extern struct db_stmt *const invitation_list_stmts[];
extern const size_t n_invitation_list_stmts;

#endif
