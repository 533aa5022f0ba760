/* SPDX-License-Identifier: Apache-2.0 */
/* assignment.h: advisor.client_assignment.set. */
#ifndef LASTRO_OFFICE_ASSIGNMENT_H
#define LASTRO_OFFICE_ASSIGNMENT_H

#include "operations/protocol.h"

void assignment_set(struct call *c);

#endif
