/* SPDX-License-Identifier: Apache-2.0 */
/*
 * xml.h: parses one part of a workbook with expat, by local names.
 *
 * Workbooks come with and without prefixes and in two sets of namespaces (transitional and strict), so
 * elements and attributes are identified by the part after the colon.  A document type is refused: the
 * format forbids it, and it could declare entities.
 */
#ifndef LASTRO_SHEET_XML_H
#define LASTRO_SHEET_XML_H

#include "sheet/zip.h"

struct xml_part {
	void *arg;
	void (*open)(void *arg, const char *name, const char *const *attributes);
	void (*close)(void *arg, const char *name);
	void (*text)(void *arg, const char *p, size_t n); /* NULL: text is ignored */
	bool (*enough)(void *arg); /* true: stop reading, without error; NULL: to the end */
};

/* xml_attribute() - by its local name, or NULL. */
const char *xml_attribute(const char *const *attributes, const char *name);

/* xml_read() - a member of @z; *found false and nothing called when there is none. */
enum sheet_err xml_read(struct zip *z, const char *member, const struct xml_part *part,
			bool *found) MUST_CHECK;

#endif
