/* SPDX-License-Identifier: Apache-2.0 */
/* family.h: advisor.families.list. */
#ifndef LASTRO_OFFICE_FAMILY_H
#define LASTRO_OFFICE_FAMILY_H

#include "operations/protocol.h"

void families_list(struct call *c);
void family_create(struct call *c);

#endif
