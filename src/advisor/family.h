/* SPDX-License-Identifier: Apache-2.0 */
/* family.h: advisor.families.list. */
#ifndef LASTRO_ADVISOR_FAMILY_H
#define LASTRO_ADVISOR_FAMILY_H

#include "protocol/protocol.h"

void families_list(struct call *c);
void family_create(struct call *c);

extern struct db_stmt *const family_create_stmts[];
extern const size_t n_family_create_stmts;

extern struct db_stmt *const family_list_stmts[];
extern const size_t n_family_list_stmts;

#endif
