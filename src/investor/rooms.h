/* SPDX-License-Identifier: Apache-2.0 */
/* rooms.h: what the rooms of this folder share; nobody else includes this. */
#ifndef LASTRO_INVESTOR_ROOMS_H
#define LASTRO_INVESTOR_ROOMS_H

#include "protocol/protocol.h"

extern const struct operation investor_functions[], investor_actions[];

#endif
