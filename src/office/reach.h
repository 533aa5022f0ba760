/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reach.h: the clients that a member may see: owner and admin all of the office's, advisor and
 * assistant those assigned to the member.
 *
 * A client outside the reach is not found, like an unknown one.  The role, not the reach, keeps an
 * assistant from changing anything.
 */
#ifndef LASTRO_OFFICE_REACH_H
#define LASTRO_OFFICE_REACH_H

#include "operations/protocol.h"

/*
 * REACH() - SQL condition: the member may see client "c".
 * @member: the parameter that reach_member() gives, "$4"
 */
#define REACH(member)                                                                              \
	"(" member "::uuid is null or exists ("                                                    \
	"select from client_assignment reach"                                                      \
	" where reach.workspace_id = $1 and reach.client_id = c.id"                                \
	"   and reach.member_id = " member "))"

/*
 * FAMILY_REACH() - SQL condition: the member may see family "f".  A family's name reveals a client, so
 * a member limited to assigned clients sees the families of those, and the families that he created,
 * which have no client yet.
 * @member: the parameter that reach_member() gives; @account: the caller's
 */
#define FAMILY_REACH(member, account)                                                              \
	"(" member "::uuid is null or f.created_by = " account " or exists (select from client c"  \
	"             where c.workspace_id = $1 and c.family_id = f.id and " REACH(member) "))"

/* reach_member() - the member whose assignments limit the reach; null: all clients are visible. */
struct db_arg reach_member(const struct call *c);

/* reach_until() - only rows recorded before this moment are shown: the end of `at`'s day; or all. */
struct db_arg reach_until(const struct call *c);

/* reach_client() - 404 subject_not_found unless the member may see it, and with `at` could then. */
void reach_client(struct call *c, struct uuid client);

/* reach_client_locked() - the same for an Action that adds to the client: locks it against deletion. */
void reach_client_locked(struct call *c, struct uuid client);

/*
 * reach_replayed() - for an Action's stored answer: 404 when its client exists, but the member may no
 * longer see it.
 */
void reach_replayed(struct call *c);

/* The filters of a list: input.family_id and input.member_id as arguments; null: no filter. */
struct reach_filter {
	struct db_arg family, member;
};

/* reach_filter_send() - reads them, and queues one statement. */
struct reach_filter reach_filter_send(struct call *c);

/*
 * reach_filter_take() - its result: 404 unless the member is of the office, and the caller may see the
 * family.
 */
void reach_filter_take(struct call *c, const struct db_rows *row);

/* reach_values() - translates the refusal of a sum over portfolios of several clients. */
void reach_values(struct call *c);

#endif
