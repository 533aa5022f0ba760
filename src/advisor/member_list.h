/* SPDX-License-Identifier: Apache-2.0 */
/* member_list.h: advisor.members.list. */
#ifndef LASTRO_ADVISOR_MEMBER_LIST_H
#define LASTRO_ADVISOR_MEMBER_LIST_H

#include "protocol/protocol.h"

void members_list(struct call *c);

extern struct db_stmt *const member_list_stmts[];
extern const size_t n_member_list_stmts;

#endif
