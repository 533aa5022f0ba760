/* SPDX-License-Identifier: Apache-2.0 */
/* family.h: advisor.families.list. */
#ifndef LASTRO_OFFICE_FAMILY_H
#define LASTRO_OFFICE_FAMILY_H

#include "operations/protocol.h"

struct family {
	struct uuid id;
	const char *name;
	int64_t clients; /* of those that the caller may see */
	int64_t created_ms;
};

/* families_list() - sets c->shown to a struct families. */
struct families {
	const struct family *items;
	size_t n;
};
void families_list(struct call *c);
void family_create(struct call *c);

#endif
