/* SPDX-License-Identifier: Apache-2.0 */
/* people.h: names and e-mails behind the accounts that a page of the office shows. */
#ifndef LASTRO_ADVISOR_PEOPLE_H
#define LASTRO_ADVISOR_PEOPLE_H

#include "protocol/protocol.h"

struct people;

/* people_of() - of the accounts in column @account of the first @n rows; one round trip, none for no rows. */
struct people *people_of(struct call *c, const struct db_rows *rows, size_t n, int account);

/* people_name(), people_email() - NULL for who is no member of the office any more. */
const char *people_name(const struct people *p, struct uuid account);
const char *people_email(const struct people *p, struct uuid account);

extern struct db_stmt *const people_stmts[];
extern const size_t n_people_stmts;

#endif
