/* SPDX-License-Identifier: Apache-2.0 */
/* source.c: finds sources by name; their rows are in sources.h. */
#include "config.h"

#include "load/run.h"
#include "load/sources.h"

#define ROW(name, title, options, member, parser) { name, title, options, member, parser },
const struct load_source load_sources[] = { LOAD_SOURCES(ROW){ 0 } };
#undef ROW

const struct load_source *load_source_find(const char *name)
{
	for (const struct load_source *s = load_sources; s->name; s++)
		if (str_eq(s->name, name))
			return s;
	return NULL;
}
