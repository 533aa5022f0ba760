/* SPDX-License-Identifier: Apache-2.0 */
/*
 * deletions.h: accounts whose time has come are deleted, and a list of them lies beside the backups.
 *
 * The list is the file "deletions" in the directory that has the backups, one line an account: id and instant, nothing
 * else, readable by its owner alone.  `lastro restore` deletes again what it has and the backup still had.
 */
#ifndef LASTRO_ADMIN_DELETIONS_H
#define LASTRO_ADMIN_DELETIONS_H

#include "admin/command.h"

struct deletions {
	int64_t done;
	int64_t left; /* not possible: told on standard error, and tried again by the next run */
};

/*
 * deletions_run() - deletes every account that is due, each in a transaction of its own, and what the list in
 * LASTRO_BACKUPS has (when it is set) and the database still has.
 */
void deletions_run(struct run *r, struct deletions *out);

/* deletions_directory() - where the list of a backup lies: the directory that has the backup's own. */
const char *deletions_directory(struct run *r, const char *backup);
/* deletions_keep() - adds to the list in @directory what the database knows as deleted. */
void deletions_keep(struct run *r, const char *directory);
/* deletions_again() - deletes what the list in @directory has; false when the schema is too old for it. */
bool deletions_again(struct run *r, const char *directory, struct deletions *out) MUST_CHECK;

#endif
