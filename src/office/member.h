/* SPDX-License-Identifier: Apache-2.0 */
/* member.h: roles by their names, and what the files of this folder share. */
#ifndef LASTRO_OFFICE_MEMBER_H
#define LASTRO_OFFICE_MEMBER_H

#include "office/office.h"

/* role_name() - as the contract of the call names it; role_named() - one of its four. */
const char *role_name(const struct call *c, enum office_role role);
enum office_role role_named(const struct call *c, const char *name);

extern struct db_stmt *const member_stmts[],
	*const member_update_stmts[],
		*const people_stmts[], *const organization_stmts[],
					       *const invitation_stmts[],
						       *const invitation_list_stmts[],
							       *const audit_list_stmts[],
								       *const member_list_stmts[];
extern const size_t n_member_stmts, n_member_update_stmts, n_people_stmts, n_organization_stmts,
	n_invitation_stmts, n_invitation_list_stmts, n_audit_list_stmts, n_member_list_stmts;

#endif
