/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trail.h: what the operator changes of an organization, in its chained trail.
 *
 *	struct look before = look_member(r, organization, account);
 *	...	the change
 *	trail_write(r, "member.updated", &before, look_member(r, organization, account));
 */
#ifndef LASTRO_ADMIN_TRAIL_H
#define LASTRO_ADMIN_TRAIL_H

#include "admin/command.h"
#include "db/db.h"

/* Something of an organization, as it is at this moment. */
struct look {
	struct db_arg workspace; /* the organization's; null: there is no such organization */
	struct db_arg subject;	 /* what it is, or was, by its id */
	const char *row;	 /* its columns as a JSON object; NULL: there is none */
};

/* Each takes its place behind the office's Actions until the transaction ends: what it saw stays so. */
struct look look_member(struct run *r, struct uuid organization, struct uuid account);
struct look look_license(struct run *r, struct uuid organization);
struct look look_organization(struct run *r, struct uuid organization);
/* A key is in the trail of the organization that it carries, or of its person's own workspace. */
struct look look_key(struct run *r, struct uuid key);

/*
 * trail_write() - one row, in the transaction of the change: no account, the subcommand as its action,
 * its flags without personal data as input, and what differs between the two looks.  Kept answers that tell of
 * what is gone go with it.
 * @kind: "member.updated"
 */
void trail_write(struct run *r, const char *kind, const struct look *before, struct look after);

#endif
