/* SPDX-License-Identifier: Apache-2.0 */
/* zip.h: members of a ZIP in memory, found by its central directory. */
#ifndef LASTRO_SHEET_ZIP_H
#define LASTRO_SHEET_ZIP_H

#include <stdbool.h>

#include "sheet/sheet.h"

struct zip {
	void *pool;
	struct slice bytes;
	size_t unpacked;    /* so far, over all members */
	size_t elements;    /* likewise, of XML */
	int64_t until_us;   /* of the process's CPU time: when reading is aborted */
	const char *reason; /* pt-BR, after a failure */
};

/*
 * zip_open() - checks the directory: refuses files that are no ZIP, encrypted ones, too many members,
 * or sizes above SHEET_UNPACKED_MAX in total.
 */
enum sheet_err zip_open(struct zip *z, void *pool, struct slice bytes) MUST_CHECK;

/*
 * zip_member() - unpacks one member in pieces into @take, which returns false to stop. Names compare
 * without case; '\' is '/'. *found tells whether the member exists. Stops with SHEET_TOO_LARGE while
 * reading, whatever size the directory claims.
 */
enum sheet_err zip_member(struct zip *z, const char *name,
			  bool (*take)(void *arg, const char *p, size_t n), void *arg,
			  bool *found) MUST_CHECK;

#endif
