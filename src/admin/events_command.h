/* SPDX-License-Identifier: Apache-2.0 */
/* events_command.h: the subcommands of an editor; src/program/lastro.c lists them. */
#ifndef LASTRO_ADMIN_EVENTS_COMMAND_H
#define LASTRO_ADMIN_EVENTS_COMMAND_H

#include "admin/command.h"

extern const struct flag events_gaps_flags[], events_attach_flags[];
enum exit_status events_gaps_command(struct run *r);
enum exit_status events_attach_command(struct run *r);

extern const struct flag edition_draft_flags[];
enum exit_status edition_draft(struct run *r);

enum exit_status schema_command(struct run *r);
const char *schema_help(void *pool);

#endif
