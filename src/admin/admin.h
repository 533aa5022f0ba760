/* SPDX-License-Identifier: Apache-2.0 */
/* admin.h: the tables of subcommands, and what their files share. */
#ifndef LASTRO_ADMIN_ADMIN_H
#define LASTRO_ADMIN_ADMIN_H

#include "admin/command.h"
#include "db/db.h"

/* The table of each file, in the order of `lastro --help`. */
#define COMMAND_TABLES(table)                                                                      \
	table(import) table(schema) table(distribute) table(doctor) table(account) table(key)      \
		table(organization) table(office) table(audit) table(backup)                       \
			table(workspace_export) table(workspace_import) table(load) table(compute) \
				table(state) table(objects) table(events) table(notices)

#define COMMAND_TABLE(name) extern const struct command name##_commands[];
COMMAND_TABLES(COMMAND_TABLE)
#undef COMMAND_TABLE

/* audit_verify(), state_verify() - `lastro audit verify`, `lastro compute state --verify`. */
enum exit_status audit_verify(struct run *r);
enum exit_status state_verify(struct run *r);

/* fetch_all() - fetches every source; the flags that name one file are refused. */
struct fetch_options;
struct load_options;
enum exit_status fetch_all(struct run *r, const struct fetch_options *opt,
			   const struct load_options *load);
/* load_tell() - reports the outcome of one file. */
struct load_result;
void load_tell(struct run *r, const char *source, const char *file, const struct load_result *res);

/* The part of `org create` and `member` that an office needs, in their transaction. */
void office_open(struct run *r, struct uuid workspace, struct uuid organization, const char *name,
		 const char *kind);
void office_enrol(struct run *r, struct uuid organization, struct uuid account);
void office_leave(struct run *r, struct uuid organization, struct uuid account);

/*
 * admin_controller() - makes the portfolio's controller the caller, for the operator; without a
 * credential.  404 portfolio_not_found.
 */
struct caller;
struct caller *admin_controller(struct ctx *ctx, const char *portfolio);

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
