/* SPDX-License-Identifier: Apache-2.0 */
/* seats.h: the seats of an office, and which members a member may change. */
#ifndef LASTRO_OFFICE_SEATS_H
#define LASTRO_OFFICE_SEATS_H

#include "office/office.h"

struct seats {
	int64_t all, used; /* a licence that is not in force has none */
};

/*
 * office_seats() - of the transaction's office; one round trip.  Locks the office until the transaction
 * ends: changes of seats and roles, and invitations, run one after the other.
 */
struct seats office_seats(struct call *c);

/* A member as shown in previews and in the audit. */
extern const struct target_kind member_kind;

/* refuse_above() - 409 role_above: a member cannot give, change or remove a role above his own. */
void refuse_above(struct call *c, enum office_role role, const char *pointer);

#endif
