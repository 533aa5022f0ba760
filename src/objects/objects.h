/* SPDX-License-Identifier: Apache-2.0 */
/*
 * objects.h: anything with a name in the market, as other modules see it (contract.md "Objects").
 */
#ifndef LASTRO_OBJECTS_OBJECTS_H
#define LASTRO_OBJECTS_OBJECTS_H

#include "http/route.h"

extern const struct route objects_routes[];

/* objects_register() - the statements of this folder, for the preparing test. */
void objects_module_register(void);

#endif
