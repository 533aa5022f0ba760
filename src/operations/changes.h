/* SPDX-License-Identifier: Apache-2.0 */
/* changes.h: the effect of an Action on the rows that it names, read from the database. */
#ifndef LASTRO_OPERATIONS_CHANGES_H
#define LASTRO_OPERATIONS_CHANGES_H

#include "operations/protocol.h"

struct changes *changes_new(struct call *c);

/* changes_read() - after run(): reads the rows again.  One round trip. */
void changes_read(struct call *c);

/* changes_write() - [{pointer, from, to}]; personal members as SCHEMA_REDACTED when @redact. */
void changes_write(struct call *c, struct json *j, const char *name, bool redact);

/* changes_target() - the first row before the Action: its type, id and members; null when it was new. */
void changes_target(struct call *c, struct json *j, const char *name);
void changes_warnings(struct call *c, struct json *j, const char *name);

/* changes_forget() - deletes the stored answers that name deleted rows.  After changes_read(). */
void changes_forget(struct call *c);

/* changes_subject() - the first row's id; false when the Action named none. */
bool changes_subject(const struct call *c, struct uuid *out);

#endif
