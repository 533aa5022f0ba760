/* SPDX-License-Identifier: Apache-2.0 */
/* admin.h: the subcommands about the service itself; src/program/lastro.c lists them. */
#ifndef LASTRO_ADMIN_ADMIN_H
#define LASTRO_ADMIN_ADMIN_H

#include "admin/command.h"
#include "db/db.h"

/* schema_command.c */
extern const struct flag check_flags[];
enum exit_status schema_migrate(struct run *r);
enum exit_status schema_status(struct run *r);
enum exit_status schema_check(struct run *r);

/* doctor.c */
enum exit_status doctor(struct run *r);

/* accounts.c */
extern const struct flag account_invite_flags[], account_create_flags[], account_plan_flags[],
	plan_set_flags[];
enum exit_status account_create(struct run *r);
enum exit_status account_list(struct run *r);
enum exit_status account_show(struct run *r);
enum exit_status account_disable(struct run *r);
enum exit_status account_plan(struct run *r);
enum exit_status account_invite(struct run *r);
enum exit_status plan_list(struct run *r);
enum exit_status plan_set(struct run *r);

/* backup.c */
extern const struct flag restore_flags[];
enum exit_status backup(struct run *r);
enum exit_status restore(struct run *r);

/* workspace_export.c, workspace_import.c, and workspace_parts.c, which they share */
enum exit_status workspace_export(struct run *r);
enum exit_status workspace_import(struct run *r);

/* deliver.c */
extern const struct flag deliver_flags[];
enum exit_status deliver(struct run *r);

/* find_notices.c */
enum exit_status compute_notices(struct run *r);

/* mail.c */
extern const struct flag mail_send_flags[];
enum exit_status mail_send(struct run *r);

/* api_keys.c */
extern const struct flag key_create_flags[], key_list_flags[], member_key_flags[];
enum exit_status key_create(struct run *r);
enum exit_status key_list(struct run *r);
enum exit_status key_revoke(struct run *r);
enum exit_status member_key(struct run *r);

/* organizations.c */
extern const struct flag org_create_flags[], member_add_flags[], member_flags[];
enum exit_status org_create(struct run *r);
enum exit_status org_list(struct run *r);
enum exit_status member_add(struct run *r);
enum exit_status member_remove(struct run *r);
enum exit_status member_list(struct run *r);
enum exit_status wallet_install(struct run *r);
enum exit_status wallet_uninstall(struct run *r);
enum exit_status wallet_suspend(struct run *r);
enum exit_status wallet_resume(struct run *r);

/* offices.c */
extern const struct flag member_role_flags[], license_set_flags[];
enum exit_status member_role(struct run *r);
enum exit_status license_set(struct run *r);
enum exit_status license_show(struct run *r);

/* The part of `org create` and `member` that an office needs, in their transaction. */
void office_open(struct run *r, struct uuid workspace, struct uuid organization, const char *name,
		 const char *kind);
void office_enrol(struct run *r, struct uuid organization, struct uuid account);
void office_leave(struct run *r, struct uuid organization, struct uuid account);

/* audit_command.c */
enum exit_status audit_verify(struct run *r);

/* import_command.c */
extern const struct flag import_flags[];
enum exit_status import_command(struct run *r);

/*
 * admin_controller() - makes the portfolio's controller the caller, for the operator; without a
 * credential.  404 portfolio_not_found.
 */
struct caller;
struct caller *admin_controller(struct ctx *ctx, const char *portfolio);

/* compute_state.c */
extern const struct flag compute_state_flags[];
enum exit_status compute_state(struct run *r);

/* objects_command.c */
extern const struct flag compute_objects_flags[], objects_doubtful_flags[];
enum exit_status compute_objects(struct run *r);
enum exit_status objects_doubtful(struct run *r);

/* accounts.c: admin_account() - an account by its e-mail or id; fails when there is none. */
struct uuid admin_account(struct ctx *ctx, const char *who);

/* organization_command.c */
extern struct db_stmt office_lock; /* (workspace): the office's; its Actions wait for it */
/* admin_organization() - parses the id of an organization; a malformed one ends the run. */
struct uuid admin_organization(struct run *r, const char *text);
/* admin_workspace() - the workspace of an organization; null when there is none. */
struct db_arg admin_workspace(struct run *r, struct uuid organization);
enum exit_status print_members(struct run *r, struct uuid organization);

#endif
