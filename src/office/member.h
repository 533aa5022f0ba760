/* SPDX-License-Identifier: Apache-2.0 */
/* member.h: roles by name, and what the files of this folder share. */
#ifndef LASTRO_OFFICE_MEMBER_H
#define LASTRO_OFFICE_MEMBER_H

#include "office/office.h"

/* role_name() - in the vocabulary of the call's contract; role_named() - the reverse. */
const char *role_name(const struct call *c, enum office_role role);
enum office_role role_named(const struct call *c, const char *name);

#endif
