/* SPDX-License-Identifier: Apache-2.0 */
/* family.h: advisor.families.list. */
#ifndef LASTRO_ADVISOR_FAMILY_H
#define LASTRO_ADVISOR_FAMILY_H

#include "protocol/protocol.h"

void families_list(struct call *c);
void family_create(struct call *c);

#endif
