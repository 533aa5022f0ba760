/* SPDX-License-Identifier: Apache-2.0 */
/* register.c: the statements of src/office. */
#include "config.h"

#include "office/member.h"

void office_register(void)
{
	db_register(audit_list_stmts, n_audit_list_stmts);
	db_register(invitation_stmts, n_invitation_stmts);
	db_register(invitation_list_stmts, n_invitation_list_stmts);
	db_register(member_stmts, n_member_stmts);
	db_register(member_list_stmts, n_member_list_stmts);
	db_register(member_update_stmts, n_member_update_stmts);
	db_register(organization_stmts, n_organization_stmts);
	db_register(people_stmts, n_people_stmts);
}
