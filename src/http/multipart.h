/* SPDX-License-Identifier: Apache-2.0 */
/* multipart.h: multipart/form-data (RFC 7578), decoded in place from the request's body. */
#ifndef LASTRO_HTTP_MULTIPART_H
#define LASTRO_HTTP_MULTIPART_H

#include "core/text.h"
#include "core/ctx.h"

struct part {
	const char *name;	  /* of the form field */
	const char *filename;	  /* or NULL; path parts removed */
	const char *content_type; /* or NULL */
	struct slice content;	  /* points into the request's body */
};

#define PARTS_MAX 16

/*
 * multipart_parse() - the parts of @body for a Content-Type with its boundary.  False and *reason
 * (pt-BR) when it is no well-formed multipart body or has more than PARTS_MAX parts.
 */
bool multipart_parse(void *pool, const char *content_type, struct slice body, struct part *parts,
		     size_t *n, const char **reason) MUST_CHECK;

#endif
