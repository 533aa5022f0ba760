/* SPDX-License-Identifier: Apache-2.0 */
/* audit_list.h: advisor.audit.list. */
#ifndef LASTRO_ADVISOR_AUDIT_LIST_H
#define LASTRO_ADVISOR_AUDIT_LIST_H

#include "protocol/protocol.h"

void audit_list(struct call *c);

extern struct db_stmt *const audit_list_stmts[];
extern const size_t n_audit_list_stmts;

#endif
