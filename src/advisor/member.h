/* SPDX-License-Identifier: Apache-2.0 */
/* member.h: who is calling, in the office: role, seat, licence. */
#ifndef LASTRO_ADVISOR_MEMBER_H
#define LASTRO_ADVISOR_MEMBER_H

#include "protocol/protocol.h"

/* In ascending reach; an operation names the least that it needs. */
enum advisor_role {
	ROLE_ANYONE, /* a person, no member: invitation.accept */
	ROLE_ASSISTANT,
	ROLE_ADVISOR,
	ROLE_ADMIN,
	ROLE_OWNER
};

struct member {
	struct uuid id;
	enum advisor_role role;
	bool seated;
	bool suspended; /* reaches nothing; what he tries is in the trail */
	bool licensed;	/* the office's licence is valid today */
	int64_t joined_ms;
};

/* The protocol's enter() and allow(). */
void member_enter(struct call *c);
void member_allow(struct call *c);

const char *role_name(enum advisor_role role);
enum advisor_role role_named(const char *name); /* one of the four */

extern struct db_stmt *const member_stmts[];
extern const size_t n_member_stmts;

#endif
