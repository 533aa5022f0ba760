/* SPDX-License-Identifier: Apache-2.0 */
/* assignment.h: advisor.client_assignment.set. */
#ifndef LASTRO_ADVISOR_ASSIGNMENT_H
#define LASTRO_ADVISOR_ASSIGNMENT_H

#include "protocol/protocol.h"

void assignment_set(struct call *c);

#endif
