/* SPDX-License-Identifier: Apache-2.0 */
/* advisor.h: the advisory office's contract, for other rooms and the programs. */
#ifndef LASTRO_OFFICE_ADVISOR_H
#define LASTRO_OFFICE_ADVISOR_H

#include "operations/protocol.h"

extern const struct route advisor_routes[];
extern struct protocol advisor_protocol;

#endif
