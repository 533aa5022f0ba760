/* SPDX-License-Identifier: Apache-2.0 */
/* aims.h: how many of the clients that a member sees have targets, beside a list of those who have. */
#ifndef LASTRO_OFFICE_AIMS_H
#define LASTRO_OFFICE_AIMS_H

#include "operations/protocol.h"

/* Of the clients with targets, once they were valued. */
struct aims_judged {
	size_t out, within;
	size_t without_value; /* nothing to compare: their portfolios have no value */
};

/*
 * aims_meta() - writes the meta of a list whose count and cursor are set: these, and clients: how many
 * the member sees, with and without targets in a portfolio that counts.  One statement.
 * @judged: NULL: not told
 */
void aims_meta(struct call *c, const struct aims_judged *judged);

#endif
