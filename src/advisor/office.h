/* SPDX-License-Identifier: Apache-2.0 */
/* office.h: the office itself, its licence, its families. */
#ifndef LASTRO_ADVISOR_OFFICE_H
#define LASTRO_ADVISOR_OFFICE_H

#include "protocol/protocol.h"

void me_get(struct call *c);
void organization_get(struct call *c);
void license_get(struct call *c);
void organization_update(struct call *c);
void family_create(struct call *c);

extern struct db_stmt *const office_stmts[];
extern const size_t n_office_stmts;

#endif
