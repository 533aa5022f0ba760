/* SPDX-License-Identifier: Apache-2.0 */
/* modules.h: the modules of the house, by their route tables. */
#ifndef LASTRO_MODULES_H
#define LASTRO_MODULES_H

#include <stddef.h>

#include "http/router.h"

extern const struct route *const modules[];
extern const size_t n_modules;

/* Modules of Functions and Actions: their specs are read by protocol_start() before the first request. */
struct protocol;
extern struct protocol *const protocols[];
extern const size_t n_protocols;

#endif
