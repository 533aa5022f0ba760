/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lately.h: who asked, as the database told it when the same was asked the last time.
 *
 * A guess to work on while the database says who asks now, never an answer: what was made of it goes
 * out only when the database has said the same again.
 */
#ifndef LASTRO_ACCESS_LATELY_H
#define LASTRO_ACCESS_LATELY_H

#include "access/caller.h"

/* What is asked of access_enter(). */
struct lately_asked {
	const uint8_t *hash;   /* of the credential, KEY_HASH bytes */
	const char *workspace; /* NULL: none was named */
	struct uuid portfolio;
};

/* lately_find() - a copy on @pool of who it was, or NULL. */
struct caller *lately_find(void *pool, const struct lately_asked *asked);

/* lately_told() - who it is now. */
void lately_told(const struct lately_asked *asked, const struct caller *caller);

/* lately_forget() - nobody: the next time it is not guessed. */
void lately_forget(const struct lately_asked *asked);

/* lately_wrote() - the portfolio's ledger went on by one version since. */
void lately_wrote(const struct lately_asked *asked);

#endif
