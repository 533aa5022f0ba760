/* SPDX-License-Identifier: Apache-2.0 */
/* object_names.h: what an object's id stands for: kind, name, and the key that public facts are found by. */
#ifndef LASTRO_DESK_OBJECT_NAMES_H
#define LASTRO_DESK_OBJECT_NAMES_H

#include "operations/protocol.h"

struct named {
	const char *id;
	const char *kind, *subkind, *name; /* subkind "": none */
	const char *tax_id;		   /* of a company or a fund; NULL: it has none */
	const char *code;		   /* of a debenture; NULL: it is none */
};

struct names {
	const struct named *list; /* by id */
	size_t n;
};

/* names_of_rows() - of the ids in column @col of the first @n rows, nulls passed over. */
struct names names_of_rows(struct ctx *ctx, const struct db_rows *r, size_t n, int col);
/* names_find() - NULL: no such object, or it is gone. */
const struct named *names_find(const struct names *names, const char *id);

/* name_watched() - the object of @id, which a desk can watch, or 404; of a kind that it cannot, 400. */
const struct named *name_watched(struct call *c, const char *member);

/* name_write() - {id, kind, subkind, name}; of an object that is gone the id alone. */
void name_write(struct json *j, const char *name, const struct names *names, const char *id);

#endif
