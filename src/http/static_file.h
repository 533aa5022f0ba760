/* SPDX-License-Identifier: Apache-2.0 */
/* static_file.h: the files that pages use (http/static/): stylesheet, script, icon, manifest. */
#ifndef LASTRO_HTTP_STATIC_FILE_H
#define LASTRO_HTTP_STATIC_FILE_H

#include "core/ctx.h"

struct static_file {
	const char *name, *type;
	const unsigned char *bytes;
	size_t n;
};

/* Made by embed-static: the files, ending with a row without a name, and the hash of all of them. */
extern const struct static_file static_files[];
extern const char static_hash[];

/* static_path() - "/static/{hash}/{name}": another content has another address, and files may name each other. */
const char *static_path(void *pool, const char *name);

/* GET /static/{hash}/{name}, cached for ever. */
void static_file_get(struct ctx *ctx);

#endif
