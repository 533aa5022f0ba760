/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reach.h: which clients a member sees: owner and admin all of the office's, advisor and assistant those
 * assigned to the member.
 *
 * What is out of reach is not found, like what does not exist.  That an assistant changes nothing is
 * its role's, not told here.
 */
#ifndef LASTRO_OFFICE_REACH_H
#define LASTRO_OFFICE_REACH_H

#include "operations/protocol.h"

/*
 * REACH() - SQL condition on a client "c": the member sees it.
 * @member: the parameter that reach_member() gives, "$4"
 */
#define REACH(member)                                                                              \
	"(" member "::uuid is null or exists ("                                                    \
	"select from client_assignment reach"                                                      \
	" where reach.workspace_id = $1 and reach.client_id = c.id"                                \
	"   and reach.member_id = " member "))"

/*
 * FAMILY_REACH() - SQL condition on a family "f": the member sees it.  A family's name says who is a client, so who sees
 * only the clients assigned to him sees the families of those, and the ones that he made, which have no client yet.
 * @member: the parameter that reach_member() gives; @account: the caller's
 */
#define FAMILY_REACH(member, account)                                                              \
	"(" member "::uuid is null or f.created_by = " account " or exists (select from client c"  \
	"             where c.workspace_id = $1 and c.family_id = f.id and " REACH(member) "))"

/* reach_member() - the member whose assignments bound what is seen; null: all clients are. */
struct db_arg reach_member(const struct call *c);

/* reach_until() - what was recorded before this moment is shown: the end of `at`'s day; or all. */
struct db_arg reach_until(const struct call *c);

/* reach_client() - 404 subject_not_found unless the member sees it, and with `at` did then. */
void reach_client(struct call *c, struct uuid client);

/* reach_client_held() - the same in an Action that hangs something on it: nobody deletes it meanwhile. */
void reach_client_held(struct call *c, struct uuid client);

/* reach_replayed() - of an Action's kept answer: 404 where its client is there, and the member sees it no more. */
void reach_replayed(struct call *c);

/* What a list is cut to: input.family_id and input.member_id as arguments; null: not. */
struct reach_filter {
	struct db_arg family, member;
};

/* reach_filter_send() - read them, and queue one statement. */
struct reach_filter reach_filter_send(struct call *c);

/* reach_filter_take() - of its row: 404 unless the member is of the office, and the family is one that the caller sees. */
void reach_filter_take(struct call *c, const struct db_rows *row);

#endif
