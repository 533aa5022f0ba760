/* SPDX-License-Identifier: Apache-2.0 */
/*
 * office.h: an organization: members, roles, seats, licence, invitations, trail.
 *
 * One room for any organization, an advisory office or a credit desk.  A contract (struct protocol)
 * lists these operations under its own ids, and defines which credential carries its organization and
 * the names of its roles.
 */
#ifndef LASTRO_OFFICE_OFFICE_H
#define LASTRO_OFFICE_OFFICE_H

#include "operations/protocol.h"

/* In ascending reach; an operation names the lowest that it needs. */
enum office_role {
	ROLE_ANYONE,	/* a person who is no member: invitation.accept */
	ROLE_ASSISTANT, /* reads; the viewer of a desk */
	ROLE_ADVISOR,	/* acts; the analyst of a desk */
	ROLE_ADMIN,
	ROLE_OWNER
};

struct member {
	struct uuid id;
	enum office_role role;
	bool seated;
	bool suspended; /* may do nothing; his attempts are recorded in the trail */
	bool licensed;	/* the office's licence is valid today */
	int64_t joined_ms;
};

/* The names of the roles in a contract, by enum office_role: protocol.roles. */
extern const char *const advisor_role_names[], *const desk_role_names[];

/* The protocol's enter() and barred(). */
void member_enter(struct call *c);
bool member_barred(const struct call *c, struct barrier *b);

/* Functions. */
void me_get(struct call *c);
void organization_get(struct call *c);
void license_get(struct call *c);
void members_list(struct call *c);
void invitations_list(struct call *c);
void audit_list(struct call *c);
void audit_list_check(struct call *c);

/* Actions. */
void organization_update(struct call *c);
void seat_assign(struct call *c);
void member_update(struct call *c);
void invitation_create(struct call *c);
void invitation_revoke(struct call *c);
void invitation_accept(struct call *c);

/* ---- for the rooms of a contract ---- */

struct people;

/*
 * people_of() - the people of the accounts in column @account of the first @n rows; one round trip,
 * none for no rows.
 */
struct people *people_of(struct call *c, const struct db_rows *rows, size_t n, int account);

/* people_name(), people_email() - NULL when the account is no longer a member. */
const char *people_name(const struct people *p, struct uuid account);
const char *people_email(const struct people *p, struct uuid account);

#endif
