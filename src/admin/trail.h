/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trail.h: the operator's changes of an organization, in its audit chain.
 *
 *  struct look before = look_member(r, organization, account);
 *  ... the change
 *  trail_write(r, "member.updated", &before, look_member(r, organization, account));
 */
#ifndef LASTRO_ADMIN_TRAIL_H
#define LASTRO_ADMIN_TRAIL_H

#include "admin/command.h"
#include "db/db.h"

/* The present state of something in an organization. */
struct look {
	struct db_arg workspace; /* the organization's; null: it does not exist */
	struct db_arg subject;	 /* its present or former id */
	const char *row;	 /* its columns as a JSON object; NULL: there is no row */
};

/* Each takes the lock of the office's Actions until the transaction ends, so that the state read stays. */
struct look look_member(struct run *r, struct uuid organization, struct uuid account);
struct look look_license(struct run *r, struct uuid organization);
struct look look_organization(struct run *r, struct uuid organization);
/* A key belongs to the trail of the organization that it carries, or of its person's own workspace. */
struct look look_key(struct run *r, struct uuid key);
/* The second factor of an account, and its deletion, in the trail of its own workspace. */
struct look look_factor(struct run *r, struct uuid account);
struct look look_deletion(struct run *r, struct uuid account);

/*
 * trail_write() - writes one row, in the transaction of the change: no account, the subcommand as its
 * action, its flags without personal data as input, and the differences between the two states.
 * Deletes the stored answers that name a deleted thing.
 * @kind: "member.updated"
 */
void trail_write(struct run *r, const char *kind, const struct look *before, struct look after);

#endif
