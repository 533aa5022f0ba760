/* SPDX-License-Identifier: Apache-2.0 */
/* changes.h: what an Action does to the rows that it names, read from the database. */
#ifndef LASTRO_OPERATIONS_CHANGES_H
#define LASTRO_OPERATIONS_CHANGES_H

#include "operations/protocol.h"

struct changes *changes_new(struct call *c);

/* changes_read() - after run(): the rows as they are now.  One round trip. */
void changes_read(struct call *c);

/* changes_write() - [{pointer, from, to}]; personal members as SCHEMA_REDACTED when @redact. */
void changes_write(struct call *c, struct json *j, const char *name, bool redact);

/* changes_target() - the first row as it was: its type, id and members; null where there was none. */
void changes_target(struct call *c, struct json *j, const char *name);
void changes_warnings(struct call *c, struct json *j, const char *name);

/* changes_forget() - what is gone takes the kept answers that tell of it along.  After changes_read(). */
void changes_forget(struct call *c);

/* changes_subject() - the first row's id; false when the Action named none. */
bool changes_subject(const struct call *c, struct uuid *out);

#endif
